/* What a server sends, except the snapshot (snapshot.c) and minds (message_mind.c): welcome,
 * refuse, map chunk, event, round, chat line, kick, queue, seat, vote. */
#include "common/base/check.h"
#include "protocol/message_codec.h"

enum {
    WELCOME_ELEMENTS = 12, /* Before the fields of the ruleset. */
    ROUND_ELEMENTS = 9,    /* Before the roster. */
    ROSTER_ELEMENTS = 4,   /* A row of the roster. */
    ROUND_ELEMENTS_MAX = ROUND_ELEMENTS + ROSTER_ELEMENTS * DW_INTRUDERS_MAX
};

_Static_assert(WELCOME_ELEMENTS + DW_RULESET_PUBLIC_COUNT <= UINT8_MAX, "dw_codec.elements_max");

static bool slot_valid(unsigned slot)
{
    return slot < DW_INTRUDERS_MAX || slot == DW_SLOT_NONE;
}

/* [32, version, match, code, slot, tick, snapshot Hz, intruders max, map hash, map size, token, map
 * name, ruleset field, ...] */

static bool welcome_valid(const dw_welcome *welcome)
{
    return welcome->match >= 1 && dw_match_code_valid(welcome->code) && slot_valid(welcome->slot) &&
           welcome->snapshot_hz >= 1 && welcome->snapshot_hz <= DW_TICKS_PER_SECOND &&
           welcome->intruders_max >= 1 && welcome->intruders_max <= DW_INTRUDERS_MAX &&
           welcome->map_size >= 1 && welcome->map_size <= DW_MAP_BYTES_MAX &&
           dw_ruleset_check(&welcome->rules, NULL) == DW_OK;
}

static void encode_welcome(dw_writer *writer, const dw_message *message)
{
    const dw_welcome *welcome = &message->as.welcome;
    DW_CHECK(welcome_valid(welcome));
    dw_writer_array(writer, WELCOME_ELEMENTS + DW_RULESET_PUBLIC_COUNT);
    dw_writer_int(writer, DW_MESSAGE_WELCOME);
    dw_writer_int(writer, welcome->version);
    dw_writer_int(writer, welcome->match);
    dw_writer_text(writer, welcome->code, DW_MATCH_CODE_LENGTH, DW_MATCH_CODE_LENGTH);
    dw_writer_int(writer, welcome->slot);
    dw_writer_int(writer, welcome->tick);
    dw_writer_int(writer, welcome->snapshot_hz);
    dw_writer_int(writer, welcome->intruders_max);
    dw_writer_bin(writer, welcome->map_hash.bytes, DW_MAP_HASH_SIZE);
    dw_writer_int(writer, welcome->map_size);
    dw_writer_bin(writer, welcome->token, DW_TOKEN_SIZE);
    dw_writer_text(writer, welcome->map_name, 1, DW_NAME_SIZE - 1);
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        dw_writer_int(writer, dw_ruleset_get(&welcome->rules, i));
    }
}

static void decode_welcome(dw_reader *reader, dw_message *message)
{
    dw_welcome *welcome = &message->as.welcome;
    welcome->version = dw_reader_u32(reader);
    welcome->match = dw_reader_u16(reader, UINT16_MAX);
    dw_reader_text(reader, welcome->code, DW_MATCH_CODE_LENGTH, DW_MATCH_CODE_LENGTH);
    welcome->slot = dw_reader_u8(reader, UINT8_MAX);
    welcome->tick = dw_reader_u32(reader);
    welcome->snapshot_hz = dw_reader_u8(reader, UINT8_MAX);
    welcome->intruders_max = dw_reader_u8(reader, UINT8_MAX);
    (void)dw_reader_bin(reader, welcome->map_hash.bytes, DW_MAP_HASH_SIZE, DW_MAP_HASH_SIZE);
    welcome->map_size = dw_reader_u32(reader);
    (void)dw_reader_bin(reader, welcome->token, DW_TOKEN_SIZE, DW_TOKEN_SIZE);
    dw_reader_text(reader, welcome->map_name, 1, DW_NAME_SIZE - 1);
    welcome->rules = dw_ruleset_reference();
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        const int32_t value = (int32_t)dw_reader_int(reader, INT32_MIN, INT32_MAX);
        if (!reader->failed && dw_ruleset_set(&welcome->rules, i, value) != DW_OK) {
            dw_reader_fail(reader);
        }
    }
    if (!welcome_valid(welcome)) {
        dw_reader_fail(reader);
    }
}

/* [33, reason, text] */

static void encode_refuse(dw_writer *writer, const dw_message *message)
{
    const dw_refuse *refuse = &message->as.refuse;
    DW_CHECK((unsigned)refuse->reason < DW_REASON_COUNT);
    dw_writer_array(writer, 3);
    dw_writer_int(writer, DW_MESSAGE_REFUSE);
    dw_writer_int(writer, (int64_t)refuse->reason);
    dw_writer_text(writer, refuse->text, 0, DW_REASON_MAX);
}

static void decode_refuse(dw_reader *reader, dw_message *message)
{
    dw_refuse *refuse = &message->as.refuse;
    refuse->reason = (dw_reason)dw_reader_u8(reader, DW_REASON_COUNT - 1);
    dw_reader_text(reader, refuse->text, 0, DW_REASON_MAX);
}

/* [34, chunk, chunk count, bytes]; chunk i holds the bytes from i * DW_MAP_CHUNK_MAX on. */

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
    dw_writer_array(writer, 4);
    dw_writer_int(writer, DW_MESSAGE_MAP_CHUNK);
    dw_writer_int(writer, chunk->chunk);
    dw_writer_int(writer, chunk->chunk_count);
    dw_writer_bin(writer, chunk->bytes, chunk->size);
}

static void decode_map_chunk(dw_reader *reader, dw_message *message)
{
    dw_map_chunk *chunk = &message->as.map_chunk;
    chunk->chunk = dw_reader_u16(reader, UINT16_MAX);
    chunk->chunk_count = dw_reader_u16(reader, UINT16_MAX);
    chunk->size = (uint16_t)dw_reader_bin(reader, chunk->bytes, 1, DW_MAP_CHUNK_MAX);
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
        [DW_CLIENT_EVENT_BARK] = {1, UINT8_MAX, 3, 0},
        [DW_CLIENT_EVENT_RADIO] = {0, DW_ROOMS_MAX - 1, 1, 3},
        [DW_CLIENT_EVENT_DETECTED] = {1, UINT8_MAX, 0, 0},
        [DW_CLIENT_EVENT_CAUGHT] = {0, DW_INTRUDERS_MAX - 1, 0, 0},
        [DW_CLIENT_EVENT_OBJECTIVE_TAKEN] = {0, DW_INTRUDERS_MAX - 1, 0, 0},
        [DW_CLIENT_EVENT_OBJECTIVE_DROPPED] = {0, DW_INTRUDERS_MAX - 1, 0, 0},
        [DW_CLIENT_EVENT_DOOR] = {0, DW_DOORS_MAX - 1, 1, 0},
        [DW_CLIENT_EVENT_USE_FAILED] = {0, 1, 0, 0},
    };
    return event->kind < DW_CLIENT_EVENT_COUNT && event->a >= limits[event->kind].a_low &&
           event->a <= limits[event->kind].a_high && event->b <= limits[event->kind].b_high &&
           event->c <= limits[event->kind].c_high;
}

static void encode_event(dw_writer *writer, const dw_message *message)
{
    const dw_client_event *event = &message->as.event;
    DW_CHECK(event_valid(event));
    dw_writer_array(writer, 6);
    dw_writer_int(writer, DW_MESSAGE_EVENT);
    dw_writer_int(writer, event->tick);
    dw_writer_int(writer, event->kind);
    dw_writer_int(writer, event->a);
    dw_writer_int(writer, event->b);
    dw_writer_int(writer, event->c);
}

static void decode_event(dw_reader *reader, dw_message *message)
{
    dw_client_event *event = &message->as.event;
    event->tick = dw_reader_u32(reader);
    event->kind = dw_reader_u8(reader, DW_CLIENT_EVENT_COUNT - 1);
    event->a = dw_reader_u16(reader, UINT16_MAX);
    event->b = dw_reader_u16(reader, UINT16_MAX);
    event->c = dw_reader_u16(reader, UINT16_MAX);
    if (!event_valid(event)) {
        dw_reader_fail(reader);
    }
}

/* [37, tick, round, phase, outcome, start tick, end tick, winner, spectators,
 *  slot, state, caught tick, name, ...] */

static bool round_valid(const dw_round *round)
{
    const bool ended = round->phase == DW_PHASE_RESULT;
    const bool won = round->outcome == DW_OUTCOME_WON;
    if (round->round < 1 || round->phase >= DW_PHASE_COUNT || round->outcome >= DW_OUTCOME_COUNT ||
        ended != (round->outcome != DW_OUTCOME_NONE) || !slot_valid(round->winner) ||
        won != (round->winner != DW_SLOT_NONE) || round->roster_count > DW_INTRUDERS_MAX) {
        return false;
    }
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const dw_roster_row *row = &round->roster[i];
        if (row->slot >= DW_INTRUDERS_MAX || (i > 0 && row->slot <= row[-1].slot) ||
            row->state == DW_SLOT_EMPTY || row->state >= DW_SLOT_STATE_COUNT) {
            return false;
        }
    }
    return true;
}

static void encode_round(dw_writer *writer, const dw_message *message)
{
    const dw_round *round = &message->as.round;
    DW_CHECK(round_valid(round));
    dw_writer_array(writer, ROUND_ELEMENTS + ROSTER_ELEMENTS * (uint32_t)round->roster_count);
    dw_writer_int(writer, DW_MESSAGE_ROUND);
    dw_writer_int(writer, round->tick);
    dw_writer_int(writer, round->round);
    dw_writer_int(writer, round->phase);
    dw_writer_int(writer, round->outcome);
    dw_writer_int(writer, round->start_tick);
    dw_writer_int(writer, round->end_tick);
    dw_writer_int(writer, round->winner);
    dw_writer_int(writer, round->spectators);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const dw_roster_row *row = &round->roster[i];
        dw_writer_int(writer, row->slot);
        dw_writer_int(writer, row->state);
        dw_writer_int(writer, row->caught_tick);
        dw_writer_text(writer, row->name, 1, DW_PLAYER_NAME_MAX);
    }
}

static void decode_round(dw_reader *reader, dw_message *message)
{
    dw_round *round = &message->as.round;
    round->tick = dw_reader_u32(reader);
    round->round = dw_reader_u32(reader);
    round->phase = dw_reader_u8(reader, UINT8_MAX);
    round->outcome = dw_reader_u8(reader, UINT8_MAX);
    round->start_tick = dw_reader_u32(reader);
    round->end_tick = dw_reader_u32(reader);
    round->winner = dw_reader_u8(reader, UINT8_MAX);
    round->spectators = dw_reader_u8(reader, UINT8_MAX);
    while (reader->left > 0 && round->roster_count < DW_INTRUDERS_MAX) {
        dw_roster_row *row = &round->roster[round->roster_count];
        row->slot = dw_reader_u8(reader, UINT8_MAX);
        row->state = dw_reader_u8(reader, UINT8_MAX);
        row->caught_tick = dw_reader_u32(reader);
        dw_reader_text(reader, row->name, 1, DW_PLAYER_NAME_MAX);
        round->roster_count++;
    }
    if (!round_valid(round)) {
        dw_reader_fail(reader);
    }
}

/* [38, slot, name, text] */

static void encode_chat_line(dw_writer *writer, const dw_message *message)
{
    const dw_chat_line *line = &message->as.chat_line;
    DW_CHECK(slot_valid(line->slot));
    dw_writer_array(writer, 4);
    dw_writer_int(writer, DW_MESSAGE_CHAT_LINE);
    dw_writer_int(writer, line->slot);
    dw_writer_text(writer, line->name, 1, DW_PLAYER_NAME_MAX);
    dw_writer_text(writer, line->text, 1, DW_CHAT_MAX);
}

static void decode_chat_line(dw_reader *reader, dw_message *message)
{
    dw_chat_line *line = &message->as.chat_line;
    line->slot = dw_reader_u8(reader, UINT8_MAX);
    dw_reader_text(reader, line->name, 1, DW_PLAYER_NAME_MAX);
    dw_reader_text(reader, line->text, 1, DW_CHAT_MAX);
    if (!slot_valid(line->slot)) {
        dw_reader_fail(reader);
    }
}

/* [39, reason, text] */

static void encode_kick(dw_writer *writer, const dw_message *message)
{
    const dw_kick *kick = &message->as.kick;
    DW_CHECK((unsigned)kick->reason < DW_REASON_COUNT);
    dw_writer_array(writer, 3);
    dw_writer_int(writer, DW_MESSAGE_KICK);
    dw_writer_int(writer, (int64_t)kick->reason);
    dw_writer_text(writer, kick->text, 0, DW_REASON_MAX);
}

static void decode_kick(dw_reader *reader, dw_message *message)
{
    message->as.kick.reason = (dw_reason)dw_reader_u8(reader, DW_REASON_COUNT - 1);
    dw_reader_text(reader, message->as.kick.text, 0, DW_REASON_MAX);
}

/* [41, place] */

static void encode_queue(dw_writer *writer, const dw_message *message)
{
    const uint8_t place = message->as.queue.place;
    DW_CHECK(place >= 1 && place <= DW_QUEUE_MATCH_MAX);
    dw_writer_array(writer, 2);
    dw_writer_int(writer, DW_MESSAGE_QUEUE);
    dw_writer_int(writer, place);
}

static void decode_queue(dw_reader *reader, dw_message *message)
{
    message->as.queue.place = (uint8_t)dw_reader_int(reader, 1, DW_QUEUE_MATCH_MAX);
}

/* [42, slot, token] */

static void encode_seat(dw_writer *writer, const dw_message *message)
{
    const dw_seat_notice *seat = &message->as.seat;
    DW_CHECK(seat->slot < DW_INTRUDERS_MAX);
    dw_writer_array(writer, 3);
    dw_writer_int(writer, DW_MESSAGE_SEAT);
    dw_writer_int(writer, seat->slot);
    dw_writer_bin(writer, seat->token, DW_TOKEN_SIZE);
}

static void decode_seat(dw_reader *reader, dw_message *message)
{
    dw_seat_notice *seat = &message->as.seat;
    seat->slot = dw_reader_u8(reader, DW_INTRUDERS_MAX - 1);
    (void)dw_reader_bin(reader, seat->token, DW_TOKEN_SIZE, DW_TOKEN_SIZE);
}

/* [44, vote, phase, accused, caller, yes, no, needed, end tick] */

static bool vote_state_valid(const dw_vote_state *state)
{
    return state->vote >= 1 && state->phase < DW_VOTE_PHASE_COUNT &&
           state->accused < DW_INTRUDERS_MAX && slot_valid(state->caller) &&
           state->yes <= DW_INTRUDERS_MAX && state->no <= DW_INTRUDERS_MAX && state->needed >= 1 &&
           state->needed <= DW_INTRUDERS_MAX;
}

static void encode_vote_state(dw_writer *writer, const dw_message *message)
{
    const dw_vote_state *state = &message->as.vote_state;
    DW_CHECK(vote_state_valid(state));
    dw_writer_array(writer, 9);
    dw_writer_int(writer, DW_MESSAGE_VOTE_STATE);
    dw_writer_int(writer, state->vote);
    dw_writer_int(writer, state->phase);
    dw_writer_int(writer, state->accused);
    dw_writer_int(writer, state->caller);
    dw_writer_int(writer, state->yes);
    dw_writer_int(writer, state->no);
    dw_writer_int(writer, state->needed);
    dw_writer_int(writer, state->end_tick);
}

static void decode_vote_state(dw_reader *reader, dw_message *message)
{
    dw_vote_state *state = &message->as.vote_state;
    state->vote = dw_reader_u32(reader);
    state->phase = dw_reader_u8(reader, UINT8_MAX);
    state->accused = dw_reader_u8(reader, UINT8_MAX);
    state->caller = dw_reader_u8(reader, UINT8_MAX);
    state->yes = dw_reader_u8(reader, UINT8_MAX);
    state->no = dw_reader_u8(reader, UINT8_MAX);
    state->needed = dw_reader_u8(reader, UINT8_MAX);
    state->end_tick = dw_reader_u32(reader);
    if (!vote_state_valid(state)) {
        dw_reader_fail(reader);
    }
}

const dw_codec *dw_codec_from_server(int type)
{
    static const dw_codec codecs[] = {
        {DW_MESSAGE_WELCOME, DW_CHANNEL_CONTROL, true, WELCOME_ELEMENTS + DW_RULESET_PUBLIC_COUNT,
         WELCOME_ELEMENTS + DW_RULESET_PUBLIC_COUNT, encode_welcome, decode_welcome},
        {DW_MESSAGE_REFUSE, DW_CHANNEL_CONTROL, false, 3, 3, encode_refuse, decode_refuse},
        {DW_MESSAGE_MAP_CHUNK, DW_CHANNEL_MAP, false, 4, 4, encode_map_chunk, decode_map_chunk},
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
    };
    for (size_t i = 0; i < DW_COUNT_OF(codecs); i++) {
        if ((int)codecs[i].type == type) {
            return &codecs[i];
        }
    }
    return NULL;
}
