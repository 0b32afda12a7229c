#include "common/platform/supervisor.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A socket as systemd opens it, in $NOTIFY_SOCKET. `name` begins with / or, without a file, with @.
 */
static int listen_as(const char *name)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    memcpy(at.sun_path, name, length);
    if (name[0] == '@') {
        at.sun_path[0] = '\0';
    }
    const int end = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    assert_true(end >= 0);
    const size_t size = offsetof(struct sockaddr_un, sun_path) + length;
    assert_int_equal(bind(end, (const struct sockaddr *)&at, (socklen_t)size), 0);
    assert_int_equal(setenv("NOTIFY_SOCKET", name, 1), 0);
    return end;
}

static void assert_told(int end, const char *wanted)
{
    char got[500];
    const ssize_t size = recv(end, got, sizeof got - 1, 0);
    assert_true(size > 0);
    got[size] = '\0';
    assert_string_equal(got, wanted);
}

static void without_a_supervisor_nothing_is_sent_and_nothing_fails(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(unsetenv("NOTIFY_SOCKET"), 0);
    assert_int_equal(dw_supervisor_ready("ready", &error), DW_OK);
    assert_int_equal(setenv("NOTIFY_SOCKET", "", 1), 0);
    assert_int_equal(dw_supervisor_stopping(5, &error), DW_OK);
}

static void both_kinds_of_socket_hear_that_the_service_is_ready_and_that_it_ends(void **state)
{
    (void)state;
    char file[] = "/tmp/dw-supervisor-XXXXXX";
    assert_non_null(mkdtemp(file));
    char names[2][64];
    (void)snprintf(names[0], sizeof names[0], "%s/notify", file);
    (void)snprintf(names[1], sizeof names[1], "@duskwatch-test-%ld", (long)getpid());
    for (int i = 0; i < 2; i++) {
        const int end = listen_as(names[i]);
        dw_error error = {""};
        assert_int_equal(dw_supervisor_ready("ready port=7", &error), DW_OK);
        assert_told(end, "READY=1\nSTATUS=ready port=7");
        assert_int_equal(dw_supervisor_stopping(90, &error), DW_OK);
        assert_told(end, "STOPPING=1\nEXTEND_TIMEOUT_USEC=90000000");
        assert_int_equal(close(end), 0);
    }
    assert_int_equal(unlink(names[0]), 0);
    assert_int_equal(rmdir(file), 0);
}

static void a_supervisor_that_cannot_be_told_is_named(void **state)
{
    (void)state;
    dw_error error = {""};
    char long_name[200];
    memset(long_name, 'x', sizeof long_name);
    long_name[0] = '/';
    long_name[sizeof long_name - 1] = '\0';
    const char *const wrong[] = {"vsock:2:1", "notify", long_name};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(setenv("NOTIFY_SOCKET", wrong[i], 1), 0);
        assert_int_equal(dw_supervisor_ready("ready", &error), DW_IO);
        assert_non_null(strstr(error.text, "not the name of a local socket"));
    }
    assert_int_equal(setenv("NOTIFY_SOCKET", "/tmp/no-such-folder/notify", 1), 0);
    assert_int_equal(dw_supervisor_ready("ready", &error), DW_IO);
    assert_string_equal(error.text,
                        "$NOTIFY_SOCKET /tmp/no-such-folder/notify: No such file or directory");
}

static void a_supervisor_that_does_not_read_is_not_waited_for(void **state)
{
    (void)state;
    char name[64];
    (void)snprintf(name, sizeof name, "@duskwatch-deaf-%ld", (long)getpid());
    const int end = listen_as(name);
    dw_error error = {""};
    dw_status status = DW_OK;
    for (int i = 0; i < 10000 && status == DW_OK; i++) {
        status = dw_supervisor_ready("ready", &error);
    }
    assert_int_equal(status, DW_IO);
    assert_int_equal(close(end), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_supervisor_nothing_is_sent_and_nothing_fails),
        cmocka_unit_test(both_kinds_of_socket_hear_that_the_service_is_ready_and_that_it_ends),
        cmocka_unit_test(a_supervisor_that_cannot_be_told_is_named),
        cmocka_unit_test(a_supervisor_that_does_not_read_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
