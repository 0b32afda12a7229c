#include "client/view/hud/hud_mission.h"

#include "client/view/hud/hud_minds.h"
#include "client/view/hud/hud_pointer.h"
#include "client/view/hud/hud_roster.h"
#include "client/view/model/mission_text.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/snapshot_items.h"

#include <math.h>
#include <stdio.h>

#define LIST_WIDE     270.0F
#define LINE_HIGH     17.0F
#define PART_GAP      6.0F
#define BRIEFING_WIDE 400.0F
#define SAID_WIDE     560.0F

/* Draws a text from `y` on, in lines of at most `width` pixels; gives back their number. */
static uint32_t draw_lines(const dw_pen *pen, float x, float y, const dw_text_style *style,
                           float width, const char *text)
{
    const dw_text_block block = {x, y, width, LINE_HIGH * pen->ui, 0};
    return dw_text_draw_lines(pen, block, DW_ALIGN_LEFT, style, text);
}

/* Open: a ring; done: a tick; failed: a cross. Shapes differ, not colours alone. */
static void draw_part_sign(const dw_pen *pen, float x, float y, const dw_mission_part *part,
                           uint8_t state)
{
    const float ui = pen->ui;
    const float r = 5.5F * ui;
    if (state == DW_PART_DONE) {
        const dw_colour colour = dw_palette(DW_TINT_GOOD);
        dw_canvas_line(pen->canvas, (dw_segment){x - r, y, x - r * 0.2F, y + r * 0.8F}, 2.0F * ui,
                       colour);
        dw_canvas_line(pen->canvas, (dw_segment){x - r * 0.2F, y + r * 0.8F, x + r, y - r * 0.8F},
                       2.0F * ui, colour);
    } else if (state == DW_PART_FAILED) {
        const dw_colour colour = dw_palette(DW_TINT_BAD);
        const float d = r * 0.75F;
        dw_canvas_line(pen->canvas, (dw_segment){x - d, y - d, x + d, y + d}, 2.0F * ui, colour);
        dw_canvas_line(pen->canvas, (dw_segment){x - d, y + d, x + d, y - d}, 2.0F * ui, colour);
    } else {
        const dw_colour colour = dw_hud_part_colour(part);
        dw_canvas_ring(pen->canvas, x, y, r, 1.6F * ui, colour);
        if (!part->optional) {
            dw_canvas_disc(pen->canvas, x, y, r * 0.42F, colour);
        }
    }
}

/* One part from `y` on; gives back how high it is. */
static float draw_part(const dw_pen *pen, const dw_hud_view *view, uint32_t number, dw_box list,
                       float y, bool draws)
{
    const float ui = pen->ui;
    const dw_client_mission *mission = view->mission;
    const dw_mission_part *part = &mission->parts[number];
    const uint8_t state = mission->rows[number].state;
    const bool open = state == DW_PART_OPEN;
    const float news = dw_mission_emphasis(view->board, number, view->seconds);
    const dw_text_style style =
        dw_pen_style(pen, open && !part->optional ? DW_FACE_BOLD : DW_FACE_REGULAR, 13.0F,
                     dw_palette(open ? DW_TINT_TEXT : DW_TINT_TEXT_FAINT));
    char text[DW_PART_TEXT];
    dw_mission_part_text(text, mission, number, view->world->tick);
    const float left = list.x0 + 34.0F * ui;
    const float width = list.x1 - left - 12.0F * ui;
    const uint32_t lines = dw_text_count_lines(pen->text, &style, text, width);
    const float high = (LINE_HIGH * (float)lines + PART_GAP) * ui;
    if (!draws) {
        return high;
    }
    if (news > 0.0F) {
        dw_canvas_round_rect(
            pen->canvas,
            (dw_box){list.x0 + 6.0F * ui, y - 3.0F * ui, list.x1 - 6.0F * ui, y + high - 4.0F * ui},
            5.0F * ui, dw_colour_fade(dw_hud_part_colour(part), 0.30F * news));
    }
    draw_part_sign(pen, list.x0 + 20.0F * ui, y + 8.0F * ui, part, state);
    (void)draw_lines(pen, left, y, &style, width, text);
    return high;
}

/* A folded list shows what is new. */
static bool list_has(const dw_hud_view *view, uint32_t number)
{
    return !view->board->folded || dw_mission_emphasis(view->board, number, view->seconds) > 0.0F;
}

/* Draws the parts from the upper end of `list` on, or only says how high they are together. */
static float draw_parts(const dw_pen *pen, const dw_hud_view *view, dw_box list, bool all,
                        bool draws)
{
    float high = 0.0F;
    for (uint32_t i = 0; i < view->mission->part_count; i++) {
        if (all || list_has(view, i)) {
            high += draw_part(pen, view, i, list, list.y0 + high, draws);
        }
    }
    return high;
}

static void write_list_head(const dw_pen *pen, const dw_hud_view *view, dw_box box)
{
    const float ui = pen->ui;
    char line[DW_HUD_TEXT];
    char cut[DW_HUD_TEXT];
    char key[DW_BINDING_NAME];
    dw_mission_count_text(line, view->mission);
    const float wide =
        dw_panel_heading(pen, box.x0 + 12.0F * ui, box.y0 + 9.0F * ui,
                         (dw_heading){10.0F, dw_palette(DW_TINT_TEXT_FAINT), DW_ALIGN_LEFT}, line);
    if (view->hide_hints) {
        return;
    }
    dw_bindings_hint(view->bindings, view->board->folded ? DW_ACTION_PARTS : DW_ACTION_BRIEFING,
                     view->gamepad, key);
    if (key[0] == '\0') {
        return;
    }
    (void)snprintf(
        line, sizeof line, "%s  %s", key,
        dw_say(view->board->folded ? DW_SAY_MISSION_PARTS_FOLDED : DW_SAY_BRIEFING_OPEN));
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    dw_text_cut(pen->text, &small, line, box.x1 - box.x0 - wide - 40.0F * ui, cut, sizeof cut);
    (void)dw_text_draw(pen, box.x1 - 12.0F * ui, box.y0 + 8.0F * ui, DW_ALIGN_RIGHT, &small, cut);
}

/* What the person carries, as the last line of the list. */
static void write_carried(const dw_pen *pen, const dw_hud_view *view, dw_box box, float y)
{
    char names[DW_HUD_TEXT];
    char line[DW_HUD_TEXT];
    char cut[DW_HUD_TEXT];
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_OBJECTIVE);
    dw_mission_carried_text(names, view->map,
                            dw_snapshot_items_of(view->world->items, view->world->own_slot));
    dw_say_into(line, sizeof line, DW_SAY_MISSION_CARRIED, DW_S(names));
    dw_text_cut(pen->text, &style, line, box.x1 - box.x0 - 24.0F * pen->ui, cut, sizeof cut);
    (void)dw_text_draw(pen, box.x0 + 12.0F * pen->ui, y, DW_ALIGN_LEFT, &style, cut);
}

/* Below the roster; beside the column with the guards where a spectator has one. */
static void draw_list(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float left = view->switches ? ((float)DW_HUD_MINDS_WIDTH + 8.0F) * ui : 12.0F * ui;
    const float top =
        view->switches ? 84.0F * ui : dw_hud_roster_bottom(view->round, ui) + 8.0F * ui;
    dw_box box = {left, top, left + LIST_WIDE * ui, top};
    const float high = draw_parts(pen, view, box, false, false);
    const bool carries = view->world->has_own &&
                         dw_snapshot_items_of(view->world->items, view->world->own_slot) != 0;
    const float end = top + 34.0F * ui + (high > 0.0F ? high + 2.0F * ui : 0.0F);
    box.y1 = end + (carries ? 20.0F * ui : 0.0F);
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.85F);
    write_list_head(pen, view, box);
    if (carries) {
        write_carried(pen, view, box, end - 4.0F * ui);
    }
    box.y0 = top + 32.0F * ui;
    (void)draw_parts(pen, view, box, false, true);
}

/* The lines of the mission, below the notices of the feed: the newest at the bottom. Gives back
 * where they end. */
static float draw_said(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    float y = 148.0F * ui;
    for (uint32_t i = 0; i < view->board->line_count; i++) {
        const dw_board_line *line = &view->board->lines[i];
        const float strength = dw_mission_line_strength(line, view->seconds);
        const bool spoken = line->said.speaker[0] != '\0';
        const dw_text_style style = dw_pen_style(
            pen, DW_FACE_BOLD, 15.0F, dw_colour_fade(dw_palette(DW_TINT_TEXT), strength));
        const dw_text_style who = dw_pen_style(
            pen, DW_FACE_BOLD, 11.0F, dw_colour_fade(dw_palette(DW_TINT_ACCENT), strength));
        float wide = dw_text_width(pen->text, &style, line->said.text);
        wide = wide < SAID_WIDE * ui ? wide : SAID_WIDE * ui;
        const uint32_t rows = dw_text_count_lines(pen->text, &style, line->said.text, wide + 1.0F);
        const float high = (18.0F + LINE_HIGH * (float)rows + (spoken ? 15.0F : 0.0F)) * ui;
        const dw_box box = {cx - wide * 0.5F - 22.0F * ui, y, cx + wide * 0.5F + 22.0F * ui,
                            y + high};
        dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.92F * strength);
        dw_canvas_rect(pen->canvas,
                       dw_box_at(box.x0, box.y0 + 7.0F * ui, 3.0F * ui, high - 14.0F * ui),
                       dw_colour_fade(dw_palette(DW_TINT_ACCENT), strength));
        float text_y = y + 7.0F * ui;
        if (spoken) {
            (void)dw_text_draw(pen, cx - wide * 0.5F, text_y, DW_ALIGN_LEFT, &who,
                               line->said.speaker);
            text_y += 15.0F * ui;
        }
        (void)draw_lines(pen, cx - wide * 0.5F, text_y, &style, wide + 1.0F, line->said.text);
        y += high + 6.0F * ui;
    }
    return view->board->line_count > 0 ? y : 84.0F * ui;
}

/* The progress of a held key, at a device or at a lock, in thousandths. */
static uint32_t held_progress(const dw_hud_view *view)
{
    const dw_drawn_world *world = view->world;
    if (!world->has_own) {
        return 0;
    }
    if (world->pick.ticks > 0 && view->rules->pick_ticks > 0) {
        return 1000U * world->pick.ticks / (uint32_t)view->rules->pick_ticks;
    }
    const int32_t part =
        view->mission != NULL ? dw_mission_held_by(view->mission, world->own_slot) : -1;
    return part < 0 ? 0 : dw_mission_progress(view->mission, (uint32_t)part, world->tick);
}

/* A ring around the own body that closes while the key is held. */
static void draw_held(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_drawn_world *world = view->world;
    const uint32_t done = held_progress(view);
    if (done == 0) {
        return;
    }
    const float ui = pen->ui;
    const float x = dw_camera_screen_x(view->camera, world->own_x);
    const float y = dw_camera_screen_y(view->camera, world->own_y);
    const float r = dw_camera_pixels(view->camera, DW_MM(480));
    dw_canvas_ring(pen->canvas, x, y, r, 6.0F * ui, dw_palette(DW_TINT_METER_TRACK));
    dw_canvas_arc(pen->canvas, (dw_arc){x, y, r, 6.0F * ui, -0.25F, (float)done / 1000.0F},
                  dw_palette(DW_TINT_OBJECTIVE));
}

float dw_hud_briefing_width(const dw_hud_view *view)
{
    return view->mission != NULL ? BRIEFING_WIDE : 0.0F;
}

/* Title, frame, story and the first parts, from `y` on; gives back the end of it. */
static float write_briefing(const dw_pen *pen, const dw_hud_view *view, dw_box box, bool writes)
{
    const float ui = pen->ui;
    const dw_mission_brief *brief = &view->mission->brief;
    const float left = box.x0 + 26.0F * ui;
    const float width = box.x1 - box.x0 - 52.0F * ui;
    const dw_text_style title = dw_pen_bold(pen, 20.0F, DW_TINT_TEXT);
    const dw_text_style story = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT);
    const dw_text_style small = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_FAINT);
    char line[DW_HUD_TEXT];
    float y = box.y0 + 42.0F * ui;
    dw_text_cut(pen->text, &title, brief->title, width, line, sizeof line);
    if (writes) {
        (void)dw_text_draw(pen, left, y, DW_ALIGN_LEFT, &title, line);
        dw_mission_frame_text(line, brief);
        (void)dw_text_draw(pen, left, y + 28.0F * ui, DW_ALIGN_LEFT, &small, line);
    }
    y += 58.0F * ui;
    for (uint32_t i = 0; i < brief->briefing_count; i++) {
        const uint32_t rows =
            writes ? draw_lines(pen, left, y, &story, width, brief->briefing[i])
                   : dw_text_count_lines(pen->text, &story, brief->briefing[i], width);
        y += (LINE_HIGH * (float)rows + 6.0F) * ui;
    }
    return y;
}

/* In the lobby it lies beside the card with the players, else in the middle; below `top`, if there
 * is room. */
static void draw_briefing(const dw_pen *pen, const dw_hud_view *view, float top)
{
    const float ui = pen->ui;
    const bool lobby = view->round->phase == DW_PHASE_LOBBY;
    const float cx = (float)pen->canvas->width * 0.5F - (lobby ? BRIEFING_WIDE * 0.5F * ui : 0.0F);
    dw_box box = {cx - BRIEFING_WIDE * 0.5F * ui, 0.0F, cx + BRIEFING_WIDE * 0.5F * ui, 0.0F};
    const bool hint = !lobby && !view->hide_hints;
    dw_box list = {box.x0 + 12.0F * ui, 0.0F, box.x1 - 12.0F * ui, 0.0F};
    const float parts = draw_parts(pen, view, list, true, false);
    const float high = write_briefing(pen, view, box, false) +
                       (parts > 0.0F ? parts + 34.0F * ui : 0.0F) + (hint ? 44.0F : 18.0F) * ui;
    const float lowest = fmaxf((float)pen->canvas->height - high - 52.0F * ui, 84.0F * ui);
    box.y0 = fminf(fmaxf(((float)pen->canvas->height - high) * 0.5F, top), lowest);
    box.y1 = box.y0 + high;
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 0.96F);
    dw_canvas_round_rect(
        pen->canvas,
        dw_box_at(box.x0 + 26.0F * ui, box.y0, BRIEFING_WIDE * ui - 52.0F * ui, 3.0F * ui),
        1.5F * ui, dw_palette(DW_TINT_ACCENT));
    (void)dw_panel_heading(pen, box.x0 + 26.0F * ui, box.y0 + 18.0F * ui,
                           (dw_heading){12.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT},
                           dw_say(DW_SAY_BRIEFING_HEAD));
    const float y = write_briefing(pen, view, box, true);
    if (parts > 0.0F) {
        (void)dw_panel_heading(pen, box.x0 + 26.0F * ui, y + 6.0F * ui,
                               (dw_heading){10.0F, dw_palette(DW_TINT_TEXT_FAINT), DW_ALIGN_LEFT},
                               dw_say(DW_SAY_BRIEFING_PARTS));
        list.y0 = y + 28.0F * ui;
        (void)draw_parts(pen, view, list, true, true);
    }
    if (hint) {
        char key[DW_BINDING_NAME];
        dw_bindings_hint(view->bindings, view->gamepad ? DW_ACTION_HELP : DW_ACTION_BRIEFING,
                         view->gamepad, key);
        if (key[0] != '\0') {
            (void)dw_panel_key(pen, box.x0 + 26.0F * ui, box.y1 - 36.0F * ui, key,
                               dw_say(DW_SAY_BRIEFING_CLOSE));
        }
    }
}

void dw_hud_draw_mission(const dw_pen *pen, const dw_hud_view *view)
{
    const uint8_t phase = view->round->phase;
    if (phase == DW_PHASE_PLAY) {
        draw_held(pen, view); /* Locks are there without a mission, too. */
    }
    if (view->mission == NULL || view->help != 0) {
        return;
    }
    if (phase == DW_PHASE_PLAY || phase == DW_PHASE_COUNTDOWN) {
        draw_list(pen, view);
    }
    const float top = phase != DW_PHASE_RESULT ? draw_said(pen, view) : 0.0F;
    const bool lobby = phase == DW_PHASE_LOBBY && view->chat == NULL;
    if (lobby || (view->board->briefing && phase != DW_PHASE_RESULT)) {
        draw_briefing(pen, view, top);
    }
}
