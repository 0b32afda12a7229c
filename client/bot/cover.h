/* cover.h - what light and floors are worth to an intruder that sneaks: in the dark guards notice
 * it more slowly, and on soft floors they hear it less. Light counts where the ruleset has `light`,
 * floors where it has `hearing`; else nothing here changes anything.
 * Knows the public map and what a bot's view knows of doors and switches. Cost: that of
 * dw_light_at. No allocation, no state. */
#ifndef DW_BOT_COVER_H
#define DW_BOT_COVER_H

#include "client/bot/roadmap.h"
#include "client/bot/walk.h"

/* How fast a guard's meter rises there, in percent of full light: 10 to 100. */
uint32_t dw_cover_gain_percent(const dw_roadmap *roadmap, const dw_bot_view *view, uint16_t node);

/* The price of a millimetre from that node on beside its length, for the light and the floor there:
 * at most half of DW_ROADMAP_PRICE_ONE, so that it decides between ways of nearly the same length.
 */
uint32_t dw_cover_price(const dw_roadmap *roadmap, const dw_bot_view *view, uint16_t node);

#endif
