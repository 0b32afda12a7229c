/* bench_client_options.h - the options of `duskwatch-lab bench client`. The lab explains them and
 * refuses what is wrong also where the program that measures (tests/bench/bench_view.c) is not
 * there; that program reads them again. */
#ifndef DW_BENCH_CLIENT_OPTIONS_H
#define DW_BENCH_CLIENT_OPTIONS_H

#include "common/platform/options.h"

enum { DW_BENCH_CLIENT_FRAMES_MAX = 2000, DW_BENCH_CLIENT_BOTH = 2 };

typedef struct dw_bench_client_options {
    const char *match;
    int renderer; /* 0 processor, 1 card, DW_BENCH_CLIENT_BOTH */
    int largest;  /* 0 .. 3: of 1280x720, 1920x1080, 2560x1440, 3840x2160 */
    int64_t frames;
} dw_bench_client_options;

dw_options_result dw_bench_client_parse(dw_bench_client_options *out, int argc, char **argv);

#endif
