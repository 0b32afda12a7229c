/* hud_connection.h - a silent or lost connection, in words. */
#ifndef DW_VIEW_HUD_CONNECTION_H
#define DW_VIEW_HUD_CONNECTION_H

#include "client/core/client.h"
#include "client/view/tools/text.h"

/* Over everything: the picture below stands still. Nothing while the connection is fine. */
void dw_hud_draw_connection(const dw_pen *pen, const dw_client *client, uint64_t now_ns);

#endif
