#include "server/lab/brain_command.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "common/platform/subcommands.h"
#include "server/host/brain_files.h"
#include "server/lab/brain_compare.h"
#include "server/lab/brain_trace.h"

#include <stdio.h>

static void print_params(const dw_skill *skill)
{
    for (uint32_t i = 0; i < DW_SKILL_ARGS_MAX && skill->params[i].name != NULL; i++) {
        (void)printf("%-24s   \"%s\": %s\n", "", skill->params[i].name, skill->params[i].meaning);
    }
}

static int facts_main(int argc, char **argv)
{
    const dw_command command = {
        .program = "duskwatch-lab brain facts",
        .purpose =
            "Lists the facts by which brains out of files decide, and the skills that they run."};
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    for (uint32_t i = 0; i < DW_FACT_COUNT; i++) {
        const dw_fact_info *fact = &dw_fact_table[i];
        (void)printf("%-24s %-7s %s\n", fact->name, fact->type == DW_FACT_FLAG ? "flag" : "number",
                     fact->meaning);
    }
    (void)puts("");
    for (uint32_t i = 0; i < dw_skill_count(); i++) {
        const dw_skill *skill = dw_skill_at(i);
        (void)printf("%-24s %-7s %s\n", skill->name, skill->walks ? "skill" : "deed",
                     skill->meaning);
        print_params(skill);
    }
    return DW_EXIT_DONE;
}

static void print_finding(void *context, const char *place, const char *text)
{
    uint32_t *count = context;
    ++*count;
    (void)printf("%s: %s\n", place, text);
}

static int check_main(int argc, char **argv)
{
    const dw_command command = {.program = "duskwatch-lab brain check",
                                .purpose = "Says what is wrong with a brain, one finding a line; "
                                           "exit status 1 when there are any.",
                                .operands = "NAME-or-FILE",
                                .operands_min = 1,
                                .operands_max = 1};
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    dw_data_brain *brain = NULL;
    if (dw_brain_file_read(&brain, argv[first], &error) != DW_OK) {
        return dw_options_fail(command.program, DW_EXIT_USAGE, error.text);
    }
    uint32_t count = 0;
    dw_findings findings = {.say = print_finding, .context = &count};
    dw_data_brain_runtime(brain)->check(dw_data_brain_program(brain), &findings);
    const char *about = dw_data_brain_about(brain);
    (void)printf("%s: a brain of the form %s, findings: %u%s%s\n", dw_data_brain_kind(brain)->name,
                 dw_data_brain_runtime(brain)->name, (unsigned)count,
                 about[0] != '\0' ? "\nabout: " : "", about);
    dw_data_brain_destroy(brain);
    return count == 0 ? DW_EXIT_DONE : DW_EXIT_CHECK_FAILED;
}

int dw_lab_brain_main(int argc, char **argv)
{
    static const dw_subcommand commands[] = {
        {"facts", facts_main, "lists what brains out of files can know and do"},
        {"check", check_main, "says what is wrong with a brain"},
        {"trace", dw_lab_brain_trace_main, "prints what a brain does in a scene, tick by tick"},
        {"draw", dw_lab_brain_draw_main, "draws it into an SVG file"},
        {"compare", dw_lab_brain_compare_main,
         "plays brains against the same intruders: wins, behaviour, cost and size in one table"},
    };
    const dw_subcommands all = {.program = "duskwatch-lab brain",
                                .purpose = "Works on brains out of files (maps/BRAINS.md).",
                                .commands = commands,
                                .count = DW_COUNT_OF(commands)};
    return dw_subcommands_run(&all, argc, argv);
}
