/* bench_animals.c - what animals do over a range of one quantity, as CSV: how often bait diverts a
 * dog from a trail over its hunger, and how often a noise wakes or calls one over its level. Each
 * row is one match. Not a test: it fails when nothing can be measured. */
#include "tests/support/bait_house.h"

#include <stdio.h>

enum { REX, HUNGER_STEP = 50, LEVEL_STEP = 25, LEVEL_MAX = 800 };

static void print_row(const char *curve, int32_t at, const char *answer, bool yes)
{
    printf("%s,%d,%s,%d\n", curve, at, answer, yes ? 1 : 0);
}

int main(void)
{
    printf("curve,at,answer,yes\n");
    for (int32_t hunger = 0; hunger <= 1000; hunger += HUNGER_STEP) {
        dw_house house = dw_bait_house_open(hunger);
        print_row("hunger_points", hunger, "diverted", dw_bait_house_diverts(&house));
        dw_house_close(&house);
    }
    for (int32_t level_db10 = 0; level_db10 <= LEVEL_MAX; level_db10 += LEVEL_STEP) {
        dw_house asleep = dw_bait_house_open_tired();
        if (!dw_house_run_until(&asleep, REX, "sleep", 30)) {
            return 1;
        }
        dw_bait_house_make_noise(&asleep, level_db10);
        dw_stage_step(asleep.stage);
        print_row("level_db10", level_db10, "woken", !dw_house_wants(&asleep, REX, "sleep"));
        dw_house_close(&asleep);
        dw_house awake = dw_bait_house_open(0);
        dw_stage_reset(awake.stage, 1, 1);
        dw_stage_run(awake.stage, 10);
        dw_bait_house_make_noise(&awake, level_db10);
        dw_stage_step(awake.stage);
        print_row("level_db10", level_db10, "called", dw_house_wants(&awake, REX, "noise"));
        dw_house_close(&awake);
    }
    return 0;
}
