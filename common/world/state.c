#include "common/world/state.h"

#include "common/base/words.h"

const char *dw_outcome_word(dw_outcome outcome)
{
    static const char *const words[DW_OUTCOME_COUNT] = {"none", "won", "lost", "timeout",
                                                        "aborted"};
    DW_CHECK((unsigned)outcome < DW_OUTCOME_COUNT);
    return words[outcome];
}

DW_ENUM_WORDS_OR(dw_cause_word, dw_cause, DW_CAUSE_COUNT, DW_CAUSES, DW_WORD_OF_3, "unknown")
DW_ENUM_WORDS_OR(dw_cause_text, dw_cause, DW_CAUSE_COUNT, DW_CAUSES, DW_TEXT_OF_3, "")
