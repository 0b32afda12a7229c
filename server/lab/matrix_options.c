#include "server/lab/matrix_options.h"

#include "server/lab/matrix_run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

uint32_t dw_matrix_processes(const dw_matrix_flags *flags)
{
    const long count =
        flags->processes > 0 ? (long)flags->processes : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1                         ? 1
           : count > DW_MATRIX_PROCESSES_MAX ? (uint32_t)DW_MATRIX_PROCESSES_MAX
                                             : (uint32_t)count;
}

static void help_intruders(char text[DW_MATRIX_HELP_SIZE])
{
    (void)snprintf(text, DW_MATRIX_HELP_SIZE, "policies of the bots (known: ");
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        const size_t length = strlen(text);
        (void)snprintf(text + length, DW_MATRIX_HELP_SIZE - length, "%s%s", dw_policies[i]->name,
                       dw_policies[i + 1] != NULL ? ", " : ")");
    }
}

static dw_option text_option(const char *name, const char **out, const char *value,
                             const char *help)
{
    return (dw_option){
        .name = name, .kind = DW_OPTION_TEXT, .out = (void *)out, .value = value, .help = help};
}

void dw_matrix_options(dw_matrix_flags *flags, dw_option options[DW_MATRIX_OPTION_COUNT])
{
    dw_matrix_request *request = &flags->request;
    *flags = (dw_matrix_flags){
        .request = {.intruders = "careful", .counts = "1", .seeds = "1-100", .ticks_max = 54000},
    };
    help_intruders(flags->intruders_help);
    const dw_option all[DW_MATRIX_OPTION_COUNT] = {
        text_option("intruders", &request->intruders, "P,Q", flags->intruders_help),
        text_option("counts", &request->counts, "N,M", "numbers of intruders in a match"),
        text_option("maps", &request->maps, "M,N",
                    "maps, each a NAME or a FILE, default: reference, or none beside --missions"),
        text_option("missions", &request->missions, "M,N",
                    "missions (NAME of maps/missions or FILE), each on its own map"),
        text_option("seeds", &request->seeds, "A-B",
                    "each cell plays one match for each of these seeds"),
        text_option("ruleset", &request->ruleset, "NAME-or-FILE", "ruleset, default: reference"),
        {.name = "ticks-max",
         .kind = DW_OPTION_INT,
         .out = &request->ticks_max,
         .value = "N",
         .help = "cuts off longer matches as timeouts, which count for the guards",
         .low = 1,
         .high = 100000000},
        {.name = "processes",
         .kind = DW_OPTION_INT,
         .out = &flags->processes,
         .value = "N",
         .help = "worker processes, 0 = one a core; the results do not depend on it",
         .low = 0,
         .high = DW_MATRIX_PROCESSES_MAX},
    };
    memcpy(options, all, sizeof all);
}
