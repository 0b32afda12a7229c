#include "protocol/protocol.h"

#include "common/base/check.h"

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

const char *dw_outcome_word(dw_outcome outcome)
{
    static const char *const words[DW_OUTCOME_COUNT] = {"none", "won", "lost", "timeout",
                                                        "aborted"};
    DW_CHECK((unsigned)outcome < DW_OUTCOME_COUNT);
    return words[outcome];
}
