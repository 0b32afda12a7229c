#include "client/core/error_offset.h"

#include <math.h>

/* Two thirds of a small correction have faded after this time. */
#define FADE_S 0.06

void dw_error_offset_left(const dw_error_offset *offset, double speed, uint64_t now_ns, double *x,
                          double *y)
{
    *x = 0.0;
    *y = 0.0;
    const double length = hypot(offset->x, offset->y);
    if (length == 0.0) {
        return;
    }
    /* Linear at `speed` down to the knee. Below it exponential fading is slower than `speed`. */
    const double passed_s =
        now_ns > offset->since_ns ? (double)(now_ns - offset->since_ns) / 1e9 : 0;
    const double knee = speed * FADE_S;
    const double linear_s = length > knee ? (length - knee) / speed : 0.0;
    double left = 0.0;
    if (passed_s < linear_s) {
        left = length - speed * passed_s;
    } else {
        left = fmin(length, knee) * exp(-(passed_s - linear_s) / FADE_S);
        left = left < 1.0 ? 0.0 : left;
    }
    *x = offset->x * left / length;
    *y = offset->y * left / length;
}
