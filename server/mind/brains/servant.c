/* servant.c - the brain `servant` (server/RULES.md 10.30 to 10.34): catches nobody and has no
 * radio. A servant that has detected an intruder runs to a guard and tells it. It knows where it
 * noticed each guard last, and which guard walks which patrol. */
#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/explain.h"
#include "server/mind/brains/servant_mind.h"
#include "server/mind/shut_doors.h"

#include <stdio.h>

typedef enum servant_goal {
    GOAL_PATROL,
    GOAL_TELL, /* Runs to a guard. */
    GOAL_HIDE, /* Has told of the intruder, and runs from it. */
    GOAL_COUNT
} servant_goal;

enum { SEEK_TICKS = 3600 /* After this time there is nothing left to tell. */ };

static dw_status servant_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_servant_mind *mind = DW_ARENA_NEW(arena, dw_servant_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

static void set_goal(dw_servant_mind *mind, servant_goal goal, dw_cause cause, uint32_t tick)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause;
    mind->since = tick;
}

static void servant_reset(void *memory, uint64_t seed)
{
    dw_servant_mind *mind = memory;
    set_goal(mind, GOAL_PATROL, DW_CAUSE_START, 0);
    mind->quarry = DW_SLOT_NONE;
    mind->meets = DW_GUARDS_MAX;
    mind->guide = 0;
    mind->room = DW_NONE;
    mind->stop = 0;
    mind->sensed_tick = 0;
    mind->from = (dw_vec){0, 0};
    mind->known = 0;
    memset(mind->places, 0, sizeof mind->places);
    memset(mind->told, 0, sizeof mind->told);
    dw_flee_reset(&mind->flee, seed);
    dw_patrol_reset(&mind->patrol, &mind->setup, seed);
    dw_mover_reset(&mind->mover, seed);
}

/* Whether that guard is worth telling: it has a radio. The household knows its guards. */
static bool is_of_use(const dw_servant_mind *mind, uint16_t guard)
{
    const dw_map *map = mind->setup.map;
    return guard != mind->setup.guard &&
           mind->setup.rules->kinds[map->guards[guard].kind].can.radio != 0;
}

static void remember_guards(dw_servant_mind *mind, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const uint8_t guard = percepts->guards[i].guard;
        if (is_of_use(mind, guard)) {
            mind->known |= UINT64_C(1) << guard;
            mind->places[guard] = percepts->guards[i].position;
        }
    }
}

static int32_t route_mm(const dw_servant_mind *mind, dw_vec from, dw_vec to)
{
    return dw_nav_route_length(mind->setup.nav, from, to) / DW_UNITS_PER_MM;
}

/* The nearest guard that it knows of; first those to which it has less far than the intruder.
 * DW_NONE: it knows of none. */
static uint16_t choose_guard(const dw_servant_mind *mind, dw_vec own)
{
    uint16_t best = DW_NONE;
    int32_t best_mm = 0;
    bool best_ahead = false;
    for (uint64_t left = mind->known; left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        const int32_t mm = route_mm(mind, own, mind->places[g]);
        const bool ahead = mm <= route_mm(mind, mind->from, mind->places[g]);
        if (best == DW_NONE || (ahead && !best_ahead) || (ahead == best_ahead && mm < best_mm)) {
            best = g;
            best_mm = mm;
            best_ahead = ahead;
        }
    }
    return best;
}

static const dw_patrol *patrol_of(const dw_map *map, uint16_t guard)
{
    return &map->patrols[map->guards[guard].patrol];
}

/* The nearest room of any guard's patrol: that guard, and the stop. False: there is no guard. */
static bool find_patrol(const dw_servant_mind *mind, dw_vec own, uint8_t *guide, uint16_t *stop)
{
    const dw_map *map = mind->setup.map;
    int32_t best_mm = -1;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_patrol *patrol = patrol_of(map, g);
        for (uint16_t i = 0; is_of_use(mind, g) && i < patrol->stop_count; i++) {
            const int32_t mm =
                route_mm(mind, own, dw_rect_centre(map->rooms[patrol->stops[i]].area));
            if (best_mm < 0 || mm < best_mm) {
                best_mm = mm;
                *guide = (uint8_t)g;
                *stop = i;
            }
        }
    }
    return best_mm >= 0;
}

/* Where it goes when it knows of no guard: the guard room, then along the nearest patrol. */
static bool seek(dw_servant_mind *mind, dw_vec own, dw_vec *place)
{
    const dw_map *map = mind->setup.map;
    const uint16_t guard_room = dw_map_board(map);
    if (mind->stop == 0 && guard_room != DW_NONE) {
        mind->stop = 1;
        *place = dw_rect_centre(map->rooms[guard_room].area);
        return true;
    }
    if (mind->stop < 2) {
        if (!find_patrol(mind, own, &mind->guide, &mind->stop)) {
            return false;
        }
        mind->stop = (uint16_t)(mind->stop + 2);
    } else {
        mind->stop = mind->stop < UINT16_MAX ? (uint16_t)(mind->stop + 1) : (uint16_t)2;
    }
    const dw_patrol *patrol = patrol_of(map, mind->guide);
    *place = dw_rect_centre(map->rooms[patrol->stops[(mind->stop - 2) % patrol->stop_count]].area);
    return true;
}

/* Sets out for the next place at which a guard may be. */
static void set_out(dw_servant_mind *mind, const dw_think *think)
{
    const dw_vec own = think->percepts->position;
    const uint16_t guard = choose_guard(mind, own);
    dw_vec place;
    mind->meets = guard != DW_NONE ? (uint8_t)guard : (uint8_t)DW_GUARDS_MAX;
    if (guard != DW_NONE) {
        dw_mover_go(&mind->mover, mind->places[guard]);
    } else if (seek(mind, own, &place)) {
        dw_mover_go(&mind->mover, place);
    } else {
        set_goal(mind, GOAL_PATROL, DW_CAUSE_BLOCKED, think->percepts->tick);
        dw_patrol_begin(&mind->patrol);
    }
}

static void resume_patrol(dw_servant_mind *mind, const dw_think *think, dw_cause cause)
{
    mind->quarry = DW_SLOT_NONE;
    set_goal(mind, GOAL_PATROL, cause, think->percepts->tick);
    dw_mover_stop(&mind->mover);
    dw_patrol_begin(&mind->patrol);
}

static const dw_percept_intruder *nearest_detected(const dw_percepts *percepts)
{
    const dw_percept_intruder *nearest = NULL;
    int64_t least = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        const int64_t off = dw_distance_squared(percepts->position, sensed->position);
        if (sensed->detected && (nearest == NULL || off < least)) {
            nearest = sensed;
            least = off;
        }
    }
    return nearest;
}

static bool has_told(const dw_servant_mind *mind, uint8_t slot, uint32_t tick)
{
    return mind->told[slot] != 0 &&
           tick - mind->told[slot] < (uint32_t)mind->setup.kind->tell.again_ticks;
}

static void heed_intruder(dw_servant_mind *mind, const dw_think *think,
                          const dw_percept_intruder *sensed)
{
    const uint32_t tick = think->percepts->tick;
    const bool is_new = !has_told(mind, sensed->slot, tick);
    if (mind->goal == GOAL_TELL && sensed->slot != mind->quarry) {
        return;
    }
    mind->quarry = sensed->slot;
    mind->room = sensed->room;
    mind->from = sensed->position;
    mind->sensed_tick = tick;
    if (is_new && mind->goal != GOAL_TELL) {
        set_goal(mind, GOAL_TELL, DW_CAUSE_SIGHTING, tick);
        mind->stop = 0;
        dw_mover_drop_substitute(&mind->mover);
        set_out(mind, think);
    } else if (!is_new && mind->goal == GOAL_PATROL) {
        set_goal(mind, GOAL_HIDE, DW_CAUSE_SIGHTING, tick);
        dw_flee_begin(&mind->flee, think, sensed->position);
    }
}

static void decide(dw_servant_mind *mind, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    remember_guards(mind, percepts);
    const dw_percept_intruder *sensed = nearest_detected(percepts);
    if (mind->quarry != DW_SLOT_NONE && (percepts->caught >> mind->quarry & 1) != 0) {
        resume_patrol(mind, think, DW_CAUSE_CAUGHT);
    }
    if (sensed != NULL) {
        heed_intruder(mind, think, sensed);
    } else if (mind->goal == GOAL_TELL && percepts->tick - mind->sensed_tick > SEEK_TICKS) {
        resume_patrol(mind, think, DW_CAUSE_TIMER);
    }
}

/* The nearest guard that it notices and can tell, or NULL. */
static const dw_percept_guard *notice_guard(const dw_servant_mind *mind,
                                            const dw_percepts *percepts)
{
    const dw_percept_guard *nearest = NULL;
    int64_t least = 0;
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        const int64_t off = dw_distance_squared(percepts->position, other->position);
        if (is_of_use(mind, other->guard) && (nearest == NULL || off < least)) {
            nearest = other;
            least = off;
        }
    }
    return nearest;
}

static void tell(dw_servant_mind *mind, const dw_think *think)
{
    const uint32_t tick = think->percepts->tick;
    mind->said = (dw_radio_message){.kind = DW_RADIO_REPORT,
                                    .slot = mind->quarry,
                                    .agitation = 1,
                                    .room = mind->room,
                                    .place = think->percepts->position};
    think->command->says = &mind->said;
    mind->told[mind->quarry] = tick;
    resume_patrol(mind, think, DW_CAUSE_DONE);
}

static void step_tell(dw_servant_mind *mind, const dw_think *think)
{
    const dw_kind *kind = think->setup->kind;
    const dw_percepts *percepts = think->percepts;
    const dw_percept_guard *guard = notice_guard(mind, percepts);
    if (guard != NULL) {
        dw_mover_follow(&mind->mover, guard->position);
    }
    dw_mover_step(&mind->mover, think, kind->gaits.far.speed_mm_s, kind->turn_rates.hurried_bam);
    if (guard != NULL &&
        dw_within_mm(percepts->position, guard->position, kind->tell.distance_mm) &&
        dw_map_room_at(think->setup->map, guard->position) == percepts->room) {
        tell(mind, think);
    } else if (guard == NULL && mind->mover.state != DW_MOVER_GOING) {
        if (mind->meets < DW_GUARDS_MAX) {
            mind->known &= ~(UINT64_C(1) << mind->meets); /* It is not there any more. */
        }
        set_out(mind, think);
    }
}

static void step_hide(dw_servant_mind *mind, dw_think *think)
{
    think->speed = think->setup->kind->gaits.far.speed_mm_s;
    const bool there = dw_flee_step(&mind->flee, think) == DW_SKILL_DONE;
    if (there && nearest_detected(think->percepts) == NULL) {
        resume_patrol(mind, think, DW_CAUSE_DONE);
    } else if (there) {
        dw_flee_begin(&mind->flee, think, mind->from);
    }
}

static void servant_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_servant_mind *mind = memory;
    dw_door_set keyless;
    dw_think think = {.setup = &mind->setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .shut = dw_shut_doors_keyless(&keyless, &mind->setup, percepts)};
    decide(mind, &think);
    command->mood = mind->goal == GOAL_PATROL ? DW_MOOD_CALM : DW_MOOD_ALERT;
    switch ((servant_goal)mind->goal) {
    case GOAL_TELL:
        step_tell(mind, &think);
        break;
    case GOAL_HIDE:
        step_hide(mind, &think);
        break;
    default:
        think.speed = mind->setup.kind->gaits.calm.speed_mm_s;
        (void)dw_patrol_step(&mind->patrol, &think);
        break;
    }
}

static void servant_explain(const void *memory, dw_mind_view *view)
{
    const dw_servant_mind *mind = memory;
    static const char *const goals[GOAL_COUNT] = {"patrol", "tell", "hide"};
    const dw_explained_goal goal = {.name = goals[mind->goal],
                                    .cause = mind->cause,
                                    .cause_id = mind->since,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, &mind->mover);
    if (mind->goal == GOAL_PATROL) {
        dw_patrol_explain(&mind->patrol, &mind->setup, false, view);
        return;
    }
    view->room = mind->room;
    (void)snprintf(view->sentence, sizeof view->sentence, "%s intruder %u, in %s.",
                   mind->goal == GOAL_TELL ? "Runs to tell a guard of" : "Hides from",
                   mind->quarry + 1u, mind->setup.map->rooms[mind->room].name);
}

DW_FIELDS_STATE(static, servant_mind, DW_SERVANT_FIELDS);

static uint64_t servant_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_servant_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void servant_save(const void *memory, dw_state_writer *writer)
{
    dw_save_servant_mind(writer, memory);
}

static bool is_sound(const dw_servant_mind *mind)
{
    const dw_map *map = mind->setup.map;
    const bool has_quarry = mind->quarry < DW_INTRUDERS_MAX && mind->room < map->room_count;
    bool sound = mind->goal < GOAL_COUNT && mind->cause < DW_CAUSE_COUNT &&
                 (mind->goal == GOAL_PATROL || has_quarry) &&
                 (mind->quarry < DW_INTRUDERS_MAX || mind->quarry == DW_SLOT_NONE) &&
                 dw_is_room_or_none(map, mind->room) && mind->guide < map->guard_count &&
                 mind->meets <= DW_GUARDS_MAX &&
                 (mind->quarry == DW_SLOT_NONE || dw_rect_holds_closed(map->bounds, mind->from)) &&
                 (map->guard_count == DW_GUARDS_MAX || mind->known >> map->guard_count == 0) &&
                 dw_flee_is_sound(&mind->flee, map) &&
                 dw_patrol_is_sound(&mind->patrol, &mind->setup) &&
                 dw_mover_is_sound(&mind->mover, map);
    for (uint64_t left = sound ? mind->known : 0; sound && left != 0; left &= left - 1) {
        sound = dw_rect_holds_closed(map->bounds, mind->places[__builtin_ctzll(left)]);
    }
    return sound;
}

static void servant_load(void *memory, dw_state_reader *reader)
{
    servant_reset(memory, 0);
    dw_load_servant_mind(reader, memory);
    (void)dw_state_require(reader, !reader->failed && is_sound(memory));
    if (reader->failed) {
        servant_reset(memory, 0);
    }
}

static void servant_count(const void *memory, dw_brain_counters *out)
{
    dw_mover_count(&((const dw_servant_mind *)memory)->mover, out);
}

const dw_brain_kind dw_brain_servant = {
    .name = "servant",
    .create = servant_create,
    .reset = servant_reset,
    .think = servant_think,
    .explain = servant_explain,
    .hash = servant_hash,
    .save = servant_save,
    .load = servant_load,
    .count = servant_count,
};
