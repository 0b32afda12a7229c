/* alignment.h - brings one coordinate of a body to an exact value. It is for gaps exactly as wide
 * as the body, without a wall to slide along into them. Steps have six lengths (three gaits,
 * straight and diagonal); up to eight of them, forth and back, add up to nearly every distance.
 * Diagonal steps are slides along the wall that the body touches, or pairs whose sideways parts
 * cancel. The follower uses it when manoeuvre.h finds nothing. Cost: a few hundred microseconds; no
 * allocation. */
#ifndef DW_BOT_ALIGNMENT_H
#define DW_BOT_ALIGNMENT_H

#include "client/bot/manoeuvre.h"

/* Finds steps that give the body exactly the corner's x or y, with a clear line to the point
 * beyond, or to the corner without one. False when there are none. */
bool dw_alignment_find(const dw_manoeuvre_task *task, dw_manoeuvre *out);

#endif
