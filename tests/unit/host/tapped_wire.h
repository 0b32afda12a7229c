/* tapped_wire.h - a dw_net, clients of it behind one socket, and a tap between them. On a clock of
 * its own (fake_clock.h): a turn takes 10 ms. Both ends count what they hear and hold it to its
 * order; the server's handler fails the test when it is called outside of dw_net_poll.
 * Owns: all three. One at once. */
#ifndef DW_TESTS_HOST_TAPPED_WIRE_H
#define DW_TESTS_HOST_TAPPED_WIRE_H

#include "raw_net.h"
#include "wire_tap.h"

enum { TAPPED_WIRE_PEERS = 64, TAPPED_WIRE_PLACES = 256, TAPPED_WIRE_TURN_MS = 10 };

/* The text of every message, beside its number: it must never be seen on a sealed wire. */
#define TAPPED_WIRE_WORDS "the guard in the hall is asleep"

typedef struct tapped_wire_config {
    bool clear_server, clear_client;
    const char *server_password, *client_password;
    const char *bind;     /* The address that the server sees; NULL: 127.0.0.1. */
    uint32_t peers;       /* Of the client's host; 0: one. */
    uint32_t members_max; /* 0: four. */
    dw_joiner_judge *judge;
    void *context; /* Of the judge. */
} tapped_wire_config;

typedef struct tapped_wire {
    dw_arena arena;
    dw_net *net;
    dw_net_keys keys;
    raw_client client;
    wire_tap tap;
    bool polling;   /* Within dw_net_poll. */
    bool unordered; /* Numbers may be missing, but none may come twice or late. */
    uint32_t connected, disconnected;
    dw_peer newest; /* The last one that connected. */
    dw_net_loss why;
    uint32_t up_heard, down_heard;          /* All messages. */
    uint32_t up_next[TAPPED_WIRE_PLACES];   /* The number to come, by the server's index. */
    uint32_t down_next[TAPPED_WIRE_PEERS];  /* By the client's index. */
    uint32_t up_said[TAPPED_WIRE_PEERS];    /* By the client's index. */
    uint32_t down_said[TAPPED_WIRE_PLACES]; /* By the server's index. */
} tapped_wire;

void tapped_wire_open(tapped_wire *wire, const tapped_wire_config *config);
void tapped_wire_close(tapped_wire *wire);

void tapped_wire_poll(tapped_wire *wire); /* The server alone, and no time passes. */
void tapped_wire_turn(tapped_wire *wire);
void tapped_wire_pass(tapped_wire *wire, uint32_t milliseconds);

/* Fails the test when the server does not let it in; `newest` is the server's end. */
ENetPeer *tapped_wire_join(tapped_wire *wire);

/* Begins a connection and waits for the joiner's result, at most 4 s. A refusal or an end that
 * follows an answer is what counts. False: there was no result. */
bool tapped_wire_try(tapped_wire *wire, dw_joiner_result *result);

/* The next number; it leaves with the next turn or flush. */
void tapped_wire_say_up(tapped_wire *wire, ENetPeer *peer, uint8_t channel, bool reliable);
void tapped_wire_say_down(tapped_wire *wire, dw_peer peer, uint8_t channel, bool reliable);

/* Sends `count` reliable messages each way; all must arrive. */
void tapped_wire_talk(tapped_wire *wire, ENetPeer *peer, dw_peer server_side, uint32_t count);

uint64_t tapped_wire_refused(const tapped_wire *wire, dw_datagram_verdict verdict);
uint64_t tapped_wire_unopened(
    const tapped_wire *wire); /* Datagrams that the server refused for that reason. */

#endif
