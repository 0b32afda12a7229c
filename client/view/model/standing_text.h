/* standing_text.h - who is ready, how players stand, and which guard detected a player, in words.
 * Pure.
 */
#ifndef DW_VIEW_STANDING_TEXT_H
#define DW_VIEW_STANDING_TEXT_H

#include "client/core/client.h"
#include "client/view/model/hud_text.h"

/* The row of that slot; NULL: the server has told nothing of it. `standings` may be NULL, here and
 * below. */
const dw_standing *dw_standing_of(const dw_standings *standings, uint8_t slot);

static inline bool dw_standing_is_ready(const dw_standings *standings, uint8_t slot)
{
    return standings != NULL && slot < DW_INTRUDERS_MAX && (standings->ready >> slot & 1U) != 0;
}

/* "You were seen 3 times", or that nobody did. */
void dw_detections_head(char text[DW_HUD_TEXT], const dw_detections *told);

/* "0:42   Guard, Study, for 3 s". `began` is the tick at which the round began. */
void dw_detection_text(char text[DW_HUD_TEXT], const dw_detection *row, const dw_map *map,
                       uint32_t began);

#endif
