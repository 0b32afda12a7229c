#include "server/mind/progress.h"

enum { HELD_UP_TICKS = 15, NEAR_GOAL_MM = 700 };

void dw_progress_count(dw_progress *progress, const dw_percepts *percepts)
{
    progress->short_ticks = percepts->shortened ? (uint16_t)(progress->short_ticks + 1) : 0;
}

void dw_progress_watch(dw_progress *progress, const dw_percepts *percepts)
{
    if (progress->window_ticks == 0) {
        progress->window_start = percepts->position;
    }
    progress->window_ticks++;
}

bool dw_progress_is_held_up(const dw_progress *progress)
{
    return progress->short_ticks >= HELD_UP_TICKS;
}

bool dw_progress_is_stuck(dw_progress *progress, const dw_think *think)
{
    const dw_ruleset *rules = think->setup->rules;
    if (progress->window_ticks < rules->stuck_ticks) {
        return false;
    }
    progress->window_ticks = 0;
    const int64_t hardly = DW_MM((int64_t)rules->stuck_distance_mm);
    return dw_distance_squared(progress->window_start, think->percepts->position) < hardly * hardly;
}

bool dw_progress_is_enough(const dw_think *think, dw_vec goal)
{
    return dw_map_room_at(think->setup->map, goal) == think->percepts->room &&
           dw_within_mm(goal, think->percepts->position, NEAR_GOAL_MM);
}

DW_FIELDS_IO(extern, progress, DW_PROGRESS_FIELDS);
