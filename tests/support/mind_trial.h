/* mind_trial.h - one mind on its own, for tests that ask what it does about something: a small
 * house, percepts that the test writes, commands that are carried out. A second trial can be made
 * the twin of the first at any tick: what the two do differently from then on, they do because of
 * what the test lets only one of them sense.
 *
 *     0        6000      12000     16000
 *     +---------+----------+---------+
 *     |  hall   D  study   D closet  |   4000     D = an open door from 1500 to 2500
 *     +---------+----------+---------+
 *
 * The guard starts in the hall at 2000, 2000 and looks right; another guard exists and is never
 * sensed. Intruders, food and trails are sensed as long as the test leaves them in the percepts;
 * noises and messages last one tick. */
#ifndef DW_TESTS_SUPPORT_MIND_TRIAL_H
#define DW_TESTS_SUPPORT_MIND_TRIAL_H

#include "tests/support/scene.h"
#include "tests/support/stage.h"

enum { DW_TRIAL_HALL, DW_TRIAL_STUDY, DW_TRIAL_CLOSET };

typedef struct dw_trial {
    dw_scene *scene;
    dw_venue *venue;
    dw_arena arena;
    const dw_ruleset *rules;
    dw_brain_setup setup;
    const dw_brain_kind *brain;
    void *memory;
    dw_percepts percepts;
    dw_guard_command command; /* Of the last tick, and what it said in it. */
    dw_radio_message said;
} dw_trial;

/* `rules` must outlive the trial; the guard is of its kind `kind`. */
void dw_trial_open(dw_trial *trial, const dw_brain_kind *brain, const dw_ruleset *rules,
                   uint8_t kind);
void dw_trial_close(dw_trial *trial);

/* From now on `twin` knows and is what `trial` is. Both were opened with the same arguments. */
void dw_trial_copy(dw_trial *twin, const dw_trial *trial);

void dw_trial_step(dw_trial *trial);
void dw_trial_run(dw_trial *trial, uint32_t ticks);

/* What the last command was: all that others could notice of it. */
bool dw_trial_did_same(const dw_trial *one, const dw_trial *two);

dw_mind_view dw_trial_explain(const dw_trial *trial);

/* What it senses from the next tick on. Positions in millimetres. */
typedef enum dw_trial_sight { DW_TRIAL_GLIMPSE, DW_TRIAL_SIGHT, DW_TRIAL_TOUCH } dw_trial_sight;
void dw_trial_show(dw_trial *trial, dw_trial_sight how, int32_t x, int32_t y);
void dw_trial_hide(dw_trial *trial);
void dw_trial_noise(dw_trial *trial, int32_t x, int32_t y, int32_t level_db10);
void dw_trial_bark(dw_trial *trial, int32_t x, int32_t y);
/* The other guard reports an intruder in that room. */
void dw_trial_alarm(dw_trial *trial, uint16_t room);

#endif
