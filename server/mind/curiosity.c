#include "server/mind/curiosity.h"

#include "common/world/state.h"

void dw_curiosity_reset(dw_curiosity *curiosity)
{
    *curiosity = (dw_curiosity){.room = DW_NONE};
}

void dw_curiosity_drop(dw_curiosity *curiosity)
{
    curiosity->points = 0;
    curiosity->strength = 0;
    curiosity->room = DW_NONE;
}

static uint16_t faded(uint16_t points, int32_t by)
{
    return points > by ? (uint16_t)(points - by) : 0;
}

/* The habit at `place`, or NULL. */
static dw_habit *habit_at(dw_curiosity *curiosity, const dw_think *think, dw_vec place)
{
    for (uint8_t i = 0; i < curiosity->habit_count; i++) {
        if (dw_within_mm(curiosity->habits[i].place, place,
                         think->setup->rules->habit_distance_mm)) {
            return &curiosity->habits[i];
        }
    }
    return NULL;
}

static bool is_recovered(const dw_habit *habit, const dw_think *think)
{
    return think->percepts->tick - habit->tick >= (uint32_t)think->setup->rules->habit_ticks;
}

/* What is left of `points` at a place that is usual, for a guard that is on edge or is not. */
static int32_t weighed(dw_curiosity *curiosity, const dw_think *think, const dw_hint *hint)
{
    const dw_ruleset *rules = think->setup->rules;
    int64_t points = hint->points;
    const dw_habit *habit = habit_at(curiosity, think, hint->position);
    if (habit != NULL && !is_recovered(habit, think)) {
        for (uint8_t i = 0; i < habit->count; i++) {
            points = points * (100 - rules->habit_percent) / 100;
        }
    }
    if (think->percepts->tick < curiosity->sensitive_until) {
        points = points * (100 + rules->sensitive_percent) / 100;
    }
    return points < DW_CURIOSITY_POINTS_MAX ? (int32_t)points : DW_CURIOSITY_POINTS_MAX;
}

void dw_curiosity_heed(dw_curiosity *curiosity, const dw_think *think, const dw_hint *hint)
{
    const int32_t points = weighed(curiosity, think, hint);
    const int32_t sum = curiosity->points + points;
    curiosity->points = (uint16_t)(sum < DW_CURIOSITY_POINTS_MAX ? sum : DW_CURIOSITY_POINTS_MAX);
    if (curiosity->room == DW_NONE || points >= curiosity->strength) {
        curiosity->strength = (uint16_t)points;
        curiosity->room = hint->room;
        curiosity->place = hint->position;
        curiosity->error_mm = (uint16_t)hint->error_mm;
    }
}

/* The louder above what its ears just hear, the more; of a bell all. */
static int32_t points_of(const dw_think *think, const dw_stimulus *noise)
{
    const dw_ruleset *rules = think->setup->rules;
    if (noise->kind == DW_STIMULUS_BELL) {
        return DW_CURIOSITY_POINTS_MAX;
    }
    const int32_t over_db10 = noise->strength - think->setup->kind->senses.ears.threshold_db10;
    return rules->noise_points + (over_db10 > 0 ? over_db10 * rules->noise_points_per_db / 10 : 0);
}

void dw_curiosity_step(dw_curiosity *curiosity, const dw_think *think)
{
    const int32_t decay = think->setup->rules->curiosity_decay_points;
    curiosity->points = faded(curiosity->points, decay);
    curiosity->strength = faded(curiosity->strength, decay);
    const dw_percepts *percepts = think->percepts;
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        const dw_stimulus *noise = &percepts->stimuli[i];
        if (!noise->from_own_side || noise->is_alarm) {
            dw_curiosity_heed(curiosity, think,
                              &(dw_hint){.position = noise->position,
                                         .room = noise->room,
                                         .points = points_of(think, noise),
                                         .error_mm = noise->error_mm});
        }
    }
}

void dw_curiosity_sensitise(dw_curiosity *curiosity, const dw_think *think)
{
    curiosity->habit_count = 0;
    curiosity->sensitive_until =
        think->percepts->tick + (uint32_t)think->setup->rules->sensitive_ticks;
}

/* A habit for the hint's place: a new one, or that of the place that was found empty longest ago.
 */
static dw_habit *new_habit(dw_curiosity *curiosity)
{
    if (curiosity->habit_count < DW_HABITS_MAX) {
        return &curiosity->habits[curiosity->habit_count++];
    }
    dw_habit *oldest = &curiosity->habits[0];
    for (int i = 1; i < DW_HABITS_MAX; i++) {
        if (curiosity->habits[i].tick < oldest->tick) {
            oldest = &curiosity->habits[i];
        }
    }
    return oldest;
}

void dw_curiosity_find_nothing(dw_curiosity *curiosity, const dw_think *think)
{
    if (curiosity->room != DW_NONE) {
        dw_habit *habit = habit_at(curiosity, think, curiosity->place);
        if (habit == NULL) {
            habit = new_habit(curiosity);
            *habit = (dw_habit){.place = curiosity->place};
        } else if (is_recovered(habit, think)) {
            habit->count = 0;
        }
        habit->tick = think->percepts->tick;
        habit->count = habit->count < UINT8_MAX ? (uint8_t)(habit->count + 1) : UINT8_MAX;
    }
    dw_curiosity_drop(curiosity);
}

bool dw_curiosity_is_sound(const dw_curiosity *curiosity, const dw_map *map)
{
    return curiosity->points <= DW_CURIOSITY_POINTS_MAX &&
           curiosity->strength <= DW_CURIOSITY_POINTS_MAX &&
           dw_is_room_or_none(map, curiosity->room) &&
           (curiosity->room != DW_NONE || (curiosity->points == 0 && curiosity->strength == 0));
}

DW_FIELDS_IO(static, habit, DW_HABIT_FIELDS);
DW_FIELDS_IO(extern, curiosity, DW_CURIOSITY_FIELDS);
