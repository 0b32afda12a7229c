/* detour.h - where a guard steps when it cannot go on: the positions of substitute goals and of
 * waiting (server/RULES.md 6.13 to 6.16, 6.24). Finds positions only; what is done about them is
 * the mover's. Every near body counts as solid. No allocation. */
#ifndef DW_MIND_DETOUR_H
#define DW_MIND_DETOUR_H

#include "server/mind/think.h"
#include "server/mind/traffic.h"

#include "common/base/rng.h"

/* A position to the right of `direction` (0: the guard's heading), rounded to a quarter turn, that
 * the guard can step to. With room a stride, forwards too when `on_the_move`; 33 mm where it is
 * tight. */
bool dw_detour_to_the_right(const dw_think *think, const dw_traffic *traffic, dw_vec direction,
                            bool on_the_move, dw_vec *place);

/* A free position within one body length, drawn from `rng`. */
bool dw_detour_unstuck(const dw_think *think, const dw_traffic *traffic, dw_rng *rng,
                       dw_vec *place);

/* Out of the doorway that the guard holds: first on the side where the path to `goal` goes on. */
bool dw_detour_out_of_doorway(const dw_think *think, const dw_traffic *traffic, dw_vec goal,
                              dw_vec *place);

/* Beside the doorway that the guard waits for, straight ahead, and further off than a shuffle. */
bool dw_detour_to_queue(const dw_think *think, const dw_traffic *traffic, uint16_t door,
                        dw_vec *place);

#endif
