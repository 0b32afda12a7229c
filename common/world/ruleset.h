/* ruleset.h - the tunables of server/RULES.md as named data. Ruleset `reference` is the defaults; a
 * ruleset file (maps/rulesets/NAME.json) names the fields that differ, and unknown or out-of-range
 * ones are refused by name. Values are integers; the unit is the end of the name: _mm, _mm_s
 * (mm/s), _ticks (1/60 s), _bam (of a turn's 65536), rates a tick. maps/RULESETS.md has the table
 * for people.
 *
 * Fields come in two lists. The public ones travel in the welcome, in this order (PROTOCOL.md):
 * what a client needs to predict, draw and explain. The private ones say how guards go about their
 * work; they stay with the server, its replays and the lab. */
#ifndef DW_WORLD_RULESET_H
#define DW_WORLD_RULESET_H

#include "common/world/map.h"

/*   name, default, lowest, highest, what it is */
#define DW_RULESET_PUBLIC_FIELDS(X)                                                                \
    X(crouch_speed_mm_s, 900, 60, 10000, "an intruder who crouches")                               \
    X(walk_speed_mm_s, 1800, 60, 10000, "an intruder who walks")                                   \
    X(sprint_speed_mm_s, 3300, 60, 10000, "an intruder who sprints")                               \
    X(reach_mm, 800, 100, 5000, "reach of the use key, from his centre")                           \
    X(door_rest_ticks, 0, 0, 3600, "a player cannot work the same door again within this time")    \
    X(intruders_collide, 0, 0, 1, "intruders do not pass through each other")                      \
    X(catch_ticks, 90, 1, 36000, "so long with a guard who has him, and he is caught")             \
    X(catch_distance_mm, 1500, 500, 20000, "so near that guard has to be, centre to centre")       \
    X(time_limit_ticks, 0, 0, 2000000, "the round ends after that; 0: never")                      \
    X(vision, DW_VISION_OMNISCIENT, 0, 1,                                                          \
      "what players are sent: all guards and doors, or what they see")                             \
    X(fov_bam, 32768, 1024, 65536, "guards' field of view; 32768: 180 degrees")                    \
    X(sight_range_mm, 0, 0, 200000, "guards' sight reaches so far; 0: any distance")               \
    X(sight_scale_mm, 0, 0, 200000, "D of the detection meter; 0: half the map's diagonal")        \
    X(meter_full, 12000, 600, 60000, "detected from here on: 100 %")                               \
    X(meter_cap, 13200, 600, 65535, "no meter rises higher")                                       \
    X(meter_near, 600, 1, 60000, "gain at contact, while he is seen")                              \
    X(meter_far_loss, 500, 0, 60000, "so much less of it at D and beyond")                         \
    X(meter_decay, 50, 0, 60000, "loss while he is not seen")                                      \
    X(calm_speed_mm_s, 1200, 60, 10000, "a guard on his rounds")                                   \
    X(alert_speed_mm_s, 1700, 60, 10000, "a guard on the alert")                                   \
    X(chase_far_speed_mm_s, 2800, 60, 10000, "a guard who chases from afar")                       \
    X(chase_near_speed_mm_s, 2200, 60, 10000, "a guard who chases from near, or searches")         \
    X(head_off_speed_mm_s, 3200, 60, 10000, "a guard who heads off")                               \
    X(chase_near_distance_mm, 2000, 500, 20000, "so far is near")                                  \
    X(chase_stop_distance_mm, 700, 500, 20000, "a chaser who sees him comes no nearer")            \
    X(door_open_distance_mm, 300, 0, 5000, "a guard opens a leaf on his way from so near")         \
    X(look_turn_rate_bam, 182, 1, 32768, "a guard who looks round; 182: 60 degrees a second")      \
    X(report_ticks, 300, 1, 36000, "from detection to the report, and between reports")            \
    X(radio_delay_ticks, 30, 0, 36000, "so long a message is under way")                           \
    X(min_players, 1, 1, 16, "so many start a round")                                              \
    X(lobby_ticks, 120, 0, 36000, "so long they have to be there")                                 \
    X(countdown_ticks, 180, 0, 36000, "countdown to the round")                                    \
    X(result_ticks, 300, 0, 36000, "so long the result is shown")                                  \
    X(drop_ticks, 1800, 0, 36000, "so long the body of a player who dropped stays")

/* Relations between fields stay within one list: a client has the private ones at their defaults.
 */
#define DW_RULESET_PRIVATE_FIELDS(X)                                                               \
    X(suspicion_percent, 10, 1, 100, "of a full meter; a guard shows that something is up")        \
    X(walk_turn_rate_bam, 910, 1, 32768, "a guard on his rounds")                                  \
    X(hurry_turn_rate_bam, 1820, 1, 32768, "a guard who chases, searches, heads off")              \
    X(look_ticks_min, 120, 4, 36000, "looking round at a place takes at least so long")            \
    X(look_ticks_max, 480, 4, 36000, "and at most so long")                                        \
    X(look_ticks_per_m2, 12, 0, 1000, "for each square metre of the room, in its middle")          \
    X(chase_stay_ticks, 60, 0, 3600, "a chaser keeps to the one he chose at least so long")        \
    X(chase_stay_bonus_mm, 2500, 0, 50000, "and then until another is so much nearer")             \
    X(chase_colleague_penalty_mm, 4000, 0, 50000,                                                  \
      "one to whom a colleague is nearer counts so much further")                                  \
    X(chase_beside_distance_mm, 1200, 500, 20000,                                                  \
      "where no guard fits, a chaser stands within this of him")                                   \
    X(claim_ticks, 600, 1, 36000, "a door or room that a guard takes is his so long")              \
    X(lie_in_wait_ticks, 1800, 1, 36000, "patience of a guard who lies in wait")                   \
    X(cleared_ticks, 1800, 0, 36000, "a room that was searched is skipped so long")                \
    X(search_room_ticks_max, 1800, 60, 36000, "no room is searched for longer")                    \
    X(substitute_ticks_max, 60, 30, 250, "a substitute goal is given up after that")               \
    X(stuck_ticks, 60, 15, 600, "a guard is stuck who wants to get on and in this time")           \
    X(stuck_distance_mm, 100, 1, 500, "has not come so far")

#define DW_RULESET_FIELDS(X)                                                                       \
    DW_RULESET_PUBLIC_FIELDS(X)                                                                    \
    DW_RULESET_PRIVATE_FIELDS(X)

/* Values of `vision`. */
enum { DW_VISION_OMNISCIENT, DW_VISION_SIGHT };

typedef struct dw_ruleset {
#define DW_RULESET_FIELD(name, initial, low, high, text) int32_t name;
    DW_RULESET_FIELDS(DW_RULESET_FIELD)
#undef DW_RULESET_FIELD
} dw_ruleset;

/* A detection meter after a tick in which nothing was sensed. */
static inline int32_t dw_meter_decayed(const dw_ruleset *rules, int32_t meter)
{
    return meter > rules->meter_decay ? meter - rules->meter_decay : 0;
}

/* Where a field stands in the list: DW_RULESET_INDEX_walk_speed_mm_s, ... */
enum {
#define DW_RULESET_INDEX(name, initial, low, high, text) DW_RULESET_INDEX_##name,
    DW_RULESET_FIELDS(DW_RULESET_INDEX)
#undef DW_RULESET_INDEX
        DW_RULESET_FIELD_COUNT
};

/* How many of them are public: they come first. */
enum {
#define DW_RULESET_PUBLIC(name, initial, low, high, text) DW_RULESET_PUBLIC_##name,
    DW_RULESET_PUBLIC_FIELDS(DW_RULESET_PUBLIC)
#undef DW_RULESET_PUBLIC
        DW_RULESET_PUBLIC_COUNT
};

/* The defaults: ruleset `reference`. */
dw_ruleset dw_ruleset_reference(void);

/* What a ruleset says of the guards' brains: names, which server/mind knows and checks. Empty
 * where it says nothing. Stays with whoever sets up matches; replays hold the brains themselves. */
typedef struct dw_ruleset_brains {
    char all[DW_NAME_SIZE]; /* `brain` */
    uint16_t count;         /* `brains` */
    struct dw_ruleset_brain {
        char guard[DW_NAME_SIZE];
        char brain[DW_NAME_SIZE];
    } of[DW_GUARDS_MAX];
} dw_ruleset_brains;

/* A JSON object of field names and values over the defaults, and what it says of brains. The error
 * starts with `name`. */
DW_MUST_USE dw_status dw_ruleset_load(dw_ruleset *out, dw_ruleset_brains *brains, const char *name,
                                      const uint8_t *bytes, size_t size, dw_error *error);

/* Each field in its range, and those that hang together in order (the cap of the meter not below
 * its full mark, ...). Loading does this; a reader of the wire calls it after the last field. */
DW_MUST_USE dw_status dw_ruleset_check(const dw_ruleset *rules, dw_error *error);

/* The fields by index (0 .. DW_RULESET_FIELD_COUNT - 1), for the wire and for replays. Setting
 * refuses what is out of range with DW_RANGE. */
int32_t dw_ruleset_get(const dw_ruleset *rules, uint32_t field);
DW_MUST_USE dw_status dw_ruleset_set(dw_ruleset *rules, uint32_t field, int32_t value);
const char *dw_ruleset_field_name(uint32_t field);

/* How a file says `value` of a field whose values have words (false, true; omniscient, sight); NULL
 * for one that is a number. */
const char *dw_ruleset_word(uint32_t field, int32_t value);

#endif
