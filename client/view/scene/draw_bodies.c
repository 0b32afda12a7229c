#include "client/view/scene/draw_bodies.h"

#include "client/core/roster.h"
#include "client/view/tools/palette.h"

#include <math.h>

#define TURN 6.28318530718F

/* A token in its own frame: f points where it looks, r to its right hand. */
typedef struct frame {
    dw_canvas *canvas;
    float x, y, size;
    float fx, fy;
    float alpha;
} frame;

static frame make_frame(dw_canvas *canvas, const dw_token *token)
{
    return (frame){canvas,
                   token->x,
                   token->y,
                   token->size,
                   cosf(token->heading * TURN),
                   sinf(token->heading * TURN),
                   token->alpha};
}

/* A line between two points given in parts of the size: forward, right. */
static void limb(const frame *t, dw_segment from_to, float width, dw_colour colour)
{
    const float s = t->size;
    dw_canvas_line(t->canvas,
                   (dw_segment){t->x + (t->fx * from_to.x0 - t->fy * from_to.y0) * s,
                                t->y + (t->fy * from_to.x0 + t->fx * from_to.y0) * s,
                                t->x + (t->fx * from_to.x1 - t->fy * from_to.y1) * s,
                                t->y + (t->fy * from_to.x1 + t->fx * from_to.y1) * s},
                   width * s, dw_colour_fade(colour, t->alpha));
}

static void patch(const frame *t, float forward, float right, float radius, dw_colour colour)
{
    dw_canvas_disc(t->canvas, t->x + (t->fx * forward - t->fy * right) * t->size,
                   t->y + (t->fy * forward + t->fx * right) * t->size, radius * t->size,
                   dw_colour_fade(colour, t->alpha));
}

static void nose(const frame *t, float from, float to, float half, dw_colour colour)
{
    const float s = t->size;
    const float corners[6] = {t->x + t->fx * to * s,
                              t->y + t->fy * to * s,
                              t->x + (t->fx * from - t->fy * half) * s,
                              t->y + (t->fy * from + t->fx * half) * s,
                              t->x + (t->fx * from + t->fy * half) * s,
                              t->y + (t->fy * from - t->fx * half) * s};
    dw_canvas_convex(t->canvas, corners, 3, dw_colour_fade(colour, t->alpha));
}

static void ground_shadow(const frame *t, float radius)
{
    const float s = t->size;
    const dw_box box = {t->x - radius * s + 0.06F * s, t->y - radius * s + 0.10F * s,
                        t->x + radius * s + 0.06F * s, t->y + radius * s + 0.10F * s};
    dw_canvas_shadow(t->canvas, box, radius * s, 0.16F * s,
                     dw_colour_fade(dw_palette_shadow(0xb0), t->alpha));
}

void dw_draw_guard_token(dw_canvas *canvas, const dw_token *token, uint8_t mood)
{
    const frame t = make_frame(canvas, token);
    const dw_colour colour = dw_palette_mood(mood);
    ground_shadow(&t, 0.46F);
    nose(&t, 0.44F, 0.74F, 0.20F, colour);
    patch(&t, 0.0F, 0.0F, 0.50F, dw_colour_scale(colour, 0.28F));
    dw_canvas_ring(canvas, t.x, t.y, t.size * 0.46F, fmaxf(t.size * 0.085F, 1.5F),
                   dw_colour_fade(colour, t.alpha));
    /* Shoulders in uniform, epaulettes, cap with its peak. */
    limb(&t, (dw_segment){-0.05F, -0.24F, -0.05F, 0.24F}, 0.31F, dw_palette(DW_TINT_UNIFORM));
    limb(&t, (dw_segment){-0.06F, -0.29F, -0.06F, -0.24F}, 0.13F, dw_palette(DW_TINT_EPAULETTE));
    limb(&t, (dw_segment){-0.06F, 0.29F, -0.06F, 0.24F}, 0.13F, dw_palette(DW_TINT_EPAULETTE));
    limb(&t, (dw_segment){0.16F, -0.12F, 0.16F, 0.12F}, 0.18F, dw_palette(DW_TINT_CAP_PEAK));
    patch(&t, 0.0F, 0.0F, 0.225F, dw_palette(DW_TINT_CAP_RIM));
    patch(&t, -0.01F, 0.0F, 0.165F, dw_palette(DW_TINT_CAP));
    patch(&t, 0.14F, 0.0F, 0.055F, dw_palette(DW_TINT_BADGE));
}

static void draw_loot(dw_canvas *canvas, float x, float y, float size, float alpha)
{
    dw_canvas_glow(canvas, x, y, size * 1.2F,
                   dw_colour_fade(dw_palette(DW_TINT_OBJECTIVE), 0.55F * alpha));
    const dw_box page = {x - size * 0.26F, y - size * 0.34F, x + size * 0.26F, y + size * 0.34F};
    dw_canvas_round_rect(canvas, dw_box_grown(page, size * 0.06F), size * 0.06F,
                         dw_colour_fade(dw_palette(DW_TINT_LOOT_EDGE), alpha));
    dw_canvas_round_rect(canvas, page, size * 0.04F,
                         dw_colour_fade(dw_palette(DW_TINT_LOOT_PAGE), alpha));
    for (int i = 0; i < 3; i++) {
        const float line = page.y0 + size * (0.16F + 0.15F * (float)i);
        dw_canvas_rect(canvas,
                       (dw_box){page.x0 + size * 0.09F, line, page.x1 - size * 0.09F,
                                line + fmaxf(size * 0.05F, 1.0F)},
                       dw_colour_fade(dw_palette(DW_TINT_LOOT_LINE), alpha));
    }
}

void dw_draw_intruder_token(dw_canvas *canvas, const dw_token *token, dw_colour colour,
                            uint8_t flags)
{
    const bool low = (flags & DW_BODY_CROUCHING) != 0;
    dw_token crouched = *token;
    crouched.size *= low ? 0.80F : 1.0F;
    const frame t = make_frame(canvas, &crouched);
    if ((flags & DW_BODY_SPRINTING) != 0) {
        for (int i = -1; i <= 1; i++) {
            const float right = 0.26F * (float)i;
            const float far = i == 0 ? -1.15F : -0.95F;
            limb(&t, (dw_segment){-0.58F, right, far, right}, 0.06F, dw_colour_fade(colour, 0.55F));
        }
    }
    ground_shadow(&t, 0.42F);
    nose(&t, 0.40F, 0.66F, 0.16F, colour);
    patch(&t, 0.0F, 0.0F, 0.47F, dw_colour_scale(colour, 0.20F));
    dw_canvas_ring(canvas, t.x, t.y, t.size * 0.43F, fmaxf(t.size * (low ? 0.055F : 0.08F), 1.3F),
                   dw_colour_fade(colour, low ? t.alpha * 0.8F : t.alpha));
    /* Shoulders, the hood, and a face in its shade. */
    limb(&t, (dw_segment){-0.05F, -0.21F, -0.05F, 0.21F}, 0.28F, dw_palette(DW_TINT_CLOAK));
    patch(&t, 0.0F, 0.0F, 0.255F, dw_palette(DW_TINT_HOOD));
    patch(&t, 0.02F, 0.0F, 0.210F, dw_colour_scale(colour, 0.60F));
    patch(&t, 0.085F, 0.0F, 0.125F, dw_palette(DW_TINT_FACE));
    if ((flags & DW_BODY_CARRYING) != 0) {
        draw_loot(canvas, t.x - t.fx * t.size * 0.42F, t.y - t.fy * t.size * 0.42F,
                  token->size * 0.62F, t.alpha);
    }
}

/* An eye that opens with the meter, in a pill over the guard, with the level as a bar. */
static void draw_meter(const dw_pen *pen, const dw_bodies_view *view, const dw_drawn_body *guard,
                       float x, float y, float size)
{
    const float level = fminf(guard->meter, 1.0F);
    if (level <= 0.005F) {
        return;
    }
    const float radius = size * 0.70F;
    const float width = fmaxf(size * 0.10F, 2.5F * pen->ui);
    const bool full = guard->meter >= 1.0F;
    const dw_colour colour = full           ? dw_palette_mood(DW_MOOD_CHASING)
                             : level > 0.5F ? dw_palette_mood(DW_MOOD_SUSPICIOUS)
                                            : dw_palette_mood(DW_MOOD_ALERT);
    dw_canvas_ring(pen->canvas, x, y, radius, width + 3.0F, dw_palette_shade(0x90));
    dw_canvas_arc(pen->canvas, (dw_arc){x, y, radius, width, -0.25F, level}, colour);
    if (full) {
        const float beat = 0.5F + 0.5F * sinf((float)view->seconds * 9.0F);
        dw_canvas_ring(pen->canvas, x, y, radius + width * (0.9F + beat), width * 0.35F,
                       dw_colour_fade(colour, 0.7F - 0.4F * beat));
    }
}

/* The sign above a guard that is not calm. Signs differ in shape and colour. */
static void draw_mood_sign(const dw_pen *pen, const dw_bodies_view *view,
                           const dw_drawn_body *guard, float x, float y, float size)
{
    static const char *const signs[DW_MOOD_COUNT] = {"", "\xe2\x80\xa6", "?", "!"};
    const bool calling = (guard->flags & DW_BODY_CALLING) != 0;
    if (guard->mood >= DW_MOOD_COUNT || (guard->mood == DW_MOOD_CALM && !calling)) {
        return;
    }
    const float r = fmaxf(size * 0.26F, 8.0F * pen->ui);
    const float sx = x + size * 0.62F;
    const float sy = y - size * 0.62F;
    const dw_colour colour = dw_palette_mood(guard->mood);
    dw_canvas_disc(pen->canvas, sx, sy, r + 1.5F, dw_palette_shade(0xe0));
    dw_canvas_disc(pen->canvas, sx, sy, r, colour);
    if (calling) {
        /* Waves of the radio. */
        for (int i = 1; i <= 2; i++) {
            const float grow = fmodf((float)view->seconds * 1.6F + 0.5F * (float)i, 1.0F);
            dw_canvas_arc(pen->canvas,
                          (dw_arc){sx, sy, r * (1.2F + 0.9F * grow), r * 0.18F, -0.20F, 0.30F},
                          dw_colour_fade(colour, 1.0F - grow));
        }
    }
    const dw_text_style style = {DW_FACE_BOLD, (int)(r * 1.45F), dw_palette(DW_TINT_ON_PLATE),
                                 0.0F};
    dw_text_draw(pen, sx, sy - dw_text_height(pen->text, &style) * 0.5F, DW_ALIGN_CENTRE, &style,
                 calling && guard->mood == DW_MOOD_CALM ? "!" : signs[guard->mood]);
}

/* Where names stand in this frame: one that would lie over another is left out. */
typedef struct name_places {
    dw_box boxes[DW_INTRUDERS_MAX];
    uint32_t count;
} name_places;

static bool take_place(name_places *places, dw_box box)
{
    for (uint32_t i = 0; i < places->count; i++) {
        const dw_box *at = &places->boxes[i];
        if (box.x0 < at->x1 && at->x0 < box.x1 && box.y0 < at->y1 && at->y0 < box.y1) {
            return false;
        }
    }
    if (places->count < DW_INTRUDERS_MAX) {
        places->boxes[places->count++] = box;
    }
    return true;
}

static void draw_name(const dw_pen *pen, name_places *places, const char *name,
                      const dw_token *token, dw_colour colour)
{
    if (name[0] == '\0') {
        return;
    }
    const dw_text_style style =
        dw_pen_style(pen, DW_FACE_BOLD, 12.0F, dw_colour_fade(colour, token->alpha * 0.95F));
    const float half = dw_text_width(pen->text, &style, name) * 0.5F;
    const float top = token->y + token->size * 0.62F;
    const dw_box box = {token->x - half, top, token->x + half,
                        top + dw_text_height(pen->text, &style)};
    if (take_place(places, box)) {
        (void)dw_text_draw_edged(pen, token->x, box.y0, DW_ALIGN_CENTRE, &style, name);
    }
}

static void draw_marker(const dw_pen *pen, const dw_bodies_view *view, float x, float y, float size)
{
    const float spin = (float)view->seconds * 0.15F;
    for (int i = 0; i < 4; i++) {
        dw_canvas_arc(
            pen->canvas,
            (dw_arc){x, y, size * 0.95F, fmaxf(size * 0.06F, 1.5F), spin + 0.25F * (float)i, 0.14F},
            dw_palette(DW_TINT_ACCENT));
    }
}

static void draw_body(const dw_pen *pen, const dw_bodies_view *view, name_places *places,
                      const dw_drawn_body *body)
{
    const float x = dw_camera_screen_x(view->camera, body->x);
    const float y = dw_camera_screen_y(view->camera, body->y);
    const float size = fmaxf(dw_camera_pixels(view->camera, DW_BODY_SIZE), 14.0F * pen->ui);
    const dw_token token = {x, y, size, body->heading, fminf(body->age * 5.0F, 1.0F)};
    if (body->id == view->followed_id && view->followed_id != 0) {
        draw_marker(pen, view, x, y, size);
    }
    if (body->role == DW_ROLE_GUARD) {
        if (!view->plain) {
            draw_meter(pen, view, body, x, y, size);
        }
        dw_draw_guard_token(pen->canvas, &token, body->mood);
        draw_mood_sign(pen, view, body, x, y, size);
    } else {
        const dw_colour colour = dw_palette_slot(body->slot);
        dw_draw_intruder_token(pen->canvas, &token, colour, body->flags);
        draw_name(pen, places, dw_round_name(view->round, body->slot), &token, colour);
    }
}

static void draw_own(const dw_pen *pen, const dw_bodies_view *view, name_places *places)
{
    const dw_drawn_world *world = view->world;
    const float x = dw_camera_screen_x(view->camera, world->own_x);
    const float y = dw_camera_screen_y(view->camera, world->own_y);
    const float size = fmaxf(dw_camera_pixels(view->camera, DW_BODY_SIZE), 14.0F * pen->ui);
    uint8_t flags = world->own_flags;
    if (view->crouch_held) {
        flags = (uint8_t)((flags | DW_BODY_CROUCHING) & ~DW_BODY_SPRINTING);
    }
    /* The own body has the colour that the others see, and a white ring. */
    const dw_colour colour = dw_palette_slot(world->own_slot);
    dw_canvas_glow(pen->canvas, x, y, size * 1.5F, dw_colour_fade(colour, 0.20F));
    dw_canvas_ring(pen->canvas, x, y, size * 0.56F, fmaxf(size * 0.03F, 1.0F),
                   dw_palette(DW_TINT_OWN_RING));
    dw_draw_intruder_token(pen->canvas,
                           &(dw_token){x, y, size, world->own_heading,
                                       world->own_state == DW_SLOT_ALIVE ? 1.0F : 0.45F},
                           colour, flags);
    if (world->caught > 0.0F) {
        const float beat = 0.7F + 0.3F * sinf((float)view->seconds * 14.0F);
        dw_canvas_ring(pen->canvas, x, y, size * 0.78F, size * 0.15F, dw_palette_shade(0xa0));
        dw_canvas_arc(pen->canvas,
                      (dw_arc){x, y, size * 0.78F, size * 0.12F, -0.25F, world->caught},
                      dw_colour_fade(dw_palette(DW_TINT_BAD), beat));
    }
    draw_name(pen, places, dw_round_name(view->round, world->own_slot),
              &(dw_token){.x = x, .y = y, .size = size, .alpha = 0.85F}, colour);
}

void dw_draw_bodies(const dw_pen *pen, const dw_bodies_view *view)
{
    name_places places = {.count = 0};
    /* Guards last, so that no intruder hides one. */
    for (int role = DW_ROLE_INTRUDER; role >= DW_ROLE_GUARD; role--) {
        if (role == DW_ROLE_GUARD && view->world->has_own) {
            draw_own(pen, view, &places);
        }
        for (uint32_t i = 0; i < view->world->body_count; i++) {
            if (view->world->bodies[i].role == role) {
                draw_body(pen, view, &places, &view->world->bodies[i]);
            }
        }
    }
}
