#include "client/view/replays.h"

#include "client/view/model/replay_text.h"
#include "client/view/texts/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASKED_S 5.0 /* A second press of the key counts as an answer for this long. */

void dw_replays_close(dw_replays *replays)
{
    dw_hosting_stop(&replays->server);
    free(replays->list);
    replays->list = NULL;
}

void dw_replays_open(dw_replays *replays, dw_menu *menu, const char *message)
{
    dw_error error = {""};
    if (replays->list == NULL) {
        replays->list = calloc(1, sizeof *replays->list);
    }
    menu->replays.list = replays->list;
    menu->replays.folder = NULL;
    menu->replays.view.hovered = -1;
    if (replays->list == NULL) {
        (void)dw_fail(&error, DW_MEMORY, "out of memory");
    } else if (dw_replay_folder_path(replays->folder, &error) == DW_OK &&
               dw_replay_folder_look(replays->list, &error) == DW_OK) {
        menu->replays.folder = replays->folder;
    }
    dw_menu_open(menu, DW_PAGE_REPLAYS, error.text[0] != '\0' ? error.text : message);
}

dw_status dw_replays_play(dw_replays *replays, dw_menu *menu, const char *file, dw_error *error)
{
    replays->from_page = menu->page == DW_PAGE_REPLAYS;
    if (file != replays->file) {
        (void)snprintf(replays->file, sizeof replays->file, "%s", file);
    }
    const dw_status status = dw_hosting_play(&replays->server, replays->file, error);
    if (status == DW_OK) {
        dw_menu_open(menu, DW_PAGE_WAIT, dw_say(DW_SAY_REPLAY_STARTS));
    }
    return status;
}

bool dw_replays_last(dw_replays *replays, const dw_hosting *hosting, const dw_bindings *bindings,
                     dw_feed *feed, double seconds, char path[DW_PATH_MAX])
{
    char key[DW_BINDING_NAME];
    char line[DW_FEED_TEXT];
    const bool asked = replays->asked_s > 0.0 && seconds < replays->asked_s + ASKED_S;
    if (hosting->state != DW_HOSTING_READY) {
        return false;
    }
    replays->asked_s = 0.0;
    if (!dw_replay_folder_newest(hosting->started_s, path)) {
        dw_feed_notice(feed, DW_TONE_PLAIN, seconds, dw_say(DW_SAY_REPLAY_NEWEST_MISSING));
        return false;
    }
    if (!asked) {
        replays->asked_s = seconds;
        dw_bindings_hint(bindings, DW_ACTION_LAST_REPLAY, false, key);
        dw_say_into(line, sizeof line, DW_SAY_REPLAY_NEWEST_ASK, DW_S(key));
        dw_feed_notice(feed, DW_TONE_BAD, seconds, line);
    }
    return asked;
}

static void play_chosen(dw_replays *replays, dw_menu *menu)
{
    const dw_listed_replay *row = dw_replay_rows_chosen(&menu->replays);
    dw_error error = {""};
    char file[DW_PATH_MAX];
    if (row == NULL) {
        return;
    }
    if (row->state == DW_LISTED_BAD) {
        dw_menu_open(menu, DW_PAGE_REPLAYS, row->why);
    } else if (dw_replay_folder_file(row->file, file, &error) != DW_OK ||
               dw_replays_play(replays, menu, file, &error) != DW_OK) {
        dw_menu_open(menu, DW_PAGE_REPLAYS, error.text);
    }
}

bool dw_replays_leave(dw_replays *replays, dw_menu *menu)
{
    const bool played = dw_replays_playing(replays);
    dw_hosting_stop(&replays->server);
    replays->file[0] = '\0';
    if (played && replays->from_page) {
        dw_replays_open(replays, menu, "");
    }
    return played && replays->from_page;
}

static void ask_to_delete(dw_menu *menu)
{
    const dw_listed_replay *row = dw_replay_rows_chosen(&menu->replays);
    char when[DW_REPLAY_TEXT];
    char outcome[DW_REPLAY_TEXT];
    char line[DW_REPLAY_TEXT];
    if (row == NULL) {
        return;
    }
    dw_replay_when_text(row->started_s, when);
    if (row->state == DW_LISTED_GOOD) {
        dw_replay_outcome_text(&row->summary, outcome);
        dw_say_into(line, sizeof line, DW_SAY_REPLAY_DELETE_ASK, DW_S(when), DW_S(row->summary.map),
                    DW_S(outcome));
    } else {
        dw_say_into(line, sizeof line, DW_SAY_REPLAY_DELETE_ASK_FILE, DW_S(row->file));
    }
    dw_menu_open(menu, DW_PAGE_DELETE, line);
}

static void delete_chosen(dw_replays *replays, dw_menu *menu)
{
    const dw_listed_replay *row = dw_replay_rows_chosen(&menu->replays);
    dw_error error = {""};
    if (row != NULL) {
        const uint32_t index = dw_replay_list_find(replays->list, row->file);
        (void)!dw_replay_folder_delete(replays->list, index, &error);
        if (index < replays->list->count) { /* The row below moved up: it is chosen now. */
            (void)snprintf(menu->replays.chosen, sizeof menu->replays.chosen, "%s",
                           replays->list->rows[index].file);
        }
    }
    dw_menu_open(menu, DW_PAGE_REPLAYS, error.text);
}

void dw_replays_choose(dw_replays *replays, dw_menu *menu, dw_choice choice)
{
    switch (choice) {
    case DW_CHOICE_REPLAYS:
        dw_replays_open(replays, menu, "");
        break;
    case DW_CHOICE_PLAY_REPLAY:
        play_chosen(replays, menu);
        break;
    case DW_CHOICE_ASK_DELETE:
        ask_to_delete(menu);
        break;
    case DW_CHOICE_DELETE:
        delete_chosen(replays, menu);
        break;
    case DW_CHOICE_KEEP:
        dw_menu_open(menu, DW_PAGE_REPLAYS, "");
        break;
    default:
        break;
    }
}

dw_replays_result dw_replays_update(dw_replays *replays, const dw_menu *menu, dw_error *why)
{
    static const char name[] = "duskwatch-server: ";
    dw_hosting *server = &replays->server;
    const dw_hosting_state before = server->state;
    if (menu->page == DW_PAGE_REPLAYS && replays->list != NULL) {
        (void)dw_replay_folder_read(replays->list);
    }
    dw_hosting_update(server);
    if (before != DW_HOSTING_STARTS || server->state == before) {
        return DW_REPLAYS_NOTHING;
    }
    if (server->state == DW_HOSTING_READY) {
        return DW_REPLAYS_READY;
    }
    const bool named = strncmp(server->line, name, sizeof name - 1) == 0;
    dw_say_into(why->text, sizeof why->text, DW_SAY_REPLAY_START_FAILED,
                DW_S(server->line + (named ? sizeof name - 1 : 0)));
    dw_hosting_stop(server);
    return DW_REPLAYS_FAILED;
}
