/* intercept.h - coming from the other side, and waiting where somebody has to come out (RULES.md
 * section 5, head off and lie in wait). Owns: the report that he acts on, the door that he takes,
 * the place where he stands. No allocation. */
#ifndef DW_MIND_INTERCEPT_H
#define DW_MIND_INTERCEPT_H

#include "common/base/rng.h"
#include "server/mind/mover.h"
#include "server/mind/places.h"
#include "server/mind/team/team_radio.h"

typedef enum dw_intercept_phase {
    DW_INTERCEPT_DRAWING, /* A place behind the door. */
    DW_INTERCEPT_GOING,
    DW_INTERCEPT_WAITING, /* Lying in wait. */
    DW_INTERCEPT_THROUGH  /* Nobody there: through the door, into the room. */
} dw_intercept_phase;

typedef struct dw_intercept {
    uint8_t phase; /* dw_intercept_phase */
    uint8_t draws;
    bool waits;         /* In ambush: the room has this door alone. */
    uint16_t door;      /* The one that he watches; DW_NONE: none is left, straight to the room. */
    uint16_t wait_left; /* Ticks. */
    dw_team_bid bid;    /* What he has said about that door. */
    dw_radio_message order; /* The report. */
    dw_vec place;
    dw_rng places;
} dw_intercept;

typedef enum dw_intercept_result {
    DW_INTERCEPT_GOES_ON,
    DW_INTERCEPT_TIRED,   /* Lay in wait long enough. */
    DW_INTERCEPT_INSIDE,  /* In the room of the report, or as near as one gets: search. */
    DW_INTERCEPT_NOT_HERE /* Nothing seen behind the door: goes through it now. */
} dw_intercept_result;

void dw_intercept_reset(dw_intercept *task, uint64_t seed);

/* Lies in wait at the only door of the report's room. */
void dw_intercept_ambush(dw_intercept *task, const dw_brain_setup *setup,
                         const dw_radio_message *report);

/* Takes the first door of the report that nobody else has, and says so; with none left he goes
 * straight to the room. He sets out when the others' words about it can have reached him, two
 * delays of the radio after the report. */
void dw_intercept_begin(dw_intercept *task, dw_team_radio *radio, const dw_brain_setup *setup,
                        const dw_percepts *percepts, const dw_radio_message *report);

/* A claim has come in: whether somebody else has his door now. */
bool dw_intercept_is_outbid(const dw_intercept *task, const dw_team_radio *radio,
                            const dw_brain_setup *setup);

dw_intercept_result dw_intercept_step(dw_intercept *task, dw_mover *mover,
                                      const dw_brain_setup *setup, const dw_percepts *percepts,
                                      dw_guard_command *command);

uint64_t dw_intercept_hash(const dw_intercept *task, uint64_t hash);

#endif
