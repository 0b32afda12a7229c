#include "client/view/tools/palette.h"

#include "common/base/check.h"
#include "protocol/snapshot.h"

#include <math.h>

static const dw_colour tints[DW_TINT_COUNT] = {
#define DW_TINT_VALUE(name, value) value,
    DW_TINTS(DW_TINT_VALUE)
#undef DW_TINT_VALUE
};

static const dw_colour moods[DW_MOOD_COUNT] = {
    [DW_MOOD_CALM] = 0xff58a9f2,
    [DW_MOOD_ALERT] = 0xfffff07a,
    [DW_MOOD_SUSPICIOUS] = 0xfff5821f,
    [DW_MOOD_CHASING] = 0xffff2e5b,
};

/* Intruders are cool or pale, so that none is taken for a mood; the first is the mint of the
 * title. */
static const dw_colour slots[] = {0xff7df5c8, 0xffc9a2ff, 0xffb8f06a, 0xfff3a6d8,
                                  0xff63e0e8, 0xffe6e9f2, 0xff9fb4ff, 0xff3ddc97};

dw_colour dw_palette(dw_tint tint)
{
    DW_CHECK(tint < DW_TINT_COUNT);
    return tints[tint];
}

dw_colour dw_palette_mood(uint8_t mood)
{
    return moods[mood < DW_MOOD_COUNT ? mood : DW_MOOD_CALM];
}

dw_colour dw_palette_slot(uint8_t slot)
{
    return slot == DW_SLOT_NONE ? dw_palette(DW_TINT_TEXT_SOFT) : slots[slot % DW_COUNT_OF(slots)];
}

dw_colour dw_palette_ink(dw_colour material)
{
    const float r = (float)(material >> 16 & 0xffU);
    const float g = (float)(material >> 8 & 0xffU);
    const float b = (float)(material & 0xffU);
    const float light = (0.30F * r + 0.59F * g + 0.11F * b) / 255.0F;
    const dw_colour ink =
        dw_colour_mix(dw_palette(DW_TINT_INK_DEEP), dw_palette(DW_TINT_INK_PALE), light * 0.85F);
    return (material & 0xff000000U) | (ink & 0x00ffffffU);
}

static double linear(dw_colour colour, int shift)
{
    const double v = (double)(colour >> shift & 0xffU) / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static uint32_t encoded(double v, int shift)
{
    v = v < 0.0 ? 0.0 : (v > 1.0 ? 1.0 : v);
    const double s = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
    return (uint32_t)(s * 255.0 + 0.5) << shift;
}

static double luminance(dw_colour c)
{
    return 0.2126 * linear(c, 16) + 0.7152 * linear(c, 8) + 0.0722 * linear(c, 0);
}

double dw_palette_contrast(dw_colour a, dw_colour b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

dw_colour dw_palette_seen_by(dw_eyes eyes, dw_colour colour)
{
    static const double matrices[4][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                          {0.152286, 1.052583, -0.204868, 0.114503, 0.786281,
                                           0.099216, -0.003882, -0.048116, 1.051998},
                                          {0.367322, 0.860646, -0.227968, 0.280085, 0.672501,
                                           0.047413, -0.011820, 0.042940, 0.968881},
                                          {1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                                           0.147602, 0.004733, 0.691367, 0.303900}};
    const double *m = matrices[eyes];
    const double r = linear(colour, 16);
    const double g = linear(colour, 8);
    const double b = linear(colour, 0);
    return (colour & 0xff000000U) | encoded(m[0] * r + m[1] * g + m[2] * b, 16) |
           encoded(m[3] * r + m[4] * g + m[5] * b, 8) | encoded(m[6] * r + m[7] * g + m[8] * b, 0);
}

static double lab_curve(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

double dw_palette_distance(dw_eyes eyes, dw_colour a, dw_colour b)
{
    double lab[2][3];
    const dw_colour seen[2] = {dw_palette_seen_by(eyes, a), dw_palette_seen_by(eyes, b)};
    for (int i = 0; i < 2; i++) {
        const double red = linear(seen[i], 16);
        const double green = linear(seen[i], 8);
        const double blue = linear(seen[i], 0);
        const double x = lab_curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
        const double y = lab_curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        const double z = lab_curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
        lab[i][0] = 116.0 * y - 16.0;
        lab[i][1] = 500.0 * (x - y);
        lab[i][2] = 200.0 * (y - z);
    }
    const double dl = lab[0][0] - lab[1][0];
    const double da = lab[0][1] - lab[1][1];
    const double db = lab[0][2] - lab[1][2];
    return sqrt(dl * dl + da * da + db * db);
}
