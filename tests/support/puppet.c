/* puppet.c - the brain of a guard that a test moves by hand. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/stage.h"

typedef struct puppet_mind {
    dw_guard_command command;
    uint16_t post_heading_bam;
} puppet_mind;

static dw_status puppet_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    puppet_mind *mind = DW_ARENA_NEW(arena, puppet_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->post_heading_bam = setup->map->guards[setup->guard].heading_bam;
    *memory = mind;
    return DW_OK;
}

static void puppet_reset(void *memory, uint64_t seed)
{
    (void)seed;
    puppet_mind *mind = memory;
    mind->command = (dw_guard_command){
        .heading_bam = mind->post_heading_bam,
        .open_door = DW_NONE,
        .close_door = DW_NONE,
    };
}

static void puppet_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    (void)percepts;
    const puppet_mind *mind = memory;
    /* What a puppet has no string for stays as it is handed in: nothing wanted. */
    command->step = mind->command.step;
    command->heading_bam = mind->command.heading_bam;
    command->open_door = mind->command.open_door;
    command->close_door = mind->command.close_door;
    command->mood = mind->command.mood;
    command->deed = mind->command.deed;
    command->asleep = mind->command.asleep;
    command->torch = mind->command.torch;
    command->listens = mind->command.listens;
}

static void puppet_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.goal = "puppet", .room = DW_NONE};
}

static uint64_t puppet_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

const dw_brain_kind dw_brain_puppet = {
    .name = "puppet",
    .create = puppet_create,
    .reset = puppet_reset,
    .think = puppet_think,
    .explain = puppet_explain,
    .hash = puppet_hash,
};

dw_guard_command *dw_stage_puppet(dw_stage *stage, uint16_t guard)
{
    DW_CHECK(stage->sim->brains[guard] == &dw_brain_puppet);
    puppet_mind *mind = stage->sim->memories[guard];
    return &mind->command;
}
