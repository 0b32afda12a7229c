/* effects.h - every effect that the game can play: which there are, and the samples of each.
 * Owns: the list of effects and the bank, one block of samples that is computed at start. There are
 * no sound files. Knows no sound device and nothing of matches. Pure and deterministic: the same
 * bank each time. Threads: after its creation a bank is only read.
 * Cost: dw_effect_bank_create takes 40 ms of processor time. */
#ifndef DW_VIEW_EFFECTS_H
#define DW_VIEW_EFFECTS_H

#include "client/view/sound/wave.h"
#include "client/view/texts/say.h"
#include "common/base/status.h"
#include "common/world/floor.h"
#include "common/world/intruder.h"

enum { DW_EFFECT_TAKES = 2 /* Recordings of a step, so that walking is no machine. */ };

/* Identifier, number of variants, priority (higher ones silence lower ones when all voices are in
 * use), caption (NOTHING: it is not a sound that tells something). */
/* clang-format off */
#define DW_EFFECTS(X) \
    X(STEP,       DW_FLOOR_COUNT * DW_INTRUDER_GAIT_COUNT * DW_EFFECT_TAKES, 1, DW_SAY_SOUND_STEPS) \
    X(GUARD_STEP, DW_FLOOR_COUNT * 2 * DW_EFFECT_TAKES, 4, DW_SAY_SOUND_STEPS) /* walking, running */ \
    X(DOOR,       2, 5, DW_SAY_SOUND_DOOR)            /* opened, closed */ \
    X(CALL,       1, 6, DW_SAY_SOUND_CALL)      /* A guard talks into its radio. */ \
    X(DOG,        1, 6, DW_SAY_SOUND_DOG)       \
    X(SHOUT,      1, 6, DW_SAY_SOUND_SHOUT)     /* A guard has detected somebody. */ \
    X(BELL,       1, 6, DW_SAY_SOUND_BELL)            \
    X(TOPPLE,     1, 5, DW_SAY_SOUND_CRASH)           \
    X(COIN,       1, 5, DW_SAY_SOUND_COIN)      \
    X(BAIT,       1, 2, DW_SAY_SOUND_BAIT)      \
    X(THROW,      1, 2, DW_SAY_SOUND_THROW)           \
    X(VOICE,      6, 6, DW_SAY_SOUND_VOICE)    /* What BARK's b says. */ \
    X(BEEP,       1, 6, DW_SAY_SOUND_BEEP)    \
    X(RADIO,      5, 3, DW_SAY_SOUND_RADIO)           /* What RADIO's b says; 4: an intention. */ \
    X(DETECTED,   1, 9, DW_SAY_SOUND_DETECTED)    \
    X(CHASE,      1, 7, DW_SAY_SOUND_CHASE)  \
    X(CAUGHT,     2, 9, DW_SAY_SOUND_CAUGHT)          /* the own intruder, another one */ \
    X(ITEM,       3, 8, DW_SAY_SOUND_OBJECTIVE)       /* taken, dropped, handed over */ \
    X(START,      1, 8, DW_SAY_SOUND_START) \
    X(RESULT,     2, 9, DW_SAY_SOUND_RESULT)      /* lost, won */ \
    X(SIGN,       1, 3, DW_SAY_SOUND_SIGN)            \
    X(PING,       1, 3, DW_SAY_SOUND_PING)            \
    X(FAILED,     1, 1, DW_SAY_NOTHING)              /* The use key did nothing. */ \
    X(HEART,      1, 8, DW_SAY_SOUND_HEART)
/* clang-format on */

typedef enum dw_effect {
#define DW_EFFECT_ENUM(name, variants, priority, caption) DW_EFFECT_##name,
    DW_EFFECTS(DW_EFFECT_ENUM)
#undef DW_EFFECT_ENUM
        DW_EFFECT_COUNT
} dw_effect;

typedef struct dw_effect_row {
    const char *name;
    uint16_t variants;
    uint8_t priority;
    dw_say_id caption;
} dw_effect_row;
const dw_effect_row *dw_effect_row_of(dw_effect effect);

uint32_t dw_effect_step(dw_floor floor, dw_intruder_gait gait, uint32_t take);
uint32_t dw_effect_guard_step(dw_floor floor, bool runs, uint32_t take);

/* No effect is longer. */
#define DW_EFFECT_SECONDS_MAX 1.6F
enum { DW_EFFECT_SAMPLES_MAX = DW_WAVE_RATE * 8 / 5 };

/* Writes one effect into `wave`, whose capacity is at least DW_EFFECT_SAMPLES_MAX. */
void dw_effect_render(dw_effect effect, uint32_t variant, dw_wave *wave);

typedef struct dw_effect_bank dw_effect_bank;

/* DW_MEMORY: no bank. */
DW_MUST_USE dw_status dw_effect_bank_create(dw_effect_bank **out, dw_error *error);
void dw_effect_bank_destroy(dw_effect_bank *bank);

typedef struct dw_effect_samples {
    const int16_t *samples; /* One channel, DW_WAVE_RATE a second. */
    uint32_t count;
} dw_effect_samples;
dw_effect_samples dw_effect_bank_get(const dw_effect_bank *bank, dw_effect effect,
                                     uint32_t variant);

#endif
