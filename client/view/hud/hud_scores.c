#include "client/view/hud/hud_scores.h"

#include "client/view/hud/hud_mission.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/mission_text.h"
#include "client/view/model/standing_text.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <stdio.h>

#define ROW_HIGH 28.0F

/* A player's token and name, cut to `width`. */
static void draw_player(const dw_pen *pen, const dw_hud_view *view, const dw_roster_row *row,
                        float x, float y, float width)
{
    const float ui = pen->ui;
    const bool own = row->slot == view->world->own_slot;
    const bool there = row->state == DW_SLOT_ALIVE;
    char name[64];
    dw_draw_intruder_token(
        pen->canvas,
        &(dw_token){x + 12.0F * ui, y + 12.0F * ui, 20.0F * ui, 0.75F, there ? 1.0F : 0.4F},
        dw_palette_slot(row->slot), 0);
    const dw_text_style style = dw_pen_style(pen, own ? DW_FACE_BOLD : DW_FACE_REGULAR, 14.0F,
                                             dw_palette(there ? DW_TINT_TEXT : DW_TINT_TEXT_SOFT));
    dw_text_cut(pen->text, &style, row->name, width - 32.0F * ui, name, sizeof name);
    (void)dw_text_draw(pen, x + 32.0F * ui, y + 3.0F * ui, DW_ALIGN_LEFT, &style, name);
}

/* A tick that is set, or a place for one. */
static void draw_tick(const dw_pen *pen, float x, float y, bool set)
{
    const float ui = pen->ui;
    const dw_box box = dw_box_at(x - 8.0F * ui, y - 8.0F * ui, 16.0F * ui, 16.0F * ui);
    dw_canvas_round_frame(pen->canvas, box, 4.0F * ui, 1.4F * ui,
                          dw_palette(set ? DW_TINT_GOOD : DW_TINT_TEXT_FAINT));
    if (set) {
        const dw_colour colour = dw_palette(DW_TINT_GOOD);
        const float low = y + 4.0F * ui;
        dw_canvas_line(pen->canvas, (dw_segment){x - 4.5F * ui, y, x - 1.0F * ui, low}, 2.0F * ui,
                       colour);
        dw_canvas_line(pen->canvas, (dw_segment){x - 1.0F * ui, low, x + 5.0F * ui, y - 4.0F * ui},
                       2.0F * ui, colour);
    }
}

static void write_hint(const dw_pen *pen, const dw_hud_view *view, float x, float y)
{
    const float ui = pen->ui;
    const bool ready = dw_standing_is_ready(view->standings, view->world->own_slot);
    char key[DW_BINDING_NAME];
    dw_bindings_hint(view->bindings, view->gamepad ? DW_ACTION_USE : DW_ACTION_READY, view->gamepad,
                     key);
    const char *what = dw_say(ready ? DW_SAY_LOBBY_NOT_READY : DW_SAY_LOBBY_READY);
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const float wide =
        dw_text_width(pen->text, &style, key) + dw_text_width(pen->text, &style, what) + 34.0F * ui;
    (void)dw_panel_key(pen, x - wide * 0.5F, y, key, what);
}

void dw_hud_draw_lobby(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_round *round = view->round;
    if (round->phase != DW_PHASE_LOBBY || view->help != 0 || view->chat != NULL) {
        return;
    }
    const float ui = pen->ui;
    const bool plays = view->world->own_slot != DW_SLOT_NONE;
    /* Beside the briefing of a mission. */
    const float cx = (float)pen->canvas->width * 0.5F + dw_hud_briefing_width(view) * 0.5F * ui;
    const float wide = 380.0F * ui;
    const float rows = ROW_HIGH * (float)round->roster_count;
    const float high = (112.0F + rows + (plays ? 34.0F : 0.0F)) * ui;
    const float top = ((float)pen->canvas->height - high) * 0.5F;
    const dw_box box = {cx - wide * 0.5F, top, cx + wide * 0.5F, top + high};
    char line[DW_HUD_TEXT];
    char clock[DW_HUD_TEXT];
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 0.94F);
    dw_say_into(line, sizeof line, DW_SAY_LOBBY_HEAD, DW_S(view->code));
    (void)dw_panel_heading(pen, cx, top + 20.0F * ui,
                           (dw_heading){15.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_CENTRE}, line);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const dw_roster_row *row = &round->roster[i];
        const float y = top + (54.0F + ROW_HIGH * (float)i) * ui;
        draw_player(pen, view, row, box.x0 + 28.0F * ui, y, wide - 96.0F * ui);
        draw_tick(pen, box.x1 - 40.0F * ui, y + 12.0F * ui,
                  dw_standing_is_ready(view->standings, row->slot));
    }
    float y = top + (64.0F + rows) * ui;
    if (plays) {
        write_hint(pen, view, cx, y);
        y += 34.0F * ui;
    }
    if (round->end_tick != 0) {
        dw_hud_clock(clock, dw_hud_clock_ticks(round, view->world->tick));
        dw_say_into(line, sizeof line,
                    view->mission != NULL ? DW_SAY_MISSION_WAITS_FOR : DW_SAY_LOBBY_WAITS_FOR,
                    DW_S(clock));
    } else {
        (void)snprintf(line, sizeof line, "%s", dw_say(DW_SAY_LOBBY_WAITS));
    }
    const dw_text_style small = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cx, y, DW_ALIGN_CENTRE, &small, line);
    (void)dw_text_draw(pen, cx, y + 18.0F * ui, DW_ALIGN_CENTRE, &small,
                       dw_say(DW_SAY_LOBBY_INVITE));
}

/* The columns behind the name; each stands at its right end. */
enum { SCORE_COLUMNS = 6 };
static const float column_ends[SCORE_COLUMNS] = {322, 388, 450, 516, 602, 672};

static void write_cells(const dw_pen *pen, float left, float y, const dw_text_style *style,
                        const char *cells[SCORE_COLUMNS])
{
    for (int i = 0; i < SCORE_COLUMNS; i++) {
        (void)dw_text_draw(pen, left + column_ends[i] * pen->ui, y, DW_ALIGN_RIGHT, style,
                           cells[i]);
    }
}

static void write_score(const dw_pen *pen, const dw_hud_view *view, const dw_roster_row *player,
                        float left, float y)
{
    char numbers[SCORE_COLUMNS][16] = {"", "-", "-", "-", "-", "-"};
    const dw_standing *row = dw_standing_of(view->standings, player->slot);
    if (row != NULL) {
        (void)snprintf(numbers[1], sizeof numbers[1], "%u", row->detected);
        (void)snprintf(numbers[2], sizeof numbers[2], "%u", row->taken);
        (void)snprintf(numbers[3], sizeof numbers[3], "%u", row->caught);
        (void)snprintf(numbers[4], sizeof numbers[4], "%u", row->escaped);
        if (row->ping_ms > 0) {
            (void)snprintf(numbers[5], sizeof numbers[5], "%u ms", row->ping_ms);
        }
    }
    if (view->mission != NULL) {
        const dw_result_row *result = dw_mission_result_of(&view->mission->result, player->slot);
        (void)snprintf(numbers[4], sizeof numbers[4], "%s", "-");
        if (result != NULL) {
            (void)snprintf(numbers[4], sizeof numbers[4], "%d", result->points);
        }
    }
    const char *state = player->state == DW_SLOT_ALIVE ? dw_say(DW_SAY_STATE_ALIVE)
                                                       : dw_hud_slot_state(player->state);
    const dw_text_style style = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    write_cells(
        pen, left, y + 4.0F * pen->ui, &style,
        (const char *[]){state, numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]});
}

void dw_hud_draw_scores(const dw_pen *pen, const dw_hud_view *view)
{
    if (!view->scores) {
        return;
    }
    const float ui = pen->ui;
    const dw_round *round = view->round;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = 720.0F * ui;
    const float high = (124.0F + ROW_HIGH * (float)round->roster_count) * ui;
    const float top = ((float)pen->canvas->height - high) * 0.5F;
    const dw_box box = {cx - wide * 0.5F, top, cx + wide * 0.5F, top + high};
    const float left = box.x0 + 24.0F * ui;
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 0.97F);
    (void)dw_panel_heading(pen, cx, top + 18.0F * ui,
                           (dw_heading){15.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_CENTRE},
                           dw_say(DW_SAY_SCORES_HEAD));
    const dw_text_style head = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    write_cells(
        pen, left, top + 50.0F * ui, &head,
        (const char *[]){"", dw_say(DW_SAY_SCORE_SEEN), dw_say(DW_SAY_SCORE_TAKEN),
                         dw_say(DW_SAY_SCORE_CAUGHT),
                         dw_say(view->mission != NULL ? DW_SAY_SCORE_POINTS : DW_SAY_SCORE_ESCAPED),
                         dw_say(DW_SAY_SCORE_PING)});
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const float y = top + (70.0F + ROW_HIGH * (float)i) * ui;
        draw_player(pen, view, &round->roster[i], left, y, 230.0F * ui);
        write_score(pen, view, &round->roster[i], left, y);
    }
    (void)dw_text_draw(
        pen, cx, box.y1 - 30.0F * ui, DW_ALIGN_CENTRE, &head,
        dw_say(view->mission != NULL ? DW_SAY_SCORES_NOTE_MISSION : DW_SAY_SCORES_NOTE));
}
