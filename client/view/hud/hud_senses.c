#include "client/view/hud/hud_senses.h"

#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_ear.h"
#include "client/view/texts/say.h"
#include "client/view/tools/panel.h"

enum {
    STAGES = 3,
    NOISE_MAX_DB = 65, /* Where the bar of noise is full: a sprint through water. */
    LIGHT_MAX = 100
};

typedef struct gauge {
    const char *label, *value;
    float part;               /* 0 .. 1 */
    float stages[STAGES - 1]; /* Where the second and the third begin, as parts of the bar. */
    int stage;
} gauge;

/* The bar is cut where its stages begin. */
static void draw_bar(const dw_pen *pen, dw_box track, const gauge *of)
{
    static const dw_tint tints[STAGES] = {DW_TINT_GOOD, DW_TINT_ACCENT, DW_TINT_BAD};
    const float ui = pen->ui;
    const float wide = track.x1 - track.x0;
    for (int i = 0; i < STAGES; i++) {
        const float from = i == 0 ? 0.0F : of->stages[i - 1];
        const float to = i == STAGES - 1 ? 1.0F : of->stages[i];
        const float x0 = track.x0 + wide * from + (i == 0 ? 0.0F : ui);
        const float x1 = track.x0 + wide * to - (i == STAGES - 1 ? 0.0F : ui);
        dw_canvas_round_rect(pen->canvas, (dw_box){x0, track.y0, x1, track.y1}, 2.0F * ui,
                             dw_palette(DW_TINT_METER_TRACK));
        const float end = dw_lesser(track.x0 + wide * of->part, x1);
        if (end > x0) {
            dw_canvas_round_rect(pen->canvas, (dw_box){x0, track.y0, end, track.y1}, 2.0F * ui,
                                 dw_palette(tints[of->stage]));
        }
    }
}

static void draw_gauge(const dw_pen *pen, dw_box cell, const gauge *of)
{
    const float ui = pen->ui;
    const dw_text_style label = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style value = dw_pen_bold(pen, 12.0F, DW_TINT_TEXT);
    (void)dw_text_draw(pen, cell.x0, cell.y0, DW_ALIGN_LEFT, &label, of->label);
    (void)dw_text_draw(pen, cell.x1, cell.y0, DW_ALIGN_RIGHT, &value, of->value);
    draw_bar(pen, (dw_box){cell.x0, cell.y1 - 6.0F * ui, cell.x1, cell.y1}, of);
}

/* Above the gauges: which guard in view has heard what. A coin is there to be heard. */
static void draw_heard(const dw_pen *pen, const dw_heard_watch *heard, double now, float bottom)
{
    char text[DW_HEARD_TEXT];
    if (heard == NULL) {
        return;
    }
    const float strength = dw_heard_watch_text(heard, now, text);
    if (strength <= 0.0F) {
        return;
    }
    const float ui = pen->ui;
    const dw_tint tint = heard->kind == DW_OWN_NOISE_COIN ? DW_TINT_GOOD : DW_TINT_BAD;
    const dw_colour colour = dw_colour_fade(dw_palette(tint), strength);
    const dw_text_style style = dw_pen_style(pen, DW_FACE_BOLD, 14.0F, colour);
    const float wide = dw_text_width(pen->text, &style, text) + 50.0F * ui;
    const dw_box box = dw_box_at((float)pen->canvas->width * 0.5F - wide * 0.5F,
                                 bottom - 28.0F * ui, wide, 28.0F * ui);
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 0.88F * strength);
    dw_draw_ear(pen->canvas, box.x0 + 20.0F * ui, box.y0 + 14.0F * ui, 10.0F * ui, colour);
    (void)dw_text_draw(pen, box.x0 + 36.0F * ui,
                       box.y0 + 14.0F * ui - dw_text_height(pen->text, &style) * 0.5F,
                       DW_ALIGN_LEFT, &style, text);
}

void dw_hud_draw_senses(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_own_senses *own = &view->own_senses;
    if (!own->hears && !own->sees_light) {
        return;
    }
    char noise[DW_HUD_TEXT];
    char light[DW_HUD_TEXT];
    dw_hud_noise(noise, own);
    dw_hud_light(light, own);
    const gauge gauges[] = {
        {.label = dw_say(DW_SAY_NOISE),
         .value = noise,
         .part = (float)own->step_db10 / (10.0F * NOISE_MAX_DB),
         .stages = {(float)DW_HUD_HEARD_DB / NOISE_MAX_DB, (float)DW_HUD_LOUD_DB / NOISE_MAX_DB},
         .stage = dw_hud_noise_stage(own)},
        {.label = dw_say(DW_SAY_LIGHT),
         .value = light,
         .part = (float)own->light / LIGHT_MAX,
         .stages = {(float)DW_HUD_DIM / LIGHT_MAX, (float)DW_HUD_LIT / LIGHT_MAX},
         .stage = dw_hud_light_stage(own)}};
    const bool shown[] = {own->hears, own->sees_light};
    const float ui = pen->ui;
    const float wide = 140.0F * ui;
    const float gap = 16.0F * ui;
    const float all = own->hears && own->sees_light ? 2.0F * wide + gap : wide;
    const float bottom = (float)pen->canvas->height - 50.0F * ui; /* Above the gaits. */
    const float left = (float)pen->canvas->width * 0.5F - all * 0.5F;
    const dw_box box = {left - 8.0F * ui, bottom - 36.0F * ui, left + all + 8.0F * ui, bottom};
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.88F);
    draw_heard(pen, view->heard, view->seconds, box.y0 - 6.0F * ui);
    dw_box cell = dw_box_at(left, box.y0 + 6.0F * ui, wide, 24.0F * ui);
    for (int i = 0; i < 2; i++) {
        if (shown[i]) {
            draw_gauge(pen, cell, &gauges[i]);
            cell = dw_box_moved(cell, wide + gap, 0.0F);
        }
    }
}
