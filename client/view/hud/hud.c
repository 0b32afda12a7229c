#include "client/view/hud/hud.h"

#include "client/view/hud/hud_captions.h"
#include "client/view/hud/hud_feed.h"
#include "client/view/hud/hud_help.h"
#include "client/view/hud/hud_result.h"
#include "client/view/hud/hud_scores.h"
#include "client/view/hud/hud_senses.h"
#include "client/view/hud/hud_signs.h"
#include "client/view/hud/hud_small_map.h"
#include "client/view/hud/hud_tools.h"
#include "client/view/hud/hud_tutorial.h"
#include "client/view/model/hud_text.h"
#include "client/view/scene/draw_bodies.h"
#include "client/view/scene/draw_goal.h"
#include "client/view/scene/draw_light.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/snapshot_items.h"

#include <math.h>
#include <stdio.h>

/* The panel at the top: phase, clock, and what to do. Phase and clock meet at its centre. */
static void draw_clock(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    char clock[DW_HUD_TEXT];
    char task[DW_HUD_TEXT];
    dw_hud_clock(clock, dw_hud_clock_ticks(view->round, view->world->tick));
    dw_hud_task(task, view->map, view->round, view->world);
    const dw_text_style task_style = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style clock_style = {DW_FACE_BOLD, (int)(22.0F * ui), dw_palette(DW_TINT_TEXT),
                                       0.5F * ui};
    const char *phase =
        view->round->paused != 0 ? dw_say(DW_SAY_PHASE_PAUSED) : dw_hud_phase(view->round->phase);
    const float phase_wide = dw_panel_heading_width(pen, 11.0F, phase);
    const float half =
        fmaxf(phase_wide, dw_text_width(pen->text, &clock_style, clock)) + 24.0F * ui;
    const float task_wide = dw_text_width(pen->text, &task_style, task) + 36.0F * ui;
    const float wide = fmaxf(fmaxf(task_wide, 2.0F * half), 190.0F * ui);
    const dw_box box = {cx - wide * 0.5F, 10.0F * ui, cx + wide * 0.5F, 76.0F * ui};
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.92F);
    (void)dw_panel_heading(pen, cx - 6.0F * ui, box.y0 + 14.0F * ui,
                           (dw_heading){11.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_RIGHT}, phase);
    (void)dw_text_draw(pen, cx + 8.0F * ui, box.y0 + 7.0F * ui, DW_ALIGN_LEFT, &clock_style, clock);
    (void)dw_text_draw(pen, cx, box.y0 + 40.0F * ui, DW_ALIGN_CENTRE, &task_style, task);
}

float dw_hud_roster_bottom(const dw_round *round, float ui)
{
    return round->roster_count > 0 ? (50.0F + 24.0F * (float)round->roster_count) * ui : 44.0F * ui;
}

static void draw_roster(const dw_pen *pen, const dw_hud_view *view)
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
        const dw_text_style style = dw_pen_style(
            pen, own ? DW_FACE_BOLD : DW_FACE_REGULAR, 13.0F,
            dw_colour_fade(living ? dw_palette(DW_TINT_TEXT) : dw_palette(DW_TINT_TEXT_FAINT),
                           1.0F));
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

/* How the own body walks, and what the use key would do. */
static void draw_own(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const dw_drawn_world *world = view->world;
    const bool crouching = (view->intent.buttons & DW_BUTTON_CROUCH) != 0;
    const bool sprinting = !crouching && (world->own_flags & DW_BODY_SPRINTING) != 0;
    static const dw_say_id gaits[3] = {DW_SAY_GAIT_CROUCH, DW_SAY_GAIT_WALK, DW_SAY_GAIT_SPRINT};
    const int gait = crouching ? 0 : (sprinting ? 2 : 1);
    const float cx = (float)pen->canvas->width * 0.5F;
    const float bottom = (float)pen->canvas->height - 14.0F * ui;
    const float wide = 74.0F * ui;
    const dw_box box = {cx - wide * 1.5F - 6.0F * ui, bottom - 30.0F * ui,
                        cx + wide * 1.5F + 6.0F * ui, bottom};
    dw_panel_draw(pen->canvas, box, 15.0F * ui, 0.88F);
    for (int i = 0; i < 3; i++) {
        const dw_box cell =
            dw_box_at(box.x0 + 6.0F * ui + wide * (float)i, box.y0 + 4.0F * ui, wide, 22.0F * ui);
        if (i == gait) {
            dw_canvas_round_rect(pen->canvas, cell, 11.0F * ui, dw_palette_slot(world->own_slot));
        }
        const dw_text_style style =
            dw_pen_bold(pen, 12.0F, i == gait ? DW_TINT_ON_SLOT : DW_TINT_TEXT_FAINT);
        (void)dw_text_draw(pen, (cell.x0 + cell.x1) * 0.5F,
                           (cell.y0 + cell.y1 - dw_text_height(pen->text, &style)) * 0.5F,
                           DW_ALIGN_CENTRE, &style, dw_say(gaits[i]));
    }
    char what[DW_HUD_TEXT];
    const bool lit = view->use.kind == DW_USE_SWITCH &&
                     dw_switch_is_lit(view->map, view->use.index, world->worked);
    dw_hud_use(what, &view->use, &world->doors, lit, view->round);
    if (what[0] != '\0' && !view->hide_hints) {
        const float x = dw_camera_screen_x(view->camera, world->own_x);
        const float y = dw_camera_screen_y(view->camera, world->own_y) +
                        dw_camera_pixels(view->camera, DW_MM(700));
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        const dw_text_style cap = dw_pen_bold(pen, 11.0F, DW_TINT_TEXT);
        char key[DW_BINDING_NAME];
        dw_bindings_hint(view->bindings, DW_ACTION_USE, view->gamepad, key);
        const float key_wide = fmaxf(dw_text_width(pen->text, &cap, key) + 12.0F * ui, 20.0F * ui);
        const float words = dw_text_width(pen->text, &style, what) + key_wide + 26.0F * ui;
        const float hint_wide = words > 128.0F * ui ? words : 128.0F * ui;
        const dw_box hint = dw_box_at(x - 58.0F * ui, y, hint_wide, 30.0F * ui);
        dw_panel_draw(pen->canvas, hint, 8.0F * ui, 0.80F);
        (void)dw_panel_key(pen, hint.x0 + 8.0F * ui, hint.y0 + 4.0F * ui, key, what);
    }
}

/* An arrow at the border of the screen, with the distance in metres. */
static void draw_pointer(const dw_pen *pen, const dw_hud_view *view)
{
    double gx = 0.0;
    double gy = 0.0;
    bool leaving = false;
    if (view->round->phase != DW_PHASE_PLAY || !view->world->has_own ||
        !dw_goal_place(view->map, view->world, &gx, &gy, &leaving)) {
        return;
    }
    const float ui = pen->ui;
    const dw_box inside = {54.0F * ui, 100.0F * ui, (float)pen->canvas->width - 54.0F * ui,
                           (float)pen->canvas->height - 80.0F * ui};
    float x = 0.0F;
    float y = 0.0F;
    float turns = 0.0F;
    if (!dw_hud_pointer(inside, dw_camera_screen_x(view->camera, gx),
                        dw_camera_screen_y(view->camera, gy), &x, &y, &turns)) {
        return;
    }
    const dw_colour colour = dw_palette(leaving ? DW_TINT_EXIT : DW_TINT_OBJECTIVE);
    const float fx = cosf(turns * 6.2831853F);
    const float fy = sinf(turns * 6.2831853F);
    const float r = 17.0F * ui;
    dw_canvas_glow(pen->canvas, x, y, r * 2.4F, dw_colour_fade(colour, 0.30F));
    dw_canvas_disc(pen->canvas, x, y, r, dw_palette(DW_TINT_PANEL));
    dw_canvas_ring(pen->canvas, x, y, r, 1.6F * ui, colour);
    const float tip[6] = {x + fx * r * 1.75F,
                          y + fy * r * 1.75F,
                          x + fx * r * 1.12F - fy * r * 0.5F,
                          y + fy * r * 1.12F + fx * r * 0.5F,
                          x + fx * r * 1.12F + fy * r * 0.5F,
                          y + fy * r * 1.12F - fx * r * 0.5F};
    dw_canvas_convex(pen->canvas, tip, 3, colour);
    const double dx = gx - view->world->own_x;
    const double dy = gy - view->world->own_y;
    char metres[DW_HUD_TEXT];
    (void)snprintf(metres, sizeof metres, "%.0f",
                   sqrt(dx * dx + dy * dy) / DW_CAMERA_UNITS_PER_METRE);
    const dw_text_style style = dw_pen_style(pen, DW_FACE_BOLD, 12.0F, colour);
    (void)dw_text_draw(pen, x, y - dw_text_height(pen->text, &style) * 0.5F, DW_ALIGN_CENTRE,
                       &style, metres);
}

static void draw_corner(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    char line[DW_HUD_TEXT];
    dw_hud_line(line, view->fps, view->rtt_ms);
    const dw_text_style style = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw_edged(pen, (float)pen->canvas->width - 14.0F * ui,
                             (float)pen->canvas->height - 24.0F * ui, DW_ALIGN_RIGHT, &style, line);
    char key[DW_BINDING_NAME];
    dw_bindings_hint(view->bindings, DW_ACTION_HELP, view->gamepad, key);
    dw_say_into(line, sizeof line, DW_SAY_MATCH_AND_HELP, DW_S(view->code), DW_S(key));
    (void)dw_text_draw_edged(pen, (float)pen->canvas->width - 14.0F * ui,
                             (float)pen->canvas->height - 42.0F * ui, DW_ALIGN_RIGHT, &style, line);
}

/* A plate at the bottom of the screen: a dot and a line of text. */
typedef struct plate {
    float size, up, margin; /* Of the letters; from the screen's bottom to its top; around them. */
    float dot, shift;       /* The dot from the left; the text off the middle. */
    float alpha;
} plate;

static void draw_plate(const dw_pen *pen, plate look, const char *line)
{
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_bold(pen, look.size, DW_TINT_TEXT);
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = dw_text_width(pen->text, &style, line) + look.margin * ui;
    const float height = (float)pen->canvas->height;
    const dw_box box = {cx - wide * 0.5F, height - look.up * ui, cx + wide * 0.5F,
                        height - (look.up - 30.0F) * ui};
    dw_panel_draw(pen->canvas, box, 15.0F * ui, look.alpha);
    dw_canvas_disc(pen->canvas, box.x0 + look.dot * ui, (box.y0 + box.y1) * 0.5F, 3.5F * ui,
                   dw_palette(DW_TINT_ACCENT));
    (void)dw_text_draw(pen, cx + look.shift * ui,
                       (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F,
                       DW_ALIGN_CENTRE, &style, line);
}

static void draw_watching(const dw_pen *pen, const dw_hud_view *view)
{
    char line[DW_HUD_TEXT];
    dw_say_into(line, sizeof line,
                view->followed[0] != '\0' ? DW_SAY_FOLLOWING : DW_SAY_FREE_CAMERA,
                DW_S(view->followed));
    draw_plate(pen, (plate){13.0F, 44.0F, 36.0F, 15.0F, 5.0F, 0.88F}, line);
}

/* Above the panel of the camera, away from notices and results. */
static void draw_queue(const dw_pen *pen, const dw_hud_view *view)
{
    if (view->queue[0] != '\0') {
        draw_plate(pen, (plate){14.0F, 84.0F, 44.0F, 16.0F, 6.0F, 0.92F}, view->queue);
    }
}

/* At the right, below the notices: hides neither them nor the chat. */
static void draw_vote(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    char line[DW_HUD_TEXT];
    if (!dw_hud_vote(line, view->vote, view->round, view->world->own_slot, view->world->tick)) {
        return;
    }
    const dw_text_style style = dw_pen_bold(pen, 14.0F, DW_TINT_TEXT);
    const float wide = dw_text_width(pen->text, &style, line) + 36.0F * ui;
    const dw_box box =
        dw_box_at((float)pen->canvas->width - 14.0F * ui - wide, 146.0F * ui, wide, 34.0F * ui);
    dw_panel_draw(pen->canvas, box, 10.0F * ui, 0.94F);
    dw_canvas_rect(pen->canvas, dw_box_at(box.x0, box.y0 + 6.0F * ui, 3.0F * ui, 22.0F * ui),
                   dw_palette(DW_TINT_BAD));
    (void)dw_text_draw(pen, box.x0 + 18.0F * ui,
                       (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F, DW_ALIGN_LEFT,
                       &style, line);
}

/* The border of the screen glows while a guard is about to catch the player. */
static void draw_alarm(const dw_pen *pen, const dw_hud_view *view)
{
    if (view->world->caught <= 0.0F) {
        return;
    }
    const float beat = 0.75F + 0.25F * sinf((float)view->seconds * 10.0F);
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    const float strip = 2.0F * pen->ui;
    enum { STRIPS = 13 };
    for (int i = 0; i < STRIPS; i++) {
        const float part = 1.0F - (float)i / STRIPS;
        const float at = strip * (float)i;
        const dw_colour colour = dw_colour_fade(dw_palette(DW_TINT_BAD),
                                                part * part * view->world->caught * 0.75F * beat);
        dw_canvas_rect(pen->canvas, (dw_box){at, at, width - at, at + strip}, colour);
        dw_canvas_rect(pen->canvas, (dw_box){at, height - at - strip, width - at, height - at},
                       colour);
        dw_canvas_rect(pen->canvas, (dw_box){at, at + strip, at + strip, height - at - strip},
                       colour);
        dw_canvas_rect(pen->canvas,
                       (dw_box){width - at - strip, at + strip, width - at, height - at - strip},
                       colour);
    }
}

void dw_hud_draw(const dw_pen *pen, const dw_hud_view *view)
{
    const bool result = view->round->phase == DW_PHASE_RESULT;
    draw_alarm(pen, view);
    draw_pointer(pen, view);
    draw_roster(pen, view);
    draw_clock(pen, view);
    draw_queue(pen, view);
    draw_corner(pen, view);
    if (view->world->has_own) {
        draw_own(pen, view);
        dw_hud_draw_tools(pen, view);
        dw_hud_draw_senses(pen, view);
    } else {
        draw_watching(pen, view);
    }
    draw_vote(pen, view);
    dw_hud_draw_small_map(pen, view);
    dw_hud_draw_far_signals(pen, view);
    dw_hud_draw_feed(pen, view);
    dw_hud_draw_captions(pen, view);
    dw_hud_draw_sign_menu(pen, view);
    dw_hud_draw_tutorial(pen, view);
    dw_hud_draw_lobby(pen, view);
    if (result && view->help == 0) {
        dw_hud_draw_result(pen, view);
    }
    dw_hud_draw_scores(pen, view);
    if (view->help != 0) {
        dw_hud_draw_help(pen, view->help, view->bindings, view->gamepad);
    }
}
