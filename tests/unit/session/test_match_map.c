/* A match takes another map between two rounds: its players keep seats and connections, its world
 * is that of a match made on the other map, and nothing of the old map is shown or taken
 * afterwards. */
#include "match_box.h"

#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <string.h>

enum { PLAYERS = 2, WATCHER = 9, PLAY_TICKS = 900 };

static dw_match_box box;
static dw_match_box fresh;
static dw_venue *museum;
static const dw_brain_kind *brains[DW_GUARDS_MAX];
static const uint64_t seed = 77;

static dw_match_map museum_map(void)
{
    return (dw_match_map){.map = museum->map,
                          .nav = museum->nav,
                          .rules = &box.rules,
                          .brains = brains,
                          .hash = {{2}},
                          .size = 4321};
}

static void open_on(dw_match_box *it, const char *name)
{
    dw_match_box_init_file(it, name);
    it->config.brain = dw_brain_default();
    it->config.round_seed = &seed;
    dw_match_box_open(it);
}

static int open_match(void **state)
{
    (void)state;
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        brains[g] = dw_brain_default();
    }
    museum = dw_venue_shipped("museum");
    open_on(&box, "reference");
    return 0;
}

static int close_match(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_venue_destroy(museum);
    return 0;
}

static void join(dw_match_box *it, dw_client_handle clients[PLAYERS])
{
    dw_welcome welcome;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        clients[i] = dw_match_box_join(it, i, i == 0 ? "Ada" : "Ben", &welcome);
        assert_int_equal(welcome.slot, i);
    }
}

static void change(void)
{
    const dw_match_map next = museum_map();
    dw_match_change_map(box.match, &next);
}

/* Plays the round and says how its world went. */
static void play(dw_match_box *it, const dw_client_handle clients[PLAYERS],
                 uint64_t hashes[PLAY_TICKS])
{
    dw_match_box_run_until(it, DW_PHASE_PLAY);
    for (uint32_t t = 0; t < PLAY_TICKS; t++) {
        hashes[t] = dw_sim_hash(dw_match_sim(it->match));
        for (uint32_t i = 0; i < PLAYERS; i++) {
            dw_match_box_ask(it, clients[i], (uint8_t)(1 + (t / 40 + i) % 8), 0, 1);
        }
        dw_match_box_run(it, 1);
    }
}

static bool sent_snapshot(dw_client_handle client, dw_snapshot *out)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    if (dw_match_encode_snapshot(box.match, client, bytes, sizeof bytes, &size) != DW_OK) {
        return false;
    }
    return dw_snapshot_decode(out, NULL, dw_sim_map(dw_match_sim(box.match))->door_count, bytes,
                              size) == DW_OK;
}

static void round_on_the_other_map_goes_as_in_a_match_made_on_it(void **state)
{
    (void)state;
    static uint64_t here[PLAY_TICKS];
    static uint64_t there[PLAY_TICKS];
    dw_client_handle clients[PLAYERS];
    join(&box, clients);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 100);
    dw_match_abort(box.match);
    dw_match_box_run_until(&box, DW_PHASE_LOBBY);
    change();
    for (uint32_t i = 0; i < PLAYERS; i++) {
        dw_match_map_ready(box.match, clients[i], 1);
    }
    play(&box, clients, here);
    open_on(&fresh, "museum");
    join(&fresh, clients);
    play(&fresh, clients, there);
    dw_match_box_close(&fresh);
    assert_memory_equal(here, there, sizeof here);
    assert_int_not_equal(here[0], here[PLAY_TICKS - 1]);
}

static void players_stand_at_the_other_spawns_in_their_old_seats(void **state)
{
    (void)state;
    dw_client_handle clients[PLAYERS];
    join(&box, clients);
    dw_match_box_run(&box, 5);
    change();
    dw_match_box_run(&box, 1);
    const dw_world *world = dw_sim_world(dw_match_sim(box.match));
    for (uint32_t s = 0; s < PLAYERS; s++) {
        uint8_t slot = DW_SLOT_NONE;
        assert_int_equal(dw_intruder_actor(world, s)->body.position.x, museum->map->spawns[s].x);
        assert_int_equal(dw_intruder_actor(world, s)->body.position.y, museum->map->spawns[s].y);
        assert_non_null(dw_match_name_of(box.match, clients[s], &slot));
        assert_int_equal(slot, s);
    }
    assert_int_equal(world->guard_count, museum->map->guard_count);
    assert_int_equal(dw_match_count(box.match).slots_free, museum->map->intruders_max - PLAYERS);
}

static void each_client_is_told_once_and_then_of_the_round(void **state)
{
    (void)state;
    dw_client_handle clients[PLAYERS];
    join(&box, clients);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run(&box, 5);
    const uint32_t from = box.message_count;
    change();
    dw_match_box_run(&box, 2);
    const uint32_t tags[] = {0, 1, WATCHER};
    for (uint32_t i = 0; i < DW_COUNT_OF(tags); i++) {
        assert_int_equal(dw_match_box_count(&box, from, tags[i], DW_MESSAGE_MAP_CHANGE), 1);
        assert_true(dw_match_box_count(&box, from, tags[i], DW_MESSAGE_ROUND) >= 1);
        const dw_map_change *told =
            &dw_match_box_last(&box, tags[i], DW_MESSAGE_MAP_CHANGE)->as.map_change;
        assert_int_equal(told->change, 1);
        assert_int_equal(told->map_hash.bytes[0], 2);
        assert_int_equal(told->map_size, 4321);
        assert_int_equal(told->intruders_max, museum->map->intruders_max);
        assert_string_equal(told->map_name, "museum");
        assert_in_range(told->tick, 1, box.tick - 2);
    }
    dw_welcome late;
    assert_int_not_equal(dw_match_box_join(&box, 2, "Cleo", &late), 0);
    assert_int_equal(late.map_hash.bytes[0], 2);
    assert_int_equal(dw_match_box_count(&box, from, 2, DW_MESSAGE_MAP_CHANGE), 0);
}

static void nothing_is_shown_or_taken_until_the_map_is_there(void **state)
{
    (void)state;
    dw_client_handle clients[PLAYERS];
    dw_snapshot seen = {.tick = 0};
    join(&box, clients);
    dw_match_box_run(&box, 5);
    assert_true(sent_snapshot(clients[0], &seen));
    const uint32_t old_tick = seen.tick;
    change();
    const uint64_t accepted = dw_match_get_stats(box.match)->intents_accepted;
    for (uint32_t t = 0; t < 60; t++) {
        dw_match_box_run(&box, 1);
        dw_match_box_ask(&box, clients[0], 3, 0, 2);
        assert_false(sent_snapshot(clients[0], &seen));
    }
    assert_int_equal(dw_match_get_stats(box.match)->intents_accepted, accepted);
    dw_match_map_ready(box.match, clients[0], 2); /* Of no change that there was. */
    assert_false(sent_snapshot(clients[0], &seen));
    dw_match_map_ready(box.match, clients[0], 1);
    /* It acknowledges what it had before: no baseline any more. */
    const dw_input old = {.ack_tick = old_tick, .newest_tick = box.tick + 1, .count = 1};
    (void)dw_match_input(box.match, clients[0], &old);
    assert_true(sent_snapshot(clients[0], &seen)); /* In full: it decodes without a baseline. */
    assert_true(seen.tick > dw_match_box_last(&box, 0, DW_MESSAGE_MAP_CHANGE)->as.map_change.tick);
    assert_int_equal(seen.own.x, museum->map->spawns[0].x);
    assert_false(sent_snapshot(clients[1], &seen));
}

static void lobby_waits_for_players_who_load_but_not_for_ever(void **state)
{
    (void)state;
    dw_client_handle clients[PLAYERS];
    join(&box, clients);
    dw_match_box_run(&box, 15);
    assert_int_equal(dw_match_round_machine(box.match)->phase, DW_PHASE_COUNTDOWN);
    change();
    dw_match_box_run(&box, 200);
    assert_int_equal(dw_match_round_machine(box.match)->phase, DW_PHASE_LOBBY);
    assert_int_equal(dw_match_loading_ticks(box.match, clients[0]), 201);
    dw_match_map_ready(box.match, clients[0], 1);
    assert_int_equal(dw_match_loading_ticks(box.match, clients[0]), 0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_int_equal(dw_match_loading_ticks(box.match, clients[1]), box.tick - 15 + 1);
}

static void map_without_the_seat_of_a_player_is_refused(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_welcome welcome;
    dw_map small = *museum->map;
    small.intruders_max = 2;
    const dw_match_map next = {.map = &small};
    dw_client_handle clients[PLAYERS];
    join(&box, clients);
    assert_int_equal(dw_match_check_map(box.match, &next, &error), DW_OK);
    const dw_client_handle third = dw_match_box_join(&box, 2, "Cleo", &welcome);
    assert_int_equal(dw_match_check_map(box.match, &next, &error), DW_FULL);
    assert_string_equal(error.text, "museum has 2 seats, and the player in slot 2 has none there");
    dw_match_drop(box.match, third); /* The body waits. */
    assert_int_equal(dw_match_check_map(box.match, &next, &error), DW_FULL);
    dw_match_leave(box.match, clients[1]);
    assert_int_equal(dw_match_check_map(box.match, &next, &error), DW_FULL);
}

static void absent_player_finds_the_body_on_the_other_map(void **state)
{
    (void)state;
    dw_client_handle clients[PLAYERS];
    dw_welcome welcome;
    join(&box, clients);
    dw_match_box_run(&box, 5);
    dw_match_drop(box.match, clients[1]);
    change();
    dw_match_map_ready(box.match, clients[0], 1);
    dw_match_box_run(&box, 2);
    const dw_world *world = dw_sim_world(dw_match_sim(box.match));
    assert_int_equal(dw_intruder_slot_state(world, 1), DW_SLOT_DROPPED);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "Ben", .has_token = true};
    memset(hello.token, 0, sizeof hello.token);
    for (uint32_t i = 0; i < DW_TOKEN_SIZE; i++) {
        hello.token[i] = (uint8_t)(DW_TOKEN_SIZE + i); /* The counter's second token. */
    }
    assert_true(dw_match_knows_token(box.match, &hello));
    const dw_newcomer newcomer = {.tag = 1};
    dw_client_handle again = 0;
    assert_int_equal(dw_match_join(box.match, box.tick, &hello, &newcomer, &again, &welcome),
                     DW_OK);
    assert_int_equal(welcome.slot, 1);
    assert_int_equal(welcome.map_hash.bytes[0], 2);
    assert_int_equal(dw_match_map_change(box.match, again), 0);
    dw_snapshot seen = {.tick = 0};
    dw_match_box_run(&box, 1);
    assert_true(sent_snapshot(again, &seen));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(round_on_the_other_map_goes_as_in_a_match_made_on_it,
                                        open_match, close_match),
        cmocka_unit_test_setup_teardown(players_stand_at_the_other_spawns_in_their_old_seats,
                                        open_match, close_match),
        cmocka_unit_test_setup_teardown(each_client_is_told_once_and_then_of_the_round, open_match,
                                        close_match),
        cmocka_unit_test_setup_teardown(nothing_is_shown_or_taken_until_the_map_is_there,
                                        open_match, close_match),
        cmocka_unit_test_setup_teardown(lobby_waits_for_players_who_load_but_not_for_ever,
                                        open_match, close_match),
        cmocka_unit_test_setup_teardown(map_without_the_seat_of_a_player_is_refused, open_match,
                                        close_match),
        cmocka_unit_test_setup_teardown(absent_player_finds_the_body_on_the_other_map, open_match,
                                        close_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
