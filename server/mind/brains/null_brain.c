/* null_brain.c - the brain `null`: stands at its post and does nothing. The base line of every
 * comparison, and the guard of tests that want one that does not move. */
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/explain.h"

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

static void null_explain(const void *memory, dw_mind_view *view)
{
    (void)memory;
    const dw_explained_goal goal = {.name = "stand", .cause = DW_CAUSE_START};
    dw_explain_begin(view, &goal, NULL);
    (void)snprintf(view->sentence, sizeof view->sentence, "Stands at its post.");
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
