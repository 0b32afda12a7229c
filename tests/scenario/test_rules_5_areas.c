/* server/RULES.md 5.73: a noise whose place is not known exactly is looked for in an area. */
#include "common/world/movement.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Ann hears something in the east, beyond the door: its place may be off by nearly 2 m. Shelves
 * hide parts of the area.
 *
 *     0        6000            16000
 *     +---------+---------------+
 *     |  west   |   ===  shelf  |  8000    D: from 3500 to 4500
 *     |  Ann    D               |          shelves: at the wall, at y 2700 and at y 5100
 *     |         |   ===         |
 *     +--- C ---+---------------+          C: a closed door
 *     | cellar  |                          with the intruder
 *     +---------+
 */
enum { WEST, EAST, CELLAR };
enum { ANN };
enum { ROUNDS = 12, TICKS_MAX = 6000, NOISES = 6, LOOKS_MAX = 8, OUTERMOST = 4 };

typedef struct looks {
    uint32_t count;
    dw_vec from[LOOKS_MAX]; /* Where it stood. */
    dw_vec place;           /* Of the noise, as it seems, */
    int32_t error_mm;       /* and how far off that may be. */
} looks;

static dw_house open_house(int32_t error_mm, uint64_t seed)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 6000, 8000);
    dw_scene_room(scene, "east", 6000, 0, 10000, 8000);
    dw_scene_room(scene, "cellar", 0, 8000, 6000, 4000);
    dw_scene_door(scene, "c", WEST, CELLAR, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "d", WEST, EAST, 3500, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(scene, 6100, 2700, 3500, 200, 1000);
    dw_scene_furniture(scene, 6100, 5100, 3500, 200, 1000);
    dw_scene_patrol(scene, "ann", "west");
    dw_scene_guard(scene, "ann", 2000, 4000, 180, "ann");
    dw_scene_spawn(scene, 5000, 11000);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.investigate = 1;
    rules.hearing_error_mm = error_mm;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_stage_reset(house.stage, seed, 1);
    dw_stage_step(house.stage);
    return house;
}

/* Several faint noises are enough to make it go, and their places are far off. */
static void make_noises(dw_house *it)
{
    for (uint32_t i = 0; i < NOISES; i++) {
        const dw_noise noise = {.kind = DW_NOISE_COIN,
                                .room = EAST,
                                .position = dw_scene_mm(8000, 4000),
                                .level_db10 = 400};
        dw_sim_make_noise(it->stage->sim, &noise);
        dw_stage_step(it->stage);
    }
}

static looks watch(dw_house *it)
{
    looks seen = {.count = 0};
    uint8_t before = DW_INVESTIGATE_LISTENS;
    const dw_investigate *task = dw_house_mind(it, ANN)->investigate;
    make_noises(it);
    assert_true(dw_house_wants(it, ANN, "investigate"));
    for (uint32_t tick = 0; dw_house_wants(it, ANN, "investigate"); tick++) {
        assert_true(tick < TICKS_MAX);
        dw_stage_step(it->stage);
        if (task->phase == DW_INVESTIGATE_GOES && seen.count == 0) {
            seen.place = task->place;
            seen.error_mm = task->error_mm;
        }
        if (task->phase == DW_INVESTIGATE_LOOKS && before != DW_INVESTIGATE_LOOKS) {
            assert_true(seen.count < LOOKS_MAX);
            seen.from[seen.count++] = dw_house_guard(it, ANN)->body.position;
        }
        before = task->phase;
    }
    return seen;
}

static bool was_shown(const dw_house *it, const looks *seen, dw_vec spot)
{
    const dw_door_set closed = {{0}};
    bool shown = false;
    for (uint32_t i = 0; i < seen->count; i++) {
        shown = shown ||
                dw_sight_clear(it->venue->map, &closed, seen->from[i], spot, DW_SIGHT_CROUCHED);
    }
    return shown;
}

static void each_outermost_point_of_an_area_is_seen_before_the_guard_gives_up(void **state)
{
    (void)state;
    static const int32_t ways[OUTERMOST][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t further = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        dw_house it = open_house(2000, seed);
        const looks seen = watch(&it);
        assert_true(seen.count >= 1);
        assert_in_range(seen.error_mm, 1000, 2000);
        further += seen.count > 1;
        const dw_map *map = it.venue->map;
        const dw_door_set closed = {{0}};
        const dw_rect inner = dw_rect_grown(map->rooms[EAST].area, -map->wall_half - DW_BODY_HALF);
        for (uint32_t i = 0; i < OUTERMOST; i++) {
            const dw_vec point = {seen.place.x + ways[i][0] * DW_MM(seen.error_mm),
                                  seen.place.y + ways[i][1] * DW_MM(seen.error_mm)};
            const dw_vec spot = dw_rect_nearest(inner, point);
            assert_true(was_shown(&it, &seen, spot) ||
                        !dw_place_free(map, &closed, spot, DW_BODY_HALF));
        }
        dw_house_close(&it);
    }
    assert_true(further >= ROUNDS / 2);
}

static void an_exact_place_is_looked_at_once(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        dw_house it = open_house(0, seed);
        assert_int_equal(watch(&it).count, 1);
        dw_house_close(&it);
    }
}

/* The perception barrier: an intruder behind a shelf that does not move is nothing to Ann. */
static void what_is_in_the_area_changes_nothing_until_it_is_sensed(void **state)
{
    (void)state;
    dw_house empty = open_house(2000, 3);
    dw_house other = open_house(2000, 3);
    dw_stage_put_intruder(other.stage, 0, dw_scene_mm(8000, 7000));
    make_noises(&empty);
    make_noises(&other);
    for (uint32_t tick = 0; tick < TICKS_MAX; tick++) {
        dw_stage_step(empty.stage);
        dw_stage_step(other.stage);
        if (dw_sim_percepts(other.stage->sim, ANN)->intruder_count > 0) {
            break;
        }
        assert_true(dw_vec_equal(dw_house_guard(&empty, ANN)->body.position,
                                 dw_house_guard(&other, ANN)->body.position));
        assert_int_equal(dw_house_guard(&empty, ANN)->body.heading_bam,
                         dw_house_guard(&other, ANN)->body.heading_bam);
    }
    dw_house_close(&empty);
    dw_house_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outermost_point_of_an_area_is_seen_before_the_guard_gives_up),
        cmocka_unit_test(an_exact_place_is_looked_at_once),
        cmocka_unit_test(what_is_in_the_area_changes_nothing_until_it_is_sensed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
