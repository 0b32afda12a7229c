#include "client/view/pages/pad_keys.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <string.h>

/* Before scaling. */
#define KEY_SIDE   40.0F
#define KEY_GAP    5.0F
#define PAD        16.0F
#define FIELD_SIDE 38.0F
#define FIELD_TOP  28.0F
#define HINT_SIDE  26.0F

enum { LETTER_ROWS = DW_PAD_KEYS_ROWS - 1, WIDE_KEYS = 5 };

/* Each row is ten keys, of one character each. */
static const char *const letters[2][LETTER_ROWS] = {
    {"1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.?", ":/-_@!+&()"},
    {"1234567890", "QWERTYUIOP", "ASDFGHJKL\"", "ZXCVBNM;*=", ":/-_@!#%<>"}};
static const char *const accents[2][LETTER_ROWS] = {
    {"1234567890", "áčďéěíňóřš", "ťúůýžäöüßñ", "àâçèêëîïôû", ":/-_@!+&()"},
    {"1234567890", "ÁČĎÉĚÍŇÓŘŠ", "ŤÚŮÝŽÄÖÜẞÑ", "ÀÂÇÈÊËÎÏÔÛ", ":/-_@!#%<>"}};

/* The last row: five wide keys. */
typedef enum wide_key { CAPITALS, ACCENTS, SPACE, ERASE, DONE } wide_key;
static const dw_say_id wide_words[WIDE_KEYS] = {
    DW_SAY_PAD_CAPITALS, DW_SAY_PAD_ACCENTS, DW_SAY_PAD_SPACE, DW_SAY_PAD_ERASE, DW_SAY_PAD_DONE};

void dw_pad_keys_open(dw_pad_keys *keys)
{
    *keys = (dw_pad_keys){.open = true, .row = 1};
}

static bool is_wide(const dw_pad_keys *keys)
{
    return keys->row == LETTER_ROWS;
}

static wide_key wide_of(const dw_pad_keys *keys)
{
    return (wide_key)(keys->column * WIDE_KEYS / DW_PAD_KEYS_COLUMNS);
}

/* The character on a key. */
static void letter_at(const dw_pad_keys *keys, uint32_t row, uint32_t column, char out[8])
{
    const char *at = (keys->accents ? accents : letters)[keys->capitals ? 1 : 0][row];
    size_t length = 0;
    (void)dw_text_next(at, &length);
    for (uint32_t i = 0; i < column; i++) {
        at += length;
        (void)dw_text_next(at, &length);
    }
    DW_CHECK(length > 0 && length < 8);
    memcpy(out, at, length);
    out[length] = '\0';
}

static dw_pad_typed type(dw_pad_keys *keys, dw_field *field)
{
    char letter[8];
    if (!is_wide(keys)) {
        letter_at(keys, keys->row, keys->column, letter);
        dw_field_insert(field, letter);
        return DW_PAD_TYPED;
    }
    switch (wide_of(keys)) {
    case CAPITALS:
        keys->capitals = !keys->capitals;
        break;
    case ACCENTS:
        keys->accents = !keys->accents;
        break;
    case SPACE:
        dw_field_insert(field, " ");
        break;
    case ERASE:
        dw_field_erase(field);
        break;
    case DONE:
        keys->open = false;
        return DW_PAD_DONE;
    }
    return DW_PAD_TYPED;
}

/* At an end it goes on at the other one. */
static void move(dw_pad_keys *keys, int rows, int columns)
{
    const int width = is_wide(keys) ? DW_PAD_KEYS_COLUMNS / WIDE_KEYS : 1;
    keys->row = (uint8_t)((keys->row + rows + DW_PAD_KEYS_ROWS) % DW_PAD_KEYS_ROWS);
    keys->column =
        (uint8_t)((keys->column + columns * width + DW_PAD_KEYS_COLUMNS) % DW_PAD_KEYS_COLUMNS);
}

dw_pad_typed dw_pad_keys_press(dw_pad_keys *keys, SDL_GameControllerButton button, dw_field *field)
{
    switch (button) {
    case SDL_CONTROLLER_BUTTON_A:
        return type(keys, field);
    case SDL_CONTROLLER_BUTTON_B:
        keys->open = false;
        return DW_PAD_CLOSED;
    case SDL_CONTROLLER_BUTTON_X:
        dw_field_erase(field);
        break;
    case SDL_CONTROLLER_BUTTON_Y:
        dw_field_insert(field, " ");
        break;
    case SDL_CONTROLLER_BUTTON_LEFTSTICK:
        keys->capitals = !keys->capitals;
        break;
    case SDL_CONTROLLER_BUTTON_START:
        keys->open = false;
        return DW_PAD_DONE;
    case SDL_CONTROLLER_BUTTON_DPAD_UP:
    case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
        move(keys, button == SDL_CONTROLLER_BUTTON_DPAD_UP ? -1 : 1, 0);
        break;
    case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
    case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
        move(keys, 0, button == SDL_CONTROLLER_BUTTON_DPAD_LEFT ? -1 : 1);
        break;
    default:
        break;
    }
    return DW_PAD_TYPED;
}

static void draw_key(const dw_pen *pen, dw_box box, bool chosen, const char *words)
{
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_bold(pen, 15.0F, chosen ? DW_TINT_ACCENT : DW_TINT_TEXT);
    char cut[64];
    dw_canvas_round_rect(pen->canvas, box, 6.0F * ui,
                         dw_palette(chosen ? DW_TINT_KEY : DW_TINT_FIELD));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), 6.0F * ui,
                          (chosen ? 2.0F : 1.2F) * ui,
                          dw_palette(chosen ? DW_TINT_ACCENT : DW_TINT_PANEL_EDGE));
    dw_text_cut(pen->text, &style, words, box.x1 - box.x0 - 8.0F * ui, cut, sizeof cut);
    (void)dw_text_draw(pen, (box.x0 + box.x1) * 0.5F,
                       (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F,
                       DW_ALIGN_CENTRE, &style, cut);
}

static void draw_keys(const dw_pad_keys *keys, const dw_pen *pen, float left, float top)
{
    const float step = (KEY_SIDE + KEY_GAP) * pen->ui;
    const float side = KEY_SIDE * pen->ui;
    char letter[8];
    for (uint32_t row = 0; row < LETTER_ROWS; row++) {
        for (uint32_t column = 0; column < DW_PAD_KEYS_COLUMNS; column++) {
            letter_at(keys, row, column, letter);
            draw_key(pen,
                     dw_box_at(left + step * (float)column, top + step * (float)row, side, side),
                     keys->row == row && keys->column == column, letter);
        }
    }
    for (int i = 0; i < WIDE_KEYS; i++) {
        draw_key(pen,
                 dw_box_at(left + 2.0F * step * (float)i, top + step * LETTER_ROWS,
                           2.0F * step - KEY_GAP * pen->ui, side),
                 is_wide(keys) && wide_of(keys) == (wide_key)i, dw_say(wide_words[i]));
    }
}

void dw_pad_keys_draw(const dw_pad_keys *keys, const dw_pen *pen, const char *label,
                      const dw_field *field, bool secret)
{
    const float ui = pen->ui;
    const float inner = (KEY_SIDE + KEY_GAP) * DW_PAD_KEYS_COLUMNS - KEY_GAP;
    const float width = (inner + 2.0F * PAD) * ui;
    const float rows = (KEY_SIDE + KEY_GAP) * DW_PAD_KEYS_ROWS;
    const float height = (FIELD_TOP + FIELD_SIDE + 10.0F + rows + HINT_SIDE) * ui;
    const float left = ((float)pen->canvas->width - width) * 0.5F;
    const float top = (float)pen->canvas->height - height - 8.0F * ui;
    char shown[DW_FIELD_BYTES_MAX];
    if (!keys->open) {
        return;
    }
    memcpy(shown, field->text, sizeof shown);
    if (secret) {
        memset(shown, '*', strlen(shown));
    }
    dw_panel_draw(pen->canvas, dw_box_at(left, top, width, height), 12.0F * ui, 1.0F);
    dw_panel_field(
        pen, dw_box_at(left + PAD * ui, top + FIELD_TOP * ui, inner * ui, FIELD_SIDE * ui),
        &(dw_panel_entry){
            .look = DW_LOOK_CHOSEN, .label = label, .value = shown, .hint = "", .caret = true});
    draw_keys(keys, pen, left + PAD * ui, top + (FIELD_TOP + FIELD_SIDE + 10.0F) * ui);
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    (void)dw_text_draw(pen, left + width * 0.5F, top + height - (HINT_SIDE - 3.0F) * ui,
                       DW_ALIGN_CENTRE, &style, dw_say(DW_SAY_PAD_HINT));
}
