#include "server/mind/skills/intercept.h"

#include "common/world/sight.h"
#include "server/mind/places.h"

#include <stdio.h>
#include <string.h>

enum { AMBUSH_GAP_MM = 500 /* Near the doorway, but not in it. */ };

void dw_intercept_reset(dw_intercept *task, uint64_t seed)
{
    *task = (dw_intercept){.door = DW_NONE};
    dw_rng_init(&task->places, seed, DW_STREAM_INTERCEPT);
}

dw_intercept_order dw_intercept_order_of(const dw_radio_message *report)
{
    dw_intercept_order order = {
        .sent = report->sent, .room = report->room, .door_count = report->door_count};
    memcpy(order.doors, report->doors, sizeof order.doors);
    return order;
}

/* The shuffle of Fisher and Yates from inside out; beyond the list's end it draws a sample. */
void dw_intercept_draw_doors(dw_intercept *task, const dw_map *map, dw_intercept_order *order)
{
    const dw_room *room = &map->rooms[order->room];
    uint32_t drawn = 0;
    order->door_count = 0;
    for (uint16_t i = 0; i < room->door_count; i++) {
        if (!map->doors[room->doors[i]].circular) {
            continue;
        }
        const uint32_t at = dw_rng_below(&task->places, ++drawn);
        if (order->door_count < DW_RADIO_DOORS_MAX) {
            order->doors[order->door_count++] = order->doors[at];
        }
        if (at < DW_RADIO_DOORS_MAX) {
            order->doors[at] = room->doors[i];
        }
    }
}

static void begin(dw_intercept *task, const dw_intercept_order *order, uint16_t door)
{
    task->phase = DW_INTERCEPT_DRAWING;
    task->draws = 0;
    task->door = door;
    task->order = *order;
    task->waits = false;
    task->ambushes = false;
}

static int32_t bid_for(const dw_think *think, uint16_t door)
{
    const dw_vec there = dw_rect_centre(think->setup->map->doors[door].doorway);
    return dw_team_bid_mm(think, there);
}

void dw_intercept_begin_wait(dw_intercept *task, const dw_think *think,
                             const dw_intercept_order *order)
{
    begin(task, order, think->setup->map->rooms[order->room].doors[0]);
    task->waits = true;
    task->wait_left = (uint16_t)think->setup->rules->lie_in_wait_ticks;
}

void dw_intercept_begin_keep(dw_intercept *task, const dw_think *think, dw_team_radio *radio,
                             const dw_intercept_order *order, uint16_t door)
{
    const bool stays = task->waits && task->door == door && task->phase != DW_INTERCEPT_DRAWING;
    if (stays) {
        task->order = *order;
    } else {
        begin(task, order, door);
        task->waits = true;
    }
    task->wait_left = (uint16_t)think->setup->rules->lie_in_wait_ticks;
    const dw_team_bid bid = {.door = door, .room = order->room, .bid_mm = bid_for(think, door)};
    if (!stays) {
        dw_team_radio_say_takes(radio, &bid, false);
    }
}

void dw_intercept_begin(dw_intercept *task, const dw_think *think, dw_team_radio *radio,
                        const dw_intercept_order *order)
{
    begin(task, order, DW_NONE);
    for (uint8_t i = 0; i < order->door_count; i++) {
        const uint16_t door = order->doors[i];
        const dw_team_bid bid = {.door = door,
                                 .room = order->room,
                                 .bid_mm = bid_for(think, door),
                                 .tick = think->percepts->tick};
        if (!dw_team_radio_is_taken(radio, think->setup, &bid)) {
            task->door = door;
            task->bid = bid;
            task->ambushes = think->setup->rules->strategy.ambush_ticks > 0;
            dw_team_radio_say_takes(radio, &bid, false);
            return;
        }
    }
}

bool dw_intercept_is_outbid(const dw_intercept *task, const dw_team_radio *radio,
                            const dw_brain_setup *setup)
{
    return !task->waits && task->door != DW_NONE && task->phase <= DW_INTERCEPT_GOING &&
           dw_team_radio_is_taken(radio, setup, &task->bid);
}

/* The half of the door that looks towards the reported room: the one in it, or the nearer one. */
static int near_half(const dw_intercept *task, const dw_brain_setup *setup)
{
    const dw_door *door = &setup->map->doors[task->door];
    const uint16_t room = task->order.room;
    if (door->half[0].room == room || door->half[1].room == room) {
        return door->half[0].room == room ? 0 : 1;
    }
    const dw_vec from = dw_rect_centre(setup->map->rooms[room].area);
    return dw_nav_route_length(setup->nav, from, door->half[0].point) <=
                   dw_nav_route_length(setup->nav, from, door->half[1].point)
               ? 0
               : 1;
}

/* The room on the guard's side of the door. */
static uint16_t room_behind(const dw_intercept *task, const dw_brain_setup *setup)
{
    return task->door == DW_NONE
               ? task->order.room
               : setup->map->doors[task->door].half[1 - near_half(task, setup)].room;
}

static void draw(dw_intercept *task, const dw_think *think)
{
    const dw_brain_setup *setup = think->setup;
    const uint16_t room = room_behind(task, setup);
    dw_place_wish wish = {.room = room, .nearest = true, .near = think->percepts->position};
    if (task->door != DW_NONE) {
        const dw_door *door = &setup->map->doors[task->door];
        wish.sees = true;
        wish.target = door->half[door->half[0].room == room ? 0 : 1].point;
        wish.near = wish.target;
        wish.level = DW_SIGHT_OVER_MIDDLE;
        wish.doorway_gap = DW_MM(AMBUSH_GAP_MM);
    }
    dw_vec place;
    const dw_place_result result = dw_place_draw(&task->draws, setup, &task->places, &wish, &place);
    if (result == DW_PLACE_DRAWING) {
        return;
    }
    task->place = result == DW_PLACE_FOUND ? place : think->percepts->position;
    task->phase = DW_INTERCEPT_GOING;
    const bool is_of_room =
        task->door != DW_NONE &&
        setup->map->doors[task->door].half[near_half(task, setup)].room == task->order.room;
    if (task->waits || !is_of_room) {
        dw_mover_go(think->mover, task->place);
    } else {
        dw_mover_go_round(think->mover, task->place, task->door);
    }
}

/* At the position, and the intruder is not in sight. */
static dw_skill_state arrive(dw_intercept *task, const dw_think *think)
{
    if (task->waits) {
        task->phase = DW_INTERCEPT_WAITING;
        return DW_SKILL_RUNNING;
    }
    if (task->door == DW_NONE) {
        return DW_SKILL_DONE;
    }
    if (task->ambushes) {
        task->ambushes = false;
        task->wait_left = (uint16_t)think->setup->rules->strategy.ambush_ticks;
        task->phase = DW_INTERCEPT_WAITING;
        return DW_SKILL_RUNNING;
    }
    const dw_door *door = &think->setup->map->doors[task->door];
    const dw_nav_query query = {.room = DW_NONE};
    const dw_door_side side = {.door = task->door,
                               .room = door->half[near_half(task, think->setup)].room};
    dw_vec inside;
    if (!dw_door_leaving_place(think->setup, &query, side, &inside)) {
        return DW_SKILL_DONE;
    }
    task->phase = DW_INTERCEPT_THROUGH;
    dw_mover_go(think->mover, inside);
    return DW_SKILL_RUNNING;
}

static dw_skill_state go(dw_intercept *task, const dw_think *think)
{
    const uint8_t state = think->mover->state;
    if (state == DW_MOVER_GOING) {
        return DW_SKILL_RUNNING;
    }
    if (state == DW_MOVER_NO_PATH && !task->waits && task->door != DW_NONE) {
        task->door = DW_NONE; /* There is no path round after all. */
        task->phase = DW_INTERCEPT_DRAWING;
        task->draws = 0;
        return DW_SKILL_RUNNING;
    }
    return arrive(task, think);
}

/* The guard has said which door it takes, and the others say theirs now. It stands ready until
 * their claims are here, rather than run and turn back when another guard has that door. */
static bool listens(const dw_intercept *task, const dw_think *think)
{
    const uint32_t delay = (uint32_t)think->setup->rules->radio_delay_ticks;
    return !task->waits && task->door != DW_NONE && task->phase == DW_INTERCEPT_GOING &&
           think->percepts->tick <= task->order.sent + 2 * delay;
}

dw_skill_state dw_intercept_step(dw_intercept *task, const dw_think *think)
{
    const dw_brain_setup *setup = think->setup;
    const int32_t turn_bam = setup->kind->turn_rates.hurried_bam;
    if (task->phase == DW_INTERCEPT_DRAWING) {
        draw(task, think);
    }
    const int32_t speed = listens(task, think) ? 0 : setup->kind->gaits.intercept.speed_mm_s;
    dw_mover_step(think->mover, think, speed, turn_bam);
    switch ((dw_intercept_phase)task->phase) {
    case DW_INTERCEPT_DRAWING:
        return DW_SKILL_RUNNING;
    case DW_INTERCEPT_GOING:
        return go(task, think);
    case DW_INTERCEPT_WAITING:
        dw_face_point(think, dw_rect_centre(setup->map->doors[task->door].doorway), turn_bam);
        task->wait_left--;
        if (task->wait_left > 0) {
            return DW_SKILL_RUNNING;
        }
        return task->waits ? DW_SKILL_FAILED : arrive(task, think);
    case DW_INTERCEPT_THROUGH:
        break;
    }
    return think->mover->state == DW_MOVER_GOING ? DW_SKILL_RUNNING : DW_SKILL_DONE;
}

void dw_intercept_explain(const dw_intercept *task, uint8_t slot, const dw_brain_setup *setup,
                          dw_mind_view *view)
{
    const char *room = setup->map->rooms[task->order.room].name;
    view->room = task->order.room;
    view->door = task->door;
    if (task->waits && setup->zones != NULL) {
        (void)snprintf(view->sentence, sizeof view->sentence,
                       "Keeps the border of its zone: intruder %u is in %s.", slot + 1u, room);
    } else if (task->waits) {
        (void)snprintf(view->sentence, sizeof view->sentence, "Intruder %u can leave %s only here.",
                       slot + 1u, room);
    } else if (task->door == DW_NONE) {
        (void)snprintf(view->sentence, sizeof view->sentence, "Goes to %s, where intruder %u was.",
                       room, slot + 1u);
    } else {
        (void)snprintf(view->sentence, sizeof view->sentence,
                       "Intercepts intruder %u on the path out of %s.", slot + 1u, room);
    }
}

bool dw_intercept_is_sound(const dw_intercept *task, const dw_map *map)
{
    bool sound = task->phase <= DW_INTERCEPT_THROUGH && task->order.room < map->room_count &&
                 dw_is_door_or_none(map, task->door) && (!task->waits || task->door != DW_NONE);
    for (uint8_t i = 0; sound && i < task->order.door_count; i++) {
        sound = task->order.doors[i] < map->door_count;
    }
    return sound;
}

DW_FIELDS_IO(extern, intercept_order, DW_INTERCEPT_ORDER_FIELDS);
DW_FIELDS_IO(extern, intercept, DW_INTERCEPT_FIELDS);
