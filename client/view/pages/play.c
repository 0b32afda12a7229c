#include "client/view/pages/play.h"

#include "client/view/hud/hud_answer.h"
#include "client/view/hud/hud_connection.h"
#include "client/view/hud/hud_minds.h"
#include "client/view/hud/hud_roster.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/standing_text.h"
#include "client/view/model/torches.h"
#include "client/view/model/use_offer.h"
#include "client/view/model/vote_text.h"
#include "client/view/pages/detected.h"
#include "client/view/pages/throwing.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <stdio.h>
#include <string.h>

/* Scale for a player, in pixels a metre at 720 lines. */
#define PLAY_SCALE     76.0
/* How far the view goes past the house: panels of the HUD lie there. */
#define PLAY_MARGIN    (1600.0 * DW_UNITS_PER_MM)
#define TILES_A_FRAME  2
#define SEATED_SHOWS_S 4.0
#define CROWDED        90.0F /* What the spectator's column needs below its list, before scaling. */

void dw_play_init(dw_play *play)
{
    *play = (dw_play){0};
    dw_play_sound_init(&play->sound);
    dw_field_init(&play->chat, DW_CHAT_MAX, "");
    dw_overlay_init(&play->overlay);
    dw_replay_desk_init(&play->desk);
}

void dw_play_reset(dw_play *play)
{
    const dw_overlay overlay = play->overlay;
    const uint32_t pick_soon = play->pick_soon;
    const dw_bindings *bindings = play->bindings;
    dw_scene_destroy(play->scene);
    dw_heard_watch_close(&play->heard);
    dw_play_init(play);
    play->overlay = overlay;
    play->pick_soon = pick_soon;
    play->bindings = bindings;
}

static void begin_round(dw_play *play)
{
    dw_scene_begin_round(play->scene);
    dw_feed_reset(&play->feed);
    play->flights = (dw_flights){0};
    play->own_noises = (dw_own_noises){.held = false};
    dw_heard_watch_forget(&play->heard);
    play->play_start_tick = 0;
}

/* The recorded round has jumped: nothing of what was heard and said before counts. */
static void follow_replay(dw_play *play, dw_client *client, double seconds)
{
    if (dw_replay_desk_update(&play->desk, client, seconds)) {
        begin_round(play);
    }
    if (play->desk.follow != 0) {
        play->spectator.followed_id = play->desk.follow;
        dw_spectator_come_near(&play->spectator, &play->camera);
        play->desk.follow = 0;
    }
}

static void follow_round(dw_play *play, const dw_round *round, double seconds)
{
    if (round->round != play->round) {
        play->round = round->round;
        begin_round(play);
    }
    if (round->phase == DW_PHASE_PLAY) {
        play->play_start_tick = round->start_tick;
        if (play->phase == DW_PHASE_COUNTDOWN) {
            dw_feed_notice(&play->feed, DW_TONE_PLAIN, seconds,
                           play->mission != NULL ? play->mission->brief.title
                                                 : dw_say(DW_SAY_HEIST_BEGINS));
        }
    }
    play->phase = round->phase;
}

static void follow_queue(dw_play *play, uint32_t place, uint8_t own_slot, double seconds)
{
    if (play->queue_place != 0 && place == 0 && own_slot != DW_SLOT_NONE) {
        play->seated = seconds;
    }
    play->queue_place = place;
}

/* The chat reports the start and the end of a vote; in between the HUD shows it. */
static void follow_vote(dw_play *play, const dw_vote_state *vote, const dw_vote_scene *scene,
                        double seconds)
{
    char text[DW_HUD_TEXT];
    if (vote == NULL || (vote->vote == play->vote.vote && vote->phase == play->vote.phase)) {
        return;
    }
    const bool same = vote->vote == play->vote.vote;
    play->vote = *vote;
    /* A player that joins later does not get the result of the last vote. */
    if ((same || vote->phase == DW_VOTE_ON) && dw_vote_notice(text, vote, scene)) {
        dw_feed_note(&play->feed, text, seconds);
    }
}

static uint8_t own_slot_of(const dw_client *client)
{
    const dw_welcome *welcome = dw_client_welcome(client);
    return welcome != NULL ? welcome->slot : DW_SLOT_NONE;
}

/* The match goes on with another map. */
static void leave_map(dw_play *play)
{
    dw_scene_destroy(play->scene);
    dw_heard_watch_close(&play->heard);
    play->scene = NULL;
    play->map = NULL;
    play->drawn = false;
    play->world = (dw_drawn_world){.own_slot = DW_SLOT_NONE};
    play->camera = (dw_camera){0};
    play->spectator.followed_id = 0;
}

static void send_signal(dw_play *play, dw_client *client, const dw_signal *signal, const char *no)
{
    if (!dw_client_signal(client, signal)) {
        dw_feed_notice(&play->feed, DW_TONE_PLAIN, play->seconds, no);
    }
}

/* What the person has asked for since the last update. */
static void send_signals(dw_play *play, dw_client *client)
{
    const dw_signal sign = {.sign = play->asked_sign};
    const dw_signal ping = {.position = play->asked_ping};
    if (play->asked_sign != DW_SIGN_NONE) {
        send_signal(play, client, &sign, dw_say(DW_SAY_SIGN_TOO_EARLY));
    }
    if (play->asks_ping) {
        send_signal(play, client, &ping, dw_say(DW_SAY_PING_TOO_EARLY));
    }
    if (play->asks_ready) {
        const uint8_t slot = own_slot_of(client);
        dw_client_say_ready(client, !dw_standing_is_ready(dw_client_standings(client), slot));
    }
    const dw_vote_state *vote = dw_client_vote(client);
    if (play->asked_vote != 0 && vote != NULL && vote->phase == DW_VOTE_ON) {
        dw_client_say_vote(client, play->asked_vote == DW_ACTION_VOTE_YES);
    }
    play->asked_vote = 0;
    play->asked_sign = DW_SIGN_NONE;
    play->asks_ping = false;
    play->asks_ready = false;
}

static dw_status enter_map(dw_play *play, const dw_map *map, dw_error *error)
{
    dw_status status = dw_scene_create(&play->scene, map, error);
    if (status != DW_OK) {
        return status;
    }
    play->map = map;
    status = dw_heard_watch_open(&play->heard, map);
    return status == DW_OK ? DW_OK : dw_fail(error, status, "no memory for the sounds of the map");
}

static dw_listener_view view_sounds(const dw_play *play, const dw_client *client, double now)
{
    return (dw_listener_view){play->map,
                              play->rules,
                              &play->world,
                              &play->camera,
                              &play->flights,
                              dw_client_round(client),
                              now};
}

static void take_events(dw_play *play, dw_client *client, const dw_listener_view *sounds,
                        double seconds)
{
    const dw_map *map = play->map;
    const uint8_t own_slot = own_slot_of(client);
    dw_client_event event;
    while (dw_client_pop_event(client, &event)) {
        if (event.kind == DW_CLIENT_EVENT_THROWN && play->rules != NULL) {
            dw_flights_event(&play->flights, &event, &play->world, map, play->rules, seconds);
        }
        if (play->rules != NULL) {
            dw_own_noises_event(&play->own_noises, &event, map, play->rules, &play->world,
                                &play->flights, seconds);
        }
        dw_play_sound_event(&play->sound, sounds, &event, play->drawn);
        dw_feed_event(&play->feed, &event, map, dw_client_round(client), play->mission, own_slot,
                      seconds);
        if (event.kind == DW_CLIENT_EVENT_DETECTED) {
            dw_detected_say(&play->feed, client, &play->world, (uint8_t)event.a, seconds);
        }
    }
}

dw_status dw_play_update(dw_play *play, dw_client *client, double seconds, dw_error *error)
{
    const dw_map *map = dw_client_map(client);
    const dw_round *round = dw_client_round(client);
    play->seconds = seconds;
    if (play->scene != NULL && map != play->map) {
        leave_map(play);
    }
    if (map == NULL) {
        return DW_OK;
    }
    if (play->scene == NULL) {
        const dw_status status = enter_map(play, map, error);
        if (status != DW_OK) {
            return status;
        }
    }
    follow_replay(play, client, seconds);
    play->mission = dw_client_get_mission(client);
    if (round != NULL) {
        follow_round(play, round, seconds);
        dw_mission_board_update(&play->board, play->mission, round->phase, seconds);
    }
    follow_queue(play, dw_client_queue_position(client), own_slot_of(client), seconds);
    const dw_welcome *welcome = dw_client_welcome(client);
    play->rules = welcome != NULL ? &welcome->rules : NULL;
    const dw_listener_view sounds = view_sounds(play, client, seconds);
    take_events(play, client, &sounds, seconds);
    dw_play_sound_update(&play->sound, &sounds, client, &play->hearing,
                         dw_mutes_slots(&play->mutes, round), play->drawn);
    dw_chat_line line;
    while (dw_client_pop_chat(client, &line)) {
        if (dw_mutes_hear(&play->mutes, &line)) {
            dw_feed_chat(&play->feed, &line, seconds);
        }
    }
    dw_answer_take(&play->answer, dw_client_newest_answer(client), &play->feed, seconds);
    const dw_vote_scene votes = {round, dw_client_choices(client), play->bindings,
                                 own_slot_of(client), play->controls.gamepad};
    follow_vote(play, dw_client_vote(client), &votes, seconds);
    send_signals(play, client);
    dw_feed_signals(&play->feed, dw_client_signals(client), dw_mutes_slots(&play->mutes, round),
                    map, round, seconds);
    return DW_OK;
}

/* The living player of a match with tools. */
static bool can_throw(const dw_play *play)
{
    return play->rules != NULL && play->rules->tools != 0 && play->phase == DW_PHASE_PLAY &&
           dw_play_can_signal(play);
}

static dw_throwing throwing(const dw_play *play)
{
    return (dw_throwing){.aim = &play->controls.aim,
                         .rules = play->rules,
                         .world = &play->world,
                         .camera = &play->camera,
                         .flights = &play->flights};
}

static dw_use choose_use(const dw_play *play, const dw_map *map)
{
    return play->phase == DW_PHASE_PLAY
               ? dw_use_offer(map, play->rules, &play->world, play->mission)
               : (dw_use){.kind = DW_USE_NOTHING};
}

/* Remembers the door at which the key goes down. */
static void note_use(dw_play *play)
{
    const bool held = (play->intent.buttons & DW_BUTTON_USE) != 0;
    const bool can = play->drawn && play->map != NULL && play->rules != NULL;
    const dw_use nothing = {.kind = DW_USE_NOTHING};
    dw_own_noises_use(&play->own_noises, held && can ? choose_use(play, play->map) : nothing, held,
                      play->seconds);
}

dw_intent dw_play_intent(dw_play *play)
{
    const uint8_t answer = play->asked_answer;
    play->asked_answer = 0;
    if (play->chatting) {
        play->intent = dw_controls_rest(&play->controls);
        play->intent.answer = answer;
        return play->intent;
    }
    play->intent = dw_controls_intent(&play->controls);
    play->intent.answer = answer;
    note_use(play);
    if (dw_aim_take(&play->controls.aim) && can_throw(play)) {
        const dw_throwing from = throwing(play);
        const char *no = dw_throwing_refusal(&from, play->seconds);
        if (no == NULL) {
            return dw_throwing_intent(&from, play->intent);
        }
        dw_feed_notice(&play->feed, DW_TONE_PLAIN, play->seconds, no);
    }
    return play->intent;
}

/* What the guards' minds are drawn from. */
static dw_minds_view view_minds(const dw_play *play, const dw_map *map, const dw_play_frame *frame)
{
    return (dw_minds_view){
        .map = map,
        .rules = &dw_client_welcome(frame->client)->rules,
        .minds = dw_client_minds(frame->client),
        .overlay = &play->overlay,
        .world = &play->world,
        .round = dw_client_round(frame->client),
        .mission = play->mission,
        .camera = &play->camera,
        .seconds = frame->seconds,
        .history_skip = play->history_of == play->spectator.followed_id ? play->history_skip : 0,
        .followed_id = play->spectator.followed_id};
}

/* The canvas less the panels of the HUD. */
static dw_box picture_box(const dw_play *play, const dw_pen *pen)
{
    const float ui = pen->ui;
    const float left = play->sees_minds ? (float)DW_HUD_MINDS_WIDTH + 8.0F : 224.0F;
    const float right = play->sees_minds ? (float)DW_HUD_SWITCHES_WIDTH : 28.0F;
    return (dw_box){left * ui, 88.0F * ui, (float)pen->canvas->width - right * ui,
                    (float)pen->canvas->height - 56.0F * ui};
}

/* Moves the camera for this frame. */
static void move_camera(dw_play *play, const dw_pen *pen, const dw_map *map,
                        const dw_play_frame *frame)
{
    dw_camera *camera = &play->camera;
    const dw_drawn_world *world = &play->world;
    if (camera->width == 0) {
        dw_camera_fit(camera, map->bounds, pen->canvas->width, pen->canvas->height,
                      picture_box(play, pen));
        play->had_own = false;
    } else if (camera->width != pen->canvas->width || camera->height != pen->canvas->height) {
        dw_camera_resize(camera, pen->canvas->width, pen->canvas->height);
    }
    if (world->has_own && !play->had_own) {
        camera->scale = PLAY_SCALE * (double)pen->ui;
        camera->target_scale = camera->scale;
        dw_camera_follow_inside(camera, world->own_x, world->own_y, PLAY_MARGIN, 0.0, 0.0);
    } else if (!world->has_own && play->had_own) {
        /* Caught, or the round is over: the person watches a teammate, or from where it was. */
        dw_spectator_friend(&play->spectator, world);
        dw_spectator_come_near(&play->spectator, camera);
    }
    play->had_own = world->has_own;
    (void)dw_camera_update(camera, frame->step_s);
    if (world->has_own) {
        dw_camera_follow_inside(camera, world->own_x, world->own_y, PLAY_MARGIN, 0.05,
                                frame->step_s);
    } else {
        dw_spectator_update(&play->spectator, camera, world, &play->controls, frame->step_s);
    }
}

static void draw_hud(dw_play *play, const dw_pen *pen, const dw_map *map,
                     const dw_play_frame *frame)
{
    char followed[64];
    const dw_round *round = dw_client_round(frame->client);
    dw_spectator_followed(&play->spectator, &play->world, round, play->mission, followed,
                          sizeof followed);
    const dw_minds_view minds = view_minds(play, map, frame);
    const float feed_top = (float)pen->canvas->height - 150.0F * pen->ui;
    bool crowded = false; /* The column needs the room below it: the feed goes beside it. */
    char queue[DW_HUD_TEXT];
    char watch_key[DW_BINDING_NAME] = "";
    if (frame->records) {
        dw_bindings_hint(play->bindings, DW_ACTION_LAST_REPLAY, false, watch_key);
    }
    dw_hud_queue(queue, play->queue_place,
                 play->seated > 0.0 && frame->seconds - play->seated < SEATED_SHOWS_S);
    if (play->sees_minds) {
        play->minds_top = dw_hud_roster_bottom(round, pen->ui) + 8.0F * pen->ui;
        play->minds_right = (float)DW_HUD_MINDS_WIDTH * pen->ui;
        crowded = dw_hud_minds_list_bottom(&minds, pen->ui, play->minds_top) + CROWDED * pen->ui >
                  feed_top;
        dw_hud_draw_minds(pen, &minds, play->minds_top,
                          crowded ? (float)pen->canvas->height : feed_top);
        dw_hud_draw_switches(pen, &play->overlay, play->bindings);
    }
    const dw_hud_view view = {
        .map = map,
        .rules = play->rules,
        .feed_top = play->sees_minds ? feed_top : 0.0F,
        .feed_left = crowded ? ((float)DW_HUD_MINDS_WIDTH + 8.0F) * pen->ui : 0.0F,
        .camera = &play->camera,
        .world = &play->world,
        .round = round,
        .vote = dw_client_vote(frame->client),
        .choices = dw_client_choices(frame->client),
        .tutorial = &play->tutorial,
        .standings = dw_client_standings(frame->client),
        .detections = dw_client_detections(frame->client),
        .mission = play->mission,
        .board = &play->board,
        .scores = play->controls.held[DW_ACTION_SCORES] > 0 ||
                  play->controls.held[DW_ACTION_SCORES_WATCH] > 0,
        .mutes = &play->mutes,
        .feed = &play->feed,
        .signs = &play->signs,
        .chat = play->chatting ? &play->chat : NULL,
        .followed = followed,
        .use = choose_use(play, map),
        .intent = play->intent,
        .own_senses =
            dw_torches_on_own(dw_client_own_senses(frame->client), map, play->rules, &play->world),
        .heard = &play->heard,
        .captions = frame->captions ? &play->sound.captions : NULL,
        .why = play->desk.why_open,
        .switches = play->sees_minds,
        .tool = can_throw(play) ? dw_aim_tool(&play->controls.aim) : DW_TOOL_NONE,
        .seconds = frame->seconds,
        .fps = frame->fps,
        .rtt_ms = frame->rtt_ms,
        .watch_key = watch_key,
        .code = dw_client_welcome(frame->client)->code,
        .queue = queue,
        .play_start_tick = play->play_start_tick,
        .help = play->help,
        .bindings = play->bindings,
        .hide_hints = frame->hide_hints,
        .gamepad = play->controls.gamepad};
    dw_hud_draw(pen, &view);
    dw_hud_draw_answer(pen, &play->answer);
}

static bool draw_match(dw_play *play, const dw_pen *pen, const dw_play_frame *frame)
{
    const dw_map *map = dw_client_map(frame->client);
    const dw_welcome *welcome = dw_client_welcome(frame->client);
    if (play->scene == NULL || map == NULL || welcome == NULL ||
        !dw_client_draw(frame->client, frame->now_ns, &play->world)) {
        return false;
    }
    const dw_own_senses own = dw_client_own_senses(frame->client);
    dw_own_noises_walk(&play->own_noises, &own, map, &play->world, frame->seconds);
    dw_heard_watch_step(&play->heard, &play->own_noises, map, &welcome->rules, &play->world,
                        frame->seconds);
    /* The first picture paints all tiles; later ones paint a few each. */
    const uint32_t tiles =
        play->drawn ? (play->camera.scale != play->camera.target_scale ? 0 : TILES_A_FRAME)
                    : DW_TILES_ALL;
    play->sees_minds = dw_client_minds(frame->client) != NULL;
    move_camera(play, pen, map, frame);
    const dw_listener_view sounds = view_sounds(play, frame->client, frame->seconds);
    dw_play_sound_step(&play->sound, &sounds);
    if (play->pick_soon != 0 && !play->world.has_own) {
        dw_spectator_pick(&play->spectator, &play->world, play->pick_soon);
        dw_spectator_come_near(&play->spectator, &play->camera);
        play->pick_soon = play->spectator.followed_id != 0 ? 0 : play->pick_soon;
    }
    const dw_minds_view minds = view_minds(play, map, frame);
    dw_drawn_world eyes;
    const bool through = dw_replay_desk_eyes(&play->desk, &play->world, &eyes);
    dw_aim_line aim;
    const dw_throwing from = throwing(play);
    const bool aims = can_throw(play) && dw_throwing_line(&from, map, &aim);
    const dw_scene_view view = {.camera = &play->camera,
                                .rules = &welcome->rules,
                                .world = through ? &eyes : &play->world,
                                .round = dw_client_round(frame->client),
                                .feed = &play->feed,
                                .flights = &play->flights,
                                .mission = play->mission,
                                .hearing = &play->hearing,
                                .aim = aims ? &aim : NULL,
                                .seconds = frame->seconds,
                                .step_s = frame->step_s,
                                .followed_id = play->spectator.followed_id,
                                .minds = play->sees_minds ? &minds : NULL,
                                .crouch_held = through
                                                   ? (eyes.own_flags & DW_BODY_CROUCHING) != 0
                                                   : (play->intent.buttons & DW_BUTTON_CROUCH) != 0,
                                .names = true,
                                .tile_budget = tiles};
    if (dw_scene_draw(play->scene, pen, &view) != DW_OK) {
        return false;
    }
    play->drawn = true;
    dw_tutorial_step(&play->tutorial, &play->world, dw_client_round(frame->client), play->intent,
                     frame->seconds);
    if (!dw_play_can_signal(play)) {
        play->signs.open = false;
    }
    if (frame->hud && dw_client_round(frame->client) != NULL) {
        draw_hud(play, pen, map, frame);
    }
    dw_hud_draw_connection(pen, frame->client, frame->now_ns);
    return true;
}

dw_canvas dw_play_canvas(const dw_play *play, const dw_pen *pen)
{
    dw_canvas above = *pen->canvas;
    above.height -= (int)dw_replay_desk_height(&play->desk, pen->ui);
    dw_canvas_unclip(&above);
    return above;
}

bool dw_play_draw(dw_play *play, const dw_pen *pen, const dw_play_frame *frame)
{
    dw_canvas above = dw_play_canvas(play, pen);
    const dw_pen upper = {&above, pen->text, pen->ui};
    const bool drawn = draw_match(play, &upper, frame);
    dw_rect area;
    if (drawn && dw_replay_desk_frame(&play->desk, &play->world, &area)) {
        play->spectator.followed_id = 0;
        dw_camera_fit(&play->camera, area, above.width, above.height, picture_box(play, &upper));
    }
    if (drawn && frame->hud) {
        const dw_replay_look look = {&play->world, play->spectator.followed_id, frame->seconds};
        dw_replay_desk_draw(&play->desk, pen, &look, play->bindings, play->controls.gamepad);
    }
    return drawn;
}

bool dw_play_keeps(const dw_play *play)
{
    const dw_replay_look look = {&play->world, play->spectator.followed_id, play->seconds};
    return dw_replay_desk_keeps(&play->desk, &look);
}

void dw_play_keep(dw_play *play, const dw_pen *pen)
{
    dw_canvas above = {0};
    if (pen != NULL) {
        above = dw_play_canvas(play, pen);
    }
    dw_replay_desk_keep(&play->desk, pen != NULL ? &above : NULL, play->seconds);
}
