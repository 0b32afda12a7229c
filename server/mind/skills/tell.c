#include "server/mind/skills/tell.h"

#include "common/base/check.h"

#include <string.h>

enum { SEEK_TICKS = 3600 /* After this time there is nothing left to tell. */ };

void dw_tell_reset(dw_tell *tell, const dw_brain_setup *setup)
{
    *tell = (dw_tell){.quarry = DW_SLOT_NONE,
                      .meets = DW_GUARDS_MAX,
                      .room = DW_NONE,
                      .guard_count = setup->map->guard_count};
}

/* Whether that guard is worth telling: it has a radio. The household knows its guards. */
static bool is_of_use(const dw_brain_setup *setup, uint16_t guard)
{
    return guard != setup->guard &&
           setup->rules->kinds[setup->map->guards[guard].kind].can.radio != 0;
}

static void remember_guards(dw_tell *tell, const dw_brain_setup *setup, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const uint8_t guard = percepts->guards[i].guard;
        if (is_of_use(setup, guard)) {
            tell->known |= UINT64_C(1) << guard;
            tell->places[guard] = percepts->guards[i].position;
        }
    }
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

static bool has_told(const dw_tell *tell, const dw_brain_setup *setup, uint8_t slot, uint32_t tick)
{
    return tell->told[slot] != 0 &&
           tick - tell->told[slot] < (uint32_t)setup->kind->tell.again_ticks;
}

bool dw_tell_perceive(dw_tell *tell, const dw_brain_setup *setup, const dw_percepts *percepts,
                      bool telling)
{
    const uint32_t tick = percepts->tick;
    remember_guards(tell, setup, percepts);
    const dw_percept_intruder *sensed = nearest_detected(percepts);
    if (tell->quarry != DW_SLOT_NONE && (percepts->caught >> tell->quarry & 1) != 0) {
        tell->quarry = DW_SLOT_NONE;
        telling = false;
    }
    const bool counts = sensed != NULL && (!telling || sensed->slot == tell->quarry);
    if (counts) {
        tell->quarry = sensed->slot;
        tell->room = sensed->room;
        tell->from = sensed->position;
        tell->sensed_tick = tick;
    }
    if (telling) {
        return tell->quarry != DW_SLOT_NONE &&
               (sensed != NULL || tick - tell->sensed_tick <= SEEK_TICKS);
    }
    return counts && !has_told(tell, setup, sensed->slot, tick);
}

static int32_t route_mm(const dw_think *think, dw_vec from, dw_vec to)
{
    return dw_nav_route_length(think->setup->nav, from, to) / DW_UNITS_PER_MM;
}

/* The nearest guard that it knows of; first those to which it has less far than the intruder.
 * DW_NONE: it knows of none. */
static uint16_t choose_guard(const dw_tell *tell, const dw_think *think)
{
    const dw_vec own = think->percepts->position;
    uint16_t best = DW_NONE;
    int32_t best_mm = 0;
    bool best_ahead = false;
    for (uint64_t left = tell->known; left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        const int32_t mm = route_mm(think, own, tell->places[g]);
        const bool ahead = mm <= route_mm(think, tell->from, tell->places[g]);
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
static bool find_patrol(dw_tell *tell, const dw_think *think)
{
    const dw_map *map = think->setup->map;
    int32_t best_mm = -1;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_patrol *patrol = patrol_of(map, g);
        for (uint16_t i = 0; is_of_use(think->setup, g) && i < patrol->stop_count; i++) {
            const int32_t mm = route_mm(think, think->percepts->position,
                                        dw_rect_centre(map->rooms[patrol->stops[i]].area));
            if (best_mm < 0 || mm < best_mm) {
                best_mm = mm;
                tell->guide = (uint8_t)g;
                tell->stop = i;
            }
        }
    }
    return best_mm >= 0;
}

/* Where it goes when it knows of no guard: the guard room, then along the nearest patrol. */
static bool seek(dw_tell *tell, const dw_think *think, dw_vec *place)
{
    const dw_map *map = think->setup->map;
    const uint16_t guard_room = dw_map_board(map);
    if (tell->stop == 0 && guard_room != DW_NONE) {
        tell->stop = 1;
        *place = dw_rect_centre(map->rooms[guard_room].area);
        return true;
    }
    if (tell->stop < 2) {
        if (!find_patrol(tell, think)) {
            return false;
        }
        tell->stop = (uint16_t)(tell->stop + 2);
    } else {
        tell->stop = tell->stop < UINT16_MAX ? (uint16_t)(tell->stop + 1) : (uint16_t)2;
    }
    const dw_patrol *patrol = patrol_of(map, tell->guide);
    *place = dw_rect_centre(map->rooms[patrol->stops[(tell->stop - 2) % patrol->stop_count]].area);
    return true;
}

/* Sets out for the next place at which a guard may be. False: it has nowhere to go. */
static bool set_out(dw_tell *tell, const dw_think *think)
{
    const uint16_t guard = choose_guard(tell, think);
    dw_vec place;
    tell->meets = guard != DW_NONE ? (uint8_t)guard : (uint8_t)DW_GUARDS_MAX;
    if (guard != DW_NONE) {
        dw_mover_go(think->mover, tell->places[guard]);
        return true;
    }
    if (!seek(tell, think, &place)) {
        tell->quarry = DW_SLOT_NONE;
        return false;
    }
    dw_mover_go(think->mover, place);
    return true;
}

void dw_tell_begin(dw_tell *tell, const dw_think *think)
{
    tell->stop = 0;
    dw_mover_drop_substitute(think->mover);
    (void)set_out(tell, think);
}

/* The nearest guard that it notices and can tell, or NULL. */
static const dw_percept_guard *notice_guard(const dw_brain_setup *setup,
                                            const dw_percepts *percepts)
{
    const dw_percept_guard *nearest = NULL;
    int64_t least = 0;
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        const int64_t off = dw_distance_squared(percepts->position, other->position);
        if (is_of_use(setup, other->guard) && (nearest == NULL || off < least)) {
            nearest = other;
            least = off;
        }
    }
    return nearest;
}

static void say(dw_tell *tell, const dw_think *think, dw_radio_message *said)
{
    *said = (dw_radio_message){.kind = DW_RADIO_REPORT,
                               .slot = tell->quarry,
                               .agitation = 1,
                               .room = tell->room,
                               .place = think->percepts->position};
    think->command->says = said;
    tell->told[tell->quarry] = think->percepts->tick;
    tell->quarry = DW_SLOT_NONE;
}

dw_skill_state dw_tell_step(dw_tell *tell, const dw_think *think, dw_radio_message *said)
{
    const dw_kind *kind = think->setup->kind;
    const dw_percepts *percepts = think->percepts;
    if (tell->quarry == DW_SLOT_NONE) {
        return DW_SKILL_FAILED;
    }
    const dw_percept_guard *guard = notice_guard(think->setup, percepts);
    if (guard != NULL) {
        dw_mover_follow(think->mover, guard->position);
    }
    dw_mover_step(think->mover, think, think->speed, kind->turn_rates.hurried_bam);
    if (guard != NULL &&
        dw_within_mm(percepts->position, guard->position, kind->tell.distance_mm) &&
        dw_map_room_at(think->setup->map, guard->position) == percepts->room) {
        say(tell, think, said);
        return DW_SKILL_DONE;
    }
    if (guard == NULL && think->mover->state != DW_MOVER_GOING) {
        if (tell->meets < DW_GUARDS_MAX) {
            tell->known &= ~(UINT64_C(1) << tell->meets); /* It is not there any more. */
        }
        return set_out(tell, think) ? DW_SKILL_RUNNING : DW_SKILL_FAILED;
    }
    return DW_SKILL_RUNNING;
}

bool dw_tell_is_sound(const dw_tell *tell, const dw_map *map)
{
    const bool has_quarry = tell->quarry < DW_INTRUDERS_MAX && tell->room < map->room_count;
    bool sound = tell->guard_count == map->guard_count &&
                 (has_quarry || tell->quarry == DW_SLOT_NONE) &&
                 dw_is_room_or_none(map, tell->room) && tell->guide < map->guard_count &&
                 tell->meets <= DW_GUARDS_MAX &&
                 (tell->quarry == DW_SLOT_NONE || dw_rect_holds_closed(map->bounds, tell->from)) &&
                 (map->guard_count == DW_GUARDS_MAX || tell->known >> map->guard_count == 0);
    for (uint64_t left = sound ? tell->known : 0; sound && left != 0; left &= left - 1) {
        sound = dw_rect_holds_closed(map->bounds, tell->places[__builtin_ctzll(left)]);
    }
    return sound;
}

DW_FIELDS_IO(extern, tell, DW_TELL_FIELDS);
