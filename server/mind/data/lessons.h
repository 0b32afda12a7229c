/* lessons.h - what a mind learns of stimuli during a round: how much each of them counts.
 * A stimulus counts 1000 thousandths at first. What comes again and again without harm counts less
 * each time (habituation) and recovers with rest. When an intruder shows itself, all stimuli count
 * more for a while (sensitisation), and those that came shortly before count more for the rest of
 * the round (a cue, as in classical conditioning).
 *
 * Owns: the weights, and the suspicion that weighed stimuli leave behind, which fades. Knows
 * nothing of what a mind does about it. Pure; whole numbers alone; no allocation. Cost: O(stimuli)
 * a tick. Sources: Groves and Thompson, "Habituation: a dual-process theory", 1970; Pavlov,
 * "Conditioned reflexes", 1927. */
#ifndef DW_MIND_LESSONS_H
#define DW_MIND_LESSONS_H

#include "common/base/fields.h"

/* Name in files; points of suspicion when it counts 1000; meaning. */
#define DW_LESSON_KINDS(X)                                                                         \
    X(noise, 200, "a noise that is not of its own side")                                           \
    X(bark, 300, "an alarm of its own side: a bark, a shout or a bell")                            \
    X(trail, 150, "the smell of an intruder")                                                      \
    X(glimpse, 250, "somebody in sight that it has not detected")

typedef enum dw_lesson_kind {
#define DW_LESSON_ENUM(name, points, meaning) DW_LESSON_##name,
    DW_LESSON_KINDS(DW_LESSON_ENUM)
#undef DW_LESSON_ENUM
        DW_LESSON_COUNT
} dw_lesson_kind;

/* For errors; a test holds it to the list above. */
#define DW_LESSON_LIST "noise, bark, trail, glimpse"

enum {
    DW_LESSON_WEIGHT_NORMAL = 1000,
    DW_LESSON_WEIGHT_MAX = 4000,
    DW_LESSON_GAP_TICKS = 60,      /* A stimulus that pauses for less is still the same one. */
    DW_LESSON_CUE_TICKS = 600,     /* How long before a sighting a stimulus may have been. */
    DW_LESSON_RECOVERY_TICKS = 36, /* In which a weight comes back by 1 % of normal: 60 s in all. */
    DW_SUSPICION_MAX = 1000,
    DW_SUSPICION_FADE_TICKS = 2 /* In which suspicion loses a point. */
};

/* How fast one stimulus is learned, in thousandths; all 0: it always counts the same. */
typedef struct dw_lesson_gains {
    int32_t habituation;   /* Of its weight, lost each time that it comes. 0 to 1000. */
    int32_t sensitisation; /* Added to its weight by a sighting. 0 to 1000. */
    int32_t cue;           /* Added for good when it came before a sighting. 0 to 1000. */
} dw_lesson_gains;

#define DW_LESSON_FIELDS(X, A, M)                                                                  \
    X(u16, weight) /* Thousandths, up to DW_LESSON_WEIGHT_MAX. */                                  \
    X(u16, normal) /* To which it comes back: 1000 and what it has gained as a cue. */             \
    X(u16, age)    /* Ticks since it came last, up to UINT16_MAX: never, or long ago. */
typedef struct dw_lesson {
    DW_FIELDS_MEMBERS(DW_LESSON_FIELDS)
} dw_lesson;
typedef dw_lesson dw_field_lesson;

#define DW_LESSONS_FIELDS(X, A, M)                                                                 \
    X(u16, suspicion) /* 0 to DW_SUSPICION_MAX. */                                                 \
    X(u16, ticks)     /* Since weights came back by a step. */                                     \
    X(flag, alarmed)  /* The last tick had a sighting: the next one belongs to it. */              \
    A(lesson, of, DW_LESSON_COUNT, DW_LESSON_COUNT)
typedef struct dw_lessons {
    DW_FIELDS_MEMBERS(DW_LESSONS_FIELDS)
} dw_lessons;
typedef dw_lessons dw_field_lessons;

void dw_lessons_reset(dw_lessons *lessons);

/* One tick. Bit k of `sensed`: stimulus k is sensed; `sighting`: an intruder is detected, touches
 * the guard or was caught. */
void dw_lessons_step(dw_lessons *lessons, const dw_lesson_gains gains[DW_LESSON_COUNT],
                     uint32_t sensed, bool sighting);

bool dw_lessons_are_sound(const dw_lessons *lessons);

/* DW_LESSON_COUNT for an unknown name. */
uint32_t dw_lesson_find(const char *name);

DW_FIELDS_INNER(lesson, DW_LESSON_FIELDS);
DW_FIELDS_INLINE(lessons, DW_LESSONS_FIELDS);

#endif
