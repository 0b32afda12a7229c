/* All mixes of hungry, tired, in danger and hurt, for each body and each of its minds: what comes
 * first. Guards have no needs. What danger is to a dog, an intruder that it has detected, is
 * nothing to a cat. Hurt is to be touched by an intruder. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/needs.h"
#include "tests/support/mind_trial.h"
#include "tests/support/test.h"

enum { HUNGRY = 1, TIRED = 2, DANGER = 4, HURT = 8, MIXES = 16, WATCHED_TICKS = 400 };

/* What a body does first, in the order in which one thing hides another. */
typedef struct deeds {
    bool eats, sleeps, chases;
} deeds;

static dw_ruleset rules_for(const char *kind, int mix)
{
    dw_ruleset rules = dw_stage_shipped_rules("standard");
    rules.kinds[DW_KIND_GUARD] = dw_stage_shipped_kind(kind);
    dw_kind *own = &rules.kinds[DW_KIND_GUARD];
    own->needs.hunger.start = (mix & HUNGRY) != 0 ? DW_NEED_POINTS_MAX : 0;
    own->needs.energy.start = (mix & TIRED) != 0 ? 0 : DW_NEED_POINTS_MAX;
    return rules;
}

/* It stands between its food and the intruder. */
static void expose(dw_trial *it, int mix)
{
    if ((mix & HUNGRY) != 0) {
        it->percepts.food = (dw_percept_food){.found = true, .position = dw_scene_mm(3000, 2000)};
    }
    if ((mix & (DANGER | HURT)) != 0) {
        dw_trial_show(it, (mix & HURT) != 0 ? DW_TRIAL_TOUCH : DW_TRIAL_SIGHT,
                      (mix & HURT) != 0 ? 1600 : 400, 2000);
    }
}

static deeds live(const dw_brain_kind *brain, const char *kind, int mix)
{
    const dw_ruleset rules = rules_for(kind, mix);
    dw_trial it;
    dw_trial_open(&it, brain, &rules, DW_KIND_GUARD);
    deeds out = {false, false, false};
    expose(&it, mix);
    for (uint32_t tick = 0; tick < WATCHED_TICKS; tick++) {
        dw_trial_step(&it);
        out.eats |= it.command.deed == DW_DEED_EAT;
        out.sleeps |= it.command.asleep;
        out.chases |= it.command.mood == DW_MOOD_CHASING;
        if (out.eats || out.sleeps || out.chases) {
            break; /* What comes first. */
        }
    }
    dw_trial_close(&it);
    return out;
}

static deeds expected_of_guard(int mix, bool in_c)
{
    (void)in_c;
    return (deeds){.chases = (mix & (DANGER | HURT)) != 0};
}

/* The dog in C and the cat lie down when they are tired, whatever is before them; one that eats is
 * touched until it flees. */
static deeds expected_of_sleepy(int mix)
{
    const bool eats = (mix & (HUNGRY | TIRED | HURT)) == HUNGRY;
    return (deeds){.eats = eats, .sleeps = (mix & TIRED) != 0};
}

/* Bait diverts a hungry dog from somebody in sight, but not from one that touches it. */
static deeds expected_of_dog(int mix, bool in_c)
{
    deeds out = {.eats = (mix & (HUNGRY | HURT)) == HUNGRY};
    out.chases = !out.eats && (mix & (DANGER | HURT)) != 0;
    out.sleeps = !out.eats && !out.chases && (mix & TIRED) != 0;
    if (in_c) {
        const bool goes_on = (mix & (HUNGRY | TIRED)) == 0;
        out = expected_of_sleepy(mix);
        out.chases = goes_on && (mix & (DANGER | HURT)) != 0;
    }
    return out;
}

/* It feels who touches it, and sees nobody; nor does it eat and sleep. */
static deeds expected_of_robot(int mix, bool in_c)
{
    (void)in_c;
    return (deeds){.chases = (mix & HURT) != 0};
}

static deeds expected_of_cat(int mix, bool in_c)
{
    (void)in_c;
    return expected_of_sleepy(mix);
}

typedef struct body {
    const char *kind;
    deeds (*expected)(int mix, bool in_c);
    const char *const *brains; /* Ends with NULL. */
} body;

static void live_through_all(const body *its, const char *name)
{
    const dw_brain_kind *brain = dw_brain_find(name);
    dw_data_brain *data = brain == NULL ? dw_stage_shipped_brain(name) : NULL;
    brain = data != NULL ? dw_data_brain_kind(data) : brain;
    uint32_t wrong = 0;
    for (int mix = 0; mix < MIXES; mix++) {
        const deeds found = live(brain, its->kind, mix);
        const deeds expected = its->expected(mix, data == NULL);
        if (memcmp(&found, &expected, sizeof found) != 0) {
            print_error("%s:%s%s%s%s: eats %d, sleeps %d, chases %d\n", name,
                        (mix & HUNGRY) != 0 ? " hungry" : "", (mix & TIRED) != 0 ? " tired" : "",
                        (mix & DANGER) != 0 ? " in danger" : "", (mix & HURT) != 0 ? " hurt" : "",
                        found.eats, found.sleeps, found.chases);
            wrong++;
        }
    }
    dw_data_brain_destroy(data);
    assert_int_equal(wrong, 0);
}

static void each_mix_of_needs_has_the_expected_reaction(void **state)
{
    (void)state;
    static const char *const guards[] = {"reference",  "guard-fsm", "guard-tree",
                                         "guard-goap", "captain",   NULL};
    static const char *const robots[] = {"robot", NULL};
    static const char *const dogs[] = {"dog", "dog-fsm", "dog-tree", "dog-goap", NULL};
    static const char *const cats[] = {"cat", NULL};
    static const body bodies[] = {{"guard", expected_of_guard, guards},
                                  {"dog", expected_of_dog, dogs},
                                  {"robot", expected_of_robot, robots},
                                  {"cat", expected_of_cat, cats}};
    for (size_t b = 0; b < DW_COUNT_OF(bodies); b++) {
        for (uint32_t i = 0; bodies[b].brains[i] != NULL; i++) {
            live_through_all(&bodies[b], bodies[b].brains[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mix_of_needs_has_the_expected_reaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
