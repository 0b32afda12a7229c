/* recorded_text.h - texts that were read and checked once, as files beside the tests. When a text
 * changes on purpose, its file changes with it: at the line that the failure names, or as the test
 * prints it anew. Owns: the text that a test is writing. Files are named from tests/unit on. */
#ifndef DW_TESTS_SUPPORT_RECORDED_TEXT_H
#define DW_TESTS_SUPPORT_RECORDED_TEXT_H

/* Fails at the first line in which `actual` differs from that file. */
void dw_recorded_same(const char *file, const char *actual);

/* Appends to the text of dw_recorded_main. Fails the test when it is over 256 KiB. */
void dw_recorded_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What was said up to now; valid until the next call. */
const char *dw_recorded_said(void);

/* A program with one test, named `fact`: all that `say_all` says is that file. With the argument
 * `print` it prints the text as it would be now. Returns the exit status. */
int dw_recorded_main(int argc, char **argv, const char *fact, const char *file,
                     void (*say_all)(void));

#endif
