/* Replays on the disk: which users may read them, what a foreign link in the folder does, what a
 * slow and a full disk do to the tick and to the files, and which files the limits delete. The disk
 * is the real one; two system calls are replaced to make it slow and
 * full. No test measures time, so that none fails on a machine that is busy with something else. */
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "log_lines.h"
#include "server/host/record_folder.h"
#include "server/host/recorder.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* PATIENCE_S ends a test in which the recorder waits for a disk that stands. */
enum { MATCHES = 3, WAIT_MS = 20000, PATIENCE_S = 60, NAME_MAX_BYTES = 256 };

/* The disk that the recorder sees. */
static _Atomic bool disk_stands;       /* Writes wait until it goes on. */
static _Atomic bool is_waited_for;     /* A write waits. */
static _Atomic uint32_t disk_ms;       /* Each write takes as long. */
static _Atomic uint32_t more_patience; /* Seconds, on top of what the end gives the thread. */
static _Atomic uint64_t free_mib;

ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __real_fstatvfs(int file, struct statvfs *facts);
int __wrap_fstatvfs(int file, struct statvfs *facts);

ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    (void)usleep(disk_ms * 1000);
    while (disk_stands) {
        is_waited_for = true;
        (void)usleep(1000);
    }
    return __real_write(file, bytes, size);
}

int __wrap_fstatvfs(int file, struct statvfs *facts)
{
    (void)file;
    *facts = (struct statvfs){.f_frsize = 1 << 20, .f_blocks = 2000, .f_bavail = free_mib};
    return 0;
}

/* The recorder reads this clock only to say when its end stops to wait. */
int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    const int result = __real_clock_gettime(clock, out);
    out->tv_sec += (time_t)more_patience;
    return result;
}

static char base[64];
static char folder[128];
static dw_recorder *recorder;
static dw_replay_output output;
static void open_with(uint64_t bytes_max, uint32_t files_max)
{
    const dw_recorder_config config = {
        .folder = folder, .matches = MATCHES, .bytes_max = bytes_max, .files_max = files_max};
    dw_error error = {""};
    if (dw_recorder_create(&recorder, &config, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    output = dw_recorder_output(recorder);
}

/* Files that this process has open. */
static uint32_t count_open(void)
{
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    uint32_t count = 0;
    while (readdir(dir) != NULL) {
        count++;
    }
    (void)closedir(dir);
    return count;
}

static uint32_t open_before;

static int make_folder(void **state)
{
    (void)state;
    open_before = count_open();
    (void)umask(0); /* What the recorder asks for counts, not the umask. */
    disk_stands = false;
    is_waited_for = false;
    disk_ms = 0;
    more_patience = 0;
    free_mib = 1000;
    log_text[0] = '\0';
    dw_log_open(remember, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    (void)snprintf(base, sizeof base, "recorder-test-XXXXXX");
    if (mkdtemp(base) == NULL) {
        return -1;
    }
    (void)snprintf(folder, sizeof folder, "%s/replays", base);
    return 0;
}

static void close_recorder(void)
{
    dw_recorder_destroy(recorder);
    recorder = NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    disk_stands = false;
    close_recorder();
    for (uint32_t ms = 0; ms < WAIT_MS && count_open() != open_before; ms++) {
        (void)usleep(1000); /* A thread that nobody waits for has them still. */
    }
    assert_int_equal(count_open(), open_before);
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", base);
    return system(command);
}

/* Files of the folder, hidden ones too; writes the last one's name. */
static uint32_t count_files(char name[NAME_MAX_BYTES])
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    uint32_t count = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)snprintf(name, NAME_MAX_BYTES, "%s", entry->d_name);
            count++;
        }
    }
    (void)closedir(dir);
    return count;
}

static bool exists(const char *name)
{
    char path[512];
    struct stat facts;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &facts) == 0;
}

static mode_t mode_of(const char *path)
{
    struct stat facts;
    assert_int_equal(lstat(path, &facts), 0);
    return facts.st_mode & 07777;
}

typedef uint64_t figure_of(const dw_recorder_stats *stats);

/* Waits until the thread has handled all that it was given. */
static void wait_until(figure_of *figure, uint64_t wanted)
{
    dw_recorder_stats stats = dw_recorder_get_stats(recorder);
    for (uint32_t ms = 0; ms < WAIT_MS && figure(&stats) < wanted; ms++) {
        (void)usleep(1000);
        stats = dw_recorder_get_stats(recorder);
    }
    assert_int_equal(figure(&stats), wanted);
}

static uint64_t kept(const dw_recorder_stats *stats)
{
    return stats->kept;
}

static uint64_t failed(const dw_recorder_stats *stats)
{
    return stats->failed;
}

static uint64_t left_out(const dw_recorder_stats *stats)
{
    return stats->left_out;
}

static bool write_some(uint16_t match, size_t size)
{
    static const uint8_t bytes[8192] = {1, 2, 3};
    return output.write(output.context, match, bytes, size);
}

static void record(uint16_t match, uint32_t round, size_t size)
{
    assert_true(output.begin(output.context, match, round));
    assert_true(write_some(match, size));
    output.end(output.context, match, true);
}

static void folder_and_files_are_closed_to_other_users(void **state)
{
    (void)state;
    char name[NAME_MAX_BYTES];
    char path[512];
    open_with(0, 0);
    assert_int_equal(mode_of(folder), 0750);
    assert_true(output.begin(output.context, 1, 7));
    assert_true(write_some(1, 5));
    for (uint32_t ms = 0; ms < WAIT_MS && count_files(name) == 0; ms++) {
        (void)usleep(1000);
    }
    assert_int_equal(count_files(name), 1);
    assert_int_equal(name[0], '.');
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mode_of(path), 0640);
    output.end(output.context, 1, true);
    wait_until(kept, 1);
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
    open_with(0, 0);
    char target[DW_PATH_MAX];
    char real[PATH_MAX];
    assert_non_null(realpath(base, real));
    (void)snprintf(target, sizeof target, "%.900s/diary", real);
    assert_int_equal(dw_file_write(target, "dear diary", 10, NULL), DW_OK);
    lay_links(target, PATIENCE_S);
    assert_true(output.begin(output.context, 2, 1));
    (void)write_some(2, 5);
    output.end(output.context, 2, true);
    wait_until(failed, 1);
    dw_recorder_look(recorder);
    assert_int_equal(count_lines("error replay_failed file="), 1);
    assert_non_null(strstr(log_text, "why=\"File exists\""));
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(target, 100, &bytes, &size, NULL), DW_OK);
    assert_string_equal((char *)bytes, "dear diary");
    free(bytes);
}

/* The links stand in the way of each round. */
static void a_disk_that_goes_on_failing_is_told_once_until_a_file_is_kept(void **state)
{
    (void)state;
    open_with(0, 0);
    lay_links("/dev/null", PATIENCE_S);
    static const uint32_t lines[] = {1, 1, 2, 2};
    for (uint32_t i = 0; i < 4; i++) {
        if (i == 2) {
            record(1, 1, 100);
            wait_until(kept, 1);
        }
        assert_true(output.begin(output.context, 2, 1));
        output.end(output.context, 2, true);
        wait_until(failed, i + 1);
        dw_recorder_look(recorder);
        assert_int_equal(count_lines("error replay_failed file="), lines[i]);
    }
}

/* The disk takes nothing at all until the calls are back. */
static void a_slow_disk_does_not_hold_up_the_tick(void **state)
{
    (void)state;
    open_with(0, 0);
    disk_stands = true;
    (void)alarm(PATIENCE_S);
    for (uint16_t m = 1; m <= MATCHES; m++) {
        record(m, 1, 5000);
    }
    (void)alarm(0);
    disk_stands = false;
    wait_until(kept, MATCHES);
}

/* More than the queue holds, while the disk takes nothing. */
static void a_full_queue_ends_that_file_and_no_other(void **state)
{
    (void)state;
    open_with(0, 0);
    disk_stands = true;
    assert_true(output.begin(output.context, 1, 1));
    assert_true(write_some(1, 8192));
    for (uint32_t ms = 0; ms < WAIT_MS && !is_waited_for; ms++) {
        (void)usleep(1000); /* From now on nothing leaves the queue. */
    }
    assert_true(is_waited_for);
    assert_true(output.begin(output.context, 2, 1));
    uint32_t taken = 0;
    while (taken < 100000 && write_some(2, 8192)) {
        taken++;
    }
    assert_true(taken > 100 && taken < 100000);
    output.end(output.context, 2, false);
    assert_true(output.begin(output.context, 3, 1)); /* What is short still gets in. */
    assert_false(write_some(3, 8192));
    output.end(output.context, 3, false);
    output.end(output.context, 1, true);
    disk_stands = false;
    wait_until(kept, 1);
    wait_until(failed, 2);
    dw_recorder_look(recorder);
    assert_int_equal(count_lines("replay_failed"), 1);
    assert_non_null(strstr(log_text, "why=\"the disk is too slow\""));
    record(3, 2, 100); /* As if nothing had happened. */
    wait_until(kept, 2);
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 2);
}

static void a_disk_that_never_takes_it_does_not_keep_the_server(void **state)
{
    (void)state;
    open_with(0, 0);
    assert_true(output.begin(output.context, 1, 1));
    disk_stands = true;
    assert_true(write_some(1, 5000));
    (void)alarm(PATIENCE_S);
    close_recorder();
    (void)alarm(0);
    assert_int_equal(count_lines("error replays_undrained bytes="), 1);
    disk_stands = false; /* The thread ends and gives back what it has. */
    char name[NAME_MAX_BYTES];
    for (uint32_t ms = 0; ms < WAIT_MS && count_files(name) > 0; ms++) {
        (void)usleep(1000);
    }
    assert_int_equal(count_files(name), 0);
    (void)usleep(100000);
}

static void the_end_waits_for_what_is_owed_and_keeps_no_running_round(void **state)
{
    (void)state;
    open_with(0, 0);
    disk_ms = 50;
    more_patience = PATIENCE_S;
    record(1, 1, 5000);
    record(1, 2, 5000);
    assert_true(output.begin(output.context, 2, 1));
    assert_true(write_some(2, 5000));
    close_recorder();
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 2);
    assert_int_equal(name[0], '2');
}

static void recording_pauses_at_low_disk_and_goes_on_by_itself(void **state)
{
    (void)state;
    open_with(0, 0);
    assert_true(output.begin(output.context, 1, 1)); /* A round that is on goes on. */
    assert_true(write_some(1, 100));
    char name[NAME_MAX_BYTES];
    for (uint32_t ms = 0; ms < WAIT_MS && count_files(name) == 0; ms++) {
        (void)usleep(1000); /* Until the thread has begun it. */
    }
    free_mib = 255;
    for (uint32_t r = 1; r <= 5; r++) {
        assert_true(output.begin(output.context, 2, r));
        (void)write_some(2, 100);
        output.end(output.context, 2, true);
    }
    wait_until(left_out, 5);
    output.end(output.context, 1, true);
    wait_until(kept, 1);
    dw_recorder_look(recorder);
    assert_int_equal(count_lines("warning replays_paused"), 1);
    assert_int_equal(count_lines("replays_resumed"), 0);
    free_mib = 256;
    record(2, 6, 100);
    wait_until(kept, 2);
    free_mib = 99; /* Under 5 percent of 2000 as well. */
    assert_true(output.begin(output.context, 2, 7));
    output.end(output.context, 2, true);
    wait_until(left_out, 6);
    dw_recorder_look(recorder);
    assert_int_equal(count_lines("warning replays_paused"), 2);
    assert_int_equal(count_lines("info replays_resumed"), 1);
    assert_int_equal(count_files(name), 2);
}

/* A file as a server of some day left it. */
static void leave(const char *name, size_t size)
{
    static const char bytes[70000];
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(dw_file_make_folder(folder, NULL), DW_OK);
    assert_int_equal(dw_file_write(path, bytes, size, NULL), DW_OK);
}

static void the_oldest_go_when_there_are_too_many(void **state)
{
    (void)state;
    leave("20250101T000000Z-m001-r001.dwr", 10);
    leave(".20250102T000000Z-m001-r001.dwr", 10); /* Of a server that was killed. */
    leave("20250103T000000Z-m999-r12345.dwr", 10);
    leave("20250104T000000Z-m001-r001.dwr", 10);
    leave("20240101T000000Z-m001-r001.dwr.bak", 10); /* Not ours. */
    leave("notes.dwr", 10);
    leave("20240101T000000Z-m1-r001.dwr", 10);
    open_with(0, 3);
    for (uint32_t ms = 0; ms < WAIT_MS && exists("20250101T000000Z-m001-r001.dwr"); ms++) {
        (void)usleep(1000); /* The limit is less than what is there. */
    }
    record(1, 1, 100);
    record(1, 2, 100);
    wait_until(kept, 2);
    close_recorder();
    assert_false(exists("20250101T000000Z-m001-r001.dwr"));
    assert_false(exists(".20250102T000000Z-m001-r001.dwr"));
    assert_false(exists("20250103T000000Z-m999-r12345.dwr"));
    assert_true(exists("20250104T000000Z-m001-r001.dwr"));
    assert_true(exists("20240101T000000Z-m001-r001.dwr.bak"));
    assert_true(exists("notes.dwr"));
    assert_true(exists("20240101T000000Z-m1-r001.dwr"));
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 3 + 3);
    assert_true(count_lines("info replays_deleted files=") >= 2);
}

static void the_oldest_go_when_there_are_too_many_bytes(void **state)
{
    (void)state;
    leave("20250101T000000Z-m001-r001.dwr", 60000);
    leave("20250102T000000Z-m001-r001.dwr", 30000);
    leave("20250103T000000Z-m001-r001.dwr", 4000);
    open_with(100000, 0);
    record(1, 1, 5000); /* 99000: all fit. */
    wait_until(kept, 1);
    assert_true(exists("20250101T000000Z-m001-r001.dwr"));
    record(1, 2, 2000); /* 101000: the oldest goes, and that is enough. */
    wait_until(kept, 2);
    close_recorder();
    assert_false(exists("20250101T000000Z-m001-r001.dwr"));
    assert_true(exists("20250102T000000Z-m001-r001.dwr"));
    assert_true(exists("20250103T000000Z-m001-r001.dwr"));
    assert_int_equal(count_lines("info replays_deleted files=1 bytes=60000 left=4"), 1);
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 4);
}

/* Of this server and of another one in the same folder, however old they are. */
static void no_round_that_is_on_loses_its_file(void **state)
{
    (void)state;
    char path[512];
    leave(".20240101T000000Z-m001-r001.dwr", 100);
    (void)snprintf(path, sizeof path, "%s/.20240101T000000Z-m001-r001.dwr", folder);
    const int other = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0);
    open_with(0, 1);
    assert_true(output.begin(output.context, 2, 1));
    assert_true(write_some(2, 100));
    for (uint32_t r = 1; r <= 5; r++) {
        record(1, r, 100);
        wait_until(kept, r);
    }
    assert_true(exists(".20240101T000000Z-m001-r001.dwr"));
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 3); /* Theirs, the one that is on, and the one kept. */
    output.end(output.context, 2, true);
    wait_until(kept, 6);
    (void)close(other);
}

static void what_is_not_kept_leaves_nothing_behind(void **state)
{
    (void)state;
    open_with(0, 0);
    assert_true(output.begin(output.context, 1, 1));
    assert_true(write_some(1, 100));
    output.end(output.context, 1, false);
    record(1, 2, 100);
    wait_until(kept, 1);
    const dw_recorder_stats stats = dw_recorder_get_stats(recorder);
    assert_int_equal(stats.dropped, 1);
    assert_int_equal(stats.failed, 0);
    assert_int_equal(stats.files, 1);
    assert_int_equal(stats.bytes, 100);
    char name[NAME_MAX_BYTES];
    assert_int_equal(count_files(name), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folder_and_files_are_closed_to_other_users),
        TEST(a_foreign_link_in_the_folder_is_not_written_through),
        TEST(a_disk_that_goes_on_failing_is_told_once_until_a_file_is_kept),
        TEST(a_slow_disk_does_not_hold_up_the_tick),
        TEST(a_full_queue_ends_that_file_and_no_other),
        TEST(a_disk_that_never_takes_it_does_not_keep_the_server),
        TEST(the_end_waits_for_what_is_owed_and_keeps_no_running_round),
        TEST(recording_pauses_at_low_disk_and_goes_on_by_itself),
        TEST(the_oldest_go_when_there_are_too_many),
        TEST(the_oldest_go_when_there_are_too_many_bytes),
        TEST(no_round_that_is_on_loses_its_file),
        TEST(what_is_not_kept_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
