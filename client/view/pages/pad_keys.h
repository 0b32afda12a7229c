/* pad_keys.h - letters for a gamepad: a keyboard on the screen, over the field that is typed in.
 * Owns: whether it is open, and which key is chosen. The field is the caller's. Calls no SDL
 * function. */
#ifndef DW_VIEW_PAD_KEYS_H
#define DW_VIEW_PAD_KEYS_H

#include "client/view/tools/field.h"
#include "client/view/tools/text.h"

#include <SDL_gamecontroller.h>

enum { DW_PAD_KEYS_ROWS = 6, DW_PAD_KEYS_COLUMNS = 10 };

typedef struct dw_pad_keys {
    bool open;
    bool capitals, accents;
    uint8_t row, column; /* Of the key that is chosen. */
} dw_pad_keys;

typedef enum dw_pad_typed {
    DW_PAD_TYPED, /* Or nothing happened; the keyboard stays. */
    DW_PAD_DONE,  /* The text is as the person wants it. */
    DW_PAD_CLOSED
} dw_pad_typed;

void dw_pad_keys_open(dw_pad_keys *keys);

/* A types the key, B closes, X erases, Y is a space, a press on the left stick changes to capitals,
 * Start is done; the cross moves. */
dw_pad_typed dw_pad_keys_press(dw_pad_keys *keys, SDL_GameControllerButton button, dw_field *field);

/* `label` says what is typed; a `secret` text is shown as stars. */
void dw_pad_keys_draw(const dw_pad_keys *keys, const dw_pen *pen, const char *label,
                      const dw_field *field, bool secret);

#endif
