/* team_radio.h - what a guard says to the others, and what it remembers of their claims
 * (section 4 of server/RULES.md). Owns: when the next report of each intruder is due and
 * which room the guard named last, words that wait for the next tick, the others' latest claims.
 * A claim is a bid, as in a contract net (Smith, "The contract net protocol", 1980): the lowest bid
 * wins, ties by index; guards that heard the same claims agree. No allocation. */
#ifndef DW_MIND_TEAM_RADIO_H
#define DW_MIND_TEAM_RADIO_H

#include "server/mind/beliefs.h"
#include "server/mind/think.h"

enum { DW_TEAM_CLAIMS_MAX = 8, DW_TEAM_WORDS_MAX = 4 };

#define DW_TEAM_CLAIM_FIELDS(X, A, M)                                                              \
    X(u32, tick) /* When it was made. */                                                           \
    X(u8, guard)                                                                                   \
    X(u16, door) /* DW_NONE: to search `room`. */                                                  \
    X(u16, room)                                                                                   \
    X(i32, bid_mm)

typedef struct dw_team_claim {
    DW_FIELDS_MEMBERS(DW_TEAM_CLAIM_FIELDS)
} dw_team_claim;
typedef dw_team_claim dw_field_team_claim;

/* What a guard wants to take on itself. */
#define DW_TEAM_BID_FIELDS(X, A, M)                                                                \
    X(u16, door) /* DW_NONE: to search `room`. */                                                  \
    X(u16, room)                                                                                   \
    X(i32, bid_mm)                                                                                 \
    X(u32, tick) /* When the guard said so, or now. */

typedef struct dw_team_bid {
    DW_FIELDS_MEMBERS(DW_TEAM_BID_FIELDS)
} dw_team_bid;
typedef dw_team_bid dw_field_team_bid;

#define DW_TEAM_RADIO_FIELDS(X, A, M)                                                              \
    X(u16, due)   /* Bit s: report_due[s] counts. */                                               \
    X(u16, named) /* Bit s: reported[s] counts. */                                                 \
    X(u16, owed)  /* Bit s: detected anew, not yet reported: due even when lost. */                \
    X(u8, claim_count)                                                                             \
    X(u8, word_count)                                                                              \
    M(u32, report_due, DW_INTRUDERS_MAX, it->due) /* Tick of the next report; 0 = none. */         \
    M(u16, reported, DW_INTRUDERS_MAX, it->named) /* Room of the last report, or DW_NONE. */       \
    A(team_claim, claims, DW_TEAM_CLAIMS_MAX, it->claim_count) /* One for each guard. */           \
    A(message, words, DW_TEAM_WORDS_MAX, it->word_count)       /* Said one a tick. */

typedef struct dw_team_radio {
    dw_radio_message said; /* In this tick; the simulation copies it. */
    DW_FIELDS_MEMBERS(DW_TEAM_RADIO_FIELDS)
} dw_team_radio;
typedef dw_team_radio dw_field_team_radio;
DW_FIELDS_AND(dw_team_radio, DW_TEAM_RADIO_FIELDS, sizeof(dw_radio_message));

void dw_team_radio_reset(dw_team_radio *radio);

/* Back on patrol: the guard may name the same rooms again. */
void dw_team_radio_forget_rooms(dw_team_radio *radio);

/* The next report of that intruder is due now, unless the first one is still to come. */
void dw_team_radio_hurry(dw_team_radio *radio, uint32_t slot, uint32_t tick);

/* The intruder is caught: nothing more to report of it. */
void dw_team_radio_forget_report(dw_team_radio *radio, uint32_t slot);

/* Reports that are due, after the beliefs of this tick; then one waiting word into the command.
 * With a board the radio carries no other words than those about it: returns the slots of the
 * reports that were due, as a set. */
uint16_t dw_team_radio_speak(dw_team_radio *radio, const dw_think *think,
                             const dw_beliefs *beliefs);

void dw_team_radio_say_clear(dw_team_radio *radio, const dw_beliefs *beliefs, uint16_t room);
void dw_team_radio_say_missing(dw_team_radio *radio, const dw_beliefs *beliefs, uint16_t room);
void dw_team_radio_say_caught(dw_team_radio *radio, const dw_beliefs *beliefs, uint8_t slot);
/* A bid for a door or room with its middle at `to`: how far the guard has to walk. */
int32_t dw_team_bid_mm(const dw_think *think, dw_vec to);
int32_t dw_team_bid_for_room_mm(const dw_think *think, uint16_t room);

/* Any message with its content and header; not when too many wait. */
bool dw_team_radio_is_full(const dw_team_radio *radio);
void dw_team_radio_say(dw_team_radio *radio, const dw_radio_message *message);

void dw_team_radio_say_takes(dw_team_radio *radio, const dw_team_bid *bid, bool again);

void dw_team_radio_say_offer(dw_team_radio *radio, dw_task task, uint16_t room, int32_t bid_mm);
void dw_team_radio_say_holds(dw_team_radio *radio, dw_task task, uint16_t room, bool again);

void dw_team_radio_say_board(dw_team_radio *radio, uint16_t room);

void dw_team_radio_hear_claim(dw_team_radio *radio, const dw_radio_message *message);

/* The guard gives up what it claimed. */
void dw_team_radio_drop_claim(dw_team_radio *radio, uint8_t guard);

/* Another guard has it: its claim still holds, and either this guard could have heard it before its
 * own bid, or both spoke at once and the other bid is lower. */
bool dw_team_radio_is_taken(const dw_team_radio *radio, const dw_brain_setup *setup,
                            const dw_team_bid *bid);

/* The same, but a claim of the guard `beside` does not count. */
bool dw_team_radio_is_taken_beside(const dw_team_radio *radio, const dw_brain_setup *setup,
                                   const dw_team_bid *bid, uint8_t beside);

/* Loaded words name only what the map has. */
bool dw_team_radio_is_sound(const dw_team_radio *radio, const dw_map *map);

DW_FIELDS_INNER(team_claim, DW_TEAM_CLAIM_FIELDS);
DW_FIELDS_INLINE(team_radio, DW_TEAM_RADIO_FIELDS);
DW_FIELDS_INLINE(team_bid, DW_TEAM_BID_FIELDS);

#endif
