/* Three clients of a server that plays a recorded round: one steers, one only looks on, and one has
 * asked to play and knows nothing of playbacks.
 *     onlookers PORT
 * Each pause, speed and jump of the first one is told to the others. Leaves the round paused, at
 * twice its speed, at tick LEFT_AT. */
#include "client/core/client.h"
#include "client/core/link.h"
#include "common/platform/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PILOT, ONLOOKER, GUEST, CLIENTS, STEP_MS = 2, WAIT_MS = 8000, LEFT_AT = 120 };

static dw_link *links;
static dw_client *clients[CLIENTS];
static dw_arena arenas[CLIENTS];

static _Noreturn void give_up(const char *text)
{
    (void)fprintf(stderr, "onlookers: %s\n", text);
    exit(1);
}

static void step(void)
{
    dw_link_service(links);
    for (int i = 0; i < CLIENTS; i++) {
        dw_client_update(clients[i], (dw_intent){0}, dw_clock_ns());
        if (dw_client_get_state(clients[i]) == DW_CLIENT_ENDED) {
            give_up(dw_client_end_text(clients[i]));
        }
    }
    dw_link_wait(links, STEP_MS);
}

static void wait_until(bool (*holds)(void), const char *what)
{
    const uint64_t end_ns = dw_clock_ns() + WAIT_MS * UINT64_C(1000000);
    while (!holds()) {
        if (dw_clock_ns() > end_ns) {
            give_up(what);
        }
        step();
    }
}

static void join(uint16_t port)
{
    static const char *const names[CLIENTS] = {"pilot", "onlooker", "guest"};
    dw_error error = {""};
    if (dw_link_create(&links,
                       &(dw_link_config){.host = "127.0.0.1", .port = port, .connections = CLIENTS},
                       &error) != DW_OK) {
        give_up(error.text);
    }
    for (uint32_t i = 0; i < CLIENTS; i++) {
        dw_client_config config = {.send = dw_link_send, .spectate = i != GUEST, .input_hz = 20};
        config.send_context = dw_link_context(links, i);
        (void)snprintf(config.name, sizeof config.name, "%s", names[i]);
        if (dw_arena_create(&arenas[i], DW_CLIENT_ARENA_BYTES) != DW_OK ||
            dw_client_create(&clients[i], &arenas[i], &config) != DW_OK) {
            give_up("no memory for a client");
        }
        dw_link_connect(links, clients[i]);
    }
}

static const dw_playback_state *state_of(int client)
{
    const dw_playback *playback = dw_client_playback(clients[client]);
    return playback != NULL ? &playback->now : NULL;
}

static bool all_are_here(void)
{
    return state_of(PILOT) != NULL && state_of(ONLOOKER) != NULL &&
           (state_of(PILOT)->flags & DW_PLAYBACK_MAY_STEER) != 0 &&
           dw_client_round(clients[GUEST]) != NULL;
}

/* What each client that looks on is told: by the message of playbacks, and by that of rounds. */
static bool is_told(bool paused)
{
    bool told = true;
    for (int i = 0; i < CLIENTS; i++) {
        const dw_round *round = dw_client_round(clients[i]);
        told = told && round != NULL && (round->paused != 0) == paused;
    }
    const dw_playback_state *state = state_of(ONLOOKER);
    return told && ((state->flags & DW_PLAYBACK_PAUSED) != 0) == paused &&
           strcmp(state->steerer, "pilot") == 0;
}

static bool is_paused(void)
{
    return is_told(true);
}

static bool goes_on(void)
{
    return is_told(false);
}

static bool is_twice_as_fast(void)
{
    return state_of(ONLOOKER)->speed == 2 * DW_PLAYBACK_SPEED_NORMAL;
}

static bool is_at_the_tick(void)
{
    const dw_round *round = dw_client_round(clients[GUEST]);
    const dw_playback_state *state = state_of(ONLOOKER);
    return state->shown == LEFT_AT && (state->flags & DW_PLAYBACK_SEEKING) == 0 &&
           round->tick + 1 - round->start_tick == LEFT_AT;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        give_up("usage: onlookers PORT");
    }
    join((uint16_t)strtoul(argv[1], NULL, 10));
    wait_until(all_are_here, "the clients do not come in");
    if (state_of(ONLOOKER)->speed != DW_PLAYBACK_SPEED_NORMAL) {
        give_up("the round does not begin at its own speed");
    }
    dw_client_steer(clients[PILOT], DW_STEER_PAUSE, 1);
    wait_until(is_paused, "a pause is not told");
    dw_client_steer(clients[PILOT], DW_STEER_PAUSE, 0);
    wait_until(goes_on, "the end of a pause is not told");
    dw_client_steer(clients[PILOT], DW_STEER_SPEED, 2 * DW_PLAYBACK_SPEED_NORMAL);
    wait_until(is_twice_as_fast, "a speed is not told");
    dw_client_steer(clients[PILOT], DW_STEER_PAUSE, 1);
    wait_until(is_paused, "a second pause is not told");
    dw_client_steer(clients[PILOT], DW_STEER_SEEK, LEFT_AT);
    wait_until(is_at_the_tick, "a jump during a pause is not told");
    if (!is_paused()) {
        give_up("a jump ends the pause");
    }
    for (int i = 0; i < CLIENTS; i++) {
        dw_client_quit(clients[i]);
    }
    for (uint32_t i = 0; i < 25 && dw_link_busy(links); i++) {
        dw_link_service(links);
        dw_link_wait(links, STEP_MS);
    }
    dw_link_destroy(links);
    for (int i = 0; i < CLIENTS; i++) {
        dw_client_destroy(clients[i]);
        dw_arena_destroy(&arenas[i]);
    }
    printf("told pause, speed and jump\n");
    return 0;
}
