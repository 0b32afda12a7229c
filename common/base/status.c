/* status.c - error texts are mended before a person sees them: they may quote a hostile file. */
#include "common/base/status.h"

#include "common/base/text.h"
#include "common/base/words.h"

#include <stdio.h>
#include <string.h>

DW_ENUM_WORDS_OR(dw_status_text, dw_status, DW_STATUS_COUNT, DW_STATUSES, DW_WORD_OF_2,
                 "unknown status")

dw_status dw_fail(dw_error *error, dw_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        dw_text_mend(error->text); /* It may quote a hostile file, and may have been cut. */
    }
    return status;
}

void dw_error_prefix(dw_error *error, const char *prefix)
{
    if (error == NULL) {
        return;
    }
    dw_error joined;
    (void)snprintf(joined.text, sizeof joined.text, "%.150s: %.240s", prefix, error->text);
    dw_text_mend(joined.text);
    memcpy(error, &joined, sizeof joined);
}
