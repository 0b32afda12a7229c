/* cutoff.h: which doors cut an intruder off (section 4 of server/RULES.md). */
#include "server/mind/team/cutoff.h"

#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { SENT = 1000, SPRINT_MM_S = 3300, INTERCEPT_MM_S = 3200 };

typedef struct storey {
    dw_scene *scene;
    dw_venue *venue;
    dw_ruleset rules;
    dw_brain_setup setup;
    dw_percepts percepts;
    dw_think think;
    uint16_t doors[DW_RADIO_DOORS_MAX];
    uint8_t count;
} storey;

/* The rooms are in the scene already. */
static void open_floor(storey *it)
{
    it->venue = dw_venue_of(dw_scene_build(it->scene));
    it->rules = dw_ruleset_reference();
    it->setup = (dw_brain_setup){.map = it->venue->map,
                                 .nav = it->venue->nav,
                                 .rules = &it->rules,
                                 .kind = &it->rules.kinds[DW_KIND_GUARD]};
    it->percepts = (dw_percepts){.tick = SENT, .door_held = DW_NONE};
    it->think = (dw_think){.setup = &it->setup, .percepts = &it->percepts};
}

static void close_floor(storey *it)
{
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_vec at_mm(int32_t x, int32_t y)
{
    return (dw_vec){DW_MM(x), DW_MM(y)};
}

/* The doors for an intruder in `room` that was reported `age` ticks ago. */
static void cut_off(storey *it, uint16_t room, uint32_t age)
{
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .room = room, .sent = SENT};
    it->percepts.tick = SENT + age;
    it->count = dw_cutoff_doors(&it->think, &report, it->doors);
}

static bool has_door(const storey *it, uint16_t door)
{
    bool found = false;
    for (uint8_t i = 0; i < it->count; i++) {
        found = found || it->doors[i] == door;
    }
    return found;
}

/* Two rooms side by side, the exit in the east one; the straight door, and one further south whose
 * middle is `off` millimetres from it. The guard stands in the east room, near to both. */
static bool south_door_cuts_off(int32_t off)
{
    storey it = {.scene = dw_scene_create()};
    (void)dw_scene_room(it.scene, "west", 0, 0, 8000, 12000);
    (void)dw_scene_room(it.scene, "east", 8000, 0, 8000, 12000);
    (void)dw_scene_door(it.scene, "straight", 0, 1, 5500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_door(it.scene, "south", 0, 1, 5500 + off, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(it.scene, 1000, 1000);
    dw_scene_objective(it.scene, 1000, 6000, 200, 200);
    dw_scene_exit(it.scene, 11500, 5500, 1000, 1000);
    open_floor(&it);
    it.percepts.position = at_mm(8800, 7000);
    cut_off(&it, 0, 0);
    assert_true(has_door(&it, 0));
    const bool south = has_door(&it, 1);
    assert_int_equal(it.count, south ? 2 : 1);
    close_floor(&it);
    return south;
}

/* Straight it is 8 m; by a door that is 2561.2 mm off it is 9.5 m. */
static void a_door_counts_when_it_makes_the_path_at_most_a_metre_and_a_half_longer(void **state)
{
    (void)state;
    assert_true(south_door_cuts_off(2561));
    assert_false(south_door_cuts_off(2562));
}

/* West room, gallery with the exit at its far end, and a closet beside the gallery. Past the
 * closet's door it is 10.5 m to the exit, straight 9.8 m. */
static void the_door_of_a_side_room_along_the_path_does_not_cut_off(void **state)
{
    (void)state;
    storey it = {.scene = dw_scene_create()};
    (void)dw_scene_room(it.scene, "west", 0, 0, 6000, 6000);
    (void)dw_scene_room(it.scene, "gallery", 6000, 0, 10000, 6000);
    (void)dw_scene_room(it.scene, "closet", 8000, 6000, 4000, 3000);
    (void)dw_scene_door(it.scene, "to-gallery", 0, 1, 2500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_door(it.scene, "to-closet", 1, 2, 9500, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(it.scene, 1000, 1000);
    dw_scene_objective(it.scene, 1000, 5000, 200, 200);
    dw_scene_exit(it.scene, 15000, 5000, 800, 800);
    open_floor(&it);
    it.percepts.position = at_mm(7500, 4000);
    cut_off(&it, 0, 0);
    assert_int_equal(it.count, 1);
    assert_int_equal(it.doors[0], 0);
    /* For somebody in the closet it is the way out. */
    it.percepts.position = at_mm(10000, 5500);
    cut_off(&it, 2, 0);
    assert_true(has_door(&it, 1));
    close_floor(&it);
}

/* Three rooms in a row: exit, middle, objective. */
static void open_row(storey *it)
{
    *it = (storey){.scene = dw_scene_create()};
    (void)dw_scene_room(it->scene, "exit", 0, 0, 6000, 6000);
    (void)dw_scene_room(it->scene, "middle", 6000, 0, 6000, 6000);
    (void)dw_scene_room(it->scene, "vault", 12000, 0, 6000, 6000);
    (void)dw_scene_door(it->scene, "to-exit", 0, 1, 2500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_door(it->scene, "to-vault", 1, 2, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(it->scene, 9000, 3000);
    dw_scene_objective(it->scene, 17000, 3000, 200, 200);
    dw_scene_exit(it->scene, 500, 2500, 1000, 1000);
    open_floor(it);
}

static void the_exit_and_the_objective_both_are_cut_off(void **state)
{
    (void)state;
    storey it;
    open_row(&it);
    it.percepts.position = at_mm(5800, 3000); /* At the door to the exit. */
    cut_off(&it, 1, 0);
    assert_int_equal(it.count, 1);
    assert_int_equal(it.doors[0], 0);
    it.percepts.position = at_mm(12200, 3000);
    cut_off(&it, 1, 0);
    assert_int_equal(it.count, 1);
    assert_int_equal(it.doors[0], 1);
    /* From the exit's room it passes both doors on its path to the objective. */
    cut_off(&it, 0, 0);
    assert_int_equal(it.count, 1);
    assert_int_equal(it.doors[0], 1);
    close_floor(&it);
}

/* A door 9 m from the intruder and 4 m from the guard, by its ticks. */
static void a_guard_has_to_be_there_first_and_an_old_report_leaves_it_less_time(void **state)
{
    (void)state;
    storey it;
    open_row(&it);
    it.percepts.position = at_mm(2000, 3000);
    const dw_vec door = dw_rect_centre(it.setup.map->doors[0].doorway);
    const dw_vec from = dw_rect_centre(it.setup.map->rooms[2].area);
    assert_int_equal(it.rules.sprint_speed_mm_s, SPRINT_MM_S);
    assert_int_equal(it.setup.kind->gaits.intercept.speed_mm_s, INTERCEPT_MM_S);
    const int32_t its_ticks = dw_nav_route_length(it.setup.nav, from, door) / SPRINT_MM_S;
    const int32_t own_ticks =
        dw_nav_route_length(it.setup.nav, it.percepts.position, door) / INTERCEPT_MM_S;
    assert_in_range(its_ticks, 155, 170); /* 9 m at 3.3 m/s */
    assert_in_range(own_ticks, 70, 80);   /* 4 m at 3.2 m/s */
    const uint32_t margin = (uint32_t)(its_ticks - own_ticks);
    cut_off(&it, 2, margin - 1);
    assert_true(has_door(&it, 0));
    cut_off(&it, 2, margin);
    assert_int_equal(it.count, 0);
    close_floor(&it);
}

static void of_doors_with_equal_time_to_spare_the_lower_index_comes_first(void **state)
{
    (void)state;
    storey it = {.scene = dw_scene_create()};
    (void)dw_scene_room(it.scene, "west", 0, 0, 8000, 12000);
    (void)dw_scene_room(it.scene, "east", 8000, 0, 8000, 12000);
    (void)dw_scene_door(it.scene, "south", 0, 1, 6500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_door(it.scene, "north", 0, 1, 4500, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(it.scene, 1000, 1000);
    dw_scene_objective(it.scene, 1000, 5900, 200, 200);
    dw_scene_exit(it.scene, 11500, 5500, 1000, 1000);
    open_floor(&it);
    it.percepts.position = at_mm(8800, 6000);
    cut_off(&it, 0, 0);
    assert_int_equal(it.count, 2);
    assert_int_equal(it.doors[0], 0);
    assert_int_equal(it.doors[1], 1);
    close_floor(&it);
}

/* A row of rooms, 0 with the intruder, the last one with the exit and the guard. The intruder is
 * slow, so that the guard reaches each door first, the last one with the most time to spare.
 * `backwards`: the doors have the opposite order in the map. */
static void expect_the_best(uint16_t rooms, bool backwards)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    storey it = {.scene = dw_scene_create()};
    const uint16_t doors = (uint16_t)(rooms - 1);
    for (uint16_t r = 0; r < rooms; r++) {
        (void)dw_scene_room(it.scene, names[r], 4000 * r, 0, 4000, 4000);
    }
    for (uint16_t d = 0; d < doors; d++) {
        const uint16_t west = backwards ? (uint16_t)(doors - 1 - d) : d;
        (void)dw_scene_door(it.scene, names[d], west, (uint16_t)(west + 1), 1500, 1000,
                            DW_SCENE_CLOSED);
    }
    dw_scene_spawn(it.scene, 1000, 1000);
    dw_scene_objective(it.scene, 1000, 2000, 200, 200);
    dw_scene_exit(it.scene, 4000 * doors + 1500, 1500, 1000, 1000);
    open_floor(&it);
    it.rules.sprint_speed_mm_s = 200;
    it.percepts.position = at_mm(4000 * doors + 2000, 2000);
    cut_off(&it, 0, 0);
    assert_int_equal(it.count, doors < DW_RADIO_DOORS_MAX ? doors : DW_RADIO_DOORS_MAX);
    for (uint8_t i = 0; i < it.count; i++) {
        assert_int_equal(it.doors[i], backwards ? i : doors - 1 - i);
    }
    close_floor(&it);
}

static void
the_doors_come_with_the_most_time_to_spare_first_and_the_worst_are_left_off(void **state)
{
    (void)state;
    for (uint16_t rooms = 2; rooms <= 9; rooms++) {
        expect_the_best(rooms, false);
        expect_the_best(rooms, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_counts_when_it_makes_the_path_at_most_a_metre_and_a_half_longer),
        cmocka_unit_test(the_door_of_a_side_room_along_the_path_does_not_cut_off),
        cmocka_unit_test(the_exit_and_the_objective_both_are_cut_off),
        cmocka_unit_test(a_guard_has_to_be_there_first_and_an_old_report_leaves_it_less_time),
        cmocka_unit_test(of_doors_with_equal_time_to_spare_the_lower_index_comes_first),
        cmocka_unit_test(
            the_doors_come_with_the_most_time_to_spare_first_and_the_worst_are_left_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
