/* policy_circle_behind.c - stays behind the guard's back. When a guard is near or chases it, it
 * runs round furniture, or round a ring of rooms, to where that guard does not look, and keeps
 * near: the guard turns after it and comes round too late. */
#include "client/bot/flight.h"

enum {
    NEAR_GUARD = 4000 * DW_UNITS_PER_MM, /* It circles a guard this near. */
    RING = 5000 * DW_UNITS_PER_MM,       /* It stays within this distance of the guard. */
    BEHIND_MM = 3000,                    /* Worth of a position in the guard's back, */
    RING_MM = 1000,                      /* of one on the ring, */
    AHEAD = 1000 * DW_UNITS_PER_MM       /* and of one unseen when the guard has gone this far. */
};

typedef struct circle_memory {
    dw_sneak sneak;
} circle_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    circle_memory *memory = bot->memory;
    dw_sneak_reset(bot, &memory->sneak, view);
}

static dw_danger_guard moved_on(const dw_danger_guard *guard)
{
    dw_danger_guard later = *guard;
    const int64_t cosine = dw_cosine_bam(guard->heading_bam);
    const int64_t sine = dw_sine_bam(guard->heading_bam);
    later.position.x += (int32_t)(cosine * AHEAD / DW_SINE_ONE);
    later.position.y += (int32_t)(sine * AHEAD / DW_SINE_ONE);
    return later;
}

/* `context` is the guard. */
static int64_t behind_worth(void *context, const dw_danger_plan *danger, uint16_t node)
{
    const dw_danger_guard *guard = context;
    const dw_map *map = danger->roadmap->map;
    const dw_bot_view *view = danger->view;
    const dw_vec position = danger->roadmap->nodes[node].position;
    if (dw_distance(guard->position, position) > RING) {
        return 0;
    }
    int64_t worth = RING_MM;
    if (!dw_danger_guard_sees(guard, map, view, &view->doors, position, false)) {
        const dw_danger_guard later = moved_on(guard);
        const bool stays = !dw_danger_guard_sees(&later, map, view, &view->doors, position, false);
        worth += stays ? BEHIND_MM : BEHIND_MM / 2;
    }
    return worth;
}

static void plan(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_danger_guard *guard = dw_flight_nearest_guard(sneak, view);
    const bool near =
        guard != NULL && dw_distance(guard->position, view->body.position) < NEAR_GUARD;
    if (sneak->noticed || (near && sneak->exposed)) {
        dw_danger_guard copy = near ? *guard : (dw_danger_guard){.id = 0};
        dw_flight_plan(bot, sneak, view,
                       (dw_flight_wish){.worth = near ? behind_worth : NULL, .context = &copy});
        return;
    }
    dw_flight_go_or_hide(bot, sneak, view, false);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    circle_memory *memory = bot->memory;
    return dw_flight_decide(bot, &memory->sneak, view, plan);
}

const dw_policy dw_policy_circle_behind = {"circle_behind",
                                           "runs round furniture into the guard's back",
                                           sizeof(circle_memory), reset, decide};
