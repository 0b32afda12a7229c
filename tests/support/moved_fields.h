/* moved_fields.h - the fields of a guard that rulesets had of their own before there were kinds. */
#ifndef DW_TEST_MOVED_FIELDS_H
#define DW_TEST_MOVED_FIELDS_H

/* What files and recordings of old call the fields of a guard, and their paths. */
static const char *const dw_moved_fields[][2] = {
    {"calm_speed_mm_s", "kinds.guard.gaits.calm.speed_mm_s"},
    {"alert_speed_mm_s", "kinds.guard.gaits.alert.speed_mm_s"},
    {"chase_near_speed_mm_s", "kinds.guard.gaits.near.speed_mm_s"},
    {"chase_far_speed_mm_s", "kinds.guard.gaits.far.speed_mm_s"},
    {"head_off_speed_mm_s", "kinds.guard.gaits.intercept.speed_mm_s"},
    {"walk_turn_rate_bam", "kinds.guard.turn_rates.calm_bam"},
    {"hurry_turn_rate_bam", "kinds.guard.turn_rates.hurried_bam"},
    {"look_turn_rate_bam", "kinds.guard.turn_rates.look_bam"},
    {"fov_bam", "kinds.guard.senses.eyes.field_of_view_bam"},
    {"sight_range_mm", "kinds.guard.senses.eyes.range_mm"},
    {"sight_scale_mm", "kinds.guard.senses.eyes.meter_far_distance_mm"},
    {"meter_full", "kinds.guard.senses.eyes.meter_full"},
    {"meter_cap", "kinds.guard.senses.eyes.meter_cap"},
    {"meter_near", "kinds.guard.senses.eyes.meter_near"},
    {"meter_far_loss", "kinds.guard.senses.eyes.meter_far_loss"},
    {"meter_decay", "kinds.guard.senses.eyes.meter_decay"},
    {"suspicion_percent", "kinds.guard.senses.eyes.suspicion_percent"},
};

#endif
