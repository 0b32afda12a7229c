#include "protocol/match_code.h"

#include "common/base/check.h"

#include <string.h>

static const char alphabet[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

enum { LETTERS = sizeof alphabet - 1 };
_Static_assert(LETTERS *LETTERS *LETTERS *LETTERS == DW_MATCH_CODE_COUNT, "all codes");

void dw_match_code_make(uint32_t number, char code[DW_MATCH_CODE_SIZE])
{
    DW_CHECK(number < DW_MATCH_CODE_COUNT);
    for (int i = DW_MATCH_CODE_LENGTH - 1; i >= 0; i--) {
        code[i] = alphabet[number % LETTERS];
        number /= LETTERS;
    }
    code[DW_MATCH_CODE_LENGTH] = '\0';
}

bool dw_match_code_valid(const char *text)
{
    return strspn(text, alphabet) == DW_MATCH_CODE_LENGTH && text[DW_MATCH_CODE_LENGTH] == '\0';
}

bool dw_match_code_read(const char *text, char code[DW_MATCH_CODE_SIZE])
{
    char folded[DW_MATCH_CODE_SIZE] = "";
    for (uint32_t i = 0; i < DW_MATCH_CODE_LENGTH && text[i] != '\0'; i++) {
        const char letter = text[i];
        folded[i] = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    }
    if (strnlen(text, DW_MATCH_CODE_SIZE) != DW_MATCH_CODE_LENGTH || !dw_match_code_valid(folded)) {
        return false;
    }
    memcpy(code, folded, sizeof folded);
    return true;
}
