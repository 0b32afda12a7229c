#include "server/bench/bench_client_options.h"

#include "common/base/check.h"

dw_options_result dw_bench_client_parse(dw_bench_client_options *out, int argc, char **argv)
{
    static const char *const sizes[] = {"1280x720", "1920x1080", "2560x1440", "3840x2160", NULL};
    static const char *const renderers[] = {"processor", "card", "both", NULL};
    *out = (dw_bench_client_options){
        .match = "museum_minds", .renderer = DW_BENCH_CLIENT_BOTH, .largest = 3, .frames = 200};
    const dw_option options[] = {
        {"match", DW_OPTION_TEXT, &out->match, "NAME",
         "what is drawn: all, or one such as museum_minds (the default), reference_play", 0, 0,
         NULL},
        {"renderer", DW_OPTION_CHOICE, &out->renderer, NULL, "what draws", 0, 0, renderers},
        {"largest", DW_OPTION_CHOICE, &out->largest, NULL, "the last of the sizes to measure", 0, 0,
         sizes},
        {"frames", DW_OPTION_INT, &out->frames, "N", "frames for each row", 10,
         DW_BENCH_CLIENT_FRAMES_MAX, NULL}};
    const dw_command command = {.program = "duskwatch-lab bench client",
                                .purpose =
                                    "Measures what a frame of the client costs. Without a display "
                                    "only the processor draws.",
                                .options = options,
                                .option_count = DW_COUNT_OF(options)};
    int first_operand = 0;
    return dw_options_parse(&command, argc, argv, &first_operand);
}
