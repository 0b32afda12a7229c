#include "client/view/model/feed.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/standing_text.h"
#include "client/view/pages/menu.h"
#include "client/view/pages/spectator.h"
#include "client/view/scene/draw_goal.h"
#include "hud_round.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void the_clock_counts_minutes_and_hours(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_hud_clock(text, 0);
    assert_string_equal(text, "0:00");
    dw_hud_clock(text, 59);
    assert_string_equal(text, "0:00");
    dw_hud_clock(text, 125 * 60);
    assert_string_equal(text, "2:05");
    dw_hud_clock(text, 3725 * 60);
    assert_string_equal(text, "1:02:05");
    dw_hud_clock(text, UINT32_MAX);
    assert_true(strlen(text) < DW_HUD_TEXT);
}

static void the_clock_shows_time_left_where_the_end_is_known(void **state)
{
    (void)state;
    dw_round round = make_round();
    assert_int_equal(dw_hud_clock_ticks(&round, 900), 300);
    assert_int_equal(dw_hud_clock_ticks(&round, 500), 0);
    round.end_tick = 960;
    char text[DW_HUD_TEXT];
    dw_hud_clock(text, dw_hud_clock_ticks(&round, 780));
    assert_string_equal(text, "0:03");
    dw_hud_clock(text, dw_hud_clock_ticks(&round, 959));
    assert_string_equal(text, "0:01");
    assert_int_equal(dw_hud_clock_ticks(&round, 960), 0);
    assert_int_equal(dw_hud_clock_ticks(&round, 5000), 0);
}

static void the_task_follows_the_loot(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_round round = make_round();
    dw_drawn_world world = {.has_own = true, .own_slot = 3};
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "Steal the documents");
    world.items[0].state = DW_ITEM_CARRIED;
    world.items[0].carrier = 3;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "Bring the documents to the exit");
    world.items[0].carrier = 0;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "Mara has the documents");
    world.items[0].carrier = 9;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "A teammate has the documents");
    world.items[0].state = DW_ITEM_DROPPED;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "On the floor: the documents");
    world.has_own = false;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "You are watching until the next round");
    world.own_slot = DW_SLOT_NONE;
    world.items[0].state = DW_ITEM_HOME;
    dw_hud_task(text, &map, &round, &world);
    assert_string_equal(text, "Steal the documents");
}

static void expect_task(const dw_round *round, const dw_drawn_world *world, const char *words)
{
    char text[DW_HUD_TEXT];
    dw_hud_task(text, &map, round, world);
    assert_string_equal(text, words);
}

static void the_task_follows_the_phase(void **state)
{
    (void)state;
    dw_round round = make_round();
    dw_drawn_world world = {
        .has_own = true, .own_slot = 3, .items = {{.state = DW_ITEM_DELIVERED}}};
    expect_task(&round, &world, "Brought out: the documents");
    round.phase = DW_PHASE_LOBBY;
    expect_task(&round, &world, "Waiting for players");
    world.has_own = false; /* Nobody has a body before a round. */
    expect_task(&round, &world, "Waiting for players");
    round.phase = DW_PHASE_COUNTDOWN;
    expect_task(&round, &world, "The heist begins");
    round.phase = DW_PHASE_RESULT;
    round.outcome = DW_OUTCOME_TIMEOUT;
    expect_task(&round, &world, "Dawn");
    /* The carrier of before is not oneself without a body. */
    round = make_round();
    world.own_slot = DW_SLOT_NONE;
    world.items[0].state = DW_ITEM_CARRIED;
    world.items[0].carrier = 3;
    expect_task(&round, &world, "Bo has the documents");
}

static void the_task_names_the_objective_that_counts_of_two(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_round round = make_round();
    const dw_map two = {.item_count = 2, .items = {{.name = "Documents"}, {.name = "Vase"}}};
    dw_drawn_world world = {.has_own = true, .own_slot = 3};
    world.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = 0};
    dw_hud_task(text, &two, &round, &world);
    assert_string_equal(text, "Mara has the vase");
    world.items[0] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = 3};
    dw_hud_task(text, &two, &round, &world);
    assert_string_equal(text, "Bring the documents to the exit");
    world.items[1].state = DW_ITEM_DELIVERED;
    round.outcome = DW_OUTCOME_WON;
    round.winner = 0;
    dw_hud_outcome_line(text, &two, &world, &round);
    assert_string_equal(text, "Mara brought out the vase");
    static dw_feed feed;
    dw_feed_reset(&feed);
    const dw_client_event taken = {.kind = DW_CLIENT_EVENT_ITEM_TAKEN, .a = 0, .b = 1};
    dw_feed_event(&feed, &taken, &two, &round, NULL, 3, 1.0);
    assert_string_equal(feed.radio[0].text, "Mara took the vase");
}

static void expect_goal(const dw_map *two, const dw_drawn_world *world, dw_vec at, bool leaving)
{
    double x = 0.0;
    double y = 0.0;
    bool leaves = !leaving;
    assert_true(dw_goal_place(two, world, &x, &y, &leaves));
    assert_int_equal((int)x, at.x);
    assert_int_equal((int)y, at.y);
    assert_int_equal(leaves, leaving);
}

static void the_goal_is_an_objective_until_somebody_carries_one(void **state)
{
    (void)state;
    const dw_map two = {.item_count = 2,
                        .items = {{.area = {{100, 200}, {300, 400}}}, {.name = "Vase"}},
                        .exit = {{5000, 6000}, {7000, 8000}}};
    dw_drawn_world world = {.own_slot = 3};
    expect_goal(&two, &world, (dw_vec){200, 300}, false);
    world.items[0] = (dw_snapshot_item){.state = DW_ITEM_DROPPED, .x = 9, .y = 4};
    expect_goal(&two, &world, (dw_vec){dw_snapshot_restore(9, 0), dw_snapshot_restore(4, 0)},
                false);
    world.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = 7};
    expect_goal(&two, &world, (dw_vec){6000, 7000}, true);
    world.items[0] = (dw_snapshot_item){.state = DW_ITEM_DELIVERED};
    double x = 0.0;
    double y = 0.0;
    bool leaving = false;
    assert_false(dw_goal_place(&two, &world, &x, &y, &leaving));
}

static void each_outcome_has_its_own_words(void **state)
{
    (void)state;
    static const char *const lines[DW_OUTCOME_COUNT] = {
        [DW_OUTCOME_LOST] = "Nobody is left in the house",
        [DW_OUTCOME_TIMEOUT] = "Time is up. Nobody brought out the documents",
        [DW_OUTCOME_ABORTED] = "The round was ended by the server"};
    static const char *const names[DW_OUTCOME_COUNT] = {"", "Clean getaway", "Caught", "Dawn",
                                                        "Called off"};
    for (size_t outcome = 0; outcome < DW_OUTCOME_COUNT; outcome++) {
        char text[DW_HUD_TEXT];
        dw_round round = make_round();
        const dw_drawn_world world = {.own_slot = DW_SLOT_NONE};
        round.outcome = (uint8_t)outcome;
        assert_string_equal(dw_hud_outcome(round.outcome), names[outcome]);
        if (lines[outcome] != NULL) {
            dw_hud_outcome_line(text, &map, &world, &round);
            assert_string_equal(text, lines[outcome]);
        }
    }
    assert_string_equal(dw_hud_outcome(DW_OUTCOME_COUNT), "");
}

static void phases_and_states_have_names(void **state)
{
    (void)state;
    static const char *const phases[] = {"Lobby", "Get ready", "Heist", "Result", "", ""};
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++) {
        assert_string_equal(dw_hud_phase((uint8_t)i), phases[i]);
    }
    static const char *const states[] = {"", "", "caught", "offline", "out", "next round", "", ""};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        assert_string_equal(dw_hud_slot_state((uint8_t)i), states[i]);
    }
    char text[DW_HUD_TEXT];
    dw_hud_line(text, 59.6, 0);
    assert_string_equal(text, "60 fps");
    dw_hud_line(text, 60.2, 1);
    assert_string_equal(text, "60 fps   1 ms");
    dw_hud_clock(text, 3600 * 60 - 1);
    assert_string_equal(text, "59:59");
    dw_hud_clock(text, 3600 * 60);
    assert_string_equal(text, "1:00:00");
}

static void a_result_names_the_player_that_brought_it_out(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_round round = make_round();
    round.outcome = DW_OUTCOME_WON;
    round.winner = 3;
    const dw_drawn_world world = {.items = {{.state = DW_ITEM_DELIVERED}}};
    dw_hud_outcome_line(text, &map, &world, &round);
    assert_string_equal(text, "Bo brought out the documents");
    round.winner = DW_SLOT_NONE;
    dw_hud_outcome_line(text, &map, &world, &round);
    assert_string_equal(text, "The team brought out the documents");
    for (int outcome = DW_OUTCOME_WON; outcome < DW_OUTCOME_COUNT; outcome++) {
        round.outcome = (uint8_t)outcome;
        assert_true(dw_hud_outcome(round.outcome)[0] != '\0');
    }
}

static void the_hint_says_what_the_use_key_would_do(void **state)
{
    (void)state;
    const dw_round round = make_round();
    const dw_use lever = {.kind = DW_USE_SWITCH, .index = 0};
    const dw_use door = {.kind = DW_USE_DOOR, .index = 1};
    const dw_use nothing = {.kind = DW_USE_NOTHING};
    dw_door_set doors = {{0}};
    char text[DW_HUD_TEXT];
    dw_hud_use(text, &lever, &doors, false, &round);
    assert_string_equal(text, "put the light on");
    dw_hud_use(text, &lever, &doors, true, &round);
    assert_string_equal(text, "put the light out");
    dw_hud_use(text, &door, &doors, false, &round);
    assert_string_equal(text, "open the door");
    dw_door_set_put(&doors, 1, true);
    dw_hud_use(text, &door, &doors, false, &round);
    assert_string_equal(text, "close the door");
    dw_hud_use(text, &nothing, &doors, false, &round);
    assert_string_equal(text, "");
}

static void names_fit_into_sentences(void **state)
{
    (void)state;
    char out[DW_NAME_SIZE];
    dw_hud_in_sentence(out, "Documents");
    assert_string_equal(out, "documents");
    dw_hud_in_sentence(out, "Star of the South");
    assert_string_equal(out, "Star of the South");
    dw_hud_in_sentence(out, "");
    assert_string_equal(out, "");
}

static void the_pointer_sits_on_the_border_towards_its_goal(void **state)
{
    (void)state;
    const dw_box box = {100.0F, 50.0F, 1100.0F, 650.0F};
    float x = 0.0F;
    float y = 0.0F;
    float turns = 0.0F;
    assert_false(dw_hud_pointer(box, 400.0F, 300.0F, &x, &y, &turns));
    for (int i = 0; i < 360; i++) {
        const float turn = (float)i / 360.0F;
        const float gx = 600.0F + 5000.0F * cosf(turn * 6.2831853F);
        const float gy = 350.0F + 5000.0F * sinf(turn * 6.2831853F);
        assert_true(dw_hud_pointer(box, gx, gy, &x, &y, &turns));
        assert_true(fabsf(turns - turn) < 0.001F || fabsf(turns - turn) > 0.999F);
        assert_true(x >= 99.9F && x <= 1100.1F && y >= 49.9F && y <= 650.1F);
        assert_true(fabsf(x - 100.0F) < 0.1F || fabsf(x - 1100.0F) < 0.1F ||
                    fabsf(y - 50.0F) < 0.1F || fabsf(y - 650.0F) < 0.1F);
    }
}

static dw_drawn_world make_world(void)
{
    dw_drawn_world world = {.own_slot = DW_SLOT_NONE, .body_count = 3};
    world.bodies[0] = (dw_drawn_body){.id = 4, .role = DW_ROLE_INTRUDER, .slot = 3};
    world.bodies[1] = (dw_drawn_body){.id = 7, .role = DW_ROLE_GUARD};
    world.bodies[2] = (dw_drawn_body){.id = 9, .role = DW_ROLE_GUARD, .x = 90000, .y = 30000};
    return world;
}

static void watching_goes_through_guards_then_intruders_then_free(void **state)
{
    (void)state;
    const dw_drawn_world world = make_world();
    const dw_round round = make_round();
    dw_spectator spectator = {0};
    static const uint8_t order[] = {7, 9, 4, 0, 7};
    for (size_t i = 0; i < sizeof order; i++) {
        dw_spectator_next(&spectator, &world);
        assert_int_equal(spectator.followed_id, order[i]);
    }
    char name[64];
    dw_spectator_pick(&spectator, &world, 2);
    dw_spectator_followed(&spectator, &world, &round, NULL, name, sizeof name);
    assert_string_equal(name, "guard 2");
    dw_spectator_pick(&spectator, &world, 3);
    dw_spectator_followed(&spectator, &world, &round, NULL, name, sizeof name);
    assert_string_equal(name, "Bo");
    dw_spectator_pick(&spectator, &world, 4);
    assert_int_equal(spectator.followed_id, 4);
}

static void a_player_that_was_caught_watches_the_team_first(void **state)
{
    (void)state;
    dw_drawn_world world = make_world();
    dw_spectator spectator = {.followed_id = 9};
    world.own_slot = 0;
    dw_spectator_friend(&spectator, &world);
    assert_int_equal(spectator.followed_id, 4);
    dw_spectator_next(&spectator, &world);
    assert_int_equal(spectator.followed_id, 7);
    world.bodies[0].role = DW_ROLE_GUARD; /* No teammate is left. */
    dw_spectator_friend(&spectator, &world);
    assert_int_equal(spectator.followed_id, 0);
}

static void a_detection_is_told_with_time_kind_room_and_length(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    const dw_detections never = {.round = 2};
    const dw_detections once = {.round = 2, .detected = 1, .count = 1};
    dw_detections_head(text, &never);
    assert_string_equal(text, "Nobody saw you");
    dw_detections_head(text, &once);
    assert_string_equal(text, "You were seen 1 time");
    const dw_detection dog = {
        .tick = 600 + 65 * 60, .ticks = 205, .room = 2, .by = DW_KIND_LOOK_DOG};
    dw_detection_text(text, &dog, &map, 600);
    assert_string_equal(text, "1:05   Dog, Study, for 3 s");
    const dw_detection box = {.tick = 500, .by = DW_DETECTED_BY_DETECTOR};
    dw_detection_text(text, &box, &map, 600); /* Times of another round do no harm. */
    assert_string_equal(text, "0:00   Motion detector, the house, for 0 s");
}

static void ready_is_a_matter_of_the_slot(void **state)
{
    (void)state;
    const dw_standings standings = {.ready = 4, .count = 1, .rows = {{.slot = 2, .taken = 3}}};
    assert_true(dw_standing_is_ready(&standings, 2));
    assert_false(dw_standing_is_ready(&standings, 1));
    assert_false(dw_standing_is_ready(&standings, DW_SLOT_NONE));
    assert_false(dw_standing_is_ready(NULL, 2));
    assert_int_equal(dw_standing_of(&standings, 2)->taken, 3);
    assert_null(dw_standing_of(&standings, 1));
}

static void a_followed_body_is_called_by_its_kind(void **state)
{
    (void)state;
    dw_drawn_world world = make_world();
    const dw_round round = make_round();
    const dw_spectator spectator = {.followed_id = 9};
    char name[64];
    world.bodies[2].kind = 1;
    world.kinds[0] = (dw_kind){.look = DW_KIND_LOOK_DOG};
    dw_spectator_followed(&spectator, &world, &round, NULL, name, sizeof name);
    assert_string_equal(name, "dog 2");
    world.kinds[0] = (dw_kind){.look = DW_KIND_LOOK_BOX};
    dw_spectator_followed(&spectator, &world, &round, NULL, name, sizeof name);
    assert_string_equal(name, "microphone 2");
    world.kinds[0].senses.motion.range_mm = 4000;
    dw_spectator_followed(&spectator, &world, &round, NULL, name, sizeof name);
    assert_string_equal(name, "motion detector 2");
}

static void a_hand_or_a_body_out_of_sight_frees_the_camera(void **state)
{
    (void)state;
    dw_drawn_world world = make_world();
    const dw_controls controls = {0};
    const dw_rect house = {{0, 0}, {DW_MM(20000), DW_MM(12000)}};
    dw_camera camera;
    dw_camera_fit(&camera, house, 1280, 720, (dw_box){0.0F, 0.0F, 1280.0F, 720.0F});
    dw_spectator spectator = {.followed_id = 9};
    for (int i = 0; i < 600; i++) {
        dw_spectator_update(&spectator, &camera, &world, &controls, 1.0 / 60.0);
    }
    assert_true(fabs(camera.x - 90000.0) < 1.0 && fabs(camera.y - 30000.0) < 1.0);
    world.body_count = 2;
    dw_spectator_update(&spectator, &camera, &world, &controls, 1.0 / 60.0);
    assert_int_equal(spectator.followed_id, 0);
    spectator.followed_id = 7;
    dw_spectator_drag(&spectator, &camera, 5.0F, 0.0F);
    assert_int_equal(spectator.followed_id, 0);
}

static void the_start_screen_works_by_keyboard_alone(void **state)
{
    (void)state;
    dw_menu menu;
    dw_menu_init(&menu, "127.0.0.1", "");
    dw_menu_open(&menu, DW_PAGE_START, "");
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_PLAY);
    (void)dw_menu_key(&menu, SDL_SCANCODE_RIGHT, false);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_WATCH);
    for (int i = 0; i < 4; i++) {
        (void)dw_menu_key(&menu, SDL_SCANCODE_TAB, true);
    }
    assert_true(dw_menu_types(&menu));
    dw_menu_text(&menu, "Ines");
    assert_string_equal(menu.fields[DW_FIELD_NAME].text, "Ines");
    (void)dw_menu_key(&menu, SDL_SCANCODE_BACKSPACE, false);
    assert_string_equal(menu.fields[DW_FIELD_NAME].text, "Ine");
    /* Space is a letter in a field. */
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_SPACE, false), DW_CHOICE_NONE);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_PLAY);
}

static void the_mouse_finds_each_button(void **state)
{
    (void)state;
    dw_menu menu;
    dw_canvas canvas = {.width = 1280, .height = 720};
    const dw_pen pen = {.canvas = &canvas, .ui = 1.0F};
    dw_menu_init(&menu, "", "");
    dw_menu_open(&menu, DW_PAGE_PAUSE, "");
    bool found[DW_CHOICE_BACK + 1] = {false};
    for (int y = 0; y < 720; y += 10) {
        found[dw_menu_mouse(&menu, &pen, 640.0F, (float)y, true)] = true;
    }
    assert_true(found[DW_CHOICE_RESUME] && found[DW_CHOICE_HELP] && found[DW_CHOICE_LEAVE] &&
                found[DW_CHOICE_QUIT]);
    assert_int_equal(dw_menu_mouse(&menu, &pen, 5.0F, 5.0F, true), DW_CHOICE_NONE);
    assert_int_equal(menu.hovered, -1);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_ESCAPE, false), DW_CHOICE_RESUME);
}

static void a_queued_player_is_told_the_place_and_then_the_seat(void **state)
{
    (void)state;
    char text[DW_HUD_TEXT];
    dw_hud_queue(text, 2, false);
    assert_string_equal(text, "You are number 2 in the queue");
    dw_hud_queue(text, 0, true);
    assert_string_equal(text, "You are in the game");
    dw_hud_queue(text, 0, false);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_counts_minutes_and_hours),
        cmocka_unit_test(a_queued_player_is_told_the_place_and_then_the_seat),
        cmocka_unit_test(a_player_that_was_caught_watches_the_team_first),
        cmocka_unit_test(a_detection_is_told_with_time_kind_room_and_length),
        cmocka_unit_test(ready_is_a_matter_of_the_slot),
        cmocka_unit_test(the_clock_shows_time_left_where_the_end_is_known),
        cmocka_unit_test(the_task_follows_the_loot),
        cmocka_unit_test(a_result_names_the_player_that_brought_it_out),
        cmocka_unit_test(the_task_follows_the_phase),
        cmocka_unit_test(the_task_names_the_objective_that_counts_of_two),
        cmocka_unit_test(the_goal_is_an_objective_until_somebody_carries_one),
        cmocka_unit_test(each_outcome_has_its_own_words),
        cmocka_unit_test(phases_and_states_have_names),
        cmocka_unit_test(the_hint_says_what_the_use_key_would_do),
        cmocka_unit_test(names_fit_into_sentences),
        cmocka_unit_test(the_pointer_sits_on_the_border_towards_its_goal),
        cmocka_unit_test(watching_goes_through_guards_then_intruders_then_free),
        cmocka_unit_test(a_followed_body_is_called_by_its_kind),
        cmocka_unit_test(a_hand_or_a_body_out_of_sight_frees_the_camera),
        cmocka_unit_test(the_start_screen_works_by_keyboard_alone),
        cmocka_unit_test(the_mouse_finds_each_button),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
