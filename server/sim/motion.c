/* motion.c - phase 3 of the tick: every body moves against those that already moved. */
#include "common/base/check.h"
#include "common/base/prefetch.h"
#include "server/sim/sim_state.h"

enum { BODIES_MAX = DW_GUARDS_MAX + DW_INTRUDERS_MAX };

/* The bodies that one mover could meet within a step, and who they are. */
typedef struct neighbours {
    uint32_t count;
    dw_vec centres[BODIES_MAX];
    uint8_t who[BODIES_MAX]; /* Slot, or DW_INTRUDERS_MAX + guard. */
} neighbours;

/* No step is longer than this: 10000 mm/s, the highest speed that a ruleset may name. */
enum { STEP_MAX = 10002 };

static void add_if_near(neighbours *near, dw_vec mover, dw_vec other, uint8_t who)
{
    const int32_t reach = DW_BODY_SIZE + STEP_MAX;
    const dw_vec d = dw_vec_sub(other, mover);
    if (d.x <= reach && d.x >= -reach && d.y <= reach && d.y >= -reach) {
        near->centres[near->count] = other;
        near->who[near->count++] = who;
    }
}

static void add_guards(const dw_world *world, neighbours *near, dw_vec mover, uint32_t except)
{
    for (uint32_t g = 0; g < world->guard_count; g++) {
        if (g != except) {
            add_if_near(near, mover, world->guards[g].position, (uint8_t)(DW_INTRUDERS_MAX + g));
        }
    }
}

static void add_intruders(const dw_world *world, neighbours *near, dw_vec mover, uint32_t except)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (s != except && dw_intruder_present(&world->intruders[s])) {
            add_if_near(near, mover, world->intruders[s].body.position, (uint8_t)s);
        }
    }
}

static uint16_t room_after(const dw_map *map, uint16_t room, dw_vec position)
{
    return dw_rect_holds(map->rooms[room].area, position) ? room : dw_map_room_at(map, position);
}

static uint8_t held_after(uint8_t held_ticks, const dw_body *before, const dw_body *after)
{
    if (!after->moving) {
        return 0;
    }
    if (!before->moving || before->heading_bam != after->heading_bam) {
        return 1;
    }
    return held_ticks < UINT8_MAX ? (uint8_t)(held_ticks + 1) : held_ticks;
}

static void move_intruder(dw_sim *sim, uint8_t slot, dw_intent intent)
{
    dw_world *world = &sim->world;
    dw_intruder_state *intruder = &world->intruders[slot];
    const dw_body before = intruder->body;
    neighbours near;
    near.count = 0;
    add_guards(world, &near, intruder->body.position, DW_NONE);
    if (sim->rules.intruders_collide != 0) {
        add_intruders(world, &near, intruder->body.position, slot);
    }
    const dw_move_result result = dw_intruder_walk(&intruder->body, intent, &sim->rules, sim->map,
                                                   &world->open, near.centres, near.count);
    for (uint8_t i = 0; i < result.touched_count; i++) {
        const uint8_t who = near.who[result.touched[i]];
        if (who >= DW_INTRUDERS_MAX) {
            sim->touched[who - DW_INTRUDERS_MAX] |= (uint16_t)(1u << slot);
        }
    }
    intruder->held_ticks = held_after(intruder->held_ticks, &before, &intruder->body);
    intruder->room = room_after(sim->map, intruder->room, intruder->body.position);
}

/* A step that is cut on one axis goes on along the other. It is a slide, not a collision, when at
 * least half of its length is left. */
static bool is_slide(dw_vec wanted, dw_vec made)
{
    const bool goes_on = (made.x == wanted.x && made.x != 0) || (made.y == wanted.y && made.y != 0);
    return goes_on && 4 * dw_dot(made, made) >= dw_dot(wanted, wanted);
}

static void move_guard(dw_sim *sim, uint8_t g)
{
    dw_world *world = &sim->world;
    dw_guard_body *guard = &world->guards[g];
    neighbours near;
    near.count = 0;
    add_intruders(world, &near, guard->position, DW_NONE);
    add_guards(world, &near, guard->position, g);
    const dw_move_result result =
        dw_move(sim->map, &world->open, guard->position, guard->command.step, DW_BODY_HALF,
                near.centres, near.count);
    guard->step = dw_vec_sub(result.position, guard->position);
    guard->position = result.position;
    guard->heading_bam = guard->command.heading_bam;
    guard->shortened = result.shortened && !is_slide(guard->command.step, guard->step);
    guard->touched_guard = false;
    for (uint8_t i = 0; i < result.touched_count; i++) {
        const uint8_t who = near.who[result.touched[i]];
        if (who < DW_INTRUDERS_MAX) {
            sim->touched[g] |= (uint16_t)(1u << who);
        } else {
            guard->touched_guard = true;
        }
    }
    guard->room = room_after(sim->map, guard->room, guard->position);
}

/* What the guards will sense and think with, while the bodies move. */
static void prefetch_minds(const dw_sim *sim)
{
    enum { PERCEPTS_HOT_BYTES = 384 };
    for (uint32_t g = 0; g < sim->world.guard_count; g++) {
        dw_prefetch(&sim->percepts[g], PERCEPTS_HOT_BYTES);
        dw_prefetch(sim->memories[g], sim->memories[g] != NULL ? DW_BRAIN_HOT_BYTES : 0);
    }
}

void dw_sim_prefetch(const dw_sim *sim, uint16_t guard_count)
{
    const dw_world *world = &sim->world;
    dw_prefetch(world, offsetof(dw_world, guards));
    dw_prefetch(world->guards, guard_count * sizeof world->guards[0]);
    dw_prefetch(world->meters, guard_count * sizeof world->meters[0]);
    dw_prefetch(sim->seen, sizeof sim->seen[0]);
    dw_prefetch(sim->touched, sizeof sim->touched[0]);
    dw_prefetch(&sim->event_count, 2 * DW_CACHE_LINE);
    dw_prefetch(&sim->hash, DW_CACHE_LINE);
    dw_prefetch(sim->brains, DW_CACHE_LINE);
    dw_prefetch(sim->memories, DW_CACHE_LINE);
    dw_prefetch(&sim->radio, 2 * DW_CACHE_LINE);
}

size_t dw_sim_hot_bytes(void)
{
    return offsetof(dw_sim, map);
}

void dw_sim_move_bodies(dw_sim *sim, const dw_intent *intents)
{
    dw_world *world = &sim->world;
    prefetch_minds(sim);
    for (uint8_t g = 0; g < world->guard_count; g++) {
        sim->touched[g] = 0;
    }
    /* Slots are counted whether or not somebody is in them, so that the order in which guards move
     * tells nothing about who is still there. */
    const uint32_t count = DW_INTRUDERS_MAX + (uint32_t)world->guard_count;
    uint32_t at = world->tick % count;
    for (uint32_t i = 0; i < count; i++) {
        if (at >= DW_INTRUDERS_MAX) {
            move_guard(sim, (uint8_t)(at - DW_INTRUDERS_MAX));
        } else if (dw_intruder_present(&world->intruders[at])) {
            const dw_intent still = {DW_STAND, 0};
            const bool alive = world->intruders[at].state == DW_SLOT_ALIVE;
            move_intruder(sim, (uint8_t)at, alive ? intents[at] : still);
        }
        at = at + 1 == count ? 0 : at + 1;
    }
}
