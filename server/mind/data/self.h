/* self.h - the body that a brain of data steers: what it remembers, the facts that this makes, and
 * the skill that it runs. One body for guards, animals and others: what its kind cannot do, it
 * never does.
 * Owns: the memory of `reference` (brains/reference_mind.h), in which goals are errands that wait
 * for the runtime to begin them, and what animals need besides. Cost: that of `reference` and some
 * comparisons a tick. No allocation after creation. */
#ifndef DW_MIND_SELF_H
#define DW_MIND_SELF_H

#include "server/mind/brains/reference_mind.h"
#include "server/mind/data/runtime.h"
#include "server/mind/fright.h"
#include "server/mind/skills/flee.h"
#include "server/mind/skills/look_round.h"
#include "server/mind/skills/tell.h"
#include "server/mind/skills/wander.h"

enum {
    DW_SELF_HEARD_TICKS = 120, /* A noise that nothing came of is forgotten after this. */
    DW_SELF_ALARM_TICKS = 600  /* From one alarm to the next. */
};

#define DW_SELF_FIELDS(X, A, M)                                                                    \
    X(u8, node)    /* Of the runtime: which runs a skill that walks, or DW_RUN_NONE. */            \
    X(u8, skill)   /* That skill, */                                                               \
    X(flag, runs)  /* which has begun and not ended. */                                            \
    X(u8, outcome) /* dw_skill_state of the last tick. */                                          \
    X(u8, cause)   /* dw_cause of the node, */                                                     \
    X(u32, cause_id)                                                                               \
    X(u32, since) /* and the tick from which on it runs. */                                        \
    A(i32, args, DW_SKILL_ARGS_MAX, DW_SKILL_ARGS_MAX)                                             \
    X(u32, message)     /* Id of the last message that it heard; 0: none. */                       \
    X(u32, sensed_tick) /* When it sensed an intruder last; 0: never. */                           \
    X(flag, noise_new)  /* It has not gone after the noise. */                                     \
    X(u32, noise_tick)  /* Of the last noise that is not of its own side; 0: none, */              \
    X(vec, noise_place) /* and where it was. */                                                    \
    X(flag,                                                                                        \
      arrived) /* The skill of the last tick came to an end and there is something to see. */      \
    X(u32, woken_tick)     /* When it was awakened last; 0: never. */                              \
    X(u32, trail_tick)     /* When the point of the trail was left that it has come to. */         \
    X(flag, handler_known) /* `handler_place` is where it noticed its handler last. */             \
    X(vec, handler_place)                                                                          \
    X(flag, has_met) /* `met_place` is where its rays or its touch met somebody last. */           \
    X(vec, met_place)                                                                              \
    X(flag,                                                                                        \
      mischief)   /* The last stay of its wandering ended with the wish to topple something. */    \
    X(vec, place) /* Where the skill goes: food, a noise, a piece of furniture. */                 \
    X(u16, left)  /* Ticks of the skill: of a wait, a meal, or until a trail is given up. */       \
    X(u16, quiet) /* Ticks until it may bark or topple something again. */                         \
    X(needs, needs)                                                                                \
    X(fright, fright)                                                                              \
    X(flee, flee)                                                                                  \
    X(wander, wander)                                                                              \
    X(look_round, look)                                                                            \
    X(door_set, shut)  /* Doors that it believes shut and cannot open. */                          \
    X(tell_part, tell) /* Of a kind that tells guards. */                                          \
    X(reference_mind, guard)

/* Of this tick, or fixed for a match: no state. */
typedef struct dw_self_tick {
    const dw_percept_intruder *target; /* To chase, or NULL. */
    uint16_t handler;                  /* A guard, or DW_NONE. */
    bool meets;                        /* Its rays or its touch tell of somebody. */
    bool untold;                       /* It has somebody to tell of. */
    dw_radio_message said;             /* By the skill; the simulation copies it. */
    bool stepped;                      /* A skill that walks was run in this tick. */
} dw_self_tick;

struct dw_self {
    dw_self_tick now;
    DW_FIELDS_MEMBERS(DW_SELF_FIELDS)
};
typedef dw_self dw_field_self;
DW_FIELDS_AND(dw_self, DW_SELF_FIELDS, sizeof(dw_self_tick));

DW_MUST_USE dw_status dw_self_create(dw_self *self, dw_arena *arena, const dw_brain_setup *setup);

/* A new round. `accepts`: which goals of dw_goal its brain has use for, as bits; `leads`: it calls
 * out what its crew does, as a captain. */
void dw_self_reset(dw_self *self, uint64_t seed, uint16_t accepts, bool leads);

/* What this tick brings, and the facts that it makes. `running`: the skill that runs,
 * or NULL. */
void dw_self_perceive(dw_self *self, dw_think *think, const dw_skill *running, dw_facts *facts);

/* Stands for this tick: the mover is stepped once a tick, whatever happens. */
void dw_self_stand(dw_self *self, dw_think *think);

/* Goes where the mover is sent, at `think->speed`. */
dw_skill_state dw_self_go(dw_self *self, const dw_think *think);

/* A deed, unless it did one a short while ago. */
bool dw_self_do(dw_self *self, const dw_think *think, dw_deed deed);

bool dw_self_is_sound(const dw_self *self);
DW_FIELDS_DECLARE(self);

#endif
