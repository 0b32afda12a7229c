/* bench_view - what a frame of the client costs: the whole picture (static layer, light, fields of
 * view, bodies, HUD) at 1280 x 720 and its way into a window of SDL's software renderer.
 * CSV: scene,frames,draw_ms_p50,draw_ms_p99,present_ms_p50,frame_ms_p50,frame_ms_p99,cpu_ms_p50,
 * cpu_ms_p99,hash. cpu_ms is the processor time of a frame: what counts on a busy machine.
 * The hash is of the last picture: equal work is proven by equal hashes on one machine. Runs with
 * SDL_VIDEODRIVER=dummy where there is no display; then present costs the copy alone. */
#include "client/view/hud/hud.h"
#include "client/view/hud/hud_minds.h"
#include "client/view/scene/scene.h"
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "tests/unit/view/view_scene.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 300, WIDTH = 1280, HEIGHT = 720 };

typedef struct bench {
    dw_text_kit *text;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    dw_canvas canvas;
} bench;

typedef struct bench_case {
    const char *name, *map;
    double scale; /* Pixels a metre, 0 = the whole map. */
    bool playing;
    bool moving; /* The camera follows a walk. */
    bool minds;  /* With all that spectators can be shown of the guards. */
    bool night;  /* Dark rooms, lamps, torches, and guards of all kinds of the map. */
} bench_case;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : (x > y ? 1 : 0);
}

static double percentile(double *values, int count, double part)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[(int)(part * (count - 1))];
}

static void present(const bench *b)
{
    (void)SDL_UpdateTexture(b->texture, NULL, b->canvas.pixels, b->canvas.stride * 4);
    (void)SDL_RenderCopy(b->renderer, b->texture, NULL, NULL);
    SDL_RenderPresent(b->renderer);
}

/* Everybody walks in circles and looks round, so that no frame is like the last. */
static void move(dw_view_fixture *f, const dw_drawn_world *start, int frame)
{
    const double t = frame / 60.0;
    for (uint32_t i = 0; i < f->world.body_count; i++) {
        dw_drawn_body *body = &f->world.bodies[i];
        body->heading = (float)fmod((double)start->bodies[i].heading + t * 0.15 + 1.0, 1.0);
        body->x = start->bodies[i].x + 12000.0 * sin(t + i);
        body->y = start->bodies[i].y + 12000.0 * cos(t + i);
    }
    f->world.own_x = start->own_x + 20000.0 * sin(t * 1.3);
    f->world.own_y = start->own_y + 20000.0 * (1.0 - cos(t * 1.3));
    f->world.tick = start->tick + (uint32_t)(frame + 1);
}

static void run(bench *b, const bench_case *what)
{
    static double draw_ms[FRAMES];
    static double present_ms[FRAMES];
    static double frame_ms[FRAMES];
    static double cpu_ms[FRAMES];
    dw_view_fixture fixture;
    dw_scene *scene = NULL;
    dw_error error = {""};
    if (!dw_view_fixture_open(&fixture, what->map, what->playing) ||
        dw_scene_create(&scene, fixture.map, &error) != DW_OK) {
        exit(1);
    }
    if (what->night && !dw_view_fixture_night(&fixture)) {
        exit(1);
    }
    static dw_minds minds;
    dw_overlay overlay;
    (void)dw_overlay_parse(&overlay, "all");
    if (what->minds) {
        dw_view_fixture_think(&fixture, &minds);
    }
    const dw_pen pen = {&b->canvas, b->text, 1.0F};
    const dw_drawn_world start = fixture.world;
    dw_camera camera;
    dw_camera_fit(&camera, fixture.map->bounds, WIDTH, HEIGHT,
                  (dw_box){224.0F, 88.0F, 1252.0F, 664.0F});
    if (what->scale > 0.0) {
        camera.scale = what->scale;
        camera.target_scale = what->scale;
    }
    for (int frame = -1; frame < FRAMES; frame++) {
        move(&fixture, &start, frame);
        if (what->moving) {
            dw_camera_follow(&camera, fixture.world.own_x, fixture.world.own_y,
                             frame < 0 ? 0.0 : 0.05, 1.0 / 60.0);
        }
        const uint64_t cpu_from = dw_clock_thread_ns();
        const uint64_t from = dw_clock_ns();
        const dw_minds_view mind_view = {.map = fixture.map,
                                         .rules = &fixture.rules,
                                         .minds = &minds,
                                         .overlay = &overlay,
                                         .world = &fixture.world,
                                         .round = &fixture.round,
                                         .camera = &camera,
                                         .seconds = frame / 60.0};
        const dw_scene_view view = {.camera = &camera,
                                    .minds = what->minds ? &mind_view : NULL,
                                    .rules = &fixture.rules,
                                    .world = &fixture.world,
                                    .round = &fixture.round,
                                    .feed = &fixture.feed,
                                    .seconds = frame / 60.0,
                                    .step_s = 1.0 / 60.0,
                                    .names = true,
                                    .tile_budget = frame < 0 ? 1000 : 2};
        const dw_hud_view hud = {.map = fixture.map,
                                 .camera = &camera,
                                 .world = &fixture.world,
                                 .round = &fixture.round,
                                 .feed = &fixture.feed,
                                 .followed = "",
                                 .code = "K7QD",
                                 .queue = "",
                                 .seconds = frame / 60.0,
                                 .fps = 60.0,
                                 .rtt_ms = 20};
        if (dw_scene_draw(scene, &pen, &view) != DW_OK) {
            exit(1);
        }
        dw_hud_draw(&pen, &hud);
        if (what->minds) {
            dw_hud_draw_minds(&pen, &mind_view, 150.0F, 570.0F);
            dw_hud_draw_switches(&pen, &overlay, NULL);
        }
        const uint64_t drawn = dw_clock_ns();
        present(b);
        const uint64_t shown = dw_clock_ns();
        if (frame >= 0) {
            draw_ms[frame] = (double)(drawn - from) * 1e-6;
            present_ms[frame] = (double)(shown - drawn) * 1e-6;
            frame_ms[frame] = (double)(shown - from) * 1e-6;
            cpu_ms[frame] = (double)(dw_clock_thread_ns() - cpu_from) * 1e-6;
        }
    }
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(
        dw_hash_bytes(DW_HASH_START, b->canvas.pixels, sizeof *b->canvas.pixels * WIDTH * HEIGHT),
        hash);
    (void)printf("%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%s\n", what->name, FRAMES,
                 percentile(draw_ms, FRAMES, 0.5), percentile(draw_ms, FRAMES, 0.99),
                 percentile(present_ms, FRAMES, 0.5), percentile(frame_ms, FRAMES, 0.5),
                 percentile(frame_ms, FRAMES, 0.99), percentile(cpu_ms, FRAMES, 0.5),
                 percentile(cpu_ms, FRAMES, 0.99), hash);
    dw_scene_destroy(scene);
    dw_view_fixture_close(&fixture);
}

int main(void)
{
    static const bench_case cases[] = {
        {"reference_watch", "reference", .scale = 0.0},
        {"reference_play", "reference", .scale = 76.0, .playing = true, .moving = true},
        {"reference_minds", "reference", .minds = true},
        {"museum_watch", "museum", .scale = 0.0},
        {"museum_minds", "museum", .minds = true},
        {"museum_play", "museum", .scale = 76.0, .playing = true, .moving = true},
        {"manor_night_watch", "manor-night", .night = true},
        {"manor_night_minds", "manor-night", .minds = true, .night = true},
        {"manor_night_play", "manor-night", .scale = 76.0, .playing = true, .moving = true,
         .night = true},
        {"museum_night_minds", "museum-robots", .minds = true, .night = true}};
    bench b = {0};
    dw_error error = {""};
    if (getenv("DISPLAY") == NULL && getenv("SDL_VIDEODRIVER") == NULL) {
        (void)SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || dw_text_create(&b.text, &error) != DW_OK ||
        dw_canvas_resize(&b.canvas, WIDTH, HEIGHT) != DW_OK) {
        (void)fprintf(stderr, "bench_view: %s%s\n", SDL_GetError(), error.text);
        return 2;
    }
    SDL_Window *window = SDL_CreateWindow("bench_view", 0, 0, WIDTH, HEIGHT, 0);
    b.renderer = window != NULL ? SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE) : NULL;
    b.texture = b.renderer != NULL ? SDL_CreateTexture(b.renderer, SDL_PIXELFORMAT_ARGB8888,
                                                       SDL_TEXTUREACCESS_STREAMING, WIDTH, HEIGHT)
                                   : NULL;
    if (b.texture == NULL) {
        (void)fprintf(stderr, "bench_view: %s\n", SDL_GetError());
        return 2;
    }
    (void)printf("scene,frames,draw_ms_p50,draw_ms_p99,present_ms_p50,frame_ms_p50,frame_ms_p99,"
                 "cpu_ms_p50,cpu_ms_p99,hash\n");
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        run(&b, &cases[i]);
    }
    dw_text_destroy(b.text);
    dw_canvas_destroy(&b.canvas);
    SDL_DestroyTexture(b.texture);
    SDL_DestroyRenderer(b.renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}
