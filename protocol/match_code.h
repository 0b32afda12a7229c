/* match_code.h - the four characters by which a person names a match to others, such as K7QD.
 * The alphabet has no characters that look alike: 31 of them, 923 521 codes. Owns nothing. Pure. */
#ifndef DW_PROTOCOL_MATCH_CODE_H
#define DW_PROTOCOL_MATCH_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_MATCH_CODE_LENGTH = 4,
    DW_MATCH_CODE_SIZE = DW_MATCH_CODE_LENGTH + 1, /* With the zero. */
    DW_MATCH_CODE_COUNT = 31 * 31 * 31 * 31
};

/* Code number 0 .. DW_MATCH_CODE_COUNT - 1. */
void dw_match_code_make(uint32_t number, char code[DW_MATCH_CODE_SIZE]);

/* Whether the text is a code as it stands: four characters of the alphabet. */
bool dw_match_code_valid(const char *text);

/* The same in capitals, as codes are written; false when the text is no code in any case. `code` is
 * written on success alone. */
bool dw_match_code_read(const char *text, char code[DW_MATCH_CODE_SIZE]);

#endif
