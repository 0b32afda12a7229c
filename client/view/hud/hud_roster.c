#include "client/view/hud/hud_roster.h"

#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/snapshot_items.h"

float dw_hud_roster_bottom(const dw_round *round, float ui)
{
    return round->roster_count > 0 ? (50.0F + 24.0F * (float)round->roster_count) * ui : 44.0F * ui;
}

void dw_hud_draw_roster(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float row = 24.0F * ui;
    const dw_round *round = view->round;
    const dw_box box = {12.0F * ui, 10.0F * ui, 208.0F * ui, dw_hud_roster_bottom(round, ui)};
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.85F);
    char head[DW_HUD_TEXT];
    dw_say_into(head, sizeof head, DW_SAY_ROUND, DW_N(round->round));
    (void)dw_panel_heading(pen, box.x0 + 12.0F * ui, box.y0 + 9.0F * ui,
                           (dw_heading){10.0F, dw_palette(DW_TINT_TEXT_FAINT), DW_ALIGN_LEFT},
                           head);
    dw_say_into(head, sizeof head, DW_SAY_SPECTATORS, DW_N(round->spectators));
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, box.x1 - 12.0F * ui, box.y0 + 8.0F * ui, DW_ALIGN_RIGHT, &small, head);
    for (uint32_t i = 0; i < round->roster_count; i++) {
        const dw_roster_row *player = &round->roster[i];
        const float y = box.y0 + 32.0F * ui + row * (float)i;
        const bool living = player->state == DW_SLOT_ALIVE;
        const bool own = player->slot == view->world->own_slot;
        const dw_colour colour = dw_palette_slot(player->slot);
        dw_draw_intruder_token(pen->canvas,
                               &(dw_token){box.x0 + 22.0F * ui, y + 8.0F * ui, 19.0F * ui, 0.75F,
                                           living ? 1.0F : 0.35F},
                               colour, 0);
        const bool muted = view->mutes != NULL && dw_mutes_has(view->mutes, player->name);
        const char *state =
            muted && living ? dw_say(DW_SAY_STATE_MUTED) : dw_hud_slot_state(player->state);
        const float state_wide = dw_text_draw(
            pen, box.x1 - 12.0F * ui, y + 1.0F * ui, DW_ALIGN_RIGHT,
            &(dw_text_style){DW_FACE_REGULAR, (int)(11.0F * ui),
                             player->state == DW_SLOT_CAUGHT ? dw_palette(DW_TINT_BAD)
                                                             : dw_palette(DW_TINT_TEXT_FAINT),
                             0.0F},
            state);
        const dw_text_style style =
            dw_pen_style(pen, own ? DW_FACE_BOLD : DW_FACE_REGULAR, 13.0F,
                         dw_palette(living ? DW_TINT_TEXT : DW_TINT_TEXT_FAINT));
        char name[64];
        dw_text_cut(pen->text, &style, player->name, box.x1 - box.x0 - 62.0F * ui - state_wide,
                    name, sizeof name);
        (void)dw_text_draw(pen, box.x0 + 40.0F * ui, y, DW_ALIGN_LEFT, &style, name);
        if (dw_snapshot_item_of(view->world->items, player->slot) != DW_NONE) {
            const float x = box.x1 - 18.0F * ui;
            dw_canvas_glow(pen->canvas, x, y + 8.0F * ui, 14.0F * ui,
                           dw_palette(DW_TINT_LOOT_GLOW));
            dw_canvas_round_rect(pen->canvas,
                                 dw_box_at(x - 5.0F * ui, y + 2.0F * ui, 10.0F * ui, 12.0F * ui),
                                 1.5F * ui, dw_palette(DW_TINT_OBJECTIVE));
        }
    }
}
