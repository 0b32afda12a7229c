#include "client/view/tools/field.h"

#include "client/view/tools/text.h"
#include "common/base/check.h"
#include "common/base/parse.h"

#include <string.h>

void dw_field_init(dw_field *field, size_t limit, const char *text)
{
    DW_CHECK(limit < DW_FIELD_BYTES_MAX);
    *field = (dw_field){.limit = limit};
    dw_field_insert(field, text);
}

void dw_field_clear(dw_field *field)
{
    field->text[0] = '\0';
}

void dw_field_insert(dw_field *field, const char *text)
{
    size_t used = strlen(field->text);
    for (;;) {
        size_t length = 0;
        (void)dw_text_next(text, &length);
        if (length == 0 || used + length > field->limit) {
            return;
        }
        if (dw_text_is_clean(text, length)) {
            memcpy(field->text + used, text, length);
            used += length;
            field->text[used] = '\0';
        }
        text += length;
    }
}

void dw_field_erase(dw_field *field)
{
    size_t used = strlen(field->text);
    while (used > 0) {
        used--;
        const bool inside = ((unsigned char)field->text[used] & 0xc0U) == 0x80U;
        field->text[used] = '\0';
        if (!inside) {
            return;
        }
    }
}

bool dw_field_trimmed(const dw_field *field, char out[DW_FIELD_BYTES_MAX])
{
    const char *from = field->text + strspn(field->text, " ");
    size_t length = strlen(from);
    while (length > 0 && from[length - 1] == ' ') {
        length--;
    }
    memcpy(out, from, length);
    out[length] = '\0';
    return length > 0;
}
