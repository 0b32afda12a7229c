/* The shipped maps keep what section 1 of server/RULES.md and maps/README.md say of them. */
#include "tests/support/test.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "common/world/ruleset.h"
#include "common/world/sight.h"
#include "source_dir.h"
#include "tests/integration/maps/floor_walk.h"

#include <glob.h>
#include <stdlib.h>

enum {
    MM = DW_UNITS_PER_MM,
    MAPS_MAX = 16,
    ROOMY_HALF = 300 * MM,    /* Ways are at least 600 wide. */
    FREE_AT_DOORS = 700 * MM, /* In front of each doorway. */
    RING_DOORS = 5
};

typedef struct shipped {
    dw_arena arena;
    const dw_map *map;
} shipped;

static shipped all[MAPS_MAX];
static uint32_t all_count;

static int load_all(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(0, glob(DW_SOURCE_DIR "/maps/*.tmj", 0, NULL, &found));
    assert_in_range(found.gl_pathc, 5, MAPS_MAX);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        uint8_t *bytes = NULL;
        size_t size = 0;
        dw_error error = {""};
        shipped *one = &all[all_count++];
        if (dw_arena_create(&one->arena, DW_MAP_ARENA_BYTES) != DW_OK ||
            dw_file_read(found.gl_pathv[i], DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error) !=
                DW_OK ||
            dw_map_load(&one->map, &one->arena, found.gl_pathv[i], bytes, size, &error) != DW_OK) {
            fail_msg("%s", error.text); /* It names the file. */
        }
        free(bytes);
    }
    globfree(&found);
    return 0;
}

static int drop_all(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        dw_arena_destroy(&all[i].arena);
    }
    return 0;
}

static const dw_map *map_named(const char *name)
{
    for (uint32_t i = 0; i < all_count; i++) {
        if (strcmp(all[i].map->name, name) == 0) {
            return all[i].map;
        }
    }
    fail_msg("there is no map %s", name);
    return NULL;
}

static uint16_t room_named(const dw_map *map, const char *name)
{
    for (uint16_t room = 0; room < map->room_count; room++) {
        if (strcmp(map->rooms[room].name, name) == 0) {
            return room;
        }
    }
    fail_msg("%s has no room %s", map->name, name);
    return DW_NONE;
}

static uint16_t start_room(const dw_map *map)
{
    return dw_map_room_at(map, map->spawns[0]);
}

static dw_vec size_mm(dw_rect r)
{
    return (dw_vec){(r.max.x - r.min.x) / MM, (r.max.y - r.min.y) / MM};
}

static dw_rect box_without_balconies(const dw_map *map)
{
    dw_rect box = map->rooms[start_room(map)].area;
    for (uint32_t i = 0; i < map->room_count; i++) {
        const dw_rect area = map->rooms[i].area;
        if (!map->rooms[i].balcony) {
            box.min.x = area.min.x < box.min.x ? area.min.x : box.min.x;
            box.min.y = area.min.y < box.min.y ? area.min.y : box.min.y;
            box.max.x = area.max.x > box.max.x ? area.max.x : box.max.x;
            box.max.y = area.max.y > box.max.y ? area.max.y : box.max.y;
        }
    }
    return box;
}

/* Doors on the way from each room to the nearest room in which `distance` is 0 already. */
static void count_doors(const dw_map *map, uint16_t distance[DW_ROOMS_MAX])
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < map->door_count; i++) {
            const uint16_t a = map->doors[i].half[0].room, b = map->doors[i].half[1].room;
            if (distance[a] > distance[b] + 1) {
                distance[a] = (uint16_t)(distance[b] + 1);
                changed = true;
            }
            if (distance[b] > distance[a] + 1) {
                distance[b] = (uint16_t)(distance[a] + 1);
                changed = true;
            }
        }
    }
}

static uint16_t doors_between(const dw_map *map, uint16_t from, uint16_t to)
{
    uint16_t distance[DW_ROOMS_MAX];
    for (uint32_t i = 0; i < DW_ROOMS_MAX; i++) {
        distance[i] = DW_ROOMS_MAX;
    }
    distance[from] = 0;
    count_doors(map, distance);
    return distance[to];
}

static uint32_t circular_count(const dw_map *map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->door_count; i++) {
        count += map->doors[i].circular;
    }
    return count;
}

/* How often each room stands in a patrol that a guard walks, twice in one patrol counting once. */
static void count_patrols(const dw_map *map, uint32_t counts[DW_ROOMS_MAX])
{
    memset(counts, 0, DW_ROOMS_MAX * sizeof(*counts));
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_patrol *patrol = &map->patrols[map->guards[i].patrol];
        bool seen[DW_ROOMS_MAX] = {false};
        for (uint32_t stop = 0; stop < patrol->stop_count; stop++) {
            counts[patrol->stops[stop]] += !seen[patrol->stops[stop]];
            seen[patrol->stops[stop]] = true;
        }
    }
}

/* ---- all maps ---- */

static void every_map_has_eight_spawns_in_the_room_of_the_exit(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        const dw_map *map = all[i].map;
        assert_int_equal(8, map->spawn_count);
        assert_int_equal(8, map->intruders_max);
        assert_true(strlen(map->title) > 0 && strcmp(map->title, map->name) != 0);
        for (uint32_t spawn = 0; spawn < map->spawn_count; spawn++) {
            assert_int_equal(map->exit_room, dw_map_room_at(map, map->spawns[spawn]));
        }
        assert_int_not_equal(map->exit_room, map->items[0].room);
    }
}

/* All that a square of half side `half` can stand in is one piece, with a part of every room. */
static void assert_floor_is_one_piece(const dw_map *map, int32_t half)
{
    bool entered[DW_ROOMS_MAX] = {false};
    dw_floor_walk walk = dw_floor_walk_from(map, map->spawns[0], half);
    for (int32_t cell = 0; cell < dw_floor_walk_cell_count(&walk); cell++) {
        const dw_vec place = dw_floor_walk_place(&walk, cell);
        const uint16_t room = dw_map_room_at(map, place);
        if (walk.steps[cell] == DW_FLOOR_FREE_ONLY) {
            fail_msg("%s: pixel %d, %d in room %s is cut off for a body of %d mm", map->name,
                     place.x / DW_PIXEL_UNITS, place.y / DW_PIXEL_UNITS, map->rooms[room].name,
                     2 * half / MM);
        }
        if (walk.steps[cell] >= 0) {
            entered[room] = true;
        }
    }
    for (uint32_t room = 0; room < map->room_count; room++) {
        if (!entered[room]) {
            fail_msg("%s: room %s cannot be entered", map->name, map->rooms[room].name);
        }
    }
    dw_floor_walk_end(&walk);
}

static void every_place_where_a_body_fits_can_be_walked_to(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        assert_floor_is_one_piece(all[i].map, DW_BODY_HALF);
    }
}

static void ways_of_600_mm_lead_everywhere(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        assert_floor_is_one_piece(all[i].map, ROOMY_HALF);
    }
}

static void nothing_stands_in_front_of_a_doorway(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        const dw_map *map = all[i].map;
        for (uint32_t d = 0; d < map->door_count; d++) {
            dw_rect zone = map->doors[d].doorway;
            const bool along_x = map->doors[d].passes_along_x;
            zone.min.x -= along_x ? FREE_AT_DOORS : 0;
            zone.max.x += along_x ? FREE_AT_DOORS : 0;
            zone.min.y -= along_x ? 0 : FREE_AT_DOORS;
            zone.max.y += along_x ? 0 : FREE_AT_DOORS;
            for (uint32_t f = 0; f < map->furniture_count; f++) {
                if (dw_rect_overlaps(zone, map->furniture[f].area)) {
                    fail_msg("%s: something of room %s stands in front of door %s", map->name,
                             map->rooms[map->furniture[f].room].name, map->doors[d].name);
                }
            }
            for (uint32_t v = 0; v < map->device_count; v++) {
                if (dw_rect_overlaps(zone, map->devices[v].area)) {
                    fail_msg("%s: device %s stands in front of door %s", map->name,
                             map->devices[v].name, map->doors[d].name);
                }
            }
        }
    }
}

static void no_guard_sees_an_intruder_when_the_round_starts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        const dw_map *map = all[i].map;
        const dw_door_set open = dw_map_doors_at_start(map);
        for (uint32_t g = 0; g < map->guard_count; g++) {
            for (uint32_t s = 0; s < map->spawn_count; s++) {
                assert_false(dw_sight_clear(map, &open, map->guards[g].spawn, map->spawns[s],
                                            DW_SIGHT_OVER_MIDDLE));
            }
        }
    }
}

static void furniture_of_every_map_hides_nobody_or_a_crouching_body_or_any_body(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        uint32_t low = 0, middle = 0, tall = 0;
        for (uint32_t f = 0; f < all[i].map->furniture_count; f++) {
            const uint16_t height = all[i].map->furniture[f].height;
            low += height < DW_HEIGHT_HIDES_CROUCHING;
            middle += height >= DW_HEIGHT_HIDES_CROUCHING && height <= DW_HEIGHT_HIDES_STANDING;
            tall += height > DW_HEIGHT_HIDES_STANDING;
        }
        assert_true(low >= 2 && middle >= 5 && tall >= 5);
    }
}

/* A square of 600 mm can be within 100 mm of `cell`. */
static bool is_roomy_near(const dw_floor_walk *wide, int32_t cell)
{
    const int32_t column = cell % wide->columns, row = cell / wide->columns;
    for (int32_t y = row - 2; y <= row + 2; y++) {
        for (int32_t x = column - 2; x <= column + 2; x++) {
            const bool inside = x >= 0 && x < wide->columns && y >= 0 && y < wide->rows;
            if (inside && wide->steps[y * wide->columns + x] >= 0) {
                return true;
            }
        }
    }
    return false;
}

static void no_way_is_between_500_and_600_mm_wide(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < all_count; i++) {
        const dw_map *map = all[i].map;
        dw_floor_walk narrow = dw_floor_walk_from(map, map->spawns[0], DW_BODY_HALF);
        dw_floor_walk wide = dw_floor_walk_from(map, map->spawns[0], ROOMY_HALF);
        for (int32_t cell = 0; cell < dw_floor_walk_cell_count(&narrow); cell++) {
            if (narrow.steps[cell] >= 0 && !is_roomy_near(&wide, cell)) {
                const dw_vec place = dw_floor_walk_place(&narrow, cell);
                fail_msg("%s: a tight way at pixel %d, %d", map->name, place.x / DW_PIXEL_UNITS,
                         place.y / DW_PIXEL_UNITS);
            }
        }
        dw_floor_walk_end(&narrow);
        dw_floor_walk_end(&wide);
    }
}

/* ---- reference ---- */

static void reference_is_17500_by_11670_without_its_two_balconies(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    const dw_rect box = box_without_balconies(map);
    uint32_t balconies = 0;
    assert_int_equal(17500, size_mm(box).x);
    assert_int_equal(11670, size_mm(box).y);
    for (uint32_t i = 0; i < map->room_count; i++) {
        balconies += map->rooms[i].balcony;
        assert_true(!map->rooms[i].balcony || !dw_rect_overlaps(box, map->rooms[i].area));
    }
    assert_int_equal(2, balconies);
}

static void reference_leads_from_the_top_left_to_a_table_in_the_bottom_right(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    const dw_rect box = box_without_balconies(map);
    const dw_rect first = map->rooms[start_room(map)].area;
    const dw_rect last = map->rooms[map->items[0].room].area;
    assert_true(dw_vec_equal(box.min, first.min));
    assert_true(dw_vec_equal(box.max, last.max));
    assert_int_not_equal(DW_NONE, map->items[0].furniture);
    assert_int_equal(DW_FURNITURE_TABLE, map->furniture[map->items[0].furniture].kind);
    assert_int_equal(start_room(map), map->exit_room);
}

static void three_corridors_and_two_rooms_are_the_ring_of_reference(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    uint32_t doors_in_ring[DW_ROOMS_MAX] = {0};
    uint32_t corridors = 0, rooms = 0;
    assert_int_equal(RING_DOORS, circular_count(map));
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (map->doors[i].circular) {
            doors_in_ring[map->doors[i].half[0].room]++;
            doors_in_ring[map->doors[i].half[1].room]++;
        }
    }
    for (uint32_t i = 0; i < map->room_count; i++) {
        assert_true(doors_in_ring[i] == 0 || doors_in_ring[i] == 2);
        if (doors_in_ring[i] != 0) {
            corridors += map->rooms[i].kind == DW_ROOM_CORRIDOR;
            rooms += map->rooms[i].kind == DW_ROOM_PLAIN;
        }
    }
    assert_int_equal(3, corridors);
    assert_int_equal(2, rooms);
}

static void other_rooms_of_reference_hang_on_the_ring_alone_or_as_arms_of_two(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    uint16_t distance[DW_ROOMS_MAX];
    uint32_t alone = 0, arms = 0;
    for (uint32_t i = 0; i < DW_ROOMS_MAX; i++) {
        distance[i] = DW_ROOMS_MAX;
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (map->doors[i].circular) {
            distance[map->doors[i].half[0].room] = 0;
            distance[map->doors[i].half[1].room] = 0;
        }
    }
    count_doors(map, distance);
    for (uint32_t i = 0; i < map->room_count; i++) {
        const uint32_t doors = map->rooms[i].door_count;
        assert_true(distance[i] <= 2);
        assert_true(distance[i] != 1 || doors <= 2);
        assert_true(distance[i] != 2 || doors == 1);
        alone += distance[i] == 1 && doors == 1;
        arms += distance[i] == 2;
    }
    assert_true(alone >= 4);
    assert_true(arms >= 3);
    assert_int_equal(1, map->rooms[start_room(map)].door_count);
}

static void narrowest_corridor_of_reference_is_1170_between_its_walls(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    int32_t narrowest = INT32_MAX;
    for (uint32_t i = 0; i < map->room_count; i++) {
        if (map->rooms[i].kind != DW_ROOM_CORRIDOR) {
            continue;
        }
        const dw_vec size = size_mm(dw_rect_grown(map->rooms[i].area, -map->wall_half));
        const int32_t width = size.x < size.y ? size.x : size.y;
        narrowest = width < narrowest ? width : narrowest;
        for (uint32_t f = 0; f < map->furniture_count; f++) {
            assert_int_not_equal(i, map->furniture[f].room);
        }
    }
    assert_int_equal(1170, narrowest);
}

static void three_guards_share_the_rooms_of_reference(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    uint32_t counts[DW_ROOMS_MAX];
    assert_int_equal(3, map->guard_count);
    count_patrols(map, counts);
    for (uint32_t i = 0; i < map->room_count; i++) {
        assert_int_equal(i == start_room(map) ? 0 : 1, counts[i]);
    }
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_patrol *patrol = &map->patrols[map->guards[i].patrol];
        assert_in_range(patrol->stop_count, 5, 8);
    }
}

static void guards_of_reference_start_away_from_the_entry_and_look_elsewhere(void **state)
{
    (void)state;
    const dw_map *map = map_named("reference");
    const dw_vec entry = dw_rect_centre(map->rooms[start_room(map)].area);
    const int32_t fov = dw_ruleset_reference().kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam;
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_guard_post *guard = &map->guards[i];
        assert_true(doors_between(map, start_room(map), dw_map_room_at(map, guard->spawn)) >= 2);
        assert_false(dw_in_field_of_view(guard->spawn, guard->heading_bam, fov, entry));
    }
}

/* ---- training ---- */

static void training_has_no_guards_and_one_or_two_closed_doors(void **state)
{
    (void)state;
    const dw_map *map = map_named("training");
    uint32_t closed = 0;
    assert_int_equal(0, map->guard_count);
    assert_in_range(map->room_count, 3, 5);
    for (uint32_t i = 0; i < map->door_count; i++) {
        closed += !map->doors[i].starts_open;
    }
    assert_in_range(closed, 1, 2);
    assert_int_equal(2, doors_between(map, start_room(map), map->items[0].room));
}

static void training_is_won_within_30_s_at_a_walk(void **state)
{
    (void)state;
    const dw_map *map = map_named("training");
    const dw_ruleset rules = dw_ruleset_reference();
    const int64_t reach = (int64_t)rules.reach_mm * MM;
    const dw_vec start = map->spawns[map->spawn_count - 1];
    dw_floor_walk walk = dw_floor_walk_from(map, start, DW_BODY_HALF);
    int32_t steps = INT32_MAX, home = INT32_MAX;
    for (int32_t cell = 0; cell < dw_floor_walk_cell_count(&walk); cell++) {
        const dw_vec place = dw_floor_walk_place(&walk, cell);
        const dw_vec nearest = dw_rect_nearest(map->items[0].area, place);
        const bool there = dw_map_room_at(map, place) == map->items[0].room &&
                           dw_distance_squared(place, nearest) <= reach * reach;
        if (walk.steps[cell] >= 0 && there && walk.steps[cell] < steps) {
            steps = walk.steps[cell];
        }
        if (walk.steps[cell] >= 0 && dw_rect_holds(map->exit, place) && walk.steps[cell] < home) {
            home = walk.steps[cell];
        }
    }
    dw_floor_walk_end(&walk);
    assert_int_not_equal(INT32_MAX, steps);
    assert_int_not_equal(INT32_MAX, home);
    /* There, back to the start, and from there into the exit. */
    const int32_t length_mm = (2 * steps + home) * (DW_FLOOR_STEP / MM);
    assert_true(length_mm / rules.walk_speed_mm_s < 30);
}

/* ---- museum ---- */

static void museum_is_60_by_40_m_with_thirty_rooms_and_many_rings(void **state)
{
    (void)state;
    const dw_map *map = map_named("museum");
    assert_int_equal(60000, size_mm(map->bounds).x);
    assert_int_equal(40000, size_mm(map->bounds).y);
    assert_true(map->room_count >= 30);
    assert_true(map->door_count - map->room_count + 1 >= 10); /* Independent rings. */
    assert_int_equal(1, map->rooms[room_named(map, "Vault")].door_count);
    assert_int_equal(room_named(map, "Vault"), map->items[0].room);
    assert_int_equal(room_named(map, "Service entrance"), start_room(map));
}

static void twelve_guards_of_the_museum_walk_cycles_of_neighbouring_rooms(void **state)
{
    (void)state;
    const dw_map *map = map_named("museum");
    uint32_t counts[DW_ROOMS_MAX];
    uint32_t shared = 0;
    assert_int_equal(12, map->guard_count);
    count_patrols(map, counts);
    for (uint32_t i = 0; i < map->room_count; i++) {
        assert_true(i == start_room(map) ? counts[i] == 0 : counts[i] > 0);
        shared += counts[i] > 1;
    }
    assert_true(shared >= 6);
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_patrol *patrol = &map->patrols[map->guards[i].patrol];
        for (uint32_t stop = 0; stop < patrol->stop_count; stop++) {
            const uint16_t next = patrol->stops[(stop + 1) % patrol->stop_count];
            assert_in_range(doors_between(map, patrol->stops[stop], next), 1, 2);
        }
    }
}

/* ---- manor-night ---- */

enum { DARK = 40 /* No room of manor-night is lighter without its lamps. */ };

static const dw_guard_post *guard_named(const dw_map *map, const char *name)
{
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (strcmp(map->guards[g].name, name) == 0) {
            return &map->guards[g];
        }
    }
    fail_msg("%s has no guard %s", map->name, name);
    return NULL;
}

static void manor_night_holds_each_room_of_reference_moved_by_the_drive(void **state)
{
    (void)state;
    const dw_map *day = map_named("reference");
    const dw_map *night = map_named("manor-night");
    const dw_rect drive = night->rooms[room_named(night, "Drive")].area;
    assert_int_equal(day->room_count + 2, night->room_count);
    for (uint16_t i = 0; i < day->room_count; i++) {
        dw_rect moved = day->rooms[i].area;
        const dw_rect area = night->rooms[room_named(night, day->rooms[i].name)].area;
        moved.min.x += drive.max.x;
        moved.max.x += drive.max.x;
        assert_memory_equal(&moved, &area, sizeof area);
    }
}

static void rooms_of_manor_night_are_dark_and_its_drive_is_of_gravel(void **state)
{
    (void)state;
    const dw_map *map = map_named("manor-night");
    for (uint16_t i = 0; i < map->room_count; i++) {
        assert_in_range(map->rooms[i].light, 0, DARK);
    }
    assert_int_equal(DW_FLOOR_GRAVEL, map->rooms[start_room(map)].floor);
    assert_int_equal(DW_FLOOR_CARPET, map->rooms[room_named(map, "East corridor")].floor);
    assert_int_equal(room_named(map, "Drive"), start_room(map));
}

static void lamps_of_manor_night_have_switches_but_for_the_fire(void **state)
{
    (void)state;
    const dw_map *map = map_named("manor-night");
    uint32_t lit = 0, fires = 0;
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        lit += lamp->starts_on;
        fires += lamp->wall_switch == DW_NONE;
        if (lamp->wall_switch == DW_NONE) {
            assert_int_equal(room_named(map, "Drawing room"), lamp->room);
        }
    }
    assert_int_equal(1, fires);
    assert_in_range(map->switch_count, 10, DW_SWITCHES_MAX);
    assert_true(lit > 0 && lit < map->lamp_count);
}

static void a_dog_of_manor_night_keeps_near_its_handler(void **state)
{
    (void)state;
    const dw_map *map = map_named("manor-night");
    const dw_guard_post *dog = guard_named(map, "Rex");
    assert_string_equal("dog", map->kinds[dog->kind].name);
    const dw_guard_post *handler = guard_named(map, dog->handler);
    assert_string_equal("guard", map->kinds[handler->kind].name);
    assert_int_equal(dw_map_room_at(map, dog->spawn), dw_map_room_at(map, handler->spawn));
}

/* Of the kinds on these maps guards, captains and servants close doors. */
static bool leaves_doors_open(const dw_map *map, const dw_guard_post *guard)
{
    const dw_map_kind *kind = &map->kinds[guard->kind];
    if (strcmp(kind->name, "guard") != 0 && strcmp(kind->name, "captain") != 0 &&
        strcmp(kind->name, "servant") != 0) {
        return true;
    }
    for (uint32_t i = 0; i < kind->override_count; i++) {
        const dw_kind_override *it = &map->overrides[kind->first_override + i];
        if (strcmp(dw_kind_fields[it->field].name, "can.close_doors") == 0) {
            return it->value == 0;
        }
    }
    return false;
}

static bool walks(const dw_map *map, const dw_guard_post *guard, uint16_t room)
{
    const dw_patrol *patrol = &map->patrols[guard->patrol];
    for (uint32_t i = 0; i < patrol->stop_count; i++) {
        if (patrol->stops[i] == room) {
            return true;
        }
    }
    return false;
}

/* A guard closes each door behind it (server/RULES.md 1.28), and a dog opens none. */
static void doors_stay_open_for_the_dog_of_manor_night(void **state)
{
    (void)state;
    const dw_map *map = map_named("manor-night");
    const dw_guard_post *handler = guard_named(map, guard_named(map, "Rex")->handler);
    uint32_t doors = 0;
    assert_true(leaves_doors_open(map, handler));
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_door *door = &map->doors[d];
        if (!walks(map, handler, door->half[0].room) || !walks(map, handler, door->half[1].room)) {
            continue;
        }
        doors++;
        assert_true(door->starts_open);
        for (uint16_t g = 0; g < map->guard_count; g++) {
            const bool passes = walks(map, &map->guards[g], door->half[0].room) &&
                                walks(map, &map->guards[g], door->half[1].room);
            assert_true(!passes || leaves_doors_open(map, &map->guards[g]));
        }
    }
    assert_int_equal(1, doors);
}

static void the_servant_of_manor_night_walks_through_its_rooms(void **state)
{
    (void)state;
    const dw_map *map = map_named("manor-night");
    const dw_guard_post *emma = guard_named(map, "Emma");
    assert_string_equal("servant", map->kinds[emma->kind].name);
    assert_int_equal(5, map->patrols[emma->patrol].stop_count);
    assert_true(walks(map, emma, dw_map_room_at(map, emma->spawn)));
    assert_false(walks(map, emma, room_named(map, "Study"))); /* With the documents. */
}

/* ---- museum-robots ---- */

static void the_captain_of_museum_robots_has_the_security_room(void **state)
{
    (void)state;
    const dw_map *map = map_named("museum-robots");
    const dw_guard_post *lukas = guard_named(map, "Lukas");
    assert_string_equal("captain", map->kinds[lukas->kind].name);
    assert_int_equal(room_named(map, "Security room"), dw_map_room_at(map, lukas->spawn));
    for (uint16_t g = 0; g < map->guard_count; g++) {
        assert_true(&map->guards[g] == lukas || map->guards[g].kind != lukas->kind);
    }
}

/* What rolls through a wing of rooms needs doors that stand open and that no patrol shuts. */
static void doors_between_rooms_of_metal_start_open(void **state)
{
    (void)state;
    const dw_map *map = map_named("museum-robots");
    uint32_t rooms = 0, doors = 0;
    for (uint16_t i = 0; i < map->room_count; i++) {
        rooms += map->rooms[i].floor == DW_FLOOR_METAL;
    }
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_door *door = &map->doors[d];
        if (map->rooms[door->half[0].room].floor == DW_FLOOR_METAL &&
            map->rooms[door->half[1].room].floor == DW_FLOOR_METAL) {
            assert_true(door->starts_open);
            for (uint16_t g = 0; g < map->guard_count; g++) {
                const bool passes = walks(map, &map->guards[g], door->half[0].room) &&
                                    walks(map, &map->guards[g], door->half[1].room);
                assert_true(!passes || leaves_doors_open(map, &map->guards[g]));
            }
            doors++;
        }
    }
    assert_int_equal(4, rooms);
    assert_int_equal(4, doors); /* They are a ring. */
}

static void museum_robots_has_the_walls_of_museum(void **state)
{
    (void)state;
    const dw_map *day = map_named("museum");
    const dw_map *night = map_named("museum-robots");
    assert_int_equal(day->wall_count, night->wall_count);
    assert_memory_equal(day->walls, night->walls, day->wall_count * sizeof day->walls[0]);
    for (uint16_t i = 0; i < night->lamp_count; i++) {
        assert_int_not_equal(DW_NONE, night->lamps[i].wall_switch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_map_has_eight_spawns_in_the_room_of_the_exit),
        cmocka_unit_test(every_place_where_a_body_fits_can_be_walked_to),
        cmocka_unit_test(ways_of_600_mm_lead_everywhere),
        cmocka_unit_test(no_way_is_between_500_and_600_mm_wide),
        cmocka_unit_test(nothing_stands_in_front_of_a_doorway),
        cmocka_unit_test(no_guard_sees_an_intruder_when_the_round_starts),
        cmocka_unit_test(furniture_of_every_map_hides_nobody_or_a_crouching_body_or_any_body),
        cmocka_unit_test(reference_is_17500_by_11670_without_its_two_balconies),
        cmocka_unit_test(reference_leads_from_the_top_left_to_a_table_in_the_bottom_right),
        cmocka_unit_test(three_corridors_and_two_rooms_are_the_ring_of_reference),
        cmocka_unit_test(other_rooms_of_reference_hang_on_the_ring_alone_or_as_arms_of_two),
        cmocka_unit_test(narrowest_corridor_of_reference_is_1170_between_its_walls),
        cmocka_unit_test(three_guards_share_the_rooms_of_reference),
        cmocka_unit_test(guards_of_reference_start_away_from_the_entry_and_look_elsewhere),
        cmocka_unit_test(training_has_no_guards_and_one_or_two_closed_doors),
        cmocka_unit_test(training_is_won_within_30_s_at_a_walk),
        cmocka_unit_test(museum_is_60_by_40_m_with_thirty_rooms_and_many_rings),
        cmocka_unit_test(twelve_guards_of_the_museum_walk_cycles_of_neighbouring_rooms),
        cmocka_unit_test(manor_night_holds_each_room_of_reference_moved_by_the_drive),
        cmocka_unit_test(rooms_of_manor_night_are_dark_and_its_drive_is_of_gravel),
        cmocka_unit_test(lamps_of_manor_night_have_switches_but_for_the_fire),
        cmocka_unit_test(a_dog_of_manor_night_keeps_near_its_handler),
        cmocka_unit_test(the_servant_of_manor_night_walks_through_its_rooms),
        cmocka_unit_test(the_captain_of_museum_robots_has_the_security_room),
        cmocka_unit_test(doors_stay_open_for_the_dog_of_manor_night),
        cmocka_unit_test(doors_between_rooms_of_metal_start_open),
        cmocka_unit_test(museum_robots_has_the_walls_of_museum),
    };
    return cmocka_run_group_tests(tests, load_all, drop_all);
}
