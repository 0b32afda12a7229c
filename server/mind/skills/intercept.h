/* intercept.h - coming from the other side, and waiting where somebody has to come out
 * (server/RULES.md 5.30 to 5.38). Owns: the report that he acts on, the door that he takes, the
 * place where he stands. No allocation. */
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

#define DW_INTERCEPT_FIELDS(X, A, M)                                                               \
    X(u8, phase) /* dw_intercept_phase */                                                          \
    X(u8, draws)                                                                                   \
    X(flag, waits)    /* In ambush: the room has this door alone. */                               \
    X(u16, door)      /* The door that is watched, or DW_NONE: straight to the room. */            \
    X(u16, wait_left) /* Ticks. */                                                                 \
    X(team_bid, bid)  /* What the guard has said about that door. */                               \
    X(message, order) /* The report. */                                                            \
    X(vec, place)                                                                                  \
    X(rng, places)

typedef struct dw_intercept {
    DW_FIELDS_MEMBERS(DW_INTERCEPT_FIELDS)
} dw_intercept;
typedef dw_intercept dw_field_intercept;

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

void dw_digest_intercept(dw_digest *digest, const dw_intercept *task);

#endif
