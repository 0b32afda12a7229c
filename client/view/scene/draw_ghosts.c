#include "client/view/scene/draw_ghosts.h"

#include "client/view/scene/draw_bodies.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"

#include <math.h>

#define DASHES 8

/* The newest try is the strongest one. */
static float alpha_of(const dw_drawn_ghost *ghost)
{
    return 0.62F - 0.08F * (float)ghost->tries;
}

static void draw_ghost(const dw_pen *pen, const dw_camera *camera, const dw_drawn_ghost *ghost)
{
    char words[48];
    const float x = dw_camera_screen_x(camera, ghost->x);
    const float y = dw_camera_screen_y(camera, ghost->y);
    const float size = fmaxf(dw_camera_pixels(camera, DW_BODY_SIZE), 14.0F * pen->ui);
    const float alpha = alpha_of(ghost);
    const dw_colour colour = dw_palette_slot(ghost->slot);
    dw_draw_intruder_token(pen->canvas, &(dw_token){x, y, size, ghost->heading, alpha}, colour,
                           ghost->flags);
    for (int i = 0; i < DASHES; i++) {
        const dw_arc dash = {
            x, y, size * 0.62F, fmaxf(size * 0.04F, 1.0F), (float)i / DASHES, 0.5F / DASHES};
        dw_canvas_arc(pen->canvas, dash, dw_colour_fade(colour, alpha));
    }
    const dw_text_style style = dw_pen_style(pen, DW_FACE_REGULAR, 11.0F,
                                             dw_colour_fade(colour, fminf(alpha * 1.5F, 1.0F)));
    dw_say_into(words, sizeof words, DW_SAY_GHOST, DW_N(ghost->tries));
    (void)dw_text_draw_edged(pen, x, y - size * 0.66F - dw_text_height(pen->text, &style),
                             DW_ALIGN_CENTRE, &style, words);
}

void dw_draw_ghosts(const dw_pen *pen, const dw_camera *camera, const dw_drawn_world *world)
{
    for (uint32_t i = world->ghost_count; i > 0; i--) { /* The newest try lies on top. */
        draw_ghost(pen, camera, &world->ghosts[i - 1]);
    }
}
