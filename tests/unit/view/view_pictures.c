/* view_pictures - draws hand-made worlds into PNG files, for looking at them:
 * view_pictures FOLDER. No display is needed. */
#include "client/view/palette.h"
#include "client/view/scene.h"
#include "client/view/screenshot.h"
#include "common/base/check.h"
#include "tests/unit/view/view_scene.h"

#include <stdio.h>

typedef struct picture {
    const char *file, *map;
    bool playing;
    double scale; /* Pixels a metre, 0 = the whole map. */
    double x, y;  /* Middle in metres, with a scale. */
} picture;

static dw_status draw(const picture *what, dw_text_kit *text, const char *folder)
{
    dw_view_fixture fixture;
    dw_canvas canvas = {0};
    dw_scene *scene = NULL;
    dw_error error = {""};
    if (!dw_view_fixture_open(&fixture, what->map, what->playing)) {
        return DW_IO;
    }
    dw_camera camera;
    dw_camera_fit(&camera, fixture.map->bounds, 1280, 720, 40.0F);
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
                                    .tile_budget = 1000};
        status = dw_scene_draw(scene, &canvas, text, &view);
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
        {"reference-watch.png", "reference", false, 0.0, 0.0, 0.0},
        {"reference-play.png", "reference", true, 85.0, 5.0, 4.0},
        {"reference-near.png", "reference", false, 130.0, 6.0, 6.0},
        {"museum-watch.png", "museum", false, 0.0, 0.0, 0.0},
        {"museum-play.png", "museum", true, 85.0, 8.0, 6.0},
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
