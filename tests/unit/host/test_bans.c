/* The list of bans: what is written is read again, a file that a person has edited keeps what is in
 * it, and a crash or a fault at any call of the system leaves the old list whole, or the new one.
 */
#include "common/base/rng.h"
#include "common/platform/file.h"
#include "server/host/bans.h"
#include "server/host/disk_thread.h"
#include "server/host/list_file.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOW_S = 1763830800, HOUR_S = 3600, TRACE_MAX = 256, STEPS_MAX = 64 };

#define KEY "0f3c000000000000000000000000000000000000000000000000000000000001"

typedef enum fault { FAULT_NONE, FAULT_KILL, FAULT_ERROR } fault;

/* The system calls that a change makes, in order, and what happens to one of them. */
static fault what;
static uint32_t step, step_of_fault;
static char trace[TRACE_MAX];

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, mode_t mode);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
int __real_fsync(int file);
int __wrap_fsync(int file);
int __real_close(int file);
int __wrap_close(int file);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_unlink(const char *path);
int __wrap_unlink(const char *path);

/* Whether the call fails. A process that is to be killed does not return. */
static bool reach(char name)
{
    if (step < TRACE_MAX - 1) {
        trace[step] = name;
    }
    const bool hit = ++step == step_of_fault;
    if (hit && what == FAULT_KILL) {
        (void)raise(SIGKILL);
    }
    errno = EIO;
    return hit && what == FAULT_ERROR;
}

int __wrap_open(const char *path, int flags, mode_t mode)
{
    return reach((flags & O_CREAT) != 0       ? 'o'
                 : (flags & O_DIRECTORY) != 0 ? 'O'
                                              : 'i')
               ? -1
               : __real_open(path, flags, mode);
}

/* Half of the bytes are on the disk when it happens. */
ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (what != FAULT_NONE && step + 1 == step_of_fault) {
        (void)__real_write(file, bytes, size / 2);
    }
    return reach('w') ? -1 : __real_write(file, bytes, size);
}

int __wrap_fsync(int file)
{
    struct stat facts;
    const bool folder = fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
    return reach(folder ? 'S' : 's') ? -1 : __real_fsync(file);
}

int __wrap_close(int file)
{
    const bool fails = reach('c');
    const int result = __real_close(file);
    return fails ? -1 : result;
}

int __wrap_rename(const char *from, const char *to)
{
    return reach('r') ? -1 : __real_rename(from, to);
}

int __wrap_unlink(const char *path)
{
    return reach('u') ? -1 : __real_unlink(path);
}

static void set_fault(fault kind, uint32_t at_step)
{
    what = kind;
    step = 0;
    step_of_fault = at_step;
    memset(trace, 0, sizeof trace);
}

static char folder[64];
static char path[DW_PATH_MAX];
static dw_error error;

static int make_folder(void **state)
{
    (void)state;
    set_fault(FAULT_NONE, 0);
    error.text[0] = '\0';
    (void)snprintf(folder, sizeof folder, "/tmp/bans-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/bans", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    set_fault(FAULT_NONE, 0);
    DIR *open_folder = opendir(folder);
    for (const struct dirent *at = readdir(open_folder); at != NULL; at = readdir(open_folder)) {
        char inner[DW_PATH_MAX];
        (void)snprintf(inner, sizeof inner, "%s/%s", folder, at->d_name);
        (void)__real_unlink(inner);
    }
    (void)closedir(open_folder);
    return rmdir(folder);
}

static dw_ban ban_of(const char *subject, int64_t until_s, const char *note)
{
    dw_ban ban = {.until_s = until_s};
    assert_int_equal(dw_ban_subject_read(&ban.subject, subject, strlen(subject)), DW_OK);
    (void)snprintf(ban.note, sizeof ban.note, "%s", note);
    return ban;
}

static uint32_t address_of(const char *text)
{
    struct in_addr address;
    assert_int_equal(inet_pton(AF_INET, text, &address), 1);
    return address.s_addr;
}

static dw_bans *open_bans(void)
{
    dw_bans *bans = NULL;
    if (dw_bans_open(&bans, folder, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    assert_string_equal(error.text, "");
    return bans;
}

static void write_file(const char *text, size_t size)
{
    assert_int_equal(dw_file_write(path, text, size, &error), DW_OK);
}

/* NULL: there is no file. The caller frees. */
static char *read_text(void)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    const dw_status status = dw_file_read(path, DW_BANS_BYTES_MAX, &bytes, &size, &error);
    error.text[0] = '\0';
    assert_true(status == DW_OK || status == DW_NOT_FOUND);
    assert_true(bytes == NULL || strlen((char *)bytes) == size);
    return (char *)bytes;
}

static void file_is(const char *expected)
{
    char *text = read_text();
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void add(dw_bans *bans, const char *subject, int64_t until_s, const char *note)
{
    const dw_ban ban = ban_of(subject, until_s, note);
    if (dw_bans_add(bans, &ban, NOW_S, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

static void bans_outlive_the_process_and_end_at_their_time(void **state)
{
    (void)state;
    dw_bans *bans = open_bans();
    assert_int_equal(dw_bans_count(bans), 0);
    add(bans, "203.0.113.9", 0, "");
    add(bans, "198.51.100.0/24", NOW_S + HOUR_S, "spams the chat");
    add(bans, KEY, 0, "the same player");
    dw_bans_close(bans);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);

    bans = open_bans();
    assert_int_equal(dw_bans_count(bans), 3);
    const dw_ban key = ban_of(KEY, 0, "");
    assert_non_null(dw_bans_find_address(bans, address_of("203.0.113.9"), NOW_S));
    assert_null(dw_bans_find_address(bans, address_of("203.0.113.8"), NOW_S));
    assert_string_equal(dw_bans_find_address(bans, address_of("198.51.100.77"), NOW_S)->note,
                        "spams the chat");
    assert_non_null(dw_bans_find_address(bans, address_of("198.51.100.77"), NOW_S + HOUR_S - 1));
    assert_null(dw_bans_find_address(bans, address_of("198.51.100.77"), NOW_S + HOUR_S));
    assert_non_null(dw_bans_find_key(bans, key.subject.key, NOW_S + 1000 * HOUR_S));
    uint8_t other[DW_SEAL_KEY_SIZE];
    memcpy(other, key.subject.key, sizeof other);
    other[31] ^= 2;
    assert_null(dw_bans_find_key(bans, other, NOW_S));
    assert_null(dw_bans_find_address(bans, address_of("0.0.0.0"), NOW_S));
    dw_bans_close(bans);
}

static void comments_and_hand_edits_stay_and_what_is_over_goes(void **state)
{
    (void)state;
    static const char by_hand[] = "# the house rules\r\n"
                                  "\n"
                                  "  203.0.113.7/24\tforever   comes back daily\r\n"
                                  "192.0.2.1 2025-11-22T17:00:00Z over at NOW_S\n"
                                  "192.0.2.2 2025-11-22T17:00:01Z\n"
                                  "# the last line has no end\n"
                                  "192.0.2.3 forever";
    write_file(by_hand, sizeof by_hand - 1);
    dw_bans *bans = open_bans();
    assert_int_equal(dw_bans_count(bans), 4);
    add(bans, "192.0.2.4", NOW_S + 60, "new");
    file_is("# the house rules\r\n"
            "\n"
            "  203.0.113.7/24\tforever   comes back daily\r\n"
            "192.0.2.2 2025-11-22T17:00:01Z\n"
            "# the last line has no end\n"
            "192.0.2.3 forever\n"
            "192.0.2.4 2025-11-22T17:01:00Z new\n");
    /* A person edits the file while the server runs: that ban counts and stays. */
    static const char meanwhile[] = "# mine\n192.0.2.9 forever\n192.0.2.3 forever x\n";
    write_file(meanwhile, sizeof meanwhile - 1);
    add(bans, "192.0.2.3", NOW_S + 60, "shorter");
    file_is("# mine\n192.0.2.9 forever\n192.0.2.3 2025-11-22T17:01:00Z shorter\n");
    assert_non_null(dw_bans_find_address(bans, address_of("192.0.2.9"), NOW_S));
    const dw_ban gone = ban_of("192.0.2.9", 0, "");
    assert_int_equal(dw_bans_remove(bans, &gone.subject, NOW_S, &error), DW_OK);
    file_is("# mine\n192.0.2.3 2025-11-22T17:01:00Z shorter\n");
    assert_int_equal(dw_bans_remove(bans, &gone.subject, NOW_S, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "192.0.2.9: not in the list of bans");
    dw_bans_close(bans);
}

static void a_list_without_a_folder_is_empty_until_it_moves_into_one(void **state)
{
    (void)state;
    dw_bans *bans = NULL;
    const dw_ban ban = ban_of("192.0.2.1", 0, "");
    assert_int_equal(dw_bans_open(&bans, "", &error), DW_OK);
    assert_int_equal(dw_bans_count(bans), 0);
    assert_int_equal(dw_bans_reload(bans, &error), DW_OK);
    assert_int_equal(dw_bans_remove(bans, &ban.subject, NOW_S, &error), DW_NOT_FOUND);
    assert_int_equal(dw_bans_add(bans, &ban, NOW_S, &error), DW_IO);
    assert_int_equal(dw_bans_count(bans), 0);
    assert_int_equal(dw_bans_move(bans, folder, &error), DW_OK);
    assert_int_equal(dw_bans_add(bans, &ban, NOW_S, &error), DW_OK);
    assert_int_equal(dw_bans_count(bans), 1);
    assert_int_equal(access(path, F_OK), 0);
    dw_bans_close(bans);
}

typedef struct bad_file {
    const char *text;
    uint32_t line;
    const char *what; /* Part of the error. */
} bad_file;

static const bad_file bad_files[] = {
    {"192.0.2.1\n", 1, "must have an end"},
    {"# x\n\n192.0.2.1 never\n", 3, "must have an end"},
    {"192.0.2.1 forever\n192.0.2.256 forever\n", 2, "must begin with an IPv4 address"},
    {"192.0.2 forever\n", 1, "must begin with"},
    {"0192.0.2.1 forever\n", 1, "must begin with"},
    {"192.0.2.1/33 forever\n", 1, "must begin with"},
    {"192.0.2.1/7 forever\n", 1, "8 to 32 bits"},
    {"192.0.2.1/ forever\n", 1, "must begin with"},
    {"192.0.2.1/+9 forever\n", 1, "must begin with"},
    {"::1 forever\n", 1, "must begin with"},
    {"manor.example forever\n", 1, "must begin with"},
    {"0f3c00000000000000000000000000000000000000000000000000000000000 forever\n", 1, "64 hex"},
    {"0g3c000000000000000000000000000000000000000000000000000000000001 forever\n", 1, "64 hex"},
    {"192.0.2.1 2025-02-30T00:00:00Z\n", 1, "must have an end"},
    {"192.0.2.1 2025-11-22T24:00:00Z\n", 1, "must have an end"},
    {"192.0.2.1 2025-11-22 17:00:00\n", 1, "must have an end"},
    {"192.0.2.1 1969-12-31T23:59:59Z\n", 1, "must have an end"},
    {"192.0.2.1 forever\x01\n", 1, "must have an end"},
    {"192.0.2.1 forever a\x1b[2Jb\n", 1, "the note must be"},
    {"192.0.2.1 forever "
     "1234567890123456789012345678901234567890123456789012345678901234567890123456"
     "789012345678901234567890123456789012345678901\n",
     1, "at most 120 bytes"},
};

static void a_broken_file_is_one_clear_error_and_is_left_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        const bad_file *bad = &bad_files[i];
        dw_bans *bans = NULL;
        char head[DW_PATH_MAX + 32];
        (void)snprintf(head, sizeof head, "%s: line %u: \"", path, (unsigned)bad->line);
        write_file(bad->text, strlen(bad->text));
        assert_int_equal(dw_bans_open(&bans, folder, &error), DW_INVALID);
        if (strncmp(error.text, head, strlen(head)) != 0 || strstr(error.text, bad->what) == NULL ||
            strstr(error.text, "; correct or delete the line") == NULL) {
            fail_msg("file %zu: %s", i, error.text);
        }
        file_is(bad->text);
    }
}

static void a_change_to_a_broken_file_changes_nothing(void **state)
{
    (void)state;
    static const char broken[] = "192.0.2.1 forever\nnonsense\n";
    dw_bans *bans = open_bans();
    add(bans, "192.0.2.7", 0, "");
    write_file(broken, sizeof broken - 1);
    const dw_ban ban = ban_of("192.0.2.8", 0, "");
    assert_int_equal(dw_bans_add(bans, &ban, NOW_S, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "line 2"));
    assert_int_equal(dw_bans_remove(bans, &ban.subject, NOW_S, &error), DW_INVALID);
    file_is(broken);
    assert_int_equal(dw_bans_count(bans), 1);
    assert_non_null(dw_bans_find_address(bans, address_of("192.0.2.7"), NOW_S));
    dw_bans_close(bans);
}

/* A disk that hangs until it is let go. */
static sem_t let_go;

static void hang(void *context, dw_writer_thread *writer)
{
    (void)context;
    (void)writer;
    (void)sem_wait(&let_go);
}

static dw_disk_thread *hanging_disk(void)
{
    dw_disk_thread *disk = NULL;
    assert_int_equal(sem_init(&let_go, 0, 0), 0);
    assert_int_equal(dw_disk_thread_create(&disk, &error), DW_OK);
    const dw_disk_task task = {hang, NULL};
    assert_true(dw_disk_thread_push(disk, &task));
    return disk;
}

static uint32_t complaints, reliefs;

static void count_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    complaints += strstr(line, "list_not_written") != NULL ? 1 : 0;
    reliefs += strstr(line, "list_written") != NULL ? 1 : 0;
}

/* For up to 5 s; for the list the clock stands at `seconds`. */
static void look_until(dw_bans *bans, const uint32_t *count, uint64_t seconds)
{
    for (uint32_t i = 0; i < 500 && *count == 0; i++) {
        dw_list_file_look(bans, seconds * 1000000000);
        (void)usleep(10000);
    }
    assert_int_equal(*count, 1);
}

static void with_a_thread_a_ban_counts_before_the_disk_takes_it(void **state)
{
    (void)state;
    complaints = reliefs = 0;
    dw_log_open(count_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    dw_disk_thread *disk = hanging_disk();
    dw_bans *bans = open_bans();
    dw_list_file_use_thread(bans, disk);
    add(bans, "192.0.2.7", 0, "");
    add(bans, "192.0.2.8", 0, "");
    assert_int_equal(dw_bans_reload(bans, &error), DW_OK);
    assert_int_equal(dw_bans_count(bans), 2);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(mkdir(path, 0700), 0); /* The file cannot take its place. */
    assert_int_equal(sem_post(&let_go), 0);
    look_until(bans, &complaints, 0);
    assert_non_null(dw_bans_find_address(bans, address_of("192.0.2.8"), NOW_S));
    assert_int_equal(rmdir(path), 0);
    look_until(bans, &reliefs, 2);
    dw_bans *others = open_bans(); /* As another program reads the file. */
    assert_int_equal(dw_bans_count(others), 2);
    dw_bans_close(others);
    static const char edited[] = "192.0.2.9 forever\n";
    write_file(edited, sizeof edited - 1);
    assert_int_equal(dw_bans_reload(bans, &error), DW_OK);
    assert_int_equal(dw_bans_count(bans), 1);
    assert_int_equal(complaints, 1);
    dw_disk_thread_destroy(disk);
    dw_bans_close(bans);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_INFO);
}

static void the_end_of_a_server_leaves_no_ban_unwritten(void **state)
{
    (void)state;
    dw_disk_thread *disk = hanging_disk();
    dw_bans *bans = open_bans();
    dw_list_file_use_thread(bans, disk);
    add(bans, "192.0.2.7", 0, "");
    add(bans, "192.0.2.8", 0, ""); /* The thread has not got this one. */
    assert_int_equal(sem_post(&let_go), 0);
    dw_disk_thread_destroy(disk);
    dw_bans_close(bans);
    bans = open_bans();
    assert_int_equal(dw_bans_count(bans), 2);
    dw_bans_close(bans);
}

static void the_list_has_a_bound(void **state)
{
    (void)state;
    enum { LINE = 24 };
    char *text = calloc(DW_BANS_MAX + 1, LINE);
    size_t size = 0;
    for (uint32_t i = 0; i < DW_BANS_MAX; i++) {
        size += (size_t)snprintf(text + size, LINE, "10.1.%u.%u forever\n", i / 256, i % 256);
    }
    write_file(text, size);
    dw_bans *bans = open_bans();
    assert_int_equal(dw_bans_count(bans), DW_BANS_MAX);
    const dw_ban more = ban_of("192.0.2.1", 0, "");
    assert_int_equal(dw_bans_add(bans, &more, NOW_S, &error), DW_FULL);
    assert_non_null(strstr(error.text, "no room for another ban"));
    assert_non_null(strstr(error.text, "4096"));
    file_is(text);
    add(bans, "10.1.0.5", NOW_S + 60, ""); /* One that is there already takes no more room. */
    assert_int_equal(dw_bans_count(bans), DW_BANS_MAX);
    dw_bans_close(bans);
    (void)snprintf(text + size, LINE, "10.2.0.0 forever\n");
    write_file(text, strlen(text));
    assert_int_equal(dw_bans_open(&bans, folder, &error), DW_FULL);
    assert_non_null(strstr(error.text, "line 4097: more than 4096 bans"));
    free(text);
}

/* Bit by bit, as a person would compare them. */
static bool is_in_prefix(uint32_t host, uint32_t prefix, uint32_t bits)
{
    for (uint32_t i = 0; i < bits; i++) {
        const uint32_t byte = i / 8;
        const uint8_t a = ((const uint8_t *)&host)[byte];
        const uint8_t b = ((const uint8_t *)&prefix)[byte];
        if (((a ^ b) >> (7 - i % 8) & 1) != 0) {
            return false;
        }
    }
    return true;
}

static void prefixes_match_as_bit_by_bit_comparison_does(void **state)
{
    (void)state;
    dw_rng rng;
    uint32_t inside = 0;
    dw_rng_init(&rng, 7, 1);
    for (uint32_t i = 0; i < 200000; i++) {
        const uint32_t prefix = dw_rng_next(&rng);
        const uint32_t bits = 8 + dw_rng_below(&rng, 25);
        /* Few bits differ, so that about half of the addresses are inside. */
        const uint32_t host = prefix ^ (1U << dw_rng_below(&rng, 32));
        char text[64];
        char numbers[INET_ADDRSTRLEN];
        (void)inet_ntop(AF_INET, &prefix, numbers, sizeof numbers);
        const int length = snprintf(text, sizeof text, "%s/%u", numbers, (unsigned)bits);
        dw_ban_subject subject;
        assert_int_equal(dw_ban_subject_read(&subject, text, (size_t)length), DW_OK);
        const bool expected = is_in_prefix(host, prefix, bits);
        assert_int_equal(dw_ban_subject_has_address(&subject, host), expected);
        assert_true(dw_ban_subject_has_address(&subject, prefix));
        inside += expected ? 1 : 0;
        char again[DW_BAN_SUBJECT_TEXT];
        dw_ban_subject reread;
        dw_ban_subject_text(&subject, again);
        assert_int_equal(dw_ban_subject_read(&reread, again, strlen(again)), DW_OK);
        assert_true(dw_ban_subject_same(&subject, &reread));
    }
    assert_in_range(inside, 50000, 150000);
}

static const char before[] = "# kept\n192.0.2.1 forever first\n";
static const char after[] = "# kept\n192.0.2.1 forever first\n192.0.2.2 forever second\n";

/* Runs in the process that is harmed; returns the result of the change. */
static dw_status change(void)
{
    dw_bans *bans = NULL;
    const dw_ban ban = ban_of("192.0.2.2", 0, "second");
    if (dw_bans_open(&bans, folder, &error) != DW_OK) {
        return DW_IO;
    }
    const dw_status status = dw_bans_add(bans, &ban, NOW_S, &error);
    dw_bans_close(bans);
    return status;
}

/* True when the step was never reached: the change is done. */
static bool kill_at(uint32_t at_step)
{
    const pid_t child = fork();
    if (child == 0) {
        set_fault(FAULT_KILL, at_step);
        _exit(change() == DW_OK ? 0 : 1);
    }
    int status = 0;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true((WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
                (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
    return WIFEXITED(status);
}

static void a_kill_at_any_call_leaves_the_old_list_or_the_new_one(void **state)
{
    (void)state;
    uint32_t olds = 0;
    uint32_t new_count = 0;
    uint32_t at_step = 1;
    for (bool done = false; !done; at_step++) {
        assert_true(at_step < STEPS_MAX);
        write_file(before, sizeof before - 1);
        done = kill_at(at_step);
        char *text = read_text();
        assert_non_null(text);
        const bool is_new = strcmp(text, after) == 0;
        if (!is_new && strcmp(text, before) != 0) {
            fail_msg("killed at call %u: \"%s\"", (unsigned)at_step, text);
        }
        free(text);
        olds += is_new ? 0 : 1;
        new_count += is_new ? 1 : 0;
        assert_true(!done || is_new);
        /* What the killed process left behind does not get in the way. */
        dw_bans *bans = open_bans();
        add(bans, "192.0.2.2", 0, "second");
        dw_bans_close(bans);
        file_is(after);
    }
    /* Reading, opening, writing and bringing it to the disk are before the rename. */
    assert_in_range(olds, 5, STEPS_MAX);
    assert_in_range(new_count, 3, STEPS_MAX);
}

static void a_fault_of_any_call_is_told_and_leaves_one_list_in_file_and_memory(void **state)
{
    (void)state;
    uint32_t failures = 0;
    bool reached = true;
    for (uint32_t at_step = 1; reached; at_step++) {
        assert_true(at_step < STEPS_MAX);
        write_file(before, sizeof before - 1);
        dw_bans *bans = open_bans();
        const dw_ban ban = ban_of("192.0.2.2", 0, "second");
        set_fault(FAULT_ERROR, at_step);
        error.text[0] = '\0';
        const dw_status status = dw_bans_add(bans, &ban, NOW_S, &error);
        reached = step >= at_step;
        set_fault(FAULT_NONE, 0);
        char *text = read_text();
        const bool is_new = strcmp(text, after) == 0;
        assert_true(is_new || strcmp(text, before) == 0);
        free(text);
        assert_true(status != DW_OK || is_new);
        assert_int_equal(dw_bans_count(bans), is_new ? 2 : 1);
        failures += status != DW_OK ? 1 : 0;
        dw_bans_close(bans);
    }
    assert_in_range(failures, 5, STEPS_MAX);
}

static void the_bytes_are_on_the_disk_before_the_name_and_then_the_name_is(void **state)
{
    (void)state;
    write_file(before, sizeof before - 1);
    dw_bans *bans = open_bans();
    const dw_ban ban = ban_of("192.0.2.2", 0, "second");
    set_fault(FAULT_NONE, 0);
    assert_int_equal(dw_bans_add(bans, &ban, NOW_S, &error), DW_OK);
    /* i c: read; u o w s c r: the hidden file; O S c: the folder. */
    assert_string_equal(trace, "icuowscrOSc");
    dw_bans_close(bans);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
        WITH_FOLDER(bans_outlive_the_process_and_end_at_their_time),
        WITH_FOLDER(comments_and_hand_edits_stay_and_what_is_over_goes),
        WITH_FOLDER(a_list_without_a_folder_is_empty_until_it_moves_into_one),
        WITH_FOLDER(a_broken_file_is_one_clear_error_and_is_left_alone),
        WITH_FOLDER(a_change_to_a_broken_file_changes_nothing),
        WITH_FOLDER(with_a_thread_a_ban_counts_before_the_disk_takes_it),
        WITH_FOLDER(the_end_of_a_server_leaves_no_ban_unwritten),
        WITH_FOLDER(the_list_has_a_bound),
        WITH_FOLDER(prefixes_match_as_bit_by_bit_comparison_does),
        WITH_FOLDER(a_kill_at_any_call_leaves_the_old_list_or_the_new_one),
        WITH_FOLDER(a_fault_of_any_call_is_told_and_leaves_one_list_in_file_and_memory),
        WITH_FOLDER(the_bytes_are_on_the_disk_before_the_name_and_then_the_name_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
