#include "tests/support/recorded_text.h"

#include "source_dir.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { TEXT_MAX = 1 << 18 };

/* What is said, and the test that reads it. */
static struct {
    char text[TEXT_MAX];
    size_t size;
    const char *file;
    void (*say_all)(void);
} recorded;

static const char *end_of_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? end : text + strlen(text);
}

void dw_recorded_same(const char *file, const char *actual)
{
    char path[512];
    static char expected[TEXT_MAX];
    (void)snprintf(path, sizeof path, "%s/tests/unit/%s", DW_SOURCE_DIR, file);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    expected[fread(expected, 1, sizeof expected - 1, in)] = '\0';
    (void)fclose(in);
    const char *left = expected;
    for (uint32_t line = 1; strcmp(left, actual) != 0; line++) {
        const size_t left_size = (size_t)(end_of_line(left) - left);
        const size_t size = (size_t)(end_of_line(actual) - actual);
        if (left_size != size || memcmp(left, actual, size) != 0 || left[size] == '\0') {
            fail_msg("%s, line %u:\n%.*s\nand not:\n%.*s", file, line, (int)size, actual,
                     (int)left_size, left);
        }
        left += size + 1;
        actual += size + 1;
    }
}

void dw_recorded_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    recorded.size +=
        (size_t)vsnprintf(recorded.text + recorded.size, TEXT_MAX - recorded.size, format, list);
    va_end(list);
    assert_true(recorded.size < TEXT_MAX);
}

const char *dw_recorded_said(void)
{
    return recorded.text;
}

static void is_as_recorded(void **state)
{
    (void)state;
    recorded.say_all();
    dw_recorded_same(recorded.file, recorded.text);
}

int dw_recorded_main(int argc, char **argv, const char *fact, const char *file,
                     void (*say_all)(void))
{
    if (argc == 2 && strcmp(argv[1], "print") == 0) {
        say_all();
        (void)fputs(recorded.text, stdout);
        return EXIT_SUCCESS;
    }
    recorded.file = file;
    recorded.say_all = say_all;
    const struct CMUnitTest tests[] = {{fact, is_as_recorded, NULL, NULL, NULL}};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
