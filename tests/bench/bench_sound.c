/* bench_sound - what the client's sound costs, in processor time.
 * CSV: part,count,cpu_us_mean,cpu_us_max,allocated_bytes,hash. Parts: synthesis (the whole bank of
 * effects, at start), listen (a frame of the listener: the museum without hearing, where all
 * bodies walk and step), play (a sound that is given to the mixer; SDL's dummy device), music (a
 * second of it). allocated_bytes: by how much the heap has grown after all of them; a frame
 * allocates nothing. */
#include "client/view/sound/listener.h"
#include "client/view/sound/mixer.h"
#include "client/view/sound/tension.h"
#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "tests/unit/view/view_scene.h"

#include <SDL.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>

enum { FRAMES = 6000, SECONDS = 20 };

typedef struct tally {
    double sum, max, begin;
    size_t heap;
} tally;

static double cpu_us(void)
{
    return (double)dw_clock_thread_ns() * 1e-3;
}

static void begin(tally *of)
{
    of->begin = cpu_us();
}

static void end(tally *of)
{
    const double took = cpu_us() - of->begin;
    of->sum += took;
    of->max = fmax(of->max, took);
}

static void print(const char *part, const tally *of, int count, uint64_t hash)
{
    (void)printf("%s,%d,%.2f,%.2f,%ld,%016llx\n", part, count, of->sum / count, of->max,
                 (long)mallinfo2().uordblks - (long)of->heap, (unsigned long long)hash);
}

static uint64_t hash_of(const void *bytes, size_t size)
{
    return dw_hash_bytes(0, bytes, size);
}

static int synthesis(void)
{
    tally all = {0};
    dw_effect_bank *bank = NULL;
    dw_error error = {""};
    uint64_t hash = 0;
    all.heap = mallinfo2().uordblks;
    begin(&all);
    if (dw_effect_bank_create(&bank, &error) != DW_OK) {
        (void)fprintf(stderr, "bench_sound: %s\n", error.text);
        return 1;
    }
    end(&all);
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        const dw_effect_samples of = dw_effect_bank_get(bank, (dw_effect)effect, 0);
        hash ^= hash_of(of.samples, sizeof *of.samples * of.count);
    }
    print("synthesis", &all, 1, hash);
    dw_effect_bank_destroy(bank);
    return 0;
}

static int listen_and_play(void)
{
    static dw_view_fixture f;
    static dw_listener listener;
    static dw_flights flights;
    tally listens = {0};
    tally plays = {0};
    dw_mixer *mixer = NULL;
    dw_error error = {""};
    dw_cue cue = {.effect = 0};
    uint64_t hash = 0;
    uint32_t played = 0;
    if (!dw_view_fixture_open(&f, "museum", false) || dw_mixer_open(&mixer, &error) != DW_OK) {
        (void)fprintf(stderr, "bench_sound: %s\n", error.text);
        return 1;
    }
    const dw_camera camera = {.x = f.map->bounds.max.x * 0.5,
                              .y = f.map->bounds.max.y * 0.5,
                              .scale = 20.0,
                              .width = 1280,
                              .height = 720};
    dw_listener_view view = {f.map, &f.rules, &f.world, &camera, &flights, &f.round, 1.0};
    listens.heap = mallinfo2().uordblks;
    plays.heap = listens.heap;
    for (int frame = 0; frame < FRAMES; frame++) {
        view.now += 1.0 / 60.0;
        for (uint32_t i = 0; i < f.world.body_count; i++) {
            f.world.bodies[i].x += (frame / 120 % 2 == 0 ? 30.0 : -30.0) * DW_UNITS_PER_MM;
        }
        begin(&listens);
        dw_listener_step(&listener, &view);
        end(&listens);
        while (dw_listener_pop(&listener, &cue)) {
            hash += (uint64_t)cue.effect * 31 + cue.variant;
            played++;
            begin(&plays);
            dw_mixer_play(mixer, &cue);
            end(&plays);
        }
    }
    print("listen", &listens, FRAMES, hash);
    print("play", &plays, (int)played, hash);
    dw_mixer_close(mixer);
    dw_view_fixture_close(&f);
    return 0;
}

static void music(void)
{
    static dw_tension tension;
    static int16_t stereo[2 * DW_WAVE_RATE];
    tally all = {0};
    all.heap = mallinfo2().uordblks;
    dw_tension_init(&tension);
    for (int i = 0; i < SECONDS; i++) {
        begin(&all);
        dw_tension_render(&tension, (float)i / SECONDS, 1.0F, stereo, DW_WAVE_RATE);
        end(&all);
    }
    print("music", &all, SECONDS, hash_of(stereo, sizeof stereo));
}

int main(void)
{
    (void)SDL_setenv("SDL_AUDIODRIVER", "dummy", 0);
    (void)printf("part,count,cpu_us_mean,cpu_us_max,allocated_bytes,hash\n");
    if (synthesis() != 0 || listen_and_play() != 0) {
        return 1;
    }
    music();
    SDL_Quit();
    return 0;
}
