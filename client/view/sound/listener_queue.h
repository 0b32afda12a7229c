/* listener_queue.h - what the two files of the listener share. For listener.c and
 * listener_events.c alone. */
#ifndef DW_VIEW_LISTENER_QUEUE_H
#define DW_VIEW_LISTENER_QUEUE_H

#include "client/view/sound/listener.h"

/* Nothing happens with a cue whose gain is 0. */
void dw_listener_push(dw_listener *listener, const dw_cue *cue);

/* A sound at a position of the house. */
void dw_listener_push_at(dw_listener *listener, const dw_listener_view *view, dw_effect effect,
                         uint32_t variant, double x, double y, int32_t level_db10);

/* True when the server tells this player what it hears. */
bool dw_listener_is_told(const dw_listener_view *view);

/* What the body of a guard sounds like at its steps; false: it makes none. */
typedef struct dw_guard_feet {
    bool paws, runs;
} dw_guard_feet;
bool dw_listener_feet(const dw_listener *listener, const dw_listener_view *view,
                      const dw_drawn_body *body, dw_guard_feet *feet);

/* The step of that guard: effect and variant. */
dw_cue dw_listener_guard_step(dw_listener *listener, const dw_listener_view *view,
                              const dw_drawn_body *body, dw_guard_feet feet);

/* The floor at (x, y). */
dw_floor dw_listener_floor(const dw_listener_view *view, double x, double y);

void dw_listener_alarm(dw_listener *listener, float alarm, double now);
float dw_listener_alarm_now(const dw_listener *listener, double now);

#endif
