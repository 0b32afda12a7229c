#include "client/view/pages/server_rows.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/seal/seal_keys.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Before scaling: heads of the columns, rows, and the details of the chosen row below. */
enum { HEAD = 26, ROW = 34, DETAILS = 112, PAD = 12 };

typedef enum column { MARK, NAME, MAP, PLAYERS, PING, NOTE, COLUMNS } column;

static const float columns[COLUMNS] = {PAD, 50, 350, 500, 590, 660};

static bool is_chosen(const dw_server_rows *rows, uint32_t i)
{
    const dw_listed_server *row = &rows->list->rows[i];
    return rows->chosen.port == row->port && strcasecmp(rows->chosen.host, row->host) == 0;
}

static uint32_t index_of(const dw_server_rows *rows)
{
    for (uint32_t i = 0; rows->list != NULL && i < rows->list->count; i++) {
        if (is_chosen(rows, i)) {
            return i;
        }
    }
    return 0;
}

const dw_listed_server *dw_server_rows_chosen(const dw_server_rows *rows)
{
    return rows->list != NULL && rows->list->count > 0 ? &rows->list->rows[index_of(rows)] : NULL;
}

static void choose(dw_server_rows *rows, uint32_t i)
{
    rows->chosen.port = rows->list->rows[i].port;
    (void)snprintf(rows->chosen.host, sizeof rows->chosen.host, "%s", rows->list->rows[i].host);
}

bool dw_server_rows_step(dw_server_rows *rows, int by)
{
    if (rows->list == NULL || rows->list->count == 0) {
        return false;
    }
    const int64_t to = (int64_t)index_of(rows) + by;
    if (to < 0 || to >= (int64_t)rows->list->count) {
        return false;
    }
    choose(rows, (uint32_t)to);
    return true;
}

static uint32_t rows_shown(dw_box box, float ui)
{
    const float room = box.y1 - box.y0 - (HEAD + DETAILS + PAD) * ui;
    return room > 0.0F ? (uint32_t)(room / (ROW * ui)) : 0;
}

static dw_box row_box(dw_box box, float ui, uint32_t line)
{
    return dw_box_at(box.x0, box.y0 + (HEAD + ROW * (float)line) * ui, box.x1 - box.x0,
                     (ROW - 3) * ui);
}

bool dw_server_rows_mouse(dw_server_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                          bool pressed)
{
    const uint32_t count = rows->list != NULL ? rows->list->count : 0;
    rows->hovered = -1;
    for (uint32_t line = 0; line < rows_shown(box, pen->ui) && rows->top + line < count; line++) {
        if (!dw_box_holds(row_box(box, pen->ui, line), x, y)) {
            continue;
        }
        const uint32_t i = rows->top + line;
        const bool again = index_of(rows) == i && rows->chosen.port != 0;
        rows->hovered = (int32_t)i;
        if (pressed) {
            choose(rows, i);
        }
        return pressed && again;
    }
    return false;
}

static void write_cut(const dw_pen *pen, const dw_text_style *style, float x, float y, float width,
                      const char *words)
{
    char cut[160];
    dw_text_cut(pen->text, style, words, width, cut, sizeof cut);
    (void)dw_text_draw(pen, x, y, DW_ALIGN_LEFT, style, cut);
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
    const bool hovered = rows->hovered == (int32_t)i;
    dw_canvas_round_rect(pen->canvas, box, 6.0F * ui,
                         dw_palette(chosen ? DW_TINT_KEY : DW_TINT_FIELD));
    if (chosen || hovered) {
        dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), 6.0F * ui, 1.2F * ui,
                              dw_palette(chosen && focused ? DW_TINT_ACCENT
                                         : chosen          ? DW_TINT_ACCENT_DEEP
                                                           : DW_TINT_TEXT_FAINT));
    }
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
    write_cut(pen, &style, left + columns[NAME] * ui, y, (columns[MAP] - columns[NAME] - PAD) * ui,
              row->answered ? row->answer.name : address);
    write_cut(pen, &soft, left + columns[NOTE] * ui, y,
              box.x1 - box.x0 - (columns[NOTE] + PAD) * ui, note_of(row));
    if (!row->answered) {
        return;
    }
    write_cut(pen, &soft, left + columns[MAP] * ui, y, (columns[PLAYERS] - columns[MAP] - PAD) * ui,
              row->answer.map);
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
    float y = box.y1 - (DETAILS - 10) * ui;
    char line[400];
    char note[DW_SERVER_NOTE];
    char address[DW_PLACE_HOST_MAX + 8];
    (void)snprintf(address, sizeof address, "%s:%u", row->host, (unsigned)row->port);
    dw_canvas_rect(pen->canvas,
                   (dw_box){box.x0, box.y1 - DETAILS * ui, box.x1, box.y1 - (DETAILS - 1) * ui},
                   dw_palette(DW_TINT_PANEL_EDGE));
    if (row->answered) {
        const dw_discovery_answer *said = &row->answer;
        dw_say_into(line, sizeof line, DW_SAY_SERVER_DETAILS, DW_S(address), DW_S(said->release),
                    DW_N(said->matches), DW_N(said->spectators));
        add_remark(line, sizeof line, said->watchable ? DW_SAY_NOTHING : DW_SAY_SERVER_NO_WATCHING);
        add_remark(line, sizeof line,
                   said->password ? DW_SAY_SERVER_NEEDS_PASSWORD : DW_SAY_NOTHING);
    } else {
        (void)snprintf(line, sizeof line, "%s", address);
    }
    write_cut(pen, &plain, left, y, width, line);
    y += 22.0F * ui;
    if (row->answered && row->answer.sealed) {
        char key[32];
        fingerprint(row->answer.identity_key, key);
        dw_say_into(line, sizeof line, DW_SAY_SERVER_KEY, DW_S(key),
                    DW_S(rows->identity_bad ? "" : rows->identity));
        write_cut(pen, &plain, left, y, width, line);
        y += 22.0F * ui;
    }
    dw_server_rows_note(row, note);
    const char *rest = rows->identity_bad ? rows->identity : note;
    for (int i = 0; i < 3 && rest[0] != '\0'; i++) {
        const size_t bytes = dw_text_break(pen->text, &bad, rest, width);
        char piece[sizeof rows->identity];
        (void)snprintf(piece, sizeof piece, "%.*s", (int)bytes, rest);
        (void)dw_text_draw(pen, left, y, DW_ALIGN_LEFT, &bad, piece);
        y += 20.0F * ui;
        rest += bytes;
    }
}

static void draw_heads(const dw_pen *pen, dw_box box)
{
    static const dw_say_id words[COLUMNS] = {DW_SAY_NOTHING,     DW_SAY_COLUMN_SERVER,
                                             DW_SAY_COLUMN_MAP,  DW_SAY_COLUMN_PLAYERS,
                                             DW_SAY_COLUMN_PING, DW_SAY_NOTHING};
    const float ui = pen->ui;
    const dw_text_style small = {DW_FACE_BOLD, (int)(10.0F * ui), dw_palette(DW_TINT_TEXT_FAINT),
                                 1.4F * ui};
    for (uint32_t i = 0; i < COLUMNS; i++) {
        (void)dw_text_draw(pen, box.x0 + columns[i] * ui, box.y0 + 4.0F * ui, DW_ALIGN_LEFT, &small,
                           dw_say(words[i]));
    }
}

void dw_server_rows_draw(dw_server_rows *rows, const dw_pen *pen, dw_box box, bool focused,
                         double seconds)
{
    const float ui = pen->ui;
    const uint32_t count = rows->list != NULL ? rows->list->count : 0;
    const uint32_t shown = rows_shown(box, ui);
    draw_heads(pen, box);
    if (count == 0 || shown == 0) {
        static const char *const dots[] = {"", ".", "..", "..."};
        char line[80];
        const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
        (void)snprintf(line, sizeof line, "%s%s", dw_say(DW_SAY_LOOKING_FOR_SERVERS),
                       dots[(unsigned)(seconds * 2.0) % 4]);
        (void)dw_text_draw(pen, box.x0 + columns[NAME] * ui, box.y0 + (HEAD + 8) * ui,
                           DW_ALIGN_LEFT, &style, line);
        return;
    }
    const uint32_t at = index_of(rows);
    rows->top = at < rows->top ? at : at >= rows->top + shown ? at - shown + 1 : rows->top;
    rows->top = count <= shown ? 0 : rows->top > count - shown ? count - shown : rows->top;
    for (uint32_t line = 0; line < shown && rows->top + line < count; line++) {
        draw_row(rows, pen, row_box(box, ui, line), rows->top + line, focused);
    }
    draw_details(rows, pen, box, dw_server_rows_chosen(rows));
}
