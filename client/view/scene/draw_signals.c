#include "client/view/scene/draw_signals.h"

#include "client/core/roster.h"
#include "client/view/scene/draw_bubble.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"

#include <math.h>

bool dw_signal_body(const dw_drawn_world *world, uint8_t slot, double *x, double *y)
{
    if (world->has_own && world->own_slot == slot) {
        *x = world->own_x;
        *y = world->own_y;
        return true;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_INTRUDER && body->slot == slot) {
            *x = body->x;
            *y = body->y;
            return true;
        }
    }
    return false;
}

static void draw_ping(const dw_pen *pen, const dw_signals_view *view, uint8_t slot)
{
    const dw_feed_signal *ping = &view->feed->pings[slot];
    const float strength = dw_feed_signal_strength(ping, view->seconds);
    if (strength <= 0.0F) {
        return;
    }
    const float ui = pen->ui;
    const float x = dw_camera_screen_x(view->camera, ping->position.x);
    const float y = dw_camera_screen_y(view->camera, ping->position.y);
    /* As large as what it may mean: a ping is exact to half a step. */
    const float radius =
        fmaxf(0.5F * dw_camera_pixels(view->camera, DW_MM(DW_PING_STEP_MM)), 9.0F * ui);
    const dw_colour colour = dw_colour_fade(dw_palette_slot(slot), strength);
    const float age = (float)(view->seconds - ping->born);
    dw_canvas_glow(pen->canvas, x, y, radius * 2.2F, dw_colour_fade(colour, 0.35F));
    for (int i = 0; i < 2; i++) { /* Two rings run out of the mark. */
        const float part = fmodf(age * 0.9F + 0.5F * (float)i, 1.0F);
        dw_canvas_ring(pen->canvas, x, y, radius * (1.0F + 1.2F * part), 1.6F * ui,
                       dw_colour_fade(colour, 1.0F - part));
    }
    dw_canvas_ring(pen->canvas, x, y, radius, 3.2F * ui + 2.0F,
                   dw_colour_fade(dw_palette_shade(0xb0), strength));
    dw_canvas_ring(pen->canvas, x, y, radius, 3.2F * ui, colour);
    dw_canvas_disc(pen->canvas, x, y, radius * 0.34F, colour);
    const dw_text_style style = dw_pen_style(pen, DW_FACE_BOLD, 12.0F, colour);
    (void)dw_text_draw_edged(pen, x, y + radius + 3.0F * ui, DW_ALIGN_CENTRE, &style,
                             dw_round_name(view->round, slot));
}

/* The signs that are in the picture, as bubbles. Bodies may stand side by side: a bubble that would
 * hide the words of an earlier one is lifted over it. */
typedef struct bubbles {
    uint32_t count;
    dw_bubble_look rows[DW_INTRUDERS_MAX];
    dw_box boxes[DW_INTRUDERS_MAX];
} bubbles;

static void lift_over_others(const dw_pen *pen, const bubbles *all, dw_bubble_look *look)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const dw_box box = dw_bubble_box(pen, look);
        const dw_box other = all->boxes[i];
        if (box.x0 < other.x1 && other.x0 < box.x1 && box.y0 < other.y1 && other.y0 < box.y1) {
            look->lift += box.y1 - other.y0 + 3.0F * pen->ui;
            i = UINT32_MAX; /* From the first one again. */
            if (look->lift > (float)pen->canvas->height) {
                return; /* At the top of the screen there is no room. */
            }
        }
    }
}

static void add_sign(bubbles *all, const dw_pen *pen, const dw_signals_view *view, uint8_t slot)
{
    const dw_feed_signal *sign = &view->feed->signs[slot];
    const float strength = dw_feed_signal_strength(sign, view->seconds);
    double x = 0.0;
    double y = 0.0;
    if (strength <= 0.0F || !dw_signal_body(view->world, slot, &x, &y)) {
        return;
    }
    const float size = dw_camera_pixels(view->camera, DW_BODY_SIZE);
    const float sx = dw_camera_screen_x(view->camera, x);
    const float sy = dw_camera_screen_y(view->camera, y);
    if (sx >= 0.0F && sy >= 0.0F && sx < (float)pen->canvas->width &&
        sy < (float)pen->canvas->height) {
        dw_bubble_look *look = &all->rows[all->count];
        *look = (dw_bubble_look){.x = sx,
                                 .y = sy - size * 0.8F,
                                 .age_s = view->seconds - sign->born,
                                 .strength = strength,
                                 .paper = dw_palette_slot(slot),
                                 .words = dw_say_sign((dw_sign)sign->sign)};
        lift_over_others(pen, all, look);
        all->boxes[all->count++] = dw_bubble_box(pen, look);
    }
}

void dw_draw_pings(const dw_pen *pen, const dw_signals_view *view)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        draw_ping(pen, view, (uint8_t)slot);
    }
}

void dw_draw_signs(const dw_pen *pen, const dw_signals_view *view)
{
    bubbles all;
    all.count = 0;
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        add_sign(&all, pen, view, (uint8_t)slot);
    }
    for (uint32_t i = all.count; i-- > 0;) { /* Long tails first, below the words of others. */
        dw_draw_bubble(pen, &all.rows[i]);
    }
}
