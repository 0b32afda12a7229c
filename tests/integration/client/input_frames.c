/* How many pictures it takes until a key shows: a client in a real match, whose frames are run one
 * by one.
 *     input_frames PORT TRIALS
 * Presses a key by an event of SDL between two frames and counts the pictures that are shown from
 * then on, up to the first one with the own body elsewhere. Counts frames and not milliseconds, so
 * that a busy machine gives the same. Prints how many trials took one, two and more pictures;
 * status 1 when one took more than two. */
#include "client/view/app_state.h"
#include "common/platform/options.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 2, WAIT_FRAMES = 2400, STILL_FRAMES = 12, HELD_FRAMES = 5, GIVE_UP = 60 };

static dw_app *app;

static _Noreturn void give_up(const char *text)
{
    (void)fprintf(stderr, "input_frames: %s\n", text);
    exit(DW_EXIT_CHECK_FAILED);
}

static void show_frame(void)
{
    if (!dw_app_frame(app)) {
        give_up("the client has ended");
    }
}

static void push_key(SDL_Scancode code, bool down)
{
    SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP,
                               .state = down ? SDL_PRESSED : SDL_RELEASED,
                               .keysym = {.scancode = code, .sym = SDL_GetKeyFromScancode(code)}}};
    if (SDL_PushEvent(&event) != 1) {
        give_up("the event is not taken");
    }
}

/* Of the own body, as the last picture shows it. */
typedef struct position {
    double x, y;
} position;

static position shown(void)
{
    return (position){app->play.world.own_x, app->play.world.own_y};
}

static bool equal(position a, position b)
{
    return a.x == b.x && a.y == b.y; /* A body at rest is drawn at the same numbers. */
}

static void wait_for_play(void)
{
    for (uint32_t i = 0; i < WAIT_FRAMES; i++) {
        show_frame();
        if (app->play.drawn && app->play.phase == DW_PHASE_PLAY && app->play.world.has_own) {
            return;
        }
    }
    give_up("no round begins");
}

static void wait_for_rest(void)
{
    uint32_t still = 0;
    for (uint32_t i = 0; i < WAIT_FRAMES && still < STILL_FRAMES; i++) {
        const position before = shown();
        show_frame();
        still = equal(before, shown()) ? still + 1 : 0;
    }
    if (still < STILL_FRAMES) {
        give_up("the body does not come to rest");
    }
}

/* The number of the first picture that shows that the body has moved. */
static uint32_t count_frames(SDL_Scancode code)
{
    const position before = shown();
    uint32_t frames = 0;
    push_key(code, true);
    do {
        show_frame();
        frames++;
    } while (frames < GIVE_UP && equal(before, shown()));
    for (uint32_t i = 0; i < HELD_FRAMES; i++) {
        show_frame();
    }
    push_key(code, false);
    return frames;
}

int main(int argc, char **argv)
{
    char address[32];
    const unsigned long trials = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (trials == 0) {
        give_up("usage: input_frames PORT TRIALS");
    }
    (void)snprintf(address, sizeof address, "127.0.0.1:%.5s", argv[1]);
    const dw_app_config config = {.connect = address,
                                  .name = "Ada",
                                  .match = "",
                                  .width = 960,
                                  .height = 540,
                                  .renderer = DW_RENDERER_SOFTWARE,
                                  .sound = {.volumes = {-1, -1, -1}, .muted = true}};
    if (dw_app_open(&app, &config) != DW_EXIT_DONE) {
        return DW_EXIT_CHECK_FAILED;
    }
    wait_for_play();
    uint32_t counts[MOST + 1] = {0}; /* The last one: more than MOST. */
    uint32_t most = 0;
    for (unsigned long i = 0; i < trials; i++) {
        wait_for_rest();
        const uint32_t frames = count_frames(i % 2 == 0 ? SDL_SCANCODE_D : SDL_SCANCODE_A);
        counts[frames <= MOST ? frames - 1 : MOST]++;
        most = frames > most ? frames : most;
    }
    dw_app_close(app);
    printf("trials %lu one %u two %u more %u most %u\n", trials, (unsigned)counts[0],
           (unsigned)counts[1], (unsigned)counts[MOST], (unsigned)most);
    return counts[MOST] == 0 ? DW_EXIT_DONE : DW_EXIT_CHECK_FAILED;
}
