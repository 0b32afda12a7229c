#include "client/view/model/own_noises.h"

#include <math.h>

#define STEP_EACH_S 0.1
#define EVENT_S     1.5 /* From the press to the event of the door. */

static dw_vec to_vec(double x, double y)
{
    return (dw_vec){(int32_t)lround(x), (int32_t)lround(y)};
}

void dw_own_noises_put(dw_own_noises *noises, dw_own_noise noise)
{
    uint8_t *next = &noises->next[noise.kind];
    noises->rows[noise.kind][*next] = noise;
    *next = (uint8_t)((*next + 1) % DW_OWN_NOISES_OF_KIND);
}

static const dw_own_noise *newest(const dw_own_noises *noises, dw_own_noise_kind kind)
{
    const int before = (noises->next[kind] + DW_OWN_NOISES_OF_KIND - 1) % DW_OWN_NOISES_OF_KIND;
    return &noises->rows[kind][before];
}

void dw_own_noises_walk(dw_own_noises *noises, const dw_own_senses *own, const dw_map *map,
                        const dw_drawn_world *world, double now)
{
    const dw_own_noise *last = newest(noises, DW_OWN_NOISE_STEP);
    const bool soon = last->level_db10 > 0 && now - last->at < STEP_EACH_S;
    if (!own->hears || !own->steps || !world->has_own || soon) {
        return;
    }
    const dw_vec here = to_vec(world->own_x, world->own_y);
    dw_own_noises_put(noises, (dw_own_noise){.kind = DW_OWN_NOISE_STEP,
                                             .position = here,
                                             .room = dw_map_room_at(map, here),
                                             .level_db10 = own->step_db10,
                                             .at = now});
}

void dw_own_noises_use(dw_own_noises *noises, dw_use use, bool held, double now)
{
    if (held && !noises->held) {
        noises->door = use.kind == DW_USE_DOOR ? use.index : (uint16_t)DW_NONE;
        noises->pressed = now;
    }
    noises->held = held;
}

static void hear_door(dw_own_noises *noises, uint16_t door, const dw_map *map,
                      const dw_ruleset *rules, const dw_drawn_world *world, double now)
{
    const bool own = noises->pressed > 0.0 && noises->door == door;
    if (!own || now - noises->pressed > EVENT_S || door >= map->door_count || !world->has_own) {
        return;
    }
    const uint16_t room = dw_map_room_at(map, to_vec(world->own_x, world->own_y));
    const dw_door_half *half =
        &map->doors[door].half[map->doors[door].half[0].room == room ? 0 : 1];
    const bool crouching = (world->own_flags & DW_BODY_CROUCHING) != 0;
    dw_own_noises_put(noises, (dw_own_noise){.kind = DW_OWN_NOISE_DOOR,
                                             .position = half->point,
                                             .room = half->room,
                                             .level_db10 = crouching ? rules->leaf_crouching_db10
                                                                     : rules->leaf_db10,
                                             .at = now});
}

void dw_own_noises_event(dw_own_noises *noises, const dw_client_event *event, const dw_map *map,
                         const dw_ruleset *rules, const dw_drawn_world *world,
                         const dw_flights *flights, double now)
{
    if (event->kind == DW_CLIENT_EVENT_DOOR) {
        hear_door(noises, (uint16_t)event->a, map, rules, world, now);
    }
    if (event->kind != DW_CLIENT_EVENT_THROWN || event->a % DW_INTRUDERS_MAX != world->own_slot ||
        event->a / DW_INTRUDERS_MAX != DW_TOOL_COIN) {
        return;
    }
    const dw_flight *flight = &flights->rows[world->own_slot];
    const dw_vec landing = to_vec(flight->to_x, flight->to_y);
    dw_own_noises_put(noises, (dw_own_noise){.kind = DW_OWN_NOISE_COIN,
                                             .position = landing,
                                             .room = dw_map_room_at(map, landing),
                                             .level_db10 = rules->coin_db10,
                                             .at = flight->born + flight->lasts_s});
}
