/* Any bytes as a snapshot: two of size (little-endian), so many of a full snapshot, the rest as a
 * delta against it. What decodes encodes to the same bytes, in full and as a delta, and what a
 * shorter budget leaves of it is what the receiver then has. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/snapshot.h"

#include <string.h>

enum { DOORS = 75 };

static bool same_own(const dw_snapshot_own *a, const dw_snapshot_own *b)
{
    return a->slot == b->slot && a->state == b->state && a->flags == b->flags &&
           a->caught == b->caught && a->heading_bam == b->heading_bam && a->x == b->x &&
           a->y == b->y && a->input_tick == b->input_tick;
}

static bool same_body(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id == b->id && a->kind == b->kind && a->slot == b->slot && a->flags == b->flags &&
           a->mood == b->mood && a->meter == b->meter && a->heading == b->heading && a->x == b->x &&
           a->y == b->y;
}

static bool same(const dw_snapshot *a, const dw_snapshot *b)
{
    if (a->tick != b->tick || a->input_lead != b->input_lead || a->objective != b->objective ||
        a->objective_carrier != b->objective_carrier || a->objective_x != b->objective_x ||
        a->objective_y != b->objective_y || !same_own(&a->own, &b->own) ||
        memcmp(&a->doors, &b->doors, sizeof(a->doors)) != 0 || a->body_count != b->body_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->body_count; i++) {
        if (!same_body(&a->bodies[i], &b->bodies[i])) {
            return false;
        }
    }
    return true;
}

static bool check_bytes(dw_snapshot *out, const dw_snapshot *base, const uint8_t *data, size_t size)
{
    if (dw_snapshot_decode(out, base, DOORS, data, size) != DW_OK) {
        return false;
    }
    uint8_t again[4096];
    size_t again_size = 0;
    dw_snapshot sent;
    DW_CHECK(dw_snapshot_encode(out, base, DOORS, NULL, again, sizeof(again), &again_size, &sent) ==
             DW_OK);
    DW_CHECK(again_size == size && memcmp(again, data, size) == 0 && same(&sent, out));
    if (dw_snapshot_encode(out, base, DOORS, NULL, again, size / 2, &again_size, &sent) == DW_OK) {
        dw_snapshot received;
        DW_CHECK(dw_snapshot_decode(&received, base, DOORS, again, again_size) == DW_OK);
        DW_CHECK(same(&received, &sent));
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_snapshot base;
    dw_snapshot next;
    if (size < 2) {
        return 0;
    }
    const size_t first = data[0] | (size_t)data[1] << 8;
    data += 2;
    size -= 2;
    if (first > size || !check_bytes(&base, NULL, data, first)) {
        return 0;
    }
    /* The base takes the tick that the delta asks for: to guess it would waste the fuzzer's time.
     */
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    if (dw_snapshot_base_tick(data + first, size - first, &tick, &base_tick) == DW_OK &&
        base_tick != 0) {
        base.tick = base_tick;
        base.own.input_tick = base.own.input_tick < base_tick ? base.own.input_tick : base_tick;
        (void)check_bytes(&next, &base, data + first, size - first);
    }
    return 0;
}
