/* client_post.c - what the other files of the client call and that calls none of them: ending,
 * sending a message, the hello, and in which ticks bodies move. */
#include "client/core/client_state.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

void dw_client_finish(dw_client *client, dw_client_end end, dw_reason reason, const char *format,
                      ...)
{
    if (client->state == DW_CLIENT_ENDED) {
        return;
    }
    client->state = DW_CLIENT_ENDED;
    client->end = end;
    client->reason = reason;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(client->end_text, sizeof client->end_text, format, arguments);
    va_end(arguments);
    dw_map_download_end(&client->download);
}

void dw_client_post(dw_client *client, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, sizeof bytes, &size);
    DW_CHECK(status == DW_OK);
    client->stats.bytes_out += size;
    client->config.send(client->config.send_context, dw_message_channel(message->type),
                        dw_message_reliable(message->type), bytes, size);
}

/* Only on a sealed connection. In the clear there is no transcript to sign, and anybody between
 * client and server could recognise this client. */
static void name_identity(const dw_client *client, dw_hello *hello)
{
    const dw_client_config *config = &client->config;
    const uint8_t *transcript =
        config->transcript == NULL ? NULL : config->transcript(config->send_context);
    if (config->identity == NULL || transcript == NULL) {
        return;
    }
    hello->has_identity = true;
    memcpy(hello->identity, config->identity->public_key, sizeof hello->identity);
    hello->has_proof = true;
    dw_identity_prove(config->identity->secret_key, transcript, hello->proof);
}

void dw_client_send_hello(dw_client *client, uint64_t now_ns)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    dw_hello *hello = &message.as.hello;
    hello->version = DW_PROTOCOL_VERSION;
    memcpy(hello->match, client->config.match, sizeof hello->match);
    hello->spectate = client->config.spectate;
    memcpy(hello->name, client->config.name, sizeof hello->name);
    if (client->state == DW_CLIENT_RECONNECTING) {
        hello->has_token = client->welcome.slot != DW_SLOT_NONE; /* Spectators have no token. */
        memcpy(hello->token, client->welcome.token, sizeof hello->token);
        if (hello->match[0] == '\0' && (hello->has_token || hello->spectate)) {
            /* The match of the own body, or the one that was watched. A queued client asks again
             * for any match. A client that asked by code repeats it: after a restart of the server
             * the number can belong to another match. */
            (void)snprintf(hello->match, sizeof hello->match, "%u", client->welcome.match);
        }
    }
    name_identity(client, hello);
    client->commands_open = 0;
    client->answer.whole = true; /* The rest of it will not come. */
    client->hello_ns = now_ns;
    client->since_ns = now_ns;
    dw_client_post(client, &message);
}

/* Bodies move from the first tick of PLAY to the tick that decides the round, both included. */
void dw_client_set_moves(dw_client *client)
{
    dw_prediction_scene *scene = &client->prediction.scene;
    const dw_round *round = &client->round;
    const bool ends = client->has_round && round->phase == DW_PHASE_RESULT;
    if (ends && scene->moves_from <= round->start_tick) {
        scene->moves_until = round->start_tick;
        return;
    }
    scene->moves_from = UINT32_MAX;
    scene->moves_until = UINT32_MAX;
    if (client->has_round && round->phase == DW_PHASE_PLAY) {
        scene->moves_from = round->start_tick;
    } else if (client->has_round && round->phase == DW_PHASE_COUNTDOWN && round->end_tick != 0) {
        scene->moves_from = round->end_tick; /* Known in advance, so the start is smooth. */
    }
}

void dw_client_forget_picture(dw_client *client)
{
    dw_snapshot_store_reset(&client->store, client->welcome.snapshot_hz);
    dw_interpolation_reset(&client->interpolation);
    dw_body_kinds_reset(&client->kinds);
    if (client->minds != NULL) {
        dw_minds_reset(client->minds);
    }
    dw_prediction_reset(&client->prediction);
    client->signals = (dw_signals){0};
    client->sounds.count = 0;
    client->events.count = 0; /* Their ids were those of the old picture. */
}
