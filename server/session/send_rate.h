/* send_rate.h - how often one client is sent snapshots, by what its connection bears. A connection
 * that loses half of them, or begins to hold them back for half a second, gets one on every second
 * turn, then on every fourth; once it bears that, more again. Owns: what came back from that client
 * in the last second. Reads the acknowledgements and nothing else (ARCHITECTURE.md, invariant 4):
 * the rate tells the client nothing that it may not know. Pure; O(1) a turn. */
#ifndef DW_SESSION_SEND_RATE_H
#define DW_SESSION_SEND_RATE_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_SEND_RATE_LEVELS = 3 }; /* Every turn, every 2nd, every 4th. */

typedef struct dw_send_rate {
    uint8_t level;      /* 0 = every turn. */
    uint8_t turn;       /* Turns since one was taken. */
    uint8_t good, poor; /* Good or poor seconds in a row. */
    bool begun;         /* The client has acknowledged something: the connection can be judged. */
    uint8_t spacing_ticks; /* From turn to turn, 0 = not known yet. */
    uint16_t heard;        /* Acknowledgements in this second, */
    uint16_t least_lag;    /* age of the freshest of them in ticks, */
    uint16_t usual_lag;    /* (and that of the seconds before) */
    uint32_t lag_sum;      /* and all of them together. */
    uint32_t window_tick;  /* When this second began. */
    uint32_t turn_tick;    /* The last turn. */
} dw_send_rate;

/* A connection of which nothing is known: every turn. */
void dw_send_rate_reset(dw_send_rate *rate);

/* The client's turn has come at `tick`: whether it is sent a snapshot now. */
bool dw_send_rate_take_turn(dw_send_rate *rate, uint32_t tick);

/* A message of the client acknowledged a snapshot `lag` ticks older than the newest that it could
 * have. */
void dw_send_rate_hear(dw_send_rate *rate, uint32_t lag);

#endif
