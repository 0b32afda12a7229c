#include "server/host/log_gate.h"

#include "common/base/log.h"

/* At most one report of held-back lines a second: otherwise a flood would double itself. */
#define TELL_NS UINT64_C(1000000000)

void dw_log_gate_init(dw_log_gate *gate, uint64_t now_ns)
{
    *gate = (dw_log_gate){.rate = dw_rate_make(DW_LOG_LINES_PER_SECOND, DW_LOG_LINES_BURST, now_ns),
                          .told_ns = now_ns};
}

bool dw_log_gate_pass(dw_log_gate *gate, uint64_t now_ns)
{
    if (!dw_rate_pass(&gate->rate, DW_LOG_LINES_PER_SECOND, DW_LOG_LINES_BURST, now_ns)) {
        gate->held++;
        return false;
    }
    if (gate->held > 0 && now_ns - gate->told_ns >= TELL_NS) {
        dw_log(DW_LOG_WARNING, "log_lines_held_back", "count=%llu", (unsigned long long)gate->held);
        gate->held = 0;
        gate->told_ns = now_ns;
    }
    return true;
}
