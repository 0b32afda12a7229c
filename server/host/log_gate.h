/* log_gate.h - how many lines a second a server may log: a flood on the wire must not become one on
 * the disk. Owns: a bucket of lines and the count of those that were held back. */
#ifndef DW_HOST_LOG_GATE_H
#define DW_HOST_LOG_GATE_H

#include "server/host/rate.h"

enum { DW_LOG_LINES_PER_SECOND = 50, DW_LOG_LINES_BURST = 200 };

typedef struct dw_log_gate {
    dw_rate rate;
    uint64_t held;    /* Lines held back and not told yet. */
    uint64_t told_ns; /* When they last were. */
} dw_log_gate;

void dw_log_gate_init(dw_log_gate *gate, uint64_t now_ns);

/* Whether a line may be written now. Once a second it first says how many were held back, in a line
 * beside those. */
bool dw_log_gate_pass(dw_log_gate *gate, uint64_t now_ns);

#endif
