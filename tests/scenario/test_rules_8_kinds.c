/* server/RULES.md 8.25 to 8.28: what players and spectators know of the kinds of guards, byte by
 * byte; and the client that takes it in. */
#include "client/core/body_kinds.h"
#include "common/world/ruleset_kinds.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN = 1, BOB = 2, EVE = 3 };

/* Ann stays in the hall of the box, Bob is put into the study: between them a closed door. The
 * first guard, in the study, is of kind 1. */
typedef struct house {
    dw_match_box box;
    dw_client_handle ann, bob;
} house;

static dw_kind make_dog(void)
{
    dw_kind dog = dw_kind_guard();
    dog.look = DW_KIND_LOOK_DOG;
    dog.gaits.far.speed_mm_s = 4500;
    dog.senses.eyes.range_mm = 8000;
    return dog;
}

static dw_kind make_robot(void)
{
    dw_kind robot = dw_kind_guard();
    robot.look = DW_KIND_LOOK_ROBOT;
    robot.senses.rays.count = 24;
    robot.senses.eyes.meter_near = 0;
    robot.senses.eyes.meter_far_loss = 0;
    return robot;
}

static void prepare(house *it, const dw_kind *kind)
{
    dw_match_box_init(&it->box);
    (void)dw_scene_guard(it->box.scene, "usual", 9000, 1000, 0, "round");
    dw_scene_kind(it->box.scene, 0, "other");
    dw_match_box_build(&it->box);
    dw_ruleset_take_kinds(&it->box.rules, it->box.map);
    it->box.rules.kinds[1] = *kind;
}

static void play(house *it)
{
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
}

static void open_house(house *it, const dw_kind *kind, int32_t vision)
{
    prepare(it, kind);
    it->box.rules.vision = vision;
    play(it);
}

static dw_world *world_of(house *it)
{
    return (dw_world *)dw_sim_world(dw_match_sim(it->box.match));
}

static void put(house *it, uint32_t slot, dw_vec position)
{
    dw_actor *actor = &world_of(it)->actors[dw_intruder_index(world_of(it), slot)];
    actor->body.position = position;
    actor->room = dw_map_room_at(it->box.map, position);
}

/* A tick, then the client's turn: the size of its snapshot, 0 without one. */
static size_t show(house *it, dw_client_handle client, uint8_t bytes[DW_MESSAGE_MAX])
{
    size_t size = 0;
    dw_match_box_run(&it->box, 1);
    return dw_match_encode_snapshot(it->box.match, client, bytes, DW_MESSAGE_MAX, &size) == DW_OK
               ? size
               : 0;
}

static uint32_t told(const house *it, uint32_t tag)
{
    return dw_match_box_count(&it->box, 0, tag, DW_MESSAGE_BODY_KIND);
}

static const dw_body_kind *newest(const house *it, uint32_t tag)
{
    return &dw_match_box_last(&it->box, tag, DW_MESSAGE_BODY_KIND)->as.body_kind;
}

/* The id of the guard that stands there, in what the client was shown; 0 for none. */
static uint8_t id_at(house *it, dw_client_handle client, uint16_t guard)
{
    dw_snapshot seen;
    assert_int_equal(dw_match_snapshot(it->box.match, client, &seen), DW_OK);
    const dw_vec at = dw_guard_actor(world_of(it), guard)->body.position;
    for (uint32_t i = 0; i < seen.body_count; i++) {
        const dw_snapshot_body *row = &seen.bodies[i];
        if (row->role == DW_ROLE_GUARD &&
            row->x == dw_snapshot_quantise(at.x, it->box.map->bounds.min.x) &&
            row->y == dw_snapshot_quantise(at.y, it->box.map->bounds.min.y)) {
            return row->id;
        }
    }
    return 0;
}

static void a_player_learns_the_kind_of_a_guard_with_its_first_sight(void **state)
{
    (void)state;
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    const dw_kind dog = make_dog();
    open_house(&it, &dog, DW_VISION_SIGHT);
    for (uint32_t i = 0; i < 40; i++) {
        (void)show(&it, it.ann, bytes);
    }
    assert_int_equal(told(&it, ANN), 0);
    dw_door_set_put(&world_of(&it)->open, 0, true);
    put(&it, 0, dw_scene_mm(5000, 1700)); /* In line with the door and the dog. */
    uint32_t turns = 0;
    while (told(&it, ANN) == 0) {
        (void)show(&it, it.ann, bytes);
        turns++;
        assert_true(turns < 30);
        assert_int_equal(told(&it, ANN), id_at(&it, it.ann, 0) != 0);
    }
    assert_int_equal(newest(&it, ANN)->body, id_at(&it, it.ann, 0));
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        assert_int_equal(dw_tunable_get(field, &newest(&it, ANN)->kind),
                         dw_tunable_get(field, &dog));
    }
    for (uint32_t i = 0; i < 40; i++) { /* Once. */
        put(&it, 0, i % 20 < 10 ? dw_scene_mm(1000, 3500) : dw_scene_mm(5000, 1700));
        (void)show(&it, it.ann, bytes);
    }
    assert_int_equal(told(&it, ANN), 1);
    dw_match_box_close(&it.box);
}

/* Only the torch differs from that of an ordinary guard. Rule 1.64: it is shown as lit, too. */
static void a_player_learns_how_the_torch_of_another_kind_shines(void **state)
{
    (void)state;
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_kind kind = dw_kind_guard();
    kind.torch = (dw_kind_torch){.range_mm = 8000, .field_of_view_bam = 16384, .level = 90};
    prepare(&it, &kind);
    it.box.rules.vision = DW_VISION_OMNISCIENT;
    it.box.rules.light = 1;
    play(&it);
    dw_stage stage = {.sim = (dw_sim *)dw_match_sim(it.box.match)};
    assert_int_equal(dw_sim_set_brain(stage.sim, 0, &dw_brain_puppet), DW_OK);
    dw_stage_puppet(&stage, 0)->torch = true;
    for (uint32_t i = 0; i < 20; i++) {
        (void)show(&it, it.ann, bytes);
    }
    assert_int_equal(told(&it, ANN), 1);
    const dw_kind_torch *torch = &newest(&it, ANN)->kind.torch;
    assert_int_equal(torch->range_mm, 8000);
    assert_int_equal(torch->field_of_view_bam, 16384);
    assert_int_equal(torch->level, 90);
    dw_snapshot seen;
    assert_int_equal(dw_match_snapshot(it.box.match, it.ann, &seen), DW_OK);
    for (uint32_t i = 0; i < seen.body_count; i++) {
        const bool carries = seen.bodies[i].id == newest(&it, ANN)->body;
        assert_int_equal(seen.bodies[i].flags & DW_BODY_TORCH, carries ? DW_BODY_TORCH : 0);
    }
    dw_match_box_close(&it.box);
}

static void guards_as_the_welcome_says_are_not_told_of(void **state)
{
    (void)state;
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    for (int32_t seen = 0; seen <= 1; seen++) {
        dw_kind kind = dw_kind_guard();
        kind.senses.nose.range_mm = 2500; /* No client is told of noses. */
        kind.senses.motion.range_mm = seen * 4000;
        open_house(&it, &kind, DW_VISION_OMNISCIENT);
        for (uint32_t i = 0; i < 20; i++) {
            (void)show(&it, it.ann, bytes);
        }
        assert_int_equal(told(&it, ANN), seen);
        dw_match_box_close(&it.box);
    }
}

/* Two worlds: a dog in the study of one, a robot in that of the other. Ann is told the same bytes.
 */
static void a_kind_out_of_sight_sends_no_byte(void **state)
{
    (void)state;
    static house twins[2];
    const dw_kind kinds[2] = {make_dog(), make_robot()};
    for (uint32_t i = 0; i < 2; i++) {
        open_house(&twins[i], &kinds[i], DW_VISION_SIGHT);
        put(&twins[i], 1, dw_scene_mm(7000, 1000));
    }
    for (uint32_t round = 0; round < 60; round++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        size_t sizes[2];
        for (uint32_t i = 0; i < 2; i++) {
            house *it = &twins[i];
            const uint32_t from = it->box.message_count;
            uint8_t of_bob[DW_MESSAGE_MAX];
            (void)show(it, it->bob, of_bob);
            sizes[i] = show(it, it->ann, bytes[i]);
            for (uint32_t m = from; m < it->box.message_count; m++) {
                assert_int_not_equal(it->box.messages[m].tag, ANN);
            }
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
    for (uint32_t i = 0; i < 2; i++) { /* Bob sees which it is. */
        assert_int_equal(told(&twins[i], BOB), 1);
        assert_int_equal(newest(&twins[i], BOB)->kind.look, kinds[i].look);
        dw_match_box_close(&twins[i].box);
    }
}

static void spectators_are_told_no_sooner_than_they_see(void **state)
{
    (void)state;
    enum { DELAY = 300 };
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    const dw_kind dog = make_dog();
    prepare(&it, &dog);
    it.box.config.spectator_delay_ticks = DELAY;
    play(&it);
    const dw_client_handle eve = dw_match_box_watch(&it.box, EVE);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < 2 * DELAY; i++) {
        shown += show(&it, eve, bytes) > 0 ? 1 : 0;
        assert_int_equal(told(&it, EVE), shown > 0 ? 1 : 0);
    }
    assert_true(shown > 0);
    assert_int_equal(newest(&it, EVE)->body, 1); /* The first guard. */
    assert_int_equal(newest(&it, EVE)->kind.look, DW_KIND_LOOK_DOG);
    dw_match_box_close(&it.box);
}

static void who_comes_back_is_told_again(void **state)
{
    (void)state;
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    const dw_kind dog = make_dog();
    open_house(&it, &dog, DW_VISION_OMNISCIENT);
    dw_welcome welcome;
    const dw_client_handle first = dw_match_box_join(&it.box, EVE, "eve", &welcome);
    dw_match_box_run(&it.box, 3);
    (void)show(&it, first, bytes);
    const uint8_t body = newest(&it, EVE)->body;
    assert_int_equal(told(&it, EVE), 1);
    dw_match_drop(it.box.match, first);
    dw_match_box_run(&it.box, 5);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "eve", .has_token = true};
    memcpy(hello.token, welcome.token, sizeof hello.token);
    const dw_newcomer newcomer = {.tag = EVE};
    dw_client_handle again = 0;
    assert_int_equal(dw_match_join(it.box.match, it.box.tick, &hello, &newcomer, &again, &welcome),
                     DW_OK);
    (void)show(&it, again, bytes);
    assert_int_equal(told(&it, EVE), 2);
    assert_int_equal(newest(&it, EVE)->body, body);
    dw_match_box_close(&it.box);
}

static void after_a_map_change_all_is_told_anew(void **state)
{
    (void)state;
    static house it;
    uint8_t bytes[DW_MESSAGE_MAX];
    const dw_kind dog = make_dog();
    prepare(&it, &dog);
    it.box.rules.vision = DW_VISION_OMNISCIENT;
    dw_match_box_open(&it.box);
    dw_welcome welcome;
    it.ann = dw_match_box_join(&it.box, ANN, "ann", &welcome);
    (void)show(&it, it.ann, bytes);
    assert_int_equal(told(&it, ANN), 1);
    const dw_brain_kind *brains[] = {it.box.config.brain, it.box.config.brain};
    const dw_match_map same = {.map = it.box.map,
                               .nav = it.box.nav,
                               .rules = &it.box.rules,
                               .brains = brains,
                               .hash = it.box.config.map_hash,
                               .size = it.box.config.map_size};
    dw_match_change_map(it.box.match, &same);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(show(&it, it.ann, bytes), 0);
        assert_int_equal(told(&it, ANN), 1); /* The client still lacks the map. */
    }
    dw_match_map_ready(it.box.match, it.ann, 1);
    assert_true(show(&it, it.ann, bytes) > 0);
    assert_int_equal(told(&it, ANN), 2);
    dw_match_box_close(&it.box);
}

static void a_guard_that_sleeps_is_shown_so(void **state)
{
    (void)state;
    static house it;
    const dw_kind dog = make_dog();
    open_house(&it, &dog, DW_VISION_OMNISCIENT);
    for (uint8_t asleep = 0; asleep <= 1; asleep++) {
        world_of(&it)->guards[0].command.asleep = asleep;
        const uint8_t id = id_at(&it, it.ann, 0);
        dw_snapshot seen;
        assert_int_equal(dw_match_snapshot(it.box.match, it.ann, &seen), DW_OK);
        for (uint32_t i = 0; i < seen.body_count; i++) {
            const dw_snapshot_body *row = &seen.bodies[i];
            if (row->role == DW_ROLE_GUARD) {
                assert_int_equal((row->flags & DW_BODY_ASLEEP) != 0, row->id == id && asleep == 1);
            }
        }
    }
    dw_match_box_close(&it.box);
}

/* More kinds at once than a match has cannot be true; kinds that no id has any more make room. */
static void a_client_holds_as_many_kinds_as_a_match_has(void **state)
{
    (void)state;
    static dw_body_kinds kinds;
    dw_body_kinds_reset(&kinds);
    dw_body_kind row = {.kind = make_dog()};
    for (uint32_t id = 1; id <= 2 * DW_KINDS_MAX; id++) {
        row.body = (uint8_t)id;
        row.kind.body.size_mm = 500 + (int32_t)(id % DW_KINDS_MAX);
        assert_true(dw_body_kinds_put(&kinds, &row));
    }
    for (uint32_t id = 1; id <= 2 * DW_KINDS_MAX; id++) {
        assert_int_equal(dw_body_kinds_find(&kinds, (uint8_t)id)->body.size_mm,
                         500 + (int32_t)(id % DW_KINDS_MAX));
    }
    row.body = 40;
    row.kind.body.size_mm = 700;
    assert_false(dw_body_kinds_put(&kinds, &row));
    assert_null(dw_body_kinds_find(&kinds, 40));
    row.body = 1;
    assert_false(dw_body_kinds_put(&kinds, &row)); /* Another id still has the kind of the first. */
    assert_int_equal(dw_body_kinds_find(&kinds, 1)->body.size_mm, 501);
    const dw_body_kind same = {.body = 1 + DW_KINDS_MAX, .kind = *dw_body_kinds_find(&kinds, 2)};
    assert_true(dw_body_kinds_put(&kinds, &same));
    assert_true(dw_body_kinds_put(&kinds, &row)); /* Now none has. */
    assert_int_equal(dw_body_kinds_find(&kinds, 1)->body.size_mm, 700);
    dw_body_kinds_reset(&kinds);
    assert_null(dw_body_kinds_find(&kinds, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_learns_the_kind_of_a_guard_with_its_first_sight),
        cmocka_unit_test(a_player_learns_how_the_torch_of_another_kind_shines),
        cmocka_unit_test(guards_as_the_welcome_says_are_not_told_of),
        cmocka_unit_test(a_kind_out_of_sight_sends_no_byte),
        cmocka_unit_test(spectators_are_told_no_sooner_than_they_see),
        cmocka_unit_test(who_comes_back_is_told_again),
        cmocka_unit_test(after_a_map_change_all_is_told_anew),
        cmocka_unit_test(a_guard_that_sleeps_is_shown_so),
        cmocka_unit_test(a_client_holds_as_many_kinds_as_a_match_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
