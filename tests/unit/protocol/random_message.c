#include "random_message.h"

#include "common/base/check.h"
#include "random_mission.h"
#include "random_pick.h"
#include "random_playback.h"

#include <string.h>

const dw_message_type dw_test_message_types[DW_TEST_MESSAGE_TYPES] = {
    DW_MESSAGE_HELLO,          DW_MESSAGE_INPUT,
    DW_MESSAGE_MAP_REQUEST,    DW_MESSAGE_CHAT,
    DW_MESSAGE_QUIT,           DW_MESSAGE_WELCOME,
    DW_MESSAGE_REFUSE,         DW_MESSAGE_MAP_CHUNK,
    DW_MESSAGE_EVENT,          DW_MESSAGE_ROUND,
    DW_MESSAGE_CHAT_LINE,      DW_MESSAGE_KICK,
    DW_MESSAGE_MIND,           DW_MESSAGE_QUEUE,
    DW_MESSAGE_SEAT,           DW_MESSAGE_VOTE,
    DW_MESSAGE_VOTE_STATE,     DW_MESSAGE_MAP_READY,
    DW_MESSAGE_MAP_CHANGE,     DW_MESSAGE_SIGNAL,
    DW_MESSAGE_TEAM_SIGNAL,    DW_MESSAGE_BODY_KIND,
    DW_MESSAGE_SOUNDS,         DW_MESSAGE_ADMIN,
    DW_MESSAGE_ADMIN_LINE,     DW_MESSAGE_STEER,
    DW_MESSAGE_PLAYBACK,       DW_MESSAGE_PLAYBACK_EVENTS,
    DW_MESSAGE_SIGHTING,       DW_MESSAGE_READY,
    DW_MESSAGE_STANDINGS,      DW_MESSAGE_DETECTIONS,
    DW_MESSAGE_MISSION,        DW_MESSAGE_MISSION_PART,
    DW_MESSAGE_MISSION_STATE,  DW_MESSAGE_MISSION_NOTICE,
    DW_MESSAGE_MISSION_RESULT, DW_MESSAGE_GHOSTS,
    DW_MESSAGE_CHOICES,        DW_MESSAGE_MISSION_QUESTION,
    DW_MESSAGE_FOUND_ITEM,     DW_MESSAGE_MISSION_PERSON};

static void fill_found_item(dw_rng *rng, dw_found_item *found)
{
    const bool key = dw_rng_below(rng, 2) == 1;
    found->index = dw_test_pick_u8(rng, 0, DW_ITEMS_MAX - 1);
    found->kind = key ? DW_ITEM_KEY : DW_ITEM_DOCUMENT;
    found->opens = key ? dw_test_pick_u8(rng, 1, DW_LOCKS_MAX) : (uint8_t)0;
    found->large = dw_rng_below(rng, 2) == 1;
    found->area.min.x = (int32_t)dw_rng_below(rng, DW_MAP_SIDE_MAX);
    found->area.min.y = (int32_t)dw_rng_below(rng, DW_MAP_SIDE_MAX);
    found->area.max.x = found->area.min.x + 1 +
                        (int32_t)dw_rng_below(rng, (uint32_t)(DW_MAP_SIDE_MAX - found->area.min.x));
    found->area.max.y = found->area.min.y + 1 +
                        (int32_t)dw_rng_below(rng, (uint32_t)(DW_MAP_SIDE_MAX - found->area.min.y));
    dw_test_fill_text(rng, found->name, 1, DW_NAME_SIZE - 1);
}

static void fill_hello(dw_rng *rng, dw_hello *hello)
{
    hello->version = DW_PROTOCOL_VERSION;
    hello->has_map_hash = dw_rng_below(rng, 2) == 1;
    dw_test_fill_bytes(rng, hello->map_hash.bytes, hello->has_map_hash ? DW_MAP_HASH_SIZE : 0);
    dw_test_fill_text(rng, hello->match, 0, DW_MATCH_TEXT_MAX);
    hello->spectate = dw_rng_below(rng, 2) == 1;
    dw_test_fill_text(rng, hello->name, 1, DW_PLAYER_NAME_MAX);
    hello->has_identity = dw_rng_below(rng, 2) == 1;
    hello->has_proof = dw_rng_below(rng, 2) == 1;
    hello->has_token = dw_rng_below(rng, 2) == 1;
    dw_test_fill_bytes(rng, hello->identity, hello->has_identity ? DW_SEAL_KEY_SIZE : 0);
    dw_test_fill_bytes(rng, hello->proof, hello->has_proof ? DW_IDENTITY_PROOF_SIZE : 0);
    dw_test_fill_bytes(rng, hello->token, hello->has_token ? DW_TOKEN_SIZE : 0);
}

static void fill_input(dw_rng *rng, dw_input *input)
{
    input->ack_tick = dw_test_pick_u32(rng);
    input->newest_tick = (uint32_t)dw_test_pick(rng, DW_INPUT_TICKS_MAX, UINT32_MAX);
    input->count = dw_test_pick_u8(rng, 1, DW_INPUT_TICKS_MAX);
    for (uint32_t i = 0; i < input->count; i++) {
        input->intents[i] =
            (dw_intent){.direction = dw_test_pick_u8(rng, 0, DW_DIRECTION_COUNT - 1),
                        .buttons = dw_test_pick_u8(rng, 0, DW_BUTTONS_ALL),
                        .answer = dw_test_pick_u8(rng, 0, DW_ANSWERS_MAX)};
        if (dw_test_pick_u8(rng, 0, 3) == 0) {
            dw_intent *intent = &input->intents[i];
            intent->buttons |= dw_test_pick_u8(rng, 0, 1) == 0 ? DW_BUTTON_COIN : DW_BUTTON_BAIT;
            intent->throw_heading = dw_test_pick_u8(rng, 0, UINT8_MAX);
            intent->throw_distance = dw_test_pick_u8(rng, 0, UINT8_MAX);
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
        const uint64_t above = dw_test_pick(rng, 0, (uint64_t)(field->high - field->low));
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
    welcome->match = dw_test_pick_u16(rng, 1, UINT16_MAX);
    dw_match_code_make((uint32_t)dw_test_pick(rng, 0, DW_MATCH_CODE_COUNT - 1), welcome->code);
    welcome->slot = dw_test_pick_slot(rng);
    welcome->tick = dw_test_pick_u32(rng);
    welcome->snapshot_hz = dw_test_pick_u8(rng, 1, DW_TICKS_PER_SECOND);
    welcome->intruders_max = dw_test_pick_u8(rng, 1, DW_INTRUDERS_MAX);
    dw_test_fill_bytes(rng, welcome->map_hash.bytes, DW_MAP_HASH_SIZE);
    welcome->map_size = (uint32_t)dw_test_pick(rng, 1, DW_MAP_BYTES_MAX);
    dw_test_fill_bytes(rng, welcome->token, DW_TOKEN_SIZE);
    fill_ruleset(rng, &welcome->rules);
    dw_test_fill_text(rng, welcome->map_name, 1, DW_NAME_SIZE - 1);
}

static void fill_refuse(dw_rng *rng, dw_refuse *refuse)
{
    refuse->reason = (dw_reason)dw_rng_below(rng, DW_REASON_COUNT);
    dw_test_fill_text(rng, refuse->text, 0, DW_REASON_MAX);
}

static void fill_map_change(dw_rng *rng, dw_map_change *change)
{
    change->change = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    change->tick = dw_test_pick_u32(rng);
    change->intruders_max = dw_test_pick_u8(rng, 1, DW_INTRUDERS_MAX);
    dw_test_fill_bytes(rng, change->map_hash.bytes, DW_MAP_HASH_SIZE);
    change->map_size = (uint32_t)dw_test_pick(rng, 1, DW_MAP_BYTES_MAX);
    dw_test_fill_text(rng, change->map_name, 1, DW_NAME_SIZE - 1);
}

/* 0, the map of the welcome, half of the time. */
static uint32_t pick_change(dw_rng *rng)
{
    return dw_rng_below(rng, 2) == 0 ? 0 : (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
}

static void fill_map_chunk(dw_rng *rng, dw_map_chunk *chunk)
{
    chunk->chunk_count = dw_test_pick_u16(rng, 1, DW_MAP_CHUNKS_MAX);
    chunk->chunk = dw_test_pick_u16(rng, 0, (uint16_t)(chunk->chunk_count - 1));
    const bool last = chunk->chunk + 1 == chunk->chunk_count;
    chunk->size = last ? dw_test_pick_u16(rng, 1, DW_MAP_CHUNK_MAX) : DW_MAP_CHUNK_MAX;
    dw_test_fill_bytes(rng, chunk->bytes, chunk->size);
    chunk->change = pick_change(rng);
}

static void fill_event(dw_rng *rng, dw_client_event *event)
{
    event->tick = dw_test_pick_u32(rng);
    event->kind = (uint8_t)dw_rng_below(rng, DW_CLIENT_EVENT_COUNT);
    switch ((dw_client_event_kind)event->kind) {
    case DW_CLIENT_EVENT_BARK:
        event->a = dw_test_pick_u16(rng, 1, UINT8_MAX);
        event->b = dw_test_pick_u16(rng, 0, 5);
        break;
    case DW_CLIENT_EVENT_RADIO:
        event->a = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        event->b = dw_test_pick_u16(rng, 0, 3);
        event->c = dw_test_pick_u16(rng, 0, 3);
        break;
    case DW_CLIENT_EVENT_DETECTED:
        event->a = dw_test_pick_u16(rng, 1, UINT8_MAX);
        break;
    case DW_CLIENT_EVENT_CAUGHT:
        event->a = dw_test_pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_ITEM_TAKEN:
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        event->a = dw_test_pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        event->b = dw_test_pick_u16(rng, 0, DW_ITEMS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        event->a = dw_test_pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        event->b = dw_test_pick_u16(rng, 0, DW_ITEMS_MAX - 1);
        event->c = dw_test_pick_u16(rng, 0, DW_INTRUDERS_MAX - 1);
        break;
    case DW_CLIENT_EVENT_THROWN:
        event->a = dw_test_pick_u16(rng, 16, 47);
        event->b = dw_test_pick_u16(rng, 0, UINT16_MAX);
        event->c = dw_test_pick_u16(rng, 0, UINT16_MAX);
        break;
    case DW_CLIENT_EVENT_DOOR:
        event->a = dw_test_pick_u16(rng, 0, DW_DOORS_MAX - 1);
        event->b = dw_test_pick_u16(rng, 0, 1);
        break;
    case DW_CLIENT_EVENT_INTENTION:
        event->a = dw_test_pick_u16(rng, 0, DW_DOORS_MAX - 1);
        event->b = dw_test_pick_u16(rng, 0, 3);
        break;
    case DW_CLIENT_EVENT_USE_FAILED:
        event->a = dw_test_pick_u16(rng, 0, 1);
        break;
    case DW_CLIENT_EVENT_COUNT:
        break;
    }
}

static void fill_round(dw_rng *rng, dw_round *round)
{
    round->tick = dw_test_pick_u32(rng);
    round->round = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    round->phase = (uint8_t)dw_rng_below(rng, DW_PHASE_COUNT);
    const bool ended = round->phase == DW_PHASE_RESULT;
    round->outcome = ended ? dw_test_pick_u8(rng, 1, DW_OUTCOME_COUNT - 1) : DW_OUTCOME_NONE;
    round->start_tick = dw_test_pick_u32(rng);
    round->end_tick = dw_test_pick_u32(rng);
    round->winner = round->outcome == DW_OUTCOME_WON ? dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1)
                                                     : DW_SLOT_NONE;
    round->spectators = dw_test_pick_u8(rng, 0, UINT8_MAX);
    round->paused = round->phase == DW_PHASE_PLAY ? dw_test_pick_u8(rng, 0, 1) : 0;
    const uint32_t odds = 1 + dw_rng_below(rng, 16);
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        if (dw_rng_below(rng, 16) < odds) {
            dw_roster_row *row = &round->roster[round->roster_count++];
            row->slot = (uint8_t)slot;
            row->state = dw_test_pick_u8(rng, DW_SLOT_ALIVE, DW_SLOT_STATE_COUNT - 1);
            row->caught_tick = dw_test_pick_u32(rng);
            dw_test_fill_text(rng, row->name, 1, DW_PLAYER_NAME_MAX);
        }
    }
}

static uint16_t pick_index(dw_rng *rng, uint16_t count)
{
    return dw_rng_below(rng, 4) == 0 ? (uint16_t)DW_NONE
                                     : dw_test_pick_u16(rng, 0, (uint16_t)(count - 1));
}

static dw_vec pick_place(dw_rng *rng)
{
    return (dw_vec){dw_test_pick_u16(rng, 0, UINT16_MAX), dw_test_pick_u16(rng, 0, UINT16_MAX)};
}

static uint32_t pick_earlier(dw_rng *rng, uint32_t tick)
{
    return tick - (uint32_t)dw_test_pick(rng, 0, tick);
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
                                  .meter = dw_test_pick_u8(rng, 0, DW_MIND_METER_MAX),
                                  .source = dw_test_pick_u8(rng, 0, DW_BELIEF_SOURCE_COUNT - 1),
                                  .room = DW_NONE,
                                  .tick = mind->tick};
        if (row->source != DW_BELIEF_NONE) {
            row->told_by =
                row->source == DW_BELIEF_TOLD ? dw_test_pick_u8(rng, 1, DW_GUARDS_MAX) : 0;
            row->confidence = dw_test_pick_u8(rng, 0, 100);
            row->room = pick_index(rng, DW_ROOMS_MAX);
            row->tick = pick_earlier(rng, mind->tick);
            row->place = pick_place(rng);
        }
    }
}

static void fill_mind_search(dw_rng *rng, dw_mind_view *mind)
{
    mind->room_count = dw_test_pick_u8(rng, 0, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->room_count; i++) {
        mind->rooms[i] = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1);
    }
    mind->piece_count = dw_test_pick_u8(rng, 0, DW_MIND_PIECES_MAX);
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        mind->pieces[i] = (dw_mind_piece){pick_index(rng, DW_FURNITURE_MAX),
                                          dw_test_pick_u8(rng, 0, DW_MIND_SIDES_ALL)};
    }
    mind->clear_count = dw_test_pick_u8(rng, 0, DW_MIND_ROOMS_MAX);
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        mind->clear[i] = (dw_mind_room){dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1),
                                        pick_earlier(rng, mind->tick)};
    }
    mind->call_count = dw_test_pick_u8(rng, 0, DW_MIND_CALLS_MAX);
    for (uint32_t i = 0; i < mind->call_count; i++) {
        mind->calls[i] = (dw_mind_call){.id = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX),
                                        .tick = pick_earlier(rng, mind->tick),
                                        .kind = dw_test_pick_u8(rng, 1, DW_RADIO_KIND_COUNT - 1),
                                        .sender = dw_test_pick_u8(rng, 1, DW_GUARDS_MAX),
                                        .slot = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1),
                                        .room = pick_index(rng, DW_ROOMS_MAX),
                                        .door = pick_index(rng, DW_DOORS_MAX)};
    }
}

static void fill_mind_senses(dw_rng *rng, dw_mind_view *mind)
{
    mind->noise_count = dw_test_pick_u8(rng, 0, DW_MIND_NOISES_MAX);
    for (uint32_t i = 0; i < mind->noise_count; i++) {
        mind->noises[i] = (dw_mind_noise){
            .alarm = dw_test_pick_u8(rng, 0, 1),
            .level_db = dw_test_pick_u8(rng, 0, UINT8_MAX),
            .error_dm = dw_test_pick_u8(rng, 0, UINT8_MAX),
            .tick = pick_earlier(rng, mind->tick),
            .place = {dw_test_pick_u16(rng, 0, UINT16_MAX), dw_test_pick_u16(rng, 0, UINT16_MAX)}};
    }
    mind->switches = (uint32_t)dw_test_pick(rng, 0, UINT32_MAX);
}

static void fill_mind(dw_rng *rng, dw_mind_view *mind)
{
    mind->tick = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    mind->body = dw_test_pick_u8(rng, 1, DW_GUARDS_MAX);
    dw_test_fill_text(rng, mind->goal, 1, DW_MIND_WORD_MAX);
    dw_test_fill_text(rng, mind->sentence, 1, DW_MIND_SENTENCE_MAX);
    dw_test_fill_text(rng, mind->doing, 0, DW_MIND_WORD_MAX);
    dw_test_fill_text(rng, mind->strategy, 0, DW_MIND_STRATEGY_MAX);
    mind->cause = dw_test_pick_u8(rng, 0, DW_CAUSE_COUNT - 1);
    mind->cause_id =
        mind->cause == DW_CAUSE_MESSAGE ? dw_test_pick_u32(rng) : pick_earlier(rng, mind->tick);
    mind->since = pick_earlier(rng, mind->tick);
    mind->agitation = dw_test_pick_u8(rng, 0, 3);
    mind->room = pick_index(rng, DW_ROOMS_MAX);
    mind->door = pick_index(rng, DW_DOORS_MAX);
    mind->target = pick_place(rng);
    mind->path_count = dw_test_pick_u8(rng, 0, DW_MIND_PATH_MAX);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        mind->path[i] = pick_place(rng);
    }
    fill_mind_intruders(rng, mind);
    fill_mind_search(rng, mind);
    fill_mind_senses(rng, mind);
}

static void fill_vote(dw_rng *rng, dw_vote *vote)
{
    vote->vote = dw_test_pick_u32(rng);
    if (vote->vote == 0) {
        vote->slot = dw_test_pick_u8(rng, 0, DW_VOTE_SUBJECTS - 1);
    } else {
        vote->yes = dw_rng_below(rng, 2) == 1;
    }
}

static void fill_vote_state(dw_rng *rng, dw_vote_state *state)
{
    state->vote = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    state->phase = (uint8_t)dw_rng_below(rng, DW_VOTE_PHASE_COUNT);
    state->accused = dw_test_pick_u8(rng, 0, DW_VOTE_SUBJECTS - 1);
    state->caller = dw_test_pick_slot(rng);
    state->yes = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX);
    state->no = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX);
    state->needed = dw_test_pick_u8(rng, 1, DW_INTRUDERS_MAX);
    state->end_tick = dw_test_pick_u32(rng);
}

static void fill_signal(dw_rng *rng, dw_signal *signal)
{
    signal->sign = dw_test_pick_u8(rng, DW_SIGN_NONE, DW_SIGN_COUNT - 1);
    if (signal->sign == DW_SIGN_NONE) {
        const int32_t step = DW_MM(DW_PING_STEP_MM);
        signal->position.x =
            ((int32_t)dw_test_pick(rng, 0, 2 * DW_PING_STEPS_MAX) - DW_PING_STEPS_MAX) * step;
        signal->position.y =
            ((int32_t)dw_test_pick(rng, 0, 2 * DW_PING_STEPS_MAX) - DW_PING_STEPS_MAX) * step;
    }
}

static void fill_body_kind(dw_rng *rng, dw_body_kind *told)
{
    told->body = dw_test_pick_u8(rng, 1, UINT8_MAX);
    told->kind = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        const uint64_t above = dw_test_pick(rng, 0, (uint64_t)(field->high - field->low));
        const dw_status status = dw_tunable_set(field, &told->kind, field->low + (int32_t)above);
        DW_CHECK(status == DW_OK);
    }
    make_kind_fit(&told->kind);
}

static void fill_sounds(dw_rng *rng, dw_sounds *sounds)
{
    sounds->tick = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    for (uint32_t left = dw_test_pick_u8(rng, 1, DW_SOUNDS_MAX); left > 0; left--) {
        dw_sounds_keep(sounds,
                       (dw_sound_heard){.kind = dw_test_pick_u8(rng, 0, DW_NOISE_KIND_COUNT - 1),
                                        .direction = dw_test_pick_u8(rng, 0, 127),
                                        .level_db = dw_test_pick_u8(rng, 0, UINT8_MAX)});
    }
}

static void fill_standings(dw_rng *rng, dw_standings *standings)
{
    const uint32_t listed = dw_test_pick_u16(rng, 0, UINT16_MAX);
    standings->ready = (uint16_t)(dw_test_pick_u16(rng, 0, UINT16_MAX) & listed);
    for (uint32_t left = listed; left != 0; left &= left - 1) {
        standings->rows[standings->count++] =
            (dw_standing){.slot = (uint8_t)__builtin_ctz(left),
                          .ping_ms = dw_test_pick_u16(rng, 0, DW_PING_MS_MAX),
                          .detected = dw_test_pick_u16(rng, 0, UINT16_MAX),
                          .taken = dw_test_pick_u16(rng, 0, UINT16_MAX),
                          .caught = dw_test_pick_u16(rng, 0, UINT16_MAX),
                          .escaped = dw_test_pick_u16(rng, 0, UINT16_MAX)};
    }
}

static void fill_detections(dw_rng *rng, dw_detections *told)
{
    uint32_t tick = 1;
    told->round = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    told->count = dw_test_pick_u8(rng, 0, DW_DETECTIONS_MAX);
    told->detected = dw_test_pick_u16(rng, told->count, UINT16_MAX);
    for (uint32_t i = 0; i < told->count; i++) {
        tick = (uint32_t)dw_test_pick(rng, tick, DW_TICK_MAX);
        told->rows[i] = (dw_detection){.tick = tick,
                                       .ticks = dw_test_pick_u16(rng, 0, UINT16_MAX),
                                       .room = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX),
                                       .by = dw_test_pick_u8(rng, 0, DW_DETECTED_BY_DETECTOR)};
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
        out->as.map_request.chunk = dw_test_pick_u16(rng, 0, DW_MAP_CHUNKS_MAX - 1);
        out->as.map_request.change = pick_change(rng);
        break;
    case DW_MESSAGE_CHAT:
        dw_test_fill_text(rng, out->as.chat.text, 1, DW_CHAT_MAX);
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
        out->as.chat_line.slot = dw_test_pick_slot(rng);
        dw_test_fill_text(rng, out->as.chat_line.name, 1, DW_PLAYER_NAME_MAX);
        dw_test_fill_text(rng, out->as.chat_line.text, 1, DW_CHAT_MAX);
        break;
    case DW_MESSAGE_KICK:
        out->as.kick.reason = (dw_reason)dw_rng_below(rng, DW_REASON_COUNT);
        dw_test_fill_text(rng, out->as.kick.text, 0, DW_REASON_MAX);
        break;
    case DW_MESSAGE_MIND:
        fill_mind(rng, &out->as.mind);
        break;
    case DW_MESSAGE_QUEUE:
        out->as.queue.place = dw_test_pick_u8(rng, 1, DW_QUEUE_MATCH_MAX);
        break;
    case DW_MESSAGE_SEAT:
        out->as.seat.slot = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
        dw_test_fill_bytes(rng, out->as.seat.token, DW_TOKEN_SIZE);
        break;
    case DW_MESSAGE_VOTE_STATE:
        fill_vote_state(rng, &out->as.vote_state);
        break;
    case DW_MESSAGE_MAP_READY:
        out->as.map_ready.change = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
        break;
    case DW_MESSAGE_SIGNAL:
        fill_signal(rng, &out->as.signal);
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        out->as.signal.tick = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
        out->as.signal.slot = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
        fill_signal(rng, &out->as.signal);
        break;
    case DW_MESSAGE_BODY_KIND:
        fill_body_kind(rng, &out->as.body_kind);
        break;
    case DW_MESSAGE_SOUNDS:
        fill_sounds(rng, &out->as.sounds);
        break;
    case DW_MESSAGE_ADMIN:
        dw_test_fill_text(rng, out->as.admin.text, 1, DW_ADMIN_COMMAND_MAX);
        break;
    case DW_MESSAGE_ADMIN_LINE:
        out->as.admin_line.more = dw_rng_below(rng, 2) != 0;
        dw_test_fill_text(rng, out->as.admin_line.text, 0, DW_ADMIN_LINE_MAX);
        break;
    case DW_MESSAGE_MAP_CHANGE:
        fill_map_change(rng, &out->as.map_change);
        break;
    case DW_MESSAGE_STEER:
        dw_test_fill_steer(rng, &out->as.steer);
        break;
    case DW_MESSAGE_PLAYBACK:
        dw_test_fill_playback(rng, &out->as.playback);
        break;
    case DW_MESSAGE_PLAYBACK_EVENTS:
        dw_test_fill_playback_events(rng, &out->as.playback_events);
        break;
    case DW_MESSAGE_SIGHTING:
        dw_test_fill_sighting(rng, &out->as.sighting);
        break;
    case DW_MESSAGE_GHOSTS:
        dw_test_fill_ghosts(rng, &out->as.ghosts);
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
    case DW_MESSAGE_CHOICES:
        out->as.choices.count = dw_test_pick_u8(rng, 0, DW_CHOICES_MAX);
        for (uint32_t i = 0; i < out->as.choices.count; i++) {
            dw_test_fill_text(rng, out->as.choices.names[i], 1, DW_CHOICE_TEXT_MAX);
        }
        break;
    case DW_MESSAGE_FOUND_ITEM:
        fill_found_item(rng, &out->as.found_item);
        break;
    case DW_MESSAGE_MISSION:
    case DW_MESSAGE_MISSION_PART:
    case DW_MESSAGE_MISSION_STATE:
    case DW_MESSAGE_MISSION_NOTICE:
    case DW_MESSAGE_MISSION_RESULT:
    case DW_MESSAGE_MISSION_QUESTION:
    case DW_MESSAGE_MISSION_PERSON:
        dw_test_fill_mission(rng, out);
        break;
    }
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
