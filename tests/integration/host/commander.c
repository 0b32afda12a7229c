/* A client that gives commands over its connection:
 *     commander PORT NAME KEY-FOLDER               each line of standard input is a command
 *     commander PORT NAME KEY-FOLDER TRIES PER-SECOND TEXT    that many (0 a second: at once)
 * Prints what the server answers, then "answers N" and how the connection ended. */
#include "client/core/client.h"
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "common/platform/line_input.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEP_MS = 4, JOIN_MS = 8000, ANSWER_MS = 3000, TRIES_MS = 3000 };

static dw_link *connection;
static dw_client *client;
static dw_client_identity identity;
static dw_arena arena;

static _Noreturn void give_up(const char *text)
{
    (void)fprintf(stderr, "commander: %s\n", text);
    exit(3);
}

static void step(void)
{
    dw_link_service(connection);
    dw_client_update(client, (dw_intent){0}, dw_clock_ns());
    dw_link_wait(connection, STEP_MS);
}

static bool ended(void)
{
    return dw_client_get_state(client) == DW_CLIENT_ENDED;
}

static void join(uint16_t port, const char *name, const char *folder)
{
    dw_error error = {""};
    dw_client_config config = {.send = dw_link_send,
                               .identity = &identity,
                               .transcript = dw_link_own_transcript,
                               .input_hz = 20};
    if (dw_client_identity_load(&identity, folder, &error) != DW_OK ||
        dw_arena_create(&arena, DW_CLIENT_ARENA_BYTES) != DW_OK ||
        dw_link_create(&connection,
                       &(dw_link_config){.host = "127.0.0.1", .port = port, .connections = 1},
                       &error) != DW_OK) {
        give_up(error.text);
    }
    config.send_context = dw_link_context(connection, 0);
    (void)snprintf(config.name, sizeof config.name, "%s", name);
    if (dw_client_create(&client, &arena, &config) != DW_OK) {
        give_up("no memory for a client");
    }
    dw_link_connect(connection, client);
    const uint64_t end_ns = dw_clock_ns() + JOIN_MS * UINT64_C(1000000);
    while (dw_clock_ns() < end_ns && dw_client_get_state(client) != DW_CLIENT_PLAYING) {
        step();
    }
    if (dw_client_get_state(client) != DW_CLIENT_PLAYING) {
        give_up(dw_client_end_text(client));
    }
}

static void ask(const char *command)
{
    const dw_client_answer *answer = dw_client_newest_answer(client);
    const uint32_t before = answer->number;
    const uint64_t end_ns = dw_clock_ns() + ANSWER_MS * UINT64_C(1000000);
    dw_client_admin(client, command);
    while (dw_clock_ns() < end_ns && answer->number == before && !ended()) {
        step();
    }
    printf("%s", answer->number != before ? answer->text : "no answer\n");
    (void)fflush(stdout);
}

/* At once, or up to that many a second. */
static void try_all(uint32_t tries, uint32_t per_second, const char *text)
{
    const uint64_t begin_ns = dw_clock_ns();
    uint32_t sent = 0;
    uint64_t ms = 0;
    while (ms < TRIES_MS && !ended()) {
        const uint64_t due = per_second == 0 ? tries : ms * per_second / 1000;
        for (; sent < due && sent < tries; sent++) {
            dw_client_admin(client, text);
        }
        step();
        ms = (dw_clock_ns() - begin_ns) / 1000000;
    }
    printf("sent %u\n", (unsigned)sent);
}

/* Until standard input or the connection ends. */
static void ask_all(void)
{
    dw_line_input input;
    const char *line = NULL;
    dw_line_input_open(&input, fileno(stdin));
    while (!input.ended && !ended()) {
        if (dw_line_input_take(&input, &line) == DW_LINE_WHOLE) {
            ask(line);
        }
        step();
    }
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 7) {
        give_up("usage: commander PORT NAME KEY-FOLDER [TRIES PER-SECOND TEXT]");
    }
    join((uint16_t)strtoul(argv[1], NULL, 10), argv[2], argv[3]);
    if (argc == 7) {
        try_all((uint32_t)strtoul(argv[4], NULL, 10), (uint32_t)strtoul(argv[5], NULL, 10),
                argv[6]);
    } else {
        ask_all();
    }
    printf("answers %u\n%s\n", (unsigned)dw_client_newest_answer(client)->number,
           ended() ? dw_client_end_text(client) : "still there");
    dw_client_quit(client);
    for (uint32_t i = 0; i < 25 && dw_link_busy(connection); i++) {
        dw_link_service(connection);
        dw_link_wait(connection, STEP_MS);
    }
    dw_link_destroy(connection);
    dw_client_destroy(client);
    dw_arena_destroy(&arena);
    return 0;
}
