#include "client/view/hud/hud_connection.h"

#include "client/view/model/hud_text.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

void dw_hud_draw_connection(const dw_pen *pen, const dw_client *client, uint64_t now_ns)
{
    char words[DW_HUD_TEXT];
    const dw_connection_state state = dw_client_connection(client, now_ns);
    const bool lost = state.kind == DW_CONNECTION_LOST;
    if (state.kind == DW_CONNECTION_FINE) {
        return;
    }
    dw_hud_connection_text(words, &state);
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_bold(pen, 16.0F, lost ? DW_TINT_BAD : DW_TINT_TEXT);
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = dw_text_width(pen->text, &style, words) + 48.0F * ui;
    const float high = dw_text_height(pen->text, &style) + 22.0F * ui;
    const float top = (float)pen->canvas->height * 0.22F;
    dw_panel_draw(pen->canvas, (dw_box){cx - wide * 0.5F, top, cx + wide * 0.5F, top + high},
                  10.0F * ui, 0.95F);
    (void)dw_text_draw(pen, cx, top + 11.0F * ui, DW_ALIGN_CENTRE, &style, words);
}
