#include "client/view/tools/pixel.h"

static float clamp01(float value)
{
    return value < 0.0F ? 0.0F : (value > 1.0F ? 1.0F : value);
}

static uint32_t mix_channel(uint32_t a, uint32_t b, int shift, float part)
{
    const float from = (float)(a >> shift & 0xffU);
    const float to = (float)(b >> shift & 0xffU);
    return (uint32_t)(from + (to - from) * part + 0.5F) << shift;
}

dw_colour dw_colour_mix(dw_colour a, dw_colour b, float part)
{
    part = clamp01(part);
    return mix_channel(a, b, 24, part) | mix_channel(a, b, 16, part) | mix_channel(a, b, 8, part) |
           mix_channel(a, b, 0, part);
}

dw_colour dw_colour_fade(dw_colour colour, float alpha)
{
    const uint32_t a = (uint32_t)((float)(colour >> 24) * clamp01(alpha) + 0.5F);
    return (colour & 0x00ffffffU) | a << 24;
}

dw_colour dw_colour_scale(dw_colour colour, float brightness)
{
    uint32_t out = colour & 0xff000000U;
    for (int shift = 0; shift <= 16; shift += 8) {
        const float value = (float)(colour >> shift & 0xffU) * brightness + 0.5F;
        out |= (value > 255.0F ? 255U : (value < 0.0F ? 0U : (uint32_t)value)) << shift;
    }
    return out;
}
