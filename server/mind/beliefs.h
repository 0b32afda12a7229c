/* beliefs.h - what a guard believes of each intruder: where he is, how he knows, since when, and
 * how sure he is (RULES.md sections 3 and 4). Changed by percepts and messages alone; while nobody
 * is sensed, the believed place stays as it is. Owns: his agitation. No allocation. */
#ifndef DW_MIND_BELIEFS_H
#define DW_MIND_BELIEFS_H

#include "server/sim/brain.h"

typedef struct dw_belief {
    uint8_t source;  /* dw_belief_source */
    uint8_t told_by; /* Guard, with TOLD. */
    bool detected;   /* His meter is full, as far as he can tell himself. */
    bool sensed;     /* In this tick. */
    uint16_t room;
    int32_t meter;
    uint32_t tick; /* Of the last news. */
    dw_vec place;  /* With TOLD the middle of the room. */
    dw_vec step;   /* How he moved when he was sensed last. */
} dw_belief;

typedef struct dw_beliefs {
    uint8_t agitation;               /* 0 .. 3 */
    uint16_t suspects;               /* Bit s: senses him, and something is up. */
    uint16_t metered;                /* Bit s: his meter is not 0. */
    uint16_t known;                  /* Bit s: he believes something of him. */
    uint16_t sensed;                 /* Bit s: senses somebody whom he has detected. */
    uint16_t detected, detected_now; /* Bit s: has him detected; since this tick. */
    dw_belief of[DW_INTRUDERS_MAX];
} dw_beliefs;

enum { DW_AGITATION_MAX = 3 };

void dw_beliefs_reset(dw_beliefs *beliefs);
void dw_beliefs_perceive(dw_beliefs *beliefs, const dw_brain_setup *setup,
                         const dw_percepts *percepts);

/* A meter that has risen so far tells him that something is up. */
bool dw_belief_is_suspicion(const dw_ruleset *rules, int32_t meter);

/* A report: agitation is the higher one of his and the caller's; where somebody is whom he senses
 * himself he knows better. */
void dw_beliefs_hear(dw_beliefs *beliefs, const dw_brain_setup *setup,
                     const dw_radio_message *report);

/* He is caught or gone. */
void dw_beliefs_forget(dw_beliefs *beliefs, uint32_t slot);

/* 100 while sensed, then less with the age of the news; 0 when he knows nothing of him. */
uint8_t dw_belief_confidence(const dw_belief *belief, uint32_t tick);

uint64_t dw_beliefs_hash(const dw_beliefs *beliefs, uint64_t hash);

#endif
