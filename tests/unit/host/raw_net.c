#include "raw_net.h"

#include "tests/support/test.h"

#include <arpa/inet.h>

enum { CLIENTS = 4 };

void raw_net_make_keys(dw_net_keys *keys, const char *password)
{
    assert_int_equal(dw_seal_start(), DW_OK);
    *keys = (dw_net_keys){.has_password = password != NULL};
    dw_seal_pair_make(&keys->identity);
    if (password != NULL) {
        memset(keys->salt, 0x5a, sizeof keys->salt);
        assert_int_equal(dw_seal_password_key(password, keys->salt, keys->password_key), DW_OK);
    }
}

void raw_net_note_peer(void *context, dw_peer peer)
{
    *(dw_peer *)context = peer;
}

void raw_net_ignore_message(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                            size_t size)
{
    (void)context;
    (void)peer;
    (void)channel;
    (void)bytes;
    (void)size;
}

void raw_net_ignore_loss(void *context, dw_peer peer, dw_net_loss why)
{
    (void)context;
    (void)peer;
    (void)why;
}

dw_net *raw_net_open(dw_arena *arena, const dw_net_handler *handler, const dw_net_keys *keys)
{
    dw_error error = {""};
    dw_net *net = NULL;
    assert_int_equal(dw_arena_create(arena, 16 << 20), DW_OK);
    const uint32_t own = htonl(UINT32_C(0x7f000001));
    const dw_net_config config = {.bind = "127.0.0.1",
                                  .members_max = CLIENTS,
                                  .exempt = &own,
                                  .exempt_count = 1,
                                  .keys = keys,
                                  .handler = *handler};
    assert_int_equal(dw_net_open(&net, arena, &config, &error), DW_OK);
    return net;
}
