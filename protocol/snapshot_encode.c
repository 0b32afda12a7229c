/* A snapshot as bytes: the changed fields and bodies as one list of numbers, then packed. */
#include "common/base/check.h"
#include "protocol/protocol.h"
#include "protocol/snapshot_wire.h"
#include "protocol/writer.h"

#include <string.h>

/* The numbers of one array before they are packed: the header says how many there are. */
typedef struct number_list {
    uint32_t count;
    int64_t values[ELEMENTS_MAX];
} number_list;

static void put(number_list *numbers, int64_t value)
{
    DW_DCHECK(numbers->count < ELEMENTS_MAX);
    numbers->values[numbers->count++] = value;
}

static void put_doors(number_list *numbers, const dw_door_set *doors, const dw_door_set *before)
{
    const uint32_t mask_at = numbers->count;
    put(numbers, 0);
    for (uint32_t i = 0; i < DOOR_WORDS; i++) {
        const uint32_t toggled = door_word(doors, i) ^ door_word(before, i);
        if (toggled != 0) {
            numbers->values[mask_at] |= INT64_C(1) << i;
            put(numbers, toggled);
        }
    }
}

static void put_items(number_list *numbers, const dw_snapshot_item *items,
                      const dw_snapshot_item *before)
{
    const uint32_t mask_at = numbers->count;
    put(numbers, 0);
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        const dw_snapshot_item *item = &items[i];
        if (same_item(item, &before[i])) {
            continue;
        }
        numbers->values[mask_at] |= INT64_C(1) << i;
        put(numbers, item->state);
        if (item->state == DW_ITEM_CARRIED) {
            put(numbers, item->carrier);
        } else if (item->state == DW_ITEM_DROPPED) {
            put(numbers, item->x);
            put(numbers, item->y);
        }
    }
}

static uint32_t find_changes(const dw_snapshot *snapshot, const dw_snapshot *base)
{
    const dw_snapshot_own *own = &snapshot->own;
    const dw_snapshot_own *before = &base->own;
    uint32_t changes = 0;
    changes |= own->x != before->x ? CHANGED_X : 0;
    changes |= own->y != before->y ? CHANGED_Y : 0;
    changes |= own->heading_bam != before->heading_bam ? CHANGED_HEADING : 0;
    changes |= own->caught != before->caught ? CHANGED_CAUGHT : 0;
    changes |= !input_is_current(own, snapshot->tick) ? CHANGED_INPUT : 0;
    changes |= memcmp(&snapshot->doors, &base->doors, sizeof(base->doors)) != 0 ? CHANGED_DOORS : 0;
    changes |= own->flags != before->flags ? CHANGED_FLAGS : 0;
    changes |= pack_identity(own) != pack_identity(before) ? CHANGED_IDENTITY : 0;
    changes |= memcmp(snapshot->items, base->items, sizeof(base->items)) != 0 ? CHANGED_ITEMS : 0;
    changes |= pack_tools(own) != pack_tools(before) ? CHANGED_TOOLS : 0;
    changes |= snapshot->worked != base->worked ? CHANGED_SWITCHES : 0;
    changes |= snapshot->turned != base->turned ? CHANGED_LOCKS : 0;
    const bool same_pick = own->pick == before->pick && own->pick_since == before->pick_since;
    changes |= same_pick ? 0 : CHANGED_PICK;
    return changes;
}

static void put_fixed_part(number_list *numbers, const dw_snapshot *snapshot,
                           const dw_snapshot *base)
{
    const dw_snapshot_own *own = &snapshot->own;
    const uint32_t changes = find_changes(snapshot, base);
    put(numbers, DW_MESSAGE_SNAPSHOT);
    put(numbers, snapshot->tick);
    put(numbers, base->tick == 0 ? 0 : (int64_t)snapshot->tick - base->tick);
    put(numbers, snapshot->input_lead);
    put(numbers, changes);
    if (changes & CHANGED_X) {
        put(numbers, (int64_t)own->x - base->own.x);
    }
    if (changes & CHANGED_Y) {
        put(numbers, (int64_t)own->y - base->own.y);
    }
    if (changes & CHANGED_HEADING) {
        put(numbers, pack_heading(own->heading_bam));
    }
    if (changes & CHANGED_CAUGHT) {
        put(numbers, own->caught);
    }
    if (changes & CHANGED_INPUT) {
        put(numbers, own->input_tick == 0 ? 0 : (int64_t)snapshot->tick - own->input_tick);
    }
    if (changes & CHANGED_DOORS) {
        put_doors(numbers, &snapshot->doors, &base->doors);
    }
    if (changes & CHANGED_FLAGS) {
        put(numbers, own->flags);
    }
    if (changes & CHANGED_IDENTITY) {
        put(numbers, pack_identity(own));
    }
    if (changes & CHANGED_ITEMS) {
        put_items(numbers, snapshot->items, base->items);
    }
    if (changes & CHANGED_TOOLS) {
        put(numbers, pack_tools(own));
    }
    if (changes & CHANGED_SWITCHES) {
        put(numbers, snapshot->worked ^ base->worked);
    }
    if (changes & CHANGED_LOCKS) {
        put(numbers, snapshot->turned ^ base->turned);
    }
    if (changes & CHANGED_PICK) {
        put(numbers, own->pick);
        put(numbers, dw_snapshot_pick_ticks(snapshot));
    }
}

/* The first number of a body entry without its gap, which it adds. */
static int64_t enter_body(uint8_t id, uint8_t *previous)
{
    const int64_t gap = id - *previous - 1;
    *previous = id;
    return gap;
}

static void put_new_body(number_list *numbers, const dw_snapshot_body *body, uint8_t *previous)
{
    const bool guard = body->role == DW_ROLE_GUARD;
    put(numbers, -1 - enter_body(body->id, previous));
    put(numbers, guard ? 0 : 1 + body->slot);
    put(numbers, pack_look(body));
    if (guard) {
        put(numbers, body->meter);
    }
    put(numbers, body->heading);
    put(numbers, body->x);
    put(numbers, body->y);
}

static void put_gone_body(number_list *numbers, uint8_t id, uint8_t *previous)
{
    put(numbers, enter_body(id, previous) * BODY_CHANGES);
}

static void put_changed_body(number_list *numbers, const dw_snapshot_body *body,
                             const dw_snapshot_body *before, uint8_t *previous)
{
    uint32_t changes = 0;
    changes |= body->x != before->x ? BODY_X : 0;
    changes |= body->y != before->y ? BODY_Y : 0;
    changes |= body->heading != before->heading ? BODY_HEADING : 0;
    changes |= body->meter != before->meter ? BODY_METER : 0;
    changes |= pack_look(body) != pack_look(before) ? BODY_LOOK : 0;
    if (changes == 0) {
        return;
    }
    put(numbers, enter_body(body->id, previous) * BODY_CHANGES + changes);
    if (changes & BODY_X) {
        put(numbers, body->x - before->x);
    }
    if (changes & BODY_Y) {
        put(numbers, body->y - before->y);
    }
    if (changes & BODY_HEADING) {
        put(numbers, body->heading);
    }
    if (changes & BODY_METER) {
        put(numbers, body->meter);
    }
    if (changes & BODY_LOOK) {
        put(numbers, pack_look(body));
    }
}

/* Which rows of the snapshot go out: those whose place in the order of importance is below `kept`.
 */
typedef struct row_selection {
    uint8_t places[DW_SNAPSHOT_BODIES_MAX];
    uint32_t kept;
} row_selection;

/* Merges both lists of rows by id, writes the entries, and gives the receiver's rows in `sent`. A
 * row that is not kept stays as the base has it, or stays unknown. What is gone is always said. */
static void put_bodies(number_list *numbers, const dw_snapshot *snapshot, const dw_snapshot *base,
                       const row_selection *selection, dw_snapshot *sent)
{
    uint8_t previous = 0;
    uint32_t old = 0;
    sent->body_count = 0;
    for (uint32_t i = 0; i <= snapshot->body_count; i++) {
        const bool end = i == snapshot->body_count;
        const dw_snapshot_body *body = end ? NULL : &snapshot->bodies[i];
        while (old < base->body_count && (end || base->bodies[old].id < body->id)) {
            put_gone_body(numbers, base->bodies[old++].id, &previous);
        }
        if (end) {
            break;
        }
        const bool kept = selection->places[i] < selection->kept;
        const bool in_base = old < base->body_count && base->bodies[old].id == body->id;
        const dw_snapshot_body *before = in_base ? &base->bodies[old++] : NULL;
        const bool replaced = in_base && !same_identity(body, before);
        if (kept && (before == NULL || replaced)) {
            put_new_body(numbers, body, &previous);
        } else if (kept) {
            put_changed_body(numbers, body, before, &previous);
        } else if (replaced) {
            put_gone_body(numbers, body->id, &previous);
        }
        if (kept || (in_base && !replaced)) {
            sent->bodies[sent->body_count++] = kept ? *body : *before;
        }
    }
}

static dw_status pack(const number_list *numbers, uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_writer writer;
    dw_writer_init(&writer, bytes, capacity);
    dw_writer_array(&writer, numbers->count);
    for (uint32_t i = 0; i < numbers->count && !writer.full; i++) {
        dw_writer_int(&writer, numbers->values[i]);
    }
    return dw_writer_finish(&writer, size);
}

static void find_places(row_selection *selection, const uint8_t *order, uint32_t count)
{
    memset(selection->places, UINT8_MAX, sizeof(selection->places));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = order == NULL ? i : order[i];
        DW_CHECK(row < count && selection->places[row] == UINT8_MAX);
        selection->places[row] = (uint8_t)i;
    }
}

dw_status dw_snapshot_encode(const dw_snapshot *snapshot, const dw_snapshot *base,
                             uint16_t doors_count, const uint8_t *order, uint8_t *bytes,
                             size_t capacity, size_t *size, dw_snapshot *sent)
{
    DW_CHECK(dw_snapshot_valid(snapshot, doors_count));
    DW_CHECK(base == NULL || (base->tick != 0 && base->tick < snapshot->tick));
    const dw_snapshot *against = base == NULL ? &dw_snapshot_blank : base;
    row_selection selection = {.kept = snapshot->body_count};
    find_places(&selection, order, snapshot->body_count);

    number_list numbers; /* 5 KB, of which only the part that is used is touched. */
    numbers.count = 0;
    put_fixed_part(&numbers, snapshot, against);
    const uint32_t fixed_count = numbers.count;
    dw_snapshot received = *snapshot;
    put_bodies(&numbers, snapshot, against, &selection, &received);
    dw_status status = pack(&numbers, bytes, capacity, size);

    /* The least important row goes first. A receiver's budget is hardly ever this short. */
    while (status == DW_FULL && selection.kept > 0) {
        selection.kept--;
        numbers.count = fixed_count;
        put_bodies(&numbers, snapshot, against, &selection, &received);
        status = pack(&numbers, bytes, capacity, size);
    }
    if (status == DW_OK && sent != NULL) {
        *sent = received;
    }
    return status;
}
