/* draw_noises.c - each sign is drawn in a frame of its own: `out` leads away from the body, `along`
 * runs round it. Shapes tell the kinds apart; colours only help. */
#include "client/view/scene/draw_noises.h"

#include <math.h>

#define TURN       6.2831853F
#define ARC_SWEEP  0.11F /* Turns. */
#define SIGN_SIZE  7.0F  /* Before scaling: half of a sign's width. */
#define LINE_WIDTH 2.4F

typedef struct frame {
    dw_canvas *canvas;
    float x, y;         /* The middle of the sign. */
    float out_x, out_y; /* One step of a sign's size outwards. */
    float width;        /* Of lines. */
    dw_colour colour;
} frame;

/* The point `out` steps outwards and `along` steps round the body. */
static float at_x(const frame *of, float out, float along)
{
    return of->x + of->out_x * out - of->out_y * along;
}

static float at_y(const frame *of, float out, float along)
{
    return of->y + of->out_y * out + of->out_x * along;
}

typedef struct stroke {
    float out0, along0, out1, along1;
} stroke;

static void draw_stroke(const frame *of, stroke from_to)
{
    dw_canvas_line(of->canvas,
                   (dw_segment){at_x(of, from_to.out0, from_to.along0),
                                at_y(of, from_to.out0, from_to.along0),
                                at_x(of, from_to.out1, from_to.along1),
                                at_y(of, from_to.out1, from_to.along1)},
                   of->width, of->colour);
}

static void draw_strokes(const frame *of, const stroke *strokes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        draw_stroke(of, strokes[i]);
    }
}

static void draw_dot(const frame *of, float out, float along, float size)
{
    dw_canvas_disc(of->canvas, at_x(of, out, along), at_y(of, out, along),
                   size * hypotf(of->out_x, of->out_y), of->colour);
}

/* Two footprints, one ahead of the other. */
static void draw_step(const frame *of)
{
    draw_dot(of, -0.3F, -0.5F, 0.42F);
    draw_dot(of, 0.5F, 0.5F, 0.42F);
}

/* A doorway. */
static void draw_leaf(const frame *of)
{
    static const stroke strokes[] = {
        {-0.8F, -0.7F, 0.7F, -0.7F}, {0.7F, -0.7F, 0.7F, 0.7F}, {0.7F, 0.7F, -0.8F, 0.7F}};
    draw_strokes(of, strokes, 3);
}

/* Waves that spread: a voice. */
static void draw_call(const frame *of)
{
    const float size = hypotf(of->out_x, of->out_y);
    const float from = atan2f(of->out_y, of->out_x) / TURN - 0.12F;
    for (int i = 0; i < 3; i++) {
        const dw_arc wave = {.x = at_x(of, -1.0F, 0.0F),
                             .y = at_y(of, -1.0F, 0.0F),
                             .radius = size * (0.7F + 0.7F * (float)i),
                             .width = of->width * 0.8F,
                             .from = from,
                             .sweep = 0.24F};
        dw_canvas_arc(of->canvas, wave, of->colour);
    }
}

/* A jagged line. */
static void draw_bark(const frame *of)
{
    static const stroke strokes[] = {{-0.5F, -1.2F, 0.6F, -0.6F},
                                     {0.6F, -0.6F, -0.5F, 0.0F},
                                     {-0.5F, 0.0F, 0.6F, 0.6F},
                                     {0.6F, 0.6F, -0.5F, 1.2F}};
    draw_strokes(of, strokes, 4);
}

/* A burst. */
static void draw_crash(const frame *of)
{
    static const stroke strokes[] = {
        {-0.9F, 0.0F, 0.9F, 0.0F}, {-0.5F, -0.8F, 0.5F, 0.8F}, {0.5F, -0.8F, -0.5F, 0.8F}};
    draw_strokes(of, strokes, 3);
}

/* A ring with a hole. */
static void draw_coin(const frame *of)
{
    dw_canvas_ring(of->canvas, of->x, of->y, 0.75F * hypotf(of->out_x, of->out_y), of->width,
                   of->colour);
}

/* An exclamation mark. */
static void draw_shout(const frame *of)
{
    draw_stroke(of, (stroke){1.1F, 0.0F, -0.3F, 0.0F});
    draw_dot(of, -0.9F, 0.0F, 0.22F);
}

/* A bell: its dome, its rim and its clapper. */
static void draw_bell(const frame *of)
{
    static const stroke strokes[] = {{-0.5F, -0.9F, -0.5F, 0.9F},
                                     {-0.5F, -0.7F, 0.5F, -0.5F},
                                     {-0.5F, 0.7F, 0.5F, 0.5F},
                                     {0.5F, -0.5F, 0.9F, 0.0F},
                                     {0.5F, 0.5F, 0.9F, 0.0F}};
    draw_strokes(of, strokes, 5);
    draw_dot(of, -0.9F, 0.0F, 0.2F);
}

static void draw_sign(const frame *of, dw_noise_kind kind)
{
    switch (kind) {
    case DW_NOISE_STEP:
        draw_step(of);
        break;
    case DW_NOISE_LEAF:
        draw_leaf(of);
        break;
    case DW_NOISE_CALL:
        draw_call(of);
        break;
    case DW_NOISE_BARK:
        draw_bark(of);
        break;
    case DW_NOISE_TOPPLE:
        draw_crash(of);
        break;
    case DW_NOISE_COIN:
        draw_coin(of);
        break;
    case DW_NOISE_SHOUT:
        draw_shout(of);
        break;
    case DW_NOISE_BELL:
        draw_bell(of);
        break;
    case DW_NOISE_KIND_COUNT:
        break;
    }
}

static dw_tint tint_of(dw_noise_kind kind)
{
    static const dw_tint tints[DW_NOISE_KIND_COUNT] = {
        [DW_NOISE_STEP] = DW_TINT_NOISE_STEP,     [DW_NOISE_LEAF] = DW_TINT_NOISE_LEAF,
        [DW_NOISE_CALL] = DW_TINT_NOISE_CALL,     [DW_NOISE_BARK] = DW_TINT_NOISE_BARK,
        [DW_NOISE_TOPPLE] = DW_TINT_NOISE_TOPPLE, [DW_NOISE_COIN] = DW_TINT_NOISE_COIN,
        [DW_NOISE_SHOUT] = DW_TINT_NOISE_SHOUT,   [DW_NOISE_BELL] = DW_TINT_NOISE_BELL};
    return tints[kind];
}

void dw_draw_noise_sign(const dw_pen *pen, dw_noise_kind kind, float x, float y, float size)
{
    const frame sign = {.canvas = pen->canvas,
                        .x = x,
                        .y = y,
                        .out_y = -size,
                        .width = LINE_WIDTH * pen->ui,
                        .colour = dw_palette(tint_of(kind))};
    draw_sign(&sign, kind);
}

static void draw_mark(const dw_pen *pen, const dw_noise_mark *mark, float strength, dw_arc arc)
{
    const float ui = pen->ui;
    const float size = SIGN_SIZE * ui * (0.7F + 0.5F * mark->loudness);
    /* Steps are the most common: all else lies further out, so that they do not hide it. */
    const float lane = mark->kind == DW_NOISE_STEP ? 1.5F : 2.7F;
    const float away = arc.radius + lane * size + 2.0F * ui;
    const float out_x = cosf(mark->direction * TURN);
    const float out_y = sinf(mark->direction * TURN);
    frame sign = {.canvas = pen->canvas,
                  .x = arc.x + out_x * away,
                  .y = arc.y + out_y * away,
                  .out_x = out_x * size,
                  .out_y = out_y * size};
    const float widths[] = {(LINE_WIDTH + 2.6F) * ui, LINE_WIDTH * ui};
    const dw_colour colours[] = {dw_palette_shade(0xc0),
                                 dw_palette(tint_of((dw_noise_kind)mark->kind))};
    for (int i = 0; i < 2; i++) { /* A dark edge first: the floor may be light or dark. */
        arc.width = widths[i] * (0.6F + 0.8F * mark->loudness);
        sign.width = widths[i];
        sign.colour = dw_colour_fade(colours[i], strength);
        dw_canvas_arc(pen->canvas, arc, sign.colour);
        draw_sign(&sign, (dw_noise_kind)mark->kind);
    }
}

void dw_draw_noises(const dw_pen *pen, const dw_camera *camera, const dw_hearing *hearing,
                    const dw_drawn_world *world, double seconds)
{
    for (uint32_t i = 0; world->has_own && i < DW_HEARING_MAX; i++) {
        const dw_noise_mark *mark = &hearing->rows[i];
        const float strength = dw_noise_mark_strength(mark, seconds);
        if (strength <= 0.0F) {
            continue;
        }
        const float body = dw_camera_pixels(camera, DW_BODY_SIZE);
        const dw_arc arc = {.x = dw_camera_screen_x(camera, world->own_x),
                            .y = dw_camera_screen_y(camera, world->own_y),
                            .radius = dw_greater(0.95F * body, 14.0F * pen->ui),
                            .from = mark->direction - 0.5F * ARC_SWEEP,
                            .sweep = ARC_SWEEP};
        draw_mark(pen, mark, strength, arc);
    }
}
