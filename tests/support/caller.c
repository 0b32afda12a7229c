#include "tests/support/caller.h"

static dw_radio_message waiting;
static dw_radio_message said;

void dw_caller_say(const dw_radio_message *message)
{
    waiting = *message;
}

static dw_status caller_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    (void)arena;
    (void)setup;
    *memory = NULL;
    return DW_OK;
}

static void caller_reset(void *memory, uint64_t seed)
{
    (void)memory;
    (void)seed;
}

static void caller_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    (void)memory;
    (void)percepts;
    if (waiting.kind != DW_RADIO_NONE) {
        said = waiting;
        waiting.kind = DW_RADIO_NONE;
        command->says = &said;
    }
}

static void caller_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.goal = "call", .room = DW_NONE};
}

static uint64_t caller_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

const dw_brain_kind dw_brain_caller = {
    .name = "caller",
    .create = caller_create,
    .reset = caller_reset,
    .think = caller_think,
    .explain = caller_explain,
    .hash = caller_hash,
};
