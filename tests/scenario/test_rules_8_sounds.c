/* server/RULES.md 8.30 to 8.33: what players are told of noises, and that what is out of earshot
 * changes no byte. */
#include "common/base/check.h"
#include "common/base/decibel.h"
#include "server/sim/sim_state.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN = 1, BOB, WATCHER, HALL = 0, STUDY = 1, TURN_TICKS = 3 };

/* Ann and Bob stand in the hall, Ann at (1000, 2000); the guard stands in the study, behind a
 * closed door at (6000, 2000). */
typedef struct house {
    dw_match_box box;
    dw_client_handle ann, bob;
    dw_welcome welcome; /* Ann's. */
} house;

static house one, two;

static dw_sim *sim_of(house *it)
{
    return (dw_sim *)dw_match_sim(it->box.match);
}

static void to_turn(house *it)
{
    do {
        dw_match_box_run(&it->box, 1);
    } while (!dw_match_snapshot_due(it->box.match, it->box.tick));
}

/* At the end of a turn; nothing of before is left. */
static void open_house(house *it, bool hearing)
{
    dw_match_box_init(&it->box);
    it->box.rules.hearing = hearing;
    it->box.config.spectator_delay_ticks = 6;
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &it->welcome);
    it->bob = dw_match_box_join(&it->box, BOB, "bob", &welcome);
    (void)dw_match_box_watch(&it->box, WATCHER);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    sim_of(it)->world.actors[dw_intruder_index(&sim_of(it)->world, 0)].body.position =
        dw_scene_mm(1000, 2000);
    to_turn(it);
    it->box.message_count = 0;
}

static dw_noise noise_at(dw_noise_kind kind, uint16_t room, int32_t x_mm, int32_t y_mm,
                         int32_t level_db10)
{
    return (dw_noise){.kind = (uint8_t)kind,
                      .room = room,
                      .position = dw_scene_mm(x_mm, y_mm),
                      .level_db10 = level_db10};
}

static void make(house *it, dw_noise noise)
{
    dw_sim_make_noise(sim_of(it), &noise);
}

static uint32_t told(const house *it, uint32_t tag)
{
    return dw_match_box_count(&it->box, 0, tag, DW_MESSAGE_SOUNDS);
}

static const dw_sounds *heard_by(const house *it, uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&it->box, tag, DW_MESSAGE_SOUNDS);
    assert_non_null(message);
    return &message->as.sounds;
}

static void expect(const dw_sound_heard *row, dw_noise_kind kind, uint8_t direction,
                   int32_t level_db)
{
    assert_int_equal(row->kind, kind);
    assert_int_equal(row->direction, direction);
    assert_int_equal(row->level_db, level_db);
}

static void a_player_is_told_kind_direction_and_level(void **state)
{
    (void)state;
    open_house(&one, true);
    for (uint32_t kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        dw_noise noise = noise_at((dw_noise_kind)kind, HALL, 1000, 500, 409);
        noise.from_own_side = true; /* A guard's: players pay no heed to their own steps. */
        make(&one, noise);
        to_turn(&one);
        assert_int_equal(told(&one, ANN), kind + 1);
        const dw_sounds *sounds = heard_by(&one, ANN);
        assert_int_equal(sounds->count, 1);
        assert_int_equal(sounds->tick, one.box.tick);
        /* North of Ann, at 1.5 m: 40.9 - 3.5 - 15 dB, rounded down. */
        expect(&sounds->rows[0], (dw_noise_kind)kind, 96, 22);
    }
    dw_match_box_close(&one.box);
}

/* The closed door is east of Ann, and all of the study is behind it. */
static void a_noise_elsewhere_comes_from_the_doorway(void **state)
{
    (void)state;
    static const int32_t y_mm[] = {500, 3500};
    for (uint32_t i = 0; i < DW_COUNT_OF(y_mm); i++) {
        open_house(&one, true);
        dw_noise noise = noise_at(DW_NOISE_CALL, STUDY, 8000, y_mm[i], 600);
        noise.from_own_side = i == 0;
        make(&one, noise);
        to_turn(&one);
        assert_int_equal(heard_by(&one, ANN)->count, 1);
        const int32_t loss = dw_distance_loss_db10(5000 + 2500) + 30 + 140;
        expect(&heard_by(&one, ANN)->rows[0], DW_NOISE_CALL, 0, (600 - loss - 150) / 10);
        dw_match_box_close(&one.box);
    }
}

static void noises_wait_for_the_turn_and_the_loudest_eight_are_told(void **state)
{
    (void)state;
    open_house(&one, true);
    for (int32_t i = 0; i < TURN_TICKS; i++) {
        for (int32_t k = 0; k < 4; k++) {
            make(&one, noise_at(DW_NOISE_LEAF, HALL, 1000, 1500, 300 + 40 * i + 10 * k));
        }
        assert_int_equal(told(&one, ANN), 0);
        dw_match_box_run(&one.box, 1);
    }
    assert_true(dw_match_snapshot_due(one.box.match, one.box.tick));
    assert_int_equal(told(&one, ANN), 1);
    assert_int_equal(heard_by(&one, ANN)->count, DW_SOUNDS_MAX);
    for (int32_t i = 0; i < DW_SOUNDS_MAX; i++) {
        expect(&heard_by(&one, ANN)->rows[i], DW_NOISE_LEAF, 96, 15 + 11 - i);
    }
    to_turn(&one); /* Once alone. */
    assert_int_equal(told(&one, ANN), 1);
    dw_match_box_close(&one.box);
}

/* The order of noises of one tick is that of the guards that made them. */
static void the_order_of_equally_loud_noises_changes_no_byte(void **state)
{
    (void)state;
    house *const houses[] = {&one, &two};
    dw_noise noises[DW_HEARD_MAX + 2];
    for (uint32_t i = 0; i < DW_COUNT_OF(noises); i++) {
        const int32_t x_mm = i % 2 == 0 ? 500 : 1500;
        noises[i] = noise_at(i < 5 ? DW_NOISE_LEAF : DW_NOISE_BARK, HALL, x_mm, 2000, 400);
    }
    for (uint32_t h = 0; h < DW_COUNT_OF(houses); h++) {
        open_house(houses[h], true);
        for (uint32_t i = 0; i < DW_COUNT_OF(noises); i++) {
            make(houses[h], noises[h == 0 ? i : DW_COUNT_OF(noises) - 1 - i]);
        }
        to_turn(houses[h]);
    }
    assert_memory_equal(heard_by(&one, ANN), heard_by(&two, ANN), sizeof(dw_sounds));
    assert_memory_equal(heard_by(&one, BOB), heard_by(&two, BOB), sizeof(dw_sounds));
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

/* All that Ann is sent after a tick: messages in their order, and the snapshot. */
static size_t bytes_for_ann(house *it, uint32_t from, uint8_t *bytes, size_t capacity)
{
    size_t size = 0;
    for (uint32_t i = from; i < it->box.message_count; i++) {
        size_t more = 0;
        if (it->box.messages[i].tag == ANN) {
            assert_int_equal(dw_message_encode(&it->box.messages[i].message, bytes + size,
                                               capacity - size, &more),
                             DW_OK);
            size += more;
        }
    }
    size_t more = 0;
    if (dw_match_snapshot_due(it->box.match, it->box.tick) &&
        dw_match_encode_snapshot(it->box.match, it->ann, bytes + size, capacity - size, &more) ==
            DW_OK) {
        size += more;
    }
    return size;
}

/* Two worlds: in the second one noises sound that arrive just below the threshold, and one that
 * Bob hears alone. Ann is sent the same bytes, those of a noise that both of them hear among them.
 */
static void what_is_out_of_earshot_changes_no_byte(void **state)
{
    (void)state;
    house *const houses[] = {&one, &two};
    open_house(&one, true);
    open_house(&two, true);
    sim_of(&two)->world.actors[dw_intruder_index(&sim_of(&two)->world, 1)].body.position =
        sim_of(&one)->world.actors[dw_intruder_index(&sim_of(&one)->world, 1)].body.position =
            dw_scene_mm(5500, 2000);
    const int32_t loss = dw_distance_loss_db10(5000 + 1000) + 30 + 140;
    for (uint32_t tick = 0; tick < 60; tick++) {
        uint8_t bytes[2][2 * DW_MESSAGE_MAX];
        size_t sizes[2];
        for (uint32_t h = 0; h < DW_COUNT_OF(houses); h++) {
            const uint32_t from = houses[h]->box.message_count;
            for (uint32_t i = 0; h == 1 && i < 2 * DW_HEARD_MAX; i++) {
                make(houses[h], noise_at(DW_NOISE_BARK, STUDY, 7000, 2000, loss + 149));
            }
            if (tick % 20 == 0) {
                make(houses[h], noise_at(DW_NOISE_COIN, HALL, 1000, 1000, 580));
            }
            dw_match_box_run(&houses[h]->box, 1);
            sizes[h] = bytes_for_ann(houses[h], from, bytes[h], sizeof bytes[h]);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    }
    assert_int_equal(told(&one, ANN), 3);
    assert_int_equal(told(&two, ANN), 3);
    assert_int_equal(told(&one, BOB), 3);
    assert_int_equal(told(&two, BOB), 60 / TURN_TICKS);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

/* A decibel more, and it is told: the twins above are at the edge. */
static void what_just_arrives_is_told(void **state)
{
    (void)state;
    open_house(&one, true);
    const int32_t loss = dw_distance_loss_db10(5000 + 1000) + 30 + 140;
    make(&one, noise_at(DW_NOISE_BARK, STUDY, 7000, 2000, loss + 150));
    to_turn(&one);
    assert_int_equal(told(&one, ANN), 1);
    expect(&heard_by(&one, ANN)->rows[0], DW_NOISE_BARK, 0, 0);
    dw_match_box_close(&one.box);
}

static void only_players_with_a_living_intruder_are_told(void **state)
{
    (void)state;
    open_house(&one, true);
    dw_welcome welcome;
    (void)dw_match_box_join(&one.box, 4, "late", &welcome); /* Waits for the next round. */
    make(&one, noise_at(DW_NOISE_COIN, HALL, 3000, 1000, 580));
    dw_match_box_run(&one.box, 1);
    /* What Ann heard in this turn goes with the intruder. */
    dw_sim_set_slot_state(sim_of(&one), 0, DW_SLOT_CAUGHT);
    for (uint32_t i = 0; i < 40; i++) {
        make(&one, noise_at(DW_NOISE_COIN, HALL, 3000, 1000, 580));
        to_turn(&one);
    }
    assert_int_equal(told(&one, BOB), 40);
    assert_int_equal(told(&one, ANN), 0);
    assert_int_equal(told(&one, WATCHER), 0);
    assert_int_equal(told(&one, 4), 0);
    dw_match_box_close(&one.box);
}

/* Neither of what the intruder heard before the loss, nor of what it heard meanwhile. */
static void a_player_that_comes_back_begins_with_silence(void **state)
{
    (void)state;
    open_house(&one, true);
    make(&one, noise_at(DW_NOISE_COIN, HALL, 1000, 1000, 580));
    dw_match_box_run(&one.box, 1);
    dw_match_drop(one.box.match, one.ann);
    make(&one, noise_at(DW_NOISE_COIN, HALL, 1000, 1000, 580));
    dw_match_box_run(&one.box, 1);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "ann", .has_token = true};
    memcpy(hello.token, one.welcome.token, sizeof hello.token);
    const dw_newcomer newcomer = {.tag = ANN};
    assert_int_equal(
        dw_match_join(one.box.match, one.box.tick, &hello, &newcomer, &one.ann, &one.welcome),
        DW_OK);
    to_turn(&one);
    assert_int_equal(told(&one, BOB), 1);
    assert_int_equal(told(&one, ANN), 0);
    make(&one, noise_at(DW_NOISE_COIN, HALL, 1000, 1000, 580));
    to_turn(&one);
    assert_int_equal(told(&one, ANN), 1);
    dw_match_box_close(&one.box);
}

static void without_hearing_nothing_is_told(void **state)
{
    (void)state;
    open_house(&one, false);
    dw_match_box_ask(&one.box, one.bob, DW_EAST, DW_BUTTON_SPRINT, 16);
    for (uint32_t i = 0; i < 10; i++) {
        make(&one, noise_at(DW_NOISE_COIN, HALL, 1000, 1000, 1200));
        to_turn(&one);
    }
    assert_int_equal(told(&one, ANN) + told(&one, BOB), 0);
    dw_match_box_close(&one.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_is_told_kind_direction_and_level),
        cmocka_unit_test(a_noise_elsewhere_comes_from_the_doorway),
        cmocka_unit_test(noises_wait_for_the_turn_and_the_loudest_eight_are_told),
        cmocka_unit_test(the_order_of_equally_loud_noises_changes_no_byte),
        cmocka_unit_test(what_is_out_of_earshot_changes_no_byte),
        cmocka_unit_test(what_just_arrives_is_told),
        cmocka_unit_test(only_players_with_a_living_intruder_are_told),
        cmocka_unit_test(a_player_that_comes_back_begins_with_silence),
        cmocka_unit_test(without_hearing_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
