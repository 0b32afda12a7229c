/* The list of admins in a file that a person edits too, how often a client may give commands, and
 * an answer as bounded lines. */
#include "common/platform/file.h"
#include "server/host/admin_answer.h"
#include "server/host/admin_limits.h"
#include "server/host/admins.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)

#define ADA  "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"
#define BO   "3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c"
#define CARL "7777777777777777777777777777777777777777777777777777777777777777"

static char folder[64], path[96];
static dw_error error;
static dw_admin_answer given;

static int make_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/admins-test-XXXXXX");
    error.text[0] = '\0';
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    (void)snprintf(path, sizeof path, "%s/admins", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)unlink(path);
    return rmdir(folder);
}

static void write_file(const char *text)
{
    assert_int_equal(dw_file_write(path, text, strlen(text), &error), DW_OK);
}

static void file_is(const char *expected)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(path, 1 << 20, &bytes, &size, &error), DW_OK);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(bytes, expected, size);
    free(bytes);
}

static dw_admins *open_list(void)
{
    dw_admins *admins = NULL;
    if (dw_admins_open(&admins, folder, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return admins;
}

static dw_admin admin_of(const char *key, dw_console_level level, const char *note)
{
    dw_admin admin = {.level = level};
    assert_true(dw_seal_key_read(key, strlen(key), admin.key));
    (void)snprintf(admin.note, sizeof admin.note, "%s", note);
    return admin;
}

/* -1: no rights. */
static int level_of(const dw_admins *admins, const char *key)
{
    const dw_admin wanted = admin_of(key, DW_CONSOLE_HOST, "");
    const dw_admin *found = dw_admin_list_find(dw_admins_list(admins), wanted.key);
    return found != NULL ? (int)found->level : -1;
}

static void rights_outlive_the_process_and_what_a_person_wrote_stays(void **state)
{
    (void)state;
    dw_admins *admins = open_list();
    dw_admin admin = admin_of(ADA, DW_CONSOLE_MODERATOR, "Ada");
    assert_int_equal(dw_admins_list(admins)->count, 0);
    assert_int_equal(dw_admins_add(admins, &admin, &error), DW_OK);
    assert_int_equal(level_of(admins, ADA), DW_CONSOLE_MODERATOR);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    dw_admins_close(admins);

    write_file("# mine\n" ADA " moderator Ada\n\n  " BO "\thost  \n");
    admins = open_list();
    assert_int_equal(level_of(admins, ADA), DW_CONSOLE_MODERATOR);
    assert_int_equal(level_of(admins, BO), DW_CONSOLE_HOST);
    assert_int_equal(level_of(admins, CARL), -1);
    admin.level = DW_CONSOLE_OPERATOR; /* One line for each key. */
    assert_int_equal(dw_admins_add(admins, &admin, &error), DW_OK);
    file_is("# mine\n\n  " BO "\thost  \n" ADA " operator Ada\n");
    /* Written by hand meanwhile: a change reads it first. */
    write_file("# mine\n" CARL " host\n" ADA " operator Ada\n");
    assert_int_equal(dw_admins_remove(admins, admin.key, &error), DW_OK);
    file_is("# mine\n" CARL " host\n");
    assert_int_equal(level_of(admins, ADA), -1);
    assert_int_equal(level_of(admins, CARL), DW_CONSOLE_HOST);
    assert_int_equal(dw_admins_remove(admins, admin.key, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, ADA ": not in the list of admins");
    dw_admins_close(admins);
}

static void a_broken_file_is_one_clear_error_and_the_list_stays_as_it_was(void **state)
{
    (void)state;
    static const struct {
        const char *line, *wrong;
    } rows[] = {
        {"0f0f0f0f0f0f0f0f host", "must begin with a key of 64 hexadecimal digits"},
        {"192.0.2.1 host", "must begin with a key"},
        {CARL, "must have a level after the key: moderator, operator or host"},
        {CARL " admin", "must have a level after the key"},
        {CARL " hosthosthosthosthost", "must have a level after the key"},
        {ADA " host", "this key is on an earlier line already"},
        {CARL " host \x1b[2J", "the note must be at most 120 bytes of plain text"},
    };
    write_file(ADA " moderator\n");
    dw_admins *admins = open_list();
    const dw_admin bo = admin_of(BO, DW_CONSOLE_HOST, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        char place[160];
        (void)snprintf(text, sizeof text, ADA " moderator\n# two\n%s\n", rows[i].line);
        (void)snprintf(place, sizeof place, "%s: line 3: \"", path);
        write_file(text);
        assert_int_equal(dw_admins_reload(admins, &error), DW_INVALID);
        if (strncmp(error.text, place, strlen(place)) != 0 ||
            strstr(error.text, rows[i].wrong) == NULL) {
            fail_msg("%s: %s", rows[i].line, error.text);
        }
        assert_int_equal(dw_admins_add(admins, &bo, &error), DW_INVALID);
        file_is(text);
        assert_int_equal(level_of(admins, ADA), DW_CONSOLE_MODERATOR);
        assert_int_equal(dw_admins_list(admins)->count, 1);
    }
    dw_admins_close(admins);
}

static void the_list_has_a_bound(void **state)
{
    (void)state;
    dw_admins *admins = open_list();
    dw_admin admin = {.level = DW_CONSOLE_MODERATOR};
    static char text[DW_ADMINS_MAX * 80];
    size_t used = 0;
    for (unsigned i = 0; i < DW_ADMINS_MAX; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%064x host\n", i + 1);
    }
    write_file(text);
    assert_int_equal(dw_admins_reload(admins, &error), DW_OK);
    assert_int_equal(dw_admins_add(admins, &admin, &error), DW_FULL);
    assert_non_null(strstr(error.text, "no room for another admin: at most 256"));
    assert_int_equal(dw_admins_list(admins)->count, DW_ADMINS_MAX);
    dw_admins_close(admins);
}

static uint32_t passed(dw_admin_limits *limits, bool has_rights, uint32_t tries, uint64_t now_ns,
                       dw_admin_verdict wanted)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tries; i++) {
        count += dw_admin_limits_judge(limits, has_rights, now_ns) == wanted ? 1 : 0;
    }
    return count;
}

static void a_client_with_rights_has_five_commands_and_then_one_a_second(void **state)
{
    (void)state;
    dw_admin_limits limits = dw_admin_limits_make(7);
    assert_int_equal(passed(&limits, true, 100, 7, DW_ADMIN_TAKEN), 5);
    assert_int_equal(passed(&limits, true, 100, 7 + SECOND_NS - 1, DW_ADMIN_TAKEN), 0);
    assert_int_equal(passed(&limits, true, 100, 7 + SECOND_NS, DW_ADMIN_TAKEN), 1);
    assert_int_equal(passed(&limits, true, 100, 7 + 3600 * SECOND_NS, DW_ADMIN_SLOWED), 95);
}

static void a_client_without_rights_is_refused_five_times_and_then_once_in_ten_seconds(void **state)
{
    (void)state;
    dw_admin_limits limits = dw_admin_limits_make(7);
    assert_int_equal(passed(&limits, false, 100, 7, DW_ADMIN_REFUSED), 5);
    assert_int_equal(passed(&limits, false, 100, 7 + 9 * SECOND_NS, DW_ADMIN_SLOWED), 100);
    assert_int_equal(passed(&limits, false, 100, 7 + 10 * SECOND_NS, DW_ADMIN_REFUSED), 1);
    assert_int_equal(passed(&limits, false, 100, 7 + 3600 * SECOND_NS, DW_ADMIN_REFUSED), 5);
    /* Tries without rights do not use up what rights give. */
    assert_int_equal(passed(&limits, true, 100, 7 + 3600 * SECOND_NS, DW_ADMIN_TAKEN), 5);
}

/* The lines of the answer to that text, each in brackets. */
static const char *lines_of(const char *text)
{
    static char lines[2 * DW_ADMIN_ANSWER_MAX];
    char line[DW_ADMIN_LINE_MAX + 1];
    size_t at = 0;
    size_t used = 0;
    dw_admin_answer_init(&given);
    FILE *stream = dw_admin_answer_stream(&given);
    assert_non_null(stream);
    assert_int_equal(fwrite(text, 1, strlen(text), stream), strlen(text));
    assert_int_equal(fclose(stream), 0);
    dw_admin_answer_finish(&given);
    lines[0] = '\0';
    while (dw_admin_answer_next(&given, &at, line)) {
        used += (size_t)snprintf(lines + used, sizeof lines - used, "[%s]", line);
    }
    return lines;
}

static void an_answer_is_lines_of_clean_text_and_never_empty(void **state)
{
    (void)state;
    assert_string_equal(lines_of(""), "[done]");
    assert_string_equal(lines_of("one\ntwo"), "[one][two]");
    assert_string_equal(lines_of("one\n\ntwo\n"), "[one][][two]");
    assert_string_equal(lines_of("a\tb\x1b[2J\xff\n"), "[a?b?[2J?]");
}

static void a_long_line_goes_on_in_the_next_one(void **state)
{
    (void)state;
    char text[DW_ADMIN_LINE_MAX + 20];
    memset(text, 'a', sizeof text);
    text[DW_ADMIN_LINE_MAX - 10] = ' ';
    text[sizeof text - 1] = '\0';
    lines_of(text);
    assert_int_equal(given.count, 2);
    assert_memory_equal(given.text + DW_ADMIN_LINE_MAX - 11, "a \naaa", 6);
    /* Without a blank, and never within a character. */
    for (size_t i = 0; i + 3 < sizeof text; i += 2) {
        memcpy(text + 1 + i, "\xc3\xa4", 3);
    }
    lines_of(text);
    assert_int_equal(given.count, 2);
    assert_null(strchr(given.text, '?'));
}

static void a_long_answer_is_cut_and_says_so(void **state)
{
    (void)state;
    static char text[40000];
    size_t used = 0;
    for (unsigned i = 0; i < 300; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "line %u\n", i);
    }
    const char *lines = lines_of(text);
    assert_int_equal(given.count, DW_ADMIN_LINES_MAX);
    assert_non_null(strstr(lines, "[line 62][(237 more lines: ask for less, such as one match)]"));
    /* By bytes: no short line slips in behind what was left out. */
    used = 0;
    for (unsigned i = 0; i < 60; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, i < 50 ? "%0200u\n" : "x%u\n", i);
    }
    lines = lines_of(text);
    assert_true(given.used <= DW_ADMIN_ANSWER_MAX && given.count < DW_ADMIN_LINES_MAX);
    assert_non_null(strstr(lines, "more lines: ask for less"));
    assert_null(strstr(lines, "[x"));
    assert_int_equal(given.count - 1 + given.left_out, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
        WITH_FOLDER(rights_outlive_the_process_and_what_a_person_wrote_stays),
        WITH_FOLDER(a_broken_file_is_one_clear_error_and_the_list_stays_as_it_was),
        WITH_FOLDER(the_list_has_a_bound),
        cmocka_unit_test(a_client_with_rights_has_five_commands_and_then_one_a_second),
        cmocka_unit_test(
            a_client_without_rights_is_refused_five_times_and_then_once_in_ten_seconds),
        cmocka_unit_test(an_answer_is_lines_of_clean_text_and_never_empty),
        cmocka_unit_test(a_long_line_goes_on_in_the_next_one),
        cmocka_unit_test(a_long_answer_is_cut_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
