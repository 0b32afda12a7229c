#include "client/view/hud/hud_minds.h"

#include "client/core/kind_text.h"
#include "client/view/model/mind_text.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    FEW_GUARDS = 6, /* With more of them each has one line only. */
    CALLS_SHOWN = 5,
    CHANGES_SHOWN = 4
};

/* Where the next line of the column goes. */
typedef struct column {
    const dw_pen *pen;
    const dw_minds_view *view;
    float x0, x1, y, bottom;
} column;

static bool is_guard(const dw_drawn_body *body)
{
    return body->role == DW_ROLE_GUARD;
}

/* Between rounds guards have no minds. */
static bool knows_any(const dw_minds_view *view)
{
    uint32_t at = 0;
    const dw_drawn_body *guard = NULL;
    return dw_minds_view_next(view, &at, &guard) != NULL;
}

/* One line a guard while one is followed, or when there are many. */
static bool is_brief(const dw_minds_view *view)
{
    return dw_minds_view_followed(view) != NULL || dw_minds_view_guards(view) > FEW_GUARDS;
}

static float row_height(const dw_minds_view *view, float ui)
{
    return (is_brief(view) ? 21.0F : 50.0F) * ui;
}

static const float list_head = 24.0F;

uint8_t dw_hud_minds_at(const dw_minds_view *view, float ui, float top, float x, float y)
{
    const float first = top + list_head * ui;
    if (x < 12.0F * ui || x >= (float)DW_HUD_MINDS_WIDTH * ui || y < first) {
        return 0;
    }
    uint32_t row = (uint32_t)((y - first) / row_height(view, ui));
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        if (is_guard(&view->world->bodies[i]) && row-- == 0) {
            return view->world->bodies[i].id;
        }
    }
    return 0;
}

float dw_hud_minds_list_bottom(const dw_minds_view *view, float ui, float top)
{
    const float rows = (float)dw_minds_view_guards(view);
    return knows_any(view) ? top + (list_head + 4.0F) * ui + row_height(view, ui) * rows : top;
}

/* A text of up to `lines` lines, the last one cut; moves down. */
static void write_lines(column *c, float inset, const dw_text_style *style, const char *words,
                        uint32_t lines)
{
    const float width = c->x1 - c->x0 - inset - 10.0F * c->pen->ui;
    for (uint32_t i = 0; i < lines && *words != '\0'; i++) {
        char line[DW_MIND_TEXT];
        const size_t length = dw_text_break(c->pen->text, style, words, width);
        const bool last = i + 1 == lines || words[length] == '\0';
        if (last) {
            dw_text_cut(c->pen->text, style, words, width, line, sizeof line);
        } else {
            (void)snprintf(line, sizeof line, "%.*s", (int)length, words);
        }
        (void)dw_text_draw(c->pen, c->x0 + inset, c->y, DW_ALIGN_LEFT, style, line);
        c->y += (float)style->size * 1.32F;
        words += last ? strlen(words) : length;
    }
}

static void write_heading(column *c, const char *words)
{
    c->y += 5.0F * c->pen->ui;
    (void)dw_panel_heading(c->pen, c->x0 + 10.0F * c->pen->ui, c->y,
                           (dw_heading){9.0F, dw_palette(DW_TINT_TEXT_FAINT), DW_ALIGN_LEFT},
                           words);
    c->y += 15.0F * c->pen->ui;
}

static dw_colour mood_text(uint8_t mood)
{
    return dw_colour_mix(dw_palette_mood(mood), dw_palette(DW_TINT_WHITE), 0.30F);
}

/* What delays it and its sentence; what is no ordinary guard says first what it is. */
static void row_words(char out[DW_MIND_TEXT], const column *c, const dw_drawn_body *guard,
                      const dw_mind_view *mind)
{
    char words[DW_MIND_TEXT];
    const dw_intruder_names names = dw_minds_view_names(c->view);
    dw_mind_row(words, mind, &names);
    const dw_kind_name name = dw_kind_name_of(c->view->world, guard);
    const char *kind = dw_say_kind(name);
    if (name == DW_KIND_NAME_GUARD) {
        (void)snprintf(out, DW_MIND_TEXT, "%s", words);
    } else {
        (void)snprintf(out, DW_MIND_TEXT, "%c%s. %.*s", toupper((unsigned char)kind[0]), kind + 1,
                       DW_MIND_TEXT - 32, words);
    }
}

/* The goal and for how long the guard has had it; on a brief line also why, or what delays it. */
static void write_goal(column *c, const dw_drawn_body *guard, const dw_mind_view *mind, float y,
                       bool brief)
{
    char words[DW_MIND_TEXT];
    char age[DW_MIND_TEXT];
    const float ui = c->pen->ui;
    dw_mind_age(age, mind->since, c->view->world->tick);
    const dw_text_style small = dw_pen_plain(c->pen, 10.0F, DW_TINT_TEXT_FAINT);
    const float wide =
        dw_text_draw(c->pen, c->x1 - 10.0F * ui, y + 1.0F * ui, DW_ALIGN_RIGHT, &small, age);
    const dw_text_style bold = dw_pen_style(c->pen, DW_FACE_BOLD, 12.0F, mood_text(guard->mood));
    char line[DW_MIND_TEXT];
    dw_text_cut(c->pen->text, &bold, dw_mind_goal(mind->goal), c->x1 - c->x0 - 44.0F * ui - wide,
                line, sizeof line);
    const float end = c->x0 + 36.0F * ui +
                      dw_text_draw(c->pen, c->x0 + 30.0F * ui, y, DW_ALIGN_LEFT, &bold, line);
    const float room = c->x1 - 18.0F * ui - wide - end;
    if (brief && room > 60.0F * ui) {
        row_words(words, c, guard, mind);
        const dw_text_style plain = dw_pen_plain(c->pen, 10.0F, DW_TINT_TEXT_FAINT);
        dw_text_cut(c->pen->text, &plain, words, room, line, sizeof line);
        (void)dw_text_draw(c->pen, end, y + 1.5F * ui, DW_ALIGN_LEFT, &plain, line);
    }
}

static void write_row(column *c, const dw_drawn_body *guard, bool brief)
{
    const float ui = c->pen->ui;
    const float next = c->y + row_height(c->view, ui);
    const dw_mind_view *mind = dw_minds_view_mind(c->view, guard->id);
    if (guard->id == c->view->followed_id) {
        dw_canvas_round_rect(
            c->pen->canvas,
            (dw_box){c->x0 + 4.0F * ui, c->y - 2.0F * ui, c->x1 - 4.0F * ui, next - 2.0F * ui},
            5.0F * ui, dw_colour_fade(dw_palette_guard(guard->id), 0.16F));
    }
    dw_draw_guard_number(c->pen, c->x0 + 17.0F * ui, c->y + 8.0F * ui, 7.0F * ui, guard->id, 1.0F);
    if (mind == NULL) {
        const dw_text_style faint = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_FAINT);
        (void)dw_text_draw(c->pen, c->x0 + 30.0F * ui, c->y + 1.0F * ui, DW_ALIGN_LEFT, &faint,
                           "...");
        c->y = next;
        return;
    }
    write_goal(c, guard, mind, c->y, brief);
    if (!brief) {
        char sentence[DW_MIND_TEXT];
        row_words(sentence, c, guard, mind);
        const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
        c->y += 16.0F * ui;
        write_lines(c, 30.0F * ui, &plain, sentence, 2);
    }
    c->y = next;
}

static void draw_list(column *c)
{
    const dw_minds_view *view = c->view;
    const float ui = c->pen->ui;
    const bool brief = is_brief(view);
    const float end = dw_hud_minds_list_bottom(view, ui, c->y);
    dw_panel_draw(c->pen->canvas, (dw_box){c->x0, c->y, c->x1, end}, 10.0F * ui, 0.85F);
    (void)dw_panel_heading(c->pen, c->x0 + 10.0F * ui, c->y + 7.0F * ui,
                           (dw_heading){9.0F, dw_palette(DW_TINT_TEXT_FAINT), DW_ALIGN_LEFT},
                           dw_say(DW_SAY_MIND_GUARDS));
    c->y += list_head * ui;
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        if (is_guard(&view->world->bodies[i])) {
            write_row(c, &view->world->bodies[i], brief);
        }
    }
    c->y = end;
}

static void write_intruder(column *c, const dw_mind_intruder *row)
{
    const float ui = c->pen->ui;
    const dw_minds_view *view = c->view;
    const dw_colour colour = dw_slot_is_person(view->map, row->slot) ? dw_palette(DW_TINT_PERSON)
                                                                     : dw_palette_slot(row->slot);
    dw_canvas_disc(c->pen->canvas, c->x0 + 17.0F * ui, c->y + 7.0F * ui, 4.0F * ui, colour);
    const dw_text_style bold = dw_pen_style(c->pen, DW_FACE_BOLD, 11.0F, colour);
    const dw_intruder_names names = dw_minds_view_names(view);
    char whole[DW_INTRUDER_NAME];
    char name[DW_INTRUDER_NAME];
    (void)dw_intruder_name(&names, row->slot, whole);
    dw_text_cut(c->pen->text, &bold, whole, 120.0F * ui, name, sizeof name);
    (void)dw_text_draw(c->pen, c->x0 + 28.0F * ui, c->y, DW_ALIGN_LEFT, &bold, name);
    if (dw_overlay_has(view->overlay, DW_LAYER_METERS)) {
        const float level = row->meter < 100 ? (float)row->meter / 100.0F : 1.0F;
        const dw_box bar = dw_box_at(c->x1 - 98.0F * ui, c->y + 4.0F * ui, 88.0F * ui, 6.0F * ui);
        dw_canvas_round_rect(c->pen->canvas, bar, 3.0F * ui, dw_palette(DW_TINT_METER_TRACK));
        dw_canvas_round_rect(c->pen->canvas,
                             (dw_box){bar.x0, bar.y0, bar.x0 + (bar.x1 - bar.x0) * level, bar.y1},
                             3.0F * ui,
                             dw_palette_mood(row->meter >= 100  ? DW_MOOD_CHASING
                                             : row->meter >= 50 ? DW_MOOD_SUSPICIOUS
                                                                : DW_MOOD_ALERT));
    }
    c->y += 15.0F * ui;
    char words[DW_MIND_TEXT];
    dw_mind_belief(words, row, view->map, view->world->tick);
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    write_lines(c, 28.0F * ui, &plain, words, 1);
    c->y += 2.0F * ui;
}

static void write_call(column *c, const dw_mind_call *call)
{
    const float ui = c->pen->ui;
    char words[DW_MIND_TEXT];
    char age[DW_MIND_TEXT];
    const dw_intruder_names names = dw_minds_view_names(c->view);
    dw_mind_call_text(words, call, &names);
    dw_mind_age(age, call->tick, c->view->world->tick);
    dw_draw_guard_number(c->pen, c->x0 + 17.0F * ui, c->y + 7.0F * ui, 5.5F * ui, call->sender,
                         1.0F);
    const dw_text_style small = dw_pen_plain(c->pen, 10.0F, DW_TINT_TEXT_FAINT);
    const float wide =
        dw_text_draw(c->pen, c->x1 - 10.0F * ui, c->y + 1.0F * ui, DW_ALIGN_RIGHT, &small, age);
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    char line[DW_MIND_TEXT];
    dw_text_cut(c->pen->text, &plain, words, c->x1 - c->x0 - 44.0F * ui - wide, line, sizeof line);
    (void)dw_text_draw(c->pen, c->x0 + 28.0F * ui, c->y, DW_ALIGN_LEFT, &plain, line);
    c->y += 15.0F * ui;
}

/* The newest radio calls of all minds together, newest first. Bids would leave no line for what
 * comes of them. */
static uint32_t gather_calls(const dw_minds_view *view, const dw_mind_call *calls[CALLS_SHOWN])
{
    uint32_t count = 0;
    uint32_t below = UINT32_MAX;
    while (count < CALLS_SHOWN) {
        const dw_mind_call *best = NULL;
        const dw_drawn_body *guard = NULL;
        const dw_mind_view *mind = NULL;
        for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
            for (uint32_t k = 0; k < mind->call_count; k++) {
                const dw_mind_call *call = &mind->calls[k];
                if (!dw_mind_call_is_bid(call) && call->id < below &&
                    (best == NULL || call->id > best->id)) {
                    best = call;
                }
            }
        }
        if (best == NULL) {
            break;
        }
        below = best->id;
        calls[count++] = best;
    }
    return count;
}

static bool has_room(const column *c, float lines)
{
    return c->y + lines * 15.0F * c->pen->ui < c->bottom;
}

/* What the guard has decided and why, the newest first; the wheel scrolls. */
static void write_history(column *c, uint8_t body)
{
    const dw_minds *minds = c->view->minds;
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    const uint32_t began = c->view->round != NULL ? c->view->round->start_tick : 0;
    uint32_t skip = c->view->history_skip;
    bool any = false;
    for (uint32_t i = minds->change_count; i-- > 0 && has_room(c, any ? 1.0F : 3.0F);) {
        const dw_goal_change *change = &minds->changes[i];
        char words[DW_MIND_TEXT];
        if (change->body != body || change->tick > c->view->world->tick) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        if (!any) {
            write_heading(c, dw_say(DW_SAY_MIND_HISTORY));
            any = true;
        }
        dw_mind_decision(words, change, began);
        write_lines(c, 10.0F * c->pen->ui, &plain, words, 1);
    }
}

/* What the guard has heard, and which lamps it knows to be otherwise than at the start. */
static void write_noticed(column *c, const dw_mind_view *mind)
{
    char words[DW_MIND_TEXT];
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    const int switches = __builtin_popcount(mind->switches);
    if (!dw_overlay_has(c->view->overlay, DW_LAYER_NOTICED) || !has_room(c, 3.0F) ||
        (mind->noise_count == 0 && switches == 0)) {
        return;
    }
    write_heading(c, dw_say(DW_SAY_MIND_NOTICED));
    for (uint32_t i = 0; i < mind->noise_count && has_room(c, 1.0F); i++) {
        dw_mind_noise_text(words, &mind->noises[i], c->view->world->tick);
        write_lines(c, 10.0F * c->pen->ui, &plain, words, 1);
    }
    if (switches > 0 && has_room(c, 1.0F)) {
        dw_say_into(words, sizeof words, DW_SAY_NOTICED_LAMPS, DW_N(switches));
        write_lines(c, 10.0F * c->pen->ui, &plain, words, 1);
    }
}

static void write_mind(column *c, const dw_drawn_body *guard, const dw_mind_view *mind)
{
    const dw_minds_view *view = c->view;
    char words[DW_MIND_TEXT];
    const dw_text_style plain = dw_pen_plain(c->pen, 12.0F, DW_TINT_TEXT);
    const dw_text_style faint = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    const float inset = 10.0F * c->pen->ui;
    c->y += 8.0F * c->pen->ui;
    const dw_intruder_names names = dw_minds_view_names(view);
    dw_mind_sentence(words, mind->sentence, &names);
    write_lines(c, inset, &plain, words, 3);
    dw_mind_because(words, mind, view->world->tick);
    write_lines(c, inset, &faint, words, 2);
    static const dw_say_id alarms[4] = {DW_SAY_NOTHING, DW_SAY_ALARM_1, DW_SAY_ALARM_2,
                                        DW_SAY_ALARM_3};
    if (mind->agitation > 0) {
        const dw_text_style mood =
            dw_pen_style(c->pen, DW_FACE_REGULAR, 11.0F, mood_text(guard->mood));
        write_lines(c, inset, &mood, dw_say(alarms[mind->agitation]), 1);
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_MEMORY) && mind->intruder_count > 0) {
        write_heading(c, dw_say(DW_SAY_MIND_BELIEVES));
        for (uint32_t i = 0; i < mind->intruder_count && has_room(c, 2.0F); i++) {
            write_intruder(c, &mind->intruders[i]);
        }
    }
    write_noticed(c, mind);
    dw_mind_search_text(words, mind, view->map);
    if (dw_overlay_has(view->overlay, DW_LAYER_SEARCH) && words[0] != '\0' && has_room(c, 3.0F)) {
        write_heading(c, dw_say(DW_SAY_MIND_SEARCHES));
        write_lines(c, inset, &faint, words, 3);
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_RADIO) && mind->call_count > 0 &&
        has_room(c, 3.0F)) {
        write_heading(c, dw_say(DW_SAY_MIND_CALLS));
        for (uint32_t i = 0; i < mind->call_count && i < CALLS_SHOWN && has_room(c, 1.0F); i++) {
            write_call(c, &mind->calls[i]);
        }
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_GOALS)) {
        write_history(c, guard->id);
    }
}

/* A line behind the number of its guard. */
static void write_numbered(column *c, uint8_t body, const char *words)
{
    const float ui = c->pen->ui;
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    dw_draw_guard_number(c->pen, c->x0 + 17.0F * ui, c->y + 7.0F * ui, 5.5F * ui, body, 1.0F);
    write_lines(c, 28.0F * ui, &plain, words, 1);
}

static void write_contracts(column *c)
{
    const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
    dw_contracts contracts = {.count = 0};
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(c->view, &i, &guard)) != NULL;) {
        for (uint32_t k = 0; k < mind->call_count; k++) {
            dw_contracts_hear(&contracts, &mind->calls[k]);
        }
    }
    if (contracts.count == 0 || !dw_overlay_has(c->view->overlay, DW_LAYER_GOALS) ||
        !has_room(c, 3.0F)) {
        return;
    }
    write_heading(c, dw_say(DW_SAY_MIND_CONTRACTS));
    for (uint32_t i = 0; i < contracts.count && has_room(c, 1.0F); i++) {
        char words[DW_MIND_TEXT];
        dw_mind_contract(words, &contracts.rows[i], c->view->map);
        write_lines(c, 10.0F * c->pen->ui, &plain, words, 1);
    }
}

/* All guards of a match have the same one. */
static void write_strategy(column *c)
{
    char words[DW_MIND_TEXT];
    uint32_t at = 0;
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = dw_minds_view_next(c->view, &at, &guard);
    if (mind != NULL && dw_overlay_has(c->view->overlay, DW_LAYER_GOALS) && has_room(c, 2.0F)) {
        const dw_text_style plain = dw_pen_plain(c->pen, 11.0F, DW_TINT_TEXT_SOFT);
        dw_mind_strategy(words, mind);
        c->y += 5.0F * c->pen->ui;
        write_lines(c, 10.0F * c->pen->ui, &plain, words, 1);
    }
}

static void write_team(column *c)
{
    const dw_minds_view *view = c->view;
    write_strategy(c);
    const dw_mind_call *calls[CALLS_SHOWN];
    const uint32_t call_count = gather_calls(view, calls);
    if (dw_overlay_has(view->overlay, DW_LAYER_RADIO) && call_count > 0 && has_room(c, 3.0F)) {
        write_heading(c, dw_say(DW_SAY_MIND_RADIO));
        for (uint32_t i = 0; i < call_count && has_room(c, 1.0F); i++) {
            write_call(c, calls[i]);
        }
    }
    write_contracts(c);
    const dw_minds *minds = view->minds;
    if (dw_overlay_has(view->overlay, DW_LAYER_GOALS) && minds->change_count > 0 &&
        has_room(c, 3.0F)) {
        write_heading(c, dw_say(DW_SAY_MIND_CHANGES));
        for (uint32_t i = 0; i < minds->change_count && i < CHANGES_SHOWN && has_room(c, 1.0F);
             i++) {
            const dw_goal_change *change = &minds->changes[minds->change_count - 1 - i];
            char words[DW_MIND_TEXT];
            (void)snprintf(words, sizeof words, "%s: %s", dw_mind_goal(change->to),
                           dw_say_cause((dw_cause)change->cause));
            write_numbered(c, change->body, words);
        }
    }
    bool any = false;
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        char words[DW_MIND_TEXT];
        dw_mind_search_text(words, mind, view->map);
        if (words[0] == '\0' || !dw_overlay_has(view->overlay, DW_LAYER_SECTORS) ||
            !has_room(c, any ? 1.0F : 3.0F)) {
            continue;
        }
        if (!any) {
            write_heading(c, dw_say(DW_SAY_MIND_SECTORS));
            any = true;
        }
        write_numbered(c, guard->id, words);
    }
}

void dw_hud_draw_minds(const dw_pen *pen, const dw_minds_view *view, float top, float bottom)
{
    if (!knows_any(view)) {
        return;
    }
    const float ui = pen->ui;
    column c = {.pen = pen,
                .view = view,
                .x0 = 12.0F * ui,
                .x1 = (float)DW_HUD_MINDS_WIDTH * ui,
                .y = top,
                .bottom = bottom};
    draw_list(&c);
    const dw_drawn_body *guard = dw_minds_view_followed(view);
    const dw_mind_view *mind = guard != NULL ? dw_minds_view_mind(view, guard->id) : NULL;
    /* The panel must be as high as its text. So the text is written twice, the first time with an
     * empty clip, to measure it. */
    column dry = c;
    dw_canvas_clip(pen->canvas, (dw_box){0.0F, 0.0F, 0.0F, 0.0F});
    for (int pass = 0; pass < 2; pass++) {
        column *at = pass == 0 ? &dry : &c;
        at->y += 6.0F * ui;
        const float from = at->y;
        if (pass == 1) {
            dw_canvas_unclip(pen->canvas);
            if (dry.y - from < 12.0F * ui) {
                return;
            }
            dw_panel_draw(pen->canvas, (dw_box){c.x0, from, c.x1, dry.y + 8.0F * ui}, 10.0F * ui,
                          0.85F);
        }
        if (mind != NULL) {
            write_mind(at, guard, mind);
        } else {
            write_team(at);
        }
    }
}

void dw_hud_draw_switches(const dw_pen *pen, const dw_overlay *overlay, const dw_bindings *bindings)
{
    const float ui = pen->ui;
    for (uint32_t i = 0; i <= DW_LAYER_COUNT; i++) {
        const dw_box box = dw_overlay_box(pen->canvas->width, pen->canvas->height, ui, i);
        const bool cycles = i == DW_LAYER_COUNT;
        const bool on = !cycles && dw_overlay_has(overlay, (dw_layer)i);
        char key[DW_BINDING_NAME];
        dw_bindings_hint(bindings,
                         cycles ? DW_ACTION_LAYERS : (dw_action)(DW_ACTION_LAYER_SIGHT + i), false,
                         key);
        if (key[1] != '\0') {
            key[0] = '\0'; /* There is room for one letter. */
        }
        dw_canvas_round_rect(pen->canvas, box, 6.0F * ui,
                             on ? dw_palette(DW_TINT_SWITCH_ON) : dw_palette(DW_TINT_SWITCH_OFF));
        dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), 6.0F * ui, 1.0F,
                              on ? dw_palette(DW_TINT_ACCENT)
                                 : dw_colour_fade(dw_palette(DW_TINT_PANEL_EDGE), 0.6F));
        const dw_colour tint = on ? dw_palette(DW_TINT_TEXT) : dw_palette(DW_TINT_TEXT_FAINT);
        const dw_text_style bold =
            dw_pen_style(pen, DW_FACE_BOLD, 11.0F, on ? dw_palette(DW_TINT_ACCENT) : tint);
        const dw_text_style plain = dw_pen_style(pen, DW_FACE_REGULAR, 11.0F, tint);
        const float y = (box.y0 + box.y1 - dw_text_height(pen->text, &plain)) * 0.5F;
        (void)dw_text_draw(pen, box.x0 + 13.0F * ui, y, DW_ALIGN_CENTRE, &bold, key);
        (void)dw_text_draw(pen, box.x0 + 26.0F * ui, y, DW_ALIGN_LEFT, &plain,
                           cycles ? dw_say(DW_SAY_LAYER_CYCLE) : dw_layer_text((dw_layer)i));
    }
}
