/* Settings: what is written is read again, a damaged file costs only its damaged lines and is kept,
 * and nobody but the user can read it. */
#include "client/view/settings_file.h"
#include "common/platform/file.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/dw_settings_XXXXXX";
static char text[DW_SETTINGS_TEXT_MAX];

static int open_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && setenv("XDG_CONFIG_HOME", folder, 1) == 0 ? 0 : -1;
}

static const char *path_of(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof path, "%s/duskwatch/%s", folder, name);
    return path;
}

static int close_folder(void **state)
{
    (void)state;
    (void)unlink(path_of("settings.ini"));
    (void)unlink(path_of("settings.ini.bad"));
    (void)rmdir(path_of(""));
    return rmdir(folder);
}

static dw_place place_of(const char *said)
{
    dw_place place;
    assert_int_equal(dw_place_parse(said, &place, NULL), DW_OK);
    return place;
}

static void addresses_are_read_and_bad_ones_named(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_string_equal(place_of("10.0.0.7").host, "10.0.0.7");
    assert_int_equal(place_of("10.0.0.7").port, DW_PORT_DEFAULT);
    assert_string_equal(place_of("night.example:9").host, "night.example");
    assert_int_equal(place_of("night.example:9").port, 9);
    static const char *const bad[] = {"", ":5", "a b", "host:", "host:0", "host:65536", "host:1x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        dw_place place;
        error.text[0] = '\0';
        assert_int_equal(dw_place_parse(bad[i], &place, &error), DW_INVALID);
        assert_non_null(strstr(error.text, bad[i]));
    }
}

/* All lists full, and all values at an end of their range. */
static dw_settings full_settings(void)
{
    dw_settings s = dw_settings_default();
#define AT_END(section, field, low, high, value) s.field = high;
    DW_SETTINGS_NUMBERS(AT_END)
#undef AT_END
#define FLIPPED(section, field, value) s.field = !(value);
    DW_SETTINGS_SWITCHES(FLIPPED)
#undef FLIPPED
    memcpy(s.name, "Zdena ; = # \"", 14);
    for (uint32_t i = 0; i < 40; i++) {
        char said[DW_PLACE_HOST_MAX + 8];
        (void)snprintf(said, sizeof said, "%0120u:%u", i, 1000 + i);
        const dw_place place = place_of(said);
        dw_settings_note_recent(&s, &place);
        (void)!dw_settings_toggle_favourite(&s, &place);
        char password[DW_PASSWORD_MAX + 1];
        (void)snprintf(password, sizeof password, " ;#=%-60u", i);
        dw_settings_keep_password(&s, &place, password);
    }
    s.language = 1 + DW_LANGUAGE_CZECH;
    return s;
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    const dw_settings in = full_settings();
    dw_settings out;
    const size_t size = dw_settings_write(&in, text);
    dw_error error = {""};
    assert_int_equal(dw_settings_read(&out, text, size, &error), DW_OK);
    char again[DW_SETTINGS_TEXT_MAX];
    assert_int_equal(dw_settings_write(&out, again), size);
    assert_memory_equal(again, text, size);
    assert_int_equal(out.favourite_count, DW_FAVOURITES_MAX);
    assert_int_equal(out.recent_count, DW_RECENTS_MAX);
    assert_int_equal(out.password_count, DW_KEPT_PASSWORDS_MAX);
    assert_string_equal(out.name, in.name);
    assert_int_equal(out.language, 1 + DW_LANGUAGE_CZECH);
    assert_string_equal(out.passwords[3].text, in.passwords[3].text);
}

static void a_damaged_line_costs_only_itself(void **state)
{
    (void)state;
    static const char damaged[] = "[sound]\nmaster = 101\neffects = 40\nmusic\n[servers]\n"
                                  "recent = a:1\nrecent = a:1\nfavourite = b:70000\n"
                                  "password = c:1\n[player]\nname = Ada\r\n";
    dw_settings out;
    dw_error error = {""};
    assert_int_equal(dw_settings_read(&out, damaged, strlen(damaged), &error), DW_INVALID);
    assert_non_null(strstr(error.text, "line 2: \"master\""));
    assert_int_equal(out.master, dw_settings_default().master);
    assert_int_equal(out.effects, 40);
    assert_int_equal(out.recent_count, 1);
    assert_int_equal(out.favourite_count, 0);
    assert_int_equal(out.password_count, 0);
    assert_string_equal(out.name, "Ada");
}

static dw_settings read_text(const char *file, dw_error *error)
{
    dw_settings settings;
    error->text[0] = '\0';
    const dw_status status = dw_settings_read(&settings, file, strlen(file), error);
    assert_true((status == DW_OK) == (error->text[0] == '\0'));
    return settings;
}

static dw_action plays(const dw_settings *settings, SDL_Scancode key)
{
    return dw_bindings_find(&settings->bindings, dw_binding_key(key), DW_IN_PLAY);
}

static void bindings_are_written_where_they_differ_and_read_again(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_settings settings = dw_settings_default();
    (void)dw_settings_write(&settings, text);
    assert_null(strstr(text, "[keys]"));
    dw_bindings_set(&settings.bindings, DW_ACTION_PING, DW_BIND_KEY,
                    dw_binding_key(SDL_SCANCODE_Q)); /* Taken from the signs. */
    dw_bindings_set(&settings.bindings, DW_ACTION_PING, DW_BIND_KEY_2,
                    dw_binding_key(SDL_SCANCODE_LALT));
    dw_bindings_set(&settings.bindings, DW_ACTION_THROW, DW_BIND_PAD,
                    dw_binding_pad(DW_PAD_TRIGGER_RIGHT));
    dw_bindings_set(&settings.bindings, DW_ACTION_MENU, DW_BIND_KEY_2,
                    dw_binding_key(SDL_SCANCODE_F10)); /* Beside Escape. */
    (void)dw_settings_write(&settings, text);
    assert_non_null(strstr(text, "\nping = Q or Left Alt\n"));
    assert_non_null(strstr(text, "\nsigns = none\n"));
    assert_non_null(strstr(text, "\n[gamepad]\nsprint = none\nthrow = right trigger\n"));
    assert_non_null(strstr(text, "\nmenu = F10\n"));
    const dw_settings back = read_text(text, &error);
    assert_string_equal(error.text, "");
    assert_memory_equal(&back.bindings, &settings.bindings, sizeof back.bindings);
}

/* One line says what is wrong with which line; all others count. */
static void unknown_and_double_bindings_are_named_and_harmless(void **state)
{
    (void)state;
    static const struct {
        const char *file, *said;
    } rows[] = {
        {"[keys]\nfly = E\n", "line 2: \"fly\": no action has that name"},
        {"[keys]\nuse = Any\n",
         "line 2: \"use\": \"Any\" is not the name of a key or button of [keys]"},
        {"[mouse]\nuse = q\n",
         "line 2: \"use\": \"q\" is not the name of a key or button of [mouse]"},
        {"[keys]\nuse = E or F or G\n", "line 2: \"use\": there is room for 2"},
        {"[keys]\nuse = Escape\n", "line 2: \"use\": \"Escape\" always keeps its meaning"},
        {"[gamepad]\nmenu = a\n", "line 2: \"menu\": there is room for 0"},
        {"[keys]\nuse = F\nuse = G\n", "line 3: \"use\": a line before has said that already"},
        {"[keys]\nuse = F\nping = F\n", "line 3: \"ping\": \"F\" belongs to \"use\" already"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dw_error error;
        const dw_settings settings = read_text(rows[i].file, &error);
        assert_string_equal(error.text, rows[i].said);
        assert_int_equal(plays(&settings, SDL_SCANCODE_W), DW_ACTION_UP);
        assert_int_equal(plays(&settings, SDL_SCANCODE_X), DW_ACTION_PING);
    }
}

static void a_line_of_the_file_wins_over_what_is_so_at_first(void **state)
{
    (void)state;
    dw_error error;
    dw_settings settings = read_text("[keys]\nping = Q  \n", &error);
    assert_string_equal(error.text, "\"Q\" is bound to \"ping\", so \"signs\" has lost it");
    assert_int_equal(plays(&settings, SDL_SCANCODE_Q), DW_ACTION_PING);
    /* Two keys change places. */
    settings = read_text("[keys]\nping = Q\nsigns = X\n", &error);
    assert_string_equal(error.text, "");
    assert_int_equal(plays(&settings, SDL_SCANCODE_X), DW_ACTION_SIGNS);
}

static void each_cut_of_a_file_is_read_without_harm(void **state)
{
    (void)state;
    const dw_settings in = full_settings();
    dw_settings out;
    const size_t size = dw_settings_write(&in, text);
    for (size_t cut = 0; cut < size; cut += 7) {
        (void)!dw_settings_read(&out, text, cut, NULL);
        assert_in_range(out.master, 0, 100);
    }
}

static void the_newest_server_stands_first_and_the_oldest_goes(void **state)
{
    (void)state;
    dw_settings s = dw_settings_default();
    for (uint32_t i = 0; i < DW_RECENTS_MAX + 2; i++) {
        char said[32];
        (void)snprintf(said, sizeof said, "host%u", i);
        const dw_place place = place_of(said);
        dw_settings_note_recent(&s, &place);
    }
    assert_int_equal(s.recent_count, DW_RECENTS_MAX);
    assert_string_equal(s.recents[0].host, "host11");
    assert_string_equal(s.recents[DW_RECENTS_MAX - 1].host, "host2");
    const dw_place again = place_of("HOST5");
    dw_settings_note_recent(&s, &again);
    assert_int_equal(s.recent_count, DW_RECENTS_MAX);
    assert_string_equal(s.recents[0].host, "HOST5");
    assert_string_equal(s.recents[1].host, "host11");
    assert_string_equal(s.recents[DW_RECENTS_MAX - 1].host, "host2");
}

static void a_favourite_is_one_until_it_is_toggled_again(void **state)
{
    (void)state;
    dw_settings s = dw_settings_default();
    const dw_place a = place_of("a");
    const dw_place b = place_of("b:1");
    assert_int_equal(dw_settings_toggle_favourite(&s, &a), DW_OK);
    assert_int_equal(dw_settings_toggle_favourite(&s, &b), DW_OK);
    assert_true(dw_settings_is_favourite(&s, &a) && dw_settings_is_favourite(&s, &b));
    assert_int_equal(dw_settings_toggle_favourite(&s, &a), DW_OK);
    assert_false(dw_settings_is_favourite(&s, &a));
    assert_true(dw_settings_is_favourite(&s, &b));
}

static void a_password_is_kept_until_it_is_forgotten(void **state)
{
    (void)state;
    dw_settings s = dw_settings_default();
    const dw_place a = place_of("a");
    dw_settings_keep_password(&s, &a, "night owl");
    dw_settings_keep_password(&s, &a, "barn owl");
    assert_string_equal(dw_settings_password(&s, &a), "barn owl");
    assert_int_equal(s.password_count, 1);
    dw_settings_keep_password(&s, &a, "");
    assert_null(dw_settings_password(&s, &a));
}

static void the_file_is_private_and_comes_back(void **state)
{
    (void)state;
    const dw_settings in = full_settings();
    dw_settings out;
    struct stat facts;
    dw_settings_load(&out); /* Without a file. */
    assert_int_equal(out.width, dw_settings_default().width);
    dw_settings_save(&in);
    assert_int_equal(stat(path_of("settings.ini"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    dw_settings_load(&out);
    assert_int_equal(out.width, in.width);
    assert_string_equal(out.recents[0].host, in.recents[0].host);
    assert_int_not_equal(stat(path_of("settings.ini.bad"), &facts), 0);
}

static void a_damaged_file_is_kept_beside_the_new_one(void **state)
{
    (void)state;
    static const char damaged[] = "[player]\nname = Ada\n\x01\x02 what is this\n";
    dw_settings out;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_write(path_of("settings.ini"), damaged, strlen(damaged), NULL), DW_OK);
    dw_settings_load(&out);
    assert_string_equal(out.name, "Ada");
    dw_settings_save(&out);
    assert_int_equal(dw_file_read(path_of("settings.ini.bad"), 4096, &bytes, &size, NULL), DW_OK);
    assert_int_equal(size, strlen(damaged));
    assert_memory_equal(bytes, damaged, size);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_bad_ones_named),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(a_damaged_line_costs_only_itself),
        cmocka_unit_test(bindings_are_written_where_they_differ_and_read_again),
        cmocka_unit_test(unknown_and_double_bindings_are_named_and_harmless),
        cmocka_unit_test(a_line_of_the_file_wins_over_what_is_so_at_first),
        cmocka_unit_test(each_cut_of_a_file_is_read_without_harm),
        cmocka_unit_test(the_newest_server_stands_first_and_the_oldest_goes),
        cmocka_unit_test(a_favourite_is_one_until_it_is_toggled_again),
        cmocka_unit_test(a_password_is_kept_until_it_is_forgotten),
        cmocka_unit_test(the_file_is_private_and_comes_back),
        cmocka_unit_test(a_damaged_file_is_kept_beside_the_new_one),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
