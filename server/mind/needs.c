#include "server/mind/needs.h"

static int32_t bounded(int32_t points)
{
    if (points < 0) {
        return 0;
    }
    return points < DW_NEED_POINTS_MAX ? points : DW_NEED_POINTS_MAX;
}

/* One that presses while its level is high: hunger and fear. */
static void judge_high(dw_need *need, const dw_kind_need *kind)
{
    need->presses =
        kind->point_ticks > 0 && need->points >= (need->presses ? kind->low + 1 : kind->high);
}

/* One that presses while its level is low: energy. */
static void judge_low(dw_need *need, const dw_kind_need *kind)
{
    need->presses =
        kind->point_ticks > 0 && need->points <= (need->presses ? kind->high - 1 : kind->low);
}

static void judge(dw_needs *needs, const dw_kind *kind)
{
    judge_high(&needs->hunger, &kind->needs.hunger);
    judge_low(&needs->energy, &kind->needs.energy);
    judge_high(&needs->fear, &kind->needs.fear);
}

static void change(dw_need *need, int32_t by)
{
    need->points = (uint16_t)bounded(need->points + by);
}

/* The level changes by itself, once in `point_ticks`. */
static void pass(dw_need *need, const dw_kind_need *kind, int32_t by)
{
    if (kind->point_ticks == 0) {
        return;
    }
    need->ticks++;
    if (need->ticks >= kind->point_ticks) {
        need->ticks = 0;
        change(need, by);
    }
}

void dw_needs_reset(dw_needs *needs, const dw_kind *kind)
{
    *needs = (dw_needs){.hunger.points = (uint16_t)kind->needs.hunger.start,
                        .energy.points = (uint16_t)kind->needs.energy.start,
                        .fear.points = (uint16_t)kind->needs.fear.start};
    judge(needs, kind);
}

void dw_needs_step(dw_needs *needs, const dw_kind *kind, bool rests)
{
    pass(&needs->hunger, &kind->needs.hunger, 1);
    pass(&needs->energy, &kind->needs.energy, rests ? DW_NEED_REST_POINTS : -1);
    pass(&needs->fear, &kind->needs.fear, -1);
    judge(needs, kind);
}

void dw_needs_eat(dw_needs *needs, const dw_kind *kind)
{
    needs->hunger.points = 0;
    judge(needs, kind);
}

void dw_needs_frighten(dw_needs *needs, const dw_kind *kind, int32_t points)
{
    if (kind->needs.fear.point_ticks > 0) {
        change(&needs->fear, points);
        judge(needs, kind);
    }
}

static void tell(const dw_need *need, dw_brain_needs *out, uint32_t at)
{
    out->points[at] = need->points;
    out->ticks[at] = need->ticks;
    out->presses[at] = need->presses;
}

static dw_need take(const dw_brain_needs *from, uint32_t at)
{
    return (dw_need){
        .points = from->points[at], .ticks = from->ticks[at], .presses = from->presses[at]};
}

void dw_needs_tell(const dw_needs *needs, dw_brain_needs *out)
{
    tell(&needs->hunger, out, 0);
    tell(&needs->energy, out, 1);
    tell(&needs->fear, out, 2);
}

void dw_needs_take(dw_needs *needs, const dw_brain_needs *from)
{
    needs->hunger = take(from, 0);
    needs->energy = take(from, 1);
    needs->fear = take(from, 2);
}

static bool need_is_sound(const dw_need *need)
{
    return need->points <= DW_NEED_POINTS_MAX;
}

bool dw_needs_are_sound(const dw_needs *needs)
{
    return need_is_sound(&needs->hunger) && need_is_sound(&needs->energy) &&
           need_is_sound(&needs->fear);
}

DW_FIELDS_IO(static, need, DW_NEED_FIELDS);
DW_FIELDS_IO(extern, needs, DW_NEEDS_FIELDS);
