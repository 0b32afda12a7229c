/* persons.c - how the people of a mission walk, in phase 3 of the tick (person.h). */
#include "common/base/check.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"

DW_FIELDS_STATE(extern, person, DW_PERSON_FIELDS);

enum {
    FOLLOW_MM = 3000,   /* A player as near as this and in plain view is followed. */
    STOP_MM = 700,      /* It comes no nearer. */
    CRUMB_MM = 250,     /* From one crumb to the next. */
    ARRIVED_MM = 40,    /* On each axis. */
    DOOR_TICKS = 15,    /* For this long it has come to no crumb: it opens a door before it, */
    GIVE_UP_TICKS = 300 /* and in the end gives up. */
};

void dw_sim_place_persons(dw_sim *sim)
{
    for (uint32_t p = 0; sim->mission != NULL && p < sim->map->person_count; p++) {
        const uint8_t slot = dw_person_slot(p);
        if ((sim->mission->persons >> p & 1) == 0) {
            continue;
        }
        dw_actor *actor = &sim->world.actors[dw_intruder_index(&sim->world, slot)];
        dw_intruder_set_slot_state(&sim->world, slot, DW_SLOT_DROPPED);
        actor->body.position = sim->map->persons[p].spawn;
        actor->room = dw_map_room_at(sim->map, actor->body.position);
        sim->mission_state->persons[p] = (dw_person){.leader = DW_SLOT_NONE};
    }
}

static bool within(dw_vec a, dw_vec b, int32_t millimetres)
{
    const int64_t most = DW_MM((int64_t)millimetres);
    return dw_distance_squared(a, b) <= most * most;
}

static bool sees(const dw_sim *sim, dw_vec from, dw_vec to)
{
    return dw_sight_clear(sim->map, &sim->world.open, from, to, DW_SIGHT_WALLS);
}

static void stop(dw_person *person)
{
    *person = (dw_person){.leader = DW_SLOT_NONE};
}

/* The nearest player in plain view; of equally near ones the lower slot. */
static void choose_leader(const dw_sim *sim, dw_person *person, dw_vec at)
{
    int64_t nearest = INT64_MAX;
    for (uint32_t left = dw_sim_players_present(sim); left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        const dw_vec there = dw_intruder_actor(&sim->world, slot)->body.position;
        const int64_t distance = dw_distance_squared(at, there);
        if (distance < nearest && within(at, there, FOLLOW_MM) && sees(sim, at, there)) {
            nearest = distance;
            person->leader = slot;
        }
    }
}

/* Notes where the leader is now; it is lost when its way has become too long. */
static void note_way(dw_person *person, dw_vec leader)
{
    if (person->count > 0 && within(person->crumbs[person->count - 1], leader, CRUMB_MM)) {
        return;
    }
    if (person->count == DW_CRUMBS_MAX) {
        stop(person);
        return;
    }
    person->crumbs[person->count++] = leader;
}

static void drop_first_crumb(dw_person *person)
{
    person->count--;
    memmove(person->crumbs, person->crumbs + 1, person->count * sizeof person->crumbs[0]);
}

static bool is_at(dw_vec a, dw_vec b)
{
    const int32_t most = DW_MM(ARRIVED_MM);
    return a.x - b.x <= most && b.x - a.x <= most && a.y - b.y <= most && b.y - a.y <= most;
}

/* One of the eight directions towards a point that is not here. */
static dw_direction towards(dw_vec from, dw_vec to)
{
    static const dw_direction directions[3][3] = {{DW_NORTH_WEST, DW_NORTH, DW_NORTH_EAST},
                                                  {DW_WEST, DW_STAND, DW_EAST},
                                                  {DW_SOUTH_WEST, DW_SOUTH, DW_SOUTH_EAST}};
    const int32_t off = DW_MM(ARRIVED_MM) / 2;
    const int x = to.x - from.x > off ? 2 : from.x - to.x > off ? 0 : 1;
    const int y = to.y - from.y > off ? 2 : from.y - to.y > off ? 0 : 1;
    return directions[y][x];
}

/* It goes crouching behind one that crouches, and never runs. */
static dw_intent follow(dw_person *person, const dw_actor *self, const dw_actor *leader)
{
    dw_intent intent = {.direction = DW_STAND};
    const dw_vec at = self->body.position;
    while (person->count > 0 && is_at(at, person->crumbs[0])) {
        drop_first_crumb(person);
    }
    intent.buttons = leader->body.crouching ? DW_BUTTON_CROUCH : 0;
    if (person->count > 0) {
        intent.direction = (uint8_t)towards(at, person->crumbs[0]);
    }
    return intent;
}

/* The nearest shut door in reach, if it is not locked. */
static void open_door(dw_sim *sim, const dw_actor *self)
{
    const dw_use use =
        dw_intruder_choose_use(sim->map, &sim->world.open, &sim->rules, self->body.position, NULL);
    if (use.kind == DW_USE_DOOR && !dw_door_set_has(&sim->world.open, use.index) &&
        !dw_sim_door_is_locked(sim, use.index)) {
        dw_sim_set_door(sim, use.index, true);
    }
}

dw_intent dw_sim_lead_person(dw_sim *sim, uint8_t slot)
{
    dw_person *person = &sim->mission_state->persons[DW_INTRUDERS_MAX - 1 - slot];
    const dw_actor *self = dw_intruder_actor(&sim->world, slot);
    const dw_vec at = self->body.position;
    const dw_intent waits = {.direction = DW_STAND};
    if (person->leader == DW_SLOT_NONE ||
        (dw_sim_players_present(sim) >> person->leader & 1) == 0) {
        stop(person);
        choose_leader(sim, person, at);
    }
    if (person->leader == DW_SLOT_NONE) {
        return waits;
    }
    const dw_actor *leader = dw_intruder_actor(&sim->world, person->leader);
    note_way(person, leader->body.position);
    if (person->leader == DW_SLOT_NONE) {
        return waits;
    }
    if (within(at, leader->body.position, STOP_MM) && sees(sim, at, leader->body.position)) {
        person->count = 0;
        person->still_ticks = 0;
        return (dw_intent){.direction = DW_STAND,
                           .buttons = leader->body.crouching ? DW_BUTTON_CROUCH : 0};
    }
    const uint8_t crumbs = person->count;
    const dw_intent intent = follow(person, self, leader);
    person->still_ticks = person->count < crumbs ? 0 : (uint16_t)(person->still_ticks + 1);
    if (person->still_ticks >= GIVE_UP_TICKS) {
        stop(person);
    }
    return intent;
}

/* On a slow floor, or crouching, it comes to no crumb for longer; but then it moves. */
void dw_sim_let_person_through(dw_sim *sim, uint8_t slot)
{
    const dw_person *person = &sim->mission_state->persons[DW_INTRUDERS_MAX - 1 - slot];
    const dw_vec step = sim->intruder_steps[slot];
    if (person->still_ticks >= DOOR_TICKS && step.x == 0 && step.y == 0) {
        open_door(sim, dw_intruder_actor(&sim->world, slot));
    }
}
