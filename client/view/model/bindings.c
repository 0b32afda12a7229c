#include "client/view/model/bindings.h"

#include "client/view/texts/say.h"
#include "common/base/check.h"

#include <SDL_keyboard.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const dw_binding nothing = {DW_DEVICE_NONE, 0};

static dw_binding at(const dw_bindings *bindings, dw_action action, dw_bind_slot slot)
{
    return bindings != NULL ? bindings->of[action][slot] : dw_action_row_of(action)->defaults[slot];
}

dw_bindings dw_bindings_default(void)
{
    dw_bindings bindings = {0};
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        memcpy(bindings.of[action], dw_action_row_of(action)->defaults, sizeof bindings.of[action]);
    }
    return bindings;
}

dw_binding dw_binding_key(SDL_Scancode key)
{
    const SDL_Scancode counts = key == SDL_SCANCODE_KP_ENTER   ? SDL_SCANCODE_RETURN
                                : key == SDL_SCANCODE_KP_PLUS  ? SDL_SCANCODE_EQUALS
                                : key == SDL_SCANCODE_KP_MINUS ? SDL_SCANCODE_MINUS
                                                               : key;
    return (dw_binding){DW_DEVICE_KEY, (uint16_t)counts};
}

bool dw_binding_types(dw_binding binding)
{
    /* By position: letters and digits, signs, the number block, and keys that only some have. */
    static const struct {
        uint16_t first, last;
    } ranges[] = {{SDL_SCANCODE_A, SDL_SCANCODE_0},
                  {SDL_SCANCODE_SPACE, SDL_SCANCODE_SLASH},
                  {SDL_SCANCODE_KP_DIVIDE, SDL_SCANCODE_NONUSBACKSLASH},
                  {SDL_SCANCODE_INTERNATIONAL1, SDL_SCANCODE_INTERNATIONAL3}};
    for (size_t i = 0; i < DW_COUNT_OF(ranges); i++) {
        if (binding.device == DW_DEVICE_KEY && binding.code >= ranges[i].first &&
            binding.code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

dw_action dw_bindings_find(const dw_bindings *bindings, dw_binding binding, uint32_t where)
{
    for (dw_action action = DW_ACTION_NONE + 1;
         binding.device != DW_DEVICE_NONE && action < DW_ACTION_COUNT; action++) {
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            if ((dw_action_row_of(action)->where & where) != 0 &&
                dw_binding_same(at(bindings, action, slot), binding)) {
                return action;
            }
        }
    }
    return DW_ACTION_NONE;
}

/* Where two actions can count at once. A replay is watched. */
static bool meet(dw_action a, dw_action b)
{
    const uint32_t replayed = DW_IN_WATCH | DW_IN_REPLAY;
    const uint32_t first = dw_action_row_of(a)->where;
    const uint32_t second = dw_action_row_of(b)->where;
    return (first & second) != 0 || ((first & replayed) != 0 && (second & replayed) != 0);
}

dw_action dw_bindings_conflict(const dw_bindings *bindings, dw_action action, dw_binding binding)
{
    for (dw_action other = DW_ACTION_NONE + 1;
         binding.device != DW_DEVICE_NONE && other < DW_ACTION_COUNT; other++) {
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            if (other != action && meet(action, other) &&
                dw_binding_same(at(bindings, other, slot), binding)) {
                return other;
            }
        }
    }
    return DW_ACTION_NONE;
}

bool dw_binding_fixed(dw_binding binding)
{
    return (binding.device == DW_DEVICE_KEY && binding.code == SDL_SCANCODE_ESCAPE) ||
           (binding.device == DW_DEVICE_PAD && binding.code == SDL_CONTROLLER_BUTTON_START) ||
           (binding.device == DW_DEVICE_MOUSE && binding.code == SDL_BUTTON_LEFT);
}

static void take_away(dw_bindings *bindings, dw_action action, dw_binding binding)
{
    for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
        if (dw_binding_same(bindings->of[action][slot], binding)) {
            bindings->of[action][slot] = nothing;
        }
    }
}

void dw_bindings_set(dw_bindings *bindings, dw_action action, dw_bind_slot slot, dw_binding binding)
{
    DW_CHECK(action > DW_ACTION_NONE && action < DW_ACTION_COUNT && slot < DW_BIND_SLOTS);
    DW_CHECK(!dw_binding_fixed(binding) && !dw_binding_fixed(bindings->of[action][slot]));
    dw_action other = DW_ACTION_NONE;
    while ((other = dw_bindings_conflict(bindings, action, binding)) != DW_ACTION_NONE) {
        take_away(bindings, other, binding);
    }
    if (binding.device != DW_DEVICE_NONE) {
        take_away(bindings, action, binding);
    }
    bindings->of[action][slot] = binding;
}

/* Names */

/* X(code, name in the file, id of the label in texts/actions_*.inc) */
#define MOUSE_NAMES(X)                                                                             \
    X(SDL_BUTTON_LEFT, "left", MOUSE_LEFT)                                                         \
    X(SDL_BUTTON_MIDDLE, "middle", MOUSE_MIDDLE)                                                   \
    X(SDL_BUTTON_RIGHT, "right", MOUSE_RIGHT)                                                      \
    X(SDL_BUTTON_X1, "button 4", MOUSE_BUTTON_4)                                                   \
    X(SDL_BUTTON_X2, "button 5", MOUSE_BUTTON_5)                                                   \
    X(DW_MOUSE_WHEEL_UP, "wheel up", MOUSE_WHEEL_UP)                                               \
    X(DW_MOUSE_WHEEL_DOWN, "wheel down", MOUSE_WHEEL_DOWN)

#define PAD_NAMES(X)                                                                               \
    X(SDL_CONTROLLER_BUTTON_A, "a", BUTTON_A)                                                      \
    X(SDL_CONTROLLER_BUTTON_B, "b", BUTTON_B)                                                      \
    X(SDL_CONTROLLER_BUTTON_X, "x", BUTTON_X)                                                      \
    X(SDL_CONTROLLER_BUTTON_Y, "y", BUTTON_Y)                                                      \
    X(SDL_CONTROLLER_BUTTON_BACK, "back", BUTTON_BACK)                                             \
    X(SDL_CONTROLLER_BUTTON_GUIDE, "guide", BUTTON_GUIDE)                                          \
    X(SDL_CONTROLLER_BUTTON_START, "start", BUTTON_START)                                          \
    X(SDL_CONTROLLER_BUTTON_LEFTSTICK, "left stick", BUTTON_LEFT_STICK)                            \
    X(SDL_CONTROLLER_BUTTON_RIGHTSTICK, "right stick", BUTTON_RIGHT_STICK)                         \
    X(SDL_CONTROLLER_BUTTON_LEFTSHOULDER, "left shoulder", BUTTON_LEFT_SHOULDER)                   \
    X(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, "right shoulder", BUTTON_RIGHT_SHOULDER)                \
    X(SDL_CONTROLLER_BUTTON_DPAD_UP, "cross up", BUTTON_CROSS_UP)                                  \
    X(SDL_CONTROLLER_BUTTON_DPAD_DOWN, "cross down", BUTTON_CROSS_DOWN)                            \
    X(SDL_CONTROLLER_BUTTON_DPAD_LEFT, "cross left", BUTTON_CROSS_LEFT)                            \
    X(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, "cross right", BUTTON_CROSS_RIGHT)                         \
    X(SDL_CONTROLLER_BUTTON_MISC1, "misc", BUTTON_MISC)                                            \
    X(SDL_CONTROLLER_BUTTON_PADDLE1, "paddle 1", BUTTON_PADDLE_1)                                  \
    X(SDL_CONTROLLER_BUTTON_PADDLE2, "paddle 2", BUTTON_PADDLE_2)                                  \
    X(SDL_CONTROLLER_BUTTON_PADDLE3, "paddle 3", BUTTON_PADDLE_3)                                  \
    X(SDL_CONTROLLER_BUTTON_PADDLE4, "paddle 4", BUTTON_PADDLE_4)                                  \
    X(SDL_CONTROLLER_BUTTON_TOUCHPAD, "touchpad", BUTTON_TOUCHPAD)                                 \
    X(DW_PAD_TRIGGER_LEFT, "left trigger", BUTTON_LEFT_TRIGGER)                                    \
    X(DW_PAD_TRIGGER_RIGHT, "right trigger", BUTTON_RIGHT_TRIGGER)

typedef struct name_row {
    dw_binding binding;
    dw_say_id label;
    const char *name;
} name_row;

static const name_row name_rows[] = {
#define ROW(code, name, label) {{DW_DEVICE_MOUSE, code}, DW_SAY_##label, name},
    MOUSE_NAMES(ROW)
#undef ROW
#define ROW(code, name, label) {{DW_DEVICE_PAD, code}, DW_SAY_##label, name},
        PAD_NAMES(ROW)
#undef ROW
};

static const name_row *row_of(dw_binding binding)
{
    for (size_t i = 0; i < DW_COUNT_OF(name_rows); i++) {
        if (dw_binding_same(name_rows[i].binding, binding)) {
            return &name_rows[i];
        }
    }
    return NULL;
}

void dw_binding_name(dw_binding binding, char out[DW_BINDING_NAME])
{
    const name_row *row = row_of(binding);
    const char *name = row != NULL ? row->name : "none";
    if (binding.device == DW_DEVICE_KEY) {
        name = SDL_GetScancodeName((SDL_Scancode)binding.code);
    }
    (void)snprintf(out, DW_BINDING_NAME, "%s", name);
}

bool dw_binding_parse(dw_device device, const char *name, dw_binding *out)
{
    if (device == DW_DEVICE_KEY) {
        const SDL_Scancode key = SDL_GetScancodeFromName(name);
        *out = dw_binding_key(key);
        return key != SDL_SCANCODE_UNKNOWN;
    }
    for (size_t i = 0; i < DW_COUNT_OF(name_rows); i++) {
        if (name_rows[i].binding.device == device && strcasecmp(name_rows[i].name, name) == 0) {
            *out = name_rows[i].binding;
            return true;
        }
    }
    return false;
}

/* Labels */

/* Keys whose usual caps are shorter than SDL's names, or differ by language. */
static const struct {
    uint16_t key;
    dw_say_id label;
} caps[] = {{SDL_SCANCODE_RETURN, DW_SAY_KEY_ENTER},
            {SDL_SCANCODE_ESCAPE, DW_SAY_KEY_ESC},
            {SDL_SCANCODE_LSHIFT, DW_SAY_KEY_SHIFT},
            {SDL_SCANCODE_LCTRL, DW_SAY_KEY_CTRL},
            {SDL_SCANCODE_LALT, DW_SAY_KEY_ALT},
            {SDL_SCANCODE_PAGEUP, DW_SAY_KEY_PAGE_UP},
            {SDL_SCANCODE_PAGEDOWN, DW_SAY_KEY_PAGE_DOWN},
            {SDL_SCANCODE_SPACE, DW_SAY_KEY_SPACE},
            {SDL_SCANCODE_UP, DW_SAY_KEY_UP},
            {SDL_SCANCODE_DOWN, DW_SAY_KEY_DOWN},
            {SDL_SCANCODE_LEFT, DW_SAY_KEY_LEFT},
            {SDL_SCANCODE_RIGHT, DW_SAY_KEY_RIGHT}};

void dw_binding_label(dw_binding binding, char out[DW_BINDING_NAME])
{
    const name_row *row = row_of(binding);
    const char *label = dw_say(row != NULL ? row->label : DW_SAY_KEY_NONE);
    if (binding.device == DW_DEVICE_KEY) {
        label = SDL_GetKeyName(SDL_GetKeyFromScancode((SDL_Scancode)binding.code));
        if (label[0] == '\0') { /* Before there is a window, or a key without a letter. */
            label = SDL_GetScancodeName((SDL_Scancode)binding.code);
        }
        for (size_t i = 0; i < DW_COUNT_OF(caps); i++) {
            label = caps[i].key == binding.code ? dw_say(caps[i].label) : label;
        }
    }
    (void)snprintf(out, DW_BINDING_NAME, "%s", label);
}

void dw_bindings_hint(const dw_bindings *bindings, dw_action action, bool gamepad,
                      char out[DW_BINDING_NAME])
{
    dw_binding best = gamepad ? at(bindings, action, DW_BIND_PAD) : (dw_binding){DW_DEVICE_NONE, 0};
    for (dw_bind_slot slot = DW_BIND_KEY; best.device == DW_DEVICE_NONE && slot < DW_BIND_PAD;
         slot++) {
        best = at(bindings, action, slot);
    }
    dw_binding_label(best, out);
}

/* The right one of two keys with the same cap. */
static bool is_twin(dw_binding key)
{
    return key.device == DW_DEVICE_KEY &&
           (key.code == SDL_SCANCODE_RSHIFT || key.code == SDL_SCANCODE_RCTRL ||
            key.code == SDL_SCANCODE_RALT);
}

static void append(char out[DW_BINDINGS_TEXT], const char *between, const char *more)
{
    const size_t size = strlen(out);
    (void)snprintf(out + size, DW_BINDINGS_TEXT - size, "%s%s", size > 0 ? between : "", more);
}

void dw_bindings_text(const dw_bindings *bindings, dw_action action, bool gamepad,
                      char out[DW_BINDINGS_TEXT])
{
    char label[DW_BINDING_NAME];
    out[0] = '\0';
    for (dw_bind_slot slot = gamepad ? DW_BIND_PAD : DW_BIND_KEY;
         slot < (gamepad ? DW_BIND_SLOTS : DW_BIND_PAD); slot++) {
        const dw_binding binding = at(bindings, action, slot);
        if (binding.device != DW_DEVICE_NONE && !(slot == DW_BIND_KEY_2 && is_twin(binding))) {
            dw_binding_label(binding, label);
            append(out, " / ", label);
        }
    }
    if (out[0] == '\0') {
        append(out, "", dw_say(DW_SAY_KEY_NONE));
    }
}

void dw_bindings_row(const dw_bindings *bindings, dw_action first, uint32_t count, bool gamepad,
                     char out[DW_BINDINGS_TEXT])
{
    char label[DW_BINDING_NAME];
    out[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        dw_bindings_hint(bindings, (dw_action)(first + i), gamepad, label);
        append(out, " ", label);
    }
}
