#include "match_tape.h"

#include "common/base/check.h"
#include "house.h"
#include "server/session/replay_verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACKER_BYTES = 4 << 20 };

static bool begin(void *context, uint16_t match, uint32_t round)
{
    dw_match_tape *tape = context;
    DW_CHECK(match == 1 && round >= 1);
    tape->used = 0;
    return true;
}

static bool write_bytes(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    dw_match_tape *tape = context;
    DW_CHECK(match == 1);
    if (size > tape->disk_bytes - tape->used) {
        return false;
    }
    memcpy(tape->bytes + tape->used, bytes, size);
    tape->used += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    dw_match_tape *tape = context;
    DW_CHECK(match == 1);
    if (!complete || tape->played) {
        return;
    }
    tape->played = true;
    dw_replay_report report;
    dw_error error = {""};
    const dw_status status = dw_replay_verify(tape->bytes, tape->used, NULL, &report, &error);
    if (status != DW_OK) {
        (void)fprintf(stderr, "replay: %s\n", error.text);
    }
    DW_CHECK(status == DW_OK);
    DW_CHECK(report.hash == dw_sim_hash(dw_match_sim(tape->match)));
}

void dw_match_tape_open(dw_match_tape *tape, const dw_ruleset *rules, bool mission,
                        size_t disk_bytes)
{
    const dw_house *house = dw_house_get();
    const dw_replay_mission papers = {house->mission.name, house->mission_file, house->mission_size,
                                      dw_mission_asks(&house->mission)};
    DW_CHECK(disk_bytes <= sizeof tape->bytes);
    if (tape->packer_arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&tape->packer_arena, PACKER_BYTES) == DW_OK);
        DW_CHECK(dw_replay_packer_create(&tape->recording.packer, &tape->packer_arena) == DW_OK);
    }
    uint8_t *prefix = NULL;
    free((void *)tape->recording.prefix);
    DW_CHECK(dw_replay_prefix_create(&prefix, &tape->recording.prefix_size, "house.tmj",
                                     house->file, house->file_size, rules,
                                     mission ? &papers : NULL) == DW_OK);
    tape->recording.prefix = prefix;
    tape->recording.output = (dw_replay_output){tape, begin, write_bytes, end};
    tape->used = 0;
    tape->played = false;
    tape->disk_bytes = disk_bytes;
}

const dw_replay_recording *dw_match_tape_recording(const dw_match_tape *tape)
{
    return &tape->recording;
}
