/* sim_state.h - the inside of a dw_sim, shared by the files of the tick and by nobody else.
 * One file a phase group: doors.c (2), motion.c (3), senses.c (4, 5), heist.c (8), sim_hash.c (9).
 */
#ifndef DW_SIM_STATE_H
#define DW_SIM_STATE_H

#include "common/base/rng.h"
#include "server/sim/sim.h"

#include <stddef.h>

/* As many kinds of brains as a guard can have had in a match. */
enum { DW_SIM_MINDS_MAX = 4 };

/* The memory of a brain that a guard has or had: he who gets it back needs no other. */
typedef struct dw_sim_mind {
    const dw_brain_kind *kind; /* NULL: free. */
    void *memory;
} dw_sim_mind;

struct dw_sim {
    dw_world world; /* First: the hot state of a match lies together. */
    uint64_t hash;
    bool hash_on_demand;
    uint16_t seen[DW_GUARDS_MAX];    /* Bit s: guard g has slot s in sight. */
    uint16_t touched[DW_GUARDS_MAX]; /* Bit s: contact in this tick. */
    uint32_t event_count, events_dropped;
    bool events_open; /* Some were emitted since the last step: they belong to the next one. */
    struct {
        int64_t far_distance;  /* D of the meter, in units. */
        int64_t range_squared; /* In units squared; 0 = any distance. */
    } eyes[DW_KIND_COUNT];
    int64_t step_max_squared; /* Of a guard's step. */

    const dw_map *map;
    const dw_nav *nav;
    dw_arena *arena;
    dw_ruleset rules;
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    void *memories[DW_GUARDS_MAX];
    dw_sim_mind minds[DW_GUARDS_MAX][DW_SIM_MINDS_MAX];
    uint64_t seed;
    dw_radio radio;
    dw_search_pool searches;
    dw_percepts *percepts; /* One for each guard. */
    dw_sim_event events[DW_SIM_EVENTS_MAX];
};

/* What the body of this guard is. */
static inline const dw_kind *dw_sim_kind_of(const dw_sim *sim, uint16_t guard)
{
    return dw_ruleset_kind_of(&sim->rules, &sim->map->guards[guard]);
}

void dw_sim_emit(dw_sim *sim, dw_sim_event_kind kind, uint16_t guard, uint16_t slot, uint16_t door);

enum { DW_SIM_HOT_BYTES_MAX = 8 << 10 };
_Static_assert(offsetof(dw_sim, map) <= DW_SIM_HOT_BYTES_MAX, "the hot state keeps its budget");

/* Phase 2: use intents by slot, then the guards' commands. */
void dw_sim_work_doors(dw_sim *sim, const dw_intent *intents);
/* Phase 3: everybody in slot order, beginning with tick mod n. */
void dw_sim_move_bodies(dw_sim *sim, const dw_intent *intents);
/* Phase 5: sight, touch and meters, and what each guard gets to know of it. */
void dw_sim_sense(dw_sim *sim);
/* Phase 6: what is said reaches those who hear it. */
void dw_sim_deliver(dw_sim *sim);
/* Phase 8: catch timers, exit, time limit. */
void dw_sim_judge(dw_sim *sim);
/* Phase 9. */
uint64_t dw_sim_hash_state(const dw_sim *sim, uint64_t hash, const dw_intent *intents);

/* The objective falls where its carrier stands. */
void dw_sim_drop_objective(dw_sim *sim, uint8_t slot);

#endif
