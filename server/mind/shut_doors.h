/* shut_doors.h - doors in the way of a body that cannot open them (server/RULES.md 11.17): it sees
 * those of its room, and remembers those of others for a while. Its set goes to dw_think.shut, so
 * that no path leads through them. Decides from percepts alone. No allocation. */
#ifndef DW_MIND_SHUT_DOORS_H
#define DW_MIND_SHUT_DOORS_H

#include "server/mind/think.h"

/* Once a tick, before the brain decides. Nothing for a kind that opens doors. */
void dw_shut_doors_note(dw_door_set *shut, const dw_brain_setup *setup,
                        const dw_percepts *percepts);

/* For a guard that opens doors: the doors that it has no key for, but for those of its room that
 * stand open now (server/RULES.md 1.76). NULL when it has all keys; else `space`, filled in. */
const dw_door_set *dw_shut_doors_keyless(dw_door_set *space, const dw_brain_setup *setup,
                                         const dw_percepts *percepts);

/* Once a tick, after the mover: it pulls at no leaf that its kind cannot move. */
void dw_shut_doors_leave(const dw_think *think);

#endif
