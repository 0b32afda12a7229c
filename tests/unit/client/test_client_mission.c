/* What a client makes of messages 56 to 60 (client/core/mission.h). */
#include "client/core/mission.h"
#include "common/base/check.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <string.h>

static dw_client_mission mission;

static void take(const dw_message *message)
{
    assert_true(dw_client_mission_take(&mission, message, NULL));
}

static void take_brief(void)
{
    const dw_message brief = {.type = DW_MESSAGE_MISSION,
                              .as.mission = {.name = "a", .title = "A"}};
    take(&brief);
}

static void take_part(uint8_t number, dw_mission_part part)
{
    dw_message message = {.type = DW_MESSAGE_MISSION_PART, .as.mission_part = part};
    message.as.mission_part.number = number;
    take(&message);
}

static void take_rows(uint32_t tick, uint8_t count, const dw_part_row *rows)
{
    dw_message message = {.type = DW_MESSAGE_MISSION_STATE,
                          .as.mission_state = {.tick = tick, .count = count}};
    memcpy(message.as.mission_state.rows, rows, count * sizeof *rows);
    take(&message);
}

static int begin(void **state)
{
    (void)state;
    dw_client_mission_reset(&mission);
    take_brief();
    return 0;
}

static void parts_are_kept_in_the_order_of_their_numbers(void **state)
{
    (void)state;
    take_part(0, (dw_mission_part){.kind = DW_PART_TAKE, .item = 1});
    take_part(1, (dw_mission_part){.kind = DW_PART_USE, .device = 2});
    assert_int_equal(mission.part_count, 2);
    assert_true(dw_mission_is_open(&mission, 1));
    take_part(3, (dw_mission_part){.kind = DW_PART_USE, .device = 3}); /* One was lost. */
    assert_int_equal(mission.part_count, 2);
    take_part(1, (dw_mission_part){.kind = DW_PART_USE, .device = 1});
    assert_int_equal(mission.part_count, 2);
    assert_int_equal(mission.parts[1].device, 1);
}

static void state_cuts_the_parts_and_a_mission_forgets_all(void **state)
{
    (void)state;
    take_part(0, (dw_mission_part){.kind = DW_PART_TAKE, .item = 1});
    take_part(1, (dw_mission_part){.kind = DW_PART_USE, .device = 2});
    const dw_part_row rows[] = {{DW_PART_DONE, 3, 60, 0}};
    take_rows(100, 1, rows);
    assert_int_equal(mission.part_count, 1);
    assert_int_equal(mission.rows[0].slot, 3);
    assert_false(dw_mission_is_open(&mission, 0));
    take_brief();
    assert_int_equal(mission.part_count, 0);
}

static void progress_goes_on_between_two_messages(void **state)
{
    (void)state;
    take_part(0, (dw_mission_part){.kind = DW_PART_SCAN, .device = 1, .ticks = 200});
    const dw_part_row rows[] = {{DW_PART_OPEN, 4, 0, 20}};
    take_rows(100, 1, rows);
    assert_int_equal(dw_mission_progress(&mission, 0, 90), 100);
    assert_int_equal(dw_mission_progress(&mission, 0, 100), 100);
    assert_int_equal(dw_mission_progress(&mission, 0, 180), 500);
    assert_int_equal(dw_mission_progress(&mission, 0, 9000), 1000);
    assert_int_equal(dw_mission_held_by(&mission, 4), 0);
    assert_int_equal(dw_mission_held_by(&mission, 5), -1);
    const dw_part_row let_go[] = {{DW_PART_OPEN, DW_SLOT_NONE, 0, 0}};
    take_rows(181, 1, let_go);
    assert_int_equal(dw_mission_progress(&mission, 0, 190), 0);
}

static void items_of_open_parts_are_wanted(void **state)
{
    (void)state;
    take_part(0, (dw_mission_part){.kind = DW_PART_TAKE, .item = 1});
    take_part(1, (dw_mission_part){.kind = DW_PART_USE, .device = 2});
    const dw_part_row open[] = {{DW_PART_OPEN, DW_SLOT_NONE, 0, 0},
                                {DW_PART_OPEN, DW_SLOT_NONE, 0, 0}};
    take_rows(100, 2, open);
    assert_true(dw_mission_wants_item(&mission, 0));
    assert_false(dw_mission_wants_item(&mission, 1));
    const dw_part_row taken[] = {{DW_PART_DONE, 3, 60, 0}, {DW_PART_OPEN, DW_SLOT_NONE, 0, 0}};
    take_rows(101, 2, taken);
    assert_false(dw_mission_wants_item(&mission, 0));
}

static void persons_are_known_by_slot_until_the_mission_is_told_anew(void **state)
{
    (void)state;
    assert_string_equal(dw_mission_person_name(&mission, 15), "");
    const dw_message told = {.type = DW_MESSAGE_MISSION_PERSON,
                             .as.mission_person = {.slot = 15, .name = "Curator"}};
    assert_true(dw_client_mission_take(&mission, &told, NULL));
    assert_string_equal(dw_mission_person_name(&mission, 15), "Curator");
    assert_string_equal(dw_mission_person_name(&mission, 14), "");
    assert_string_equal(dw_mission_person_name(&mission, 0), "");
    assert_string_equal(dw_mission_person_name(&mission, DW_SLOT_NONE), "");
    assert_string_equal(dw_mission_person_name(NULL, 15), "");
    take_brief();
    assert_string_equal(dw_mission_person_name(&mission, 15), "");
}

static void newest_notices_are_kept(void **state)
{
    (void)state;
    dw_message message = {.type = DW_MESSAGE_MISSION_NOTICE, .as.mission_notice = {.tick = 1}};
    assert_null(dw_mission_notice_at(&mission, 0));
    for (uint32_t i = 1; i <= DW_CLIENT_NOTICES_MAX + 2; i++) {
        message.as.mission_notice.tick = i;
        take(&message);
    }
    assert_int_equal(dw_mission_notice_at(&mission, 0)->tick, DW_CLIENT_NOTICES_MAX + 2);
    assert_int_equal(dw_mission_notice_at(&mission, DW_CLIENT_NOTICES_MAX - 1)->tick, 3);
    assert_null(dw_mission_notice_at(&mission, DW_CLIENT_NOTICES_MAX));
}

/* Items 0 `gold`, 1 `letter`, 2 `map`; devices 0 `terminal`, 1 `safe`. */
static void aim_of_a_part_follows_its_item(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const dw_map *map = dw_mission_house(scene);
    dw_snapshot_item items[DW_ITEMS_MAX] = {{0}};
    take_part(0, (dw_mission_part){.kind = DW_PART_PLANT, .item = 2, .device = 1, .ticks = 180});
    dw_mission_aim aim = dw_mission_aim_of(&mission, 0, 7, map, items);
    assert_int_equal(aim.kind, DW_AIM_ITEM);
    assert_int_equal(aim.index, 1);
    assert_memory_equal(&aim.area, &map->items[1].area, sizeof aim.area);
    assert_int_equal(dw_mission_devices_for(&mission, 0), 0);
    items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = 7};
    aim = dw_mission_aim_of(&mission, 0, 7, map, items);
    assert_int_equal(aim.kind, DW_AIM_DEVICE);
    assert_int_equal(aim.index, 0);
    assert_int_equal(dw_mission_devices_for(&mission, 1 << 1), 1);
    aim = dw_mission_aim_of(&mission, 0, 6, map, items);
    assert_int_equal(aim.kind, DW_AIM_CARRIER);
    assert_int_equal(aim.slot, 7);
    mission.devices = 4; /* A trigger waits for the bell. */
    assert_int_equal(dw_mission_devices_for(&mission, 1 << 1), 5);
    assert_int_equal(dw_mission_devices_for(&mission, 0), 4);
    items[1] = (dw_snapshot_item){.state = DW_ITEM_DELIVERED};
    assert_int_equal(dw_mission_aim_of(&mission, 0, 7, map, items).kind, DW_AIM_NOWHERE);
    dw_scene_destroy(scene);
}

static void part_with_a_thing_that_the_map_lacks_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const dw_map *map = dw_mission_house(scene);
    dw_message message = {.type = DW_MESSAGE_MISSION_PART,
                          .as.mission_part = {.kind = DW_PART_USE, .device = 4}};
    assert_false(dw_client_mission_take(&mission, &message, map));
    take(&message); /* The map is not known yet; */
    assert_false(dw_mission_fits(&mission, map));
    message.as.mission_part.device = 2;
    assert_true(dw_client_mission_take(&mission, &message, map));
    assert_true(dw_mission_fits(&mission, map));
    dw_scene_destroy(scene);
}

static void nothing_counts_without_a_mission(void **state)
{
    (void)state;
    dw_client_mission_reset(&mission);
    take_part(0, (dw_mission_part){.kind = DW_PART_TAKE, .item = 1});
    assert_false(mission.on);
    assert_int_equal(mission.part_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(parts_are_kept_in_the_order_of_their_numbers, begin),
        cmocka_unit_test_setup(state_cuts_the_parts_and_a_mission_forgets_all, begin),
        cmocka_unit_test_setup(progress_goes_on_between_two_messages, begin),
        cmocka_unit_test_setup(items_of_open_parts_are_wanted, begin),
        cmocka_unit_test_setup(persons_are_known_by_slot_until_the_mission_is_told_anew, begin),
        cmocka_unit_test_setup(newest_notices_are_kept, begin),
        cmocka_unit_test_setup(aim_of_a_part_follows_its_item, begin),
        cmocka_unit_test_setup(part_with_a_thing_that_the_map_lacks_is_refused, begin),
        cmocka_unit_test_setup(nothing_counts_without_a_mission, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
