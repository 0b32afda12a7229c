/* view_pictures - draws hand-made worlds into PNG files, for looking at them:
 * view_pictures FOLDER. No display is needed. */
#include "client/view/hud/hud.h"
#include "client/view/scene/scene.h"
#include "client/view/tools/screenshot.h"
#include "common/base/check.h"
#include "tests/unit/view/view_scene.h"

#include <stdio.h>

typedef struct picture {
    const char *file, *map;
    double scale; /* Pixels a metre, 0 = the whole map. */
    double x, y;  /* Middle in metres, with a scale. */
    bool playing, hud, help, result;
} picture;

static void draw_hud(const picture *what, dw_view_fixture *fixture, dw_canvas *canvas,
                     dw_text_kit *text, const dw_camera *camera)
{
    dw_field chat;
    dw_field_init(&chat, DW_CHAT_MAX, "guard in the north corridor");
    if (what->result) {
        fixture->round.phase = DW_PHASE_RESULT;
        fixture->round.outcome = DW_OUTCOME_WON;
        fixture->round.winner = 1;
        fixture->round.start_tick = 5000;
        fixture->round.end_tick = 5240;
        fixture->round.roster[3].caught_tick = 3300;
    }
    const dw_hud_view view = {.map = fixture->map,
                              .camera = camera,
                              .world = &fixture->world,
                              .round = &fixture->round,
                              .feed = &fixture->feed,
                              .chat = what->playing && !what->result ? &chat : NULL,
                              .followed = what->playing ? "" : "guard 2",
                              .use = {.kind = DW_USE_DOOR, .door = 1},
                              .seconds = 1.2,
                              .ui = 1.0F,
                              .fps = 60.0,
                              .rtt_ms = 24,
                              .play_start_tick = 400,
                              .help = what->help};
    dw_hud_draw(canvas, text, &view);
}

static void fill_feed(dw_view_fixture *fixture)
{
    const dw_chat_line chat = {1, "Kestrel", "I take the long way through the music room"};
    const dw_client_event events[] = {{.kind = DW_CLIENT_EVENT_RADIO, .a = 2, .b = 0, .c = 1},
                                      {.kind = DW_CLIENT_EVENT_OBJECTIVE_TAKEN, .a = 2},
                                      {.kind = DW_CLIENT_EVENT_CAUGHT, .a = 3},
                                      {.kind = DW_CLIENT_EVENT_RADIO, .a = 4, .b = 1},
                                      {.kind = DW_CLIENT_EVENT_BARK, .a = 1, .b = 0},
                                      {.kind = DW_CLIENT_EVENT_BARK, .a = 3, .b = 1},
                                      {.kind = DW_CLIENT_EVENT_DETECTED, .a = 1}};
    for (size_t i = 0; i < DW_COUNT_OF(events); i++) {
        dw_feed_event(&fixture->feed, &events[i], fixture->map, &fixture->round, 0, 1.0);
    }
    dw_feed_chat(&fixture->feed, &chat, 1.0);
}

static dw_status draw(const picture *what, dw_text_kit *text, const char *folder)
{
    dw_view_fixture fixture;
    dw_canvas canvas = {0};
    dw_scene *scene = NULL;
    dw_error error = {""};
    if (!dw_view_fixture_open(&fixture, what->map, what->playing)) {
        return DW_IO;
    }
    fill_feed(&fixture);
    dw_camera camera;
    dw_camera_fit(&camera, fixture.map->bounds, 1280, 720,
                  (dw_box){224.0F, 88.0F, 1252.0F, 664.0F});
    if (what->scale > 0.0) {
        camera.scale = what->scale;
        camera.target_scale = what->scale;
        camera.x = what->x * DW_CAMERA_UNITS_PER_METRE;
        camera.y = what->y * DW_CAMERA_UNITS_PER_METRE;
    }
    dw_status status = dw_canvas_resize(&canvas, 1280, 720);
    if (status == DW_OK) {
        status = dw_scene_create(&scene, fixture.map, &error);
    }
    for (int frame = 0; frame < 12 && status == DW_OK; frame++) {
        const dw_scene_view view = {.camera = &camera,
                                    .rules = &fixture.rules,
                                    .world = &fixture.world,
                                    .round = &fixture.round,
                                    .feed = &fixture.feed,
                                    .seconds = 1.0 + frame / 60.0,
                                    .step_s = 1.0 / 60.0,
                                    .ui = 1.0F,
                                    .names = true,
                                    .tile_budget = 1000};
        status = dw_scene_draw(scene, &canvas, text, &view);
    }
    if (what->hud && status == DW_OK) {
        draw_hud(what, &fixture, &canvas, text, &camera);
    }
    char path[600];
    (void)snprintf(path, sizeof path, "%s/%s", folder, what->file);
    if (status == DW_OK) {
        status = dw_screenshot_save(&canvas, path, &error);
    }
    (void)fprintf(stderr, "%s %s\n", path, status == DW_OK ? "ok" : error.text);
    dw_scene_destroy(scene);
    dw_canvas_destroy(&canvas);
    dw_view_fixture_close(&fixture);
    return status;
}

int main(int argc, char **argv)
{
    static const picture pictures[] = {
        {"reference-watch.png", "reference", .playing = false, .scale = 0.0},
        {"reference-play.png", "reference", .playing = true, .scale = 85.0, .x = 5.0, .y = 4.0},
        {"reference-near.png", "reference", .playing = false, .scale = 130.0, .x = 6.0, .y = 6.0},
        {"hud-play.png", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0,
         .hud = true},
        {"hud-watch.png", "reference", .playing = false, .hud = true},
        {"hud-help.png", "reference", .playing = false, .hud = true, .help = true},
        {"hud-result.png", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0,
         .hud = true, .result = true},
        {"museum-watch.png", "museum", .playing = false, .scale = 0.0},
        {"museum-play.png", "museum", .playing = true, .scale = 85.0, .x = 8.0, .y = 6.0},
    };
    dw_text_kit *text = NULL;
    dw_error error = {""};
    if (argc != 2 || dw_text_create(&text, &error) != DW_OK) {
        (void)fprintf(stderr, "view_pictures FOLDER %s\n", error.text);
        return 2;
    }
    int failed = 0;
    for (size_t i = 0; i < DW_COUNT_OF(pictures); i++) {
        failed += draw(&pictures[i], text, argv[1]) != DW_OK ? 1 : 0;
    }
    dw_text_destroy(text);
    return failed;
}
