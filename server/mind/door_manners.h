/* door_manners.h - how a guard goes through doors (server/RULES.md 1.26 to 1.30, 6.20 to 6.25): it
 * asks for the doorway, waits beside it while another guard has it, opens the leaf in time, and
 * closes it behind itself. Owns: which door the guard has to close, and which one it waits for. No
 * allocation. */
#ifndef DW_MIND_DOOR_MANNERS_H
#define DW_MIND_DOOR_MANNERS_H

#include "server/mind/think.h"
#include "server/mind/walker.h"

#define DW_DOOR_MANNERS_FIELDS(X, A, M)                                                            \
    X(u16, behind) /* The door whose doorway the guard is in or has just left, or DW_NONE. */      \
    X(u16, queued) /* The door that the guard waits for, or DW_NONE. */

typedef struct dw_door_manners {
    DW_FIELDS_MEMBERS(DW_DOOR_MANNERS_FIELDS)
} dw_door_manners;
typedef dw_door_manners dw_field_door_manners;

void dw_door_manners_reset(dw_door_manners *manners);
DW_FIELDS_INLINE(door_manners, DW_DOOR_MANNERS_FIELDS);

/* Gap between the square of half side `half` at `position` and the doorway, on the axis where it is
 * larger; negative inside. */
int32_t dw_doorway_gap(const dw_map *map, uint16_t door, dw_vec position, int32_t half);

/* The same of the guard's own body. */
static inline int32_t dw_own_doorway_gap(const dw_think *think, uint16_t door)
{
    return dw_doorway_gap(think->setup->map, door, think->percepts->position,
                          dw_own_half(think->setup));
}

/* The next door on the path whose doorway is at most `reach` units off, or DW_NONE. */
uint16_t dw_door_ahead(const dw_think *think, const dw_walker *walker, int32_t reach);

/* Another goal: the guard leaves the queue. */
void dw_door_manners_forget(dw_door_manners *manners);

/* Fills in open_door, hold_door and close_door. True when the guard has to wait for
 * manners->queued: the doorway ahead is near and another guard has it. `walker` is NULL when the
 * guard goes nowhere. `main_path`: the path leads to the main goal, so that the guard leaves the
 * queue of a door that is not on it. */
bool dw_door_manners_step(dw_door_manners *manners, const dw_think *think, const dw_walker *walker,
                          bool main_path);

/* A position beside the doorway to wait at: on the right as one looks at the door, so that others
 * can come out. False when none is free of `query`'s extra solids. */
bool dw_door_waiting_place(const dw_think *think, const dw_nav_query *query, uint16_t door,
                           dw_vec *place);

/* A position just outside of a doorway, clear of it: in `room`, or in the room on the other side.
 */
typedef struct dw_door_side {
    uint16_t door, room;
    bool far_side;
} dw_door_side;
bool dw_door_leaving_place(const dw_brain_setup *setup, const dw_nav_query *query,
                           dw_door_side side, dw_vec *place);

#endif
