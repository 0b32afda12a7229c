#include "client/view/scene/draw_mind_senses.h"

#include "client/view/model/mind_text.h"
#include "client/view/tools/palette.h"
#include "protocol/snapshot.h"

#include <math.h>

enum { SHOWN_TICKS = 480 }; /* How long a noise is shown; it fades. */

/* Two to four rings, more for a louder noise, inside the circle in which its cause may be. */
static void draw_noise(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *guard,
                       const dw_mind_noise *noise, bool in_words)
{
    const uint32_t tick = view->world->tick;
    if (tick < noise->tick || tick - noise->tick > SHOWN_TICKS) {
        return;
    }
    const float ui = pen->ui;
    const float age = (float)(tick - noise->tick) / (float)SHOWN_TICKS;
    const dw_colour colour = dw_colour_fade(dw_palette_guard(guard->id), 1.0F - 0.8F * age);
    const float x = dw_camera_screen_x(
        view->camera, dw_snapshot_restore((uint16_t)noise->place.x, view->map->bounds.min.x));
    const float y = dw_camera_screen_y(
        view->camera, dw_snapshot_restore((uint16_t)noise->place.y, view->map->bounds.min.y));
    const float error = dw_camera_pixels(view->camera, DW_MM(noise->error_dm * 100));
    const int rings = noise->level_db < 30 ? 2 : noise->level_db < 55 ? 3 : 4;
    dw_canvas_dashes(pen->canvas,
                     (dw_segment){dw_camera_screen_x(view->camera, guard->x),
                                  dw_camera_screen_y(view->camera, guard->y), x, y},
                     1.2F * ui, 4.0F * ui, dw_colour_fade(colour, 0.6F));
    dw_canvas_disc(pen->canvas, x, y, fmaxf(error, 6.0F * ui), dw_colour_fade(colour, 0.12F));
    dw_canvas_ring(pen->canvas, x, y, fmaxf(error, 6.0F * ui), 1.0F * ui,
                   dw_colour_fade(colour, 0.5F));
    for (int i = 0; i < rings; i++) {
        dw_canvas_arc(pen->canvas,
                      (dw_arc){x, y, (4.0F + 4.0F * (float)i) * ui, 2.0F * ui,
                               noise->alarm != 0 ? 0.0F : 0.875F, noise->alarm != 0 ? 1.0F : 0.25F},
                      colour);
    }
    if (!in_words) {
        return;
    }
    char words[DW_MIND_TEXT];
    dw_mind_noise_text(words, noise, tick);
    const dw_text_style style = dw_pen_style(pen, DW_FACE_REGULAR, 11.0F, colour);
    const float wide = dw_text_width(pen->text, &style, words);
    const float top = y + (6.0F + 4.0F * (float)rings) * ui;
    dw_draw_guard_number(pen, x - wide * 0.5F - 7.0F * ui, top + 7.0F * ui, 5.5F * ui, guard->id,
                         1.0F);
    (void)dw_text_draw_edged(pen, x + 2.0F * ui, top, DW_ALIGN_CENTRE, &style, words);
}

/* An eye beside the switch, one for each guard that knows of it. */
static void draw_switch(const dw_pen *pen, const dw_minds_view *view, uint32_t number,
                        uint64_t guards)
{
    const float ui = pen->ui;
    const dw_rect area = view->map->switches[number].area;
    const float x = dw_camera_screen_x(view->camera, (area.min.x + area.max.x) / 2.0);
    const float y = dw_camera_screen_y(view->camera, (area.min.y + area.max.y) / 2.0);
    dw_canvas_ring(pen->canvas, x, y, 10.0F * ui, 2.0F * ui, dw_palette(DW_TINT_ACCENT));
    float beside = 18.0F * ui;
    for (; guards != 0; guards &= guards - 1) {
        dw_draw_guard_number(pen, x + beside, y, 5.5F * ui, (uint8_t)(__builtin_ctzll(guards) + 1),
                             1.0F);
        beside += 12.0F * ui;
    }
}

void dw_draw_mind_senses(const dw_pen *pen, const dw_minds_view *view)
{
    uint64_t knowing[DW_SWITCHES_MAX] = {0}; /* Bit g: guard g knows of that switch. */
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next_watched(view, &i, &guard)) != NULL;) {
        for (uint32_t k = mind->noise_count; k-- > 0;) {
            draw_noise(pen, view, guard, &mind->noises[k], k == 0); /* The newest. */
        }
        for (uint32_t left = mind->switches; left != 0; left &= left - 1) {
            knowing[__builtin_ctz(left)] |= UINT64_C(1) << (guard->id - 1U);
        }
    }
    for (uint32_t s = 0; s < view->map->switch_count; s++) {
        if (knowing[s] != 0) {
            draw_switch(pen, view, s, knowing[s]);
        }
    }
}
