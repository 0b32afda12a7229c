/* replay_rows.h - the list of replays on its page: which one is chosen, and how the rows look.
 * Owns: the chosen row, by its file, so that it stays chosen while the list changes. Does not own
 * the list. Calls no SDL function. */
#ifndef DW_VIEW_REPLAY_ROWS_H
#define DW_VIEW_REPLAY_ROWS_H

#include "client/view/model/replay_list.h"
#include "client/view/pages/list_rows.h"

typedef struct dw_replay_rows {
    const dw_replay_list *list;          /* NULL: not read yet. */
    const char *folder;                  /* Where the files lie, for a person; NULL: not known. */
    char chosen[DW_REPLAY_FILE_MAX + 1]; /* "": the first row. */
    dw_list_rows view;
} dw_replay_rows;

/* NULL: the list is empty. */
const dw_listed_replay *dw_replay_rows_chosen(const dw_replay_rows *rows);

/* The next row or the one before; false at the end of the list. */
bool dw_replay_rows_step(dw_replay_rows *rows, int by);

/* The mouse at (x, y). True when it pressed on the row that was chosen already. */
bool dw_replay_rows_mouse(dw_replay_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                          bool pressed);

/* `focused`: keys go to the list. */
void dw_replay_rows_draw(dw_replay_rows *rows, const dw_pen *pen, dw_box box, bool focused);

#endif
