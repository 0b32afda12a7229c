/* What the bytes of random messages say, with msgpack-c as the oracle: the fields stand in the
 * order of PROTOCOL.md. */
#include "common/base/check.h"
#include "message_text.h"
#include "protocol/message.h"
#include "random_message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <msgpack.h>

enum { ROUNDS = 400 };

static msgpack_object element(const msgpack_unpacked *unpacked, uint32_t index)
{
    assert_int_equal(unpacked->data.type, MSGPACK_OBJECT_ARRAY);
    assert_true(index < unpacked->data.via.array.size);
    return unpacked->data.via.array.ptr[index];
}

static uint64_t number_at(const msgpack_unpacked *unpacked, uint32_t index)
{
    const msgpack_object object = element(unpacked, index);
    assert_int_equal(object.type, MSGPACK_OBJECT_POSITIVE_INTEGER);
    return object.via.u64;
}

static void expect_text(const msgpack_unpacked *unpacked, uint32_t index, const char *text)
{
    const msgpack_object object = element(unpacked, index);
    assert_int_equal(object.type, MSGPACK_OBJECT_STR);
    assert_int_equal(object.via.str.size, strlen(text));
    assert_memory_equal(object.via.str.ptr, text, strlen(text));
}

static void expect_bin(const msgpack_unpacked *unpacked, uint32_t index, const uint8_t *bytes,
                       size_t size)
{
    const msgpack_object object = element(unpacked, index);
    assert_int_equal(object.type, MSGPACK_OBJECT_BIN);
    assert_int_equal(object.via.bin.size, size);
    assert_memory_equal(object.via.bin.ptr, bytes, size);
}

static uint32_t expect_welcome(const msgpack_unpacked *u, const dw_welcome *welcome)
{
    assert_int_equal(number_at(u, 1), DW_PROTOCOL_VERSION);
    assert_int_equal(number_at(u, 2), welcome->match);
    expect_text(u, 3, welcome->code);
    assert_int_equal(number_at(u, 4), welcome->slot);
    assert_int_equal(number_at(u, 5), welcome->tick);
    assert_int_equal(number_at(u, 6), welcome->snapshot_hz);
    assert_int_equal(number_at(u, 7), welcome->intruders_max);
    expect_bin(u, 8, welcome->map_hash.bytes, 16);
    assert_int_equal(number_at(u, 9), welcome->map_size);
    expect_bin(u, 10, welcome->token, 16);
    expect_text(u, 11, welcome->map_name);
    uint32_t at = 12;
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        assert_int_equal(number_at(u, at++), dw_ruleset_get(&welcome->rules, i));
    }
    return at;
}

static uint32_t expect_round(const msgpack_unpacked *u, const dw_round *round)
{
    assert_int_equal(number_at(u, 1), round->tick);
    assert_int_equal(number_at(u, 2), round->round);
    assert_int_equal(number_at(u, 3), round->phase);
    assert_int_equal(number_at(u, 4), round->outcome);
    assert_int_equal(number_at(u, 5), round->start_tick);
    assert_int_equal(number_at(u, 6), round->end_tick);
    assert_int_equal(number_at(u, 7), round->winner);
    assert_int_equal(number_at(u, 8), round->spectators);
    assert_int_equal(number_at(u, 9), round->paused);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        assert_int_equal(number_at(u, 10 + 4 * i), round->roster[i].slot);
        assert_int_equal(number_at(u, 11 + 4 * i), round->roster[i].state);
        assert_int_equal(number_at(u, 12 + 4 * i), round->roster[i].caught_tick);
        expect_text(u, 13 + 4 * i, round->roster[i].name);
    }
    return 10 + 4 * (uint32_t)round->roster_count;
}

/* A room or door travels as its index + 1, 0 for none; a place as x * 65536 + y. */
static uint64_t index_number(uint16_t index)
{
    return index == DW_NONE ? 0 : (uint64_t)index + 1;
}

static uint64_t place_number(dw_vec place)
{
    return (uint64_t)place.x * 65536 + (uint64_t)place.y;
}

static uint32_t expect_mind_lists(const msgpack_unpacked *u, const dw_mind_view *mind, uint32_t at)
{
    assert_int_equal(number_at(u, at++), mind->room_count);
    for (uint32_t i = 0; i < mind->room_count; i++) {
        assert_int_equal(number_at(u, at++), mind->rooms[i]);
    }
    assert_int_equal(number_at(u, at++), mind->piece_count);
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        assert_int_equal(number_at(u, at++),
                         index_number(mind->pieces[i].furniture) * 16 + mind->pieces[i].sides);
    }
    assert_int_equal(number_at(u, at++), mind->clear_count);
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        assert_int_equal(number_at(u, at++), mind->clear[i].room);
        assert_int_equal(number_at(u, at++), mind->tick - mind->clear[i].tick);
    }
    assert_int_equal(number_at(u, at++), mind->call_count);
    for (uint32_t i = 0; i < mind->call_count; i++) {
        const dw_mind_call *call = &mind->calls[i];
        assert_int_equal(number_at(u, at++), call->id);
        assert_int_equal(number_at(u, at++), call->kind);
        assert_int_equal(number_at(u, at++), call->sender);
        assert_int_equal(number_at(u, at++), call->slot);
        assert_int_equal(number_at(u, at++), index_number(call->room));
        assert_int_equal(number_at(u, at++), index_number(call->door));
        assert_int_equal(number_at(u, at++), mind->tick - call->tick);
    }
    assert_int_equal(number_at(u, at++), mind->noise_count);
    for (uint32_t i = 0; i < mind->noise_count; i++) {
        const dw_mind_noise *noise = &mind->noises[i];
        assert_int_equal(number_at(u, at++), noise->alarm);
        assert_int_equal(number_at(u, at++), noise->level_db);
        assert_int_equal(number_at(u, at++), noise->error_dm);
        assert_int_equal(number_at(u, at++), mind->tick - noise->tick);
        assert_int_equal(number_at(u, at++), place_number(noise->place));
    }
    return at;
}

static uint32_t expect_mind(const msgpack_unpacked *u, const dw_mind_view *mind)
{
    assert_int_equal(number_at(u, 1), mind->tick);
    assert_int_equal(number_at(u, 2), mind->body);
    expect_text(u, 3, mind->goal);
    expect_text(u, 4, mind->sentence);
    expect_text(u, 5, mind->doing);
    assert_int_equal(number_at(u, 6), mind->cause);
    assert_int_equal(number_at(u, 7), mind->cause == DW_CAUSE_MESSAGE
                                          ? mind->cause_id
                                          : mind->tick - mind->cause_id);
    assert_int_equal(number_at(u, 8), mind->tick - mind->since);
    assert_int_equal(number_at(u, 9), mind->agitation);
    assert_int_equal(number_at(u, 10), index_number(mind->room));
    assert_int_equal(number_at(u, 11), index_number(mind->door));
    assert_int_equal(number_at(u, 12), place_number(mind->target));
    assert_int_equal(number_at(u, 13), mind->switches);
    expect_text(u, 14, mind->strategy);
    uint32_t at = 15;
    assert_int_equal(number_at(u, at++), mind->path_count);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        assert_int_equal(number_at(u, at++), place_number(mind->path[i]));
    }
    assert_int_equal(number_at(u, at++), mind->intruder_count);
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        assert_int_equal(number_at(u, at++), row->slot);
        assert_int_equal(number_at(u, at++), row->meter);
        assert_int_equal(number_at(u, at++), row->source);
        assert_int_equal(number_at(u, at++), row->told_by);
        assert_int_equal(number_at(u, at++), row->confidence);
        assert_int_equal(number_at(u, at++), index_number(row->room));
        assert_int_equal(number_at(u, at++), mind->tick - row->tick);
        assert_int_equal(number_at(u, at++), place_number(row->place));
    }
    return expect_mind_lists(u, mind, at);
}

/* An element that is left out for the map of the welcome. Gives the number of elements. */
static uint32_t expect_change(const msgpack_unpacked *u, uint32_t at, uint32_t change)
{
    if (change != 0) {
        assert_int_equal(number_at(u, at), change);
    }
    return at + (change != 0 ? 1 : 0);
}

static int64_t signed_at(const msgpack_unpacked *unpacked, uint32_t index)
{
    const msgpack_object object = element(unpacked, index);
    if (object.type == MSGPACK_OBJECT_NEGATIVE_INTEGER) {
        return object.via.i64;
    }
    return (int64_t)number_at(unpacked, index);
}

static uint32_t expect_signal(const msgpack_unpacked *u, uint32_t at, const dw_signal *signal)
{
    assert_int_equal(number_at(u, at), signal->sign);
    assert_int_equal(signed_at(u, at + 1) * 500 * DW_UNITS_PER_MM, signal->position.x);
    assert_int_equal(signed_at(u, at + 2) * 500 * DW_UNITS_PER_MM, signal->position.y);
    return at + 3;
}

static uint32_t expect_sounds(const msgpack_unpacked *u, const dw_sounds *sounds)
{
    assert_int_equal(number_at(u, 1), sounds->tick);
    for (uint32_t i = 0; i < sounds->count; i++) {
        assert_int_equal(number_at(u, 2 + 3 * i), sounds->rows[i].kind);
        assert_int_equal(number_at(u, 3 + 3 * i), sounds->rows[i].direction);
        assert_int_equal(number_at(u, 4 + 3 * i), sounds->rows[i].level_db);
    }
    return 2 + 3 * (uint32_t)sounds->count;
}

static uint32_t expect_playback(const msgpack_unpacked *u, const dw_playback_state *state)
{
    assert_int_equal(number_at(u, 1), state->tick);
    assert_int_equal(number_at(u, 2), state->shown);
    assert_int_equal(number_at(u, 3), state->length);
    assert_int_equal(number_at(u, 4), state->speed);
    assert_int_equal(number_at(u, 5), state->flags);
    assert_int_equal(number_at(u, 6), state->epoch);
    assert_int_equal(number_at(u, 7), state->epoch_tick);
    assert_int_equal(number_at(u, 8), state->ready);
    assert_int_equal(number_at(u, 9), state->events);
    assert_int_equal(number_at(u, 10), state->view);
    expect_text(u, 11, state->steerer);
    return 12;
}

static uint32_t expect_playback_events(const msgpack_unpacked *u, const dw_playback_events *events)
{
    uint32_t at = 2;
    uint64_t tick = 0;
    assert_int_equal(number_at(u, 1), events->first);
    for (uint32_t i = 0; i < events->count; i++) {
        const dw_playback_event *row = &events->rows[i];
        assert_int_equal(number_at(u, at++), row->kind);
        tick += number_at(u, at++);
        assert_int_equal(tick, row->tick);
        assert_int_equal(number_at(u, at++), row->a);
        assert_int_equal(number_at(u, at++), row->b);
        assert_int_equal(number_at(u, at++), row->c);
    }
    return at;
}

static uint32_t expect_sighting(const msgpack_unpacked *u, const dw_playback_sighting *row)
{
    const uint64_t numbers[] = {
        row->event, row->tick,  row->glimpse_ticks, row->guard,
        row->slot,  row->sense, row->distance_cm,   row->glimpse_distance_cm,
        row->angle, row->light, row->posture,       row->room};
    uint32_t at = 1;
    for (size_t i = 0; i < DW_COUNT_OF(numbers); i++) {
        assert_int_equal(number_at(u, at++), numbers[i]);
    }
    expect_text(u, at++, row->goal);
    assert_int_equal(number_at(u, at++), row->cause);
    assert_int_equal(number_at(u, at++), row->cause_ticks);
    for (uint32_t i = 0; i < row->sample_count; i++) {
        assert_int_equal(number_at(u, at++), row->samples[i]);
    }
    return at;
}

static uint32_t expect_ghosts(const msgpack_unpacked *u, const dw_ghosts *ghosts)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), ghosts->tick);
    assert_int_equal(number_at(u, at++), ghosts->complete);
    assert_int_equal(number_at(u, at++), ghosts->tries);
    for (uint32_t i = 0; i < ghosts->count; i++) {
        const dw_ghost *row = &ghosts->rows[i];
        assert_int_equal(number_at(u, at++), row->slot);
        assert_int_equal(number_at(u, at++), row->tries);
        assert_int_equal(number_at(u, at++), row->x);
        assert_int_equal(number_at(u, at++), row->y);
        assert_int_equal(number_at(u, at++), row->heading);
        assert_int_equal(number_at(u, at++), row->flags);
    }
    return at;
}

static uint32_t expect_client_message(const msgpack_unpacked *u, const dw_message *message)
{
    switch (message->type) {
    case DW_MESSAGE_HELLO:
        assert_int_equal(number_at(u, 1), DW_PROTOCOL_VERSION);
        expect_bin(u, 2, message->as.hello.map_hash.bytes, message->as.hello.has_map_hash ? 16 : 0);
        expect_text(u, 3, message->as.hello.match);
        assert_int_equal(number_at(u, 4), message->as.hello.spectate);
        expect_text(u, 5, message->as.hello.name);
        expect_bin(u, 6, message->as.hello.identity, message->as.hello.has_identity ? 32 : 0);
        expect_bin(u, 7, message->as.hello.proof, message->as.hello.has_proof ? 64 : 0);
        expect_bin(u, 8, message->as.hello.token, message->as.hello.has_token ? 16 : 0);
        return 9;
    case DW_MESSAGE_INPUT:
        assert_int_equal(number_at(u, 1), message->as.input.ack_tick);
        assert_int_equal(number_at(u, 2), message->as.input.newest_tick);
        for (uint32_t i = 0; i < message->as.input.count; i++) {
            const dw_intent intent = message->as.input.intents[i];
            assert_int_equal(number_at(u, 3 + i),
                             intent.direction + 16 * intent.buttons + 512 * intent.throw_heading +
                                 131072 * intent.throw_distance + 33554432 * intent.answer);
        }
        return 3 + (uint32_t)message->as.input.count;
    case DW_MESSAGE_MAP_REQUEST:
        assert_int_equal(number_at(u, 1), message->as.map_request.chunk);
        return expect_change(u, 2, message->as.map_request.change);
    case DW_MESSAGE_MAP_READY:
        return expect_change(u, 1, message->as.map_ready.change);
    case DW_MESSAGE_CHAT:
        expect_text(u, 1, message->as.chat.text);
        return 2;
    case DW_MESSAGE_VOTE:
        assert_int_equal(number_at(u, 1), message->as.vote.vote);
        assert_int_equal(number_at(u, 2),
                         message->as.vote.vote == 0 ? message->as.vote.slot : message->as.vote.yes);
        return 3;
    case DW_MESSAGE_ADMIN:
        expect_text(u, 1, message->as.admin.text);
        return 2;
    case DW_MESSAGE_SIGNAL:
        return expect_signal(u, 1, &message->as.signal);
    case DW_MESSAGE_STEER:
        assert_int_equal(number_at(u, 1), message->as.steer.action);
        assert_int_equal(signed_at(u, 2), message->as.steer.value);
        return 3;
    case DW_MESSAGE_READY:
        assert_int_equal(number_at(u, 1), message->as.ready.ready);
        return 2;
    default:
        assert_int_equal(message->type, DW_MESSAGE_QUIT);
        return 1;
    }
}

static uint32_t expect_standings(const msgpack_unpacked *u, const dw_standings *standings)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), standings->ready);
    for (uint32_t i = 0; i < standings->count; i++) {
        const dw_standing *row = &standings->rows[i];
        assert_int_equal(number_at(u, at++), row->slot);
        assert_int_equal(number_at(u, at++), row->ping_ms);
        assert_int_equal(number_at(u, at++), row->detected);
        assert_int_equal(number_at(u, at++), row->taken);
        assert_int_equal(number_at(u, at++), row->caught);
        assert_int_equal(number_at(u, at++), row->escaped);
    }
    return at;
}

static uint32_t expect_detections(const msgpack_unpacked *u, const dw_detections *told)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), told->round);
    assert_int_equal(number_at(u, at++), told->detected);
    for (uint32_t i = 0; i < told->count; i++) {
        const dw_detection *row = &told->rows[i];
        assert_int_equal(number_at(u, at++), row->tick);
        assert_int_equal(number_at(u, at++), row->ticks);
        assert_int_equal(number_at(u, at++), row->room);
        assert_int_equal(number_at(u, at++), row->by);
    }
    return at;
}

static uint32_t expect_found_item(const msgpack_unpacked *u, const dw_found_item *found)
{
    const dw_rect *area = &found->area;
    assert_int_equal(number_at(u, 1), found->index);
    assert_int_equal(number_at(u, 2), area->min.x);
    assert_int_equal(number_at(u, 3), area->min.y);
    assert_int_equal(number_at(u, 4), area->max.x - area->min.x);
    assert_int_equal(number_at(u, 5), area->max.y - area->min.y);
    assert_int_equal(number_at(u, 6), found->kind);
    assert_int_equal(number_at(u, 7), found->large);
    assert_int_equal(number_at(u, 8), found->opens);
    expect_text(u, 9, found->name);
    return 10;
}

static uint32_t expect_mission(const msgpack_unpacked *u, const dw_mission_brief *brief)
{
    expect_text(u, 1, brief->name);
    expect_text(u, 2, brief->title);
    assert_int_equal(number_at(u, 3), brief->players_min);
    assert_int_equal(number_at(u, 4), brief->players_max);
    assert_int_equal(number_at(u, 5), brief->time_limit_s);
    for (uint32_t i = 0; i < brief->briefing_count; i++) {
        expect_text(u, 6 + i, brief->briefing[i]);
    }
    return 6U + brief->briefing_count;
}

static uint32_t expect_mission_part(const msgpack_unpacked *u, const dw_mission_part *part)
{
    assert_int_equal(number_at(u, 1), part->number);
    assert_int_equal(number_at(u, 2), part->kind);
    assert_int_equal(number_at(u, 3), part->optional);
    assert_int_equal(number_at(u, 4), part->after);
    assert_int_equal(number_at(u, 5), part->item);
    assert_int_equal(number_at(u, 6), part->device);
    assert_int_equal(signed_at(u, 7), part->place.min.x);
    assert_int_equal(signed_at(u, 8), part->place.min.y);
    assert_int_equal(number_at(u, 9), part->place.max.x - part->place.min.x);
    assert_int_equal(number_at(u, 10), part->place.max.y - part->place.min.y);
    assert_int_equal(number_at(u, 11), part->ticks);
    expect_text(u, 12, part->id);
    expect_text(u, 13, part->text);
    return 14;
}

static uint32_t expect_mission_state(const msgpack_unpacked *u, const dw_parts_told *told)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), told->tick);
    assert_int_equal(number_at(u, at++), told->devices);
    for (uint32_t i = 0; i < told->count; i++) {
        const dw_part_row *row = &told->rows[i];
        assert_int_equal(number_at(u, at++), row->state);
        assert_int_equal(number_at(u, at++), row->slot);
        assert_int_equal(number_at(u, at++), row->at);
        assert_int_equal(number_at(u, at++), row->held);
    }
    return at;
}

static uint32_t expect_mission_result(const msgpack_unpacked *u, const dw_mission_result *result)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), result->round);
    assert_int_equal(number_at(u, at++), result->outcome);
    assert_int_equal(number_at(u, at++), result->ticks);
    assert_int_equal(number_at(u, at++), result->parts);
    assert_int_equal(number_at(u, at++), result->optional);
    assert_int_equal(number_at(u, at++), result->sightings);
    assert_int_equal(number_at(u, at++), result->alarms);
    assert_int_equal(number_at(u, at++), result->alarm);
    assert_int_equal(signed_at(u, at++), result->points);
    for (uint32_t i = 0; i < result->count; i++) {
        const dw_result_row *row = &result->rows[i];
        assert_int_equal(number_at(u, at++), row->slot);
        assert_int_equal(number_at(u, at++), row->parts);
        assert_int_equal(number_at(u, at++), row->sightings);
        assert_int_equal(number_at(u, at++), row->caught);
        assert_int_equal(signed_at(u, at++), row->points);
    }
    return at;
}

static uint32_t expect_question(const msgpack_unpacked *u, const dw_mission_question *question)
{
    uint32_t at = 1;
    assert_int_equal(number_at(u, at++), question->number);
    assert_int_equal(number_at(u, at++), question->chosen);
    assert_int_equal(number_at(u, at++), question->end_tick);
    expect_text(u, at++, question->speaker);
    expect_text(u, at++, question->text);
    for (uint32_t i = 0; i < question->count; i++) {
        assert_int_equal(number_at(u, at++), question->rows[i].slots);
        expect_text(u, at++, question->rows[i].text);
    }
    return at;
}

static uint32_t expect_server_message(const msgpack_unpacked *u, const dw_message *message)
{
    switch (message->type) {
    case DW_MESSAGE_WELCOME:
        return expect_welcome(u, &message->as.welcome);
    case DW_MESSAGE_REFUSE:
        assert_int_equal(number_at(u, 1), message->as.refuse.reason);
        expect_text(u, 2, message->as.refuse.text);
        return 3;
    case DW_MESSAGE_MAP_CHUNK:
        assert_int_equal(number_at(u, 1), message->as.map_chunk.chunk);
        assert_int_equal(number_at(u, 2), message->as.map_chunk.chunk_count);
        expect_bin(u, 3, message->as.map_chunk.bytes, message->as.map_chunk.size);
        return expect_change(u, 4, message->as.map_chunk.change);
    case DW_MESSAGE_MAP_CHANGE:
        assert_int_equal(number_at(u, 1), message->as.map_change.change);
        assert_int_equal(number_at(u, 2), message->as.map_change.tick);
        assert_int_equal(number_at(u, 3), message->as.map_change.intruders_max);
        expect_bin(u, 4, message->as.map_change.map_hash.bytes, 16);
        assert_int_equal(number_at(u, 5), message->as.map_change.map_size);
        expect_text(u, 6, message->as.map_change.map_name);
        return 7;
    case DW_MESSAGE_EVENT:
        assert_int_equal(number_at(u, 1), message->as.event.tick);
        assert_int_equal(number_at(u, 2), message->as.event.kind);
        assert_int_equal(number_at(u, 3), message->as.event.a);
        assert_int_equal(number_at(u, 4), message->as.event.b);
        assert_int_equal(number_at(u, 5), message->as.event.c);
        return 6;
    case DW_MESSAGE_ROUND:
        return expect_round(u, &message->as.round);
    case DW_MESSAGE_CHAT_LINE:
        assert_int_equal(number_at(u, 1), message->as.chat_line.slot);
        expect_text(u, 2, message->as.chat_line.name);
        expect_text(u, 3, message->as.chat_line.text);
        return 4;
    case DW_MESSAGE_MIND:
        return expect_mind(u, &message->as.mind);
    case DW_MESSAGE_QUEUE:
        assert_int_equal(number_at(u, 1), message->as.queue.place);
        return 2;
    case DW_MESSAGE_SEAT:
        assert_int_equal(number_at(u, 1), message->as.seat.slot);
        expect_bin(u, 2, message->as.seat.token, 16);
        return 3;
    case DW_MESSAGE_VOTE_STATE:
        assert_int_equal(number_at(u, 1), message->as.vote_state.vote);
        assert_int_equal(number_at(u, 2), message->as.vote_state.phase);
        assert_int_equal(number_at(u, 3), message->as.vote_state.accused);
        assert_int_equal(number_at(u, 4), message->as.vote_state.caller);
        assert_int_equal(number_at(u, 5), message->as.vote_state.yes);
        assert_int_equal(number_at(u, 6), message->as.vote_state.no);
        assert_int_equal(number_at(u, 7), message->as.vote_state.needed);
        assert_int_equal(number_at(u, 8), message->as.vote_state.end_tick);
        return 9;
    case DW_MESSAGE_BODY_KIND:
        assert_int_equal(number_at(u, 1), message->as.body_kind.body);
        for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
            assert_int_equal(number_at(u, 2 + i),
                             dw_tunable_get(dw_kind_told_field(i), &message->as.body_kind.kind));
        }
        return 2 + DW_KIND_TOLD_COUNT;
    case DW_MESSAGE_TEAM_SIGNAL:
        assert_int_equal(number_at(u, 1), message->as.signal.tick);
        assert_int_equal(number_at(u, 2), message->as.signal.slot);
        return expect_signal(u, 3, &message->as.signal);
    case DW_MESSAGE_ADMIN_LINE:
        assert_int_equal(number_at(u, 1), message->as.admin_line.more);
        expect_text(u, 2, message->as.admin_line.text);
        return 3;
    case DW_MESSAGE_SOUNDS:
        return expect_sounds(u, &message->as.sounds);
    case DW_MESSAGE_PLAYBACK:
        return expect_playback(u, &message->as.playback);
    case DW_MESSAGE_PLAYBACK_EVENTS:
        return expect_playback_events(u, &message->as.playback_events);
    case DW_MESSAGE_SIGHTING:
        return expect_sighting(u, &message->as.sighting);
    case DW_MESSAGE_GHOSTS:
        return expect_ghosts(u, &message->as.ghosts);
    case DW_MESSAGE_STANDINGS:
        return expect_standings(u, &message->as.standings);
    case DW_MESSAGE_DETECTIONS:
        return expect_detections(u, &message->as.detections);
    case DW_MESSAGE_CHOICES:
        for (uint32_t i = 0; i < message->as.choices.count; i++) {
            expect_text(u, 1 + i, message->as.choices.names[i]);
        }
        return 1U + message->as.choices.count;
    case DW_MESSAGE_FOUND_ITEM:
        return expect_found_item(u, &message->as.found_item);
    case DW_MESSAGE_MISSION:
        return expect_mission(u, &message->as.mission);
    case DW_MESSAGE_MISSION_PART:
        return expect_mission_part(u, &message->as.mission_part);
    case DW_MESSAGE_MISSION_STATE:
        return expect_mission_state(u, &message->as.mission_state);
    case DW_MESSAGE_MISSION_RESULT:
        return expect_mission_result(u, &message->as.mission_result);
    case DW_MESSAGE_MISSION_QUESTION:
        return expect_question(u, &message->as.mission_question);
    case DW_MESSAGE_MISSION_PERSON:
        assert_int_equal(number_at(u, 1), message->as.mission_person.slot);
        expect_text(u, 2, message->as.mission_person.name);
        return 3;
    case DW_MESSAGE_MISSION_NOTICE:
        assert_int_equal(number_at(u, 1), message->as.mission_notice.tick);
        expect_text(u, 2, message->as.mission_notice.speaker);
        expect_text(u, 3, message->as.mission_notice.text);
        return 4;
    default:
        assert_int_equal(message->type, DW_MESSAGE_KICK);
        assert_int_equal(number_at(u, 1), message->as.kick.reason);
        expect_text(u, 2, message->as.kick.text);
        return 3;
    }
}

static void msgpack_reads_the_fields_that_the_standard_lists(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 16, 0);
    for (uint32_t round = 0; round < DW_TEST_MESSAGE_TYPES * ROUNDS; round++) {
        const dw_message_type type = dw_test_message_types[round % DW_TEST_MESSAGE_TYPES];
        dw_message message;
        uint8_t bytes[DW_MESSAGE_MAX];
        dw_test_random_message(&rng, type, &message);
        const size_t size = dw_test_encode(&message, bytes);
        msgpack_unpacked unpacked;
        msgpack_unpacked_init(&unpacked);
        size_t at = 0;
        assert_int_equal(msgpack_unpack_next(&unpacked, (const char *)bytes, size, &at),
                         MSGPACK_UNPACK_SUCCESS);
        assert_int_equal(at, size);
        assert_int_equal(number_at(&unpacked, 0), type);
        assert_int_equal(type < DW_MESSAGE_WELCOME ? expect_client_message(&unpacked, &message)
                                                   : expect_server_message(&unpacked, &message),
                         unpacked.data.via.array.size);
        msgpack_unpacked_destroy(&unpacked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(msgpack_reads_the_fields_that_the_standard_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
