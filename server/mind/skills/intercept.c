#include "server/mind/skills/intercept.h"

#include "common/world/sight.h"

enum {
    STREAM_INTERCEPT = 5,
    AMBUSH_GAP_MM = 500 /* From the doorway: he is near and does not stand in it. */
};

void dw_intercept_reset(dw_intercept *task, uint64_t seed)
{
    *task = (dw_intercept){.door = DW_NONE};
    dw_rng_init(&task->places, seed, STREAM_INTERCEPT);
}

static void begin(dw_intercept *task, const dw_radio_message *report, uint16_t door)
{
    task->phase = DW_INTERCEPT_DRAWING;
    task->draws = 0;
    task->door = door;
    task->order = *report;
    task->waits = false;
}

void dw_intercept_ambush(dw_intercept *task, const dw_brain_setup *setup,
                         const dw_radio_message *report)
{
    begin(task, report, setup->map->rooms[report->room].doors[0]);
    task->waits = true;
    task->wait_left = (uint16_t)setup->rules->lie_in_wait_ticks;
}

/* How far he has to go, as the crow flies: all can work that out alike. */
static int32_t bid_for(const dw_brain_setup *setup, const dw_percepts *percepts, uint16_t door)
{
    const dw_vec there = dw_rect_centre(setup->map->doors[door].doorway);
    return dw_distance(percepts->position, there) / DW_UNITS_PER_MM;
}

void dw_intercept_begin(dw_intercept *task, dw_team_radio *radio, const dw_brain_setup *setup,
                        const dw_percepts *percepts, const dw_radio_message *report)
{
    begin(task, report, DW_NONE);
    for (uint8_t i = 0; i < report->door_count; i++) {
        const uint16_t door = report->doors[i];
        const dw_team_bid bid = {.door = door,
                                 .room = report->room,
                                 .bid_mm = bid_for(setup, percepts, door),
                                 .tick = percepts->tick};
        if (!dw_team_radio_is_taken(radio, setup, &bid)) {
            task->door = door;
            task->bid = bid;
            dw_team_radio_say_takes(radio, &bid);
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

/* The half of his door on the side from which he comes, and the room there. */
static uint16_t room_behind(const dw_intercept *task, const dw_brain_setup *setup)
{
    return task->door == DW_NONE
               ? task->order.room
               : dw_door_other_room(&setup->map->doors[task->door], task->order.room);
}

static void draw(dw_intercept *task, dw_mover *mover, const dw_brain_setup *setup,
                 const dw_percepts *percepts)
{
    const uint16_t room = room_behind(task, setup);
    dw_place_wish wish = {.room = room, .near = percepts->position};
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
    task->place = result == DW_PLACE_FOUND ? place : percepts->position;
    task->phase = DW_INTERCEPT_GOING;
    if (task->waits || task->door == DW_NONE) {
        dw_mover_go(mover, task->place);
    } else {
        dw_mover_go_round(mover, task->place, task->door);
    }
}

static void face_door(const dw_intercept *task, const dw_brain_setup *setup,
                      const dw_percepts *percepts, dw_guard_command *command)
{
    const dw_vec way =
        dw_vec_sub(dw_rect_centre(setup->map->doors[task->door].doorway), percepts->position);
    if (way.x != 0 || way.y != 0) {
        command->heading_bam = dw_turn_towards_bam(
            percepts->heading_bam, dw_angle_bam(way.x, way.y), setup->rules->hurry_turn_rate_bam);
    }
}

/* At the place, and he whom he looks for is not in sight. */
static dw_intercept_result arrive(dw_intercept *task, dw_mover *mover, const dw_brain_setup *setup)
{
    if (task->waits) {
        task->phase = DW_INTERCEPT_WAITING;
        return DW_INTERCEPT_GOES_ON;
    }
    if (task->door == DW_NONE) {
        return DW_INTERCEPT_INSIDE;
    }
    const dw_nav_query query = {.room = DW_NONE};
    dw_vec inside;
    if (!dw_door_leaving_place(setup, &query, task->door, false, task->order.room, &inside)) {
        return DW_INTERCEPT_INSIDE;
    }
    task->phase = DW_INTERCEPT_THROUGH;
    dw_mover_go(mover, inside);
    return DW_INTERCEPT_NOT_HERE;
}

static dw_intercept_result go(dw_intercept *task, dw_mover *mover, const dw_brain_setup *setup)
{
    if (mover->state == DW_MOVER_GOING) {
        return DW_INTERCEPT_GOES_ON;
    }
    if (mover->state == DW_MOVER_NO_WAY && !task->waits && task->door != DW_NONE) {
        task->door = DW_NONE; /* There is no way round after all. */
        task->phase = DW_INTERCEPT_DRAWING;
        task->draws = 0;
        return DW_INTERCEPT_GOES_ON;
    }
    return arrive(task, mover, setup);
}

/* He has said which door he takes, and the others are saying it now: until their words are here he
 * stands ready, rather than run and turn on his heel when it is somebody else's. */
static bool listens(const dw_intercept *task, const dw_brain_setup *setup,
                    const dw_percepts *percepts)
{
    const uint32_t delay = (uint32_t)setup->rules->radio_delay_ticks;
    return !task->waits && task->door != DW_NONE && task->phase == DW_INTERCEPT_GOING &&
           percepts->tick <= task->order.sent + 2 * delay;
}

dw_intercept_result dw_intercept_step(dw_intercept *task, dw_mover *mover,
                                      const dw_brain_setup *setup, const dw_percepts *percepts,
                                      dw_guard_command *command)
{
    if (task->phase == DW_INTERCEPT_DRAWING) {
        draw(task, mover, setup, percepts);
    }
    const bool stands = listens(task, setup, percepts);
    dw_mover_step(mover, setup, percepts, stands ? 0 : setup->rules->head_off_speed_mm_s,
                  setup->rules->hurry_turn_rate_bam, command);
    switch ((dw_intercept_phase)task->phase) {
    case DW_INTERCEPT_DRAWING:
        return DW_INTERCEPT_GOES_ON;
    case DW_INTERCEPT_GOING:
        return go(task, mover, setup);
    case DW_INTERCEPT_WAITING:
        face_door(task, setup, percepts, command);
        task->wait_left--;
        return task->wait_left == 0 ? DW_INTERCEPT_TIRED : DW_INTERCEPT_GOES_ON;
    case DW_INTERCEPT_THROUGH:
        break;
    }
    return mover->state == DW_MOVER_GOING ? DW_INTERCEPT_GOES_ON : DW_INTERCEPT_INSIDE;
}

DW_FIELDS_DIGEST(intercept, DW_INTERCEPT_FIELDS)
