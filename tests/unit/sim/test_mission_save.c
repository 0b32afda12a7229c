/* What only some matches have beside the common state: a mission, its question, and words between
 * guards of a room. Each value of it is hashed, saved and loaded, and one that no match can have is
 * refused. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "tests/support/mission_game.h"
#include "tests/support/sim_pokes.h"

enum { SAVE_MAX = 1 << 18 };

static uint8_t saved[SAVE_MAX];

static const char parts[] = "[" REACH_STUDY ", " PART(
    "use", "use",
    "\"device\": \"terminal\", \"after\": [\"far\"]") "], "
                                                      "\"segments\": [{\"id\": \"ask\", \"lines\": "
                                                      "[[\"Ines\", \"Well?\"]], \"seconds\": 5, "
                                                      "\"default\": 2, \"options\": [{\"text\": "
                                                      "\"One\"}, {\"text\": \"Two\"}]}], "
                                                      "\"triggers\": [{\"on\": [\"enter\", "
                                                      "\"corner\"], \"do\": [[\"converse\", "
                                                      "\"ask\"]]}, "
                                                      "{\"on\": [\"failed\", \"far\"], \"do\": "
                                                      "[[\"give\", 7]]}]";

typedef struct pair {
    game from, to;
    uint64_t hash;       /* Of `from`, before anything is changed. */
    const char *bounded; /* Fields with values next to these that no match can have. */
    uint32_t taken, refused;
} pair;

/* Ann has been asked, a guard has told another something, and a person has walked a step. */
static void begin(game *it)
{
    dw_ruleset rules = dw_ruleset_reference();
    for (uint32_t k = 0; k < DW_COUNT_OF(rules.kinds); k++) {
        rules.kinds[k].tell.distance_mm = 3000;
    }
    open_game_by(it, parts, dw_brain_find("null"), &rules);
    put(it, ANN, 700, 5400);
    dw_stage_run(it->stage, 2);
    dw_sim *sim = it->stage->sim;
    assert_true(dw_question_is_open(sim->question));
    sim->told->count = 1;
    sim->told->words[0] = (dw_radio_message){
        .kind = DW_RADIO_CLEAR, .room = 1, .sender = 1, .from = DW_NONE, .door_count = 1};
    sim->mission_state->persons[0].count = 1;
    sim->mission_state->persons[0].crumbs[0] = dw_scene_mm(3000, 3000);
}

static void open_pair(pair *it, const char *bounded)
{
    *it = (pair){.bounded = bounded};
    begin(&it->from);
    begin(&it->to);
    it->hash = dw_sim_state_hash(it->from.stage->sim);
}

static void close_pair(pair *it)
{
    close_game(&it->from);
    close_game(&it->to);
}

static const dw_brain_kind *find(const void *context, const char *name)
{
    (void)context;
    return dw_brain_find(name);
}

static dw_status save_and_load(const pair *it)
{
    size_t size = 0;
    dw_error error = {""};
    dw_state_writer writer;
    dw_state_reader reader;
    dw_state_writer_init(&writer, saved, sizeof saved);
    dw_sim_save(it->from.stage->sim, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    dw_state_reader_init(&reader, saved, size);
    const dw_status status =
        dw_sim_load(it->to.stage->sim, &reader, (dw_brain_finder){.find = find}, &error);
    return status == DW_OK ? dw_state_reader_finish(&reader) : status;
}

/* What is taken has the hash of what was saved: nothing was left out. */
static void expect_hashed_and_saved(void *context, const char *name)
{
    pair *it = context;
    const uint64_t hash = dw_sim_state_hash(it->from.stage->sim);
    if (hash == it->hash) {
        fail_msg("the hash does not cover %s", name);
    }
    if (save_and_load(it) != DW_OK) {
        if (strstr(it->bounded, name) == NULL) {
            fail_msg("%s is not loaded", name);
        }
        it->refused++;
    } else if (dw_sim_state_hash(it->to.stage->sim) != hash) {
        fail_msg("%s is not loaded as it was saved", name);
    } else {
        it->taken++;
    }
}

static void each_value_of_a_mission_is_hashed_and_saved(void **state)
{
    (void)state;
    pair it;
    open_pair(&it, "last_slot arrives queued ringing");
    sim_poker on = {.changed = expect_hashed_and_saved, .context = &it};
    assert_int_equal(save_and_load(&it), DW_OK);
    assert_true(dw_sim_state_hash(it.to.stage->sim) == it.hash);
    poke_mission_state(&on, it.from.stage->sim->mission_state, "mission");
    assert_true(it.taken > DW_PARTS_MAX + DW_INTRUDERS_MAX);
    close_pair(&it);
}

static void each_value_of_a_question_is_hashed_and_saved(void **state)
{
    (void)state;
    pair it;
    open_pair(&it, "number segment chosen");
    sim_poker on = {.changed = expect_hashed_and_saved, .context = &it};
    poke_question(&on, it.from.stage->sim->question, "question");
    assert_true(it.taken > DW_INTRUDERS_MAX);
    assert_true(it.refused > 0);
    close_pair(&it);
}

static void each_word_to_guards_of_the_room_is_hashed_and_saved(void **state)
{
    (void)state;
    pair it;
    open_pair(&it, "from");
    sim_poker on = {.changed = expect_hashed_and_saved, .context = &it};
    poke_told(&on, it.from.stage->sim->told, "told");
    assert_true(it.taken > 4);
    assert_true(it.refused > 0);
    close_pair(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_of_a_mission_is_hashed_and_saved),
        cmocka_unit_test(each_value_of_a_question_is_hashed_and_saved),
        cmocka_unit_test(each_word_to_guards_of_the_room_is_hashed_and_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
