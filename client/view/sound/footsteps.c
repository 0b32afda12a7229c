#include "client/view/sound/footsteps.h"

#include "common/world/geometry.h"

#include <math.h>

#define GAP_S        0.25 /* Not drawn for longer: it was out of view. */
#define JUMP_MM      1200.0F
#define STANDS_MM_S  60.0F
#define RESTS_S      0.5
#define FIRST_PART   0.6F /* The first step comes soon after the start. */
#define SPEED_WEIGHT 0.3F

bool dw_walker_moves(dw_walker *walker, double x, double y, int32_t stride_mm, double now)
{
    const double since_s = now - walker->seen;
    const float moved = (float)(hypot(x - walker->x, y - walker->y) / DW_UNITS_PER_MM);
    const bool fresh = !walker->known || since_s > GAP_S || moved > JUMP_MM;
    const float before = walker->travelled_mm;
    if (!fresh && since_s <= 0.0) {
        return false;
    }
    walker->x = x;
    walker->y = y;
    walker->seen = now;
    if (fresh) {
        walker->known = true;
        walker->speed_mm_s = 0.0F;
        walker->travelled_mm = FIRST_PART * (float)stride_mm;
        walker->stands = now;
        return false;
    }
    walker->speed_mm_s += SPEED_WEIGHT * (moved / (float)since_s - walker->speed_mm_s);
    if (walker->speed_mm_s < STANDS_MM_S) {
        walker->travelled_mm =
            now - walker->stands > RESTS_S ? FIRST_PART * (float)stride_mm : before;
        return false;
    }
    walker->stands = now;
    walker->travelled_mm += moved;
    if (walker->travelled_mm < (float)stride_mm) {
        return false;
    }
    walker->travelled_mm = fmodf(walker->travelled_mm, (float)stride_mm);
    return true;
}
