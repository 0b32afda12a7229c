/* null_brain.c - the brain `null`: stands at his post and does nothing. The base line of every
 * comparison, and the guard of tests that want one who does not move. */
#include "server/mind/brains/brain_kinds.h"

#include <stdio.h>

static dw_status null_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    (void)arena;
    (void)setup;
    *memory = NULL;
    return DW_OK;
}

static void null_reset(void *memory, uint64_t seed)
{
    (void)memory;
    (void)seed;
}

static void null_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    (void)memory;
    command->heading_bam = percepts->heading_bam;
}

static void null_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.room = DW_NONE, .door = DW_NONE};
    (void)snprintf(explanation->goal, sizeof explanation->goal, "stand");
    (void)snprintf(explanation->sentence, sizeof explanation->sentence, "He has nothing to do.");
}

static uint64_t null_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static void null_save(const void *memory, dw_state_writer *writer)
{
    (void)memory;
    (void)writer;
}

static void null_load(void *memory, dw_state_reader *reader)
{
    (void)memory;
    (void)reader;
}

const dw_brain_kind dw_brain_null = {
    .name = "null",
    .create = null_create,
    .reset = null_reset,
    .think = null_think,
    .explain = null_explain,
    .hash = null_hash,
    .save = null_save,
    .load = null_load,
};
