/* How a person comes to a game, without a network: what is joined, when a password is asked for and
 * kept, and what the settings remember. */
#include "client/core/server_pins.h"
#include "client/view/finding.h"
#include "client/view/settings_file.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/dw_finding_XXXXXX";
static dw_finding finding;
static dw_menu menu;

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && setenv("XDG_CONFIG_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char path[128];
    static const char *const names[] = {"/duskwatch/settings.ini", "/duskwatch/known_servers",
                                        "/duskwatch"};
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s%s", folder, names[i]);
        (void)remove(path);
    }
    return rmdir(folder);
}

static dw_listed_server *hear(uint16_t version, bool password, bool watchable)
{
    dw_discovery_answer answer = {.version = version,
                                  .sealed = true,
                                  .password = password,
                                  .watchable = watchable,
                                  .places = 8,
                                  .matches = 1,
                                  .name = "Manor"};
    memset(answer.identity_key, 7, sizeof answer.identity_key);
    assert_int_equal(dw_server_list_hear(&finding.list, "10.0.0.9", 27968, &answer, 1, 1), DW_OK);
    return &finding.list.rows[0];
}

/* The page of servers, with no socket behind it. */
static int open_page(void **state)
{
    (void)state;
    finding = (dw_finding){.settings = dw_settings_default()};
    dw_menu_init(&menu, "manor.example", "Ada");
    menu.servers.list = &finding.list;
    dw_menu_open(&menu, DW_PAGE_SERVERS, "");
    return 0;
}

static const dw_place place = {"10.0.0.9", 27968};

static void type(dw_menu_field field, const char *text)
{
    dw_field_clear(&menu.fields[field]);
    dw_field_insert(&menu.fields[field], text);
}

static void the_chosen_server_is_joined_with_name_and_match(void **state)
{
    (void)state;
    (void)hear(DW_PROTOCOL_VERSION, false, true);
    type(DW_FIELD_MATCH, "k7qd");
    assert_true(dw_finding_choose(&finding, &menu, DW_CHOICE_WATCH));
    assert_string_equal(finding.wanted.address, "10.0.0.9:27968");
    assert_string_equal(finding.wanted.match, "K7QD");
    assert_string_equal(finding.wanted.password, "");
    assert_string_equal(finding.settings.name, "Ada");
    assert_true(finding.wanted.spectate);
}

static void what_cannot_work_is_said_before_joining(void **state)
{
    (void)state;
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY)); /* The list is empty. */
    (void)hear(DW_PROTOCOL_VERSION + 1, false, true);
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_non_null(strstr(menu.message, "update the client"));
    (void)hear(DW_PROTOCOL_VERSION, false, false);
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_WATCH));
    assert_non_null(strstr(menu.message, "Nobody may watch"));
    type(DW_FIELD_MATCH, "????????");
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_int_equal(menu.page, DW_PAGE_SERVERS);
    assert_string_not_equal(menu.message, "");
}

static void a_password_is_asked_for_and_kept_only_if_the_person_says_so(void **state)
{
    (void)state;
    for (int32_t keep = 0; keep < 2; keep++) {
        (void)open_page(NULL);
        (void)hear(DW_PROTOCOL_VERSION, true, true);
        assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
        assert_int_equal(menu.page, DW_PAGE_PASSWORD);
        type(DW_FIELD_PASSWORD, "night owl");
        menu.options.values[DW_MENU_KEEP_PASSWORD] = keep;
        assert_true(dw_finding_choose(&finding, &menu, DW_CHOICE_JOIN));
        assert_string_equal(finding.wanted.password, "night owl");
        assert_null(dw_settings_password(&finding.settings, &place)); /* Not before it was right. */
        dw_finding_joined(&finding);
        dw_settings saved;
        dw_settings_load(&saved);
        assert_int_equal(dw_settings_password(&saved, &place) != NULL, keep);
        assert_string_equal(saved.recents[0].host, "10.0.0.9");
    }
}

static void a_kept_password_is_used_and_forgotten_when_it_is_refused(void **state)
{
    (void)state;
    (void)hear(DW_PROTOCOL_VERSION, true, true);
    dw_settings_keep_password(&finding.settings, &place, "night owl");
    assert_true(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_string_equal(finding.wanted.password, "night owl");
    assert_true(dw_finding_password_refused(&finding, &menu));
    assert_int_equal(menu.page, DW_PAGE_PASSWORD);
    assert_non_null(strstr(menu.message, "does not accept"));
    assert_null(dw_settings_password(&finding.settings, &place));
}

static void an_address_is_joined_from_the_start_screen(void **state)
{
    (void)state;
    dw_menu_open(&menu, DW_PAGE_START, "");
    assert_true(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_string_equal(finding.wanted.address, "manor.example");
    type(DW_FIELD_ADDRESS, "manor.example:0");
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_non_null(strstr(menu.message, "manor.example:0"));
    type(DW_FIELD_ADDRESS, "");
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_non_null(strstr(menu.message, "address"));
}

static void an_invitation_is_pasted_in_place_of_the_address(void **state)
{
    (void)state;
    char text[DW_INVITATION_TEXT];
    dw_menu_open(&menu, DW_PAGE_START, "");
    type(DW_FIELD_ADDRESS, "10.0.0.7:27968/k7qd");
    assert_true(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_string_equal(finding.wanted.address, "10.0.0.7:27968");
    assert_string_equal(finding.wanted.match, "K7QD");
    dw_finding_invitation(&finding, "K7QD", text);
    assert_string_equal(text, "10.0.0.7:27968/K7QD");
    type(DW_FIELD_ADDRESS, "10.0.0.7:27968/nonsense");
    assert_false(dw_finding_choose(&finding, &menu, DW_CHOICE_PLAY));
    assert_non_null(strstr(menu.message, "nonsense"));
}

static void a_favourite_is_marked_and_saved_at_once(void **state)
{
    (void)state;
    const dw_listed_server *row = hear(DW_PROTOCOL_VERSION, false, true);
    dw_settings saved;
    (void)dw_finding_choose(&finding, &menu, DW_CHOICE_FAVOURITE);
    assert_true(row->favourite);
    dw_settings_load(&saved);
    assert_true(dw_settings_is_favourite(&saved, &place));
    (void)dw_finding_choose(&finding, &menu, DW_CHOICE_FAVOURITE);
    assert_false(row->favourite);
    dw_settings_load(&saved);
    assert_false(dw_settings_is_favourite(&saved, &place));
}

static void settings_go_from_the_page_to_the_file(void **state)
{
    (void)state;
    dw_settings saved;
    dw_menu_open(&menu, DW_PAGE_PAUSE, "");
    (void)dw_finding_choose(&finding, &menu, DW_CHOICE_SETTINGS);
    assert_int_equal(menu.page, DW_PAGE_SETTINGS);
    assert_int_equal(menu.options.values[DW_MENU_MUSIC], dw_settings_default().music);
    menu.options.values[DW_MENU_MUSIC] = 15;
    menu.options.values[DW_MENU_CAPTIONS] = 1;
    menu.options.values[DW_MENU_CARD] = 0;
    (void)dw_finding_choose(&finding, &menu, DW_CHOICE_OPTION);
    assert_string_equal(menu.message, dw_say(DW_SAY_CARD_LATER));
    (void)dw_finding_choose(&finding, &menu, DW_CHOICE_BACK);
    assert_int_equal(menu.page, DW_PAGE_PAUSE);
    dw_settings_load(&saved);
    assert_int_equal(saved.music, 15);
    assert_true(saved.captions);
    assert_false(saved.card);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_PAGE(test) cmocka_unit_test_setup(test, open_page)
        WITH_PAGE(the_chosen_server_is_joined_with_name_and_match),
        WITH_PAGE(what_cannot_work_is_said_before_joining),
        WITH_PAGE(a_password_is_asked_for_and_kept_only_if_the_person_says_so),
        WITH_PAGE(a_kept_password_is_used_and_forgotten_when_it_is_refused),
        WITH_PAGE(an_address_is_joined_from_the_start_screen),
        WITH_PAGE(an_invitation_is_pasted_in_place_of_the_address),
        WITH_PAGE(a_favourite_is_marked_and_saved_at_once),
        WITH_PAGE(settings_go_from_the_page_to_the_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
