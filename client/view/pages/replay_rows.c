#include "client/view/pages/replay_rows.h"

#include "client/view/model/replay_text.h"
#include "client/view/texts/say.h"
#include "client/view/tools/panel.h"

#include <stdio.h>
#include <string.h>

/* Before scaling: the details of the chosen row below the list. */
enum { DETAILS = 62, PAD = DW_LIST_PAD };

typedef enum column { DATE, MAP, LENGTH, OUTCOME, PLAYERS, COLUMNS } column;

static const float columns[COLUMNS + 1] = {PAD, 168, 320, 388, 580, 860};
static const dw_say_id heads[COLUMNS] = {DW_SAY_REPLAY_COLUMN_DATE, DW_SAY_REPLAY_COLUMN_MAP,
                                         DW_SAY_REPLAY_COLUMN_LENGTH, DW_SAY_REPLAY_COLUMN_OUTCOME,
                                         DW_SAY_REPLAY_COLUMN_PLAYERS};

static uint32_t count_of(const dw_replay_rows *rows)
{
    return rows->list != NULL ? rows->list->count : 0;
}

static uint32_t index_of(const dw_replay_rows *rows)
{
    const uint32_t found = rows->list != NULL ? dw_replay_list_find(rows->list, rows->chosen) : 0;
    return found < count_of(rows) ? found : 0;
}

const dw_listed_replay *dw_replay_rows_chosen(const dw_replay_rows *rows)
{
    return count_of(rows) > 0 ? &rows->list->rows[index_of(rows)] : NULL;
}

static void choose(dw_replay_rows *rows, uint32_t i)
{
    (void)snprintf(rows->chosen, sizeof rows->chosen, "%s", rows->list->rows[i].file);
}

bool dw_replay_rows_step(dw_replay_rows *rows, int by)
{
    const int64_t to = (int64_t)index_of(rows) + by;
    if (to < 0 || to >= (int64_t)count_of(rows)) {
        return false;
    }
    choose(rows, (uint32_t)to);
    return true;
}

bool dw_replay_rows_mouse(dw_replay_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                          bool pressed)
{
    const uint32_t shown = dw_list_rows_shown(box, pen->ui, DETAILS);
    const int32_t at = dw_list_rows_at(&rows->view, pen, box, shown, count_of(rows), x, y);
    if (at < 0 || !pressed) {
        return false;
    }
    const bool again = rows->chosen[0] != '\0' && index_of(rows) == (uint32_t)at;
    choose(rows, (uint32_t)at);
    return again;
}

static void write_column(const dw_pen *pen, const dw_text_style *style, dw_box box, column at,
                         const char *words)
{
    const float ui = pen->ui;
    const float y = (box.y0 + box.y1 - dw_text_height(pen->text, style)) * 0.5F;
    dw_list_write(pen, style, box.x0 + columns[at] * ui, y,
                  (columns[at + 1] - columns[at] - PAD) * ui, words);
}

static void draw_row(const dw_replay_rows *rows, const dw_pen *pen, dw_box box, uint32_t i,
                     bool focused)
{
    const dw_listed_replay *row = &rows->list->rows[i];
    const bool chosen = index_of(rows) == i;
    const bool good = row->state == DW_LISTED_GOOD;
    char text[DW_REPLAY_TEXT];
    dw_list_row_draw(&rows->view, pen, box, i, chosen, focused);
    const dw_text_style style = dw_pen_plain(pen, 14.0F, good ? DW_TINT_TEXT : DW_TINT_TEXT_FAINT);
    const dw_text_style soft = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    dw_replay_when_text(row->started_s, text);
    write_column(pen, &style, box, DATE, text);
    if (!good) {
        write_column(
            pen, &soft, box, OUTCOME,
            dw_say(row->state == DW_LISTED_BAD ? DW_SAY_REPLAY_BAD : DW_SAY_REPLAY_READING));
        return;
    }
    write_column(pen, &style, box, MAP, row->summary.map);
    dw_replay_length_text(row->summary.ticks, text);
    write_column(pen, &soft, box, LENGTH, text);
    dw_replay_outcome_text(&row->summary, text);
    write_column(pen, &style, box, OUTCOME, text);
    dw_replay_players_text(&row->summary, text);
    write_column(pen, &soft, box, PLAYERS, text);
}

/* The file, and why it cannot be played. */
static void draw_details(const dw_pen *pen, dw_box box, const dw_listed_replay *row)
{
    const float ui = pen->ui;
    const dw_text_style plain = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style bad = dw_pen_plain(pen, 13.0F, DW_TINT_BAD);
    const float width = box.x1 - box.x0 - 2.0F * PAD * ui;
    const float left = box.x0 + PAD * ui;
    float y = dw_list_details_draw(pen, box, DETAILS);
    char line[DW_REPLAY_TEXT];
    if (row->state == DW_LISTED_GOOD) {
        dw_say_into(line, sizeof line, DW_SAY_REPLAY_DETAILS, DW_S(row->file),
                    DW_N(row->summary.match), DW_N(row->summary.round),
                    DW_N(__builtin_popcount(row->summary.slots)));
    } else {
        (void)snprintf(line, sizeof line, "%s", row->file);
    }
    dw_list_write(pen, &plain, left, y, width, line);
    y += 22.0F * ui;
    if (row->state == DW_LISTED_BAD) {
        dw_list_write(pen, &bad, left, y, width, row->why);
    }
}

static void draw_empty(const dw_replay_rows *rows, const dw_pen *pen, dw_box box)
{
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    const float left = box.x0 + PAD * ui;
    const float width = box.x1 - box.x0 - 2.0F * PAD * ui;
    float y = box.y0 + (DW_LIST_HEAD + 12) * ui;
    (void)dw_text_draw(pen, left, y, DW_ALIGN_LEFT, &style, dw_say(DW_SAY_REPLAY_NONE));
    y += 26.0F * ui;
    (void)dw_text_draw(pen, left, y, DW_ALIGN_LEFT, &style, dw_say(DW_SAY_REPLAY_NONE_HOW));
    if (rows->folder != NULL) {
        dw_list_write(pen, &style, left, y + 22.0F * ui, width, rows->folder);
    }
}

void dw_replay_rows_draw(dw_replay_rows *rows, const dw_pen *pen, dw_box box, bool focused)
{
    const float ui = pen->ui;
    const uint32_t count = count_of(rows);
    const uint32_t shown = dw_list_rows_shown(box, ui, DETAILS);
    dw_list_heads_draw(pen, box, columns, heads, COLUMNS);
    if (count == 0 || shown == 0) {
        draw_empty(rows, pen, box);
        return;
    }
    dw_list_rows_follow(&rows->view, index_of(rows), count, shown);
    for (uint32_t i = rows->view.top; i < count && i < rows->view.top + shown; i++) {
        draw_row(rows, pen, dw_list_row_box(&rows->view, box, ui, i), i, focused);
    }
    draw_details(pen, box, dw_replay_rows_chosen(rows));
}
