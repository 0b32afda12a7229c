/* A round of days: what is recorded of it can be read back, and its seed stays closed until it is
 * over. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "protocol/replay/replay_reader.h"
#include "server/session/replay_writer.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

enum { TAPE_BYTES = 80 << 20, ARENA_BYTES = 4 << 20, TICKS = 10 * 1000 * 1000 };

typedef struct tape {
    uint8_t *bytes;
    size_t size;
    uint32_t whole, broken;
} tape;

static bool begin(void *context, uint16_t match, uint32_t round)
{
    (void)match;
    (void)round;
    ((tape *)context)->size = 0;
    return true;
}

static bool write_bytes(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    (void)match;
    tape *to = context;
    DW_CHECK(to->size + size <= TAPE_BYTES);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    (void)match;
    tape *to = context;
    to->whole += complete ? 1 : 0;
    to->broken += complete ? 0 : 1;
}

static void no_random(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    memset(bytes, 7, size);
}

static uint8_t *make_prefix(size_t *prefix_size, const dw_map **map, dw_arena *arena)
{
    char path[DW_PATH_MAX];
    uint8_t *file = NULL;
    uint8_t *prefix = NULL;
    size_t size = 0;
    const dw_ruleset rules = dw_ruleset_reference();
    assert_int_equal(dw_arena_create(arena, DW_MAP_ARENA_BYTES), DW_OK);
    assert_int_equal(dw_file_find_data("training", "maps", ".tmj", path, NULL), DW_OK);
    assert_int_equal(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &file, &size, NULL), DW_OK);
    assert_int_equal(dw_map_load(map, arena, path, file, size, NULL), DW_OK);
    assert_int_equal(
        dw_replay_prefix_create(&prefix, prefix_size, "training.tmj", file, size, &rules, NULL),
        DW_OK);
    free(file);
    return prefix;
}

static void expect_readable(const tape *from, uint64_t seed, uint64_t *hash, uint32_t *ticks)
{
    dw_replay *replay = NULL;
    dw_replay_record record;
    dw_error error = {""};
    const dw_status status = dw_replay_open(&replay, from->bytes, from->size, NULL, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, DW_OK);
    assert_true(dw_replay_get_header(replay)->seed == seed);
    do {
        assert_int_equal(dw_replay_next(replay, &record, &error), DW_OK);
        *ticks += record.type == DW_REPLAY_TICK ? 1 : 0;
    } while (record.type != DW_REPLAY_END);
    assert_int_equal(record.outcome, DW_OUTCOME_ABORTED);
    assert_int_equal(record.winner, DW_SLOT_NONE);
    assert_int_equal(record.ticks, *ticks);
    *hash = record.hash_end;
    dw_replay_close(replay);
}

static void a_round_of_two_days_is_recorded_as_far_as_it_can_be_read(void **state)
{
    (void)state;
    static dw_replay_writer writer;
    static const dw_replay_key key = {{9}};
    tape to = {.bytes = malloc(TAPE_BYTES)};
    assert_non_null(to.bytes);
    dw_arena arena;
    dw_arena map_arena;
    const dw_map *map = NULL;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    dw_replay_recording recording = {
        .output = {&to, begin, write_bytes, end}, .key = &key, .random = no_random};
    uint8_t *prefix = make_prefix(&recording.prefix_size, &map, &map_arena);
    recording.prefix = prefix;
    assert_int_equal(dw_replay_packer_create(&recording.packer, &arena), DW_OK);
    dw_replay_writer_init(&writer, &recording);
    dw_replay_start start = {.match = 1, .round = 1, .seed = 77, .slots = 1, .names = {"ann"}};
    start.guard_count = map->guard_count;
    for (uint16_t g = 0; g < start.guard_count; g++) {
        start.brains[g] = "reference";
    }
    dw_replay_writer_begin(&writer, &start);
    const dw_intent intents[DW_INTRUDERS_MAX] = {{0}};
    for (uint64_t t = 1; t <= TICKS; t++) {
        dw_replay_writer_tick(&writer, intents, dw_mix64(t)); /* Hashes do not pack. */
    }
    const size_t before_end = to.size;
    assert_int_equal(to.whole + to.broken, 0); /* Not told to anybody while the round is on. */
    dw_replay_writer_end(&writer, DW_OUTCOME_WON, 0, dw_mix64(TICKS));
    assert_int_equal(to.whole, 1);
    assert_true(to.size > before_end);
    uint64_t hash = 0;
    uint32_t ticks = 0;
    expect_readable(&to, 77, &hash, &ticks);
    assert_true(ticks > 9 * 1000 * 1000 && ticks < TICKS);
    assert_true(hash == dw_mix64(ticks)); /* That of the last tick that is in the file. */
    /* The writer is as good as new for the next round. */
    dw_replay_writer_begin(&writer, &start);
    dw_replay_writer_tick(&writer, intents, 5);
    dw_replay_writer_end(&writer, DW_OUTCOME_ABORTED, DW_SLOT_NONE, 5);
    ticks = 0;
    expect_readable(&to, 77, &hash, &ticks);
    assert_int_equal(ticks, 1);
    assert_int_equal(hash, 5);
    free(prefix);
    free(to.bytes);
    dw_arena_destroy(&arena);
    dw_arena_destroy(&map_arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_of_two_days_is_recorded_as_far_as_it_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
