/* Replays: what was recorded plays again to the same hashes, and whatever was changed in a file is
 * named at its tick. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "protocol/replay/replay_summary.h"
#include "recorded_round.h"
#include "server/mind/brains/brains.h"
#include "server/session/replay_verify.h"
#include "tests/support/moved_fields.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static recorded_round made;

static int record_one(void **state)
{
    (void)state;
    recorded_round_begin(&made, made.seal);
    recorded_round_play(&made, 1200);
    dw_match_abort(made.box.match);
    return 0;
}

static int record_one_sealed(void **state)
{
    made.seal = &recorded_round_key;
    return record_one(state);
}

static int forget_one(void **state)
{
    (void)state;
    recorded_round_free(&made);
    made.seal = NULL;
    return 0;
}

static void a_recorded_round_plays_again_to_the_same_hashes(void **state)
{
    (void)state;
    assert_int_equal(made.tape.whole, 1);
    dw_replay_report report;
    dw_error error = {""};
    const dw_status status =
        dw_replay_verify(made.tape.bytes, made.tape.size, NULL, &report, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, DW_OK);
    assert_true(report.hash == dw_sim_hash(dw_match_sim(made.box.match)));
    assert_int_equal(report.ticks, dw_sim_world(dw_match_sim(made.box.match))->tick);
    assert_true(report.ticks >= 1200);
}

static void the_summary_of_a_file_is_what_was_played(void **state)
{
    (void)state;
    dw_replay_summary summary;
    dw_error error = {""};
    assert_int_equal(dw_replay_summary_read(&summary, made.tape.bytes, made.tape.size, &error),
                     DW_OK);
    assert_string_equal(summary.map, "reference");
    assert_int_equal(summary.slots, 15);
    assert_string_equal(summary.names[0], "player");
    assert_int_equal(summary.ticks, dw_sim_world(dw_match_sim(made.box.match))->tick);
    assert_int_equal(summary.outcome, DW_OUTCOME_ABORTED);
    assert_int_equal(summary.winner, DW_SLOT_NONE);
    const dw_replay_summary before = summary;
    assert_int_not_equal(
        dw_replay_summary_read(&summary, made.tape.bytes, made.tape.size / 2, &error), DW_OK);
    assert_string_not_equal(error.text, "");
    assert_memory_equal(&summary, &before, sizeof summary);
}

/* The raw bytes of the recorded file, to be changed. */
static uint8_t *unpack(size_t *size)
{
    static uint8_t raw[4 << 20];
    ZSTD_DCtx *context = ZSTD_createDCtx();
    ZSTD_inBuffer in = {made.tape.bytes, made.tape.size, 0};
    ZSTD_outBuffer out = {raw, sizeof raw, 0};
    while (in.pos < in.size) {
        assert_false(ZSTD_isError(ZSTD_decompressStream(context, &out, &in)));
    }
    (void)ZSTD_freeDCtx(context);
    *size = out.pos;
    return raw;
}

static dw_status verify_raw_with(const uint8_t *raw, size_t size, const dw_replay_key *key,
                                 dw_replay_report *report, dw_error *error)
{
    static uint8_t packed[4 << 20];
    const size_t packed_size = ZSTD_compress(packed, sizeof packed, raw, size, 3);
    assert_false(ZSTD_isError(packed_size));
    return dw_replay_verify(packed, packed_size, key, report, error);
}

static dw_status verify_raw(const uint8_t *raw, size_t size, dw_replay_report *report,
                            dw_error *error)
{
    return verify_raw_with(raw, size, NULL, report, error);
}

/* Where the records begin: behind map, ruleset and start. Found by reading the file as REPLAY.md
 * says. */
static size_t skip_text(const uint8_t *raw, size_t at)
{
    return at + 1 + raw[at];
}

static uint32_t number(const uint8_t *raw, size_t at, size_t size)
{
    uint32_t value = 0;
    for (size_t i = size; i > 0; i--) {
        value = value << 8 | raw[at + i - 1];
    }
    return value;
}

static size_t records_begin(const uint8_t *raw)
{
    size_t at = skip_text(raw, skip_text(raw, 10));
    at += 4 + number(raw, at, 4);
    const uint32_t fields = number(raw, at, 2);
    at += 2;
    for (uint32_t i = 0; i < fields; i++) {
        at = skip_text(raw, at) + 4;
    }
    at += 2 + 4; /* Match and round. */
    at += 1 + (raw[at] == DW_REPLAY_SEED_SEALED ? (size_t)DW_REPLAY_SEALED_SIZE : 8);
    const uint32_t slots = number(raw, at, 2);
    at += 2 + 8;
    const uint32_t guards = raw[at++];
    for (uint32_t g = 0; g < guards; g++) {
        at = skip_text(raw, at);
    }
    for (uint32_t s = 0; s < 16; s++) {
        at = (slots >> s & 1) != 0 ? skip_text(raw, at) : at;
    }
    return at;
}

/* An intent that throws has three more bytes. */
static size_t tick_size(const uint8_t *raw, size_t at)
{
    size_t size = 3;
    for (int left = __builtin_popcount(number(raw, at + 1, 2)); left > 0; left--) {
        size += (raw[at + size] & DW_REPLAY_DOES) != 0 ? 4 : 1;
    }
    return size + 6;
}

static size_t record_size(const uint8_t *raw, size_t at)
{
    switch (raw[at]) {
    case DW_REPLAY_TICK_SAME:
        return 7;
    case DW_REPLAY_TICK:
        return tick_size(raw, at);
    case DW_REPLAY_SLOT:
        return 4u + raw[at + 3];
    case DW_REPLAY_BRAIN:
        return 3u + raw[at + 2];
    default:
        return 23;
    }
}

static void a_changed_intent_is_named_at_its_tick(void **state)
{
    (void)state;
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    size_t at = records_begin(raw);
    uint32_t tick = 0;
    uint32_t tried = 0;
    while (raw[at] != DW_REPLAY_END) {
        const bool is_tick = raw[at] == DW_REPLAY_TICK || raw[at] == DW_REPLAY_TICK_SAME;
        tick += is_tick ? 1 : 0;
        if (raw[at] == DW_REPLAY_TICK && tick % 37 == 0) {
            raw[at + 3] ^= 0x10; /* One button of the first slot that changed. */
            dw_replay_report report;
            dw_error error = {""};
            assert_int_equal(verify_raw(raw, size, &report, &error), DW_DIFFERS);
            assert_int_equal(report.differs_at, tick);
            assert_true(report.intents_differ);
            char expected[40];
            (void)snprintf(expected, sizeof expected, "tick %u: ", tick);
            assert_memory_equal(error.text, expected, strlen(expected));
            assert_non_null(strstr(error.text, "changed intent"));
            raw[at + 3] ^= 0x10;
            tried++;
        }
        at += record_size(raw, at);
    }
    assert_true(tried > 3);
}

static void each_change_of_a_brain_is_in_the_file_and_counts(void **state)
{
    (void)state;
    static uint8_t cut[4 << 20];
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    uint32_t tick = 0;
    uint32_t found = 0;
    for (size_t at = records_begin(raw); raw[at] != DW_REPLAY_END; at += record_size(raw, at)) {
        tick += raw[at] == DW_REPLAY_TICK || raw[at] == DW_REPLAY_TICK_SAME ? 1 : 0;
        if (raw[at] != DW_REPLAY_BRAIN) {
            continue;
        }
        found++;
        /* Without it the next tick is another. */
        const size_t length = record_size(raw, at);
        memcpy(cut, raw, at);
        memcpy(cut + at, raw + at + length, size - at - length);
        dw_replay_report report;
        dw_error error = {""};
        assert_int_equal(verify_raw(cut, size - length, &report, &error), DW_DIFFERS);
        assert_int_equal(report.differs_at, tick + 1);
        assert_false(report.intents_differ);
        raw[at + 3] ^= 1; /* A letter of its name. */
        assert_int_equal(verify_raw(raw, size, &report, &error), DW_NOT_FOUND);
        assert_non_null(strstr(error.text, "is not known here"));
        raw[at + 3] ^= 1;
    }
    assert_int_equal(found, RECORDED_BRAIN_CHANGES);
}

static void another_seed_start_or_end_is_named(void **state)
{
    (void)state;
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    dw_replay_report report;
    dw_error error = {""};
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_OK);
    const uint32_t ticks = report.ticks;
    raw[size - 9] ^= 1; /* The hash at the end. */
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_DIFFERS);
    assert_int_equal(report.differs_at, report.ticks);
    raw[size - 9] ^= 1;
    raw[size - 1] ^= 1; /* The seed at the end: the only one, or not that of the start. */
    assert_int_equal(verify_raw(raw, size, &report, &error),
                     made.seal != NULL ? DW_DIFFERS : DW_INVALID);
    assert_int_equal(report.ticks, made.seal != NULL ? 0 : ticks);
    raw[size - 1] ^= 1;
    raw[size - 22] = DW_OUTCOME_LOST;
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_DIFFERS);
    assert_non_null(strstr(error.text, "recorded is lost"));
}

/* Where the second byte of an intent lies that throws something. */
static size_t find_throw(const uint8_t *raw)
{
    size_t at = records_begin(raw);
    while (raw[at] != DW_REPLAY_TICK || (raw[at + 3] & DW_REPLAY_DOES) == 0) {
        at += record_size(raw, at);
    }
    return at + 4;
}

static void an_answer_counts_and_is_no_part_of_a_heist(void **state)
{
    (void)state;
    dw_intent intents[DW_INTRUDERS_MAX] = {{.direction = DW_EAST}};
    const uint64_t none = dw_replay_chain(1, intents);
    intents[3].answer = 2;
    const uint64_t second = dw_replay_chain(1, intents);
    intents[3].answer = 3;
    assert_true(second != none && dw_replay_chain(1, intents) != second);
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    raw[find_throw(raw)] |= 2 << DW_REPLAY_ANSWER_SHIFT;
    dw_replay_report report;
    dw_error error = {""};
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_INVALID);
    raw[DW_REPLAY_MAGIC_SIZE] = DW_REPLAY_VERSION_QUESTIONS; /* Which has a mission too. */
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_INVALID);
}

static void another_version_is_refused_in_one_line(void **state)
{
    (void)state;
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    raw[DW_REPLAY_MAGIC_SIZE] = 1;
    dw_replay_report report;
    dw_error error = {""};
    assert_int_equal(verify_raw(raw, size, &report, &error), DW_OTHER_VERSION);
    assert_string_equal(error.text, "replay version 1, this program reads 2 to 4");
}

/* NULL for a field that rulesets of old had not. */
static const char *old_name_of(const char *name)
{
    if (strncmp(name, "kinds.", strlen("kinds.")) != 0) {
        return name;
    }
    for (size_t i = 0; i < DW_COUNT_OF(dw_moved_fields); i++) {
        if (strcmp(dw_moved_fields[i][1], name) == 0) {
            return dw_moved_fields[i][0];
        }
    }
    return NULL;
}

/* The file as a server wrote it before there were kinds, but for the field `without`. */
static size_t write_as_of_old(uint8_t *out, const uint8_t *raw, size_t size, const char *without)
{
    size_t at = skip_text(raw, skip_text(raw, 10));
    at += 4 + number(raw, at, 4);
    memcpy(out, raw, at);
    const size_t count_at = at;
    size_t to = at + 2;
    const uint32_t fields = number(raw, at, 2);
    uint32_t kept = 0;
    at += 2;
    for (uint32_t i = 0; i < fields; i++) {
        char name[UINT8_MAX + 1] = "";
        memcpy(name, raw + at + 1, raw[at]);
        at = skip_text(raw, at);
        const char *old = old_name_of(name);
        if (old != NULL && strcmp(old, without) != 0) {
            out[to++] = (uint8_t)strlen(old);
            memcpy(out + to, old, strlen(old));
            memcpy(out + to + strlen(old), raw + at, 4);
            to += strlen(old) + 4;
            kept++;
        }
        at += 4;
    }
    out[count_at] = (uint8_t)kept;
    out[count_at + 1] = 0;
    memcpy(out + to, raw + at, size - at);
    return to + size - at;
}

static void a_recording_from_before_kinds_plays_again_to_the_same_hashes(void **state)
{
    (void)state;
    static uint8_t old[4 << 20];
    size_t size = 0;
    const uint8_t *raw = unpack(&size);
    dw_replay_report report;
    dw_error error = {""};
    size_t old_size = write_as_of_old(old, raw, size, "");
    assert_non_null(memmem(old, old_size, "head_off_speed_mm_s", strlen("head_off_speed_mm_s")));
    assert_null(memmem(old, old_size, "kinds.", strlen("kinds.")));
    assert_int_equal(verify_raw(old, old_size, &report, &error), DW_OK);
    assert_true(report.hash == dw_sim_hash(dw_match_sim(made.box.match)));
    static const char *const told[] = {"calm_speed_mm_s", "walk_turn_rate_bam", "meter_near"};
    for (size_t i = 0; i < DW_COUNT_OF(told); i++) {
        old_size = write_as_of_old(old, raw, size, told[i]);
        assert_int_equal(verify_raw(old, old_size, &report, &error), DW_DIFFERS);
    }
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    size_t size = 0;
    uint8_t *raw = unpack(&size);
    dw_replay_report report;
    dw_error error = {""};
    const size_t records = records_begin(raw);
    for (size_t cut = 0; cut < size; cut += cut < 64 || cut + 64 > size ? 1 : size / 40) {
        assert_int_not_equal(verify_raw(raw, cut, &report, &error), DW_OK);
    }
    assert_int_not_equal(verify_raw(raw, records, &report, &error), DW_OK);
    for (size_t cut = 0; cut < made.tape.size; cut += made.tape.size / 40 + 1) {
        assert_int_not_equal(dw_replay_verify(made.tape.bytes, cut, NULL, &report, &error), DW_OK);
    }
}

static void a_flipped_bit_in_the_file_is_refused(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 3, 3);
    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t at = dw_rng_below(&rng, (uint32_t)made.tape.size);
        const uint8_t bit = (uint8_t)(1u << dw_rng_below(&rng, 8));
        made.tape.bytes[at] ^= bit;
        dw_replay_report report;
        dw_error error = {""};
        const dw_status status =
            dw_replay_verify(made.tape.bytes, made.tape.size, NULL, &report, &error);
        /* A few bits of a frame's head say nothing (unused flags); then all is as made.tape. */
        assert_true(status != DW_OK || report.hash == dw_sim_hash(dw_match_sim(made.box.match)));
        made.tape.bytes[at] ^= bit;
    }
}

static void a_bomb_is_refused_before_it_fills_the_memory(void **state)
{
    (void)state;
    const size_t huge = (size_t)DW_REPLAY_RAW_BYTES_MAX + (1 << 20);
    uint8_t *zeros = calloc(1, huge);
    uint8_t *packed = malloc(ZSTD_compressBound(huge));
    assert_non_null(zeros);
    assert_non_null(packed);
    memcpy(zeros, DW_REPLAY_MAGIC, DW_REPLAY_MAGIC_SIZE);
    const size_t size = ZSTD_compress(packed, ZSTD_compressBound(huge), zeros, huge, 1);
    dw_replay_report report;
    dw_error error = {""};
    assert_int_equal(dw_replay_verify(packed, size, NULL, &report, &error), DW_RANGE);
    free(zeros);
    free(packed);
}

static void a_full_disk_ends_the_recording_and_not_the_round(void **state)
{
    (void)state;
    const size_t rooms[] = {6000, 100}; /* The map alone fits, or not even the map. */
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t ticks = i == 0 ? 3000 : 400;
        recorded_round_begin(&made, NULL);
        made.tape.room = rooms[i];
        recorded_round_play(&made, ticks);
        assert_int_equal(made.tape.begun, 1);
        assert_int_equal(made.tape.broken, 1);
        assert_int_equal(made.tape.whole, 0);
        assert_true(dw_sim_world(dw_match_sim(made.box.match))->tick >= ticks);
        recorded_round_free(&made);
    }
}

static void an_aborted_round_is_kept_from_the_least_length_on(void **state)
{
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        recorded_round_begin(&made, made.seal);
        recorded_round_play(&made, 400);
        made.recording.aborted_ticks_min = dw_sim_world(dw_match_sim(made.box.match))->tick + more;
        dw_match_abort(made.box.match);
        assert_int_equal(made.tape.begun, 1);
        assert_int_equal(made.tape.whole, 1 - more);
        assert_int_equal(made.tape.broken, more);
        recorded_round_free(&made);
    }
}

/* The 8 bytes of the round's seed, anywhere in what was written. */
static bool holds_seed(void)
{
    uint8_t wanted[8];
    const uint64_t seed = dw_round_seed(&made.box.config.round_key, 1, 1);
    for (size_t i = 0; i < sizeof wanted; i++) {
        wanted[i] = (uint8_t)(seed >> (8 * i));
    }
    size_t size = 0;
    const uint8_t *raw = unpack(&size);
    return memmem(raw, size, wanted, sizeof wanted) != NULL;
}

static void the_file_of_a_round_that_is_on_does_not_hold_its_seed(void **state)
{
    (void)state;
    recorded_round_begin(&made, &recorded_round_key);
    recorded_round_play(&made, 3000);
    size_t size = 0;
    (void)unpack(&size);
    assert_true(size > 2 * (size_t)DW_REPLAY_BLOCK_BYTES); /* It is being written. */
    assert_int_equal(made.tape.whole, 0);
    assert_false(holds_seed());
    dw_match_abort(made.box.match);
    assert_int_equal(made.tape.whole, 1);
    assert_true(holds_seed());
    (void)forget_one(state);
}

/* The server is killed: what it had written by then is all there is. */
static void a_round_that_was_cut_off_plays_with_the_key_alone(void **state)
{
    (void)state;
    recorded_round_begin(&made, &recorded_round_key);
    recorded_round_play(&made, 3000);
    dw_replay_key other = recorded_round_key;
    other.bytes[31] ^= 1;
    dw_replay_report report;
    dw_error error = {""};
    uint32_t played = 0;
    uint32_t ticks = 0;
    static const char not_begun[] = "it ends before its round begins: the server is still "
                                    "recording it, or was stopped at its start";
    assert_int_equal(dw_replay_verify(made.tape.bytes, made.recording.prefix_size,
                                      &recorded_round_key, &report, &error),
                     DW_INVALID);
    assert_string_equal(error.text, not_begun);
    for (size_t cut = 0; cut <= made.tape.size; cut += 97) {
        const dw_status with =
            dw_replay_verify(made.tape.bytes, cut, &recorded_round_key, &report, &error);
        if (with != DW_OK) { /* Within the map or the start: nothing to play. */
            assert_int_equal(with, DW_INVALID);
            assert_non_null(strstr(error.text, "it ends "));
            assert_int_equal(played, 0);
            continue;
        }
        assert_true(report.cut && report.outcome == DW_OUTCOME_NONE);
        assert_true(report.ticks >= ticks);
        ticks = report.ticks;
        played++;
        assert_int_equal(dw_replay_verify(made.tape.bytes, cut, NULL, &report, &error), DW_DENIED);
        assert_non_null(strstr(error.text, "its seed is still sealed"));
        assert_int_equal(dw_replay_verify(made.tape.bytes, cut, &other, &report, &error),
                         DW_DENIED);
        assert_non_null(strstr(error.text, "the key does not open the seed"));
    }
    assert_true(played > 10 && ticks > 1000);
    dw_match_abort(made.box.match);
    assert_int_equal(dw_replay_verify(made.tape.bytes, made.tape.size, NULL, &report, &error),
                     DW_OK);
    assert_true(!report.cut && report.ticks >= 3000);
    assert_int_equal(dw_replay_verify(made.tape.bytes, made.tape.size, &other, &report, &error),
                     DW_OK);
    (void)forget_one(state);
}

static void a_round_that_was_cut_off_within_a_brain_plays_up_to_it(void **state)
{
    static const char name[] = "guard-fsm";
    dw_data_brain *brain = dw_stage_shipped_brain(name);
    dw_replay_report report;
    dw_error error = {""};
    size_t size = 0;
    recorded_round_begin(&made, &recorded_round_key);
    recorded_round_play(&made, 300);
    const uint32_t ticks = dw_sim_world(dw_match_sim(made.box.match))->tick;
    assert_int_equal(dw_match_set_brain(made.box.match, 0, dw_data_brain_kind(brain)), DW_OK);
    dw_match_box_run(&made.box, 2 * DW_TICKS_PER_SECOND);
    const uint8_t *raw = unpack(&size);
    const uint8_t *program = memmem(raw, size, name, strlen(name));
    assert_non_null(program);
    assert_int_equal(program[-2], DW_REPLAY_PROGRAM);
    const size_t text = (size_t)(program - raw) + strlen(name) + 4;
    for (size_t cut = text; cut <= text + 2000; cut += 500) {
        assert_int_equal(verify_raw_with(raw, cut, &recorded_round_key, &report, &error), DW_OK);
        assert_true(report.cut);
        assert_int_equal(report.ticks, ticks);
    }
    assert_int_equal(verify_raw_with(raw, size, &recorded_round_key, &report, &error), DW_OK);
    assert_true(report.ticks > ticks);
    (void)forget_one(state);
    dw_data_brain_destroy(brain);
}

static void a_server_that_is_killed_loses_at_most_a_second_of_a_round(void **state)
{
    for (uint32_t ticks = 12; ticks <= 232; ticks += 44) {
        recorded_round_begin(&made, &recorded_round_key);
        recorded_round_play(&made, ticks);
        const uint32_t played = dw_sim_world(dw_match_sim(made.box.match))->tick;
        dw_replay_report report = {.ticks = 0};
        const dw_status status =
            dw_replay_verify(made.tape.bytes, made.tape.size, &recorded_round_key, &report, NULL);
        assert_true(status == DW_OK || played < DW_TICKS_PER_SECOND);
        assert_in_range(played - report.ticks, 0, DW_TICKS_PER_SECOND - 1);
        (void)forget_one(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_round_plays_again_to_the_same_hashes),
        cmocka_unit_test(the_summary_of_a_file_is_what_was_played),
        cmocka_unit_test(a_changed_intent_is_named_at_its_tick),
        cmocka_unit_test(each_change_of_a_brain_is_in_the_file_and_counts),
        cmocka_unit_test(another_seed_start_or_end_is_named),
        cmocka_unit_test(an_answer_counts_and_is_no_part_of_a_heist),
        cmocka_unit_test(another_version_is_refused_in_one_line),
        cmocka_unit_test(a_recording_from_before_kinds_plays_again_to_the_same_hashes),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(a_flipped_bit_in_the_file_is_refused),
        cmocka_unit_test(a_bomb_is_refused_before_it_fills_the_memory),
    };
    const struct CMUnitTest own_round[] = {
        cmocka_unit_test(the_file_of_a_round_that_is_on_does_not_hold_its_seed),
        cmocka_unit_test(a_round_that_was_cut_off_plays_with_the_key_alone),
        cmocka_unit_test(a_round_that_was_cut_off_within_a_brain_plays_up_to_it),
        cmocka_unit_test(a_server_that_is_killed_loses_at_most_a_second_of_a_round),
        cmocka_unit_test(a_full_disk_ends_the_recording_and_not_the_round),
        cmocka_unit_test(an_aborted_round_is_kept_from_the_least_length_on),
    };
    int failed = cmocka_run_group_tests_name("seeds in the clear", tests, record_one, forget_one);
    failed += cmocka_run_group_tests_name("seeds sealed", tests, record_one_sealed, forget_one);
    return failed + cmocka_run_group_tests(own_round, NULL, NULL);
}
