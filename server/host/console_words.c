#include "server/host/console_words.h"

#include "common/base/parse.h"
#include "server/host/seating.h"
#include "server/host/server_state.h"

#include <string.h>

bool dw_words_split(dw_words *out, const char *line)
{
    out->count = 0;
    if (dw_copy_text(out->bytes, sizeof out->bytes, line) != DW_OK) {
        return false;
    }
    char *rest = NULL;
    for (char *word = strtok_r(out->bytes, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (out->count == DW_WORDS_MAX) {
            return false;
        }
        out->word[out->count++] = word;
    }
    return true;
}

void dw_words_join(const dw_words *from, uint32_t first, uint32_t last, char out[DW_WORDS_BYTES])
{
    size_t length = 0;
    for (uint32_t i = first; i <= last && i < from->count; i++) {
        const size_t size = strlen(from->word[i]);
        if (i > first) {
            out[length++] = ' ';
        }
        memcpy(out + length, from->word[i], size);
        length += size;
    }
    out[length] = '\0';
}

bool dw_words_matches(const dw_server *server, const char *word, uint32_t *first, uint32_t *last,
                      FILE *answer)
{
    if (strcmp(word, "all") == 0) {
        *first = 0;
        *last = server->match_count - 1;
        return true;
    }
    *first = dw_seating_find_match(server, word);
    *last = *first;
    if (*first == server->match_count) {
        fprintf(answer, "match %s: must be 1 to %u, a code, or all\n", word,
                (unsigned)server->match_count);
        return false;
    }
    return true;
}
