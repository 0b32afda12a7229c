#include "client/view/hud/hud_result.h"

#include "client/view/hud/hud_mission_result.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/mission_text.h"
#include "client/view/model/standing_text.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <stdio.h>

enum { DETECTIONS_SHOWN = 6 };

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
    const bool winner =
        view->mission == NULL && row->slot == round->winner && round->outcome == DW_OUTCOME_WON;
    char right[DW_HUD_TEXT] = "";
    char clock[DW_HUD_TEXT];
    dw_colour colour = dw_palette(DW_TINT_TEXT_SOFT);
    if (winner) {
        (void)snprintf(right, sizeof right, "%s", dw_say(DW_SAY_RESULT_BROUGHT_OUT));
        colour = dw_palette(DW_TINT_GOOD);
    } else if (row->state == DW_SLOT_CAUGHT && row->caught_tick != 0) {
        const uint32_t began = view->play_start_tick;
        dw_hud_clock(clock, row->caught_tick > began ? row->caught_tick - began : 0);
        dw_say_into(right, sizeof right,
                    began != 0 ? DW_SAY_RESULT_CAUGHT_AFTER : DW_SAY_STATE_CAUGHT, DW_S(clock));
        colour = dw_palette(DW_TINT_BAD);
    } else {
        (void)snprintf(right, sizeof right, "%s",
                       row->state == DW_SLOT_ALIVE ? dw_say(DW_SAY_RESULT_GOT_AWAY)
                                                   : dw_hud_slot_state(row->state));
    }
    dw_hud_add_points(right, view, row->slot);
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

/* Of this round; NULL: the person had no body in it. */
static const dw_detections *own_detections(const dw_hud_view *view)
{
    const dw_detections *told = view->detections;
    return told != NULL && told->round == view->round->round ? told : NULL;
}

static uint32_t shown_of(const dw_detections *told)
{
    return told->count < DETECTIONS_SHOWN ? told->count : DETECTIONS_SHOWN;
}

/* Lines that they take: a heading, the rows, and how many more. */
static uint32_t detection_rows(const dw_hud_view *view)
{
    const dw_detections *told = own_detections(view);
    return told == NULL ? 0 : 1 + shown_of(told) + (told->detected > shown_of(told) ? 1U : 0U);
}

/* How often one was seen, by whom, where and when. */
static void draw_detections(const dw_pen *pen, const dw_hud_view *view, float cx, float y)
{
    const dw_detections *told = own_detections(view);
    if (told == NULL) {
        return;
    }
    const float ui = pen->ui;
    const uint32_t shown = shown_of(told);
    const dw_text_style head =
        dw_pen_bold(pen, 13.0F, told->detected > 0 ? DW_TINT_BAD : DW_TINT_GOOD);
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    char line[DW_HUD_TEXT];
    dw_detections_head(line, told);
    (void)dw_text_draw(pen, cx, y, DW_ALIGN_CENTRE, &head, line);
    for (uint32_t i = 0; i < shown; i++) {
        dw_detection_text(line, &told->rows[i], view->map, view->play_start_tick);
        (void)dw_text_draw(pen, cx, y + 19.0F * (float)(1 + i) * ui, DW_ALIGN_CENTRE, &style, line);
    }
    if (told->detected > shown) {
        dw_say_into(line, sizeof line, DW_SAY_RESULT_SEEN_MORE, DW_N(told->detected - shown));
        (void)dw_text_draw(pen, cx, y + 19.0F * (float)(1 + shown) * ui, DW_ALIGN_CENTRE, &style,
                           line);
    }
}

void dw_hud_draw_result(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const dw_round *round = view->round;
    const bool won = round->outcome == DW_OUTCOME_WON;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = 460.0F * ui;
    const uint32_t seen = detection_rows(view);
    const float toll = dw_hud_mission_result_height(view);
    const float high =
        (158.0F + toll + 28.0F * (float)round->roster_count + 19.0F * (float)seen) * ui;
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
                           dw_hud_mission_result(view) != NULL ? dw_mission_outcome(round->outcome)
                                                               : dw_hud_outcome(round->outcome));
    char line[DW_HUD_TEXT];
    char what[DW_HUD_TEXT];
    char clock[DW_HUD_TEXT];
    if (dw_hud_mission_result(view) != NULL) {
        dw_mission_outcome_line(what, view->mission);
    } else {
        dw_hud_outcome_line(what, view->map, view->world, round);
    }
    dw_hud_clock(clock, round->start_tick - view->play_start_tick);
    (void)snprintf(line, sizeof line, "%s", what);
    const bool decided = won || round->outcome == DW_OUTCOME_LOST; /* Else the clock ended it. */
    if (decided && view->play_start_tick != 0 && view->play_start_tick < round->start_tick) {
        dw_say_into(line, sizeof line, DW_SAY_RESULT_AFTER, DW_S(what), DW_S(clock));
    }
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    (void)dw_text_draw(pen, cx, box.y0 + 68.0F * ui, DW_ALIGN_CENTRE, &style, line);
    dw_hud_draw_mission_result(pen, view, cx, box.y0 + 96.0F * ui);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const float y = box.y0 + (106.0F + toll + 28.0F * (float)i) * ui;
        draw_result_row(pen, view, &round->roster[i],
                        (dw_box){box.x0 + 34.0F * ui, y, box.x1 - 34.0F * ui, y + 26.0F * ui});
    }
    draw_detections(pen, view, cx,
                    box.y0 + (114.0F + toll + 28.0F * (float)round->roster_count) * ui);
    dw_hud_clock(clock, dw_hud_clock_ticks(round, view->world->tick));
    dw_say_into(line, sizeof line, DW_SAY_NEXT_ROUND_IN, DW_S(clock));
    if (view->watch_key != NULL && view->watch_key[0] != '\0') {
        dw_say_add(line, sizeof line, DW_SAY_RESULT_WATCH, DW_S(view->watch_key));
    }
    const dw_text_style small = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cx, box.y1 - 32.0F * ui, DW_ALIGN_CENTRE, &small, line);
}
