#include "client/view/scene/draw_animals.h"

#include "client/view/tools/palette.h"

#include <stddef.h>

/* The colours of a coat. */
typedef struct coat {
    dw_colour fur, dark, pale;
} coat;

static coat coat_of_dog(void)
{
    return (coat){dw_palette(DW_TINT_DOG), dw_palette(DW_TINT_DOG_DARK),
                  dw_palette(DW_TINT_DOG_PALE)};
}

static coat coat_of_cat(void)
{
    return (coat){dw_palette(DW_TINT_CAT), dw_palette(DW_TINT_CAT_DARK),
                  dw_palette(DW_TINT_CAT_PALE)};
}

static dw_token_frame stand(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const dw_token_frame t = dw_token_frame_of(canvas, token);
    dw_token_shadow(&t, 0.44F);
    dw_token_mood_ring(&t, dw_palette_mood(mood), 0.055F);
    return t;
}

/* A limb of several pieces, forward and right of each point; thinner to the end. */
static void tail(const dw_token_frame *t, const float *points, size_t count, float width,
                 dw_colour colour)
{
    for (size_t i = 0; i + 1 < count; i++) {
        const float *at = points + 2 * i;
        dw_token_limb(t, (dw_segment){at[0], at[1], at[2], at[3]},
                      width * (1.0F - 0.15F * (float)i), colour);
    }
}

/* Back, haunches and paws laid into a round, the head on the tail. */
static void curl_up(const dw_token_frame *t, const coat *of)
{
    static const float curled[] = {-0.26F, 0.06F, -0.24F, 0.20F, -0.12F,
                                   0.29F,  0.04F, 0.30F,  0.16F, 0.24F};
    dw_token_patch(t, -0.02F, 0.0F, 0.31F, of->fur);
    dw_token_patch(t, -0.08F, -0.08F, 0.20F, of->dark);
    dw_token_patch(t, 0.05F, 0.08F, 0.16F, of->fur);
    dw_token_limb(t, (dw_segment){-0.10F, 0.16F, 0.02F, 0.18F}, 0.09F, of->pale);
    tail(t, curled, sizeof curled / sizeof curled[0] / 2, 0.10F, of->dark);
}

static void dog_head(const dw_token_frame *t, const coat *of, float x, float y)
{
    dw_token_limb(t, (dw_segment){x + 0.04F, y, x + 0.19F, y}, 0.13F, of->fur);
    dw_token_patch(t, x, y, 0.15F, of->fur);
    dw_token_limb(t, (dw_segment){x + 0.14F, y, x + 0.20F, y}, 0.09F, of->pale);
    dw_token_patch(t, x + 0.24F, y, 0.045F, dw_palette(DW_TINT_MUZZLE));
    dw_token_limb(t, (dw_segment){x + 0.01F, y - 0.13F, x - 0.10F, y - 0.17F}, 0.10F, of->dark);
    dw_token_limb(t, (dw_segment){x + 0.01F, y + 0.13F, x - 0.10F, y + 0.17F}, 0.10F, of->dark);
}

void dw_draw_dog_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, bool asleep)
{
    static const float raised[] = {-0.36F, 0.0F, -0.48F, 0.03F, -0.58F, 0.09F, -0.64F, 0.17F};
    const dw_token_frame t = stand(canvas, token, mood);
    const coat of = coat_of_dog();
    if (asleep) {
        curl_up(&t, &of);
        dog_head(&t, &of, 0.16F, 0.12F);
        return;
    }
    tail(&t, raised, sizeof raised / sizeof raised[0] / 2, 0.09F, of.dark);
    dw_token_limbs(&t, (dw_segment){0.16F, -0.15F, 0.24F, -0.18F}, 0.10F, of.pale);
    dw_token_limbs(&t, (dw_segment){-0.24F, -0.16F, -0.18F, -0.20F}, 0.11F, of.pale);
    dw_token_limb(&t, (dw_segment){-0.27F, 0.0F, 0.16F, 0.0F}, 0.31F, of.fur);
    dw_token_limb(&t, (dw_segment){-0.24F, 0.0F, 0.04F, 0.0F}, 0.19F, of.dark);
    dw_token_patch(&t, 0.22F, 0.0F, 0.15F, of.fur);
    dw_token_limb(&t, (dw_segment){0.25F, -0.11F, 0.25F, 0.11F}, 0.06F, dw_palette_mood(mood));
    dog_head(&t, &of, 0.39F, 0.0F);
}

static void cat_head(const dw_token_frame *t, const coat *of, float x, float y)
{
    for (int side = -1; side <= 1; side += 2) {
        const float r = (float)side;
        dw_token_wedge(t,
                       (const float[6]){x + 0.03F, y + r * 0.21F, x + 0.11F, y + r * 0.02F,
                                        x - 0.08F, y + r * 0.11F},
                       of->fur);
    }
    dw_token_patch(t, x, y, 0.135F, of->fur);
    dw_token_limb(t, (dw_segment){x - 0.08F, y, x + 0.03F, y}, 0.04F, of->dark);
    dw_token_limb(t, (dw_segment){x + 0.07F, y - 0.03F, x + 0.07F, y + 0.03F}, 0.08F, of->pale);
    dw_token_patch(t, x + 0.125F, y, 0.024F, dw_palette(DW_TINT_CAT_NOSE));
    for (int side = -1; side <= 1; side += 2) {
        const float r = (float)side;
        dw_token_limb(t, (dw_segment){x + 0.09F, y + r * 0.06F, x + 0.13F, y + r * 0.21F}, 0.016F,
                      of->pale);
    }
}

void dw_draw_cat_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, bool asleep)
{
    static const float swung[] = {-0.30F, 0.0F,   -0.42F, -0.08F, -0.52F,
                                  -0.08F, -0.60F, -0.02F, -0.64F, 0.07F};
    const dw_token_frame t = stand(canvas, token, mood);
    const coat of = coat_of_cat();
    if (asleep) {
        curl_up(&t, &of);
        cat_head(&t, &of, 0.16F, 0.14F);
        return;
    }
    tail(&t, swung, sizeof swung / sizeof swung[0] / 2, 0.085F, of.fur);
    dw_token_limbs(&t, (dw_segment){0.14F, -0.10F, 0.22F, -0.11F}, 0.075F, of.pale);
    dw_token_limbs(&t, (dw_segment){-0.20F, -0.11F, -0.15F, -0.14F}, 0.085F, of.pale);
    dw_token_limb(&t, (dw_segment){-0.22F, 0.0F, 0.14F, 0.0F}, 0.23F, of.fur);
    for (int i = 0; i < 4; i++) {
        const float at = -0.22F + 0.11F * (float)i;
        dw_token_limb(&t, (dw_segment){at, -0.07F, at, 0.07F}, 0.04F, of.dark);
    }
    cat_head(&t, &of, 0.31F, 0.0F);
}
