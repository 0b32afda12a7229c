#define ZSTD_STATIC_LINKING_ONLY /* For a compressor in memory of our own. */
#include "server/session/replay_writer.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/state_io.h"
#include "common/world/ruleset_kinds.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    LEVEL = 3,
    TEXT_MAX = 255,
    RECORD_MAX = 512,
    FRAME_TICKS_MAX = DW_TICKS_PER_SECOND /* What a killed server loses of a round. */
};

enum { PIECE_BYTES = 1024 }; /* Of a brain's file. */

struct dw_replay_packer {
    ZSTD_CCtx *context;
    uint8_t *packed;
    size_t packed_size;
};

static size_t workspace_bytes(void)
{
    const size_t bytes = ZSTD_estimateCCtxSize(LEVEL);
    DW_CHECK(!ZSTD_isError(bytes));
    return bytes;
}

size_t dw_replay_packer_bytes(void)
{
    return workspace_bytes() + ZSTD_compressBound(DW_REPLAY_BLOCK_BYTES) + 256;
}

static void set_up(ZSTD_CCtx *context)
{
    size_t failed = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    DW_CHECK(!ZSTD_isError(failed));
    failed = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    DW_CHECK(!ZSTD_isError(failed));
}

dw_status dw_replay_packer_create(dw_replay_packer **out, dw_arena *arena)
{
    dw_replay_packer *packer = DW_ARENA_NEW(arena, dw_replay_packer);
    void *workspace = dw_arena_take(arena, workspace_bytes());
    const size_t packed_size = ZSTD_compressBound(DW_REPLAY_BLOCK_BYTES);
    uint8_t *packed = dw_arena_take(arena, packed_size);
    if (packer == NULL || workspace == NULL || packed == NULL) {
        return DW_MEMORY;
    }
    packer->context = ZSTD_initStaticCCtx(workspace, workspace_bytes());
    DW_CHECK(packer->context != NULL);
    set_up(packer->context);
    packer->packed = packed;
    packer->packed_size = packed_size;
    *out = packer;
    return DW_OK;
}

static void put_text(dw_state_writer *at, const char *text)
{
    const size_t length = strlen(text);
    DW_CHECK(length <= TEXT_MAX);
    dw_state_put_number(at, length, 1);
    dw_state_put_bytes(at, text, length);
}

static uint64_t version_for(const dw_replay_mission *mission)
{
    if (mission == NULL) {
        return DW_REPLAY_VERSION;
    }
    return mission->asks ? DW_REPLAY_VERSION_QUESTIONS : DW_REPLAY_VERSION_MISSION;
}

static void put_prefix(dw_state_writer *at, const char *map_name, const uint8_t *map_bytes,
                       size_t map_size, const dw_ruleset *rules, const dw_replay_mission *mission)
{
    dw_state_put_bytes(at, DW_REPLAY_MAGIC, DW_REPLAY_MAGIC_SIZE);
    dw_state_put_number(at, version_for(mission), 2);
    put_text(at, DW_PRODUCT_VERSION);
    put_text(at, map_name);
    dw_state_put_number(at, map_size, 4);
    dw_state_put_bytes(at, map_bytes, map_size);
    const uint32_t kinds = (uint32_t)rules->kind_count - 1; /* Beside `guard`. */
    dw_state_put_number(at, DW_RULESET_FIELD_COUNT + kinds * DW_KIND_FIELD_COUNT, 2);
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        put_text(at, dw_ruleset_field(i)->name);
        dw_state_put_number(at, (uint32_t)dw_ruleset_get(rules, i), 4);
    }
    for (uint32_t k = 1; k <= kinds; k++) {
        for (uint32_t f = 0; f < DW_KIND_FIELD_COUNT; f++) {
            put_text(at, dw_ruleset_kind_field_name(rules, k, f).text);
            dw_state_put_number(at, (uint32_t)dw_tunable_get(&dw_kind_fields[f], &rules->kinds[k]),
                                4);
        }
    }
    if (mission != NULL) {
        put_text(at, mission->name);
        dw_state_put_number(at, mission->size, 4);
        dw_state_put_bytes(at, mission->bytes, mission->size);
    }
}

dw_status dw_replay_prefix_create(uint8_t **out, size_t *size, const char *map_name,
                                  const uint8_t *map_bytes, size_t map_size,
                                  const dw_ruleset *rules, const dw_replay_mission *mission)
{
    const size_t mission_size = mission != NULL ? mission->size : 0;
    const size_t raw_max = map_size + mission_size + 4096 +
                           DW_RULESET_FIELD_COUNT * (size_t)TEXT_MAX +
                           DW_KINDS_MAX * (size_t)DW_KIND_FIELD_COUNT * TEXT_MAX;
    const size_t packed_max = ZSTD_compressBound(raw_max);
    uint8_t *raw = malloc(raw_max);
    uint8_t *packed = malloc(packed_max);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    dw_status status = DW_MEMORY;
    if (raw != NULL && packed != NULL && context != NULL) {
        dw_state_writer at = {raw, raw_max, 0};
        put_prefix(&at, map_name, map_bytes, map_size, rules, mission);
        DW_CHECK(at.size <= raw_max);
        set_up(context);
        const size_t done = ZSTD_compress2(context, packed, packed_max, raw, at.size);
        if (!ZSTD_isError(done)) {
            *out = packed;
            *size = done;
            packed = NULL;
            status = DW_OK;
        }
    }
    (void)ZSTD_freeCCtx(context);
    free(packed);
    free(raw);
    return status;
}

uint64_t dw_replay_chain(uint64_t chain, const dw_intent *intents)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s += 4) {
        uint64_t word = 0;
        for (uint32_t i = 0; i < 4; i++) {
            word |= (uint64_t)(intents[s + i].direction | intents[s + i].buttons << 8) << (16 * i);
        }
        chain = dw_hash_u64(chain, word);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (dw_intent_tool(intents[s]) != DW_TOOL_NONE) {
            const uint32_t aim =
                (uint32_t)intents[s].throw_heading << 8 | intents[s].throw_distance;
            chain = dw_hash_u64(chain, s << 16 | aim);
        }
        if (intents[s].answer != 0) {
            chain = dw_hash_u64(chain, s << 8 | intents[s].answer);
        }
    }
    return chain;
}

void dw_replay_writer_init(dw_replay_writer *writer, const dw_replay_recording *recording)
{
    memset(writer, 0, sizeof *writer);
    writer->recording = recording;
}

static void finish(dw_replay_writer *writer, bool complete)
{
    const dw_replay_output *output = &writer->recording->output;
    writer->active = false;
    output->end(output->context, writer->match, complete);
}

/* The block becomes a frame of its own: frames one after the other are one zstd stream, and a
 * writer needs no compressor between two blocks. */
static void flush(dw_replay_writer *writer)
{
    if (writer->used == 0) {
        return;
    }
    const dw_replay_output *output = &writer->recording->output;
    dw_replay_packer *packer = writer->recording->packer;
    const size_t size = ZSTD_compress2(packer->context, packer->packed, packer->packed_size,
                                       writer->block, writer->used);
    DW_CHECK(!ZSTD_isError(size));
    writer->used = 0;
    if (!output->write(output->context, writer->match, packer->packed, size)) {
        finish(writer, false);
    }
}

static void append(dw_replay_writer *writer, const dw_state_writer *record)
{
    DW_CHECK(record->size <= record->capacity);
    writer->raw += record->size;
    if (record->size > sizeof writer->block - writer->used) {
        flush(writer);
    }
    if (writer->active) {
        memcpy(writer->block + writer->used, record->bytes, record->size);
        writer->used += (uint32_t)record->size;
    }
}

static void put_seed(dw_state_writer *at, const dw_replay_recording *recording, uint64_t seed)
{
    if (recording->key == NULL) {
        dw_state_put_number(at, DW_REPLAY_SEED_CLEAR, 1);
        dw_state_put_number(at, seed, 8);
        return;
    }
    uint8_t nonce[DW_REPLAY_NONCE_SIZE];
    uint8_t sealed[DW_REPLAY_SEALED_SIZE];
    recording->random(recording->random_context, nonce, sizeof nonce);
    dw_replay_seal(recording->key, nonce, seed, sealed);
    dw_state_put_number(at, DW_REPLAY_SEED_SEALED, 1);
    dw_state_put_bytes(at, sealed, sizeof sealed);
}

static void append_start(dw_replay_writer *writer, const dw_replay_start *start)
{
    uint8_t bytes[128 + DW_GUARDS_MAX * 64 + DW_INTRUDERS_MAX * (DW_PLAYER_NAME_MAX + 1)];
    dw_state_writer at = {bytes, sizeof bytes, 0};
#define PUT_NUMBER(from, field, bytes) dw_state_put_number(&at, (from)->field, bytes);
#define PUT_TEXT(from, field, bytes)   put_text(&at, (from)->field);
#define PUT_SEED(from, field, bytes)   put_seed(&at, writer->recording, (from)->field);
#define PUT_START(kind, field, bytes)  PUT_##kind(start, field, bytes)
    DW_REPLAY_START_FIELDS(PUT_START)
    for (uint16_t g = 0; g < start->guard_count; g++) {
        put_text(&at, start->brains[g]);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if ((start->slots >> s & 1) != 0) {
            put_text(&at, start->names[s]);
        }
    }
    append(writer, &at);
}

static void put_intent(dw_state_writer *at, dw_intent intent)
{
    const dw_tool tool = dw_intent_tool(intent);
    const uint32_t deed = (uint32_t)tool | (uint32_t)intent.answer << DW_REPLAY_ANSWER_SHIFT;
    const uint32_t held = intent.direction | (intent.buttons & (uint32_t)DW_BUTTONS_ALL) << 4;
    dw_state_put_number(at, held | (deed != 0 ? DW_REPLAY_DOES : 0), 1);
    if (deed != 0) {
        dw_state_put_number(at, deed, 1);
    }
    if (tool != DW_TOOL_NONE) {
        dw_state_put_number(at, intent.throw_heading, 1);
        dw_state_put_number(at, intent.throw_distance, 1);
    }
}

/* `slots`, with DW_REPLAY_TICK: whose intents follow. */
static void append_record(dw_replay_writer *writer, const dw_replay_record *record, uint32_t slots)
{
    uint8_t bytes[RECORD_MAX];
    dw_state_writer at = {bytes, sizeof bytes, 0};
    dw_state_put_number(&at, record->type, 1);
#define PUT_RECORD(kind, field, bytes) PUT_##kind(record, field, bytes)
    switch (record->type) {
    case DW_REPLAY_TICK:
        dw_state_put_number(&at, slots, 2);
        for (uint32_t left = slots; left != 0; left &= left - 1) {
            const dw_intent intent = record->intents[__builtin_ctz(left)];
            put_intent(&at, intent);
        }
        DW_REPLAY_TICK_FIELDS(PUT_RECORD)
        break;
    case DW_REPLAY_TICK_SAME:
        DW_REPLAY_TICK_FIELDS(PUT_RECORD)
        break;
    case DW_REPLAY_SLOT:
        DW_REPLAY_SLOT_FIELDS(PUT_RECORD)
        break;
    case DW_REPLAY_BRAIN:
        DW_REPLAY_BRAIN_FIELDS(PUT_RECORD)
        break;
    default:
        DW_REPLAY_END_FIELDS(PUT_RECORD)
        break;
    }
    append(writer, &at);
}

/* Of the prefix; one that is no frame (tests) counts nothing. */
static uint64_t unpacked_bytes(const uint8_t *packed, size_t size)
{
    const unsigned long long bytes = ZSTD_getFrameContentSize(packed, size);
    return bytes == ZSTD_CONTENTSIZE_ERROR || bytes == ZSTD_CONTENTSIZE_UNKNOWN ? 0 : bytes;
}

/* Whether one more record fits, and the end after it. From the first that does not, the file waits
 * for the end of its round: to close it earlier would tell the seed of a round that is on. */
static bool takes_record(dw_replay_writer *writer)
{
    writer->full = writer->full ||
                   writer->raw + 2 * (uint64_t)RECORD_MAX > (uint64_t)DW_REPLAY_WRITTEN_BYTES_MAX;
    return writer->active && !writer->full;
}

/* The file of a brain, once in a round, in pieces that fit a block. */
static void append_program(dw_replay_writer *writer, const dw_brain_kind *kind)
{
    const dw_data_brain *brain = kind != NULL ? dw_data_brain_of(kind) : NULL;
    bool there = brain == NULL;
    for (uint32_t i = 0; i < writer->program_count; i++) {
        there = there || writer->programs[i] == kind;
    }
    if (there) {
        return;
    }
    size_t size;
    const uint8_t *text = dw_data_brain_text(brain, &size);
    uint8_t bytes[8 + DW_REPLAY_NAME_SIZE];
    dw_state_writer at = {bytes, sizeof bytes, 0};
    dw_state_put_number(&at, DW_REPLAY_PROGRAM, 1);
    put_text(&at, kind->name);
    dw_state_put_number(&at, size, 4);
    append(writer, &at);
    for (size_t done = 0; done < size && writer->active;) {
        const size_t piece = size - done < PIECE_BYTES ? size - done : PIECE_BYTES;
        uint8_t copy[PIECE_BYTES];
        memcpy(copy, text + done, piece);
        append(writer, &(dw_state_writer){copy, sizeof copy, piece});
        done += piece;
    }
    if (writer->program_count < DW_REPLAY_PROGRAMS_MAX) {
        writer->programs[writer->program_count++] = kind;
    }
}

void dw_replay_writer_begin(dw_replay_writer *writer, const dw_replay_start *start)
{
    const dw_replay_recording *recording = writer->recording;
    if (recording == NULL) {
        return;
    }
    DW_CHECK(!writer->active);
    const dw_replay_output *output = &recording->output;
    writer->match = start->match;
    writer->tick = 0;
    writer->seed = start->seed;
    writer->used = 0;
    writer->hash = start->hash;
    writer->raw = unpacked_bytes(recording->prefix, recording->prefix_size);
    writer->full = false;
    writer->program_count = 0;
    writer->chain = start->hash;
    memset(writer->last, 0, sizeof writer->last);
    if (!output->begin(output->context, start->match, start->round)) {
        return;
    }
    writer->active = true;
    if (!output->write(output->context, start->match, recording->prefix, recording->prefix_size)) {
        finish(writer, false);
        return;
    }
    append_start(writer, start);
    for (uint16_t g = 0; g < start->guard_count; g++) {
        append_program(writer, start->kinds[g]);
    }
}

void dw_replay_writer_tick(dw_replay_writer *writer, const dw_intent *intents, uint64_t hash)
{
    if (!takes_record(writer)) {
        return;
    }
    writer->tick++;
    writer->hash = hash;
    uint32_t slots = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        slots |= dw_intent_same(intents[s], writer->last[s]) ? 0 : UINT32_C(1) << s;
    }
    writer->chain = dw_replay_chain(writer->chain, intents);
    dw_replay_record record = {.type = slots == 0 ? DW_REPLAY_TICK_SAME : DW_REPLAY_TICK,
                               .hash = (uint32_t)hash,
                               .chain = (uint16_t)writer->chain};
    memcpy(record.intents, intents, sizeof record.intents);
    memcpy(writer->last, intents, sizeof writer->last);
    append_record(writer, &record, slots);
    if (writer->active && writer->tick % FRAME_TICKS_MAX == 0) {
        flush(writer);
    }
}

static void set_name(dw_replay_record *record, const char *name)
{
    const size_t length = strlen(name);
    DW_CHECK(length < sizeof record->name);
    memcpy(record->name, name, length);
}

void dw_replay_writer_slot(dw_replay_writer *writer, uint8_t slot, uint8_t state, const char *name)
{
    if (!takes_record(writer)) {
        return;
    }
    dw_replay_record record = {.type = DW_REPLAY_SLOT, .slot = slot, .state = state};
    set_name(&record, name);
    append_record(writer, &record, 0);
}

void dw_replay_writer_brain(dw_replay_writer *writer, uint16_t guard, const dw_brain_kind *kind)
{
    if (!takes_record(writer)) {
        return;
    }
    append_program(writer, kind);
    dw_replay_record record = {.type = DW_REPLAY_BRAIN, .guard = (uint8_t)guard};
    set_name(&record, kind->name);
    append_record(writer, &record, 0);
}

void dw_replay_writer_end(dw_replay_writer *writer, uint8_t outcome, uint8_t winner, uint64_t hash)
{
    if (!writer->active) {
        return;
    }
    if (outcome == DW_OUTCOME_ABORTED && writer->tick < writer->recording->aborted_ticks_min) {
        finish(writer, false);
        return;
    }
    const dw_replay_record record = {
        .type = DW_REPLAY_END,
        .outcome = writer->full ? (uint8_t)DW_OUTCOME_ABORTED : outcome,
        .winner = writer->full ? (uint8_t)DW_SLOT_NONE : winner,
        .ticks = writer->tick,
        .hash_end = writer->full ? writer->hash : hash,
        .seed = writer->seed,
    };
    append_record(writer, &record, 0);
    if (writer->active) {
        flush(writer);
    }
    if (writer->active) {
        finish(writer, true);
    }
}
