/* ruleset.h - the tunables of RULES.md as named data. Ruleset `reference` is the defaults; a
 * ruleset file (maps/rulesets/NAME.json) names the fields that differ, and unknown or out-of-range
 * ones are refused by name. All of it is public: it travels in the welcome, in the order of the
 * list. Values are integers; speeds in mm/s, lengths in mm, times in ticks, angles in bam. */
#ifndef DW_WORLD_RULESET_H
#define DW_WORLD_RULESET_H

#include "common/base/status.h"

#include <stdint.h>

/*   name, default, lowest, highest, what it is */
#define DW_RULESET_FIELDS(X)                                                                       \
    X(crouch_speed_mm_s, 900, 60, 10000, "intruder crouching, mm/s")                               \
    X(walk_speed_mm_s, 1800, 60, 10000, "intruder walking, mm/s")                                  \
    X(sprint_speed_mm_s, 3300, 60, 10000, "intruder sprinting, mm/s")                              \
    X(reach_mm, 800, 100, 5000, "reach of the use key, mm")                                        \
    X(intruders_collide, 0, 0, 1, "1: intruders do not pass through each other")                   \
    X(catch_ticks, 90, 1, 36000, "ticks near a guard who has him detected until caught")           \
    X(catch_distance_mm, 1500, 500, 20000, "how near, centre to centre, mm")                       \
    X(time_limit_ticks, 0, 0, 2000000, "length of a round, 0 = none")                              \
    X(vision, 0, 0, 1, "0: players are sent all guards and doors, 1: what they see")               \
    X(fov_bam, 32768, 1024, 65536, "guards' field of view")                                        \
    X(sight_range_mm, 0, 0, 200000, "guards' sight range, mm, 0 = none")                           \
    X(sight_scale_mm, 0, 0, 200000, "D of the detection meter, mm, 0 = half the map's diagonal")   \
    X(meter_full, 12000, 600, 60000, "meter at 100 %")                                             \
    X(meter_cap, 13200, 600, 65535, "highest meter")                                               \
    X(meter_near, 600, 1, 60000, "meter gain a tick at contact")                                   \
    X(meter_far_loss, 500, 0, 60000, "how much less at D and beyond")                              \
    X(meter_decay, 50, 0, 60000, "meter loss a tick unseen")                                       \
    X(calm_speed_mm_s, 1200, 60, 10000, "guard on patrol, mm/s")                                   \
    X(alert_speed_mm_s, 1700, 60, 10000, "guard on the alert, mm/s")                               \
    X(chase_far_speed_mm_s, 2800, 60, 10000, "guard chasing from afar, mm/s")                      \
    X(chase_near_speed_mm_s, 2200, 60, 10000, "guard chasing near, mm/s")                          \
    X(head_off_speed_mm_s, 3200, 60, 10000, "guard heading off, mm/s")                             \
    X(chase_near_distance_mm, 2000, 500, 20000, "where far becomes near, mm")                      \
    X(chase_stop_distance_mm, 700, 500, 20000, "where a chaser stops, mm")                         \
    X(door_open_distance_mm, 300, 0, 5000, "where a guard opens a leaf on his way, mm")            \
    X(turn_rate_bam, 182, 1, 32768, "guards' turning while looking round, bam a tick")             \
    X(report_ticks, 300, 1, 36000, "from detection to the report, and between reports")            \
    X(radio_delay_ticks, 30, 0, 36000, "how long a message is under way")                          \
    X(min_players, 1, 1, 16, "players that start a round")                                         \
    X(lobby_ticks, 120, 0, 36000, "how long enough players must be there")                         \
    X(countdown_ticks, 180, 0, 36000, "countdown")                                                 \
    X(result_ticks, 300, 0, 36000, "result")                                                       \
    X(drop_ticks, 1800, 0, 36000, "how long the body of a player who dropped stays")

typedef struct dw_ruleset {
#define DW_RULESET_FIELD(name, initial, low, high, text) int32_t name;
    DW_RULESET_FIELDS(DW_RULESET_FIELD)
#undef DW_RULESET_FIELD
} dw_ruleset;

/* Where a field stands in the list: DW_RULESET_INDEX_walk_speed, ... */
enum {
#define DW_RULESET_INDEX(name, initial, low, high, text) DW_RULESET_INDEX_##name,
    DW_RULESET_FIELDS(DW_RULESET_INDEX)
#undef DW_RULESET_INDEX
        DW_RULESET_FIELD_COUNT
};

/* The defaults: ruleset `reference`. */
dw_ruleset dw_ruleset_reference(void);

/* A JSON object of field names and integers over the defaults. The error starts with `name`. */
DW_MUST_USE dw_status dw_ruleset_load(dw_ruleset *out, const char *name, const uint8_t *bytes,
                                      size_t size, dw_error *error);

/* Each field in its range, and those that hang together in order (the cap of the meter not below
 * its full mark, ...). Loading does this; a reader of the wire calls it after the last field. */
DW_MUST_USE dw_status dw_ruleset_check(const dw_ruleset *rules, dw_error *error);

/* The fields by index (0 .. DW_RULESET_FIELD_COUNT - 1), for the wire and for replays. Setting
 * refuses what is out of range with DW_RANGE. */
int32_t dw_ruleset_get(const dw_ruleset *rules, uint32_t field);
DW_MUST_USE dw_status dw_ruleset_set(dw_ruleset *rules, uint32_t field, int32_t value);
const char *dw_ruleset_field_name(uint32_t field);

#endif
