#include "client/view/pages/key_rows.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <stdio.h>

enum {
    ROWS = DW_ACTION_COUNT - 1,
    HEAD = 24, /* Above the rows, before scaling. */
    ROW = 25,
    FOOT = 32, /* Below them. */
    WIDE = 860
};

/* Where the columns begin: the action, then its four bindings. */
static const float columns[1 + DW_BIND_SLOTS + 1] = {10, 284, 424, 564, 704, WIDE};

static dw_action action_of(const dw_key_rows *rows)
{
    return (dw_action)(rows->row + 1);
}

static dw_binding *chosen(const dw_key_rows *rows)
{
    return &rows->bindings->of[action_of(rows)][rows->slot];
}

static void keep_in_sight(dw_key_rows *rows)
{
    if (rows->row < rows->top) {
        rows->top = rows->row;
    } else if (rows->shown > 0 && rows->row >= rows->top + rows->shown) {
        rows->top = rows->row - rows->shown + 1;
    }
}

bool dw_key_rows_step(dw_key_rows *rows, int by)
{
    if ((by < 0 && rows->row == 0) || (by > 0 && rows->row + 1 >= ROWS)) {
        return false;
    }
    rows->row = (uint32_t)((int)rows->row + by);
    rows->note[0] = '\0';
    keep_in_sight(rows);
    return true;
}

void dw_key_rows_side(dw_key_rows *rows, bool back)
{
    rows->slot = (rows->slot + (back ? DW_BIND_SLOTS - 1 : 1)) % DW_BIND_SLOTS;
    rows->note[0] = '\0';
}

void dw_key_rows_scroll(dw_key_rows *rows, int by)
{
    const int last = ROWS > rows->shown ? (int)(ROWS - rows->shown) : 0;
    const int top = (int)rows->top + by;
    rows->top = (uint32_t)(top < 0 ? 0 : top > last ? last : top);
}

static bool is_fixed(dw_key_rows *rows)
{
    if (!dw_binding_fixed(*chosen(rows))) {
        return false;
    }
    char label[DW_BINDING_NAME];
    dw_binding_label(*chosen(rows), label);
    dw_say_into(rows->note, sizeof rows->note, DW_SAY_KEYS_FIXED, DW_S(label));
    return true;
}

void dw_key_rows_begin(dw_key_rows *rows)
{
    if (is_fixed(rows)) {
        return;
    }
    rows->captures = true;
    rows->pending = (dw_binding){DW_DEVICE_NONE, 0};
    dw_say_into(rows->note, sizeof rows->note,
                rows->slot == DW_BIND_MOUSE ? DW_SAY_KEYS_PRESS_MOUSE
                : rows->slot == DW_BIND_PAD ? DW_SAY_KEYS_PRESS_PAD
                                            : DW_SAY_KEYS_PRESS,
                DW_S(dw_action_label(action_of(rows))));
}

static void give(dw_key_rows *rows, dw_binding binding)
{
    char label[DW_BINDING_NAME];
    dw_bindings_set(rows->bindings, action_of(rows), (dw_bind_slot)rows->slot, binding);
    dw_binding_label(binding, label);
    dw_say_into(rows->note, sizeof rows->note, DW_SAY_KEYS_SET,
                DW_S(dw_action_label(action_of(rows))), DW_S(label));
}

void dw_key_rows_clear(dw_key_rows *rows)
{
    if (!is_fixed(rows)) {
        give(rows, (dw_binding){DW_DEVICE_NONE, 0});
    }
}

void dw_key_rows_reset(dw_key_rows *rows)
{
    *rows->bindings = dw_bindings_default();
    (void)snprintf(rows->note, sizeof rows->note, "%s", dw_say(DW_SAY_KEYS_RESET));
}

bool dw_key_rows_capture(dw_key_rows *rows, dw_binding binding)
{
    if (!rows->captures) {
        return false;
    }
    const dw_device wanted = rows->slot == DW_BIND_MOUSE ? DW_DEVICE_MOUSE
                             : rows->slot == DW_BIND_PAD ? DW_DEVICE_PAD
                                                         : DW_DEVICE_KEY;
    if (dw_binding_fixed(binding)) {
        rows->captures = false;
        rows->note[0] = '\0';
        return true;
    }
    if (binding.device != wanted) {
        return true; /* The note says what is asked for. */
    }
    const dw_action other = dw_bindings_conflict(rows->bindings, action_of(rows), binding);
    if (other != DW_ACTION_NONE && !dw_binding_same(binding, rows->pending)) {
        char label[DW_BINDING_NAME];
        rows->pending = binding;
        dw_binding_label(binding, label);
        dw_say_into(rows->note, sizeof rows->note, DW_SAY_KEYS_TAKEN, DW_S(label),
                    DW_S(dw_action_label(other)));
        return true;
    }
    rows->captures = false;
    give(rows, binding);
    return true;
}

static dw_box row_box(dw_box box, float ui, uint32_t line)
{
    const float top = box.y0 + (HEAD + ROW * (float)line) * ui;
    return (dw_box){box.x0, top, box.x1, top + (ROW - 2) * ui};
}

static dw_box cell_box(dw_box row, float ui, uint32_t slot)
{
    return (dw_box){row.x0 + columns[1 + slot] * ui, row.y0,
                    row.x0 + (columns[2 + slot] - 6.0F) * ui, row.y1};
}

void dw_key_rows_mouse(dw_key_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                       bool pressed)
{
    for (uint32_t line = 0; pressed && line < rows->shown && rows->top + line < ROWS; line++) {
        for (uint32_t slot = 0; slot < DW_BIND_SLOTS; slot++) {
            if (dw_box_holds(cell_box(row_box(box, pen->ui, line), pen->ui, slot), x, y)) {
                rows->row = rows->top + line;
                rows->slot = slot;
                dw_key_rows_begin(rows);
                return;
            }
        }
    }
}

static void write_cell(const dw_pen *pen, dw_box cell, float inset, const dw_text_style *style,
                       const char *words)
{
    char shown[DW_KEY_ROWS_NOTE];
    dw_text_cut(pen->text, style, words, cell.x1 - cell.x0 - 2.0F * inset, shown, sizeof shown);
    (void)dw_text_draw(pen, cell.x0 + inset,
                       (cell.y0 + cell.y1 - dw_text_height(pen->text, style)) * 0.5F, DW_ALIGN_LEFT,
                       style, shown);
}

static void draw_row(const dw_key_rows *rows, const dw_pen *pen, dw_box row, uint32_t index,
                     bool focused)
{
    const float ui = pen->ui;
    const dw_action action = (dw_action)(index + 1);
    const dw_text_style words =
        dw_pen_plain(pen, 13.0F, rows->row == index ? DW_TINT_TEXT : DW_TINT_TEXT_SOFT);
    write_cell(pen, (dw_box){row.x0, row.y0, row.x0 + columns[1] * ui, row.y1}, 10.0F * ui, &words,
               dw_action_label(action));
    for (uint32_t slot = 0; slot < DW_BIND_SLOTS; slot++) {
        const dw_binding binding = rows->bindings->of[action][slot];
        const bool chosen_cell = focused && rows->row == index && rows->slot == slot;
        const dw_box cell = cell_box(row, ui, slot);
        const bool none = binding.device == DW_DEVICE_NONE;
        char label[DW_BINDING_NAME];
        dw_binding_label(binding, label);
        dw_canvas_round_rect(pen->canvas, cell, 5.0F * ui,
                             dw_palette(none ? DW_TINT_FIELD : DW_TINT_KEY));
        dw_canvas_round_frame(pen->canvas, dw_box_grown(cell, -0.5F), 5.0F * ui,
                              (chosen_cell ? 1.6F : 1.0F) * ui,
                              dw_palette(chosen_cell ? DW_TINT_ACCENT : DW_TINT_PANEL_EDGE));
        const dw_text_style style =
            dw_pen_bold(pen, 12.0F, chosen_cell ? DW_TINT_ACCENT : DW_TINT_TEXT);
        write_cell(pen, cell, 8.0F * ui, &style,
                   chosen_cell && rows->captures ? "..."
                   : none                        ? ""
                                                 : label);
    }
}

void dw_key_rows_draw(dw_key_rows *rows, const dw_pen *pen, dw_box box, bool focused)
{
    static const dw_say_id heads[1 + DW_BIND_SLOTS] = {DW_SAY_COLUMN_ACTION, DW_SAY_COLUMN_KEY,
                                                       DW_SAY_COLUMN_KEY_2, DW_SAY_COLUMN_MOUSE,
                                                       DW_SAY_COLUMN_PAD};
    const float ui = pen->ui;
    if (rows->bindings == NULL) {
        return;
    }
    const dw_text_style small = {DW_FACE_BOLD, (int)(10.0F * ui), dw_palette(DW_TINT_TEXT_FAINT),
                                 1.4F * ui};
    for (uint32_t i = 0; i < DW_COUNT_OF(heads); i++) {
        (void)dw_text_draw(pen, box.x0 + columns[i] * ui, box.y0 + 4.0F * ui, DW_ALIGN_LEFT, &small,
                           dw_say(heads[i]));
    }
    rows->shown = (uint32_t)(((box.y1 - box.y0) / ui - HEAD - FOOT) / ROW);
    dw_key_rows_scroll(rows, 0);
    for (uint32_t line = 0; line < rows->shown && rows->top + line < ROWS; line++) {
        draw_row(rows, pen, row_box(box, ui, line), rows->top + line, focused);
    }
    /* How far down the list is. */
    const float track = (box.y1 - box.y0) - (HEAD + FOOT) * ui;
    const float from = box.y0 + HEAD * ui + track * (float)rows->top / ROWS;
    const float high = track * (float)rows->shown / ROWS;
    dw_canvas_round_rect(pen->canvas, dw_box_at(box.x1 + 4.0F * ui, from, 4.0F * ui, high),
                         2.0F * ui, dw_palette(DW_TINT_PANEL_EDGE));
    const dw_text_style note =
        dw_pen_plain(pen, 13.0F, rows->captures ? DW_TINT_ACCENT : DW_TINT_TEXT_SOFT);
    const dw_box foot = {box.x0, box.y1 - FOOT * ui, box.x1, box.y1};
    write_cell(pen, foot, 10.0F * ui, &note,
               rows->note[0] != '\0' ? rows->note : dw_say(DW_SAY_KEYS_HOW));
}
