#include "server/host/console_results.h"

#include "server/host/server_results.h"

#include <string.h>

static void print_state(dw_results *file, FILE *answer)
{
    const dw_results_stats stats = dw_results_get_stats(file);
    dw_results_texts texts;
    dw_results_get_texts(file, &texts);
    fprintf(answer, "results %s: %s, rounds %llu, %llu KiB\n", stats.paused != 0 ? "paused" : "on",
            texts.path, (unsigned long long)stats.size.rounds,
            (unsigned long long)stats.size.bytes / 1024);
    fprintf(answer, "rounds since the start: kept %llu, waiting %llu, lost %llu, deleted %llu\n",
            (unsigned long long)stats.kept, (unsigned long long)stats.waiting,
            (unsigned long long)stats.lost, (unsigned long long)stats.deleted);
    if (texts.last_error.text[0] != '\0') {
        fprintf(answer, "last error: %s\n", texts.last_error.text);
    }
    if (texts.last_forgotten.text[0] != '\0') {
        fprintf(answer, "last forgotten: %s\n", texts.last_forgotten.text);
    }
}

/* The disk may be slow, so the thread of the results does it, and `results` tells what came of it.
 */
static void forget(dw_results *file, const char *word, FILE *answer)
{
    char key[DW_RESULTS_KEY_TEXT];
    if (!dw_results_key_read(word, key)) {
        fprintf(answer, "results: \"%s\" must be %d to %d hexadecimal digits of a key\n", word,
                (int)DW_RESULTS_KEY_DIGITS_MIN, (int)DW_RESULTS_KEY_TEXT - 1);
    } else if (!dw_results_forget(file, key)) {
        fprintf(answer, "results: too many rounds wait for the disk; try again later\n");
    } else {
        fprintf(answer, "forgetting %s; results and the log tell how many rows changed\n", key);
    }
}

void dw_console_results(dw_server *server, const dw_words *said, FILE *answer)
{
    dw_results *file = dw_server_results_file(server);
    if (said->count != 1 && (said->count != 3 || strcmp(said->word[1], "forget") != 0)) {
        fprintf(answer, "usage: results [forget KEY]\n");
    } else if (file == NULL) {
        fprintf(answer, "results off (start the server with results = on)\n");
    } else if (said->count == 1) {
        print_state(file, answer);
    } else {
        forget(file, said->word[2], answer);
    }
}
