/* manoeuvre.h against the same search without a heap: of all positions that are known and not yet
 * left, the one with the least cost is left next, and of equal ones the one that was found first.
 */
#include "client/bot/manoeuvre.h"

#include "client/bot/ground.h"
#include "common/base/check.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

#include <math.h>

enum { STEP_COST = 3 * DW_UNITS_PER_MM, ENOUGH = 100 * DW_UNITS_PER_MM, LEAST = DW_UNITS_PER_MM };
enum { BLIND = 4000 * DW_UNITS_PER_MM, DRAWS = 40 };

static dw_manoeuvre_node nodes[DW_MANOEUVRE_NODES];
static bool left_already[DW_MANOEUVRE_NODES];
static uint32_t count;

static bool is_straight(const dw_manoeuvre_task *task, dw_vec from, dw_vec to)
{
    const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    return dw_nav_straight(task->nav, &query, NULL);
}

static bool is_enough(const dw_manoeuvre_task *task, const dw_manoeuvre_node *node)
{
    if (node->cost <= nodes[0].cost - ENOUGH) {
        return true;
    }
    return task->has_beyond ? node->cost < BLIND && is_straight(task, node->position, task->beyond)
                            : node->cost <= task->tolerance;
}

/* The index of the position, or `count`. */
static uint32_t find(dw_vec position)
{
    uint32_t i = 0;
    while (i < count && !dw_vec_equal(nodes[i].position, position)) {
        i++;
    }
    return i;
}

/* What to leave next; `count` when nothing is left. */
static uint32_t choose(void)
{
    uint32_t best = count;
    double best_key = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const double key = nodes[i].cost + nodes[i].depth * STEP_COST;
        if (!left_already[i] && nodes[i].depth < DW_MANOEUVRE_STEPS_MAX &&
            (best == count || key < best_key)) {
            best = i;
            best_key = key;
        }
    }
    return best;
}

/* The node at which the plain search ends, or UINT32_MAX without any gain. */
static uint32_t search_plainly(const dw_manoeuvre_task *task)
{
    static const uint8_t gaits[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    count = 1;
    memset(left_already, 0, sizeof left_already);
    nodes[0] =
        (dw_manoeuvre_node){.position = task->start, .cost = dw_manoeuvre_cost(task, task->start)};
    for (uint32_t at = choose(); at < count && count < DW_MANOEUVRE_NODES; at = choose()) {
        left_already[at] = true;
        for (uint32_t way = 0; way < 24 && count < DW_MANOEUVRE_NODES; way++) {
            const dw_intent intent = {.direction = (uint8_t)(DW_EAST + way % 8),
                                      .buttons = gaits[way / 8]};
            const dw_vec position = dw_manoeuvre_walk(task, nodes[at].position, intent);
            if (find(position) < count) {
                continue;
            }
            nodes[count] = (dw_manoeuvre_node){.position = position,
                                               .cost = dw_manoeuvre_cost(task, position),
                                               .parent = (uint16_t)at,
                                               .depth = (uint8_t)(nodes[at].depth + 1),
                                               .intent = intent};
            if (is_enough(task, &nodes[count++])) {
                return count - 1;
            }
        }
    }
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++) {
        best = nodes[i].cost < nodes[best].cost ? i : best;
    }
    return nodes[best].cost > nodes[0].cost - LEAST ? UINT32_MAX : best;
}

static void compare(const dw_manoeuvre_task *task, uint32_t *found)
{
    static dw_manoeuvre_scratch scratch;
    dw_manoeuvre out;
    const uint32_t end = search_plainly(task);
    const bool is_found = dw_manoeuvre_find(task, &scratch, &out);
    assert_int_equal(is_found, end != UINT32_MAX);
    if (!is_found) {
        return;
    }
    (*found)++;
    assert_int_equal(out.count, nodes[end].depth);
    uint32_t at = end;
    for (uint32_t step = out.count; step > 0; step--) {
        assert_true(dw_vec_equal(out.positions[step - 1], nodes[at].position));
        assert_memory_equal(&out.intents[step - 1], &nodes[at].intent, sizeof nodes[at].intent);
        at = nodes[at].parent;
    }
    assert_int_equal(at, 0);
}

/* Two rooms with a narrow doorway between them and a table before it. */
static void steps_are_those_of_a_search_that_looks_at_all_positions(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    (void)dw_scene_room(scene, "west", 0, 0, 3000, 3000);
    (void)dw_scene_room(scene, "east", 3000, 0, 3000, 3000);
    (void)dw_scene_door(scene, "door", 0, 1, 1200, 600, DW_SCENE_OPEN);
    (void)dw_scene_furniture(scene, 1500, 700, 700, 500, 800);
    const dw_map *map = dw_scene_build(scene);
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_door_set doors = dw_map_doors_at_start(map);
    dw_bot_ground *ground = NULL;
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&ground, map, &error), DW_OK);
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    uint32_t found = 0;
    uint32_t deep = 0;
    for (uint32_t i = 0; i < DRAWS; i++) {
        dw_manoeuvre_task task = {.map = map,
                                  .nav = ground->nav,
                                  .rules = &rules,
                                  .doors = &doors,
                                  .corner = dw_rect_centre(map->doors[0].doorway),
                                  .has_beyond = i % 3 == 0};
        const dw_nav_query query = {.room = DW_NONE};
        do {
            task.start =
                dw_scene_mm(dw_rng_between(&rng, 1900, 2900), dw_rng_between(&rng, 900, 2200));
        } while (!dw_nav_free(ground->nav, &query, task.start));
        task.beyond =
            dw_scene_mm(dw_rng_between(&rng, 3300, 5700), dw_rng_between(&rng, 300, 2700));
        if (!task.has_beyond) { /* A position near by, to a few millimetres. */
            task.corner = dw_vec_add(task.start, dw_scene_mm(dw_rng_between(&rng, -90, 90),
                                                             dw_rng_between(&rng, -90, 90)));
            task.tolerance = DW_MM(dw_rng_between(&rng, 1, 6));
        }
        const uint32_t before = found;
        compare(&task, &found);
        deep += found > before && count > 60 ? 1 : 0;
    }
    print_message("%u of %u found, %u of them by more than 60 positions\n", found, DRAWS, deep);
    assert_true(found > DRAWS / 2 && deep > 5);
    dw_bot_ground_destroy(ground);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_a_search_that_looks_at_all_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
