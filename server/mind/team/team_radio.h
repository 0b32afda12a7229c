/* team_radio.h - what a guard says to the others, and what he remembers of what they took on
 * (RULES.md section 4 and head off in section 5). Owns: when his next report of each intruder is
 * due and which room he named last, words that wait for the next tick, the others' latest claims.
 * A claim is a bid, as in a contract net (Smith, "The contract net protocol", 1980): who has the
 * shorter way has the task, on ties the lower index; everybody who has heard the same claims comes
 * to the same end. No allocation. */
#ifndef DW_MIND_TEAM_RADIO_H
#define DW_MIND_TEAM_RADIO_H

#include "server/mind/beliefs.h"

enum { DW_TEAM_CLAIMS_MAX = 8, DW_TEAM_WORDS_MAX = 4 };

typedef struct dw_team_claim {
    uint32_t tick; /* When it was made; 0 = none. */
    uint8_t guard;
    uint16_t door; /* DW_NONE: to search `room`. */
    uint16_t room;
    int32_t bid_mm;
} dw_team_claim;

/* What he wants to take on himself. */
typedef struct dw_team_bid {
    uint16_t door; /* DW_NONE: to search `room`. */
    uint16_t room;
    int32_t bid_mm;
    uint32_t tick; /* When he said so, or now. */
} dw_team_bid;

typedef struct dw_team_radio {
    dw_team_claim claims[DW_TEAM_CLAIMS_MAX]; /* One a guard; the oldest makes room. */
    uint32_t report_due[DW_INTRUDERS_MAX];    /* Tick; 0 = none. */
    uint16_t reported[DW_INTRUDERS_MAX];      /* The room of his last report, or DW_NONE. */
    uint16_t due;                             /* Bit s: report_due[s] is set, */
    uint16_t named;                           /* ... and reported[s]. */
    uint16_t owed; /* Bit s: detected anew and not yet reported: due even if he is lost. */
    uint8_t word_count;
    dw_radio_message words[DW_TEAM_WORDS_MAX]; /* Said one a tick. */
    dw_radio_message said;                     /* Of this tick; the simulation copies it. */
} dw_team_radio;

void dw_team_radio_reset(dw_team_radio *radio);

/* Back on his rounds: he will name the same room again. */
void dw_team_radio_forget_rooms(dw_team_radio *radio);

/* He is caught: nothing more to report of him. */
void dw_team_radio_forget_report(dw_team_radio *radio, uint32_t slot);

/* Reports that are due, after the beliefs of this tick; then one waiting word into the command. */
void dw_team_radio_speak(dw_team_radio *radio, const dw_brain_setup *setup,
                         const dw_beliefs *beliefs, const dw_percepts *percepts,
                         dw_guard_command *command);

void dw_team_radio_say_clear(dw_team_radio *radio, const dw_beliefs *beliefs, uint16_t room);
void dw_team_radio_say_caught(dw_team_radio *radio, const dw_beliefs *beliefs, uint8_t slot);
void dw_team_radio_say_takes(dw_team_radio *radio, const dw_team_bid *bid);

void dw_team_radio_hear_claim(dw_team_radio *radio, const dw_radio_message *message);

/* Somebody has it against guard `self`: he said so not long ago, and either `self` could have heard
 * it before his own word, or both spoke at once and the other has the shorter way. */
bool dw_team_radio_is_taken(const dw_team_radio *radio, const dw_brain_setup *setup,
                            const dw_team_bid *bid);

uint64_t dw_team_radio_hash(const dw_team_radio *radio, uint64_t hash);

#endif
