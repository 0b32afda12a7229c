/* habits.h - what animals do alike, whatever mind they have: where they lie down, and how they keep
 * near a handler (server/RULES.md 11.11, 11.12, 11.14, 11.19, 11.22, 11.23).
 * Owns: nothing; percepts and the map say it all. */
#ifndef DW_MIND_HABITS_H
#define DW_MIND_HABITS_H

#include "server/mind/mover.h"

enum {
    DW_AWAKE_TICKS = 600,    /* An animal that was awake does not lie down again this soon. */
    DW_EAT_TICKS = 180,      /* Of one meal. */
    DW_CAST_TICKS = 90,      /* A dog sniffs this long about where a trail ends. */
    DW_BARK_FRESH_TICKS = 60 /* A trail this fresh is an intruder near by. */
};

/* The guard that the map names as its handler, or DW_NONE. */
uint16_t dw_find_handler(const dw_brain_setup *setup);

/* The handler as noticed in this tick, or NULL. */
const dw_percept_guard *dw_notice_handler(const dw_percepts *percepts, uint16_t handler);

/* One tick of keeping near its handler at that position: it stands near by, but never in a doorway,
 * through which its handler may want to come back. */
void dw_heel_step(dw_mover *mover, const dw_think *think, dw_vec handler);

/* A body in the way of others is no bed: neither in a corridor nor at a doorway. */
bool dw_can_lie_here(const dw_think *think);

/* The piece of furniture of its room that is nearest; DW_NONE without one. */
uint16_t dw_nearest_furniture(const dw_think *think);

/* Whether it stands near enough to topple something from that piece, which may be DW_NONE. */
bool dw_is_beside(const dw_think *think, uint16_t furniture);

/* A side of the piece at which its body fits. */
bool dw_find_place_beside(const dw_think *think, uint16_t furniture, dw_vec *place);

#endif
