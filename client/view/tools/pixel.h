/* pixel.h - a colour, and one laid over another. Pure. */
#ifndef DW_VIEW_PIXEL_H
#define DW_VIEW_PIXEL_H

#include <stdint.h>

typedef uint32_t dw_colour; /* 0xAARRGGBB, straight alpha. */

/* fminf and fmaxf are calls of the C library, as they must care for NaN; these are one instruction.
 */
static inline float dw_lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float dw_greater(float a, float b)
{
    return a > b ? a : b;
}

/* Colours. `dw_colour_mix` goes from a (0) to b (1), alpha included; `dw_colour_fade` multiplies
 * the alpha by 0 .. 1; `dw_colour_scale` the brightness. */
dw_colour dw_colour_mix(dw_colour a, dw_colour b, float part);
dw_colour dw_colour_fade(dw_colour colour, float alpha);
dw_colour dw_colour_scale(dw_colour colour, float brightness);

/* The colour of `colour` laid over `below`. */
static inline uint32_t dw_pixel_blend(uint32_t below, dw_colour colour, uint32_t alpha)
{
    /* Two channels at once in the halves of a word; alpha 0 .. 255 is stretched to 0 .. 256, so
     * that 255 gives the colour itself. */
    const uint32_t weight = alpha + (alpha >> 7);
    const uint32_t rb = below & 0x00ff00ffU;
    const uint32_t g = below & 0x0000ff00U;
    const uint32_t mixed_rb =
        (rb * (256U - weight) + (colour & 0x00ff00ffU) * weight + 0x00800080U) >> 8 & 0x00ff00ffU;
    const uint32_t mixed_g =
        (g * (256U - weight) + (colour & 0x0000ff00U) * weight + 0x00008000U) >> 8 & 0x0000ff00U;
    return 0xff000000U | mixed_rb | mixed_g;
}

#endif
