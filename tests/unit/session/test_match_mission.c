/* What the clients of a match are told of its mission: parts once they are open, how far they are,
 * lines, and the result (server/RULES.md 12; PROTOCOL.md, messages 56 to 60). */
#include "common/base/check.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/session/match_save.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN = 1, BOB, WATCHER, LATE = 60, TWIN_TICKS = 300 };

typedef struct staged {
    dw_match_box box;
    dw_mission mission;
    dw_client_handle ann;
} staged;

static staged one, two;

/* In the hall: Ann beside a letter, a terminal further on. */
static void open_stage(staged *it, const char *parts)
{
    dw_welcome welcome;
    dw_match_box_init(&it->box);
    dw_scene_document(it->box.scene, "letter", 1100, 2600);
    dw_scene_device(it->box.scene, "terminal", 4000, 3700);
    dw_scene_device(it->box.scene, "safe", 9800, 3700);
    dw_scene_person(it->box.scene, "curator", 9400, 3000);
    (void)dw_scene_guard(it->box.scene, "cid", 7000, 3000, 0, "round");
    dw_match_box_build(&it->box);
    it->mission = dw_mission_of(it->box.map, parts);
    it->box.config.mission = &it->mission;
    it->box.config.spectator_delay_ticks = LATE;
    it->box.rules.reach_mm = 1000;
    it->box.rules.drop_ticks = 36000;
    dw_match_box_open(&it->box);
    it->ann = dw_match_box_join(&it->box, ANN, "ann", &welcome);
}

static void begin(staged *it, const char *parts)
{
    open_stage(it, parts);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
}

static void put_ann(staged *it, int32_t x_mm, int32_t y_mm)
{
    dw_sim *sim = (dw_sim *)dw_match_sim(it->box.match);
    dw_actor *actor = &sim->world.actors[dw_intruder_index(&sim->world, 0)];
    actor->body.position = (dw_vec){DW_MM(x_mm), DW_MM(y_mm)};
    actor->room = dw_map_room_at(it->box.map, actor->body.position);
}

static void hold_use(staged *it, uint32_t ticks)
{
    for (; ticks > 0; ticks--) {
        dw_match_box_ask(&it->box, it->ann, DW_STAND, DW_BUTTON_USE, 1);
        dw_match_box_run(&it->box, 1);
    }
}

static void take_letter(staged *it)
{
    hold_use(it, 2);
    dw_match_box_run(&it->box, 2);
    assert_int_equal(dw_sim_world(dw_match_sim(it->box.match))->items[1].state, DW_ITEM_CARRIED);
}

static const dw_parts_told *state_of(const staged *it, uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&it->box, tag, DW_MESSAGE_MISSION_STATE);
    return message != NULL ? &message->as.mission_state : NULL;
}

static uint32_t count(const staged *it, uint32_t tag, dw_message_type type)
{
    return dw_match_box_count(&it->box, 0, tag, type);
}

static void close_stage(staged *it)
{
    dw_match_box_close(&it->box);
}

static const char letter_and_more[] =
    "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take it\"},"
    " {\"id\": \"study\", \"do\": \"reach\", \"to\": \"study\", \"text\": \"Go on\", "
    "\"after\": [\"letter\"]},"
    " {\"id\": \"scan\", \"do\": \"scan\", \"device\": \"terminal\", \"text\": \"Scan\", "
    "\"optional\": true}]";

static void newcomer_is_told_of_the_mission_and_of_open_parts_alone(void **state)
{
    (void)state;
    begin(&one, letter_and_more);
    const dw_message *brief = dw_match_box_last(&one.box, ANN, DW_MESSAGE_MISSION);
    assert_non_null(brief);
    assert_string_equal(brief->as.mission.title, "Test");
    assert_string_equal(brief->as.mission.name, "test");
    assert_int_equal(brief->as.mission.time_limit_s, 600);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_PART), 2);
    const dw_mission_part *part =
        &dw_match_box_last(&one.box, ANN, DW_MESSAGE_MISSION_PART)->as.mission_part;
    assert_int_equal(part->number, 1);
    assert_string_equal(part->id, "scan");
    assert_int_equal(part->device, 1);
    assert_int_equal(part->ticks, DW_SCAN_TICKS);
    assert_true(part->optional);
    assert_int_equal(state_of(&one, ANN)->count, 2);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_STATE), 1);
    dw_welcome welcome; /* The next client gets the same. */
    (void)dw_match_box_join(&one.box, BOB, "bob", &welcome);
    dw_match_box_run(&one.box, 1);
    assert_int_equal(count(&one, BOB, DW_MESSAGE_MISSION), 1);
    assert_int_equal(count(&one, BOB, DW_MESSAGE_MISSION_PART), 2);
    assert_int_equal(state_of(&one, BOB)->count, 2);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION), 1);
    close_stage(&one);
}

static void part_is_told_when_it_opens_and_who_did_the_one_before(void **state)
{
    (void)state;
    begin(&one, letter_and_more);
    take_letter(&one);
    const dw_mission_part *part =
        &dw_match_box_last(&one.box, ANN, DW_MESSAGE_MISSION_PART)->as.mission_part;
    assert_string_equal(part->id, "study");
    assert_int_equal(part->number, 2);
    assert_int_equal(part->after, 1); /* Part 0 is the letter. */
    assert_int_equal(part->place.min.x, one.box.map->rooms[1].area.min.x);
    const dw_parts_told *told = state_of(&one, ANN);
    assert_int_equal(told->count, 3);
    assert_int_equal(told->rows[0].state, DW_PART_DONE);
    assert_int_equal(told->rows[0].slot, 0);
    assert_in_range(told->rows[0].at, 1, 10);
    assert_int_equal(told->rows[2].state, DW_PART_OPEN);
    close_stage(&one);
}

static void held_key_is_told_when_it_begins_and_when_it_ends(void **state)
{
    (void)state;
    begin(&one, letter_and_more);
    put_ann(&one, 4000, 3200);
    const uint32_t before = count(&one, ANN, DW_MESSAGE_MISSION_STATE);
    hold_use(&one, 30);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_STATE), before + 1);
    assert_int_equal(state_of(&one, ANN)->rows[1].held, 1);
    assert_int_equal(state_of(&one, ANN)->rows[1].slot, 0);
    dw_match_box_ask(&one.box, one.ann, DW_STAND, 0, 1);
    dw_match_box_run(&one.box, 2);
    assert_int_equal(state_of(&one, ANN)->rows[1].held, 0);
    hold_use(&one, DW_SCAN_TICKS + 2);
    assert_int_equal(state_of(&one, ANN)->rows[1].state, DW_PART_DONE);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_STATE), before + 4);
    close_stage(&one);
}

static void held_key_that_is_pressed_anew_within_a_tick_is_told_anew(void **state)
{
    (void)state;
    begin(&one, letter_and_more);
    put_ann(&one, 4000, 3200);
    hold_use(&one, 30);
    dw_mission_state *sim = ((dw_sim *)dw_match_sim(one.box.match))->mission_state;
    sim->held[2] = 5; /* As if let go and pressed again between two looks. */
    const uint32_t before = count(&one, ANN, DW_MESSAGE_MISSION_STATE);
    hold_use(&one, 1);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_STATE), before + 1);
    assert_int_equal(state_of(&one, ANN)->rows[1].held, 6);
    close_stage(&one);
}

static void spectators_are_told_as_late_as_they_see_it(void **state)
{
    (void)state;
    open_stage(&one, letter_and_more);
    (void)dw_match_box_watch(&one.box, WATCHER);
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    take_letter(&one);
    assert_int_equal(count(&one, WATCHER, DW_MESSAGE_MISSION), 1);
    assert_null(state_of(&one, WATCHER));
    dw_match_box_run(&one.box, LATE);
    assert_int_equal(state_of(&one, WATCHER)->rows[0].state, DW_PART_DONE);
    assert_int_equal(count(&one, WATCHER, DW_MESSAGE_MISSION_PART), 3);
    /* Who comes later gets what the others have. */
    (void)dw_match_box_watch(&one.box, WATCHER + 1);
    dw_match_box_run(&one.box, 2);
    assert_int_equal(count(&one, WATCHER + 1, DW_MESSAGE_MISSION), 1);
    assert_int_equal(count(&one, WATCHER + 1, DW_MESSAGE_MISSION_PART), 3);
    assert_int_equal(state_of(&one, WATCHER + 1)->rows[0].state, DW_PART_DONE);
    close_stage(&one);
}

/* Runs on, with snapshots as the host asks for them; gives back who the client was told of. */
static const dw_mission_person *show(staged *it, dw_client_handle client, uint32_t tag)
{
    for (uint32_t i = 0; i < LATE; i++) {
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size;
        dw_match_box_run(&it->box, 1);
        if (dw_match_encode_snapshot(it->box.match, client, bytes, sizeof bytes, &size) != DW_OK) {
            continue; /* Nothing to send in this tick. */
        }
    }
    const dw_message *told = dw_match_box_last(&it->box, tag, DW_MESSAGE_MISSION_PERSON);
    return told != NULL ? &told->as.mission_person : NULL;
}

static void a_person_is_named_once_a_client_sees_it(void **state)
{
    (void)state;
    open_stage(&one, "[{\"id\": \"bring\", \"do\": \"escort\", \"person\": \"curator\","
                     " \"to\": \"exit\", \"text\": \"Bring the curator\"}]");
    const dw_client_handle watcher = dw_match_box_watch(&one.box, WATCHER);
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_PERSON), 0);
    const dw_mission_person *told = show(&one, one.ann, ANN);
    assert_non_null(told);
    assert_int_equal(told->slot, DW_INTRUDERS_MAX - 1);
    assert_string_equal(told->name, "curator");
    (void)show(&one, one.ann, ANN);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_PERSON), 1);
    assert_non_null(show(&one, watcher, WATCHER));
    close_stage(&one);
    begin(&one, letter_and_more); /* A mission that does not name the curator. */
    assert_null(show(&one, one.ann, ANN));
    close_stage(&one);
}

static void lines_of_the_mission_are_notices_and_no_chat(void **state)
{
    (void)state;
    begin(&one,
          "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take\"},"
          " {\"id\": \"on\", \"do\": \"reach\", \"to\": \"study\", \"text\": \"Go\"}],"
          " \"triggers\": [{\"on\": [\"take\", \"letter\"], \"do\": [[\"say\", \"Hush!\"]]}]");
    take_letter(&one);
    const dw_message *notice = dw_match_box_last(&one.box, ANN, DW_MESSAGE_MISSION_NOTICE);
    assert_non_null(notice);
    assert_string_equal(notice->as.mission_notice.text, "Hush!");
    assert_string_equal(notice->as.mission_notice.speaker, "");
    assert_int_equal(count(&one, ANN, DW_MESSAGE_CHAT_LINE), 0);
    close_stage(&one);
}

static void result_grades_the_team_and_each_player(void **state)
{
    (void)state;
    dw_welcome welcome;
    open_stage(&one, "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": "
                     "\"Take it\"}], \"score\": {\"won\": 500, \"part\": 40, \"unseen\": 7}");
    (void)dw_match_box_join(&one.box, BOB, "bob", &welcome);
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    hold_use(&one, 2);
    dw_match_box_run(&one.box, 2);
    const dw_message *message = dw_match_box_last(&one.box, BOB, DW_MESSAGE_MISSION_RESULT);
    assert_non_null(message);
    const dw_mission_result *result = &message->as.mission_result;
    assert_int_equal(result->outcome, DW_OUTCOME_WON);
    assert_int_equal(result->parts, 1);
    assert_int_equal(result->optional, 0);
    assert_int_equal(result->sightings, 0);
    assert_int_equal(result->points, 547);
    assert_int_equal(result->count, 2);
    assert_int_equal(result->rows[0].parts, 1);
    assert_int_equal(result->rows[0].points, 547);
    assert_int_equal(result->rows[1].parts, 0);
    assert_int_equal(result->rows[1].points, 507);
    close_stage(&one);
}

static void round_that_begins_anew_has_its_first_parts_open_again(void **state)
{
    (void)state;
    begin(&one,
          "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take\"},"
          " {\"id\": \"scan\", \"do\": \"scan\", \"device\": \"terminal\", \"text\": \"Scan\","
          " \"after\": [\"letter\"]}], \"triggers\": [{\"on\": [\"take\", \"letter\"],"
          " \"do\": [[\"end\", \"lost\"]]}]");
    take_letter(&one);
    assert_int_equal(state_of(&one, ANN)->count, 2);
    dw_match_box_run_until(&one.box, DW_PHASE_LOBBY);
    dw_match_box_run(&one.box, 1);
    assert_int_equal(state_of(&one, ANN)->count, 1);
    assert_int_equal(state_of(&one, ANN)->rows[0].state, DW_PART_OPEN);
    assert_int_equal(count(&one, ANN, DW_MESSAGE_MISSION_PART), 2); /* They stay as told. */
    close_stage(&one);
}

static void mission_that_nobody_in_particular_has_won_has_no_winner(void **state)
{
    (void)state;
    begin(&one, "[{\"id\": \"stay\", \"do\": \"survive\", \"seconds\": 1, \"text\": \"Stay\"}]");
    dw_match_box_run(&one.box, 70);
    const dw_message *round = dw_match_box_last(&one.box, ANN, DW_MESSAGE_ROUND);
    assert_int_equal(round->as.round.outcome, DW_OUTCOME_WON);
    assert_int_equal(round->as.round.winner, DW_SLOT_NONE);
    close_stage(&one);
}

static void round_waits_for_as_many_players_as_the_mission_is_for(void **state)
{
    (void)state;
    dw_welcome welcome;
    dw_match_box_init(&one.box);
    dw_scene_document(one.box.scene, "letter", 1100, 2600);
    dw_match_box_build(&one.box);
    one.mission = dw_mission_of(
        one.box.map,
        "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take\"}]");
    one.mission.players_min = 2;
    one.box.config.mission = &one.mission;
    dw_match_box_open(&one.box);
    (void)dw_match_box_join(&one.box, ANN, "ann", &welcome);
    assert_int_equal(welcome.intruders_max, 2);
    dw_match_box_run(&one.box, 100);
    assert_int_equal(dw_match_round_machine(one.box.match)->phase, DW_PHASE_LOBBY);
    (void)dw_match_box_join(&one.box, BOB, "bob", &welcome);
    assert_int_equal(dw_match_box_join(&one.box, BOB + 1, "cleo", &welcome), 0); /* It is full. */
    dw_match_box_run_until(&one.box, DW_PHASE_PLAY);
    const dw_round_machine *round = dw_match_round_machine(one.box.match);
    assert_int_equal(round->end_tick - round->start_tick, 600 * 60);
    close_stage(&one);
}

/* --- saves --- */

static const dw_brain_kind *find_brain(const void *context, const char *name)
{
    (void)context;
    return dw_brain_find(name);
}

static const char letter_and_scan[] =
    "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take\"},"
    " {\"id\": \"stay\", \"do\": \"survive\", \"seconds\": 90, \"text\": \"Stay\", \"after\": "
    "[\"letter\"]}], \"triggers\": [{\"on\": [\"time\", 20], \"do\": [[\"spawn\", \"cid\"], "
    "[\"open\", \"hall-study\"], [\"alarm\", 2], [\"give\", 5]]}]";

static void save_into(const staged *from, uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, capacity);
    dw_match_save(from->box.match, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, size), DW_OK);
}

static dw_status load_from(staged *into, const uint8_t *bytes, size_t size, dw_error *error)
{
    dw_state_reader reader = {.at = bytes, .end = bytes + size};
    const dw_brain_finder finder = {find_brain, NULL};
    return dw_match_load(into->box.match, &reader, finder, error);
}

static void save_in_the_middle_goes_on_alike_for_a_minute(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 16];
    size_t size = 0;
    dw_error error = {""};
    begin(&one, letter_and_scan);
    take_letter(&one);
    dw_match_drop(one.box.match, one.ann); /* As those who load find it. */
    dw_match_box_run(&one.box, 1);
    save_into(&one, bytes, sizeof bytes, &size);
    open_stage(&two, letter_and_scan);
    dw_match_leave(two.box.match, two.ann);
    dw_match_box_run(&two.box, 1);
    assert_int_equal(load_from(&two, bytes, size, &error), DW_OK);
    two.box.tick = one.box.tick;
    for (uint32_t second = 0; second < 60; second++) {
        dw_match_box_run(&one.box, 60);
        dw_match_box_run(&two.box, 60);
        assert_int_equal(dw_sim_hash(dw_match_sim(one.box.match)),
                         dw_sim_hash(dw_match_sim(two.box.match)));
    }
    const dw_mission_state *now = dw_sim_mission_state(dw_match_sim(two.box.match));
    assert_int_equal(now->given, 5);
    assert_int_equal(now->alarm, 2);
    dw_welcome welcome; /* Who took the letter is known as before. */
    (void)dw_match_box_join(&two.box, BOB, "bob", &welcome);
    dw_match_box_run(&two.box, 1);
    assert_int_equal(state_of(&two, BOB)->rows[0].slot, 0);
    assert_int_equal(state_of(&two, BOB)->rows[0].state, DW_PART_DONE);
    close_stage(&one);
    close_stage(&two);
}

static void save_of_another_mission_is_refused(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 16];
    size_t size = 0;
    dw_error error = {""};
    begin(&one, letter_and_scan);
    save_into(&one, bytes, sizeof bytes, &size);
    open_stage(&two, letter_and_more); /* Of the same name. */
    dw_match_leave(two.box.match, two.ann);
    dw_match_box_run(&two.box, 1);
    assert_int_equal(load_from(&two, bytes, size, &error), DW_INVALID);
    assert_string_equal(error.text, "match 1: the saved match has another mission");
    close_stage(&one);
    close_stage(&two);
}

/* --- twins --- */

static void fill_bytes(const dw_box_message *from, uint8_t bytes[DW_MESSAGE_MAX], size_t *size)
{
    const dw_status status = dw_message_encode(&from->message, bytes, DW_MESSAGE_MAX, size);
    assert_int_equal(status, DW_OK);
}

static void expect_same_messages(void)
{
    assert_int_equal(one.box.message_count, two.box.message_count);
    for (uint32_t i = 0; i < one.box.message_count; i++) {
        uint8_t a[DW_MESSAGE_MAX];
        uint8_t b[DW_MESSAGE_MAX];
        size_t a_size = 0;
        size_t b_size = 0;
        fill_bytes(&one.box.messages[i], a, &a_size);
        fill_bytes(&two.box.messages[i], b, &b_size);
        assert_int_equal(one.box.messages[i].tag, two.box.messages[i].tag);
        assert_int_equal(a_size, b_size);
        assert_memory_equal(a, b, a_size);
    }
    one.box.message_count = 0;
    two.box.message_count = 0;
}

static void expect_same_snapshots(void)
{
    uint8_t a[DW_MESSAGE_MAX];
    uint8_t b[DW_MESSAGE_MAX];
    size_t a_size = 0;
    size_t b_size = 0;
    const dw_status first = dw_match_encode_snapshot(one.box.match, one.ann, a, sizeof a, &a_size);
    const dw_status second = dw_match_encode_snapshot(two.box.match, two.ann, b, sizeof b, &b_size);
    assert_int_equal(first, second);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a, b, a_size);
}

static void run_twins(uint32_t ticks)
{
    for (; ticks > 0; ticks--) {
        dw_match_box_run(&one.box, 1);
        dw_match_box_run(&two.box, 1);
        expect_same_messages();
        if (dw_match_snapshot_due(one.box.match, one.box.tick)) {
            expect_same_snapshots();
        }
    }
}

/* The twin has more and other hidden parts. In the study, behind a closed door, a guard less is
 * there, another one comes when the letter is taken, and an alarm goes up in the end. */
static void missions_that_differ_out_of_sight_give_a_player_the_same_bytes(void **state)
{
    (void)state;
    open_stage(&one,
               "[{\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": \"Take\"},"
               " {\"id\": \"on\", \"do\": \"scan\", \"device\": \"terminal\", \"text\": \"Scan\", "
               "\"after\": [\"letter\"]},"
               " {\"id\": \"x\", \"do\": \"reach\", \"to\": \"study\", \"text\": \"One\", "
               "\"after\": [\"on\"]}]");
    open_stage(
        &two,
        "[{\"id\": \"y\", \"do\": \"scan\", \"device\": \"safe\", \"text\": \"Two\", \"after\": "
        "[\"on\"]}, {\"id\": \"letter\", \"do\": \"take\", \"item\": \"letter\", \"text\": "
        "\"Take\"},"
        " {\"id\": \"z\", \"do\": \"survive\", \"seconds\": 9, \"text\": \"Three\", \"after\": "
        "[\"y\"], \"optional\": true},"
        " {\"id\": \"on\", \"do\": \"scan\", \"device\": \"terminal\", \"text\": \"Scan\", "
        "\"after\": [\"letter\"]}], \"triggers\": ["
        " {\"on\": [\"take\", \"letter\"], \"do\": [[\"spawn\", \"cid\"], [\"give\", 50]]},"
        " {\"on\": [\"time\", 3], \"do\": [[\"alarm\", 1], [\"fail\", \"z\"]]}]");
    /* Rooms of guards that see nobody: the null brain stands still. */
    run_twins(40);
    dw_match_box_ask(&one.box, one.ann, DW_STAND, DW_BUTTON_USE, 1);
    dw_match_box_ask(&two.box, two.ann, DW_STAND, DW_BUTTON_USE, 1);
    run_twins(TWIN_TICKS / 2);
    assert_int_equal(dw_sim_world(dw_match_sim(two.box.match))->items[1].state, DW_ITEM_CARRIED);
    close_stage(&one);
    close_stage(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newcomer_is_told_of_the_mission_and_of_open_parts_alone),
        cmocka_unit_test(part_is_told_when_it_opens_and_who_did_the_one_before),
        cmocka_unit_test(held_key_is_told_when_it_begins_and_when_it_ends),
        cmocka_unit_test(held_key_that_is_pressed_anew_within_a_tick_is_told_anew),
        cmocka_unit_test(spectators_are_told_as_late_as_they_see_it),
        cmocka_unit_test(a_person_is_named_once_a_client_sees_it),
        cmocka_unit_test(lines_of_the_mission_are_notices_and_no_chat),
        cmocka_unit_test(result_grades_the_team_and_each_player),
        cmocka_unit_test(round_that_begins_anew_has_its_first_parts_open_again),
        cmocka_unit_test(mission_that_nobody_in_particular_has_won_has_no_winner),
        cmocka_unit_test(round_waits_for_as_many_players_as_the_mission_is_for),
        cmocka_unit_test(save_in_the_middle_goes_on_alike_for_a_minute),
        cmocka_unit_test(save_of_another_mission_is_refused),
        cmocka_unit_test(missions_that_differ_out_of_sight_give_a_player_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
