/* bindings.h - which keys and buttons do which action now, and what they are called.
 * Owns: the table of a person's own choices, the rule that one key does one thing at once, and the
 * names of keys and buttons in the settings file and on the screen.
 * Pure: asks SDL for names only, which needs no window. */
#ifndef DW_VIEW_BINDINGS_H
#define DW_VIEW_BINDINGS_H

#include "client/view/model/actions.h"

#include <stddef.h>

enum { DW_BINDING_NAME = 32, DW_BINDINGS_TEXT = 96 };

typedef struct dw_bindings {
    dw_binding of[DW_ACTION_COUNT][DW_BIND_SLOTS];
} dw_bindings;

/* As the table of actions has them. Functions that only read take NULL for these. */
dw_bindings dw_bindings_default(void);

static inline bool dw_binding_same(dw_binding a, dw_binding b)
{
    return a.device == b.device && a.code == b.code;
}

/* A key as it counts: Enter, plus and minus of the number block are those of the letters. */
dw_binding dw_binding_key(SDL_Scancode key);
static inline dw_binding dw_binding_mouse(uint32_t code)
{
    return (dw_binding){DW_DEVICE_MOUSE, (uint16_t)code};
}
static inline dw_binding dw_binding_pad(uint32_t code)
{
    return (dw_binding){DW_DEVICE_PAD, (uint16_t)code};
}

/* A key that puts a character into a field, where one types. */
bool dw_binding_types(dw_binding binding);

/* What it does where `where` (DW_IN_*) counts; NONE: nothing. */
dw_action dw_bindings_find(const dw_bindings *bindings, dw_binding binding, uint32_t where);

/* Another action that has it and counts where `action` does; NONE: no conflict. */
dw_action dw_bindings_conflict(const dw_bindings *bindings, dw_action action, dw_binding binding);

/* A binding that nobody may change, so that nobody locks themselves out: Escape and Start open the
 * menu, the left button of the mouse presses what is on the screen. */
bool dw_binding_fixed(dw_binding binding);

/* Gives the action a binding, or none; other actions lose it where the two would conflict. */
void dw_bindings_set(dw_bindings *bindings, dw_action action, dw_bind_slot slot,
                     dw_binding binding);

/* Names: "Left Shift", "wheel up", "a" in the settings file, whatever the keyboard's language; and
 * "Shift", "Wheel up", "A" for people, with the letter that is printed on the key. */
void dw_binding_name(dw_binding binding, char out[DW_BINDING_NAME]);
void dw_binding_label(dw_binding binding, char out[DW_BINDING_NAME]);
/* False: the device has no key or button of that name. */
bool dw_binding_parse(dw_device device, const char *name, dw_binding *out);

/* What to press, for a hint: of the gamepad if it has a button for that, or else of keyboard or
 * mouse; "none" without any. */
void dw_bindings_hint(const dw_bindings *bindings, dw_action action, bool gamepad,
                      char out[DW_BINDING_NAME]);

/* All of that device, for the page of help: "E / Space". */
void dw_bindings_text(const dw_bindings *bindings, dw_action action, bool gamepad,
                      char out[DW_BINDINGS_TEXT]);

/* The first keys of `count` actions from that one on: "W A S D". */
void dw_bindings_row(const dw_bindings *bindings, dw_action first, uint32_t count, bool gamepad,
                     char out[DW_BINDINGS_TEXT]);

#endif
