#include "random_message.h"

#include "common/base/check.h"

#include <string.h>

const dw_message_type dw_test_message_types[DW_TEST_MESSAGE_TYPES] = {
    DW_MESSAGE_HELLO,       DW_MESSAGE_INPUT,
    DW_MESSAGE_MAP_REQUEST, DW_MESSAGE_CHAT,
    DW_MESSAGE_QUIT,        DW_MESSAGE_WELCOME,
    DW_MESSAGE_REFUSE,      DW_MESSAGE_MAP_CHUNK,
    DW_MESSAGE_EVENT,       DW_MESSAGE_ROUND,
    DW_MESSAGE_CHAT_LINE,   DW_MESSAGE_KICK,
    DW_MESSAGE_MIND,        DW_MESSAGE_QUEUE,
    DW_MESSAGE_SEAT,        DW_MESSAGE_VOTE,
    DW_MESSAGE_VOTE_STATE,  DW_MESSAGE_MAP_READY,
    DW_MESSAGE_MAP_CHANGE,  DW_MESSAGE_SIGNAL,
    DW_MESSAGE_TEAM_SIGNAL, DW_MESSAGE_BODY_KIND,
    DW_MESSAGE_SOUNDS,      DW_MESSAGE_ADMIN,
    DW_MESSAGE_ADMIN_LINE,  DW_MESSAGE_STEER,
    DW_MESSAGE_PLAYBACK,    DW_MESSAGE_PLAYBACK_EVENTS,
    DW_MESSAGE_SIGHTING,    DW_MESSAGE_READY,
    DW_MESSAGE_STANDINGS,   DW_MESSAGE_DETECTIONS};

/* low .. high; an end of the range or a value near it half of the time. */
static uint64_t pick(dw_rng *rng, uint64_t low, uint64_t high)
{
    const uint64_t span = high - low;
    switch (dw_rng_below(rng, 4)) {
    case 0:
        return low + (span < 40 ? 0 : dw_rng_below(rng, 40));
    case 1:
        return high;
    case 2:
        /* A random width, so that every form of a number on the wire comes up. */
        return low +
               (((uint64_t)dw_rng_next(rng) << 32 | dw_rng_next(rng)) >> dw_rng_below(rng, 64)) %
                   (span == UINT64_MAX ? UINT64_MAX : span + 1);
    default:
        return low + dw_rng_below(rng, span < UINT32_MAX ? (uint32_t)span + 1 : UINT32_MAX);
    }
}

static uint8_t pick_u8(dw_rng *rng, uint8_t low, uint8_t high)
{
    return (uint8_t)pick(rng, low, high);
}

static uint16_t pick_u16(dw_rng *rng, uint16_t low, uint16_t high)
{
    return (uint16_t)pick(rng, low, high);
}

static uint32_t pick_u32(dw_rng *rng)
{
    return (uint32_t)pick(rng, 0, UINT32_MAX);
}

static void fill_bytes(dw_rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)dw_rng_below(rng, 256);
    }
}

/* Clean UTF-8 of low .. high bytes, of characters of one to four bytes. */
static void fill_text(dw_rng *rng, char *out, size_t low, size_t high)
{
    static const char *const characters[] = {
        "a", "Z", " ", "\"", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x95\xb5"};
    const size_t size = (size_t)pick(rng, low, high);
    size_t at = 0;
    while (at < size) {
        const char *next = characters[dw_rng_below(rng, (uint32_t)DW_COUNT_OF(characters))];
        if (strlen(next) <= size - at) {
            memcpy(out + at, next, strlen(next));
            at += strlen(next);
        }
    }
    out[at] = '\0';
}

static uint8_t pick_slot(dw_rng *rng)
{
    return dw_rng_below(rng, 3) == 0 ? DW_SLOT_NONE : pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
}

static void fill_hello(dw_rng *rng, dw_hello *hello)
{
    hello->version = DW_PROTOCOL_VERSION;
    hello->has_map_hash = dw_rng_below(rng, 2) == 1;
    fill_bytes(rng, hello->map_hash.bytes, hello->has_map_hash ? DW_MAP_HASH_SIZE : 0);
    fill_text(rng, hello->match, 0, DW_MATCH_TEXT_MAX);
    hello->spectate = dw_rng_below(rng, 2) == 1;
    fill_text(rng, hello->name, 1, DW_PLAYER_NAME_MAX);
    hello->has_identity = dw_rng_below(rng, 2) == 1;
    hello->has_proof = dw_rng_below(rng, 2) == 1;
    hello->has_token = dw_rng_below(rng, 2) == 1;
    fill_bytes(rng, hello->identity, hello->has_identity ? DW_SEAL_KEY_SIZE : 0);
    fill_bytes(rng, hello->proof, hello->has_proof ? DW_IDENTITY_PROOF_SIZE : 0);
    fill_bytes(rng, hello->token, hello->has_token ? DW_TOKEN_SIZE : 0);
}

static void fill_input(dw_rng *rng, dw_input *input)
{
    input->ack_tick = pick_u32(rng);
    input->newest_tick = (uint32_t)pick(rng, DW_INPUT_TICKS_MAX, UINT32_MAX);
    input->count = pick_u8(rng, 1, DW_INPUT_TICKS_MAX);
    for (uint32_t i = 0; i < input->count; i++) {
        input->intents[i] = (dw_intent){.direction = pick_u8(rng, 0, DW_DIRECTION_COUNT - 1),
                                        .buttons = pick_u8(rng, 0, DW_BUTTONS_ALL)};
        if (pick_u8(rng, 0, 3) == 0) {
            dw_intent *intent = &input->intents[i];
            intent->buttons |= pick_u8(rng, 0, 1) == 0 ? DW_BUTTON_COIN : DW_BUTTON_BAIT;
            intent->throw_heading = pick_u8(rng, 0, UINT8_MAX);
            intent->throw_distance = pick_u8(rng, 0, UINT8_MAX);
        }
    }
}

/* Fields that hang together, in the order that they must have. */
static void make_kind_fit(dw_kind *kind)
{
    dw_kind_eyes *eyes = &kind->senses.eyes;
    kind->body.size_mm = kind->body.size_mm < DW_KIND_SIZE_LEAST_MM ? 0 : kind->body.size_mm;
    if (eyes->meter_cap < eyes->meter_full) {
        eyes->meter_cap = eyes->meter_full;
    }
    if (eyes->meter_near > 0 && eyes->meter_far_loss >= eyes->meter_near) {
        eyes->meter_far_loss = eyes->meter_near - 1;
    }
}

static void fill_ruleset(dw_rng *rng, dw_ruleset *rules)
{
    *rules = dw_ruleset_reference();
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        const dw_tunable *field = dw_ruleset_field(i);
        const uint64_t above = pick(rng, 0, (uint64_t)(field->high - field->low));
        const dw_status status = dw_ruleset_set(rules, i, field->low + (int32_t)above);
        DW_CHECK(status == DW_OK);
    }
    make_kind_fit(&rules->kinds[DW_KIND_GUARD]);
    if (rules->chase_stop_distance_mm > rules->chase_near_distance_mm) {
        rules->chase_stop_distance_mm = rules->chase_near_distance_mm;
    }
}

static void fill_welcome(dw_rng *rng, dw_welcome *welcome)
{
    welcome->version = DW_PROTOCOL_VERSION;
    welcome->match = pick_u16(rng, 1, UINT16_MAX);
    dw_match_code_make((uint32_t)pick(rng, 0, DW_MATCH_CODE_COUNT - 1), welcome->code);
    welcome->slot = pick_slot(rng);
    welcome->tick = pick_u32(rng);
    welcome->snapshot_hz = pick_u8(rng, 1, DW_TICKS_PER_SECOND);
    welcome->intruders_max = pick_u8(rng, 1, DW_INTRUDERS_MAX);
    fill_bytes(rng, welcome->map_hash.bytes, DW_MAP_HASH_SIZE);
    welcome->map_size = (uint32_t)pick(rng, 1, DW_MAP_BYTES_MAX);
    fill_bytes(rng, welcome->token, DW_TOKEN_SIZE);
    fill_ruleset(rng, &welcome->rules);
    fill_text(rng, welcome->map_name, 1, DW_NAME_SIZE - 1);
}

static void fill_refuse(dw_rng *rng, dw_refuse *refuse)
{
    refuse->reason = (dw_reason)dw_rng_below(rng, DW_REASON_COUNT);
    fill_text(rng, refuse->text, 0, DW_REASON_MAX);
}

static void fill_map_change(dw_rng *rng, dw_map_change *change)
{
    change->change = (uint32_t)pick(rng, 1, UINT32_MAX);
    change->tick = pick_u32(rng);
    change->intruders_max = pick_u8(rng, 1, DW_INTRUDERS_MAX);
    fill_bytes(rng, change->map_hash.bytes, DW_MAP_HASH_SIZE);
    change->map_size = (uint32_t)pick(rng, 1, DW_MAP_BYTES_MAX);
    fill_text(rng, change->map_name, 1, DW_NAME_SIZE - 1);
}

/* 0, the map of the welcome, half of the time. */
static uint32_t pick_change(dw_rng *rng)
{
    return dw_rng_below(rng, 2) == 0 ? 0 : (uint32_t)pick(rng, 1, UINT32_MAX);
}

static void fill_map_chunk(dw_rng *rng, dw_map_chunk *chunk)
{
    chunk->chunk_count = pick_u16(rng, 1, DW_MAP_CHUNKS_MAX);
    chunk->chunk = pick_u16(rng, 0, (uint16_t)(chunk->chunk_count - 1));
    const bool last = chunk->chunk + 1 == chunk->chunk_count;
    chunk->size = last ? pick_u16(rng, 1, DW_MAP_CHUNK_MAX) : DW_MAP_CHUNK_MAX;
    fill_bytes(rng, chunk->bytes, chunk->size);
    chunk->change = pick_change(rng);
}

static void fill_event(dw_rng *rng, dw_client_event *event)
{
    event->tick = pick_u32(rng);
    event->kind = (uint8_t)dw_rng_below(rng, DW_CLIENT_EVENT_COUNT);
    switch ((dw_client_event_kind)event->kind) {
    case DW_CLIENT_EVENT_BARK:
        event->a = pick_u16(rng, 1, UINT8_MAX);
        event->b = pick_u16(rng, 0, 5);
        break;
    case DW_CLIENT_EVENT_RADIO:
        event->a = pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        event->b = pick_u16(rng, 0, 3);
        event->c = pick_u16(rng, 0, 3);
        break;
    case DW_CLIENT_EVENT_DETECTED:
        event->a = pick_u16(rng, 1, UINT8_MAX);
        break;
    case DW_CLIENT_EVENT_CAUGHT:
        event->a = pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_ITEM_TAKEN:
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        event->a = pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        event->b = pick_u16(rng, 0, DW_ITEMS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        event->a = pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        event->b = pick_u16(rng, 0, DW_ITEMS_MAX - 1);
        event->c = pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_THROWN:
        event->a = pick_u16(rng, 16, 47);
        event->b = pick_u16(rng, 0, UINT16_MAX);
        event->c = pick_u16(rng, 0, UINT16_MAX);
        break;
    case DW_CLIENT_EVENT_DOOR:
        event->a = pick_u16(rng, 0, DW_DOORS_MAX - 1);
        event->b = pick_u16(rng, 0, 1);
        break;
    case DW_CLIENT_EVENT_INTENTION:
        event->a = pick_u16(rng, 0, DW_DOORS_MAX - 1);
        event->b = pick_u16(rng, 0, 3);
        break;
    case DW_CLIENT_EVENT_USE_FAILED:
        event->a = pick_u16(rng, 0, 1);
        break;
    case DW_CLIENT_EVENT_COUNT:
        break;
    }
}

static void fill_round(dw_rng *rng, dw_round *round)
{
    round->tick = pick_u32(rng);
    round->round = (uint32_t)pick(rng, 1, UINT32_MAX);
    round->phase = (uint8_t)dw_rng_below(rng, DW_PHASE_COUNT);
    const bool ended = round->phase == DW_PHASE_RESULT;
    round->outcome = ended ? pick_u8(rng, 1, DW_OUTCOME_COUNT - 1) : DW_OUTCOME_NONE;
    round->start_tick = pick_u32(rng);
    round->end_tick = pick_u32(rng);
    round->winner =
        round->outcome == DW_OUTCOME_WON ? pick_u8(rng, 0, DW_INTRUDERS_MAX - 1) : DW_SLOT_NONE;
    round->spectators = pick_u8(rng, 0, UINT8_MAX);
    round->paused = round->phase == DW_PHASE_PLAY ? pick_u8(rng, 0, 1) : 0;
    const uint32_t odds = 1 + dw_rng_below(rng, 16);
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        if (dw_rng_below(rng, 16) < odds) {
            dw_roster_row *row = &round->roster[round->roster_count++];
            row->slot = (uint8_t)slot;
            row->state = pick_u8(rng, DW_SLOT_ALIVE, DW_SLOT_STATE_COUNT - 1);
            row->caught_tick = pick_u32(rng);
            fill_text(rng, row->name, 1, DW_PLAYER_NAME_MAX);
        }
    }
}

static uint16_t pick_index(dw_rng *rng, uint16_t count)
{
    return dw_rng_below(rng, 4) == 0 ? (uint16_t)DW_NONE : pick_u16(rng, 0, (uint16_t)(count - 1));
}

static dw_vec pick_place(dw_rng *rng)
{
    return (dw_vec){pick_u16(rng, 0, UINT16_MAX), pick_u16(rng, 0, UINT16_MAX)};
}

static uint32_t pick_earlier(dw_rng *rng, uint32_t tick)
{
    return tick - (uint32_t)pick(rng, 0, tick);
}

static void fill_mind_intruders(dw_rng *rng, dw_mind_view *mind)
{
    const uint32_t odds = dw_rng_below(rng, 17);
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        if (dw_rng_below(rng, 16) >= odds) {
            continue;
        }
        dw_mind_intruder *row = &mind->intruders[mind->intruder_count++];
        *row = (dw_mind_intruder){.slot = (uint8_t)slot,
                                  .meter = pick_u8(rng, 0, DW_MIND_METER_MAX),
                                  .source = pick_u8(rng, 0, DW_BELIEF_SOURCE_COUNT - 1),
                                  .room = DW_NONE,
                                  .tick = mind->tick};
        if (row->source != DW_BELIEF_NONE) {
            row->told_by = row->source == DW_BELIEF_TOLD ? pick_u8(rng, 1, DW_GUARDS_MAX) : 0;
            row->confidence = pick_u8(rng, 0, 100);
            row->room = pick_index(rng, DW_ROOMS_MAX);
            row->tick = pick_earlier(rng, mind->tick);
            row->place = pick_place(rng);
        }
    }
}

static void fill_mind_search(dw_rng *rng, dw_mind_view *mind)
{
    mind->room_count = pick_u8(rng, 0, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->room_count; i++) {
        mind->rooms[i] = pick_u16(rng, 0, DW_ROOMS_MAX - 1);
    }
    mind->piece_count = pick_u8(rng, 0, DW_MIND_PIECES_MAX);
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        mind->pieces[i] =
            (dw_mind_piece){pick_index(rng, DW_FURNITURE_MAX), pick_u8(rng, 0, DW_MIND_SIDES_ALL)};
    }
    mind->clear_count = pick_u8(rng, 0, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        mind->clear[i] =
            (dw_mind_room){pick_u16(rng, 0, DW_ROOMS_MAX - 1), pick_earlier(rng, mind->tick)};
    }
    mind->call_count = pick_u8(rng, 0, DW_MIND_CALLS_MAX);
    for (uint32_t i = 0; i < mind->call_count; i++) {
        mind->calls[i] = (dw_mind_call){.id = (uint32_t)pick(rng, 1, UINT32_MAX),
                                        .tick = pick_earlier(rng, mind->tick),
                                        .kind = pick_u8(rng, 1, DW_RADIO_KIND_COUNT - 1),
                                        .sender = pick_u8(rng, 1, DW_GUARDS_MAX),
                                        .slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1),
                                        .room = pick_index(rng, DW_ROOMS_MAX),
                                        .door = pick_index(rng, DW_DOORS_MAX)};
    }
}

static void fill_mind(dw_rng *rng, dw_mind_view *mind)
{
    mind->tick = (uint32_t)pick(rng, 1, UINT32_MAX);
    mind->body = pick_u8(rng, 1, DW_GUARDS_MAX);
    fill_text(rng, mind->goal, 1, DW_MIND_WORD_MAX);
    fill_text(rng, mind->sentence, 1, DW_MIND_SENTENCE_MAX);
    fill_text(rng, mind->doing, 0, DW_MIND_WORD_MAX);
    mind->cause = pick_u8(rng, 0, DW_CAUSE_COUNT - 1);
    mind->cause_id =
        mind->cause == DW_CAUSE_MESSAGE ? pick_u32(rng) : pick_earlier(rng, mind->tick);
    mind->since = pick_earlier(rng, mind->tick);
    mind->agitation = pick_u8(rng, 0, 3);
    mind->room = pick_index(rng, DW_ROOMS_MAX);
    mind->door = pick_index(rng, DW_DOORS_MAX);
    mind->target = pick_place(rng);
    mind->path_count = pick_u8(rng, 0, DW_MIND_PATH_MAX);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        mind->path[i] = pick_place(rng);
    }
    fill_mind_intruders(rng, mind);
    fill_mind_search(rng, mind);
}

static void fill_vote(dw_rng *rng, dw_vote *vote)
{
    vote->vote = pick_u32(rng);
    if (vote->vote == 0) {
        vote->slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    } else {
        vote->yes = dw_rng_below(rng, 2) == 1;
    }
}

static void fill_vote_state(dw_rng *rng, dw_vote_state *state)
{
    state->vote = (uint32_t)pick(rng, 1, UINT32_MAX);
    state->phase = (uint8_t)dw_rng_below(rng, DW_VOTE_PHASE_COUNT);
    state->accused = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    state->caller = pick_slot(rng);
    state->yes = pick_u8(rng, 0, DW_INTRUDERS_MAX);
    state->no = pick_u8(rng, 0, DW_INTRUDERS_MAX);
    state->needed = pick_u8(rng, 1, DW_INTRUDERS_MAX);
    state->end_tick = pick_u32(rng);
}

static void fill_signal(dw_rng *rng, dw_signal *signal)
{
    signal->sign = pick_u8(rng, DW_SIGN_NONE, DW_SIGN_COUNT - 1);
    if (signal->sign == DW_SIGN_NONE) {
        const int32_t step = DW_MM(DW_PING_STEP_MM);
        signal->position.x =
            ((int32_t)pick(rng, 0, 2 * DW_PING_STEPS_MAX) - DW_PING_STEPS_MAX) * step;
        signal->position.y =
            ((int32_t)pick(rng, 0, 2 * DW_PING_STEPS_MAX) - DW_PING_STEPS_MAX) * step;
    }
}

static void fill_body_kind(dw_rng *rng, dw_body_kind *told)
{
    told->body = pick_u8(rng, 1, UINT8_MAX);
    told->kind = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        const uint64_t above = pick(rng, 0, (uint64_t)(field->high - field->low));
        const dw_status status = dw_tunable_set(field, &told->kind, field->low + (int32_t)above);
        DW_CHECK(status == DW_OK);
    }
    make_kind_fit(&told->kind);
}

static void fill_sounds(dw_rng *rng, dw_sounds *sounds)
{
    sounds->tick = (uint32_t)pick(rng, 1, UINT32_MAX);
    for (uint32_t left = pick_u8(rng, 1, DW_SOUNDS_MAX); left > 0; left--) {
        dw_sounds_keep(sounds, (dw_sound_heard){.kind = pick_u8(rng, 0, DW_NOISE_KIND_COUNT - 1),
                                                .direction = pick_u8(rng, 0, 127),
                                                .level_db = pick_u8(rng, 0, UINT8_MAX)});
    }
}

static uint32_t pick_shown(dw_rng *rng, uint32_t low)
{
    return (uint32_t)pick(rng, low, DW_PLAYBACK_TICK_MAX);
}

static void fill_steer(dw_rng *rng, dw_steer *steer)
{
    static const struct {
        int32_t low, high;
    } limits[DW_STEER_COUNT] = {
#define LIMITS(name, low, high) {low, high},
        DW_STEERS(LIMITS)
#undef LIMITS
    };
    steer->action = pick_u8(rng, 0, DW_STEER_COUNT - 1);
    const int32_t low = limits[steer->action].low;
    const uint32_t span = (uint32_t)(limits[steer->action].high - low);
    steer->value = low + (int32_t)pick(rng, 0, span);
    if (steer->action == DW_STEER_STEP && steer->value == 0) {
        steer->value = -1;
    }
}

static void fill_playback(dw_rng *rng, dw_playback_state *state)
{
    state->tick = (uint32_t)pick(rng, 1, UINT32_MAX);
    state->shown = pick_shown(rng, 0);
    state->length = pick_shown(rng, state->shown);
    state->speed = pick_u8(rng, 1, DW_PLAYBACK_SPEED_MAX);
    state->flags = pick_u8(rng, 0, DW_PLAYBACK_FLAGS_ALL);
    state->epoch = (uint32_t)pick(rng, 1, UINT32_MAX);
    state->epoch_tick = (uint32_t)pick(rng, 0, state->tick);
    state->ready = (uint32_t)pick(rng, 0, state->length);
    state->events = pick_u16(rng, 0, DW_PLAYBACK_EVENTS_MAX);
    state->view = pick_u8(rng, 0, DW_PLAYBACK_VIEW_END - 1);
    fill_text(rng, state->steerer, 0, DW_PLAYER_NAME_MAX);
}

static void fill_playback_event(dw_rng *rng, uint32_t earliest, dw_playback_event *row)
{
    row->tick = pick_shown(rng, earliest);
    row->kind = pick_u8(rng, 0, DW_PLAYBACK_EVENT_COUNT - 1);
    row->a = pick_u8(rng, 1, DW_GUARDS_MAX);
    const uint8_t slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    switch ((dw_playback_event_kind)row->kind) {
    case DW_PLAYBACK_EVENT_SIGHTING:
        row->c = pick_u16(rng, 0, 1);
        row->b = slot;
        break;
    case DW_PLAYBACK_EVENT_LOST:
    case DW_PLAYBACK_EVENT_CAUGHT:
        row->b = slot;
        break;
    case DW_PLAYBACK_EVENT_REPORT:
        row->b = slot;
        row->c = pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_CLEAR:
    case DW_PLAYBACK_EVENT_MISSING:
    case DW_PLAYBACK_EVENT_NOTICE:
        row->c = pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_TASK:
        row->b = pick_u8(rng, 0, 3);
        row->c = pick_u16(rng, 0, DW_DOORS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_ORDER:
        row->b = pick_u8(rng, 1, DW_GUARDS_MAX);
        row->c = pick_u16(rng, 0, DW_ROOMS_MAX);
        break;
    case DW_PLAYBACK_EVENT_TAKEN:
    case DW_PLAYBACK_EVENT_DROPPED:
    case DW_PLAYBACK_EVENT_HANDED:
        row->a = slot;
        row->b = pick_u8(rng, 0, DW_ITEMS_MAX - 1);
        row->c = row->kind == DW_PLAYBACK_EVENT_HANDED ? slot : 0;
        break;
    case DW_PLAYBACK_EVENT_SLOT:
        row->a = slot;
        row->b = pick_u8(rng, DW_SLOT_ALIVE, DW_SLOT_STATE_COUNT - 1);
        break;
    case DW_PLAYBACK_EVENT_END:
        row->a = pick_u8(rng, DW_OUTCOME_WON, DW_OUTCOME_COUNT - 1);
        row->b = pick_slot(rng);
        break;
    case DW_PLAYBACK_EVENT_COUNT:
        break;
    }
}

static void fill_playback_events(dw_rng *rng, dw_playback_events *events)
{
    events->count = pick_u8(rng, 1, DW_PLAYBACK_ROWS_MAX);
    events->first = pick_u16(rng, 0, (uint16_t)(DW_PLAYBACK_EVENTS_MAX - events->count));
    for (uint32_t i = 0; i < events->count; i++) {
        fill_playback_event(rng, i == 0 ? 0 : events->rows[i - 1].tick, &events->rows[i]);
    }
}

static void fill_sighting(dw_rng *rng, dw_playback_sighting *row)
{
    row->event = pick_u16(rng, 0, DW_PLAYBACK_EVENTS_MAX - 1);
    row->tick = pick_shown(rng, 0);
    row->glimpse_ticks = (uint32_t)pick(rng, 0, row->tick);
    row->guard = pick_u8(rng, 1, DW_GUARDS_MAX);
    row->slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    row->sense = pick_u8(rng, 0, DW_SIGHTING_SENSE_COUNT - 1);
    row->distance_cm = (uint32_t)pick(rng, 0, DW_SIGHTING_DISTANCE_MAX_CM);
    row->glimpse_distance_cm = (uint32_t)pick(rng, 0, DW_SIGHTING_DISTANCE_MAX_CM);
    row->angle = pick_u8(rng, 0, DW_SIGHTING_ANGLE_MAX);
    row->light = pick_u8(rng, 0, DW_PLAYBACK_NO_LIGHT);
    row->posture = pick_u8(rng, 0, DW_SIGHTING_POSTURES_ALL);
    row->room = pick_u16(rng, 0, DW_ROOMS_MAX - 1);
    fill_text(rng, row->goal, 1, DW_MIND_WORD_MAX);
    row->cause = pick_u8(rng, 0, DW_CAUSE_COUNT - 1);
    row->cause_ticks = (uint32_t)pick(rng, 0, row->tick);
    row->sample_count = pick_u8(rng, 2, DW_PLAYBACK_SAMPLES_MAX);
    for (uint32_t i = 0; i < row->sample_count; i++) {
        row->samples[i] = pick_u8(rng, 0, DW_MIND_METER_MAX);
    }
}

static void fill_standings(dw_rng *rng, dw_standings *standings)
{
    const uint32_t listed = pick_u16(rng, 0, UINT16_MAX);
    standings->ready = (uint16_t)(pick_u16(rng, 0, UINT16_MAX) & listed);
    for (uint32_t left = listed; left != 0; left &= left - 1) {
        standings->rows[standings->count++] =
            (dw_standing){.slot = (uint8_t)__builtin_ctz(left),
                          .ping_ms = pick_u16(rng, 0, DW_PING_MS_MAX),
                          .detected = pick_u16(rng, 0, UINT16_MAX),
                          .taken = pick_u16(rng, 0, UINT16_MAX),
                          .caught = pick_u16(rng, 0, UINT16_MAX),
                          .escaped = pick_u16(rng, 0, UINT16_MAX)};
    }
}

static void fill_detections(dw_rng *rng, dw_detections *told)
{
    uint32_t tick = 1;
    told->round = (uint32_t)pick(rng, 1, UINT32_MAX);
    told->count = pick_u8(rng, 0, DW_DETECTIONS_MAX);
    told->detected = pick_u16(rng, told->count, UINT16_MAX);
    for (uint32_t i = 0; i < told->count; i++) {
        tick = (uint32_t)pick(rng, tick, DW_TICK_MAX);
        told->rows[i] = (dw_detection){.tick = tick,
                                       .ticks = pick_u16(rng, 0, UINT16_MAX),
                                       .room = pick_u16(rng, 0, DW_ROOMS_MAX),
                                       .by = pick_u8(rng, 0, DW_DETECTED_BY_DETECTOR)};
    }
}

void dw_test_random_message(dw_rng *rng, dw_message_type type, dw_message *out)
{
    memset(out, 0, sizeof(*out));
    out->type = type;
    switch (type) {
    case DW_MESSAGE_HELLO:
        fill_hello(rng, &out->as.hello);
        break;
    case DW_MESSAGE_INPUT:
        fill_input(rng, &out->as.input);
        break;
    case DW_MESSAGE_MAP_REQUEST:
        out->as.map_request.chunk = pick_u16(rng, 0, DW_MAP_CHUNKS_MAX - 1);
        out->as.map_request.change = pick_change(rng);
        break;
    case DW_MESSAGE_CHAT:
        fill_text(rng, out->as.chat.text, 1, DW_CHAT_MAX);
        break;
    case DW_MESSAGE_VOTE:
        fill_vote(rng, &out->as.vote);
        break;
    case DW_MESSAGE_QUIT:
    case DW_MESSAGE_SNAPSHOT:
        break;
    case DW_MESSAGE_WELCOME:
        fill_welcome(rng, &out->as.welcome);
        break;
    case DW_MESSAGE_REFUSE:
        fill_refuse(rng, &out->as.refuse);
        break;
    case DW_MESSAGE_MAP_CHUNK:
        fill_map_chunk(rng, &out->as.map_chunk);
        break;
    case DW_MESSAGE_EVENT:
        fill_event(rng, &out->as.event);
        break;
    case DW_MESSAGE_ROUND:
        fill_round(rng, &out->as.round);
        break;
    case DW_MESSAGE_CHAT_LINE:
        out->as.chat_line.slot = pick_slot(rng);
        fill_text(rng, out->as.chat_line.name, 1, DW_PLAYER_NAME_MAX);
        fill_text(rng, out->as.chat_line.text, 1, DW_CHAT_MAX);
        break;
    case DW_MESSAGE_KICK:
        out->as.kick.reason = (dw_reason)dw_rng_below(rng, DW_REASON_COUNT);
        fill_text(rng, out->as.kick.text, 0, DW_REASON_MAX);
        break;
    case DW_MESSAGE_MIND:
        fill_mind(rng, &out->as.mind);
        break;
    case DW_MESSAGE_QUEUE:
        out->as.queue.place = pick_u8(rng, 1, DW_QUEUE_MATCH_MAX);
        break;
    case DW_MESSAGE_SEAT:
        out->as.seat.slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
        fill_bytes(rng, out->as.seat.token, DW_TOKEN_SIZE);
        break;
    case DW_MESSAGE_VOTE_STATE:
        fill_vote_state(rng, &out->as.vote_state);
        break;
    case DW_MESSAGE_MAP_READY:
        out->as.map_ready.change = (uint32_t)pick(rng, 1, UINT32_MAX);
        break;
    case DW_MESSAGE_SIGNAL:
        fill_signal(rng, &out->as.signal);
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        out->as.signal.tick = (uint32_t)pick(rng, 1, UINT32_MAX);
        out->as.signal.slot = pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
        fill_signal(rng, &out->as.signal);
        break;
    case DW_MESSAGE_BODY_KIND:
        fill_body_kind(rng, &out->as.body_kind);
        break;
    case DW_MESSAGE_SOUNDS:
        fill_sounds(rng, &out->as.sounds);
        break;
    case DW_MESSAGE_ADMIN:
        fill_text(rng, out->as.admin.text, 1, DW_ADMIN_COMMAND_MAX);
        break;
    case DW_MESSAGE_ADMIN_LINE:
        out->as.admin_line.more = dw_rng_below(rng, 2) != 0;
        fill_text(rng, out->as.admin_line.text, 0, DW_ADMIN_LINE_MAX);
        break;
    case DW_MESSAGE_MAP_CHANGE:
        fill_map_change(rng, &out->as.map_change);
        break;
    case DW_MESSAGE_STEER:
        fill_steer(rng, &out->as.steer);
        break;
    case DW_MESSAGE_PLAYBACK:
        fill_playback(rng, &out->as.playback);
        break;
    case DW_MESSAGE_PLAYBACK_EVENTS:
        fill_playback_events(rng, &out->as.playback_events);
        break;
    case DW_MESSAGE_SIGHTING:
        fill_sighting(rng, &out->as.sighting);
        break;
    case DW_MESSAGE_READY:
        out->as.ready.ready = dw_rng_below(rng, 2) != 0;
        break;
    case DW_MESSAGE_STANDINGS:
        fill_standings(rng, &out->as.standings);
        break;
    case DW_MESSAGE_DETECTIONS:
        fill_detections(rng, &out->as.detections);
        break;
    }
}

/* --- snapshots --- */

static int32_t pick_coordinate(dw_rng *rng)
{
    return (int32_t)pick(rng, 0, 2 * (uint64_t)DW_COORDINATE_MAX) - DW_COORDINATE_MAX;
}

static void fill_own(dw_rng *rng, uint32_t tick, dw_snapshot_own *own)
{
    *own = (dw_snapshot_own){.slot = pick_slot(rng)};
    if (own->slot == DW_SLOT_NONE) {
        return;
    }
    own->state = pick_u8(rng, 0, DW_SLOT_STATE_COUNT - 1);
    own->flags = pick_u8(rng, 0, DW_BODY_OWN_FLAGS_ALL);
    own->caught = pick_u8(rng, 0, 100);
    own->coins = pick_u8(rng, 0, 16);
    own->baits = pick_u8(rng, 0, 16);
    own->heading_bam = pick_u16(rng, 0, UINT16_MAX);
    own->x = pick_coordinate(rng);
    own->y = pick_coordinate(rng);
    own->input_tick = dw_rng_below(rng, 2) == 0 ? tick : (uint32_t)pick(rng, 0, tick);
}

/* Each item with a chance of one in two. */
static void change_items(dw_rng *rng, dw_snapshot_item *items)
{
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        if (dw_rng_below(rng, 2) == 0) {
            const uint8_t state = (uint8_t)dw_rng_below(rng, DW_ITEM_STATE_COUNT);
            const bool carried = state == DW_ITEM_CARRIED;
            const bool dropped = state == DW_ITEM_DROPPED;
            items[i] = (dw_snapshot_item){
                .state = state,
                .carrier = carried ? pick_u8(rng, 0, DW_INTRUDERS_MAX - 1) : 0,
                .x = dropped ? pick_u16(rng, 0, UINT16_MAX) : 0,
                .y = dropped ? pick_u16(rng, 0, UINT16_MAX) : 0,
            };
        }
    }
}

static dw_snapshot_body random_body(dw_rng *rng, uint8_t id)
{
    const bool guard = dw_rng_below(rng, 2) == 0;
    return (dw_snapshot_body){
        .id = id,
        .role = guard ? DW_ROLE_GUARD : DW_ROLE_INTRUDER,
        .slot = guard ? 0 : pick_u8(rng, 0, DW_INTRUDERS_MAX - 1),
        .flags = pick_u8(rng, 0, guard ? DW_BODY_FLAGS_ALL : DW_BODY_OWN_FLAGS_ALL),
        .mood = guard ? pick_u8(rng, 0, DW_MOOD_COUNT - 1) : 0,
        .meter = guard ? pick_u8(rng, 0, 110) : 0,
        .heading = pick_u8(rng, 0, 127),
        .x = pick_u16(rng, 0, UINT16_MAX),
        .y = pick_u16(rng, 0, UINT16_MAX),
    };
}

void dw_test_random_snapshot(dw_rng *rng, uint32_t tick, uint16_t doors_count, uint32_t bodies_max,
                             dw_snapshot *out)
{
    memset(out, 0, sizeof(*out));
    out->tick = tick;
    out->input_lead = (int8_t)((int32_t)pick(rng, 0, UINT8_MAX) - 128);
    change_items(rng, out->items);
    fill_own(rng, tick, &out->own);
    const uint32_t open_odds = dw_rng_below(rng, 20);
    for (uint32_t door = 0; door < doors_count; door++) {
        dw_door_set_put(&out->doors, door, dw_rng_below(rng, 20) < open_odds);
    }
    out->worked = dw_rng_below(rng, 3) == 0 ? dw_rng_next(rng) : 0;
    const uint32_t odds = 1 + dw_rng_below(rng, 32);
    for (uint32_t id = 1; id <= UINT8_MAX && out->body_count < bodies_max; id++) {
        if (dw_rng_below(rng, 64) < odds) {
            out->bodies[out->body_count++] = random_body(rng, (uint8_t)id);
        }
    }
}

/* Changes each field with a chance of one in three. */
static void change_body(dw_rng *rng, dw_snapshot_body *body)
{
    const dw_snapshot_body other = random_body(rng, body->id);
    body->x = dw_rng_below(rng, 3) == 0 ? other.x : body->x;
    body->y = dw_rng_below(rng, 3) == 0 ? other.y : body->y;
    body->heading = dw_rng_below(rng, 3) == 0 ? other.heading : body->heading;
    body->flags = dw_rng_below(rng, 3) == 0 ? other.flags : body->flags;
    if (body->role != DW_ROLE_GUARD) {
        body->flags &= DW_BODY_OWN_FLAGS_ALL;
    }
    if (body->role == DW_ROLE_GUARD && other.role == DW_ROLE_GUARD) {
        body->meter = dw_rng_below(rng, 3) == 0 ? other.meter : body->meter;
        body->mood = dw_rng_below(rng, 3) == 0 ? other.mood : body->mood;
    }
}

void dw_test_random_successor(dw_rng *rng, const dw_snapshot *base, uint16_t doors_count,
                              dw_snapshot *out)
{
    DW_CHECK(base->tick < UINT32_MAX - 200);
    memset(out, 0, sizeof(*out));
    out->tick = base->tick + 1 + dw_rng_below(rng, 200);
    out->input_lead = (int8_t)((int32_t)dw_rng_below(rng, 20) - 6);
    memcpy(out->items, base->items, sizeof out->items);
    if (dw_rng_below(rng, 4) == 0) {
        change_items(rng, out->items);
    }
    out->own = base->own;
    if (dw_rng_below(rng, 4) == 0) {
        fill_own(rng, out->tick, &out->own);
    }
    out->doors = base->doors;
    out->worked = base->worked ^ (dw_rng_below(rng, 8) == 0 ? dw_rng_next(rng) : 0);
    if (doors_count > 0 && dw_rng_below(rng, 3) == 0) {
        dw_door_set_put(&out->doors, dw_rng_below(rng, doors_count), dw_rng_below(rng, 2) == 0);
    }
    uint32_t old = 0;
    for (uint32_t id = 1; id <= UINT8_MAX && out->body_count < DW_SNAPSHOT_BODIES_MAX; id++) {
        const bool in_base = old < base->body_count && base->bodies[old].id == id;
        const dw_snapshot_body *before = in_base ? &base->bodies[old++] : NULL;
        const uint32_t fate = dw_rng_below(rng, 64);
        if (fate == 0 || (in_base && fate == 1)) {
            out->bodies[out->body_count++] = random_body(rng, (uint8_t)id);
        } else if (in_base && fate > 6) {
            out->bodies[out->body_count] = *before;
            if (fate > 20) {
                change_body(rng, &out->bodies[out->body_count]);
            }
            out->body_count++;
        }
    }
}

bool dw_test_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id == b->id && a->role == b->role && a->slot == b->slot && a->flags == b->flags &&
           a->mood == b->mood && a->meter == b->meter && a->heading == b->heading && a->x == b->x &&
           a->y == b->y;
}

dw_status dw_test_decode(dw_message *out, dw_message_type type, const uint8_t *bytes, size_t size)
{
    return type < DW_MESSAGE_WELCOME ? dw_message_decode_from_client(out, bytes, size)
                                     : dw_message_decode_from_server(out, bytes, size);
}

size_t dw_test_encode(const dw_message *message, uint8_t bytes[DW_MESSAGE_MAX])
{
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, DW_MESSAGE_MAX, &size);
    DW_CHECK(status == DW_OK && size >= 2 && size <= DW_MESSAGE_MAX);
    return size;
}
