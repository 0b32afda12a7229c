/* sound_file - what a sound device is given, as SDL's disk driver writes it into a file: 44100
 * frames a second, two channels of 16 bits.
 *
 *   sound_file scene FILE    plays a scripted scene through listener and mixer into FILE, and
 * checks that each noise is heard once, in time, from its side, damped or clear sound_file bursts
 * FILE   prints the sounds in FILE: begin in ms, length in ms, left, right
 *
 * Exit status: 0 done, 1 a check said no, 2 usage. The scene keeps time by the frames that the
 * device has taken, so that a busy machine changes nothing. */
#include "client/view/sound/listener.h"
#include "client/view/sound/mixer.h"
#include "common/base/check.h"
#include "common/platform/file.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = DW_WAVE_RATE / 100,
    QUIET_WINDOWS = 12, /* A sound has ended after 120 ms of silence. */
    BURSTS_MAX = 64,
    FILE_MAX = 64 << 20,
    LATE_FRAMES_MAX = 4 * 1024 /* Buffers of the device between a cue and its first sample. */
};

typedef struct burst {
    uint32_t first, count; /* Windows of 10 ms. */
    double left, right;    /* Loudness, of 32768. */
    double rough;          /* Power of the differences of samples by power: grows with pitch. */
} burst;

typedef struct sounds {
    uint32_t frames; /* Of the file. */
    uint32_t count;
    burst rows[BURSTS_MAX];
} sounds;

static double power(const int16_t *frames, uint32_t count, uint32_t channel)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)frames[2 * i + channel] * frames[2 * i + channel];
    }
    return sum / count;
}

static double differences(const int16_t *frames, uint32_t count, uint32_t channel)
{
    double sum = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        const double step = frames[2 * i + channel] - frames[2 * i - 2 + channel];
        sum += step * step;
    }
    return sum / count;
}

static void end_burst(sounds *out, const int16_t *frames, uint32_t first, uint32_t end)
{
    const int16_t *from = frames + (size_t)first * WINDOW * 2;
    const uint32_t count = (end - first) * WINDOW;
    if (out->count == BURSTS_MAX) {
        return;
    }
    const double left = power(from, count, 0);
    const double right = power(from, count, 1);
    out->rows[out->count++] = (burst){
        .first = first,
        .count = end - first,
        .left = sqrt(left),
        .right = sqrt(right),
        .rough = (differences(from, count, 0) + differences(from, count, 1)) / (left + right)};
}

static sounds find_sounds(const int16_t *frames, uint32_t count)
{
    sounds out = {.frames = count};
    const uint32_t windows = count / WINDOW;
    uint32_t first = 0;
    uint32_t last = 0;
    bool on = false;
    for (uint32_t w = 0; w < windows; w++) {
        const int16_t *at = frames + (size_t)w * WINDOW * 2;
        if (power(at, WINDOW, 0) + power(at, WINDOW, 1) > 100.0) {
            first = on ? first : w;
            last = w;
            on = true;
        } else if (on && w - last > QUIET_WINDOWS) {
            end_burst(&out, frames, first, last + 1);
            on = false;
        }
    }
    if (on) {
        end_burst(&out, frames, first, last + 1);
    }
    return out;
}

static bool read_sounds(const char *path, sounds *out)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    if (dw_file_read(path, FILE_MAX, &bytes, &size, &error) != DW_OK) {
        (void)fprintf(stderr, "sound_file: %s\n", error.text);
        return false;
    }
    *out = find_sounds((const int16_t *)(void *)bytes, (uint32_t)(size / 4));
    free(bytes);
    return true;
}

/* The script: noises as the server tells them, half a second of silence after each. */
typedef struct line {
    uint8_t kind, direction, level_db;
} line;

static const line script[] = {
    {DW_NOISE_STEP, 0, 30},    /* right */
    {DW_NOISE_STEP, 64, 30},   /* left */
    {DW_NOISE_LEAF, 0, 30},    /* right, behind the wall */
    {DW_NOISE_COIN, 64, 40},   /* left, loud */
    {DW_NOISE_COIN, 64, 10},   /* left, far away */
    {DW_NOISE_COIN, 32, 40},   /* in the middle, and its throw was seen: clear */
    {DW_NOISE_BARK, 16, 30},   /* half right */
    {DW_NOISE_TOPPLE, 48, 30}, /* half left */
    {DW_NOISE_CALL, 127, 30},  /* right */
};
enum { LINES = DW_COUNT_OF(script), SEEN_COIN = 5, EACH_FRAMES = DW_WAVE_RATE * 3 / 2 };

static void count_frames(void *context, Uint8 *stream, int bytes)
{
    (void)stream;
    (void)SDL_AtomicAdd(context, bytes / 4);
}

static void wait_for(SDL_atomic_t *frames, int until)
{
    while (SDL_AtomicGet(frames) < until) {
        SDL_Delay(1);
    }
}

/* Writes when each noise was played, in frames before the end of the file: the device has taken
 * some before anybody counted. */
static bool play_scene(int begins[LINES])
{
    static SDL_atomic_t frames;
    static dw_listener listener;
    static dw_drawn_world world = {.has_own = true, .own_x = 0.0, .own_y = 0.0};
    static dw_flights flights;
    static dw_ruleset rules = {
        .hearing = 1, .leaf_crouching_db10 = 320, .player_hearing_db10 = 150};
    static const dw_map map = {.room_count = 0};
    static const dw_camera camera = {.width = 0};
    dw_listener_view view = {&map, &rules, &world, &camera, &flights, NULL, 1.0};
    const dw_volumes volumes = {.main = 100, .effects = 100, .music = 0};
    dw_error error = {""};
    dw_mixer *mixer = NULL;
    if (dw_mixer_open(&mixer, &error) != DW_OK) {
        (void)fprintf(stderr, "sound_file: %s\n", error.text);
        return false;
    }
    dw_mixer_set(mixer, &volumes, 1.0F);
    Mix_SetPostMix(count_frames, &frames);
    for (int i = 0; i < LINES; i++) {
        const dw_sound_heard heard = {script[i].kind, script[i].direction, script[i].level_db};
        wait_for(&frames, DW_WAVE_RATE / 2 + i * EACH_FRAMES);
        view.now += 5.0;
        flights.rows[0] = (dw_flight){
            .tool = i == SEEN_COIN ? DW_TOOL_COIN : DW_TOOL_NONE, .to_y = 4.0, .born = view.now};
        dw_listener_noise(&listener, &view, &heard);
        begins[i] = SDL_AtomicGet(&frames);
        dw_cue cue;
        while (dw_listener_pop(&listener, &cue)) {
            dw_mixer_play(mixer, &cue);
        }
    }
    wait_for(&frames, DW_WAVE_RATE / 2 + LINES * EACH_FRAMES);
    const dw_mixer_stats stats = dw_mixer_get_stats(mixer);
    (void)printf("opened in %.0f ms, of which synthesis %.0f ms; played %u\n", stats.open_ms,
                 stats.synthesis_ms, stats.played);
    dw_mixer_close(mixer);
    SDL_Quit();
    for (int i = 0; i < LINES; i++) {
        begins[i] = SDL_AtomicGet(&frames) - begins[i];
    }
    return true;
}

static bool check(bool holds, const char *text, int i)
{
    if (!holds) {
        (void)printf("FAILED: noise %d: %s\n", i, text);
    }
    return holds;
}

static bool check_scene(const sounds *found, const int begins[LINES])
{
    bool good = check(found->count == LINES, "not each noise is heard exactly once", -1);
    for (int i = 0; i < LINES && found->count == LINES; i++) {
        const burst *at = &found->rows[i];
        const int late = (int)(at->first * WINDOW) - ((int)found->frames - begins[i]);
        const double side = cos(script[i].direction * 6.283185307179586 / 128.0);
        good &= check(late > -WINDOW && late < LATE_FRAMES_MAX, "not in time", i);
        good &= check(side < 0.3 || at->right > 1.8 * at->left, "not from the right", i);
        good &= check(side > -0.3 || at->left > 1.8 * at->right, "not from the left", i);
        good &= check(fabs(side) > 0.1 || fabs(at->left / at->right - 1.0) < 0.05,
                      "not from the middle", i);
    }
    if (good) {
        good &= check(found->rows[3].left > 6.0 * found->rows[4].left, "not louder than afar", 3);
        const burst *clear = &found->rows[SEEN_COIN];
        const burst *dull = &found->rows[3];
        const double louder = hypot(clear->left, clear->right) / hypot(dull->left, dull->right);
        good &= check(louder > 2.0 && clear->rough > 1.15 * dull->rough,
                      "not clearer than out of sight", SEEN_COIN);
        (void)printf("clear coin against a dull one: %.1f times as loud, %.2f as rough\n", louder,
                     clear->rough / dull->rough);
    }
    return good;
}

static int print_bursts(const char *path)
{
    sounds found;
    if (!read_sounds(path, &found)) {
        return 2;
    }
    for (uint32_t i = 0; i < found.count; i++) {
        (void)printf("%u %u %.0f %.0f\n", found.rows[i].first * 10, found.rows[i].count * 10,
                     found.rows[i].left, found.rows[i].right);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int begins[LINES] = {0};
    sounds found;
    if (argc == 3 && strcmp(argv[1], "bursts") == 0) {
        return print_bursts(argv[2]);
    }
    if (argc != 3 || strcmp(argv[1], "scene") != 0) {
        (void)fprintf(stderr, "usage: sound_file scene|bursts FILE\n");
        return 2;
    }
    (void)SDL_setenv("SDL_AUDIODRIVER", "disk", 1);
    (void)SDL_setenv("SDL_DISKAUDIOFILE", argv[2], 1);
    (void)SDL_setenv("SDL_DISKAUDIODELAY", "4", 1); /* Six times as fast as a sound card. */
    SDL_LogSetAllPriority(SDL_LOG_PRIORITY_CRITICAL + 1);
    if (!play_scene(begins) || !read_sounds(argv[2], &found)) {
        return 2;
    }
    return check_scene(&found, begins) ? 0 : 1;
}
