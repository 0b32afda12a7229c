/* Replays on the disk: who may read them, and what a foreign link in the folder does. */
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "server/host/recorder.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ARENA_BYTES = 1 << 20, MATCHES = 3 };

static char base[64];
static char folder[128];
static dw_arena arena;
static dw_recorder *recorder;
static dw_replay_output output;

static int open_recorder(void **state)
{
    (void)state;
    (void)umask(0); /* What the recorder asks for is what counts. */
    (void)snprintf(base, sizeof base, "recorder-test-XXXXXX");
    if (mkdtemp(base) == NULL) {
        return -1;
    }
    (void)snprintf(folder, sizeof folder, "%s/replays", base);
    dw_error error = {""};
    if (dw_arena_create(&arena, ARENA_BYTES) != DW_OK ||
        dw_recorder_create(&recorder, &arena, folder, MATCHES, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    output = dw_recorder_output(recorder);
    return 0;
}

static int close_recorder(void **state)
{
    (void)state;
    dw_recorder_destroy(recorder);
    recorder = NULL;
    dw_arena_destroy(&arena);
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", base);
    return system(command);
}

/* The files of the folder, hidden ones too; the first one's name comes back. */
static uint32_t count_files(char name[256])
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    uint32_t count = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)snprintf(name, 256, "%s", entry->d_name);
            count++;
        }
    }
    (void)closedir(dir);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat facts;
    assert_int_equal(lstat(path, &facts), 0);
    return facts.st_mode & 07777;
}

static void folder_and_files_are_closed_to_other_users(void **state)
{
    (void)state;
    char name[256];
    char path[512];
    assert_int_equal(mode_of(folder), 0750);
    assert_true(output.begin(output.context, 1, 7));
    assert_true(output.write(output.context, 1, (const uint8_t *)"bytes", 5));
    assert_int_equal(count_files(name), 1);
    assert_int_equal(name[0], '.');
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mode_of(path), 0640);
    output.end(output.context, 1, true);
    assert_int_equal(count_files(name), 1);
    assert_int_not_equal(name[0], '.');
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mode_of(path), 0640);
}

/* Links under each name that the next file may get: the clock may go on meanwhile. */
static void lay_links(const char *target, uint32_t seconds)
{
    for (uint32_t s = 0; s <= seconds; s++) {
        const time_t when = (time_t)dw_clock_wall_s() + (time_t)s;
        struct tm parts;
        char time[32];
        char path[512];
        assert_non_null(gmtime_r(&when, &parts));
        assert_true(strftime(time, sizeof time, "%Y%m%dT%H%M%SZ", &parts) > 0);
        (void)snprintf(path, sizeof path, "%s/.%s-m002-r001.dwr", folder, time);
        assert_int_equal(symlink(target, path), 0);
    }
}

static void a_foreign_link_in_the_folder_is_not_written_through(void **state)
{
    (void)state;
    char target[DW_PATH_MAX];
    char real[PATH_MAX];
    assert_non_null(realpath(base, real));
    (void)snprintf(target, sizeof target, "%.900s/diary", real);
    assert_int_equal(dw_file_write(target, "dear diary", 10, NULL), DW_OK);
    lay_links(target, 3);
    const bool begun = output.begin(output.context, 2, 1);
    const bool written = begun && output.write(output.context, 2, (const uint8_t *)"bytes", 5);
    if (begun && written) {
        output.end(output.context, 2, true);
    }
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(target, 100, &bytes, &size, NULL), DW_OK);
    assert_string_equal((char *)bytes, "dear diary");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(folder_and_files_are_closed_to_other_users, open_recorder,
                                        close_recorder),
        cmocka_unit_test_setup_teardown(a_foreign_link_in_the_folder_is_not_written_through,
                                        open_recorder, close_recorder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
