/* alignment.h - brings one coordinate of a body to an exact value, for gaps that are exactly as
 * wide as the body with nothing to slide along into them. Steps have six lengths (three gaits,
 * straight and diagonal); up to eight of them, forth and back, add up to nearly every distance.
 * Diagonal ones are slides along the wall that the body touches, or pairs whose sideways parts
 * cancel. Asked for when manoeuvre.h finds nothing. Cost: some hundred microseconds; no allocation.
 */
#ifndef DW_BOT_ALIGNMENT_H
#define DW_BOT_ALIGNMENT_H

#include "client/bot/manoeuvre.h"

/* Steps after which the body has the corner's x or y exactly and sees the corner (or, when there is
 * one, the point beyond). False when there are none. */
bool dw_alignment_find(const dw_manoeuvre_task *task, dw_manoeuvre *out);

#endif
