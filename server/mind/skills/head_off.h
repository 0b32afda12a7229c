/* head_off.h - coming from the other side, and waiting where somebody has to come out (RULES.md
 * section 5, head off and lie in wait). Owns: the report that he acts on, the door that he takes,
 * the place where he stands. No allocation. */
#ifndef DW_MIND_HEAD_OFF_H
#define DW_MIND_HEAD_OFF_H

#include "common/base/rng.h"
#include "server/mind/mover.h"
#include "server/mind/places.h"
#include "server/mind/team/team_radio.h"

typedef enum dw_head_off_phase {
    DW_HEAD_OFF_DRAWING, /* A place behind the door. */
    DW_HEAD_OFF_GOING,
    DW_HEAD_OFF_WAITING, /* Lying in wait. */
    DW_HEAD_OFF_THROUGH  /* Nobody there: through the door, into the room. */
} dw_head_off_phase;

typedef struct dw_head_off {
    uint8_t phase; /* dw_head_off_phase */
    uint8_t draws;
    bool waits;         /* In ambush: the room has this door alone. */
    uint16_t door;      /* The one that he watches; DW_NONE: none is left, straight to the room. */
    uint16_t wait_left; /* Ticks. */
    dw_team_bid bid;    /* What he has said about that door. */
    dw_radio_message order; /* The report. */
    dw_vec place;
    dw_rng places;
} dw_head_off;

typedef enum dw_head_off_news {
    DW_HEAD_OFF_GOES_ON,
    DW_HEAD_OFF_TIRED,   /* Lay in wait long enough. */
    DW_HEAD_OFF_INSIDE,  /* In the room of the report, or as near as one gets: search. */
    DW_HEAD_OFF_NOT_HERE /* Nothing seen behind the door: goes through it now. */
} dw_head_off_news;

void dw_head_off_reset(dw_head_off *task, uint64_t seed);

/* Lies in wait at the only door of the report's room. */
void dw_head_off_ambush(dw_head_off *task, const dw_brain_setup *setup,
                        const dw_radio_message *report);

/* Takes the first door of the report that nobody else has, and says so; with none left he goes
 * straight to the room. He sets out when the others' words about it can have reached him, two
 * delays of the radio after the report. */
void dw_head_off_begin(dw_head_off *task, dw_team_radio *radio, const dw_brain_setup *setup,
                       const dw_percepts *percepts, const dw_radio_message *report);

/* A claim has come in: whether somebody else has his door now. */
bool dw_head_off_is_outbid(const dw_head_off *task, const dw_team_radio *radio,
                           const dw_brain_setup *setup);

dw_head_off_news dw_head_off_step(dw_head_off *task, dw_mover *mover, const dw_brain_setup *setup,
                                  const dw_percepts *percepts, dw_guard_command *command);

uint64_t dw_head_off_hash(const dw_head_off *task, uint64_t hash);

#endif
