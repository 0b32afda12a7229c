#include "common/world/state.h"

#include "common/base/check.h"

const char *dw_outcome_word(dw_outcome outcome)
{
    static const char *const words[DW_OUTCOME_COUNT] = {"none", "won", "lost", "timeout",
                                                        "aborted"};
    DW_CHECK((unsigned)outcome < DW_OUTCOME_COUNT);
    return words[outcome];
}

const char *dw_cause_word(dw_cause cause)
{
    static const char *const words[DW_CAUSE_COUNT] = {
#define DW_CAUSE_WORD(name, word, text) word,
        DW_CAUSES(DW_CAUSE_WORD)
#undef DW_CAUSE_WORD
    };
    return (unsigned)cause < DW_CAUSE_COUNT ? words[cause] : "unknown";
}

const char *dw_cause_text(dw_cause cause)
{
    static const char *const texts[DW_CAUSE_COUNT] = {
#define DW_CAUSE_TEXT(name, word, text) text,
        DW_CAUSES(DW_CAUSE_TEXT)
#undef DW_CAUSE_TEXT
    };
    return (unsigned)cause < DW_CAUSE_COUNT ? texts[cause] : "";
}
