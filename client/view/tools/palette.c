#include "client/view/tools/palette.h"

#include "common/base/check.h"
#include "protocol/snapshot.h"

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

dw_colour dw_palette_guard(uint8_t body)
{
    /* Six that stay apart, in the order of the numbers; then again. */
    static const dw_colour colours[] = {0xff6fc3ff, 0xffffb454, 0xffb9ef6c,
                                        0xffe59bff, 0xff5fe6d3, 0xffff8f8f};
    return colours[(body + DW_COUNT_OF(colours) - 1) % DW_COUNT_OF(colours)];
}

dw_colour dw_palette_shade(uint8_t alpha)
{
    return (dw_colour)alpha << 24 | 0x050810U;
}

dw_colour dw_palette_shadow(uint8_t alpha)
{
    return (dw_colour)alpha << 24;
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
