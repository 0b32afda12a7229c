/* palette.h - the colours of Duskwatch, and how far apart they are for whom.
 * Night is ink on a blueprint: everything that nobody looks at is drawn in blues; what lies in
 * somebody's view is drawn in warm materials. Moods of guards go from blue over yellow to red and
 * differ in lightness too, so that they stay apart for colour-blind eyes (tests hold them to that).
 * Pure. */
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
    X(OBJECTIVE, 0xffffd27a)

typedef enum dw_tint {
#define DW_TINT_ENUM(name, value) DW_TINT_##name,
    DW_TINTS(DW_TINT_ENUM)
#undef DW_TINT_ENUM
        DW_TINT_COUNT
} dw_tint;

dw_colour dw_palette(dw_tint tint);
dw_colour dw_palette_mood(uint8_t mood); /* dw_mood */
dw_colour dw_palette_slot(uint8_t slot); /* Of an intruder; DW_SLOT_NONE: nobody's. */

/* A warm material as ink on the blueprint: its lightness stays, its colour goes. */
dw_colour dw_palette_ink(dw_colour material);

#endif
