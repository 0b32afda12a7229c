/* look.h - how long one looks round at a place by the formula of server/RULES.md 5.15, in real
 * numbers: the judge of dw_look_ticks, which works in whole millimetres. */
#ifndef DW_TESTS_SUPPORT_LOOK_H
#define DW_TESTS_SUPPORT_LOOK_H

#include "common/world/map.h"

#include <math.h>

static inline double real_look_ticks(const dw_room *room, dw_vec place)
{
    const double width = (room->area.max.x - room->area.min.x) / 60000.0;
    const double height = (room->area.max.y - room->area.min.y) / 60000.0;
    const dw_vec off = dw_vec_sub(dw_rect_centre(room->area), place);
    const double d = sqrt((double)dw_dot(off, off)) / 60000.0;
    const double half_diagonal = sqrt(width * width + height * height) / 2;
    const double ticks = 120 + 12 * width * height * (1 - d / half_diagonal);
    return ticks < 120 ? 120 : (ticks > 480 ? 480 : ticks);
}

#endif
