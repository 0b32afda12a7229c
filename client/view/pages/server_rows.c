#include "client/view/pages/server_rows.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/seal/seal_keys.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Before scaling: the details of the chosen row below the list. */
enum { DETAILS = 134, PAD = DW_LIST_PAD };

typedef enum column { MARK, NAME, MAP, PLAYERS, PING, NOTE, COLUMNS } column;

static const float columns[COLUMNS] = {PAD, 50, 290, 540, 630, 700};
static const dw_say_id heads[COLUMNS] = {DW_SAY_NOTHING,     DW_SAY_COLUMN_SERVER,
                                         DW_SAY_COLUMN_MAP,  DW_SAY_COLUMN_PLAYERS,
                                         DW_SAY_COLUMN_PING, DW_SAY_NOTHING};

static uint32_t count_of(const dw_server_rows *rows)
{
    return rows->list != NULL ? rows->list->count : 0;
}

static bool is_chosen(const dw_server_rows *rows, uint32_t i)
{
    const dw_listed_server *row = &rows->list->rows[i];
    return rows->chosen.port == row->port && strcasecmp(rows->chosen.host, row->host) == 0;
}

static uint32_t index_of(const dw_server_rows *rows)
{
    for (uint32_t i = 0; i < count_of(rows); i++) {
        if (is_chosen(rows, i)) {
            return i;
        }
    }
    return 0;
}

const dw_listed_server *dw_server_rows_chosen(const dw_server_rows *rows)
{
    return count_of(rows) > 0 ? &rows->list->rows[index_of(rows)] : NULL;
}

static void choose(dw_server_rows *rows, uint32_t i)
{
    rows->chosen.port = rows->list->rows[i].port;
    (void)snprintf(rows->chosen.host, sizeof rows->chosen.host, "%s", rows->list->rows[i].host);
}

bool dw_server_rows_step(dw_server_rows *rows, int by)
{
    const int64_t to = (int64_t)index_of(rows) + by;
    if (to < 0 || to >= (int64_t)count_of(rows)) {
        return false;
    }
    choose(rows, (uint32_t)to);
    return true;
}

bool dw_server_rows_mouse(dw_server_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                          bool pressed)
{
    const uint32_t shown = dw_list_rows_shown(box, pen->ui, DETAILS);
    const int32_t at = dw_list_rows_at(&rows->view, pen, box, shown, count_of(rows), x, y);
    if (at < 0 || !pressed) {
        return false;
    }
    const bool again = rows->chosen.port != 0 && index_of(rows) == (uint32_t)at;
    choose(rows, (uint32_t)at);
    return again;
}

/* A padlock: a password is needed. */
static void draw_lock(const dw_pen *pen, float x, float y, dw_colour colour)
{
    const float ui = pen->ui;
    dw_canvas_ring(pen->canvas, x + 5.0F * ui, y + 5.0F * ui, 3.5F * ui, 1.6F * ui, colour);
    dw_canvas_round_rect(pen->canvas, dw_box_at(x, y + 5.0F * ui, 10.0F * ui, 8.0F * ui), 1.5F * ui,
                         colour);
}

/* A star of five points, as five triangles around a pentagon. */
static void draw_star(const dw_pen *pen, float x, float y, dw_colour colour)
{
    static const float tips[5][2] = {
        {0.0F, -1.0F}, {0.951F, -0.309F}, {0.588F, 0.809F}, {-0.588F, 0.809F}, {-0.951F, -0.309F}};
    const float size = 6.5F * pen->ui;
    for (int i = 0; i < 5; i++) {
        /* Each tip with the middle of the star and the two inner corners beside it. */
        const float *tip = tips[i];
        const float inner = 0.40F * size;
        const float right[2] = {-tips[(i + 3) % 5][0] * inner, -tips[(i + 3) % 5][1] * inner};
        const float left[2] = {-tips[(i + 2) % 5][0] * inner, -tips[(i + 2) % 5][1] * inner};
        const float corners[8] = {x,
                                  y,
                                  x + left[0],
                                  y + left[1],
                                  x + tip[0] * size,
                                  y + tip[1] * size,
                                  x + right[0],
                                  y + right[1]};
        dw_canvas_convex(pen->canvas, corners, 4, colour);
    }
}

static const char *note_of(const dw_listed_server *row)
{
    static const dw_say_id ids[] = {
        [DW_SERVER_FINE] = DW_SAY_NOTHING,          [DW_SERVER_SILENT] = DW_SAY_NOTE_SILENT,
        [DW_SERVER_UNASKED] = DW_SAY_NOTE_UNASKED,  [DW_SERVER_NEWER] = DW_SAY_NOTE_NEWER,
        [DW_SERVER_OLDER] = DW_SAY_NOTE_OLDER,      [DW_SERVER_FULL] = DW_SAY_NOTE_FULL,
        [DW_SERVER_UNSEALED] = DW_SAY_NOTE_UNSEALED};
    const dw_say_id id = ids[dw_server_note_of(row)];
    return dw_say(id == DW_SAY_NOTHING && row->recent != 0 ? DW_SAY_NOTE_RECENT : id);
}

static void draw_row(const dw_server_rows *rows, const dw_pen *pen, dw_box box, uint32_t i,
                     bool focused)
{
    const float ui = pen->ui;
    const dw_listed_server *row = &rows->list->rows[i];
    const bool chosen = index_of(rows) == i;
    dw_list_row_draw(&rows->view, pen, box, i, chosen, focused);
    const dw_text_style style =
        dw_pen_plain(pen, 14.0F, row->answered ? DW_TINT_TEXT : DW_TINT_TEXT_FAINT);
    const dw_text_style soft = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const float y = (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F;
    const float left = box.x0;
    const float middle = (box.y0 + box.y1) * 0.5F;
    char address[DW_PLACE_HOST_MAX + 8];
    char text[48];
    (void)snprintf(address, sizeof address, "%s:%u", row->host, (unsigned)row->port);
    if (row->favourite) {
        draw_star(pen, left + (columns[MARK] + 6) * ui, middle, dw_palette(DW_TINT_ACCENT));
    }
    if (row->answered && row->answer.password) {
        draw_lock(pen, left + (columns[MARK] + 20) * ui, middle - 7.0F * ui,
                  dw_palette(DW_TINT_TEXT_SOFT));
    }
    dw_list_write(pen, &style, left + columns[NAME] * ui, y,
                  (columns[MAP] - columns[NAME] - PAD) * ui,
                  row->answered ? row->answer.name : address);
    dw_list_write(pen, &soft, left + columns[NOTE] * ui, y,
                  box.x1 - box.x0 - (columns[NOTE] + PAD) * ui, note_of(row));
    if (!row->answered) {
        return;
    }
    dw_list_write(pen, &soft, left + columns[MAP] * ui, y,
                  (columns[PLAYERS] - columns[MAP] - PAD) * ui, row->answer.map);
    (void)snprintf(text, sizeof text, "%u / %u", (unsigned)row->answer.players,
                   (unsigned)row->answer.places);
    (void)dw_text_draw(pen, left + columns[PLAYERS] * ui, y, DW_ALIGN_LEFT, &style, text);
    const unsigned ping_ms = (row->ping_us + 500) / 1000;
    (void)snprintf(text, sizeof text, "%s%u ms", ping_ms > 0 ? "" : "< ",
                   ping_ms > 0 ? ping_ms : 1);
    (void)dw_text_draw(pen, left + columns[PING] * ui, y, DW_ALIGN_LEFT, &soft, text);
}

/* "3580 72d6 3658 80d1": enough to compare by eye with what the operator says. */
static void fingerprint(const uint8_t key[DW_SEAL_KEY_SIZE], char text[32])
{
    enum { GROUPS = 4, GROUP_BYTES = 2 };
    size_t used = 0;
    for (uint32_t i = 0; i < GROUPS; i++) {
        used += (size_t)snprintf(text + used, 32 - used, "%s%02x%02x", i > 0 ? " " : "",
                                 key[(size_t)GROUP_BYTES * i], key[(size_t)GROUP_BYTES * i + 1]);
    }
}

static void add_remark(char *line, size_t size, dw_say_id remark)
{
    const size_t used = strlen(line);
    if (remark != DW_SAY_NOTHING) {
        (void)snprintf(line + used, size - used, "   %s", dw_say(remark));
    }
}

void dw_server_rows_note(const dw_listed_server *row, char text[DW_SERVER_NOTE])
{
    static const dw_say_id ids[] = {[DW_SERVER_FINE] = DW_SAY_NOTHING,
                                    [DW_SERVER_SILENT] = DW_SAY_SERVER_SILENT,
                                    [DW_SERVER_UNASKED] = DW_SAY_SERVER_UNASKED,
                                    [DW_SERVER_NEWER] = DW_SAY_SERVER_NEWER,
                                    [DW_SERVER_OLDER] = DW_SAY_SERVER_OLDER,
                                    [DW_SERVER_FULL] = DW_SAY_SERVER_FULL,
                                    [DW_SERVER_UNSEALED] = DW_SAY_SERVER_UNSEALED};
    dw_say_into(text, DW_SERVER_NOTE, ids[dw_server_note_of(row)], DW_N(row->answer.version),
                DW_N(DW_PROTOCOL_VERSION));
}

static void draw_details(const dw_server_rows *rows, const dw_pen *pen, dw_box box,
                         const dw_listed_server *row)
{
    const float ui = pen->ui;
    const dw_text_style plain = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style bad = dw_pen_plain(pen, 13.0F, DW_TINT_BAD);
    const float width = box.x1 - box.x0 - 2.0F * PAD * ui;
    const float left = box.x0 + PAD * ui;
    float y = dw_list_details_draw(pen, box, DETAILS);
    char line[400];
    char note[DW_SERVER_NOTE];
    char address[DW_PLACE_HOST_MAX + 8];
    (void)snprintf(address, sizeof address, "%s:%u", row->host, (unsigned)row->port);
    if (row->answered) {
        const dw_discovery_answer *said = &row->answer;
        const dw_text_style whole = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT);
        (void)snprintf(line, sizeof line, "%s   %s", said->name,
                       said->map); /* Rows may cut them. */
        dw_list_write(pen, &whole, left, y, width, line);
        y += 22.0F * ui;
        dw_say_into(line, sizeof line, DW_SAY_SERVER_DETAILS, DW_S(address), DW_S(said->release),
                    DW_N(said->matches), DW_N(said->spectators));
        add_remark(line, sizeof line, said->watchable ? DW_SAY_NOTHING : DW_SAY_SERVER_NO_WATCHING);
        add_remark(line, sizeof line,
                   said->password ? DW_SAY_SERVER_NEEDS_PASSWORD : DW_SAY_NOTHING);
    } else {
        (void)snprintf(line, sizeof line, "%s", address);
    }
    dw_list_write(pen, &plain, left, y, width, line);
    y += 22.0F * ui;
    if (row->answered && row->answer.sealed) {
        char key[32];
        fingerprint(row->answer.identity_key, key);
        dw_say_into(line, sizeof line, DW_SAY_SERVER_KEY, DW_S(key),
                    DW_S(rows->identity_bad ? "" : rows->identity));
        dw_list_write(pen, &plain, left, y, width, line);
        y += 22.0F * ui;
    }
    dw_server_rows_note(row, note);
    const char *wrong = rows->identity_bad ? rows->identity : note;
    (void)dw_text_draw_lines(pen, (dw_text_block){left, y, width, 20.0F * ui, 3}, DW_ALIGN_LEFT,
                             &bad, wrong);
}

void dw_server_rows_draw(dw_server_rows *rows, const dw_pen *pen, dw_box box, bool focused,
                         double seconds)
{
    const float ui = pen->ui;
    const uint32_t count = count_of(rows);
    const uint32_t shown = dw_list_rows_shown(box, ui, DETAILS);
    dw_list_heads_draw(pen, box, columns, heads, COLUMNS);
    if (count == 0 || shown == 0) {
        static const char *const dots[] = {"", ".", "..", "..."};
        char line[80];
        const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
        (void)snprintf(line, sizeof line, "%s%s", dw_say(DW_SAY_LOOKING_FOR_SERVERS),
                       dots[(unsigned)(seconds * 2.0) % 4]);
        (void)dw_text_draw(pen, box.x0 + columns[NAME] * ui, box.y0 + (DW_LIST_HEAD + 8) * ui,
                           DW_ALIGN_LEFT, &style, line);
        return;
    }
    dw_list_rows_follow(&rows->view, index_of(rows), count, shown);
    for (uint32_t i = rows->view.top; i < count && i < rows->view.top + shown; i++) {
        draw_row(rows, pen, dw_list_row_box(&rows->view, box, ui, i), i, focused);
    }
    draw_details(rows, pen, box, dw_server_rows_chosen(rows));
}
