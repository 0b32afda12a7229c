#include "client/view/scene/draw_guards.h"

#include "client/view/tools/palette.h"

static dw_token_frame stand(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    const dw_colour colour = dw_palette_mood(mood);
    dw_token_shadow(&t, 0.46F);
    dw_token_nose(&t, 0.44F, 0.74F, 0.20F, colour);
    dw_token_mood_ring(&t, colour, 0.085F);
    return t;
}

static void put_on_cap(const dw_token_frame *t, dw_tint rim)
{
    dw_token_limb(t, (dw_segment){0.16F, -0.12F, 0.16F, 0.12F}, 0.18F,
                  dw_palette(DW_TINT_CAP_PEAK));
    dw_token_patch(t, 0.0F, 0.0F, 0.225F, dw_palette(rim));
    dw_token_patch(t, -0.01F, 0.0F, 0.165F, dw_palette(DW_TINT_CAP));
}

void dw_draw_guard_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = stand(canvas, token, mood);
    dw_token_limb(&t, (dw_segment){-0.05F, -0.24F, -0.05F, 0.24F}, 0.31F,
                  dw_palette(DW_TINT_UNIFORM));
    dw_token_limbs(&t, (dw_segment){-0.06F, -0.29F, -0.06F, -0.24F}, 0.13F,
                   dw_palette(DW_TINT_EPAULETTE));
    put_on_cap(&t, DW_TINT_CAP_RIM);
    dw_token_patch(&t, 0.14F, 0.0F, 0.055F, dw_palette(DW_TINT_BADGE));
}

void dw_draw_captain_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = stand(canvas, token, mood);
    dw_token_limb(&t, (dw_segment){-0.05F, -0.25F, -0.05F, 0.25F}, 0.31F,
                  dw_palette(DW_TINT_UNIFORM));
    dw_token_limbs(&t, (dw_segment){-0.13F, -0.30F, 0.03F, -0.30F}, 0.16F,
                   dw_palette(DW_TINT_EPAULETTE));
    put_on_cap(&t, DW_TINT_BADGE);
    /* The star: two wedges across each other. */
    const dw_colour gold = dw_palette(DW_TINT_BADGE);
    dw_token_wedge(&t, (const float[6]){0.12F, 0.0F, -0.07F, 0.09F, -0.07F, -0.09F}, gold);
    dw_token_wedge(&t, (const float[6]){-0.12F, 0.0F, 0.06F, 0.10F, 0.06F, -0.10F}, gold);
}

void dw_draw_servant_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = stand(canvas, token, mood);
    dw_token_limb(&t, (dw_segment){-0.05F, -0.22F, -0.05F, 0.22F}, 0.28F,
                  dw_palette(DW_TINT_LIVERY));
    dw_token_limb(&t, (dw_segment){0.12F, -0.12F, 0.12F, 0.12F}, 0.14F, dw_palette(DW_TINT_APRON));
    dw_token_limbs(&t, (dw_segment){-0.12F, -0.17F, 0.10F, -0.13F}, 0.06F,
                   dw_palette(DW_TINT_APRON));
    dw_token_patch(&t, 0.02F, 0.0F, 0.185F, dw_palette(DW_TINT_SKIN));
    dw_token_patch(&t, -0.03F, 0.0F, 0.180F, dw_palette(DW_TINT_HAIR));
}
