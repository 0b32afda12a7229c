/* PROTOCOL.md against the code: every block of it that a machine can read. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "message_text.h"
#include "protocol/seal/seal_session.h"
#include "protocol/seal/server_secrets.h"
#include "random_message.h"
#include "source_dir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STANDARD DW_SOURCE_DIR "/protocol/PROTOCOL.md"

enum { BLOCK_MAX = 8192 };

/* The file, and where the next block is looked for. */
static char *standard;

static int load(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error;
    if (dw_file_read(STANDARD, 1 << 20, &bytes, &size, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    standard = (char *)bytes;
    return 0;
}

static int unload(void **state)
{
    (void)state;
    free(standard);
    return 0;
}

/* The lines of the next fenced block of that kind, cut out of the file; moves `at` behind it. */
static bool next_block(const char **at, const char *kind, char block[BLOCK_MAX])
{
    char fence[32];
    (void)snprintf(fence, sizeof(fence), "\n```%s\n", kind);
    const char *start = strstr(*at, fence);
    if (start == NULL) {
        return false;
    }
    start += strlen(fence);
    const char *end = strstr(start, "\n```");
    assert_non_null(end);
    const size_t size = (size_t)(end + 1 - start);
    assert_true(size < BLOCK_MAX);
    memcpy(block, start, size);
    block[size] = '\0';
    *at = end;
    return true;
}

/* The only block of its kind. */
static void only_block(const char *kind, char block[BLOCK_MAX])
{
    const char *at = standard;
    char another[BLOCK_MAX];
    assert_true(next_block(&at, kind, block));
    assert_false(next_block(&at, kind, another));
}

typedef struct wire_vector {
    char head[128];
    char meaning[DW_TEST_TEXT_SIZE];
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size;
} wire_vector;

static uint8_t hex_digit(char digit)
{
    const char *digits = "0123456789abcdef";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    assert_non_null(found);
    return (uint8_t)(found - digits);
}

static void add_hex(wire_vector *vector, const char *line)
{
    while (*line != '\0') {
        assert_true(vector->size < sizeof(vector->bytes));
        vector->bytes[vector->size++] = (uint8_t)(hex_digit(line[0]) << 4 | hex_digit(line[1]));
        line += line[2] == ' ' ? 3 : 2;
    }
}

/* First line: what to do; then bytes, "= meaning" and "# comment" lines. */
static wire_vector parse_vector(char *block)
{
    wire_vector result = {.size = 0};
    char *rest = NULL;
    const char *line = strtok_r(block, "\n", &rest);
    assert_int_equal(dw_copy_text(result.head, sizeof(result.head), line), DW_OK);
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL) {
        if (line[0] == '=') {
            assert_int_equal(dw_copy_text(result.meaning, sizeof(result.meaning), line + 2), DW_OK);
        } else if (line[0] != '#') {
            add_hex(&result, line);
        }
    }
    assert_true(result.size > 0);
    return result;
}

static void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        print_error("%02x%s", bytes[i], i % 24 == 23 || i + 1 == size ? "\n" : " ");
    }
}

/* The welcome's vector holds the reference ruleset. After a change of the list of rules the new
 * vector is printed here. */
static void print_welcome(const dw_message *sample)
{
    dw_message message = *sample;
    uint8_t bytes[DW_MESSAGE_MAX];
    char text[DW_TEST_TEXT_SIZE];
    size_t size = 0;
    message.as.welcome.rules = dw_ruleset_reference();
    assert_int_equal(dw_message_encode(&message, bytes, sizeof(bytes), &size), DW_OK);
    dw_test_message_text(&message, text);
    print_error("The rules have changed. The vector should be now:\n");
    print_hex(bytes, size);
    print_error("= %s\n", text);
}

static void check_message(const wire_vector *vector, bool client, bool accept)
{
    dw_message message;
    memset(&message, 0, sizeof(message)); /* Looked at when it is refused, too. */
    const dw_status status =
        client ? dw_message_decode_from_client(&message, vector->bytes, vector->size)
               : dw_message_decode_from_server(&message, vector->bytes, vector->size);
    if (!accept) {
        assert_int_not_equal(status, DW_OK);
        return;
    }
    if (status != DW_OK && message.type == DW_MESSAGE_WELCOME && message.as.welcome.match != 0) {
        print_welcome(&message);
    }
    assert_int_equal(status, DW_OK);
    char text[DW_TEST_TEXT_SIZE];
    uint8_t again[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_test_message_text(&message, text);
    assert_string_equal(text, vector->meaning);
    assert_int_equal(dw_message_encode(&message, again, sizeof(again), &size), DW_OK);
    assert_int_equal(size, vector->size);
    assert_memory_equal(again, vector->bytes, size);
}

/* A delta is against the last snapshot that was accepted. */
static void check_snapshot(const wire_vector *vector, dw_snapshot *last, bool delta, uint16_t doors,
                           bool accept)
{
    dw_snapshot snapshot;
    const dw_snapshot *base = delta ? last : NULL;
    const dw_status status =
        dw_snapshot_decode(&snapshot, base, doors, vector->bytes, vector->size);
    if (!accept) {
        assert_int_equal(status, DW_INVALID);
        return;
    }
    assert_int_equal(status, DW_OK);
    char text[DW_TEST_TEXT_SIZE];
    uint8_t again[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_test_snapshot_text(&snapshot, doors, text);
    assert_string_equal(text, vector->meaning);
    assert_int_equal(
        dw_snapshot_encode(&snapshot, base, doors, NULL, again, sizeof(again), &size, NULL), DW_OK);
    assert_int_equal(size, vector->size);
    assert_memory_equal(again, vector->bytes, size);
    *last = snapshot;
}

typedef enum vector_kind {
    FROM_CLIENT,
    FROM_SERVER,
    SNAPSHOT_FULL,
    SNAPSHOT_DELTA,
    VECTOR_KIND_COUNT
} vector_kind;

typedef struct vector_head {
    bool accept;
    vector_kind kind;
    uint16_t doors; /* Of the snapshot's map. */
} vector_head;

/* "accept client", "refuse snapshot full doors=15". */
static vector_head parse_head(const char *text)
{
    static const char *const kinds[] = {"client", "server",
                                        "snapshot full doors=", "snapshot delta doors="};
    vector_head head = {.accept = strncmp(text, "accept ", 7) == 0, .kind = VECTOR_KIND_COUNT};
    assert_true(head.accept || strncmp(text, "refuse ", 7) == 0);
    for (size_t i = 0; i < VECTOR_KIND_COUNT; i++) {
        if (strncmp(text + 7, kinds[i], strlen(kinds[i])) == 0) {
            head.kind = (vector_kind)i;
        }
    }
    assert_int_not_equal(head.kind, VECTOR_KIND_COUNT);
    const char *rest = text + 7 + strlen(kinds[head.kind]);
    if (head.kind == SNAPSHOT_FULL || head.kind == SNAPSHOT_DELTA) {
        int64_t doors = 0;
        assert_int_equal(dw_parse_int(rest, 0, DW_DOORS_MAX, &doors), DW_OK);
        head.doors = (uint16_t)doors;
    } else {
        assert_string_equal(rest, "");
    }
    return head;
}

/* Section 5: the seed 00 .. 1f and the transcript 20 .. 3f. */
static void check_proof(const wire_vector *vector, uint32_t *proofs)
{
    dw_message message;
    if (dw_message_decode_from_client(&message, vector->bytes, vector->size) != DW_OK ||
        message.type != DW_MESSAGE_HELLO || !message.as.hello.has_identity) {
        return;
    }
    uint8_t seed[DW_SEAL_KEY_SIZE];
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
    for (uint8_t i = 0; i < 32; i++) {
        seed[i] = i;
        transcript[i] = (uint8_t)(32 + i);
    }
    dw_identity_from(seed, public_key, secret_key);
    assert_memory_equal(message.as.hello.identity, public_key, sizeof public_key);
    assert_true(dw_identity_holds(public_key, transcript, message.as.hello.proof));
    (*proofs)++;
}

static void each_vector_of_the_standard_is_taken_or_refused_as_it_says(void **state)
{
    (void)state;
    const char *at = standard;
    char block[BLOCK_MAX];
    dw_snapshot last = {0};
    bool seen[128] = {false};
    uint32_t refused = 0;
    uint32_t proofs = 0;
    while (next_block(&at, "vector", block)) {
        const char *kind = block + strlen("accept ");
        if (strncmp(kind, "challenge ", strlen("challenge ")) == 0 ||
            strncmp(kind, "discovery ", strlen("discovery ")) == 0) {
            continue; /* tests/unit/seal/test_seal_vectors.c has those. */
        }
        const wire_vector vector = parse_vector(block);
        const vector_head head = parse_head(vector.head);
        if (head.kind == SNAPSHOT_FULL || head.kind == SNAPSHOT_DELTA) {
            check_snapshot(&vector, &last, head.kind == SNAPSHOT_DELTA, head.doors, head.accept);
        } else {
            check_message(&vector, head.kind == FROM_CLIENT, head.accept);
            check_proof(&vector, &proofs);
        }
        refused += head.accept ? 0 : 1;
        if (head.accept) {
            seen[dw_message_peek_type(vector.bytes, vector.size)] = true;
        }
    }
    /* There is one for each type. */
    for (uint32_t i = 0; i < DW_TEST_MESSAGE_TYPES; i++) {
        assert_true(seen[dw_test_message_types[i]]);
    }
    assert_true(seen[DW_MESSAGE_SNAPSHOT]);
    assert_true(refused >= 20);
    assert_int_equal(proofs, 1);
}

#define LIMIT(name)                                                                                \
    {                                                                                              \
#name, (int64_t)(name)                                                                     \
    }
static const struct {
    const char *name;
    int64_t value;
} limits[] = {
    LIMIT(DW_PROTOCOL_VERSION),
    LIMIT(DW_PORT_DEFAULT),
    LIMIT(DW_DATAGRAM_MAX),
    LIMIT(DW_ENET_MTU),
    LIMIT(DW_MESSAGE_MAX),
    LIMIT(DW_CHANNEL_COUNT),
    LIMIT(DW_PLAYER_NAME_MAX),
    LIMIT(DW_CHAT_MAX),
    LIMIT(DW_REASON_MAX),
    LIMIT(DW_TOKEN_SIZE),
    LIMIT(DW_MAP_HASH_SIZE),
    LIMIT(DW_MATCH_TEXT_MAX),
    LIMIT(DW_MATCH_CODE_LENGTH),
    LIMIT(DW_ADMIN_COMMAND_MAX),
    LIMIT(DW_ADMIN_LINE_MAX),
    LIMIT(DW_ADMIN_LINES_MAX),
    LIMIT(DW_ADMIN_ANSWER_MAX),
    LIMIT(DW_QUEUE_MATCH_MAX),
    LIMIT(DW_QUEUE_SERVER_MAX),
    LIMIT(DW_SEAL_KEY_SIZE),
    LIMIT(DW_IDENTITY_PROOF_SIZE),
    LIMIT(DW_SLOT_NONE),
    LIMIT(DW_INPUT_TICKS_MAX),
    LIMIT(DW_INTENT_AHEAD_MAX),
    LIMIT(DW_TICK_MAX),
    LIMIT(DW_MAP_CHUNK_MAX),
    LIMIT(DW_MAP_BYTES_MAX),
    LIMIT(DW_MAP_CHUNKS_MAX),
    LIMIT(DW_MAP_REQUESTS_MAX),
    LIMIT(DW_INTRUDERS_MAX),
    LIMIT(DW_GUARDS_MAX),
    LIMIT(DW_ROOMS_MAX),
    LIMIT(DW_DOORS_MAX),
    LIMIT(DW_FURNITURE_MAX),
    LIMIT(DW_ITEMS_MAX),
    LIMIT(DW_SNAPSHOT_BODIES_MAX),
    LIMIT(DW_SNAPSHOT_STEP_UNITS),
    LIMIT(DW_PING_STEP_MM),
    LIMIT(DW_PING_STEPS_MAX),
    LIMIT(DW_SIGNAL_REST_TICKS),
    LIMIT(DW_MIND_WORD_MAX),
    LIMIT(DW_MIND_SENTENCE_MAX),
    LIMIT(DW_MIND_STRATEGY_MAX),
    LIMIT(DW_MIND_PATH_MAX),
    LIMIT(DW_MIND_ROOMS_MAX),
    LIMIT(DW_MIND_PIECES_MAX),
    LIMIT(DW_MIND_CALLS_MAX),
    LIMIT(DW_MIND_NOISES_MAX),
    LIMIT(DW_PLAYBACK_TICK_MAX),
    LIMIT(DW_PLAYBACK_SPEED_MAX),
    LIMIT(DW_PLAYBACK_EVENTS_MAX),
    LIMIT(DW_PLAYBACK_ROWS_MAX),
    LIMIT(DW_PLAYBACK_SAMPLES_MAX),
    LIMIT(DW_PING_MS_MAX),
    LIMIT(DW_DETECTIONS_MAX),
    LIMIT(DW_CHALLENGE_ASK_SIZE),
    LIMIT(DW_CHALLENGE_ANSWER_SIZE),
    LIMIT(DW_CHALLENGE_REFUSED_SIZE),
    LIMIT(DW_CHALLENGE_ANSWER_CLEAR_SIZE),
    LIMIT(DW_SEAL_SIZE),
    LIMIT(DW_SEAL_WINDOW),
    LIMIT(DW_SECRETS_PERIOD_MS),
};

/* What the block should hold, so that a difference shows both. */
static void add_line(char *text, const char *format, ...) DW_PRINTF(2, 3);

static void add_line(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text + used, BLOCK_MAX - used, format, arguments);
    va_end(arguments);
    assert_true(length > 0 && (size_t)length < BLOCK_MAX - used);
}

static void the_limits_of_the_standard_are_those_of_the_headers(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("limits", block);
    for (size_t i = 0; i < DW_COUNT_OF(limits); i++) {
        add_line(expected, "%s %lld\n", limits[i].name, (long long)limits[i].value);
    }
    assert_string_equal(block, expected);
}

static void the_rules_of_the_welcome_are_those_of_the_ruleset(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("rules", block);
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        const dw_tunable *field = dw_ruleset_field(i);
        add_line(expected, "%s %d %d\n", field->name, (int)field->low, (int)field->high);
    }
    assert_string_equal(block, expected);
}

static void the_fields_of_a_body_kind_are_those_that_clients_are_told(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("kind", block);
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        add_line(expected, "%s %d %d\n", field->name, (int)field->low, (int)field->high);
    }
    assert_string_equal(block, expected);
}

static void the_looks_of_the_standard_are_those_of_the_header(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("looks", block);
    for (int32_t look = 0; look < DW_KIND_LOOK_COUNT; look++) {
        add_line(expected, "%d %s\n", look,
                 dw_kind_word((uint32_t)(dw_kind_told_field(DW_KIND_PUBLIC_COUNT) - dw_kind_fields),
                              look));
    }
    assert_string_equal(block, expected);
}

static void the_reasons_of_the_standard_are_those_of_the_header(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("reasons", block);
    for (int reason = 0; reason < DW_REASON_COUNT; reason++) {
        add_line(expected, "%-2d %s\n", reason, dw_reason_word((dw_reason)reason));
        assert_true(strlen(dw_reason_text((dw_reason)reason)) > 0);
    }
    assert_string_equal(block, expected);
}

static void the_phases_outcomes_and_states_are_those_of_the_header(void **state)
{
    (void)state;
    static const struct {
        const char *list, *word;
        int value, count;
    } rows[] = {
        {"phase", "lobby", DW_PHASE_LOBBY, DW_PHASE_COUNT},
        {"phase", "countdown", DW_PHASE_COUNTDOWN, DW_PHASE_COUNT},
        {"phase", "play", DW_PHASE_PLAY, DW_PHASE_COUNT},
        {"phase", "result", DW_PHASE_RESULT, DW_PHASE_COUNT},
        {"outcome", "none", DW_OUTCOME_NONE, DW_OUTCOME_COUNT},
        {"outcome", "won", DW_OUTCOME_WON, DW_OUTCOME_COUNT},
        {"outcome", "lost", DW_OUTCOME_LOST, DW_OUTCOME_COUNT},
        {"outcome", "timeout", DW_OUTCOME_TIMEOUT, DW_OUTCOME_COUNT},
        {"outcome", "aborted", DW_OUTCOME_ABORTED, DW_OUTCOME_COUNT},
        {"state", "empty", DW_SLOT_EMPTY, DW_SLOT_STATE_COUNT},
        {"state", "alive", DW_SLOT_ALIVE, DW_SLOT_STATE_COUNT},
        {"state", "caught", DW_SLOT_CAUGHT, DW_SLOT_STATE_COUNT},
        {"state", "dropped", DW_SLOT_DROPPED, DW_SLOT_STATE_COUNT},
        {"state", "out", DW_SLOT_OUT, DW_SLOT_STATE_COUNT},
        {"state", "watching", DW_SLOT_WATCHING, DW_SLOT_STATE_COUNT},
    };
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("phases", block);
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        add_line(expected, "%s %d %s\n", rows[i].list, rows[i].value, rows[i].word);
        if (strcmp(rows[i].list, "outcome") == 0) {
            assert_string_equal(dw_outcome_word((dw_outcome)rows[i].value), rows[i].word);
        }
        const bool last = i + 1 == DW_COUNT_OF(rows) || rows[i + 1].value == 0;
        assert_true(!last || rows[i].value + 1 == rows[i].count);
    }
    assert_string_equal(block, expected);
}

static void the_numbers_of_minds_are_those_of_the_header(void **state)
{
    (void)state;
    static const struct {
        const char *list, *word;
        int value;
    } rows[] = {
        {"source", "nothing", DW_BELIEF_NONE},    {"source", "seen", DW_BELIEF_SEEN},
        {"source", "touched", DW_BELIEF_TOUCHED}, {"source", "told", DW_BELIEF_TOLD},
        {"call", "report", DW_RADIO_REPORT},      {"call", "clear", DW_RADIO_CLEAR},
        {"call", "takes", DW_RADIO_TAKES},        {"call", "caught", DW_RADIO_CAUGHT},
        {"call", "offer", DW_RADIO_OFFER},        {"call", "holds", DW_RADIO_HOLDS},
        {"call", "missing", DW_RADIO_MISSING},    {"call", "request", DW_RADIO_REQUEST},
        {"call", "call", DW_RADIO_CALL},          {"call", "bid", DW_RADIO_BID},
        {"call", "award", DW_RADIO_AWARD},        {"call", "agree", DW_RADIO_AGREE},
        {"call", "refuse", DW_RADIO_REFUSE},      {"call", "done", DW_RADIO_DONE},
        {"call", "failed", DW_RADIO_FAILED},      {"call", "board", DW_RADIO_BOARD},
        {"call", "notice", DW_RADIO_NOTICE},
    };
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("minds", block);
    for (int cause = 0; cause < DW_CAUSE_COUNT; cause++) {
        add_line(expected, "cause %d %s\n", cause, dw_cause_word((dw_cause)cause));
        assert_true(strlen(dw_cause_text((dw_cause)cause)) > 0);
    }
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        add_line(expected, "%s %d %s\n", rows[i].list, rows[i].value, rows[i].word);
    }
    assert_string_equal(block, expected);
    assert_int_equal(DW_BELIEF_SOURCE_COUNT, DW_BELIEF_TOLD + 1);
    assert_int_equal(DW_RADIO_KIND_COUNT, DW_RADIO_NOTICE + 1);
}

static void the_noises_of_the_standard_are_those_of_the_header(void **state)
{
    (void)state;
    static const char *const noises[] = {
        [DW_NOISE_STEP] = "step",
        [DW_NOISE_LEAF] = "leaf of a door",
        [DW_NOISE_CALL] = "call of a guard into its radio",
        [DW_NOISE_BARK] = "bark",
        [DW_NOISE_TOPPLE] = "crash of a thing that falls",
        [DW_NOISE_COIN] = "coin that lands",
        [DW_NOISE_SHOUT] = "shout of a guard",
        [DW_NOISE_BELL] = "alarm bell",
    };
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("noises", block);
    assert_int_equal(DW_COUNT_OF(noises), DW_NOISE_KIND_COUNT);
    for (int kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        add_line(expected, "%d %s\n", kind, noises[kind]);
    }
    assert_string_equal(block, expected);
}

static void the_signs_of_the_standard_are_those_of_the_header(void **state)
{
    (void)state;
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("signs", block);
    for (int sign = DW_SIGN_NONE + 1; sign < DW_SIGN_COUNT; sign++) {
        add_line(expected, "%d %s \"%s\"\n", sign, dw_sign_word((dw_sign)sign),
                 dw_sign_text((dw_sign)sign));
    }
    assert_string_equal(block, expected);
}

/* Its shortest form. Gives back the new size. */
static size_t put_number(uint8_t *bytes, size_t size, uint32_t value)
{
    if (value > 255) {
        bytes[size++] = 0xcd;
        bytes[size++] = (uint8_t)(value >> 8);
    } else if (value > 127) {
        bytes[size++] = 0xcc;
    }
    bytes[size++] = (uint8_t)value;
    return size;
}

static bool event_taken(uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t values[] = {DW_MESSAGE_EVENT, 10, kind, a, b, c};
    uint8_t bytes[64] = {0x96};
    size_t size = 1;
    for (size_t i = 0; i < DW_COUNT_OF(values); i++) {
        size = put_number(bytes, size, values[i]);
    }
    dw_message message;
    return dw_message_decode_from_server(&message, bytes, size) == DW_OK;
}

/* The ranges once more, apart from the table in message_server.c. */
static const struct {
    uint32_t low[3], high[3];
} event_ranges[DW_CLIENT_EVENT_COUNT] = {
    [DW_CLIENT_EVENT_BARK] = {{1, 0, 0}, {255, 5, 0}},
    [DW_CLIENT_EVENT_RADIO] = {{0, 0, 0}, {255, 3, 3}},
    [DW_CLIENT_EVENT_DETECTED] = {{1, 0, 0}, {255, 0, 0}},
    [DW_CLIENT_EVENT_CAUGHT] = {{0, 0, 0}, {15, 0, 0}},
    [DW_CLIENT_EVENT_ITEM_TAKEN] = {{0, 0, 0}, {15, 7, 0}},
    [DW_CLIENT_EVENT_ITEM_DROPPED] = {{0, 0, 0}, {15, 7, 0}},
    [DW_CLIENT_EVENT_DOOR] = {{0, 0, 0}, {511, 1, 0}},
    [DW_CLIENT_EVENT_USE_FAILED] = {{0, 0, 0}, {1, 0, 0}},
    [DW_CLIENT_EVENT_INTENTION] = {{0, 0, 0}, {511, 3, 0}},
    [DW_CLIENT_EVENT_ITEM_HANDED] = {{0, 0, 0}, {15, 7, 15}},
    [DW_CLIENT_EVENT_THROWN] = {{16, 0, 0}, {47, 65535, 65535}},
};

static void each_event_is_taken_within_the_ranges_of_the_standard_and_not_beyond(void **state)
{
    (void)state;
    static const char *const names[] = {
#define EVENT_NAME(name) #name,
        DW_CLIENT_EVENTS(EVENT_NAME)
#undef EVENT_NAME
    };
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("events", block);
    for (uint32_t kind = 0; kind < DW_CLIENT_EVENT_COUNT; kind++) {
        const uint32_t *low = event_ranges[kind].low;
        const uint32_t *high = event_ranges[kind].high;
        add_line(expected, "%-17s %u  a: %u-%u  b: %u-%u  c: %u-%u\n", names[kind], kind, low[0],
                 high[0], low[1], high[1], low[2], high[2]);
        assert_true(event_taken(kind, low[0], low[1], low[2]));
        assert_true(event_taken(kind, high[0], high[1], high[2]));
        assert_true(low[0] == 0 || !event_taken(kind, low[0] - 1, low[1], low[2]));
        assert_false(event_taken(kind, high[0] + 1, low[1], low[2]));
        assert_false(event_taken(kind, high[0], high[1] + 1, low[2]));
        assert_false(event_taken(kind, high[0], high[1], high[2] + 1));
    }
    assert_string_equal(block, expected);
    assert_false(event_taken(DW_CLIENT_EVENT_COUNT, 0, 0, 0));
}

static bool playback_event_taken(uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    const dw_message valid = {
        .type = DW_MESSAGE_PLAYBACK_EVENTS,
        .as.playback_events = {.count = 1, .rows[0] = {.kind = DW_PLAYBACK_EVENT_TAKEN}}};
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = dw_test_encode(&valid, bytes);
    assert_int_equal(size, 8); /* Type, first, kind and tick stand in the first five bytes. */
    const uint32_t values[] = {a, b, c};
    bytes[3] = (uint8_t)kind;
    size = 5;
    for (size_t i = 0; i < DW_COUNT_OF(values); i++) {
        size = put_number(bytes, size, values[i]);
    }
    dw_message message;
    return dw_message_decode_from_server(&message, bytes, size) == DW_OK;
}

static void playback_events_are_taken_within_the_ranges_of_the_standard_and_not_beyond(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t a_low, a_high, b_low, b_high, c_high;
    } rows[] = {
        {"SIGHTING", 1, 64, 0, 15, 1}, {"LOST", 1, 64, 0, 15, 0},     {"REPORT", 1, 64, 0, 15, 255},
        {"CLEAR", 1, 64, 0, 0, 255},   {"MISSING", 1, 64, 0, 0, 255}, {"NOTICE", 1, 64, 0, 0, 255},
        {"TASK", 1, 64, 0, 3, 511},    {"ORDER", 1, 64, 1, 64, 256},  {"CAUGHT", 1, 64, 0, 15, 0},
        {"TAKEN", 0, 15, 0, 7, 0},     {"DROPPED", 0, 15, 0, 7, 0},   {"HANDED", 0, 15, 0, 7, 15},
        {"SLOT", 0, 15, 1, 5, 0},      {"END", 1, 4, 0, 255, 0},      {"PART", 0, 15, 0, 1, 0},
    };
    char block[BLOCK_MAX];
    char expected[BLOCK_MAX] = "";
    only_block("playback", block);
    assert_int_equal(DW_COUNT_OF(rows), DW_PLAYBACK_EVENT_COUNT);
    for (uint32_t kind = 0; kind < DW_PLAYBACK_EVENT_COUNT; kind++) {
        const uint32_t a_low = rows[kind].a_low, a_high = rows[kind].a_high;
        const uint32_t b_low = rows[kind].b_low, b_high = rows[kind].b_high;
        const uint32_t c_high = rows[kind].c_high;
        add_line(expected, "%-9s %-2u a: %u-%u  b: %u-%u  c: 0-%u\n", rows[kind].name, kind, a_low,
                 a_high, b_low, b_high, c_high);
        assert_true(playback_event_taken(kind, a_low, b_low, 0));
        assert_true(playback_event_taken(kind, a_high, b_high, c_high));
        assert_true(a_low == 0 || !playback_event_taken(kind, a_low - 1, b_low, 0));
        assert_true(b_low == 0 || !playback_event_taken(kind, a_low, b_low - 1, 0));
        assert_false(playback_event_taken(kind, a_high + 1, b_low, 0));
        assert_false(playback_event_taken(kind, a_high, b_high + 1, 0));
        assert_false(playback_event_taken(kind, a_high, b_high, c_high + 1));
    }
    assert_string_equal(block, expected);
    assert_false(playback_event_taken(DW_PLAYBACK_EVENT_COUNT, 1, 1, 0));
    assert_false(playback_event_taken(DW_PLAYBACK_EVENT_END, 1, DW_INTRUDERS_MAX, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_vector_of_the_standard_is_taken_or_refused_as_it_says),
        cmocka_unit_test(the_limits_of_the_standard_are_those_of_the_headers),
        cmocka_unit_test(the_rules_of_the_welcome_are_those_of_the_ruleset),
        cmocka_unit_test(the_fields_of_a_body_kind_are_those_that_clients_are_told),
        cmocka_unit_test(the_looks_of_the_standard_are_those_of_the_header),
        cmocka_unit_test(the_reasons_of_the_standard_are_those_of_the_header),
        cmocka_unit_test(the_phases_outcomes_and_states_are_those_of_the_header),
        cmocka_unit_test(the_numbers_of_minds_are_those_of_the_header),
        cmocka_unit_test(the_noises_of_the_standard_are_those_of_the_header),
        cmocka_unit_test(the_signs_of_the_standard_are_those_of_the_header),
        cmocka_unit_test(each_event_is_taken_within_the_ranges_of_the_standard_and_not_beyond),
        cmocka_unit_test(
            playback_events_are_taken_within_the_ranges_of_the_standard_and_not_beyond),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
