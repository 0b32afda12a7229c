/* What a server sends: welcome, refuse, map chunk, event, round, chat line, kick, queue, seat,
 * vote, map change, choices, line of an answer. The snapshot stands in snapshot.c, the other
 * messages in files of their own (message_codec.h). */
#include "protocol/message_fields.h"

enum {
    WELCOME_ELEMENTS = 12 + DW_RULESET_PUBLIC_COUNT,
    ROUND_ELEMENTS = 10, /* Before the roster. */
    ROSTER_ELEMENTS = 4, /* A row of the roster. */
    ROUND_ELEMENTS_MAX = ROUND_ELEMENTS + ROSTER_ELEMENTS * DW_INTRUDERS_MAX
};

_Static_assert((int)WELCOME_ELEMENTS <= UINT8_MAX, "dw_codec.elements_max");

/* [32, version, match, code, slot, tick, snapshot Hz, intruders max, map hash, map size, token, map
 * name, ruleset field, ...] */

#define WELCOME_FIELDS(X)                                                                          \
    X(NUMBER, ->version, 0, UINT32_MAX)                                                            \
    X(NUMBER, ->match, 1, UINT16_MAX)                                                              \
    X(TEXT, ->code, DW_MATCH_CODE_LENGTH, DW_MATCH_CODE_LENGTH)                                    \
    X(SLOT, ->slot, 0, 0)                                                                          \
    X(NUMBER, ->tick, 0, UINT32_MAX)                                                               \
    X(NUMBER, ->snapshot_hz, 1, DW_TICKS_PER_SECOND)                                               \
    X(NUMBER, ->intruders_max, 1, DW_INTRUDERS_MAX)                                                \
    X(BIN, ->map_hash.bytes, 0, DW_MAP_HASH_SIZE)                                                  \
    X(NUMBER, ->map_size, 1, DW_MAP_BYTES_MAX)                                                     \
    X(BIN, ->token, 0, DW_TOKEN_SIZE)                                                              \
    X(TEXT, ->map_name, 1, DW_NAME_SIZE - 1)

static bool welcome_valid(const dw_welcome *welcome)
{
    return dw_match_code_valid(welcome->code) && dw_ruleset_check(&welcome->rules, NULL) == DW_OK;
}

static void encode_welcome(dw_writer *writer, const dw_message *message)
{
    const dw_welcome *row = &message->as.welcome;
    DW_CHECK(welcome_valid(row));
    dw_writer_array(writer, WELCOME_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_WELCOME);
    WELCOME_FIELDS(DW_FIELD_PUT)
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        dw_writer_int(writer, dw_ruleset_get(&row->rules, i));
    }
}

static void decode_welcome(dw_reader *reader, dw_message *message)
{
    dw_welcome *row = &message->as.welcome;
    WELCOME_FIELDS(DW_FIELD_GET)
    row->rules = dw_ruleset_reference();
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        const int32_t value = (int32_t)dw_reader_int(reader, INT32_MIN, INT32_MAX);
        if (!reader->failed && dw_ruleset_set(&row->rules, i, value) != DW_OK) {
            dw_reader_fail(reader);
        }
    }
    if (!welcome_valid(row)) {
        dw_reader_fail(reader);
    }
}

/* [33, reason, text] */

#define REFUSE_FIELDS(X)                                                                           \
    X(NUMBER, ->reason, 0, DW_REASON_COUNT - 1)                                                    \
    X(TEXT, ->text, 0, DW_REASON_MAX)
DW_MESSAGE_FUNCTIONS(refuse, DW_MESSAGE_REFUSE, REFUSE_FIELDS, DW_ALWAYS_VALID)

/* [34, chunk, chunk count, bytes] or, in answer to a request that names it, [34, chunk, chunk
 * count, bytes, change]; chunk i holds the bytes from i * DW_MAP_CHUNK_MAX on. */

static bool map_chunk_valid(const dw_map_chunk *chunk)
{
    const bool last = chunk->chunk + 1 == chunk->chunk_count;
    return chunk->chunk < chunk->chunk_count && chunk->chunk_count <= DW_MAP_CHUNKS_MAX &&
           chunk->size <= DW_MAP_CHUNK_MAX && chunk->size >= (last ? 1 : DW_MAP_CHUNK_MAX);
}

static void encode_map_chunk(dw_writer *writer, const dw_message *message)
{
    const dw_map_chunk *chunk = &message->as.map_chunk;
    DW_CHECK(map_chunk_valid(chunk));
    dw_writer_array(writer, chunk->change != 0 ? 5 : 4);
    dw_writer_int(writer, DW_MESSAGE_MAP_CHUNK);
    dw_writer_int(writer, chunk->chunk);
    dw_writer_int(writer, chunk->chunk_count);
    dw_writer_bin(writer, chunk->bytes, chunk->size);
    if (chunk->change != 0) {
        dw_writer_int(writer, chunk->change);
    }
}

static void decode_map_chunk(dw_reader *reader, dw_message *message)
{
    dw_map_chunk *chunk = &message->as.map_chunk;
    chunk->chunk = dw_reader_u16(reader, UINT16_MAX);
    chunk->chunk_count = dw_reader_u16(reader, UINT16_MAX);
    chunk->size = (uint16_t)dw_reader_bin(reader, chunk->bytes, 1, DW_MAP_CHUNK_MAX);
    if (reader->left > 0) {
        chunk->change = (uint32_t)dw_reader_int(reader, 1, UINT32_MAX);
    }
    if (!map_chunk_valid(chunk)) {
        dw_reader_fail(reader);
    }
}

/* [36, tick, kind, a, b, c] */

static bool event_valid(const dw_client_event *event)
{
    /* The highest a, b and c of each kind; body ids start at 1, everything else at 0. */
    static const struct {
        uint16_t a_low, a_high, b_high, c_high;
    } limits[DW_CLIENT_EVENT_COUNT] = {
        [DW_CLIENT_EVENT_BARK] = {1, UINT8_MAX, 5, 0},
        [DW_CLIENT_EVENT_RADIO] = {0, DW_ROOMS_MAX - 1, 3, 3},
        [DW_CLIENT_EVENT_DETECTED] = {1, UINT8_MAX, 0, 0},
        [DW_CLIENT_EVENT_CAUGHT] = {0, DW_INTRUDERS_MAX - 1, 0, 0},
        [DW_CLIENT_EVENT_ITEM_TAKEN] = {0, DW_INTRUDERS_MAX - 1, DW_ITEMS_MAX - 1, 0},
        [DW_CLIENT_EVENT_ITEM_DROPPED] = {0, DW_INTRUDERS_MAX - 1, DW_ITEMS_MAX - 1, 0},
        [DW_CLIENT_EVENT_DOOR] = {0, DW_DOORS_MAX - 1, 1, 0},
        [DW_CLIENT_EVENT_USE_FAILED] = {0, 1, 0, 0},
        [DW_CLIENT_EVENT_INTENTION] = {0, DW_DOORS_MAX - 1, 3, 0},
        [DW_CLIENT_EVENT_ITEM_HANDED] = {0, DW_INTRUDERS_MAX - 1, DW_ITEMS_MAX - 1,
                                         DW_INTRUDERS_MAX - 1},
        [DW_CLIENT_EVENT_THROWN] = {16 * DW_TOOL_COIN, 16 * DW_TOOL_COUNT - 1, UINT16_MAX,
                                    UINT16_MAX},
    };
    return event->kind < DW_CLIENT_EVENT_COUNT && event->a >= limits[event->kind].a_low &&
           event->a <= limits[event->kind].a_high && event->b <= limits[event->kind].b_high &&
           event->c <= limits[event->kind].c_high;
}

#define EVENT_FIELDS(X)                                                                            \
    X(NUMBER, ->tick, 0, UINT32_MAX)                                                               \
    X(NUMBER, ->kind, 0, DW_CLIENT_EVENT_COUNT - 1)                                                \
    X(NUMBER, ->a, 0, UINT16_MAX)                                                                  \
    X(NUMBER, ->b, 0, UINT16_MAX)                                                                  \
    X(NUMBER, ->c, 0, UINT16_MAX)
DW_MESSAGE_FUNCTIONS(event, DW_MESSAGE_EVENT, EVENT_FIELDS, event_valid)

/* [37, tick, round, phase, outcome, start tick, end tick, winner, spectators,
 *  slot, state, caught tick, name, ...] */

#define ROUND_FIELDS(X)                                                                            \
    X(NUMBER, ->tick, 0, UINT32_MAX)                                                               \
    X(NUMBER, ->round, 1, UINT32_MAX)                                                              \
    X(NUMBER, ->phase, 0, DW_PHASE_COUNT - 1)                                                      \
    X(NUMBER, ->outcome, 0, DW_OUTCOME_COUNT - 1)                                                  \
    X(NUMBER, ->start_tick, 0, UINT32_MAX)                                                         \
    X(NUMBER, ->end_tick, 0, UINT32_MAX)                                                           \
    X(SLOT, ->winner, 0, 0)                                                                        \
    X(NUMBER, ->spectators, 0, UINT8_MAX)                                                          \
    X(NUMBER, ->paused, 0, 1)

#define ROSTER_FIELDS(X)                                                                           \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(NUMBER, ->state, DW_SLOT_EMPTY + 1, DW_SLOT_STATE_COUNT - 1)                                 \
    X(NUMBER, ->caught_tick, 0, UINT32_MAX)                                                        \
    X(TEXT, ->name, 1, DW_PLAYER_NAME_MAX)

static bool round_valid(const dw_round *round)
{
    const bool ended = round->phase == DW_PHASE_RESULT;
    const bool won = round->outcome == DW_OUTCOME_WON;
    if (ended != (round->outcome != DW_OUTCOME_NONE) || (!won && round->winner != DW_SLOT_NONE) ||
        (round->paused != 0 && round->phase != DW_PHASE_PLAY)) {
        return false;
    }
    for (uint32_t i = 1; i < round->roster_count; i++) {
        if (round->roster[i].slot <= round->roster[i - 1].slot) {
            return false;
        }
    }
    return true;
}

DW_LIST_FUNCTIONS(static void encode_round, static void decode_round, round, DW_MESSAGE_ROUND,
                  ROUND_FIELDS, roster, roster_count, ROSTER_FIELDS, round_valid)

/* [38, slot, name, text] */

#define CHAT_LINE_FIELDS(X)                                                                        \
    X(SLOT, ->slot, 0, 0)                                                                          \
    X(TEXT, ->name, 1, DW_PLAYER_NAME_MAX)                                                         \
    X(TEXT, ->text, 1, DW_CHAT_MAX)
DW_MESSAGE_FUNCTIONS(chat_line, DW_MESSAGE_CHAT_LINE, CHAT_LINE_FIELDS, DW_ALWAYS_VALID)

/* [39, reason, text] */

DW_MESSAGE_FUNCTIONS(kick, DW_MESSAGE_KICK, REFUSE_FIELDS, DW_ALWAYS_VALID)

/* [41, place] */

#define QUEUE_FIELDS(X) X(NUMBER, ->place, 1, DW_QUEUE_MATCH_MAX)
DW_MESSAGE_FUNCTIONS(queue, DW_MESSAGE_QUEUE, QUEUE_FIELDS, DW_ALWAYS_VALID)

/* [42, slot, token] */

#define SEAT_FIELDS(X)                                                                             \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(BIN, ->token, 0, DW_TOKEN_SIZE)
DW_MESSAGE_FUNCTIONS(seat, DW_MESSAGE_SEAT, SEAT_FIELDS, DW_ALWAYS_VALID)

/* [44, vote, phase, accused, caller, yes, no, needed, end tick] */

#define VOTE_STATE_FIELDS(X)                                                                       \
    X(NUMBER, ->vote, 1, UINT32_MAX)                                                               \
    X(NUMBER, ->phase, 0, DW_VOTE_PHASE_COUNT - 1)                                                 \
    X(NUMBER, ->accused, 0, DW_VOTE_SUBJECTS - 1)                                                  \
    X(SLOT, ->caller, 0, 0)                                                                        \
    X(NUMBER, ->yes, 0, DW_INTRUDERS_MAX)                                                          \
    X(NUMBER, ->no, 0, DW_INTRUDERS_MAX)                                                           \
    X(NUMBER, ->needed, 1, DW_INTRUDERS_MAX)                                                       \
    X(NUMBER, ->end_tick, 0, UINT32_MAX)
DW_MESSAGE_FUNCTIONS(vote_state, DW_MESSAGE_VOTE_STATE, VOTE_STATE_FIELDS, DW_ALWAYS_VALID)

/* [45, change, tick, intruders max, map hash, map size, map name] */

#define MAP_CHANGE_FIELDS(X)                                                                       \
    X(NUMBER, ->change, 1, UINT32_MAX)                                                             \
    X(NUMBER, ->tick, 0, UINT32_MAX)                                                               \
    X(NUMBER, ->intruders_max, 1, DW_INTRUDERS_MAX)                                                \
    X(BIN, ->map_hash.bytes, 0, DW_MAP_HASH_SIZE)                                                  \
    X(NUMBER, ->map_size, 1, DW_MAP_BYTES_MAX)                                                     \
    X(TEXT, ->map_name, 1, DW_NAME_SIZE - 1)
DW_MESSAGE_FUNCTIONS(map_change, DW_MESSAGE_MAP_CHANGE, MAP_CHANGE_FIELDS, DW_ALWAYS_VALID)

/* [61, name, ...] */

static void encode_choices(dw_writer *writer, const dw_message *message)
{
    const dw_choices *choices = &message->as.choices;
    DW_CHECK(choices->count <= DW_CHOICES_MAX);
    dw_writer_array(writer, 1 + (uint32_t)choices->count);
    dw_writer_int(writer, DW_MESSAGE_CHOICES);
    for (uint32_t i = 0; i < choices->count; i++) {
        dw_writer_text(writer, choices->names[i], 1, DW_CHOICE_TEXT_MAX);
    }
}

static void decode_choices(dw_reader *reader, dw_message *message)
{
    dw_choices *choices = &message->as.choices;
    while (reader->left > 0 && choices->count < DW_CHOICES_MAX) {
        dw_reader_text(reader, choices->names[choices->count++], 1, DW_CHOICE_TEXT_MAX);
    }
}

/* [49, more, text] */

#define ADMIN_LINE_FIELDS(X)                                                                       \
    X(NUMBER, ->more, 0, 1)                                                                        \
    X(TEXT, ->text, 0, DW_ADMIN_LINE_MAX)
DW_MESSAGE_FUNCTIONS(admin_line, DW_MESSAGE_ADMIN_LINE, ADMIN_LINE_FIELDS, DW_ALWAYS_VALID)

const dw_codec *dw_codec_from_server(int type)
{
    static const dw_codec codecs[] = {
        {DW_MESSAGE_WELCOME, DW_CHANNEL_CONTROL, true, WELCOME_ELEMENTS, WELCOME_ELEMENTS,
         encode_welcome, decode_welcome},
        {DW_MESSAGE_REFUSE, DW_CHANNEL_CONTROL, false, 3, 3, encode_refuse, decode_refuse},
        {DW_MESSAGE_MAP_CHUNK, DW_CHANNEL_MAP, false, 4, 5, encode_map_chunk, decode_map_chunk},
        {DW_MESSAGE_EVENT, DW_CHANNEL_CONTROL, false, 6, 6, encode_event, decode_event},
        {DW_MESSAGE_ROUND, DW_CHANNEL_CONTROL, false, ROUND_ELEMENTS, ROUND_ELEMENTS_MAX,
         encode_round, decode_round},
        {DW_MESSAGE_CHAT_LINE, DW_CHANNEL_CONTROL, false, 4, 4, encode_chat_line, decode_chat_line},
        {DW_MESSAGE_KICK, DW_CHANNEL_CONTROL, false, 3, 3, encode_kick, decode_kick},
        {DW_MESSAGE_MIND, DW_CHANNEL_SNAPSHOT, false, DW_MIND_ELEMENTS_MIN, DW_MIND_ELEMENTS_MAX,
         dw_codec_encode_mind, dw_codec_decode_mind},
        {DW_MESSAGE_QUEUE, DW_CHANNEL_CONTROL, false, 2, 2, encode_queue, decode_queue},
        {DW_MESSAGE_SEAT, DW_CHANNEL_CONTROL, false, 3, 3, encode_seat, decode_seat},
        {DW_MESSAGE_VOTE_STATE, DW_CHANNEL_CONTROL, false, 9, 9, encode_vote_state,
         decode_vote_state},
        {DW_MESSAGE_CHOICES, DW_CHANNEL_CONTROL, false, 1, 1 + DW_CHOICES_MAX, encode_choices,
         decode_choices},
        {DW_MESSAGE_FOUND_ITEM, DW_CHANNEL_CONTROL, false, DW_FOUND_ITEM_ELEMENTS,
         DW_FOUND_ITEM_ELEMENTS, dw_codec_encode_found_item, dw_codec_decode_found_item},
        {DW_MESSAGE_MAP_CHANGE, DW_CHANNEL_CONTROL, false, 7, 7, encode_map_change,
         decode_map_change},
        {DW_MESSAGE_TEAM_SIGNAL, DW_CHANNEL_CONTROL, false, DW_TEAM_SIGNAL_ELEMENTS,
         DW_TEAM_SIGNAL_ELEMENTS, dw_codec_encode_team_signal, dw_codec_decode_team_signal},
        {DW_MESSAGE_BODY_KIND, DW_CHANNEL_CONTROL, false, DW_BODY_KIND_ELEMENTS,
         DW_BODY_KIND_ELEMENTS, dw_codec_encode_body_kind, dw_codec_decode_body_kind},
        {DW_MESSAGE_SOUNDS, DW_CHANNEL_SNAPSHOT, false, DW_SOUNDS_ELEMENTS_MIN,
         DW_SOUNDS_ELEMENTS_MAX, dw_codec_encode_sounds, dw_codec_decode_sounds},
        {DW_MESSAGE_ADMIN_LINE, DW_CHANNEL_CONTROL, false, 3, 3, encode_admin_line,
         decode_admin_line},
        {DW_MESSAGE_PLAYBACK, DW_CHANNEL_CONTROL, false, DW_PLAYBACK_ELEMENTS, DW_PLAYBACK_ELEMENTS,
         dw_codec_encode_playback, dw_codec_decode_playback},
        {DW_MESSAGE_PLAYBACK_EVENTS, DW_CHANNEL_CONTROL, false, DW_PLAYBACK_EVENTS_ELEMENTS_MIN,
         DW_PLAYBACK_EVENTS_ELEMENTS_MAX, dw_codec_encode_playback_events,
         dw_codec_decode_playback_events},
        {DW_MESSAGE_SIGHTING, DW_CHANNEL_CONTROL, false, DW_SIGHTING_ELEMENTS + 2,
         DW_SIGHTING_ELEMENTS + DW_PLAYBACK_SAMPLES_MAX, dw_codec_encode_sighting,
         dw_codec_decode_sighting},
        {DW_MESSAGE_STANDINGS, DW_CHANNEL_CONTROL, false, 2, DW_STANDINGS_ELEMENTS_MAX,
         dw_codec_encode_standings, dw_codec_decode_standings},
        {DW_MESSAGE_DETECTIONS, DW_CHANNEL_CONTROL, false, 3, DW_DETECTIONS_ELEMENTS_MAX,
         dw_codec_encode_detections, dw_codec_decode_detections},
        {DW_MESSAGE_GHOSTS, DW_CHANNEL_CONTROL, false, DW_GHOSTS_ELEMENTS_MIN,
         DW_GHOSTS_ELEMENTS_MAX, dw_codec_encode_ghosts, dw_codec_decode_ghosts},
    };
    for (size_t i = 0; i < DW_COUNT_OF(codecs); i++) {
        if ((int)codecs[i].type == type) {
            return &codecs[i];
        }
    }
    return dw_codec_of_mission(type);
}
