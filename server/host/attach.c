#include "server/host/attach.h"

#include "common/base/parse.h"
#include "common/platform/line_input.h"
#include "server/host/control.h"
#include "server/host/state_folder.h"

#include <errno.h>
#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int fail(int status, const char *text)
{
    return dw_options_fail("duskwatch-server", status, text);
}

/* -1: nobody listens there, or, with errno EACCES, this user may not ask. */
static int connect_to(const char *path)
{
    errno = 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (dw_copy_text(address.sun_path, sizeof address.sun_path, path) != DW_OK) {
        return -1;
    }
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        const int why = errno;
        (void)close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

static dw_status not_allowed(const char *folder, dw_error *error)
{
    return dw_fail(error, DW_DENIED,
                   "attach: %s is for the user of the server and root: run this with sudo", folder);
}

/* The server of that folder, when there is just one. Sockets of killed servers do not count. */
static int connect_to_only(const char *folder, dw_error *error)
{
    char pattern[DW_PATH_MAX + 32];
    (void)snprintf(pattern, sizeof pattern, "%s/control-*.sock", folder);
    glob_t found = {0};
    int fd = -1;
    int count = 0;
    bool denied = false;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const int one = connect_to(found.gl_pathv[i]);
            denied = denied || (one < 0 && errno == EACCES);
            count += one >= 0 ? 1 : 0;
            if (one >= 0 && fd >= 0) {
                (void)close(one);
            }
            fd = fd >= 0 ? fd : one;
        }
    }
    globfree(&found);
    if (count == 1) {
        return fd;
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    if (count == 0 && denied) {
        (void)not_allowed(folder, error);
        return -1;
    }
    (void)dw_fail(error, DW_NOT_FOUND,
                  count == 0
                      ? "attach: no server with control = on has its state in %s"
                      : "attach: several servers have their state in %s: say which by --port",
                  folder);
    return -1;
}

static int open_connection(const dw_server_config *config, dw_error *error)
{
    char folder[DW_PATH_MAX];
    char path[DW_PATH_MAX];
    if (dw_state_folder_name(config->state, folder, error) != DW_OK) {
        return -1;
    }
    if (access(folder, X_OK) != 0 && errno == EACCES) {
        (void)not_allowed(folder, error);
        return -1;
    }
    if (dw_control_path(folder, (uint16_t)config->port, path, sizeof path, error) != DW_OK) {
        return -1;
    }
    const int fd = connect_to(path);
    if (fd < 0 && errno == EACCES) {
        (void)not_allowed(folder, error);
    } else if (fd < 0 && config->port == DW_PORT_DEFAULT) {
        return connect_to_only(folder, error);
    } else if (fd < 0) {
        (void)dw_fail(error, DW_NOT_FOUND, "attach: no server with port %u has its state in %s",
                      (unsigned)config->port, folder);
    }
    return fd;
}

static bool send_line(int fd, const char *line)
{
    char text[DW_INPUT_LINE_MAX + 2];
    const int length = snprintf(text, sizeof text, "%s\n", line);
    return length > 0 && send(fd, text, (size_t)length, MSG_NOSIGNAL) == length;
}

/* Writes one answer. False: the server is gone. */
static bool take_answer(int fd)
{
    for (;;) {
        char bytes[4096];
        const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        const char *end = memchr(bytes, '\0', (size_t)got);
        (void)fwrite(bytes, 1, end != NULL ? (size_t)(end - bytes) : (size_t)got, stdout);
        if (end != NULL) {
            (void)fflush(stdout);
            return true;
        }
    }
}

static void prompt(void)
{
    if (isatty(STDIN_FILENO) != 0) {
        printf("duskwatch> ");
        (void)fflush(stdout);
    }
}

/* True: a line is there, or the end of the input. False: the server is gone. */
static bool wait_for_line(int fd)
{
    struct pollfd both[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0 || both[0].revents != 0;
}

/* Lines go one by one, each after the answer to the one before. */
static int talk(int fd)
{
    dw_line_input input;
    dw_line_input_open(&input, STDIN_FILENO);
    for (;;) {
        const char *line = NULL;
        const dw_line_input_result result = dw_line_input_take(&input, &line);
        if (result == DW_LINE_NONE && input.ended) {
            return DW_EXIT_DONE;
        }
        if (result == DW_LINE_TOO_LONG) {
            printf("too long: a line has at most %d bytes\n", (int)DW_INPUT_LINE_MAX);
            (void)fflush(stdout);
        }
        if (result == DW_LINE_WHOLE && (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0)) {
            return DW_EXIT_DONE; /* This prompt; the server goes on. */
        }
        if (result == DW_LINE_WHOLE && (!send_line(fd, line) || !take_answer(fd))) {
            return fail(DW_EXIT_CONNECTION, "attach: the server is gone");
        }
        if (result != DW_LINE_NONE) {
            prompt();
        } else if (!wait_for_line(fd)) {
            return fail(DW_EXIT_CONNECTION, "attach: the server is gone");
        }
    }
}

int dw_attach_run(const dw_server_config *config)
{
    dw_error error = {""};
    const int fd = open_connection(config, &error);
    if (fd < 0) {
        return fail(DW_EXIT_CONNECTION, error.text);
    }
    if (isatty(STDIN_FILENO) != 0) {
        printf("help lists the commands; quit or ^D leaves, and the server goes on\n");
    }
    prompt();
    const int status = talk(fd);
    (void)close(fd);
    return status;
}
