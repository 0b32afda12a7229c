/* Another program as a child: its lines come back, it ends when it is told to, and by force. */
#include "common/platform/child.h"
#include "common/platform/clock.h"
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static dw_child child;

static void start(const char *script, const char *variable)
{
    const char *const arguments[] = {"-c", script, NULL};
    dw_error error = {""};
    assert_int_equal(dw_child_start(&child, "/bin/sh", arguments, variable, &error), DW_OK);
}

/* The next line, waited for. */
static const char *next_line(void)
{
    const char *line = NULL;
    for (uint32_t i = 0; i < 1000 && !dw_child_line(&child, &line); i++) {
        dw_clock_sleep_until(dw_clock_ns() + 5000000);
    }
    assert_non_null(line);
    return line;
}

static void wait_for_end(void)
{
    for (uint32_t i = 0; i < 1000 && dw_child_runs(&child); i++) {
        dw_clock_sleep_until(dw_clock_ns() + 5000000);
    }
    assert_false(dw_child_runs(&child));
}

static void what_a_child_writes_comes_back_and_so_does_its_status(void **state)
{
    (void)state;
    start("echo \"$SECRET\"; echo two >&2; exit 3", "SECRET=owl");
    assert_string_equal(next_line(), "owl");
    assert_string_equal(next_line(), "two");
    wait_for_end();
    assert_int_equal(child.exit_status, 3);
    dw_child_stop(&child, 0);
}

static void a_child_ends_when_it_is_told_to(void **state)
{
    (void)state;
    start("trap 'exit 0' TERM; echo up; while :; do sleep 0.01; done", NULL);
    assert_string_equal(next_line(), "up");
    const int id = child.id;
    assert_true(dw_child_runs(&child));
    dw_child_stop(&child, 5000);
    assert_int_equal(kill(id, 0), -1);
}

static void a_child_that_does_not_listen_ends_by_force(void **state)
{
    (void)state;
    start("trap '' TERM; echo up; while :; do sleep 0.01; done", NULL);
    assert_string_equal(next_line(), "up");
    const int id = child.id;
    dw_child_stop(&child, 50);
    assert_int_equal(kill(id, 0), -1);
    assert_int_equal(child.id, 0);
}

/* The parent is a process of its own, which is killed. */
static void a_child_ends_when_its_parent_is_killed(void **state)
{
    (void)state;
    int ids[2];
    assert_int_equal(pipe(ids), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        start("echo up; exec sleep 60", NULL);
        (void)next_line();
        (void)!write(ids[1], &child.id, sizeof child.id);
        (void)pause();
        _exit(0);
    }
    int id = 0;
    assert_int_equal(read(ids[0], &id, sizeof id), sizeof id);
    assert_int_equal(kill(id, 0), 0);
    assert_int_equal(kill(parent, SIGKILL), 0);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    char path[64];
    char stage = 'S';
    for (uint32_t i = 0; i < 1000 && stage != 'Z' && kill(id, 0) == 0; i++) {
        (void)snprintf(path, sizeof path, "/proc/%d/stat", id);
        FILE *file = fopen(path, "r"); /* Gone, or a zombie of the process that adopts it. */
        if (file != NULL) {
            (void)!fscanf(file, "%*d %*s %c", &stage);
            (void)fclose(file);
        }
        dw_clock_sleep_until(dw_clock_ns() + 5000000);
    }
    assert_true(stage == 'Z' || kill(id, 0) != 0);
    (void)close(ids[0]);
    (void)close(ids[1]);
}

static void a_program_that_is_not_there_is_named(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    dw_error error = {""};
    assert_int_equal(dw_child_find("test_child", path, &error), DW_OK);
    assert_int_equal(dw_child_find("no-such-program", path, &error), DW_NOT_FOUND);
    assert_non_null(strstr(error.text, "no-such-program is not installed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_child_writes_comes_back_and_so_does_its_status),
        cmocka_unit_test(a_child_ends_when_it_is_told_to),
        cmocka_unit_test(a_child_that_does_not_listen_ends_by_force),
        cmocka_unit_test(a_child_ends_when_its_parent_is_killed),
        cmocka_unit_test(a_program_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
