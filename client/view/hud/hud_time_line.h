/* hud_time_line.h - draws the time line of a replay below the picture, what the mouse points at on
 * it, and the card that says why somebody was seen. */
#ifndef DW_VIEW_HUD_TIME_LINE_H
#define DW_VIEW_HUD_TIME_LINE_H

#include "client/view/model/replay_text.h"
#include "client/view/model/time_line.h"
#include "client/view/tools/text.h"

typedef struct dw_time_line_view {
    const dw_playback *playback;
    dw_replay_names names;
    double shown;      /* Tick of the recorded round in the picture. */
    bool points;       /* The mouse is over the bar, at */
    float mouse_x;     /* this point, */
    uint32_t event;    /* and means this event, or DW_NO_EVENT. */
    const char *hints; /* Keys, in one line. */
    const char *note;  /* In place of the hints for a moment; "" = nothing. */
    bool why;          /* The card is open: the playback's sighting. */
    const char *why_hint;
} dw_time_line_view;

void dw_hud_draw_time_line(const dw_pen *pen, const dw_time_line_view *view);

#endif
