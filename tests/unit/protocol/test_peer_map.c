/* Which peer a datagram belongs to, held against a plain list. */
#include "common/base/rng.h"
#include "protocol/transport/peer_map.h"
#include "tests/support/test.h"

enum { PEERS = 50, STEPS = 100000 };

static dw_peer_key random_key(dw_rng *rng)
{
    /* Few values, so that keys meet: ports 1 to 4 of two hosts, indices 0 to 9. */
    return (dw_peer_key){.host = dw_rng_below(rng, 2) + 1,
                         .port = (uint16_t)(dw_rng_below(rng, 4) + 1),
                         .remote = (uint16_t)dw_rng_below(rng, 10)};
}

static bool same(dw_peer_key a, dw_peer_key b)
{
    return a.host == b.host && a.port == b.port && a.remote == b.remote;
}

typedef struct plain_row {
    bool used;
    dw_peer_key key;
} plain_row;

static uint16_t plain_find(const plain_row *list, dw_peer_key key)
{
    for (uint16_t i = 0; i < PEERS; i++) {
        if (list[i].used && same(list[i].key, key)) {
            return i;
        }
    }
    return DW_PEER_MAP_NONE;
}

static void the_map_finds_what_a_plain_list_finds(void **state)
{
    (void)state;
    static dw_peer_map map;
    static dw_peer_map_row rows[PEERS];
    plain_row list[PEERS] = {{.used = false}};
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    dw_peer_map_init(&map, rows, PEERS);
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint16_t local = (uint16_t)dw_rng_below(&rng, PEERS);
        const dw_peer_key key = random_key(&rng);
        if (dw_rng_below(&rng, 3) == 0) {
            dw_peer_map_remove(&map, local);
            list[local].used = false;
        } else {
            const uint16_t other = plain_find(list, key);
            if (other != DW_PEER_MAP_NONE) {
                list[other].used = false;
            }
            dw_peer_map_put(&map, local, key);
            list[local] = (plain_row){true, key};
        }
        const dw_peer_key asked = random_key(&rng);
        assert_int_equal(dw_peer_map_find(&map, asked), plain_find(list, asked));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_finds_what_a_plain_list_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
