#include "client/view/hud/hud_senses.h"

#include "client/view/model/hud_text.h"
#include "client/view/tools/panel.h"

/* Where the bar of noise is full: a sprint through water. From 35 dB on a guard in the room hears
 * a step over some metres, from 50 dB on through doors. */
#define LOUDEST_DB   65.0F
#define LOUD_DB      35.0F
#define VERY_LOUD_DB 50.0F

/* As the meter of guards has it (server/RULES.md 3.24). */
#define DIM    20.0F
#define BRIGHT 60.0F

typedef struct gauge {
    const char *label, *value;
    float part; /* 0 .. 1 */
    dw_tint tint;
} gauge;

static void draw_gauge(const dw_pen *pen, dw_box cell, const gauge *of)
{
    const float ui = pen->ui;
    const dw_text_style label = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style value = dw_pen_bold(pen, 12.0F, DW_TINT_TEXT);
    (void)dw_text_draw(pen, cell.x0, cell.y0, DW_ALIGN_LEFT, &label, of->label);
    (void)dw_text_draw(pen, cell.x1, cell.y0, DW_ALIGN_RIGHT, &value, of->value);
    const dw_box track = {cell.x0, cell.y1 - 6.0F * ui, cell.x1, cell.y1};
    dw_canvas_round_rect(pen->canvas, track, 3.0F * ui, dw_palette(DW_TINT_METER_TRACK));
    if (of->part > 0.0F) {
        const float wide = dw_greater((track.x1 - track.x0) * dw_lesser(of->part, 1.0F), 6.0F * ui);
        dw_canvas_round_rect(pen->canvas, dw_box_at(track.x0, track.y0, wide, 6.0F * ui), 3.0F * ui,
                             dw_palette(of->tint));
    }
}

static dw_tint tint_of(float value, float middle, float high)
{
    return value >= high ? DW_TINT_BAD : value >= middle ? DW_TINT_ACCENT : DW_TINT_GOOD;
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
    const float step_db = (float)own->step_db10 / 10.0F;
    const gauge gauges[] = {
        {"Noise", noise, step_db / LOUDEST_DB, tint_of(step_db, LOUD_DB, VERY_LOUD_DB)},
        {"Light", light, (float)own->light / 100.0F, tint_of((float)own->light, DIM, BRIGHT)}};
    const bool shown[] = {own->hears, own->sees_light};
    const float ui = pen->ui;
    const float wide = 101.0F * ui;
    const float gap = 16.0F * ui;
    const float all = own->hears && own->sees_light ? 2.0F * wide + gap : wide;
    const float bottom = (float)pen->canvas->height - 50.0F * ui; /* Above the gaits. */
    const float left = (float)pen->canvas->width * 0.5F - all * 0.5F;
    const dw_box box = {left - 8.0F * ui, bottom - 36.0F * ui, left + all + 8.0F * ui, bottom};
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.88F);
    dw_box cell = dw_box_at(left, box.y0 + 6.0F * ui, wide, 24.0F * ui);
    for (int i = 0; i < 2; i++) {
        if (shown[i]) {
            draw_gauge(pen, cell, &gauges[i]);
            cell = dw_box_moved(cell, wide + gap, 0.0F);
        }
    }
}
