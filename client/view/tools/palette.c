#include "client/view/tools/palette.h"

#include "common/base/check.h"
#include "protocol/snapshot.h"

static const dw_colour tints[DW_TINT_COUNT] = {
#define DW_TINT_VALUE(name, value) value,
    DW_TINTS(DW_TINT_VALUE)
#undef DW_TINT_VALUE
};

/* What has a meaning, for each palette. Those of the three were chosen so that to such eyes any two
 * are at least 30 apart in L*a*b* (test_palette.c), and as near to the usual ones as that allows.
 */
typedef struct meaning {
    dw_colour moods[DW_MOOD_COUNT];
    dw_colour objective, exit, bad;
} meaning;

static const meaning meanings[DW_PALETTE_COUNT] = {
    [DW_PALETTE_USUAL] = {.moods = {[DW_MOOD_CALM] = 0xff58a9f2,
                                    [DW_MOOD_ALERT] = 0xfffff07a,
                                    [DW_MOOD_SUSPICIOUS] = 0xfff5821f,
                                    [DW_MOOD_CHASING] = 0xffff2e5b}},
    [DW_PALETTE_DEUTERANOPIA] = {.moods = {[DW_MOOD_CALM] = 0xff58a9f2,
                                           [DW_MOOD_ALERT] = 0xffffff3a,
                                           [DW_MOOD_SUSPICIOUS] = 0xffe97700,
                                           [DW_MOOD_CHASING] = 0xfffb0656},
                                 .objective = 0xffffe489,
                                 .exit = 0xff71e4b6,
                                 .bad = 0xfffb0656},
    [DW_PALETTE_PROTANOPIA] = {.moods = {[DW_MOOD_CALM] = 0xff58a9f2,
                                         [DW_MOOD_ALERT] = 0xfffcec49,
                                         [DW_MOOD_SUSPICIOUS] = 0xffdd6500,
                                         [DW_MOOD_CHASING] = 0xffff2e5b},
                               .objective = 0xffffd178,
                               .exit = 0xff6cdeb5,
                               .bad = 0xffff2e5b},
    [DW_PALETTE_TRITANOPIA] = {.moods = {[DW_MOOD_CALM] = 0xff5299df,
                                         [DW_MOOD_ALERT] = 0xfff1ff8c,
                                         [DW_MOOD_SUSPICIOUS] = 0xfff5821f,
                                         [DW_MOOD_CHASING] = 0xfffc0252},
                               .objective = 0xfff1bc6a,
                               .exit = 0xff69fccf,
                               .bad = 0xfffc0252},
};

static dw_palette_name on = DW_PALETTE_USUAL;

/* Intruders are cool or pale, so that none is taken for a mood; the first is the mint of the
 * title. */
static const dw_colour slots[] = {0xff7df5c8, 0xffc9a2ff, 0xffb8f06a, 0xfff3a6d8,
                                  0xff63e0e8, 0xffe6e9f2, 0xff9fb4ff, 0xff3ddc97};

void dw_palette_choose(dw_palette_name name)
{
    DW_CHECK(name < DW_PALETTE_COUNT);
    on = name;
}

dw_palette_name dw_palette_chosen(void)
{
    return on;
}

dw_colour dw_palette(dw_tint tint)
{
    DW_CHECK(tint < DW_TINT_COUNT);
    if (on != DW_PALETTE_USUAL) {
        switch (tint) {
        case DW_TINT_OBJECTIVE:
            return meanings[on].objective;
        case DW_TINT_EXIT:
        case DW_TINT_GOOD:
            return meanings[on].exit;
        case DW_TINT_BAD:
            return meanings[on].bad;
        default:
            break;
        }
    }
    return tints[tint];
}

dw_colour dw_palette_mood(uint8_t mood)
{
    return meanings[on].moods[mood < DW_MOOD_COUNT ? mood : DW_MOOD_CALM];
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
