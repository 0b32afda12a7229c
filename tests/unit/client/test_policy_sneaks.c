/* What the sneaking policies do in small houses: a world of one intruder and guards on strings,
 * without a network. Each test is a scene in which the behaviour shows after which the policy is
 * named. */
#include "protocol/snapshot_items.h"
#include "tests/support/test.h"
#include <stdlib.h>

#include "client/bot/policy.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"

enum {
    METER_FULL = 12000,
    METER_GAIN = 350,
    METER_LOSS = 50,
    ROUTE_MAX = 8,
    PATROL_SPEED = 1200, /* Units a tick: 1.2 m/s. */
    CHASE_SPEED = 2200,
    TURN_BAM = 910,
    ARRIVED = 60 * DW_UNITS_PER_MM
};

/* A guard that walks a route once, or chases. */
typedef struct puppet {
    dw_vec place;
    uint16_t heading_bam;
    int32_t meter;
    uint32_t route_count, route_at, starts_tick;
    dw_vec route[ROUTE_MAX];
    bool alarmed; /* Shows the mood of a chase, and runs along its route. */
    bool chases;  /* Walks to the body while it sees it, and to where it saw it last. */
    dw_vec believed;
} puppet;

typedef struct house {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_bot_ground *ground;
    dw_arena arena;
    dw_bot *bot;
    dw_body body;
    dw_door_set doors;
    dw_snapshot snapshot;
    bool use_held, won, has_guard;
    uint32_t tick, seen_ticks, still_ticks;
    uint32_t shut[8]; /* How often each door was shut by the bot. */
    puppet guard;
} house;

static dw_vec at(int32_t x_mm, int32_t y_mm)
{
    return (dw_vec){DW_MM(x_mm), DW_MM(y_mm)};
}

static void start(house *h, const dw_policy *policy)
{
    h->map = dw_scene_build(h->scene);
    h->rules = dw_ruleset_reference();
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&h->ground, h->map, &error), DW_OK);
    assert_int_equal(dw_arena_create(&h->arena, 1 << 17), DW_OK);
    assert_int_equal(dw_bot_create(&h->bot, &h->arena, policy), DW_OK);
    dw_bot_init(h->bot, h->ground, 1, 0, 1);
    h->body = (dw_body){.position = h->map->spawns[0]};
    h->doors = dw_map_doors_at_start(h->map);
    h->snapshot = (dw_snapshot){.tick = 1, .own = {.slot = 0, .state = DW_SLOT_ALIVE}};
}

static void finish(house *h)
{
    dw_bot_ground_destroy(h->ground);
    dw_arena_destroy(&h->arena);
    dw_scene_destroy(h->scene);
}

static bool is_seen(const house *h)
{
    const puppet *guard = &h->guard;
    return h->has_guard &&
           dw_in_field_of_view(guard->place, guard->heading_bam,
                               h->rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam,
                               h->body.position) &&
           dw_sight_clear(h->map, &h->doors, guard->place, h->body.position,
                          h->body.crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

/* Turns towards `target` and goes there, in a straight line. */
static void walk_puppet(puppet *guard, dw_vec target, int32_t speed)
{
    const dw_vec offset = dw_vec_sub(target, guard->place);
    const int32_t far = dw_distance(guard->place, target);
    if (far == 0) {
        return;
    }
    const int16_t turn = (int16_t)(uint16_t)(dw_angle_bam(offset.x, offset.y) - guard->heading_bam);
    const int32_t most = turn > TURN_BAM ? TURN_BAM : (turn < -TURN_BAM ? -TURN_BAM : turn);
    guard->heading_bam = (uint16_t)(guard->heading_bam + most);
    const int32_t step = far < speed ? far : speed;
    guard->place.x += (int32_t)((int64_t)offset.x * step / far);
    guard->place.y += (int32_t)((int64_t)offset.y * step / far);
}

static void move_guard(house *h)
{
    puppet *guard = &h->guard;
    const bool seen = is_seen(h);
    h->seen_ticks += seen;
    guard->meter += seen ? METER_GAIN : -METER_LOSS;
    guard->meter = guard->meter < 0 ? 0 : (guard->meter > METER_FULL ? METER_FULL : guard->meter);
    if (guard->chases) {
        guard->believed = seen ? h->body.position : guard->believed;
        if (dw_distance(guard->place, guard->believed) > DW_MM(700)) {
            walk_puppet(guard, guard->believed, CHASE_SPEED);
        }
    } else if (guard->route_at < guard->route_count && h->tick >= guard->starts_tick) {
        walk_puppet(guard, guard->route[guard->route_at],
                    guard->alarmed ? CHASE_SPEED : PATROL_SPEED);
        guard->route_at += dw_distance(guard->place, guard->route[guard->route_at]) < ARRIVED;
    }
}

static void show_guard(house *h)
{
    const puppet *guard = &h->guard;
    h->snapshot.body_count = 0;
    if (!h->has_guard ||
        !dw_sight_clear(h->map, &h->doors, guard->place, h->body.position, DW_SIGHT_OVER_MIDDLE)) {
        return;
    }
    h->snapshot.body_count = 1;
    h->snapshot.bodies[0] = (dw_snapshot_body){
        .id = 1,
        .role = DW_ROLE_GUARD,
        .heading = (uint8_t)(guard->heading_bam / 512),
        .mood = guard->alarmed || guard->meter == METER_FULL ? DW_MOOD_CHASING : DW_MOOD_CALM,
        .meter = (uint8_t)(guard->meter * 100 / METER_FULL),
        .x = dw_snapshot_quantise(guard->place.x, h->map->bounds.min.x),
        .y = dw_snapshot_quantise(guard->place.y, h->map->bounds.min.y)};
}

static void use(house *h)
{
    const dw_lying_items items = dw_snapshot_items_lying(h->map, h->snapshot.items, 0);
    const dw_use chosen =
        dw_intruder_choose_use(h->map, &h->doors, &h->rules, h->body.position, &items);
    if (chosen.kind == DW_USE_ITEM) {
        h->snapshot.items[0].state = DW_ITEM_CARRIED;
        h->snapshot.own.flags = DW_BODY_CARRYING;
    } else if (chosen.kind == DW_USE_DOOR &&
               !dw_leaf_blocked_by(h->map, chosen.index, h->body.position, DW_BODY_HALF)) {
        const bool open = dw_door_set_has(&h->doors, chosen.index);
        h->shut[chosen.index] += open;
        dw_door_set_put(&h->doors, chosen.index, !open);
    }
}

static void step(house *h)
{
    h->tick++;
    if (h->has_guard) {
        move_guard(h);
    }
    show_guard(h);
    h->snapshot.tick = h->tick;
    h->snapshot.doors = h->doors;
    const dw_bot_view view = {.tick = h->tick,
                              .rules = &h->rules,
                              .body = h->body,
                              .doors = h->doors,
                              .snapshot = &h->snapshot};
    const dw_intent intent = dw_bot_decide(h->bot, &view, true);
    assert_true(dw_intent_valid(intent));
    const bool held = (intent.buttons & DW_BUTTON_USE) != 0;
    if (held && !h->use_held) {
        use(h);
    }
    h->use_held = held;
    const dw_vec before = h->body.position;
    (void)dw_intruder_walk(&h->body, intent, &h->rules, h->map, &h->doors, &h->guard.place,
                           h->has_guard ? 1 : 0);
    h->still_ticks = dw_vec_equal(before, h->body.position) ? h->still_ticks + 1 : 0;
    h->won = h->won || (h->snapshot.items[0].state == DW_ITEM_CARRIED &&
                        dw_rect_holds(h->map->exit, h->body.position));
}

static bool is_taken(const house *h)
{
    return h->snapshot.items[0].state == DW_ITEM_CARRIED;
}

static uint16_t room(const house *h)
{
    return dw_map_room_at(h->map, h->body.position);
}

/* A hall with a tall shelf along its length. North of the shelf the hall is wide and open, south of
 * it is an aisle. The aisle is the longer path to the objective in the east. */
static void shadow_takes_the_longer_path_in_cover(void **state)
{
    (void)state;
    uint32_t aisle_ticks[2];
    const char *const names[2] = {"careful", "shadow"};
    for (uint32_t i = 0; i < 2; i++) {
        house h = {.scene = dw_scene_create()};
        (void)dw_scene_room(h.scene, "hall", 0, 0, 16000, 9000);
        dw_scene_furniture(h.scene, 4000, 7200, 9500, 400, 1000);
        dw_scene_objective(h.scene, 15200, 6600, 200, 200);
        dw_scene_spawn(h.scene, 800, 6600);
        dw_scene_exit(h.scene, 300, 300, 1000, 1000);
        start(&h, dw_policy_find(names[i]));
        h.tick = 1000; /* Time for a look at the map. */
        aisle_ticks[i] = 0;
        for (uint32_t t = 0; t < 3000 && !is_taken(&h); t++) {
            step(&h);
            aisle_ticks[i] += h.body.position.y > DW_MM(7600);
        }
        assert_true(is_taken(&h));
        finish(&h);
    }
    assert_int_equal(aisle_ticks[0], 0);
    assert_true(aisle_ticks[1] > 200);
}

/* The hall of the bot, a corridor in which the guard stands, and the vault behind it. */
static void build_corridor(house *h)
{
    *h = (house){.scene = dw_scene_create()};
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
    house h;
    build_corridor(&h);
    start(&h, dw_policy_find("patient"));
    h.has_guard = true;
    h.guard =
        (puppet){.place = at(14000, 2500),
                 .heading_bam = DW_BAM_HALF,
                 .starts_tick = LEAVES,
                 .route_count = 4,
                 .route = {at(16000, 2500), at(22500, 2500), at(22500, 9000), at(19000, 9000)}};
    uint32_t entered = 0;
    for (uint32_t t = 0; t < 6000 && !is_taken(&h); t++) {
        step(&h);
        entered = entered == 0 && room(&h) == 1 ? h.tick : entered;
    }
    assert_true(is_taken(&h));
    assert_true(entered > LEAVES);
    assert_true(h.guard.meter < METER_FULL);
    finish(&h);
}

/* A guard that stays for ever: the wait is bounded. */
static void patient_goes_at_last_when_no_gap_comes(void **state)
{
    (void)state;
    house h;
    build_corridor(&h);
    start(&h, dw_policy_find("patient"));
    h.has_guard = true;
    h.guard = (puppet){.place = at(21000, 4300), .heading_bam = DW_BAM_HALF};
    for (uint32_t t = 0; t < 54000 && !is_taken(&h); t++) {
        step(&h);
    }
    assert_true(is_taken(&h));
    finish(&h);
}

/* The guard walks down the corridor, turned away, and on into the den. */
static void rear_approach_walks_unseen_behind_the_guard(void **state)
{
    (void)state;
    house h;
    build_corridor(&h);
    start(&h, dw_policy_find("rear_approach"));
    h.has_guard = true;
    h.body.position = at(5000, 2500);
    h.guard = (puppet){.place = at(7500, 2500),
                       .heading_bam = 0,
                       .route_count = 3,
                       .route = {at(22500, 2500), at(22500, 9000), at(19000, 9000)}};
    uint32_t close_ticks = 0;
    for (uint32_t t = 0; t < 3000 && !is_taken(&h); t++) {
        step(&h);
        assert_true(dw_distance(h.body.position, h.guard.place) > DW_MM(800)); /* No touch. */
        close_ticks += room(&h) == 1 && h.guard.route_at == 0 &&
                       dw_distance(h.body.position, h.guard.place) < DW_MM(3000);
    }
    assert_true(is_taken(&h));
    assert_int_equal(h.seen_ticks, 0);
    assert_true(close_ticks > 240); /* All along the corridor: 10 m at 1.2 m/s. */
    finish(&h);
}

/* A room with a shelf in its corner, and a guard that walks through it from door to door. */
static void still_hider_stands_still_until_the_guard_has_passed(void **state)
{
    (void)state;
    house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 5000, 0, 9000, 7000);
    const uint16_t east = dw_scene_room(h.scene, "east", 14000, 0, 5000, 7000);
    const uint16_t west = dw_scene_room(h.scene, "west", 0, 0, 5000, 7000);
    dw_scene_door(h.scene, "e", hall, east, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "w", west, hall, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(h.scene, 7500, 4800, 4000, 400, 1000);
    dw_scene_objective(h.scene, 18000, 6000, 200, 200);
    dw_scene_spawn(h.scene, 9500, 4200);
    dw_scene_exit(h.scene, 5300, 5700, 1000, 1000);
    start(&h, dw_policy_find("still_hider"));
    h.has_guard = true;
    h.guard = (puppet){.place = at(18500, 1500),
                       .heading_bam = DW_BAM_HALF,
                       .starts_tick = 1,
                       .route_count = 2,
                       .route = {at(2000, 1500), at(2000, 6000)}};
    uint32_t still_near = 0, seen_while_still = 0;
    for (uint32_t t = 0; t < 4000 && !is_taken(&h); t++) {
        step(&h);
        const bool still = h.still_ticks > 30;
        still_near += still && h.guard.place.x > DW_MM(5000);
        seen_while_still += still && is_seen(&h);
    }
    assert_true(still_near > 120);
    assert_int_equal(seen_while_still, 0);
    assert_true(is_taken(&h)); /* It goes on. */
    finish(&h);
}

/* A wide hall with a tall block in the middle. The objective is behind a door in the north-west. A
 * guard runs down the west side to the bot in the south-west, and follows it round the block. */
static void circle_behind_runs_round_the_block_into_the_back_of_the_guard(void **state)
{
    (void)state;
    house h = {.scene = dw_scene_create()};
    const uint16_t vault = dw_scene_room(h.scene, "vault", 0, 0, 4000, 10000);
    const uint16_t hall = dw_scene_room(h.scene, "hall", 4000, 0, 10000, 10000);
    dw_scene_door(h.scene, "door", vault, hall, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(h.scene, 7000, 3000, 4000, 4000, 1000);
    dw_scene_objective(h.scene, 1000, 6000, 200, 200);
    dw_scene_spawn(h.scene, 6500, 8300);
    dw_scene_exit(h.scene, 13000, 8500, 900, 1000);
    start(&h, dw_policy_find("circle_behind"));
    h.has_guard = true;
    h.guard = (puppet){.place = at(6200, 2500),
                       .heading_bam = DW_BAM_QUARTER,
                       .alarmed = true,
                       .route_count = 5,
                       .route = {at(6200, 7800), at(11800, 7800), at(11800, 2200), at(6200, 2200),
                                 at(6200, 7800)}};
    uint32_t seen_in_hall = 0, hall_ticks = 0, near_ticks = 0;
    for (uint32_t t = 0; t < 900 && !is_taken(&h); t++) {
        step(&h);
        near_ticks += dw_distance(h.body.position, h.guard.place) < DW_MM(1500);
        hall_ticks += room(&h) == hall;
        seen_in_hall += room(&h) == hall && is_seen(&h);
    }
    assert_true(is_taken(&h));
    assert_true(near_ticks < 30); /* A catch takes 90. */
    assert_true(seen_in_hall * 3 < hall_ticks);
    finish(&h);
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
    house h = {.scene = dw_scene_create()};
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
    start(&h, dw_policy_find("corner_break"));
    h.has_guard = true;
    h.guard = (puppet){.place = at(5000, 1000), .meter = METER_FULL, .chases = true};
    uint32_t turned_ticks = 0; /* In the lower half of the vault, off its old way. */
    for (uint32_t t = 0; t < 330; t++) {
        step(&h);
        assert_true(dw_distance(h.body.position, h.guard.place) > DW_MM(1500));
        assert_true(h.body.position.x < DW_MM(15000)); /* It does not run on as it was seen to. */
        turned_ticks += !is_seen(&h) && h.body.position.y > DW_MM(5000);
    }
    assert_true(turned_ticks > 120);
    finish(&h);
}

/* The bot has come through a door when the objective turns up behind it. How often it shuts that
 * door before it has gone back through it. `careful` does so once among these positions. */
static uint32_t shuts_on_turning_back(const char *name, int32_t turn_x_mm)
{
    house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(h.scene, "study", 6000, 0, 6000, 4000);
    dw_scene_door(h.scene, "door", hall, study, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h.scene, 11000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 3000, 2000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    start(&h, dw_policy_find(name));
    bool turned = false;
    uint32_t shut_before = 0;
    for (uint32_t t = 0; t < 6000 && !(turned && room(&h) == hall); t++) {
        if (!turned && h.body.position.x > DW_MM(turn_x_mm)) {
            turned = true;
            shut_before = h.shut[0];
            h.snapshot.items[0] =
                (dw_snapshot_item){.state = DW_ITEM_DROPPED,
                                   .x = dw_snapshot_quantise(DW_MM(1000), h.map->bounds.min.x),
                                   .y = dw_snapshot_quantise(DW_MM(3000), h.map->bounds.min.y)};
        }
        step(&h);
    }
    assert_true(turned && room(&h) == hall);
    const uint32_t shut = h.shut[0] - shut_before;
    finish(&h);
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
