/* Any bytes as a snapshot: two bytes of size (little-endian), a full snapshot of that size, and the
 * rest as a delta against it. What decodes encodes to the same bytes, in full and as a delta. What
 * a shorter budget leaves of it is what the receiver then has. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/snapshot.h"
#include "same_snapshot.h"

#include <string.h>

enum { DOORS = 75 };

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
    DW_CHECK(again_size == size && memcmp(again, data, size) == 0 && dw_same_snapshot(&sent, out));
    if (dw_snapshot_encode(out, base, DOORS, NULL, again, size / 2, &again_size, &sent) == DW_OK) {
        dw_snapshot received;
        DW_CHECK(dw_snapshot_decode(&received, base, DOORS, again, again_size) == DW_OK);
        DW_CHECK(dw_same_snapshot(&received, &sent));
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
