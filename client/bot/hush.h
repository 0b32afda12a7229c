/* hush.h - who would hear an intruder: whether it should crouch; and what to throw where, so that a
 * guard goes off its way: a coin for ears, a bait for a dog. Steps and coins only where the ruleset
 * has `hearing`, throws only where it has `tools`. Knows what a bot's view knows: the guards that
 * it believes in and the kinds told, its own coins and baits, and the public part of the rules. How
 * sharp guards' ears are, what doors take from a sound, and when a dog is hungry, no player is
 * told; it reckons with the defaults. Cost: a step some microseconds where the floor is loud and a
 * guard is believed near; a throw a hundred throws and lengths. No allocation. */
#ifndef DW_BOT_HUSH_H
#define DW_BOT_HUSH_H

#include "client/bot/careful_danger.h"
#include "client/bot/ground.h"
#include "common/world/movement.h"

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

typedef struct dw_hush_throw {
    dw_tool tool;
    dw_vec landing;
} dw_hush_throw;

/* What to throw where, so that a guard which stands on the path, or looks at it, turns away and
 * goes there: far from the path and from the bot, and where it sees little of the path. A bait for
 * a dog that bars the path and sees or smells it there, else a coin. `played_ticks`: since the
 * round began. False: there is no such guard, nothing left for it, or no such place. */
bool dw_hush_choose_throw(const dw_bot_ground *ground, const dw_danger *danger,
                          const dw_bot_view *view, dw_hush_path path, uint32_t played_ticks,
                          dw_hush_throw *chosen);

#endif
