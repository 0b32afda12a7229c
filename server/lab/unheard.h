/* unheard.h - whether a guard of the record would hear a move of the lattice.
 * Each tick in which the body moves is taken to end with a step, whatever the body walked before:
 * where a step of the gait would be heard, the gait is not used. So a move that is allowed is
 * allowed at any stride. Of the moves before it, it knows the loudest that is part of a step under
 * way. A leaf that the move works sounds as loud as the body is upright.
 * Owns: for positions and ticks that were asked for, how loud a step there may be. Uses the
 * record's test for each noise (server/sim/ear.h, common/nav/sound.h). Cost: some microseconds for
 * each new tick in the neighbourhood of guards. One thread. */
#ifndef DW_LAB_UNHEARD_H
#define DW_LAB_UNHEARD_H

#include "server/lab/lattice.h"
#include "server/lab/patrol_record.h"

typedef struct dw_unheard dw_unheard;

/* Lattice and record, with `hearing`, must outlive it. */
DW_MUST_USE dw_status dw_unheard_create(dw_unheard **out, const dw_lattice *lattice,
                                        dw_patrol_record *record, uint32_t ticks_max,
                                        dw_error *error);
void dw_unheard_destroy(dw_unheard *unheard);

/* The record has begun another round. */
void dw_unheard_begin(dw_unheard *unheard);

typedef struct dw_unheard_move {
    uint32_t from, edge; /* Of the lattice. */
    uint32_t departure;  /* The tick before that of its first step. */
    bool crouching;      /* In the tick of departure. */
    dw_intent before;    /* The loudest that may be part of a step under way; else it stands. */
} dw_unheard_move;

/* Which of two intents makes the louder steps; one that stands makes none. */
dw_intent dw_unheard_louder(const dw_unheard *unheard, dw_intent a, dw_intent b);

/* Whether no guard hears it. */
bool dw_unheard_allows(dw_unheard *unheard, const dw_unheard_move *move);

#endif
