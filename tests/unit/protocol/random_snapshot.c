#include "random_snapshot.h"

#include "common/base/check.h"
#include "random_pick.h"

#include <string.h>

static int32_t pick_coordinate(dw_rng *rng)
{
    return (int32_t)dw_test_pick(rng, 0, 2 * (uint64_t)DW_COORDINATE_MAX) - DW_COORDINATE_MAX;
}

static void fill_own(dw_rng *rng, uint32_t tick, dw_snapshot_own *own)
{
    *own = (dw_snapshot_own){.slot = dw_test_pick_slot(rng)};
    if (own->slot == DW_SLOT_NONE) {
        return;
    }
    own->state = dw_test_pick_u8(rng, 0, DW_SLOT_STATE_COUNT - 1);
    own->flags = dw_test_pick_u8(rng, 0, DW_BODY_OWN_FLAGS_ALL);
    own->caught = dw_test_pick_u8(rng, 0, 100);
    own->coins = dw_test_pick_u8(rng, 0, 16);
    own->baits = dw_test_pick_u8(rng, 0, 16);
    own->heading_bam = dw_test_pick_u16(rng, 0, UINT16_MAX);
    own->x = pick_coordinate(rng);
    own->y = pick_coordinate(rng);
    own->input_tick = dw_rng_below(rng, 2) == 0 ? tick : (uint32_t)dw_test_pick(rng, 0, tick);
}

static void change_locks(dw_rng *rng, uint16_t doors_count, dw_snapshot *out)
{
    out->turned ^= dw_rng_below(rng, 4) == 0 ? dw_rng_next(rng) : 0;
    if (out->own.slot == DW_SLOT_NONE || doors_count == 0 || dw_rng_below(rng, 4) != 0) {
        return;
    }
    const bool picks = dw_rng_below(rng, 3) > 0;
    out->own.pick = picks ? (uint16_t)(1 + dw_rng_below(rng, doors_count)) : (uint16_t)0;
    out->own.pick_since = picks ? (uint16_t)(out->tick - 1 - dw_rng_below(rng, 500)) : (uint16_t)0;
}

/* Each item with a chance of one in two. */
static void change_items(dw_rng *rng, dw_snapshot_item *items)
{
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        if (dw_rng_below(rng, 2) == 0) {
            const uint8_t state = (uint8_t)dw_rng_below(rng, DW_ITEM_STATE_COUNT);
            const bool carried = state == DW_ITEM_CARRIED;
            const bool dropped = state == DW_ITEM_DROPPED;
            items[i] = (dw_snapshot_item){
                .state = state,
                .carrier = carried ? dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1) : 0,
                .x = dropped ? dw_test_pick_u16(rng, 0, UINT16_MAX) : 0,
                .y = dropped ? dw_test_pick_u16(rng, 0, UINT16_MAX) : 0,
            };
        }
    }
}

static dw_snapshot_body random_body(dw_rng *rng, uint8_t id)
{
    const bool guard = dw_rng_below(rng, 2) == 0;
    return (dw_snapshot_body){
        .id = id,
        .role = guard ? DW_ROLE_GUARD : DW_ROLE_INTRUDER,
        .slot = guard ? 0 : dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1),
        .flags = dw_test_pick_u8(rng, 0, guard ? DW_BODY_FLAGS_ALL : DW_BODY_OWN_FLAGS_ALL),
        .mood = guard ? dw_test_pick_u8(rng, 0, DW_MOOD_COUNT - 1) : 0,
        .meter = guard ? dw_test_pick_u8(rng, 0, 110) : 0,
        .heading = dw_test_pick_u8(rng, 0, 127),
        .x = dw_test_pick_u16(rng, 0, UINT16_MAX),
        .y = dw_test_pick_u16(rng, 0, UINT16_MAX),
    };
}

void dw_test_random_snapshot(dw_rng *rng, uint32_t tick, uint16_t doors_count, uint32_t bodies_max,
                             dw_snapshot *out)
{
    memset(out, 0, sizeof(*out));
    out->tick = tick;
    out->input_lead = (int8_t)((int32_t)dw_test_pick(rng, 0, UINT8_MAX) - 128);
    change_items(rng, out->items);
    fill_own(rng, tick, &out->own);
    const uint32_t open_odds = dw_rng_below(rng, 20);
    for (uint32_t door = 0; door < doors_count; door++) {
        dw_door_set_put(&out->doors, door, dw_rng_below(rng, 20) < open_odds);
    }
    out->worked = dw_rng_below(rng, 3) == 0 ? dw_rng_next(rng) : 0;
    change_locks(rng, doors_count, out);
    const uint32_t odds = 1 + dw_rng_below(rng, 32);
    for (uint32_t id = 1; id <= UINT8_MAX && out->body_count < bodies_max; id++) {
        if (dw_rng_below(rng, 64) < odds) {
            out->bodies[out->body_count++] = random_body(rng, (uint8_t)id);
        }
    }
}

/* Changes each field with a chance of one in three. */
static void change_body(dw_rng *rng, dw_snapshot_body *body)
{
    const dw_snapshot_body other = random_body(rng, body->id);
    body->x = dw_rng_below(rng, 3) == 0 ? other.x : body->x;
    body->y = dw_rng_below(rng, 3) == 0 ? other.y : body->y;
    body->heading = dw_rng_below(rng, 3) == 0 ? other.heading : body->heading;
    body->flags = dw_rng_below(rng, 3) == 0 ? other.flags : body->flags;
    if (body->role != DW_ROLE_GUARD) {
        body->flags &= DW_BODY_OWN_FLAGS_ALL;
    }
    if (body->role == DW_ROLE_GUARD && other.role == DW_ROLE_GUARD) {
        body->meter = dw_rng_below(rng, 3) == 0 ? other.meter : body->meter;
        body->mood = dw_rng_below(rng, 3) == 0 ? other.mood : body->mood;
    }
}

void dw_test_random_successor(dw_rng *rng, const dw_snapshot *base, uint16_t doors_count,
                              dw_snapshot *out)
{
    DW_CHECK(base->tick < UINT32_MAX - 200);
    memset(out, 0, sizeof(*out));
    out->tick = base->tick + 1 + dw_rng_below(rng, 200);
    out->input_lead = (int8_t)((int32_t)dw_rng_below(rng, 20) - 6);
    memcpy(out->items, base->items, sizeof out->items);
    if (dw_rng_below(rng, 4) == 0) {
        change_items(rng, out->items);
    }
    out->own = base->own;
    if (dw_rng_below(rng, 4) == 0) {
        fill_own(rng, out->tick, &out->own);
    }
    out->doors = base->doors;
    out->worked = base->worked ^ (dw_rng_below(rng, 8) == 0 ? dw_rng_next(rng) : 0);
    out->turned = base->turned;
    change_locks(rng, doors_count, out);
    if (doors_count > 0 && dw_rng_below(rng, 3) == 0) {
        dw_door_set_put(&out->doors, dw_rng_below(rng, doors_count), dw_rng_below(rng, 2) == 0);
    }
    uint32_t old = 0;
    for (uint32_t id = 1; id <= UINT8_MAX && out->body_count < DW_SNAPSHOT_BODIES_MAX; id++) {
        const bool in_base = old < base->body_count && base->bodies[old].id == id;
        const dw_snapshot_body *before = in_base ? &base->bodies[old++] : NULL;
        const uint32_t fate = dw_rng_below(rng, 64);
        if (fate == 0 || (in_base && fate == 1)) {
            out->bodies[out->body_count++] = random_body(rng, (uint8_t)id);
        } else if (in_base && fate > 6) {
            out->bodies[out->body_count] = *before;
            if (fate > 20) {
                change_body(rng, &out->bodies[out->body_count]);
            }
            out->body_count++;
        }
    }
}

bool dw_test_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id == b->id && a->role == b->role && a->slot == b->slot && a->flags == b->flags &&
           a->mood == b->mood && a->meter == b->meter && a->heading == b->heading && a->x == b->x &&
           a->y == b->y;
}
