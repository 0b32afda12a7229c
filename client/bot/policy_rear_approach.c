/* policy_rear_approach.c - walks close behind a guard on patrol, through its doors and rooms, where
 * it never looks. It leaves the guard's back when its own path is shorter without it, and runs when
 * it is noticed. */
#include "client/bot/flight.h"
#include "common/world/sight.h"

enum {
    FOLLOW_FAR = 7000 * DW_UNITS_PER_MM, /* It joins a guard this near, */
    BEHIND = 1900 * DW_UNITS_PER_MM,     /* walks at this distance behind it, */
    CLOSE = 2600 * DW_UNITS_PER_MM,      /* and slows down within this one. */
    SUSPICION = 40,                      /* Percent of a meter at which it lets go. */
    LOST_TICKS = 90,                     /* A guard out of view for this long is lost. */
    FOLLOW_TICKS_MAX = 40 * DW_TICKS_PER_SECOND,
    REST_TICKS = 15 * DW_TICKS_PER_SECOND, /* Then it goes its own way for a while. */
    FOLLOW_RISK = 6000,
    PLAN_TICKS = 9
};

typedef struct rear_memory {
    dw_sneak sneak;
    uint8_t guard;        /* Whose back it follows; 0: nobody's. */
    uint32_t follow_tick; /* Since when. */
    uint32_t resume_tick; /* It follows nobody before that. */
} rear_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    rear_memory *memory = bot->memory;
    *memory = (rear_memory){.guard = 0};
    dw_sneak_reset(bot, &memory->sneak, view);
}

static dw_vec behind(const dw_danger_guard *guard, int32_t distance)
{
    const int64_t cosine = dw_cosine_bam(guard->heading_bam);
    const int64_t sine = dw_sine_bam(guard->heading_bam);
    return (dw_vec){guard->position.x - (int32_t)(cosine * distance / DW_SINE_ONE),
                    guard->position.y - (int32_t)(sine * distance / DW_SINE_ONE)};
}

/* A guard that turns its back on the bot, or is followed already. */
static bool can_follow(const dw_danger_guard *guard, const dw_bot_view *view, bool follows)
{
    const uint32_t unseen = view->tick > guard->seen_tick ? view->tick - guard->seen_tick : 0;
    const dw_kind *kind = dw_guard_kind(view, guard->id);
    const dw_kind_eyes *eyes = &kind->senses.eyes;
    if (!dw_guard_kind_is_person(kind) || guard->mood == DW_MOOD_CHASING ||
        guard->meter >= SUSPICION || guard->gone || unseen > LOST_TICKS ||
        dw_distance(guard->position, view->body.position) > FOLLOW_FAR) {
        return false;
    }
    const bool walks = guard->pace.x != 0 || guard->pace.y != 0;
    return follows || (walks && !dw_in_field_of_view(guard->position, guard->heading_bam,
                                                     eyes->field_of_view_bam, view->body.position));
}

static const dw_danger_guard *choose_guard(rear_memory *memory, const dw_bot_view *view)
{
    const dw_danger *danger = &memory->sneak.danger;
    const dw_danger_guard *best = NULL;
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        if (!can_follow(guard, view, guard->id == memory->guard)) {
            continue;
        }
        if (guard->id == memory->guard) {
            best = guard;
            break;
        }
        if (best == NULL || dw_distance(guard->position, view->body.position) <
                                dw_distance(best->position, view->body.position)) {
            best = guard;
        }
    }
    const bool long_enough =
        memory->guard != 0 && view->tick - memory->follow_tick >= FOLLOW_TICKS_MAX;
    if (best == NULL || long_enough || view->tick < memory->resume_tick) {
        memory->resume_tick = long_enough ? view->tick + REST_TICKS : memory->resume_tick;
        memory->guard = 0;
        return NULL;
    }
    if (best->id != memory->guard) {
        memory->guard = best->id;
        memory->follow_tick = view->tick;
    }
    return best;
}

/* Takes a path to the position behind the guard. False when none is safe, or when the errand is
 * nearer than that. */
static bool follow(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                   const dw_danger_guard *guard)
{
    dw_roadmap *roadmap = bot->ground->roadmap;
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, roadmap, view, false);
    dw_roadmap_search(roadmap, &view->body.position, 1, dw_danger_price, &danger);
    const uint16_t goal = dw_roadmap_nearest(roadmap, sneak->goal);
    uint16_t node = dw_roadmap_nearest(roadmap, behind(guard, BEHIND));
    node = node == DW_NONE ? dw_roadmap_nearest(roadmap, guard->position) : node;
    if (goal == DW_NONE || node == DW_NONE || roadmap->cost[node] == DW_ROADMAP_NO_COST ||
        roadmap->cost[goal] <= roadmap->cost[node]) {
        return false;
    }
    dw_sneak_take_path(bot, sneak, node, true);
    sneak->plan_tick = view->tick + PLAN_TICKS;
    return dw_sneak_risk_ahead(bot, sneak, &danger) <= FOLLOW_RISK;
}

static void plan(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    rear_memory *memory = bot->memory;
    if (sneak->noticed) {
        memory->guard = 0;
        dw_flight_plan(bot, sneak, view, (dw_flight_wish){.worth = NULL});
        return;
    }
    const dw_danger_guard *guard = choose_guard(memory, view);
    if (guard != NULL && follow(bot, sneak, view, guard)) {
        return;
    }
    dw_flight_go_or_hide(bot, sneak, view, false);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    rear_memory *memory = bot->memory;
    return dw_flight_decide(bot, &memory->sneak, view, plan);
}

const dw_policy dw_policy_rear_approach = {"rear_approach",
                                           "walks behind a guard on patrol, where it never looks",
                                           sizeof(rear_memory), reset, decide};
