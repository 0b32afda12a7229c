#include "client/view/hud/hud_tutorial.h"

#include "client/view/model/hud_text.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/snapshot_items.h"

#define WIDE      470.0F
#define LINE_HIGH 19.0F

void dw_hud_draw_tutorial(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_tutorial *tutorial = view->tutorial;
    if (tutorial == NULL || tutorial->lesson == DW_LESSON_OFF || view->help != 0) {
        return;
    }
    const float ui = pen->ui;
    char thing[DW_NAME_SIZE];
    char text[DW_TUTORIAL_TEXT];
    char line[DW_HUD_TEXT];
    char key[DW_BINDING_NAME];
    const uint16_t item =
        dw_snapshot_objective(view->map, view->world->items, view->world->own_slot);
    dw_hud_in_sentence(thing, view->map->items[item].name);
    dw_tutorial_text(tutorial, view->bindings, view->gamepad, thing, text);
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT);
    const float width = (WIDE - 40.0F) * ui;
    const uint32_t lines = dw_text_count_lines(pen->text, &style, text, width);
    const float high = (62.0F + LINE_HIGH * (float)lines) * ui;
    /* At the right, below notices and votes: nothing that one plays by lies there. */
    const dw_box box =
        dw_box_at((float)pen->canvas->width - (WIDE + 14.0F) * ui, 190.0F * ui, WIDE * ui, high);
    dw_panel_draw(pen->canvas, box, 12.0F * ui, 0.94F);
    dw_canvas_rect(pen->canvas,
                   dw_box_at(box.x0, box.y0 + 10.0F * ui, 3.0F * ui, high - 20.0F * ui),
                   dw_palette(DW_TINT_ACCENT));
    dw_say_into(line, sizeof line, DW_SAY_LESSON_HEAD, DW_N(tutorial->lesson),
                DW_N(DW_LESSON_COUNT - 1));
    (void)dw_panel_heading(pen, box.x0 + 20.0F * ui, box.y0 + 12.0F * ui,
                           (dw_heading){12.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT}, line);
    (void)dw_text_draw_lines(
        pen, (dw_text_block){box.x0 + 20.0F * ui, box.y0 + 34.0F * ui, width, LINE_HIGH * ui, 0},
        DW_ALIGN_LEFT, &style, text);
    dw_bindings_hint(view->bindings, DW_ACTION_LESSON_NEXT, false, key);
    dw_say_into(line, sizeof line, DW_SAY_LESSON_SKIP, DW_S(key));
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, box.x1 - 16.0F * ui, box.y0 + 11.0F * ui, DW_ALIGN_RIGHT, &small, line);
}
