/* The public map: the shipped maps there and back, what must not be in it, and hostile bytes. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "common/world/state.h"
#include "protocol/public_map.h"
#include "tests/support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <msgpack.h>

static const char *const names[] = {"reference", "training", "museum"};
enum { MAPS = sizeof(names) / sizeof(names[0]) };

typedef struct shipped {
    dw_arena arena;
    const dw_map *map;
    uint8_t *bytes;
    size_t size;
} shipped;

static shipped maps[MAPS];
static dw_arena receiver; /* Of whatever a test decodes. */

static dw_status load_one(shipped *out, const char *name, dw_error *error)
{
    char path[DW_PATH_MAX];
    uint8_t *file = NULL;
    size_t file_size = 0;
    dw_status status = dw_file_find_data(name, "maps", ".tmj", path, error);
    if (status == DW_OK) {
        status = dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &file, &file_size, error);
    }
    if (status == DW_OK) {
        status = dw_map_load(&out->map, &out->arena, path, file, file_size, error);
    }
    free(file);
    return status;
}

static int load(void **state)
{
    (void)state;
    if (dw_arena_create(&receiver, 2 * DW_MAP_ARENA_BYTES) != DW_OK) {
        return -1;
    }
    for (size_t i = 0; i < MAPS; i++) {
        dw_error error = {""};
        maps[i].bytes = malloc(DW_MAP_BYTES_MAX);
        if (maps[i].bytes == NULL || dw_arena_create(&maps[i].arena, DW_MAP_ARENA_BYTES) != DW_OK ||
            load_one(&maps[i], names[i], &error) != DW_OK ||
            dw_public_map_encode(maps[i].map, maps[i].bytes, DW_MAP_BYTES_MAX, &maps[i].size) !=
                DW_OK) {
            print_error("%s: %s\n", names[i], error.text);
            return -1;
        }
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAPS; i++) {
        dw_arena_destroy(&maps[i].arena);
        free(maps[i].bytes);
    }
    dw_arena_destroy(&receiver);
    return 0;
}

static const dw_map *decode(const uint8_t *bytes, size_t size)
{
    const dw_map *map = NULL;
    dw_error error = {""};
    dw_arena_reset(&receiver, 0);
    const dw_status status = dw_public_map_decode(&map, &receiver, bytes, size, &error);
    if (status != DW_OK) {
        assert_true(strlen(error.text) > 0);
        assert_int_equal(dw_arena_mark(&receiver), 0);
        return NULL;
    }
    assert_non_null(map);
    return map;
}

static void expect_same_bytes(const dw_map *map, const uint8_t *bytes, size_t size)
{
    uint8_t *again = malloc(DW_MAP_BYTES_MAX);
    size_t again_size = 0;
    assert_non_null(again);
    assert_int_equal(dw_public_map_encode(map, again, DW_MAP_BYTES_MAX, &again_size), DW_OK);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    free(again);
}

static void each_shipped_map_comes_back_with_the_same_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAPS; i++) {
        const dw_map *back = decode(maps[i].bytes, maps[i].size);
        assert_non_null(back);
        expect_same_bytes(back, maps[i].bytes, maps[i].size);
    }
}

static void what_the_receiver_builds_is_the_servers_map_without_its_guards(void **state)
{
    (void)state;
    for (size_t m = 0; m < MAPS; m++) {
        const dw_map *full = maps[m].map;
        const dw_map *back = decode(maps[m].bytes, maps[m].size);
        assert_non_null(back);
        assert_int_equal(back->guard_count, 0);
        assert_int_equal(back->patrol_count, 0);
        assert_string_equal(back->name, full->name);
        assert_string_equal(back->title, full->title);
        assert_memory_equal(&back->bounds, &full->bounds, sizeof(back->bounds));
        assert_true(back->sight_scale == full->sight_scale);
        assert_int_equal(back->intruders_max, full->intruders_max);
        assert_int_equal(back->wall_count, full->wall_count);
        assert_memory_equal(back->walls, full->walls, full->wall_count * sizeof(*full->walls));
        assert_int_equal(back->spawn_count, full->spawn_count);
        assert_memory_equal(back->spawns, full->spawns, full->spawn_count * sizeof(*full->spawns));
        assert_int_equal(back->room_count, full->room_count);
        assert_int_equal(back->furniture_count, full->furniture_count);
        assert_int_equal(back->door_count, full->door_count);
        for (uint32_t i = 0; i < full->furniture_count; i++) {
            assert_memory_equal(&back->furniture[i].area, &full->furniture[i].area,
                                sizeof(dw_rect));
            assert_int_equal(back->furniture[i].height, full->furniture[i].height);
            assert_int_equal(back->furniture[i].room, full->furniture[i].room);
        }
        for (uint32_t i = 0; i < full->door_count; i++) {
            const dw_door *a = &back->doors[i];
            const dw_door *b = &full->doors[i];
            assert_string_equal(a->name, b->name);
            assert_memory_equal(&a->doorway, &b->doorway, sizeof(dw_rect));
            assert_int_equal(a->half[0].room, b->half[0].room);
            assert_int_equal(a->half[1].room, b->half[1].room);
            assert_int_equal(a->leaf, b->leaf);
            assert_int_equal(a->circular, b->circular);
            assert_int_equal(a->starts_open, b->starts_open);
            assert_int_equal(a->lock, b->lock);
        }
        assert_int_equal(back->items[0].room, full->items[0].room);
        assert_int_equal(back->items[0].furniture, full->items[0].furniture);
        assert_int_equal(back->exit_room, full->exit_room);
    }
}

static void scene_safe(dw_scene *scene)
{
    const uint16_t safe = dw_scene_device(scene, "safe", 6000, 1000);
    ((dw_map_device *)dw_scene_parts(scene)->devices)[safe].kind = DW_DEVICE_SAFE;
    (void)dw_scene_area(scene, "corner", 200, 200, 500, 500);
}

static void each_item_of_a_map_travels(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
    dw_scene_furniture(scene, 3000, 1000, 600, 600, 200);
    dw_scene_objective(scene, 1000, 1000, 200, 200);
    for (int32_t i = 1; i < DW_ITEMS_MAX; i++) {
        const char name[] = {'v', (char)('0' + i), '\0'};
        dw_scene_item(scene, name, i == 7 ? 3200 : 1000 * i, i == 7 ? 1200 : 3000);
    }
    dw_scene_parts(scene)->items[5].kind = DW_ITEM_DOCUMENT;
    scene_safe(scene);
    const dw_map *full = dw_scene_build(scene);
    uint8_t bytes[2000];
    size_t size = 0;
    assert_int_equal(dw_public_map_encode(full, bytes, sizeof bytes, &size), DW_OK);
    const dw_map *back = decode(bytes, size);
    assert_non_null(back);
    assert_int_equal(back->item_count, DW_ITEMS_MAX);
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        assert_memory_equal(&back->items[i].area, &full->items[i].area, sizeof(dw_rect));
        assert_string_equal(back->items[i].name, full->items[i].name);
        assert_int_equal(back->items[i].kind, i == 5 ? DW_ITEM_DOCUMENT : DW_ITEM_OBJECTIVE);
        assert_int_equal(back->items[i].large, i != 5);
        assert_int_equal(back->items[i].furniture, i == 7 ? 0 : DW_NONE);
    }
    assert_int_equal(back->device_count, 1);
    assert_memory_equal(&back->devices[0].area, &full->devices[0].area, sizeof(dw_rect));
    assert_string_equal(back->devices[0].name, "safe");
    assert_int_equal(back->devices[0].kind, DW_DEVICE_SAFE);
    assert_int_equal(back->area_count, 0);
    expect_same_bytes(back, bytes, size);
    dw_scene_destroy(scene);
}

/* The same map with other guards, or none, gives the same bytes: nothing of them is in it. */
static void the_bytes_do_not_depend_on_guards_and_patrols(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAPS; i++) {
        dw_map other = *maps[i].map;
        dw_guard_post *guards = calloc(other.guard_count, sizeof(*guards));
        assert_non_null(guards);
        for (uint32_t guard = 0; guard < other.guard_count; guard++) {
            guards[guard].spawn = (dw_vec){(int32_t)guard * 7, 1};
            memset(guards[guard].name, 'q', sizeof(guards[guard].name) - 1);
        }
        other.guards = guards;
        other.patrol_count = 0;
        expect_same_bytes(&other, maps[i].bytes, maps[i].size);
        other.guard_count = 0;
        expect_same_bytes(&other, maps[i].bytes, maps[i].size);
        free(guards);
    }
}

static bool holds(const uint8_t *bytes, size_t size, const char *text)
{
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

/* A word of their own for them, since a patrol may be called like a room. */
static void no_name_of_a_guard_or_patrol_is_in_the_bytes(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(DW_MAP_BYTES_MAX);
    uint32_t renamed = 0;
    assert_non_null(bytes);
    for (size_t m = 0; m < MAPS; m++) {
        dw_map map = *maps[m].map;
        dw_guard_post guards[DW_GUARDS_MAX];
        dw_patrol patrols[DW_GUARDS_MAX];
        memcpy(guards, map.guards, map.guard_count * sizeof(*guards));
        memcpy(patrols, map.patrols, map.patrol_count * sizeof(*patrols));
        for (uint32_t i = 0; i < map.guard_count; i++) {
            memcpy(guards[i].name, "NeverSent", sizeof("NeverSent"));
            renamed++;
        }
        for (uint32_t i = 0; i < map.patrol_count; i++) {
            memcpy(patrols[i].name, "NeverSent", sizeof("NeverSent"));
            renamed++;
        }
        map.guards = guards;
        map.patrols = patrols;
        size_t size = 0;
        assert_int_equal(dw_public_map_encode(&map, bytes, DW_MAP_BYTES_MAX, &size), DW_OK);
        assert_true(holds(bytes, size, map.rooms[0].name));
        assert_false(holds(bytes, size, "NeverSent"));
    }
    assert_true(renamed >= 6);
    free(bytes);
}

static void msgpack_reads_as_many_elements_as_the_counts_promise(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAPS; i++) {
        const dw_map *map = maps[i].map;
        msgpack_unpacked unpacked;
        msgpack_unpacked_init(&unpacked);
        size_t at = 0;
        assert_int_equal(
            msgpack_unpack_next(&unpacked, (const char *)maps[i].bytes, maps[i].size, &at),
            MSGPACK_UNPACK_SUCCESS);
        assert_int_equal(at, maps[i].size);
        assert_int_equal(unpacked.data.type, MSGPACK_OBJECT_ARRAY);
        assert_int_equal(unpacked.data.via.array.size,
                         14 + 9 * map->room_count + 6 * map->furniture_count +
                             12 * map->door_count + 2 * map->spawn_count + 8 * map->item_count +
                             6 * map->device_count + 4);
        const msgpack_object *elements = unpacked.data.via.array.ptr;
        assert_int_equal(elements[1].via.str.size, strlen(map->name));
        assert_int_equal(elements[6].via.u64, map->room_count);
        assert_int_equal(elements[10].via.u64, map->item_count);
        assert_int_equal(elements[14].via.i64, map->rooms[0].area.min.x);
        assert_int_equal(elements[16].via.i64, map->rooms[0].area.max.x - map->rooms[0].area.min.x);
        msgpack_unpacked_destroy(&unpacked);
    }
}

/* RFC 7693 with 16 bytes of digest; the expected digits come from Python's hashlib. */
static void the_hash_is_the_one_that_the_standard_describes(void **state)
{
    (void)state;
    char text[DW_MAP_HASH_TEXT_SIZE];
    const dw_map_hash abc = dw_public_map_hash((const uint8_t *)"abc", 3);
    dw_map_hash_text(&abc, text);
    assert_string_equal(text, "cf4ab791c62b8d2b2109c90275287816");
    for (size_t i = 0; i < MAPS; i++) {
        const dw_map_hash hash = dw_public_map_hash(maps[i].bytes, maps[i].size);
        assert_true(dw_map_hash_equal(&hash, &hash));
        for (size_t other = 0; other < i; other++) {
            const dw_map_hash another = dw_public_map_hash(maps[other].bytes, maps[other].size);
            assert_false(dw_map_hash_equal(&hash, &another));
        }
    }
}

/* The hash that named maps before could be steered: for any change of one word there was a change
 * of the next word that gave the same hash. */
static void a_map_changed_to_keep_the_old_hash_has_another_hash(void **state)
{
    (void)state;
    const uint64_t word_factor = UINT64_C(0xc6a4a7935bd1e995);
    const size_t size = maps[0].size;
    uint8_t *changed = malloc(size);
    assert_non_null(changed);
    memcpy(changed, maps[0].bytes, size);
    uint64_t words[2];
    memcpy(words, maps[0].bytes, sizeof words);
    uint64_t twins[2] = {words[0] ^ 1, 0};
    /* What the second word has to be mixed to, and back through the mix. */
    const uint64_t state_a = dw_hash_u64(DW_HASH_START, words[0]);
    const uint64_t state_b = dw_hash_u64(DW_HASH_START, twins[0]);
    uint64_t mixed = words[1] * word_factor;
    mixed ^= mixed >> 47;
    mixed ^= state_a ^ state_b;
    mixed ^= mixed >> 47;
    uint64_t inverse = 1; /* Newton: each step doubles the number of right bits. */
    for (int i = 0; i < 6; i++) {
        inverse *= 2 - word_factor * inverse;
    }
    twins[1] = mixed * inverse;
    memcpy(changed, twins, sizeof twins);
    assert_memory_not_equal(changed, maps[0].bytes, size);
    assert_true(dw_hash_bytes(DW_HASH_START, changed, size) ==
                dw_hash_bytes(DW_HASH_START, maps[0].bytes, size));
    const dw_map_hash hash = dw_public_map_hash(maps[0].bytes, size);
    const dw_map_hash another = dw_public_map_hash(changed, size);
    assert_false(dw_map_hash_equal(&hash, &another));
    free(changed);
}

/* It would come back large, and a map of two forms has two hashes. */
static void an_objective_that_is_not_large_is_refused(void **state)
{
    (void)state;
    dw_map other = *maps[0].map;
    uint8_t *bytes = malloc(DW_MAP_BYTES_MAX);
    size_t size = 0;
    const dw_map *map = NULL;
    dw_error error = {""};
    assert_non_null(bytes);
    assert_true(other.items[0].kind == DW_ITEM_OBJECTIVE && other.items[0].large);
    other.items[0].large = false;
    assert_int_equal(dw_public_map_encode(&other, bytes, DW_MAP_BYTES_MAX, &size), DW_OK);
    dw_arena_reset(&receiver, 0);
    assert_int_equal(dw_public_map_decode(&map, &receiver, bytes, size, &error), DW_INVALID);
    free(bytes);
}

/* A house with a hidden letter, as it travels. */
static size_t encode_hidden(uint8_t *bytes, size_t capacity)
{
    dw_scene *scene = dw_scene_create();
    size_t size = 0;
    (void)dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_objective(scene, 1000, 1000, 200, 200);
    const uint16_t letter = dw_scene_document(scene, "letter", 3000, 1500);
    dw_scene_parts(scene)->items[letter].hidden = true;
    const dw_map *map = dw_scene_build(scene);
    assert_int_equal(dw_public_map_encode(map, bytes, capacity, &size), DW_OK);
    dw_scene_destroy(scene);
    return size;
}

static void a_hidden_item_comes_back_as_a_blank(void **state)
{
    (void)state;
    uint8_t bytes[1024];
    const size_t size = encode_hidden(bytes, sizeof bytes);
    const dw_map *back = decode(bytes, size);
    assert_non_null(back);
    assert_int_equal(back->item_count, 2);
    assert_true(dw_item_is_blank(&back->items[1]));
    assert_int_equal(back->items[1].room, DW_NONE);
    expect_same_bytes(back, bytes, size);
    for (size_t i = 0; i + 6 <= size; i++) {
        assert_memory_not_equal(bytes + i, "letter", 6);
    }
}

/* Four times 0, an empty name, kind 1, 0, 0. */
static void a_hidden_item_of_which_something_is_told_is_refused(void **state)
{
    (void)state;
    static const uint8_t blank[8] = {0, 0, 0, 0, 0xa0, DW_ITEM_DOCUMENT, 0, 0};
    uint8_t bytes[1024];
    const size_t size = encode_hidden(bytes, sizeof bytes);
    size_t at = 0;
    while (memcmp(bytes + at, blank, sizeof blank) != 0) {
        at++;
        assert_true(at + sizeof blank <= size);
    }
    for (size_t i = 0; i < sizeof blank; i++) {
        const dw_map *map = NULL;
        dw_error error = {""};
        bytes[at + i] = i == 5 ? DW_ITEM_OBJECTIVE : blank[i] + 1;
        dw_arena_reset(&receiver, 0);
        assert_int_not_equal(dw_public_map_decode(&map, &receiver, bytes, size, &error), DW_OK);
        bytes[at + i] = blank[i];
    }
}

static void lamps_switches_and_light_come_back(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_set_light(scene, 0, 20);
    dw_scene_lamp(scene, 3000, 1500, 4000, 80, dw_scene_switch(scene, "west", 1000, 0));
    dw_scene_set_lamp_off(scene, dw_scene_lamp(scene, 5000, 3000, 2500, 100, DW_NONE));
    const dw_map *map = dw_scene_build(scene);
    uint8_t bytes[1024];
    size_t size = 0;
    assert_int_equal(dw_public_map_encode(map, bytes, sizeof bytes, &size), DW_OK);
    const dw_map *back = decode(bytes, size);
    assert_non_null(back);
    assert_int_equal(back->rooms[0].light, 20);
    assert_int_equal(back->switch_count, 1);
    assert_string_equal(back->switches[0].name, "west");
    assert_memory_equal(&back->switches[0].area, &map->switches[0].area, sizeof(dw_rect));
    assert_int_equal(back->lamp_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(dw_vec_equal(back->lamps[i].position, map->lamps[i].position));
        assert_int_equal(back->lamps[i].range, map->lamps[i].range);
        assert_int_equal(back->lamps[i].level, map->lamps[i].level);
        assert_int_equal(back->lamps[i].starts_on, map->lamps[i].starts_on);
        assert_int_equal(back->lamps[i].wall_switch, map->lamps[i].wall_switch);
    }
    expect_same_bytes(back, bytes, size);
    dw_scene_destroy(scene);
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t cut = 0; cut < maps[0].size; cut++) {
        assert_null(decode(maps[0].bytes, cut));
    }
}

static void bytes_behind_the_map_are_refused(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(maps[0].size + 1);
    assert_non_null(bytes);
    memcpy(bytes, maps[0].bytes, maps[0].size);
    bytes[maps[0].size] = 0;
    assert_null(decode(bytes, maps[0].size + 1));
    free(bytes);
}

static void each_changed_byte_is_refused_or_comes_back_as_it_is(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 31, 0);
    uint32_t taken = 0;
    uint32_t refused = 0;
    uint8_t *bytes = malloc(maps[1].size);
    assert_non_null(bytes);
    memcpy(bytes, maps[1].bytes, maps[1].size);
    for (size_t at = 0; at < maps[1].size; at++) {
        const uint8_t before = bytes[at];
        for (uint32_t change = 0; change < 4; change++) {
            bytes[at] = (uint8_t)(before ^ (1 + dw_rng_below(&rng, 255)));
            const dw_map *back = decode(bytes, maps[1].size);
            if (back != NULL) {
                expect_same_bytes(back, bytes, maps[1].size);
                taken++;
            } else {
                refused++;
            }
        }
        bytes[at] = before;
    }
    assert_true(taken > 100 && refused > 1000);
    free(bytes);
}

static void more_rooms_than_there_may_be_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    /* 257 rooms, promised and there as elements. */
    const uint32_t elements = 9 + 8 * 257 + 2 + 9;
    uint8_t bytes[3 + 14 + 8 * 257 + 11] = {0xdc,
                                            (uint8_t)(elements >> 8),
                                            (uint8_t)elements,
                                            1,
                                            0xa1,
                                            'm',
                                            0xa1,
                                            'm',
                                            0,
                                            1,
                                            0xcd,
                                            1,
                                            1,
                                            0,
                                            0,
                                            1};
    dw_arena none;
    uint8_t block[16];
    dw_arena_init(&none, block, sizeof(block));
    const dw_map *map = NULL;
    dw_error error;
    assert_int_equal(dw_public_map_decode(&map, &none, bytes, sizeof(bytes), &error), DW_INVALID);
    assert_null(map);
}

static void
counts_that_the_elements_do_not_bear_out_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    /* The head promises 5 rooms, and no element follows. */
    static const uint8_t bytes[] = {0x99, 1, 0xa1, 'm', 0xa1, 'm', 0, 1, 5, 0, 0, 1};
    dw_arena none;
    uint8_t block[16];
    dw_arena_init(&none, block, sizeof(block));
    const dw_map *map = NULL;
    dw_error error;
    assert_int_equal(dw_public_map_decode(&map, &none, bytes, sizeof(bytes), &error), DW_INVALID);
}

static void a_map_that_breaks_the_rules_of_maps_is_refused_by_name(void **state)
{
    (void)state;
    dw_map broken = *maps[0].map;
    dw_room *rooms = malloc(broken.room_count * sizeof(*rooms));
    uint8_t *bytes = malloc(DW_MAP_BYTES_MAX);
    assert_true(rooms != NULL && bytes != NULL);
    memcpy(rooms, broken.rooms, broken.room_count * sizeof(*rooms));
    rooms[1].area = rooms[0].area;
    broken.rooms = rooms;
    size_t size = 0;
    assert_int_equal(dw_public_map_encode(&broken, bytes, DW_MAP_BYTES_MAX, &size), DW_OK);
    const dw_map *map = NULL;
    dw_error error = {""};
    dw_arena_reset(&receiver, 0);
    assert_int_equal(dw_public_map_decode(&map, &receiver, bytes, size, &error), DW_INVALID);
    assert_non_null(strstr(error.text, rooms[1].name));
    free(bytes);
    free(rooms);
}

static void a_map_without_memory_is_a_status_and_leaves_the_arena_as_it_was(void **state)
{
    (void)state;
    dw_arena small;
    assert_int_equal(dw_arena_create(&small, 64 << 10), DW_OK);
    for (size_t capacity = 0; capacity <= 64 << 10; capacity += 4 << 10) {
        const dw_map *map = NULL;
        dw_error error;
        small.capacity = capacity;
        const dw_status status =
            dw_public_map_decode(&map, &small, maps[0].bytes, maps[0].size, &error);
        if (status != DW_OK) {
            assert_int_equal(status, DW_MEMORY);
            assert_int_equal(dw_arena_mark(&small), 0);
        }
        assert_true(capacity > 4 << 10 || status == DW_MEMORY);
        dw_arena_reset(&small, 0);
    }
    dw_arena_destroy(&small);
}

static void a_map_that_does_not_fit_the_buffer_is_full(void **state)
{
    (void)state;
    uint8_t bytes[64];
    size_t size = 5;
    assert_int_equal(dw_public_map_encode(maps[0].map, bytes, sizeof(bytes), &size), DW_FULL);
    assert_int_equal(size, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_shipped_map_comes_back_with_the_same_bytes),
        cmocka_unit_test(what_the_receiver_builds_is_the_servers_map_without_its_guards),
        cmocka_unit_test(each_item_of_a_map_travels),
        cmocka_unit_test(the_bytes_do_not_depend_on_guards_and_patrols),
        cmocka_unit_test(no_name_of_a_guard_or_patrol_is_in_the_bytes),
        cmocka_unit_test(msgpack_reads_as_many_elements_as_the_counts_promise),
        cmocka_unit_test(the_hash_is_the_one_that_the_standard_describes),
        cmocka_unit_test(a_map_changed_to_keep_the_old_hash_has_another_hash),
        cmocka_unit_test(an_objective_that_is_not_large_is_refused),
        cmocka_unit_test(a_hidden_item_comes_back_as_a_blank),
        cmocka_unit_test(a_hidden_item_of_which_something_is_told_is_refused),
        cmocka_unit_test(lamps_switches_and_light_come_back),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(bytes_behind_the_map_are_refused),
        cmocka_unit_test(each_changed_byte_is_refused_or_comes_back_as_it_is),
        cmocka_unit_test(
            counts_that_the_elements_do_not_bear_out_are_refused_before_memory_is_taken),
        cmocka_unit_test(more_rooms_than_there_may_be_are_refused_before_memory_is_taken),
        cmocka_unit_test(a_map_that_breaks_the_rules_of_maps_is_refused_by_name),
        cmocka_unit_test(a_map_without_memory_is_a_status_and_leaves_the_arena_as_it_was),
        cmocka_unit_test(a_map_that_does_not_fit_the_buffer_is_full),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
