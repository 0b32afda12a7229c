#include "tests/unit/view/view_frame.h"

#include "client/view/hud/hud.h"
#include "client/view/hud/hud_minds.h"

#include <math.h>
#include <stdio.h>

const dw_view_case dw_view_cases[] = {
    {"reference_watch", "reference", .scale = 0.0},
    {"reference_play", "reference", .scale = 76.0, .playing = true, .moving = true},
    {"reference_minds", "reference", .minds = true},
    {"museum_watch", "museum", .scale = 0.0},
    {"museum_minds", "museum", .minds = true, .eight = true},
    {"museum_play", "museum", .scale = 76.0, .playing = true, .moving = true},
    {"manor_night_watch", "manor-night", .night = true},
    {"manor_night_minds", "manor-night", .minds = true, .night = true},
    {"manor_night_play", "manor-night", .scale = 76.0, .playing = true, .moving = true,
     .night = true},
    {"museum_night_minds", "museum-robots", .minds = true, .night = true},
    {.name = ""}};

static void add_intruders(dw_view_fixture *f)
{
    dw_drawn_world *world = &f->world;
    for (uint8_t i = f->round.roster_count; i < 8; i++) {
        const dw_vec at = f->map->spawns[i % f->map->spawn_count];
        dw_roster_row *row = &f->round.roster[f->round.roster_count++];
        *row = (dw_roster_row){.slot = i, .state = DW_SLOT_ALIVE};
        (void)snprintf(row->name, sizeof row->name, "Player %d", i + 1);
        world->bodies[world->body_count] = (dw_drawn_body){.id = (uint8_t)(world->body_count + 1),
                                                           .role = DW_ROLE_INTRUDER,
                                                           .slot = i,
                                                           .x = at.x + 90000.0 * (i - 3),
                                                           .y = at.y - 60000.0 * (i - 3),
                                                           .heading = 0.1F * (float)i,
                                                           .age = 3.0F};
        world->body_count++;
    }
}

static float interface_scale(int height)
{
    return (float)height / 720.0F;
}

bool dw_view_frame_open(dw_view_frame *frame, const dw_view_case *what, int width, int height)
{
    dw_error error = {""};
    const float ui = interface_scale(height);
    *frame = (dw_view_frame){.what = what};
    if (!dw_view_fixture_open(&frame->fixture, what->map, what->playing)) {
        return false;
    }
    if (dw_scene_create(&frame->scene, frame->fixture.map, &error) != DW_OK) {
        (void)fprintf(stderr, "view_frame: %s\n", error.text);
        return false;
    }
    if (what->night && !dw_view_fixture_night(&frame->fixture)) {
        return false;
    }
    if (what->eight) {
        add_intruders(&frame->fixture);
    }
    (void)dw_overlay_parse(&frame->overlay, "all");
    if (what->minds) {
        dw_view_fixture_think(&frame->fixture, &frame->minds);
    }
    frame->start = frame->fixture.world;
    dw_camera_fit(
        &frame->camera, frame->fixture.map->bounds, width, height,
        (dw_box){224.0F * ui, 88.0F * ui, (float)width - 28.0F * ui, (float)height - 56.0F * ui});
    if (what->scale > 0.0) {
        frame->camera.scale = what->scale * (double)ui;
        frame->camera.target_scale = frame->camera.scale;
    }
    return true;
}

void dw_view_frame_close(dw_view_frame *frame)
{
    dw_scene_destroy(frame->scene);
    dw_view_fixture_close(&frame->fixture);
}

/* Everybody walks in circles and looks round, so that no frame is like the last. */
static void move(dw_view_frame *frame, int number)
{
    dw_view_fixture *f = &frame->fixture;
    const dw_drawn_world *start = &frame->start;
    const double t = number / 60.0;
    for (uint32_t i = 0; i < f->world.body_count; i++) {
        dw_drawn_body *body = &f->world.bodies[i];
        body->heading = (float)fmod((double)start->bodies[i].heading + t * 0.15 + 1.0, 1.0);
        body->x = start->bodies[i].x + 12000.0 * sin(t + i);
        body->y = start->bodies[i].y + 12000.0 * cos(t + i);
    }
    f->world.own_x = start->own_x + 20000.0 * sin(t * 1.3);
    f->world.own_y = start->own_y + 20000.0 * (1.0 - cos(t * 1.3));
    f->world.tick = start->tick + (uint32_t)(number + 1);
    if (frame->what->moving) {
        dw_camera_follow(&frame->camera, f->world.own_x, f->world.own_y, number < 0 ? 0.0 : 0.05,
                         1.0 / 60.0);
    }
}

dw_status dw_view_frame_draw(dw_view_frame *frame, dw_canvas *canvas, dw_text_kit *text, int number)
{
    dw_view_fixture *f = &frame->fixture;
    const float ui = interface_scale(frame->camera.height);
    const dw_pen pen = {canvas, text, ui};
    move(frame, number);
    const dw_minds_view mind_view = {.map = f->map,
                                     .rules = &f->rules,
                                     .minds = &frame->minds,
                                     .overlay = &frame->overlay,
                                     .world = &f->world,
                                     .round = &f->round,
                                     .camera = &frame->camera,
                                     .seconds = number / 60.0};
    const dw_scene_view view = {.camera = &frame->camera,
                                .minds = frame->what->minds ? &mind_view : NULL,
                                .rules = &f->rules,
                                .world = &f->world,
                                .round = &f->round,
                                .feed = &f->feed,
                                .seconds = number / 60.0,
                                .step_s = 1.0 / 60.0,
                                .names = true,
                                .tile_budget = number < 0 ? DW_TILES_ALL : 2};
    const dw_hud_view hud = {.map = f->map,
                             .camera = &frame->camera,
                             .world = &f->world,
                             .round = &f->round,
                             .feed = &f->feed,
                             .followed = "",
                             .code = "K7QD",
                             .queue = "",
                             .seconds = number / 60.0,
                             .fps = 60.0,
                             .rtt_ms = 20};
    const dw_status status = dw_scene_draw(frame->scene, &pen, &view);
    if (status != DW_OK) {
        return status;
    }
    dw_hud_draw(&pen, &hud);
    if (frame->what->minds) {
        dw_hud_draw_minds(&pen, &mind_view, 150.0F * ui, 570.0F * ui);
        dw_hud_draw_switches(&pen, &frame->overlay, NULL);
    }
    return DW_OK;
}
