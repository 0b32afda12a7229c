#include "client/view/scene/draw_bodies.h"

#include "client/core/roster.h"
#include "client/view/scene/draw_animals.h"
#include "client/view/scene/draw_devices.h"
#include "client/view/scene/draw_ear.h"
#include "client/view/scene/draw_guards.h"
#include "client/view/tools/palette.h"

#include <math.h>

enum { DEVICE_MM = 300 }; /* How large a device is drawn, which has no body. */

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
    const dw_token_frame t = dw_token_frame_of(canvas, &crouched);
    if ((flags & DW_BODY_SPRINTING) != 0) {
        for (int i = -1; i <= 1; i++) {
            const float right = 0.26F * (float)i;
            const float far = i == 0 ? -1.15F : -0.95F;
            dw_token_limb(&t, (dw_segment){-0.58F, right, far, right}, 0.06F,
                          dw_colour_fade(colour, 0.55F));
        }
    }
    dw_token_shadow(&t, 0.42F);
    dw_token_nose(&t, 0.40F, 0.66F, 0.16F, colour);
    dw_token_patch(&t, 0.0F, 0.0F, 0.47F, dw_colour_scale(colour, 0.20F));
    dw_canvas_ring(canvas, t.x, t.y, t.size * 0.43F, fmaxf(t.size * (low ? 0.055F : 0.08F), 1.3F),
                   dw_colour_fade(colour, low ? t.alpha * 0.8F : t.alpha));
    /* Shoulders, the hood, and a face in its shade. */
    dw_token_limb(&t, (dw_segment){-0.05F, -0.21F, -0.05F, 0.21F}, 0.28F,
                  dw_palette(DW_TINT_CLOAK));
    dw_token_patch(&t, 0.0F, 0.0F, 0.255F, dw_palette(DW_TINT_HOOD));
    dw_token_patch(&t, 0.02F, 0.0F, 0.210F, dw_colour_scale(colour, 0.60F));
    dw_token_patch(&t, 0.085F, 0.0F, 0.125F, dw_palette(DW_TINT_FACE));
    if ((flags & DW_BODY_CARRYING) != 0) {
        draw_loot(canvas, t.x - t.fx * t.size * 0.42F, t.y - t.fy * t.size * 0.42F,
                  token->size * 0.62F, t.alpha);
    }
}

/* A person that players lead: bare-headed, in light clothes, in a broken ring. */
static void draw_person_token(dw_canvas *canvas, const dw_token *token, uint8_t flags)
{
    const dw_colour colour = dw_palette(DW_TINT_PERSON);
    dw_token crouched = *token;
    crouched.size *= (flags & DW_BODY_CROUCHING) != 0 ? 0.80F : 1.0F;
    const dw_token_frame t = dw_token_frame_of(canvas, &crouched);
    dw_token_shadow(&t, 0.42F);
    dw_token_nose(&t, 0.40F, 0.62F, 0.14F, colour);
    dw_token_patch(&t, 0.0F, 0.0F, 0.47F, dw_colour_scale(colour, 0.20F));
    for (int i = 0; i < 6; i++) {
        dw_canvas_arc(
            canvas,
            (dw_arc){t.x, t.y, t.size * 0.43F, fmaxf(t.size * 0.08F, 1.3F), (float)i / 6.0F, 0.11F},
            dw_colour_fade(colour, t.alpha));
    }
    dw_token_limb(&t, (dw_segment){-0.05F, -0.21F, -0.05F, 0.21F}, 0.28F,
                  dw_palette(DW_TINT_APRON));
    dw_token_patch(&t, 0.02F, 0.0F, 0.185F, dw_palette(DW_TINT_SKIN));
    dw_token_patch(&t, -0.04F, 0.0F, 0.180F, dw_palette(DW_TINT_HAIR));
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

/* Three letters that rise from a sleeper. */
static void draw_sleep(const dw_pen *pen, const dw_bodies_view *view, float x, float y, float size)
{
    const float step = fmaxf(size * 0.24F, 7.0F * pen->ui);
    for (int i = 0; i < 3; i++) {
        const float rise = (float)fmod(view->seconds * 0.4 + (double)i / 3.0, 1.0);
        const dw_text_style style = {DW_FACE_BOLD, (int)(step * (0.8F + 0.7F * rise)),
                                     dw_colour_fade(dw_palette(DW_TINT_TEXT), 1.0F - rise * rise),
                                     0.0F};
        (void)dw_text_draw_edged(pen, x + size * 0.42F + step * 1.2F * rise,
                                 y - size * 0.45F - step * 2.2F * rise, DW_ALIGN_CENTRE, &style,
                                 "z");
    }
}

/* The sign above a guard that is not calm. Signs differ in shape and colour. */
static void draw_mood_sign(const dw_pen *pen, const dw_bodies_view *view,
                           const dw_drawn_body *guard, float x, float y, float size)
{
    static const char *const signs[DW_MOOD_COUNT] = {"", "\xe2\x80\xa6", "?", "!"};
    const bool calling = (guard->flags & DW_BODY_CALLING) != 0;
    if ((guard->flags & DW_BODY_ASLEEP) != 0) {
        draw_sleep(pen, view, x, y, size);
        return;
    }
    const bool listens = (guard->flags & DW_BODY_LISTENS) != 0;
    if (guard->mood >= DW_MOOD_COUNT || (guard->mood == DW_MOOD_CALM && !calling && !listens)) {
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
    if (listens) {
        dw_draw_ear_sign(pen->canvas, sx, sy, r, colour, dw_palette(DW_TINT_ON_PLATE));
        return;
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

static float size_of(const dw_pen *pen, const dw_bodies_view *view, const dw_drawn_body *body)
{
    int32_t size_mm = DW_KIND_SIZE_MM;
    if (body->role == DW_ROLE_GUARD) {
        const int32_t side_mm = dw_drawn_kind(view->world, view->rules, body)->body.size_mm;
        size_mm = side_mm != 0 ? side_mm : DEVICE_MM;
    }
    return fmaxf(dw_camera_pixels(view->camera, DW_MM(size_mm)), 14.0F * pen->ui);
}

static void draw_guard(const dw_pen *pen, const dw_bodies_view *view, const dw_drawn_body *guard,
                       const dw_token *token)
{
    const dw_kind *kind = dw_drawn_kind(view->world, view->rules, guard);
    const bool asleep = (guard->flags & DW_BODY_ASLEEP) != 0;
    switch ((dw_kind_look)kind->look) {
    case DW_KIND_LOOK_CAPTAIN:
        dw_draw_captain_token(pen->canvas, token, guard->mood);
        break;
    case DW_KIND_LOOK_SERVANT:
        dw_draw_servant_token(pen->canvas, token, guard->mood);
        break;
    case DW_KIND_LOOK_CAMERA:
        dw_draw_camera_token(pen->canvas, token, guard->mood);
        break;
    case DW_KIND_LOOK_BOX:
        if (kind->senses.motion.range_mm > 0) {
            dw_draw_detector_token(pen->canvas, token, guard->mood);
        } else {
            dw_draw_microphone_token(pen->canvas, token, guard->mood, view->seconds);
        }
        break;
    case DW_KIND_LOOK_ROBOT:
        dw_draw_robot_token(pen->canvas, token, guard->mood, view->seconds);
        break;
    case DW_KIND_LOOK_DOG:
        dw_draw_dog_token(pen->canvas, token, guard->mood, asleep);
        break;
    case DW_KIND_LOOK_CAT:
        dw_draw_cat_token(pen->canvas, token, guard->mood, asleep);
        break;
    case DW_KIND_LOOK_GUARD:
    case DW_KIND_LOOK_COUNT:
        dw_draw_guard_token(pen->canvas, token, guard->mood);
        break;
    }
}

static void draw_body(const dw_pen *pen, const dw_bodies_view *view, name_places *places,
                      const dw_drawn_body *body)
{
    const float x = dw_camera_screen_x(view->camera, body->x);
    const float y = dw_camera_screen_y(view->camera, body->y);
    const float size = size_of(pen, view, body);
    const dw_token token = {x, y, size, body->heading, fminf(body->age * 5.0F, 1.0F)};
    if (body->id == view->followed_id && view->followed_id != 0) {
        draw_marker(pen, view, x, y, size);
    }
    if (body->role == DW_ROLE_GUARD) {
        if (!view->plain) {
            draw_meter(pen, view, body, x, y, size);
        }
        draw_guard(pen, view, body, &token);
        draw_mood_sign(pen, view, body, x, y, size);
    } else if (dw_slot_is_person(view->map, body->slot)) {
        draw_person_token(pen->canvas, &token, body->flags);
        draw_name(pen, places, dw_mission_person_name(view->mission, body->slot), &token,
                  dw_palette(DW_TINT_PERSON));
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
