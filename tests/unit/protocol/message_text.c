#include "message_text.h"

#include "common/base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char *text, const char *format, ...) DW_PRINTF(2, 3);

static void add(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text + used, DW_TEST_TEXT_SIZE - used, format, arguments);
    va_end(arguments);
    DW_CHECK(length >= 0 && (size_t)length < DW_TEST_TEXT_SIZE - used);
}

static void add_bin(char *text, const char *key, const uint8_t *bytes, size_t size)
{
    add(text, " %s=", key);
    for (size_t i = 0; i < size; i++) {
        add(text, "%02x", bytes[i]);
    }
    if (size == 0) {
        add(text, "-");
    }
}

static void add_hello(char *text, const dw_hello *hello)
{
    add(text, "hello version=%u", hello->version);
    add_bin(text, "map_hash", hello->map_hash.bytes, hello->has_map_hash ? DW_MAP_HASH_SIZE : 0);
    add(text, " match=\"%s\" spectate=%d name=\"%s\"", hello->match, hello->spectate, hello->name);
    add_bin(text, "identity", hello->identity, hello->has_identity ? DW_SEAL_KEY_SIZE : 0);
    add_bin(text, "proof", hello->proof, hello->has_proof ? DW_IDENTITY_PROOF_SIZE : 0);
    add_bin(text, "token", hello->token, hello->has_token ? DW_TOKEN_SIZE : 0);
}

static void add_input(char *text, const dw_input *input)
{
    add(text, "input ack=%u newest=%u intents=", input->ack_tick, input->newest_tick);
    for (uint32_t i = 0; i < input->count; i++) {
        add(text, "%s%u/%u", i == 0 ? "" : ",", input->intents[i].direction,
            input->intents[i].buttons);
        if (dw_intent_tool(input->intents[i]) != DW_TOOL_NONE) {
            add(text, "@%u/%u", input->intents[i].throw_heading, input->intents[i].throw_distance);
        }
        if (input->intents[i].answer != 0) {
            add(text, "?%u", input->intents[i].answer);
        }
    }
}

static void add_welcome(char *text, const dw_welcome *welcome)
{
    add(text, "welcome version=%u match=%u code=%s slot=%u tick=%u snapshot_hz=%u intruders_max=%u",
        welcome->version, welcome->match, welcome->code, welcome->slot, welcome->tick,
        welcome->snapshot_hz, welcome->intruders_max);
    add_bin(text, "map_hash", welcome->map_hash.bytes, DW_MAP_HASH_SIZE);
    add(text, " map_size=%u", welcome->map_size);
    add_bin(text, "token", welcome->token, DW_TOKEN_SIZE);
    add(text, " map=\"%s\" rules=", welcome->map_name);
    for (uint32_t i = 0; i < DW_RULESET_PUBLIC_COUNT; i++) {
        add(text, "%s%d", i == 0 ? "" : ",", dw_ruleset_get(&welcome->rules, i));
    }
}

static void add_round(char *text, const dw_round *round)
{
    add(text,
        "round tick=%u round=%u phase=%u outcome=%s start=%u end=%u winner=%u spectators=%u "
        "paused=%u",
        round->tick, round->round, round->phase, dw_outcome_word((dw_outcome)round->outcome),
        round->start_tick, round->end_tick, round->winner, round->spectators, round->paused);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const dw_roster_row *row = &round->roster[i];
        add(text, " row=%u/%u/%u/\"%s\"", row->slot, row->state, row->caught_tick, row->name);
    }
}

/* A room, a door: "-" for none. */
static void add_index(char *text, const char *before, uint16_t index)
{
    if (index == DW_NONE) {
        add(text, "%s-", before);
    } else {
        add(text, "%s%u", before, index);
    }
}

static void add_mind(char *text, const dw_mind_view *mind)
{
    add(text, "mind tick=%u body=%u goal=\"%s\" sentence=\"%s\" doing=\"%s\" cause=%s/%u since=%u",
        mind->tick, mind->body, mind->goal, mind->sentence, mind->doing,
        dw_cause_word((dw_cause)mind->cause), mind->cause_id, mind->since);
    add(text, " agitation=%u", mind->agitation);
    add_index(text, " room=", mind->room);
    add_index(text, " door=", mind->door);
    add(text, " target=%u,%u switches=%x strategy=\"%s\"", mind->target.x, mind->target.y,
        mind->switches, mind->strategy);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        add(text, " way=%u,%u", mind->path[i].x, mind->path[i].y);
    }
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        add(text, " intruder=%u/%u/%u/%u/%u", row->slot, row->meter, row->source, row->told_by,
            row->confidence);
        add_index(text, "/", row->room);
        add(text, "/%u@%u,%u", row->tick, row->place.x, row->place.y);
    }
    for (uint32_t i = 0; i < mind->room_count; i++) {
        add(text, " search=%u", mind->rooms[i]);
    }
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        add_index(text, " piece=", mind->pieces[i].furniture);
        add(text, "/%u", mind->pieces[i].sides);
    }
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        add(text, " clear=%u/%u", mind->clear[i].room, mind->clear[i].tick);
    }
    for (uint32_t i = 0; i < mind->call_count; i++) {
        const dw_mind_call *call = &mind->calls[i];
        add(text, " call=%u/%u/%u/%u/%u", call->id, call->tick, call->kind, call->sender,
            call->slot);
        add_index(text, "/", call->room);
        add_index(text, "/", call->door);
    }
    for (uint32_t i = 0; i < mind->noise_count; i++) {
        const dw_mind_noise *noise = &mind->noises[i];
        add(text, " noise=%u/%u/%u/%u@%u,%u", noise->alarm, noise->level_db, noise->error_dm,
            noise->tick, noise->place.x, noise->place.y);
    }
}

static void add_vote_state(char text[DW_TEST_TEXT_SIZE], const dw_vote_state *state)
{
    add(text, "vote_state vote=%u phase=%u accused=%u caller=%u yes=%u no=%u needed=%u end=%u",
        state->vote, state->phase, state->accused, state->caller, state->yes, state->no,
        state->needed, state->end_tick);
}

static void add_map_change(char text[DW_TEST_TEXT_SIZE], const dw_map_change *change)
{
    add(text, "map_change change=%u tick=%u intruders_max=%u", change->change, change->tick,
        change->intruders_max);
    add_bin(text, "map_hash", change->map_hash.bytes, DW_MAP_HASH_SIZE);
    add(text, " map_size=%u map=\"%s\"", change->map_size, change->map_name);
}

static void add_signal(char text[DW_TEST_TEXT_SIZE], const char *name, const dw_signal *signal)
{
    add(text, "%s sign=%s position_mm=%d,%d", name, dw_sign_word((dw_sign)signal->sign),
        signal->position.x / DW_UNITS_PER_MM, signal->position.y / DW_UNITS_PER_MM);
}

static void add_body_kind(char text[DW_TEST_TEXT_SIZE], const dw_body_kind *told)
{
    add(text, "body_kind body=%u kind=", told->body);
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        add(text, "%s%d", i == 0 ? "" : ",", dw_tunable_get(dw_kind_told_field(i), &told->kind));
    }
}

static void add_sounds(char text[DW_TEST_TEXT_SIZE], const dw_sounds *sounds)
{
    add(text, "sounds tick=%u", sounds->tick);
    for (uint32_t i = 0; i < sounds->count; i++) {
        const dw_sound_heard *row = &sounds->rows[i];
        add(text, " heard=%u/%u/%u", row->kind, row->direction, row->level_db);
    }
}

static void add_playback(char text[DW_TEST_TEXT_SIZE], const dw_playback_state *state)
{
    add(text, "playback tick=%u shown=%u length=%u speed=%u flags=%u epoch=%u/%u", state->tick,
        state->shown, state->length, state->speed, state->flags, state->epoch, state->epoch_tick);
    add(text, " ready=%u events=%u view=%u steerer=\"%s\"", state->ready, state->events,
        state->view, state->steerer);
}

static void add_playback_events(char text[DW_TEST_TEXT_SIZE], const dw_playback_events *events)
{
    add(text, "playback_events first=%u", events->first);
    for (uint32_t i = 0; i < events->count; i++) {
        const dw_playback_event *row = &events->rows[i];
        add(text, " row=%u/%u/%u/%u@%u", row->kind, row->a, row->b, row->c, row->tick);
    }
}

static void add_sighting(char text[DW_TEST_TEXT_SIZE], const dw_playback_sighting *row)
{
    add(text, "sighting event=%u tick=%u glimpse=%u guard=%u slot=%u sense=%u distance=%u/%u",
        row->event, row->tick, row->glimpse_ticks, row->guard, row->slot, row->sense,
        row->distance_cm, row->glimpse_distance_cm);
    add(text, " angle=%u light=%u posture=%u room=%u goal=\"%s\" cause=%s/%u meter=", row->angle,
        row->light, row->posture, row->room, row->goal, dw_cause_word((dw_cause)row->cause),
        row->cause_ticks);
    for (uint32_t i = 0; i < row->sample_count; i++) {
        add(text, "%s%u", i == 0 ? "" : ",", row->samples[i]);
    }
}

static void add_ghosts(char text[DW_TEST_TEXT_SIZE], const dw_ghosts *ghosts)
{
    add(text, "ghosts tick=%u complete=%u tries=%u", ghosts->tick, ghosts->complete, ghosts->tries);
    for (uint32_t i = 0; i < ghosts->count; i++) {
        const dw_ghost *row = &ghosts->rows[i];
        add(text, " row=%u/%u/%u/%u/%u/%u", row->slot, row->tries, row->x, row->y, row->heading,
            row->flags);
    }
}

/* Absent for the map of the welcome. */
static void add_change(char text[DW_TEST_TEXT_SIZE], uint32_t change)
{
    if (change != 0) {
        add(text, " change=%u", change);
    }
}

static void add_standings(char *text, const dw_standings *standings)
{
    add(text, "standings ready=%u", standings->ready);
    for (uint32_t i = 0; i < standings->count; i++) {
        const dw_standing *row = &standings->rows[i];
        add(text, " row=%u/%u/%u/%u/%u/%u", row->slot, row->ping_ms, row->detected, row->taken,
            row->caught, row->escaped);
    }
}

static void add_detections(char *text, const dw_detections *told)
{
    add(text, "detections round=%u detected=%u", told->round, told->detected);
    for (uint32_t i = 0; i < told->count; i++) {
        const dw_detection *row = &told->rows[i];
        add(text, " row=%u/%u/%u/%u", row->tick, row->ticks, row->room, row->by);
    }
}

static void add_found_item(char *text, const dw_found_item *found)
{
    const dw_rect *area = &found->area;
    add(text, "found_item item=%u area=%d,%d,%d,%d kind=%u large=%d opens=%u name=\"%s\"",
        found->index, area->min.x, area->min.y, area->max.x - area->min.x,
        area->max.y - area->min.y, found->kind, found->large, found->opens, found->name);
}

static void add_mission(char *text, const dw_mission_brief *brief)
{
    add(text, "mission name=\"%s\" title=\"%s\" players=%u/%u seconds=%u", brief->name,
        brief->title, brief->players_min, brief->players_max, brief->time_limit_s);
    for (uint32_t i = 0; i < brief->briefing_count; i++) {
        add(text, " line=\"%s\"", brief->briefing[i]);
    }
}

static void add_mission_part(char *text, const dw_mission_part *part)
{
    add(text, "mission_part number=%u do=%s optional=%d after=%u item=%u device=%u", part->number,
        dw_part_words[part->kind].word, part->optional, part->after, part->item, part->device);
    add(text, " place=%d,%d,%d,%d ticks=%u id=\"%s\" text=\"%s\"", part->place.min.x,
        part->place.min.y, part->place.max.x - part->place.min.x,
        part->place.max.y - part->place.min.y, part->ticks, part->id, part->text);
}

static void add_parts(char *text, const dw_parts_told *told)
{
    add(text, "mission_state tick=%u devices=%x", told->tick, told->devices);
    for (uint32_t i = 0; i < told->count; i++) {
        const dw_part_row *row = &told->rows[i];
        add(text, " row=%u/%u/%u/%u", row->state, row->slot, row->at, row->held);
    }
}

static void add_question(char *text, const dw_mission_question *question)
{
    add(text, "mission_question number=%u chosen=%u end=%u speaker=\"%s\" text=\"%s\"",
        question->number, question->chosen, question->end_tick, question->speaker, question->text);
    for (uint32_t i = 0; i < question->count; i++) {
        add(text, " option=%x/\"%s\"", question->rows[i].slots, question->rows[i].text);
    }
}

static void add_mission_result(char *text, const dw_mission_result *result)
{
    add(text, "mission_result round=%u outcome=%u ticks=%u parts=%u/%u sightings=%u", result->round,
        result->outcome, result->ticks, result->parts, result->optional, result->sightings);
    add(text, " alarms=%u/%u points=%d", result->alarms, result->alarm, result->points);
    for (uint32_t i = 0; i < result->count; i++) {
        const dw_result_row *row = &result->rows[i];
        add(text, " row=%u/%u/%u/%d/%d", row->slot, row->parts, row->sightings, row->caught,
            row->points);
    }
}

void dw_test_message_text(const dw_message *message, char text[DW_TEST_TEXT_SIZE])
{
    text[0] = '\0';
    switch (message->type) {
    case DW_MESSAGE_HELLO:
        add_hello(text, &message->as.hello);
        break;
    case DW_MESSAGE_INPUT:
        add_input(text, &message->as.input);
        break;
    case DW_MESSAGE_MAP_REQUEST:
        add(text, "map_request chunk=%u", message->as.map_request.chunk);
        add_change(text, message->as.map_request.change);
        break;
    case DW_MESSAGE_CHAT:
        add(text, "chat text=\"%s\"", message->as.chat.text);
        break;
    case DW_MESSAGE_QUIT:
        add(text, "quit");
        break;
    case DW_MESSAGE_VOTE:
        add(text, "vote vote=%u slot=%u yes=%u", message->as.vote.vote, message->as.vote.slot,
            message->as.vote.yes);
        break;
    case DW_MESSAGE_WELCOME:
        add_welcome(text, &message->as.welcome);
        break;
    case DW_MESSAGE_REFUSE:
        add(text, "refuse reason=%s", dw_reason_word(message->as.refuse.reason));
        add(text, " text=\"%s\"", message->as.refuse.text);
        break;
    case DW_MESSAGE_MAP_CHUNK:
        add(text, "map_chunk chunk=%u of=%u", message->as.map_chunk.chunk,
            message->as.map_chunk.chunk_count);
        add_bin(text, "bytes", message->as.map_chunk.bytes, message->as.map_chunk.size);
        add_change(text, message->as.map_chunk.change);
        break;
    case DW_MESSAGE_EVENT:
        add(text, "event tick=%u kind=%u a=%u b=%u c=%u", message->as.event.tick,
            message->as.event.kind, message->as.event.a, message->as.event.b, message->as.event.c);
        break;
    case DW_MESSAGE_ROUND:
        add_round(text, &message->as.round);
        break;
    case DW_MESSAGE_CHAT_LINE:
        add(text, "chat_line slot=%u name=\"%s\" text=\"%s\"", message->as.chat_line.slot,
            message->as.chat_line.name, message->as.chat_line.text);
        break;
    case DW_MESSAGE_KICK:
        add(text, "kick reason=%s text=\"%s\"", dw_reason_word(message->as.kick.reason),
            message->as.kick.text);
        break;
    case DW_MESSAGE_MIND:
        add_mind(text, &message->as.mind);
        break;
    case DW_MESSAGE_QUEUE:
        add(text, "queue place=%u", message->as.queue.place);
        break;
    case DW_MESSAGE_SEAT:
        add(text, "seat slot=%u", message->as.seat.slot);
        add_bin(text, "token", message->as.seat.token, DW_TOKEN_SIZE);
        break;
    case DW_MESSAGE_VOTE_STATE:
        add_vote_state(text, &message->as.vote_state);
        break;
    case DW_MESSAGE_MAP_READY:
        add(text, "map_ready change=%u", message->as.map_ready.change);
        break;
    case DW_MESSAGE_SIGNAL:
        add_signal(text, "signal", &message->as.signal);
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        add(text, "team_signal tick=%u slot=%u", message->as.signal.tick, message->as.signal.slot);
        add_signal(text, "", &message->as.signal);
        break;
    case DW_MESSAGE_BODY_KIND:
        add_body_kind(text, &message->as.body_kind);
        break;
    case DW_MESSAGE_SOUNDS:
        add_sounds(text, &message->as.sounds);
        break;
    case DW_MESSAGE_ADMIN:
        add(text, "admin text=\"%s\"", message->as.admin.text);
        break;
    case DW_MESSAGE_ADMIN_LINE:
        add(text, "admin_line more=%d text=\"%s\"", message->as.admin_line.more,
            message->as.admin_line.text);
        break;
    case DW_MESSAGE_MAP_CHANGE:
        add_map_change(text, &message->as.map_change);
        break;
    case DW_MESSAGE_STEER:
        add(text, "steer action=%u value=%d", message->as.steer.action, message->as.steer.value);
        break;
    case DW_MESSAGE_PLAYBACK:
        add_playback(text, &message->as.playback);
        break;
    case DW_MESSAGE_PLAYBACK_EVENTS:
        add_playback_events(text, &message->as.playback_events);
        break;
    case DW_MESSAGE_SIGHTING:
        add_sighting(text, &message->as.sighting);
        break;
    case DW_MESSAGE_GHOSTS:
        add_ghosts(text, &message->as.ghosts);
        break;
    case DW_MESSAGE_READY:
        add(text, "ready ready=%d", message->as.ready.ready);
        break;
    case DW_MESSAGE_STANDINGS:
        add_standings(text, &message->as.standings);
        break;
    case DW_MESSAGE_DETECTIONS:
        add_detections(text, &message->as.detections);
        break;
    case DW_MESSAGE_CHOICES:
        add(text, "choices");
        for (uint32_t i = 0; i < message->as.choices.count; i++) {
            add(text, " name=\"%s\"", message->as.choices.names[i]);
        }
        break;
    case DW_MESSAGE_FOUND_ITEM:
        add_found_item(text, &message->as.found_item);
        break;
    case DW_MESSAGE_MISSION:
        add_mission(text, &message->as.mission);
        break;
    case DW_MESSAGE_MISSION_PART:
        add_mission_part(text, &message->as.mission_part);
        break;
    case DW_MESSAGE_MISSION_STATE:
        add_parts(text, &message->as.mission_state);
        break;
    case DW_MESSAGE_MISSION_NOTICE:
        add(text, "mission_notice tick=%u speaker=\"%s\" text=\"%s\"",
            message->as.mission_notice.tick, message->as.mission_notice.speaker,
            message->as.mission_notice.text);
        break;
    case DW_MESSAGE_MISSION_RESULT:
        add_mission_result(text, &message->as.mission_result);
        break;
    case DW_MESSAGE_MISSION_PERSON:
        add(text, "mission_person slot=%u name=\"%s\"", message->as.mission_person.slot,
            message->as.mission_person.name);
        break;
    case DW_MESSAGE_MISSION_QUESTION:
        add_question(text, &message->as.mission_question);
        break;
    case DW_MESSAGE_SNAPSHOT:
        DW_CHECK(false);
    }
}

void dw_test_snapshot_text(const dw_snapshot *snapshot, uint16_t doors_count,
                           char text[DW_TEST_TEXT_SIZE])
{
    const dw_snapshot_own *own = &snapshot->own;
    text[0] = '\0';
    add(text, "snapshot tick=%u lead=%d", snapshot->tick, snapshot->input_lead);
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        const dw_snapshot_item *item = &snapshot->items[i];
        if (item->state != DW_ITEM_HOME) {
            add(text, " item=%u/%u/%u@%u,%u", i, item->state, item->carrier, item->x, item->y);
        }
    }
    if (own->coins != 0 || own->baits != 0) {
        add(text, " coins=%u baits=%u", own->coins, own->baits);
    }
    add(text, " own=%u/%u/%u/%u heading=%u x=%d y=%d input=%u doors=", own->slot, own->state,
        own->flags, own->caught, own->heading_bam, own->x, own->y, own->input_tick);
    bool any = false;
    for (uint32_t door = 0; door < doors_count; door++) {
        if (dw_door_set_has(&snapshot->doors, door)) {
            add(text, "%s%u", any ? "," : "", door);
            any = true;
        }
    }
    add(text, any ? "" : "-");
    if (snapshot->worked != 0) {
        add(text, " switches=%x", snapshot->worked);
    }
    if (snapshot->turned != 0) {
        add(text, " locks=%x", snapshot->turned);
    }
    if (own->pick != 0) {
        add(text, " pick=%u since=%u", own->pick - 1, own->pick_since);
    }
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *body = &snapshot->bodies[i];
        add(text, " body=%u/%s/%u/%u/%u/%u/%u@%u,%u", body->id,
            body->role == DW_ROLE_GUARD ? "guard" : "intruder", body->slot, body->flags, body->mood,
            body->meter, body->heading, body->x, body->y);
    }
}
