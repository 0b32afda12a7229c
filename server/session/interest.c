/* interest.c - numbers bodies for a client and puts together what it may know. */
#include "server/session/interest_parts.h"

#include <string.h>

void dw_interest_init(dw_interest *interest)
{
    memset(interest, 0, sizeof *interest);
}

void dw_interest_new_round(dw_interest *interest, const dw_map *map)
{
    interest->doors = dw_map_doors_at_start(map);
    interest->worked = 0;
    interest->turned = 0;
}

uint32_t dw_interest_eyes(const dw_world *world, uint8_t slot, bool watching)
{
    const bool alone = !watching && dw_is_present(dw_intruder_actor(world, slot));
    return alone ? UINT32_C(1) << slot : dw_slots_present(world);
}

static uint8_t slot_id(dw_interest *interest, uint32_t slot)
{
    if (interest->slot_ids[slot] == 0) {
        interest->slot_ids[slot] = ++interest->ids_used;
    }
    return interest->slot_ids[slot];
}

uint32_t dw_interest_turn(const dw_interest_scene *scene, uint16_t guard)
{
    const dw_vec position = dw_guard_actor(scene->world, guard)->body.position;
    return (uint32_t)dw_snapshot_quantise(position.x, scene->map->bounds.min.x) << 16 |
           dw_snapshot_quantise(position.y, scene->map->bounds.min.y);
}

/* The only code that numbers guards. Guards that come into sight together are numbered by position,
 * never by index: it would tell in which order the map lists them. */
static void number_new_guards(const dw_interest_scene *scene, dw_interest *interest, uint64_t seen)
{
    for (;;) {
        uint16_t first = DW_NONE;
        for (uint16_t g = 0; g < scene->world->guard_count; g++) {
            if ((seen >> g & 1) != 0 && interest->guard_ids[g] == 0 &&
                (first == DW_NONE || dw_interest_turn(scene, g) < dw_interest_turn(scene, first))) {
                first = g;
            }
        }
        if (first == DW_NONE) {
            return;
        }
        interest->guard_ids[first] = ++interest->ids_used;
    }
}

/* No body gets a number on account of a guard out of sight: the time would show in later
 * numbers. */
uint8_t dw_interest_seen_id(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes,
                            uint16_t guard)
{
    const uint64_t seen = dw_interest_guards_seen(scene, interest, eyes);
    if ((seen >> guard & 1) == 0) {
        return 0;
    }
    number_new_guards(scene, interest, seen);
    return interest->guard_ids[guard];
}

void dw_interest_filter(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes, uint8_t own,
                        dw_snapshot *out)
{
    const dw_world *world = scene->world;
    const uint64_t seen = dw_interest_guards_seen(scene, interest, eyes);
    const bool by_sight = scene->rules->vision != 0;
    const uint32_t others =
        own < DW_INTRUDERS_MAX ? scene->present & ~(UINT32_C(1) << own) : scene->present;
    for (uint32_t left = others; left != 0; left &= left - 1) {
        (void)slot_id(interest, (uint32_t)__builtin_ctz(left));
    }
    number_new_guards(scene, interest, seen);
    dw_interest_update_doors(scene, interest, eyes);
    dw_interest_update_locks(scene, interest, eyes);
    dw_interest_update_switches(scene, interest, eyes);

    /* Rows by id: a table of 1 + ids_used rows, since each id is one body. */
    dw_snapshot_body rows[DW_SNAPSHOT_BODIES_MAX + 1];
    bool there[DW_SNAPSHOT_BODIES_MAX + 1] = {false};
    for (uint32_t left = others; left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        const uint8_t id = interest->slot_ids[slot];
        dw_interest_intruder_row(scene, slot, id, &rows[id]);
        there[id] = true;
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if ((seen >> g & 1) != 0) {
            const uint8_t id = interest->guard_ids[g];
            dw_interest_guard_row(scene, g, eyes, by_sight, &rows[id]);
            rows[id].id = id;
            there[id] = true;
        }
    }
    out->body_count = 0;
    for (uint32_t id = 1; id <= interest->ids_used; id++) {
        if (there[id]) {
            out->bodies[out->body_count++] = rows[id];
        }
    }
    out->doors = interest->doors;
    out->worked = interest->worked;
    out->turned = interest->turned;
    dw_interest_fill_items(scene, out);
    dw_interest_fill_baits(scene, eyes, false, out);
}

void dw_interest_all(dw_interest_scene *scene, dw_snapshot *out)
{
    const dw_world *world = scene->world;
    out->body_count = 0;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if (dw_is_present(dw_guard_actor(world, g))) {
            dw_snapshot_body *row = &out->bodies[out->body_count++];
            dw_interest_guard_row(scene, g, scene->present, false, row);
            row->id = (uint8_t)(1 + g);
        }
    }
    for (uint32_t left = scene->present; left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        dw_interest_intruder_row(scene, slot, (uint8_t)(1 + world->guard_count + slot),
                                 &out->bodies[out->body_count++]);
    }
    out->doors = world->open;
    out->worked = world->worked;
    out->turned = scene->turned;
    dw_interest_fill_items(scene, out);
    dw_interest_fill_baits(scene, 0, true, out);
}
