/* goal_log.h - logs a line each time a guard changes its goal: which goal, why, and the guard's
 * sentence (`log_goals = on`). Owns: the goals of all guards at the last tick. The server's log
 * gate bounds the lines. All memory is taken at creation. */
#ifndef DW_HOST_GOAL_LOG_H
#define DW_HOST_GOAL_LOG_H

#include "server/host/log_gate.h"
#include "server/session/match.h"

typedef struct dw_goal_log dw_goal_log;

DW_MUST_USE dw_status dw_goal_log_create(dw_goal_log **out, uint32_t matches);
void dw_goal_log_destroy(dw_goal_log *log); /* NULL does nothing. */

/* Call it after each step of the match at that index (from 0). */
void dw_goal_log_look(dw_goal_log *log, uint32_t index, const dw_match *match, dw_log_gate *gate,
                      uint64_t now_ns);

#endif
