/* robot.c - the brain `robot` (server/RULES.md 10.40 to 10.44): it knows what its rays meet and
 * what touches it, and nothing else. A body without the guards' transponder is somebody: the robot
 * goes there, barks, and holds somebody by leaning against it. */
#include "common/world/ray_fan.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/explain.h"
#include "server/mind/brains/robot_mind.h"
#include "server/mind/shut_doors.h"
#include "server/mind/skills/chase.h"

#include <stdio.h>

typedef enum robot_goal {
    GOAL_PATROL,
    GOAL_CHASE,      /* Its rays meet somebody, or it touches somebody. */
    GOAL_LAST_KNOWN, /* To where they met somebody last. */
    GOAL_COUNT
} robot_goal;

static dw_status robot_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_robot_mind *mind = DW_ARENA_NEW(arena, dw_robot_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

static void set_goal(dw_robot_mind *mind, robot_goal goal, dw_cause cause, uint32_t tick)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause;
    mind->since = tick;
}

static void robot_reset(void *memory, uint64_t seed)
{
    dw_robot_mind *mind = memory;
    set_goal(mind, GOAL_PATROL, DW_CAUSE_START, 0);
    mind->quiet = 0;
    mind->place = (dw_vec){0, 0};
    mind->shut = (dw_door_set){{0}};
    dw_patrol_reset(&mind->patrol, &mind->setup, seed);
    dw_mover_reset(&mind->mover, seed);
}

/* The intruder that leans against it, or NULL. */
static const dw_percept_intruder *touched(const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].touched) {
            return &percepts->intruders[i];
        }
    }
    return NULL;
}

/* The nearest point at which a ray meets somebody; of two as near that of the lower ray. */
static bool find_somebody(const dw_robot_mind *mind, const dw_percepts *percepts, dw_vec *place)
{
    uint32_t nearest = percepts->ray_count;
    for (uint32_t i = 0; i < percepts->ray_count; i++) {
        const dw_percept_ray *ray = &percepts->rays[i];
        if (ray->what == DW_SENSES_SOMEBODY &&
            (nearest == percepts->ray_count ||
             ray->distance_mm < percepts->rays[nearest].distance_mm)) {
            nearest = i;
        }
    }
    if (nearest == percepts->ray_count) {
        return false;
    }
    *place =
        dw_ray_fan_point(&mind->setup.kind->senses.rays, percepts->rays_from,
                         percepts->rays_heading_bam, nearest, percepts->rays[nearest].distance_mm);
    return true;
}

static void decide(dw_robot_mind *mind, const dw_think *think)
{
    const uint32_t tick = think->percepts->tick;
    const dw_percept_intruder *felt = touched(think->percepts);
    const bool senses = felt != NULL || find_somebody(mind, think->percepts, &mind->place);
    mind->quiet = mind->quiet > 0 ? (uint16_t)(mind->quiet - 1) : 0;
    if (felt != NULL) {
        mind->place = felt->position;
    }
    if (senses && mind->goal != GOAL_CHASE) {
        set_goal(mind, GOAL_CHASE, DW_CAUSE_SIGHTING, tick);
        dw_mover_drop_substitute(&mind->mover);
    } else if (!senses && mind->goal == GOAL_CHASE) {
        set_goal(mind, GOAL_LAST_KNOWN, DW_CAUSE_LOST, tick);
        dw_mover_go(&mind->mover, mind->place);
    }
    if (senses && mind->quiet == 0 && think->setup->kind->can.bark != 0) {
        mind->quiet = (uint16_t)think->setup->kind->voice.bark_ticks;
        think->command->deed = DW_DEED_BARK;
    }
}

/* Straight against what it touches, so that the contact goes on. What it felt some ticks ago may be
 * nearer than a step by now: the robot goes no further than there. */
static void lean(const dw_think *think, dw_vec against)
{
    const dw_vec way = dw_vec_sub(against, think->percepts->position);
    const int64_t length = dw_distance(against, think->percepts->position);
    const int64_t speed =
        dw_map_floor_speed(think->setup->map, think->percepts->room, think->speed);
    think->command->step = length <= speed ? way
                                           : (dw_vec){(int32_t)(way.x * speed / length),
                                                      (int32_t)(way.y * speed / length)};
}

static void chase(dw_robot_mind *mind, const dw_think *think)
{
    const bool feels = touched(think->percepts) != NULL;
    dw_chase_close_in(think, mind->place, feels, mind->place, think->speed);
    if (feels) {
        lean(think, mind->place);
    }
}

/* It looks round nowhere: at each stop it goes on to the next one. */
static void patrol(dw_robot_mind *mind, const dw_think *think)
{
    (void)dw_patrol_step(&mind->patrol, think);
    if (mind->patrol.phase == DW_PATROL_LOOKING) {
        dw_patrol_skip(&mind->patrol, think->setup);
    }
}

static void robot_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_robot_mind *mind = memory;
    const dw_kind *kind = mind->setup.kind;
    dw_think think = {.setup = &mind->setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .shut = &mind->shut};
    dw_shut_doors_note(&mind->shut, &mind->setup, percepts);
    decide(mind, &think);
    think.speed =
        mind->goal == GOAL_PATROL ? kind->gaits.calm.speed_mm_s : kind->gaits.near.speed_mm_s;
    switch ((robot_goal)mind->goal) {
    case GOAL_CHASE:
        command->mood = DW_MOOD_CHASING;
        chase(mind, &think);
        break;
    case GOAL_LAST_KNOWN:
        command->mood = DW_MOOD_ALERT;
        dw_mover_step(&mind->mover, &think, think.speed, kind->turn_rates.hurried_bam);
        if (mind->mover.state != DW_MOVER_GOING) {
            set_goal(mind, GOAL_PATROL, DW_CAUSE_ARRIVAL, percepts->tick);
            dw_patrol_begin(&mind->patrol);
        }
        break;
    default:
        patrol(mind, &think);
        break;
    }
    dw_shut_doors_leave(&think);
}

static void robot_explain(const void *memory, dw_mind_view *view)
{
    const dw_robot_mind *mind = memory;
    static const char *const goals[GOAL_COUNT] = {"patrol", "chase", "last known position"};
    const dw_explained_goal goal = {.name = goals[mind->goal],
                                    .cause = mind->cause,
                                    .cause_id = mind->since,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, &mind->mover);
    if (mind->goal == GOAL_PATROL) {
        dw_patrol_explain(&mind->patrol, &mind->setup, false, view);
    } else {
        (void)snprintf(view->sentence, sizeof view->sentence, "%s",
                       mind->goal == GOAL_CHASE ? "Goes for somebody."
                                                : "Goes to where its rays met somebody.");
    }
}

DW_FIELDS_STATE(static, robot_mind, DW_ROBOT_FIELDS);

static uint64_t robot_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_robot_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void robot_save(const void *memory, dw_state_writer *writer)
{
    dw_save_robot_mind(writer, memory);
}

static bool is_sound(const dw_robot_mind *mind)
{
    return mind->goal < GOAL_COUNT && mind->cause < DW_CAUSE_COUNT &&
           dw_patrol_is_sound(&mind->patrol, &mind->setup) &&
           dw_mover_is_sound(&mind->mover, mind->setup.map);
}

static void robot_load(void *memory, dw_state_reader *reader)
{
    robot_reset(memory, 0);
    dw_load_robot_mind(reader, memory);
    (void)dw_state_require(reader, !reader->failed && is_sound(memory));
    if (reader->failed) {
        robot_reset(memory, 0);
    }
}

static void robot_count(const void *memory, dw_brain_counters *out)
{
    dw_mover_count(&((const dw_robot_mind *)memory)->mover, out);
}

const dw_brain_kind dw_brain_robot = {
    .name = "robot",
    .create = robot_create,
    .reset = robot_reset,
    .think = robot_think,
    .explain = robot_explain,
    .hash = robot_hash,
    .save = robot_save,
    .load = robot_load,
    .count = robot_count,
};
