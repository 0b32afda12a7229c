/* spectator.h - the camera of a person without a body: free, or following a guard or an intruder.
 * Owns: which body is followed. Pure: the world, controls and time go in, the camera moves. */
#ifndef DW_VIEW_SPECTATOR_H
#define DW_VIEW_SPECTATOR_H

#include "client/core/client.h"
#include "client/view/model/input.h"
#include "client/view/scene/camera.h"

typedef struct dw_spectator {
    uint8_t followed_id; /* Body, 0 = free camera. */
} dw_spectator;

/* Follows the first intruder in sight; the free camera without one. */
void dw_spectator_friend(dw_spectator *spectator, const dw_drawn_world *world);

/* Follows the next body in the order guards, intruders, then the free camera again. A player that
 * was caught goes through the intruders first. */
void dw_spectator_next(dw_spectator *spectator, const dw_drawn_world *world);

/* Follows body number `number` (from 1) in that order; nothing when there are fewer. */
void dw_spectator_pick(dw_spectator *spectator, const dw_drawn_world *world, uint32_t number);

/* The body nearest to (x, y) of the screen, within `reach` pixels; 0 for none. */
uint8_t dw_spectator_at(const dw_drawn_world *world, const dw_camera *camera, float reach, float x,
                        float y);

/* A body is followed from now on: zooms in to see it well. */
void dw_spectator_come_near(const dw_spectator *spectator, dw_camera *camera);

/* Moves the picture by hand, which ends following. */
void dw_spectator_drag(dw_spectator *spectator, dw_camera *camera, float dx, float dy);

/* A step of time: follows the body (until it is out of the picture), or moves by the held keys. */
void dw_spectator_update(dw_spectator *spectator, dw_camera *camera, const dw_drawn_world *world,
                         const dw_controls *controls, double step_s);

/* "guard 3", or the name of a player or of a person of the mission (which may be NULL); "" for the
 * free camera. */
void dw_spectator_followed(const dw_spectator *spectator, const dw_drawn_world *world,
                           const dw_round *round, const dw_client_mission *mission, char *out,
                           size_t size);

#endif
