/* options.c - one table of flags makes the parser and the help text. */
#include "common/platform/options.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 64, HELP_VALUE = 1000, VERSION_VALUE = 1001 };

int dw_options_fail(const char *program, int exit_status, const char *text)
{
    (void)fprintf(stderr, "%s: %s\n", program, text);
    return exit_status;
}

static void print_choices(FILE *out, const dw_option *option)
{
    for (size_t i = 0; option->choices[i] != NULL; i++) {
        (void)fprintf(out, "%s%s", i == 0 ? "" : "|", option->choices[i]);
    }
}

static void print_default(const dw_option *option)
{
    switch (option->kind) {
    case DW_OPTION_TEXT:
        if (*(const char *const *)option->out != NULL) {
            printf(" [%s]", *(const char *const *)option->out);
        }
        break;
    case DW_OPTION_INT:
        printf(" [%lld]", (long long)*(const int64_t *)option->out);
        break;
    case DW_OPTION_U64:
        printf(" [%llu]", (unsigned long long)*(const uint64_t *)option->out);
        break;
    case DW_OPTION_DECIMAL:
        printf(" [%g]", *(const double *)option->out);
        break;
    case DW_OPTION_CHOICE:
        printf(" [%s]", option->choices[*(const int *)option->out]);
        break;
    case DW_OPTION_TEXTS: /* Without a default. */
    case DW_OPTION_SWITCH:
        break;
    }
}

static void print_help(const dw_command *command)
{
    printf("Usage: %s [options]%s%s\n%s\n\nOptions:\n", command->program,
           command->operands != NULL ? " " : "", command->operands != NULL ? command->operands : "",
           command->purpose);
    for (size_t i = 0; i < command->option_count; i++) {
        const dw_option *option = &command->options[i];
        const int width = printf("  --%s%s%s", option->name, option->value != NULL ? " " : "",
                                 option->value != NULL ? option->value : "");
        printf("%*s%s", width < 28 ? 28 - width : 1, "", option->help);
        if (option->kind == DW_OPTION_CHOICE) {
            printf(": ");
            print_choices(stdout, option);
        }
        print_default(option);
        printf("\n");
    }
    printf("  --help                    show this and end\n");
    printf("  --version                 show the version and end\n");
}

static dw_options_result bad(const dw_command *command, const char *format, ...) DW_PRINTF(2, 3);

static dw_options_result bad(const dw_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(stderr, "%s: ", command->program);
    (void)vfprintf(stderr, format, arguments);
    (void)fprintf(stderr, " (--help shows all flags)\n");
    va_end(arguments);
    return DW_OPTIONS_BAD;
}

static dw_options_result bad_number(const dw_command *command, const dw_option *option,
                                    const char *text, dw_status status)
{
    if (status == DW_RANGE) {
        return bad(command, "--%s %s: must be %.15g to %.15g", option->name, text, option->low,
                   option->high);
    }
    return bad(command, "--%s %s: not a number", option->name, text);
}

static dw_options_result take_choice(const dw_command *command, const dw_option *option,
                                     const char *text)
{
    for (int i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *(int *)option->out = i;
            return DW_OPTIONS_RUN;
        }
    }
    (void)fprintf(stderr, "%s: --%s %s: must be one of ", command->program, option->name, text);
    print_choices(stderr, option);
    (void)fprintf(stderr, "\n");
    return DW_OPTIONS_BAD;
}

static dw_options_result take_another(const dw_command *command, const dw_option *option,
                                      const char *text)
{
    dw_option_texts *texts = option->out;
    if (texts->count == DW_OPTION_TEXTS_MAX) {
        return bad(command, "--%s %s: at most %d of this flag", option->name, text,
                   DW_OPTION_TEXTS_MAX);
    }
    texts->texts[texts->count++] = text;
    return DW_OPTIONS_RUN;
}

static dw_options_result take(const dw_command *command, const dw_option *option, const char *text)
{
    dw_status status = DW_OK;
    switch (option->kind) {
    case DW_OPTION_TEXT:
        *(const char **)option->out = text;
        break;
    case DW_OPTION_TEXTS:
        return take_another(command, option, text);
    case DW_OPTION_INT:
        status =
            dw_parse_int(text, (int64_t)option->low, (int64_t)option->high, (int64_t *)option->out);
        break;
    case DW_OPTION_U64:
        status = dw_parse_u64(text, (uint64_t *)option->out);
        break;
    case DW_OPTION_DECIMAL:
        status = dw_parse_decimal(text, option->low, option->high, (double *)option->out);
        break;
    case DW_OPTION_CHOICE:
        return take_choice(command, option, text);
    case DW_OPTION_SWITCH:
        *(bool *)option->out = true;
        break;
    }
    return status == DW_OK ? DW_OPTIONS_RUN : bad_number(command, option, text, status);
}

dw_options_result dw_options_parse(const dw_command *command, int argc, char **argv,
                                   int *first_operand)
{
    struct option table[OPTIONS_MAX + 3];
    memset(table, 0, sizeof table);
    DW_CHECK(command->option_count <= OPTIONS_MAX);
    for (size_t i = 0; i < command->option_count; i++) {
        table[i].name = command->options[i].name;
        table[i].has_arg =
            command->options[i].kind == DW_OPTION_SWITCH ? no_argument : required_argument;
        table[i].val = (int)i + 1;
    }
    table[command->option_count] = (struct option){"help", no_argument, NULL, HELP_VALUE};
    table[command->option_count + 1] = (struct option){"version", no_argument, NULL, VERSION_VALUE};

    opterr = 0;
    optind = 1;
    for (;;) {
        const int at = optind;
        const int value = getopt_long(argc, argv, ":", table, NULL);
        if (value == -1) {
            break;
        }
        if (value == HELP_VALUE) {
            print_help(command);
            return DW_OPTIONS_SHOWN;
        }
        if (value == VERSION_VALUE) {
            printf("%s %s\n", command->program, DW_PRODUCT_VERSION);
            return DW_OPTIONS_SHOWN;
        }
        if (value == ':') {
            return bad(command, "%s: needs a value", argv[at]);
        }
        if (value == '?') {
            return bad(command, "%s: no such flag, or one that is not clear", argv[at]);
        }
        const dw_options_result result = take(command, &command->options[value - 1], optarg);
        if (result != DW_OPTIONS_RUN) {
            return result;
        }
    }
    const int operands = argc - optind;
    if (operands > command->operands_max) {
        return bad(command, "%s: not expected here", argv[optind + command->operands_max]);
    }
    if (operands < command->operands_min) {
        return bad(command, "missing: %s", command->operands);
    }
    *first_operand = optind;
    return DW_OPTIONS_RUN;
}
