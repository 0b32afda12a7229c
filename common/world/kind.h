/* kind.h - what a body is, as data: its size, its gaits, how fast it turns, what it senses and can
 * do. The file maps/kinds/NAME.json holds a kind, and a ruleset may override single fields of it.
 * maps/KINDS.md has the table for people. Each guard of a map is of a kind, `guard` unless the map
 * says another.
 * Owns: the lists of fields with their defaults and ranges. The path of a field in JSON is its path
 * in the struct: kind->gaits.calm.speed_mm_s stands at "gaits": {"calm": {"speed_mm_s": ...}}.
 * Knows nothing of where files are, of brains, or of who is where. Pure.
 *
 * A sensor, a need, a torch or a device is absent while its first field (DW_KIND_PARTS) is 0. A
 * kind file may leave such a part out as a whole.
 *
 * The public fields of kind `guard` travel in the welcome, in this order (PROTOCOL.md). A client
 * that sees a body of another kind is told the public and the shown fields of it. All others stay
 * with the server, its replays and the lab. */
#ifndef DW_WORLD_KIND_H
#define DW_WORLD_KIND_H

#include "common/world/map.h"
#include "common/world/tunable.h"

enum {
    DW_KIND_SIZE_MM = DW_BODY_SIZE / DW_UNITS_PER_MM, /* That of an intruder. */
    DW_KIND_SIZE_LEAST_MM = 200                       /* Of a body; 0: a device without one. */
};

/* How clients draw a body of the kind. */
/* clang-format off */
#define DW_KIND_LOOKS(X) \
    X(GUARD, "guard") \
    X(CAPTAIN, "captain") \
    X(SERVANT, "servant") \
    X(CAMERA, "camera") \
    X(BOX, "box") \
    X(ROBOT, "robot") \
    X(DOG, "dog") \
    X(CAT, "cat")
/* clang-format on */
typedef enum dw_kind_look {
#define DW_KIND_LOOK_ENUM(name, text) DW_KIND_LOOK_##name,
    DW_KIND_LOOKS(DW_KIND_LOOK_ENUM)
#undef DW_KIND_LOOK_ENUM
        DW_KIND_LOOK_COUNT
} dw_kind_look;

/*   path, default, lowest, highest, what it is */
#define DW_KIND_PUBLIC_FIELDS(X)                                                                   \
    X(body.size_mm, DW_KIND_SIZE_MM, 0, 1500,                                                      \
      "side of the body, at least 200; 0: a device without a body")                                \
    X(gaits.calm.speed_mm_s, 1200, 60, 10000, "on patrol")                                         \
    X(gaits.alert.speed_mm_s, 1700, 60, 10000, "on patrol, on the alert")                          \
    X(gaits.near.speed_mm_s, 2200, 60, 10000, "chases an intruder that is near, or searches")      \
    X(gaits.far.speed_mm_s, 2800, 60, 10000, "chases an intruder that is far")                     \
    X(gaits.intercept.speed_mm_s, 3200, 60, 10000, "intercepts")                                   \
    X(turn_rates.look_bam, 182, 1, 32768, "looks round; 182: 60 degrees a second")                 \
    X(senses.eyes.field_of_view_bam, 32768, 1024, 65536, "field of view; 32768: 180 degrees")      \
    X(senses.eyes.range_mm, 0, 0, 200000, "how far it sees; 0: any distance")                      \
    X(senses.eyes.meter_far_distance_mm, 0, 0, 200000,                                             \
      "D, where all of meter_far_loss is lost; 0: half the map's diagonal")                        \
    X(senses.eyes.meter_full, 12000, 600, 60000, "detected from here on: 100 %")                   \
    X(senses.eyes.meter_cap, 13200, 600, 65535, "no meter rises higher")                           \
    X(senses.eyes.meter_near, 600, 0, 60000,                                                       \
      "gain at contact, while it sees the intruder; 0: it has no eyes")                            \
    X(senses.eyes.meter_far_loss, 500, 0, 60000, "how much smaller the gain is at D and beyond")   \
    X(senses.eyes.meter_decay, 50, 0, 60000, "loss while it does not see the intruder")            \
    X(torch.range_mm, 0, 0, 20000, "how far its torch shines; 0: it carries none")                 \
    X(torch.field_of_view_bam, 10923, 1024, 65536, "width of the light; 10923: 60 degrees")        \
    X(torch.level, 100, 1, 100, "light right before it")

#define DW_KIND_PRIVATE_FIELDS(X)                                                                  \
    X(body.height, 1000, 0, 1000, "thousandths of a wall; furniture this high hides it")           \
    X(body.solid, 1, 0, 1, "1: no other solid body passes through it")                             \
    X(gaits.calm.stride_mm, 700, 100, 5000, "from one step that is heard to the next")             \
    X(gaits.calm.loudness_db10, 400, 0, 1200, "of a step, at 1 m")                                 \
    X(gaits.alert.stride_mm, 700, 100, 5000, "from one step that is heard to the next")            \
    X(gaits.alert.loudness_db10, 400, 0, 1200, "of a step, at 1 m")                                \
    X(gaits.near.stride_mm, 700, 100, 5000, "from one step that is heard to the next")             \
    X(gaits.near.loudness_db10, 400, 0, 1200, "of a step, at 1 m")                                 \
    X(gaits.far.stride_mm, 1000, 100, 5000, "from one step that is heard to the next")             \
    X(gaits.far.loudness_db10, 550, 0, 1200, "of a step, at 1 m")                                  \
    X(gaits.intercept.stride_mm, 1000, 100, 5000, "from one step that is heard to the next")       \
    X(gaits.intercept.loudness_db10, 550, 0, 1200, "of a step, at 1 m")                            \
    X(turn_rates.calm_bam, 910, 1, 32768, "on patrol")                                             \
    X(turn_rates.hurried_bam, 1820, 1, 32768, "chases, searches, intercepts")                      \
    X(senses.eyes.suspicion_percent, 10, 1, 100, "of a full meter: it shows its suspicion")        \
    X(senses.rays.count, 0, 0, 64, "rays of the fan; 0: it has none")                              \
    X(senses.rays.range_mm, 8000, 100, 50000, "length of a ray")                                   \
    X(senses.rays.field_of_view_bam, 32768, 1024, 65536, "from the first ray to the last")         \
    X(senses.rays.mount_height, 300, 0, 1000,                                                      \
      "thousandths of a wall; a ray passes over what is lower")                                    \
    X(senses.motion.range_mm, 0, 0, 50000, "how far it notices movement; 0: it has no detector")   \
    X(senses.motion.field_of_view_bam, 16384, 1024, 65536, "field of view of the detector")        \
    X(senses.motion.trigger_speed_mm_s, 1000, 1, 10000, "what is slower passes unnoticed")         \
    X(senses.motion.hold_ticks, 60, 1, 3600, "for this time it goes on reporting the movement")    \
    X(senses.ears.threshold_db10, 200, 0, 1200,                                                    \
      "level from which on it hears a noise; 0: it has no ears")                                   \
    X(senses.ears.running_db10, 80, 0, 1200, "added to the threshold while it runs")               \
    X(senses.ears.asleep_percent, 50, 1, 100, "how well it hears while asleep")                    \
    X(senses.nose.range_mm, 0, 0, 10000, "how far it smells a trail; 0: it has no nose")           \
    X(senses.nose.trail_ticks_max, 3600, 1, 36000, "it smells no point of a trail that is older")  \
    X(senses.touch, 1, 0, 1, "1: contact with an intruder fills its meter")                        \
    X(can.open_doors, 1, 0, 1, "it opens leaves")                                                  \
    X(can.close_doors, 1, 0, 1, "it closes leaves")                                                \
    X(can.unlock, 1, 0, 1, "it has the keys of doors that are locked")                             \
    X(can.radio, 1, 0, 1, "it sends and hears radio messages")                                     \
    X(can.catch, 1, 0, 1, "it catches intruders")                                                  \
    X(can.use_switches, 1, 0, 1, "it works switches")                                              \
    X(can.bark, 0, 0, 1, "it barks")                                                               \
    X(can.shout, 0, 0, 1, "it shouts when it detects an intruder")                                 \
    X(reaction_ticks, 0, 0, 30, "from a percept to the mind")                                      \
    X(tell.distance_mm, 0, 0, 20000,                                                               \
      "it tells guards in its room that are this near; 0: it tells nobody")                        \
    X(tell.again_ticks, 600, 1, 36000, "before it tells of the same intruder again")               \
    X(lead.crew_max, 0, 0, 64, "guards that it sends to a reported room; 0: it leads nobody")      \
    X(lead.report_percent, 100, 1, 100, "of the time until it reports")                            \
    X(voice.bark_db10, 0, 0, 1200, "level of its bark at 1 m; 0: that of the ruleset")             \
    X(voice.bark_ticks, 60, 1, 3600, "from one bark to the next")                                  \
    X(needs.hunger.point_ticks, 0, 0, 36000, "it rises by a point in this time; 0: never hungry")  \
    X(needs.hunger.start, 0, 0, 1000, "at the start of a round; 1000 are the most")                \
    X(needs.hunger.low, 300, 0, 1000, "down to here it ceases to look for food")                   \
    X(needs.hunger.high, 700, 0, 1000, "from here on it looks for food")                           \
    X(needs.energy.point_ticks, 0, 0, 36000, "it falls by a point in this time; 0: never tired")   \
    X(needs.energy.start, 1000, 0, 1000, "at the start of a round; 1000 are the most")             \
    X(needs.energy.low, 200, 0, 1000, "down from here it rests")                                   \
    X(needs.energy.high, 800, 0, 1000, "from here on it has rested enough")                        \
    X(needs.fear.point_ticks, 0, 0, 36000, "it falls by a point in this time; 0: never afraid")    \
    X(needs.fear.start, 0, 0, 1000, "at the start of a round; 1000 are the most")                  \
    X(needs.fear.low, 200, 0, 1000, "down to here it ceases to flee")                              \
    X(needs.fear.high, 600, 0, 1000, "from here on it flees")                                      \
    X(device.repeat_ticks, 0, 0, 36000,                                                            \
      "from one notice to the next; 0: it is no device that sends notices")                        \
    X(device.notice_ticks, 60, 1, 36000, "it notices an intruder that it sees for this time")      \
    X(device.sweep_bam, 0, 0, 32768, "it turns to and fro by this angle; 0: it does not")          \
    X(device.sweep_ticks, 240, 1, 36000, "from one end of the sweep to the other")                 \
    X(look, DW_KIND_LOOK_GUARD, 0, DW_KIND_LOOK_COUNT - 1, "how clients draw it")

#define DW_KIND_FIELDS(X)                                                                          \
    DW_KIND_PUBLIC_FIELDS(X)                                                                       \
    DW_KIND_PRIVATE_FIELDS(X)

/* Of the private fields those that tell how to draw a body, and whether it is in the way. Clients
 * are told them beside the public ones, in this order. */
#define DW_KIND_SHOWN_FIELDS(X)                                                                    \
    X(look)                                                                                        \
    X(body.solid)                                                                                  \
    X(senses.rays.count)                                                                           \
    X(senses.rays.range_mm)                                                                        \
    X(senses.rays.field_of_view_bam)                                                               \
    X(senses.rays.mount_height)                                                                    \
    X(senses.motion.range_mm)                                                                      \
    X(senses.motion.field_of_view_bam)

/*   part, the field that is 0 while the kind has no such part */
#define DW_KIND_PARTS(X)                                                                           \
    X(senses.eyes, meter_near)                                                                     \
    X(senses.rays, count)                                                                          \
    X(senses.motion, range_mm)                                                                     \
    X(senses.ears, threshold_db10)                                                                 \
    X(senses.nose, range_mm)                                                                       \
    X(tell, distance_mm)                                                                           \
    X(lead, crew_max)                                                                              \
    X(voice, bark_db10)                                                                            \
    X(needs.hunger, point_ticks)                                                                   \
    X(needs.energy, point_ticks)                                                                   \
    X(needs.fear, point_ticks)                                                                     \
    X(torch, range_mm)                                                                             \
    X(device, repeat_ticks)

typedef struct dw_kind_gait {
    int32_t speed_mm_s, stride_mm, loudness_db10;
} dw_kind_gait;

typedef struct dw_kind_eyes {
    int32_t field_of_view_bam, range_mm, meter_far_distance_mm;
    int32_t meter_full, meter_cap, meter_near, meter_far_loss, meter_decay;
    int32_t suspicion_percent;
} dw_kind_eyes;

/* A fan of rays, as a robot has it. */
typedef struct dw_kind_rays {
    int32_t count, range_mm, field_of_view_bam, mount_height;
} dw_kind_rays;

/* A motion detector. */
typedef struct dw_kind_motion {
    int32_t range_mm, field_of_view_bam, trigger_speed_mm_s, hold_ticks;
} dw_kind_motion;

typedef struct dw_kind_ears {
    int32_t threshold_db10, running_db10, asleep_percent;
} dw_kind_ears;

typedef struct dw_kind_nose {
    int32_t range_mm, trail_ticks_max;
} dw_kind_nose;

/* A shout to guards in the same room, by a body without a radio. */
typedef struct dw_kind_tell {
    int32_t distance_mm, again_ticks;
} dw_kind_tell;

/* What makes a captain. */
typedef struct dw_kind_lead {
    int32_t crew_max, report_percent;
} dw_kind_lead;

typedef struct dw_kind_voice {
    int32_t bark_db10, bark_ticks;
} dw_kind_voice;

/* Two thresholds: a need that has passed one lasts until it has passed the other. */
typedef struct dw_kind_need {
    int32_t point_ticks, start, low, high;
} dw_kind_need;

/* A lamp that it carries before it. */
typedef struct dw_kind_torch {
    int32_t range_mm, field_of_view_bam, level;
} dw_kind_torch;

/* What the brain `device` does with what it senses. */
typedef struct dw_kind_device {
    int32_t repeat_ticks, notice_ticks, sweep_bam, sweep_ticks;
} dw_kind_device;

/* The members that the lists name, and nothing else: kind.c asserts it. */
typedef struct dw_kind {
    struct {
        int32_t size_mm, height, solid;
    } body;
    struct {
        dw_kind_gait calm, alert, near, far, intercept;
    } gaits;
    struct {
        int32_t look_bam, calm_bam, hurried_bam;
    } turn_rates;
    struct {
        dw_kind_eyes eyes;
        dw_kind_rays rays;
        dw_kind_motion motion;
        dw_kind_ears ears;
        dw_kind_nose nose;
        int32_t touch;
    } senses;
    struct {
        int32_t open_doors, close_doors, unlock, radio, catch, use_switches, bark, shout;
    } can;
    int32_t reaction_ticks;
    dw_kind_tell tell;
    dw_kind_lead lead;
    dw_kind_voice voice;
    struct {
        dw_kind_need hunger, energy, fear;
    } needs;
    dw_kind_torch torch;
    dw_kind_device device;
    int32_t look; /* dw_kind_look */
} dw_kind;

/* A kind without a body: a camera, a motion detector, a microphone. */
static inline bool dw_kind_is_device(const dw_kind *kind)
{
    return kind->body.size_mm == 0;
}

/* Guards of the map that are no devices, as a set. `kinds`: by index of the map's. */
static inline uint64_t dw_guards_with_bodies(const dw_map *map, const dw_kind *kinds)
{
    uint64_t set = 0;
    for (uint32_t g = 0; g < map->guard_count; g++) {
        set |= dw_kind_is_device(&kinds[map->guards[g].kind]) ? 0 : UINT64_C(1) << g;
    }
    return set;
}

/* Half the side of its square, in units. */
static inline int32_t dw_kind_half(const dw_kind *kind)
{
    return DW_MM(kind->body.size_mm) / 2;
}

/* A detection meter after a tick in which nothing was sensed. */
static inline int32_t dw_meter_decayed(const dw_kind_eyes *eyes, int32_t meter)
{
    return meter > eyes->meter_decay ? meter - eyes->meter_decay : 0;
}

/* Index of kind `guard` in dw_map.kinds and in dw_ruleset.kinds. */
enum { DW_KIND_GUARD = 0 };

enum {
/* A sum has no parentheses around its parts: NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define DW_KIND_ONE(path, initial, low, high, text) +1
    DW_KIND_PUBLIC_COUNT = 0 DW_KIND_PUBLIC_FIELDS(DW_KIND_ONE),
    DW_KIND_FIELD_COUNT = 0 DW_KIND_FIELDS(DW_KIND_ONE),
#undef DW_KIND_ONE
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define DW_KIND_ONE(path) +1
    DW_KIND_TOLD_COUNT = DW_KIND_PUBLIC_COUNT DW_KIND_SHOWN_FIELDS(DW_KIND_ONE)
#undef DW_KIND_ONE
};

/* The default of each field: what maps/kinds/guard.json says too. */
dw_kind dw_kind_guard(void);

/* The table of fields; DW_KIND_FIELD_COUNT of them, the public ones first. */
extern const dw_tunable dw_kind_fields[];

/* What a client knows of a body of this kind: the told fields, and of the others the defaults. */
dw_kind dw_kind_as_told(const dw_kind *kind);

/* Field `index` of those that clients are told of a kind: the public ones, then the shown ones. */
const dw_tunable *dw_kind_told_field(uint32_t index);

/* "guard": how a file says `value` of a field whose values have words; NULL for one that is a
 * number. */
const char *dw_kind_word(uint32_t field, int32_t value);

/* Each field in its range, and no two that contradict each other. */
DW_MUST_USE dw_status dw_kind_check(const dw_kind *kind, dw_error *error);

/* A whole kind file: a JSON object that gives each field, but for parts that it leaves out as a
 * whole (DW_KIND_PARTS): the kind does not have them. `brain` becomes the name of its brain, which
 * server/mind knows and checks. The error starts with `name`. The outputs are written only on
 * success. */
DW_MUST_USE dw_status dw_kind_load(dw_kind *out, char brain[DW_NAME_SIZE], const char *name,
                                   const uint8_t *bytes, size_t size, dw_error *error);

#endif
