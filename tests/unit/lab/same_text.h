/* same_text.h - texts that were read and checked once, as files beside the tests of the lab. When a
 * text changes on purpose, its file changes at the line that the failure names. */
#ifndef DW_TESTS_LAB_SAME_TEXT_H
#define DW_TESTS_LAB_SAME_TEXT_H

/* Fails at the first line in which `actual` differs from the file of that name in tests/unit/lab.
 */
void same_text(const char *name, const char *actual);

#endif
