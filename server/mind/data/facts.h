/* facts.h - the facts by which brains that are data decide: named flags and numbers, computed once
 * a tick from percepts, memory and needs (server/mind/data/self.h). They never come from the world
 * itself (ARCHITECTURE.md, invariant 3).
 * Owns: the table of facts, which is also the reference for people (`duskwatch-lab brain facts`).
 * Knows nothing of how a fact is computed. Pure. */
#ifndef DW_MIND_FACTS_H
#define DW_MIND_FACTS_H

#include "common/world/state.h"

/* Name, type, the dw_cause of a decision that this fact makes, meaning. Flags are 0 or 1. A flag
 * stays set as long as it is true: what happened in one tick is remembered until it is dealt
 * with. */
/* clang-format off */
#define DW_FACTS(X)                                                                                \
    X(sees_intruder, FLAG, SIGHTING, "an intruder is in sight")                                    \
    X(untold, FLAG, SIGHTING, "an intruder of which it has told no guard lately, or it runs to tell") \
    X(suspects, FLAG, SIGHTING, "the meter of an intruder that it senses is high: not sure yet")   \
    X(detected, FLAG, SIGHTING, "it senses an intruder that it has detected: one to chase")        \
    X(touched, FLAG, SIGHTING, "an intruder touches it")                                           \
    X(somebody, FLAG, SIGHTING, "its rays meet somebody, or an intruder touches it")               \
    X(lost, FLAG, LOST, "an intruder that it chased is out of sight, and it knows where it was")   \
    X(caught, FLAG, CAUGHT, "it saw in this tick that an intruder is caught or gone")              \
    X(heard, FLAG, NOISE, "it heard a noise that is not of its own side, in the last 2 seconds")   \
    X(disturbed, FLAG, NOISE, "any noise reached it, or an intruder touched it, in this tick")     \
    X(curious, FLAG, NOISE, "noises have made it stop to listen, or go and see")                   \
    X(arrived, FLAG, ARRIVAL, "it came to the end of a trail, a noise or a last known position")   \
    X(smells, FLAG, TRAIL, "it smells a point of a trail that is fresher than where it was")       \
    X(told, FLAG, MESSAGE, "messages gave it something to do that it has not begun")               \
    X(asked_to_search, FLAG, MESSAGE, "it has a room to search, or searches it")                   \
    X(asked_to_intercept, FLAG, MESSAGE, "it has a reported room to go to, or goes there")         \
    X(asked_to_lie_in_wait, FLAG, MESSAGE, "it has a door at which to wait, or waits there")       \
    X(asked_to_hold, FLAG, MESSAGE, "it has the exit or the objective to hold, or holds it")       \
    X(asked_to_board, FLAG, MESSAGE, "it has something to write on the board or to read there")    \
    X(released, FLAG, MESSAGE, "what it does has become pointless: back to its patrol")            \
    X(evidence, FLAG, EVIDENCE, "it found something changed that it can put right")                \
    X(alert, FLAG, SIGHTING, "its agitation is not 0")                                              \
    X(agitation, NUMBER, SIGHTING, "0 to 3")                                                        \
    X(hungry, FLAG, NEED, "hunger presses")                                                        \
    X(tired, FLAG, NEED, "tiredness presses")                                                      \
    X(afraid, FLAG, NEED, "fear presses")                                                          \
    X(hunger, NUMBER, NEED, "0 to 1000 points")                                                    \
    X(energy, NUMBER, NEED, "0 to 1000 points")                                                    \
    X(fear, NUMBER, NEED, "0 to 1000 points")                                                      \
    X(food_near, FLAG, NEED, "it smells or sees food (not where it was frightened), or goes to it") \
    X(asleep, FLAG, NEED, "it sleeps")                                                             \
    X(can_lie_here, FLAG, NEED, "it stands neither in a corridor nor near a doorway")              \
    X(rested_lately, FLAG, NEED, "it was awakened in the last 10 seconds")                         \
    X(mischief, FLAG, TIMER, "after one stay in three: it wants to topple something in its room")     \
    X(has_handler, FLAG, SIGHTING, "it knows where its handler is or was")                         \
    X(guard_near, FLAG, SIGHTING, "it senses another guard")                                       \
    X(in_doorway, FLAG, BLOCKED, "it stands in a doorway that it holds")                           \
    X(done, FLAG, DONE, "the skill that it ran has come to its end")                               \
    X(failed, FLAG, BLOCKED, "the skill that it ran could not be carried out")                     \
    X(ticks_in_state, NUMBER, TIMER, "since the state or running node was entered")                \
    X(ticks_since_sighting, NUMBER, LOST, "since it sensed an intruder; 1000000: never")           \
    X(distance_to_target_mm, NUMBER, SIGHTING, "to the intruder to chase; 1000000: none")          \
    X(distance_to_noise_mm, NUMBER, NOISE, "to the noise that counts; 1000000: none")              \
    X(suspicion, NUMBER, NOISE, "what it sensed lately, by what it has learned: 0 to 1000")        \
    X(light, NUMBER, EVIDENCE, "at its place, 0 to 100")
/* clang-format on */

typedef enum dw_fact {
#define DW_FACT_ENUM(name, type, cause, meaning) DW_FACT_##name,
    DW_FACTS(DW_FACT_ENUM)
#undef DW_FACT_ENUM
        DW_FACT_COUNT
} dw_fact;

typedef enum dw_fact_type { DW_FACT_FLAG, DW_FACT_NUMBER } dw_fact_type;

typedef struct dw_fact_info {
    const char *name;
    const char *meaning;
    dw_fact_type type;
    dw_cause cause;
} dw_fact_info;

extern const dw_fact_info dw_fact_table[DW_FACT_COUNT];

enum { DW_FACT_NEVER = 1000000 }; /* A number of which there is nothing to say. */

/* The facts of one guard in one tick. */
typedef struct dw_facts {
    int32_t of[DW_FACT_COUNT];
} dw_facts;

/* Another state or node begins: it has neither ended nor lasted. */
static inline void dw_facts_enter(dw_facts *facts)
{
    facts->of[DW_FACT_done] = 0;
    facts->of[DW_FACT_failed] = 0;
    facts->of[DW_FACT_ticks_in_state] = 0;
}

/* DW_FACT_COUNT for an unknown name. */
uint32_t dw_fact_find(const char *name);

#endif
