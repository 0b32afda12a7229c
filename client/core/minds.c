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

/* Choosing the same goal again is a change too: the guard starts over, for another reason. */
static void note_change(dw_minds *minds, const dw_guard_mind *from, const dw_guard_mind *to)
{
    if (from->since == to->since && strcmp(from->goal, to->goal) == 0) {
        return;
    }
    if (minds->change_count == DW_MIND_CHANGES_MAX) {
        memmove(minds->changes, minds->changes + 1,
                sizeof *minds->changes * (DW_MIND_CHANGES_MAX - 1));
        minds->change_count--;
    }
    dw_mind_change *change = &minds->changes[minds->change_count++];
    change->tick = to->since;
    change->body = to->body;
    change->cause = to->cause;
    change->cause_id = to->cause_id;
    memcpy(change->from, from->goal, sizeof change->from);
    memcpy(change->to, to->goal, sizeof change->to);
    memcpy(change->sentence, to->sentence, sizeof change->sentence);
}

void dw_minds_put(dw_minds *minds, const dw_guard_mind *mind)
{
    DW_CHECK(mind->body >= 1 && mind->body <= DW_GUARDS_MAX && mind->tick != 0);
    dw_guard_mind *newest = &minds->newest[mind->body - 1];
    if (newest->tick >= mind->tick) {
        return;
    }
    if (newest->tick != 0) {
        note_change(minds, newest, mind);
    }
    minds->before[mind->body - 1] = *newest;
    *newest = *mind;
}

const dw_guard_mind *dw_minds_at(const dw_minds *minds, uint8_t body, uint32_t tick)
{
    if (body < 1 || body > DW_GUARDS_MAX) {
        return NULL;
    }
    const dw_guard_mind *newest = &minds->newest[body - 1];
    const dw_guard_mind *before = &minds->before[body - 1];
    if (newest->tick == 0) {
        return NULL;
    }
    return newest->tick > tick && before->tick != 0 ? before : newest;
}
