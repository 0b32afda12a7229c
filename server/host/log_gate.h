/* log_gate.h - how many lines a second a server may log, so a flood on the wire does not become one
 * on the disk. Owns: a bucket of lines and the count of lines held back. */
#ifndef DW_HOST_LOG_GATE_H
#define DW_HOST_LOG_GATE_H

#include "server/host/rate.h"

enum { DW_LOG_LINES_PER_SECOND = 50, DW_LOG_LINES_BURST = 200 };

typedef struct dw_log_gate {
    dw_rate rate;
    uint64_t held;    /* Lines held back and not reported yet. */
    uint64_t told_ns; /* When the last report was. */
} dw_log_gate;

void dw_log_gate_init(dw_log_gate *gate, uint64_t now_ns);

/* Whether a line may be written now. Once a second it first logs how many were held back; that line
 * is not counted. */
bool dw_log_gate_pass(dw_log_gate *gate, uint64_t now_ns);

#endif
