#include "common/world/mission_reach.h"

#include "common/world/lock.h"

/* What can come to be, in growing sets. */
typedef struct prospect {
    const dw_mission *mission;
    const dw_map *map;
    dw_lock_reach reach;
    uint32_t opened;   /* Parts that an action opens. */
    uint32_t possible; /* Parts that can be done. */
    uint32_t begun;    /* Segments of conversation that can be held. */
} prospect;

static bool names_of(const dw_mission_word *word, uint32_t what)
{
    return (word->names & what) != 0;
}

static bool place_is_reached(const prospect *p, dw_rect place)
{
    for (uint32_t r = 0; r < p->map->room_count; r++) {
        if (p->reach.rooms[r] && dw_rect_overlaps(p->map->rooms[r].area, place)) {
            return true;
        }
    }
    return false;
}

/* What of the named things nobody comes to; NULL: they come to all of them. */
static const char *missing_of(const prospect *p, const dw_mission_word *word,
                              const dw_mission_names *names)
{
    if (names_of(word, DW_NAMES_ITEM) && !p->reach.rooms[p->map->items[names->item].room]) {
        return "item";
    }
    if (names_of(word, DW_NAMES_DEVICE) && !p->reach.rooms[p->map->devices[names->device].room]) {
        return "device";
    }
    if (names_of(word, DW_NAMES_PERSON) &&
        !p->reach.rooms[dw_map_room_at(p->map, p->map->persons[names->person].spawn)]) {
        return "person";
    }
    return names_of(word, DW_NAMES_PLACE) && !place_is_reached(p, names->place) ? "place" : NULL;
}

static bool comes_up(const prospect *p, uint32_t part)
{
    return (p->mission->parts[part].after & ~p->possible) == 0 || (p->opened >> part & 1) != 0;
}

static bool can_be_done(const prospect *p, uint32_t part)
{
    const dw_part *it = &p->mission->parts[part];
    return comes_up(p, part) && missing_of(p, &dw_part_words[it->kind], &it->names) == NULL;
}

static bool may_fire(const prospect *p, const dw_trigger *trigger)
{
    if (trigger->kind == DW_TRIGGER_DONE) {
        return (p->possible >> trigger->names.part & 1) != 0;
    }
    return missing_of(p, &dw_trigger_words[trigger->kind], &trigger->names) == NULL;
}

static void follow(prospect *p, const dw_mission_action *action)
{
    const dw_mission_names *names = &action->names;
    if (action->kind == DW_ACTION_UNLOCK || action->kind == DW_ACTION_OPEN) {
        p->reach.opened |= dw_door_lock(p->map, names->door);
    } else if (action->kind == DW_ACTION_PART) {
        p->opened |= UINT32_C(1) << names->part;
    } else if (action->kind == DW_ACTION_COMPLETE || action->kind == DW_ACTION_FAIL) {
        p->possible |= UINT32_C(1) << names->part; /* Settled: those after it come up. */
    } else if (action->kind == DW_ACTION_CONVERSE) {
        p->begun |= UINT32_C(1) << names->segment;
    }
}

static void follow_all(prospect *p, uint32_t first, uint32_t count)
{
    for (uint32_t a = first; a < first + count; a++) {
        follow(p, &p->mission->actions[a]);
    }
}

/* One round over all parts and triggers; true when something more has become possible. */
static bool grow(prospect *p)
{
    const uint32_t possible = p->possible;
    const uint32_t opened = p->opened;
    const uint32_t begun = p->begun;
    const dw_lock_set locks = p->reach.opened;
    dw_lock_reach_grow(p->map, &p->reach);
    for (uint32_t i = 0; i < p->mission->part_count; i++) {
        p->possible |= can_be_done(p, i) ? UINT32_C(1) << i : 0;
    }
    for (uint32_t t = 0; t < p->mission->trigger_count; t++) {
        const dw_trigger *trigger = &p->mission->triggers[t];
        follow_all(p, trigger->first_action, may_fire(p, trigger) ? trigger->action_count : 0U);
    }
    for (uint32_t left = p->begun; left != 0; left &= left - 1) {
        const dw_mission_segment *segment = &p->mission->segments[__builtin_ctz(left)];
        for (uint32_t i = 0; i < segment->option_count; i++) {
            follow_all(p, segment->options[i].first_action, segment->options[i].action_count);
        }
    }
    return p->possible != possible || p->opened != opened || p->begun != begun ||
           p->reach.opened != locks;
}

static dw_status refuse(const prospect *p, uint32_t part, dw_error *error)
{
    const dw_part *it = &p->mission->parts[part];
    const char *missing = missing_of(p, &dw_part_words[it->kind], &it->names);
    if (missing != NULL) {
        return dw_fail(
            error, DW_INVALID,
            "part \"%s\": its %s lies behind a lock that nothing opens, or whose key does", it->id,
            missing);
    }
    const uint32_t before = (uint32_t)__builtin_ctz(it->after & ~p->possible);
    return dw_fail(error, DW_INVALID, "part \"%s\": it waits for part \"%s\", which cannot be done",
                   it->id, p->mission->parts[before].id);
}

dw_status dw_mission_check_reach(const dw_mission *mission, const dw_map *map, dw_error *error)
{
    prospect p = {.mission = mission, .map = map, .reach.begun = mission->spawn_count > 0};
    for (uint32_t i = 0; i < mission->spawn_count; i++) {
        p.reach.rooms[dw_map_room_at(map, mission->spawns[i])] = true;
    }
    while (grow(&p)) {
    }
    for (uint32_t i = 0; i < mission->part_count; i++) {
        if ((p.possible >> i & 1) == 0 && missing_of(&p, &dw_part_words[mission->parts[i].kind],
                                                     &mission->parts[i].names) != NULL) {
            return refuse(&p, i, error); /* The cause before what follows from it. */
        }
    }
    for (uint32_t i = 0; i < mission->part_count; i++) {
        if ((p.possible >> i & 1) == 0) {
            return refuse(&p, i, error);
        }
    }
    return DW_OK;
}
