/* The pages of the menu: everything fits and nothing overlaps, at the sizes of window that people
 * use; the list of servers and the options work by keyboard, mouse and gamepad alike. */
#include "client/view/pages/menu.h"
#include "client/view/tools/interface.h"
#include "common/base/check.h"
#include "tests/support/test.h"

static dw_server_list list;
static dw_menu menu;

static void hear(const char *host, uint32_t ping_ms)
{
    const dw_discovery_answer answer = {
        .version = DW_PROTOCOL_VERSION, .sealed = true, .places = 8, .matches = 1, .name = "Manor"};
    assert_int_equal(dw_server_list_hear(&list, host, 27967, &answer, ping_ms * 1000, 1), DW_OK);
    dw_server_list_sort(&list);
}

static int open_list(void **state)
{
    (void)state;
    list.count = 0;
    hear("a", 1);
    hear("b", 30);
    hear("c", 60);
    dw_menu_init(&menu, "", "");
    menu.servers.list = &list;
    dw_menu_open(&menu, DW_PAGE_SERVERS, "");
    return 0;
}

static const char *chosen_host(void)
{
    return dw_server_rows_chosen(&menu.servers)->host;
}

static bool overlap(const dw_menu_item *a, const dw_menu_item *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static void every_item_lies_on_its_page_and_on_no_other_item(void **state)
{
    (void)state;
    enum { LABEL = 18 }; /* What a field has above it. */
    for (uint32_t p = 0; p < DW_PAGE_COUNT; p++) {
        const dw_menu_layout *page = &dw_menu_layouts[p];
        for (uint32_t i = 0; i < page->item_count; i++) {
            const dw_menu_item *at = &page->items[i];
            assert_true(at->x >= -page->width / 2.0F);
            assert_true(at->x + at->width <= page->width / 2.0F);
            assert_true(at->y - (at->kind == DW_ITEM_FIELD ? LABEL : 0) >= 0.0F);
            assert_true(at->y + at->height <= page->height);
            for (uint32_t j = 0; j < i; j++) {
                dw_menu_item other = page->items[j];
                assert_false(overlap(at, &other));
            }
        }
    }
}

static void every_page_fits_the_designed_window(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < DW_PAGE_COUNT; p++) {
        assert_true(dw_menu_layouts[p].width <= 1120.0F);
        /* The start screen begins 70 above the middle, below the name. */
        const float room = p == DW_PAGE_START ? 360.0F + 70.0F : 720.0F;
        assert_true(dw_menu_layouts[p].height <= room);
    }
}

static void down_goes_through_the_servers_and_then_to_the_buttons(void **state)
{
    (void)state;
    assert_string_equal(chosen_host(), "a");
    (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    assert_string_equal(chosen_host(), "b");
    (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_DPAD_DOWN);
    assert_string_equal(chosen_host(), "c");
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_PLAY);
    assert_int_equal(dw_menu_action(&menu, DW_ACTION_FAVOURITE), DW_CHOICE_FAVOURITE);
    (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    assert_string_equal(chosen_host(), "c");
    assert_true(dw_menu_types(&menu)); /* The match code, where F is a letter. */
    assert_int_equal(dw_menu_action(&menu, DW_ACTION_FAVOURITE), DW_CHOICE_NONE);
    (void)dw_menu_key(&menu, SDL_SCANCODE_UP, false);
    (void)dw_menu_key(&menu, SDL_SCANCODE_UP, false);
    assert_string_equal(chosen_host(), "b");
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_ESCAPE, false), DW_CHOICE_LEAVE);
}

static void the_wheel_goes_through_the_servers(void **state)
{
    (void)state;
    dw_menu_wheel(&menu, 1);
    assert_string_equal(chosen_host(), "b");
    dw_menu_wheel(&menu, 3);
    assert_string_equal(chosen_host(), "c");
    assert_int_equal(menu.chosen, 0); /* It stays on the list. */
    dw_menu_wheel(&menu, -3);
    assert_string_equal(chosen_host(), "a");
}

static void a_chosen_server_stays_chosen_when_the_order_changes(void **state)
{
    (void)state;
    (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    hear("0", 1);
    hear("b", 0);
    assert_string_equal(list.rows[0].host, "0");
    assert_string_equal(chosen_host(), "b");
}

static void an_empty_list_offers_nothing_to_choose(void **state)
{
    (void)state;
    list.count = 0;
    assert_null(dw_server_rows_chosen(&menu.servers));
    (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    assert_true(dw_menu_types(&menu));
    dw_canvas canvas = {.width = 1280, .height = 720};
    const dw_pen pen = {.canvas = &canvas, .ui = 1.0F};
    for (float y = 0.0F; y < 560.0F; y += 5.0F) {
        assert_int_equal(dw_menu_mouse(&menu, &pen, 640.0F, y, true), DW_CHOICE_NONE);
    }
}

static void the_second_click_on_a_server_joins_it(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    for (size_t s = 0; s < DW_COUNT_OF(sizes); s++) {
        (void)open_list(NULL);
        dw_canvas canvas = {.width = sizes[s][0], .height = sizes[s][1]};
        const dw_pen pen = {.canvas = &canvas, .ui = (float)sizes[s][1] / 720.0F};
        const float x = (float)sizes[s][0] * 0.4F;
        const float y = 197.0F * pen.ui; /* In the second row. */
        assert_int_equal(dw_menu_mouse(&menu, &pen, x, y, false), DW_CHOICE_NONE);
        assert_int_equal(menu.servers.view.hovered, 1);
        assert_int_equal(dw_menu_mouse(&menu, &pen, x, y, true), DW_CHOICE_NONE);
        assert_string_equal(chosen_host(), "b");
        assert_int_equal(dw_menu_mouse(&menu, &pen, x, y, true), DW_CHOICE_PLAY);
    }
}

static void volumes_stop_at_their_ends_and_words_go_round(void **state)
{
    (void)state;
    char text[64];
    dw_menu_options options = {.values = {0}, .map_count = 2, .maps = {"manor", "museum"}};
    options.values[DW_MENU_MASTER] = 95;
    dw_menu_option_step(&options, DW_MENU_MASTER, false);
    dw_menu_option_step(&options, DW_MENU_MASTER, false);
    assert_int_equal(options.values[DW_MENU_MASTER], 100);
    options.values[DW_MENU_MASTER] = 3;
    dw_menu_option_step(&options, DW_MENU_MASTER, true);
    assert_int_equal(options.values[DW_MENU_MASTER], 0);
    dw_menu_option_step(&options, DW_MENU_MAP, true);
    dw_menu_option_text(&options, DW_MENU_MAP, text);
    assert_string_equal(text, "museum");
    dw_menu_option_step(&options, DW_MENU_MAP, false);
    dw_menu_option_text(&options, DW_MENU_MAP, text);
    assert_string_equal(text, "manor");
    options.map_count = 0;
    dw_menu_option_step(&options, DW_MENU_MAP, false);
    dw_menu_option_text(&options, DW_MENU_MAP, text);
    assert_string_equal(text, "none found");
}

static void missions_that_can_be_hosted_are_those_of_the_chosen_map(void **state)
{
    (void)state;
    char text[64];
    dw_menu_options options = {.map_count = 2,
                               .maps = {"manor", "museum"},
                               .mission_count = 3,
                               .missions = {{"night", "museum", "A night"},
                                            {"recon", "manor", "Eyes only"},
                                            {"star", "museum", "The Star"}}};
    assert_null(dw_menu_chosen_mission(&options));
    dw_menu_option_text(&options, DW_MENU_MISSION, text);
    assert_string_equal(text, "Heist: bring out the objective");
    dw_menu_option_step(&options, DW_MENU_MISSION, false);
    assert_string_equal(dw_menu_chosen_mission(&options)->name, "recon");
    dw_menu_option_step(&options, DW_MENU_MISSION, false);
    assert_null(dw_menu_chosen_mission(&options));
    dw_menu_option_step(&options, DW_MENU_MAP, false);
    dw_menu_option_step(&options, DW_MENU_MISSION, true);
    dw_menu_option_text(&options, DW_MENU_MISSION, text);
    assert_string_equal(text, "The Star");
    dw_menu_option_step(&options, DW_MENU_MISSION, true);
    assert_string_equal(dw_menu_chosen_mission(&options)->name, "night");
    dw_menu_option_step(&options, DW_MENU_MAP, true); /* Another map has other missions. */
    assert_null(dw_menu_chosen_mission(&options));
}

static void an_option_changes_by_left_right_enter_and_click(void **state)
{
    (void)state;
    dw_menu_open(&menu, DW_PAGE_SETTINGS, "");
    menu.options.values[DW_MENU_MASTER] = 50;
    for (int i = 0; i < 6; i++) { /* Past the column at the left. */
        (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    }
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_LEFT, false), DW_CHOICE_OPTION);
    assert_int_equal(menu.options.values[DW_MENU_MASTER], 45);
    assert_int_equal(dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_DPAD_RIGHT), DW_CHOICE_OPTION);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_OPTION);
    assert_int_equal(menu.options.values[DW_MENU_MASTER], 55);
    dw_canvas canvas = {.width = 1280, .height = 720};
    const dw_pen pen = {.canvas = &canvas, .ui = 1.0F};
    const float y = (720.0F - dw_menu_layouts[DW_PAGE_SETTINGS].height) * 0.5F + 66.0F + 20.0F;
    assert_int_equal(dw_menu_mouse(&menu, &pen, 1020.0F, y, true), DW_CHOICE_OPTION);
    assert_int_equal(menu.options.values[DW_MENU_MASTER], 60);
    assert_int_equal(dw_menu_mouse(&menu, &pen, 700.0F, y, true), DW_CHOICE_OPTION);
    assert_int_equal(menu.options.values[DW_MENU_MASTER], 55);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_ESCAPE, false), DW_CHOICE_BACK);
}

static void the_interface_grows_with_the_window_or_as_one_wants_but_fits(void **state)
{
    (void)state;
    assert_true(dw_interface_scale(1280, 720, 0) == 1.0F);
    assert_true(dw_interface_scale(3840, 2160, 0) == 3.0F);
    assert_true(dw_interface_scale(1920, 1080, 75) == 0.75F);
    assert_true(dw_interface_scale(3840, 2160, 200) == 2.0F);
    static const int sizes[][2] = {{1024, 600}, {1280, 720}, {1920, 1080}, {3840, 2160}};
    for (size_t i = 0; i < DW_COUNT_OF(sizes); i++) {
        for (int32_t percent = 0; percent <= 300; percent += 25) {
            const float ui = dw_interface_scale(sizes[i][0], sizes[i][1], percent);
            for (uint32_t p = 0; p < DW_PAGE_COUNT; p++) {
                assert_true(dw_menu_layouts[p].width * ui <= (float)sizes[i][0]);
                assert_true(dw_menu_layouts[p].height * ui <= (float)sizes[i][1]);
            }
        }
    }
    dw_menu_options options = {.interface_auto = 100, .interface_max = 112};
    char text[64];
    dw_menu_option_text(&options, DW_MENU_INTERFACE, text);
    assert_string_equal(text, "automatic (100 %)");
    for (int i = 0; i < 3; i++) {
        dw_menu_option_step(&options, DW_MENU_INTERFACE, false);
    }
    dw_menu_option_text(&options, DW_MENU_INTERFACE, text);
    assert_string_equal(text, "125 % (112 % fits)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_LIST(test) cmocka_unit_test_setup(test, open_list)
        cmocka_unit_test(every_item_lies_on_its_page_and_on_no_other_item),
        cmocka_unit_test(every_page_fits_the_designed_window),
        WITH_LIST(down_goes_through_the_servers_and_then_to_the_buttons),
        WITH_LIST(the_wheel_goes_through_the_servers),
        WITH_LIST(a_chosen_server_stays_chosen_when_the_order_changes),
        WITH_LIST(an_empty_list_offers_nothing_to_choose),
        WITH_LIST(the_second_click_on_a_server_joins_it),
        cmocka_unit_test(volumes_stop_at_their_ends_and_words_go_round),
        cmocka_unit_test(missions_that_can_be_hosted_are_those_of_the_chosen_map),
        cmocka_unit_test(the_interface_grows_with_the_window_or_as_one_wants_but_fits),
        WITH_LIST(an_option_changes_by_left_right_enter_and_click),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
