#include "tests/support/http.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { WAIT_S = 10 };

static struct sockaddr_in local(uint16_t port)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return name;
}

uint16_t http_free_port(void)
{
    struct sockaddr_in name = local(0);
    socklen_t size = sizeof name;
    const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    uint16_t port = 0;
    if (probe >= 0 && bind(probe, (const struct sockaddr *)&name, sizeof name) == 0 &&
        getsockname(probe, (struct sockaddr *)&name, &size) == 0) {
        port = ntohs(name.sin_port);
    }
    if (probe >= 0) {
        (void)close(probe);
    }
    return port;
}

int http_connect_from(uint8_t host, uint16_t port)
{
    const struct sockaddr_in name = local(port);
    struct sockaddr_in own = local(0);
    own.sin_addr.s_addr = htonl(0x7f000000 | host);
    const struct timeval wait = {.tv_sec = WAIT_S};
    const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) {
        return -1;
    }
    if (setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) != 0 ||
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait) != 0 ||
        bind(connection, (const struct sockaddr *)&own, sizeof own) != 0 ||
        connect(connection, (const struct sockaddr *)&name, sizeof name) != 0) {
        (void)close(connection);
        return -1;
    }
    return connection;
}

int http_connect(uint16_t port)
{
    return http_connect_from(1, port);
}

bool http_say(int connection, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t sent = send(connection, at, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

long http_hear(int connection, size_t enough, char *answer, size_t capacity)
{
    size_t used = 0;
    ssize_t got = 1;
    while (got > 0 && used < capacity - 1 && (enough == 0 || used < enough)) {
        got = recv(connection, answer + used, capacity - 1 - used, 0);
        used += got > 0 ? (size_t)got : 0;
    }
    answer[used] = '\0';
    return got < 0 ? -1 : (long)used;
}

long http_ask(uint16_t port, const char *method, const char *path, char *answer, size_t capacity)
{
    char request[512];
    const int length =
        snprintf(request, sizeof request,
                 "%s %s HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n", method, path);
    const int connection = http_connect(port);
    long size = -1;
    if (connection >= 0 && length > 0 && (size_t)length < sizeof request &&
        http_say(connection, request, (size_t)length)) {
        size = http_hear(connection, 0, answer, capacity);
    }
    if (connection >= 0) {
        (void)close(connection);
    }
    return size;
}

int http_status(const char *answer)
{
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? (int)strtol(answer + 9, NULL, 10) : 0;
}

const char *http_body(const char *answer)
{
    const char *end = strstr(answer, "\r\n\r\n");
    return end != NULL ? end + 4 : "";
}
