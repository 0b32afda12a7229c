#include "client/view/hud/hud_time_line.h"

#include "client/view/texts/say.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>

/* Marks of one lane that lie nearer to each other than this are drawn as one, in pixels. */
#define MARKS_APART 2.5F
/* Before scaling. */
#define CARD_WIDTH  430.0F
#define CARD_TOP    14.0F
#define CARD_RIGHT  14.0F
#define CURVE       34.0F

static dw_colour mark_colour(uint8_t mark)
{
    static const dw_tint tints[] = {
        [DW_MARK_DISC] = DW_TINT_BAD,          [DW_MARK_RING] = DW_TINT_TEXT_SOFT,
        [DW_MARK_TRIANGLE] = DW_TINT_ACCENT,   [DW_MARK_DOT] = DW_TINT_TEXT_SOFT,
        [DW_MARK_SQUARE] = DW_TINT_NOISE_CALL, [DW_MARK_CROSS] = DW_TINT_WHITE,
        [DW_MARK_DIAMOND] = DW_TINT_OBJECTIVE, [DW_MARK_DIAMOND_HOLLOW] = DW_TINT_OBJECTIVE,
        [DW_MARK_FLAG] = DW_TINT_GOOD};
    return dw_palette(tints[mark]);
}

static void draw_diamond(dw_canvas *canvas, float x, float y, float size, dw_colour colour)
{
    const float corners[8] = {x, y - size, x + size, y, x, y + size, x - size, y};
    dw_canvas_convex(canvas, corners, 4, colour);
}

static void draw_mark(const dw_pen *pen, float x, float y, uint8_t mark, dw_colour colour)
{
    dw_canvas *canvas = pen->canvas;
    const float s = 4.2F * pen->ui;
    switch ((dw_mark)mark) {
    case DW_MARK_DISC:
        dw_canvas_disc(canvas, x, y, s, colour);
        break;
    case DW_MARK_RING:
        dw_canvas_ring(canvas, x, y, 0.8F * s, 1.3F * pen->ui, colour);
        break;
    case DW_MARK_TRIANGLE: {
        const float corners[6] = {x, y - s, x + s, y + 0.8F * s, x - s, y + 0.8F * s};
        dw_canvas_convex(canvas, corners, 3, colour);
        break;
    }
    case DW_MARK_DOT:
        dw_canvas_disc(canvas, x, y, 0.4F * s, colour);
        break;
    case DW_MARK_SQUARE:
        dw_canvas_rect(canvas, (dw_box){x - 0.8F * s, y - 0.8F * s, x + 0.8F * s, y + 0.8F * s},
                       colour);
        break;
    case DW_MARK_CROSS:
        dw_canvas_line(canvas, (dw_segment){x - s, y - s, x + s, y + s}, 2.0F * pen->ui, colour);
        dw_canvas_line(canvas, (dw_segment){x - s, y + s, x + s, y - s}, 2.0F * pen->ui, colour);
        break;
    case DW_MARK_DIAMOND:
        draw_diamond(canvas, x, y, 1.15F * s, colour);
        break;
    case DW_MARK_DIAMOND_HOLLOW:
        draw_diamond(canvas, x, y, 1.15F * s, colour);
        draw_diamond(canvas, x, y, 0.55F * s, dw_palette(DW_TINT_FIELD));
        break;
    case DW_MARK_FLAG:
        dw_canvas_rect(canvas, (dw_box){x - pen->ui, y - 1.2F * s, x + pen->ui, y + 1.2F * s},
                       colour);
        dw_canvas_rect(canvas, (dw_box){x, y - 1.2F * s, x + 1.5F * s, y}, colour);
        break;
    }
}

/* The lanes with their names and symbols: the legend stands where it is needed. */
static void draw_lanes(const dw_pen *pen, const dw_time_line_view *view, const dw_time_line *line)
{
    static const dw_say_id names[DW_LANE_COUNT] = {DW_SAY_LANE_SEEN, DW_SAY_LANE_RADIO,
                                                   DW_SAY_LANE_ORDERS, DW_SAY_LANE_CAUGHT,
                                                   DW_SAY_LANE_LOOT};
    static const uint8_t marks[DW_LANE_COUNT] = {DW_MARK_DISC, DW_MARK_TRIANGLE, DW_MARK_SQUARE,
                                                 DW_MARK_CROSS, DW_MARK_DIAMOND};
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_SOFT);
    const float known = dw_time_line_x(line, view->playback->now.ready);
    for (uint32_t lane = 0; lane < DW_LANE_COUNT; lane++) {
        const float y = dw_time_line_lane_y(line, (uint8_t)lane);
        const float middle = y + line->lane_height * 0.5F;
        char cut[32];
        draw_mark(pen, line->panel.x0 + 18.0F * ui, middle, marks[lane], mark_colour(marks[lane]));
        dw_text_cut(pen->text, &style, dw_say(names[lane]), line->bar.x0 - 38.0F * ui, cut,
                    sizeof cut);
        (void)dw_text_draw(pen, line->panel.x0 + 30.0F * ui,
                           middle - dw_text_height(pen->text, &style) * 0.5F, DW_ALIGN_LEFT, &style,
                           cut);
        const dw_box box = {line->bar.x0, y + 1.0F, line->bar.x1, y + line->lane_height - 1.0F};
        dw_canvas_rect(pen->canvas, box, dw_palette(DW_TINT_FIELD));
        if (known < line->bar.x1) { /* The rest of the recording is still read. */
            dw_canvas_rect(pen->canvas, (dw_box){known, box.y0, box.x1, box.y1},
                           dw_colour_fade(dw_palette(DW_TINT_PANEL_EDGE), 0.5F));
        }
    }
}

static void draw_marks(const dw_pen *pen, const dw_time_line_view *view, const dw_time_line *line)
{
    const dw_playback *playback = view->playback;
    float last_x[DW_LANE_COUNT];
    uint8_t last_mark[DW_LANE_COUNT];
    for (uint32_t lane = 0; lane < DW_LANE_COUNT; lane++) {
        last_x[lane] = -1000.0F;
        last_mark[lane] = 0;
    }
    for (uint32_t i = 0; i < playback->event_count; i++) {
        const dw_mark_row row = dw_time_line_mark(playback->events[i].kind);
        const float x = dw_time_line_x(line, playback->events[i].tick);
        if (x - last_x[row.lane] < MARKS_APART && last_mark[row.lane] == row.mark) {
            continue;
        }
        last_x[row.lane] = x;
        last_mark[row.lane] = row.mark;
        draw_mark(pen, x, dw_time_line_lane_y(line, row.lane) + line->lane_height * 0.5F, row.mark,
                  mark_colour(row.mark));
    }
}

static void draw_head(const dw_pen *pen, const dw_time_line_view *view, const dw_time_line *line)
{
    const float ui = pen->ui;
    const dw_playback_state *now = &view->playback->now;
    const float y = line->panel.y0 + 7.0F * ui;
    const dw_text_style bold = dw_pen_bold(pen, 14.0F, DW_TINT_TEXT);
    const dw_text_style soft = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style accent = dw_pen_bold(pen, 12.0F, DW_TINT_ACCENT);
    char time[DW_REPLAY_TEXT];
    char words[DW_REPLAY_TEXT];
    char text[2 * DW_REPLAY_TEXT];
    float x = line->panel.x0 + 18.0F * ui;
    dw_replay_time_text(view->shown, time);
    dw_replay_time_text(now->length, words);
    (void)snprintf(text, sizeof text, "%.40s / %.40s", time, words);
    const float wide = dw_text_draw(pen, x, y, DW_ALIGN_LEFT, &bold, text);
    x += fmaxf(132.0F * ui, wide + 12.0F * ui); /* Rounds of an hour have long times. */
    dw_replay_pace_text(now, text);
    x += dw_text_draw(pen, x, y + 1.0F * ui, DW_ALIGN_LEFT, &accent, text) + 20.0F * ui;
    dw_replay_view_text(&view->names, now->view, words);
    x += dw_text_draw(pen, x, y + 1.0F * ui, DW_ALIGN_LEFT, &bold, words) + 20.0F * ui;
    const bool may = (now->flags & DW_PLAYBACK_MAY_STEER) != 0;
    (void)snprintf(words, sizeof words, "%s", dw_say(DW_SAY_REPLAY_NO_STEER));
    if (now->steerer[0] != '\0') {
        dw_say_into(words, sizeof words, DW_SAY_REPLAY_BY, DW_S(now->steerer));
    }
    const char *right = view->note[0] != '\0' ? view->note : may ? view->hints : words;
    dw_text_cut(pen->text, &soft, right, line->bar.x1 - x, text, sizeof text);
    (void)dw_text_draw(pen, line->bar.x1, y + 1.0F * ui, DW_ALIGN_RIGHT,
                       view->note[0] != '\0' ? &accent : &soft, text);
}

/* What the mouse points at: the time there, or the event. */
static void draw_pointed(const dw_pen *pen, const dw_time_line_view *view, const dw_time_line *line)
{
    const float ui = pen->ui;
    const dw_playback *playback = view->playback;
    const dw_text_style style = dw_pen_bold(pen, 12.0F, DW_TINT_TEXT);
    const uint32_t tick = dw_time_line_tick(line, view->mouse_x);
    float x = view->mouse_x;
    char words[DW_REPLAY_TEXT];
    char text[DW_REPLAY_TEXT + 64];
    dw_replay_time_text(tick, words);
    const uint8_t flags = playback->now.flags;
    const bool at_end = tick == playback->now.length;
    (void)snprintf(text, sizeof text, "%.300s%s%s", words, at_end ? "  " : "",
                   at_end && (flags & DW_PLAYBACK_DIFFERS) != 0 ? dw_say(DW_SAY_REPLAY_DIFFERS)
                   : at_end && (flags & DW_PLAYBACK_CUT) != 0   ? dw_say(DW_SAY_REPLAY_CUT)
                                                                : "");
    if (view->event < playback->event_count) {
        const dw_playback_event *event = &playback->events[view->event];
        x = dw_time_line_x(line, event->tick);
        dw_replay_event_text(&view->names, event, text);
    }
    dw_canvas_rect(pen->canvas, (dw_box){x - 0.5F, line->bar.y0, x + 0.5F, line->bar.y1},
                   dw_palette(DW_TINT_TEXT_FAINT));
    const float wide = dw_text_width(pen->text, &style, text) + 20.0F * ui;
    const float least = line->panel.x0 + 8.0F * ui;
    const float most = line->panel.x1 - 8.0F * ui - wide;
    float left = x - wide * 0.5F;
    left = left < least ? least : left > most ? most : left;
    const dw_box box = dw_box_at(left, line->panel.y0 - 28.0F * ui, wide, 24.0F * ui);
    dw_panel_draw(pen->canvas, box, 8.0F * ui, 0.95F);
    (void)dw_text_draw(pen, left + 10.0F * ui, box.y0 + 4.0F * ui, DW_ALIGN_LEFT, &style, text);
}

/* How the guard's meter rose, from the first glimpse until it was sure. */
static void draw_curve(const dw_pen *pen, const dw_playback_sighting *sighting, dw_box box)
{
    const float step = (box.x1 - box.x0) / (float)(sighting->sample_count - 1);
    dw_canvas_rect(pen->canvas, box, dw_palette(DW_TINT_METER_TRACK));
    for (uint32_t i = 0; i + 1 < sighting->sample_count; i++) {
        const float high = box.y1 - box.y0;
        const float a = (float)sighting->samples[i] / DW_MIND_METER_MAX;
        const float b = (float)sighting->samples[i + 1] / DW_MIND_METER_MAX;
        const float x = box.x0 + step * (float)i;
        dw_canvas_line(pen->canvas, (dw_segment){x, box.y1 - a * high, x + step, box.y1 - b * high},
                       1.8F * pen->ui, dw_palette(DW_TINT_BAD));
    }
}

/* Draws words over several lines; gives the height. */
static float draw_words(const dw_pen *pen, const dw_text_style *style, dw_box box, float y,
                        const char *words)
{
    const float high = dw_text_height(pen->text, style);
    const dw_text_block block = {box.x0, y, box.x1 - box.x0, high, 0};
    return high * (float)dw_text_draw_lines(pen, block, DW_ALIGN_LEFT, style, words);
}

static void draw_why(const dw_pen *pen, const dw_time_line_view *view)
{
    const float ui = pen->ui;
    const dw_playback_sighting *sighting = &view->playback->sighting;
    const dw_text_style first = dw_pen_bold(pen, 14.0F, DW_TINT_TEXT);
    const dw_text_style other = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style hint = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    char lines[DW_WHY_LINES][DW_REPLAY_TEXT];
    char title[DW_REPLAY_TEXT];
    const uint32_t count = dw_replay_why_text(&view->names, sighting, lines);
    dw_replay_why_title(&view->names, sighting, title);
    const float right = (float)pen->canvas->width - CARD_RIGHT * ui;
    const dw_box words = {right - (CARD_WIDTH - 18.0F) * ui, 0.0F, right - 18.0F * ui, 0.0F};
    float high = 0.0F;
    for (uint32_t i = 0; i < count; i++) {
        const dw_text_style *style = i == 0 ? &first : &other;
        high += dw_text_height(pen->text, style) *
                (float)dw_text_count_lines(pen->text, style, lines[i], words.x1 - words.x0);
        high += 5.0F * ui;
    }
    const float top = CARD_TOP * ui;
    const dw_box box = {right - CARD_WIDTH * ui, top, right,
                        top + high + (44.0F + CURVE + 40.0F) * ui};
    dw_panel_draw(pen->canvas, box, 12.0F * ui, 1.0F);
    (void)dw_panel_heading(pen, words.x0, top + 14.0F * ui,
                           (dw_heading){13.0F, dw_palette(DW_TINT_BAD), DW_ALIGN_LEFT}, title);
    float y = top + 40.0F * ui;
    for (uint32_t i = 0; i < count; i++) {
        y += draw_words(pen, i == 0 ? &first : &other, words, y, lines[i]) + 5.0F * ui;
    }
    draw_curve(pen, sighting, (dw_box){words.x0, y + 4.0F * ui, words.x1, y + (4.0F + CURVE) * ui});
    (void)draw_words(pen, &hint, words, y + (12.0F + CURVE) * ui, view->why_hint);
}

void dw_hud_draw_time_line(const dw_pen *pen, const dw_time_line_view *view)
{
    const float ui = pen->ui;
    const dw_time_line line =
        dw_time_line_place(pen->canvas->width, pen->canvas->height, ui, view->playback->now.length);
    dw_canvas_rect(pen->canvas, line.panel, dw_palette(DW_TINT_INK_DEEP));
    dw_canvas_rect(pen->canvas,
                   (dw_box){line.panel.x0, line.panel.y0, line.panel.x1, line.panel.y0 + 1.0F},
                   dw_palette(DW_TINT_PANEL_EDGE));
    draw_head(pen, view, &line);
    draw_lanes(pen, view, &line);
    draw_marks(pen, view, &line);
    const float x = dw_time_line_x(&line, view->shown);
    dw_canvas_rect(pen->canvas, (dw_box){x - 1.0F * ui, line.bar.y0, x + 1.0F * ui, line.bar.y1},
                   dw_palette(DW_TINT_ACCENT));
    dw_canvas_disc(pen->canvas, x, line.bar.y0 + 1.0F * ui, 5.0F * ui, dw_palette(DW_TINT_ACCENT));
    if (view->points) {
        draw_pointed(pen, view, &line);
    }
    if (view->why) {
        draw_why(pen, view);
    }
}
