#include "client/view/app_state.h"
#include "client/view/texts/say.h"
#include "client/view/tools/interface.h"
#include "client/view/tools/screenshot.h"
#include "common/platform/clock.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "protocol/transport/datagram_layer.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dw_pen make_pen(dw_app *a)
{
    const int32_t chosen = a->finding.settings.interface;
    return (dw_pen){&a->canvas, a->text,
                    dw_interface_scale(a->canvas.width, a->canvas.height, chosen)};
}

static dw_app_target target_of(dw_app *a)
{
    return (dw_app_target){.window = a->window,
                           .menu = &a->menu,
                           .play = &a->play,
                           .client = a->connection.client,
                           .bindings = &a->finding.settings.bindings,
                           .pen = make_pen(a)};
}

static void fit_fullscreen(dw_app *a)
{
    if (dw_window_is_fullscreen(a->window) != a->finding.settings.fullscreen) {
        dw_window_toggle_fullscreen(a->window);
    }
}

static void invite(dw_app *a)
{
    char text[DW_INVITATION_TEXT];
    char line[DW_INVITATION_TEXT + 100];
    const dw_welcome *welcome =
        a->connection.client != NULL ? dw_client_welcome(a->connection.client) : NULL;
    if (welcome == NULL) {
        return;
    }
    dw_finding_invitation(&a->finding, welcome->code, text);
    dw_say_into(line, sizeof line,
                SDL_SetClipboardText(text) == 0 ? DW_SAY_INVITATION_COPIED : DW_SAY_NOTHING_COPIED,
                DW_S(text));
    dw_menu_open(&a->menu, DW_PAGE_PAUSE, line);
}

/* The button of the menu stands for a key. */
static void act(dw_app *a, dw_action action)
{
    const dw_app_target target = target_of(a);
    dw_menu_open(&a->menu, DW_PAGE_NONE, "");
    dw_app_input_action(&a->input, &target, action);
}

static void choose(dw_app *a, dw_choice choice)
{
    if (choice == DW_CHOICE_LEAVE) {
        dw_app_leave_match(a); /* Before a hosted server ends. */
    }
    if (dw_finding_choose(&a->finding, &a->menu, choice)) {
        dw_app_join_wanted(a);
        return;
    }
    dw_replays_choose(&a->replays, &a->menu, choice);
    switch (choice) {
    case DW_CHOICE_RESUME:
        dw_menu_open(&a->menu, DW_PAGE_NONE, "");
        break;
    case DW_CHOICE_HELP:
        a->play.help = 1;
        dw_menu_open(&a->menu, DW_PAGE_NONE, "");
        break;
    case DW_CHOICE_ACTION:
        act(a, dw_menu_item_action(&a->menu));
        break;
    case DW_CHOICE_INVITE:
        invite(a);
        break;
    case DW_CHOICE_ACCEPT_KEY:
        dw_app_accept_key(a);
        break;
    case DW_CHOICE_RETRY:
        if (a->replays.file[0] != '\0') {
            dw_app_play_replay(a, a->replays.file);
        } else {
            dw_app_join(a);
        }
        break;
    case DW_CHOICE_LEAVE:
        a->exit_status = DW_EXIT_DONE;
        if (!dw_replays_leave(&a->replays, &a->menu)) {
            dw_menu_open(&a->menu, DW_PAGE_START, "");
        }
        break;
    case DW_CHOICE_OPTION:
        if (a->menu.page == DW_PAGE_SETTINGS) {
            fit_fullscreen(a);
            dw_app_sound_take(&a->sound, &a->finding.settings);
        }
        break;
    case DW_CHOICE_QUIT:
        a->running = false;
        break;
    default:
        break;
    }
}

static void toggle_fullscreen(dw_app *a)
{
    a->finding.settings.fullscreen = !dw_window_is_fullscreen(a->window);
    dw_finding_show_settings(&a->finding, &a->menu);
    fit_fullscreen(a);
}

static void on_event(dw_app *a, const SDL_Event *event)
{
    const dw_app_target target = target_of(a);
    dw_window_event(a->window, event);
    const dw_app_wish wish = dw_app_input_event(&a->input, &target, event);
    if (wish.quit) {
        a->running = false;
    } else if (wish.action == DW_ACTION_FULLSCREEN) {
        toggle_fullscreen(a);
    } else if (wish.action == DW_ACTION_LAST_REPLAY) {
        dw_app_play_last_round(a);
    } else if (wish.action != DW_ACTION_NONE &&
               dw_app_sound_action(&a->sound, &a->play, wish.action, dw_app_seconds(a))) {
        dw_app_sound_keep(&a->sound, &a->finding.settings);
        dw_finding_show_settings(&a->finding, &a->menu);
    }
    choose(a, wish.choice);
}

static void step_menu(dw_app *a)
{
    const dw_app_target target = target_of(a);
    choose(a, dw_app_input_step(&a->input, &target, a->now_ns));
}

static void take_events(dw_app *a)
{
    SDL_Event event;
    while (a->running && SDL_PollEvent(&event) != 0) {
        const bool chatted = a->play.chatting;
        on_event(a, &event);
        /* The letter that opened the chat is no part of what is said. */
        if (a->play.chatting && !chatted) {
            SDL_FlushEvent(SDL_TEXTINPUT);
        }
    }
}

static bool draw_frame(dw_app *a)
{
    dw_menu_fit(&a->menu, a->canvas.width, a->canvas.height);
    const dw_pen pen = make_pen(a);
    const double seconds = dw_app_seconds(a);
    const double step_s = fmin((double)a->frame_ns * 1e-9, 0.1);
    bool in_match = false;
    if (a->connection.client != NULL) {
        const dw_play_frame frame = {.client = a->connection.client,
                                     .now_ns = a->now_ns,
                                     .seconds = seconds,
                                     .step_s = step_s,
                                     .fps = a->fps,
                                     .rtt_ms = dw_link_rtt_ms(a->connection.link, 0),
                                     .hud = a->menu.page != DW_PAGE_WAIT,
                                     .hide_hints = !a->finding.settings.hints,
                                     .records = a->finding.hosting.state == DW_HOSTING_READY,
                                     .captions = a->sound.volumes.captions};
        in_match = dw_play_draw(&a->play, &pen, &frame);
    }
    if (!in_match) {
        /* Other pages would lie across the name. */
        dw_title_draw(a->title, &pen, seconds, step_s, a->menu.page == DW_PAGE_START);
    }
    dw_menu_draw(&a->menu, &pen, seconds);
    const dw_app_target target = target_of(a);
    dw_app_input_draw(&a->input, &target);
    return in_match;
}

static void save_screenshot_when_due(dw_app *a)
{
    if (!dw_app_unattended(a) || dw_app_seconds(a) < a->config->after_s) {
        return;
    }
    dw_error error = {""};
    const bool waiting =
        (a->config->connect != NULL || a->config->replay != NULL) && a->menu.page == DW_PAGE_WAIT;
    if (waiting) {
        char line[300];
        (void)snprintf(line, sizeof line, "%.100s: no picture after %.1f s", a->joined.address,
                       a->config->after_s);
        dw_app_stop(a, DW_EXIT_CONNECTION, line);
    } else if (dw_window_capture(a->window, &a->canvas) != DW_OK) {
        dw_app_stop(a, DW_EXIT_INTERNAL, "the picture on the screen cannot be read");
    } else if (dw_screenshot_save(&a->canvas, a->config->screenshot, &error) == DW_OK) {
        dw_app_stop(a, DW_EXIT_DONE, NULL);
    } else {
        dw_app_stop(a, DW_EXIT_USAGE, error.text);
    }
}

static void keep_picture_when_due(dw_app *a)
{
    if (a->connection.client != NULL && dw_play_keeps(&a->play)) {
        const bool read = dw_window_capture(a->window, &a->canvas) == DW_OK;
        const dw_pen pen = make_pen(a);
        dw_play_keep(&a->play, read ? &pen : NULL);
    }
}

/* Until the screen can take the next frame. `waited`: showing the last one has waited for it. */
static void wait_for_screen(dw_app *a, bool waited)
{
    const uint64_t shown_ns = dw_window_frame_ns(a->window);
    const uint64_t after_ns = dw_clock_ns();
    a->deadline_ns += shown_ns;
    if (a->deadline_ns < after_ns) {
        a->deadline_ns = after_ns; /* Too late already: no catching up. */
    } else if (!waited) {
        dw_clock_sleep_until(a->deadline_ns);
    } else if (after_ns - a->now_ns < shown_ns / 4) {
        /* A hidden window does not wait for any screen. */
        dw_clock_sleep_until(a->now_ns + shown_ns);
    }
}

static void begin_frame(dw_app *a)
{
    const uint64_t now_ns = dw_clock_ns();
    a->frame_ns = now_ns - a->now_ns;
    a->now_ns = now_ns;
    if (a->frame_ns > 0) {
        a->fps += (1e9 / (double)a->frame_ns - a->fps) * 0.05;
    }
    a->play.controls.stick_gaits = a->finding.settings.stick_gaits;
}

bool dw_app_frame(dw_app *a)
{
    begin_frame(a);
    take_events(a);
    step_menu(a);
    if (dw_signal_stop_asked()) {
        a->running = false;
    }
    dw_app_serve_connection(a);
    if (dw_finding_update(&a->finding, &a->menu, a->now_ns)) {
        dw_app_join_wanted(a);
    }
    dw_app_serve_replays(a);
    if (!a->running) {
        return false;
    }
    if (dw_window_begin(a->window, &a->canvas) != DW_OK) {
        dw_app_stop(a, DW_EXIT_INTERNAL, "no memory for a window of this size");
        return false;
    }
    (void)draw_frame(a);
    dw_app_sound_frame(&a->sound, &a->play);
    keep_picture_when_due(a);
    save_screenshot_when_due(a);
    const bool waited = dw_window_present(a->window, &a->canvas);
    if (a->config->states) {
        const dw_app_target target = target_of(a);
        dw_app_states_print(&a->states, &a->menu, &a->play, a->connection.client,
                            dw_app_input_has_keys(&a->input, &target));
    }
    wait_for_screen(a, waited);
    return a->running;
}

static dw_status open_parts(dw_app *a, dw_error *error)
{
    dw_status status = dw_text_create(&a->text, error);
    if (status == DW_OK) {
        const dw_settings *saved = &a->finding.settings;
        const bool given = a->config->width != 0;
        a->was_fullscreen = saved->fullscreen;
        a->finding.settings.fullscreen |= a->config->fullscreen;
        const bool processor = a->config->renderer == DW_RENDERER_AUTO && !saved->card;
        const dw_window_wish wish = {.width = given ? a->config->width : saved->width,
                                     .height = given ? a->config->height : saved->height,
                                     .fullscreen = saved->fullscreen,
                                     .renderer =
                                         processor ? DW_RENDERER_SOFTWARE : a->config->renderer};
        status = dw_window_open(&a->window, &wish, error);
    }
    if (status == DW_OK && dw_title_create(&a->title) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "no memory for the start screen");
    }
    return status;
}

/* A size that was given for this start is not the one for the next. */
static void note_window(dw_app *a)
{
    int width = 0;
    int height = 0;
    if (a->config->fullscreen) {
        a->finding.settings.fullscreen = a->was_fullscreen;
    }
    if (a->window == NULL || a->config->width != 0) {
        return;
    }
    dw_window_size(a->window, &width, &height);
    a->finding.settings.width = width;
    a->finding.settings.height = height;
}

void dw_app_close(dw_app *a)
{
    dw_app_leave_match(a);
    note_window(a);
    dw_finding_close(&a->finding);
    dw_replays_close(&a->replays);
    dw_app_sound_close(&a->sound);
    dw_connection_destroy(&a->connection);
    dw_title_destroy(a->title);
    dw_text_destroy(a->text);
    dw_app_input_close(&a->input);
    dw_window_close(a->window);
    dw_canvas_destroy(&a->canvas);
    free(a);
}

/* What flags say goes over what is saved. */
static void open_menu(dw_app *a)
{
    const dw_app_config *config = a->config;
    const dw_settings *saved = &a->finding.settings;
    char last[DW_PLACE_HOST_MAX + 8] = "127.0.0.1";
    if (saved->recent_count > 0) {
        dw_place_text(&saved->recents[0], last);
    }
    dw_menu_init(&a->menu, config->connect != NULL ? config->connect : last,
                 config->name[0] != '\0' ? config->name : saved->name);
    dw_field_insert(&a->menu.fields[DW_FIELD_MATCH], config->match);
    if (config->password != NULL) {
        dw_field_insert(&a->menu.fields[DW_FIELD_PASSWORD], config->password);
    }
    dw_finding_show_settings(&a->finding, &a->menu);
    dw_menu_open(&a->menu, DW_PAGE_START, "");
}

static void begin(dw_app *a)
{
    open_menu(a);
    dw_app_sound_start(&a->sound, &a->finding.settings, &a->config->sound);
    if (a->config->replay != NULL) {
        dw_app_play_replay(a, a->config->replay);
    } else if (a->config->connect != NULL) {
        choose(a, a->config->spectate ? DW_CHOICE_WATCH : DW_CHOICE_PLAY);
    }
    if (!dw_app_unattended(a)) { /* Nobody listens to a screenshot. */
        dw_app_sound_open(&a->sound);
    }
    a->deadline_ns = dw_clock_ns();
}

int dw_app_open(dw_app **out, const dw_app_config *config)
{
    dw_error error = {""};
    dw_app *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return dw_options_fail("duskwatch", DW_EXIT_INTERNAL, "no memory");
    }
    a->config = config;
    a->running = true;
    a->fps = 60.0;
    a->start_ns = dw_clock_ns();
    a->now_ns = a->start_ns;
    dw_play_init(&a->play);
    a->play.pick_soon = (uint32_t)config->follow;
    if (config->overlays != NULL) {
        (void)dw_overlay_parse(&a->play.overlay, config->overlays); /* Checked with the flags. */
    }
    dw_signal_open();
    if (dw_datagram_layer_check(&error) != DW_OK) {
        free(a);
        return dw_options_fail("duskwatch", DW_EXIT_INTERNAL, error.text);
    }
    dw_finding_init(&a->finding, config->language - 1);
    a->play.bindings = &a->finding.settings.bindings;
    dw_gamepad_init(&a->input.gamepad);
    if (open_parts(a, &error) != DW_OK) {
        (void)dw_options_fail("duskwatch", DW_EXIT_USAGE, error.text);
        dw_app_close(a);
        return DW_EXIT_USAGE;
    }
    begin(a);
    *out = a;
    return DW_EXIT_DONE;
}

int dw_app_run(const dw_app_config *config)
{
    dw_app *a = NULL;
    int exit_status = dw_app_open(&a, config);
    if (a != NULL) {
        while (dw_app_frame(a)) {
        }
        exit_status = a->exit_status;
        dw_app_close(a);
    }
    return exit_status;
}
