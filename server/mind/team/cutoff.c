#include "server/mind/team/cutoff.h"

enum {
    DETOUR_MM = 1500 /* A way that is this much longer than the shortest is as likely. */
};

/* Whether a shortest way from `from` to `to` leads through `by`, as near as it matters. */
static bool leads_through(const dw_nav *nav, dw_vec from, dw_vec to, dw_vec by, int32_t to_door)
{
    const int32_t whole = dw_nav_route_length(nav, from, to);
    return whole < DW_NAV_NO_ROUTE &&
           to_door + dw_nav_route_length(nav, by, to) <= whole + DW_MM(DETOUR_MM);
}

uint8_t dw_cutoff_doors(const dw_think *think, const dw_radio_message *report,
                        uint16_t doors[DW_RADIO_DOORS_MAX])
{
    const dw_brain_setup *setup = think->setup;
    const dw_map *map = setup->map;
    const dw_vec from = dw_rect_centre(map->rooms[report->room].area);
    const dw_vec goals[] = {dw_rect_centre(map->items[dw_map_objective(map)].area),
                            dw_rect_centre(map->exit)};
    const int64_t own_speed = setup->kind->gaits.intercept.speed_mm_s;
    const int64_t its_speed = setup->rules->sprint_speed_mm_s;
    const int64_t age = think->percepts->tick - report->sent;
    int64_t margins[DW_RADIO_DOORS_MAX];
    uint8_t count = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_vec door = dw_rect_centre(map->doors[d].doorway);
        const int32_t its_way = dw_nav_route_length(setup->nav, from, door);
        const int32_t own_way = dw_nav_route_length(setup->nav, think->percepts->position, door);
        /* Speeds in mm a second are units a tick. */
        const int64_t margin = its_way / its_speed - age - own_way / own_speed;
        if (its_way >= DW_NAV_NO_ROUTE || own_way >= DW_NAV_NO_ROUTE || margin <= 0 ||
            (!leads_through(setup->nav, from, goals[0], door, its_way) &&
             !leads_through(setup->nav, from, goals[1], door, its_way))) {
            continue;
        }
        uint8_t at = count < DW_RADIO_DOORS_MAX ? count : DW_RADIO_DOORS_MAX;
        while (at > 0 && margins[at - 1] < margin) {
            at--;
        }
        if (at == DW_RADIO_DOORS_MAX) {
            continue;
        }
        count = count < DW_RADIO_DOORS_MAX ? (uint8_t)(count + 1) : count;
        for (uint8_t k = (uint8_t)(count - 1); k > at; k--) {
            margins[k] = margins[k - 1];
            doors[k] = doors[k - 1];
        }
        margins[at] = margin;
        doors[at] = d;
    }
    return count;
}
