/* stage.h - a match on a small map or a shipped one, stepped by hand: for tests, benchmarks and the
 * determinism probe. A venue is a map with its mesh, shared by any number of stages; a stage is one
 * match on it. Whatever cannot be made ends the program, for a test has nothing to do then. */
#ifndef DW_TESTS_SUPPORT_STAGE_H
#define DW_TESTS_SUPPORT_STAGE_H

#include "common/base/rng.h"
#include "server/mind/data/data_brain.h"
#include "server/sim/sim.h"

typedef struct dw_venue {
    dw_arena arena;
    const dw_map *map;
    const dw_nav *nav;
} dw_venue;

/* Around a map that outlives it, or around maps/NAME.tmj. */
dw_venue *dw_venue_of(const dw_map *map);
dw_venue *dw_venue_shipped(const char *name);

/* maps/brains/NAME.json; the caller destroys it. */
dw_data_brain *dw_stage_shipped_brain(const char *name);

/* The brain of that name: in C, or maps/brains/NAME.json, which is read once and stays. */
const dw_brain_kind *dw_stage_brain(const char *name);
/* Of those that were asked for, to load a save. */
dw_brain_finder dw_stage_brain_finder(void);
void dw_venue_destroy(dw_venue *venue);

typedef struct dw_stage {
    const dw_venue *venue;
    dw_arena arena;
    dw_nav_set sizes;
    dw_sim *sim;
    const dw_world *world;
    dw_intent intents[DW_INTRUDERS_MAX]; /* Of the next step; they stay until changed. */
} dw_stage;

/* All guards with one brain; `rules` NULL: the reference. Starts with seed 1 and slot 0. */
dw_stage *dw_stage_create(const dw_venue *venue, const char *brain, const dw_ruleset *rules);
dw_stage *dw_stage_create_with(const dw_venue *venue, const dw_brain_kind *brain,
                               const dw_ruleset *rules);
/* Bit g of `dormant_guards`: guard g begins dormant. */
dw_stage *dw_stage_create_dormant(const dw_venue *venue, const dw_brain_kind *brain,
                                  const dw_ruleset *rules, uint64_t dormant_guards);
/* On a mission of the venue's map, which outlives the stage. */
dw_stage *dw_stage_create_mission(const dw_venue *venue, const dw_brain_kind *brain,
                                  const dw_mission *mission, const dw_ruleset *rules);
void dw_stage_destroy(dw_stage *stage);
void dw_stage_reset(dw_stage *stage, uint64_t seed, uint32_t slots);
void dw_stage_step(dw_stage *stage);
void dw_stage_run(dw_stage *stage, uint32_t ticks);

/* Loads a save of one stage into another of the same set-up, with the intents. */
void dw_stage_load_from(dw_stage *to, const dw_stage *from);
/* Steps both; false at the first tick whose state hashes differ. */
bool dw_stage_run_alike(dw_stage *one, dw_stage *two, uint32_t ticks);

/* The intent of one slot from now on, without the use key; and one press of the use key, with a
 * step before in which it is up. */
void dw_stage_walk(dw_stage *stage, uint8_t slot, dw_direction direction, uint8_t buttons);
void dw_stage_press_use(dw_stage *stage, uint8_t slot);

/* How many events of that kind the last step had. DW_NONE for guard or slot: any. */
uint32_t dw_stage_events(const dw_stage *stage, dw_sim_event_kind kind, uint16_t guard,
                         uint16_t slot);

/* Puts a body somewhere between two steps, as no rule of the game can. In units. */
void dw_stage_put_intruder(dw_stage *stage, uint8_t slot, dw_vec position);
void dw_stage_put_guard(dw_stage *stage, uint16_t guard, dw_vec position, uint16_t heading_bam);

/* The meter of a pair, and whether the guard's last percepts list that intruder as seen. */
uint16_t dw_stage_meter(const dw_stage *stage, uint16_t guard, uint8_t slot);
bool dw_stage_sees(const dw_stage *stage, uint16_t guard, uint8_t slot);

/* Places one intruder, or all that are present, at random free places, clear of all bodies. */
void dw_stage_scatter_one(dw_stage *stage, uint8_t slot, dw_rng *rng);
void dw_stage_scatter(dw_stage *stage, dw_rng *rng);

/* Intents of people who do not know what they want: each holds a direction for a while, sprints,
 * crouches, presses use. Depends on the arguments alone. */
dw_intent dw_stage_whim(uint64_t seed, uint32_t tick, uint8_t slot);
void dw_stage_set_whims(dw_stage *stage, uint64_t seed);

/* A round in which much happens, given by its seed alone: intruders in all slots, scattered over
 * the house, with intents of dw_stage_whim; and one tick of it. For hashes, with rules under which
 * nobody is caught. */
void dw_stage_begin_whims(dw_stage *stage, uint64_t seed);
void dw_stage_step_whims(dw_stage *stage, uint64_t seed);
dw_ruleset dw_stage_endless_rules(void);

/* maps/rulesets/NAME.json, maps/strategies/NAME.json and maps/kinds/NAME.json. */
dw_ruleset dw_stage_shipped_rules(const char *name);
dw_kind dw_stage_shipped_kind(const char *name);
dw_strategy dw_stage_shipped_strategy(const char *name);

/* maps/kinds/NAME.json, and the name of its brain. */
dw_kind dw_stage_shipped_kind_with(const char *name, char brain[DW_NAME_SIZE]);

/* The names of all files of maps/strategies, maps/kinds or maps/brains, ascending: tests go over
 * the folder, so that a new file is tested as soon as it is there. */
enum { DW_STAGE_FILES_MAX = 32 };
typedef struct dw_stage_files {
    uint32_t count;
    char names[DW_STAGE_FILES_MAX][DW_NAME_SIZE];
} dw_stage_files;
dw_stage_files dw_stage_list_strategies(void);
dw_stage_files dw_stage_list_kinds(void);
dw_stage_files dw_stage_list_brains(void);

/* A puppet guard, for stages made with it: it does what its command says, tick by tick, until the
 * test changes the command. After a reset it stands at its post. A new command takes effect in the
 * second step: in the first one the puppet only thinks it. */
extern const dw_brain_kind dw_brain_puppet;
dw_guard_command *dw_stage_puppet(dw_stage *stage, uint16_t guard);

/* What is wrong with the state of the world, or NULL: a body in a solid or in no room, a guard in
 * another body, a leaf in a body, a meter or a timer out of range, a wrong room. */
const char *dw_stage_fault(const dw_stage *stage);

#endif
