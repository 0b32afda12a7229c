/* Any bytes as a replay: refused, or played. The first byte says how the rest is meant: even, as a
 * file; odd, as what is inside of one, so that the unpacker's checksums do not keep the fuzzer out.
 * Its second bit gives the reader the key 00 01 02 .. 1f, so that files that were cut off play,
 * too. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/replay/replay_summary.h"
#include "server/session/replay_verify.h"

#include <stdlib.h>
#include <zstd.h>

static void verify(const uint8_t *bytes, size_t size, bool with_key)
{
    dw_replay_key key_bytes;
    for (size_t i = 0; i < sizeof key_bytes.bytes; i++) {
        key_bytes.bytes[i] = (uint8_t)i;
    }
    const dw_replay_key *key = with_key ? &key_bytes : NULL;
    dw_replay_report report;
    dw_error error = {""};
    const dw_status status = dw_replay_verify(bytes, size, key, &report, &error);
    DW_CHECK((status == DW_OK) == (error.text[0] == '\0')); /* Every refusal says why. */
    DW_CHECK(status != DW_OK || !report.cut || with_key);
    DW_CHECK(status != DW_DIFFERS || report.differs_at <= report.ticks + 1);
    dw_replay_summary summary;
    dw_error why = {""};
    const bool listed = dw_replay_summary_read(&summary, bytes, size, &why) == DW_OK;
    DW_CHECK(listed == (why.text[0] == '\0'));
    DW_CHECK(status != DW_OK || (listed ? summary.ticks == report.ticks : report.cut));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    if ((data[0] & 1) == 0) {
        verify(data + 1, size - 1, (data[0] & 2) != 0);
        return 0;
    }
    const size_t room = ZSTD_compressBound(size);
    uint8_t *packed = malloc(room);
    DW_CHECK(packed != NULL);
    const size_t packed_size = ZSTD_compress(packed, room, data + 1, size - 1, 1);
    DW_CHECK(!ZSTD_isError(packed_size));
    verify(packed, packed_size, (data[0] & 2) != 0);
    free(packed);
    return 0;
}
