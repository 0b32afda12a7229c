/* noticed.h - what a guard has heard lately, and which lamps it saw last otherwise than at the
 * start: for those who watch its mind. It steers nothing, so it is saved and not hashed.
 * Owns: the newest noises of a guard. Knows nothing of minds. Cost: O(stimuli) a tick; no
 * allocation. */
#ifndef DW_SIM_NOTICED_H
#define DW_SIM_NOTICED_H

#include "common/world/mind_view.h"
#include "server/sim/brain.h"

enum {
    DW_NOTICED_TICKS = 600, /* For how long a noise is told. */
    DW_NOTICED_SAME_TICKS = 60
};

#define DW_NOTICED_NOISE_FIELDS(X, A, M)                                                           \
    X(flag, alarm)  /* A bark, a shout or a bell. */                                               \
    X(u8, level_db) /* At the guard's ears. */                                                     \
    X(u8, error_dm)                                                                                \
    X(u32, tick)                                                                                   \
    X(vec, place)
typedef struct dw_noticed_noise {
    DW_FIELDS_MEMBERS(DW_NOTICED_NOISE_FIELDS)
} dw_noticed_noise;
typedef dw_noticed_noise dw_field_noticed_noise;

#define DW_NOTICED_FIELDS(X, A, M)                                                                 \
    X(u8, noise_count)                                                                             \
    X(u32, switches)                                              /* dw_switch_set */              \
    A(noticed_noise, noises, DW_MIND_NOISES_MAX, it->noise_count) /* Newest first. */
typedef struct dw_noticed {
    DW_FIELDS_MEMBERS(DW_NOTICED_FIELDS)
} dw_noticed;
typedef dw_noticed dw_field_noticed;

/* Keeps what is new in the percepts of this tick. Steps and words of its own side are nothing to a
 * guard. A noise that goes on, or comes again from about there within a second, takes the place of
 * the one before. */
void dw_noticed_take(dw_noticed *noticed, const dw_percepts *percepts);

/* Into the lists of the view, with ticks of the round and positions in units. */
void dw_noticed_explain(const dw_noticed *noticed, uint32_t tick, dw_mind_view *view);

bool dw_noticed_is_sound(const dw_noticed *noticed, const dw_map *map);

#endif
