#include "client/view/scene/token.h"

#include "client/view/tools/palette.h"

#include <math.h>

#define TURN 6.28318530718F

dw_token_frame dw_token_frame_of(dw_canvas *canvas, const dw_token *token)
{
    return (dw_token_frame){canvas,
                            token->x,
                            token->y,
                            token->size,
                            cosf(token->heading * TURN),
                            sinf(token->heading * TURN),
                            token->alpha};
}

static float screen_x(const dw_token_frame *t, float forward, float right)
{
    return t->x + (t->fx * forward - t->fy * right) * t->size;
}

static float screen_y(const dw_token_frame *t, float forward, float right)
{
    return t->y + (t->fy * forward + t->fx * right) * t->size;
}

void dw_token_limb(const dw_token_frame *t, dw_segment from_to, float width, dw_colour colour)
{
    dw_canvas_line(
        t->canvas,
        (dw_segment){screen_x(t, from_to.x0, from_to.y0), screen_y(t, from_to.x0, from_to.y0),
                     screen_x(t, from_to.x1, from_to.y1), screen_y(t, from_to.x1, from_to.y1)},
        width * t->size, dw_colour_fade(colour, t->alpha));
}

void dw_token_limbs(const dw_token_frame *t, dw_segment from_to, float width, dw_colour colour)
{
    dw_token_limb(t, from_to, width, colour);
    from_to.y0 = -from_to.y0;
    from_to.y1 = -from_to.y1;
    dw_token_limb(t, from_to, width, colour);
}

void dw_token_patch(const dw_token_frame *t, float forward, float right, float radius,
                    dw_colour colour)
{
    dw_canvas_disc(t->canvas, screen_x(t, forward, right), screen_y(t, forward, right),
                   radius * t->size, dw_colour_fade(colour, t->alpha));
}

void dw_token_wedge(const dw_token_frame *t, const float corners[6], dw_colour colour)
{
    float on_screen[6];
    for (int i = 0; i < 6; i += 2) {
        on_screen[i] = screen_x(t, corners[i], corners[i + 1]);
        on_screen[i + 1] = screen_y(t, corners[i], corners[i + 1]);
    }
    dw_canvas_convex(t->canvas, on_screen, 3, dw_colour_fade(colour, t->alpha));
}

void dw_token_nose(const dw_token_frame *t, float from, float to, float half, dw_colour colour)
{
    dw_token_wedge(t, (const float[6]){to, 0.0F, from, half, from, -half}, colour);
}

void dw_token_shadow(const dw_token_frame *t, float radius)
{
    const float s = t->size;
    const dw_box box = {t->x - radius * s + 0.06F * s, t->y - radius * s + 0.10F * s,
                        t->x + radius * s + 0.06F * s, t->y + radius * s + 0.10F * s};
    dw_canvas_shadow(t->canvas, box, radius * s, 0.16F * s,
                     dw_colour_fade(dw_palette_shadow(0xb0), t->alpha));
}

void dw_token_mood_ring(const dw_token_frame *t, dw_colour mood, float width)
{
    dw_token_patch(t, 0.0F, 0.0F, 0.50F, dw_colour_scale(mood, 0.28F));
    dw_canvas_ring(t->canvas, t->x, t->y, t->size * 0.46F, fmaxf(t->size * width, 1.5F),
                   dw_colour_fade(mood, t->alpha));
}
