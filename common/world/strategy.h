/* strategy.h - how guards work together, as data: whether they talk, when they report, what a
 * hearer does about a report. The file maps/strategies/NAME.json holds a strategy; a ruleset names
 * one, or gives single fields. maps/STRATEGIES.md has the table for people. Owns: the list of
 * fields with their defaults and ranges; the defaults are strategy `reference`. Knows nothing of
 * minds and messages (server/mind/team carries it out). Pure. */
#ifndef DW_WORLD_STRATEGY_H
#define DW_WORLD_STRATEGY_H

#include "common/world/tunable.h"

/* Values of `answer`: what a guard does about a report of a room in which it is not. */
enum {
    DW_ANSWER_GO,        /* It goes there and searches. */
    DW_ANSWER_INTERCEPT, /* It takes one of the doors that the reporter lists. */
    DW_ANSWER_CUTOFF,    /* It takes a door that it reaches before the intruder does. */
    DW_ANSWER_RANDOM,    /* It takes any door of that room: what a choice is measured against. */
    DW_ANSWER_CALL       /* Nothing, until the reporter calls a task out (`contracts`). */
};

/*   name, default, lowest, highest, what it is */
#define DW_STRATEGY_FIELDS(X)                                                                      \
    X(talk, 1, 0, 1, "guards use the radio")                                                       \
    X(report_ticks, 0, 0, 36000,                                                                   \
      "from detection to the report, and between reports; 0: report_ticks of the ruleset")         \
    X(answer, DW_ANSWER_INTERCEPT, 0, DW_ANSWER_CALL, "what a guard elsewhere does on a report")   \
    X(answerers_max, 0, 0, 64, "at most this many guards answer a report, by their bids; 0: all")  \
    X(ambush_ticks, 0, 0, 36000, "how long a guard waits at the door before it goes in")           \
    X(hold_exit_agitation, 0, 0, 3, "from this agitation on one guard holds the exit; 0: never")   \
    X(hold_objective_agitation, 0, 0, 3,                                                           \
      "from this agitation on one guard holds the objective; 0: never")                            \
    X(hurry_agitation, 0, 0, 3,                                                                    \
      "from this agitation on reports take half of their time; 0: never")                          \
    X(thorough_agitation, 0, 0, 3, "from this agitation on a guard searches thoroughly; 0: never") \
    X(shut_doors_agitation, 0, 0, 3,                                                               \
      "from this agitation on a guard shuts each door that it passes; 0: never")                   \
    X(hold_exit_when_missing, 0, 0, 1,                                                             \
      "guards notice that the objective is gone, say so, and one of them holds the exit")          \
    X(zone_border_ticks, 0, 0, 36000,                                                              \
      "each guard keeps a zone, and stays out of it for this time at most; 0: no zones")           \
    X(board, 0, 0, 1,                                                                              \
      "reports are left and read in the guard room; the radio only says that there are some")      \
    X(contracts, 0, 0, 1,                                                                          \
      "a guard that reports or loses an intruder calls doors and rooms out for bids")              \
    X(call_ticks, 24, 16, 36000, "time for bids, two radio delays added")                          \
    X(cordon_max, 3, 0, 6, "at most this many doors are called at once")                           \
    X(sectors_max, 3, 0, 6, "at most this many rooms are called at once")                          \
    X(search_apart, 0, 0, 1, "guards claim each room that they search, and leave it to one guard") \
    X(report_own_only, 0, 0, 1, "guards report only what they have sensed themselves")             \
    X(room_claim_ticks, 0, 0, 36000,                                                               \
      "how long a room that a guard takes to search is its own; 0: claim_ticks of the ruleset")

typedef struct dw_strategy {
#define DW_STRATEGY_FIELD(name, initial, low, high, text) int32_t name;
    DW_STRATEGY_FIELDS(DW_STRATEGY_FIELD)
#undef DW_STRATEGY_FIELD
} dw_strategy;

enum {
/* A sum has no parentheses around its parts: NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define DW_STRATEGY_ONE(name, initial, low, high, text) +1
    DW_STRATEGY_FIELD_COUNT = 0 DW_STRATEGY_FIELDS(DW_STRATEGY_ONE)
#undef DW_STRATEGY_ONE
};

/* Guards give out tasks by offers: 1, else 0. */
static inline uint32_t dw_strategy_makes_offers(const dw_strategy *strategy)
{
    return strategy->answerers_max > 0 || strategy->hold_exit_agitation > 0 ||
                   strategy->hold_objective_agitation > 0 || strategy->hold_exit_when_missing != 0
               ? 1
               : 0;
}

/* `agitation` has come to the value of a field that counts from there on; 0 there: never. */
static inline bool dw_strategy_has_come_to(int32_t from, uint8_t agitation)
{
    return from > 0 && agitation >= from;
}

/* The default of each field: what maps/strategies/reference.json says too. */
dw_strategy dw_strategy_reference(void);

/* The table of fields; DW_STRATEGY_FIELD_COUNT of them. */
extern const dw_tunable dw_strategy_fields[];

/* How a file says `value` of a field whose values have words; NULL for one that is a number. */
const char *dw_strategy_word(uint32_t field, int32_t value);

/* A strategy file: a JSON object; fields that it leaves out have their defaults. The error starts
 * with `name`. `out` is written only on success. */
DW_MUST_USE dw_status dw_strategy_load(dw_strategy *out, const char *name, const uint8_t *bytes,
                                       size_t size, dw_error *error);

#endif
