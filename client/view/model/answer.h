/* answer.h - the server's answers to /admin as a person reads them: a short one as lines of the
 * chat, a longer one on a panel with pages.
 * Owns: a copy of the newest answer, and which page is open. Pure; hud_answer.h draws the panel. */
#ifndef DW_VIEW_ANSWER_H
#define DW_VIEW_ANSWER_H

#include "client/core/client.h"
#include "client/view/model/feed.h"

enum {
    DW_ANSWER_CHAT_LINES = 2, /* An answer with more lines, */
    DW_ANSWER_CHAT_BYTES = 70 /* or a longer line, goes onto the panel. */
};

typedef struct dw_answer {
    bool open;            /* The panel. */
    uint32_t page, pages; /* From 0; `pages` as drawn last, 0 before that. */
    uint32_t number;      /* Of the newest answer that was taken. */
    char text[DW_ADMIN_ANSWER_MAX + 1];
} dw_answer;

/* Takes the answer if it is whole and new. */
void dw_answer_take(dw_answer *answer, const dw_client_answer *newest, dw_feed *feed, double now);

/* Forwards or backwards, from the first page to the last. False when the panel is closed. */
bool dw_answer_turn(dw_answer *answer, int pages);

#endif
