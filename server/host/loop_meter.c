#include "server/host/loop_meter.h"

void dw_loop_meter_add(dw_loop_meter *meter, uint64_t busy_ns)
{
    const uint64_t step = busy_ns / DW_LOOP_STEP_NS;
    meter->steps[step < DW_LOOP_STEPS ? step : DW_LOOP_STEPS]++;
    meter->ticks++;
    meter->max_ns = busy_ns > meter->max_ns ? busy_ns : meter->max_ns;
}

double dw_loop_meter_us(const dw_loop_meter *meter, double share)
{
    const double wanted = share * (double)meter->ticks;
    const double max_us = (double)meter->max_ns / 1000;
    uint64_t passed = 0;
    for (uint32_t i = 0; i < DW_LOOP_STEPS; i++) {
        passed += meter->steps[i];
        if (passed > 0 && (double)passed >= wanted) {
            const double us = (double)((i + 1) * (uint64_t)DW_LOOP_STEP_NS) / 1000;
            return us < max_us ? us : max_us;
        }
    }
    return max_us;
}
