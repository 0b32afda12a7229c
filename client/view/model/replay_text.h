/* replay_text.h - the words of replays, apart from their drawing, so that tests can read them: the
 * columns of the list, events of the time line, and why somebody was seen. Pure. */
#ifndef DW_VIEW_REPLAY_TEXT_H
#define DW_VIEW_REPLAY_TEXT_H

#include "client/core/client.h"
#include "client/view/model/replay_list.h"

enum { DW_REPLAY_TEXT = 320 };

/* "2026-11-26 07:45" by the clock of the person's zone, "4:05", "Ada got away with it", "Ada, Bo".
 */
void dw_replay_when_text(int64_t started_s, char out[DW_REPLAY_TEXT]);
void dw_replay_length_text(uint32_t ticks, char out[DW_REPLAY_TEXT]);
void dw_replay_outcome_text(const dw_replay_summary *summary, char out[DW_REPLAY_TEXT]);
void dw_replay_players_text(const dw_replay_summary *summary, char out[DW_REPLAY_TEXT]);

/* "1:05.3" */
void dw_replay_time_text(double ticks, char out[DW_REPLAY_TEXT]);

/* "1/8 x", "2 x" */
void dw_replay_speed_text(uint8_t speed, char out[DW_REPLAY_TEXT]);

/* "2 x", "2 x  PAUSED"; on the way to a tick that the server has not looked through yet "2 x
 * looking through, 34 %". */
void dw_replay_pace_text(const dw_playback_state *now, char out[DW_REPLAY_TEXT]);

/* What numbers of events and views mean. `round` may be NULL. */
typedef struct dw_replay_names {
    const dw_map *map;
    const dw_round *round;
    const dw_drawn_world *world;
    const dw_client_mission *mission; /* The parts that it has been told. */
} dw_replay_names;

/* "Everything", "What Ada could know", "What guard 2 believed". */
void dw_replay_view_text(const dw_replay_names *names, uint8_t view, char out[DW_REPLAY_TEXT]);

/* "1:05.3  Guard 2 saw Ada" */
void dw_replay_event_text(const dw_replay_names *names, const dw_playback_event *event,
                          char out[DW_REPLAY_TEXT]);

enum { DW_WHY_LINES = 4 };
/* Why somebody was seen: who noticed whom, by which sense, from how far, in what light, doing what.
 * Gives how many lines it wrote. */
uint32_t dw_replay_why_text(const dw_replay_names *names, const dw_playback_sighting *sighting,
                            char lines[DW_WHY_LINES][DW_REPLAY_TEXT]);
void dw_replay_why_title(const dw_replay_names *names, const dw_playback_sighting *sighting,
                         char out[DW_REPLAY_TEXT]);

#endif
