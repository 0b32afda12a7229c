#include "client/view/hud/hud_result.h"

#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/scene/draw_furniture.h"
#include "client/view/scene/draw_guards.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <stdio.h>

static void dim(dw_canvas *canvas, float strength)
{
    dw_canvas_rect(canvas, (dw_box){0.0F, 0.0F, (float)canvas->width, (float)canvas->height},
                   dw_colour_fade(dw_palette(DW_TINT_DIM), strength));
}

static void draw_result_row(const dw_pen *pen, const dw_hud_view *view, const dw_roster_row *row,
                            dw_box box)
{
    const float ui = pen->ui;
    const dw_round *round = view->round;
    const bool own = row->slot == view->world->own_slot;
    const bool winner = row->slot == round->winner && round->outcome == DW_OUTCOME_WON;
    char right[DW_HUD_TEXT] = "";
    char clock[DW_HUD_TEXT];
    dw_colour colour = dw_palette(DW_TINT_TEXT_SOFT);
    if (winner) {
        (void)snprintf(right, sizeof right, "brought it out");
        colour = dw_palette(DW_TINT_GOOD);
    } else if (row->state == DW_SLOT_CAUGHT && row->caught_tick != 0) {
        const uint32_t began = view->play_start_tick;
        dw_hud_clock(clock, row->caught_tick > began ? row->caught_tick - began : 0);
        (void)snprintf(right, sizeof right, began != 0 ? "caught after %s" : "caught", clock);
        colour = dw_palette(DW_TINT_BAD);
    } else {
        (void)snprintf(right, sizeof right, "%s",
                       row->state == DW_SLOT_ALIVE ? "got away" : dw_hud_slot_state(row->state));
    }
    dw_draw_intruder_token(
        pen->canvas,
        &(dw_token){box.x0 + 12.0F * ui, (box.y0 + box.y1) * 0.5F, 22.0F * ui, 0.75F, 1.0F},
        dw_palette_slot(row->slot), winner ? DW_BODY_CARRYING : 0);
    const dw_text_style name =
        dw_pen_style(pen, own ? DW_FACE_BOLD : DW_FACE_REGULAR, 15.0F, dw_palette(DW_TINT_TEXT));
    const dw_text_style fate = dw_pen_style(pen, DW_FACE_REGULAR, 13.0F, colour);
    (void)dw_text_draw(pen, box.x0 + 34.0F * ui, box.y0 + 3.0F * ui, DW_ALIGN_LEFT, &name,
                       row->name);
    (void)dw_text_draw(pen, box.x1, box.y0 + 4.0F * ui, DW_ALIGN_RIGHT, &fate, right);
}

void dw_hud_draw_result(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const dw_round *round = view->round;
    const bool won = round->outcome == DW_OUTCOME_WON;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = 460.0F * ui;
    const float high = (158.0F + 28.0F * (float)round->roster_count) * ui;
    const float top = ((float)pen->canvas->height - high) * 0.5F;
    const dw_box box = {cx - wide * 0.5F, top, cx + wide * 0.5F, top + high};
    const dw_colour colour = dw_palette(won ? DW_TINT_GOOD : DW_TINT_BAD);
    dim(pen->canvas, 0.55F);
    dw_canvas_shadow(pen->canvas, box, 14.0F * ui, 46.0F * ui, dw_colour_fade(colour, 0.22F));
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 1.0F);
    dw_canvas_round_rect(pen->canvas,
                         dw_box_at(box.x0 + 30.0F * ui, box.y0, wide - 60.0F * ui, 3.0F * ui),
                         1.5F * ui, colour);
    (void)dw_panel_heading(pen, cx, box.y0 + 26.0F * ui,
                           (dw_heading){28.0F, colour, DW_ALIGN_CENTRE},
                           dw_hud_outcome(round->outcome));
    char line[DW_HUD_TEXT];
    char what[DW_HUD_TEXT];
    char clock[DW_HUD_TEXT];
    dw_hud_outcome_line(what, view->map, view->world, round);
    dw_hud_clock(clock, round->start_tick - view->play_start_tick);
    (void)snprintf(line, sizeof line, "%.70s", what);
    if (view->play_start_tick != 0 && view->play_start_tick < round->start_tick) {
        (void)snprintf(line, sizeof line, "%.70s after %.16s", what, clock);
    }
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    (void)dw_text_draw(pen, cx, box.y0 + 68.0F * ui, DW_ALIGN_CENTRE, &style, line);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const float y = box.y0 + (106.0F + 28.0F * (float)i) * ui;
        draw_result_row(pen, view, &round->roster[i],
                        (dw_box){box.x0 + 34.0F * ui, y, box.x1 - 34.0F * ui, y + 26.0F * ui});
    }
    dw_hud_clock(clock, dw_hud_clock_ticks(round, view->world->tick));
    (void)snprintf(line, sizeof line, "Next round in %.16s", clock);
    const dw_text_style small = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cx, box.y1 - 32.0F * ui, DW_ALIGN_CENTRE, &small, line);
}

/* Three pieces of furniture and what they are good for. */
static void draw_heights(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const uint16_t heights[3] = {200, 500, 900};
    static const uint8_t kinds[3] = {DW_FURNITURE_BED, DW_FURNITURE_TABLE, DW_FURNITURE_SHELF};
    static const float places[3] = {0.0F, 196.0F, 442.0F};
    static const char *const words[3] = {"low: hides nobody", "middle: crouch behind it",
                                         "high: hides you"};
    const float scale = 60.0F * ui; /* Pixels a metre. */
    for (int i = 0; i < 3; i++) {
        const float px = x + places[i] * ui;
        const dw_painter painter = {.canvas = pen->canvas,
                                    .origin_x = 0.0,
                                    .origin_y = 0.0,
                                    .scale = (double)scale / (1000.0 * DW_UNITS_PER_MM),
                                    .mm = scale / 1000.0F,
                                    .drawing = DW_DRAWING_WARM};
        const int32_t ux = (int32_t)((double)px / painter.scale);
        const int32_t uy = (int32_t)((double)y / painter.scale);
        const dw_furniture piece = {.area = {{ux, uy}, {ux + DW_MM(800), uy + DW_MM(420)}},
                                    .height = heights[i],
                                    .kind = kinds[i]};
        dw_draw_furniture_shadow(&painter, &piece);
        dw_draw_furniture(&painter, &piece);
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        (void)dw_text_draw(pen, px + 58.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style, words[i]);
    }
}

static void draw_moods(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const char *const words[DW_MOOD_COUNT] = {"calm", "on the alert", "notices you",
                                                     "chases you"};
    static const uint8_t order[DW_MOOD_COUNT] = {DW_MOOD_CALM, DW_MOOD_SUSPICIOUS, DW_MOOD_CHASING,
                                                 DW_MOOD_ALERT};
    for (int i = 0; i < DW_MOOD_COUNT; i++) {
        const float px = x + 152.0F * ui * (float)i;
        dw_draw_guard_token(pen->canvas,
                            &(dw_token){px + 14.0F * ui, y + 13.0F * ui, 28.0F * ui, 0.0F, 1.0F},
                            order[i]);
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        (void)dw_text_draw(pen, px + 40.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style,
                           words[order[i]]);
    }
}

void dw_hud_draw_help(const dw_pen *pen)
{
    static const char *const play[][2] = {{"W A S D", "walk in eight directions"},
                                          {"Shift", "sprint"},
                                          {"Ctrl", "crouch (C toggles)"},
                                          {"E / Space", "take, open, close, switch"},
                                          {"Z / Right", "hold to aim, let go to throw"},
                                          {"1  2", "a coin or a bait"},
                                          {"T / Enter", "chat"},
                                          {"Q", "signs to the team"},
                                          {"X / Middle", "ping the map at the mouse"},
                                          {"Wheel", "zoom"},
                                          {"/mute NAME", "in chat: hide NAME's words, signs"},
                                          {"/vote NAME", "vote to send NAME away (/yes, /no)"}};
    static const char *const watch[][2] = {{"Drag / WASD", "move the camera"},
                                           {"Wheel", "zoom"},
                                           {"Click / 1 - 9", "follow a guard or a player"},
                                           {"Tab", "follow the next one"},
                                           {"Home", "show the whole map"},
                                           {"V M P G B R F N", "layers of the guards' minds"},
                                           {"O", "usual layers, all, none"},
                                           {"Esc", "menu, back"}};
    const float ui = pen->ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = 684.0F * ui;
    const float high = 594.0F * ui;
    const float top = ((float)pen->canvas->height - high) * 0.5F;
    const dw_box box = {cx - wide * 0.5F, top, cx + wide * 0.5F, top + high};
    dim(pen->canvas, 0.5F);
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 1.0F);
    const dw_colour accent = dw_palette(DW_TINT_ACCENT);
    const float left = box.x0 + 32.0F * ui;
    const float middle = cx + 20.0F * ui;
    (void)dw_panel_heading(pen, left, top + 24.0F * ui, (dw_heading){13.0F, accent, DW_ALIGN_LEFT},
                           "PLAY");
    (void)dw_panel_heading(pen, middle, top + 24.0F * ui,
                           (dw_heading){13.0F, accent, DW_ALIGN_LEFT}, "WATCH");
    for (size_t i = 0; i < DW_COUNT_OF(play); i++) {
        const float y = top + (54.0F + 29.0F * (float)i) * ui;
        (void)dw_panel_key(pen, left, y, play[i][0], play[i][1]);
    }
    for (size_t i = 0; i < DW_COUNT_OF(watch); i++) {
        const float y = top + (54.0F + 29.0F * (float)i) * ui;
        (void)dw_panel_key(pen, middle, y, watch[i][0], watch[i][1]);
    }
    (void)dw_panel_heading(pen, left, top + 414.0F * ui, (dw_heading){13.0F, accent, DW_ALIGN_LEFT},
                           "COVER");
    draw_heights(pen, left, top + 442.0F * ui);
    (void)dw_panel_heading(pen, left, top + 492.0F * ui, (dw_heading){13.0F, accent, DW_ALIGN_LEFT},
                           "GUARDS");
    draw_moods(pen, left, top + 520.0F * ui);
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cx, box.y1 - 28.0F * ui, DW_ALIGN_CENTRE, &small,
                       "Gamepad: left stick, A use or minds, B crouch, right shoulder sprint, "
                       "right stick throw, Y signs, Start menu. "
                       "H closes.");
}
