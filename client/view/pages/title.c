#include "client/view/pages/title.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"

#include <math.h>
#include <stdlib.h>

struct dw_title {
    dw_arena arena;
    const dw_map *map; /* NULL without a map file. */
    dw_scene *scene;
    dw_ruleset rules;
    dw_drawn_world world;
};

/* Without a map only the drawing paper is shown. */
static void find_map(dw_title *title)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    if (dw_file_find_data("reference", "maps", ".tmj", path, &error) != DW_OK ||
        dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK) {
        return;
    }
    if (dw_arena_create(&title->arena, DW_MAP_ARENA_BYTES) == DW_OK &&
        dw_map_load(&title->map, &title->arena, path, bytes, size, &error) == DW_OK &&
        dw_scene_create(&title->scene, title->map, &error) != DW_OK) {
        title->scene = NULL;
    }
    free(bytes);
}

dw_status dw_title_create(dw_title **out)
{
    dw_title *title = calloc(1, sizeof *title);
    if (title == NULL) {
        return DW_MEMORY;
    }
    title->rules = dw_ruleset_reference();
    find_map(title);
    if (title->scene != NULL) {
        const dw_map *map = title->map;
        title->world.own_slot = DW_SLOT_NONE;
        title->world.doors = dw_map_doors_at_start(map);
        for (uint32_t i = 0; i < map->guard_count && i < 8; i++) {
            title->world.bodies[i] = (dw_drawn_body){.id = (uint8_t)(i + 1),
                                                     .role = DW_ROLE_GUARD,
                                                     .x = map->guards[i].spawn.x,
                                                     .y = map->guards[i].spawn.y,
                                                     .age = 10.0F};
            title->world.body_count++;
        }
    }
    *out = title;
    return DW_OK;
}

void dw_title_destroy(dw_title *title)
{
    if (title == NULL) {
        return;
    }
    dw_scene_destroy(title->scene);
    dw_arena_destroy(&title->arena);
    free(title);
}

static void draw_house(dw_title *title, const dw_pen *pen, double seconds, double step_s)
{
    dw_camera camera;
    dw_camera_fit(&camera, title->map->bounds, pen->canvas->width, pen->canvas->height,
                  (dw_box){20.0F, 20.0F, (float)pen->canvas->width - 20.0F,
                           (float)pen->canvas->height - 20.0F});
    camera.scale *= 1.25;
    camera.target_scale = camera.scale;
    for (uint32_t i = 0; i < title->world.body_count; i++) {
        /* Each guard looks around at its own pace. */
        const double swing = 0.22 * sin(seconds * (0.32 + 0.07 * i) + 1.7 * i);
        const double heading = title->map->guards[i].heading_bam / 65536.0 + swing;
        title->world.bodies[i].heading = (float)(heading - floor(heading));
    }
    const dw_scene_view view = {.camera = &camera,
                                .rules = &title->rules,
                                .world = &title->world,
                                .seconds = seconds,
                                .step_s = step_s,
                                .tile_budget = 3};
    if (dw_scene_draw(title->scene, pen, &view) != DW_OK) {
        dw_canvas_clear(pen->canvas, dw_palette(DW_TINT_NIGHT));
    }
}

void dw_title_draw(dw_title *title, const dw_pen *pen, double seconds, double step_s, bool named)
{
    const float ui = pen->ui;
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    dw_canvas_clear(pen->canvas, dw_palette(DW_TINT_NIGHT));
    if (title->scene != NULL) {
        draw_house(title, pen, seconds, step_s);
    }
    /* The night lies heavier above and below, where words stand. */
    dw_canvas_rect(pen->canvas, (dw_box){0.0F, 0.0F, width, height}, dw_palette(DW_TINT_TITLE_DIM));
    for (int i = 0; i < 24; i++) {
        const float from = height * 0.5F * (float)i / 24.0F;
        const dw_colour shade =
            dw_colour_fade(dw_palette(DW_TINT_TITLE_EDGE), 1.0F - (float)i / 24.0F);
        dw_canvas_rect(pen->canvas, (dw_box){0.0F, from, width, from + height / 48.0F}, shade);
    }
    if (!named) {
        return;
    }
    const float cx = width * 0.5F;
    const float top = height * 0.5F - 202.0F * ui;
    dw_canvas_glow(pen->canvas, cx, top + 34.0F * ui, 330.0F * ui,
                   dw_colour_fade(dw_palette(DW_TINT_ACCENT), 0.13F));
    (void)dw_panel_heading(
        pen, cx, top, (dw_heading){54.0F, dw_palette(DW_TINT_TEXT), DW_ALIGN_CENTRE}, "DUSKWATCH");
    dw_canvas_rect(pen->canvas,
                   (dw_box){cx - 34.0F * ui, top + 72.0F * ui, cx + 34.0F * ui, top + 74.5F * ui},
                   dw_palette(DW_TINT_ACCENT));
    const dw_text_style motto = {DW_FACE_REGULAR, (int)(15.0F * ui), dw_palette(DW_TINT_TEXT_SOFT),
                                 0.6F * ui};
    (void)dw_text_draw(pen, cx, top + 86.0F * ui, DW_ALIGN_CENTRE, &motto, dw_say(DW_SAY_MOTTO));
}
