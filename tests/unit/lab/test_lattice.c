/* The positions and moves that plans are made of: against brute force, and the numbers of two maps
 * that were checked once. */
#include "tests/support/test.h"

#include "common/base/hash.h"
#include "server/lab/lattice_layout.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"

#include <stdlib.h>

typedef struct ground {
    dw_scene *scene; /* NULL: a shipped map. */
    dw_venue *venue;
    dw_ruleset rules;
    dw_lattice lattice;
} ground;

static ground open_ground(const char *map, bool hearing)
{
    ground it = {.venue = dw_venue_shipped(map), .rules = dw_ruleset_reference()};
    dw_error error = {{0}};
    it.rules.hearing = hearing ? 1 : 0;
    assert_int_equal(dw_lattice_layout_create(&it.lattice, it.venue->map, &it.rules, &error),
                     DW_OK);
    return it;
}

static void close_ground(ground *it)
{
    dw_lattice_destroy(&it->lattice);
    dw_venue_destroy(it->venue);
    if (it->scene != NULL) {
        dw_scene_destroy(it->scene);
    }
}

static uint32_t count_at(const dw_lattice *lattice, dw_vec position)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        count += dw_vec_equal(lattice->nodes[n].position, position) ? 1 : 0;
    }
    return count;
}

/* From the first spawn in steps of the spacing, to all sides. */
static void each_place_of_the_grid_where_a_body_fits_is_one_position(void **state)
{
    (void)state;
    ground it = open_ground("training", false);
    const dw_map *map = it.venue->map;
    const int32_t step = it.lattice.spacing;
    const dw_door_set closed = {{0}};
    uint32_t places = 0;
    for (int32_t y = -200; y <= 200; y++) {
        for (int32_t x = -200; x <= 200; x++) {
            const dw_vec at = {map->spawns[0].x + x * step, map->spawns[0].y + y * step};
            if (dw_rect_holds(map->bounds, at) && dw_map_room_at(map, at) != DW_NONE &&
                dw_place_free(map, &closed, at, DW_BODY_HALF)) {
                assert_int_equal(count_at(&it.lattice, at), 1);
                places++;
            }
        }
    }
    assert_in_range(places, 200, it.lattice.node_count); /* The rest are lanes. */
    assert_true(dw_vec_equal(it.lattice.nodes[0].position, map->spawns[0]));
    close_ground(&it);
}

static void the_spacing_is_made_of_whole_steps_of_both_gaits(void **state)
{
    (void)state;
    ground it = open_ground("training", false);
    assert_in_range(it.lattice.spacing, DW_MM(300), DW_MM(600) - 1);
    assert_int_equal(it.lattice.spacing % it.rules.sprint_speed_mm_s, 0);
    assert_int_equal(it.lattice.spacing % it.rules.crouch_speed_mm_s, 0);
    close_ground(&it);
}

/* The least time over all edges, by looking at all of them until nothing changes. */
static void measure(const dw_lattice *lattice, uint32_t *ticks)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < lattice->node_count; n++) {
            const dw_lattice_node *node = &lattice->nodes[n];
            for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
                const dw_lattice_edge *edge = &lattice->edges[e];
                const uint32_t count = lattice->moves[edge->move].count;
                if (ticks[edge->to] != DW_LATTICE_FAR && ticks[edge->to] + count < ticks[n]) {
                    ticks[n] = ticks[edge->to] + count;
                    changed = true;
                }
            }
        }
    }
}

static void times_to_exit_and_win_are_the_least_over_all_moves(void **state)
{
    (void)state;
    ground it = open_ground("training", true);
    const dw_lattice *lattice = &it.lattice;
    uint32_t *exit = calloc(lattice->node_count, sizeof *exit);
    uint32_t *win = calloc(lattice->node_count, sizeof *win);
    assert_true(exit != NULL && win != NULL);
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        assert_true(lattice->nodes[n].exit ==
                    dw_rect_holds(it.venue->map->exit, lattice->nodes[n].position));
        exit[n] = lattice->nodes[n].exit ? 0 : DW_LATTICE_FAR;
    }
    measure(lattice, exit);
    uint32_t takes = 0;
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        win[n] = lattice->nodes[n].takes ? exit[n] : DW_LATTICE_FAR;
        takes += lattice->nodes[n].takes ? 1 : 0;
    }
    measure(lattice, win);
    assert_true(takes > 0);
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        assert_int_equal(lattice->nodes[n].ticks_to_exit, exit[n]);
        assert_int_equal(lattice->nodes[n].ticks_to_win, win[n]);
    }
    free(exit);
    free(win);
    close_ground(&it);
}

/* Two rooms, and a doorway that begins there, in a wall along y or along x. In it a body has room
 * for 500 mm; with these speeds the lines of the grid are 550 mm apart, so that some doorways have
 * none. */
static ground open_rooms(bool beside, int32_t from_mm)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    const uint16_t vault =
        dw_scene_room(scene, "vault", beside ? 4000 : 0, beside ? 0 : 4000, 4000, 4000);
    dw_scene_door(scene, "door", hall, vault, from_mm, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(scene, 800, 3200);
    dw_scene_exit(scene, 200, 2600, 1200, 1200);
    dw_scene_objective(scene, beside ? 6000 : 800, beside ? 800 : 6000, 200, 200);
    ground it = {.venue = dw_venue_of(dw_scene_build(scene)), .rules = dw_ruleset_reference()};
    dw_error error = {{0}};
    it.scene = scene;
    it.rules.sprint_speed_mm_s = 3300;
    it.rules.walk_speed_mm_s = 2000;
    it.rules.crouch_speed_mm_s = 1500;
    assert_int_equal(dw_lattice_layout_create(&it.lattice, it.venue->map, &it.rules, &error),
                     DW_OK);
    assert_int_equal(it.lattice.spacing, DW_MM(550));
    return it;
}

/* How far the position is from the line of the grid before it, along x or y. */
static int32_t off_grid(const ground *it, dw_vec at, bool along_x)
{
    const int32_t spacing = it->lattice.spacing;
    const dw_vec spawn = it->venue->map->spawns[0];
    const int32_t d = along_x ? at.x - spawn.x : at.y - spawn.y;
    return (d % spacing + spacing) % spacing;
}

static void a_doorway_off_the_grid_has_a_lane_that_both_sides_lead_to(void **state)
{
    (void)state;
    for (uint32_t turned = 0; turned < 2; turned++) {
        const bool beside = turned == 0;
        uint32_t lanes = 0;
        for (int32_t from_mm = 1400; from_mm < 2000; from_mm += 10) {
            ground it = open_rooms(beside, from_mm);
            const dw_lattice *lattice = &it.lattice;
            assert_true(lattice->nodes[0].ticks_to_win != DW_LATTICE_FAR);
            uint32_t both_sides = 0;
            uint32_t off = 0;
            for (uint32_t n = 0; n < lattice->node_count; n++) {
                const dw_lattice_node *node = &lattice->nodes[n];
                if (off_grid(&it, node->position, !beside) == 0) {
                    continue;
                }
                bool side[2] = {false, false};
                for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
                    const dw_vec to = lattice->nodes[lattice->edges[e].to].position;
                    const int32_t d = beside ? to.y - node->position.y : to.x - node->position.x;
                    side[0] |= d < 0;
                    side[1] |= d > 0;
                    assert_true(abs(d) < lattice->spacing);
                }
                both_sides += side[0] && side[1] ? 1 : 0;
                off++;
            }
            assert_true(off == 0 || both_sides >= 4); /* In both rooms. */
            lanes += off > 0 ? 1 : 0;
            close_ground(&it);
        }
        assert_in_range(lanes, 1, 20);
    }
}

/* A gap between two chests leaves a body 160 mm: some lines of the first grid run through it, and
 * where there is no such line a finer grid is taken. */
static void a_gap_that_the_widest_grid_misses_is_found_by_a_finer_one(void **state)
{
    (void)state;
    uint32_t finer = 0;
    for (int32_t at_mm = 1500; at_mm < 2000; at_mm += 20) {
        dw_scene *scene = dw_scene_create();
        (void)dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
        dw_scene_furniture(scene, 3500, 0, 700, at_mm, 800);
        dw_scene_furniture(scene, 3500, at_mm + 660, 700, 4000 - at_mm - 660, 800);
        dw_scene_spawn(scene, 800, 3200);
        dw_scene_exit(scene, 200, 2600, 1200, 1200);
        dw_scene_objective(scene, 7000, 800, 200, 200);
        dw_venue *venue = dw_venue_of(dw_scene_build(scene));
        const dw_ruleset rules = dw_ruleset_reference();
        dw_lattice lattice;
        dw_error error = {{0}};
        assert_int_equal(dw_lattice_layout_create(&lattice, venue->map, &rules, &error), DW_OK);
        assert_true(lattice.nodes[0].ticks_to_win != DW_LATTICE_FAR);
        assert_in_range(lattice.spacing, DW_MM(75), DW_MM(600));
        finer += lattice.spacing < DW_MM(300) ? 1 : 0;
        dw_lattice_destroy(&lattice);
        dw_venue_destroy(venue);
        dw_scene_destroy(scene);
    }
    assert_in_range(finer, 1, 20);
}

static uint64_t hash_of(const dw_lattice *lattice)
{
    uint64_t hash = DW_HASH_START;
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        const dw_lattice_node *node = &lattice->nodes[n];
        hash = dw_hash_u64(hash,
                           (uint64_t)(uint32_t)node->position.x << 32 | (uint32_t)node->position.y);
        hash = dw_hash_u64(hash, node->room);
        for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
            const dw_lattice_edge *edge = &lattice->edges[e];
            const dw_lattice_move *move = &lattice->moves[edge->move];
            hash = dw_hash_u64(hash, (uint64_t)edge->to << 32 | (uint64_t)edge->door << 1 |
                                         (edge->opens ? 1 : 0));
            for (uint32_t i = 0; i < move->count; i++) {
                const dw_intent intent = lattice->steps[move->first + i].intent;
                hash = dw_hash_u64(hash, (uint64_t)intent.direction << 32 | intent.buttons);
            }
        }
    }
    return hash;
}

/* A change of these on purpose is written down here anew; that its moves can be made, and what they
 * lead to, is shown above and in test_solve. */
static void the_lattices_of_two_maps_are_those_that_were_checked(void **state)
{
    (void)state;
    static const struct {
        const char *map;
        bool hearing;
        uint32_t nodes, edges;
        uint64_t hash;
    } known[] = {
        {"training", false, 314, 1948, UINT64_C(0xb5906f13e749fe3a)},
        {"training", true, 314, 2934, UINT64_C(0x83f02cc8297a3451)},
        {"reference", false, 663, 3848, UINT64_C(0xd2da650df49f76e1)},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ground it = open_ground(known[i].map, known[i].hearing);
        const uint64_t hash = hash_of(&it.lattice);
        if (it.lattice.node_count != known[i].nodes || it.lattice.edge_count != known[i].edges ||
            hash != known[i].hash) {
            fail_msg("%s%s: %u, %u, UINT64_C(0x%016llx)", known[i].map,
                     known[i].hearing ? ", with hearing" : "", it.lattice.node_count,
                     it.lattice.edge_count, (unsigned long long)hash);
        }
        close_ground(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_of_the_grid_where_a_body_fits_is_one_position),
        cmocka_unit_test(the_spacing_is_made_of_whole_steps_of_both_gaits),
        cmocka_unit_test(times_to_exit_and_win_are_the_least_over_all_moves),
        cmocka_unit_test(a_doorway_off_the_grid_has_a_lane_that_both_sides_lead_to),
        cmocka_unit_test(a_gap_that_the_widest_grid_misses_is_found_by_a_finer_one),
        cmocka_unit_test(the_lattices_of_two_maps_are_those_that_were_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
