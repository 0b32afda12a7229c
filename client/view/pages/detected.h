/* detected.h - tells a player which guard has detected the own intruder, and whether light helped,
 * so that the player learns what to avoid. */
#ifndef DW_VIEW_DETECTED_H
#define DW_VIEW_DETECTED_H

#include "client/core/client.h"
#include "client/view/model/feed.h"

/* `guard`: its body id. The notice names its kind if the guard is shown, else nobody. */
void dw_detected_say(dw_feed *feed, const dw_client *client, const dw_drawn_world *world,
                     uint8_t guard, double now);

#endif
