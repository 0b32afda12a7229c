#include "client/view/scene/scene.h"

#include "client/view/model/torches.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/scene/draw_bubble.h"
#include "client/view/scene/draw_doors.h"
#include "client/view/scene/draw_ghosts.h"
#include "client/view/scene/draw_goal.h"
#include "client/view/scene/draw_light.h"
#include "client/view/scene/draw_noises.h"
#include "client/view/scene/draw_sensors.h"
#include "client/view/scene/draw_sight.h"
#include "client/view/scene/draw_signals.h"
#include "client/view/scene/draw_things.h"
#include "client/view/scene/grid_on_card.h"
#include "client/view/scene/light_on_card.h"
#include "client/view/scene/sight_compose.h"
#include "client/view/scene/tiles.h"
#include "client/view/tools/card.h"
#include "client/view/tools/palette.h"

#include <stdlib.h>

struct dw_scene {
    const dw_map *map;
    dw_tiles *tiles;
    dw_sight_light *light;
    dw_memory_grid memory;
    dw_dark_grid dark;
    dw_door_swing swing;
    dw_sector_outline scratch;
    dw_grid_on_card memory_on_card, dark_on_card;
    bool grids_wait;         /* Tiles went up in the last frame, and the grids did not. */
    int width, height, side; /* Of the screen, and of a cell of light. */
};

dw_status dw_scene_create(dw_scene **out, const dw_map *map, dw_error *error)
{
    dw_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for drawing the map");
    }
    scene->map = map;
    dw_status status = dw_tiles_create(&scene->tiles, map, error);
    if (status == DW_OK) {
        status = dw_fog_create(&scene->memory, map);
    }
    if (status == DW_OK) {
        status = dw_dark_grid_create(&scene->dark, map);
    }
    if (status == DW_OK) {
        status = dw_sight_light_create(&scene->light, 16, 16);
    }
    if (status == DW_OK) {
        status = dw_grid_on_card_create(&scene->memory_on_card, scene->memory.columns,
                                        scene->memory.rows);
    }
    if (status == DW_OK) {
        status =
            dw_grid_on_card_create(&scene->dark_on_card, scene->dark.columns, scene->dark.rows);
    }
    if (status != DW_OK) {
        dw_scene_destroy(scene);
        return dw_fail(error, status, "no memory for drawing map \"%s\"", map->name);
    }
    *out = scene;
    return DW_OK;
}

void dw_scene_destroy(dw_scene *scene)
{
    if (scene == NULL) {
        return;
    }
    dw_tiles_destroy(scene->tiles);
    dw_sight_light_destroy(scene->light);
    dw_fog_destroy(&scene->memory);
    dw_dark_grid_destroy(&scene->dark);
    dw_grid_on_card_destroy(&scene->memory_on_card);
    dw_grid_on_card_destroy(&scene->dark_on_card);
    free(scene);
}

void dw_scene_begin_round(dw_scene *scene)
{
    dw_fog_forget(&scene->memory);
    scene->swing.started = false;
}

/* What a guard says. */
static void draw_bark(const dw_pen *pen, const dw_scene_view *view, const dw_drawn_body *body,
                      const dw_bubble *bubble)
{
    const float strength = dw_feed_strength(bubble->born, view->seconds, 2.2);
    const float size = dw_camera_pixels(view->camera, DW_BODY_SIZE);
    const dw_kind *kind = dw_drawn_kind(view->world, view->rules, body);
    const dw_bubble_look look = {
        .x = dw_camera_screen_x(view->camera, body->x),
        .y = dw_camera_screen_y(view->camera, body->y) - size * 0.8F,
        .age_s = view->seconds - bubble->born,
        .strength = strength,
        .paper = dw_palette(bubble->kind <= 1 ? DW_TINT_BUBBLE_LOUD : DW_TINT_BUBBLE_CALM),
        .words = dw_bubble_text(bubble->kind, (dw_kind_look)kind->look)};
    if (strength > 0.0F && look.words[0] != '\0') {
        dw_draw_bubble(pen, &look);
    }
}

/* A spectator has switched that layer off. */
static bool lacks(const dw_scene_view *view, dw_layer layer)
{
    return view->minds != NULL && !dw_overlay_has(view->minds->overlay, layer);
}

static void draw_barks(const dw_pen *pen, const dw_scene_view *view)
{
    for (uint32_t i = 0; i < DW_FEED_BUBBLES; i++) {
        const dw_bubble *bubble = &view->feed->bubbles[i];
        const dw_drawn_body *body =
            bubble->body != 0 ? dw_drawn_body_find(view->world, bubble->body) : NULL;
        /* The layer of the radio says what a guard takes on in more words. */
        const bool is_said =
            bubble->kind >= DW_BUBBLE_TAKES && view->minds != NULL && !lacks(view, DW_LAYER_RADIO);
        if (body != NULL && !is_said) {
            draw_bark(pen, view, body, bubble);
        }
    }
}

/* The outline of what the followed guard sees. */
static void draw_outline(dw_scene *scene, const dw_pen *pen, const dw_minds_view *view)
{
    const dw_drawn_body *guard = dw_drawn_body_find(view->world, view->followed_id);
    if (guard == NULL || guard->role != DW_ROLE_GUARD ||
        !dw_overlay_has(view->overlay, DW_LAYER_SIGHT)) {
        return;
    }
    const dw_kind *kind = dw_drawn_kind(view->world, view->rules, guard);
    if (kind->senses.eyes.meter_near == 0) {
        return;
    }
    const dw_sector sector = {.range_mm = kind->senses.eyes.range_mm,
                              .field_of_view_bam = kind->senses.eyes.field_of_view_bam,
                              .level = DW_SIGHT_CROUCHED};
    const dw_vec *points = scene->scratch.points;
    const uint32_t count =
        dw_sector_outline_of(&scene->scratch, view->map, &view->world->doors, guard, sector);
    const dw_colour colour = dw_colour_fade(dw_palette_guard(guard->id), 0.55F);
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec a = points[i];
        const dw_vec b = points[(i + 1) % count];
        dw_canvas_line(pen->canvas,
                       (dw_segment){dw_camera_screen_x(view->camera, a.x),
                                    dw_camera_screen_y(view->camera, a.y),
                                    dw_camera_screen_x(view->camera, b.x),
                                    dw_camera_screen_y(view->camera, b.y)},
                       1.3F * pen->ui, colour);
    }
}

/* Beside a card the light is only asked for the warmth of single spots: 180 rows of cells will do.
 */
static int light_side(const dw_camera *camera, const dw_draw_list *list)
{
    return list == NULL || camera->height < 360 ? 2 : camera->height / 180;
}

static dw_status fit_screen(dw_scene *scene, const dw_camera *camera, const dw_draw_list *list)
{
    dw_status status = dw_tiles_resize(scene->tiles, camera->width, camera->height,
                                       list != NULL ? list->card : NULL);
    const int side = light_side(camera, list);
    if (status == DW_OK &&
        (scene->width != camera->width || scene->height != camera->height || scene->side != side)) {
        status = dw_sight_light_resize(scene->light, camera->width, camera->height, side);
    }
    if (status == DW_OK) {
        scene->width = camera->width;
        scene->height = camera->height;
        scene->side = side;
    }
    return status;
}

/* Brings what the card has of the map up to date. */
static dw_status send_grids(dw_scene *scene, dw_card *card, bool fog)
{
    uint32_t colours[256];
    dw_status status = DW_OK;
    if (fog) {
        for (uint32_t i = 0; i < 256; i++) {
            colours[i] = i << 24;
        }
        status = dw_grid_on_card_send(&scene->memory_on_card, card, DW_PICTURE_MEMORY,
                                      scene->memory.seen, colours);
    }
    if (status == DW_OK && scene->dark.dark != NULL) {
        dw_dark_grid_colours(colours);
        status = dw_grid_on_card_send(&scene->dark_on_card, card, DW_PICTURE_DARKNESS,
                                      scene->dark.shown, colours);
    }
    return status;
}

/* Paints tiles. Two tiles fill what a frame may send to a card: grids that changed wait for a frame
 * then, and take the place of a tile in the next one. */
static void bring_up(dw_scene *scene, dw_draw_list *list, const dw_scene_view *view,
                     const dw_camera *camera)
{
    uint32_t budget = view->tile_budget;
    if (list == NULL) {
        (void)dw_tiles_update(scene->tiles, camera, budget);
        return;
    }
    const uint64_t before = dw_card_get_figures(list->card)->upload_bytes;
    const bool grids_first = scene->grids_wait || budget >= DW_TILES_ALL;
    dw_status status = DW_OK;
    if (grids_first) {
        status = send_grids(scene, list->card, view->world->has_own);
        budget = budget > 1 && budget < DW_TILES_ALL ? budget - 1 : budget;
    }
    (void)dw_tiles_update(scene->tiles, camera, budget);
    scene->grids_wait = !grids_first && dw_card_get_figures(list->card)->upload_bytes != before;
    if (!grids_first && !scene->grids_wait) {
        status = send_grids(scene, list->card, view->world->has_own);
    }
    list->lacking |= status != DW_OK;
}

/* The house: its static layer under the light, and darkness over it. */
static void draw_house(dw_scene *scene, const dw_pen *pen, const dw_scene_view *view,
                       const dw_camera *camera)
{
    dw_draw_list *list = pen->canvas->list;
    const dw_drawn_world *world = view->world;
    if (view->rules->light != 0) {
        dw_torches torches;
        dw_dark_grid_update(&scene->dark, &world->doors, world->worked);
        dw_torches_shown(&torches, scene->map, view->rules, world);
        dw_dark_grid_shine(&scene->dark, &world->doors, torches.rows, torches.count);
    }
    bring_up(scene, list, view, camera);
    const dw_sight_scene sight = {.map = scene->map,
                                  .rules = view->rules,
                                  .world = world,
                                  .camera = camera,
                                  .seconds = view->seconds,
                                  .fog = world->has_own,
                                  .unlit = lacks(view, DW_LAYER_SIGHT),
                                  .list = list};
    dw_draw_sight(scene->light, &sight, world->has_own ? &scene->memory : NULL, &scene->scratch);
    if (list != NULL) {
        dw_tiles_draw(scene->tiles, camera, list);
        dw_light_on_card_compose(list);
    } else {
        dw_sight_light_compose(scene->light, scene->tiles, camera, pen->canvas);
    }
    if (view->rules->light != 0) {
        dw_draw_darkness(pen->canvas, camera, &scene->dark);
        dw_draw_lamps(pen->canvas, camera, scene->map, world->worked);
    }
}

dw_status dw_scene_draw(dw_scene *scene, const dw_pen *pen, const dw_scene_view *view)
{
    const dw_status status = fit_screen(scene, view->camera, pen->canvas->list);
    if (status != DW_OK && pen->canvas->list != NULL) {
        pen->canvas->list->lacking = true; /* The window goes on without the card. */
        return DW_OK;
    }
    if (status != DW_OK) {
        return status;
    }
    const dw_camera camera = dw_camera_snapped(view->camera);
    const dw_drawn_world *world = view->world;
    draw_house(scene, pen, view, &camera);
    dw_door_swing_update(&scene->swing, scene->map, &world->doors, view->step_s);
    if (view->names) {
        dw_draw_room_names(pen, &camera, scene->light, scene->map);
    }
    dw_draw_doors(pen->canvas, &camera, scene->light, scene->map, &scene->swing, world->turned);
    if (view->mission != NULL) {
        dw_draw_mission_places(pen->canvas, &camera, view->mission);
    } else {
        dw_draw_way_out(pen->canvas, &camera, scene->map, world, view->seconds);
    }
    dw_draw_things(pen->canvas, &camera, scene->map, world, view->mission, view->seconds);
    dw_draw_baits(pen->canvas, &camera, scene->map, world);
    const dw_signals_view signals = {.feed = view->feed,
                                     .world = world,
                                     .round = view->round,
                                     .camera = &camera,
                                     .seconds = view->seconds};
    if (view->feed != NULL) {
        dw_draw_pings(pen, &signals);
    }
    dw_minds_view minds;
    if (view->minds != NULL) {
        minds = *view->minds;
        minds.camera = &camera;
        draw_outline(scene, pen, &minds);
        dw_draw_minds_below(pen, &minds);
    }
    if (!lacks(view, DW_LAYER_SIGHT)) {
        const dw_sensors_view sensors = {
            .map = scene->map, .rules = view->rules, .world = world, .camera = &camera};
        dw_draw_sensors(pen, &sensors, &scene->scratch);
    }
    const dw_bodies_view bodies = {.world = world,
                                   .rules = view->rules,
                                   .map = scene->map,
                                   .round = view->round,
                                   .mission = view->mission,
                                   .camera = &camera,
                                   .seconds = view->seconds,
                                   .followed_id = view->followed_id,
                                   .plain = lacks(view, DW_LAYER_METERS),
                                   .crouch_held = view->crouch_held};
    dw_draw_ghosts(pen, &camera, world);
    dw_draw_bodies(pen, &bodies);
    if (view->hearing != NULL) {
        dw_draw_noises(pen, &camera, view->hearing, world, view->seconds);
    }
    if (view->flights != NULL) {
        dw_draw_flights(pen, &camera, view->flights, view->seconds);
    }
    if (view->aim != NULL) {
        dw_draw_aim(pen, &camera, view->aim, view->seconds);
    }
    if (view->minds != NULL) {
        dw_draw_minds_above(pen, &minds);
    }
    if (view->feed != NULL) {
        draw_barks(pen, view);
        dw_draw_signs(pen, &signals);
    }
    return DW_OK;
}
