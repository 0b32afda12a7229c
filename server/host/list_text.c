#include "server/host/list_text.h"

#include "common/base/check.h"

#include <string.h>

enum { QUOTE_MAX = 40 };

static dw_status bad_line(const char *name, uint32_t number, dw_line bad, const char *what,
                          dw_error *error)
{
    char shown[QUOTE_MAX + 4];
    dw_line_show(bad, QUOTE_MAX, shown);
    return dw_fail(error, DW_INVALID, "%.150s: line %u: \"%s\": %s; correct or delete the line",
                   name, (unsigned)number, shown, what);
}

dw_status dw_list_text_read(const dw_list_rows *rows, const char *name, const char *text,
                            size_t size, dw_error *error)
{
    uint32_t number = 0;
    *rows->count = 0;
    for (size_t at = 0; at < size;) {
        const dw_line read = dw_line_trimmed(dw_line_next(text, size, &at));
        number++;
        if (read.size == 0 || read.text[0] == '#') {
            continue;
        }
        if (*rows->count == rows->max) {
            return dw_fail(error, DW_FULL, "%.150s: line %u: more than %u %s; delete old ones",
                           name, (unsigned)number, (unsigned)rows->max, rows->what);
        }
        const char *wrong = rows->read(rows->list, *rows->count, read);
        if (wrong != NULL) {
            return bad_line(name, number, read, wrong, error);
        }
        rows->lines[(*rows->count)++] = number;
    }
    return DW_OK;
}

/* Text that grows until it does not fit. */
typedef struct sheet {
    char *bytes;
    size_t capacity, size;
    bool full;
} sheet;

static void put(sheet *to, const char *bytes, size_t size)
{
    to->full = to->full || size > to->capacity - to->size;
    if (!to->full) {
        memcpy(to->bytes + to->size, bytes, size);
        to->size += size;
    }
}

dw_status dw_list_text_edit(const dw_list_change *change, const char *text, size_t size, char *out,
                            size_t capacity, size_t *out_size)
{
    sheet to = {.capacity = capacity};
    uint32_t number = 0;
    uint32_t row = 0;
    uint32_t kept = change->added[0] != '\0' ? 1 : 0;
    to.bytes = out;
    for (size_t at = 0; at < size;) {
        const dw_line read = dw_line_next(text, size, &at);
        number++;
        if (row < change->count && change->lines[row] == number) {
            if (!change->stays(change->context, row++)) {
                continue;
            }
            kept++;
        }
        put(&to, read.text, read.size);
        put(&to, "\n", 1);
    }
    DW_CHECK(row == change->count); /* It is the text that the rows were read from. */
    put(&to, change->added, strlen(change->added));
    if (to.full || kept > change->max) {
        return DW_FULL;
    }
    *out_size = to.size;
    return DW_OK;
}
