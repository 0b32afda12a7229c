/* line_box.h - a real match and real clients with a bad line between them, in virtual time: what
 * ENet does with a message (reliable ones in order and again, unreliable ones dropped when late)
 * over datagrams that a fault_line loses, delays and doubles. One thread, no socket, no clock,
 * everything from one seed. Time goes in slices of 1/480 s: a server tick each eighth, and each
 * client's frame of 1/60 s at a slice of its own. */
#ifndef DW_TESTS_LINE_BOX_H
#define DW_TESTS_LINE_BOX_H

#include "client/bot/policy.h"
#include "client/core/client.h"
#include "protocol/transport/fault_line.h"
#include "server/session/match.h"
#include "tests/support/stage.h"

enum { LINE_BOX_CLIENTS_MAX = 8, LINE_BOX_PENDING_MAX = 512, LINE_BOX_HISTORY = 512 };

typedef struct line_box line_box;

/* After each frame of a client that has something to draw. */
typedef void line_box_frame(void *context, line_box *box, uint32_t client,
                            const dw_drawn_world *world);

typedef struct line_box_config {
    const dw_venue *venue;
    dw_ruleset rules;
    const dw_brain_kind *brain;
    uint32_t clients;
    const dw_policy *policy;  /* Of all clients; or */
    dw_intent_source *source; /* what moves them, with `context`. */
    dw_net_faults faults;     /* Each way. */
    uint64_t seed;
    uint8_t snapshot_hz;
    uint32_t input_hz;
    const dw_replay_recording *recording; /* NULL: none. */
    line_box_frame *frame;                /* NULL: nobody looks. */
    void *context;
} line_box_config;

/* A reliable message that was sent and not acknowledged, or that came before its turn. */
typedef struct line_pending {
    bool waits;
    uint64_t resend_ns;
    uint8_t channel;
    size_t size;
    uint8_t bytes[DW_MESSAGE_MAX];
} line_pending;

/* One way of one connection. */
typedef struct line_way {
    dw_fault_line *line;
    uint32_t sent, acked, taken; /* Reliable messages, numbered from 1. */
    uint32_t unreliable_sent, unreliable_taken[DW_CHANNEL_COUNT];
    line_pending out[LINE_BOX_PENDING_MAX], in[LINE_BOX_PENDING_MAX];
} line_way;

typedef struct line_client {
    line_box *box;
    uint32_t index;
    dw_arena arena;
    dw_client *client;
    dw_client_handle handle; /* 0: not in the match. */
    dw_bot *bot;             /* NULL without a policy. */
    uint8_t generation;      /* Of the connection. */
    uint64_t heard_ns;       /* When the server heard the client last. */
    uint64_t connect_ns;     /* While not connected: when the next one is up. */
    bool connected;
    line_way up, down;
} line_client;

struct line_box {
    line_box_config config;
    dw_arena arena;
    dw_match *match;
    dw_bot_ground *ground;
    const dw_map *public_map; /* What clients have of the map. */
    dw_arena public_arena;
    dw_map_hash map_hash;
    uint32_t map_size;
    uint64_t slice, now_ns;
    uint32_t tick;
    bool cut;
    dw_rng tokens;
    line_client clients[LINE_BOX_CLIENTS_MAX];
    /* By tick: where the slots and guards really were. */
    dw_vec intruders[LINE_BOX_HISTORY][DW_INTRUDERS_MAX];
    dw_vec guards[LINE_BOX_HISTORY][DW_GUARDS_MAX];
};

/* Never fails. */
line_box *line_box_create(const line_box_config *config);
void line_box_destroy(line_box *box);
void line_box_run(line_box *box, uint32_t milliseconds);

/* Rules of `standard`, in what clients notice: the reference's, but players see what they see. */
dw_ruleset line_box_rules(void);

#endif
