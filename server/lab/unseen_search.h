/* unseen_search.h - looks for a plan to steal the objective that no guard on a calm patrol sees or
 * hears, and that leaves nothing for guards to notice on their way.
 * The search runs over the positions of a lattice and over time. A position is free for stretches
 * of time, between which a guard sees or could touch a body there. Within a stretch the earliest
 * arrival stands for all later ones, since a body may wait (M. Phillips and M. Likhachev, "SIPP:
 * Safe interval path planning for dynamic environments", 2011). Stretches end with each 64 ticks,
 * so that a search never looks far ahead of itself. The order is that of A*. A greed above 1 is the
 * weight of the ticks that are left: plans are longer and found with fewer states (I. Pohl,
 * "Heuristic search viewed as path finding in a graph", 1970).
 * Owns: the states of one search. Cost: 40 bytes a state, and some microseconds each. */
#ifndef DW_LAB_UNSEEN_SEARCH_H
#define DW_LAB_UNSEEN_SEARCH_H

#include "server/lab/lattice.h"
#include "server/lab/patrol_record.h"
#include "server/lab/unheard.h"

typedef struct dw_unseen_search dw_unseen_search;

/* A move that the search must not make: it failed in the simulation. */
typedef struct dw_unseen_ban {
    uint32_t edge; /* Of the lattice. */
    uint32_t departure_tick;
} dw_unseen_ban;

enum { DW_UNSEEN_BANS_MAX = 64, DW_UNSEEN_BAN_TICKS = 30, DW_UNSEEN_GREED_MAX = 4 };

typedef struct dw_unseen_task {
    const dw_lattice *lattice;
    dw_patrol_record *record;
    dw_unheard *unheard; /* Moves that it does not allow are left out. NULL: nobody hears. */
    uint32_t greed;      /* 1 .. DW_UNSEEN_GREED_MAX; 0 as 1. */
    uint32_t states_max;
    uint32_t ticks_max; /* The intruder must be out by then. */
    uint32_t take_tick; /* The objective is not taken before. */
    uint32_t ban_count; /* Departures within DW_UNSEEN_BAN_TICKS of each are left out. */
    dw_unseen_ban bans[DW_UNSEEN_BANS_MAX];
    /* Called now and then; false ends the search. May be NULL. */
    bool (*go_on)(void *context, uint32_t states, uint32_t tick);
    void *context;
} dw_unseen_task;

typedef enum dw_unseen_result {
    DW_UNSEEN_FOUND,
    DW_UNSEEN_EXHAUSTED, /* No state is left that the search could extend. */
    DW_UNSEEN_FULL,      /* states_max are used up. */
    DW_UNSEEN_STOPPED
} dw_unseen_result;

/* What the intruder does: `intents[i]` is for tick i + 1. */
typedef struct dw_unseen_plan {
    uint32_t count;
    dw_intent *intents; /* Of the owner; room for ticks_max. */
} dw_unseen_plan;

/* Takes memory for searches of up to `states_max` states and `ticks_max` ticks. */
DW_MUST_USE dw_status dw_unseen_search_create(dw_unseen_search **out, uint32_t states_max,
                                              uint32_t ticks_max, dw_error *error);
void dw_unseen_search_destroy(dw_unseen_search *search);

/* `plan` is written when a way is found. */
dw_unseen_result dw_unseen_search_run(dw_unseen_search *search, const dw_unseen_task *task,
                                      dw_unseen_plan *plan);

/* Of the last run. */
uint32_t dw_unseen_search_states(const dw_unseen_search *search);

/* How far the last run came, and why it left moves out: what tells a person where a plan fails. */
typedef struct dw_unseen_reach {
    bool starts;  /* False: no moves of the lattice lead to the objective and out in time. */
    bool carries; /* Of the state from which a win is nearest. */
    uint16_t room;
    uint32_t tick;                       /* When it is reached. */
    uint32_t ticks_left;                 /* From there to the win, if nobody were in the way. */
    uint32_t seen, heard, missed, doors; /* Moves that were left out, by the first reason. */
} dw_unseen_reach;
dw_unseen_reach dw_unseen_search_reach(const dw_unseen_search *search);

/* After DW_UNSEEN_FOUND: the last move through or before `tick`. False: there was none. */
bool dw_unseen_search_move_at(const dw_unseen_search *search, uint32_t tick, dw_unseen_ban *move);

#endif
