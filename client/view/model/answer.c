#include "client/view/model/answer.h"

#include <string.h>

/* The next line of the text, without its newline. False behind the last. */
static bool next_line(const char **at, char line[DW_ADMIN_LINE_MAX + 1])
{
    const char *end = strchr(*at, '\n');
    if (end == NULL) {
        return false;
    }
    const size_t size = (size_t)(end - *at);
    memcpy(line, *at, size);
    line[size] = '\0';
    *at = end + 1;
    return true;
}

static bool fits_chat(const dw_client_answer *answer)
{
    char line[DW_ADMIN_LINE_MAX + 1];
    const char *at = answer->text;
    bool fits = answer->lines <= DW_ANSWER_CHAT_LINES;
    while (fits && next_line(&at, line)) {
        fits = strlen(line) <= DW_ANSWER_CHAT_BYTES;
    }
    return fits;
}

void dw_answer_take(dw_answer *answer, const dw_client_answer *newest, dw_feed *feed, double now)
{
    if (!newest->whole || newest->number == answer->number) {
        return;
    }
    answer->number = newest->number;
    answer->open = !fits_chat(newest);
    if (answer->open) {
        memcpy(answer->text, newest->text, newest->size + 1);
        answer->page = 0;
        answer->pages = 0;
        return;
    }
    char line[DW_ADMIN_LINE_MAX + 1];
    const char *at = newest->text;
    while (next_line(&at, line)) {
        dw_feed_note(feed, line, now);
    }
}

bool dw_answer_turn(dw_answer *answer, int pages)
{
    if (!answer->open) {
        return false;
    }
    if (pages < 0) {
        answer->page -= answer->page > 0 ? 1 : 0;
    } else if (answer->page + 1 < answer->pages) {
        answer->page++;
    }
    return true;
}
