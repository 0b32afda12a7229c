/* hush.h - who would hear an intruder: whether it should crouch, and where a coin would draw a
 * guard off its way. Only where the ruleset has `hearing`, and for coins `tools`. Knows what a
 * bot's view knows: the guards that it believes in, its own coins, and the public part of the
 * rules. How sharp guards' ears are, and what doors take from a sound, no player is told; it
 * reckons with the defaults. Cost: a step some microseconds where the floor is loud and a guard is
 * believed near; a coin a hundred throws and lengths. No allocation. */
#ifndef DW_BOT_HUSH_H
#define DW_BOT_HUSH_H

#include "client/bot/careful_danger.h"
#include "client/bot/ground.h"

/* The floor is loud, and a known guard would hear a step that is walked but not one that is
 * crouched. */
bool dw_hush_wants_crouch(const dw_bot_ground *ground, const dw_danger *danger,
                          const dw_bot_view *view);

/* A guard is known, so that leaves are better worked crouching. */
bool dw_hush_wants_quiet_leaf(const dw_danger *danger, const dw_bot_view *view);

/* A path over the roadmap that a bot would like to take. */
typedef struct dw_hush_path {
    const uint16_t *points;
    uint32_t count;
} dw_hush_path;

/* Where to throw a coin so that a guard which stands on the path, or looks at it, turns away and
 * goes there: far from the path and from the bot. False: there is no such guard, no coin left, or
 * no such place. Fills in the landing. */
bool dw_hush_choose_landing(const dw_bot_ground *ground, const dw_danger *danger,
                            const dw_bot_view *view, dw_hush_path path, dw_vec *landing);

#endif
