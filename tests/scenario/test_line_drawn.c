/* What clients draw over lines, frame by frame, is what they always drew. The other line tests say
 * how good the picture has to be; this one notices any change of it. Positions are compared to the
 * millimetre, so that libraries for mathematics may differ in the last digits. */
#include "tests/support/test.h"

#include "common/base/hash.h"
#include "protocol/snapshot_items.h"
#include "server/mind/brains/brains.h"
#include "tests/scenario/line_box.h"

#include <math.h>

enum { CLIENTS = 3, CUT_AT_S = 12, CUT_S = 7, SECONDS = 60 };

/* A hash changes only with a commit that changes what matches do, which messages the server sends,
 * or what clients make of them, and that says why in its message. */
static const struct golden {
    const char *map, *brain, *policy;
    dw_net_faults faults;
    uint8_t snapshot_hz;
    uint32_t input_hz;
    uint32_t cut_s;
    bool is_caught; /* A player that is caught plays no more in this round. */
    const char *drawn;
} goldens[] = {
    {"reference", "chaser", "rush", {.delay_ms = 15}, 20, 30, 0, true, "3a45c39766126906"},
    {"reference",
     "chaser",
     "random",
     {.delay_ms = 40, .jitter_ms = 20, .loss = 0.05, .duplicate = 0.05, .reorder = 0.02},
     20,
     30,
     CUT_S,
     false,
     "23985550fa39b794"},
    {"reference",
     "patrol-only",
     "careful",
     {.delay_ms = 25, .jitter_ms = 5, .loss = 0.01},
     60,
     60,
     0,
     true,
     "a1fdca23ad658659"},
    {"museum",
     "patrol-only",
     "random",
     {.delay_ms = 90, .jitter_ms = 60, .loss = 0.15},
     10,
     20,
     0,
     false,
     "006ad296b884f997"},
};

static uint64_t add_real(uint64_t hash, double value, double step)
{
    return dw_hash_u64(hash, (uint64_t)llround(value / step));
}

static uint64_t add_position(uint64_t hash, double x, double y)
{
    return add_real(add_real(hash, x, DW_UNITS_PER_MM), y, DW_UNITS_PER_MM);
}

static void look(void *context, line_box *box, uint32_t client, const dw_drawn_world *world)
{
    uint64_t *drawn = context;
    uint64_t hash = dw_hash_pair(*drawn, (int32_t)client, world->own_state);
    hash = dw_hash_pair(hash, world->own_flags, world->items[0].state);
    hash = add_real(hash, (double)world->caught, 0.001);
    hash = dw_hash_pair(hash, world->items[0].carrier, world->own_slot);
    const bool dropped = world->items[0].state == DW_ITEM_DROPPED;
    const dw_rect there = dw_snapshot_item_area(box->public_map, world->items, 0);
    const dw_vec at = dropped ? dw_rect_centre(there) : (dw_vec){0, 0};
    hash = add_position(hash, at.x, at.y);
    if (world->has_own) {
        hash = add_position(hash, world->own_x, world->own_y);
        hash = add_real(hash, (double)world->own_heading, 0.001);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        hash = add_position(dw_hash_pair(hash, body->id, body->flags), body->x, body->y);
        hash = add_real(add_real(hash, (double)body->heading, 0.001), (double)body->meter, 0.001);
        hash = add_real(hash, (double)body->age, 0.001);
    }
    *drawn = dw_hash_bytes(hash, &world->doors, sizeof world->doors);
}

/* What the reports of bots are made of. */
static uint64_t add_stats(uint64_t hash, const dw_client_stats *stats)
{
    const uint64_t counts[] = {
        stats->snapshots,           stats->snapshots_full,
        stats->snapshots_stale,     stats->snapshots_refused,
        stats->snapshots_expected,  stats->snapshot_gap_max_ns,
        stats->snapshot_age_sum_ns, stats->predictions,
        stats->prediction_misses,   stats->rounds_won + UINT64_C(100) * stats->rounds_lost,
        stats->connection_losses,   stats->reconnects + UINT64_C(100) * stats->resumes};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        hash = dw_hash_u64(hash, counts[i]);
    }
    return hash;
}

static uint64_t play(const struct golden *golden)
{
    uint64_t drawn = DW_HASH_START;
    dw_venue *venue = dw_venue_shipped(golden->map);
    line_box_config config = {.venue = venue,
                              .rules = line_box_rules(),
                              .brain = dw_brain_find(golden->brain),
                              .clients = CLIENTS,
                              .policy = dw_policy_find(golden->policy),
                              .faults = golden->faults,
                              .seed = 5,
                              .snapshot_hz = golden->snapshot_hz,
                              .input_hz = golden->input_hz,
                              .frame = look,
                              .context = &drawn};
    if (!golden->is_caught) {
        config.rules.catch_ticks = 36000;
    }
    line_box *box = line_box_create(&config);
    for (uint32_t s = 0; s < SECONDS; s++) {
        box->cut = s >= CUT_AT_S && s < CUT_AT_S + golden->cut_s;
        line_box_run(box, 1000);
    }
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client_stats *stats = dw_client_get_stats(box->clients[c].client);
        assert_true(stats->snapshots > 100 && stats->predictions > 50);
        drawn = add_stats(drawn, stats);
    }
    line_box_destroy(box);
    dw_venue_destroy(venue);
    return drawn;
}

static void clients_draw_what_they_always_drew(void **state)
{
    (void)state;
    bool same = true;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const struct golden *golden = &goldens[i];
        char drawn[DW_HASH_TEXT_SIZE];
        dw_hash_text(play(golden), drawn);
        if (strcmp(drawn, golden->drawn) != 0) {
            print_message("%s, %s, %s: drawn %s, was %s\n", golden->map, golden->brain,
                          golden->policy, drawn, golden->drawn);
            same = false;
        }
    }
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_draw_what_they_always_drew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
