#include "server/mind/data/lessons.h"

enum { RECOVERY_STEP = DW_LESSON_WEIGHT_NORMAL / 100 };

void dw_lessons_reset(dw_lessons *lessons)
{
    *lessons = (dw_lessons){.suspicion = 0};
    for (uint32_t k = 0; k < DW_LESSON_COUNT; k++) {
        lessons->of[k] = (dw_lesson){.weight = DW_LESSON_WEIGHT_NORMAL,
                                     .normal = DW_LESSON_WEIGHT_NORMAL,
                                     .age = UINT16_MAX};
    }
}

static uint16_t raised(uint16_t weight, int32_t by)
{
    const int32_t sum = weight + by;
    return (uint16_t)(sum < DW_LESSON_WEIGHT_MAX ? sum : DW_LESSON_WEIGHT_MAX);
}

static uint16_t towards(uint16_t weight, uint16_t normal)
{
    const int32_t gap = normal - weight;
    if (gap > RECOVERY_STEP) {
        return (uint16_t)(weight + RECOVERY_STEP);
    }
    return gap < -RECOVERY_STEP ? (uint16_t)(weight - RECOVERY_STEP) : normal;
}

static void recover(dw_lessons *lessons)
{
    lessons->ticks++;
    if (lessons->ticks % DW_SUSPICION_FADE_TICKS == 0 && lessons->suspicion > 0) {
        lessons->suspicion--;
    }
    if (lessons->ticks < DW_LESSON_RECOVERY_TICKS) {
        return;
    }
    lessons->ticks = 0;
    for (uint32_t k = 0; k < DW_LESSON_COUNT; k++) {
        lessons->of[k].weight = towards(lessons->of[k].weight, lessons->of[k].normal);
    }
}

/* What is sensed without a pause is one stimulus: it counts once. */
static void sense(dw_lessons *lessons, uint32_t kind, const dw_lesson_gains *gains)
{
    static const int32_t points[DW_LESSON_COUNT] = {
#define DW_LESSON_POINTS(name, points, meaning) points,
        DW_LESSON_KINDS(DW_LESSON_POINTS)
#undef DW_LESSON_POINTS
    };
    dw_lesson *it = &lessons->of[kind];
    if (it->age >= DW_LESSON_GAP_TICKS) {
        const int32_t sum =
            lessons->suspicion + points[kind] * it->weight / DW_LESSON_WEIGHT_NORMAL;
        lessons->suspicion = (uint16_t)(sum < DW_SUSPICION_MAX ? sum : DW_SUSPICION_MAX);
        it->weight = (uint16_t)(it->weight - it->weight * gains->habituation / 1000);
    }
    it->age = 0;
}

/* What was usual is so no longer; what came shortly before has announced it. */
static void be_alarmed(dw_lesson *it, const dw_lesson_gains *gains)
{
    if (it->age <= DW_LESSON_CUE_TICKS) {
        it->normal = raised(it->normal, gains->cue);
    }
    const uint16_t base = it->weight > it->normal ? it->weight : it->normal;
    it->weight = raised(base, gains->sensitisation);
}

void dw_lessons_step(dw_lessons *lessons, const dw_lesson_gains gains[DW_LESSON_COUNT],
                     uint32_t sensed, bool sighting)
{
    recover(lessons);
    for (uint32_t k = 0; k < DW_LESSON_COUNT; k++) {
        dw_lesson *it = &lessons->of[k];
        it->age = it->age < UINT16_MAX ? (uint16_t)(it->age + 1) : UINT16_MAX;
        if ((sensed >> k & 1) != 0) {
            sense(lessons, k, &gains[k]);
        }
        if (sighting && !lessons->alarmed) {
            be_alarmed(it, &gains[k]);
        }
    }
    lessons->alarmed = sighting;
}

bool dw_lessons_are_sound(const dw_lessons *lessons)
{
    bool sound =
        lessons->suspicion <= DW_SUSPICION_MAX && lessons->ticks < DW_LESSON_RECOVERY_TICKS;
    for (uint32_t k = 0; k < DW_LESSON_COUNT; k++) {
        const dw_lesson *it = &lessons->of[k];
        sound = sound && it->weight <= DW_LESSON_WEIGHT_MAX && it->normal <= DW_LESSON_WEIGHT_MAX &&
                it->normal >= DW_LESSON_WEIGHT_NORMAL;
    }
    return sound;
}

uint32_t dw_lesson_find(const char *name)
{
    static const char *const names[DW_LESSON_COUNT] = {
#define DW_LESSON_NAME(name, points, meaning) #name,
        DW_LESSON_KINDS(DW_LESSON_NAME)
#undef DW_LESSON_NAME
    };
    uint32_t k = 0;
    while (k < DW_LESSON_COUNT && strcmp(names[k], name) != 0) {
        k++;
    }
    return k;
}

DW_FIELDS_IO(static, lesson, DW_LESSON_FIELDS);
DW_FIELDS_IO(extern, lessons, DW_LESSONS_FIELDS);
