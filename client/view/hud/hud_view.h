/* hud_view.h - what the HUD draws from. Owns nothing. */
#ifndef DW_VIEW_HUD_VIEW_H
#define DW_VIEW_HUD_VIEW_H

#include "client/core/client.h"
#include "client/view/model/feed.h"
#include "client/view/model/heard_watch.h"
#include "client/view/model/mission_board.h"
#include "client/view/model/mutes.h"
#include "client/view/model/sign_menu.h"
#include "client/view/model/tutorial.h"
#include "client/view/scene/camera.h"
#include "client/view/sound/captions.h"
#include "client/view/tools/field.h"
#include "client/view/tools/text.h"

enum { DW_HELP_PAGES = 2 };

typedef struct dw_hud_view {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_camera *camera;
    const dw_drawn_world *world;
    const dw_round *round;
    const dw_vote_state *vote;        /* The newest; NULL before the first. */
    const dw_choices *choices;        /* What votes are about; may be NULL. */
    const dw_standings *standings;    /* May be NULL. */
    const dw_detections *detections;  /* NULL: none were told. */
    const dw_client_mission *mission; /* NULL: a heist. */
    const dw_mission_board *board;    /* Not NULL beside a mission. */
    bool scores;                      /* The key of the scoreboard is held. */
    const dw_tutorial *tutorial;      /* May be NULL, or off. */
    const dw_mutes *mutes;            /* May be NULL. */
    const dw_feed *feed;
    const dw_sign_menu *signs; /* May be NULL: closed. */
    const dw_field *chat;      /* NULL unless the person types. */
    const char *followed; /* Name of the body that the camera follows; "" for the free camera. */
    dw_use use;           /* What the use key would do. */
    dw_intent intent;     /* What is held. */
    dw_own_senses own_senses;
    const dw_heard_watch *heard; /* May be NULL: nobody has heard the own intruder. */
    const dw_captions *captions; /* NULL: off. */
    bool why;                    /* The card that says why somebody was seen lies at the right. */
    bool switches;               /* Those of the overlay stand at the right. */
    dw_tool tool;                /* The chosen one; NONE where nobody throws. */
    double seconds;
    double fps;
    uint32_t rtt_ms;
    float feed_left; /* Beside a column that needs the height; 0: at the border. */
    float feed_top;  /* Radio log and chat stay below it; 0: below two fifths of the screen. */
    const char *watch_key;       /* Shows the round that has ended; "": it is not recorded here. */
    const char *code;            /* Of the match. */
    const char *queue;           /* Of the queue and the seat; "" = nothing. */
    uint32_t play_start_tick;    /* When the heist of this round began, 0 = not known. */
    uint8_t help;                /* The page that is open, 0 = none. */
    const dw_bindings *bindings; /* May be NULL: those of the start. */
    bool hide_hints;             /* No key is named but where it is asked for. */
    bool gamepad;                /* Hints name buttons instead of keys. */
} dw_hud_view;

#endif
