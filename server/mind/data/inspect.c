#include "server/mind/data/inspect.h"

#include <stdio.h>

void dw_findings_say(dw_findings *findings, const char *place, const char *format, ...)
{
    char text[DW_ERROR_TEXT_MAX];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    findings->say(findings->context, place, text);
}
