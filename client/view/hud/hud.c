#include "client/view/hud/hud.h"

#include "client/view/hud/hud_captions.h"
#include "client/view/hud/hud_feed.h"
#include "client/view/hud/hud_help.h"
#include "client/view/hud/hud_mission.h"
#include "client/view/hud/hud_pointer.h"
#include "client/view/hud/hud_question.h"
#include "client/view/hud/hud_result.h"
#include "client/view/hud/hud_roster.h"
#include "client/view/hud/hud_scores.h"
#include "client/view/hud/hud_senses.h"
#include "client/view/hud/hud_signs.h"
#include "client/view/hud/hud_small_map.h"
#include "client/view/hud/hud_tools.h"
#include "client/view/hud/hud_tutorial.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/mission_text.h"
#include "client/view/model/vote_text.h"
#include "client/view/scene/draw_light.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "protocol/snapshot_items.h"

#include <math.h>
#include <stdio.h>

#define TASK_WIDE 400.0F /* Of the longest task, before scaling. */

/* In a round with a mission the task is what the mission asks for now; otherwise, and for players
 * who are out of the round, it is as in a heist. */
static void write_task(char task[DW_HUD_TEXT], const dw_pen *pen, const dw_hud_view *view)
{
    const dw_drawn_world *world = view->world;
    const bool is_out = world->own_slot != DW_SLOT_NONE && !world->has_own;
    if (view->mission != NULL && view->round->phase == DW_PHASE_RESULT) {
        (void)snprintf(task, DW_HUD_TEXT, "%s", dw_mission_outcome(view->round->outcome));
        return;
    }
    if (view->mission != NULL && view->round->phase == DW_PHASE_COUNTDOWN) {
        (void)snprintf(task, DW_HUD_TEXT, "%s", dw_say(DW_SAY_MISSION_BEGINS));
        return;
    }
    if (view->mission == NULL || view->round->phase != DW_PHASE_PLAY || is_out) {
        dw_hud_task(task, view->map, view->round, world);
        return;
    }
    char whole[DW_HUD_TEXT];
    const dw_text_style style = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    dw_mission_task(whole, view->mission);
    dw_text_cut(pen->text, &style, whole, TASK_WIDE * pen->ui, task, DW_HUD_TEXT);
}

/* The panel at the top: phase, clock, and what to do. Phase and clock meet at its centre. */
static void draw_clock(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    char clock[DW_HUD_TEXT];
    char task[DW_HUD_TEXT];
    dw_hud_clock(clock, dw_hud_clock_ticks(view->round, view->world->tick));
    write_task(task, pen, view);
    const dw_text_style task_style = dw_pen_plain(pen, 13.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style clock_style = {DW_FACE_BOLD, (int)(22.0F * ui), dw_palette(DW_TINT_TEXT),
                                       0.5F * ui};
    const bool on_mission = view->mission != NULL && view->round->phase == DW_PHASE_PLAY;
    const char *phase = view->round->paused != 0 ? dw_say(DW_SAY_PHASE_PAUSED)
                        : on_mission             ? dw_say(DW_SAY_MISSION_PHASE)
                                                 : dw_hud_phase(view->round->phase);
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
    if (view->use.kind == DW_USE_DEVICE) {
        dw_mission_use_text(what, view->mission, view->map, view->use.index);
    } else if (view->use.kind == DW_USE_DOOR && !dw_door_set_has(&world->doors, view->use.index) &&
               dw_door_is_locked(view->map, world->turned, view->use.index)) {
        dw_mission_lock_text(what, view->map, view->rules, view->use.index,
                             dw_snapshot_items_of(world->items, world->own_slot));
    } else {
        dw_hud_use(what, &view->use, &world->doors, lit, view->round);
    }
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

/* On a plate, since the house may lie below. */
static void draw_corner(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    char above[DW_HUD_TEXT];
    char below[DW_HUD_TEXT];
    char key[DW_BINDING_NAME];
    dw_bindings_hint(view->bindings, DW_ACTION_HELP, view->gamepad, key);
    dw_say_into(above, sizeof above, DW_SAY_MATCH_AND_HELP, DW_S(view->code), DW_S(key));
    dw_hud_line(below, view->fps, view->rtt_ms);
    const dw_text_style style = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_SOFT);
    const float wide =
        fmaxf(dw_text_width(pen->text, &style, above), dw_text_width(pen->text, &style, below));
    const float right = (float)pen->canvas->width - 14.0F * ui;
    const float bottom = (float)pen->canvas->height - 7.0F * ui;
    dw_canvas_round_rect(
        pen->canvas,
        (dw_box){right - wide - 7.0F * ui, bottom - 37.0F * ui, right + 7.0F * ui, bottom},
        5.0F * ui, dw_palette(DW_TINT_FEED_PLATE));
    (void)dw_text_draw(pen, right, bottom - 34.0F * ui, DW_ALIGN_RIGHT, &style, above);
    (void)dw_text_draw(pen, right, bottom - 18.0F * ui, DW_ALIGN_RIGHT, &style, below);
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
    const dw_vote_scene scene = {view->round, view->choices, view->bindings, view->world->own_slot,
                                 view->gamepad};
    if (!dw_vote_line(line, view->vote, &scene, view->world->tick)) {
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
    dw_hud_draw_pointers(pen, view);
    dw_hud_draw_roster(pen, view);
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
    dw_hud_draw_tutorial(pen, view);
    dw_hud_draw_mission(pen, view);
    dw_hud_draw_question(pen, view);
    dw_hud_draw_lobby(pen, view);
    if (result && view->help == 0 && !view->scores) {
        dw_hud_draw_result(pen, view);
    }
    dw_hud_draw_sign_menu(pen, view);
    dw_hud_draw_scores(pen, view);
    if (view->help != 0) {
        dw_hud_draw_help(pen, view->help, view->bindings, view->gamepad);
    }
}
