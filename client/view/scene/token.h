/* token.h - strokes from which tokens of bodies are made, in a frame of their own: parts of the
 * body's side, forward and to its right hand. Knows no kinds and no moods. */
#ifndef DW_VIEW_TOKEN_H
#define DW_VIEW_TOKEN_H

#include "client/view/tools/canvas.h"

/* Where a token is drawn: `size` is the side of the body in pixels, `heading` in turns. */
typedef struct dw_token {
    float x, y, size, heading, alpha;
} dw_token;

/* f points where the token looks, r to its right hand. */
typedef struct dw_token_frame {
    dw_canvas *canvas;
    float x, y, size;
    float fx, fy;
    float alpha;
} dw_token_frame;

dw_token_frame dw_token_frame_of(dw_canvas *canvas, const dw_token *token);

/* A line between two points: forward, right. */
void dw_token_limb(const dw_token_frame *t, dw_segment from_to, float width, dw_colour colour);

/* The same on the other side too. */
void dw_token_limbs(const dw_token_frame *t, dw_segment from_to, float width, dw_colour colour);

void dw_token_patch(const dw_token_frame *t, float forward, float right, float radius,
                    dw_colour colour);

/* A triangle ahead: its base at `from`, `half` to each side, its point at `to`. */
void dw_token_nose(const dw_token_frame *t, float from, float to, float half, dw_colour colour);

/* A triangle by its corners: forward, right of each. */
void dw_token_wedge(const dw_token_frame *t, const float corners[6], dw_colour colour);

void dw_token_shadow(const dw_token_frame *t, float radius);

/* The dark disc on which a guard stands, with a ring in the colour of its mood. */
void dw_token_mood_ring(const dw_token_frame *t, dw_colour mood, float width);

#endif
