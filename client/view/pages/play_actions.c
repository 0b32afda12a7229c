/* play_actions.c - the part of play.h in which a person acts: keys, buttons and clicks. */
#include "client/view/hud/hud_minds.h"
#include "client/view/hud/hud_question.h"
#include "client/view/model/question_card.h"
#include "client/view/pages/play.h"
#include "common/base/check.h"

/* How far away a gamepad pings with its stick pushed to the end. */
#define PING_REACH DW_MM(8000)

void dw_play_turn_help(dw_play *play)
{
    /* A gamepad has no button to spare for the briefing: it follows the help, and the same button
     * closes it. A question that is asked meanwhile is more urgent. */
    const bool closes = play->controls.gamepad && play->board.briefing;
    const bool asked = dw_mission_board_asks(&play->board, play->seconds);
    play->help = (uint8_t)(closes ? 0 : (play->help + 1) % (DW_HELP_PAGES + 1));
    play->board.briefing =
        !closes && !asked && play->help == 0 && play->controls.gamepad && play->board.known;
    play->answer.open = false;
}

void dw_play_learn(dw_play *play)
{
    dw_tutorial_begin(&play->tutorial, play->seconds);
}

/* With a gamepad, where its right stick points from the own body; else what the mouse points at. */
static void ping(dw_play *play)
{
    const dw_aim *aim = &play->controls.aim;
    if (!play->controls.gamepad) {
        dw_play_ping(play, aim->x, aim->y);
    } else if (dw_play_can_signal(play)) {
        play->asks_ping = true;
        play->asked_ping =
            (dw_vec){(int32_t)play->world.own_x + (int32_t)(aim->stick_x * (float)PING_REACH),
                     (int32_t)play->world.own_y + (int32_t)(aim->stick_y * (float)PING_REACH)};
    }
}

static void zoom_in_the_middle(dw_play *play, float notches)
{
    dw_play_zoom(play, (float)play->camera.width * 0.5F, (float)play->camera.height * 0.5F,
                 notches);
}

static void choose_other_tool(dw_aim *aim)
{
    dw_aim_choose(aim, dw_aim_tool(aim) == DW_TOOL_BAIT ? DW_TOOL_COIN : DW_TOOL_BAIT);
}

static void watch_action(dw_play *play, dw_action action)
{
    switch (action) {
    case DW_ACTION_NEXT:
        dw_spectator_next(&play->spectator, &play->world);
        dw_spectator_come_near(&play->spectator, &play->camera);
        break;
    case DW_ACTION_OVERVIEW:
        play->spectator.followed_id = 0;
        play->camera.width = 0; /* Fitted anew by the next frame. */
        break;
    case DW_ACTION_LAYERS:
        if (play->sees_minds) {
            dw_overlay_cycle(&play->overlay);
        }
        break;
    default:
        if (play->sees_minds && action >= DW_ACTION_LAYER_SIGHT &&
            action <= DW_ACTION_LAYER_SECTORS) {
            dw_overlay_toggle(&play->overlay, (dw_layer)(action - DW_ACTION_LAYER_SIGHT));
        }
        break;
    }
}

/* True when it chose an option of the open question. */
static bool answer_question(dw_play *play, uint8_t option)
{
    const bool can = option != 0 && dw_question_can_answer(play->mission, &play->world) &&
                     option <= play->mission->question.count;
    play->asked_answer = can ? option : play->asked_answer;
    return can;
}

static bool replay_action(dw_play *play, dw_action action)
{
    const dw_replay_look look = {&play->world, play->spectator.followed_id, play->seconds};
    return dw_replay_desk_action(&play->desk, action, &look);
}

void dw_play_action(dw_play *play, dw_action action, bool down)
{
    if (down && play->controls.gamepad &&
        (dw_sign_menu_action(&play->signs, action, &play->asked_sign) ||
         answer_question(play, dw_question_option(action, true)))) {
        return;
    }
    dw_controls_set(&play->controls, action, down);
    if (!down) {
        return;
    }
    switch (action) {
    case DW_ACTION_CHAT:
        play->chatting = true;
        dw_field_clear(&play->chat);
        dw_controls_release(&play->controls);
        break;
    case DW_ACTION_HELP:
        dw_play_turn_help(play);
        break;
    case DW_ACTION_BRIEFING:
        play->board.briefing = !play->board.briefing;
        break;
    case DW_ACTION_VOTE_YES:
    case DW_ACTION_VOTE_NO:
        play->asked_vote = (uint8_t)action;
        break;
    case DW_ACTION_PARTS:
        play->board.folded = !play->board.folded;
        break;
    case DW_ACTION_SIGNS:
        if (dw_play_can_signal(play)) {
            dw_sign_menu_toggle(&play->signs);
        }
        break;
    case DW_ACTION_LESSON_NEXT:
        dw_tutorial_skip(&play->tutorial, play->seconds);
        break;
    case DW_ACTION_READY:
        play->asks_ready = play->phase == DW_PHASE_LOBBY;
        break;
    case DW_ACTION_USE: /* A gamepad has no button to spare, and in the lobby no use for this. */
        play->asks_ready = play->controls.gamepad && play->phase == DW_PHASE_LOBBY;
        break;
    case DW_ACTION_PING:
        ping(play);
        break;
    case DW_ACTION_TOOL:
        choose_other_tool(&play->controls.aim);
        break;
    case DW_ACTION_ZOOM_IN:
    case DW_ACTION_ZOOM_OUT:
        zoom_in_the_middle(play, action == DW_ACTION_ZOOM_IN ? 1.0F : -1.0F);
        break;
    default:
        if (action >= DW_ACTION_NUMBER_1 && action <= DW_ACTION_NUMBER_9) {
            dw_play_pick(play, (uint32_t)(action - DW_ACTION_NUMBER_1) + 1);
        } else if (!play->world.has_own && !replay_action(play, action)) {
            watch_action(play, action);
        }
        break;
    }
}

/* Over the column with the mind of a guard the wheel goes through what it has decided. */
static bool scroll_history(dw_play *play, float x, float notches)
{
    if (!play->sees_minds || play->spectator.followed_id == 0 || x >= play->minds_right) {
        return false;
    }
    if (play->history_of != play->spectator.followed_id) {
        play->history_of = play->spectator.followed_id;
        play->history_skip = 0;
    }
    if (notches < 0.0F) {
        play->history_skip += play->history_skip < DW_MIND_CHANGES_MAX ? 1 : 0;
    } else {
        play->history_skip -= play->history_skip > 0 ? 1 : 0;
    }
    return true;
}

void dw_play_zoom(dw_play *play, float x, float y, float notches)
{
    const double factor = notches > 0.0F ? 1.2 : 1.0 / 1.2;
    if (dw_answer_turn(&play->answer, notches > 0.0F ? -1 : 1)) {
        return;
    }
    if (scroll_history(play, x, notches)) {
        return;
    }
    if (play->world.has_own || play->spectator.followed_id != 0) {
        /* The followed body stays in the middle. */
        dw_camera_zoom_to(&play->camera, play->camera.target_scale * factor);
    } else {
        dw_camera_zoom_at(&play->camera, x, y, factor);
    }
}

void dw_play_drag(dw_play *play, float dx, float dy)
{
    if (!play->world.has_own && !play->desk.drags) {
        dw_spectator_drag(&play->spectator, &play->camera, dx, dy);
    }
}

void dw_play_pick(dw_play *play, uint32_t number)
{
    if (play->signs.open && number <= DW_SIGN_MENU_SIDE) {
        play->asked_sign = (uint8_t)dw_sign_menu_digit(&play->signs, number);
    } else if (answer_question(play, (uint8_t)number)) {
        return;
    } else if (play->world.has_own && number <= DW_TOOL_BAIT) {
        dw_aim_choose(&play->controls.aim, (dw_tool)number);
    } else if (!play->world.has_own) {
        dw_spectator_pick(&play->spectator, &play->world, number);
        dw_spectator_come_near(&play->spectator, &play->camera);
    }
}

void dw_play_ping(dw_play *play, float x, float y)
{
    if (dw_play_can_signal(play)) {
        play->asks_ping = true;
        play->asked_ping = (dw_vec){(int32_t)dw_camera_world_x(&play->camera, x),
                                    (int32_t)dw_camera_world_y(&play->camera, y)};
    }
}

static dw_sign sign_at(const dw_play *play, const dw_pen *pen, float x, float y)
{
    const dw_canvas canvas = dw_play_canvas(play, pen);
    const dw_box box = dw_sign_menu_box(canvas.width, canvas.height, pen->ui);
    return play->signs.open ? dw_sign_menu_at(box, pen->ui, x, y) : DW_SIGN_NONE;
}

static uint8_t option_at(const dw_play *play, const dw_pen *pen, float x, float y)
{
    dw_canvas canvas = dw_play_canvas(play, pen);
    const dw_pen upper = {&canvas, pen->text, pen->ui};
    const dw_hud_view view = {.mission = play->mission,
                              .board = &play->board,
                              .seconds = play->seconds,
                              .help = play->help,
                              .signs = &play->signs,
                              .switches = play->sees_minds,
                              .gamepad = play->controls.gamepad};
    return dw_hud_question_at(&upper, &view, x, y);
}

void dw_play_hover(dw_play *play, const dw_pen *pen, float x, float y)
{
    play->signs.marked = (uint8_t)sign_at(play, pen, x, y);
    dw_aim_point(&play->controls.aim, x, y);
    (void)dw_replay_desk_mouse(&play->desk, pen, x, y, DW_DESK_MOVES);
}

void dw_play_release(dw_play *play, const dw_pen *pen, float x, float y)
{
    (void)dw_replay_desk_mouse(&play->desk, pen, x, y, DW_DESK_LETS_GO);
}

bool dw_play_click(dw_play *play, const dw_pen *pen, float x, float y)
{
    if (dw_replay_desk_mouse(&play->desk, pen, x, y, DW_DESK_PRESSES)) {
        return true;
    }
    const float ui = pen->ui;
    const dw_canvas canvas = dw_play_canvas(play, pen);
    const dw_sign sign = sign_at(play, pen, x, y);
    if (sign != DW_SIGN_NONE) {
        play->asked_sign = (uint8_t)sign;
        play->signs.open = false;
        return true;
    }
    if (play->drawn && answer_question(play, option_at(play, pen, x, y))) {
        return true;
    }
    if (!play->drawn || play->world.has_own) {
        return false;
    }
    const int layer = play->sees_minds ? dw_overlay_at(canvas.width, canvas.height, ui, x, y) : -1;
    if (layer == DW_LAYER_COUNT) {
        dw_overlay_cycle(&play->overlay);
        return true;
    }
    if (layer >= 0) {
        dw_overlay_toggle(&play->overlay, (dw_layer)layer);
        return true;
    }
    const dw_minds_view view = {.world = &play->world, .followed_id = play->spectator.followed_id};
    uint8_t body = play->sees_minds ? dw_hud_minds_at(&view, ui, play->minds_top, x, y) : 0;
    if (body == 0) {
        body = dw_spectator_at(&play->world, &play->camera, 12.0F * ui, x, y);
    }
    if (body != 0) {
        play->spectator.followed_id = body;
        dw_spectator_come_near(&play->spectator, &play->camera);
    }
    return body != 0;
}
