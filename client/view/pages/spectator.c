#include "client/view/pages/spectator.h"

#include "client/core/kind_text.h"
#include "client/core/roster.h"
#include "client/view/texts/say.h"

#include <math.h>
#include <stdio.h>

/* Pixels a second at any scale: the picture goes by at the same speed. */
#define PAN_PIXELS_S 700.0F
/* The scale at which a followed body is seen well, in pixels a metre at 720 lines. */
#define FOLLOW_SCALE 58.0

/* The body that is number `n` (from 0) when guards come first, or intruders for a player; NULL past
 * the last. */
static const dw_drawn_body *in_order(const dw_drawn_world *world, uint32_t n)
{
    const bool plays = world->own_slot != DW_SLOT_NONE;
    const dw_role roles[] = {plays ? DW_ROLE_INTRUDER : DW_ROLE_GUARD,
                             plays ? DW_ROLE_GUARD : DW_ROLE_INTRUDER};
    for (int r = 0; r < 2; r++) {
        for (uint32_t i = 0; i < world->body_count; i++) {
            if (world->bodies[i].role == roles[r] && n-- == 0) {
                return &world->bodies[i];
            }
        }
    }
    return NULL;
}

void dw_spectator_friend(dw_spectator *spectator, const dw_drawn_world *world)
{
    const dw_drawn_body *first = in_order(world, 0);
    spectator->followed_id =
        first != NULL && first->role == DW_ROLE_INTRUDER ? first->id : (uint8_t)0;
}

void dw_spectator_next(dw_spectator *spectator, const dw_drawn_world *world)
{
    uint32_t n = 0;
    const dw_drawn_body *at = NULL;
    if (spectator->followed_id != 0) {
        while ((at = in_order(world, n)) != NULL && at->id != spectator->followed_id) {
            n++;
        }
        n++;
    }
    at = in_order(world, n);
    spectator->followed_id = at != NULL ? at->id : 0;
}

void dw_spectator_pick(dw_spectator *spectator, const dw_drawn_world *world, uint32_t number)
{
    const dw_drawn_body *body = number > 0 ? in_order(world, number - 1) : NULL;
    if (body != NULL) {
        spectator->followed_id = body->id;
    }
}

uint8_t dw_spectator_at(const dw_drawn_world *world, const dw_camera *camera, float reach, float x,
                        float y)
{
    uint8_t found = 0;
    float best = fmaxf(reach, dw_camera_pixels(camera, DW_BODY_HALF));
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        const float away = hypotf(dw_camera_screen_x(camera, body->x) - x,
                                  dw_camera_screen_y(camera, body->y) - y);
        if (away <= best) {
            best = away;
            found = body->id;
        }
    }
    return found;
}

void dw_spectator_come_near(const dw_spectator *spectator, dw_camera *camera)
{
    const double near = FOLLOW_SCALE * camera->height / 720.0;
    if (spectator->followed_id != 0 && camera->target_scale < near) {
        dw_camera_zoom_to(camera, near);
    }
}

void dw_spectator_drag(dw_spectator *spectator, dw_camera *camera, float dx, float dy)
{
    spectator->followed_id = 0;
    dw_camera_pan(camera, dx, dy);
}

void dw_spectator_update(dw_spectator *spectator, dw_camera *camera, const dw_drawn_world *world,
                         const dw_controls *controls, double step_s)
{
    const uint16_t *held = controls->held;
    const float x = (held[DW_ACTION_RIGHT] > 0 ? 1.0F : 0.0F) -
                    (held[DW_ACTION_LEFT] > 0 ? 1.0F : 0.0F) + controls->stick_x;
    const float y = (held[DW_ACTION_DOWN] > 0 ? 1.0F : 0.0F) -
                    (held[DW_ACTION_UP] > 0 ? 1.0F : 0.0F) + controls->stick_y;
    if (x * x + y * y > 0.1F) {
        const float way = PAN_PIXELS_S * (float)step_s;
        dw_spectator_drag(spectator, camera, -x * way, -y * way);
    }
    const dw_drawn_body *body = dw_drawn_body_find(world, spectator->followed_id);
    if (body == NULL) {
        spectator->followed_id = 0;
        return;
    }
    dw_camera_follow(camera, body->x, body->y, 0.12, step_s);
}

void dw_spectator_followed(const dw_spectator *spectator, const dw_drawn_world *world,
                           const dw_round *round, const dw_client_mission *mission, char *out,
                           size_t size)
{
    const dw_drawn_body *body = dw_drawn_body_find(world, spectator->followed_id);
    out[0] = '\0';
    if (body == NULL || spectator->followed_id == 0) {
        return;
    }
    if (body->role == DW_ROLE_INTRUDER) {
        (void)snprintf(
            out, size, "%s",
            dw_round_name_or(round, body->slot, dw_mission_person_name(mission, body->slot)));
        return;
    }
    uint32_t number = 1;
    while (in_order(world, number - 1) != body) {
        number++;
    }
    (void)snprintf(out, size, "%s %u", dw_say_kind(dw_kind_name_of(world, body)), number);
}
