#include "server/host/admin_answer.h"

#include "common/base/check.h"
#include "common/base/text.h"

#include <string.h>

enum { CUT_BYTES = 80 /* Kept free for the line that says what is left out. */ };

_Static_assert((int)DW_ADMIN_LINE_MAX >= (int)CUT_BYTES, "it is one line");

void dw_admin_answer_init(dw_admin_answer *answer)
{
    answer->count = 0;
    answer->left_out = 0;
    answer->used = 0;
    answer->open_size = 0;
}

static void append(dw_admin_answer *answer, const char *line, size_t size)
{
    DW_CHECK(size + 1 <= sizeof answer->text - answer->used);
    memcpy(answer->text + answer->used, line, size);
    answer->text[answer->used + size] = '\n';
    answer->used += size + 1;
    answer->count++;
}

/* The first `size` bytes of the open line are a line. Once one is left out, all later ones are. */
static void end_line(dw_admin_answer *answer, size_t size)
{
    char line[DW_ADMIN_LINE_MAX + 1];
    memcpy(line, answer->open, size);
    line[size] = '\0';
    dw_text_mend(line);
    const size_t length = strlen(line); /* A zero byte ends it. */
    if (answer->left_out > 0 || answer->count == DW_ADMIN_LINES_MAX - 1 ||
        answer->used + length + 1 > sizeof answer->text - CUT_BYTES) {
        answer->left_out++;
    } else {
        append(answer, line, length);
    }
    answer->open_size -= size;
    memmove(answer->open, answer->open + size, answer->open_size);
}

/* Where to break a full line: behind its last blank, else between two characters. */
static size_t break_at(const dw_admin_answer *answer)
{
    size_t at = answer->open_size;
    while (at > DW_ADMIN_LINE_MAX / 2 && answer->open[at - 1] != ' ') {
        at--;
    }
    if (at > DW_ADMIN_LINE_MAX / 2) {
        return at;
    }
    at = answer->open_size - 1;
    while (at > DW_ADMIN_LINE_MAX - 4 && ((unsigned char)answer->open[at] & 0xc0) == 0x80) {
        at--;
    }
    return at;
}

void dw_admin_answer_put(dw_admin_answer *answer, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') {
            end_line(answer, answer->open_size);
            continue;
        }
        if (answer->open_size == DW_ADMIN_LINE_MAX) {
            end_line(answer, break_at(answer));
        }
        answer->open[answer->open_size++] = bytes[i];
    }
}

static ssize_t write_stream(void *cookie, const char *bytes, size_t size)
{
    dw_admin_answer_put(cookie, bytes, size);
    return (ssize_t)size;
}

FILE *dw_admin_answer_stream(dw_admin_answer *answer)
{
    return fopencookie(answer, "w", (cookie_io_functions_t){.write = write_stream});
}

void dw_admin_answer_finish(dw_admin_answer *answer)
{
    if (answer->open_size > 0) {
        end_line(answer, answer->open_size);
    }
    if (answer->left_out > 0) {
        char line[CUT_BYTES];
        const int length =
            snprintf(line, sizeof line, "(%u more lines: ask for less, such as one match)",
                     (unsigned)answer->left_out);
        append(answer, line, (size_t)length);
    } else if (answer->count == 0) {
        append(answer, "done", 4);
    }
}

bool dw_admin_answer_next(const dw_admin_answer *answer, size_t *at,
                          char line[DW_ADMIN_LINE_MAX + 1])
{
    if (*at >= answer->used) {
        return false;
    }
    const char *from = answer->text + *at;
    const char *end = memchr(from, '\n', answer->used - *at);
    DW_CHECK(end != NULL);
    const size_t size = (size_t)(end - from);
    memcpy(line, from, size);
    line[size] = '\0';
    *at += size + 1;
    return true;
}
