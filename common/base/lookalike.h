/* lookalike.h - what a short text looks like, so that two names which people would take for each
 * other compare equal. Case, accents, spaces and invisible characters do not count, and a letter
 * counts as the Latin one that it resembles: Cyrillic, Greek, full width, mathematical, small
 * capitals. After Unicode Technical Standard 39, "Unicode Security Mechanisms" (skeletons), with a
 * table of its own.
 * Owns nothing. Does not know: which names are taken or forbidden. Digits stay digits.
 * Cost: some 40 comparisons a character. Pure. */
#ifndef DW_BASE_LOOKALIKE_H
#define DW_BASE_LOOKALIKE_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_LOOKALIKE_MAX = 32 };

typedef struct dw_lookalike {
    uint32_t count; /* 0: nothing of the text can be seen. */
    uint32_t marks[DW_LOOKALIKE_MAX];
} dw_lookalike;

/* Of the first 32 characters that show; what is not clean (dw_text_is_clean) ends the text. */
dw_lookalike dw_lookalike_of(const char *text);

bool dw_lookalike_same(const dw_lookalike *a, const dw_lookalike *b);

/* Ways in which `text` may name the owner of `name`, the strictest first: it is the name, looks
 * like it, or begins like it in either case. */
typedef enum dw_name_way { DW_NAME_IS, DW_NAME_LOOKS, DW_NAME_BEGINS, DW_NAME_WAYS } dw_name_way;
bool dw_name_fits(dw_name_way way, const char *name, const char *text);

#endif
