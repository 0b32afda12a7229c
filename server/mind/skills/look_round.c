#include "server/mind/skills/look_round.h"

uint16_t dw_look_ticks(const dw_ruleset *rules, const dw_room *room, dw_vec place)
{
    const int64_t width = (room->area.max.x - room->area.min.x) / DW_UNITS_PER_MM;
    const int64_t height = (room->area.max.y - room->area.min.y) / DW_UNITS_PER_MM;
    const int64_t half_diagonal =
        (int64_t)dw_isqrt((uint64_t)(width * width + height * height)) / 2;
    int64_t d = dw_distance(dw_rect_centre(room->area), place) / DW_UNITS_PER_MM;
    d = d > half_diagonal ? half_diagonal : d;
    /* Ticks for each square metre; the area is in square millimetres. */
    const int64_t ticks = rules->look_ticks_min + rules->look_ticks_per_m2 * width * height / 1000 *
                                                      (half_diagonal - d) / half_diagonal / 1000;
    return (uint16_t)(ticks > rules->look_ticks_max ? rules->look_ticks_max : ticks);
}

uint16_t dw_look_heading(const dw_room *room, dw_vec place, uint16_t heading_bam,
                         dw_look_round look, int32_t turn_bam)
{
    const uint32_t done = (uint32_t)look.ticks - look.left;
    if (done * 4 < look.ticks) {
        const dw_vec to_middle = dw_vec_sub(dw_rect_centre(room->area), place);
        return dw_turned_bam(heading_bam, to_middle, turn_bam);
    }
    return (uint16_t)(done * 2 < look.ticks ? heading_bam - turn_bam : heading_bam + turn_bam);
}

void dw_look_round_begin(dw_look_round *look, const dw_think *think)
{
    const dw_room *room = &think->setup->map->rooms[think->percepts->room];
    look->ticks = dw_look_ticks(think->setup->rules, room, think->percepts->position);
    look->left = look->ticks;
}

dw_skill_state dw_look_round_step(dw_look_round *look, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    think->command->heading_bam =
        dw_look_heading(&think->setup->map->rooms[percepts->room], percepts->position,
                        percepts->heading_bam, *look, think->setup->kind->turn_rates.look_bam);
    look->left--;
    return look->left == 0 ? DW_SKILL_DONE : DW_SKILL_RUNNING;
}

DW_FIELDS_IO(extern, look_round, DW_LOOK_ROUND_FIELDS);
