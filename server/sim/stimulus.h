/* stimulus.h - what a guard may sense of an event without seeing it: a noise.
 * Owns: the struct and the rule by which a full list keeps the strongest. Knows nothing of what
 * gives off stimuli, nor of what senses them. Pure. Cost: O(list) for each that is kept. */
#ifndef DW_SIM_STIMULUS_H
#define DW_SIM_STIMULUS_H

#include "common/world/geometry.h"

typedef enum dw_stimulus_kind {
    DW_STIMULUS_NOISE,
    DW_STIMULUS_BELL, /* An alarm bell, which sounds like nothing else. */
    DW_STIMULUS_KIND_COUNT
} dw_stimulus_kind;

typedef struct dw_stimulus {
    uint8_t kind;       /* dw_stimulus_kind */
    bool from_own_side; /* A guard caused it. It never says which body did. */
    bool is_alarm;      /* A bark, a shout or a bell. */
    uint16_t room;      /* Where it seems to come from, as `position`. */
    dw_vec position;
    int32_t strength; /* Of a noise: tenths of a decibel. */
    int32_t error_mm; /* How far from `position` its cause may be. */
} dw_stimulus;

/* Puts `one` into a list of at most `max`, strongest first; equal ones stay in the order in which
 * they came. When the list is full, the weakest is left out. */
static inline void dw_stimulus_keep(dw_stimulus *list, uint8_t *count, uint8_t max,
                                    const dw_stimulus *one)
{
    uint8_t at = *count;
    while (at > 0 && list[at - 1].strength < one->strength) {
        at--;
    }
    if (at == max) {
        return;
    }
    *count = *count < max ? (uint8_t)(*count + 1) : max;
    for (uint8_t i = (uint8_t)(*count - 1); i > at; i--) {
        list[i] = list[i - 1];
    }
    list[at] = *one;
}

#endif
