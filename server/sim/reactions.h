/* reactions.h - what a guard has sensed and its mind does not know yet (server/RULES.md 3.90 to
 * 3.92). Owns: for each guard of a kind with `reaction_ticks`, a ring of what it sensed in as many
 * ticks. Knows nothing of senses and of minds. The rings are state: they are hashed and saved.
 * Cost: O(what the guard senses) a tick, and 8 bytes a row in the state hash. Some 1 KiB a row,
 * taken at creation; no other kind costs anything. */
#ifndef DW_SIM_REACTIONS_H
#define DW_SIM_REACTIONS_H

#include "server/sim/brain.h"

typedef struct dw_reactions dw_reactions;

/* NULL in `out` when all guards of the map react at once. */
DW_MUST_USE dw_status dw_reactions_create(dw_reactions **out, dw_arena *arena, const dw_map *map,
                                          const dw_ruleset *rules);

/* A new round: nobody has sensed anything. */
void dw_reactions_reset(dw_reactions *reactions);

/* Keeps what the guard has sensed in this tick, and puts in its place what it sensed
 * `reaction_ticks` before: intruders, noises, smell, food, movement, rays, catches that it saw and
 * what it saw to be missing. Ages are those of now. Own body, guards, doors and messages stay. */
void dw_reactions_delay(dw_reactions *reactions, uint16_t guard, dw_percepts *percepts);

void dw_reactions_digest(dw_digest *digest, const dw_reactions *reactions);
void dw_reactions_save(const dw_reactions *reactions, dw_state_writer *writer);
/* Requires that each row names only what the map has, with numbers that a sense can give. */
void dw_reactions_load(dw_reactions *reactions, dw_state_reader *reader, const dw_map *map);

#endif
