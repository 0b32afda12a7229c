#include "same_snapshot.h"

#include <string.h>

static bool same_own(const dw_snapshot_own *a, const dw_snapshot_own *b)
{
    return a->slot == b->slot && a->state == b->state && a->flags == b->flags &&
           a->caught == b->caught && a->coins == b->coins && a->baits == b->baits &&
           a->heading_bam == b->heading_bam && a->x == b->x && a->y == b->y &&
           a->input_tick == b->input_tick;
}

bool dw_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id == b->id && a->role == b->role && a->slot == b->slot && a->flags == b->flags &&
           a->mood == b->mood && a->meter == b->meter && a->heading == b->heading && a->x == b->x &&
           a->y == b->y;
}

bool dw_same_but_bodies(const dw_snapshot *a, const dw_snapshot *b)
{
    return a->tick == b->tick && a->input_lead == b->input_lead &&
           memcmp(a->items, b->items, sizeof a->items) == 0 && same_own(&a->own, &b->own) &&
           memcmp(&a->doors, &b->doors, sizeof a->doors) == 0;
}

bool dw_same_snapshot(const dw_snapshot *a, const dw_snapshot *b)
{
    bool same = dw_same_but_bodies(a, b) && a->body_count == b->body_count;
    for (uint32_t i = 0; same && i < a->body_count; i++) {
        same = dw_same_body(&a->bodies[i], &b->bodies[i]);
    }
    return same;
}
