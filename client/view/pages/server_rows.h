/* server_rows.h - the list of servers on its page: which one is chosen, and how the rows look.
 * Owns: the chosen row, by the server's address, so that it stays chosen while the list is sorted.
 * Does not own the list. Calls no SDL function. */
#ifndef DW_VIEW_SERVER_ROWS_H
#define DW_VIEW_SERVER_ROWS_H

#include "client/core/server_list.h"
#include "client/view/model/settings.h"
#include "client/view/pages/list_rows.h"

enum { DW_SERVER_NOTE = 160 };

typedef struct dw_server_rows {
    const dw_server_list *list; /* NULL: none yet. */
    dw_place chosen;            /* Port 0: the first row. */
    dw_list_rows view;
    char identity[256]; /* What is known of the chosen server's key; the owner fills it in. */
    bool identity_bad;  /* The key is another one than before. */
} dw_server_rows;

/* NULL: the list is empty. */
const dw_listed_server *dw_server_rows_chosen(const dw_server_rows *rows);

/* What a person should know before they join that server, as a sentence; "" for nothing. */
void dw_server_rows_note(const dw_listed_server *row, char text[DW_SERVER_NOTE]);

/* The next row or the one before; false at the end of the list. */
bool dw_server_rows_step(dw_server_rows *rows, int by);

/* The mouse at (x, y). True when it pressed on the row that was chosen already. */
bool dw_server_rows_mouse(dw_server_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                          bool pressed);

/* `focused`: keys go to the list. */
void dw_server_rows_draw(dw_server_rows *rows, const dw_pen *pen, dw_box box, bool focused,
                         double seconds);

#endif
