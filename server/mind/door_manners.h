/* door_manners.h - how a guard goes through doors: he asks for the doorway, waits beside it while
 * it is another's, opens the leaf in time and closes it behind him (server/RULES.md 1.26
 * to 1.30, 6.20 to 6.25). Owns: the door that he has to close. No allocation. */
#ifndef DW_MIND_DOOR_MANNERS_H
#define DW_MIND_DOOR_MANNERS_H

#include "server/mind/walker.h"
#include "server/sim/brain.h"

#define DW_DOOR_MANNERS_FIELDS(X, A, M)                                                            \
    X(u16, behind) /* The door whose doorway the guard is in or has just left, or DW_NONE. */      \
    X(u16, queued) /* The door that the guard waits for, or DW_NONE. */

typedef struct dw_door_manners {
    DW_FIELDS_MEMBERS(DW_DOOR_MANNERS_FIELDS)
} dw_door_manners;
typedef dw_door_manners dw_field_door_manners;

void dw_door_manners_reset(dw_door_manners *manners);
void dw_digest_door_manners(dw_digest *digest, const dw_door_manners *manners);

/* Gap between the square of a body at `position` and the doorway, on the axis where it is larger;
 * negative inside. */
int32_t dw_doorway_gap(const dw_map *map, uint16_t door, dw_vec position);

/* The door that comes next on the way and whose doorway is at most `reach` units off, or DW_NONE.
 */
uint16_t dw_door_ahead(const dw_map *map, const dw_walker *walker, const dw_percepts *percepts,
                       int32_t reach);

/* He goes elsewhere: no longer in any queue. */
void dw_door_manners_forget(dw_door_manners *manners);

/* Fills in open_door, hold_door and close_door. True when he has to wait, for manners->queued: the
 * doorway ahead is near and not his yet. `walker` may be NULL: he goes nowhere.
 * `main_way`: it leads to the main goal, so that a door it does not use is none to wait for. */
bool dw_door_manners_step(dw_door_manners *manners, const dw_brain_setup *setup,
                          const dw_walker *walker, bool main_way, const dw_percepts *percepts,
                          dw_guard_command *command);

/* A place beside the doorway to wait at: on the right as one looks at it, where whoever comes out
 * can pass. False when none is free of `query`'s extra solids; then he waits where he is. */
bool dw_door_waiting_place(const dw_brain_setup *setup, const dw_percepts *percepts,
                           const dw_nav_query *query, uint16_t door, dw_vec *place);

/* A place on the near or far side of the doorway that he stands in, clear of it. */
bool dw_door_leaving_place(const dw_brain_setup *setup, const dw_nav_query *query, uint16_t door,
                           bool far_side, uint16_t room, dw_vec *place);

#endif
