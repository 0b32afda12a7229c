#include "protocol/replay/replay_reader.h"

#include "common/base/parse.h"
#include "common/base/state_io.h"
#include "common/world/map_load.h"
#include "common/world/ruleset_kinds.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { RECORD_BYTES_MAX = 128 /* Programs apart. */ };

struct dw_replay {
    uint8_t *raw;
    bool borrowed; /* Bytes and map are those of another replay. */
    const uint8_t *first_record;
    dw_state_reader records; /* After the first failure everything reads as 0. */
    bool broken_off;         /* Within a frame. What came out before it is there. */
    bool answers;            /* Intents may answer questions of the mission. */
    bool ended;
    uint32_t ticks;
    dw_intent intents[DW_INTRUDERS_MAX];
    dw_arena arena; /* Of the map. */
    dw_replay_header header;
};

static uint64_t get_range(dw_state_reader *from, size_t size, uint64_t low, uint64_t high)
{
    const uint64_t value = dw_state_take_number(from, size);
    if (value < low || value > high) {
        from->failed = true;
        return low;
    }
    return value;
}

/* A text that fits `out` with its zero and is fit to be printed. */
static void get_text(dw_state_reader *from, char *out, size_t out_size)
{
    const size_t length = (size_t)get_range(from, 1, 1, out_size - 1);
    const uint8_t *bytes = dw_state_take_bytes(from, length);
    out[0] = '\0';
    if (bytes == NULL || !dw_text_is_clean((const char *)bytes, length)) {
        from->failed = true;
        return;
    }
    memcpy(out, bytes, length);
    out[length] = '\0';
}

static dw_intent get_intent(dw_state_reader *from, bool answers)
{
    static const uint8_t tools[DW_TOOL_COUNT] = {
        [DW_TOOL_COIN] = DW_BUTTON_COIN, [DW_TOOL_BAIT] = DW_BUTTON_BAIT};
    const uint8_t value = (uint8_t)dw_state_take_number(from, 1);
    dw_intent intent = {.direction = value & 15, .buttons = value >> 4 & DW_BUTTONS_ALL};
    bool whole = true;
    if ((value & DW_REPLAY_DOES) != 0) {
        const uint8_t deed = (uint8_t)get_range(from, 1, 1, UINT8_MAX);
        const uint8_t tool = deed & ((1 << DW_REPLAY_ANSWER_SHIFT) - 1);
        intent.answer = deed >> DW_REPLAY_ANSWER_SHIFT;
        whole = tool < DW_TOOL_COUNT && (intent.answer == 0 || answers);
        if (whole && tool != DW_TOOL_NONE) {
            intent.buttons |= tools[tool];
            intent.throw_heading = (uint8_t)dw_state_take_number(from, 1);
            intent.throw_distance = (uint8_t)dw_state_take_number(from, 1);
        }
    }
    if (!whole || !dw_intent_valid(intent)) {
        from->failed = true;
        return (dw_intent){0};
    }
    return intent;
}

/* Unpacks frame after frame; the buffer grows as bytes really come out, never by what a header
 * promises. */
static dw_status unpack_all(ZSTD_DCtx *context, const uint8_t *bytes, size_t size,
                            dw_replay *replay, size_t *raw_size, dw_error *error)
{
    ZSTD_inBuffer in = {bytes, size, 0};
    size_t capacity = 64 * 1024;
    size_t used = 0;
    size_t left = 1;
    uint8_t **const raw = &replay->raw;
    *raw = malloc(capacity);
    while (*raw != NULL && (in.pos < in.size || left != 0)) {
        ZSTD_outBuffer out = {*raw, capacity, used};
        const size_t before = in.pos;
        left = ZSTD_decompressStream(context, &out, &in);
        if (ZSTD_isError(left)) {
            return dw_fail(error, DW_INVALID, "not a whole replay: %s (byte %zu)",
                           ZSTD_getErrorName(left), in.pos);
        }
        if (in.pos == before && out.pos == used && out.pos < capacity) {
            replay->broken_off = true;
            break;
        }
        used = out.pos;
        if (used == capacity) {
            if (capacity >= DW_REPLAY_RAW_BYTES_MAX) {
                return dw_fail(error, DW_RANGE, "unpacks to more than %d bytes",
                               (int)DW_REPLAY_RAW_BYTES_MAX);
            }
            capacity *= 2;
            uint8_t *more = realloc(*raw, capacity);
            if (more == NULL) {
                break;
            }
            *raw = more;
        }
        if (in.pos == in.size && left != 0 && used < capacity) {
            replay->broken_off = true;
            break;
        }
    }
    if (*raw == NULL || used == capacity) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    *raw_size = used;
    return DW_OK;
}

static dw_status ends_early(dw_error *error)
{
    return dw_fail(error, DW_INVALID, "not a whole replay: it ends too early");
}

static dw_status unpack(dw_replay *replay, const uint8_t *bytes, size_t size, dw_error *error)
{
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    size_t raw_size = 0;
    dw_status status = DW_OK;
    if (ZSTD_isError(
            ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, DW_REPLAY_WINDOW_LOG_MAX))) {
        status = dw_fail(error, DW_MEMORY, "the unpacker refuses its limit");
    } else {
        status = unpack_all(context, bytes, size, replay, &raw_size, error);
    }
    (void)ZSTD_freeDCtx(context);
    if (status == DW_OK) {
        replay->records = (dw_state_reader){replay->raw, replay->raw + raw_size, false};
    }
    return status;
}

static dw_status read_map(dw_replay *replay, dw_state_reader *from, dw_error *error)
{
    char name[DW_NAME_SIZE + 8];
    get_text(from, name, sizeof name);
    const size_t size = (size_t)get_range(from, 4, 1, DW_MAP_FILE_BYTES_MAX);
    const uint8_t *bytes = dw_state_take_bytes(from, size);
    if (bytes == NULL) {
        return dw_fail(error, DW_INVALID, "the map in it is not whole");
    }
    if (dw_arena_create(&replay->arena, DW_MAP_ARENA_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    return dw_map_load(&replay->header.map, &replay->arena, name, bytes, size, error);
}

static dw_status read_rules(dw_replay_header *header, dw_state_reader *from, dw_error *error)
{
    header->rules = dw_ruleset_reference();
    dw_ruleset_take_kinds(&header->rules, header->map);
    const uint64_t count = dw_state_take_number(from, 2);
    for (uint64_t i = 0; i < count && !from->failed; i++) {
        char name[sizeof(dw_kind_field_name)];
        get_text(from, name, sizeof name);
        const int32_t value = (int32_t)(uint32_t)dw_state_take_number(from, 4);
        const uint32_t field = dw_ruleset_find(name); /* Recordings of old have names of old. */
        const dw_status status = field < DW_RULESET_FIELD_COUNT
                                     ? dw_ruleset_set(&header->rules, field, value)
                                     : dw_ruleset_set_kind_field(&header->rules, name, value);
        if (status != DW_OK) {
            return dw_fail(error, DW_INVALID, "ruleset field \"%s\" = %d is not known here", name,
                           (int)value);
        }
    }
    return dw_ruleset_check(&header->rules, error);
}

static dw_status read_mission(dw_replay *replay, dw_state_reader *from, dw_error *error)
{
    char name[DW_REPLAY_MISSION_NAME_SIZE];
    get_text(from, name, sizeof name);
    const size_t size = (size_t)get_range(from, 4, 1, DW_MISSION_FILE_BYTES_MAX);
    const uint8_t *bytes = dw_state_take_bytes(from, size);
    if (bytes == NULL) {
        return dw_fail(error, DW_INVALID, "the mission in it is not whole");
    }
    dw_mission *mission = DW_ARENA_NEW(&replay->arena, dw_mission);
    if (mission == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    replay->header.mission = mission;
    return dw_mission_load(mission, name, replay->header.map, bytes, size, error);
}

static dw_status read_beginning(dw_replay *replay, dw_state_reader *from, dw_error *error)
{
    const uint8_t *magic = dw_state_take_bytes(from, DW_REPLAY_MAGIC_SIZE);
    if (magic == NULL || memcmp(magic, DW_REPLAY_MAGIC, DW_REPLAY_MAGIC_SIZE) != 0) {
        return dw_fail(error, DW_INVALID, "not a replay");
    }
    const uint64_t version = dw_state_take_number(from, 2);
    if (version < DW_REPLAY_VERSION || version > DW_REPLAY_VERSION_QUESTIONS) {
        return dw_fail(error, DW_OTHER_VERSION, "replay version %u, this program reads %d to %d",
                       (unsigned)version, (int)DW_REPLAY_VERSION, (int)DW_REPLAY_VERSION_QUESTIONS);
    }
    replay->answers = version == DW_REPLAY_VERSION_QUESTIONS;
    get_text(from, replay->header.product, sizeof replay->header.product);
    dw_status status = read_map(replay, from, error);
    if (status == DW_OK) {
        status = read_rules(&replay->header, from, error);
    }
    if (status == DW_OK && version >= DW_REPLAY_VERSION_MISSION) {
        status = read_mission(replay, from, error);
    }
    return status;
}

/* Where the sealed seed lies, or NULL: then the seed has been read. */
static const uint8_t *read_seed(dw_replay_header *header, dw_state_reader *from)
{
    const uint64_t how = get_range(from, 1, DW_REPLAY_SEED_CLEAR, DW_REPLAY_SEED_SEALED);
    header->sealed = how == DW_REPLAY_SEED_SEALED;
    if (header->sealed) {
        return dw_state_take_bytes(from, DW_REPLAY_SEALED_SIZE);
    }
    header->seed = dw_state_take_number(from, 8);
    return NULL;
}

static dw_status read_start(dw_replay *replay, dw_state_reader *from, const uint8_t **sealed,
                            dw_error *error)
{
    dw_replay_header *header = &replay->header;
#define GET_NUMBER(to, field, bytes)                                                               \
    (to)->field = (__typeof__((to)->field))dw_state_take_number(from, bytes);
#define GET_TEXT(to, field, bytes)    get_text(from, (to)->field, bytes);
#define GET_SEED(to, field, bytes)    *sealed = read_seed(to, from);
#define GET_START(kind, field, bytes) GET_##kind(header, field, bytes)
    DW_REPLAY_START_FIELDS(GET_START)
    from->failed =
        from->failed || header->slots == 0 || header->slots >> header->map->intruders_max != 0 ||
        (header->mission != NULL && header->slots >> header->mission->players_max != 0) ||
        header->guard_count != header->map->guard_count;
    for (uint16_t g = 0; g < header->guard_count && !from->failed; g++) {
        get_text(from, header->brains[g], sizeof header->brains[g]);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX && !from->failed; s++) {
        if ((header->slots >> s & 1) != 0) {
            get_text(from, header->names[s], sizeof header->names[s]);
        }
    }
    return from->failed ? dw_fail(error, DW_INVALID, "the beginning is not valid") : DW_OK;
}

static dw_status read_header(dw_replay *replay, const uint8_t **sealed, dw_error *error)
{
    dw_status status = read_beginning(replay, &replay->records, error);
    /* The start of the round is written as a whole, some seconds after what stands before it. */
    if (status == DW_OK && replay->records.at == replay->records.end) {
        return dw_fail(error, DW_INVALID,
                       "it ends before its round begins: the server is still recording it, or was "
                       "stopped at its start");
    }
    if (status == DW_OK) {
        status = read_start(replay, &replay->records, sealed, error);
        replay->first_record = replay->records.at;
    }
    /* What a cut takes away is no mistake of its own. */
    return status != DW_OK && replay->broken_off && replay->records.failed ? ends_early(error)
                                                                           : status;
}

dw_replay_mark dw_replay_mark_here(const dw_replay *replay)
{
    dw_replay_mark mark = {
        .at = replay->records.at, .ticks = replay->ticks, .ended = replay->ended};
    memcpy(mark.intents, replay->intents, sizeof mark.intents);
    return mark;
}

void dw_replay_return(dw_replay *replay, const dw_replay_mark *mark)
{
    replay->records.at = mark->at;
    replay->records.failed = false;
    replay->ended = mark->ended;
    replay->ticks = mark->ticks;
    memcpy(replay->intents, mark->intents, sizeof replay->intents);
}

/* Goes through all records once, since the end is known by what stands before it alone. */
static dw_status find_end(dw_replay *replay, dw_error *error)
{
    dw_replay_record record;
    dw_status status = DW_OK;
    bool found = false;
    while (status == DW_OK) {
        status = dw_replay_next(replay, &record, error);
        if (status == DW_OK && record.type == DW_REPLAY_END) {
            found = true;
            replay->header.seed = record.seed;
        }
    }
    if (status != DW_NOT_FOUND) {
        return status;
    }
    if (found && replay->broken_off) {
        return dw_fail(error, DW_INVALID, "bytes follow the end of the round");
    }
    replay->header.cut = !found;
    dw_replay_return(replay, &(dw_replay_mark){.at = replay->first_record});
    return DW_OK;
}

static dw_status find_sealed_seed(dw_replay *replay, const uint8_t *sealed,
                                  const dw_replay_key *key, dw_error *error)
{
    const dw_status status = find_end(replay, error);
    if (status != DW_OK || !replay->header.cut) {
        return status;
    }
    if (key == NULL) {
        return dw_fail(error, DW_DENIED,
                       "cut off before the end of the round, or still being recorded, so that its "
                       "seed is still sealed: it takes the key of the server that recorded it "
                       "(replay.key in the state folder)");
    }
    if (!dw_replay_unseal(key, sealed, &replay->header.seed)) {
        return dw_fail(error, DW_DENIED,
                       "the key does not open the seed: it is not the key of the server that "
                       "recorded this round");
    }
    return DW_OK;
}

dw_status dw_replay_open(dw_replay **out, const uint8_t *bytes, size_t size,
                         const dw_replay_key *key, dw_error *error)
{
    if (size > DW_REPLAY_FILE_BYTES_MAX) {
        return dw_fail(error, DW_RANGE, "more than %d bytes", (int)DW_REPLAY_FILE_BYTES_MAX);
    }
    dw_replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const uint8_t *sealed = NULL;
    dw_status status = unpack(replay, bytes, size, error);
    if (status == DW_OK) {
        status = read_header(replay, &sealed, error);
    }
    if (status == DW_OK && replay->header.sealed) {
        status = find_sealed_seed(replay, sealed, key, error);
    } else if (status == DW_OK && replay->broken_off) {
        status = ends_early(error);
    }
    if (status != DW_OK) {
        dw_replay_close(replay);
        return status;
    }
    *out = replay;
    return DW_OK;
}

dw_status dw_replay_again(dw_replay **out, const dw_replay *first)
{
    dw_replay *replay = malloc(sizeof *replay);
    if (replay == NULL) {
        return DW_MEMORY;
    }
    *replay = *first;
    replay->borrowed = true;
    dw_replay_return(replay, &(dw_replay_mark){.at = first->first_record});
    *out = replay;
    return DW_OK;
}

void dw_replay_close(dw_replay *replay)
{
    if (replay != NULL && !replay->borrowed) {
        dw_arena_destroy(&replay->arena);
        free(replay->raw);
    }
    free(replay);
}

const dw_replay_header *dw_replay_get_header(const dw_replay *replay)
{
    return &replay->header;
}

static void read_tick(dw_replay *replay, dw_replay_record *record, bool same)
{
    dw_state_reader *from = &replay->records;
    const uint64_t slots = same ? 0 : get_range(from, 2, 1, UINT16_MAX);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if ((slots >> s & 1) != 0) {
            replay->intents[s] = get_intent(from, replay->answers);
        }
    }
    memcpy(record->intents, replay->intents, sizeof record->intents);
    record->type = DW_REPLAY_TICK;
#define GET_RECORD(kind, field, bytes) GET_##kind(record, field, bytes)
    DW_REPLAY_TICK_FIELDS(GET_RECORD)
    replay->ticks++;
}

static void read_end(dw_replay *replay, dw_replay_record *record)
{
    dw_state_reader *from = &replay->records;
    DW_REPLAY_END_FIELDS(GET_RECORD)
    const bool same_seed = replay->header.sealed || record->seed == replay->header.seed;
    from->failed = from->failed || record->outcome == DW_OUTCOME_NONE ||
                   record->outcome >= DW_OUTCOME_COUNT || record->ticks != replay->ticks ||
                   from->at != from->end || !same_seed;
    replay->ended = true;
}

static size_t left_of(const dw_state_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

dw_status dw_replay_next(dw_replay *replay, dw_replay_record *record, dw_error *error)
{
    dw_state_reader *from = &replay->records;
    const bool cut_here = replay->header.sealed && !from->failed && from->at == from->end;
    if (cut_here || (replay->ended && !from->failed)) {
        return DW_NOT_FOUND;
    }
    const uint8_t *const start = from->at;
    const uint32_t ticks = replay->ticks;
    memset(record, 0, sizeof *record);
    record->type = (uint8_t)dw_state_take_number(from, 1);
    switch (record->type) {
    case DW_REPLAY_TICK_SAME:
    case DW_REPLAY_TICK:
        read_tick(replay, record, record->type == DW_REPLAY_TICK_SAME);
        break;
    case DW_REPLAY_SLOT:
        DW_REPLAY_SLOT_FIELDS(GET_RECORD)
        from->failed = from->failed || record->slot >= replay->header.map->intruders_max ||
                       record->state == DW_SLOT_EMPTY || record->state >= DW_SLOT_STATE_COUNT;
        break;
    case DW_REPLAY_BRAIN:
        DW_REPLAY_BRAIN_FIELDS(GET_RECORD)
        from->failed = from->failed || record->guard >= replay->header.guard_count;
        break;
    case DW_REPLAY_PROGRAM:
        DW_REPLAY_PROGRAM_FIELDS(GET_RECORD)
        record->program_size = (uint32_t)get_range(from, 4, 1, DW_REPLAY_PROGRAM_BYTES_MAX);
        if (replay->header.sealed && !from->failed && left_of(from) < record->program_size) {
            from->at = from->end; /* Its text spans frames, and the file was cut off between two. */
            return DW_NOT_FOUND;
        }
        record->program = dw_state_take_bytes(from, record->program_size);
        break;
    case DW_REPLAY_END:
        read_end(replay, record);
        break;
    default:
        from->failed = true;
        break;
    }
    if (from->failed && replay->header.sealed && replay->broken_off &&
        from->end - start < RECORD_BYTES_MAX) {
        *from = (dw_state_reader){from->end, from->end, false}; /* The file ends within it. */
        replay->ticks = ticks;
        return DW_NOT_FOUND;
    }
    if (from->failed) {
        replay->ended = true;
        return dw_fail(error, DW_INVALID, "the record after tick %u is not valid",
                       (unsigned)replay->ticks);
    }
    return DW_OK;
}
