#include "server/lab/matrix_progress.h"

#include "common/platform/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { TERMINAL_STEP_MS = 500, LINE_STEP_MS = 10000, NS_PER_MS = 1000000 };

static uint64_t step_ns(const dw_progress *progress)
{
    return (uint64_t)(progress->terminal ? TERMINAL_STEP_MS : LINE_STEP_MS) * NS_PER_MS;
}

void dw_progress_begin(dw_progress *progress, const char *label, uint32_t done, uint32_t total)
{
    *progress = (dw_progress){
        .begin_ns = dw_clock_ns(),
        .label = label,
        .done_before = done,
        .total = total,
        .terminal = isatty(STDERR_FILENO) != 0,
    };
    progress->next_ns = progress->begin_ns + step_ns(progress);
}

void dw_progress_resume(const char *label, uint32_t done, uint32_t total)
{
    if (done > 0 && done < total) {
        (void)fprintf(stderr, "%s: goes on after %u of %u matches\n", label, done, total);
    }
}

static void tell(const dw_progress *progress, uint32_t done, uint64_t now_ns)
{
    const double passed_s = (double)(now_ns - progress->begin_ns) / 1e9;
    const double rate = passed_s > 0 ? (done - progress->done_before) / passed_s : 0;
    (void)fprintf(stderr, "%s%s: %.1f %% (%u of %u), %.1f matches a second",
                  progress->terminal ? "\r\033[K" : "", progress->label,
                  100.0 * done / progress->total, done, progress->total, rate);
    if (rate > 0 && done < progress->total) {
        const uint32_t left_s = (uint32_t)((progress->total - done) / rate + 0.5);
        (void)fprintf(stderr, ", %u min %02u s left", left_s / 60, left_s % 60);
    }
    (void)fputs(progress->terminal ? "" : "\n", stderr);
}

void dw_progress_show(dw_progress *progress, uint32_t done)
{
    const uint64_t now_ns = dw_clock_ns();
    if (now_ns >= progress->next_ns && done > progress->done_before) {
        tell(progress, done, now_ns);
        progress->next_ns = now_ns + step_ns(progress);
    }
}

void dw_progress_end(dw_progress *progress, uint32_t done)
{
    if (progress->terminal) {
        tell(progress, done, dw_clock_ns());
        (void)fputs("\n", stderr);
    }
}
