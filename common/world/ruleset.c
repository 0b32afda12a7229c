/* ruleset.c - one list of fields makes defaults, reader, checks and help. */
#include "common/world/ruleset.h"

#include "common/base/check.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

static const dw_tunable fields[DW_RULESET_FIELD_COUNT] = {
#define OWN(name, initial, low, high, text)                                                        \
    {#name, offsetof(dw_ruleset, name), (initial), (low), (high), (text)},
#define OF_GUARD(path, initial, low, high, text)                                                   \
    {"kinds.guard." #path,                                                                         \
     offsetof(dw_ruleset, kinds) + DW_KIND_GUARD * sizeof(dw_kind) + offsetof(dw_kind, path),      \
     (initial),                                                                                    \
     (low),                                                                                        \
     (high),                                                                                       \
     (text)},
#define OF_STRATEGY(name, initial, low, high, text)                                                \
    {"strategy." #name, offsetof(dw_ruleset, strategy.name), (initial), (low), (high), (text)},
    DW_RULESET_PUBLIC_FIELDS(OWN) DW_KIND_PUBLIC_FIELDS(OF_GUARD) DW_RULESET_PRIVATE_FIELDS(OWN)
        DW_STRATEGY_FIELDS(OF_STRATEGY) DW_KIND_PRIVATE_FIELDS(OF_GUARD)
#undef OF_GUARD
#undef OF_STRATEGY
#undef OWN
};

_Static_assert(sizeof(dw_ruleset) == (DW_RULESET_FIELD_COUNT + 1) * sizeof(int32_t) +
                                         (DW_KINDS_MAX - 1) * sizeof(dw_kind) +
                                         (size_t)DW_KINDS_MAX * DW_KIND_NAME_SIZE,
               "a ruleset is its fields, and its kinds with their names");

/* Fields that rulesets had of their own before there were kinds. Recordings and files of that time
 * name them so. */
static const struct {
    const char *old, *name;
} moved[] = {
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

const dw_tunable *dw_ruleset_field(uint32_t field)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    return &fields[field];
}

bool dw_ruleset_is_of_strategy(uint32_t field)
{
    return field >= DW_RULESET_OWN_END && field < DW_RULESET_OWN_END + DW_STRATEGY_FIELD_COUNT;
}

dw_ruleset dw_ruleset_reference(void)
{
    return (dw_ruleset){
#define DEFAULT(name, initial, low, high, text) .name = (initial),
        DW_RULESET_PUBLIC_FIELDS(DEFAULT) DW_RULESET_PRIVATE_FIELDS(DEFAULT)
#undef DEFAULT
            .strategy = dw_strategy_reference(),
        .kinds = {dw_kind_guard()},
        .kind_count = 1,
        .kind_names = {"guard"},
    };
}

int32_t dw_ruleset_get(const dw_ruleset *rules, uint32_t field)
{
    return dw_tunable_get(dw_ruleset_field(field), rules);
}

dw_status dw_ruleset_set(dw_ruleset *rules, uint32_t field, int32_t value)
{
    return dw_tunable_set(dw_ruleset_field(field), rules, value);
}

uint32_t dw_ruleset_find(const char *name)
{
    for (uint32_t i = 0; i < DW_COUNT_OF(moved); i++) {
        if (strcmp(moved[i].old, name) == 0) {
            name = moved[i].name;
            break;
        }
    }
    return dw_tunable_find(fields, DW_RULESET_FIELD_COUNT, name);
}

/* The index in dw_kind_fields of a field that a kind has, or DW_KIND_FIELD_COUNT. */
static uint32_t field_of_kind(uint32_t field)
{
    if (field >= DW_RULESET_OWN_PUBLIC_COUNT && field < DW_RULESET_PUBLIC_COUNT) {
        return field - DW_RULESET_OWN_PUBLIC_COUNT;
    }
    const uint32_t private_start = DW_RULESET_OWN_END + DW_STRATEGY_FIELD_COUNT;
    return field >= private_start ? DW_KIND_PUBLIC_COUNT + field - private_start
                                  : (uint32_t)DW_KIND_FIELD_COUNT;
}

const char *dw_ruleset_word(uint32_t field, int32_t value)
{
    DW_CHECK(field < DW_RULESET_FIELD_COUNT);
    static const char *const flags[] = {"false", "true"};
    static const char *const visions[] = {"omniscient", "sight"};
    DW_CHECK(value >= fields[field].low && value <= fields[field].high);
    if (dw_ruleset_is_of_strategy(field)) {
        return dw_strategy_word(field - DW_RULESET_OWN_END, value);
    }
    const uint32_t of_kind = field_of_kind(field);
    if (of_kind != DW_KIND_FIELD_COUNT) {
        return dw_kind_word(of_kind, value);
    }
    switch (field) {
    case DW_RULESET_INDEX_intruders_collide:
    case DW_RULESET_INDEX_say_intentions:
    case DW_RULESET_INDEX_patrol_stares:
    case DW_RULESET_INDEX_hand_over:
    case DW_RULESET_INDEX_tools:
    case DW_RULESET_INDEX_scent:
    case DW_RULESET_INDEX_evidence:
    case DW_RULESET_INDEX_light:
    case DW_RULESET_INDEX_hearing:
    case DW_RULESET_INDEX_investigate:
        return flags[value];
    case DW_RULESET_INDEX_vision:
        return visions[value];
    default:
        return NULL;
    }
}

dw_status dw_ruleset_check(const dw_ruleset *rules, dw_error *error)
{
    dw_status status = dw_tunable_check_all(fields, DW_RULESET_FIELD_COUNT, rules, error);
    if (status != DW_OK) {
        return status;
    }
    if (rules->chase_stop_distance_mm > rules->chase_near_distance_mm) {
        return dw_fail(error, DW_RANGE,
                       "chase_stop_distance_mm: %" PRId32
                       " is beyond chase_near_distance_mm, which is %" PRId32,
                       rules->chase_stop_distance_mm, rules->chase_near_distance_mm);
    }
    if (rules->look_ticks_max < rules->look_ticks_min) {
        return dw_fail(error, DW_RANGE,
                       "look_ticks_max: %" PRId32 " is below look_ticks_min, which is %" PRId32,
                       rules->look_ticks_max, rules->look_ticks_min);
    }
    for (uint32_t i = 0; i < (uint32_t)rules->kind_count; i++) {
        status = dw_kind_check(&rules->kinds[i], error);
        if (status != DW_OK) {
            dw_error_prefix(error, rules->kind_names[i]);
            dw_error_prefix(error, "kinds");
            return status;
        }
    }
    return DW_OK;
}
