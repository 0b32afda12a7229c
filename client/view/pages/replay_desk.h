/* replay_desk.h - what a person does to a recorded round: pauses it, steps, drags the time line,
 * asks for another view and why somebody was seen, saves pictures.
 * Owns: what the mouse does on the time line, the question that is open, the clip that is saved, a
 * note for the person. The round itself is steered by the server (client/core/playback.h); without
 * it all calls do nothing. Changes of the round are logged (DW_LOG_INFO). Calls no SDL function;
 * time is handed in. */
#ifndef DW_VIEW_REPLAY_DESK_H
#define DW_VIEW_REPLAY_DESK_H

#include "client/view/hud/hud_time_line.h"
#include "client/view/model/bindings.h"
#include "client/view/pages/replay_clip.h"

typedef struct dw_replay_desk {
    dw_client *client;   /* NULL while no recorded round is played. */
    bool drags;          /* The mouse holds the time line, */
    uint32_t drag_tick;  /* at this tick, */
    uint32_t asked_tick; /* of which the server was asked for this one */
    double asked_s;      /* at that time. */
    bool points;         /* The mouse is over the time line, */
    float mouse_x;
    uint32_t event;     /* and means this event, or DW_NO_EVENT. */
    uint32_t why_event; /* Asked for and not answered, or DW_NO_EVENT. */
    bool why_open;      /* The answer is shown. */
    uint8_t follow;     /* Body to follow from now on; 0: as it is. */
    bool frames;        /* The picture is to show both of the answer, once it is there. */
    /* What was asked for last: until the server has answered, the next key goes on from there. */
    uint8_t hoped_speed;
    uint32_t hoped_tick;
    double speed_until_s, tick_until_s;
    bool ghosts_told; /* The person knows how many earlier rounds there are. */
    uint32_t epoch;   /* Of the last update. */
    dw_playback_state logged;
    dw_replay_clip clip; /* Pictures that are saved. */
    double note_until_s;
    char note[DW_REPLAY_TEXT];
} dw_replay_desk;

void dw_replay_desk_init(dw_replay_desk *desk);

/* Each frame; borrows the client until the next one, or until init. True when the round has jumped:
 * what was shown of before is over. */
bool dw_replay_desk_update(dw_replay_desk *desk, dw_client *client, double seconds);

/* What is on the screen while an action happens. */
typedef struct dw_replay_look {
    const dw_drawn_world *world;
    uint8_t followed_id; /* Body, 0 = free camera. */
    double seconds;
} dw_replay_look;

/* True when it was an action for replays. */
bool dw_replay_desk_action(dw_replay_desk *desk, dw_action action, const dw_replay_look *look);

typedef enum dw_desk_mouse { DW_DESK_MOVES, DW_DESK_PRESSES, DW_DESK_LETS_GO } dw_desk_mouse;
/* The mouse at (x, y) of the whole canvas. True when that is the time line's business. */
bool dw_replay_desk_mouse(dw_replay_desk *desk, const dw_pen *pen, float x, float y,
                          dw_desk_mouse what);

/* The area of the map that shows guard and intruder of an answer, once, when the picture has come
 * to it; false else. */
bool dw_replay_desk_frame(dw_replay_desk *desk, const dw_drawn_world *world, dw_rect *area);

/* With the view of an intruder: the world as that one's own picture of it, with fog and own light.
 * False, and nothing written, with another view or while the body is gone. */
bool dw_replay_desk_eyes(const dw_replay_desk *desk, const dw_drawn_world *world,
                         dw_drawn_world *own);

/* Closes the card. False: it was not open. */
bool dw_replay_desk_close(dw_replay_desk *desk);

/* Shows a line in place of the hints for some seconds. */
void dw_replay_desk_note(dw_replay_desk *desk, double seconds, const char *words);

/* What the time line takes of the canvas at the bottom; 0 for a live match. */
float dw_replay_desk_height(const dw_replay_desk *desk, float ui);

/* After each frame was drawn: whether the clip needs it as pixels, for the next call. */
bool dw_replay_desk_keeps(const dw_replay_desk *desk, const dw_replay_look *look);

/* Saves the picture, which is on the canvas without the time line; NULL: it could not be read. */
void dw_replay_desk_keep(dw_replay_desk *desk, const dw_canvas *canvas, double seconds);

/* `pen` draws on the whole canvas. */
void dw_replay_desk_draw(const dw_replay_desk *desk, const dw_pen *pen, const dw_replay_look *look,
                         const dw_bindings *bindings, bool gamepad);

#endif
