/* time_line.h - the time line of a replay: which event stands in which lane and under which symbol,
 * where a tick lies on the screen, and which event the mouse or a key means.
 *
 *     +----------------------------------------------------------+
 *     | time / length   speed   view          keys               |   head
 *     | Seen    o        o  o                                    |
 *     | Radio      ^      ^                                      |   lanes: the bar
 *     | Orders          #                                        |
 *     | Caught                         x                         |
 *     | Loot         <>                    <>                    |
 *     +----------------------------------------------------------+
 *
 * Owns: the geometry. Pure: pixels and ticks go in and out; no drawing, no clock. */
#ifndef DW_VIEW_TIME_LINE_H
#define DW_VIEW_TIME_LINE_H

#include "client/core/playback.h"
#include "client/view/tools/canvas.h"

typedef enum dw_lane {
    DW_LANE_SEEN,
    DW_LANE_RADIO,
    DW_LANE_ORDERS,
    DW_LANE_CAUGHT,
    DW_LANE_LOOT,
    DW_LANE_COUNT
} dw_lane;

/* Shapes, so that the line can be read without colours. */
typedef enum dw_mark {
    DW_MARK_DISC,
    DW_MARK_RING,
    DW_MARK_TRIANGLE,
    DW_MARK_DOT,
    DW_MARK_SQUARE,
    DW_MARK_CROSS,
    DW_MARK_DIAMOND,
    DW_MARK_DIAMOND_HOLLOW,
    DW_MARK_FLAG
} dw_mark;

typedef struct dw_mark_row {
    uint8_t lane;       /* dw_lane */
    uint8_t mark;       /* dw_mark */
    uint8_t importance; /* Of two at one point the greater one is meant; 2 and more: keys stop. */
} dw_mark_row;

dw_mark_row dw_time_line_mark(uint8_t kind); /* dw_playback_event_kind */

typedef struct dw_time_line {
    dw_box panel, bar; /* The bar is where ticks lie. */
    float lane_height;
    uint32_t length; /* Of the recording in ticks, at least 1. */
} dw_time_line;

/* What the time line takes of the height of the canvas. */
float dw_time_line_height(float ui);

/* At the bottom of a canvas of that size. */
dw_time_line dw_time_line_place(int width, int height, float ui, uint32_t length);

float dw_time_line_x(const dw_time_line *line, double tick);
/* The tick under `x`, held within the recording. */
uint32_t dw_time_line_tick(const dw_time_line *line, float x);
/* Upper edge of a lane. */
float dw_time_line_lane_y(const dw_time_line *line, uint8_t lane);

/* Whether a press at that point seizes the bar: a little room around it counts. */
bool dw_time_line_holds(const dw_time_line *line, float x, float y);

enum { DW_NO_EVENT = 0xffff };
/* The event at whose symbol the mouse points, at (x, y), or DW_NO_EVENT. */
uint32_t dw_time_line_event_at(const dw_time_line *line, const dw_playback *playback, float ui,
                               float x, float y);

/* The next event after `tick` at which keys stop, or the one before; DW_NO_EVENT. */
uint32_t dw_time_line_step(const dw_playback *playback, uint32_t tick, bool back);

/* The last sighting up to `tick` of the intruder in that slot (DW_SLOT_NONE: of any), else the
 * first one after it; DW_NO_EVENT when nobody was seen. */
uint32_t dw_time_line_sighting(const dw_playback *playback, uint32_t tick, uint8_t slot);
/* The sighting before the event of that number, of the same slot rule. */
uint32_t dw_time_line_sighting_before(const dw_playback *playback, uint32_t event, uint8_t slot);

/* One speed further in 1/8, 1/4, 1/2, 1, 2, 4, 8, 16; in eighths. */
uint8_t dw_time_line_speed(uint8_t speed, bool slower);

#endif
