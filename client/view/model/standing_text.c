#include "client/view/model/standing_text.h"

#include "client/core/kind_text.h"

#include <stdio.h>

const dw_standing *dw_standing_of(const dw_standings *standings, uint8_t slot)
{
    for (uint32_t i = 0; standings != NULL && i < standings->count; i++) {
        if (standings->rows[i].slot == slot) {
            return &standings->rows[i];
        }
    }
    return NULL;
}

void dw_detections_head(char text[DW_HUD_TEXT], const dw_detections *told)
{
    dw_say_into(text, DW_HUD_TEXT,
                told->detected > 0 ? DW_SAY_RESULT_SEEN : DW_SAY_RESULT_NEVER_SEEN,
                DW_N(told->detected));
}

void dw_detection_text(char text[DW_HUD_TEXT], const dw_detection *row, const dw_map *map,
                       uint32_t began)
{
    char clock[DW_HUD_TEXT];
    const dw_kind_name name = row->by == DW_DETECTED_BY_DETECTOR
                                  ? DW_KIND_NAME_DETECTOR
                                  : dw_kind_name_of_look((dw_kind_look)row->by);
    const char *room = row->room >= 1 && row->room <= map->room_count
                           ? map->rooms[row->room - 1].name
                           : dw_say(DW_SAY_THE_HOUSE);
    dw_hud_clock(clock, row->tick > began ? row->tick - began : 0);
    dw_say_into(text, DW_HUD_TEXT, DW_SAY_RESULT_SEEN_BY, DW_S(clock), DW_S(dw_say_kind(name)),
                DW_S(room), DW_N((row->ticks + DW_TICKS_PER_SECOND / 2) / DW_TICKS_PER_SECOND));
}
