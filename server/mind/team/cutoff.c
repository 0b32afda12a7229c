#include "server/mind/team/cutoff.h"

enum {
    DETOUR_MM = 1500 /* A way that is this much longer than the shortest is as likely. */
};

/* A door as seen by somebody that comes to it. */
typedef struct passage {
    dw_vec by;        /* The middle of the doorway, */
    int32_t to_door;  /* how far it is to there, */
    dw_vec near, far; /* and the doorway's ends: on this side, and beyond it. */
} passage;

/* Whether a shortest way from `from` to `to` leads through the door, as near as it matters. The
 * doors of side rooms along the way are near it, too, but beyond them it is further to `to`. */
static bool leads_through(const dw_nav *nav, dw_vec from, dw_vec to, const passage *it)
{
    const int32_t whole = dw_nav_route_length(nav, from, to);
    return whole < DW_NAV_NO_ROUTE &&
           it->to_door + dw_nav_route_length(nav, it->by, to) <= whole + DW_MM(DETOUR_MM) &&
           dw_nav_route_length(nav, it->far, to) < dw_nav_route_length(nav, it->near, to);
}

bool dw_cutoff_is_on_the_way(const dw_brain_setup *setup, dw_vec from, uint16_t door)
{
    const dw_map *map = setup->map;
    const dw_nav *nav = setup->nav;
    const dw_vec by = dw_rect_centre(map->doors[door].doorway);
    const dw_vec a = map->doors[door].half[0].point;
    const dw_vec b = map->doors[door].half[1].point;
    const bool is_a_near = dw_nav_route_length(nav, from, a) <= dw_nav_route_length(nav, from, b);
    const passage it = {.by = by,
                        .to_door = dw_nav_route_length(nav, from, by),
                        .near = is_a_near ? a : b,
                        .far = is_a_near ? b : a};
    return it.to_door < DW_NAV_NO_ROUTE &&
           (leads_through(nav, from, dw_rect_centre(map->items[dw_map_objective(map)].area), &it) ||
            leads_through(nav, from, dw_rect_centre(map->exit), &it));
}

int64_t dw_cutoff_margin(const dw_think *think, uint16_t room, uint32_t sent, uint16_t door)
{
    const dw_brain_setup *setup = think->setup;
    const dw_vec from = dw_rect_centre(setup->map->rooms[room].area);
    const dw_vec by = dw_rect_centre(setup->map->doors[door].doorway);
    const int32_t its_way = dw_nav_route_length(setup->nav, from, by);
    const int32_t own_way = dw_nav_route_length(setup->nav, think->percepts->position, by);
    if (its_way >= DW_NAV_NO_ROUTE || own_way >= DW_NAV_NO_ROUTE) {
        return 0;
    }
    /* Speeds in mm a second are units a tick. */
    const int64_t age = think->percepts->tick - sent;
    return its_way / (int64_t)setup->rules->sprint_speed_mm_s - age -
           own_way / (int64_t)setup->kind->gaits.intercept.speed_mm_s;
}

uint8_t dw_cutoff_doors(const dw_think *think, const dw_radio_message *report,
                        uint16_t doors[DW_RADIO_DOORS_MAX])
{
    const dw_brain_setup *setup = think->setup;
    const dw_map *map = setup->map;
    const dw_vec from = dw_rect_centre(map->rooms[report->room].area);
    int64_t margins[DW_RADIO_DOORS_MAX];
    uint8_t count = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const int64_t margin = dw_cutoff_margin(think, report->room, report->sent, d);
        if (margin <= 0 || !dw_cutoff_is_on_the_way(setup, from, d)) {
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
