/* palette.h - the colours of Duskwatch.
 * The house is a blueprint in blue; what a body sees is drawn in warm materials. Moods of guards go
 * from blue over yellow to red. They differ in lightness too, so that colour-blind people can tell
 * them apart (test_palette.c); three more palettes serve them better.
 * Owns: the palette that is on. */
#ifndef DW_VIEW_PALETTE_H
#define DW_VIEW_PALETTE_H

#include "client/view/tools/canvas.h"

#define DW_TINTS(X)                                                                                \
    X(NIGHT, 0xff060a13)       /* Outside of the building. */                                      \
    X(GRID, 0xff0d1626)        /* Lines of the drawing paper, one a metre. */                      \
    X(GRID_STRONG, 0xff13203a) /* Every fifth. */                                                  \
    X(INK_DEEP, 0xff0b1322)    /* Blueprint: the darkest... */                                     \
    X(INK_PALE, 0xff38587f)    /* ...and the palest material. */                                   \
    X(INK_LINE, 0xff4f7fb8)    /* Blueprint outlines. */                                           \
    X(WALL, 0xff3b3a40)                                                                            \
    X(WALL_EDGE, 0xffd8bd8a)                                                                       \
    X(PANEL, 0xe00a111f) /* Behind text. */                                                        \
    X(PANEL_EDGE, 0xff2a3f61)                                                                      \
    X(TEXT, 0xffe8edf6)                                                                            \
    X(TEXT_SOFT, 0xffa3b2c9)                                                                       \
    X(TEXT_FAINT, 0xff7688a3)                                                                      \
    X(ACCENT, 0xffffc56b) /* Lamp light: what one is meant to look at. */                          \
    X(ACCENT_DEEP, 0xff8f5a22)                                                                     \
    X(GOOD, 0xff6fe3b4)                                                                            \
    X(BAD, 0xffff5a6e)                                                                             \
    X(EXIT, 0xff6fe3b4)                                                                            \
    X(OBJECTIVE, 0xffffd27a)                                                                       \
    X(PANEL_SHADOW, 0x90000000)                                                                    \
    X(BUTTON, 0xf0121d33)                                                                          \
    X(ON_ACCENT, 0xff1c1204)  /* Text on ACCENT. */                                                \
    X(FIELD, 0xf0070c18)      /* Where one types. */                                               \
    X(KEY, 0xff1d2b46)        /* A key cap. */                                                     \
    X(DIM, 0xff04070e)        /* Over the picture, below a card. */                                \
    X(MENU_DIM, 0x90040810)   /* Over the picture, below a menu. */                                \
    X(TITLE_DIM, 0x58040810)  /* Over the house of the title. */                                   \
    X(TITLE_EDGE, 0xd0040810) /* At its upper border. */                                           \
    X(FEED_PLATE, 0xb0080d18) /* Behind a line of radio or chat. */                                \
    X(SWITCH_ON, 0xe0182642)                                                                       \
    X(SWITCH_OFF, 0xa0080d18)                                                                      \
    X(METER_TRACK, 0xff1b2740)                                                                     \
    X(LABEL_PLATE, 0xd0070c18) /* Behind a guard's goal. */                                        \
    X(ON_SLOT, 0xff06231b)     /* Text on a slot's colour. */                                      \
    X(ON_PLATE, 0xff0a0d16)    /* Text on a bright plate. */                                       \
    X(ON_PAPER, 0xff10141f)    /* Text on a bubble. */                                             \
    X(BUBBLE_LOUD, 0xfffff2d6)                                                                     \
    X(BUBBLE_CALM, 0xffdfe8f6)                                                                     \
    X(WHITE, 0xffffffff)                                                                           \
    X(OWN_RING, 0x90ffffff)  /* Around the own body. */                                            \
    X(LOOT_GLOW, 0x80ffd27a) /* Beside the carrier's name. */                                      \
    X(UNIFORM, 0xff1d2a44)   /* Guards: shoulders, */                                              \
    X(EPAULETTE, 0xffc9a75a)                                                                       \
    X(CAP_PEAK, 0xff0d1424)                                                                        \
    X(CAP_RIM, 0xff2f4266)                                                                         \
    X(CAP, 0xff4a649c)                                                                             \
    X(BADGE, 0xffe7c877)                                                                           \
    X(CLOAK, 0xff1c1e29) /* Intruders: shoulders, */                                               \
    X(HOOD, 0xff2b2e3c)                                                                            \
    X(FACE, 0xff0b0c11)      /* in the shade of the hood. */                                       \
    X(LOOT_EDGE, 0xff3a2708) /* A carried page. */                                                 \
    X(LOOT_PAGE, 0xfffff3cf)                                                                       \
    X(LOOT_LINE, 0xff8a6a2c)                                                                       \
    X(FOLDER_SHEET, 0xfffff7e2) /* The objective on the map. */                                    \
    X(FOLDER, 0xffd9a445)                                                                          \
    X(FOLDER_SEAL, 0xff8c2f2a)                                                                     \
    X(LEAF_INK, 0xff40618e)  /* Door leaves on the blueprint */                                    \
    X(LEAF_WOOD, 0xffc08648) /* and in the light. */                                               \
    X(LEAF_INK_EDGE, 0xff0c1730)                                                                   \
    X(LEAF_WOOD_EDGE, 0xff2c1a0c)                                                                  \
    X(KNOB_INK, 0xff8fb4e0)                                                                        \
    X(KNOB_BRASS, 0xffffe0a0)                                                                      \
    X(NAME_INK, 0xff7fa8dc) /* Names of rooms, likewise. */                                        \
    X(NAME_LIT, 0xffffe9c4)                                                                        \
    X(WALL_INK, 0xff1c2f4d)                                                                        \
    X(SEAM, 0xff02040a)      /* At the foot of walls. */                                           \
    X(BRASS, 0xffb58a4e)     /* Thresholds. */                                                     \
    X(LAMP, 0xfffff2d8)      /* The light of a calm guard. */                                      \
    X(OWN_LIGHT, 0xffffb060) /* The light around the own body. */                                  \
    X(LIVERY, 0xff2a2630)    /* Servants: shoulders, */                                            \
    X(APRON, 0xffe9ebef)                                                                           \
    X(PERSON, 0xffefe0c2) /* Whom players lead. */                                                 \
    X(SKIN, 0xffc99b78)                                                                            \
    X(HAIR, 0xff4a3423)                                                                            \
    X(DOG, 0xffb07a42)                                                                             \
    X(DOG_DARK, 0xff553418)                                                                        \
    X(DOG_PALE, 0xffdcb888)                                                                        \
    X(MUZZLE, 0xff17110c)                                                                          \
    X(CAT, 0xff9aa0ab)                                                                             \
    X(CAT_DARK, 0xff50555f)                                                                        \
    X(CAT_PALE, 0xffe4e6ea)                                                                        \
    X(CAT_NOSE, 0xffd98a94)                                                                        \
    X(STEEL, 0xffb9c3d1) /* Devices and robots. */                                                 \
    X(STEEL_DARK, 0xff3c4657)                                                                      \
    X(LENS, 0xff101a2a)                                                                            \
    X(SENSOR, 0xff56d8c8)     /* What a detector covers, and what a microphone takes in. */        \
    X(NOISE_STEP, 0xffe8edf6) /* Kinds of noises that are heard. */                                \
    X(NOISE_LEAF, 0xffe0b070)                                                                      \
    X(NOISE_CALL, 0xff7fc4ff)                                                                      \
    X(NOISE_BARK, 0xffff8f70)                                                                      \
    X(NOISE_TOPPLE, 0xffff5a6e)                                                                    \
    X(NOISE_COIN, 0xffffd94a)                                                                      \
    X(NOISE_SHOUT, 0xffff9ad8)                                                                     \
    X(NOISE_BELL, 0xffffb347)

typedef enum dw_tint {
#define DW_TINT_ENUM(name, value) DW_TINT_##name,
    DW_TINTS(DW_TINT_ENUM)
#undef DW_TINT_ENUM
        DW_TINT_COUNT
} dw_tint;

/* Palettes for eyes without the middle, the long or the short cones: what has a meaning (moods,
 * objective, exit, danger) has colours that such eyes tell apart. */
typedef enum dw_palette_name {
    DW_PALETTE_USUAL,
    DW_PALETTE_DEUTERANOPIA,
    DW_PALETTE_PROTANOPIA,
    DW_PALETTE_TRITANOPIA,
    DW_PALETTE_COUNT
} dw_palette_name;

/* From now on; one for the process, as the language is. The main thread alone sets and reads it. */
void dw_palette_choose(dw_palette_name name);
dw_palette_name dw_palette_chosen(void);

dw_colour dw_palette(dw_tint tint);
dw_colour dw_palette_mood(uint8_t mood);   /* dw_mood */
dw_colour dw_palette_slot(uint8_t slot);   /* Of an intruder; DW_SLOT_NONE: nobody's. */
dw_colour dw_palette_guard(uint8_t body);  /* Tells guards apart; goes with the body's number. */
dw_colour dw_palette_shade(uint8_t alpha); /* Nearly black: lifts what lies on it. */
dw_colour dw_palette_shadow(uint8_t alpha);

/* A warm material as ink on the blueprint: its lightness stays, its colour goes. */
dw_colour dw_palette_ink(dw_colour material);

#endif
