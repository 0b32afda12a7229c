#include "client/core/minds.h"

#include "common/base/check.h"

#include <string.h>

dw_status dw_minds_create(dw_minds **out, dw_arena *arena)
{
    *out = DW_ARENA_NEW(arena, dw_minds);
    return *out != NULL ? DW_OK : DW_MEMORY;
}

void dw_minds_reset(dw_minds *minds)
{
    for (uint32_t i = 0; i < DW_GUARDS_MAX; i++) {
        minds->newest[i].tick = 0;
        minds->before[i].tick = 0;
    }
    minds->change_count = 0;
}

void dw_minds_forget(dw_minds *minds, uint32_t tick)
{
    for (uint32_t i = 0; i < DW_GUARDS_MAX; i++) {
        if (minds->newest[i].tick <= tick) {
            minds->newest[i].tick = 0;
        }
        if (minds->before[i].tick <= tick) {
            minds->before[i].tick = 0;
        }
    }
    minds->change_count = 0;
}

/* Choosing the same goal again is a change too: the guard starts over, for another reason. */
static void note_change(dw_minds *minds, const dw_mind_view *from, const dw_mind_view *to)
{
    dw_goal_change change;
    if (!dw_mind_goal_changed(to, from->goal, from->since, &change)) {
        return;
    }
    if (minds->change_count == DW_MIND_CHANGES_MAX) {
        memmove(minds->changes, minds->changes + 1,
                sizeof *minds->changes * (DW_MIND_CHANGES_MAX - 1));
        minds->change_count--;
    }
    minds->changes[minds->change_count++] = change;
}

void dw_minds_put(dw_minds *minds, const dw_mind_view *mind)
{
    DW_CHECK(mind->body >= 1 && mind->body <= DW_GUARDS_MAX && mind->tick != 0);
    dw_mind_view *newest = &minds->newest[mind->body - 1];
    if (newest->tick >= mind->tick) {
        return;
    }
    if (newest->tick != 0) {
        note_change(minds, newest, mind);
    }
    minds->before[mind->body - 1] = *newest;
    *newest = *mind;
}

const dw_mind_view *dw_minds_at(const dw_minds *minds, uint8_t body, uint32_t tick)
{
    if (body < 1 || body > DW_GUARDS_MAX) {
        return NULL;
    }
    const dw_mind_view *newest = &minds->newest[body - 1];
    const dw_mind_view *before = &minds->before[body - 1];
    if (newest->tick == 0) {
        return NULL;
    }
    return newest->tick > tick && before->tick != 0 ? before : newest;
}
