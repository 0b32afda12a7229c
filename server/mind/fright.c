#include "server/mind/fright.h"

#include "server/mind/think.h"

enum {
    FRIGHT_DB10 = 450,         /* Noises above this level frighten, */
    FRIGHT_POINTS = 3,         /* by this many points for each tenth of a decibel. */
    TOUCH_FRIGHT = 200,        /* Points of a touch by an intruder. */
    RUNNER_MM_S = 2500,        /* An intruder that is faster, */
    RUNNER_DISTANCE_MM = 5000, /* and this near, frightens. */
    SHUN_MM = 4000,            /* It keeps this far from what it fled from, */
    SHUN_TICKS = 3600          /* for a minute. */
};

void dw_fright_reset(dw_fright *fright)
{
    *fright = (dw_fright){.watched = DW_SLOT_NONE};
}

const dw_stimulus *dw_loudest_noise(const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        const dw_stimulus *heard = &percepts->stimuli[i]; /* The strongest comes first. */
        if (heard->kind == DW_STIMULUS_NOISE && !heard->from_own_side) {
            return heard;
        }
    }
    return NULL;
}

const dw_percept_intruder *dw_find_touch(const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].touched) {
            return &percepts->intruders[i];
        }
    }
    return NULL;
}

const dw_percept_intruder *dw_nearest_intruder(const dw_percepts *percepts, bool seen)
{
    const dw_percept_intruder *best = NULL;
    int64_t least = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        const int64_t off = dw_distance_squared(percepts->position, sensed->position);
        if ((sensed->seen || !seen) && (best == NULL || off < least)) {
            best = sensed;
            least = off;
        }
    }
    return best;
}

/* How fast the nearest intruder is follows from where it was a tick ago: a unit a tick is a
 * millimetre a second. */
static void watch_for_runners(dw_fright *fright, dw_needs *needs, const dw_kind *kind,
                              const dw_percepts *percepts)
{
    const dw_percept_intruder *nearest = dw_nearest_intruder(percepts, false);
    if (nearest == NULL) {
        fright->watched = DW_SLOT_NONE;
        return;
    }
    if (fright->watched == nearest->slot &&
        dw_distance(fright->watched_place, nearest->position) > RUNNER_MM_S &&
        dw_within_mm(percepts->position, nearest->position, RUNNER_DISTANCE_MM)) {
        fright->place = nearest->position;
        dw_needs_frighten(needs, kind, DW_NEED_POINTS_MAX);
    }
    fright->watched = nearest->slot;
    fright->watched_place = nearest->position;
}

void dw_fright_perceive(dw_fright *fright, dw_needs *needs, const dw_kind *kind,
                        const dw_percepts *percepts, bool runners)
{
    const dw_stimulus *noise = dw_loudest_noise(percepts);
    if (noise != NULL && noise->strength > FRIGHT_DB10) {
        dw_needs_frighten(needs, kind, (noise->strength - FRIGHT_DB10) * FRIGHT_POINTS);
        fright->place = noise->position;
    }
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].touched) {
            dw_needs_frighten(needs, kind, TOUCH_FRIGHT);
            fright->place = percepts->intruders[i].position;
        }
    }
    if (runners) {
        watch_for_runners(fright, needs, kind, percepts);
    }
    fright->shuns = fright->shuns && percepts->tick - fright->tick < SHUN_TICKS;
}

void dw_fright_flee(dw_fright *fright, uint32_t tick)
{
    fright->shuns = true;
    fright->tick = tick;
}

bool dw_fright_shuns(const dw_fright *fright, dw_vec position)
{
    return fright->shuns && dw_within_mm(fright->place, position, SHUN_MM);
}

bool dw_fright_is_sound(const dw_fright *fright)
{
    return fright->watched < DW_INTRUDERS_MAX || fright->watched == DW_SLOT_NONE;
}

DW_FIELDS_IO(extern, fright, DW_FRIGHT_FIELDS);
