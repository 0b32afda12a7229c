/* What a client sends: hello, input, map request, chat, quit, vote, map ready, admin. Signs and
 * pings are in message_signal.c, steering of a playback in message_playback.c, ready in
 * message_standings.c. */
#include "protocol/message_fields.h"

/* An intent is one number: direction | buttons << 4, of one byte; with a tool | heading << 9 |
 * distance << 17; with an answer | answer << 25. */
enum {
    INTENT_BUTTONS_SHIFT = 4,
    INTENT_HEADING_SHIFT = 9,
    INTENT_DISTANCE_SHIFT = 17,
    INTENT_ANSWER_SHIFT = 25,
    INTENT_MAX = ((DW_ANSWERS_MAX + 1) << INTENT_ANSWER_SHIFT) - 1,
    HELLO_ELEMENTS = 9,
    INPUT_ELEMENTS = 3 /* Before the intents. */
};

_Static_assert(DW_DIRECTION_COUNT <= 1 << INTENT_BUTTONS_SHIFT, "a direction fits its bits");
_Static_assert(DW_BUTTONS_ALL << INTENT_BUTTONS_SHIFT < 1 << 7, "without a tool it is one byte");
_Static_assert(DW_BUTTONS_END << INTENT_BUTTONS_SHIFT == 1 << INTENT_HEADING_SHIFT,
               "the heading comes behind the buttons");

static uint32_t pack_intent(dw_intent intent)
{
    return intent.direction | (uint32_t)intent.buttons << INTENT_BUTTONS_SHIFT |
           (uint32_t)intent.throw_heading << INTENT_HEADING_SHIFT |
           (uint32_t)intent.throw_distance << INTENT_DISTANCE_SHIFT |
           (uint32_t)intent.answer << INTENT_ANSWER_SHIFT;
}

static dw_intent unpack_intent(uint32_t packed)
{
    return (dw_intent){
        .direction = packed & ((1 << INTENT_BUTTONS_SHIFT) - 1),
        .buttons = (uint8_t)(packed >> INTENT_BUTTONS_SHIFT & (DW_BUTTONS_END - 1)),
        .throw_heading = (uint8_t)(packed >> INTENT_HEADING_SHIFT & UINT8_MAX),
        .throw_distance = (uint8_t)(packed >> INTENT_DISTANCE_SHIFT & UINT8_MAX),
        .answer = (uint8_t)(packed >> INTENT_ANSWER_SHIFT),
    };
}

/* [1, version, map hash, match, spectate, name, identity, proof, token] */

#define HELLO_FIELDS(X)                                                                            \
    X(NUMBER, ->version, 0, UINT32_MAX)                                                            \
    X(OPTION, ->map_hash.bytes, ->has_map_hash, DW_MAP_HASH_SIZE)                                  \
    X(TEXT, ->match, 0, DW_MATCH_TEXT_MAX)                                                         \
    X(NUMBER, ->spectate, 0, 1)                                                                    \
    X(TEXT, ->name, 1, DW_PLAYER_NAME_MAX)                                                         \
    X(OPTION, ->identity, ->has_identity, DW_SEAL_KEY_SIZE)                                        \
    X(OPTION, ->proof, ->has_proof, DW_IDENTITY_PROOF_SIZE)                                        \
    X(OPTION, ->token, ->has_token, DW_TOKEN_SIZE)
DW_MESSAGE_FUNCTIONS(hello, DW_MESSAGE_HELLO, HELLO_FIELDS, DW_ALWAYS_VALID)

/* [2, acknowledged tick, newest tick, intent, intent, ...], oldest intent first. */

static bool input_ticks_valid(const dw_input *input)
{
    /* The oldest intent belongs to tick 1 at the earliest. */
    return input->count >= 1 && input->count <= DW_INPUT_TICKS_MAX &&
           input->newest_tick >= input->count;
}

static void encode_input(dw_writer *writer, const dw_message *message)
{
    const dw_input *input = &message->as.input;
    DW_CHECK(input_ticks_valid(input));
    dw_writer_array(writer, INPUT_ELEMENTS + (uint32_t)input->count);
    dw_writer_int(writer, DW_MESSAGE_INPUT);
    dw_writer_int(writer, input->ack_tick);
    dw_writer_int(writer, input->newest_tick);
    for (uint32_t i = 0; i < input->count; i++) {
        const dw_intent intent = input->intents[i];
        DW_CHECK(dw_intent_valid(intent));
        dw_writer_int(writer, pack_intent(intent));
    }
}

static void decode_input(dw_reader *reader, dw_message *message)
{
    dw_input *input = &message->as.input;
    input->ack_tick = dw_reader_u32(reader);
    input->newest_tick = dw_reader_u32(reader);
    while (reader->left > 0 && input->count < DW_INPUT_TICKS_MAX) {
        const dw_intent intent = unpack_intent((uint32_t)dw_reader_int(reader, 0, INTENT_MAX));
        if (!dw_intent_valid(intent)) {
            dw_reader_fail(reader);
        }
        input->intents[input->count] = intent;
        input->count++;
    }
    if (!input_ticks_valid(input)) {
        dw_reader_fail(reader);
    }
}

/* [3, chunk] or, behind a change of the map, [3, chunk, change] */

static void encode_map_request(dw_writer *writer, const dw_message *message)
{
    const dw_map_request *request = &message->as.map_request;
    DW_CHECK(request->chunk < DW_MAP_CHUNKS_MAX);
    dw_writer_array(writer, request->change != 0 ? 3 : 2);
    dw_writer_int(writer, DW_MESSAGE_MAP_REQUEST);
    dw_writer_int(writer, request->chunk);
    if (request->change != 0) {
        dw_writer_int(writer, request->change);
    }
}

static void decode_map_request(dw_reader *reader, dw_message *message)
{
    message->as.map_request.chunk = dw_reader_u16(reader, DW_MAP_CHUNKS_MAX - 1);
    if (reader->left > 0) {
        message->as.map_request.change = (uint32_t)dw_reader_int(reader, 1, UINT32_MAX);
    }
}

/* [4, text] */

#define CHAT_FIELDS(X) X(TEXT, ->text, 1, DW_CHAT_MAX)
DW_MESSAGE_FUNCTIONS(chat, DW_MESSAGE_CHAT, CHAT_FIELDS, DW_ALWAYS_VALID)

/* [5] */

static void encode_quit(dw_writer *writer, const dw_message *message)
{
    (void)message;
    dw_writer_array(writer, 1);
    dw_writer_int(writer, DW_MESSAGE_QUIT);
}

static void decode_quit(dw_reader *reader, dw_message *message)
{
    (void)reader;
    (void)message;
}

/* [6, vote, what it is about, or 0 no, 1 yes] */

static void encode_vote(dw_writer *writer, const dw_message *message)
{
    const dw_vote *vote = &message->as.vote;
    DW_CHECK(vote->vote == 0 ? vote->slot < DW_VOTE_SUBJECTS && !vote->yes : vote->slot == 0);
    dw_writer_array(writer, 3);
    dw_writer_int(writer, DW_MESSAGE_VOTE);
    dw_writer_int(writer, vote->vote);
    dw_writer_int(writer, vote->vote == 0 ? vote->slot : vote->yes);
}

static void decode_vote(dw_reader *reader, dw_message *message)
{
    dw_vote *vote = &message->as.vote;
    vote->vote = dw_reader_u32(reader);
    if (vote->vote == 0) {
        vote->slot = dw_reader_u8(reader, DW_VOTE_SUBJECTS - 1);
    } else {
        vote->yes = dw_reader_bool(reader);
    }
}

/* [7, change] */

#define MAP_READY_FIELDS(X) X(NUMBER, ->change, 1, UINT32_MAX)
DW_MESSAGE_FUNCTIONS(map_ready, DW_MESSAGE_MAP_READY, MAP_READY_FIELDS, DW_ALWAYS_VALID)

/* [9, text] */

#define ADMIN_FIELDS(X) X(TEXT, ->text, 1, DW_ADMIN_COMMAND_MAX)
DW_MESSAGE_FUNCTIONS(admin, DW_MESSAGE_ADMIN, ADMIN_FIELDS, DW_ALWAYS_VALID)

const dw_codec *dw_codec_from_client(int type)
{
    static const dw_codec codecs[] = {
        {DW_MESSAGE_HELLO, DW_CHANNEL_CONTROL, true, HELLO_ELEMENTS, HELLO_ELEMENTS, encode_hello,
         decode_hello},
        {DW_MESSAGE_INPUT, DW_CHANNEL_INPUT, false, INPUT_ELEMENTS + 1,
         INPUT_ELEMENTS + DW_INPUT_TICKS_MAX, encode_input, decode_input},
        {DW_MESSAGE_MAP_REQUEST, DW_CHANNEL_MAP, false, 2, 3, encode_map_request,
         decode_map_request},
        {DW_MESSAGE_CHAT, DW_CHANNEL_CONTROL, false, 2, 2, encode_chat, decode_chat},
        {DW_MESSAGE_QUIT, DW_CHANNEL_CONTROL, false, 1, 1, encode_quit, decode_quit},
        {DW_MESSAGE_VOTE, DW_CHANNEL_CONTROL, false, 3, 3, encode_vote, decode_vote},
        {DW_MESSAGE_MAP_READY, DW_CHANNEL_CONTROL, false, 2, 2, encode_map_ready, decode_map_ready},
        {DW_MESSAGE_SIGNAL, DW_CHANNEL_CONTROL, false, DW_SIGNAL_ELEMENTS, DW_SIGNAL_ELEMENTS,
         dw_codec_encode_signal, dw_codec_decode_signal},
        {DW_MESSAGE_ADMIN, DW_CHANNEL_CONTROL, false, 2, 2, encode_admin, decode_admin},
        {DW_MESSAGE_STEER, DW_CHANNEL_CONTROL, false, DW_STEER_ELEMENTS, DW_STEER_ELEMENTS,
         dw_codec_encode_steer, dw_codec_decode_steer},
        {DW_MESSAGE_READY, DW_CHANNEL_CONTROL, false, DW_READY_ELEMENTS, DW_READY_ELEMENTS,
         dw_codec_encode_ready, dw_codec_decode_ready},
    };
    for (size_t i = 0; i < DW_COUNT_OF(codecs); i++) {
        if ((int)codecs[i].type == type) {
            return &codecs[i];
        }
    }
    return NULL;
}
