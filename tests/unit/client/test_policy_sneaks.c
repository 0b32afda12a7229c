/* What the sneaking policies do in small houses: a world of one intruder and guards on strings,
 * without a network. Each test is a scene in which the behaviour shows after which the policy is
 * named. */
#include "tests/support/bot_house.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

static void start(dw_bot_house *h, const char *policy)
{
    dw_bot_house_start(h, dw_policy_find(policy), 1, 1);
}

static void put_guard(dw_bot_house *h, dw_bot_guard guard)
{
    h->guard_count = 1;
    h->guards[0] = guard;
}

/* A hall with a tall shelf along its length. North of the shelf the hall is wide and open, south of
 * it is an aisle. The aisle is the longer path to the objective in the east. */
static void shadow_takes_the_longer_path_in_cover(void **state)
{
    (void)state;
    uint32_t aisle_ticks[2];
    const char *const names[2] = {"careful", "shadow"};
    for (uint32_t i = 0; i < 2; i++) {
        dw_bot_house h = {.scene = dw_scene_create()};
        (void)dw_scene_room(h.scene, "hall", 0, 0, 16000, 9000);
        dw_scene_furniture(h.scene, 4000, 7200, 9500, 400, 1000);
        dw_scene_objective(h.scene, 15200, 6600, 200, 200);
        dw_scene_spawn(h.scene, 800, 6600);
        dw_scene_exit(h.scene, 300, 300, 1000, 1000);
        start(&h, names[i]);
        h.tick = 1000; /* Time for a look at the map. */
        aisle_ticks[i] = 0;
        for (uint32_t t = 0; t < 3000 && !dw_bot_house_taken(&h); t++) {
            dw_bot_house_step(&h);
            aisle_ticks[i] += h.body.position.y > DW_MM(7600);
        }
        assert_true(dw_bot_house_taken(&h));
        dw_bot_house_finish(&h);
    }
    assert_int_equal(aisle_ticks[0], 0);
    assert_true(aisle_ticks[1] > 200);
}

/* The hall of the bot, a corridor in which the guard stands, and the vault behind it. */
static void build_corridor(dw_bot_house *h)
{
    *h = (dw_bot_house){.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h->scene, "hall", 0, 0, 6000, 5000);
    const uint16_t corridor = dw_scene_corridor(h->scene, "corridor", 6000, 1500, 12000, 2000);
    const uint16_t vault = dw_scene_room(h->scene, "vault", 18000, 0, 6000, 5000);
    const uint16_t den = dw_scene_room(h->scene, "den", 18000, 5000, 6000, 5000);
    dw_scene_door(h->scene, "in", hall, corridor, 2000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h->scene, "out", corridor, vault, 2000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h->scene, "down", vault, den, 22000, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h->scene, 19000, 600, 200, 200);
    dw_scene_spawn(h->scene, 1000, 2500);
    dw_scene_exit(h->scene, 300, 300, 1000, 1000);
}

/* The guard stands in the corridor and looks at the bot's door. After half a minute it walks away,
 * through the vault and into the den. */
static void patient_waits_until_the_guard_has_left_and_then_goes(void **state)
{
    (void)state;
    enum { LEAVES = 1800 };
    dw_bot_house h;
    build_corridor(&h);
    start(&h, "patient");
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(14000, 2500),
                                 .heading_bam = DW_BAM_HALF,
                                 .starts_tick = LEAVES,
                                 .route_count = 4,
                                 .route = {dw_scene_mm(16000, 2500), dw_scene_mm(22500, 2500),
                                           dw_scene_mm(22500, 9000), dw_scene_mm(19000, 9000)}});
    uint32_t entered = 0;
    for (uint32_t t = 0; t < 6000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
        entered = entered == 0 && dw_bot_house_room(&h) == 1 ? h.tick : entered;
    }
    assert_true(dw_bot_house_taken(&h));
    assert_true(entered > LEAVES);
    assert_true(h.guards[0].meter < DW_BOT_GUARD_METER_FULL);
    dw_bot_house_finish(&h);
}

/* A guard that stays for ever: the wait is bounded. */
static void patient_goes_at_last_when_no_gap_comes(void **state)
{
    (void)state;
    dw_bot_house h;
    build_corridor(&h);
    start(&h, "patient");
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(21000, 4300), .heading_bam = DW_BAM_HALF});
    for (uint32_t t = 0; t < 54000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
    }
    assert_true(dw_bot_house_taken(&h));
    dw_bot_house_finish(&h);
}

/* The guard walks down the corridor, turned away, and on into the den. */
static void rear_approach_walks_unseen_behind_the_guard(void **state)
{
    (void)state;
    dw_bot_house h;
    build_corridor(&h);
    start(&h, "rear_approach");
    h.body.position = dw_scene_mm(5000, 2500);
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(7500, 2500),
                                 .heading_bam = 0,
                                 .route_count = 3,
                                 .route = {dw_scene_mm(22500, 2500), dw_scene_mm(22500, 9000),
                                           dw_scene_mm(19000, 9000)}});
    uint32_t close_ticks = 0;
    for (uint32_t t = 0; t < 3000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
        assert_true(dw_distance(h.body.position, h.guards[0].position) >
                    DW_MM(800)); /* No touch. */
        close_ticks += dw_bot_house_room(&h) == 1 && h.guards[0].route_at == 0 &&
                       dw_distance(h.body.position, h.guards[0].position) < DW_MM(3000);
    }
    assert_true(dw_bot_house_taken(&h));
    assert_int_equal(h.seen_ticks, 0);
    assert_true(close_ticks > 240); /* All along the corridor: 10 m at 1.2 m/s. */
    dw_bot_house_finish(&h);
}

/* A room with a shelf in its corner, and a guard that walks through it from door to door. */
static void still_hider_stands_still_until_the_guard_has_passed(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 5000, 0, 9000, 7000);
    const uint16_t east = dw_scene_room(h.scene, "east", 14000, 0, 5000, 7000);
    const uint16_t west = dw_scene_room(h.scene, "west", 0, 0, 5000, 7000);
    dw_scene_door(h.scene, "e", hall, east, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "w", west, hall, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(h.scene, 7500, 4800, 4000, 400, 1000);
    dw_scene_objective(h.scene, 18000, 6000, 200, 200);
    dw_scene_spawn(h.scene, 9500, 4200);
    dw_scene_exit(h.scene, 5300, 5700, 1000, 1000);
    start(&h, "still_hider");
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(18500, 1500),
                                 .heading_bam = DW_BAM_HALF,
                                 .starts_tick = 1,
                                 .route_count = 2,
                                 .route = {dw_scene_mm(2000, 1500), dw_scene_mm(2000, 6000)}});
    uint32_t still_near = 0, seen_while_still = 0;
    for (uint32_t t = 0; t < 4000 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
        const bool still = h.still_ticks > 30;
        still_near += still && h.guards[0].position.x > DW_MM(5000);
        seen_while_still += still && dw_bot_house_seen_by(&h, 0);
    }
    assert_true(still_near > 120);
    assert_int_equal(seen_while_still, 0);
    assert_true(dw_bot_house_taken(&h)); /* It goes on. */
    dw_bot_house_finish(&h);
}

/* A wide hall with a tall block in the middle. The objective is behind a door in the north-west. A
 * guard runs down the west side to the bot in the south-west, and follows it round the block. */
static void circle_behind_runs_round_the_block_into_the_back_of_the_guard(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t vault = dw_scene_room(h.scene, "vault", 0, 0, 4000, 10000);
    const uint16_t hall = dw_scene_room(h.scene, "hall", 4000, 0, 10000, 10000);
    dw_scene_door(h.scene, "door", vault, hall, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(h.scene, 7000, 3000, 4000, 4000, 1000);
    dw_scene_objective(h.scene, 1000, 6000, 200, 200);
    dw_scene_spawn(h.scene, 6500, 8300);
    dw_scene_exit(h.scene, 13000, 8500, 900, 1000);
    start(&h, "circle_behind");
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(6200, 2500),
                                 .heading_bam = DW_BAM_QUARTER,
                                 .alarmed = true,
                                 .route_count = 5,
                                 .route = {dw_scene_mm(6200, 7800), dw_scene_mm(11800, 7800),
                                           dw_scene_mm(11800, 2200), dw_scene_mm(6200, 2200),
                                           dw_scene_mm(6200, 7800)}});
    uint32_t seen_in_hall = 0, hall_ticks = 0, near_ticks = 0;
    for (uint32_t t = 0; t < 900 && !dw_bot_house_taken(&h); t++) {
        dw_bot_house_step(&h);
        near_ticks += dw_distance(h.body.position, h.guards[0].position) < DW_MM(1500);
        hall_ticks += dw_bot_house_room(&h) == hall;
        seen_in_hall += dw_bot_house_room(&h) == hall && dw_bot_house_seen_by(&h, 0);
    }
    assert_true(dw_bot_house_taken(&h));
    assert_true(near_ticks < 30); /* A catch takes 90. */
    assert_true(seen_in_hall * 3 < hall_ticks);
    dw_bot_house_finish(&h);
}

/* Two corridors lead from the hall to the vault. A guard chases the bot through the upper one.
 * The objective is in the far corner of the vault, straight ahead.
 *
 *     +------+--upper--+-------+
 *     | hall |         | vault |
 *     |      +---------+       |
 *     |      |  lower  |       |
 *     +------+---------+-------+
 */
static void corner_break_leaves_its_way_once_it_is_out_of_sight(void **state)
{
    (void)state;
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 4000, 8000);
    const uint16_t upper = dw_scene_corridor(h.scene, "upper", 4000, 0, 9000, 2000);
    const uint16_t lower = dw_scene_corridor(h.scene, "lower", 4000, 5000, 9000, 3000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 13000, 0, 6000, 8000);
    dw_scene_door(h.scene, "a", hall, upper, 500, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "b", upper, vault, 500, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "c", hall, lower, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "d", lower, vault, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h.scene, 18500, 300, 200, 200);
    dw_scene_spawn(h.scene, 7500, 1000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    start(&h, "corner_break");
    put_guard(&h, (dw_bot_guard){.position = dw_scene_mm(5000, 1000),
                                 .meter = DW_BOT_GUARD_METER_FULL,
                                 .chases = true});
    uint32_t turned_ticks = 0; /* In the lower half of the vault, off its old way. */
    for (uint32_t t = 0; t < 330; t++) {
        dw_bot_house_step(&h);
        assert_true(dw_distance(h.body.position, h.guards[0].position) > DW_MM(1500));
        assert_true(h.body.position.x < DW_MM(15000)); /* It does not run on as it was seen to. */
        turned_ticks += !dw_bot_house_seen_by(&h, 0) && h.body.position.y > DW_MM(5000);
    }
    assert_true(turned_ticks > 120);
    dw_bot_house_finish(&h);
}

/* The bot has come through a door when the objective turns up behind it. How often it shuts that
 * door before it has gone back through it. `careful` does so once among these positions. */
static uint32_t shuts_on_turning_back(const char *name, int32_t turn_x_mm)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(h.scene, "study", 6000, 0, 6000, 4000);
    dw_scene_door(h.scene, "door", hall, study, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h.scene, 11000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 3000, 2000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    start(&h, name);
    bool turned = false;
    uint32_t shut_before = 0;
    for (uint32_t t = 0; t < 6000 && !(turned && dw_bot_house_room(&h) == hall); t++) {
        if (!turned && h.body.position.x > DW_MM(turn_x_mm)) {
            turned = true;
            shut_before = h.shut[0];
            h.snapshot.items[0] =
                (dw_snapshot_item){.state = DW_ITEM_DROPPED,
                                   .x = dw_snapshot_quantise(DW_MM(1000), h.map->bounds.min.x),
                                   .y = dw_snapshot_quantise(DW_MM(3000), h.map->bounds.min.y)};
        }
        dw_bot_house_step(&h);
    }
    assert_true(turned && dw_bot_house_room(&h) == hall);
    const uint32_t shut = h.shut[0] - shut_before;
    dw_bot_house_finish(&h);
    return shut;
}

static void a_door_that_the_next_steps_lead_through_stays_open(void **state)
{
    (void)state;
    static const char *const names[] = {"shadow",       "patient",       "circle_behind",
                                        "corner_break", "rear_approach", "still_hider"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        uint32_t shut = 0;
        for (int32_t x = 6000; x <= 7000; x += 50) {
            shut += shuts_on_turning_back(names[i], x);
        }
        assert_int_equal(shut, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadow_takes_the_longer_path_in_cover),
        cmocka_unit_test(patient_waits_until_the_guard_has_left_and_then_goes),
        cmocka_unit_test(patient_goes_at_last_when_no_gap_comes),
        cmocka_unit_test(rear_approach_walks_unseen_behind_the_guard),
        cmocka_unit_test(still_hider_stands_still_until_the_guard_has_passed),
        cmocka_unit_test(circle_behind_runs_round_the_block_into_the_back_of_the_guard),
        cmocka_unit_test(corner_break_leaves_its_way_once_it_is_out_of_sight),
        cmocka_unit_test(a_door_that_the_next_steps_lead_through_stays_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
