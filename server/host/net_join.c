/* net_join.c - how connections begin. A client asks, proves with the cookie of the answer that it
 * can read what is sent to its address, and only then costs the server memory (ENet makes a peer)
 * or a curve operation. Cheapest test first; what needs memory for an address comes after the proof
 * that the address is the client's own. */
#include "protocol/transport/enet_wire.h"
#include "server/host/net_state.h"

#include <string.h>

void dw_net_join_open(dw_net *net, const dw_net_keys *keys)
{
    const dw_seal_pair none = {{0}, {0}};
    const bool password = keys != NULL && keys->has_password;
    dw_server_secrets_init(&net->secrets, keys != NULL ? &keys->identity : &none,
                           password ? keys->password_key : NULL, password ? keys->salt : NULL,
                           net->now_ms);
}

static void send_back(dw_net *net, const dw_datagram *to, const dw_challenge *challenge)
{
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    const dw_datagram answer = {bytes, (uint32_t)dw_challenge_encode(challenge, bytes), to->host,
                                to->port, NULL};
    dw_datagram_layer_send(net->layer, &answer);
}

static void refuse(dw_net *net, const dw_datagram *to, const dw_challenge *said, dw_reason reason)
{
    dw_challenge refusal = {.kind = DW_CHALLENGE_REFUSED, .reason = (uint32_t)reason};
    memcpy(refusal.number, said->number, sizeof refusal.number);
    send_back(net, to, &refusal);
}

static dw_datagram_verdict answer_ask(dw_net *net, const dw_datagram *from, const dw_challenge *ask)
{
    dw_challenge answer;
    if (dw_server_secrets_answer(&net->secrets, from->host, from->port, ask, net->seals->sealed,
                                 &answer) != DW_OK) {
        refuse(net, from, ask, DW_REASON_UNSEALED);
        return DW_DATAGRAM_UNSEALED;
    }
    send_back(net, from, &answer);
    net->stats.cookies++;
    return DW_DATAGRAM_CONNECT;
}

/* Leaves ENet's own CONNECT of the datagram. False: it does not open with this server's key and
 * password. */
static bool open_connect(dw_net *net, dw_datagram *datagram, const dw_challenge *connect,
                         uint32_t period, dw_net_sealed *row)
{
    if (!net->seals->sealed) {
        datagram->bytes += DW_CONNECT_CLEAR_HEAD_SIZE;
        datagram->size -= DW_CONNECT_CLEAR_HEAD_SIZE;
        return true;
    }
    dw_seal_agreement agreement;
    if (dw_server_secrets_agree(&net->secrets, period, connect, &agreement) != DW_OK) {
        return false;
    }
    dw_seal_session_begin(&row->session, DW_SEAL_SERVER, agreement.key);
    memcpy(row->transcript, agreement.transcript, sizeof row->transcript);
    dw_seal_wipe(&agreement, sizeof agreement);
    if (dw_seal_open_connect(&row->session, datagram->bytes, datagram->size) != DW_SEAL_OPENED) {
        return false;
    }
    datagram->bytes += DW_CONNECT_SEALED_HEAD_SIZE;
    datagram->size -= DW_CONNECT_SEALED_HEAD_SIZE + DW_SEAL_TAG_SIZE;
    return true;
}

/* The rest must be ENet's CONNECT of the very connection that was asked for. */
static bool is_connect_of(const dw_datagram *datagram, const dw_challenge *connect)
{
    dw_enet_opening opening;
    dw_datagram_facts facts;
    return dw_datagram_judge(datagram->bytes, datagram->size, &facts) == DW_DATAGRAM_CONNECT &&
           dw_enet_read_connect(datagram->bytes, datagram->size, &opening) &&
           memcmp(opening.number, connect->number, sizeof opening.number) == 0;
}

/* Of a connect that may have a place. */
static dw_datagram_verdict let_in(dw_net *net, dw_datagram *datagram, const dw_challenge *connect,
                                  uint32_t period, dw_net_sealed *row)
{
    if (!open_connect(net, datagram, connect, period, row)) {
        return DW_DATAGRAM_PASSWORD;
    }
    if (!is_connect_of(datagram, connect)) {
        return DW_DATAGRAM_CHALLENGE;
    }
    if (!dw_net_has_room(net) && !dw_net_evict(net, net->peers_max)) {
        return DW_DATAGRAM_MEMORY; /* No peer makes room for a client without the key. */
    }
    return dw_server_secrets_spend(&net->secrets, datagram->host, datagram->port, connect,
                                   period) == DW_OK
               ? DW_DATAGRAM_FINE
               : DW_DATAGRAM_JOIN_RATE;
}

static dw_datagram_verdict take_connect(dw_net *net, dw_datagram *datagram,
                                        const dw_challenge *connect)
{
    if ((connect->kind == DW_CHALLENGE_CONNECT_SEALED) != net->seals->sealed) {
        return DW_DATAGRAM_UNSEALED;
    }
    uint32_t period = 0;
    const dw_secrets_verdict cookie =
        dw_server_secrets_check(&net->secrets, datagram->host, datagram->port, connect, &period);
    if (cookie != DW_SECRETS_GOOD) { /* ENet repeats its answer to a spent one until it arrives. */
        return cookie == DW_SECRETS_SPENT ? DW_DATAGRAM_REPLAY : DW_DATAGRAM_COOKIE;
    }
    if (net->banned != NULL && net->banned(net->handler.context, datagram->host)) {
        return DW_DATAGRAM_BANNED;
    }
    uint32_t gives_way = net->peers_max;
    dw_datagram_verdict verdict = dw_net_find_place(net, datagram->host, &gives_way);
    if (verdict != DW_DATAGRAM_CONNECT) {
        return verdict;
    }
    dw_net_sealed row = {.host = datagram->host,
                         .port = datagram->port,
                         .since_ms = net->now_ms,
                         .window_ms = net->now_ms};
    memcpy(row.number, connect->number, sizeof row.number);
    verdict = let_in(net, datagram, connect, period, &row);
    if (verdict == DW_DATAGRAM_FINE) {
        dw_net_seals_expect(net->seals, &row);
        dw_net_give_way(net, gives_way);
    }
    dw_seal_wipe(&row, sizeof row);
    return verdict;
}

dw_datagram_verdict dw_net_join_take(dw_net *net, dw_datagram *datagram)
{
    dw_challenge said;
    if (dw_challenge_decode(&said, datagram->bytes, datagram->size) != DW_OK) {
        return DW_DATAGRAM_CHALLENGE;
    }
    if (said.kind == DW_CHALLENGE_ASK) {
        return answer_ask(net, datagram, &said);
    }
    if (said.kind != DW_CHALLENGE_CONNECT_SEALED && said.kind != DW_CHALLENGE_CONNECT_CLEAR) {
        return DW_DATAGRAM_CHALLENGE; /* Only a server sends those. */
    }
    const dw_datagram_verdict verdict = take_connect(net, datagram, &said);
    const dw_reason reason = dw_datagram_reason(verdict);
    if (reason != DW_REASON_NONE) {
        refuse(net, datagram, &said, reason);
    }
    return verdict;
}
