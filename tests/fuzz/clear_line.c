#include "clear_line.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdio.h>
#include <string.h>

void dw_expect_clear_line(const dw_error *error, const char *file)
{
    const char *text = error->text;
    const size_t head = strlen(file);
    const bool named = strncmp(text, file, head) == 0 && text[head] == ':';
    const bool clean = dw_text_is_clean(text, strlen(text));
    if (!named || !clean || strlen(text) < head + 4) {
        (void)fprintf(stderr, "no clear line: \"%s\"\n", text);
    }
    DW_CHECK(named && clean);
    DW_CHECK(strlen(text) >= head + 4);
}
