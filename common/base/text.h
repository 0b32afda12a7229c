/* text.h - which text is clean: fit for a name, a log and the screen. Pure functions. */
#ifndef DW_BASE_TEXT_H
#define DW_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the well-formed UTF-8 sequence at `text`, 1 to 4, and its code point; 0 when none starts
 * within `length` bytes (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
size_t dw_text_sequence(const char *text, size_t length, uint32_t *code);

/* Bytes of the clean character at `text`, 1 to 4, and its code point; 0 when none starts
 * within `length` bytes. Clean is well-formed UTF-8 that is neither a control nor a format
 * character (Unicode category Cf: zero width, direction of writing), nor a separator of lines. */
size_t dw_text_character(const char *text, size_t length, uint32_t *code);

/* True for one or more clean characters: what a name on the wire, in a log and on the screen may
 * be. `length` excludes any terminator. */
bool dw_text_is_clean(const char *text, size_t length);

/* Puts '?' for each byte that keeps a zero-terminated text from being clean. */
void dw_text_mend(char *text);

#endif
