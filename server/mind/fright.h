/* fright.h - what frightens a body, and the place that it then keeps away from
 * (server/RULES.md 11.10, 11.16, 11.29).
 * Owns: the place of the last fright, and where the nearest intruder was a tick ago. The level of
 * the fear is a need (needs.h). Pure; whole numbers alone; no allocation. */
#ifndef DW_MIND_FRIGHT_H
#define DW_MIND_FRIGHT_H

#include "server/mind/needs.h"

#define DW_FRIGHT_FIELDS(X, A, M)                                                                  \
    X(flag, shuns) /* It fled from `place` at `tick`, and keeps away from there. */                \
    X(vec, place)  /* What frightened it last, fled from or not. */                                \
    X(u32, tick)                                                                                   \
    X(u8, watched)        /* The nearest intruder that it sensed last, or DW_SLOT_NONE, */         \
    X(vec, watched_place) /* and where. */
typedef struct dw_fright {
    DW_FIELDS_MEMBERS(DW_FRIGHT_FIELDS)
} dw_fright;
typedef dw_fright dw_field_fright;

void dw_fright_reset(dw_fright *fright);

/* What this tick's noises and intruders do to its fear. `runners`: an intruder that runs near by
 * frightens it too. */
void dw_fright_perceive(dw_fright *fright, dw_needs *needs, const dw_kind *kind,
                        const dw_percepts *percepts, bool runners);

/* It flees: from now on it shuns what frightened it last, for a minute. */
void dw_fright_flee(dw_fright *fright, uint32_t tick);

/* Whether the position is near the place that it shuns. */
bool dw_fright_shuns(const dw_fright *fright, dw_vec position);

/* The loudest noise that is not of its own side, or NULL. */
const dw_stimulus *dw_loudest_noise(const dw_percepts *percepts);

/* The nearest intruder that it senses, or of those that it sees; NULL without one. */
const dw_percept_intruder *dw_nearest_intruder(const dw_percepts *percepts, bool seen);

/* The intruder that leans against it, or NULL. */
const dw_percept_intruder *dw_find_touch(const dw_percepts *percepts);

bool dw_fright_is_sound(const dw_fright *fright);
DW_FIELDS_INLINE(fright, DW_FRIGHT_FIELDS);

#endif
