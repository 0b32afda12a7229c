#include "client/view/finding.h"

#include "client/core/match_choice.h"
#include "client/core/server_pins.h"
#include "client/view/language.h"
#include "client/view/model/tutorial.h"
#include "client/view/settings_file.h"
#include "client/view/texts/say.h"
#include "protocol/seal/seal_keys.h"

#include <stdio.h>
#include <string.h>

#define JUDGE_NS UINT64_C(1000000000)

void dw_finding_init(dw_finding *finding, int language)
{
    *finding = (dw_finding){.settings_from = DW_PAGE_START};
    dw_settings_load(&finding->settings);
    dw_palette_choose((dw_palette_name)finding->settings.colours);
    dw_language_speak(language < 0 ? finding->settings.language : (uint8_t)language);
}

static void stop_looking(dw_finding *finding)
{
    dw_finder_destroy(finding->finder);
    finding->finder = NULL;
}

void dw_finding_close(dw_finding *finding)
{
    stop_looking(finding);
    dw_hosting_stop(&finding->hosting);
    dw_settings_save(&finding->settings);
    dw_seal_wipe(finding, sizeof *finding);
}

/* The list of servers */

static void list_kept(dw_finding *finding)
{
    const dw_settings *settings = &finding->settings;
    finding->list.count = 0;
    for (uint32_t i = 0; i < settings->favourite_count; i++) {
        const dw_place *place = &settings->favourites[i];
        (void)!dw_server_list_keep(&finding->list, place->host, place->port, true, 0);
    }
    for (uint32_t i = 0; i < settings->recent_count; i++) {
        const dw_place *place = &settings->recents[i];
        (void)!dw_server_list_keep(&finding->list, place->host, place->port, false,
                                   (uint8_t)(i + 1));
    }
}

static void look(dw_finding *finding, dw_menu *menu)
{
    dw_error error = {""};
    stop_looking(finding);
    list_kept(finding);
    menu->servers = (dw_server_rows){.list = &finding->list, .view.hovered = -1};
    dw_menu_open(menu, DW_PAGE_SERVERS, "");
    if (dw_finder_create(&finding->finder, &error) != DW_OK) {
        dw_menu_open(menu, DW_PAGE_SERVERS, error.text);
    }
    finding->judged_ns = 0;
}

/* Tells whether the key that the chosen server shows is the one of before. The answer is not proof
 * of it, so this only prepares the person for what the join will say. */
static void judge_chosen(dw_menu *menu)
{
    dw_server_rows *rows = &menu->servers;
    const dw_listed_server *row = dw_server_rows_chosen(rows);
    char path[DW_PATH_MAX];
    dw_error error = {""};
    rows->identity[0] = '\0';
    rows->identity_bad = false;
    if (row == NULL || !row->answered || !row->answer.sealed ||
        dw_server_pins_path(path, &error) != DW_OK) {
        return;
    }
    switch (dw_server_pins_check(path, row->host, row->port, row->answer.identity_key, &error)) {
    case DW_OK:
        (void)snprintf(rows->identity, sizeof rows->identity, "%s", dw_say(DW_SAY_KEY_SAME));
        break;
    case DW_NOT_FOUND:
        (void)snprintf(rows->identity, sizeof rows->identity, "%s", dw_say(DW_SAY_KEY_NEW));
        break;
    case DW_DIFFERS:
        rows->identity_bad = true;
        (void)snprintf(rows->identity, sizeof rows->identity, "%s", dw_say(DW_SAY_KEY_CHANGED));
        break;
    default:
        rows->identity_bad = true;
        (void)snprintf(rows->identity, sizeof rows->identity, "%.190s", error.text);
        break;
    }
}

static void toggle_favourite(dw_finding *finding, dw_menu *menu)
{
    const dw_listed_server *row = dw_server_rows_chosen(&menu->servers);
    dw_place place;
    if (row == NULL) {
        return;
    }
    place.port = row->port;
    (void)snprintf(place.host, sizeof place.host, "%s", row->host);
    if (dw_settings_toggle_favourite(&finding->settings, &place) != DW_OK) {
        dw_menu_open(menu, menu->page, dw_say(DW_SAY_FAVOURITES_FULL));
        return;
    }
    dw_server_list_find(&finding->list, place.host, place.port)->favourite =
        dw_settings_is_favourite(&finding->settings, &place);
    menu->servers.chosen = place;
    dw_settings_save(&finding->settings);
}

/* Joining */

/* Says on the page what is wrong with a text that was typed. */
static bool refuse_text(dw_menu *menu, dw_say_id what, const char *text)
{
    char line[DW_FIELD_BYTES_MAX + 120];
    dw_say_into(line, sizeof line, what, DW_S(text));
    dw_menu_open(menu, menu->page, line);
    return false;
}

static bool read_match(dw_finding *finding, dw_menu *menu)
{
    char text[DW_FIELD_BYTES_MAX];
    if (!dw_field_trimmed(&menu->fields[DW_FIELD_MATCH], text)) {
        text[0] = '\0';
    }
    if (dw_match_choice_parse(text, finding->wanted.match, NULL) == DW_OK) {
        return true;
    }
    return refuse_text(menu, DW_SAY_NO_SUCH_MATCH, text);
}

static void remember_name(dw_finding *finding, const dw_menu *menu)
{
    char name[DW_FIELD_BYTES_MAX];
    (void)snprintf(finding->settings.name, sizeof finding->settings.name, "%.*s",
                   DW_PLAYER_NAME_MAX,
                   dw_field_trimmed(&menu->fields[DW_FIELD_NAME], name) ? name : "");
}

/* A kept password, or one that the person types. False: the page for it is open now. */
static bool find_password(dw_finding *finding, dw_menu *menu, bool wanted)
{
    dw_place place;
    const char *kept = dw_place_parse(finding->wanted.address, &place, NULL) == DW_OK
                           ? dw_settings_password(&finding->settings, &place)
                           : NULL;
    finding->keep_password = false;
    if (kept != NULL) {
        (void)snprintf(finding->wanted.password, sizeof finding->wanted.password, "%s", kept);
        return true;
    }
    finding->wanted.password[0] = '\0';
    if (wanted) {
        dw_field_clear(&menu->fields[DW_FIELD_PASSWORD]);
        menu->options.values[DW_MENU_KEEP_PASSWORD] = 0;
        dw_menu_open(menu, DW_PAGE_PASSWORD, dw_say(DW_SAY_NEEDS_PASSWORD));
    }
    return !wanted;
}

static bool join_chosen(dw_finding *finding, dw_menu *menu)
{
    const dw_listed_server *row = dw_server_rows_chosen(&menu->servers);
    if (row == NULL || !read_match(finding, menu)) {
        return false;
    }
    const dw_server_note note = dw_server_note_of(row);
    if (note == DW_SERVER_NEWER || note == DW_SERVER_OLDER) {
        char text[DW_SERVER_NOTE];
        dw_server_rows_note(row, text);
        dw_menu_open(menu, menu->page, text);
        return false;
    }
    if (finding->wanted.spectate && row->answered && !row->answer.watchable) {
        dw_menu_open(menu, menu->page, dw_say(DW_SAY_NOBODY_MAY_WATCH));
        return false;
    }
    const bool password = row->answered && row->answer.password;
    (void)snprintf(finding->wanted.address, sizeof finding->wanted.address, "%s:%u", row->host,
                   (unsigned)row->port);
    stop_looking(finding);
    return find_password(finding, menu, password);
}

static bool join_address(dw_finding *finding, dw_menu *menu)
{
    dw_place place;
    if (!dw_field_trimmed(&menu->fields[DW_FIELD_ADDRESS], finding->wanted.address)) {
        dw_menu_open(menu, menu->page, dw_say(DW_SAY_ENTER_ADDRESS));
        return false;
    }
    char *code = strchr(finding->wanted.address, '/'); /* Of an invitation. */
    if (code != NULL) {
        *code++ = '\0';
    }
    if (dw_place_parse(finding->wanted.address, &place, NULL) != DW_OK) {
        return refuse_text(menu, DW_SAY_NO_SUCH_ADDRESS, finding->wanted.address);
    }
    if (code != NULL && dw_match_choice_parse(code, finding->wanted.match, NULL) != DW_OK) {
        return refuse_text(menu, DW_SAY_NO_SUCH_MATCH, code);
    }
    if (code == NULL && !read_match(finding, menu)) {
        return false;
    }
    (void)find_password(finding, menu, false);
    if (menu->fields[DW_FIELD_PASSWORD].text[0] != '\0') {
        (void)snprintf(finding->wanted.password, sizeof finding->wanted.password, "%.*s",
                       DW_PASSWORD_MAX, menu->fields[DW_FIELD_PASSWORD].text);
    }
    return true;
}

static bool join_with_password(dw_finding *finding, const dw_menu *menu)
{
    finding->keep_password = menu->options.values[DW_MENU_KEEP_PASSWORD] != 0;
    (void)snprintf(finding->wanted.password, sizeof finding->wanted.password, "%.*s",
                   DW_PASSWORD_MAX, menu->fields[DW_FIELD_PASSWORD].text);
    return true;
}

void dw_finding_joined(dw_finding *finding)
{
    dw_place place;
    if (finding->noted || finding->hosting.state != DW_HOSTING_NONE ||
        dw_place_parse(finding->wanted.address, &place, NULL) != DW_OK) {
        return; /* An own game ends with the evening: it is no server to come back to. */
    }
    finding->noted = true;
    dw_settings_note_recent(&finding->settings, &place);
    if (finding->keep_password) {
        dw_settings_keep_password(&finding->settings, &place, finding->wanted.password);
    }
    dw_settings_save(&finding->settings);
}

bool dw_finding_password_refused(dw_finding *finding, dw_menu *menu)
{
    dw_place place;
    if (finding->hosting.state != DW_HOSTING_NONE) {
        return false;
    }
    const bool typed = finding->wanted.password[0] != '\0';
    if (dw_place_parse(finding->wanted.address, &place, NULL) == DW_OK &&
        dw_settings_password(&finding->settings, &place) != NULL) {
        dw_settings_keep_password(&finding->settings, &place, ""); /* It is a wrong one now. */
        dw_settings_save(&finding->settings);
    }
    dw_field_clear(&menu->fields[DW_FIELD_PASSWORD]);
    menu->options.values[DW_MENU_KEEP_PASSWORD] = 0;
    dw_menu_open(menu, DW_PAGE_PASSWORD,
                 typed ? dw_say(DW_SAY_WRONG_PASSWORD) : dw_say(DW_SAY_NEEDS_PASSWORD));
    return true;
}

/* Hosting */

static void open_hosting(dw_menu *menu)
{
    menu->options.map_count = dw_hosting_list_maps(menu->options.maps, DW_MENU_MAPS_MAX);
    menu->options.mission_count =
        dw_hosting_list_missions(menu->options.missions, DW_MENU_MISSIONS_MAX);
    menu->options.values[DW_MENU_MISSION] = 0;
    for (uint32_t i = 0; i < menu->options.map_count; i++) {
        if (strcmp(menu->options.maps[i], "reference") == 0) {
            menu->options.values[DW_MENU_MAP] = (int32_t)i;
        }
    }
    dw_field_clear(&menu->fields[DW_FIELD_PASSWORD]);
    dw_menu_open(menu, DW_PAGE_HOST, dw_say(DW_SAY_HOST_ABOUT));
}

static void start_hosting(dw_finding *finding, dw_menu *menu)
{
    dw_error error = {""};
    const uint32_t map = (uint32_t)menu->options.values[DW_MENU_MAP];
    if (map >= menu->options.map_count) {
        dw_menu_open(menu, DW_PAGE_HOST, dw_say(DW_SAY_NO_MAP));
        return;
    }
    const dw_menu_mission *mission = dw_menu_chosen_mission(&menu->options);
    const dw_hosting_config config = {.map = menu->options.maps[map],
                                      .mission = mission != NULL ? mission->name : NULL,
                                      .name = finding->settings.name,
                                      .password = menu->fields[DW_FIELD_PASSWORD].text,
                                      .network = menu->options.values[DW_MENU_REACH] != 0};
    if (dw_hosting_start(&finding->hosting, &config, &error) != DW_OK) {
        dw_menu_open(menu, DW_PAGE_HOST, error.text);
        return;
    }
    finding->learning = false;
    finding->wanted = (dw_wanted){.spectate = false};
    (void)snprintf(finding->wanted.password, sizeof finding->wanted.password, "%.*s",
                   DW_PASSWORD_MAX, config.password);
    dw_menu_open(menu, DW_PAGE_WAIT, dw_say(DW_SAY_STARTING_SERVER));
}

/* The tutorial: a server for this person alone. */
static void start_learning(dw_finding *finding, dw_menu *menu)
{
    dw_error error = {""};
    const dw_hosting_config config = {
        .map = DW_TUTORIAL_MAP, .name = finding->settings.name, .password = ""};
    if (dw_hosting_start(&finding->hosting, &config, &error) != DW_OK) {
        dw_menu_open(menu, DW_PAGE_START, error.text);
        return;
    }
    finding->learning = true;
    finding->wanted = (dw_wanted){.spectate = false};
    dw_menu_open(menu, DW_PAGE_WAIT, dw_say(DW_SAY_STARTING_SERVER));
}

static bool update_hosting(dw_finding *finding, dw_menu *menu)
{
    dw_hosting *hosting = &finding->hosting;
    const dw_hosting_state before = hosting->state;
    dw_hosting_update(hosting);
    if (hosting->state == DW_HOSTING_FAILED && before == DW_HOSTING_STARTS) {
        char line[300];
        dw_say_into(line, sizeof line, DW_SAY_SERVER_NOT_STARTED, DW_S(hosting->line));
        dw_hosting_stop(hosting);
        dw_menu_open(menu, finding->learning ? DW_PAGE_START : DW_PAGE_HOST, line);
    }
    if (hosting->state == DW_HOSTING_READY && before == DW_HOSTING_STARTS) {
        (void)snprintf(finding->wanted.address, sizeof finding->wanted.address, "127.0.0.1:%u",
                       (unsigned)hosting->port);
        return true;
    }
    return false;
}

/* Settings */

/* Options of the menu that are settings of the same range. */
#define SAME_SETTINGS(X)                                                                           \
    X(FULLSCREEN, fullscreen)                                                                      \
    X(CARD, card)                                                                                  \
    X(INTERFACE, interface)                                                                        \
    X(COLOURS, colours)                                                                            \
    X(HINTS, hints)                                                                                \
    X(STICK_GAITS, stick_gaits)                                                                    \
    X(MASTER, master)                                                                              \
    X(EFFECTS, effects)                                                                            \
    X(MUSIC, music)                                                                                \
    X(CAPTIONS, captions)

void dw_finding_show_settings(const dw_finding *finding, dw_menu *menu)
{
    const dw_settings *settings = &finding->settings;
#define SHOW(option, field) menu->options.values[DW_MENU_##option] = settings->field;
    SAME_SETTINGS(SHOW)
#undef SHOW
    menu->options.values[DW_MENU_LANGUAGE] = settings->language;
}

static void take_settings(dw_finding *finding, dw_menu *menu)
{
    dw_settings *settings = &finding->settings;
    const bool card = settings->card;
#define TAKE(option, field) settings->field = menu->options.values[DW_MENU_##option];
    SAME_SETTINGS(TAKE)
#undef TAKE
    dw_palette_choose((dw_palette_name)settings->colours);
    if (settings->language != menu->options.values[DW_MENU_LANGUAGE]) {
        settings->language = (uint8_t)menu->options.values[DW_MENU_LANGUAGE];
        dw_language_speak(settings->language);
    }
    dw_menu_open(menu, menu->page, settings->card != card ? dw_say(DW_SAY_CARD_LATER) : "");
}

void dw_finding_invitation(const dw_finding *finding, const char *code,
                           char text[DW_INVITATION_TEXT])
{
    char address[DW_HOSTING_ADDRESS];
    if (finding->hosting.state == DW_HOSTING_READY &&
        dw_hosting_address(&finding->hosting, address)) {
        (void)snprintf(text, DW_INVITATION_TEXT, "%s/%s", address, code);
    } else {
        (void)snprintf(text, DW_INVITATION_TEXT, "%.*s/%s", DW_PLACE_HOST_MAX + 7,
                       finding->wanted.address, code);
    }
}

bool dw_finding_choose(dw_finding *finding, dw_menu *menu, dw_choice choice)
{
    const bool on_list = menu->page == DW_PAGE_SERVERS;
    switch (choice) {
    case DW_CHOICE_FIND:
        remember_name(finding, menu);
        look(finding, menu);
        return false;
    case DW_CHOICE_FAVOURITE:
        toggle_favourite(finding, menu);
        return false;
    case DW_CHOICE_PLAY:
    case DW_CHOICE_WATCH:
        remember_name(finding, menu);
        finding->wanted.spectate = choice == DW_CHOICE_WATCH;
        finding->noted = false;
        return on_list ? join_chosen(finding, menu) : join_address(finding, menu);
    case DW_CHOICE_JOIN:
        return join_with_password(finding, menu);
    case DW_CHOICE_HOST:
        remember_name(finding, menu);
        open_hosting(menu);
        return false;
    case DW_CHOICE_LEARN:
        remember_name(finding, menu);
        start_learning(finding, menu);
        return false;
    case DW_CHOICE_START:
        start_hosting(finding, menu);
        return false;
    case DW_CHOICE_LEAVE:
        stop_looking(finding);
        dw_hosting_stop(&finding->hosting);
        finding->learning = false;
        dw_field_clear(&menu->fields[DW_FIELD_PASSWORD]);
        return false;
    case DW_CHOICE_SETTINGS:
        finding->settings_from = menu->page;
        dw_finding_show_settings(finding, menu);
        dw_menu_open(menu, DW_PAGE_SETTINGS, "");
        return false;
    case DW_CHOICE_OPTION:
        if (menu->page == DW_PAGE_SETTINGS) {
            take_settings(finding, menu);
        }
        return false;
    case DW_CHOICE_KEYS:
        menu->keys = (dw_key_rows){.bindings = &finding->settings.bindings};
        dw_menu_open(menu, DW_PAGE_KEYS, "");
        return false;
    case DW_CHOICE_RESET_KEYS:
        dw_key_rows_reset(&menu->keys);
        return false;
    case DW_CHOICE_BACK:
        dw_settings_save(&finding->settings);
        dw_menu_open(menu, menu->page == DW_PAGE_KEYS ? DW_PAGE_SETTINGS : finding->settings_from,
                     "");
        return false;
    default:
        return false;
    }
}

bool dw_finding_update(dw_finding *finding, dw_menu *menu, uint64_t now_ns)
{
    if (menu->page == DW_PAGE_SERVERS && finding->finder != NULL) {
        dw_finder_update(finding->finder, &finding->list, now_ns);
        const dw_listed_server *row = dw_server_rows_chosen(&menu->servers);
        if (row != NULL &&
            (now_ns - finding->judged_ns > JUDGE_NS || row->port != finding->judged.port ||
             strcmp(row->host, finding->judged.host) != 0)) {
            finding->judged_ns = now_ns;
            finding->judged.port = row->port;
            (void)snprintf(finding->judged.host, sizeof finding->judged.host, "%s", row->host);
            judge_chosen(menu);
        }
    }
    return update_hosting(finding, menu);
}
