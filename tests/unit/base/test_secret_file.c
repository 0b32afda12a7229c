/* Secrets in files: made once, whole, readable by their owner alone, and refused otherwise. */
#include "common/platform/file.h"
#include "common/platform/secret_file.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 32, RACERS = 8 };

static char folder[] = "secret-test-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    (void)umask(0); /* What is asked for is what counts. */
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/some.key", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)unlink(path);
    return rmdir(folder);
}

static int remove_secret(void **state)
{
    (void)state;
    (void)unlink(path);
    return 0;
}

static uint32_t count_files(void)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    uint32_t count = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 ? 1 : 0;
    }
    (void)closedir(dir);
    return count;
}

static void a_secret_is_made_once_and_stays(void **state)
{
    (void)state;
    uint8_t made[SIZE] = {0};
    uint8_t again[SIZE] = {0};
    uint8_t loaded[SIZE] = {0};
    dw_error error = {""};
    assert_int_equal(dw_secret_file_load(path, loaded, SIZE, &error), DW_NOT_FOUND);
    assert_non_null(strstr(error.text, "some.key: No such file"));
    assert_int_equal(dw_secret_file_load_or_create(path, made, SIZE, &error), DW_OK);
    assert_int_equal(dw_secret_file_load_or_create(path, again, SIZE, &error), DW_OK);
    assert_int_equal(dw_secret_file_load(path, loaded, SIZE, &error), DW_OK);
    assert_memory_equal(made, again, SIZE);
    assert_memory_equal(made, loaded, SIZE);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 07777, 0600);
    assert_int_equal(facts.st_size, SIZE);
    assert_int_equal(count_files(), 1);
    /* Another one is another secret, in nearly all bytes. */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(dw_secret_file_load_or_create(path, again, SIZE, &error), DW_OK);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < SIZE; i++) {
        equal += made[i] == again[i] ? 1 : 0;
    }
    assert_true(equal < 8);
}

static void expect_refused(dw_status status, const char *why)
{
    uint8_t bytes[SIZE];
    memset(bytes, 0xa5, sizeof bytes);
    dw_error error = {""};
    assert_int_equal(dw_secret_file_load(path, bytes, SIZE, &error), status);
    assert_memory_equal(error.text, path, strlen(path));
    assert_non_null(strstr(error.text, why));
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(dw_secret_file_load_or_create(path, bytes, SIZE, &error), status);
    for (uint32_t i = 0; i < SIZE; i++) {
        assert_int_equal(bytes[i], 0xa5);
    }
}

static void a_secret_that_others_could_read_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[SIZE];
    assert_int_equal(dw_secret_file_load_or_create(path, bytes, SIZE, NULL), DW_OK);
    static const mode_t open_modes[] = {0640, 0604, 0644, 0620, 0602, 0666, 0610};
    for (size_t i = 0; i < sizeof open_modes / sizeof open_modes[0]; i++) {
        assert_int_equal(chmod(path, open_modes[i]), 0);
        char mode[16];
        (void)snprintf(mode, sizeof mode, "(mode %04o)", (unsigned)open_modes[i]);
        expect_refused(DW_DENIED, mode);
    }
    assert_int_equal(chmod(path, 0400), 0);
    assert_int_equal(dw_secret_file_load(path, bytes, SIZE, NULL), DW_OK);
}

static void another_size_is_refused_and_not_replaced(void **state)
{
    (void)state;
    static const char text[SIZE + 1] = "";
    for (size_t size = 0; size <= SIZE + 1; size++) {
        if (size != SIZE) {
            assert_int_equal(dw_file_write(path, text, size, NULL), DW_OK);
            assert_int_equal(chmod(path, 0600), 0);
            char why[32];
            (void)snprintf(why, sizeof why, "%zu bytes, must be 32", size);
            expect_refused(DW_INVALID, why);
            struct stat facts;
            assert_int_equal(stat(path, &facts), 0);
            assert_int_equal(facts.st_size, size);
        }
    }
}

static void links_pipes_and_folders_are_refused(void **state)
{
    (void)state;
    char target[64];
    (void)snprintf(target, sizeof target, "%s/target", folder);
    uint8_t bytes[SIZE];
    assert_int_equal(dw_secret_file_load_or_create(target, bytes, SIZE, NULL), DW_OK);
    assert_int_equal(symlink("target", path), 0);
    expect_refused(DW_INVALID, "a symbolic link");
    assert_int_equal(unlink(target), 0);
    expect_refused(DW_INVALID, "a symbolic link"); /* One that leads nowhere, too. */
    assert_int_equal(count_files(), 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_refused(DW_INVALID, "not a regular file");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    expect_refused(DW_INVALID, "not a regular file");
    assert_int_equal(rmdir(path), 0);
}

static void a_folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    uint8_t bytes[SIZE];
    dw_error error = {""};
    assert_int_equal(dw_secret_file_load_or_create("no-such-folder/a.key", bytes, SIZE, &error),
                     DW_IO);
    assert_string_equal(error.text,
                        "no-such-folder/a.key: cannot be made: No such file or directory");
}

/* Each prints its secret into a pipe; all must be those of the file. */
static void processes_that_make_it_at_once_share_one_secret(void **state)
{
    (void)state;
    for (uint32_t run = 0; run < 20; run++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        for (uint32_t r = 0; r < RACERS; r++) {
            const pid_t child = fork();
            assert_true(child >= 0);
            if (child == 0) {
                uint8_t bytes[SIZE];
                const bool made = dw_secret_file_load_or_create(path, bytes, SIZE, NULL) == DW_OK;
                _exit(made && write(ends[1], bytes, SIZE) == SIZE ? 0 : 1);
            }
        }
        uint8_t stays[SIZE];
        for (uint32_t r = 0; r < RACERS; r++) {
            int status = 0;
            assert_true(wait(&status) > 0);
            assert_int_equal(status, 0);
        }
        assert_int_equal(dw_secret_file_load(path, stays, SIZE, NULL), DW_OK);
        for (uint32_t r = 0; r < RACERS; r++) {
            uint8_t bytes[SIZE];
            assert_int_equal(read(ends[0], bytes, SIZE), SIZE);
            assert_memory_equal(bytes, stays, SIZE);
        }
        (void)close(ends[0]);
        (void)close(ends[1]);
        assert_int_equal(count_files(), 1);
        assert_int_equal(unlink(path), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_secret_is_made_once_and_stays, remove_secret),
        cmocka_unit_test_teardown(a_secret_that_others_could_read_is_refused, remove_secret),
        cmocka_unit_test_teardown(another_size_is_refused_and_not_replaced, remove_secret),
        cmocka_unit_test_teardown(links_pipes_and_folders_are_refused, remove_secret),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
        cmocka_unit_test_teardown(processes_that_make_it_at_once_share_one_secret, remove_secret),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
