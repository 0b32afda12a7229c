#include "match_twins.h"

#include "client/core/found_items.h"
#include "client/core/mission.h"
#include "client/core/snapshot_store.h"
#include "common/base/check.h"
#include "common/base/hash.h"
#include "house.h"
#include "match_tape.h"
#include "same_snapshot.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST,
    SECOND,
    SIDES,
    MATCH_ARENA_BYTES = 8 << 20,
    SLEEP_TICKS = 1000, /* A match that is idle may be left alone that long. */
    BYTES_MAX = 1172,   /* Of a snapshot, as the host sends it. */
    STORE_HZ = 60       /* Scripts may ask for a snapshot at each tick. */
};

typedef struct person {
    bool connected, spectates;
    dw_client_handle handles[SIDES]; /* The present ones, or the last ones. */
    uint8_t token[DW_TOKEN_SIZE];    /* The last one that was given out. */
    bool has_token;
    uint32_t got_tick; /* Newest snapshot that arrived, 0 = none. */
    bool lied;         /* Has acknowledged what never arrived. */
    dw_snapshot_store store;
    dw_client_mission mission;
    dw_found_items found;
    const dw_map *map; /* With what was found. */
} person;

typedef struct side {
    struct dw_twins *twins;
    uint32_t index;
    dw_arena arena;
    dw_match *match;
    uint8_t next_random;
    uint64_t messages;    /* Hash of all that was sent, to whom and in what order. */
    dw_match_stats stats; /* As of the operation before. */
} side;

struct dw_twins {
    dw_twins_plan plan;
    dw_ruleset rules;
    uint32_t tick;
    side sides[SIDES];
    person persons[DW_TWINS_PERSONS];
    dw_match_tape tape;
};

static void take_message(side *to, uint32_t tag, const dw_message *message)
{
    DW_CHECK(tag < DW_TWINS_PERSONS);
    uint8_t bytes[DW_MESSAGE_MAX];
    uint8_t again[DW_MESSAGE_MAX];
    size_t size = 0;
    size_t again_size = 0;
    DW_CHECK(dw_message_encode(message, bytes, sizeof bytes, &size) == DW_OK);
    to->messages = dw_hash_bytes(dw_hash_u64(to->messages, tag), bytes, size);
    if (to->index != FIRST) {
        return;
    }
    person *whom = &to->twins->persons[tag];
    DW_CHECK(whom->connected);
    dw_message decoded;
    DW_CHECK(dw_message_decode_from_server(&decoded, bytes, size) == DW_OK);
    DW_CHECK(dw_message_encode(&decoded, again, sizeof again, &again_size) == DW_OK);
    DW_CHECK(again_size == size && memcmp(again, bytes, size) == 0);
    DW_CHECK(!dw_client_mission_is_about(decoded.type) ||
             (to->twins->plan.mission &&
              dw_client_mission_take(&whom->mission, &decoded, dw_house_get()->map)));
    DW_CHECK(decoded.type != DW_MESSAGE_FOUND_ITEM ||
             dw_found_items_take(&whom->found, whom->map, &decoded.as.found_item));
    if (message->type == DW_MESSAGE_KICK) {
        whom->connected = false; /* Another connection took this body over. */
    }
}

static void take_messages(void *context, const uint32_t *tags, uint32_t count,
                          const dw_message *message)
{
    DW_CHECK(count >= 1);
    for (uint32_t i = 0; i < count; i++) {
        DW_CHECK(i == 0 || tags[i] != tags[i - 1]);
        take_message(context, tags[i], message);
    }
}

static void count_up(void *context, uint8_t *bytes, size_t size)
{
    side *from = context;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = from->next_random++;
    }
}

/* Short phases, so that a script of a hundred bytes goes through all of them. */
static dw_ruleset make_rules(const dw_twins_plan *plan)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.vision = plan->vision;
    rules.time_limit_ticks = plan->time_limit;
    rules.tools = 1;
    rules.hearing = 1;
    rules.lobby_ticks = 2;
    rules.countdown_ticks = 3;
    rules.result_ticks = 4;
    rules.drop_ticks = 20;
    rules.catch_ticks = 10;
    rules.report_ticks = 20;
    rules.radio_delay_ticks = 5;
    DW_CHECK(dw_ruleset_check(&rules, NULL) == DW_OK);
    return rules;
}

static const dw_brain_kind *brain_at(uint32_t index)
{
    const char *const *names = dw_brain_names();
    uint32_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    DW_CHECK(count > 0);
    return dw_brain_find(names[index % count]);
}

static void open_side(dw_twins *twins, uint32_t index)
{
    const dw_house *house = dw_house_get();
    side *of = &twins->sides[index];
    if (of->arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&of->arena, MATCH_ARENA_BYTES) == DW_OK);
    }
    dw_arena_reset(&of->arena, 0);
    const dw_match_config config = {
        .number = 1,
        .code = "TEST",
        .snapshot_hz = twins->plan.snapshot_hz,
        .map = house->map,
        .nav = house->nav,
        .rules = &twins->rules,
        .mission = twins->plan.mission ? &house->mission : NULL,
        .brain = brain_at(twins->plan.brain),
        .round_key = dw_round_key_from_number(42),
        .map_hash = {{1}},
        .map_size = 1,
        .spectators_max = twins->plan.spectators_max,
        .spectator_delay_ticks = twins->plan.spectator_delay_ticks,
        .send = take_messages,
        .send_context = of,
        .random = count_up,
        .random_context = of,
        .recording =
            index == FIRST && twins->plan.records ? dw_match_tape_recording(&twins->tape) : NULL,
    };
    of->twins = twins;
    of->index = index;
    of->next_random = 0;
    of->messages = 0;
    memset(&of->stats, 0, sizeof of->stats);
    DW_CHECK(dw_match_create(&of->match, &of->arena, &config, NULL) == DW_OK);
}

dw_twins *dw_twins_open(const dw_twins_plan *plan)
{
    static dw_twins twins;
    twins.plan = *plan;
    twins.rules = make_rules(plan);
    twins.tick = 0;
    for (uint32_t p = 0; p < DW_TWINS_PERSONS; p++) {
        person *of = &twins.persons[p];
        of->connected = false;
        of->has_token = false;
        of->handles[FIRST] = 0;
        of->handles[SECOND] = 0;
    }
    if (plan->records) {
        dw_match_tape_open(&twins.tape, &twins.rules, plan->mission, plan->disk_bytes);
    }
    open_side(&twins, FIRST);
    twins.tape.match = twins.sides[FIRST].match;
    open_side(&twins, SECOND);
    return &twins;
}

static void check_counters(const dw_match_stats *before, const dw_match_stats *after)
{
    uint64_t a[sizeof *before / sizeof(uint64_t)];
    uint64_t b[sizeof *before / sizeof(uint64_t)];
    _Static_assert(sizeof *before % sizeof(uint64_t) == 0, "nothing but counters");
    memcpy(a, before, sizeof a);
    memcpy(b, after, sizeof b);
    for (size_t i = 0; i < DW_COUNT_OF(a); i++) {
        DW_CHECK(a[i] <= b[i]);
    }
}

/* The match must list exactly the persons that the script let in. */
static void check_present_persons(const dw_twins *twins)
{
    const dw_match *match = twins->sides[FIRST].match;
    uint32_t players = 0;
    uint32_t spectators = 0;
    for (uint32_t p = 0; p < DW_TWINS_PERSONS; p++) {
        const person *at = &twins->persons[p];
        players += at->connected && !at->spectates ? 1 : 0;
        spectators += at->connected && at->spectates ? 1 : 0;
    }
    const dw_match_counts counts = dw_match_count(match);
    DW_CHECK(counts.players == players && counts.spectators == spectators);
    DW_CHECK(counts.players + counts.dropped + counts.slots_free <=
             dw_house_get()->map->intruders_max);
    uint32_t listed = 0;
    uint32_t tag = 0;
    for (dw_client_handle client = dw_match_next_client(match, 0, &tag); client != 0;
         client = dw_match_next_client(match, client, &tag)) {
        DW_CHECK(tag < DW_TWINS_PERSONS && twins->persons[tag].connected);
        DW_CHECK(twins->persons[tag].handles[FIRST] == client);
        listed++;
    }
    DW_CHECK(listed == players + spectators);
    DW_CHECK(!dw_match_idle(match) || listed + counts.dropped == 0);
}

/* After each operation. */
static void check_twins(dw_twins *twins)
{
    const dw_match *first = twins->sides[FIRST].match;
    const dw_match *second = twins->sides[SECOND].match;
    DW_CHECK(dw_sim_hash(dw_match_sim(first)) == dw_sim_hash(dw_match_sim(second)));
    DW_CHECK(dw_match_round_machine(first)->phase == dw_match_round_machine(second)->phase);
    DW_CHECK(dw_match_round_machine(first)->round == dw_match_round_machine(second)->round);
    DW_CHECK(dw_match_idle(first) == dw_match_idle(second));
    DW_CHECK(twins->sides[FIRST].messages == twins->sides[SECOND].messages);
    const dw_match_stats *stats = dw_match_get_stats(first);
    const dw_match_stats *second_stats = dw_match_get_stats(second);
    DW_CHECK(stats->intents_accepted == second_stats->intents_accepted);
    DW_CHECK(!twins->plan.exact || memcmp(stats, second_stats, sizeof *stats) == 0);
    check_counters(&twins->sides[FIRST].stats, stats);
    twins->sides[FIRST].stats = *stats;
    check_present_persons(twins);
}

void dw_twins_close(dw_twins *twins)
{
    dw_twins_abort(twins);
}

uint32_t dw_twins_tick(const dw_twins *twins)
{
    return twins->tick;
}

static void enter(dw_twins *twins, uint32_t index, const dw_hello *hello)
{
    person *who = &twins->persons[index];
    if (who->connected) {
        return;
    }
    dw_welcome welcomes[SIDES];
    dw_status statuses[SIDES];
    for (uint32_t s = 0; s < SIDES; s++) {
        dw_client_handle handle = 0;
        statuses[s] =
            dw_match_join(twins->sides[s].match, twins->tick, hello,
                          &(dw_newcomer){.tag = index, .origin = index % 3}, &handle, &welcomes[s]);
        who->handles[s] = statuses[s] == DW_OK ? handle : who->handles[s];
    }
    DW_CHECK(statuses[FIRST] == statuses[SECOND]);
    if (statuses[FIRST] == DW_OK) {
        DW_CHECK(memcmp(welcomes[FIRST].token, welcomes[SECOND].token, DW_TOKEN_SIZE) == 0);
        DW_CHECK(welcomes[FIRST].slot == welcomes[SECOND].slot);
        DW_CHECK(welcomes[FIRST].tick == welcomes[SECOND].tick);
        dw_message welcome = {.type = DW_MESSAGE_WELCOME};
        welcome.as.welcome = welcomes[FIRST];
        who->connected = true;
        dw_client_mission_reset(&who->mission);
        dw_found_items_reset(&who->found);
        DW_CHECK(dw_found_items_begin(&who->found, dw_house_get()->map, &who->map) == DW_OK);
        take_message(&twins->sides[FIRST], index, &welcome);
        take_message(&twins->sides[SECOND], index, &welcome);
        who->spectates = hello->spectate;
        who->has_token = who->has_token || !hello->spectate;
        if (!hello->spectate) {
            memcpy(who->token, welcomes[FIRST].token, sizeof who->token);
        }
        who->got_tick = 0;
        who->lied = false;
        dw_snapshot_store_reset(&who->store, STORE_HZ);
    } else {
        DW_CHECK(statuses[FIRST] == DW_FULL || statuses[FIRST] == DW_DENIED);
    }
    check_twins(twins);
}

void dw_twins_join(dw_twins *twins, uint32_t index, uint32_t token_of)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "p0"};
    hello.name[1] = (char)('0' + index);
    if (token_of < DW_TWINS_PERSONS && twins->persons[token_of].has_token) {
        hello.has_token = true;
        memcpy(hello.token, twins->persons[token_of].token, sizeof hello.token);
    }
    enter(twins, index, &hello);
}

void dw_twins_watch(dw_twins *twins, uint32_t index)
{
    const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = true, .name = "watcher"};
    enter(twins, index, &hello);
}

/* Whether the second match hears of what this person does. */
static bool told(const dw_twins *twins, const person *who)
{
    return twins->plan.exact || who->connected;
}

void dw_twins_leave(dw_twins *twins, uint32_t index)
{
    person *who = &twins->persons[index];
    dw_match_leave(twins->sides[FIRST].match, who->handles[FIRST]);
    if (told(twins, who)) {
        dw_match_leave(twins->sides[SECOND].match, who->handles[SECOND]);
    }
    who->connected = false;
    check_twins(twins);
}

void dw_twins_drop(dw_twins *twins, uint32_t index)
{
    person *who = &twins->persons[index];
    dw_match_drop(twins->sides[FIRST].match, who->handles[FIRST]);
    if (told(twins, who)) {
        dw_match_drop(twins->sides[SECOND].match, who->handles[SECOND]);
    }
    who->connected = false;
    check_twins(twins);
}

/* Gives the second match only the parts of an input that count. Any input shows that its client has
 * the welcome, so that the old token expires. The other part is each intent for a future tick. */
static void repeat_what_is_right(dw_twins *twins, const person *who, const dw_input *input)
{
    if (who->connected) {
        const dw_input late = {.newest_tick = twins->tick, .count = 1};
        (void)dw_match_input(twins->sides[SECOND].match, who->handles[SECOND], &late);
    }
    for (uint32_t i = 0; i < input->count && who->connected && !who->spectates; i++) {
        const uint32_t tick = input->newest_tick - (input->count - 1u - i);
        const bool in_time = tick > twins->tick && tick - twins->tick <= DW_INTENT_AHEAD_MAX;
        if (in_time && dw_intent_valid(input->intents[i])) {
            dw_input one = {.newest_tick = tick, .count = 1};
            one.intents[0] = input->intents[i];
            DW_CHECK(dw_match_input(twins->sides[SECOND].match, who->handles[SECOND], &one));
        }
    }
}

void dw_twins_input(dw_twins *twins, uint32_t index, const dw_input *input, bool honest)
{
    person *who = &twins->persons[index];
    dw_input sent = *input;
    sent.ack_tick = honest && who->connected ? who->got_tick : input->ack_tick;
    who->lied = who->lied || (who->connected && sent.ack_tick != 0 &&
                              dw_snapshot_store_find(&who->store, sent.ack_tick) == NULL);
    const bool taken = dw_match_input(twins->sides[FIRST].match, who->handles[FIRST], &sent);
    DW_CHECK(who->connected || !taken);
    if (twins->plan.exact) {
        DW_CHECK(dw_match_input(twins->sides[SECOND].match, who->handles[SECOND], &sent) == taken);
    } else {
        repeat_what_is_right(twins, who, &sent);
    }
    check_twins(twins);
}

void dw_twins_chat(dw_twins *twins, uint32_t index, const char *text)
{
    const person *who = &twins->persons[index];
    DW_CHECK(dw_match_chat(twins->sides[FIRST].match, who->handles[FIRST], text) == who->connected);
    if (told(twins, who)) {
        DW_CHECK(dw_match_chat(twins->sides[SECOND].match, who->handles[SECOND], text) ==
                 who->connected);
    }
    check_twins(twins);
}

void dw_twins_signal(dw_twins *twins, uint32_t index, const dw_signal *signal)
{
    const person *who = &twins->persons[index];
    const bool taken = dw_match_signal(twins->sides[FIRST].match, who->handles[FIRST], signal);
    DW_CHECK(!taken || (who->connected && !who->spectates));
    if (told(twins, who)) {
        DW_CHECK(dw_match_signal(twins->sides[SECOND].match, who->handles[SECOND], signal) ==
                 taken);
    }
    check_twins(twins);
}

void dw_twins_announce(dw_twins *twins, const char *text)
{
    dw_match_announce(twins->sides[FIRST].match, text);
    dw_match_announce(twins->sides[SECOND].match, text);
    check_twins(twins);
}

static const dw_snapshot_body *find_body(const dw_snapshot *in, uint8_t id)
{
    for (uint32_t i = 0; in != NULL && i < in->body_count; i++) {
        if (in->bodies[i].id == id) {
            return &in->bodies[i];
        }
    }
    return NULL;
}

/* Cut or not, nobody is told of a body that the filter held back; one that did not fit stands where
 * the base has it. */
static void check_snapshot(const dw_snapshot *got, const dw_snapshot *base,
                           const dw_snapshot *expected)
{
    DW_CHECK(dw_same_but_bodies(got, expected));
    for (uint32_t i = 0; i < got->body_count; i++) {
        const dw_snapshot_body *body = &got->bodies[i];
        const dw_snapshot_body *now = find_body(expected, body->id);
        const dw_snapshot_body *before = find_body(base, body->id);
        DW_CHECK(now != NULL);
        DW_CHECK(dw_same_body(body, now) || (before != NULL && dw_same_body(body, before)));
    }
}

static void receive(person *who, const uint8_t *bytes, size_t size, bool whole,
                    const dw_snapshot *expected, bool arrives)
{
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    DW_CHECK(dw_snapshot_base_tick(bytes, size, &tick, &base_tick) == DW_OK);
    const dw_snapshot *base =
        base_tick != 0 ? dw_snapshot_store_find(&who->store, base_tick) : NULL;
    if (who->lied && base_tick != 0 && base == NULL) {
        return; /* The person claimed to have it, which harms nobody else. */
    }
    DW_CHECK((base_tick == 0) == (base == NULL));
    dw_snapshot got;
    DW_CHECK(dw_snapshot_decode(&got, base, dw_house_get()->map->door_count, bytes, size) == DW_OK);
    DW_CHECK(!whole || dw_same_snapshot(&got, expected));
    check_snapshot(&got, base, expected);
    if (arrives) {
        DW_CHECK(dw_snapshot_store_put(&who->store, &got));
        who->got_tick = got.tick;
    }
}

void dw_twins_snapshot(dw_twins *twins, uint32_t index, size_t capacity, bool arrives)
{
    person *who = &twins->persons[index];
    side *first = &twins->sides[FIRST];
    side *second = &twins->sides[SECOND];
    capacity = capacity < BYTES_MAX ? capacity : BYTES_MAX;
    dw_snapshot expected;
    const bool there = dw_match_snapshot(first->match, who->handles[FIRST], &expected) == DW_OK;
    DW_CHECK(there == who->connected);
    if (told(twins, who)) {
        /* Numbers go to bodies at first sight, and to look is to see. */
        dw_snapshot same;
        DW_CHECK((dw_match_snapshot(second->match, who->handles[SECOND], &same) == DW_OK) == there);
        DW_CHECK(!twins->plan.exact || !there || dw_same_snapshot(&same, &expected));
    }
    uint8_t *bytes = malloc(capacity + 1); /* As large as that, so that one byte more shows. */
    DW_CHECK(bytes != NULL);
    size_t size = 0;
    const dw_status status =
        dw_match_encode_snapshot(first->match, who->handles[FIRST], bytes, capacity, &size);
    if (told(twins, who)) {
        uint8_t same[BYTES_MAX];
        size_t same_size = 0;
        const dw_status second_status = dw_match_encode_snapshot(
            second->match, who->handles[SECOND], same, capacity, &same_size);
        /* Who is told of no acknowledgements takes other bases. */
        DW_CHECK(!twins->plan.exact ||
                 (second_status == status && same_size == size && memcmp(same, bytes, size) == 0));
    }
    if (status == DW_OK) {
        DW_CHECK(who->connected && size > 0 && size <= capacity);
        receive(who, bytes, size, capacity == BYTES_MAX, &expected, arrives);
    } else {
        DW_CHECK((status == DW_NOT_FOUND) == !who->connected);
        DW_CHECK(status != DW_FULL || capacity < BYTES_MAX);
    }
    free(bytes);
    check_twins(twins);
}

void dw_twins_step(dw_twins *twins, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        if (dw_match_idle(twins->sides[FIRST].match)) {
            twins->tick += SLEEP_TICKS; /* As the host does: it is not stepped. */
            return;
        }
        twins->tick++;
        dw_match_step(twins->sides[FIRST].match, twins->tick);
        dw_match_step(twins->sides[SECOND].match, twins->tick);
        check_twins(twins);
    }
}

void dw_twins_abort(dw_twins *twins)
{
    dw_match_abort(twins->sides[FIRST].match);
    dw_match_abort(twins->sides[SECOND].match);
    check_twins(twins);
}

void dw_twins_set_brain(dw_twins *twins, uint32_t guard, uint32_t brain)
{
    const uint16_t which = (uint16_t)(guard % dw_house_get()->map->guard_count);
    const dw_status first = dw_match_set_brain(twins->sides[FIRST].match, which, brain_at(brain));
    DW_CHECK(first == DW_OK || first == DW_FULL);
    DW_CHECK(dw_match_set_brain(twins->sides[SECOND].match, which, brain_at(brain)) == first);
    check_twins(twins);
}
