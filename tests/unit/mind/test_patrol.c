/* The patrol: the walk from position to position and the look round there, watched from outside
 * (server/RULES.md 5.8 to 5.20). */
#include "server/mind/skills/patrol.h"

#include "server/mind/places.h"
#include "tests/support/look.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <math.h>

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

enum { HALL, PASSAGE, STUDY, CELLAR };

/* A hall and a cellar, a passage between them, and a study off the hall; the intruder is out of
 * the way behind a closed door of the cellar, and never caught. */
static house open_house(const char *rooms)
{
    house it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 6000, 5000);
    dw_scene_corridor(it.scene, "passage", 6000, 0, 4000, 1500);
    dw_scene_room(it.scene, "study", 0, 5000, 5000, 4000);
    dw_scene_room(it.scene, "cellar", 10000, 0, 4000, 7000);
    dw_scene_room(it.scene, "vault", 14000, 0, 1500, 3000);
    dw_scene_door(it.scene, "hall-passage", HALL, PASSAGE, 250, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "hall-study", HALL, STUDY, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "passage-cellar", PASSAGE, CELLAR, 250, 1000, DW_SCENE_CLOSED);
    dw_scene_door(it.scene, "cellar-vault", CELLAR, 4, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(it.scene, 2500, 2000, 1000, 1000, 1000);
    dw_scene_furniture(it.scene, 11500, 3000, 800, 800, 500);
    dw_scene_patrol(it.scene, "round", rooms);
    dw_scene_guard(it.scene, "ann", 1000, 1000, 0, "round");
    dw_scene_spawn(it.scene, 14800, 2500);
    dw_scene_objective(it.scene, 14500, 400, 200, 200);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = 36000;
    it.stage = dw_stage_create(it.venue, "patrol-only", &rules);
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static const dw_actor *guard(const house *it)
{
    return dw_guard_actor(it->stage->world, 0);
}

static const dw_guard_state *guard_state(const house *it)
{
    return &it->stage->world->guards[0];
}

static bool stands(const house *it)
{
    return guard_state(it)->command.step.x == 0 && guard_state(it)->command.step.y == 0;
}

/* Steps until the guard has stood for ten ticks: it looks round. */
static void run_until_looking_round(house *it)
{
    uint32_t still = 0;
    for (uint32_t tick = 0; still < 10; tick++) {
        assert_true(tick < 5000);
        dw_stage_step(it->stage);
        still = stands(it) ? still + 1 : 0;
    }
}

static void the_ticks_of_looking_round_follow_the_formula(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    bool low = false;
    bool high = false;
    for (uint32_t i = 0; i < 20000; i++) {
        dw_room room = {.area.min = {DW_MM(10 * dw_rng_between(&rng, -3000, 3000)),
                                     DW_MM(10 * dw_rng_between(&rng, -3000, 3000))}};
        room.area.max =
            dw_vec_add(room.area.min, (dw_vec){DW_MM(10 * dw_rng_between(&rng, 80, 1200)),
                                               DW_MM(10 * dw_rng_between(&rng, 80, 1200))});
        const dw_vec place = {dw_rng_between(&rng, room.area.min.x, room.area.max.x),
                              dw_rng_between(&rng, room.area.min.y, room.area.max.y)};
        const double wanted = real_look_ticks(&room, place);
        const uint16_t ticks = dw_look_ticks(&rules, &room, place);
        assert_true(fabs(ticks - wanted) <= 2); /* It works in whole millimetres. */
        assert_true(ticks >= 120 && ticks <= 480);
        low = low || ticks <= 130;
        high = high || ticks == 480;
    }
    assert_true(low && high);
}

static void a_guard_looks_to_the_middle_then_left_then_right_at_182_a_tick(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_room room = {.area = {{0, 0}, {DW_MM(6000), DW_MM(4000)}}};
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    for (uint32_t i = 0; i < 500; i++) {
        const dw_vec place = {DW_MM(dw_rng_between(&rng, 350, 2900)),
                              DW_MM(dw_rng_between(&rng, 350, 3650))};
        const uint16_t ticks = dw_look_ticks(&rules, &room, place);
        const dw_vec to_middle = dw_vec_sub(dw_rect_centre(room.area), place);
        const uint16_t middle = dw_angle_bam(to_middle.x, to_middle.y);
        uint16_t heading = (uint16_t)dw_rng_next(&rng);
        for (uint16_t left = ticks; left > 0; left--) {
            const uint16_t next =
                dw_look_heading(&room, place, heading, (dw_look_round){ticks, left}, 182);
            const int32_t turn = dw_turn_bam(heading, next);
            const int32_t off = dw_turn_bam(heading, middle);
            const uint32_t done = (uint32_t)ticks - left;
            if (done * 4 < ticks) {
                assert_int_equal(turn, off > 182 ? 182 : (off < -182 ? -182 : off));
            } else {
                assert_int_equal(turn, done * 2 < ticks ? -182 : 182);
            }
            heading = next;
        }
    }
}

static void a_guard_stands_for_as_long_as_it_looks_round(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    house it = open_house("hall");
    for (uint32_t stop = 0; stop < 20; stop++) {
        run_until_looking_round(&it);
        const uint16_t ticks =
            dw_look_ticks(&rules, &it.venue->map->rooms[HALL], guard(&it)->body.position);
        uint32_t stood = 10;
        uint32_t left = 0;
        while (stands(&it)) {
            const uint16_t heading = guard(&it)->body.heading_bam;
            dw_stage_step(it.stage);
            left += dw_turn_bam(heading, guard(&it)->body.heading_bam) == -182 ? 1 : 0;
            stood++;
        }
        assert_in_range(stood, ticks, ticks + 34u); /* It plans the next path, and turns. */
        assert_true(left + 1 >= ticks / 4u);
    }
    close_house(&it);
}

static void a_guard_does_not_look_round_in_corridors(void **state)
{
    (void)state;
    house it = open_house("hall, passage, cellar");
    uint32_t still[8] = {0};
    uint32_t passages = 0;
    uint16_t before = HALL;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        dw_stage_step(it.stage);
        const uint16_t room = guard(&it)->room;
        passages += room == PASSAGE && before != PASSAGE ? 1 : 0;
        before = room;
        still[room] += stands(&it) ? 1 : 0;
    }
    assert_true(passages >= 6);
    assert_true(still[PASSAGE] <= 5 * passages);
    assert_true(still[HALL] > 500 && still[CELLAR] > 500);
    close_house(&it);
}

/* Each position where the guard looks round lies in the next room of its cycle. */
static void a_guard_visits_the_rooms_of_its_cycle_in_order(void **state)
{
    (void)state;
    house it = open_house("study, cellar, hall");
    static const uint16_t cycle[] = {STUDY, CELLAR, HALL};
    dw_vec last = {0, 0};
    uint32_t first = 0;
    for (uint32_t stop = 0; stop < 12; stop++) {
        run_until_looking_round(&it);
        while (stop == 0 && first < 2 && cycle[first] != guard(&it)->room) {
            first++;
        }
        assert_int_equal(guard(&it)->room, cycle[(first + stop) % 3]);
        assert_false(dw_vec_equal(guard(&it)->body.position, last));
        last = guard(&it)->body.position;
        while (stands(&it)) {
            dw_stage_step(it.stage);
        }
    }
    close_house(&it);
}

/* What a player saw in one round does not tell where the guards go at the start of the next. */
static void a_round_begins_anywhere_in_the_cycle(void **state)
{
    (void)state;
    house it = open_house("study, cellar, hall");
    uint32_t begins[DW_ROOMS_MAX] = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        dw_stage_reset(it.stage, seed, 1);
        run_until_looking_round(&it);
        begins[guard(&it)->room]++;
    }
    assert_true(begins[STUDY] >= 10 && begins[CELLAR] >= 10 && begins[HALL] >= 10);
    assert_int_equal(begins[STUDY] + begins[CELLAR] + begins[HALL], 60);
    close_house(&it);
}

/* An intruder stands where the guard wants to look round. The guard looks from beside it, and goes
 * on. */
static void a_position_that_is_taken_keeps_no_guard_from_its_patrol(void **state)
{
    (void)state;
    house it = open_house("hall, study");
    dw_stage_reset(it.stage, 1, 1);
    uint32_t taken = 0;
    uint32_t still = 0;
    uint16_t room = guard(&it)->room;
    for (uint32_t tick = 0, since = 0; tick < 40000; tick++, since++) {
        dw_mind_view mind;
        dw_sim_explain(it.stage->sim, 0, &mind);
        /* The intruder is put there as soon as the guard has chosen its goal. */
        const dw_vec way = dw_vec_sub(mind.target, guard(&it)->body.position);
        if (dw_dot(way, way) > (int64_t)DW_MM(1500) * DW_MM(1500)) {
            dw_stage_put_intruder(it.stage, 0, mind.target);
            taken++;
        }
        dw_stage_step(it.stage);
        if (guard(&it)->room != room) {
            room = guard(&it)->room;
            since = 0;
        }
        still = since > still ? since : still;
    }
    assert_true(taken > 1000);
    assert_true(still < 1500); /* The way, the look round, and a few seconds at most. */
    close_house(&it);
}

/* While the guard walks, each tick but the last covers the calm speed to the unit, bends
 * included. */
static void a_calm_guard_walks_at_1200_exactly(void **state)
{
    (void)state;
    house it = open_house("study, cellar, hall");
    uint32_t full = 0;
    uint32_t short_steps = 0;
    double way = 0;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        const dw_vec from = guard(&it)->body.position;
        dw_stage_step(it.stage);
        const dw_vec step = dw_vec_sub(guard(&it)->body.position, from);
        const double length = sqrt((double)dw_dot(step, step));
        assert_true(length < 1201);
        full += length > 1199 ? 1 : 0;
        way += length > 1199 ? length : 0;
        short_steps += length > 1 && length <= 1199 ? 1 : 0;
    }
    /* Shorter ones: the end of a way, a bend cut straight, a wait at a door. */
    assert_true(full > 5000);
    assert_true(fabs(way / full - 1200) < 0.05); /* Rounding does not add up. */
    assert_true(short_steps * 50 < full);
    close_house(&it);
}

static void places_are_free_and_in_the_room(void **state)
{
    (void)state;
    house it = open_house("hall");
    const dw_kind kind = dw_kind_guard();
    const dw_brain_setup setup = {.map = it.venue->map, .nav = it.venue->nav, .kind = &kind};
    dw_rng rng;
    dw_rng_init(&rng, 9, 1);
    const dw_door_set closed = {{0}};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        const uint16_t room = (uint16_t)(i % it.venue->map->room_count);
        dw_vec place;
        if (dw_place_draw_in_room(&setup, &rng, room, &place)) {
            assert_int_equal(dw_map_room_at(it.venue->map, place), room);
            assert_true(dw_place_free(it.venue->map, &closed, place, DW_BODY_HALF));
            found++;
        }
    }
    assert_true(found > 2000);
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ticks_of_looking_round_follow_the_formula),
        cmocka_unit_test(a_guard_looks_to_the_middle_then_left_then_right_at_182_a_tick),
        cmocka_unit_test(a_guard_stands_for_as_long_as_it_looks_round),
        cmocka_unit_test(a_guard_does_not_look_round_in_corridors),
        cmocka_unit_test(a_guard_visits_the_rooms_of_its_cycle_in_order),
        cmocka_unit_test(a_round_begins_anywhere_in_the_cycle),
        cmocka_unit_test(a_position_that_is_taken_keeps_no_guard_from_its_patrol),
        cmocka_unit_test(a_calm_guard_walks_at_1200_exactly),
        cmocka_unit_test(places_are_free_and_in_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
