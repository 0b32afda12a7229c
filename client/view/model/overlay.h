/* overlay.h - which layers of the guards' minds a spectator has switched on, and the strip of
 * switches at the border of the screen. Pure: keys and clicks go in; drawing is draw_minds's and
 * hud_minds's. */
#ifndef DW_VIEW_OVERLAY_H
#define DW_VIEW_OVERLAY_H

#include "client/view/texts/say.h"
#include "client/view/tools/canvas.h"

/*   name, name for --overlays; actions.h has the keys, in the same order */
#define DW_LAYERS(X)                                                                               \
    X(SIGHT, "sight")     /* What guards see, intruders too. */                                    \
    X(METERS, "meters")   /* How sure each of them is of each intruder. */                         \
    X(PATHS, "paths")     /* Their paths. */                                                       \
    X(GOALS, "goals")     /* What they are about, and why. */                                      \
    X(MEMORY, "beliefs")  /* Where they believe intruders to be, how they know, since when. */     \
    X(RADIO, "radio")     /* Their messages, while they travel. */                                 \
    X(SEARCH, "search")   /* What they have looked behind. */                                      \
    X(NOTICED, "noticed") /* What they heard, and the lamps that they saw changed. */              \
    X(SECTORS, "sectors") /* Each guard's rooms, and which are clear. */

typedef enum dw_layer {
#define DW_LAYER_ENUM(name, label) DW_LAYER_##name,
    DW_LAYERS(DW_LAYER_ENUM)
#undef DW_LAYER_ENUM
        DW_LAYER_COUNT
} dw_layer;

typedef struct dw_overlay {
    uint16_t on; /* Bit: dw_layer. */
} dw_overlay;

/* The layers that are shown by default: all but those that fill rooms. */
void dw_overlay_init(dw_overlay *overlay);

static inline bool dw_overlay_has(const dw_overlay *overlay, dw_layer layer)
{
    return (overlay->on >> layer & 1U) != 0;
}

void dw_overlay_toggle(dw_overlay *overlay, dw_layer layer);

/* To the next of: the usual layers, all, none. */
void dw_overlay_cycle(dw_overlay *overlay);

/* "all", "none" or names such as "sight,paths"; false for an unknown name. */
bool dw_overlay_parse(dw_overlay *overlay, const char *text);

const char *dw_layer_label(dw_layer layer); /* For --overlays. */
const char *dw_layer_text(dw_layer layer);  /* For the screen. */

/* The switch of a layer on a screen of that size; DW_LAYER_COUNT is the one that cycles. */
dw_box dw_overlay_box(int width, int height, float ui, uint32_t layer);

/* The switch at (x, y): a dw_layer, DW_LAYER_COUNT, or -1. */
int dw_overlay_at(int width, int height, float ui, float x, float y);

#endif
