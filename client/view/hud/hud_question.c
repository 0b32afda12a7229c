#include "client/view/hud/hud_question.h"

#include "client/view/hud/hud_minds.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/question_card.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>

#define WIDE      380.0F
#define BESIDE    14.0F
#define ABOVE     62.0F /* The corner with the figures. */
#define HEAD      34.0F
#define LINE_HIGH 17.0F
#define FOOT      34.0F
#define INSET     14.0F
#define KEY_WIDE  30.0F
#define PAD_WIDE  98.0F /* "Cross right". */
#define VOTE_WIDE 68.0F

/* Where everything lies, in pixels. */
typedef struct layout {
    dw_box box;
    float text_wide;
    dw_box options[DW_OPTIONS_MAX];
} layout;

static dw_text_style question_style(const dw_pen *pen)
{
    return dw_pen_bold(pen, 14.0F, DW_TINT_TEXT);
}

static dw_text_style option_style(const dw_pen *pen, dw_tint tint)
{
    return dw_pen_plain(pen, 13.0F, tint);
}

static float key_wide(const dw_pen *pen, const dw_hud_view *view)
{
    return (view->gamepad ? PAD_WIDE : KEY_WIDE) * pen->ui;
}

/* Of an option, between its key and its votes. */
static float words_wide(const dw_pen *pen, const dw_hud_view *view)
{
    return (WIDE - 2.0F * INSET - VOTE_WIDE) * pen->ui - key_wide(pen, view);
}

static bool is_shown(const dw_hud_view *view)
{
    const bool covered = view->help != 0 || (view->signs != NULL && view->signs->open);
    return view->mission != NULL && !covered && !view->board->briefing &&
           dw_mission_board_asks(view->board, view->seconds);
}

/* Rows are as high as their texts need. */
static layout lay_out(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const dw_mission_question *question = &view->mission->question;
    const dw_text_style asked = question_style(pen);
    const dw_text_style text = option_style(pen, DW_TINT_TEXT);
    const float beside = view->switches ? (float)DW_HUD_SWITCHES_WIDTH : BESIDE;
    const float right = (float)pen->canvas->width - beside * ui;
    layout all = {.text_wide = (WIDE - 2.0F * INSET) * ui};
    const float words = words_wide(pen, view);
    const uint32_t lines = dw_text_count_lines(pen->text, &asked, question->text, all.text_wide);
    float high = (HEAD + LINE_HIGH * (float)lines + 8.0F) * ui;
    for (uint32_t i = 0; i < question->count; i++) {
        const uint32_t rows = dw_text_count_lines(pen->text, &text, question->rows[i].text, words);
        const float row = (LINE_HIGH * (float)rows + 13.0F) * ui;
        all.options[i] =
            dw_box_at(right - (WIDE - 8.0F) * ui, high, (WIDE - 16.0F) * ui, row - 3.0F * ui);
        high += row;
    }
    high += FOOT * ui;
    const float top = (float)pen->canvas->height - ABOVE * ui - high;
    all.box = dw_box_at(right - WIDE * ui, top, WIDE * ui, high);
    for (uint32_t i = 0; i < question->count; i++) {
        all.options[i] = dw_box_moved(all.options[i], 0.0F, top);
    }
    return all;
}

float dw_hud_question_top(const dw_pen *pen, const dw_hud_view *view)
{
    return is_shown(view) ? (float)pen->canvas->height - lay_out(pen, view).box.y0 : 0.0F;
}

uint8_t dw_hud_question_at(const dw_pen *pen, const dw_hud_view *view, float x, float y)
{
    if (!is_shown(view)) {
        return 0;
    }
    const layout all = lay_out(pen, view);
    for (uint8_t i = 0; i < view->mission->question.count; i++) {
        if (dw_box_holds(all.options[i], x, y)) {
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

/* A disc in the colour of each player that has chosen the option, and beside them the number. */
static void draw_votes(const dw_pen *pen, dw_box box, uint16_t slots, dw_tint tint)
{
    enum { DISCS_MAX = 4 }; /* More would run into the text. */
    const float ui = pen->ui;
    char number[8];
    const float cy = (box.y0 + box.y1) * 0.5F;
    float x = box.x1 - 30.0F * ui;
    uint32_t discs = 0;
    for (uint32_t left = slots; left != 0 && discs < DISCS_MAX; left &= left - 1) {
        dw_canvas_disc(pen->canvas, x, cy, 4.5F * ui,
                       dw_palette_slot((uint8_t)__builtin_ctz(left)));
        x -= 11.0F * ui;
        discs++;
    }
    (void)snprintf(number, sizeof number, "%d", __builtin_popcount(slots));
    const dw_text_style style = dw_pen_bold(pen, 13.0F, slots != 0 ? tint : DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, box.x1 - 8.0F * ui, cy - dw_text_height(pen->text, &style) * 0.5F,
                       DW_ALIGN_RIGHT, &style, number);
}

static void draw_option(const dw_pen *pen, const dw_hud_view *view, dw_box box, uint32_t option)
{
    const float ui = pen->ui;
    const dw_client_mission *mission = view->mission;
    const dw_question_row *row = &mission->question.rows[option - 1];
    const uint8_t chosen = mission->question.chosen;
    const bool own = dw_mission_answer_of(mission, view->world->own_slot) == option;
    const bool faint = chosen != 0 && chosen != option;
    const dw_tint tint = faint ? DW_TINT_TEXT_FAINT : DW_TINT_TEXT;
    if (chosen == option) {
        dw_canvas_round_rect(pen->canvas, box, 7.0F * ui,
                             dw_colour_fade(dw_palette(DW_TINT_ACCENT), 0.35F));
    } else {
        dw_canvas_round_rect(pen->canvas, box, 7.0F * ui,
                             dw_colour_fade(dw_palette(DW_TINT_KEY), 0.55F));
    }
    if (own) {
        dw_canvas_round_frame(pen->canvas, box, 7.0F * ui, 2.0F * ui,
                              dw_palette_slot(view->world->own_slot));
    }
    const dw_text_style text = option_style(pen, tint);
    char key[DW_BINDING_NAME] = "";
    if (dw_question_can_answer(mission, view->world)) {
        dw_bindings_hint(view->bindings, dw_question_action(option, view->gamepad), view->gamepad,
                         key);
    } else {
        (void)snprintf(key, sizeof key, "%u", option);
    }
    const dw_text_style cap = dw_pen_bold(pen, view->gamepad ? 11.0F : 13.0F, DW_TINT_ACCENT);
    const float keys = key_wide(pen, view);
    const float words = words_wide(pen, view);
    char cut[DW_BINDING_NAME];
    dw_text_cut(pen->text, &cap, key, keys - 8.0F * ui, cut, sizeof cut);
    (void)dw_text_draw(pen, box.x0 + 10.0F * ui, box.y0 + 5.0F * ui, DW_ALIGN_LEFT, &cap, cut);
    const dw_text_block block = {box.x0 + keys, box.y0 + 5.0F * ui, words, LINE_HIGH * ui, 0};
    (void)dw_text_draw_lines(pen, block, DW_ALIGN_LEFT, &text, row->text);
    draw_votes(pen, box, row->slots, tint);
}

static uint32_t players_at_large(const dw_round *round)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < round->roster_count; i++) {
        count += round->roster[i].state == DW_SLOT_ALIVE ? 1 : 0;
    }
    return count;
}

/* The time that is left, as a number and as a bar; and how many have answered. */
static void draw_foot(const dw_pen *pen, const dw_hud_view *view, dw_box box)
{
    const float ui = pen->ui;
    const dw_mission_question *question = &view->mission->question;
    const dw_text_style small = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const uint32_t players = players_at_large(view->round);
    char line[DW_HUD_TEXT] = "";
    const float y = box.y1 - 27.0F * ui;
    if (question->chosen != 0) {
        (void)snprintf(line, sizeof line, "%s", dw_say(DW_SAY_QUESTION_DECIDED));
    } else if (players > 1) {
        dw_say_into(line, sizeof line, DW_SAY_QUESTION_ANSWERS, DW_N(dw_question_answers(question)),
                    DW_N(players));
    }
    (void)dw_text_draw(pen, box.x0 + INSET * ui, y, DW_ALIGN_LEFT, &small, line);
    if (question->chosen != 0) {
        return;
    }
    const uint32_t now = view->world->tick;
    const uint32_t left = question->end_tick > now ? question->end_tick - now : 0;
    dw_say_into(line, sizeof line, DW_SAY_QUESTION_LEFT,
                DW_N((left + DW_TICKS_PER_SECOND - 1) / DW_TICKS_PER_SECOND));
    (void)dw_text_draw(pen, box.x1 - INSET * ui, y, DW_ALIGN_RIGHT, &small, line);
    const float part =
        fminf((float)left / (float)(DW_QUESTION_SECONDS * DW_TICKS_PER_SECOND), 1.0F);
    const dw_box bar =
        dw_box_at(box.x0 + INSET * ui, box.y1 - 8.0F * ui, (WIDE - 2.0F * INSET) * ui, 3.0F * ui);
    dw_canvas_round_rect(pen->canvas, bar, 1.5F * ui, dw_palette(DW_TINT_METER_TRACK));
    dw_canvas_round_rect(pen->canvas,
                         dw_box_at(bar.x0, bar.y0, (bar.x1 - bar.x0) * part, bar.y1 - bar.y0),
                         1.5F * ui, dw_palette(DW_TINT_ACCENT));
}

void dw_hud_draw_question(const dw_pen *pen, const dw_hud_view *view)
{
    if (!is_shown(view)) {
        return;
    }
    const float ui = pen->ui;
    const dw_mission_question *question = &view->mission->question;
    const layout all = lay_out(pen, view);
    const dw_box box = all.box;
    const dw_text_style asked = question_style(pen);
    dw_panel_draw(pen->canvas, box, 12.0F * ui, 0.95F);
    dw_canvas_rect(pen->canvas,
                   dw_box_at(box.x0, box.y0 + 10.0F * ui, 3.0F * ui, box.y1 - box.y0 - 20.0F * ui),
                   dw_palette(DW_TINT_ACCENT));
    (void)dw_panel_heading(pen, box.x0 + INSET * ui, box.y0 + 11.0F * ui,
                           (dw_heading){11.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT},
                           question->speaker);
    (void)dw_text_draw_lines(pen,
                             (dw_text_block){box.x0 + INSET * ui, box.y0 + (HEAD - 4.0F) * ui,
                                             all.text_wide, LINE_HIGH * ui, 0},
                             DW_ALIGN_LEFT, &asked, question->text);
    for (uint32_t i = 0; i < question->count; i++) {
        draw_option(pen, view, all.options[i], i + 1);
    }
    draw_foot(pen, view, box);
}
