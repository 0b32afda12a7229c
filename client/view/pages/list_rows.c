#include "client/view/pages/list_rows.h"

#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

enum { CUT_MAX = 400 };

uint32_t dw_list_rows_shown(dw_box box, float ui, float details)
{
    const float room = box.y1 - box.y0 - (DW_LIST_HEAD + details + DW_LIST_PAD) * ui;
    return room > 0.0F ? (uint32_t)(room / (DW_LIST_ROW * ui)) : 0;
}

void dw_list_rows_follow(dw_list_rows *rows, uint32_t chosen, uint32_t count, uint32_t shown)
{
    const uint32_t last = count > shown ? count - shown : 0;
    if (chosen < rows->top) {
        rows->top = chosen;
    } else if (chosen >= rows->top + shown) {
        rows->top = chosen - shown + 1;
    }
    rows->top = rows->top > last ? last : rows->top;
}

static dw_box line_box(dw_box box, float ui, uint32_t line)
{
    return dw_box_at(box.x0, box.y0 + (DW_LIST_HEAD + DW_LIST_ROW * (float)line) * ui,
                     box.x1 - box.x0, (DW_LIST_ROW - 3) * ui);
}

int32_t dw_list_rows_at(dw_list_rows *rows, const dw_pen *pen, dw_box box, uint32_t shown,
                        uint32_t count, float x, float y)
{
    rows->hovered = -1;
    for (uint32_t line = 0; line < shown && rows->top + line < count; line++) {
        if (dw_box_holds(line_box(box, pen->ui, line), x, y)) {
            rows->hovered = (int32_t)(rows->top + line);
        }
    }
    return rows->hovered;
}

dw_box dw_list_row_box(const dw_list_rows *rows, dw_box box, float ui, uint32_t index)
{
    return line_box(box, ui, index - rows->top);
}

void dw_list_row_draw(const dw_list_rows *rows, const dw_pen *pen, dw_box row, uint32_t index,
                      bool chosen, bool focused)
{
    const float ui = pen->ui;
    const dw_tint frame = !chosen   ? DW_TINT_TEXT_FAINT
                          : focused ? DW_TINT_ACCENT
                                    : DW_TINT_ACCENT_DEEP;
    dw_canvas_round_rect(pen->canvas, row, 6.0F * ui,
                         dw_palette(chosen ? DW_TINT_KEY : DW_TINT_FIELD));
    if (chosen || rows->hovered == (int32_t)index) {
        dw_canvas_round_frame(pen->canvas, dw_box_grown(row, -0.5F), 6.0F * ui, 1.2F * ui,
                              dw_palette(frame));
    }
}

void dw_list_write(const dw_pen *pen, const dw_text_style *style, float x, float y, float width,
                   const char *words)
{
    char cut[CUT_MAX];
    dw_text_cut(pen->text, style, words, width, cut, sizeof cut);
    (void)dw_text_draw(pen, x, y, DW_ALIGN_LEFT, style, cut);
}

void dw_list_heads_draw(const dw_pen *pen, dw_box box, const float *columns, const dw_say_id *words,
                        uint32_t count)
{
    const float ui = pen->ui;
    const dw_text_style small = {DW_FACE_BOLD, (int)(10.0F * ui), dw_palette(DW_TINT_TEXT_FAINT),
                                 1.4F * ui};
    for (uint32_t i = 0; i < count; i++) {
        (void)dw_text_draw(pen, box.x0 + columns[i] * ui, box.y0 + 4.0F * ui, DW_ALIGN_LEFT, &small,
                           dw_say(words[i]));
    }
}

float dw_list_details_draw(const dw_pen *pen, dw_box box, float details)
{
    const float ui = pen->ui;
    const float top = box.y1 - details * ui;
    dw_canvas_rect(pen->canvas, (dw_box){box.x0, top, box.x1, top + ui},
                   dw_palette(DW_TINT_PANEL_EDGE));
    return top + 10.0F * ui;
}
