/* scent.h - the trails that intruders leave behind, for kinds with a nose (server/RULES.md 11.1 to
 * 11.3). Owns: the last minute of each slot as a ring of points, one for each DW_SCENT_TICKS. When
 * a point was left follows from its place in the ring, so a point is a position alone. Knows
 * nothing of noses (nose.c). The ring lies outside of the hot state. It is hashed as it is written:
 * `mark` of the simulation stands for all that was ever left. Cost: O(slots) for each
 * DW_SCENT_TICKS. 1920 bytes a slot, taken at creation. */
#ifndef DW_SIM_SCENT_H
#define DW_SIM_SCENT_H

#include "common/world/world_fields.h"

enum {
    DW_SCENT_TICKS = 15,         /* From one point to the next, */
    DW_SCENT_POINTS = 240,       /* and how many are kept: a minute. */
    DW_SCENT_NOTHING = INT32_MIN /* As x: no point was left. */
};

#define DW_TRAIL_FIELDS(X, A, M) A(vec, points, DW_SCENT_POINTS, DW_SCENT_POINTS)
typedef struct dw_trail {
    DW_FIELDS_MEMBERS(DW_TRAIL_FIELDS)
} dw_trail;
typedef dw_trail dw_field_trail;

typedef struct dw_scent dw_scent;

/* Trails of slots 0 .. `slots` - 1. */
DW_MUST_USE dw_status dw_scent_create(dw_scent **out, dw_arena *arena, uint32_t slots);

/* A new round: nobody has been anywhere. */
void dw_scent_reset(dw_scent *scent);

/* At a tick that is a multiple of DW_SCENT_TICKS: where the intruder is now, or NULL when it leaves
 * no point. */
void dw_scent_leave(dw_scent *scent, uint32_t tick, uint32_t slot, const dw_vec *position);

/* The point that a slot left `back` times ago, 0 <= back < DW_SCENT_POINTS; false when it left none
 * there. */
bool dw_scent_point(const dw_scent *scent, uint32_t tick, uint32_t slot, uint32_t back,
                    dw_vec *point);

/* How old that point is at `tick`. */
static inline uint32_t dw_scent_age(uint32_t tick, uint32_t back)
{
    return tick % DW_SCENT_TICKS + back * DW_SCENT_TICKS;
}

uint32_t dw_scent_slots(const dw_scent *scent);

void dw_scent_save(const dw_scent *scent, dw_state_writer *writer);
/* Requires that each point is inside of `bounds`. */
void dw_scent_load(dw_scent *scent, dw_state_reader *reader, dw_rect bounds);

#endif
