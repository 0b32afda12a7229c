/* kind.h - what a body is, as data: its size, its gaits, how fast it turns, what it senses.
 * The file maps/kinds/NAME.json holds a kind, and a ruleset may override single fields of it.
 * maps/KINDS.md has the table for people. Today there is one kind, `guard`, and each guard of a map
 * is of it.
 * Owns: the lists of fields with their defaults and ranges. The path of a field in JSON is its path
 * in the struct: kind->gaits.calm.speed_mm_s stands at "gaits": {"calm": {"speed_mm_s": ...}}.
 * Knows nothing of where files are, of brains, or of who is where. Pure.
 *
 * The public fields travel in the welcome, in this order (PROTOCOL.md). The private ones stay with
 * the server, its replays and the lab. */
#ifndef DW_WORLD_KIND_H
#define DW_WORLD_KIND_H

#include "common/world/map.h"
#include "common/world/tunable.h"

/* The one size today. */
enum { DW_KIND_SIZE_MM = DW_BODY_SIZE / DW_UNITS_PER_MM };

/*   path, default, lowest, highest, what it is */
#define DW_KIND_PUBLIC_FIELDS(X)                                                                   \
    X(body.size_mm, DW_KIND_SIZE_MM, DW_KIND_SIZE_MM, DW_KIND_SIZE_MM,                             \
      "side of the body; mesh and walls are built for this one size")                              \
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
    X(senses.eyes.meter_near, 600, 1, 60000, "gain at contact, while it sees the intruder")        \
    X(senses.eyes.meter_far_loss, 500, 0, 60000, "how much smaller the gain is at D and beyond")   \
    X(senses.eyes.meter_decay, 50, 0, 60000, "loss while it does not see the intruder")

#define DW_KIND_PRIVATE_FIELDS(X)                                                                  \
    X(turn_rates.calm_bam, 910, 1, 32768, "on patrol")                                             \
    X(turn_rates.hurried_bam, 1820, 1, 32768, "chases, searches, intercepts")                      \
    X(senses.eyes.suspicion_percent, 10, 1, 100, "of a full meter: it shows its suspicion")        \
    X(reaction_ticks, 0, 0, 0, "from a percept to the mind; only 0 exists")

#define DW_KIND_FIELDS(X)                                                                          \
    DW_KIND_PUBLIC_FIELDS(X)                                                                       \
    DW_KIND_PRIVATE_FIELDS(X)

typedef struct dw_kind_gait {
    int32_t speed_mm_s;
} dw_kind_gait;

typedef struct dw_kind_eyes {
    int32_t field_of_view_bam, range_mm, meter_far_distance_mm;
    int32_t meter_full, meter_cap, meter_near, meter_far_loss, meter_decay;
    int32_t suspicion_percent;
} dw_kind_eyes;

/* The members that the lists name, and nothing else: kind.c asserts it. */
typedef struct dw_kind {
    struct {
        int32_t size_mm;
    } body;
    struct {
        dw_kind_gait calm, alert, near, far, intercept;
    } gaits;
    struct {
        int32_t look_bam, calm_bam, hurried_bam;
    } turn_rates;
    struct {
        dw_kind_eyes eyes;
    } senses;
    int32_t reaction_ticks;
} dw_kind;

/* A detection meter after a tick in which nothing was sensed. */
static inline int32_t dw_meter_decayed(const dw_kind_eyes *eyes, int32_t meter)
{
    return meter > eyes->meter_decay ? meter - eyes->meter_decay : 0;
}

/* Index of a kind, which a map's guard holds and which counts in dw_ruleset.kinds. */
enum { DW_KIND_GUARD, DW_KIND_COUNT };

enum {
/* A sum has no parentheses around its parts: NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define DW_KIND_ONE(path, initial, low, high, text) +1
    DW_KIND_PUBLIC_COUNT = 0 DW_KIND_PUBLIC_FIELDS(DW_KIND_ONE),
    DW_KIND_FIELD_COUNT = 0 DW_KIND_FIELDS(DW_KIND_ONE)
#undef DW_KIND_ONE
};

/* The default of each field: what maps/kinds/guard.json says too. */
dw_kind dw_kind_guard(void);

/* "guard"; the file is maps/kinds/guard.json. */
const char *dw_kind_name(uint32_t kind);

/* The table of fields; DW_KIND_FIELD_COUNT of them, the public ones first. */
extern const dw_tunable dw_kind_fields[];

/* Each field in its range, and no two that contradict each other. */
DW_MUST_USE dw_status dw_kind_check(const dw_kind *kind, dw_error *error);

/* A whole kind file: a JSON object that gives each field. The error starts with `name`. `out` is
 * written only on success. */
DW_MUST_USE dw_status dw_kind_load(dw_kind *out, const char *name, const uint8_t *bytes,
                                   size_t size, dw_error *error);

#endif
