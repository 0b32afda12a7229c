/* interest_rows.c - what a snapshot says of a body and of items, for clients that may know
 * it; and which rows matter most when not all of them fit. */
#include "server/session/interest_parts.h"

#include <string.h>

static void place_body(const dw_interest_scene *scene, const dw_body *body, dw_snapshot_body *row)
{
    row->x = dw_snapshot_quantise(body->position.x, scene->map->bounds.min.x);
    row->y = dw_snapshot_quantise(body->position.y, scene->map->bounds.min.y);
    row->heading = (uint8_t)(body->heading_bam >> 9);
}

/* The highest meter against any of the eyes that see the guard, in percent. */
static uint8_t meter_percent(const dw_interest_scene *scene, uint16_t guard, uint32_t eyes,
                             bool only_seers)
{
    uint32_t highest = 0;
    for (uint32_t left = eyes & ((1u << DW_INTRUDERS_MAX) - 1); left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        const bool counts = !only_seers || (scene->seen[s] >> guard & 1) != 0;
        const uint32_t meter = scene->world->meters[guard][s];
        highest = counts && meter > highest ? meter : highest;
    }
    const dw_kind *kind = &scene->rules->kinds[dw_guard_actor(scene->world, guard)->kind];
    const uint32_t percent = highest * 100 / (uint32_t)kind->senses.eyes.meter_full;
    return (uint8_t)(percent < 110 ? percent : 110);
}

void dw_interest_guard_row(const dw_interest_scene *scene, uint16_t guard, uint32_t eyes,
                           bool only_seers, dw_snapshot_body *row)
{
    const dw_guard_state *state = &scene->world->guards[guard];
    row->role = DW_ROLE_GUARD;
    row->slot = 0;
    row->flags = (uint8_t)((state->calling_ticks > 0 ? DW_BODY_CALLING : 0) |
                           (state->command.asleep ? DW_BODY_ASLEEP : 0) |
                           ((scene->torches >> guard & 1) != 0 ? DW_BODY_TORCH : 0) |
                           ((scene->listening >> guard & 1) != 0 ? DW_BODY_LISTENS : 0));
    row->mood = state->command.mood;
    row->meter = meter_percent(scene, guard, eyes, only_seers);
    place_body(scene, &dw_guard_actor(scene->world, guard)->body, row);
}

uint8_t dw_interest_flags(const dw_world *world, uint8_t slot)
{
    const dw_body *body = &dw_intruder_actor(world, slot)->body;
    const bool carries = dw_world_items_of(world, slot) != 0;
    return (uint8_t)((body->crouching ? DW_BODY_CROUCHING : 0) |
                     (body->sprinting ? DW_BODY_SPRINTING : 0) | (carries ? DW_BODY_CARRYING : 0));
}

static dw_snapshot_body work_out_row(const dw_interest_scene *scene, uint8_t slot)
{
    dw_snapshot_body row = {
        .role = DW_ROLE_INTRUDER, .slot = slot, .flags = dw_interest_flags(scene->world, slot)};
    place_body(scene, &dw_intruder_actor(scene->world, slot)->body, &row);
    return row;
}

void dw_interest_intruder_row(dw_interest_scene *scene, uint8_t slot, uint8_t id,
                              dw_snapshot_body *row)
{
    if ((scene->rows_known >> slot & 1) == 0) {
        scene->rows_known |= UINT32_C(1) << slot;
        scene->rows[slot] = work_out_row(scene, slot);
    }
    *row = scene->rows[slot];
    row->id = id;
}

void dw_interest_fill_items(const dw_interest_scene *scene, dw_snapshot *out)
{
    memset(out->items, 0, sizeof out->items);
    for (uint32_t i = 0; i < scene->world->item_count; i++) {
        const dw_item *item = &scene->world->items[i];
        dw_snapshot_item *row = &out->items[i];
        row->state = item->state;
        row->carrier = item->state == DW_ITEM_CARRIED ? item->carrier : 0;
        if (item->state == DW_ITEM_DROPPED) {
            const dw_vec centre = dw_rect_centre(item->area);
            row->x = dw_snapshot_quantise(centre.x, scene->map->bounds.min.x);
            row->y = dw_snapshot_quantise(centre.y, scene->map->bounds.min.y);
        }
    }
}

void dw_interest_fill_baits(const dw_interest_scene *scene, uint32_t eyes, bool all,
                            dw_snapshot *out)
{
    const dw_tools *tools = scene->tools;
    for (uint32_t left = tools != NULL ? tools->lying : 0; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const dw_vec at = tools->baits[i].position;
        if (all || dw_interest_sees_point(scene, eyes, at)) {
            out->items[scene->world->item_count + i] = (dw_snapshot_item){
                .state = DW_ITEM_DROPPED,
                .x = dw_snapshot_quantise(at.x, scene->map->bounds.min.x),
                .y = dw_snapshot_quantise(at.y, scene->map->bounds.min.y),
            };
        }
    }
}

/* Lower is more important. */
static int64_t importance(const dw_snapshot_body *body, const dw_map *map, dw_vec from)
{
    const dw_vec at = {dw_snapshot_restore(body->x, map->bounds.min.x),
                       dw_snapshot_restore(body->y, map->bounds.min.y)};
    const int64_t distance = dw_distance_squared(from, at);
    const bool chasing = body->role == DW_ROLE_GUARD && body->mood == DW_MOOD_CHASING;
    return chasing ? distance / 16 : distance;
}

void dw_interest_order(const dw_snapshot *snapshot, const dw_map *map, dw_vec from,
                       uint8_t order[DW_SNAPSHOT_BODIES_MAX])
{
    int64_t keys[DW_SNAPSHOT_BODIES_MAX];
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const int64_t key = importance(&snapshot->bodies[i], map, from);
        uint32_t at = i;
        while (at > 0 && keys[at - 1] > key) {
            keys[at] = keys[at - 1];
            order[at] = order[at - 1];
            at--;
        }
        keys[at] = key;
        order[at] = (uint8_t)i;
    }
}
