#include "client/view/hud/hud_answer.h"

#include "client/view/texts/say.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEXT_SIZE 12.0F
#define ROW_HIGH  18.0F
#define INSET     24.0F

/* Where the rows of one page go. A row of the answer is a row of the screen, or several. */
typedef struct sheet {
    const dw_pen *pen;
    dw_text_style style;
    float left, top, width;
    float cell;           /* A column of the console's tables. */
    uint32_t first, rows; /* Of the page. */
    uint32_t row;         /* The next one. */
} sheet;

static void put(sheet *on, float x, const char *text)
{
    if (on->row >= on->first && on->row - on->first < on->rows) {
        const float y = on->top + ROW_HIGH * on->pen->ui * (float)(on->row - on->first);
        (void)dw_text_draw(on->pen, on->left + x, y, DW_ALIGN_LEFT, &on->style, text);
    }
}

/* From x on to the right border, in as many rows as it takes; those that follow begin at x too. */
static void put_wrapped(sheet *on, float x, const char *text)
{
    char part[DW_ADMIN_LINE_MAX + 1];
    if (text[0] == '\0') {
        on->row++; /* An empty line. */
        return;
    }
    while (text[0] != '\0') {
        const size_t size = dw_text_break(on->pen->text, &on->style, text, on->width - x);
        memcpy(part, text, size);
        part[size] = '\0';
        put(on, x, part);
        on->row++;
        text += size;
    }
}

/* Two blanks and more are the gap between two columns: the console writes for letters of one width,
 * so each column begins where it would with them. */
static void put_line(sheet *on, const char *line)
{
    float x = 0.0F;
    for (const char *at = line;;) {
        char part[DW_ADMIN_LINE_MAX + 1];
        const char *gap = strstr(at, "  ");
        const char *next = gap != NULL ? gap + strspn(gap, " ") : NULL;
        if (next == NULL || *next == '\0' || x > on->width * 0.5F) {
            put_wrapped(on, x, at);
            return;
        }
        memcpy(part, at, (size_t)(gap - at));
        part[gap - at] = '\0';
        put(on, x, part);
        const float end = x + dw_text_width(on->pen->text, &on->style, part) + on->cell;
        x = fmaxf(end, on->cell * (float)(next - line));
        at = next;
    }
}

static void put_all(sheet *on, const char *text)
{
    char line[DW_ADMIN_LINE_MAX + 1];
    on->row = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t size = strcspn(at, "\n");
        memcpy(line, at, size);
        line[size] = '\0';
        put_line(on, line);
        at += size + (at[size] == '\n' ? 1 : 0);
    }
}

static void draw_frame(const dw_pen *pen, dw_box box, const dw_answer *answer)
{
    char words[64];
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_panel_heading(pen, box.x0 + INSET * pen->ui, box.y0 + 16.0F * pen->ui,
                           (dw_heading){13.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT},
                           dw_say(DW_SAY_ANSWER_HEAD));
    if (answer->pages > 1) {
        dw_say_into(words, sizeof words, DW_SAY_ANSWER_PAGES, DW_N(answer->page + 1),
                    DW_N(answer->pages));
    } else {
        (void)snprintf(words, sizeof words, "%s", dw_say(DW_SAY_ANSWER_CLOSE));
    }
    (void)dw_text_draw(pen, box.x1 - INSET * pen->ui, box.y0 + 16.0F * pen->ui, DW_ALIGN_RIGHT,
                       &small, words);
}

void dw_hud_draw_answer(const dw_pen *pen, dw_answer *answer)
{
    if (!answer->open) {
        return;
    }
    const float ui = pen->ui;
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    const float wide = fminf(width - 40.0F * ui, 940.0F * ui);
    const float most = height - (84.0F + 68.0F) * ui; /* Below the clock, above the chat. */
    sheet on = {.pen = pen,
                .style = dw_pen_plain(pen, TEXT_SIZE, DW_TINT_TEXT),
                .width = wide - 2.0F * INSET * ui};
    on.cell = dw_text_width(pen->text, &on.style, "n");
    on.rows = (uint32_t)fmaxf((most - 60.0F * ui) / (ROW_HIGH * ui), 1.0F);
    on.first = UINT32_MAX; /* Counts the rows. */
    put_all(&on, answer->text);
    answer->pages = (on.row + on.rows - 1) / on.rows;
    answer->page = answer->page < answer->pages ? answer->page : answer->pages - 1;
    const uint32_t shown = on.row < on.rows ? on.row : on.rows;
    const float high = 60.0F * ui + ROW_HIGH * ui * (float)shown;
    const float x0 = (width - wide) * 0.5F;
    const dw_box box = {x0, 84.0F * ui, x0 + wide, 84.0F * ui + high};
    dw_panel_draw(pen->canvas, box, 12.0F * ui, 0.97F);
    draw_frame(pen, box, answer);
    on.left = box.x0 + INSET * ui;
    on.top = box.y0 + 46.0F * ui;
    on.first = answer->page * on.rows;
    put_all(&on, answer->text);
}
