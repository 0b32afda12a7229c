/* search_open.h - the open list of a search: nodes by estimate, the least first. A heap of four
 * children, which is shallower than one of two, and its memory of nodes. All inline: the search
 * spends a third of its time here. Private to common/nav. */
#ifndef DW_NAV_SEARCH_OPEN_H
#define DW_NAV_SEARCH_OPEN_H

#include "common/nav/nav_search.h"

#include <math.h>

static inline void dw_open_sift_up(dw_nav_open *open, uint32_t at, dw_nav_open entry)
{
    while (at > 0) {
        const uint32_t parent = (at - 1) / 4;
        if (!(entry.estimate < open[parent].estimate)) {
            break;
        }
        open[at] = open[parent];
        at = parent;
    }
    open[at] = entry;
}

static inline void dw_open_sift_down(dw_nav_open *open, uint32_t count, uint32_t at,
                                     dw_nav_open entry)
{
    for (;;) {
        const uint32_t first = at * 4 + 1;
        if (first >= count) {
            break;
        }
        const uint32_t end = first + 4 < count ? first + 4 : count;
        uint32_t least = first;
        double estimate = open[first].estimate;
        for (uint32_t child = first + 1; child < end; child++) {
            const bool less = open[child].estimate < estimate;
            least = less ? child : least;
            estimate = less ? open[child].estimate : estimate;
        }
        if (!(estimate < entry.estimate)) {
            break;
        }
        open[at] = open[least];
        at = least;
    }
    open[at] = entry;
}

static inline bool dw_open_is_stale(const dw_nav_search *s, const dw_nav_node *node)
{
    return node->length > s->roots[node->root_id].length;
}

/* The open list is full: what is stale goes; if that is nothing, the new node is dropped. */
static inline bool dw_open_make_room(dw_nav_search *s)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->open_count; k++) {
        const uint32_t node = s->open[k].node;
        if (dw_open_is_stale(s, &s->nodes[node])) {
            s->nodes[node].root_id = s->node_free;
            s->node_free = node;
        } else {
            s->open[kept++] = s->open[k];
        }
    }
    const bool freed = kept < s->open_count;
    s->open_count = kept;
    for (uint32_t k = kept / 4 + 1; freed && k-- > 0;) {
        if (k < kept) {
            dw_open_sift_down(s->open, kept, k, s->open[k]);
        }
    }
    return freed;
}

/* A node to fill in and then to push, or NULL. */
static inline dw_nav_node *dw_open_take(dw_nav_search *s)
{
    if (s->node_free == DW_MESH_NONE && s->node_used == s->sizes.node_max &&
        !dw_open_make_room(s)) {
        s->dropped++;
        return NULL;
    }
    if (s->node_free != DW_MESH_NONE) {
        dw_nav_node *node = &s->nodes[s->node_free];
        s->node_free = node->root_id;
        return node;
    }
    return &s->nodes[s->node_used++];
}

/* The best of the newest nodes is held back from the heap: mostly it is the next to be expanded. */
static inline void dw_open_push(dw_nav_search *s, const dw_nav_node *node, double estimate)
{
    dw_nav_open entry = {estimate, (uint32_t)(node - s->nodes)};
    if (s->held.node == DW_MESH_NONE) {
        s->held = entry;
        return;
    }
    if (estimate < s->held.estimate) {
        const dw_nav_open other = s->held;
        s->held = entry;
        entry = other;
    }
    dw_open_sift_up(s->open, s->open_count++, entry);
}

static inline bool dw_open_is_empty(const dw_nav_search *s)
{
    return s->open_count == 0 && s->held.node == DW_MESH_NONE;
}

static inline bool dw_open_held_is_next(const dw_nav_search *s)
{
    return s->held.node != DW_MESH_NONE &&
           (s->open_count == 0 || s->held.estimate <= s->open[0].estimate);
}

static inline const dw_nav_node *dw_open_next(const dw_nav_search *s)
{
    return &s->nodes[dw_open_held_is_next(s) ? s->held.node : s->open[0].node];
}

/* Gives back what take_node gave last. */
static inline void dw_open_drop(dw_nav_search *s, dw_nav_node *node)
{
    node->root_id = s->node_free;
    s->node_free = (uint32_t)(node - s->nodes);
}

static inline dw_nav_node dw_open_pop(dw_nav_search *s)
{
    uint32_t at = s->held.node;
    if (dw_open_held_is_next(s)) {
        s->held.node = DW_MESH_NONE;
    } else {
        at = s->open[0].node;
        const dw_nav_open last = s->open[--s->open_count];
        if (s->open_count > 0) {
            dw_open_sift_down(s->open, s->open_count, 0, last);
        }
    }
    const dw_nav_node node = s->nodes[at];
    s->nodes[at].root_id = s->node_free;
    s->node_free = at;
    return node;
}

static inline void dw_open_clear(dw_nav_search *s)
{
    s->open_count = 0;
    s->node_used = 0;
    s->node_free = DW_MESH_NONE;
    s->held.node = DW_MESH_NONE;
    s->most = HUGE_VAL;
}

#endif
