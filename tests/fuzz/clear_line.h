/* clear_line.h - what every refusal of a file has to be: one line of plain text that names the
 * file and says something. Pure. */
#ifndef DW_TESTS_FUZZ_CLEAR_LINE_H
#define DW_TESTS_FUZZ_CLEAR_LINE_H

#include "common/base/status.h"

/* Ends the program when `error` is not "FILE: what is wrong", FILE perhaps with a line number, in
 * clean UTF-8 (which has no line ends). */
void dw_expect_clear_line(const dw_error *error, const char *file);

#endif
