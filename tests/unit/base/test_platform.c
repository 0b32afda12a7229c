#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/platform/line_input.h"
#include "common/platform/memory.h"
#include "common/platform/options.h"
#include "common/platform/password.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "platform-test-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void a_file_is_written_whole_and_read_back(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/a.bin", folder);
    dw_error error;
    assert_int_equal(dw_file_write(path, "one\0two", 7, &error), DW_OK);
    assert_int_equal(dw_file_write(path, "three", 5, &error), DW_OK);
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(path, 100, &bytes, &size, &error), DW_OK);
    assert_int_equal(size, 5);
    assert_string_equal((char *)bytes, "three");
    free(bytes);
    assert_int_equal(dw_file_read(path, 4, &bytes, &size, &error), DW_RANGE);
    assert_non_null(strstr(error.text, "a.bin: 5 bytes"));
    assert_int_equal(unlink(path), 0);
}

static void a_private_file_is_for_its_user_alone(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    char left[DW_PATH_MAX];
    dw_error error;
    struct stat facts;
    (void)snprintf(path, sizeof path, "%s/key", folder);
    (void)snprintf(left, sizeof left, "%s/.key.%ld", folder, (long)getpid());
    assert_int_equal(dw_file_write(path, "open", 4, &error), DW_OK);
    /* What a crash left behind could be read by everybody. */
    assert_int_equal(dw_file_write(left, "left", 4, &error), DW_OK);
    assert_int_equal(dw_file_write_private(path, "secret", 6, &error), DW_OK);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(facts.st_size, 6);
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(dw_file_write_private("no-such-folder/x", "", 0, &error), DW_IO);
}

static uint32_t folders_synced;
static uint32_t files_synced;

int __real_fsync(int file);
int __wrap_fsync(int file);

int __wrap_fsync(int file)
{
    struct stat facts;
    assert_int_equal(fstat(file, &facts), 0);
    folders_synced += S_ISDIR(facts.st_mode) ? 1 : 0;
    files_synced += S_ISREG(facts.st_mode) ? 1 : 0;
    return __real_fsync(file);
}

typedef dw_status write_file(const char *path, const void *bytes, size_t size, dw_error *error);

/* After a power cut the file is there, whole: its bytes and its name are on the disk before the
 * call returns. */
static void what_must_last_is_on_the_disk_and_so_is_its_name(void **state)
{
    (void)state;
    static write_file *const lasting[] = {dw_file_write_private, dw_file_write_for_group,
                                          dw_file_create_private};
    char path[DW_PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/lasting", folder);
    for (size_t i = 0; i < DW_COUNT_OF(lasting); i++) {
        folders_synced = 0;
        files_synced = 0;
        assert_int_equal(lasting[i](path, "x", 1, NULL), DW_OK);
        assert_int_equal(files_synced, 1);
        assert_int_equal(folders_synced, 1);
        assert_int_equal(unlink(path), 0);
    }
}

static void folders_of_the_user_follow_the_environment(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    dw_error error;
    assert_int_equal(setenv("HOME", "/home/ada", 1), 0);
    assert_int_equal(unsetenv("XDG_CACHE_HOME"), 0);
    assert_int_equal(setenv("XDG_CONFIG_HOME", "relative", 1), 0);
    assert_int_equal(dw_file_cache_folder(path, &error), DW_OK);
    assert_string_equal(path, "/home/ada/.cache/duskwatch");
    assert_int_equal(dw_file_config_folder(path, &error), DW_OK);
    assert_string_equal(path, "/home/ada/.config/duskwatch");
    assert_int_equal(unsetenv("XDG_DATA_HOME"), 0);
    assert_int_equal(dw_file_data_folder(path, &error), DW_OK);
    assert_string_equal(path, "/home/ada/.local/share/duskwatch");
    assert_int_equal(setenv("XDG_CACHE_HOME", "/c", 1), 0);
    assert_int_equal(setenv("XDG_CONFIG_HOME", "/k", 1), 0);
    assert_int_equal(dw_file_cache_folder(path, &error), DW_OK);
    assert_string_equal(path, "/c/duskwatch");
    assert_int_equal(dw_file_config_folder(path, &error), DW_OK);
    assert_string_equal(path, "/k/duskwatch");
    assert_int_equal(unsetenv("XDG_CONFIG_HOME"), 0);
    assert_int_equal(unsetenv("HOME"), 0);
    assert_int_equal(dw_file_config_folder(path, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "no config folder: set HOME or XDG_CONFIG_HOME");
    assert_int_equal(dw_file_data_folder(path, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "no data folder: set HOME or XDG_DATA_HOME");
}

static void a_file_that_is_not_there_is_named(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error;
    assert_int_equal(dw_file_read("no-such-file", 10, &bytes, &size, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "no-such-file: No such file or directory");
    assert_int_equal(dw_file_read(folder, 10, &bytes, &size, &error), DW_IO);
    assert_int_equal(dw_file_write("no-such-folder/x", "", 0, &error), DW_IO);
    assert_null(bytes);
}

static void a_name_is_looked_up_in_the_data_folders_and_a_path_is_taken_as_it_is(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    char maps[DW_PATH_MAX];
    dw_error error;
    (void)snprintf(maps, sizeof maps, "%s/maps", folder);
    assert_int_equal(dw_file_make_folder(maps, &error), DW_OK);
    (void)snprintf(path, sizeof path, "%s/maps/mine.tmj", folder);
    assert_int_equal(dw_file_write(path, "{}", 2, &error), DW_OK);
    assert_int_equal(setenv("DUSKWATCH_DATA", folder, 1), 0);

    char found[DW_PATH_MAX];
    assert_int_equal(dw_file_find_data("mine", "maps", ".tmj", found, &error), DW_OK);
    assert_string_equal(found, path);
    assert_int_equal(dw_file_find_data("./mine", "maps", ".tmj", found, &error), DW_OK);
    assert_string_equal(found, "./mine");
    assert_int_equal(dw_file_find_data("absent", "maps", ".tmj", found, &error), DW_NOT_FOUND);
    assert_non_null(strstr(error.text, "maps/absent.tmj"));
    assert_non_null(strstr(error.text, "; there are ")); /* Those of this tree. */
    assert_non_null(strstr(error.text, ", reference, "));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(maps), 0);
}

static dw_options_result parse(int64_t *port, const char **name, int *style, bool *quiet,
                               double *loss, int count, char **arguments, int *first)
{
    static const char *const styles[] = {"text", "json", NULL};
    const dw_option options[] = {
        {.name = "port",
         .kind = DW_OPTION_INT,
         .out = port,
         .value = "N",
         .help = "port",
         .low = 0,
         .high = 65535},
        {.name = "name", .kind = DW_OPTION_TEXT, .out = name, .value = "TEXT", .help = "name"},
        {.name = "log",
         .kind = DW_OPTION_CHOICE,
         .out = style,
         .value = "STYLE",
         .help = "log",
         .choices = styles},
        {.name = "quiet", .kind = DW_OPTION_SWITCH, .out = quiet, .help = "quiet"},
        {.name = "loss",
         .kind = DW_OPTION_DECIMAL,
         .out = loss,
         .value = "X",
         .help = "loss",
         .low = 0,
         .high = 1},
    };
    const dw_command command = {
        .program = "test",
        .purpose = "Tests.",
        .operands = "FILE",
        .operands_max = 1,
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    return dw_options_parse(&command, count, arguments, first);
}

static void flags_are_read_into_their_variables(void **state)
{
    (void)state;
    int64_t port = 1;
    const char *name = NULL;
    int style = 0;
    bool quiet = false;
    double loss = 0;
    int first = 0;
    char *arguments[] = {"test",    "--port", "27967", "--name=Ada", "--log", "json",
                         "--quiet", "--loss", "0.05",  "file",       NULL};
    assert_int_equal(parse(&port, &name, &style, &quiet, &loss, 10, arguments, &first),
                     DW_OPTIONS_RUN);
    assert_int_equal(port, 27967);
    assert_string_equal(name, "Ada");
    assert_int_equal(style, 1);
    assert_true(quiet);
    assert_true(loss == 0.05);
    assert_string_equal(arguments[first], "file");
}

static void bad_flags_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[][2] = {{"--port", "70000"}, {"--port", "x"}, {"--port", NULL},
                                         {"--log", "xml"},    {"--loss", "2"}, {"--nothing", NULL},
                                         {"one", "two"}};
    for (size_t i = 0; i < DW_COUNT_OF(bad); i++) {
        int64_t port = 1;
        const char *name = NULL;
        int style = 0;
        bool quiet = false;
        double loss = 0.5;
        int first = 0;
        char flag[16];
        char value[16];
        (void)snprintf(flag, sizeof flag, "%s", bad[i][0]);
        (void)snprintf(value, sizeof value, "%s", bad[i][1] != NULL ? bad[i][1] : "");
        char *arguments[] = {"test", flag, bad[i][1] != NULL ? value : NULL, NULL};
        assert_int_equal(parse(&port, &name, &style, &quiet, &loss, bad[i][1] != NULL ? 3 : 2,
                               arguments, &first),
                         DW_OPTIONS_BAD);
        assert_int_equal(port, 1);
        assert_int_equal(style, 0);
        assert_true(loss == 0.5);
    }
}

static void the_clock_goes_forward_and_sleep_reaches_its_deadline(void **state)
{
    (void)state;
    const uint64_t start = dw_clock_ns();
    dw_clock_sleep_until(start + 5000000);
    assert_true(dw_clock_ns() >= start + 5000000);
    char text[40];
    dw_clock_time_text(text, sizeof text);
    assert_int_equal(strlen(text), 24);
    dw_clock_file_text(text, sizeof text);
    assert_int_equal(strlen(text), 16);
}

static void write_all(int fd, const char *text)
{
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static void lines_come_whole_and_nobody_waits_for_them(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    dw_line_input input;
    dw_line_input_open(&input, ends[0]);
    const char *line = NULL;
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_NONE);
    write_all(ends[1], "one\r\n\ntw");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_WHOLE);
    assert_string_equal(line, "one");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_WHOLE);
    assert_string_equal(line, "");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_NONE);
    write_all(ends[1], "o\nthree");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_WHOLE);
    assert_string_equal(line, "two");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_NONE);
    assert_false(input.ended);
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_WHOLE);
    assert_string_equal(line, "three");
    assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_NONE);
    assert_true(input.ended);
    assert_int_equal(close(ends[0]), 0);
}

/* Lines of each length about the limit, and far beyond it; the ones behind them are unharmed. */
static void a_line_that_is_too_long_is_left_out_alone(void **state)
{
    (void)state;
    char text[1200];
    for (size_t length = DW_INPUT_LINE_MAX - 3; length < sizeof text - 10;
         length += length < DW_INPUT_LINE_MAX + 5 ? 1 : 97) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        dw_line_input input;
        dw_line_input_open(&input, ends[0]);
        memset(text, 'x', length);
        memcpy(text + length, "\nnext\n", 7);
        text[length + 6] = '\0';
        write_all(ends[1], text);
        const char *line = NULL;
        const dw_line_input_result result = dw_line_input_take(&input, &line);
        assert_int_equal(result, length <= DW_INPUT_LINE_MAX ? DW_LINE_WHOLE : DW_LINE_TOO_LONG);
        assert_true(result == DW_LINE_TOO_LONG || strlen(line) == length);
        assert_int_equal(dw_line_input_take(&input, &line), DW_LINE_WHOLE);
        assert_string_equal(line, "next");
        assert_int_equal(close(ends[0]), 0);
        assert_int_equal(close(ends[1]), 0);
    }
}

static void a_password_file_has_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *password, *error; /* One of the two last. */
    } rows[] = {{"night owl", "night owl", NULL},
                {"night owl\n", "night owl", NULL},
                {" night ; owl \r\n", " night ; owl ", NULL},
                {"", NULL, "empty"},
                {"\n", NULL, "empty"},
                {"a\nb", NULL, "more than one line"},
                {"a\n\n", NULL, "more than one line"},
                {"a\tb", NULL, "1 to 64 bytes"},
                {"\xff", NULL, "1 to 64 bytes"},
                {"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg",
                 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg", NULL},
                {"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg", NULL,
                 "1 to 64 bytes"}};
    char path[DW_PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/password", folder);
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_error error = {""};
        dw_password password = {.text = "before"};
        assert_int_equal(dw_file_write(path, rows[i].bytes, strlen(rows[i].bytes), &error), DW_OK);
        const dw_status status = dw_password_read_file(path, &password, &error);
        assert_int_equal(status == DW_OK, rows[i].password != NULL);
        assert_string_equal(password.text, status == DW_OK ? rows[i].password : "before");
        if (status != DW_OK) {
            assert_non_null(strstr(error.text, "/password: "));
            assert_non_null(strstr(error.text, rows[i].error));
        }
    }
    dw_error error = {""};
    dw_password password = {.text = "before"};
    assert_int_equal(dw_file_write(path, "a\0b", 3, &error), DW_OK);
    assert_int_equal(dw_password_read_file(path, &password, &error), DW_INVALID);
    assert_int_equal(dw_password_choose("a", path, &password, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "give one"));
    assert_string_equal(password.text, "before");
    assert_int_equal(unlink(path), 0);
}

static void a_block_of_no_size_and_one_beyond_all_memory_are_refused(void **state)
{
    (void)state;
    assert_null(dw_memory_map(0));
    assert_null(dw_memory_map(SIZE_MAX / 2 + 1));
    assert_null(dw_memory_map(SIZE_MAX)); /* Rounded up to whole pages it would be nothing. */
    uint8_t *block = dw_memory_map(1);
    assert_non_null(block);
    assert_int_equal(*block, 0);
    dw_memory_unmap(block, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_of_no_size_and_one_beyond_all_memory_are_refused),
        cmocka_unit_test(a_file_is_written_whole_and_read_back),
        cmocka_unit_test(a_private_file_is_for_its_user_alone),
        cmocka_unit_test(what_must_last_is_on_the_disk_and_so_is_its_name),
        cmocka_unit_test(folders_of_the_user_follow_the_environment),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
        cmocka_unit_test(a_name_is_looked_up_in_the_data_folders_and_a_path_is_taken_as_it_is),
        cmocka_unit_test(flags_are_read_into_their_variables),
        cmocka_unit_test(bad_flags_are_refused_and_change_nothing),
        cmocka_unit_test(the_clock_goes_forward_and_sleep_reaches_its_deadline),
        cmocka_unit_test(a_password_file_has_one_line),
        cmocka_unit_test(lines_come_whole_and_nobody_waits_for_them),
        cmocka_unit_test(a_line_that_is_too_long_is_left_out_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
