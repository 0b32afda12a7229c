/* Where the state of a server lies, and which users can get at it. */
#include "common/base/parse.h"
#include "server/host/state_folder.h"
#include "tests/support/test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char base[DW_PATH_MAX];

static int make_base(void **state)
{
    (void)state;
    char name[] = "state-test-XXXXXX";
    char real[PATH_MAX];
    if (mkdtemp(name) == NULL || realpath(name, real) == NULL ||
        dw_copy_text(base, sizeof base, real) != DW_OK) {
        return -1;
    }
    return setenv("HOME", base, 1);
}

static int remove_base(void **state)
{
    (void)state;
    char command[DW_PATH_MAX + 16];
    (void)snprintf(command, sizeof command, "rm -r '%s'", base);
    return system(command);
}

static int forget_environment(void **state)
{
    (void)state;
    (void)umask(022);
    return unsetenv("STATE_DIRECTORY") + unsetenv("XDG_STATE_HOME");
}

static void expect_folder(const char *setting, const char *wanted)
{
    char full[DW_PATH_MAX + 64];
    char path[DW_PATH_MAX];
    dw_error error = {""};
    const dw_status status = dw_state_folder_open(setting, path, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, DW_OK);
    (void)snprintf(full, sizeof full, "%s/%s", base, wanted);
    assert_string_equal(path, full);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_true(S_ISDIR(facts.st_mode));
    assert_int_equal(facts.st_mode & 07777, 0700);
}

static void set(const char *name, const char *value)
{
    char full[DW_PATH_MAX + 64];
    (void)snprintf(full, sizeof full, "%s/%s", base, value);
    assert_int_equal(setenv(name, full, 1), 0);
}

static void the_setting_the_unit_and_the_home_are_asked_in_this_order(void **state)
{
    (void)state;
    (void)umask(0);
    expect_folder("", ".local/state/duskwatch");
    set("XDG_STATE_HOME", "xdg");
    expect_folder("", "xdg/duskwatch");
    set("STATE_DIRECTORY", "unit:/nowhere/else");
    expect_folder("", "unit");
    char setting[DW_PATH_MAX + 64];
    (void)snprintf(setting, sizeof setting, "%s/a/b", base);
    expect_folder(setting, "a/b");
    expect_folder(setting, "a/b"); /* It is there already. */
}

static void what_is_no_whole_path_is_passed_over(void **state)
{
    (void)state;
    assert_int_equal(setenv("STATE_DIRECTORY", "relative", 1), 0);
    assert_int_equal(setenv("XDG_STATE_HOME", "", 1), 0);
    expect_folder("", ".local/state/duskwatch");
    assert_int_equal(unsetenv("HOME"), 0);
    char path[DW_PATH_MAX];
    dw_error error = {""};
    assert_int_equal(dw_state_folder_open("", path, &error), DW_NOT_FOUND);
    assert_non_null(strstr(error.text, "no state folder: set state, "));
    assert_int_equal(setenv("HOME", base, 1), 0);
}

static void a_folder_that_others_may_write_to_is_refused(void **state)
{
    (void)state;
    char setting[DW_PATH_MAX + 64];
    char path[DW_PATH_MAX];
    dw_error error = {""};
    (void)snprintf(setting, sizeof setting, "%s/open", base);
    assert_int_equal(mkdir(setting, 0700), 0);
    static const mode_t modes[] = {0777, 01777, 0770, 0702};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(setting, modes[i]), 0);
        assert_int_equal(dw_state_folder_open(setting, path, &error), DW_DENIED);
        assert_non_null(strstr(error.text, "other users may write to it"));
    }
    assert_int_equal(chmod(setting, 0755), 0); /* As systemd makes it. */
    assert_int_equal(dw_state_folder_open(setting, path, &error), DW_OK);
}

static void a_secret_of_the_folder_stays(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    uint8_t one[32];
    uint8_t two[32];
    assert_int_equal(dw_state_folder_open("", path, NULL), DW_OK);
    assert_int_equal(dw_state_folder_secret(path, DW_STATE_REPLAY_KEY, one, sizeof one, NULL),
                     DW_OK);
    assert_int_equal(dw_state_folder_secret(path, DW_STATE_REPLAY_KEY, two, sizeof two, NULL),
                     DW_OK);
    assert_memory_equal(one, two, sizeof one);
    assert_int_equal(dw_state_folder_secret(path, "other.key", two, sizeof two, NULL), DW_OK);
    assert_memory_not_equal(one, two, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_setting_the_unit_and_the_home_are_asked_in_this_order,
                               forget_environment),
        cmocka_unit_test_setup(what_is_no_whole_path_is_passed_over, forget_environment),
        cmocka_unit_test_setup(a_folder_that_others_may_write_to_is_refused, forget_environment),
        cmocka_unit_test_setup(a_secret_of_the_folder_stays, forget_environment),
    };
    return cmocka_run_group_tests(tests, make_base, remove_base);
}
