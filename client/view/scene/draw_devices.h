/* draw_devices.h - what stands at a wall or drives about: a camera, a motion detector, a
 * microphone, a robot. A lamp in the colour of the mood is on each. Cost: some hundred pixels. */
#ifndef DW_VIEW_DRAW_DEVICES_H
#define DW_VIEW_DRAW_DEVICES_H

#include "client/view/scene/token.h"

/* A housing on a bracket, its lens ahead. */
void dw_draw_camera_token(dw_canvas *canvas, const dw_token *token, uint8_t mood);

/* A flat box with a domed window ahead. */
void dw_draw_detector_token(dw_canvas *canvas, const dw_token *token, uint8_t mood);

/* A round grille; rings come in to it. Below 0 s it stands still, with one ring close around. */
void dw_draw_microphone_token(dw_canvas *canvas, const dw_token *token, uint8_t mood,
                              double seconds);

/* A round hull on two wheels, with a turret that turns. */
void dw_draw_robot_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, double seconds);

#endif
