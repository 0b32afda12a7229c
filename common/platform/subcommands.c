#include "common/platform/subcommands.h"

#include "common/platform/options.h"

#include <stdio.h>
#include <string.h>

static int print_help(const dw_subcommands *all)
{
    printf("Usage: %s COMMAND [options]\n%s\n\nCommands:\n", all->program, all->purpose);
    for (size_t i = 0; i < all->count; i++) {
        printf("  %-8s%s\n", all->commands[i].name, all->commands[i].help);
    }
    printf("\n`%s COMMAND --help` shows the flags of a command.\n", all->program);
    return DW_EXIT_DONE;
}

int dw_subcommands_run(const dw_subcommands *all, int argc, char **argv)
{
    if (argc < 2) {
        return dw_options_fail(all->program, DW_EXIT_USAGE, "command missing (--help lists all)");
    }
    if (strcmp(argv[1], "--help") == 0) {
        return print_help(all);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", all->program, DW_PRODUCT_VERSION);
        return DW_EXIT_DONE;
    }
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(argv[1], all->commands[i].name) == 0) {
            return all->commands[i].run(argc - 1, argv + 1);
        }
    }
    (void)fprintf(stderr, "%s: unknown command \"%s\" (--help lists all)\n", all->program, argv[1]);
    return DW_EXIT_USAGE;
}
