/* goal_log.h - a line in the log each time that a guard changes his goal: which, why, and his
 * sentence (`log_goals = on`). Owns: what the guards of each match were about at the last tick.
 * Bounded by the log gate of the server, as all lines that a match can make many of. All memory is
 * taken at creation. */
#ifndef DW_HOST_GOAL_LOG_H
#define DW_HOST_GOAL_LOG_H

#include "server/host/log_gate.h"
#include "server/session/match.h"

typedef struct dw_goal_log dw_goal_log;

DW_MUST_USE dw_status dw_goal_log_create(dw_goal_log **out, uint32_t matches);
void dw_goal_log_destroy(dw_goal_log *log); /* NULL is fine. */

/* After each step of the match with that index (from 0). */
void dw_goal_log_look(dw_goal_log *log, uint32_t index, const dw_match *match, dw_log_gate *gate,
                      uint64_t now_ns);

#endif
