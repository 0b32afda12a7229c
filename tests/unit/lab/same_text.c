#include "same_text.h"

#include "source_dir.h"
#include "tests/support/test.h"

enum { TEXT_MAX = 1 << 18 };

static const char *end_of_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? end : text + strlen(text);
}

void same_text(const char *name, const char *actual)
{
    char path[512];
    static char expected[TEXT_MAX];
    (void)snprintf(path, sizeof path, "%s/tests/unit/lab/%s", DW_SOURCE_DIR, name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    expected[fread(expected, 1, sizeof expected - 1, in)] = '\0';
    (void)fclose(in);
    const char *left = expected;
    for (uint32_t line = 1; strcmp(left, actual) != 0; line++) {
        const size_t left_size = (size_t)(end_of_line(left) - left);
        const size_t size = (size_t)(end_of_line(actual) - actual);
        if (left_size != size || memcmp(left, actual, size) != 0 || left[size] == '\0') {
            fail_msg("%s, line %u:\n%.*s\nand not:\n%.*s", name, line, (int)size, actual,
                     (int)left_size, left);
        }
        left += size + 1;
        actual += size + 1;
    }
}
