/* two_pictures - draws the same frame with the graphics card (SDL's accelerated renderer) and on
 * the processor, and says how far the two pictures are apart. Exit status 1: too far. usage:
 * two_pictures WIDTHxHEIGHT [FOLDER], which gets both pictures of each match. */
#include "client/view/tools/card.h"
#include "client/view/tools/screenshot.h"
#include "common/base/check.h"
#include "tests/unit/view/view_frame.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An edge may lie up to a pixel aside: a pixel counts as wrong when it differs by more than this
 * from all values between those of its neighbours in the other picture. */
enum { EDGE_LEVELS = 24, FRAMES = 2 };

typedef struct distance {
    double mean;        /* Of all channels, in levels of 255. */
    double wrong_share; /* Of pixels that no shift by a pixel explains. */
} distance;

static int channel(uint32_t pixel, int shift)
{
    return (int)(pixel >> shift & 0xffU);
}

/* Whether `level` lies near the range of the channel around (x, y). */
static bool fits(const dw_canvas *other, int x, int y, int shift, int level)
{
    int low = 255;
    int high = 0;
    for (int j = y > 0 ? y - 1 : 0; j <= y + 1 && j < other->height; j++) {
        for (int i = x > 0 ? x - 1 : 0; i <= x + 1 && i < other->width; i++) {
            const int at = channel(other->pixels[(ptrdiff_t)j * other->stride + i], shift);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
    }
    return level >= low - EDGE_LEVELS && level <= high + EDGE_LEVELS;
}

static distance compare(const dw_canvas *a, const dw_canvas *b)
{
    distance out = {0.0, 0.0};
    for (int y = 0; y < a->height; y++) {
        for (int x = 0; x < a->width; x++) {
            bool wrong = false;
            for (int shift = 0; shift <= 16; shift += 8) {
                const int one = channel(a->pixels[(ptrdiff_t)y * a->stride + x], shift);
                const int two = channel(b->pixels[(ptrdiff_t)y * b->stride + x], shift);
                out.mean += abs(one - two);
                wrong = wrong || (abs(one - two) > EDGE_LEVELS &&
                                  !(fits(b, x, y, shift, one) && fits(a, x, y, shift, two)));
            }
            out.wrong_share += wrong ? 1.0 : 0.0;
        }
    }
    const double count = (double)a->width * a->height;
    out.mean /= 3.0 * count;
    out.wrong_share /= count;
    return out;
}

typedef struct tool {
    dw_text_kit *text;
    SDL_Renderer *renderer;
    dw_card *card;
    dw_draw_list list;
    dw_canvas drawn, read, software;
} tool;

static void save(const dw_canvas *canvas, const char *folder, const char *name, const char *how)
{
    char path[512];
    dw_error error = {""};
    (void)snprintf(path, sizeof path, "%s/%s-%s.png", folder, name, how);
    if (dw_screenshot_save(canvas, path, &error) != DW_OK) {
        (void)fprintf(stderr, "two_pictures: %s\n", error.text);
    }
}

/* The last of some frames, so that what a card keeps between them counts. After the first one the
 * device is lost, and all has to be put up anew. */
static bool draw(tool *t, const dw_view_case *what, int width, int height, bool on_card)
{
    static dw_view_frame frame;
    dw_error error = {""};
    bool done = dw_view_frame_open(&frame, what, width, height);
    for (int i = -2; i < FRAMES && done; i++) {
        dw_canvas *canvas = &t->software;
        if (on_card && i == -1) {
            dw_card_reset(t->card);
        }
        if (on_card) {
            done = dw_card_begin(t->card, &t->list, width, height, &error) == DW_OK;
            dw_canvas_use_list(&t->drawn, &t->list);
            canvas = &t->drawn;
        }
        done = done && dw_view_frame_draw(&frame, canvas, t->text, i < 0 ? -1 : i) == DW_OK;
        if (done && on_card) {
            dw_card_run(t->card, &t->list);
            done = !t->list.lacking && dw_card_read(t->card, t->read.pixels, t->read.stride);
            SDL_RenderPresent(t->renderer);
        }
    }
    if (!done) {
        (void)fprintf(stderr, "two_pictures: %s: not drawn: %s %s\n", what->name, error.text,
                      SDL_GetError());
    }
    dw_view_frame_close(&frame);
    return done;
}

static bool open_tool(tool *t, int width, int height)
{
    dw_error error = {""};
    SDL_Window *window = NULL;
    if (SDL_Init(SDL_INIT_VIDEO) == 0) {
        window = SDL_CreateWindow("two_pictures", 0, 0, width, height, 0);
    }
    t->renderer = window != NULL ? SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED) : NULL;
    if (t->renderer == NULL || dw_text_create(&t->text, &error) != DW_OK ||
        dw_card_create(&t->card, t->renderer, &error) != DW_OK ||
        dw_canvas_resize(&t->read, width, height) != DW_OK ||
        dw_canvas_resize(&t->software, width, height) != DW_OK) {
        (void)fprintf(stderr, "two_pictures: %s %s\n", error.text, SDL_GetError());
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    int width = 0;
    int height = 0;
    static tool t;
    if (argc < 2 || argc > 3 || sscanf(argv[1], "%dx%d", &width, &height) != 2) {
        (void)fprintf(stderr, "usage: two_pictures WIDTHxHEIGHT [FOLDER]\n");
        return 2;
    }
    if (!open_tool(&t, width, height)) {
        return 77; /* As tests say that they could not run. */
    }
    bool near = true;
    (void)printf("match,mean,wrong_share,draw_calls,vertices,hand_over_us,upload_bytes\n");
    for (const dw_view_case *what = dw_view_cases; what->name[0] != '\0'; what++) {
        if (!draw(&t, what, width, height, true) || !draw(&t, what, width, height, false)) {
            return 2;
        }
        const distance apart = compare(&t.read, &t.software);
        const dw_card_figures *figures = dw_card_get_figures(t.card);
        (void)printf("%s,%.3f,%.5f,%u,%u,%.0f,%llu\n", what->name, apart.mean, apart.wrong_share,
                     figures->draw_calls, figures->vertices, (double)figures->hand_over_ns * 1e-3,
                     (unsigned long long)figures->upload_bytes);
        const bool is_lean = figures->draw_calls < 400 && figures->upload_bytes <= 256 * 1024;
        near = near && is_lean && apart.mean < 2.0 && apart.wrong_share < 0.001;
        if (argc == 3) {
            save(&t.read, argv[2], what->name, "card");
            save(&t.software, argv[2], what->name, "processor");
        }
    }
    return near ? 0 : 1;
}
