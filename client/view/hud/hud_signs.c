#include "client/view/hud/hud_signs.h"

#include "client/core/roster.h"
#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_signals.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>

static void draw_cell(const dw_pen *pen, const dw_hud_view *view, dw_box menu, dw_sign sign)
{
    const float ui = pen->ui;
    const dw_sign_menu *state = view->signs;
    const dw_box cell = dw_sign_menu_cell(menu, ui, sign);
    const uint32_t column = dw_sign_menu_column(sign);
    const bool chosen = state->marked == (uint8_t)sign;
    const bool open = state->column == 0 || state->column == column;
    if (chosen) {
        dw_canvas_round_rect(pen->canvas, dw_box_grown(cell, -1.5F * ui), 6.0F * ui,
                             dw_palette_slot(view->world->own_slot));
    }
    char digits[8];
    (void)snprintf(digits, sizeof digits, "%u %u", (unsigned)column,
                   (unsigned)dw_sign_menu_row(sign));
    const dw_text_style key =
        dw_pen_bold(pen, 11.0F, chosen ? DW_TINT_ON_SLOT : DW_TINT_TEXT_FAINT);
    const dw_text_style words = dw_pen_bold(pen, 12.0F,
                                            chosen ? DW_TINT_ON_SLOT
                                            : open ? DW_TINT_TEXT
                                                   : DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cell.x0 + 6.0F * ui,
                       (cell.y0 + cell.y1 - dw_text_height(pen->text, &key)) * 0.5F, DW_ALIGN_LEFT,
                       &key, digits);
    char shown[48];
    dw_text_cut(pen->text, &words, dw_say_sign(sign), cell.x1 - cell.x0 - 40.0F * ui, shown,
                sizeof shown);
    (void)dw_text_draw(pen, cell.x0 + 34.0F * ui,
                       (cell.y0 + cell.y1 - dw_text_height(pen->text, &words)) * 0.5F,
                       DW_ALIGN_LEFT, &words, shown);
}

void dw_hud_draw_sign_menu(const dw_pen *pen, const dw_hud_view *view)
{
    if (view->signs == NULL || !view->signs->open) {
        return;
    }
    const float ui = pen->ui;
    const dw_box box = dw_sign_menu_box(pen->canvas->width, pen->canvas->height, ui);
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.95F);
    (void)dw_panel_heading(pen, box.x0 + 16.0F * ui, box.y0 + 9.0F * ui,
                           (dw_heading){11.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT},
                           dw_say(DW_SAY_SIGNS_HEAD));
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    char close[DW_BINDING_NAME];
    char take[DW_BINDING_NAME];
    char words[DW_BINDINGS_TEXT];
    dw_bindings_hint(view->bindings, DW_ACTION_SIGNS, view->gamepad, close);
    dw_bindings_hint(view->bindings, DW_ACTION_USE, view->gamepad, take);
    dw_say_into(words, sizeof words, view->gamepad ? DW_SAY_SIGNS_BY_GAMEPAD : DW_SAY_SIGNS_BY_KEYS,
                DW_S(close), DW_S(take));
    (void)dw_text_draw(pen, box.x1 - 14.0F * ui, box.y0 + 8.0F * ui, DW_ALIGN_RIGHT, &small, words);
    for (int sign = DW_SIGN_NONE + 1; sign < DW_SIGN_COUNT; sign++) {
        draw_cell(pen, view, box, (dw_sign)sign);
    }
}

/* A plate at the border with an arrow towards (wx, wy), in units; nothing when that is in view. */
static void draw_plate(const dw_pen *pen, const dw_hud_view *view, const dw_feed_signal *signal,
                       uint8_t slot, dw_vec at)
{
    const float ui = pen->ui;
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    const dw_box inside = {40.0F * ui, 100.0F * ui, width - 40.0F * ui, height - 80.0F * ui};
    const float sx = dw_camera_screen_x(view->camera, at.x);
    const float sy = dw_camera_screen_y(view->camera, at.y);
    float x = 0.0F;
    float y = 0.0F;
    float turns = 0.0F;
    if ((sx >= 0.0F && sy >= 0.0F && sx < width && sy < height) ||
        !dw_hud_pointer(inside, sx, sy, &x, &y, &turns)) {
        return;
    }
    const float strength = dw_feed_signal_strength(signal, view->seconds);
    const dw_colour colour = dw_colour_fade(dw_palette_slot(slot), strength);
    const dw_text_style style = dw_pen_style(
        pen, DW_FACE_BOLD, 12.0F, dw_colour_fade(dw_palette(DW_TINT_ON_PAPER), strength));
    char words[DW_FEED_TEXT];
    const char *name = dw_round_name_or(view->round, slot, dw_say(DW_SAY_SOMEBODY));
    if (signal->sign == DW_SIGN_NONE) {
        dw_say_into(words, sizeof words, DW_SAY_PING_HERE, DW_S(name));
    } else {
        (void)snprintf(words, sizeof words, "%s: %s", name, dw_say_sign((dw_sign)signal->sign));
    }
    const float wide = dw_text_width(pen->text, &style, words) + 16.0F * ui;
    const float high = dw_text_height(pen->text, &style) + 8.0F * ui;
    const float fx = cosf(turns * 6.2831853F);
    const float fy = sinf(turns * 6.2831853F);
    const float tip[6] = {x + fx * 26.0F * ui,
                          y + fy * 26.0F * ui,
                          x + fx * 8.0F * ui - fy * 9.0F * ui,
                          y + fy * 8.0F * ui + fx * 9.0F * ui,
                          x + fx * 8.0F * ui + fy * 9.0F * ui,
                          y + fy * 8.0F * ui - fx * 9.0F * ui};
    dw_canvas_convex(pen->canvas, tip, 3, colour);
    /* The plate lies inside of the arrow, which stays in sight. */
    const float middle = y - fy * high * 0.5F;
    const float left =
        fmaxf(fminf(x - (1.0F + fx) * wide * 0.5F, width - wide - 10.0F * ui), 10.0F * ui);
    dw_canvas_round_rect(pen->canvas, dw_box_at(left, middle - high * 0.5F, wide, high), 7.0F * ui,
                         colour);
    (void)dw_text_draw(pen, left + wide * 0.5F, middle - high * 0.5F + 4.0F * ui, DW_ALIGN_CENTRE,
                       &style, words);
}

void dw_hud_draw_far_signals(const dw_pen *pen, const dw_hud_view *view)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const dw_feed_signal *sign = &view->feed->signs[slot];
        const dw_feed_signal *ping = &view->feed->pings[slot];
        double x = 0.0;
        double y = 0.0;
        if (dw_feed_signal_strength(ping, view->seconds) > 0.0F) {
            draw_plate(pen, view, ping, (uint8_t)slot, ping->position);
        }
        if (dw_feed_signal_strength(sign, view->seconds) > 0.0F &&
            dw_signal_body(view->world, (uint8_t)slot, &x, &y)) {
            draw_plate(pen, view, sign, (uint8_t)slot,
                       (dw_vec){(int32_t)lround(x), (int32_t)lround(y)});
        }
    }
}
