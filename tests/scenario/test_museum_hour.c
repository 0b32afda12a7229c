/* Twelve guards on patrol in the museum for an hour (server/RULES.md 6.7). No guard stands blocked
 * for more than 3 s, no guard is inside anything solid, and all walk like people. */
#include "common/base/fixed.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum {
    TICKS = 60 * 60 * DW_TICKS_PER_SECOND,
    BLOCKED_TICKS_MAX = 3 * DW_TICKS_PER_SECOND,
    FAULT_EVERY_TICKS = 7,
    HEADING_CHANGE_BAM = 2730 /* 15 degrees between two ways of walking. */
};

typedef struct walker_record {
    uint16_t course_bam; /* Of the last step that was one. */
    uint32_t blocked, blocked_max;
    uint32_t walking, turns, reversals;
    bool walked;
} walker_record;

static void note(walker_record *record, const dw_guard_state *guard)
{
    const bool wants = guard->command.step.x != 0 || guard->command.step.y != 0;
    const bool moves = guard->step.x != 0 || guard->step.y != 0;
    record->blocked = wants && !moves ? record->blocked + 1 : 0;
    if (record->blocked > record->blocked_max) {
        record->blocked_max = record->blocked;
    }
    if (!moves) {
        record->walked = false;
        return;
    }
    const uint16_t course = dw_angle_bam(guard->step.x, guard->step.y);
    if (record->walked) {
        const int32_t turn = abs(dw_turn_bam(record->course_bam, course));
        record->turns += turn > HEADING_CHANGE_BAM ? 1 : 0;
        record->reversals += turn > 3 * DW_BAM_QUARTER / 2 ? 1 : 0;
    }
    record->walking++;
    record->course_bam = course;
    record->walked = true;
}

static void guards_walk_the_museum_for_an_hour_and_nobody_is_in_the_way_for_long(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("museum");
    dw_stage *stage = dw_stage_create(venue, "patrol-only", NULL);
    static walker_record records[DW_GUARDS_MAX];
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_step(stage);
        for (uint8_t g = 0; g < stage->world->guard_count; g++) {
            note(&records[g], &stage->world->guards[g]);
        }
        const char *fault = tick % FAULT_EVERY_TICKS == 0 ? dw_stage_fault(stage) : NULL;
        if (fault != NULL) {
            fail_msg("tick %u: %s", (unsigned)tick, fault);
        }
    }
    assert_int_equal(stage->world->tick, TICKS);
    double turns = 0.0;
    double reversals = 0.0;
    double walking = 0.0;
    for (uint8_t g = 0; g < stage->world->guard_count; g++) {
        assert_true(records[g].blocked_max <= BLOCKED_TICKS_MAX);
        assert_true(records[g].walking > TICKS / 10);
        turns += records[g].turns;
        reversals += records[g].reversals;
        walking += (double)records[g].walking / DW_TICKS_PER_SECOND;
    }
    print_message("a change of course over 15 degrees every %.1f s of walking, a turn about every "
                  "%.0f s\n",
                  walking / turns, walking / (reversals > 0.0 ? reversals : 1.0));
    assert_true(turns / walking < 1.0);
    assert_true(reversals / walking < 1.0 / 60.0); /* No walking to and fro. */
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_walk_the_museum_for_an_hour_and_nobody_is_in_the_way_for_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
