/* patrol.h - the calm part of a guard's work: his own cycle of rooms, a place in each, and a look
 * round there (server/RULES.md 5.8 to 5.20). Knows nothing of intruders. */
#ifndef DW_MIND_PATROL_H
#define DW_MIND_PATROL_H

#include "common/base/rng.h"
#include "server/mind/mover.h"

typedef enum dw_patrol_phase {
    DW_PATROL_CHOOSING, /* Draws places in the next room. */
    DW_PATROL_WALKING,
    DW_PATROL_LOOKING /* Looks round at the place. */
} dw_patrol_phase;

#define DW_PATROL_FIELDS(X, A, M)                                                                  \
    X(u8, phase)   /* dw_patrol_phase */                                                           \
    X(u8, draws)   /* In this room so far. */                                                      \
    X(flag, peeps) /* Into a dead end the guard only looks, from the inner half of its door. */    \
    X(u16, stop)   /* Index into the patrol. */                                                    \
    X(u16, look_ticks)                                                                             \
    X(u16, look_left)                                                                              \
    X(rng, places)

typedef struct dw_patrol_state {
    DW_FIELDS_MEMBERS(DW_PATROL_FIELDS)
} dw_patrol_state;
typedef dw_patrol_state dw_field_patrol;

/* A new round: somewhere in the cycle, so that no two rounds begin alike. */
void dw_patrol_reset(dw_patrol_state *patrol, const dw_brain_setup *setup, uint64_t seed);

/* One tick of the rounds into `command`; the mover is the guard's own. */
void dw_patrol_think(dw_patrol_state *patrol, dw_mover *mover, const dw_brain_setup *setup,
                     const dw_percepts *percepts, int32_t speed, dw_guard_command *command);

/* Goes on where the rounds were broken off: to a new place in the same room. */
void dw_patrol_resume(dw_patrol_state *patrol);

/* On to the next room of the cycle. */
void dw_patrol_skip(dw_patrol_state *patrol, const dw_brain_setup *setup);

/* The room that he goes to or looks round in. */
uint16_t dw_patrol_room(const dw_patrol_state *patrol, const dw_brain_setup *setup);

void dw_digest_patrol(dw_digest *digest, const dw_patrol_state *patrol);

/* How long to look round at `place` in `room`: with the reference's rules clamp(120 + 12 * area in
 * square metres * (1 - d / half the diagonal), 120, 480) ticks, d = distance to the middle. */
uint16_t dw_look_ticks(const dw_ruleset *rules, const dw_room *room, dw_vec place);

/* The heading of the next tick while looking round, `left` of `ticks` to go: the first quarter
 * towards the middle, the second to the left, the rest to the right. */
uint16_t dw_look_heading(const dw_room *room, dw_vec place, uint16_t heading_bam, uint16_t ticks,
                         uint16_t left, int32_t turn_bam);

/* A free place in `room` drawn from `rng`, or false when this draw hits something. */
bool dw_draw_place(const dw_brain_setup *setup, dw_rng *rng, uint16_t room, dw_vec *place);

#endif
