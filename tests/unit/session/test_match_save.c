/* match_save.c: a loaded match goes on as the saved one does, for players and spectators alike, and
 * bytes that no match can have made are refused or harmless. */
#include "common/base/check.h"
#include "match_company.h"
#include "server/session/match_state.h"
#include "tests/fuzz/same_snapshot.h"
#include "tests/support/sim_pokes.h"
#include "tests/support/test.h"

enum { MINUTE_TICKS = 60 * DW_TICKS_PER_SECOND, WATCHER_TAG = 50 };

static dw_company one, two;
static dw_client_handle watchers[2];
static uint8_t saved[DW_COMPANY_SAVE_MAX];
static uint8_t again[DW_COMPANY_SAVE_MAX];

static void open_company(dw_company *them, const char *map)
{
    dw_company_open(them, map, "reference");
}

static dw_status load_with(dw_company *them, const uint8_t *bytes, size_t size, dw_error *error)
{
    const dw_status status = dw_company_load(them, bytes, size, error);
    assert_true(status == DW_OK || dw_match_idle(them->box.match));
    return status;
}

static dw_status load(dw_company *them, const uint8_t *bytes, size_t size)
{
    dw_error error = {{0}};
    const dw_status status = load_with(them, bytes, size, &error);
    assert_true((status == DW_OK) == (error.text[0] == '\0'));
    return status;
}

typedef enum moment { IN_LOBBY, IN_COUNTDOWN, IN_CHASE, IN_RESULT, MOMENTS } moment;

static void play_to(dw_company *them, moment when)
{
    static const dw_round_phase phases[MOMENTS] = {DW_PHASE_LOBBY, DW_PHASE_COUNTDOWN,
                                                   DW_PHASE_PLAY, DW_PHASE_RESULT};
    uint32_t ticks = 0;
    do {
        dw_company_step(them);
        assert_true(++ticks < 20 * MINUTE_TICKS);
    } while (dw_match_round_machine(them->box.match)->phase != phases[when] ||
             (when == IN_CHASE && !dw_company_is_chased(them)));
    for (uint32_t i = 0; i < 5; i++) {
        dw_company_step(them);
    }
    assert_int_equal(dw_match_round_machine(them->box.match)->phase, phases[when]);
}

/* Loads into `two` what `one` has saved; all players come back, and a spectator comes to both.
 * Guards of `two` had another brain before. */
static void continue_in_two(const char *map)
{
    const size_t size = dw_company_save(&one, saved);
    dw_company_open(&two, map, "null");
    assert_int_equal(load(&two, saved, size), DW_OK);
    assert_int_equal(dw_match_count(two.box.match).dropped, DW_COMPANY_PLAYERS);
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        assert_true(dw_company_resume(&two, i, one.tokens[i]));
    }
    for (uint32_t g = 0; g < one.box.map->guard_count; g++) { /* Of the rounds to come, too. */
        assert_ptr_equal(two.box.match->brains[g], one.box.match->brains[g]);
    }
    watchers[0] = dw_match_box_watch(&one.box, WATCHER_TAG);
    watchers[1] = dw_match_box_watch(&two.box, WATCHER_TAG);
    assert_true(watchers[0] != 0 && watchers[1] != 0);
}

static void expect_same_messages(uint32_t tag)
{
    uint32_t at[2] = {0};
    for (;;) {
        const dw_match_box *boxes[2] = {&one.box, &two.box};
        uint8_t bytes[2][DW_MESSAGE_MAX];
        size_t sizes[2] = {0};
        for (uint32_t i = 0; i < 2; i++) {
            while (at[i] < boxes[i]->message_count && boxes[i]->messages[at[i]].tag != tag) {
                at[i]++;
            }
            if (at[i] < boxes[i]->message_count) {
                assert_int_equal(dw_message_encode(&boxes[i]->messages[at[i]++].message, bytes[i],
                                                   sizeof bytes[i], &sizes[i]),
                                 DW_OK);
            }
        }
        assert_int_equal(sizes[0], sizes[1]);
        if (sizes[0] == 0) {
            return;
        }
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
}

static dw_snapshot shown(const dw_company *them, dw_client_handle client)
{
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(them->box.match, client, &snapshot), DW_OK);
    return snapshot;
}

/* As the host does, so that baselines and send rates take part. */
static void take_bytes(dw_company *them, uint32_t i)
{
    uint8_t bytes[DW_DATAGRAM_MAX];
    size_t size = 0;
    if (dw_match_encode_snapshot(them->box.match, them->players[i], bytes, sizeof bytes, &size) ==
        DW_OK) {
        them->newest[i] = them->box.tick;
    }
}

static void expect_same_snapshots(bool spectators_too)
{
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        const dw_snapshot a = shown(&one, one.players[i]);
        const dw_snapshot b = shown(&two, two.players[i]);
        assert_true(dw_same_snapshot(&a, &b));
        take_bytes(&one, i);
        take_bytes(&two, i);
    }
    if (spectators_too) {
        const dw_snapshot a = shown(&one, watchers[0]);
        const dw_snapshot b = shown(&two, watchers[1]);
        assert_true(dw_same_snapshot(&a, &b));
    }
}

static void expect_same_minute(void)
{
    uint32_t minds = 0;
    for (uint32_t tick = 1; tick <= MINUTE_TICKS; tick++) {
        one.box.message_count = two.box.message_count = 0;
        dw_company_step(&one);
        dw_company_step(&two);
        assert_true(dw_sim_hash(dw_match_sim(one.box.match)) ==
                    dw_sim_hash(dw_match_sim(two.box.match)));
        for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
            expect_same_messages(i);
        }
        if (tick > DW_MIND_DELAY_TICKS + 1) {
            expect_same_messages(WATCHER_TAG);
            minds += dw_match_box_count(&two.box, 0, WATCHER_TAG, DW_MESSAGE_MIND);
        }
        if (dw_match_snapshot_due(one.box.match, one.box.tick)) {
            expect_same_snapshots(tick > DW_COMPANY_DELAY_TICKS + 3);
        }
        if (tick <= 3 && dw_match_snapshot_due(one.box.match, one.box.tick)) {
            assert_int_equal(dw_match_get_stats(two.box.match)->snapshots_full, DW_COMPANY_PLAYERS);
        }
    }
    assert_true(minds > 0);
    const uint64_t full = dw_match_get_stats(two.box.match)->snapshots_full;
    assert_true(full < dw_match_get_stats(two.box.match)->snapshots / 10);
}

static void a_loaded_match_goes_on_as_the_saved_one(void **state)
{
    (void)state;
    static const char *const maps[] = {"reference", NULL};
    for (size_t m = 0; m < DW_COUNT_OF(maps); m++) {
        for (moment when = IN_LOBBY; when < MOMENTS; when++) {
            open_company(&one, maps[m]);
            dw_company_join(&one);
            play_to(&one, when);
            continue_in_two(maps[m]);
            expect_same_minute();
            dw_match_box_close(&one.box);
            dw_match_box_close(&two.box);
        }
    }
}

/* The saved match goes on without its players, as the loaded one does. */
static void players_who_come_back_late_find_the_same_world(void **state)
{
    (void)state;
    open_company(&one, "reference");
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    const size_t size = dw_company_save(&one, saved);
    open_company(&two, "reference");
    assert_int_equal(load(&two, saved, size), DW_OK);
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        dw_match_drop(one.box.match, one.players[i]);
    }
    const uint32_t wait = (uint32_t)one.box.rules.drop_ticks;
    for (uint32_t tick = 0; tick < wait + 10; tick++) {
        if (tick == 80) {
            watchers[0] = dw_match_box_watch(&one.box, WATCHER_TAG);
            watchers[1] = dw_match_box_watch(&two.box, WATCHER_TAG);
            two.box.message_count = 0;
        } else if (tick == 81) {
            const dw_message *told = dw_match_box_last(&two.box, WATCHER_TAG, DW_MESSAGE_ROUND);
            assert_non_null(told);
            assert_int_equal(told->as.round.phase, DW_PHASE_PLAY);
        }
        if (tick == 90) { /* One of them comes back: `two` first, for `one` changes the token. */
            assert_true(dw_company_resume(&two, 2, one.tokens[2]));
            assert_true(dw_company_resume(&one, 2, one.tokens[2]));
        }
        dw_company_step(&one);
        dw_company_step(&two);
        assert_true(dw_sim_hash(dw_match_sim(one.box.match)) ==
                    dw_sim_hash(dw_match_sim(two.box.match)));
        const dw_match_counts a = dw_match_count(one.box.match);
        const dw_match_counts b = dw_match_count(two.box.match);
        assert_memory_equal(&a, &b, sizeof a);
    }
    assert_int_equal(dw_match_count(two.box.match).dropped, 0);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void a_paused_match_is_paused_after_a_load(void **state)
{
    (void)state;
    open_company(&one, NULL);
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    dw_match_pause(one.box.match);
    open_company(&two, NULL);
    assert_int_equal(load(&two, saved, dw_company_save(&one, saved)), DW_OK);
    assert_true(dw_match_is_paused(two.box.match));
    const uint32_t tick = dw_sim_world(dw_match_sim(two.box.match))->tick;
    dw_match_box_run(&two.box, 30);
    assert_int_equal(dw_sim_world(dw_match_sim(two.box.match))->tick, tick);
    dw_match_resume(two.box.match);
    dw_match_box_run(&two.box, 30);
    assert_int_equal(dw_sim_world(dw_match_sim(two.box.match))->tick, tick + 30);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void a_match_that_was_loaded_is_saved_as_the_same_bytes(void **state)
{
    (void)state;
    open_company(&one, NULL);
    open_company(&two, NULL);
    size_t size = dw_company_save(&one, saved); /* Idle. */
    assert_int_equal(load(&two, saved, size), DW_OK);
    assert_true(dw_match_idle(two.box.match));
    assert_int_equal(dw_company_save(&two, again), size);
    assert_memory_equal(saved, again, size);
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        dw_match_drop(one.box.match, one.players[i]);
    }
    size = dw_company_save(&one, saved);
    assert_int_equal(load(&two, saved, size), DW_OK);
    assert_int_equal(dw_company_save(&two, again), size);
    assert_memory_equal(saved, again, size);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void say(dw_company *them, uint32_t player, const dw_vote *vote)
{
    assert_true(dw_match_vote(them->box.match, them->players[player], vote));
}

static void a_vote_and_its_bars_outlive_a_load(void **state)
{
    (void)state;
    open_company(&one, NULL);
    one.box.rules.min_players = 16; /* Stays in the lobby. */
    dw_match_box_open(&one.box);
    dw_company_join(&one);
    dw_match_box_run(&one.box, DW_KICK_VOTE_WAIT_TICKS + 1);
    const dw_vote call = {.vote = 0, .slot = 3, .yes = true};
    say(&one, 0, &call);
    open_company(&two, NULL);
    two.box.rules.min_players = 16;
    dw_match_box_open(&two.box);
    assert_int_equal(load(&two, saved, dw_company_save(&one, saved)), DW_OK);
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        assert_true(dw_company_resume(&two, i, one.tokens[i]));
    }
    const dw_vote yes = {.vote = 1, .slot = 3, .yes = true};
    assert_false(dw_match_vote(two.box.match, two.players[0], &yes)); /* Has said so before. */
    say(&two, 1, &yes);
    dw_match_box_run(&two.box, 1);
    assert_int_equal(dw_match_box_last(&two.box, 0, DW_MESSAGE_VOTE_STATE)->as.vote_state.phase,
                     DW_VOTE_PASSED);
    assert_true(dw_match_voted_out(two.box.match, two.players[3]));

    /* Saved before the host has sent the accused away: no seat waits for that player. */
    dw_match_box_close(&one.box);
    open_company(&one, NULL);
    one.box.rules.min_players = 16;
    dw_match_box_open(&one.box);
    assert_int_equal(load(&one, saved, dw_company_save(&two, saved)), DW_OK);
    assert_int_equal(dw_match_count(one.box.match).dropped, DW_COMPANY_PLAYERS - 1);
    assert_true(dw_match_bars(one.box.match, one.box.tick, 103));
    assert_false(dw_match_bars(one.box.match, one.box.tick, 102));
    assert_false(dw_company_resume(&one, 3, two.tokens[3]));
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void expect_refused(const char *reason)
{
    dw_error error = {{0}};
    assert_int_equal(load_with(&two, saved, dw_company_save(&one, saved), &error), DW_INVALID);
    assert_non_null(strstr(error.text, reason));
    dw_match_box_close(&two.box);
}

/* Each in one way only. */
static void another_match_is_refused_with_its_reason(void **state)
{
    (void)state;
    open_company(&one, NULL);
    open_company(&two, "training");
    expect_refused("on another map than \"training\"");
    open_company(&two, NULL);
    dw_map moved = *two.box.map; /* One guard begins elsewhere: no player can tell. */
    dw_guard_post post = moved.guards[0];
    post.spawn.x -= 1;
    moved.guards = &post;
    two.box.config.map = &moved;
    dw_match_box_open(&two.box);
    expect_refused("on another map");
    open_company(&two, NULL);
    two.box.rules.radio_delay_ticks++; /* Private. */
    dw_match_box_open(&two.box);
    expect_refused("another ruleset");
    open_company(&two, NULL);
    two.box.rules.kinds[0].gaits.calm.speed_mm_s++;
    dw_match_box_open(&two.box);
    expect_refused("another ruleset");
    open_company(&two, NULL);
    two.box.config.number = 2;
    dw_match_box_open(&two.box);
    expect_refused("another number or another round key");
    open_company(&two, NULL);
    two.box.config.round_key.bytes[31] ^= 1;
    dw_match_box_open(&two.box);
    expect_refused("another number or another round key");
    dw_match_box_close(&one.box);
}

/* Plays a little with all players, then everybody leaves: the match is idle again. */
static void play_and_leave(dw_company *them, uint32_t ticks)
{
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        (void)dw_company_resume(them, i, one.tokens[i]);
    }
    watchers[1] = dw_match_box_watch(&them->box, WATCHER_TAG);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_company_step(them);
        for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
            take_bytes(them, i);
        }
    }
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        dw_match_leave(them->box.match, them->players[i]);
    }
    dw_match_leave(them->box.match, watchers[1]);
    dw_match_box_run(&them->box, 3);
    them->box.message_count = 0;
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    open_company(&one, NULL);
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    open_company(&two, NULL);
    const size_t size = dw_company_save(&one, saved);
    for (size_t length = 0; length < size; length++) {
        assert_int_equal(load(&two, saved, length), DW_INVALID);
    }
    assert_int_equal(load(&two, saved, size), DW_OK);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void each_changed_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    static const uint8_t changes[] = {0x01, 0x80, 0xff};
    open_company(&one, NULL);
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    open_company(&two, NULL);
    const size_t size = dw_company_save(&one, saved);
    size_t refused = 0;
    for (size_t at = 0; at < size; at++) {
        for (size_t i = 0; i < DW_COUNT_OF(changes); i++) {
            saved[at] ^= changes[i];
            if (load(&two, saved, size) != DW_OK) {
                refused++;
            } else {
                play_and_leave(&two, 2);
            }
            saved[at] ^= changes[i];
        }
    }
    assert_true(refused > size * 2); /* Of three changes each. */
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

typedef struct forgery {
    uint32_t refused, taken;
} forgery;

/* The bytes are whole and their hash is right: the value itself has to be looked at. */
static void load_and_play_on(void *context, const char *name)
{
    forgery *it = context;
    (void)name;
    const size_t size = dw_company_save(&one, saved);
    if (load(&two, saved, size) != DW_OK) {
        it->refused++;
        return;
    }
    it->taken++;
    play_and_leave(&two, 20);
    if (!dw_match_idle(two.box.match)) { /* The seat of a changed token waits on. */
        dw_match_box_close(&two.box);
        open_company(&two, NULL);
    }
}

static void poke_player_name(sim_poker *on, dw_field_player_name *value, const char *name)
{
    for (size_t i = 0; i < sizeof *value; i++) {
        poke_u8(on, (uint8_t *)&(*value)[i], name);
    }
}

typedef dw_match dw_field_ballot;
POKE_LIST(round_machine, DW_ROUND_MACHINE_FIELDS)
POKE_LIST(kick_vote, DW_KICK_VOTE_FIELDS)
POKE_LIST(bar, DW_BAR_FIELDS)
POKE_LIST(intent, DW_INTENT_FIELDS)
POKE_LIST(interest, DW_INTEREST_FIELDS)
POKE_LIST(connection, DW_CONNECTION_FIELDS)
POKE_LIST(player, DW_PLAYER_FIELDS)

/* Without a mission there are no parts, and a wrong count would go beyond them. */
static void poke_mission_told(sim_poker *on, dw_mission_told *it, const char *name)
{
    if (!on->extreme) {
        poke_u8(on, &it->count, name);
    }
    poke_u16(on, &it->alarms, name);
}

POKE_LIST(match, DW_MATCH_FIELDS)
POKE_LIST(ballot, DW_MATCH_VOTE_FIELDS)

static void a_value_that_no_match_can_have_is_refused_or_harmless(void **state)
{
    (void)state;
    open_company(&one, NULL);
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    open_company(&two, NULL);
    forgery it = {0};
    dw_match *match = one.box.match;
    for (uint32_t i = 0; i < 2; i++) {
        sim_poker on = {.changed = load_and_play_on, .context = &it, .extreme = i == 1};
        poke_match(&on, match, "match");
        poke_ballot(&on, match, "vote");
        poke_connection(&on, &match->players[1].connection, "connection");
        poke_player(&on, &match->players[1], "player");
        poke_sim(&on, match->sim, "sim");
        assert_true(on.fields > 500);
    }
    assert_true(it.refused > 200);
    assert_true(it.taken > 200); /* Timers, bars and tokens may be anything. */
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static void expect_forgery_refused(void)
{
    assert_int_equal(load(&two, saved, dw_company_save(&one, saved)), DW_INVALID);
}

/* Each number fits its range; together they would overrun a table. */
static void tables_that_do_not_add_up_are_refused(void **state)
{
    (void)state;
    open_company(&one, "reference");
    open_company(&two, "reference");
    dw_company_join(&one);
    play_to(&one, IN_CHASE);
    dw_match *match = one.box.match;
    dw_interest *interest = &match->players[1].interest;
    const dw_interest told = *interest;
    dw_interest_init(interest);
    interest->ids_used = 2;
    expect_forgery_refused(); /* Two numbers that nobody has. */
    interest->guard_ids[0] = 2;
    interest->guard_ids[1] = 2;
    expect_forgery_refused(); /* The same for two guards. */
    interest->guard_ids[1] = 1;
    assert_int_equal(load(&two, saved, dw_company_save(&one, saved)), DW_OK);
    play_and_leave(&two, 2);
    dw_interest_init(interest);
    interest->slot_ids[DW_INTRUDERS_MAX - 1] = 1;
    expect_forgery_refused(); /* A number that was not given, to a seat that is not there. */
    interest->slot_ids[DW_INTRUDERS_MAX - 1] = 0;
    interest->slot_ids[0] = 2;
    interest->slot_ids[2] = 1;
    interest->ids_used = 2;
    assert_int_equal(load(&two, saved, dw_company_save(&one, saved)), DW_OK);
    play_and_leave(&two, 2);
    *interest = told;
    match->round.winner = 0;
    expect_forgery_refused(); /* Somebody has won, and the round is on. */
    match->round.winner = DW_SLOT_NONE;
    match->round.start_tick--;
    expect_forgery_refused(); /* The round is older than its world. */
    match->round.start_tick++;
    match->next_bar = DW_MATCH_BARS_MAX;
    expect_forgery_refused();
    match->next_bar = 0;
    match->gone |= 1;
    expect_forgery_refused(); /* In its seat and gone. */
    match->gone &= ~UINT32_C(1);
    memset(match->players[2].connection.name, 1, 3);
    expect_forgery_refused(); /* No message can tell that name. */
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_match_goes_on_as_the_saved_one),
        cmocka_unit_test(players_who_come_back_late_find_the_same_world),
        cmocka_unit_test(a_paused_match_is_paused_after_a_load),
        cmocka_unit_test(a_match_that_was_loaded_is_saved_as_the_same_bytes),
        cmocka_unit_test(a_vote_and_its_bars_outlive_a_load),
        cmocka_unit_test(another_match_is_refused_with_its_reason),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(each_changed_byte_is_refused_or_harmless),
        cmocka_unit_test(a_value_that_no_match_can_have_is_refused_or_harmless),
        cmocka_unit_test(tables_that_do_not_add_up_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
