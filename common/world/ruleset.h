/* ruleset.h - the tunables of server/RULES.md as named data. Ruleset `reference` is the defaults; a
 * ruleset file (maps/rulesets/NAME.json) names the fields that differ, and overrides fields of
 * kinds (kind.h). Unknown and out-of-range fields are refused by name. Values are integers; the
 * unit is the end of the name: _mm, _mm_s (mm/s), _ticks (1/60 s). maps/RULESETS.md has the table
 * for people.
 *
 * Fields come in two lists. The public ones travel in the welcome, in this order (PROTOCOL.md):
 * what a client needs to predict, draw and explain. The private ones say how guards go about their
 * work; they stay with the server, its replays and the lab. */
#ifndef DW_WORLD_RULESET_H
#define DW_WORLD_RULESET_H

#include "common/world/kind.h"
#include "common/world/map.h"
#include "common/world/strategy.h"

/*   name, default, lowest, highest, what it is */
#define DW_RULESET_PUBLIC_FIELDS(X)                                                                \
    X(crouch_speed_mm_s, 900, 60, 10000, "an intruder that crouches")                              \
    X(walk_speed_mm_s, 1800, 60, 10000, "an intruder that walks")                                  \
    X(sprint_speed_mm_s, 3300, 60, 10000, "an intruder that sprints")                              \
    X(reach_mm, 800, 100, 5000, "reach of the use key, from the player's centre")                  \
    X(door_rest_ticks, 0, 0, 3600, "a player cannot work the same door again within this time")    \
    X(pick_ticks, 300, 0, 36000, "an intruder picks a lock in this time; 0: it cannot")            \
    X(intruders_collide, 0, 0, 1, "intruders do not pass through each other")                      \
    X(hand_over, 1, 0, 1, "the use key hands what a player carries to a teammate in reach")        \
    X(tools, 0, 0, 1, "intruders carry coins and baits, which they throw")                         \
    X(coins, 3, 0, 16, "coins of each intruder in a round")                                        \
    X(baits, 1, 0, 16, "baits of each intruder in a round")                                        \
    X(throw_mm_max, 6000, 500, 12750, "an intruder throws no further")                             \
    X(throw_speed_mm_s, 8000, 3000, 30000, "what is thrown flies at this speed")                   \
    X(light, 0, 0, 1, "guards see less in the dark, and the use key works switches of lamps")      \
    X(hearing, 0, 0, 1, "guards and players hear noises")                                          \
    X(step_crouching_db10, 260, 0, 1200, "step of an intruder that crouches, at 1 m")              \
    X(step_walking_db10, 400, 0, 1200, "step of an intruder that walks, at 1 m")                   \
    X(step_sprinting_db10, 550, 0, 1200, "step of an intruder that sprints, at 1 m")               \
    X(stride_crouching_mm, 450, 100, 5000, "from one step of an intruder to the next, crouching")  \
    X(stride_walking_mm, 700, 100, 5000, "from one step of an intruder to the next, walking")      \
    X(stride_sprinting_mm, 1000, 100, 5000, "from one step of an intruder to the next, sprinting") \
    X(catch_ticks, 90, 1, 36000, "a guard that has an intruder for this time catches them")        \
    X(catch_distance_mm, 1500, 500, 20000,                                                         \
      "greatest distance at which a guard has an intruder, centre to centre")                      \
    X(time_limit_ticks, 0, 0, 2000000, "the round ends after this time; 0: never")                 \
    X(vision, DW_VISION_OMNISCIENT, 0, 1,                                                          \
      "what players are sent: all guards and doors, or what they see")                             \
    X(chase_near_distance_mm, 2000, 500, 20000, "an intruder within this distance is near")        \
    X(chase_stop_distance_mm, 700, 500, 20000,                                                     \
      "a guard that sees the intruder it chases comes no nearer")                                  \
    X(door_open_distance_mm, 300, 0, 5000, "distance at which a guard opens a leaf in its way")    \
    X(report_ticks, 300, 1, 36000, "from detection to the report, and between reports")            \
    X(radio_delay_ticks, 30, 0, 36000, "how long a radio message is under way")                    \
    X(min_players, 1, 1, 16, "players that a round needs to start")                                \
    X(lobby_ticks, 120, 0, 36000, "how long these players must be there")                          \
    X(countdown_ticks, 180, 0, 36000, "countdown to the round")                                    \
    X(result_ticks, 300, 0, 36000, "how long the result is shown")                                 \
    X(drop_ticks, 1800, 0, 36000, "how long the body of a player who lost the connection stays")

/* Relations between fields stay within one list: a client has the private ones at their defaults.
 */
#define DW_RULESET_PRIVATE_FIELDS(X)                                                               \
    X(look_ticks_min, 120, 4, 36000, "a look round takes at least this time")                      \
    X(look_ticks_max, 480, 4, 36000, "a look round takes at most this time")                       \
    X(look_ticks_per_m2, 12, 0, 1000, "for each square metre of the room, in its middle")          \
    X(chase_stay_ticks, 60, 0, 3600, "a chase keeps its intruder for at least this time")          \
    X(chase_stay_bonus_mm, 2500, 0, 50000, "after that, another must be this much nearer")         \
    X(chase_colleague_penalty_mm, 4000, 0, 50000,                                                  \
      "an intruder to which a colleague is nearer counts as this much further")                    \
    X(chase_beside_distance_mm, 1200, 500, 20000,                                                  \
      "where no guard fits, a chaser stands within this distance of the intruder")                 \
    X(claim_ticks, 600, 1, 36000, "how long a door or room that a guard takes is its own")         \
    X(radio_range_rooms, 0, 0, 255, "a caller this many rooms off is still heard; 0: everywhere")  \
    X(radio_loss_percent, 0, 0, 100, "chance that a guard does not hear a radio message")          \
    X(lie_in_wait_ticks, 1800, 1, 36000, "how long a guard lies in wait")                          \
    X(cleared_ticks, 1800, 0, 36000, "how long a room that was searched is skipped")               \
    X(search_room_ticks_max, 1800, 60, 36000, "no room is searched for longer")                    \
    X(say_intentions, 0, 0, 1, "players hear and see what guards take on")                         \
    X(patrol_stares, 0, 0, 1, "guards on patrol stop and look at somebody in sight")               \
    X(patrol_dark_percent, 0, 0, 1500,                                                             \
      "a length in full darkness counts as this much more for guards on patrol")                   \
    X(torch_below_percent, 40, 0, 101, "a guard on the alert lights its torch in less light")      \
    X(evidence, 0, 0, 1, "guards notice what is not as they remember it")                          \
    X(evidence_leaf, 1, 0, 100, "points of a leaf that is open")                                   \
    X(evidence_lamp, 1, 0, 100, "points of a lamp that is out")                                    \
    X(evidence_item, 3, 0, 100, "points of a thing that is gone")                                  \
    X(evidence_colleague, 2, 0, 100, "points of a guard that answers no more")                     \
    X(evidence_search, 3, 1, 100, "a guard that has this many points searches")                    \
    X(radio_round_ticks, 0, 0, 36000, "guards say this often that all is well; 0: never")          \
    X(scent, 0, 0, 1, "intruders leave trails, where a guard has a nose")                          \
    X(leaf_db10, 450, 0, 1200, "a leaf that opens or closes, at 1 m")                              \
    X(leaf_crouching_db10, 320, 0, 1200, "a leaf that an intruder works crouching, at 1 m")        \
    X(pick_db10, 400, 0, 1200, "an intruder that picks a lock, at 1 m, twice a second")            \
    X(pick_meter_percent, 200, 100, 1000, "of the gain of meters against one that picks a lock")   \
    X(call_db10, 600, 0, 1200, "a guard that talks into its radio, at 1 m")                        \
    X(shout_db10, 680, 0, 1200, "a shout of a guard, at 1 m")                                      \
    X(coin_db10, 580, 0, 1200, "a coin that lands, at 1 m")                                        \
    X(bark_db10, 700, 0, 1200, "a bark, at 1 m")                                                   \
    X(bell_db10, 800, 0, 1200, "an alarm bell, at 1 m, twice a second")                            \
    X(topple_db10, 660, 0, 1200, "a thing that a body topples, such as a bottle, at 1 m")          \
    X(sound_doorway_db10, 30, 1, 1200, "what a doorway takes from a sound")                        \
    X(sound_leaf_db10, 140, 1, 1200, "what a closed leaf takes from a sound besides")              \
    X(sound_wall_db10, 300, 1, 1200, "what a wall takes from a sound")                             \
    X(player_hearing_db10, 150, 0, 1200, "level from which on a player hears a noise")             \
    X(hearing_error_mm, 2000, 0, 20000, "how far off a noise that is just heard may seem to be")   \
    X(hearing_error_range_db10, 300, 1, 1200, "a noise this much louder seems where it is")        \
    X(investigate, 0, 0, 1, "guards on patrol listen to what they hear, and go to see")            \
    X(noise_points, 100, 0, 1000, "of a noise that a guard just hears")                            \
    X(noise_points_per_db, 25, 0, 1000, "for each decibel above that")                             \
    X(curiosity_decay_points, 3, 1, 1000, "points of curiosity that a guard loses in a tick")      \
    X(curious_points, 200, 1, 1000, "a guard with this many points stops and listens")             \
    X(investigate_points, 600, 1, 1000, "a guard with this many points goes to see")               \
    X(listen_ticks, 60, 1, 3600, "how long a guard listens")                                       \
    X(investigate_ticks_min, 15, 1, 3600, "a guard sets out after this time")                      \
    X(investigate_ticks_per_m, 10, 0, 1000, "and this much later a metre: the nearest goes first") \
    X(habit_percent, 20, 0, 100, "less curiosity for each time that nothing was there")            \
    X(habit_distance_mm, 2000, 0, 20000, "within this distance it is the same place")              \
    X(habit_ticks, 3600, 0, 36000, "after this time a place is no longer usual")                   \
    X(sensitive_percent, 30, 0, 100, "more curiosity after a sighting, report or catch")           \
    X(sensitive_ticks, 3600, 0, 36000, "for this time")                                            \
    X(substitute_ticks_max, 60, 30, 250, "a substitute goal is given up after this time")          \
    X(stuck_ticks, 60, 15, 600, "a guard is stuck when it wants to move and in this time")         \
    X(stuck_distance_mm, 100, 1, 500, "has not moved this far")

/* Values of `vision`. */
enum { DW_VISION_OMNISCIENT, DW_VISION_SIGHT };

/* "dog", or "dog/Rex" for the kind of guard Rex, which overrides fields of kind `dog`. */
enum { DW_KIND_NAME_SIZE = 2 * DW_NAME_SIZE };

typedef struct dw_ruleset {
#define DW_RULESET_FIELD(name, initial, low, high, text) int32_t name;
    DW_RULESET_PUBLIC_FIELDS(DW_RULESET_FIELD)
    DW_RULESET_PRIVATE_FIELDS(DW_RULESET_FIELD)
#undef DW_RULESET_FIELD
    dw_strategy strategy;        /* Of the guards, as a team. */
    dw_kind kinds[DW_KINDS_MAX]; /* As this ruleset has them, by dw_guard_post.kind. */
    int32_t kind_count;          /* At least 1: `guard`. The others are 0. */
    char kind_names[DW_KINDS_MAX][DW_KIND_NAME_SIZE];
} dw_ruleset;

/* The fields that each ruleset has, in one order: the public ones of the ruleset, the public ones
 * of kind `guard`, then the private ones of the ruleset, of its strategy and of kind `guard`. The
 * name of a kind's field is its path: kinds.guard.gaits.calm.speed_mm_s. An own field has its index
 * here: DW_RULESET_INDEX_walk_speed_mm_s, ... Other kinds: ruleset_kinds.h. */
enum {
#define DW_RULESET_INDEX(name, initial, low, high, text) DW_RULESET_INDEX_##name,
    DW_RULESET_PUBLIC_FIELDS(DW_RULESET_INDEX) DW_RULESET_OWN_PUBLIC_COUNT,
    DW_RULESET_PUBLIC_COUNT = DW_RULESET_OWN_PUBLIC_COUNT + DW_KIND_PUBLIC_COUNT,
    DW_RULESET_LAST_PUBLIC = DW_RULESET_PUBLIC_COUNT - 1,
    DW_RULESET_PRIVATE_FIELDS(DW_RULESET_INDEX) DW_RULESET_OWN_END,
#undef DW_RULESET_INDEX
    DW_RULESET_FIELD_COUNT =
        DW_RULESET_OWN_END + DW_STRATEGY_FIELD_COUNT + DW_KIND_FIELD_COUNT - DW_KIND_PUBLIC_COUNT
};

/* The defaults: ruleset `reference`, with the defaults of each kind. */
dw_ruleset dw_ruleset_reference(void);

/* What a ruleset says of the guards' brains and strategy: names, which server/mind knows and
 * checks. Empty where it says nothing. Only the setup of matches reads it; replays hold the brains
 * themselves. */
typedef struct dw_ruleset_brains {
    char strategy[DW_NAME_SIZE];             /* `strategy`, when it is a name. */
    char all[DW_NAME_SIZE];                  /* `brain` */
    char kinds[DW_KINDS_MAX][DW_NAME_SIZE];  /* What the files of the kinds say; "": nothing. */
    uint16_t unused_count;                   /* Kinds that the ruleset overrides, */
    char unused[DW_KINDS_MAX][DW_NAME_SIZE]; /* and of which no guard is. */
    uint16_t count;                          /* `brains` */
    struct dw_ruleset_brain {
        char guard[DW_NAME_SIZE];
        char brain[DW_NAME_SIZE];
    } of[DW_GUARDS_MAX];
} dw_ruleset_brains;

/* A JSON object of field names and values over what *rules holds, and what it says of brains. Logs
 * each field under a name of old and its name of today. The error starts with `name`; with an error
 * nothing is written. */
DW_MUST_USE dw_status dw_ruleset_load(dw_ruleset *rules, dw_ruleset_brains *brains,
                                      const char *name, const uint8_t *bytes, size_t size,
                                      dw_error *error);

/* Each field in its range, and those that hang together in order (the cap of the meter not below
 * its full mark, ...). Loading does this; a reader of the wire calls it after the last field. */
DW_MUST_USE dw_status dw_ruleset_check(const dw_ruleset *rules, dw_error *error);

/* The fields by index (0 .. DW_RULESET_FIELD_COUNT - 1), for the wire and for replays. Setting
 * refuses what is out of range with DW_RANGE. */
const dw_tunable *dw_ruleset_field(uint32_t field);
bool dw_ruleset_is_of_strategy(uint32_t field);
int32_t dw_ruleset_get(const dw_ruleset *rules, uint32_t field);
DW_MUST_USE dw_status dw_ruleset_set(dw_ruleset *rules, uint32_t field, int32_t value);

/* The index of a field by its name or by a name of old, such as recordings have;
 * or DW_RULESET_FIELD_COUNT. */
uint32_t dw_ruleset_find(const char *name);

/* How a file says `value` of a field whose values have words (false, true; omniscient, sight); NULL
 * for one that is a number. */
const char *dw_ruleset_word(uint32_t field, int32_t value);

#endif
