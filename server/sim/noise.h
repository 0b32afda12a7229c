/* noise.h - what bodies and things give off to be heard (server/RULES.md 3.60 to 3.73).
 * Owns: the struct, and what a player hears of it. Knows nothing of how far a sound goes
 * (common/nav/sound.h), nor of what listeners make of it. Levels are tenths of a decibel. */
#ifndef DW_SIM_NOISE_H
#define DW_SIM_NOISE_H

#include "common/world/map.h"
#include "common/world/noise_kind.h"
#include "common/world/ruleset.h"

typedef struct dw_noise {
    uint8_t kind;              /* dw_noise_kind: guards are not told. */
    uint8_t from_own_side : 1; /* Of the guards. */
    uint8_t voice_of : 7;      /* 1 + the guard that does not heed its own voice; 0: all heed it. */
    uint16_t room;             /* Of `position`. */
    dw_vec position;
    int32_t level_db10; /* At 1 m. */
} dw_noise;

/* A leaf that an intruder in `room` opens or closes, which the door must belong to. */
dw_noise dw_noise_of_leaf(const dw_map *map, const dw_ruleset *rules, uint16_t door, uint16_t room,
                          bool crouching);

/* What a player hears: no more than this. */
typedef struct dw_heard {
    uint8_t kind;           /* dw_noise_kind */
    uint16_t direction_bam; /* Where it comes from: the noise itself, or the last doorway. */
    int16_t level_db10;     /* At the listener. */
} dw_heard;

enum {
    DW_HEARD_MAX = 8,       /* Noises of one tick that a player hears: the loudest. */
    DW_STEP_REST_TICKS = 60 /* An intruder that has stood for this long begins a new step. */
};

#endif
