/* http.h - a few bytes by TCP to a port of 127.0.0.1, and what comes back: all that tests of an
 * HTTP listener need. Owns nothing. Every wait is bounded by ten seconds. */
#ifndef DW_TESTS_SUPPORT_HTTP_H
#define DW_TESTS_SUPPORT_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A port that nobody listened on a moment ago. */
uint16_t http_free_port(void);

/* A connection, or -1; or from 127.0.0.`host`. */
int http_connect(uint16_t port);
int http_connect_from(uint8_t host, uint16_t port);

/* All of it, or false. */
bool http_say(int connection, const void *bytes, size_t size);

/* What comes until the other side closes, or `enough` of it is there when that is not 0;
 * zero-terminated, cut to the capacity. -1 when nothing comes for ten seconds. */
long http_hear(int connection, size_t enough, char *answer, size_t capacity);

/* One request of that method on a connection of its own: the whole answer, head and body; -1 when
 * no answer comes. */
long http_ask(uint16_t port, const char *method, const char *path, char *answer, size_t capacity);

/* The status in an answer, 0 when it has none; and where its body begins. */
int http_status(const char *answer);
const char *http_body(const char *answer);

#endif
