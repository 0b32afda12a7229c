/* console_words.h - splits a command of the console into words and reads what several commands
 * take. Owns: the bytes of one line. Pure but for the answer. */
#ifndef DW_HOST_CONSOLE_WORDS_H
#define DW_HOST_CONSOLE_WORDS_H

#include "server/host/console_level.h"
#include "server/host/server.h"

#include <stdio.h>

enum { DW_WORDS_MAX = 32, DW_WORDS_BYTES = 256 };

typedef struct dw_words {
    dw_console_level by; /* Of the caller. */
    uint32_t count;
    char *word[DW_WORDS_MAX];
    char bytes[DW_WORDS_BYTES];
} dw_words;

/* False when the line has too many bytes or words. */
bool dw_words_split(dw_words *out, const char *line);

/* Words `first` .. `last`, joined by single spaces: names may contain some. Empty when `last` comes
 * before `first`. */
void dw_words_join(const dw_words *from, uint32_t first, uint32_t last, char out[DW_WORDS_BYTES]);

/* Matches first .. last (indices): one by its number or code, or all. False: the answer says what
 * is wrong. */
bool dw_words_matches(const dw_server *server, const char *word, uint32_t *first, uint32_t *last,
                      FILE *answer);

#endif
