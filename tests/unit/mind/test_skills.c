/* The skills that any body has: what each says of itself, and what a body cannot do. */
#include "common/base/check.h"
#include "server/mind/data/self.h"
#include "server/mind/data/skills.h"
#include "tests/support/test.h"

#include <string.h>

static dw_self self;
static dw_percepts percepts;
static dw_guard_command command;
static dw_kind kind;
static dw_brain_setup setup;
static dw_think think;

static int begin(void **state)
{
    (void)state;
    memset(&self, 0, sizeof self);
    percepts = (dw_percepts){.tick = 1000, .room = 3, .position = {40, 50}};
    command = (dw_guard_command){.step = {0, 0}};
    kind = (dw_kind){.can = {.radio = 1}};
    setup = (dw_brain_setup){.kind = &kind};
    think = (dw_think){.setup = &setup, .percepts = &percepts, .command = &command};
    self.now.handler = DW_NONE;
    return 0;
}

static const dw_skill *skill(const char *name)
{
    const uint32_t found = dw_skill_find(name);
    assert_true(found < dw_skill_count());
    return dw_skill_at(found);
}

static dw_skill_state step(const char *name)
{
    static const int32_t args[DW_SKILL_ARGS_MAX];
    return skill(name)->step(&self, &think, args);
}

/* What a spectator reads. */
static void a_skill_says_what_the_body_does(void **state)
{
    (void)state;
    static const struct {
        const char *skill, *sentence;
    } said[] = {
        {"look_round", "Looks round."},
        {"watch", "Stands and keeps its eyes on somebody."},
        {"wait", "Stands and waits."},
        {"follow", "Keeps near its handler."},
        {"track", "Follows a trail."},
        {"wander", "Goes about the house."},
        {"flee", "Flees from what frightened it."},
        {"sleep", "Sleeps."},
    };
    for (size_t i = 0; i < DW_COUNT_OF(said); i++) {
        dw_mind_view view;
        memset(&view, 0, sizeof view);
        static const int32_t args[DW_SKILL_ARGS_MAX];
        skill(said[i].skill)->explain(&self, args, &view);
        assert_string_equal(view.sentence, said[i].sentence);
    }
}

static void a_switch_needs_hands(void **state)
{
    (void)state;
    assert_int_equal(step("switch"), DW_SKILL_FAILED);
    assert_int_equal(command.deed, 0);
    kind.can.use_switches = 1;
    assert_int_equal(step("switch"), DW_SKILL_DONE);
    assert_int_equal(command.deed, DW_DEED_SWITCH);
}

static void an_alarm_needs_a_radio_and_is_not_given_twice(void **state)
{
    (void)state;
    kind.can.radio = 0;
    assert_int_equal(step("alarm"), DW_SKILL_FAILED);
    assert_int_equal(self.guard.radio.word_count, 0);
    assert_int_equal(self.guard.beliefs.agitation, 0);
    kind.can.radio = 1;
    assert_int_equal(step("alarm"), DW_SKILL_DONE);
    assert_int_equal(self.guard.radio.word_count, 1);
    const dw_radio_message *notice = &self.guard.radio.words[0];
    assert_int_equal(notice->kind, DW_RADIO_NOTICE);
    assert_int_equal(notice->room, 3);
    assert_int_equal(notice->place.x, 40);
    assert_int_equal(notice->place.y, 50);
    assert_int_equal(self.guard.beliefs.agitation, 1);
    assert_int_equal(self.quiet, DW_SELF_ALARM_TICKS);
    self.quiet = 1;
    assert_int_equal(step("alarm"), DW_SKILL_FAILED);
    assert_int_equal(self.guard.radio.word_count, 1);
    self.quiet = 0;
    assert_int_equal(step("alarm"), DW_SKILL_DONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, NULL)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_skill_says_what_the_body_does),
        TEST(a_switch_needs_hands),
        TEST(an_alarm_needs_a_radio_and_is_not_given_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
