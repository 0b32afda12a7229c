/* scene.h - one picture of the world: static layer, fields of view, darkness, doors, loot, bodies,
 * barks. Owns: what drawing keeps between frames (tiles, light, fog, darkness, moving leaves).
 * Knows no window and no network: a map and a dw_drawn_world go in, pixels come out, so that the
 * window, the benchmark and tests draw the same. Cost: `duskwatch-lab bench client`; no
 * allocation in a frame. */
#ifndef DW_VIEW_SCENE_H
#define DW_VIEW_SCENE_H

#include "client/core/client.h"
#include "client/view/model/feed.h"
#include "client/view/model/hearing.h"
#include "client/view/scene/camera.h"
#include "client/view/scene/draw_minds.h"
#include "client/view/scene/draw_tools.h"
#include "client/view/tools/text.h"

typedef struct dw_scene dw_scene;

enum { DW_TILES_ALL = 1000 };

typedef struct dw_scene_view {
    const dw_camera *camera; /* As large as the canvas. */
    const dw_ruleset *rules;
    const dw_drawn_world *world;
    const dw_round *round;            /* May be NULL. */
    const dw_feed *feed;              /* May be NULL. */
    const dw_flights *flights;        /* May be NULL. */
    const dw_client_mission *mission; /* NULL: a heist. */
    const dw_hearing *hearing;        /* May be NULL. */
    const dw_aim_line *aim;           /* NULL unless the person aims. */
    double seconds;             /* Goes on evenly; for what pulses, and for the feed's ages. */
    double step_s;              /* Since the last frame. */
    uint8_t followed_id;        /* 0 = none. */
    const dw_minds_view *minds; /* For spectators; else NULL. */
    bool crouch_held;
    bool names;           /* Of rooms. */
    uint32_t tile_budget; /* How many tiles this frame may paint; DW_TILES_ALL: all. */
} dw_scene_view;

DW_MUST_USE dw_status dw_scene_create(dw_scene **out, const dw_map *map, dw_error *error);
void dw_scene_destroy(dw_scene *scene);

/* A new round: forgets what was seen. */
void dw_scene_begin_round(dw_scene *scene);

/* Draws over the whole canvas. DW_MEMORY when it grew and no memory is left. */
DW_MUST_USE dw_status dw_scene_draw(dw_scene *scene, const dw_pen *pen, const dw_scene_view *view);

#endif
