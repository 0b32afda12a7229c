/* playback_eyes.h: what an intruder of a recorded round remembers goes through a saved state, and
 * its view shows what it remembers and not what is so. */
#include "server/session/playback/playback_eyes.h"
#include "tests/support/mission_game.h"
#include "tests/support/test.h"

#include <string.h>

enum { GUARD_ANN, GUARD_BOB };

static game it;
static dw_playback_eyes eyes;

/* Ann is in the vault behind its closed door, Bob in the hall. */
static int open_vault(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.vision = 1;
    rules.light = 1;
    open_game_by(&it, "[" REACH_STUDY "]", &dw_brain_puppet, &rules);
    put(&it, ANN, 10000, 7500);
    put(&it, BOB, 3000, 3000);
    dw_stage_step(it.stage);
    memset(&eyes, 0, sizeof eyes);
    dw_playback_eyes_begin(&eyes, it.stage->sim, 1u << ANN | 1u << BOB);
    return 0;
}

static int close_vault(void **state)
{
    (void)state;
    close_game(&it);
    return 0;
}

/* Another value for each slot and each kind of thing. */
static void fill_memories(dw_playback_memory memories[DW_INTRUDERS_MAX])
{
    memset(memories, 0, DW_INTRUDERS_MAX * sizeof memories[0]);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        memories[s].doors.bits[0] = 1 + s;
        memories[s].worked = 100 + s;
        memories[s].turned = 200 + s;
    }
}

static void memories_are_saved_as_they_were_loaded(void **state)
{
    (void)state;
    dw_playback_memory loaded[DW_INTRUDERS_MAX];
    dw_playback_memory saved[DW_INTRUDERS_MAX];
    fill_memories(loaded);
    dw_playback_eyes_load(&eyes, it.stage->sim, loaded);
    memset(saved, 0, sizeof saved);
    dw_playback_eyes_save(&eyes, saved);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        assert_memory_equal(&saved[s].doors, &loaded[s].doors, sizeof saved[s].doors);
        assert_int_equal(saved[s].worked, loaded[s].worked);
        assert_int_equal(saved[s].turned, loaded[s].turned);
    }
}

static bool shows(const dw_snapshot *view, uint32_t body)
{
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (view->bodies[i].id == 1 + body) {
            return true;
        }
    }
    return false;
}

static void a_view_shows_what_its_intruder_remembers(void **state)
{
    (void)state;
    dw_playback_memory memories[DW_INTRUDERS_MAX];
    memset(memories, 0, sizeof memories);
    dw_door_set_put(&memories[ANN].doors, DOOR, true); /* It was open once. */
    memories[ANN].worked = 1;                          /* And the hall was dark. */
    memories[ANN].turned = 1;                          /* It stands before that lock. */
    memories[BOB].turned = 1;
    dw_playback_eyes_load(&eyes, it.stage->sim, memories);
    dw_snapshot view = {.tick = 1};
    dw_playback_eyes_fill(&eyes, ANN, &view);
    assert_true(dw_door_set_has(&view.doors, DOOR));
    assert_int_equal(view.worked, 1);
    assert_int_equal(view.turned, 0);
    assert_true(shows(&view, it.stage->world->guard_count + ANN));
    assert_false(shows(&view, GUARD_BOB));
    assert_int_equal(view.items[STAR].state, it.stage->world->items[STAR].state);
    view = (dw_snapshot){.tick = 1};
    dw_playback_eyes_fill(&eyes, BOB, &view);
    assert_false(dw_door_set_has(&view.doors, DOOR));
    assert_int_equal(view.worked, 0);
    assert_int_equal(view.turned, 1);
    assert_true(shows(&view, it.stage->world->guard_count + BOB));
    assert_true(shows(&view, GUARD_BOB));
    assert_false(shows(&view, GUARD_ANN));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_vault, close_vault)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(memories_are_saved_as_they_were_loaded),
        TEST(a_view_shows_what_its_intruder_remembers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
