/* motion.c - phase 3 of the tick: every body moves against those that already moved. */
#include "common/base/check.h"
#include "common/base/prefetch.h"
#include "server/sim/sim_state.h"

/* The bodies that one mover could meet within a step, and whose they are. */
typedef struct neighbours {
    uint32_t count;
    dw_rect bodies[DW_ACTORS_MAX];
    uint8_t actors[DW_ACTORS_MAX];
} neighbours;

/* No step is longer than this: 10000 mm/s, the highest speed that a ruleset may name. */
enum { STEP_MAX = 10002 };

/* Of the actors `first` .. `end` - 1 those that are near the mover. */
static void add_near(const dw_sim *sim, neighbours *near, uint32_t mover, uint32_t first,
                     uint32_t end)
{
    const dw_world *world = &sim->world;
    const int32_t own_reach = dw_sim_half_of(sim, &world->actors[mover]) + STEP_MAX;
    const dw_vec from = world->actors[mover].body.position;
    for (uint32_t i = first; i < end; i++) {
        const dw_actor *other = &world->actors[i];
        if (!dw_is_present(other) || i == mover) {
            continue; /* Mostly: a match with two players has fourteen empty slots. */
        }
        const int32_t half = dw_sim_solid_half_of(sim, other);
        const int32_t reach = own_reach + half;
        const dw_vec d = dw_vec_sub(other->body.position, from);
        if (half > 0 && d.x <= reach && d.x >= -reach && d.y <= reach && d.y >= -reach) {
            near->bodies[near->count] = dw_rect_around(other->body.position, half);
            near->actors[near->count++] = (uint8_t)i;
        }
    }
}

static void follow_room(const dw_map *map, dw_actor *actor)
{
    if (!dw_rect_holds(map->rooms[actor->room].area, actor->body.position)) {
        actor->room = dw_map_room_at(map, actor->body.position);
    }
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
    const uint32_t self = dw_intruder_index(world, slot);
    dw_actor *actor = &world->actors[self];
    dw_intruder_state *intruder = &world->intruders[slot];
    const dw_body before = actor->body;
    neighbours near;
    near.count = 0;
    add_near(sim, &near, self, 0,
             sim->rules.intruders_collide != 0 ? dw_actor_count(world) : world->guard_count);
    const dw_move_result result = dw_intruder_walk(&actor->body, intent, &sim->rules, sim->map,
                                                   &world->open, near.bodies, near.count);
    for (uint8_t i = 0; i < result.touched_count; i++) {
        const uint8_t other = near.actors[result.touched[i]];
        if (world->actors[other].role == DW_ROLE_GUARD) {
            sim->touched[other] |= (uint16_t)(1u << slot);
        }
    }
    intruder->held_ticks = held_after(intruder->held_ticks, &before, &actor->body);
    sim->intruder_steps[slot] = dw_vec_sub(actor->body.position, before.position);
    follow_room(sim->map, actor);
    dw_sim_hear_walk(sim, (uint8_t)self, before.position);
}

/* A step that is cut on one axis goes on along the other. It is a slide, not a collision, when at
 * least half of its length is left. */
static bool is_slide(dw_vec wanted, dw_vec made)
{
    const bool goes_on = (made.x == wanted.x && made.x != 0) || (made.y == wanted.y && made.y != 0);
    return goes_on && 4 * dw_dot(made, made) >= dw_dot(wanted, wanted);
}

/* Minds know the floor that they walk on and plan with it. The world holds them to it: no step on
 * a slow floor is longer than that floor leaves of the fastest one. */
static dw_vec floor_bounded(const dw_sim *sim, uint16_t room, dw_vec step)
{
    const int64_t fastest = (int64_t)dw_isqrt((uint64_t)sim->step_max_squared);
    const int64_t longest = dw_map_floor_speed(sim->map, room, (int32_t)fastest);
    const int64_t length_squared = dw_dot(step, step);
    if (length_squared <= longest * longest) {
        return step;
    }
    const int64_t length = (int64_t)dw_isqrt((uint64_t)length_squared) + 1;
    return (dw_vec){(int32_t)(step.x * longest / length), (int32_t)(step.y * longest / length)};
}

static void move_guard(dw_sim *sim, uint8_t g)
{
    dw_world *world = &sim->world;
    dw_actor *actor = &world->actors[g];
    dw_guard_state *guard = &world->guards[g];
    const int32_t half = dw_sim_half_of(sim, actor);
    const dw_vec before = actor->body.position;
    if (half == 0) { /* A device only turns. */
        actor->body.heading_bam = guard->command.heading_bam;
        return;
    }
    neighbours near;
    near.count = 0;
    if (dw_sim_solid_half_of(sim, actor) > 0) {
        add_near(sim, &near, g, world->guard_count, dw_actor_count(world));
        add_near(sim, &near, g, 0, world->guard_count);
    }
    const dw_vec wanted = sim->map->slow_floors
                              ? floor_bounded(sim, actor->room, guard->command.step)
                              : guard->command.step;
    const dw_move_result result =
        dw_move(sim->map, &world->open, before, wanted, half, near.bodies, near.count);
    guard->step = dw_vec_sub(result.position, before);
    actor->body.position = result.position;
    actor->body.heading_bam = guard->command.heading_bam;
    actor->body.moving = guard->command.step.x != 0 || guard->command.step.y != 0;
    guard->shortened = result.shortened && !is_slide(wanted, guard->step);
    guard->touched_guard = false;
    for (uint8_t i = 0; i < result.touched_count; i++) {
        const uint8_t other = near.actors[result.touched[i]];
        if (world->actors[other].role == DW_ROLE_GUARD) {
            guard->touched_guard = true;
        } else {
            sim->touched[g] |= (uint16_t)(1u << (other - world->guard_count));
        }
    }
    follow_room(sim->map, actor);
    dw_sim_hear_walk(sim, g, before);
}

static void move_actor(dw_sim *sim, uint8_t index, const dw_intent *intents)
{
    const dw_actor *actor = &sim->world.actors[index];
    if (!dw_is_present(actor)) {
        return;
    }
    if (actor->role == DW_ROLE_GUARD) {
        move_guard(sim, index);
        return;
    }
    const uint8_t slot = (uint8_t)(index - sim->world.guard_count);
    dw_intent intent = {.direction = DW_STAND};
    if (actor->controller == DW_CONTROLLER_PLAYER) {
        intent = intents[slot];
    } else if (dw_sim_is_person(sim, slot)) {
        intent = dw_sim_lead_person(sim, slot);
    }
    move_intruder(sim, slot, intent);
    if (dw_sim_is_person(sim, slot)) {
        dw_sim_let_person_through(sim, slot);
    }
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
    dw_prefetch(world, offsetof(dw_world, actors));
    dw_prefetch(world->actors, (guard_count + DW_INTRUDERS_MAX) * sizeof world->actors[0]);
    dw_prefetch(world->guards, guard_count * sizeof world->guards[0]);
    dw_prefetch(world->intruders, sizeof world->intruders);
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
    /* Slots come first, then guards. Slots are counted whether or not somebody is in them, so that
     * the order in which guards move tells nothing about who is still there. A dormant guard is not
     * counted: it leaves no trace in how the others move. */
    uint8_t order[DW_ACTORS_MAX];
    uint32_t count = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        order[count++] = (uint8_t)dw_intruder_index(world, s);
    }
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        order[count++] = (uint8_t)__builtin_ctzll(left);
    }
    uint32_t at = world->tick % count;
    for (uint32_t i = 0; i < count; i++) {
        move_actor(sim, order[at], intents);
        at = at + 1 == count ? 0 : at + 1;
    }
}
