#include "client/core/joiner.h"

#include "common/base/check.h"
#include "protocol/seal/seal_session.h"
#include "protocol/transport/enet_fields.h"
#include "protocol/transport/enet_wire.h"

#include <stdlib.h>
#include <string.h>

enum { RESULTS_MAX = 64, ASKS_BEFORE_SLOWER = 8 };

#define AGAIN_NS      UINT64_C(250000000)  /* Between two repetitions; */
#define AGAIN_MOST_NS UINT64_C(1000000000) /* slower after ASKS_BEFORE_SLOWER. */

typedef enum attempt_stage {
    UNUSED,
    ASKING,     /* ENet's CONNECT is held back until the server answers. */
    CONNECTING, /* CONNECT was sent; VERIFY_CONNECT has not come. */
    UP,
    REFUSED
} attempt_stage;

/* The connection of one of ENet's peers, or the attempt to make it. */
typedef struct attempt {
    attempt_stage stage;
    uint8_t number[DW_ENET_NUMBER_SIZE];
    uint32_t host;
    uint16_t port;
    uint32_t tries;   /* In this stage. */
    uint32_t waiting; /* Index in `waiting_at`. */
    uint64_t sent_ns;
    uint8_t connect_size;
    uint8_t connect[DW_CONNECT_PLAIN_SIZE_MAX]; /* As ENet sent it last. */
    dw_challenge answer;
    dw_seal_pair pair; /* While asking. */
    uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];
    dw_seal_session session;
} attempt;

struct dw_joiner {
    uint32_t peers;
    bool sealed;
    dw_joiner_judge *judge;
    void *context;
    char *password; /* NULL: none. */
    bool has_password_key;
    uint8_t salt[DW_SEAL_SALT_SIZE]; /* Of the password key. */
    uint8_t password_key[DW_SEAL_KEY_SIZE];
    dw_datagram_layer *layer;
    const struct _ENetHost *host;
    uint64_t now_ns;
    uint32_t waiting;     /* Attempts that wait for the server, */
    uint16_t *waiting_at; /* and their indices. */
    dw_joiner_stats stats;
    uint32_t result_count, result_next;
    dw_joiner_result results[RESULTS_MAX];
    attempt *attempts;
};

dw_status dw_joiner_create(dw_joiner **out, const dw_joiner_config *config)
{
    dw_joiner *joiner = calloc(1, sizeof *joiner);
    if (joiner == NULL) {
        return DW_MEMORY;
    }
    joiner->peers = config->peers;
    joiner->sealed = config->sealed;
    joiner->judge = config->judge;
    joiner->context = config->context;
    joiner->attempts = calloc(config->peers, sizeof *joiner->attempts);
    joiner->waiting_at = calloc(config->peers, sizeof *joiner->waiting_at);
    const bool has_password = config->password != NULL && config->password[0] != '\0';
    joiner->password = has_password ? strdup(config->password) : NULL;
    if (joiner->attempts == NULL || joiner->waiting_at == NULL ||
        (has_password && joiner->password == NULL) || dw_seal_start() != DW_OK) {
        dw_joiner_destroy(joiner);
        return DW_MEMORY;
    }
    *out = joiner;
    return DW_OK;
}

void dw_joiner_destroy(dw_joiner *joiner)
{
    if (joiner == NULL) {
        return;
    }
    if (joiner->attempts != NULL) {
        dw_seal_wipe(joiner->attempts, joiner->peers * sizeof *joiner->attempts);
    }
    if (joiner->password != NULL) {
        dw_seal_wipe(joiner->password, strlen(joiner->password));
    }
    free(joiner->password);
    free(joiner->attempts);
    free(joiner->waiting_at);
    dw_seal_wipe(joiner, sizeof *joiner);
    free(joiner);
}

void dw_joiner_use_layer(dw_joiner *joiner, dw_datagram_layer *layer, const struct _ENetHost *host)
{
    joiner->layer = layer;
    joiner->host = host;
}

static bool is_waiting(const attempt *row)
{
    return row->stage == ASKING || row->stage == CONNECTING;
}

static void set_stage(dw_joiner *joiner, attempt *row, attempt_stage stage)
{
    const bool waited = is_waiting(row);
    row->stage = stage;
    row->tries = 0;
    if (is_waiting(row) && !waited) {
        row->waiting = joiner->waiting;
        joiner->waiting_at[joiner->waiting++] = (uint16_t)(row - joiner->attempts);
    } else if (waited && !is_waiting(row)) { /* The last entry fills the gap. */
        const uint16_t last = joiner->waiting_at[--joiner->waiting];
        joiner->waiting_at[row->waiting] = last;
        joiner->attempts[last].waiting = row->waiting;
    }
}

void dw_joiner_forget(dw_joiner *joiner, uint16_t peer)
{
    DW_CHECK(peer < joiner->peers);
    attempt *row = &joiner->attempts[peer];
    set_stage(joiner, row, UNUSED);
    dw_seal_wipe(row, sizeof *row);
}

/* The link takes results out after each service call. A full ring drops its oldest. */
static void push_result(dw_joiner *joiner, const dw_joiner_result *result)
{
    if (joiner->result_count == RESULTS_MAX) {
        joiner->result_next = (joiner->result_next + 1) % RESULTS_MAX;
        joiner->result_count--;
    }
    joiner->results[(joiner->result_next + joiner->result_count++) % RESULTS_MAX] = *result;
}

bool dw_joiner_next_result(dw_joiner *joiner, dw_joiner_result *result)
{
    if (joiner->result_count == 0) {
        return false;
    }
    *result = joiner->results[joiner->result_next];
    joiner->result_next = (joiner->result_next + 1) % RESULTS_MAX;
    joiner->result_count--;
    return true;
}

static uint16_t index_of(const dw_joiner *joiner, const attempt *row)
{
    return (uint16_t)(row - joiner->attempts);
}

static void give_up(dw_joiner *joiner, attempt *row, dw_reason reason, const dw_error *error)
{
    dw_joiner_result result = {.peer = index_of(joiner, row), .reason = reason};
    if (error != NULL) {
        result.error = *error;
    }
    set_stage(joiner, row, REFUSED);
    push_result(joiner, &result);
}

/* Filters change the bytes of a datagram, so they are not const. */
/* NOLINTNEXTLINE(readability-non-const-parameter) */
static void send_bytes(dw_joiner *joiner, const attempt *row, uint8_t *bytes, size_t size)
{
    const dw_datagram datagram = {bytes, (uint32_t)size, row->host, row->port, NULL};
    dw_datagram_layer_send(joiner->layer, &datagram);
}

static void send_ask(dw_joiner *joiner, attempt *row)
{
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    dw_challenge ask = {.kind = DW_CHALLENGE_ASK, .sealed = joiner->sealed};
    memcpy(ask.number, row->number, sizeof ask.number);
    if (joiner->sealed) {
        memcpy(ask.client_key, row->pair.public_key, sizeof ask.client_key);
    }
    send_bytes(joiner, row, bytes, dw_challenge_encode(&ask, bytes));
}

static void send_connect(dw_joiner *joiner, attempt *row)
{
    uint8_t bytes[DW_CONNECT_SIZE_MAX];
    dw_challenge head = {.kind = joiner->sealed ? DW_CHALLENGE_CONNECT_SEALED
                                                : DW_CHALLENGE_CONNECT_CLEAR};
    memcpy(head.number, row->number, sizeof head.number);
    memcpy(head.cookie, row->answer.cookie, sizeof head.cookie);
    size_t size = 0;
    if (joiner->sealed) {
        memcpy(head.client_key, row->pair.public_key, sizeof head.client_key);
        memcpy(bytes + DW_CONNECT_SEALED_HEAD_SIZE, row->connect, row->connect_size);
        size = dw_seal_close_connect(&row->session, &head, bytes, row->connect_size);
    } else {
        size = dw_challenge_encode(&head, bytes);
        memcpy(bytes + size, row->connect, row->connect_size);
        size += row->connect_size;
    }
    send_bytes(joiner, row, bytes, size);
}

static void try_again(dw_joiner *joiner, attempt *row)
{
    row->sent_ns = joiner->now_ns;
    row->tries++;
    if (row->stage == ASKING) {
        send_ask(joiner, row);
    } else {
        send_connect(joiner, row);
    }
}

void dw_joiner_service(dw_joiner *joiner, uint64_t now_ns)
{
    joiner->now_ns = now_ns;
    for (uint32_t i = 0; i < joiner->waiting; i++) {
        attempt *row = &joiner->attempts[joiner->waiting_at[i]];
        /* Thousands of clients whose server stopped must not all ask four times a second. */
        const uint64_t wait_ns = row->tries < ASKS_BEFORE_SLOWER ? AGAIN_NS : AGAIN_MOST_NS;
        if (now_ns - row->sent_ns >= wait_ns) {
            try_again(joiner, row);
        }
    }
}

/* ENet repeats CONNECT until the server answers. The first CONNECT of a connection starts an
 * attempt. */
static void take_connect(dw_joiner *joiner, const dw_enet_opening *opening,
                         const dw_datagram *datagram)
{
    if (opening->peer >= joiner->peers || datagram->size > DW_CONNECT_PLAIN_SIZE_MAX) {
        return;
    }
    attempt *row = &joiner->attempts[opening->peer];
    const bool begins =
        row->stage == UNUSED || memcmp(row->number, opening->number, sizeof row->number) != 0;
    if (begins) {
        dw_joiner_forget(joiner, opening->peer);
        memcpy(row->number, opening->number, sizeof row->number);
        row->host = datagram->host;
        row->port = datagram->port;
        if (joiner->sealed) {
            dw_seal_pair_make(&row->pair);
        }
    }
    uint8_t connect[DW_CONNECT_PLAIN_SIZE_MAX]; /* Sending below reuses the datagram's room. */
    memcpy(connect, datagram->bytes, datagram->size);
    memcpy(row->connect, connect, datagram->size);
    row->connect_size = (uint8_t)datagram->size;
    if (begins) {
        set_stage(joiner, row, ASKING);
        try_again(joiner, row);
    }
}

static bool filter_out(void *context, dw_datagram *datagram)
{
    dw_joiner *joiner = context;
    dw_enet_opening opening;
    if (dw_enet_read_connect(datagram->bytes, datagram->size, &opening)) {
        take_connect(joiner, &opening, datagram);
        return false;
    }
    if (dw_enet_peer_of(datagram->bytes, datagram->size) == DW_ENET_PEER_NONE) {
        return false; /* ENet's disconnect from a server that never answered. */
    }
    if (!joiner->sealed) {
        return true;
    }
    const uint16_t local = dw_enet_peer_at(joiner->host, datagram->enet_address);
    if (local >= joiner->peers || joiner->attempts[local].stage != UP) {
        return false;
    }
    datagram->bytes -= DW_SEAL_ROOM_BEFORE;
    datagram->size =
        (uint32_t)dw_seal_close(&joiner->attempts[local].session, datagram->bytes, datagram->size);
    return datagram->size > 0;
}

static attempt *find_number(const dw_joiner *joiner, const dw_challenge *from,
                            const dw_datagram *datagram)
{
    for (uint32_t i = 0; i < joiner->waiting; i++) {
        attempt *row = &joiner->attempts[joiner->waiting_at[i]];
        if (memcmp(row->number, from->number, sizeof row->number) == 0 &&
            row->host == datagram->host && row->port == datagram->port) {
            return row;
        }
    }
    return NULL;
}

/* Takes 50 ms, once per server. False when there is too little memory. */
static bool find_password_key(dw_joiner *joiner, const dw_challenge *answer)
{
    const bool known =
        joiner->has_password_key && memcmp(joiner->salt, answer->salt, sizeof joiner->salt) == 0;
    if (!known) {
        joiner->has_password_key =
            dw_seal_password_key(joiner->password, answer->salt, joiner->password_key) == DW_OK;
        memcpy(joiner->salt, answer->salt, sizeof joiner->salt);
    }
    return joiner->has_password_key;
}

/* The answer has keys that no server can have: forged. Another answer can be right. 0.1 ms. */
static bool is_impossible(const attempt *row, const dw_challenge *answer)
{
    dw_seal_agreement tried;
    const bool failed = dw_seal_agree_client(&row->pair, answer, NULL, &tried) != DW_OK;
    dw_seal_wipe(&tried, sizeof tried);
    return failed;
}

/* The password's key comes last. It is the most expensive step, and a forger can repeat answers
 * that fail before it. */
static bool agree(dw_joiner *joiner, attempt *row, const dw_challenge *answer)
{
    dw_error error = {""};
    if (is_impossible(row, answer)) {
        return false;
    }
    if (joiner->judge != NULL && joiner->judge(joiner->context, index_of(joiner, row),
                                               answer->identity_key, &error) != DW_OK) {
        give_up(joiner, row, DW_REASON_NONE, &error);
        return false;
    }
    const bool wants_password = dw_seal_wants_password(answer);
    if (wants_password && joiner->password == NULL) {
        give_up(joiner, row, DW_REASON_PASSWORD, NULL);
        return false;
    }
    if (wants_password && !find_password_key(joiner, answer)) {
        (void)dw_fail(&error, DW_MEMORY, "no memory for the key of the password: it takes 64 MiB");
        give_up(joiner, row, DW_REASON_NONE, &error);
        return false;
    }
    dw_seal_agreement agreement;
    if (dw_seal_agree_client(&row->pair, answer, wants_password ? joiner->password_key : NULL,
                             &agreement) != DW_OK) {
        return false;
    }
    dw_seal_session_begin(&row->session, DW_SEAL_CLIENT, agreement.key);
    memcpy(row->transcript, agreement.transcript, sizeof row->transcript);
    dw_seal_wipe(&agreement, sizeof agreement);
    return true;
}

static void take_answer(dw_joiner *joiner, attempt *row, const dw_challenge *answer)
{
    if (joiner->sealed && answer->kind == DW_CHALLENGE_ANSWER_CLEAR) {
        dw_error error = {""};
        (void)dw_fail(&error, DW_INVALID,
                      "the server does not seal its connections: others could read and change what "
                      "you send and receive; to play there all the same, use --seal off");
        give_up(joiner, row, DW_REASON_NONE, &error);
        return;
    }
    if (joiner->sealed && !agree(joiner, row, answer)) {
        return;
    }
    row->answer = *answer;
    set_stage(joiner, row, CONNECTING);
    push_result(joiner, &(dw_joiner_result){.peer = index_of(joiner, row), .answered = true});
    try_again(joiner, row);
}

static void take_challenge(dw_joiner *joiner, const dw_datagram *datagram)
{
    dw_challenge said;
    if (dw_challenge_decode(&said, datagram->bytes, datagram->size) != DW_OK) {
        return;
    }
    attempt *row = find_number(joiner, &said, datagram);
    const dw_challenge_kind wanted =
        joiner->sealed ? DW_CHALLENGE_ANSWER : DW_CHALLENGE_ANSWER_CLEAR;
    if (row == NULL) {
        return;
    }
    if (said.kind == DW_CHALLENGE_REFUSED && said.reason < DW_REASON_COUNT) {
        give_up(joiner, row, (dw_reason)said.reason, NULL);
    } else if (row->stage == ASKING &&
               (said.kind == wanted || said.kind == DW_CHALLENGE_ANSWER_CLEAR)) {
        take_answer(joiner, row, &said);
    }
}

/* The server's first datagram confirms the connection. Anything else belongs to an earlier one of
 * this peer, and ENet would drop the new connection because of it. */
static bool take_verify_connect(dw_joiner *joiner, attempt *row, const dw_datagram *datagram)
{
    dw_enet_opening opening;
    if (!dw_enet_read_verify_connect(datagram->bytes, datagram->size, &opening) ||
        memcmp(opening.number, row->number, sizeof row->number) != 0) {
        return false;
    }
    dw_seal_wipe(&row->pair, sizeof row->pair);
    set_stage(joiner, row, UP);
    return true;
}

static bool filter_in(void *context, dw_datagram *datagram)
{
    dw_joiner *joiner = context;
    if (dw_challenge_is(datagram->bytes, datagram->size)) {
        take_challenge(joiner, datagram);
        return false;
    }
    const uint16_t local = dw_enet_peer_of(datagram->bytes, datagram->size);
    attempt *row = local < joiner->peers ? &joiner->attempts[local] : NULL;
    if (row == NULL || (row->stage != CONNECTING && row->stage != UP) ||
        row->host != datagram->host || row->port != datagram->port) {
        joiner->stats.unopened++;
        return false;
    }
    if (joiner->sealed) {
        if (dw_seal_open(&row->session, datagram->bytes, datagram->size) != DW_SEAL_OPENED) {
            joiner->stats.unopened++;
            return false;
        }
        datagram->bytes += DW_SEAL_ROOM_BEFORE;
        datagram->size -= DW_SEAL_SIZE;
    }
    if (row->stage == CONNECTING && !take_verify_connect(joiner, row, datagram)) {
        joiner->stats.unopened++;
        return false;
    }
    return true;
}

dw_datagram_filter dw_joiner_filter(dw_joiner *joiner)
{
    return (dw_datagram_filter){joiner, filter_in, filter_out};
}

const uint8_t *dw_joiner_transcript(const dw_joiner *joiner, uint16_t peer)
{
    DW_CHECK(peer < joiner->peers);
    const attempt *row = &joiner->attempts[peer];
    return joiner->sealed && row->stage == UP ? row->transcript : NULL;
}

const uint8_t *dw_joiner_identity(const dw_joiner *joiner, uint16_t peer)
{
    DW_CHECK(peer < joiner->peers);
    const attempt *row = &joiner->attempts[peer];
    return joiner->sealed && row->stage == UP ? row->answer.identity_key : NULL;
}

dw_joiner_stats dw_joiner_get_stats(const dw_joiner *joiner)
{
    return joiner->stats;
}
