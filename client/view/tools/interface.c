#include "client/view/tools/interface.h"

#include <math.h>

/* The largest page is 920 x 600 and needs a border; what is shown in a match needs more. */
#define PAGE_WIDE 936.0F
#define PAGE_HIGH 616.0F
#define LEAST     0.625F
#define MOST      3.0F

static float within(float scale)
{
    return fminf(fmaxf(scale, LEAST), MOST);
}

float dw_interface_largest(int width, int height)
{
    const float fit = fminf((float)width / PAGE_WIDE, (float)height / PAGE_HIGH);
    return within(floorf(fit * 8.0F) / 8.0F);
}

float dw_interface_scale(int width, int height, int32_t percent)
{
    const float fit = fminf((float)height / 720.0F, (float)width / 1120.0F);
    if (percent == 0) {
        return within(roundf(fit * 8.0F) / 8.0F);
    }
    return fminf(within(roundf((float)percent * 0.08F) / 8.0F),
                 dw_interface_largest(width, height));
}
