/* supervisor.c - not libsystemd: it would bring its compressors and its access to the journal into
 * a program that reads datagrams of strangers, for the sake of one sendto(). */
#include "common/platform/supervisor.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MESSAGE_MAX = 200 };

static dw_status fail(const char *name, const char *why, dw_error *error)
{
    return dw_fail(error, DW_IO, "$NOTIFY_SOCKET %.200s: %s", name, why);
}

static dw_status tell(const char *message, dw_error *error)
{
    const char *name = getenv("NOTIFY_SOCKET");
    if (name == NULL || name[0] == '\0') {
        return DW_OK;
    }
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    if ((name[0] != '/' && name[0] != '@') || length >= sizeof to.sun_path) {
        return fail(name, "not the name of a local socket", error);
    }
    memcpy(to.sun_path, name, length);
    if (name[0] == '@') { /* A socket without a file: its name begins with a zero. */
        to.sun_path[0] = '\0';
    }
    const int end = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (end < 0) {
        return fail(name, strerror(errno), error);
    }
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    const ssize_t sent =
        sendto(end, message, strlen(message), MSG_NOSIGNAL, (const struct sockaddr *)&to, size);
    const int cause = errno;
    (void)close(end);
    return sent >= 0 ? DW_OK : fail(name, strerror(cause), error);
}

dw_status dw_supervisor_ready(const char *line, dw_error *error)
{
    char message[MESSAGE_MAX];
    (void)snprintf(message, sizeof message, "READY=1\nSTATUS=%.100s", line);
    return tell(message, error);
}

dw_status dw_supervisor_stopping(uint64_t seconds, dw_error *error)
{
    char message[MESSAGE_MAX];
    (void)snprintf(message, sizeof message, "STOPPING=1\nEXTEND_TIMEOUT_USEC=%llu000000",
                   (unsigned long long)seconds);
    return tell(message, error);
}
