#include "client/view/pages/replay_desk.h"

#include "client/view/texts/say.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"
#include "common/base/log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SEEK_EVERY_S 0.07 /* While dragging; the server takes 30 messages a second. */
#define NOTE_S       4.0
#define ANSWER_S     0.6

enum {
    JUMP_TICKS = 10 * DW_TICKS_PER_SECOND,
    LEAD_TICKS = DW_TICKS_PER_SECOND,         /* Before an event that is chosen. */
    WHY_LEAD_TICKS = 3 * DW_TICKS_PER_SECOND, /* Before the first glimpse. */
    FRAME = DW_MM(3000)                       /* Around the two that an answer is about. */
};

void dw_replay_desk_init(dw_replay_desk *desk)
{
    *desk = (dw_replay_desk){.event = DW_NO_EVENT, .why_event = DW_NO_EVENT};
}

void dw_replay_desk_note(dw_replay_desk *desk, double seconds, const char *words)
{
    (void)snprintf(desk->note, sizeof desk->note, "%s", words);
    desk->note_until_s = seconds + NOTE_S;
}

bool dw_replay_desk_close(dw_replay_desk *desk)
{
    const bool was_open = desk->why_open;
    desk->why_open = false;
    desk->why_event = DW_NO_EVENT;
    return was_open;
}

static void seek(dw_client *client, int64_t tick)
{
    const dw_playback *playback = dw_client_playback(client);
    const int64_t length = playback->now.length;
    dw_client_steer(client, DW_STEER_SEEK, (int32_t)(tick < 0 ? 0 : tick > length ? length : tick));
}

/* The cause has been told: some seconds before it, and standing still. */
static void show_why(dw_replay_desk *desk, dw_client *client, const dw_playback_sighting *sighting)
{
    desk->why_event = DW_NO_EVENT;
    desk->why_open = true;
    desk->frames = true;
    dw_log(DW_LOG_INFO, "replay_why", "event=%u guard=%u slot=%u tick=%u glimpse=%u",
           (unsigned)sighting->event, (unsigned)sighting->guard, (unsigned)sighting->slot,
           (unsigned)sighting->tick, (unsigned)sighting->glimpse_ticks);
    seek(client, (int64_t)sighting->tick - sighting->glimpse_ticks - WHY_LEAD_TICKS);
    dw_client_steer(client, DW_STEER_PAUSE, 1);
}

static void log_changes(dw_replay_desk *desk, const dw_playback_state *now)
{
    const dw_playback_state *last = &desk->logged;
    if (now->flags == last->flags && now->speed == last->speed && now->view == last->view &&
        now->epoch == last->epoch && now->length == last->length && now->events == last->events &&
        (now->shown == last->shown || (now->flags & DW_PLAYBACK_PAUSED) == 0)) {
        return;
    }
    desk->logged = *now;
    dw_log(DW_LOG_INFO, "replay",
           "shown=%u length=%u paused=%d speed=%u view=%u epoch=%u events=%u ready=%u",
           (unsigned)now->shown, (unsigned)now->length, (now->flags & DW_PLAYBACK_PAUSED) != 0,
           (unsigned)now->speed, (unsigned)now->view, (unsigned)now->epoch, (unsigned)now->events,
           (unsigned)now->ready);
}

/* Once the server has looked through the earlier rounds. */
static void tell_ghosts(dw_replay_desk *desk, double seconds)
{
    char words[DW_REPLAY_TEXT];
    const dw_ghosts *ghosts = dw_client_ghosts(desk->client);
    if (desk->ghosts_told || ghosts == NULL || ghosts->complete == 0) {
        return;
    }
    desk->ghosts_told = true;
    dw_say_into(words, sizeof words, ghosts->tries > 0 ? DW_SAY_GHOSTS_SHOWN : DW_SAY_GHOSTS_NONE,
                DW_N(ghosts->tries));
    dw_log(DW_LOG_INFO, "ghosts", "tries=%u", (unsigned)ghosts->tries);
    dw_replay_desk_note(desk, seconds, words);
}

static void show_or_hide_ghosts(dw_replay_desk *desk, double seconds)
{
    const bool show = !dw_client_shows_ghosts(desk->client);
    dw_client_show_ghosts(desk->client, show);
    desk->ghosts_told = false;
    dw_replay_desk_note(desk, seconds, dw_say(show ? DW_SAY_GHOSTS_READING : DW_SAY_GHOSTS_HIDDEN));
}

bool dw_replay_desk_update(dw_replay_desk *desk, dw_client *client, double seconds)
{
    const dw_playback *playback = dw_client_playback(client);
    desk->client = playback != NULL ? client : NULL;
    if (playback == NULL) {
        return false;
    }
    log_changes(desk, &playback->now);
    if (desk->why_event != DW_NO_EVENT && playback->has_sighting &&
        playback->sighting.event == desk->why_event) {
        show_why(desk, client, &playback->sighting);
    }
    if (desk->drags && desk->drag_tick != desk->asked_tick &&
        seconds - desk->asked_s >= SEEK_EVERY_S) {
        desk->asked_tick = desk->drag_tick;
        desk->asked_s = seconds;
        seek(client, desk->drag_tick);
    }
    tell_ghosts(desk, seconds);
    if (seconds > desk->note_until_s) {
        desk->note[0] = '\0';
    }
    const bool jumped = desk->epoch != 0 && desk->epoch != playback->now.epoch;
    desk->epoch = playback->now.epoch;
    return jumped;
}

static uint32_t shown_tick(const dw_playback *playback, const dw_replay_look *look)
{
    return (uint32_t)dw_playback_shown_at(playback, look->world->tick);
}

static void ask_why(dw_replay_desk *desk, dw_client *client, uint32_t event)
{
    desk->why_event = event;
    dw_client_steer(client, DW_STEER_WHY, (int32_t)event);
}

/* Of the intruder that is followed, else of any; while a card is open, the one before it. */
static void why(dw_replay_desk *desk, dw_client *client, const dw_replay_look *look)
{
    const dw_playback *playback = dw_client_playback(client);
    const dw_drawn_body *body = dw_drawn_body_find(look->world, look->followed_id);
    const uint8_t slot = body != NULL && body->role == DW_ROLE_INTRUDER ? body->slot : DW_SLOT_NONE;
    const uint32_t event =
        desk->why_open ? dw_time_line_sighting_before(playback, playback->sighting.event, slot)
                       : dw_time_line_sighting(playback, shown_tick(playback, look), slot);
    if (event == DW_NO_EVENT) {
        const bool all = playback->now.ready >= playback->now.length;
        dw_replay_desk_note(desk, look->seconds,
                            dw_say(all ? DW_SAY_WHY_NOBODY : DW_SAY_WHY_NOBODY_YET));
        return;
    }
    ask_why(desk, client, event);
}

/* The tick from which a key goes on. */
static uint32_t from_tick(const dw_replay_desk *desk, const dw_replay_look *look)
{
    return look->seconds < desk->tick_until_s ? desk->hoped_tick
                                              : shown_tick(dw_client_playback(desk->client), look);
}

static void jump(dw_replay_desk *desk, int64_t tick, double seconds)
{
    const int64_t length = dw_client_playback(desk->client)->now.length;
    desk->hoped_tick = (uint32_t)(tick < 0 ? 0 : tick > length ? length : tick);
    desk->tick_until_s = seconds + ANSWER_S;
    seek(desk->client, desk->hoped_tick);
}

static void change_speed(dw_replay_desk *desk, bool slower, double seconds)
{
    const uint8_t now = dw_client_playback(desk->client)->now.speed;
    const uint8_t from = seconds < desk->speed_until_s ? desk->hoped_speed : now;
    desk->hoped_speed = dw_time_line_speed(from, slower);
    desk->speed_until_s = seconds + ANSWER_S;
    dw_client_steer(desk->client, DW_STEER_SPEED, desk->hoped_speed);
}

static void pause_or_go_on(dw_client *client)
{
    const dw_playback_state *now = &dw_client_playback(client)->now;
    const bool paused = (now->flags & DW_PLAYBACK_PAUSED) != 0;
    if (paused && now->shown >= now->length) {
        seek(client, 0); /* From the end it begins anew. */
    }
    dw_client_steer(client, DW_STEER_PAUSE, paused ? 0 : 1);
}

static const dw_drawn_body *find_slot(const dw_drawn_world *world, uint8_t slot)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (world->bodies[i].role == DW_ROLE_INTRUDER && world->bodies[i].slot == slot) {
            return &world->bodies[i];
        }
    }
    return NULL;
}

/* What the followed body could know or believed, and back. Without one, the first player's, who is
 * followed from then on. */
static void change_view(dw_replay_desk *desk, const dw_replay_look *look)
{
    const uint8_t view = dw_client_playback(desk->client)->now.view;
    const dw_drawn_body *body = dw_drawn_body_find(look->world, look->followed_id);
    int32_t next = DW_PLAYBACK_VIEW_ALL;
    for (uint8_t slot = 0; body == NULL && view == next && slot < DW_INTRUDERS_MAX; slot++) {
        body = find_slot(look->world, slot);
        desk->follow = body != NULL ? body->id : 0;
    }
    if (body != NULL && body->role == DW_ROLE_GUARD) {
        next = DW_PLAYBACK_VIEW_GUARDS + body->id - 1;
    } else if (body != NULL) {
        next = DW_PLAYBACK_VIEW_SLOTS + body->slot;
    }
    dw_client_steer(desk->client, DW_STEER_VIEW, next == view ? DW_PLAYBACK_VIEW_ALL : next);
}

bool dw_replay_desk_frame(dw_replay_desk *desk, const dw_drawn_world *world, dw_rect *area)
{
    if (desk->client == NULL || !desk->frames) {
        return false;
    }
    const dw_playback *playback = dw_client_playback(desk->client);
    const dw_playback_sighting *sighting = &playback->sighting;
    const uint32_t before = sighting->glimpse_ticks + WHY_LEAD_TICKS;
    const double there = sighting->tick > before ? sighting->tick - before : 0;
    if (fabs(dw_playback_shown_at(playback, world->tick) - there) > 1.0) {
        return false; /* Still on the way. */
    }
    desk->frames = false;
    const dw_drawn_body *guard = dw_drawn_body_find(world, sighting->guard);
    const dw_drawn_body *intruder = find_slot(world, sighting->slot);
    if (guard == NULL || intruder == NULL) {
        return false; /* The view does not show both. */
    }
    *area = (dw_rect){{(int32_t)fmin(guard->x, intruder->x) - FRAME,
                       (int32_t)fmin(guard->y, intruder->y) - FRAME},
                      {(int32_t)fmax(guard->x, intruder->x) + FRAME,
                       (int32_t)fmax(guard->y, intruder->y) + FRAME}};
    return true;
}

bool dw_replay_desk_eyes(const dw_replay_desk *desk, const dw_drawn_world *world,
                         dw_drawn_world *own)
{
    const uint8_t view = desk->client != NULL ? dw_client_playback(desk->client)->now.view : 0;
    if (view < DW_PLAYBACK_VIEW_SLOTS || view >= DW_PLAYBACK_VIEW_GUARDS) {
        return false;
    }
    const dw_drawn_body *body = find_slot(world, (uint8_t)(view - DW_PLAYBACK_VIEW_SLOTS));
    if (body == NULL) {
        return false;
    }
    *own = *world;
    own->has_own = true;
    own->own_slot = body->slot;
    own->own_state = DW_SLOT_ALIVE;
    own->own_flags = body->flags;
    own->own_x = body->x;
    own->own_y = body->y;
    own->own_heading = body->heading;
    own->bodies[body - world->bodies] = own->bodies[--own->body_count];
    return true;
}

static void to_event(dw_replay_desk *desk, const dw_replay_look *look, bool back)
{
    const dw_playback *playback = dw_client_playback(desk->client);
    const uint32_t now = from_tick(desk, look);
    /* While it plays, a second press means the event before the one that was just reached. */
    const bool plays = (playback->now.flags & DW_PLAYBACK_PAUSED) == 0;
    const uint32_t margin = back && plays ? LEAD_TICKS : 0;
    const uint32_t event = dw_time_line_step(playback, now > margin ? now - margin : 0, back);
    if (event != DW_NO_EVENT) {
        jump(desk, playback->events[event].tick, look->seconds);
    }
}

static void end_clip(dw_replay_desk *desk, double seconds)
{
    char words[DW_REPLAY_TEXT];
    dw_replay_clip_stop(&desk->clip, desk->client);
    dw_say_into(words, sizeof words, DW_SAY_CLIP_SAVED, DW_N(desk->clip.saved),
                DW_S(desk->clip.folder));
    dw_log(DW_LOG_INFO, "clip_saved", "pictures=%u folder=%s", (unsigned)desk->clip.saved,
           dw_log_quote(desk->clip.folder).text);
    dw_replay_desk_note(desk, seconds, words);
}

static void say_clip_failed(dw_replay_desk *desk, double seconds, const dw_error *error)
{
    char words[DW_REPLAY_TEXT];
    dw_say_into(words, sizeof words, DW_SAY_CLIP_FAILED, DW_S(error->text));
    dw_replay_desk_note(desk, seconds, words);
}

static void start_or_stop_clip(dw_replay_desk *desk, const dw_replay_look *look)
{
    dw_error error = {""};
    if (desk->clip.on) {
        end_clip(desk, look->seconds);
        return;
    }
    const double shown = dw_playback_shown_at(dw_client_playback(desk->client), look->world->tick);
    if (dw_replay_clip_start(&desk->clip, desk->client, shown, &error) != DW_OK) {
        say_clip_failed(desk, look->seconds, &error);
        return;
    }
    dw_replay_desk_note(desk, look->seconds, dw_say(DW_SAY_CLIP_STARTS));
}

bool dw_replay_desk_keeps(const dw_replay_desk *desk, const dw_replay_look *look)
{
    if (desk->client == NULL || !desk->clip.on) {
        return false;
    }
    const double shown = dw_playback_shown_at(dw_client_playback(desk->client), look->world->tick);
    return dw_replay_clip_due(&desk->clip, desk->client, shown);
}

void dw_replay_desk_keep(dw_replay_desk *desk, const dw_canvas *canvas, double seconds)
{
    dw_error error = {""};
    if (canvas == NULL) {
        (void)dw_fail(&error, DW_IO, "the picture on the screen cannot be read");
    } else if (dw_replay_clip_save(&desk->clip, desk->client, canvas, &error)) {
        return;
    }
    end_clip(desk, seconds);
    if (error.text[0] != '\0') {
        say_clip_failed(desk, seconds, &error);
    }
}

bool dw_replay_desk_action(dw_replay_desk *desk, dw_action action, const dw_replay_look *look)
{
    dw_client *client = desk->client;
    if (client == NULL) {
        return false;
    }
    switch (action) {
    case DW_ACTION_REPLAY_PAUSE:
        pause_or_go_on(client);
        return true;
    case DW_ACTION_REPLAY_BACK:
    case DW_ACTION_REPLAY_FORWARD:
        jump(desk,
             (int64_t)from_tick(desk, look) +
                 (action == DW_ACTION_REPLAY_BACK ? -JUMP_TICKS : JUMP_TICKS),
             look->seconds);
        return true;
    case DW_ACTION_REPLAY_STEP_BACK:
    case DW_ACTION_REPLAY_STEP:
        dw_client_steer(client, DW_STEER_STEP, action == DW_ACTION_REPLAY_STEP ? 1 : -1);
        return true;
    case DW_ACTION_REPLAY_SLOWER:
    case DW_ACTION_REPLAY_FASTER:
        change_speed(desk, action == DW_ACTION_REPLAY_SLOWER, look->seconds);
        return true;
    case DW_ACTION_REPLAY_EVENT_BACK:
    case DW_ACTION_REPLAY_EVENT:
        to_event(desk, look, action == DW_ACTION_REPLAY_EVENT_BACK);
        return true;
    case DW_ACTION_REPLAY_VIEW:
        change_view(desk, look);
        return true;
    case DW_ACTION_REPLAY_WHY:
        why(desk, client, look);
        return true;
    case DW_ACTION_REPLAY_GHOSTS:
        show_or_hide_ghosts(desk, look->seconds);
        return true;
    case DW_ACTION_REPLAY_CLIP:
        start_or_stop_clip(desk, look);
        return true;
    default:
        return false;
    }
}

static void press(dw_replay_desk *desk, dw_client *client, const dw_time_line *line, float x)
{
    const dw_playback *playback = dw_client_playback(client);
    if (desk->event < playback->event_count) {
        const dw_playback_event *event = &playback->events[desk->event];
        if (event->kind == DW_PLAYBACK_EVENT_SIGHTING) {
            ask_why(desk, client, desk->event);
        } else {
            seek(client, (int64_t)event->tick - LEAD_TICKS);
        }
        return;
    }
    desk->drags = true;
    desk->drag_tick = dw_time_line_tick(line, x);
    desk->asked_tick = desk->drag_tick;
    seek(client, desk->drag_tick);
}

bool dw_replay_desk_mouse(dw_replay_desk *desk, const dw_pen *pen, float x, float y,
                          dw_desk_mouse what)
{
    dw_client *client = desk->client;
    const dw_playback *playback = client != NULL ? dw_client_playback(client) : NULL;
    desk->points = false;
    desk->event = DW_NO_EVENT;
    if (playback == NULL) {
        desk->drags = false;
        return false;
    }
    const dw_time_line line =
        dw_time_line_place(pen->canvas->width, pen->canvas->height, pen->ui, playback->now.length);
    const bool over = dw_box_holds(line.panel, x, y);
    desk->mouse_x = x;
    desk->points = desk->drags || dw_time_line_holds(&line, x, y);
    if (desk->drags) {
        desk->drag_tick = dw_time_line_tick(&line, x);
        if (what == DW_DESK_LETS_GO) {
            desk->drags = false;
            if (desk->drag_tick != desk->asked_tick) {
                seek(client, desk->drag_tick);
            }
        }
        return true;
    }
    if (desk->points) {
        desk->event = dw_time_line_event_at(&line, playback, pen->ui, x, y);
    }
    if (what == DW_DESK_PRESSES && desk->points) {
        press(desk, client, &line, x);
    }
    return over;
}

float dw_replay_desk_height(const dw_replay_desk *desk, float ui)
{
    return desk->client != NULL ? dw_time_line_height(ui) : 0.0F;
}

/* "Space pause   , . step   J L 10 s ..." */
static void write_hints(char out[DW_REPLAY_TEXT], const dw_bindings *bindings, bool gamepad)
{
    static const struct {
        dw_action actions[2];
        dw_say_id what;
    } rows[] = {
        {{DW_ACTION_REPLAY_PAUSE, DW_ACTION_NONE}, DW_SAY_REPLAY_HINT_PAUSE},
        {{DW_ACTION_REPLAY_STEP_BACK, DW_ACTION_REPLAY_STEP}, DW_SAY_REPLAY_HINT_STEP},
        {{DW_ACTION_REPLAY_BACK, DW_ACTION_REPLAY_FORWARD}, DW_SAY_REPLAY_HINT_JUMP},
        {{DW_ACTION_REPLAY_SLOWER, DW_ACTION_REPLAY_FASTER}, DW_SAY_REPLAY_HINT_SPEED},
        {{DW_ACTION_REPLAY_EVENT_BACK, DW_ACTION_REPLAY_EVENT}, DW_SAY_REPLAY_HINT_EVENT},
        {{DW_ACTION_REPLAY_VIEW, DW_ACTION_NONE}, DW_SAY_REPLAY_HINT_VIEW},
        {{DW_ACTION_REPLAY_WHY, DW_ACTION_NONE}, DW_SAY_REPLAY_HINT_WHY},
        {{DW_ACTION_REPLAY_GHOSTS, DW_ACTION_NONE}, DW_SAY_REPLAY_HINT_GHOSTS},
    };
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < DW_COUNT_OF(rows) && used < DW_REPLAY_TEXT; i++) {
        char keys[2][DW_BINDING_NAME] = {"", ""};
        for (uint32_t k = 0; k < 2 && rows[i].actions[k] != DW_ACTION_NONE; k++) {
            dw_bindings_hint(bindings, rows[i].actions[k], gamepad, keys[k]);
        }
        used += (size_t)snprintf(out + used, DW_REPLAY_TEXT - used, "%s%s%s%s %s",
                                 used > 0 ? "    " : "", keys[0], keys[1][0] != '\0' ? " " : "",
                                 keys[1], dw_say(rows[i].what));
    }
}

/* What the card of an answer says about keys. */
static void write_why_hint(char out[DW_REPLAY_TEXT], const dw_bindings *bindings, bool gamepad)
{
    static const dw_action actions[] = {DW_ACTION_REPLAY_WHY, DW_ACTION_REPLAY_PAUSE,
                                        DW_ACTION_MENU};
    char keys[DW_COUNT_OF(actions)][DW_BINDING_NAME];
    for (size_t i = 0; i < DW_COUNT_OF(actions); i++) {
        dw_bindings_hint(bindings, actions[i], gamepad, keys[i]);
    }
    dw_say_into(out, DW_REPLAY_TEXT, DW_SAY_WHY_AGAIN, DW_S(keys[0]), DW_S(keys[1]), DW_S(keys[2]));
}

void dw_replay_desk_draw(const dw_replay_desk *desk, const dw_pen *pen, const dw_replay_look *look,
                         const dw_bindings *bindings, bool gamepad)
{
    char hints[DW_REPLAY_TEXT];
    char why_hint[DW_REPLAY_TEXT];
    if (desk->client == NULL) {
        return;
    }
    const dw_client *client = desk->client;
    const dw_playback *playback = dw_client_playback(client);
    write_hints(hints, bindings, gamepad);
    write_why_hint(why_hint, bindings, gamepad);
    const dw_time_line_view view = {
        .playback = playback,
        .names = {dw_client_map(client), dw_client_round(client), look->world,
                  dw_client_get_mission(client)},
        .shown = desk->drags ? desk->drag_tick : dw_playback_shown_at(playback, look->world->tick),
        .points = desk->points,
        .mouse_x = desk->mouse_x,
        .event = desk->event,
        .hints = hints,
        .note = desk->note,
        .why = desk->why_open && playback->has_sighting,
        .why_hint = why_hint};
    dw_hud_draw_time_line(pen, &view);
}
