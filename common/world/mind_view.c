#include "common/world/mind_view.h"

#include <string.h>

bool dw_mind_goal_changed(const dw_mind_view *now, const char *goal, uint32_t since,
                          dw_goal_change *change)
{
    if (now->since == since && strcmp(goal, now->goal) == 0) {
        return false;
    }
    *change = (dw_goal_change){
        .tick = now->since, .body = now->body, .cause = now->cause, .cause_id = now->cause_id};
    memcpy(change->from, goal, strnlen(goal, DW_MIND_WORD_MAX));
    memcpy(change->to, now->goal, sizeof change->to);
    memcpy(change->sentence, now->sentence, sizeof change->sentence);
    return true;
}

dw_vec dw_hiding_spot(const dw_map *map, uint16_t room, uint16_t furniture, uint32_t side)
{
    if (furniture == DW_NONE) {
        const dw_rect inside =
            dw_rect_grown(map->rooms[room].area, -(map->wall_half + DW_BODY_HALF));
        return (dw_vec){(side & 1) != 0 ? inside.max.x : inside.min.x,
                        (side & 2) != 0 ? inside.max.y : inside.min.y};
    }
    const dw_rect around = dw_rect_grown(map->furniture[furniture].area, DW_BODY_HALF);
    const dw_vec middle = dw_rect_centre(around);
    switch (side) {
    case 0:
        return (dw_vec){around.max.x, middle.y};
    case 1:
        return (dw_vec){middle.x, around.max.y};
    case 2:
        return (dw_vec){around.min.x, middle.y};
    default:
        return (dw_vec){middle.x, around.min.y};
    }
}
