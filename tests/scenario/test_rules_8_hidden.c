/* server/RULES.md 8.35 to 8.39: hidden items, and what else of a mission is out of sight, byte by
 * byte. */
#include "protocol/public_map.h"
#include "server/mind/brains/brains.h"
#include "server/session/match_save.h"
#include "tests/support/mission_house.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN = 1, BOB = 2, LATER = 3, WATCHER = 4, KEY = 1, SAFE = 0, DELAY = 30, TWIN_TICKS = 200 };

/* The box with a key and a safe in the study, which is behind a closed door, and a mission. */
typedef struct rooms {
    dw_match_box box;
    dw_mission mission;
    dw_client_handle ann, bob;
} rooms;

/* What lies where no player has been. */
typedef struct hidden {
    const char *key;
    int32_t x_mm;
    uint8_t opens;
    const char *parts;
} hidden;

#define OPEN_PART  "{\"id\": \"hall\", \"do\": \"survive\", \"seconds\": 300, \"text\": \"Stay\"}"
#define NO_TRIGGER "[" OPEN_PART "]"
#define MORE                                                                                       \
    "[" OPEN_PART ", {\"id\": \"key\", \"do\": \"take\", \"item\": \"cellar key\", "               \
    "\"text\": \"Take it\", \"after\": [\"hall\"]}], \"triggers\": [{\"on\": [\"use\", "           \
    "\"safe\"], \"do\": [[\"say\", \"Click\"]]}]"

static const hidden first_house = {"attic key", 7000, 2, NO_TRIGGER};
static const hidden second_house = {"cellar key", 9000, 1, MORE};

/* With a cabinet under the key, and another one in front of it. */
static void build_rooms_with(rooms *it, const hidden *what, uint32_t cabinets)
{
    dw_match_box_init(&it->box);
    dw_scene *scene = it->box.scene;
    const uint16_t cellar = dw_scene_room(scene, "cellar", 6000, 4000, 4000, 3000);
    const uint16_t attic = dw_scene_room(scene, "attic", 0, 4000, 6000, 3000);
    dw_scene_lock(scene, dw_scene_door(scene, "c", 1, cellar, 7000, 1000, DW_SCENE_CLOSED), 1);
    dw_scene_lock(scene, dw_scene_door(scene, "a", 0, attic, 3000, 1000, DW_SCENE_CLOSED), 2);
    const uint16_t key = dw_scene_key(scene, what->key, what->x_mm, 3500, what->opens);
    assert_int_equal(key, KEY);
    dw_scene_parts(scene)->items[key].hidden = true;
    assert_int_equal(dw_scene_device(scene, "safe", 6500, 300), SAFE);
    if (cabinets > 0) {
        dw_scene_furniture(scene, 8800, 3300, 500, 500, 900);
    }
    if (cabinets > 1) {
        dw_scene_furniture(scene, 7800, 2300, 600, 1500, 900);
    }
    dw_match_box_build(&it->box);
    it->mission = dw_mission_of(it->box.map, what->parts);
    it->box.config.mission = &it->mission;
    it->box.config.spectator_delay_ticks = DELAY;
    it->box.rules.vision = DW_VISION_SIGHT;
    it->box.rules.catch_ticks = 36000;
}

static void build_rooms(rooms *it, const hidden *what)
{
    build_rooms_with(it, what, 0);
}

static void play_rooms(rooms *it)
{
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
}

static void open_rooms(rooms *it, const hidden *what)
{
    build_rooms(it, what);
    play_rooms(it);
}

static void put(rooms *it, uint32_t slot, int32_t x_mm, int32_t y_mm)
{
    dw_world *world = (dw_world *)dw_sim_world(dw_match_sim(it->box.match));
    dw_actor *actor = &world->actors[dw_intruder_index(world, slot)];
    actor->body.position = dw_scene_mm(x_mm, y_mm);
    actor->room = dw_map_room_at(it->box.map, actor->body.position);
}

static uint32_t told(const rooms *it, uint32_t tag)
{
    return dw_match_box_count(&it->box, 0, tag, DW_MESSAGE_FOUND_ITEM);
}

static void a_hidden_item_is_a_blank_in_the_public_map(void **state)
{
    (void)state;
    static rooms twins[2];
    static uint8_t bytes[2][DW_MAP_BYTES_MAX];
    size_t sizes[2];
    for (uint32_t i = 0; i < 2; i++) {
        build_rooms(&twins[i], i == 0 ? &first_house : &second_house);
        assert_int_equal(
            dw_public_map_encode(twins[i].box.map, bytes[i], DW_MAP_BYTES_MAX, &sizes[i]), DW_OK);
    }
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, DW_MAP_ARENA_BYTES), DW_OK);
    const dw_map *back = NULL;
    assert_int_equal(dw_public_map_decode(&back, &arena, bytes[0], sizes[0], NULL), DW_OK);
    assert_true(dw_item_is_blank(&back->items[KEY]));
    assert_false(dw_item_is_blank(&back->items[0]));
    dw_arena_destroy(&arena);
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

static void all_players_are_told_when_one_of_them_sees_a_hidden_item(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, &second_house);
    dw_match_box_run(&it.box, 10);
    assert_int_equal(told(&it, ANN) + told(&it, BOB), 0);
    put(&it, 1, 6500, 2000);
    dw_match_box_run(&it.box, 1);
    assert_int_equal(told(&it, ANN), 1);
    assert_int_equal(told(&it, BOB), 1);
    const dw_message *message = dw_match_box_last(&it.box, ANN, DW_MESSAGE_FOUND_ITEM);
    const dw_found_item expected = dw_plan_found(it.box.map, KEY);
    assert_memory_equal(&message->as.found_item, &expected, sizeof expected);
    assert_string_equal(expected.name, "cellar key");
    dw_match_box_run(&it.box, 60);
    assert_int_equal(told(&it, ANN), 1);
    dw_match_box_close(&it.box);
}

static void an_omniscient_team_knows_hidden_items_from_the_start(void **state)
{
    (void)state;
    static rooms it;
    build_rooms(&it, &second_house);
    it.box.rules.vision = DW_VISION_OMNISCIENT;
    play_rooms(&it);
    dw_match_box_run(&it.box, 1);
    assert_int_equal(told(&it, ANN), 1);
    dw_match_box_close(&it.box);
}

static void high_furniture_hides_an_item_but_that_on_which_it_lies_does_not(void **state)
{
    (void)state;
    for (uint32_t cabinets = 1; cabinets <= 2; cabinets++) {
        static rooms it;
        build_rooms_with(&it, &second_house, cabinets);
        assert_int_equal(it.box.map->items[KEY].furniture, 0);
        play_rooms(&it);
        put(&it, 1, 6500, 3400);
        dw_match_box_run(&it.box, 5);
        assert_int_equal(told(&it, BOB), cabinets == 1 ? 1 : 0);
        dw_match_box_close(&it.box);
    }
}

static void players_that_come_later_are_told_what_the_team_has_found(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, &second_house);
    put(&it, 1, 6500, 2000);
    dw_match_box_run(&it.box, 1);
    dw_welcome welcome;
    dw_match_leave(it.box.match, it.bob); /* There are two seats. */
    assert_int_not_equal(dw_match_box_join(&it.box, LATER, "cid", &welcome), 0);
    dw_match_box_run(&it.box, 3);
    assert_int_equal(told(&it, LATER), 1);
    assert_int_equal(told(&it, ANN), 1);
    dw_match_box_close(&it.box);
}

static void spectators_are_told_with_their_delay(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, &second_house);
    (void)dw_match_box_watch(&it.box, WATCHER);
    put(&it, 1, 6500, 2000);
    dw_match_box_run(&it.box, DELAY);
    assert_int_equal(told(&it, ANN), 1);
    assert_int_equal(told(&it, WATCHER), 0);
    dw_match_box_run(&it.box, 2);
    assert_int_equal(told(&it, WATCHER), 1);
    (void)dw_match_box_watch(&it.box, WATCHER + 1); /* And those that come later at once. */
    dw_match_box_run(&it.box, 1);
    assert_int_equal(told(&it, WATCHER + 1), 1);
    dw_match_box_close(&it.box);
}

static const dw_brain_kind *find_brain(const void *context, const char *name)
{
    (void)context;
    return dw_brain_find(name);
}

/* Saved in the middle of a round, after Bob has found the key. */
static void who_comes_after_a_load_is_told_what_was_found_before(void **state)
{
    (void)state;
    static rooms one, two;
    static uint8_t bytes[1 << 17];
    size_t size = 0;
    open_rooms(&one, &second_house);
    put(&one, 1, 6500, 2000);
    dw_match_box_run(&one.box, 1);
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    dw_match_save(one.box.match, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    build_rooms(&two, &second_house);
    dw_match_box_open(&two.box);
    dw_state_reader reader = {.at = bytes, .end = bytes + size};
    dw_error error = {""};
    const dw_status loaded =
        dw_match_load(two.box.match, &reader, (dw_brain_finder){find_brain, NULL}, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(loaded, DW_OK);
    two.box.tick = one.box.tick;
    (void)dw_match_box_watch(&two.box, WATCHER);
    dw_match_box_run(&two.box, 1);
    assert_int_equal(told(&two, WATCHER), 1);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

static dw_device_set devices_of(const rooms *it)
{
    return dw_match_box_last(&it->box, ANN, DW_MESSAGE_MISSION_STATE)->as.mission_state.devices;
}

static void a_device_with_a_trigger_is_told_when_a_player_has_seen_it(void **state)
{
    (void)state;
    static rooms it;
    open_rooms(&it, &second_house);
    dw_match_box_run(&it.box, 10);
    assert_int_equal(devices_of(&it), 0);
    put(&it, 1, 6500, 2000);
    dw_match_box_run(&it.box, 1);
    assert_int_equal(devices_of(&it), 1U << SAFE);
    dw_match_box_close(&it.box);
}

/* Everything that Ann is sent in a tick, in its order. */
typedef struct sent {
    size_t size;
    uint8_t bytes[64 << 10];
} sent;

static void collect(rooms *it, uint32_t from, sent *out)
{
    out->size = 0;
    for (uint32_t m = from; m < it->box.message_count; m++) {
        size_t size = 0;
        if (it->box.messages[m].tag == ANN) {
            assert_int_equal(dw_message_encode(&it->box.messages[m].message, out->bytes + out->size,
                                               sizeof out->bytes - out->size, &size),
                             DW_OK);
        }
        out->size += size;
    }
    size_t size = 0;
    if (dw_match_encode_snapshot(it->box.match, it->ann, out->bytes + out->size, DW_MESSAGE_MAX,
                                 &size) == DW_OK) {
        out->size += size;
    }
}

/* Two houses with missions that differ in what lies in the study: the key, what it opens, a hidden
 * part, and whether a trigger waits at the safe. */
static void what_no_player_has_seen_changes_no_byte(void **state)
{
    (void)state;
    static rooms twins[2];
    static sent got[2];
    open_rooms(&twins[0], &first_house);
    open_rooms(&twins[1], &second_house);
    for (uint32_t tick = 0; tick <= TWIN_TICKS; tick++) {
        for (uint32_t i = 0; i < 2; i++) {
            rooms *it = &twins[i];
            const uint32_t from = tick == 0 ? 0 : it->box.message_count;
            if (tick == TWIN_TICKS) {
                put(it, 1, 6500, 2000);
            }
            dw_match_box_ask(&it->box, it->ann, (uint8_t)(tick / 20 % DW_DIRECTION_COUNT), 0, 1);
            dw_match_box_run(&it->box, 1);
            collect(it, from, &got[i]);
        }
        const bool same =
            got[0].size == got[1].size && memcmp(got[0].bytes, got[1].bytes, got[0].size) == 0;
        assert_int_equal(same, tick < TWIN_TICKS);
    }
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hidden_item_is_a_blank_in_the_public_map),
        cmocka_unit_test(all_players_are_told_when_one_of_them_sees_a_hidden_item),
        cmocka_unit_test(an_omniscient_team_knows_hidden_items_from_the_start),
        cmocka_unit_test(high_furniture_hides_an_item_but_that_on_which_it_lies_does_not),
        cmocka_unit_test(players_that_come_later_are_told_what_the_team_has_found),
        cmocka_unit_test(spectators_are_told_with_their_delay),
        cmocka_unit_test(who_comes_after_a_load_is_told_what_was_found_before),
        cmocka_unit_test(a_device_with_a_trigger_is_told_when_a_player_has_seen_it),
        cmocka_unit_test(what_no_player_has_seen_changes_no_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
