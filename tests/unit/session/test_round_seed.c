/* Seeds of rounds: a replay gives its own round's away, and must not give any other's. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "match_box.h"
#include "protocol/replay/replay_reader.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

typedef struct tape {
    uint8_t bytes[256 * 1024];
    size_t size;
} tape;

static tape recorded;

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
    DW_CHECK(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    (void)context;
    (void)match;
    DW_CHECK(complete);
}

/* What anybody reads in the replay of the round that was recorded last. */
static uint64_t read_seed(uint16_t match, uint32_t round)
{
    dw_replay *replay = NULL;
    dw_error error = {""};
    const dw_status status = dw_replay_open(&replay, recorded.bytes, recorded.size, NULL, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, DW_OK);
    const dw_replay_header *header = dw_replay_get_header(replay);
    assert_int_equal(header->match, match);
    assert_int_equal(header->round, round);
    const uint64_t seed = header->seed;
    dw_replay_close(replay);
    return seed;
}

static uint8_t *make_prefix(const dw_ruleset *rules, size_t *prefix_size)
{
    char path[DW_PATH_MAX];
    uint8_t *map = NULL;
    uint8_t *prefix = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_find_data("training", "maps", ".tmj", path, NULL), DW_OK);
    assert_int_equal(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &map, &size, NULL), DW_OK);
    assert_int_equal(
        dw_replay_prefix_create(&prefix, prefix_size, "training.tmj", map, size, rules, NULL),
        DW_OK);
    free(map);
    return prefix;
}

/* Plays rounds 1 .. `rounds` of that match of the box's server; each goes on for a tick. */
static void record_seeds(uint16_t match, uint32_t rounds, uint64_t *seeds)
{
    static dw_match_box box;
    dw_match_box_init_file(&box, "training");
    dw_replay_recording recording = {.output = {&recorded, begin, write_bytes, end}};
    uint8_t *prefix = make_prefix(&box.rules, &recording.prefix_size);
    recording.prefix = prefix;
    assert_int_equal(dw_replay_packer_create(&recording.packer, &box.arena), DW_OK);
    box.config.number = match;
    box.config.recording = &recording;
    dw_match_box_open(&box);
    dw_welcome welcome;
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(dw_match_box_join(&box, i, "player", &welcome) != 0);
    }
    for (uint32_t r = 0; r < rounds; r++) {
        dw_match_box_run_until(&box, DW_PHASE_PLAY);
        dw_match_abort(box.match);
        seeds[r] = read_seed(match, r + 1);
        dw_match_box_run_until(&box, DW_PHASE_LOBBY);
    }
    free(prefix);
    dw_match_box_close(&box);
}

static void seeds_differ_by_key_match_and_round(void **state)
{
    (void)state;
    const dw_round_key one = dw_round_key_from_number(1);
    const dw_round_key two = dw_round_key_from_number(2);
    const uint64_t seed = dw_round_seed(&one, 2, 3);
    assert_true(seed == dw_round_seed(&one, 2, 3));
    assert_true(seed != dw_round_seed(&two, 2, 3));
    assert_true(seed != dw_round_seed(&one, 3, 3));
    assert_true(seed != dw_round_seed(&one, 2, 4));
    assert_true(dw_round_seed(&one, 2, 3) != dw_round_seed(&one, 3, 2));
    dw_round_key other = one; /* Each byte of the key counts. */
    for (size_t i = 0; i < sizeof other.bytes; i++) {
        other.bytes[i] ^= 1;
        assert_true(seed != dw_round_seed(&other, 2, 3));
        other.bytes[i] ^= 1;
    }
}

/* The values come from another implementation, Python's hashlib.blake2b. Two servers of different
 * builds play alike with the same number. */
static void the_seeds_of_a_number_are_those_of_blake2b(void **state)
{
    (void)state;
    const dw_round_key key = dw_round_key_from_number(42);
    assert_int_equal(key.bytes[0], 0xfc);
    assert_int_equal(key.bytes[31], 0x37);
    assert_true(dw_round_seed(&key, 1, 1) == UINT64_C(0x5008386d8d5a06d2));
    assert_true(dw_round_seed(&key, 999, 70000) == UINT64_C(0x3e59f019246879dd));
}

/* The way back through dw_mix64: each of its steps loses nothing. */
static uint64_t unmix64(uint64_t value)
{
    value ^= value >> 31 ^ value >> 62;
    value *= UINT64_C(0x319642b2d24d8ec3);
    value ^= value >> 27 ^ value >> 54;
    value *= UINT64_C(0x96de1b173f119089);
    value ^= value >> 30 ^ value >> 60;
    return value - UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t guess(uint64_t server_seed, uint16_t match, uint32_t round)
{
    return dw_mix64(server_seed ^ dw_mix64((uint64_t)match << 32 | round));
}

static void mixing_can_be_undone(void **state)
{
    (void)state;
    for (uint64_t value = 1; value != 0; value <<= 1) {
        assert_true(unmix64(dw_mix64(value)) == value);
    }
}

static void one_replay_gives_away_no_other_round(void **state)
{
    (void)state;
    uint64_t of_first[2];
    uint64_t of_second[1];
    record_seeds(1, 2, of_first);
    record_seeds(2, 1, of_second);
    /* The attack: back from the seed of round 1 to the server's, forth to those that follow. */
    const uint64_t server_seed = unmix64(of_first[0]) ^ dw_mix64(UINT64_C(1) << 32 | 1);
    print_message("server seed by the first replay: %llx\n", (unsigned long long)server_seed);
    assert_true(guess(server_seed, 1, 1) == of_first[0]);
    assert_true(guess(server_seed, 1, 2) != of_first[1]);
    assert_true(guess(server_seed, 2, 1) != of_second[0]);
}

static void the_same_server_match_and_round_have_the_same_seed(void **state)
{
    (void)state;
    uint64_t once[2];
    uint64_t again[2];
    record_seeds(3, 2, once);
    record_seeds(3, 2, again);
    assert_true(once[0] == again[0] && once[1] == again[1]);
    assert_true(once[0] != once[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_differ_by_key_match_and_round),
        cmocka_unit_test(the_seeds_of_a_number_are_those_of_blake2b),
        cmocka_unit_test(mixing_can_be_undone),
        cmocka_unit_test(one_replay_gives_away_no_other_round),
        cmocka_unit_test(the_same_server_match_and_round_have_the_same_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
