#include "client/view/scene/draw_mind_rooms.h"

#include "client/view/model/mind_text.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "protocol/snapshot.h"

#include <math.h>
#include <stdio.h>

static dw_box room_box(const dw_minds_view *view, uint16_t room)
{
    return dw_camera_box(view->camera,
                         dw_rect_grown(view->map->rooms[room].area, -view->map->wall_half));
}

/* When a guard last found the room clear; 0 when no guard believes that. */
static uint32_t cleared_at(const dw_minds_view *view, uint16_t room)
{
    uint32_t newest = 0;
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        for (uint32_t k = 0; k < mind->clear_count; k++) {
            if (mind->clear[k].room == room && mind->clear[k].tick > newest) {
                newest = mind->clear[k].tick;
            }
        }
    }
    return newest;
}

static void draw_clear(const dw_pen *pen, const dw_minds_view *view, uint16_t room, uint32_t tick)
{
    const float ui = pen->ui;
    const dw_box box = room_box(view, room);
    const dw_colour green = dw_palette(DW_TINT_GOOD);
    dw_canvas_rect(pen->canvas, box, dw_colour_fade(green, 0.07F));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -1.0F), 2.0F * ui, 1.2F * ui,
                          dw_colour_fade(green, 0.40F));
    char age[DW_MIND_TEXT];
    char words[DW_MIND_TEXT];
    dw_mind_age(age, tick, view->world->tick);
    dw_say_into(words, sizeof words, DW_SAY_ROOM_CLEAR, DW_S(age));
    const dw_text_style style = dw_pen_style(pen, DW_FACE_BOLD, 10.0F, dw_colour_fade(green, 0.9F));
    if (dw_text_width(pen->text, &style, words) + 8.0F * ui < box.x1 - box.x0) {
        (void)dw_text_draw_edged(pen, box.x1 - 5.0F * ui, box.y1 - 15.0F * ui, DW_ALIGN_RIGHT,
                                 &style, words);
    }
}

/* A room on a guard's list: the guard's colour and number, and the room's position on the list. */
static void draw_claim(const dw_pen *pen, const dw_minds_view *view, const dw_mind_view *mind,
                       uint32_t at, uint32_t claims_before)
{
    const float ui = pen->ui;
    const dw_box box = room_box(view, mind->rooms[at]);
    const dw_colour colour = dw_palette_guard(mind->body);
    dw_canvas_rect(pen->canvas, box, dw_colour_fade(colour, at == 0 ? 0.13F : 0.06F));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -2.0F * ui * (float)(1 + claims_before)),
                          2.0F * ui, 1.6F * ui, dw_colour_fade(colour, at == 0 ? 0.85F : 0.45F));
    char order[16];
    (void)snprintf(order, sizeof order, "%u.", at + 1);
    const dw_text_style style = dw_pen_style(pen, DW_FACE_BOLD, 11.0F, colour);
    const float x = box.x0 + (14.0F + 34.0F * (float)claims_before) * ui;
    const float y = box.y1 - 13.0F * ui;
    dw_draw_guard_number(pen, x, y, 6.5F * ui, mind->body, 1.0F);
    (void)dw_text_draw_edged(pen, x + 9.0F * ui, y - 7.0F * ui, DW_ALIGN_LEFT, &style, order);
}

void dw_draw_mind_sectors(const dw_pen *pen, const dw_minds_view *view)
{
    uint8_t claims[DW_ROOMS_MAX] = {0};
    for (uint16_t room = 0; room < view->map->room_count; room++) {
        const uint32_t tick = cleared_at(view, room);
        if (tick != 0) {
            draw_clear(pen, view, room, tick);
        }
    }
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        for (uint32_t k = 0; k < mind->room_count; k++) {
            draw_claim(pen, view, mind, k, claims[mind->rooms[k]]++);
        }
    }
}

static void draw_tick(dw_canvas *canvas, float x, float y, float size, float ui, dw_colour colour)
{
    dw_canvas_line(canvas, (dw_segment){x - size, y, x - size * 0.25F, y + size * 0.7F}, 2.2F * ui,
                   colour);
    dw_canvas_line(canvas,
                   (dw_segment){x - size * 0.25F, y + size * 0.7F, x + size, y - size * 0.7F},
                   2.2F * ui, colour);
}

static void draw_piece(const dw_pen *pen, const dw_minds_view *view, const dw_mind_view *mind,
                       const dw_mind_piece *piece)
{
    const float ui = pen->ui;
    const bool done = piece->sides == 0;
    const dw_colour colour = done ? dw_palette(DW_TINT_GOOD) : dw_palette(DW_TINT_ACCENT);
    if (piece->furniture != DW_NONE) {
        const dw_box box = dw_camera_box(view->camera, view->map->furniture[piece->furniture].area);
        dw_canvas_round_frame(pen->canvas, dw_box_grown(box, 1.0F), 2.0F * ui, 1.8F * ui,
                              dw_colour_fade(colour, done ? 0.65F : 0.9F));
        if (done) {
            draw_tick(pen->canvas, (box.x0 + box.x1) * 0.5F, (box.y0 + box.y1) * 0.5F, 5.0F * ui,
                      ui, colour);
        }
    }
    for (uint32_t side = 0; side < 4; side++) {
        if ((piece->sides >> side & 1U) == 0) {
            continue;
        }
        const dw_vec at = dw_hiding_spot(view->map, mind->rooms[0], piece->furniture, side);
        const float x = dw_camera_screen_x(view->camera, at.x);
        const float y = dw_camera_screen_y(view->camera, at.y);
        dw_canvas_disc(pen->canvas, x, y, 3.6F * ui, dw_palette_shade(0xc0));
        dw_canvas_ring(pen->canvas, x, y, 3.2F * ui, 1.5F * ui, colour);
    }
}

void dw_draw_mind_search(const dw_pen *pen, const dw_minds_view *view, const dw_mind_view *mind)
{
    if (mind->room_count == 0 || mind->piece_count == 0) {
        return;
    }
    const float ui = pen->ui;
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        draw_piece(pen, view, mind, &mind->pieces[i]);
    }
    const dw_box box = room_box(view, mind->rooms[0]);
    char words[DW_MIND_TEXT];
    dw_say_into(words, sizeof words, DW_SAY_PIECES_OF, DW_N(dw_mind_pieces_done(mind)),
                DW_N(mind->piece_count));
    const dw_text_style style = dw_pen_bold(pen, 11.0F, DW_TINT_ACCENT);
    (void)dw_text_draw_edged(pen, box.x1 - 5.0F * ui, box.y0 + 3.0F * ui, DW_ALIGN_RIGHT, &style,
                             words);
}
