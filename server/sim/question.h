/* question.h - the question that a conversation of a mission has come to, and what players have
 * answered (server/RULES.md 12.22 to 12.26). Owns: which question is open, for how long still, one
 * answer for each slot. Knows nothing of what an option leads to (mission.c). State of the match,
 * in the state hash, saved and loaded. O(slots) a tick; no allocation. */
#ifndef DW_SIM_QUESTION_H
#define DW_SIM_QUESTION_H

#include "common/world/mission.h"
#include "common/world/world_fields.h"

/* How many ticks pass from the answer to the next line at least. */
enum { DW_ANSWERED_TICKS = 60 };

#define DW_QUESTION_FIELDS(X, A, M)                                                                \
    X(u16, number) /* Of the newest question in this round, from 1; 0: there was none. */          \
    X(u8, segment) /* That asks it. */                                                             \
    X(u8, chosen)  /* 1 + the option that was decided; 0: the question is open. */                 \
    X(u16, ticks)  /* For how long it is open still. */                                            \
    A(u8, answers, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX) /* By slot: 1 + the option; 0: none. */
typedef struct dw_question {
    DW_FIELDS_MEMBERS(DW_QUESTION_FIELDS)
} dw_question;
typedef dw_question dw_field_question;
DW_FIELDS_DECLARE(question);

/* `question` may be NULL in these: the mission asks nothing. */
static inline bool dw_question_is_open(const dw_question *question)
{
    return question != NULL && question->number != 0 && question->chosen == 0;
}

/* How many options players can choose from now; 0: no question is open. */
uint8_t dw_question_options(const dw_question *question, const dw_mission *mission);

/* The question of that segment, which has options. */
void dw_question_open(dw_question *question, const dw_mission *mission, uint8_t segment);

/* The slot answers with that option, from 1; a later answer takes the place of an earlier one.
 * False: no question is open, or it does not have that option. */
bool dw_question_answer(dw_question *question, const dw_mission *mission, uint8_t slot,
                        uint8_t answer);

/* A tick of the open question. `voters`: bit s, the answer of slot s counts. The option that is
 * decided now, or NULL. More than half of the voters decide at once; when all have answered, or at
 * the end of the time, the most answers do, and of those with as many the first one. */
const dw_mission_option *dw_question_pass(dw_question *question, const dw_mission *mission,
                                          uint32_t voters);

/* Whether loaded bytes are a question of this mission. */
bool dw_question_is_sound(const dw_question *question, const dw_mission *mission);

#endif
