#include "server/host/fleet_http.h"

#include "common/base/check.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 512 * 1024, LIMIT_MS = 2000, URL_SIZE = 128 };

typedef struct lane {
    dw_fleet_http *http;
    CURL *easy;
    bool busy, is_stream;
    bool is_refused; /* The call could not begin. */
    size_t used;
    char *text; /* Pages that are not touched cost nothing. */
    char why[CURL_ERROR_SIZE];
} lane;

struct dw_fleet_http {
    CURLM *multi;
    struct curl_slist *headers;
    dw_fleet_http_line *line;
    void *context;
    uint16_t port;
    lane lanes[DW_FLEET_HTTP_LANES_MAX];
};

static uint32_t number_of(const lane *at)
{
    return (uint32_t)(at - at->http->lanes);
}

static void tell_lines(lane *at)
{
    const char *from = at->text;
    const char *end = NULL;
    size_t left = at->used;
    while ((end = memchr(from, '\n', left)) != NULL) {
        const size_t size = (size_t)(end - from);
        at->http->line(at->http->context, number_of(at), from, size);
        from += size + 1;
        left -= size + 1;
    }
    memmove(at->text, from, left);
    at->used = left;
}

/* An answer that does not fit ends its call. */
static size_t take_bytes(char *bytes, size_t one, size_t count, void *context)
{
    lane *at = context;
    const size_t size = one * count;
    if (size > TEXT_BYTES - at->used) {
        (void)snprintf(at->why, sizeof at->why, "more than %d bytes", (int)TEXT_BYTES);
        return 0;
    }
    memcpy(at->text + at->used, bytes, size);
    at->used += size;
    if (at->is_stream) {
        tell_lines(at);
    }
    return size;
}

/* What all calls of the lane have in common. Signals are main's, and a proxy from the environment
 * would take the calls elsewhere. */
static bool prepare(lane *at)
{
    at->easy = curl_easy_init();
    at->text = malloc(TEXT_BYTES);
    return at->easy != NULL && at->text != NULL &&
           curl_easy_setopt(at->easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_PROTOCOLS_STR, "http") == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_HTTPHEADER, at->http->headers) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_CONNECTTIMEOUT_MS, (long)LIMIT_MS) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_ERRORBUFFER, at->why) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_WRITEFUNCTION, take_bytes) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_WRITEDATA, at) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_PRIVATE, at) == CURLE_OK;
}

dw_status dw_fleet_http_open(dw_fleet_http **out, uint16_t port, dw_fleet_http_line *line,
                             void *context, dw_error *error)
{
    if (curl_global_init(CURL_GLOBAL_NOTHING) != CURLE_OK) {
        return dw_fail(error, DW_IO, "fleet: libcurl does not start");
    }
    dw_fleet_http *http = calloc(1, sizeof *http);
    bool ready = http != NULL;
    if (ready) {
        http->multi = curl_multi_init();
        http->headers = curl_slist_append(NULL, "Content-Type: application/json");
        http->line = line;
        http->context = context;
        http->port = port;
        ready = http->multi != NULL && http->headers != NULL;
    }
    for (uint32_t i = 0; ready && i < DW_FLEET_HTTP_LANES_MAX; i++) {
        http->lanes[i].http = http;
        ready = prepare(&http->lanes[i]);
    }
    if (!ready) {
        dw_fleet_http_close(http);
        return dw_fail(error, DW_MEMORY, "fleet: out of memory");
    }
    *out = http;
    return DW_OK;
}

void dw_fleet_http_close(dw_fleet_http *http)
{
    if (http != NULL) {
        for (uint32_t i = 0; i < DW_FLEET_HTTP_LANES_MAX; i++) {
            dw_fleet_http_cut(http, i);
            curl_easy_cleanup(http->lanes[i].easy);
            free(http->lanes[i].text);
        }
        (void)curl_multi_cleanup(http->multi);
        curl_slist_free_all(http->headers);
        free(http);
    }
    curl_global_cleanup();
}

/* A method of one's own beside HTTPGET or POSTFIELDS changes the word alone. */
static bool describe(lane *at, const dw_fleet_http_call *call)
{
    char url[URL_SIZE];
    const int length =
        snprintf(url, sizeof url, "http://localhost:%u%s", (unsigned)at->http->port, call->path);
    DW_CHECK(length > 0 && (size_t)length < sizeof url);
    const CURLcode body = call->body != NULL
                              ? curl_easy_setopt(at->easy, CURLOPT_COPYPOSTFIELDS, call->body)
                              : curl_easy_setopt(at->easy, CURLOPT_HTTPGET, 1L);
    return body == CURLE_OK && curl_easy_setopt(at->easy, CURLOPT_URL, url) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_CUSTOMREQUEST, call->method) == CURLE_OK &&
           curl_easy_setopt(at->easy, CURLOPT_TIMEOUT_MS, call->is_stream ? 0L : (long)LIMIT_MS) ==
               CURLE_OK;
}

void dw_fleet_http_begin(dw_fleet_http *http, uint32_t index, const dw_fleet_http_call *call)
{
    DW_CHECK(index < DW_FLEET_HTTP_LANES_MAX && !http->lanes[index].busy);
    lane *at = &http->lanes[index];
    at->busy = true;
    at->is_stream = call->is_stream;
    at->used = 0;
    at->why[0] = '\0';
    at->is_refused =
        !describe(at, call) || curl_multi_add_handle(http->multi, at->easy) != CURLM_OK;
}

void dw_fleet_http_cut(dw_fleet_http *http, uint32_t index)
{
    lane *at = &http->lanes[index];
    if (at->busy && !at->is_refused) {
        (void)curl_multi_remove_handle(http->multi, at->easy);
    }
    at->busy = false;
}

void dw_fleet_http_turn(dw_fleet_http *http, int wait_ms)
{
    int running = 0;
    (void)curl_multi_perform(http->multi, &running);
    (void)curl_multi_poll(http->multi, NULL, 0, wait_ms, NULL);
    (void)curl_multi_perform(http->multi, &running);
}

static void give_answer(lane *at, CURLcode result, dw_fleet_http_answer *out)
{
    long status = 0;
    if (result == CURLE_OK) {
        (void)curl_easy_getinfo(at->easy, CURLINFO_RESPONSE_CODE, &status);
    }
    at->busy = false;
    *out = (dw_fleet_http_answer){
        .lane = number_of(at),
        .status = (int)status,
        .why = at->why[0] != '\0' ? at->why : curl_easy_strerror(result),
        .text = at->text,
        .size = at->used,
    };
}

bool dw_fleet_http_take(dw_fleet_http *http, dw_fleet_http_answer *out)
{
    for (uint32_t i = 0; i < DW_FLEET_HTTP_LANES_MAX; i++) {
        if (http->lanes[i].busy && http->lanes[i].is_refused) {
            give_answer(&http->lanes[i], CURLE_FAILED_INIT, out);
            return true;
        }
    }
    int left = 0;
    const CURLMsg *message = NULL;
    while ((message = curl_multi_info_read(http->multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            const CURLcode result = message->data.result; /* Gone with the handle. */
            char *mark = NULL;
            (void)curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &mark);
            lane *at = (lane *)(void *)mark;
            (void)curl_multi_remove_handle(http->multi, at->easy);
            give_answer(at, result, out);
            return true;
        }
    }
    return false;
}

void dw_fleet_http_wake(dw_fleet_http *http)
{
    (void)curl_multi_wakeup(http->multi);
}
