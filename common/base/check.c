/* check.c - a broken check ends the program: going on would spoil a match without a trace. */
#include "common/base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void dw_check_failed(const char *expression, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: this must hold and does not: %s\n", file, line, expression);
    abort();
}
