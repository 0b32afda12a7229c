/* match_items.c - what players know of hidden items (server/RULES.md 8.35 to 8.38): the team is
 * told of one when the first of them sees it, and knows it for as long as the match plays that map.
 * So it is with the devices that only a trigger waits for. Spectators are told the same, as late as
 * they see the match, since where a key lies stays worth knowing; of a recorded round they know
 * everything. */
#include "server/session/match_state.h"

static bool begins_found(const dw_match *match)
{
    return match->config.playback != NULL;
}

void dw_match_forget_items(dw_match *match)
{
    const bool all = begins_found(match);
    match->found_items = 0;
    for (uint32_t i = 0; i < match->config.map->item_count; i++) {
        match->found_items |= all && match->config.map->items[i].hidden ? UINT32_C(1) << i : 0;
    }
    match->found_devices = all ? UINT32_MAX : 0;
    match->items_told = 0;
}

/* The slots whose intruders are at large. */
static uint32_t at_large(const dw_match *match)
{
    const dw_world *world = dw_sim_world(match->sim);
    uint32_t eyes = 0;
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        const bool lives = dw_match_plays(match, s) &&
                           dw_intruder_slot_state(world, s) == DW_SLOT_ALIVE &&
                           dw_is_present(dw_intruder_actor(world, s));
        eyes |= lives ? UINT32_C(1) << s : 0;
    }
    return eyes;
}

static dw_message found_of(const dw_match *match, uint32_t item)
{
    return (dw_message){.type = DW_MESSAGE_FOUND_ITEM,
                        .as.found_item = dw_plan_found(match->config.map, (uint16_t)item)};
}

/* To players that have come. */
void dw_match_tell_items(dw_match *match)
{
    const uint32_t newcomers = match->connected & ~match->items_told;
    match->items_told |= newcomers;
    for (uint32_t left = newcomers; left != 0 && match->found_items != 0; left &= left - 1) {
        const dw_connection *connection = &match->players[__builtin_ctz(left)].connection;
        for (uint32_t items = match->found_items; items != 0; items &= items - 1) {
            const dw_message message = found_of(match, (uint32_t)__builtin_ctz(items));
            dw_match_send_one(match, connection, &message);
        }
    }
}

/* One that is not where it was has been taken, so that it was seen. */
static bool is_found(dw_match *match, uint32_t eyes, uint16_t item)
{
    const dw_item_spot *spot = &match->config.map->items[item];
    return dw_sim_world(match->sim)->items[item].state != DW_ITEM_HOME ||
           dw_interest_sees_thing(dw_match_scene(match), eyes, spot->area, spot->furniture);
}

void dw_match_find_items(dw_match *match)
{
    const dw_map *map = match->config.map;
    const uint32_t eyes = at_large(match);
    dw_match_tell_items(match);
    for (uint16_t i = 0; i < map->item_count; i++) {
        const uint32_t bit = UINT32_C(1) << i;
        if (map->items[i].hidden && (match->found_items & bit) == 0 && is_found(match, eyes, i)) {
            match->found_items |= bit;
            const dw_message message = found_of(match, i);
            dw_match_tell(match, &message);
        }
    }
    for (dw_device_set left = dw_match_triggered_devices(match) & ~match->found_devices; left != 0;
         left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const dw_map_device *device = &map->devices[i];
        if (dw_interest_sees_thing(dw_match_scene(match), eyes, device->area, device->furniture)) {
            match->found_devices |= UINT32_C(1) << i;
        }
    }
}

void dw_match_show_item(dw_match *match, uint32_t showing, const dw_message *message)
{
    if (message->type == DW_MESSAGE_FOUND_ITEM) {
        match->showings[showing].found_items |= UINT32_C(1) << message->as.found_item.index;
    }
}

void dw_match_send_shown_items(dw_match *match, uint32_t showing, const dw_audience *to)
{
    for (uint32_t items = match->showings[showing].found_items; items != 0 && to->count > 0;
         items &= items - 1) {
        const dw_message message = found_of(match, (uint32_t)__builtin_ctz(items));
        dw_audience_send(match, to, &message);
    }
}
