#include "server/host/control.h"

#include "common/platform/line_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define LOOK_NS     UINT64_C(50000000)
#define PATIENCE_NS UINT64_C(5000000000)

enum { BACKLOG = 4 };

typedef struct connection {
    int fd; /* -1: free. */
    dw_console_caller caller;
    dw_line_input input;
    char *answer; /* NULL: nothing is to be sent. */
    size_t size, sent;
    uint64_t moved_ns; /* When the reader last took something. */
} connection;

struct dw_control {
    int fd;
    char path[sizeof((struct sockaddr_un *)NULL)->sun_path];
    uint64_t looked_ns;
    connection connections[DW_CONTROL_CONNECTIONS_MAX];
};

dw_status dw_control_path(const char *folder, uint16_t port, char *path, size_t size,
                          dw_error *error)
{
    const int length = snprintf(path, size, "%s/control-%u.sock", folder, (unsigned)port);
    return length > 0 && (size_t)length < size
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%s: too long for the path of a local socket", folder);
}

/* Whether a server listens there. Otherwise the file is what a killed one has left. */
static bool is_alive(const struct sockaddr_un *address)
{
    const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool alive =
        probe >= 0 && connect(probe, (const struct sockaddr *)address, sizeof *address) == 0;
    if (probe >= 0) {
        (void)close(probe);
    }
    return alive;
}

static dw_status listen_at(int fd, const char *path, dw_error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (is_alive(&address)) {
        return dw_fail(error, DW_FULL, "%s: another server listens there", path);
    }
    (void)unlink(path);
    /* The folder keeps others out (mode 0700) before the file's own mode does. */
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(path, S_IRUSR | S_IWUSR) != 0 || listen(fd, BACKLOG) != 0) {
        return dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    return DW_OK;
}

dw_status dw_control_open(dw_control **out, const char *folder, uint16_t port, uint64_t now_ns,
                          dw_error *error)
{
    dw_control *control = calloc(1, sizeof *control);
    if (control == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < DW_CONTROL_CONNECTIONS_MAX; i++) {
        control->connections[i].fd = -1;
    }
    control->looked_ns = now_ns;
    control->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    dw_status status =
        control->fd >= 0 ? dw_control_path(folder, port, control->path, sizeof control->path, error)
                         : dw_fail(error, DW_IO, "no local socket: %s", strerror(errno));
    if (status == DW_OK) {
        status = listen_at(control->fd, control->path, error);
    }
    if (status != DW_OK) {
        control->path[0] = '\0'; /* Not ours. */
        dw_control_close(control);
        return status;
    }
    *out = control;
    return DW_OK;
}

static void drop(connection *one)
{
    (void)close(one->fd);
    free(one->answer);
    *one = (connection){.fd = -1};
}

void dw_control_close(dw_control *control)
{
    if (control == NULL) {
        return;
    }
    for (size_t i = 0; i < DW_CONTROL_CONNECTIONS_MAX; i++) {
        if (control->connections[i].fd >= 0) {
            drop(&control->connections[i]);
        }
    }
    if (control->fd >= 0) {
        (void)close(control->fd);
    }
    if (control->path[0] != '\0') {
        (void)unlink(control->path);
    }
    free(control);
}

static void accept_newcomers(dw_control *control, uint64_t now_ns)
{
    int fd = -1;
    while ((fd = accept4(control->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        connection *place = NULL;
        for (size_t i = 0; i < DW_CONTROL_CONNECTIONS_MAX; i++) {
            place = control->connections[i].fd < 0 ? &control->connections[i] : place;
        }
        if (place == NULL) {
            static const char busy[] = "busy: too many programs are attached\n";
            (void)send(fd, busy, sizeof busy, MSG_NOSIGNAL);
            (void)close(fd);
            continue;
        }
        *place = (connection){.fd = fd, .moved_ns = now_ns};
        dw_line_input_open(&place->input, fd);
        struct ucred peer = {.uid = (uid_t)-1};
        socklen_t size = sizeof peer;
        (void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
        place->caller.level = DW_CONSOLE_HOST;
        (void)snprintf(place->caller.name, sizeof place->caller.name, "user %u",
                       (unsigned)peer.uid);
    }
}

/* False: the connection is over. */
static bool send_answer(connection *one, uint64_t now_ns)
{
    while (one->answer != NULL) {
        const ssize_t took =
            send(one->fd, one->answer + one->sent, one->size - one->sent, MSG_NOSIGNAL);
        if (took < 0) {
            const bool waits = errno == EAGAIN || errno == EINTR;
            return waits && now_ns - one->moved_ns < PATIENCE_NS;
        }
        one->sent += (size_t)took;
        one->moved_ns = now_ns;
        if (one->sent == one->size) {
            free(one->answer);
            one->answer = NULL;
        }
    }
    return true;
}

/* Carries out one line. False: there is no memory for the answer. */
static bool run_line(connection *one, dw_server *server, const char *line, bool whole,
                     dw_console_wish *wish)
{
    FILE *answer = open_memstream(&one->answer, &one->size);
    if (answer == NULL) {
        return false;
    }
    if (!whole) {
        fprintf(answer, "too long: a line has at most %d bytes\n", DW_INPUT_LINE_MAX);
    } else if (dw_console_run(server, &one->caller, line, answer) == DW_CONSOLE_STOP) {
        *wish = DW_CONSOLE_STOP;
    }
    (void)fputc('\0', answer);
    one->sent = 0;
    return fclose(answer) == 0 && one->answer != NULL;
}

/* The next line waits until the answer to the one before was taken. */
static void serve(connection *one, dw_server *server, uint64_t now_ns, dw_console_wish *wish)
{
    const char *line = NULL;
    bool open = send_answer(one, now_ns);
    while (open && one->answer == NULL) {
        const dw_line_input_result result = dw_line_input_take(&one->input, &line);
        if (result == DW_LINE_NONE) {
            open = !one->input.ended;
            break;
        }
        one->moved_ns = now_ns;
        open =
            run_line(one, server, line, result == DW_LINE_WHOLE, wish) && send_answer(one, now_ns);
    }
    if (!open) {
        drop(one);
    }
}

dw_console_wish dw_control_look(dw_control *control, dw_server *server, uint64_t now_ns)
{
    dw_console_wish wish = DW_CONSOLE_GO_ON;
    if (now_ns - control->looked_ns < LOOK_NS) {
        return wish;
    }
    control->looked_ns = now_ns;
    accept_newcomers(control, now_ns);
    for (size_t i = 0; i < DW_CONTROL_CONNECTIONS_MAX; i++) {
        if (control->connections[i].fd >= 0) {
            serve(&control->connections[i], server, now_ns, &wish);
        }
    }
    return wish;
}
