/* sim_state.h - the inside of a dw_sim, for the files of the tick and for nobody else.
 * sim.c calls the phases, and each phase has files of its own. They call each other only where a
 * noise is made (noise.c), a bait is eaten (food.c) or a nose reaches (nose.c):
 *   mission_actions.c, bells.c, mission_devices.c, doors.c, locks.c and throws.c (2), motion.c and
 * deeds.c (3), stimuli.c (4), senses.c, nose.c, food.c and reactions.c (5), torches.c (5, 7),
 * minds.c (6, 7), heist.c and mission.c (8), sim_hash.c (9). Events of all phases go through
 * sim_events.c.
 */
#ifndef DW_SIM_STATE_H
#define DW_SIM_STATE_H

#include "server/sim/eye.h"
#include "server/sim/noticed.h"
#include "server/sim/reactions.h"
#include "server/sim/scent.h"
#include "server/sim/sim.h"
#include "server/sim/tools.h"

#include <stddef.h>

enum {
    DW_SIM_MINDS_MAX = 8, /* Kinds of brains that one guard can have had in a match. */
    /* Of a tick: each body may step and work a door, and calls, barks and coins are rare. Further
     * noises of the tick are lost. */
    DW_SIM_NOISES_MAX = 2 * DW_ACTORS_MAX
};

/* The memory of a brain that a guard has or had; a change back to that brain takes it again. */
typedef struct dw_sim_mind {
    const dw_brain_kind *kind; /* NULL: free. */
    void *memory;
} dw_sim_mind;

enum { DW_TOLD_MAX = 8 }; /* As many as the radio delivers in a tick; further ones are lost. */

/* Words of this tick to guards in the same room (server/RULES.md 10.33), for the next one. Outside
 * of the hot state. */
#define DW_TOLD_FIELDS(X, A, M)                                                                    \
    X(u8, count)                                                                                   \
    A(message, words, DW_TOLD_MAX, it->count)
typedef struct dw_told {
    DW_FIELDS_MEMBERS(DW_TOLD_FIELDS)
} dw_told;
typedef dw_told dw_field_told;
DW_FIELDS_DECLARE(told);

/* What steers later ticks, minds apart. */
#define DW_SIM_FIELDS(X, A, M)                                                                     \
    X(world, world) /* First: the hot state of a match lies together. */                           \
    A(u16, seen, DW_GUARDS_MAX, it->world.guard_count) /* Bit s: guard g has slot s in sight. */   \
    A(u16, touched, DW_GUARDS_MAX, it->world.guard_count) /* Bit s: contact in this tick. */       \
    /* By actor: how much of its next step it has gone, in 65536ths. */                            \
    A(u16, walked, DW_ACTORS_MAX, it->rules.hearing != 0 ? dw_actor_count(&it->world) : 0)         \
    /* By slot: the loudest dw_intruder_gait of that step, and for how many ticks it has stood. */ \
    A(u8, gaits, DW_INTRUDERS_MAX, it->rules.hearing != 0 ? DW_INTRUDERS_MAX : 0)                  \
    A(u8, stood, DW_INTRUDERS_MAX, it->rules.hearing != 0 ? DW_INTRUDERS_MAX : 0)                  \
    X(u64, seed)                                                                                   \
    X(radio, radio)                                                                                \
    A(board, board, 1, it->rules.strategy.board != 0 ? 1 : 0)                                      \
    /* For how long the motion detector of a guard goes on reporting. */                           \
    A(u16, motion_left, DW_GUARDS_MAX, it->detects_motion ? it->world.guard_count : 0)             \
    A(tools, tools, 1, it->rules.tools != 0 ? 1 : 0)                                               \
    A(u64, scent_mark, 1, it->rules.scent != 0 ? 1 : 0) /* Hash of all points that were left. */   \
    A(u64, torches, 1, it->has_torches ? 1 : 0)         /* Bit g: that of guard g is lit. */       \
    A(locks, locks, 1, it->map->lock_count > 0 ? 1 : 0)                                            \
    /* Bit g: guard g has detected somebody in this tick, and shouts in the next one. */           \
    A(u64, shouts, 1, it->has_voices ? 1 : 0)

/* What a match has to tell of its past: saved, but not part of the state hash. */
#define DW_SIM_REPORT_FIELDS(X, A, M)                                                              \
    X(u64, hash)                                                                                   \
    X(u64, listening) /* Bit g: guard g listens to a noise, or goes to see what made it. */        \
    X(u32, events_dropped)                                                                         \
    X(flag, events_open) /* Events since the last step: they belong to the next one. */            \
    X(u32, event_count)                                                                            \
    A(sim_event, events, DW_SIM_EVENTS_MAX, it->event_count)

struct dw_sim {
    DW_FIELDS_MEMBERS(DW_SIM_FIELDS)
    bool without_hash;
    bool without_outcome;
    bool detects_motion;                     /* A kind has a motion detector. */
    bool has_torches;                        /* A kind has a torch, and the ruleset has light. */
    bool has_voices;                         /* A kind can shout, and the ruleset has hearing. */
    dw_vec intruder_steps[DW_INTRUDERS_MAX]; /* Of present ones in this tick: phase 3 for 5. */
    uint64_t dormant_guards;                 /* At the start of a round. */
    int64_t far_distances[DW_KINDS_MAX];     /* D of each kind's meter, in units. */
    int64_t step_max_squared;                /* Of a guard's step. */
    uint16_t noise_count; /* 0 between two steps, so that no state is made of the list. */

    const dw_map *map;
    const dw_nav *nav;
    const dw_nav_set *sizes; /* Or NULL. */
    dw_arena *arena;
    dw_ruleset rules;
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    void *memories[DW_GUARDS_MAX];
    dw_sim_mind *minds; /* DW_SIM_MINDS_MAX for each guard. */
    dw_search_pool searches;
    dw_search_pool *size_searches[DW_NAV_SIZES_MAX]; /* By place in `sizes`, once in use. */
    dw_zones *zones;                                 /* NULL: the strategy has none. */
    dw_route_weights *patrol_weights;                /* NULL: darkness costs guards nothing. */
    dw_percepts *percepts;                           /* One for each guard. */
    dw_noticed *noticed;                             /* Likewise; saved and not hashed. */
    dw_scent *scent;                                 /* NULL: no trails, or no nose on this map. */
    dw_reactions *reactions;                         /* NULL: all guards react at once. */
    const dw_mission *mission;                       /* NULL: a heist. */
    dw_mission_state *mission_state;                 /* NULL without a mission. */
    dw_question *question;                           /* NULL: the mission asks nothing. */
    uint8_t pressed[DW_INTRUDERS_MAX];               /* By slot: 1 + the device that the use key
                                                        found in this tick. */
    dw_told *told;                                   /* NULL: no kind tells guards in its room. */
    dw_noise noises[DW_SIM_NOISES_MAX];
    uint8_t heard_counts[DW_INTRUDERS_MAX]; /* Of the last step, by slot. */
    dw_heard heard[DW_INTRUDERS_MAX][DW_HEARD_MAX];
    DW_FIELDS_MEMBERS(DW_SIM_REPORT_FIELDS)
};
typedef dw_sim dw_field_sim;
DW_FIELDS_DECLARE(sim);

/* What the body of this guard is. */
static inline const dw_kind *dw_sim_kind_of(const dw_sim *sim, uint16_t guard)
{
    return &sim->rules.kinds[dw_guard_actor(&sim->world, guard)->kind];
}

/* Half the side of the actor's square; 0 for a device, which has no body. */
static inline int32_t dw_sim_half_of(const dw_sim *sim, const dw_actor *actor)
{
    return actor->role == DW_ROLE_GUARD ? dw_kind_half(&sim->rules.kinds[actor->kind])
                                        : (int32_t)DW_BODY_HALF;
}

/* The same of what keeps other bodies out; 0: they pass through it. */
static inline int32_t dw_sim_solid_half_of(const dw_sim *sim, const dw_actor *actor)
{
    const bool passed =
        actor->role == DW_ROLE_GUARD && sim->rules.kinds[actor->kind].body.solid == 0;
    return passed ? 0 : dw_sim_half_of(sim, actor);
}

enum { DW_SIM_HOT_BYTES_MAX = 8 << 10 };
_Static_assert(offsetof(dw_sim, map) <= DW_SIM_HOT_BYTES_MAX, "the hot state keeps its budget");

/* sim_events.c: appends to the events of the step that runs, or of the next one. The event for its
 * further fields, or NULL when the list is full. */
dw_sim_event *dw_sim_emit(dw_sim *sim, dw_sim_event_kind kind, uint16_t guard, uint16_t slot,
                          uint16_t door);
dw_sim_event *dw_sim_emit_item(dw_sim *sim, dw_sim_event_kind kind, uint16_t slot, uint8_t item);

/* guards.c: the guard is there, dormant or not, as if its round began. */
void dw_sim_put_guard(dw_sim *sim, uint16_t g, dw_vec position, uint16_t heading_bam,
                      dw_presence presence);
/* mission_actions.c, before phase 2: doors and lights that actions of the mission change. */
void dw_sim_carry_out_actions(dw_sim *sim);
/* bells.c: the bell begins to ring; and those that ring are heard. */
void dw_sim_ring_bell(dw_sim *sim, uint16_t device);
void dw_sim_strike_bells(dw_sim *sim);
/* persons.c: at the start of a round; and what the person in that slot does in phase 3. */
void dw_sim_place_persons(dw_sim *sim);
dw_intent dw_sim_lead_person(dw_sim *sim, uint8_t slot);
/* After its step: a person that stands before a shut door opens it. */
void dw_sim_let_person_through(dw_sim *sim, uint8_t slot);
static inline bool dw_sim_is_person(const dw_sim *sim, uint32_t slot)
{
    return (dw_person_slots(sim->mission) >> slot & 1) != 0;
}
/* Bit s: there is a player's body in slot s; persons do not count. */
static inline uint32_t dw_sim_players_present(const dw_sim *sim)
{
    return dw_slots_present(&sim->world) & ~dw_person_slots(sim->mission);
}
/* mission_talk.c: a line that is to be said, all lines of a segment; and those that wait, in
 * phase 8. */
void dw_sim_queue_line(dw_sim *sim, uint32_t action);
void dw_sim_begin_segment(dw_sim *sim, uint16_t index);
/* Phase 2: what players answer to the question that is open; phase 8: the option that is decided in
 * this tick, or NULL. */
void dw_sim_take_answers(dw_sim *sim, const dw_intent *intents);
const dw_mission_option *dw_sim_decide_question(dw_sim *sim);
void dw_sim_say_lines(dw_sim *sim);
/* mission_devices.c: those that an open part or a trigger wants, and that this intruder can use. */
dw_device_set dw_sim_wanted_devices(const dw_sim *sim, uint8_t slot);
void dw_sim_use_device(dw_sim *sim, uint8_t slot, uint16_t device);
/* mission.c, phase 8 after captures: parts, triggers, guards that arrive. How the mission ends now.
 */
dw_outcome dw_sim_run_mission(dw_sim *sim);
/* doors.c: opens or closes by nobody's hand; a body keeps a leaf open. */
void dw_sim_set_door(dw_sim *sim, uint16_t door, bool open);
/* locks.c: whether a shut leaf is kept shut. */
static inline bool dw_sim_door_is_locked(const dw_sim *sim, uint16_t door)
{
    return dw_door_is_locked(sim->map, sim->locks[0].turned, door);
}
/* Locks or unlocks the door's lock, if it has one. */
void dw_sim_turn_lock(dw_sim *sim, uint16_t door, bool locked);
/* A press at a shut door that is locked: true when the intruder has a key, and the lock is unlocked
 * now. Else it may begin to pick. */
bool dw_sim_press_lock(dw_sim *sim, uint8_t slot, uint16_t door);
/* A tick of an intruder with the use key held, or not. */
void dw_sim_pick_lock(dw_sim *sim, uint8_t slot, bool held);
/* Whether the intruder picks a lock in this tick. */
static inline bool dw_sim_picks(const dw_sim *sim, uint32_t slot)
{
    return sim->map->lock_count > 0 && sim->locks[0].picks[slot].ticks > 0;
}
/* Whether a guard has the key of the door's lock; true without a lock. */
bool dw_sim_guard_has_key(const dw_sim *sim, uint16_t guard, uint16_t door);
/* Refuses a guard with a patrol through a door that it has no key for. */
dw_status dw_sim_check_keys(const dw_sim *sim, dw_error *error);
/* All doors that it has no key for, in the arena of the match; NULL: there are no such doors, or no
 * memory, which `status` says. */
const dw_door_set *dw_sim_keyless_doors(dw_sim *sim, uint16_t guard, dw_status *status);
/* Phase 2: use intents by slot, then the guards' commands. */
void dw_sim_work_doors(dw_sim *sim, const dw_intent *intents);
/* Turns all lamps of the switch over. */
void dw_sim_work_switch(dw_sim *sim, uint16_t index);
/* throws.c, after it: what flies lands, and intruders throw. */
void dw_sim_throw_tools(dw_sim *sim, const dw_intent *intents);
/* Phase 3: all bodies in slot order, beginning with tick mod n. */
void dw_sim_move_bodies(dw_sim *sim, const dw_intent *intents);
/* deeds.c: what bodies do besides, where they stand now. */
void dw_sim_do_deeds(dw_sim *sim);
/* noise.c: a noise of phases 2 and 3, for phase 4 of the same tick. Nothing without `hearing`. */
void dw_sim_make_noise(dw_sim *sim, const dw_noise *noise);
/* A noise that the actor makes there. */
void dw_sim_make_noise_of(dw_sim *sim, const dw_actor *actor, dw_noise_kind kind, dw_vec position,
                          int32_t level_db10);
/* A body has moved from `before` to where it is: its steps. */
void dw_sim_hear_walk(dw_sim *sim, uint8_t index, dw_vec before);
/* A leaf has moved. */
void dw_sim_hear_leaf(dw_sim *sim, uint16_t door, const dw_actor *by);
/* Guards that began to talk into the radio, or detected somebody, in the last tick. */
void dw_sim_hear_voices(dw_sim *sim);
/* The first gait, from calm to intercept, that is as fast as a step of a tick; else the fastest. */
dw_kind_gait dw_sim_gait_of(const dw_kind *kind, int32_t step);
/* Phase 4: noises of the tick become percepts of the guards, and what players hear. */
void dw_sim_spread_stimuli(dw_sim *sim);
/* Phase 5: sight, touch and meters, and the percepts of each guard. */
void dw_sim_sense(dw_sim *sim);
/* ray_sense.c, motion_sense.c: a part of phase 5, for a guard whose kind has that sensor. */
void dw_sim_sense_rays(const dw_sim *sim, uint16_t guard, dw_percepts *percepts);
void dw_sim_sense_motion(dw_sim *sim, uint16_t guard, dw_percepts *percepts);
/* evidence_sense.c: likewise, with `evidence`. */
void dw_sim_sense_evidence(const dw_sim *sim, uint16_t guard, const dw_eye *eye,
                           dw_percepts *percepts);
/* nose.c: each intruder leaves a point of its trail; then noses find them. */
void dw_sim_smell(dw_sim *sim);
/* Whether the guard's nose reaches that point: near, with nothing solid between. */
bool dw_sim_nose_reaches(const dw_sim *sim, uint16_t guard, dw_vec point);
/* food.c: which bait each guard with hunger notices; and the nearest in reach is eaten. */
void dw_sim_notice_food(dw_sim *sim);
void dw_sim_eat(dw_sim *sim, uint16_t guard);
/* Whether trails are left at all: the ruleset has them, and a guard of the map has a nose. */
bool dw_sim_has_nose(const dw_sim *sim);
/* torches.c: whether any can be lit at all; phase 7: the guard lights its own, or not. */
bool dw_sim_has_torches(const dw_sim *sim);
void dw_sim_light_torch(dw_sim *sim, uint16_t guard, bool lit);
/* How light it is at a place by room and lamps; and at the centre of a body, torches included. */
int32_t dw_sim_light_at(const dw_sim *sim, dw_vec position, uint16_t room);
int32_t dw_sim_light_of(const dw_sim *sim, const dw_actor *actor);
/* Phase 6: messages reach the guards that hear them. */
void dw_sim_deliver(dw_sim *sim);
/* Phase 7: beliefs, goal, plan, and the command that the next tick carries out. */
void dw_sim_think(dw_sim *sim);
/* Phase 8: catch timers, exit, time limit. */
void dw_sim_judge(dw_sim *sim);
/* Phase 9: `hash` and the state, with the intents that the tick carried out. */
uint64_t dw_sim_hash_tick(const dw_sim *sim, uint64_t hash, const dw_intent *intents);

/* throws.c: what the intruders of a round have at its start. */
void dw_sim_deal_tools(dw_sim *sim, uint32_t slots);

/* heist.c: the first item of those that the intruder carries that the mate can take too; DW_NONE
 * without one. */
uint16_t dw_sim_item_for(const dw_sim *sim, uint8_t slot, uint8_t mate);
/* That item passes to the mate. There is one. */
void dw_sim_hand_item(dw_sim *sim, uint8_t slot, uint8_t mate);
/* All that the intruder carries falls where it stands. */
void dw_sim_drop_items(dw_sim *sim, uint8_t slot);

/* minds.c: gives the guard a brain of that kind, with the memory of an earlier one if both are
 * created alike. DW_FULL or DW_MEMORY leave everything as it was. */
dw_status dw_sim_take_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind);
/* Makes the guard's memory new, with the seed that this round gives it. */
void dw_sim_reset_brain(dw_sim *sim, uint16_t guard);

#endif
