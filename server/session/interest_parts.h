/* interest_parts.h - the parts of the interest filter; private to its files.
 *
 *   interest.c         numbers bodies and puts a client's snapshot together, with the help of
 *   interest_sight.c     which guards an intruder sees
 *   interest_doors.c     which doors and locks it sees
 *   interest_lights.c    which lamps and switches it sees
 *   interest_rows.c      what a snapshot says of a body and of items; order by importance
 *   occluders.h        lines of sight, for the first two; tries what has hidden something before
 *
 * Each part calls those below it and no other. */
#ifndef DW_SESSION_INTEREST_PARTS_H
#define DW_SESSION_INTEREST_PARTS_H

#include "server/session/interest.h"

/* Bit g: one of the eyes (bit s: the intruder in slot s) sees guard g, margin included. */
uint64_t dw_interest_guards_seen(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes);

/* Brings the client's doors up to date, as far as its eyes see them. */
void dw_interest_update_doors(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes);

/* Brings the client's locks up to date, as far as its eyes see a door with that lock. */
void dw_interest_update_locks(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes);

/* Brings the client's switches up to date, as far as its eyes see them or their lamps. */
void dw_interest_update_switches(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes);

/* A guard's row but for its id. The meter is the highest against any of the eyes; with `only_seers`
 * those that do not see the guard do not count. */
void dw_interest_guard_row(const dw_interest_scene *scene, uint16_t guard, uint32_t eyes,
                           bool only_seers, dw_snapshot_body *row);
void dw_interest_intruder_row(dw_interest_scene *scene, uint8_t slot, uint8_t id,
                              dw_snapshot_body *row);
void dw_interest_fill_items(const dw_interest_scene *scene, dw_snapshot *out);
/* Behind the items: the baits that the eyes see, or all of them. After dw_interest_fill_items. */
void dw_interest_fill_baits(const dw_interest_scene *scene, uint32_t eyes, bool all,
                            dw_snapshot *out);

#endif
