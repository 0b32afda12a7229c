#include "client/view/scene/draw_devices.h"

#include "client/view/tools/palette.h"

#include <math.h>

#define TURN 6.28318530718F

void dw_draw_camera_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    dw_token_shadow(&t, 0.40F);
    dw_token_patch(&t, 0.0F, 0.0F, 0.34F, dw_palette(DW_TINT_STEEL_DARK));
    dw_token_limb(&t, (dw_segment){-0.22F, 0.0F, 0.34F, 0.0F}, 0.50F,
                  dw_palette(DW_TINT_STEEL_DARK));
    dw_token_limb(&t, (dw_segment){-0.20F, 0.0F, 0.32F, 0.0F}, 0.38F, dw_palette(DW_TINT_STEEL));
    dw_token_limb(&t, (dw_segment){0.52F, -0.16F, 0.52F, 0.16F}, 0.16F,
                  dw_palette(DW_TINT_STEEL_DARK));
    dw_token_limb(&t, (dw_segment){0.56F, -0.10F, 0.56F, 0.10F}, 0.12F, dw_palette(DW_TINT_LENS));
    dw_token_patch(&t, -0.16F, 0.0F, 0.11F, dw_palette_mood(mood));
}

void dw_draw_detector_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    dw_token_shadow(&t, 0.40F);
    dw_token_patch(&t, 0.10F, 0.0F, 0.36F, dw_palette(DW_TINT_STEEL_DARK));
    dw_token_patch(&t, 0.10F, 0.0F, 0.28F, dw_palette(DW_TINT_SENSOR));
    dw_token_limb(&t, (dw_segment){-0.14F, -0.34F, -0.14F, 0.34F}, 0.40F,
                  dw_palette(DW_TINT_STEEL_DARK));
    dw_token_limb(&t, (dw_segment){-0.14F, -0.32F, -0.14F, 0.32F}, 0.28F,
                  dw_palette(DW_TINT_STEEL));
    dw_token_patch(&t, -0.14F, 0.0F, 0.10F, dw_palette_mood(mood));
}

void dw_draw_microphone_token(dw_canvas *canvas, const dw_token *token, uint8_t mood,
                              double seconds)
{
    enum { RINGS = 3 };
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    const bool still = seconds < 0.0;
    for (int i = 0; i < (still ? 1 : RINGS); i++) {
        const float far =
            still ? 0.0F : 1.0F - (float)fmod(seconds * 0.35 + (double)i / RINGS, 1.0);
        dw_canvas_ring(canvas, t.x, t.y, t.size * (0.55F + 1.25F * far),
                       fmaxf(t.size * 0.06F, 1.2F),
                       dw_colour_fade(dw_palette(DW_TINT_SENSOR), t.alpha * 0.75F * (1.0F - far)));
    }
    dw_token_shadow(&t, 0.40F);
    dw_token_patch(&t, 0.0F, 0.0F, 0.42F, dw_palette(DW_TINT_STEEL_DARK));
    dw_token_patch(&t, 0.0F, 0.0F, 0.34F, dw_palette(DW_TINT_STEEL));
    for (int i = 0; i < 6; i++) { /* Holes of the grille, and the lamp in the middle. */
        const float angle = TURN * (float)i / 6.0F;
        dw_token_patch(&t, 0.21F * cosf(angle), 0.21F * sinf(angle), 0.06F,
                       dw_palette(DW_TINT_LENS));
    }
    dw_token_patch(&t, 0.0F, 0.0F, 0.10F, dw_palette_mood(mood));
}

void dw_draw_robot_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, double seconds)
{
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    const dw_colour colour = dw_palette_mood(mood);
    dw_token_shadow(&t, 0.46F);
    dw_token_nose(&t, 0.44F, 0.70F, 0.18F, colour);
    dw_token_mood_ring(&t, colour, 0.075F);
    dw_token_limbs(&t, (dw_segment){-0.16F, -0.36F, 0.16F, -0.36F}, 0.14F,
                   dw_palette(DW_TINT_LENS));
    dw_token_patch(&t, 0.0F, 0.0F, 0.35F, dw_palette(DW_TINT_STEEL_DARK));
    dw_token_patch(&t, 0.0F, 0.0F, 0.31F, dw_palette(DW_TINT_STEEL));
    dw_token_limb(&t, (dw_segment){0.22F, -0.14F, 0.22F, 0.14F}, 0.08F, dw_palette(DW_TINT_LENS));
    dw_token_patch(&t, -0.03F, 0.0F, 0.17F, dw_palette(DW_TINT_STEEL_DARK));
    const float angle = TURN * (float)fmod(seconds * 0.8, 1.0);
    dw_token_limb(&t, (dw_segment){-0.03F, 0.0F, -0.03F + 0.13F * cosf(angle), 0.13F * sinf(angle)},
                  0.05F, colour);
    dw_token_patch(&t, -0.03F, 0.0F, 0.06F, colour);
}
