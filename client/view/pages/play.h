/* play.h - the screen of a match: passes what the client core knows to scene and HUD, and what the
 * person does to intents, chat and the camera.
 * Owns: scene, camera, feed, spectator, controls, the chat line. Borrows the client. */
#ifndef DW_VIEW_PLAY_H
#define DW_VIEW_PLAY_H

#include "client/core/client.h"
#include "client/view/hud/hud.h"
#include "client/view/model/answer.h"
#include "client/view/model/feed.h"
#include "client/view/model/flights.h"
#include "client/view/model/heard_watch.h"
#include "client/view/model/hearing.h"
#include "client/view/model/mutes.h"
#include "client/view/model/overlay.h"
#include "client/view/model/sign_menu.h"
#include "client/view/pages/play_sound.h"
#include "client/view/pages/replay_desk.h"
#include "client/view/pages/spectator.h"
#include "client/view/scene/scene.h"
#include "client/view/tools/field.h"

typedef struct dw_play {
    dw_scene *scene;   /* NULL before the map is known. */
    const dw_map *map; /* Of the scene. */
    dw_camera camera;
    dw_feed feed;
    dw_flights flights;
    dw_hearing hearing;
    dw_play_sound sound;
    dw_own_noises own_noises;
    dw_heard_watch heard;    /* Open while there is a scene. */
    const dw_ruleset *rules; /* Of the client's welcome; NULL before it. */
    dw_mutes mutes;
    dw_vote_state vote; /* As last shown to the person. */
    dw_spectator spectator;
    dw_replay_desk desk; /* Of a recorded round. */
    dw_overlay overlay;
    const dw_bindings *bindings; /* May be NULL: those of the start. */
    float minds_top;             /* Upper end of the column with the guards, */
    float minds_right;           /* and its right one, in pixels. */
    uint32_t history_skip;       /* Decisions of the followed guard that are scrolled past. */
    uint32_t pick_soon;          /* Body to follow once it is there; 0: none. */
    dw_controls controls;
    dw_field chat;
    dw_sign_menu signs;
    dw_answer answer;
    const dw_client_mission *mission; /* Of the client; NULL in a heist. */
    dw_mission_board board;
    dw_tutorial tutorial; /* Off unless dw_play_learn was called. */
    dw_vec asked_ping;
    dw_drawn_world world; /* As drawn last. */
    uint32_t round, play_start_tick;
    uint32_t queue_place; /* As of the last update. */
    double seated;        /* When the client was seated, in seconds; 0: never. */
    double seconds;       /* Of the last update. */
    uint8_t history_of;   /* Body of the followed guard. */
    bool sees_minds;      /* The guards' minds, as a spectator. */
    uint8_t asked_sign;   /* dw_sign to send at the next update. */
    uint8_t asked_vote;   /* Likewise the action that says yes or no; 0: neither. */
    uint8_t asked_answer; /* To the question of the mission, for the next intent; 0: none. */
    bool asks_ping;
    bool asks_ready; /* To be ready, or not to be any more. */
    uint8_t phase;
    bool drawn; /* `world` is filled. */
    bool had_own;
    bool chatting;
    uint8_t help; /* The page that is open, 0 = none. */
    dw_intent intent;
} dw_play;

void dw_play_init(dw_play *play);
/* Frees the scene. Call it before the client is destroyed, whose map it draws. */
void dw_play_reset(dw_play *play);

/* Explains the game from now on, lesson by lesson. */
void dw_play_learn(dw_play *play);

/* Takes in map, rounds, events and chat. DW_MEMORY when the map cannot be drawn. */
DW_MUST_USE dw_status dw_play_update(dw_play *play, dw_client *client, double seconds,
                                     dw_error *error);

/* The intent for the due ticks; to stand while the person types. */
dw_intent dw_play_intent(dw_play *play);

/* The next page of help; after the last it closes. */
void dw_play_turn_help(dw_play *play);

/* An action went down or up (not while chatting). */
void dw_play_action(dw_play *play, dw_action action, bool down);
/* A key while chatting. A line that begins with a slash is for the client (chat_command.h). */
void dw_play_chat_key(dw_play *play, dw_client *client, SDL_Scancode key);
/* Nearer or farther at that point of the screen, or back and on in an answer of the server. */
void dw_play_zoom(dw_play *play, float x, float y, float notches);
void dw_play_drag(dw_play *play, float dx, float dy);
/* A digit: a sign of the open menu, an answer to the open question, the tool to throw, or the body
 * to follow. */
void dw_play_pick(dw_play *play, uint32_t number);
/* Pings what is drawn at that point of the screen. */
void dw_play_ping(dw_play *play, float x, float y);

/* Living players signal; all others have no team to tell. */
static inline bool dw_play_can_signal(const dw_play *play)
{
    return play->drawn && play->world.has_own && play->world.own_state == DW_SLOT_ALIVE;
}

/* Which actions count now (DW_IN_*). */
static inline uint32_t dw_play_where(const dw_play *play)
{
    const uint32_t watch = DW_IN_WATCH | (play->desk.client != NULL ? DW_IN_REPLAY : 0);
    return play->world.has_own ? DW_IN_PLAY : watch;
}
/* The mouse is there: marks a sign of the open menu, and aims. */
void dw_play_hover(dw_play *play, const dw_pen *pen, float x, float y);
/* The left button of the mouse came up there. */
void dw_play_release(dw_play *play, const dw_pen *pen, float x, float y);
/* A click: a sign of the open menu, an answer to the open question, a switch of the overlay, or a
 * guard to follow. True when it was for one of them. */
bool dw_play_click(dw_play *play, const dw_pen *pen, float x, float y);

/* What is left of the canvas above the time line of a recorded round; all of it in a live match. */
dw_canvas dw_play_canvas(const dw_play *play, const dw_pen *pen);

typedef struct dw_play_frame {
    dw_client *client;
    uint64_t now_ns;
    double seconds, step_s;
    double fps;
    uint32_t rtt_ms;
    bool hud;        /* False under a menu. */
    bool hide_hints; /* Which key does what. */
    bool captions;   /* Of sounds, for people who do not hear them. */
    bool records;    /* The rounds are recorded on this computer, for the person. */
} dw_play_frame;

/* Draws the frame; false while there is nothing to draw yet. */
bool dw_play_draw(dw_play *play, const dw_pen *pen, const dw_play_frame *frame);

/* Whether what was drawn is to be saved, as a picture of a recorded round; and then saves it, when
 * the pen's canvas has it as pixels. NULL: it could not be read. */
bool dw_play_keeps(const dw_play *play);
void dw_play_keep(dw_play *play, const dw_pen *pen);

#endif
