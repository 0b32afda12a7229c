#include "client/view/model/time_line.h"

#include <math.h>

/* Before scaling. */
enum { HEAD = 30, LANE = 13, FOOT = 8, LEFT = 104, RIGHT = 26, REACH = 7, GRIP = 8 };

dw_mark_row dw_time_line_mark(uint8_t kind)
{
    static const dw_mark_row rows[DW_PLAYBACK_EVENT_COUNT] = {
        [DW_PLAYBACK_EVENT_SIGHTING] = {DW_LANE_SEEN, DW_MARK_DISC, 3},
        [DW_PLAYBACK_EVENT_LOST] = {DW_LANE_SEEN, DW_MARK_RING, 1},
        [DW_PLAYBACK_EVENT_REPORT] = {DW_LANE_RADIO, DW_MARK_TRIANGLE, 2},
        [DW_PLAYBACK_EVENT_CLEAR] = {DW_LANE_RADIO, DW_MARK_DOT, 0},
        [DW_PLAYBACK_EVENT_MISSING] = {DW_LANE_RADIO, DW_MARK_TRIANGLE, 2},
        [DW_PLAYBACK_EVENT_NOTICE] = {DW_LANE_RADIO, DW_MARK_TRIANGLE, 2},
        [DW_PLAYBACK_EVENT_TASK] = {DW_LANE_ORDERS, DW_MARK_DOT, 0},
        [DW_PLAYBACK_EVENT_ORDER] = {DW_LANE_ORDERS, DW_MARK_SQUARE, 1},
        [DW_PLAYBACK_EVENT_CAUGHT] = {DW_LANE_CAUGHT, DW_MARK_CROSS, 3},
        [DW_PLAYBACK_EVENT_TAKEN] = {DW_LANE_LOOT, DW_MARK_DIAMOND, 3},
        [DW_PLAYBACK_EVENT_DROPPED] = {DW_LANE_LOOT, DW_MARK_DIAMOND_HOLLOW, 3},
        [DW_PLAYBACK_EVENT_HANDED] = {DW_LANE_LOOT, DW_MARK_DIAMOND, 3},
        [DW_PLAYBACK_EVENT_SLOT] = {DW_LANE_CAUGHT, DW_MARK_DOT, 1},
        [DW_PLAYBACK_EVENT_END] = {DW_LANE_LOOT, DW_MARK_FLAG, 3},
        [DW_PLAYBACK_EVENT_PART] = {DW_LANE_LOOT, DW_MARK_FLAG, 2},
    };
    return kind < DW_PLAYBACK_EVENT_COUNT ? rows[kind] : rows[DW_PLAYBACK_EVENT_END];
}

float dw_time_line_height(float ui)
{
    return (HEAD + DW_LANE_COUNT * LANE + FOOT) * ui;
}

dw_time_line dw_time_line_place(int width, int height, float ui, uint32_t length)
{
    const float top = (float)height - dw_time_line_height(ui);
    return (dw_time_line){.panel = {0.0F, top, (float)width, (float)height},
                          .bar = {LEFT * ui, top + HEAD * ui, (float)width - RIGHT * ui,
                                  top + (HEAD + DW_LANE_COUNT * LANE) * ui},
                          .lane_height = LANE * ui,
                          .length = length > 0 ? length : 1};
}

float dw_time_line_x(const dw_time_line *line, double tick)
{
    const double part = tick / line->length;
    return line->bar.x0 + (float)part * (line->bar.x1 - line->bar.x0);
}

uint32_t dw_time_line_tick(const dw_time_line *line, float x)
{
    const float part = (x - line->bar.x0) / (line->bar.x1 - line->bar.x0);
    const double held = part < 0.0F ? 0.0 : part > 1.0F ? 1.0 : (double)part;
    return (uint32_t)lround(held * line->length);
}

float dw_time_line_lane_y(const dw_time_line *line, uint8_t lane)
{
    return line->bar.y0 + line->lane_height * (float)lane;
}

bool dw_time_line_holds(const dw_time_line *line, float x, float y)
{
    const float grip = line->lane_height * GRIP / LANE;
    return x >= line->bar.x0 - grip && x < line->bar.x1 + grip && y >= line->bar.y0 - grip &&
           y < line->panel.y1;
}

uint32_t dw_time_line_event_at(const dw_time_line *line, const dw_playback *playback, float ui,
                               float x, float y)
{
    const float reach = REACH * ui;
    const float lane = floorf((y - line->bar.y0) / line->lane_height);
    uint32_t found = DW_NO_EVENT;
    float best = 0.0F;
    uint8_t importance = 0;
    if (lane < 0.0F || lane >= DW_LANE_COUNT || x < line->bar.x0 - reach ||
        x > line->bar.x1 + reach) {
        return DW_NO_EVENT;
    }
    const uint32_t from = dw_time_line_tick(line, x - reach);
    const uint32_t to = dw_time_line_tick(line, x + reach);
    for (uint32_t i = dw_playback_find(playback, from);
         i < playback->event_count && playback->events[i].tick <= to; i++) {
        const dw_mark_row row = dw_time_line_mark(playback->events[i].kind);
        const float away = fabsf(dw_time_line_x(line, playback->events[i].tick) - x);
        if (row.lane == (uint8_t)lane && (found == DW_NO_EVENT || row.importance > importance ||
                                          (row.importance == importance && away < best))) {
            found = i;
            best = away;
            importance = row.importance;
        }
    }
    return found;
}

static bool stops(const dw_playback_event *event)
{
    return dw_time_line_mark(event->kind).importance >= 2;
}

uint32_t dw_time_line_step(const dw_playback *playback, uint32_t tick, bool back)
{
    if (back) {
        for (uint32_t i = dw_playback_find(playback, tick); i-- > 0;) {
            if (stops(&playback->events[i])) {
                return i;
            }
        }
        return DW_NO_EVENT;
    }
    for (uint32_t i = dw_playback_find(playback, tick + 1); i < playback->event_count; i++) {
        if (stops(&playback->events[i])) {
            return i;
        }
    }
    return DW_NO_EVENT;
}

static bool is_sighting(const dw_playback_event *event, uint8_t slot)
{
    return event->kind == DW_PLAYBACK_EVENT_SIGHTING && (slot == DW_SLOT_NONE || event->b == slot);
}

uint32_t dw_time_line_sighting_before(const dw_playback *playback, uint32_t event, uint8_t slot)
{
    for (uint32_t i = event < playback->event_count ? event : playback->event_count; i-- > 0;) {
        if (is_sighting(&playback->events[i], slot)) {
            return i;
        }
    }
    return DW_NO_EVENT;
}

uint32_t dw_time_line_sighting(const dw_playback *playback, uint32_t tick, uint8_t slot)
{
    const uint32_t behind = dw_playback_find(playback, tick + 1);
    const uint32_t before = dw_time_line_sighting_before(playback, behind, slot);
    if (before != DW_NO_EVENT) {
        return before;
    }
    for (uint32_t i = behind; i < playback->event_count; i++) {
        if (is_sighting(&playback->events[i], slot)) {
            return i;
        }
    }
    return DW_NO_EVENT;
}

uint8_t dw_time_line_speed(uint8_t speed, bool slower)
{
    uint32_t of_two = 1;
    while (of_two < speed && of_two < DW_PLAYBACK_SPEED_MAX) {
        of_two *= 2;
    }
    if (slower) {
        return (uint8_t)(of_two > 1 ? of_two / 2 : 1);
    }
    return (uint8_t)(of_two < DW_PLAYBACK_SPEED_MAX ? of_two * 2 : DW_PLAYBACK_SPEED_MAX);
}
