#include "protocol/protocol.h"

#include "common/base/check.h"
#include "common/world/state.h"

/* The wire sends the numbers of the world's enums as they are: none of them may ever change. */
#define ON_WIRE(name, number) _Static_assert((int)(name) == (number), "PROTOCOL.md fixes " #name)
ON_WIRE(DW_SLOT_NONE, 255);
ON_WIRE(DW_SLOT_EMPTY, 0);
ON_WIRE(DW_SLOT_ALIVE, 1);
ON_WIRE(DW_SLOT_CAUGHT, 2);
ON_WIRE(DW_SLOT_DROPPED, 3);
ON_WIRE(DW_SLOT_OUT, 4);
ON_WIRE(DW_SLOT_WATCHING, 5);
ON_WIRE(DW_OUTCOME_NONE, 0);
ON_WIRE(DW_OUTCOME_WON, 1);
ON_WIRE(DW_OUTCOME_LOST, 2);
ON_WIRE(DW_OUTCOME_TIMEOUT, 3);
ON_WIRE(DW_OUTCOME_ABORTED, 4);
ON_WIRE(DW_OBJECTIVE_HOME, 0);
ON_WIRE(DW_OBJECTIVE_CARRIED, 1);
ON_WIRE(DW_OBJECTIVE_DROPPED, 2);
ON_WIRE(DW_OBJECTIVE_DELIVERED, 3);
ON_WIRE(DW_BODY_GUARD, 0);
ON_WIRE(DW_BODY_INTRUDER, 1);
ON_WIRE(DW_MOOD_CALM, 0);
ON_WIRE(DW_MOOD_ALERT, 1);
ON_WIRE(DW_MOOD_SUSPICIOUS, 2);
ON_WIRE(DW_MOOD_CHASING, 3);
ON_WIRE(DW_CAUSE_START, 0);
ON_WIRE(DW_CAUSE_SIGHTING, 1);
ON_WIRE(DW_CAUSE_LOST, 2);
ON_WIRE(DW_CAUSE_CAUGHT, 3);
ON_WIRE(DW_CAUSE_MESSAGE, 4);
ON_WIRE(DW_CAUSE_ARRIVAL, 5);
ON_WIRE(DW_CAUSE_BLOCKED, 6);
ON_WIRE(DW_CAUSE_TIMER, 7);
ON_WIRE(DW_CAUSE_DONE, 8);
ON_WIRE(DW_BELIEF_NONE, 0);
ON_WIRE(DW_BELIEF_SEEN, 1);
ON_WIRE(DW_BELIEF_TOUCHED, 2);
ON_WIRE(DW_BELIEF_TOLD, 3);
ON_WIRE(DW_RADIO_REPORT, 1);
ON_WIRE(DW_RADIO_CLEAR, 2);
ON_WIRE(DW_RADIO_TAKES, 3);
ON_WIRE(DW_RADIO_CAUGHT, 4);

const char *dw_reason_word(dw_reason reason)
{
    static const char *const words[DW_REASON_COUNT] = {
#define DW_REASON_WORD(name, word, text) word,
        DW_REASONS(DW_REASON_WORD)
#undef DW_REASON_WORD
    };
    DW_CHECK((unsigned)reason < DW_REASON_COUNT);
    return words[reason];
}

const char *dw_reason_text(dw_reason reason)
{
    static const char *const texts[DW_REASON_COUNT] = {
#define DW_REASON_TEXT(name, word, text) text,
        DW_REASONS(DW_REASON_TEXT)
#undef DW_REASON_TEXT
    };
    DW_CHECK((unsigned)reason < DW_REASON_COUNT);
    return texts[reason];
}

const char *dw_phase_word(dw_round_phase phase)
{
    static const char *const words[DW_PHASE_COUNT] = {"lobby", "countdown", "play", "result"};
    DW_CHECK((unsigned)phase < DW_PHASE_COUNT);
    return words[phase];
}
