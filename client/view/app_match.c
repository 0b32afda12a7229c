/* app_match.c - from a wish to a match or a recorded round and out of it again: joins, follows the
 * connection, says why it ended. */
#include "client/view/app_state.h"
#include "client/view/end_text.h"
#include "client/view/texts/say.h"
#include "common/platform/options.h"

#include <stdio.h>
#include <string.h>

void dw_app_stop(dw_app *a, int exit_status, const char *text)
{
    a->running = false;
    a->exit_status = exit_status;
    if (text != NULL) {
        (void)dw_options_fail("duskwatch", exit_status, text);
    }
}

void dw_app_leave_match(dw_app *a)
{
    dw_play_reset(&a->play);
    dw_connection_close(&a->connection);
}

/* The connection is over, or never came to be: shown in the window, where somebody looks at it. */
static void show_end(dw_app *a, const char *text, dw_reason reason)
{
    char line[sizeof a->menu.message];
    const bool asks =
        !dw_app_unattended(a) && dw_new_key_ask(&a->new_key, &a->connection, &a->menu);
    (void)snprintf(line, sizeof line, "%.100s: %.255s", a->joined.address, text);
    dw_app_leave_match(a);
    if (dw_app_unattended(a)) {
        dw_app_stop(a, DW_EXIT_CONNECTION, line);
        return;
    }
    a->exit_status = DW_EXIT_CONNECTION;
    if (!asks &&
        (reason != DW_REASON_PASSWORD || !dw_finding_password_refused(&a->finding, &a->menu))) {
        dw_menu_open(&a->menu, DW_PAGE_END, line);
    }
}

void dw_app_join(dw_app *a)
{
    dw_error error = {""};
    dw_place place;
    dw_app_leave_match(a);
    a->exit_status = DW_EXIT_DONE;
    if (dw_place_parse(a->joined.address, &place, &error) != DW_OK) {
        char line[200];
        dw_say_into(line, sizeof line, DW_SAY_NO_SUCH_ADDRESS, DW_S(a->joined.address));
        dw_menu_open(&a->menu, DW_PAGE_START, line);
        return;
    }
    const dw_connection_config config = {
        .host = place.host,
        .port = place.port,
        .name = a->name,
        .password = a->joined.password[0] != '\0' ? a->joined.password : NULL,
        .unsealed = a->config->unsealed,
        .spectate = a->joined.spectate,
        .match = a->joined.match};
    const dw_status status = dw_connection_open(&a->connection, &config, &error);
    if (status != DW_OK) {
        show_end(a, status == DW_NOT_FOUND ? dw_say(DW_SAY_NO_SUCH_HOST) : error.text,
                 DW_REASON_NONE);
        return;
    }
    dw_menu_open(&a->menu, DW_PAGE_WAIT, "");
}

void dw_app_accept_key(dw_app *a)
{
    dw_error error = {""};
    if (dw_new_key_accept(&a->new_key, a->joined.address, &error) == DW_OK) {
        dw_app_join(a);
    } else {
        dw_menu_open(&a->menu, DW_PAGE_END, error.text);
    }
}

static void take_name(dw_app *a)
{
    const char *name = a->finding.settings.name;
    (void)snprintf(a->name, sizeof a->name, "%s", name[0] != '\0' ? name : "anonymous");
}

void dw_app_join_wanted(dw_app *a)
{
    a->joined = a->finding.wanted;
    take_name(a);
    dw_app_join(a);
}

/* Why a replay does not play: on the page where it was chosen, or in the place of its picture. */
static void show_replay_failed(dw_app *a, const char *text)
{
    if (dw_app_unattended(a)) {
        dw_app_stop(a, DW_EXIT_USAGE, text);
        return;
    }
    a->exit_status = DW_EXIT_USAGE;
    if (a->replays.from_page) {
        dw_replays_open(&a->replays, &a->menu, text);
    } else {
        dw_menu_open(&a->menu, DW_PAGE_END, text);
    }
}

void dw_app_play_replay(dw_app *a, const char *file)
{
    dw_error error = {""};
    dw_app_leave_match(a);
    if (dw_replays_play(&a->replays, &a->menu, file, &error) != DW_OK) {
        show_replay_failed(a, error.text);
    }
}

/* The newest round of the game that is hosted here. The server ends, for all who are in the game.
 */
void dw_app_play_last_round(dw_app *a)
{
    char path[DW_PATH_MAX];
    if (dw_replays_last(&a->replays, &a->finding.hosting, a->play.bindings, &a->play.feed,
                        dw_app_seconds(a), path)) {
        dw_app_leave_match(a); /* Before the server ends. */
        (void)dw_finding_choose(&a->finding, &a->menu, DW_CHOICE_LEAVE);
        dw_app_play_replay(a, path);
    }
}

void dw_app_serve_replays(dw_app *a)
{
    dw_error why = {""};
    switch (dw_replays_update(&a->replays, &a->menu, &why)) {
    case DW_REPLAYS_READY:
        a->joined = (dw_wanted){.spectate = true};
        (void)snprintf(a->joined.address, sizeof a->joined.address, "127.0.0.1:%u",
                       (unsigned)a->replays.server.port);
        take_name(a);
        dw_app_join(a);
        break;
    case DW_REPLAYS_FAILED:
        show_replay_failed(a, why.text);
        break;
    case DW_REPLAYS_NOTHING:
        break;
    }
}

void dw_app_serve_connection(dw_app *a)
{
    dw_client *client = a->connection.client;
    if (client == NULL) {
        return;
    }
    dw_error error = {""};
    dw_connection_service(&a->connection);
    const bool free_hands = a->menu.page == DW_PAGE_NONE;
    const dw_intent intent =
        free_hands ? dw_play_intent(&a->play) : dw_controls_rest(&a->play.controls);
    dw_client_update(client, intent, a->now_ns);
    if (dw_client_get_state(client) == DW_CLIENT_ENDED) {
        char why[DW_END_TEXT];
        dw_end_text(client, why);
        show_end(a, why, dw_client_reason(client));
        return;
    }
    if (dw_play_update(&a->play, client, dw_app_seconds(a), &error) != DW_OK) {
        show_end(a, error.text, DW_REASON_NONE);
        return;
    }
    const bool loads = dw_client_get_state(client) == DW_CLIENT_MAP; /* At first, or another one. */
    if (a->menu.page != DW_PAGE_WAIT && !(loads && a->menu.page == DW_PAGE_NONE)) {
        return;
    }
    /* The page stays until there is a picture of the match to take its place. */
    if (dw_client_get_state(client) == DW_CLIENT_PLAYING && a->play.drawn) {
        if (!dw_replays_playing(&a->replays)) {
            dw_finding_joined(&a->finding);
        }
        if (a->finding.learning && a->play.tutorial.lesson == DW_LESSON_OFF) {
            dw_play_learn(&a->play);
        }
        dw_menu_open(&a->menu, DW_PAGE_NONE, "");
        return;
    }
    char line[DW_CONNECTION_LINE];
    dw_connection_line(&a->connection, a->joined.address, a->now_ns, line);
    dw_menu_open(&a->menu, DW_PAGE_WAIT, line);
}
