#include "client/view/scene/minds_view.h"

#include "client/view/tools/palette.h"
#include "common/base/check.h"

#include <stdio.h>

void dw_draw_guard_number(const dw_pen *pen, float x, float y, float radius, uint8_t body,
                          float alpha)
{
    char number[8];
    (void)snprintf(number, sizeof number, "%u", body);
    dw_canvas_disc(pen->canvas, x, y, radius + 1.5F, dw_colour_fade(dw_palette_shade(0xe0), alpha));
    dw_canvas_disc(pen->canvas, x, y, radius, dw_colour_fade(dw_palette_guard(body), alpha));
    const dw_text_style style = {DW_FACE_BOLD, (int)(radius * 1.45F),
                                 dw_colour_fade(dw_palette(DW_TINT_ON_PLATE), alpha), 0.0F};
    (void)dw_text_draw(pen, x, y - dw_text_height(pen->text, &style) * 0.5F, DW_ALIGN_CENTRE,
                       &style, number);
}

const dw_mind_view *dw_minds_view_mind(const dw_minds_view *view, uint8_t body)
{
    return view->minds != NULL ? dw_minds_at(view->minds, body, view->world->tick) : NULL;
}

const dw_drawn_body *dw_minds_view_followed(const dw_minds_view *view)
{
    const dw_drawn_body *body =
        view->followed_id != 0 ? dw_drawn_body_find(view->world, view->followed_id) : NULL;
    return body != NULL && body->role == DW_ROLE_GUARD ? body : NULL;
}

uint32_t dw_minds_view_guards(const dw_minds_view *view)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        count += view->world->bodies[i].role == DW_ROLE_GUARD ? 1 : 0;
    }
    return count;
}

const dw_mind_view *dw_minds_view_next(const dw_minds_view *view, uint32_t *at,
                                       const dw_drawn_body **guard)
{
    const dw_mind_view *mind = NULL;
    while (mind == NULL && *at < view->world->body_count) {
        *guard = &view->world->bodies[(*at)++];
        mind = (*guard)->role == DW_ROLE_GUARD ? dw_minds_view_mind(view, (*guard)->id) : NULL;
    }
    return mind;
}

const dw_mind_view *dw_minds_view_next_watched(const dw_minds_view *view, uint32_t *at,
                                               const dw_drawn_body **guard)
{
    const bool one = dw_minds_view_followed(view) != NULL;
    const dw_mind_view *mind = NULL;
    do {
        mind = dw_minds_view_next(view, at, guard);
    } while (mind != NULL && one && (*guard)->id != view->followed_id);
    return mind;
}
