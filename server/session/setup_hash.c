#include "server/session/setup_hash.h"

#include "common/base/hash.h"
#include "common/world/light.h"
#include "common/world/ruleset_kinds.h"

#include <string.h>

static uint64_t add_vec(uint64_t hash, dw_vec at)
{
    return dw_hash_pair(hash, at.x, at.y);
}

static uint64_t add_rect(uint64_t hash, dw_rect area)
{
    return add_vec(add_vec(hash, area.min), area.max);
}

static uint64_t add_name(uint64_t hash, const char *name)
{
    return dw_hash_bytes(hash, name, strnlen(name, DW_NAME_SIZE));
}

static uint64_t add_rooms(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_u64(hash, map->room_count);
    for (uint32_t i = 0; i < map->room_count; i++) {
        const dw_room *room = &map->rooms[i];
        hash = dw_hash_pair(add_rect(hash, room->area), room->kind, room->floor);
        const uint32_t marks =
            (room->balcony ? 1u : 0) | (room->jams ? 2u : 0) | (room->board ? 4u : 0);
        hash = dw_hash_u64(hash, marks | (uint32_t)(DW_LIGHT_MAX - room->light) << 8);
    }
    hash = dw_hash_u64(hash, map->furniture_count);
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        hash = dw_hash_u64(add_rect(hash, map->furniture[i].area), map->furniture[i].height);
    }
    return hash;
}

static uint64_t add_doors(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_u64(hash, map->door_count);
    for (uint32_t i = 0; i < map->door_count; i++) {
        const dw_door *door = &map->doors[i];
        hash = add_rect(add_rect(hash, door->half[0].area), door->half[1].area);
        hash = dw_hash_pair(hash, door->leaf, door->starts_open ? 1 : 0);
    }
    return hash;
}

/* A map without lights has the hash that it had before there were any, so that recordings and saved
 * matches of that time still fit. */
static uint64_t add_lights(uint64_t hash, const dw_map *map)
{
    if (map->lamp_count == 0 && map->switch_count == 0) {
        return hash;
    }
    hash = dw_hash_pair(hash, map->lamp_count, map->switch_count);
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        hash = dw_hash_pair(add_vec(hash, lamp->position), lamp->range, lamp->level);
        hash = dw_hash_pair(hash, lamp->wall_switch, lamp->starts_on ? 1 : 0);
    }
    for (uint32_t i = 0; i < map->switch_count; i++) {
        hash = add_rect(hash, map->switches[i].area);
    }
    return hash;
}

/* Likewise without locks. */
static uint64_t add_locks(uint64_t hash, const dw_map *map)
{
    if (map->lock_count == 0) {
        return hash;
    }
    hash = dw_hash_u64(hash, map->lock_count);
    for (uint32_t i = 0; i < map->door_count; i++) {
        hash = dw_hash_pair(hash, map->doors[i].lock, map->doors[i].sealed ? 1 : 0);
    }
    for (uint32_t i = 0; i < map->item_count; i++) {
        hash = dw_hash_u64(hash, map->items[i].opens);
    }
    return hash;
}

/* Likewise without persons. */
static uint64_t add_persons(uint64_t hash, const dw_map *map)
{
    for (uint32_t i = 0; i < map->person_count; i++) {
        hash = add_vec(dw_hash_u64(hash, i + 1), map->persons[i].spawn);
    }
    return hash;
}

static uint64_t add_bodies(uint64_t hash, const dw_map *map)
{
    hash = dw_hash_pair(hash, map->spawn_count, map->intruders_max);
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        hash = add_vec(hash, map->spawns[i]);
    }
    hash = dw_hash_u64(hash, map->guard_count);
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_guard_post *post = &map->guards[i];
        hash = dw_hash_pair(add_vec(hash, post->spawn), post->heading_bam, post->patrol);
        hash = add_name(dw_hash_u64(hash, post->kind), post->name);
    }
    hash = dw_hash_u64(hash, map->patrol_count);
    for (uint32_t i = 0; i < map->patrol_count; i++) {
        const dw_patrol *patrol = &map->patrols[i];
        hash = dw_hash_u64(hash, patrol->stop_count);
        for (uint32_t stop = 0; stop < patrol->stop_count; stop++) {
            hash = dw_hash_u64(hash, patrol->stops[stop]);
        }
    }
    return hash;
}

/* Likewise. */
static uint64_t add_devices(uint64_t hash, const dw_map *map)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        const int32_t shape = (item->large ? 1 : 0) + (item->hidden ? 2 : 0);
        hash = item->kind == DW_ITEM_OBJECTIVE ? hash : dw_hash_pair(hash, (int32_t)i, shape);
    }
    for (uint32_t i = 0; i < map->device_count; i++) {
        const dw_map_device *device = &map->devices[i];
        hash = dw_hash_pair(add_rect(hash, device->area), device->furniture, device->kind);
    }
    for (uint32_t i = 0; i < map->area_count; i++) {
        hash = add_rect(hash, map->areas[i].area);
    }
    return hash;
}

uint64_t dw_setup_hash_map(const dw_map *map)
{
    uint64_t hash = add_rect(add_name(DW_HASH_START, map->name), map->bounds);
    hash = dw_hash_u64(hash, (uint32_t)map->wall_half);
    hash = add_lights(add_bodies(add_doors(add_rooms(hash, map), map), map), map);
    hash = add_persons(add_locks(hash, map), map);
    hash = dw_hash_u64(hash, map->item_count);
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        hash = dw_hash_pair(add_rect(hash, item->area), item->kind, item->furniture);
    }
    return add_devices(add_rect(hash, map->exit), map);
}

uint64_t dw_setup_hash_rules(const dw_ruleset *rules)
{
    uint64_t hash = dw_hash_u64(DW_HASH_START, DW_RULESET_FIELD_COUNT);
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        hash = dw_hash_u64(hash, (uint32_t)dw_ruleset_get(rules, field));
    }
    for (uint32_t k = 1; k < (uint32_t)rules->kind_count; k++) {
        for (uint32_t field = 0; field < DW_KIND_FIELD_COUNT; field++) {
            hash = dw_hash_u64(hash,
                               (uint32_t)dw_tunable_get(&dw_kind_fields[field], &rules->kinds[k]));
        }
    }
    return hash;
}

static uint64_t add_names(uint64_t hash, const dw_mission_names *names)
{
    hash = dw_hash_pair(hash, names->item, names->device);
    hash = dw_hash_pair(hash, names->part, names->door);
    hash = dw_hash_pair(hash, names->room, names->text);
    hash = dw_hash_pair(hash, names->person, names->speaker);
    hash = dw_hash_pair(add_rect(hash, names->place), names->arrival, names->number);
    return dw_hash_pair(hash, (int32_t)names->ticks, names->won ? 1 : 0);
}

static uint64_t add_parts(uint64_t hash, const dw_mission *mission)
{
    for (uint32_t p = 0; p < mission->part_count; p++) {
        const dw_part *part = &mission->parts[p];
        hash = dw_hash_pair(hash, part->kind, part->optional ? 1 : 0);
        hash = add_names(dw_hash_u64(hash, part->after), &part->names);
    }
    return hash;
}

static uint64_t add_triggers(uint64_t hash, const dw_mission *mission)
{
    for (uint32_t t = 0; t < mission->trigger_count; t++) {
        const dw_trigger *trigger = &mission->triggers[t];
        hash = dw_hash_pair(hash, trigger->kind, trigger->once ? 1 : 0);
        hash = dw_hash_pair(hash, trigger->first_action, trigger->action_count);
        hash = add_names(hash, &trigger->names);
    }
    for (uint32_t a = 0; a < mission->action_count; a++) {
        const dw_mission_action *action = &mission->actions[a];
        hash = add_names(dw_hash_u64(hash, action->kind), &action->names);
        if (action->kind == DW_ACTION_TALK) { /* The next line waits for this one to be read. */
            hash = dw_hash_u64(hash, strlen(mission->texts[action->names.text]));
        }
    }
    for (uint32_t i = 0; i < mission->arrival_count; i++) {
        hash = dw_hash_u64(hash, mission->arrivals[i]);
    }
    for (uint32_t i = 0; i < mission->spawn_count; i++) {
        hash = add_vec(hash, mission->spawns[i]);
    }
    return hash;
}

/* Likewise without conversations. */
static uint64_t add_segments(uint64_t hash, const dw_mission *mission)
{
    for (uint32_t i = 0; i < mission->segment_count; i++) {
        const dw_mission_segment *segment = &mission->segments[i];
        hash = dw_hash_pair(hash, segment->first_line, segment->line_count);
        hash = dw_hash_pair(hash, segment->option_count, segment->silence);
        hash = dw_hash_u64(hash, segment->ticks);
        for (uint32_t o = 0; o < segment->option_count; o++) {
            const dw_mission_option *option = &segment->options[o];
            hash = dw_hash_pair(hash, option->first_action, option->action_count);
        }
    }
    for (uint32_t a = 0; a < mission->action_count && mission->segment_count > 0; a++) {
        hash = dw_hash_u64(hash, mission->actions[a].names.segment);
    }
    return hash;
}

uint64_t dw_setup_hash_mission(const dw_mission *mission)
{
    if (mission == NULL) {
        return 0;
    }
    uint64_t hash = add_name(DW_HASH_START, mission->name);
    hash = dw_hash_pair(hash, mission->players_min, mission->players_max);
    hash = dw_hash_pair(hash, (int32_t)mission->time_limit_ticks, mission->part_count);
    hash = dw_hash_pair(hash, mission->trigger_count, mission->action_count);
#define ADD_SCORE(name, initial, low, high, text)                                                  \
    hash = dw_hash_u64(hash, (uint32_t)mission->score.name);
    DW_MISSION_SCORE_FIELDS(ADD_SCORE)
#undef ADD_SCORE
    return add_segments(add_triggers(add_parts(hash, mission), mission), mission);
}
