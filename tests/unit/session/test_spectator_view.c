/* What spectators share. The test keeps a record of the world, from which it builds and encodes a
 * snapshot for each spectator alone. Each spectator's bytes must equal that slow result. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/session/interest.h"
#include "server/session/send_rate.h"
#include "server/session/spectator_view.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    TURN_TICKS = 3, /* 20 Hz */
    DELAY_TICKS = 30,
    WATCHERS = 14,
    HELD = 128,
    WAY_TICKS = 64,
    RECORD_ROWS = 4096,
    FULL_TICKS = DW_TICKS_PER_SECOND / 5,
    AGE_TICKS = 4 * DW_TICKS_PER_SECOND,
    PAYLOAD = 1172
};

static dw_match_box box;

/* The world at each turn, as all see it. */
typedef struct record {
    dw_interest_scene scene;
    dw_snapshot quiet;
    uint32_t count;
    dw_snapshot rows[RECORD_ROWS];
} record;

/* One spectator: what the match should know of its connection, and what it has itself. */
typedef struct watcher {
    dw_client_handle client; /* 0: not here. */
    uint32_t acked, floor, sent, full;
    dw_send_rate rate;
    uint32_t lag_ticks, loss_percent; /* Of its connection. */
    uint32_t way[WAY_TICKS];          /* Acknowledgements under way, by tick of arrival. */
    uint32_t held_count;
    dw_snapshot held[HELD];
} watcher;

static record seen;
static watcher watchers[WATCHERS];

/* What happened, so that a test can tell that it tried what it is about. */
typedef struct tally {
    uint32_t equal, full, cut, refused, late, rounds, joins, bases_max;
} tally;

static dw_snapshot look_at_world(void)
{
    dw_snapshot out;
    memset(&out, 0, sizeof out);
    out.tick = box.tick;
    out.own.slot = DW_SLOT_NONE;
    dw_interest_scene_begin(&seen.scene, dw_sim_world(dw_match_sim(box.match)));
    dw_interest_all(&seen.scene, &out);
    return out;
}

static void forget_all(void)
{
    seen.count = 0;
    seen.quiet = look_at_world();
}

/* The newest row of at most `tick`, with that tick. */
static dw_snapshot seen_at(uint32_t tick)
{
    uint32_t after = seen.count;
    while (after > 0 && seen.rows[after - 1].tick > tick) {
        after--;
    }
    dw_snapshot out = after > 0 ? seen.rows[after - 1] : seen.quiet;
    out.tick = tick;
    return out;
}

static const dw_snapshot *held_of(const watcher *at, uint32_t tick)
{
    for (uint32_t i = 0; i < HELD && i < at->held_count; i++) {
        const dw_snapshot *row = &at->held[(at->held_count - 1 - i) % HELD];
        if (row->tick == tick) {
            return row;
        }
    }
    return NULL;
}

static bool differs(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id != b->id || a->role != b->role || a->slot != b->slot || a->flags != b->flags ||
           a->mood != b->mood || a->meter != b->meter || a->heading != b->heading || a->x != b->x ||
           a->y != b->y;
}

static bool is_cut(const dw_snapshot *whole, const dw_snapshot *got)
{
    bool cut = whole->body_count != got->body_count;
    for (uint32_t i = 0; !cut && i < whole->body_count; i++) {
        cut = differs(&whole->bodies[i], &got->bodies[i]);
    }
    return cut;
}

static uint32_t shown_tick(void)
{
    return box.tick > DELAY_TICKS ? box.tick - DELAY_TICKS : 1;
}

/* For this spectator alone, against what it has. */
static dw_status encode_alone(watcher *at, uint8_t *bytes, size_t capacity, size_t *size,
                              dw_snapshot *sent, tally *count)
{
    if (!dw_send_rate_take_turn(&at->rate, box.tick)) {
        return DW_TIMEOUT;
    }
    const uint32_t tick = shown_tick();
    const dw_snapshot snapshot = seen_at(tick);
    if (tick <= at->sent || tick > box.tick) {
        return DW_TIMEOUT;
    }
    const bool based = at->acked != 0 && at->acked < tick && tick - at->acked <= AGE_TICKS;
    if (!based && at->full != 0 && box.tick - at->full < FULL_TICKS) {
        return DW_TIMEOUT;
    }
    const dw_snapshot *base = based ? held_of(at, at->acked) : NULL;
    assert_true(!based || base != NULL);
    uint8_t order[DW_SNAPSHOT_BODIES_MAX];
    dw_interest_order(&snapshot, box.map, (dw_vec){0, 0}, order);
    const dw_status status =
        dw_snapshot_encode(&snapshot, base, box.map->door_count,
                           snapshot.body_count > 40 ? order : NULL, bytes, capacity, size, sent);
    if (status != DW_OK) {
        return status;
    }
    at->sent = tick;
    at->full = based ? at->full : box.tick;
    const bool cut = is_cut(&snapshot, sent);
    at->floor = cut ? tick + 1 : at->floor;
    count->cut += cut ? 1 : 0;
    count->full += based ? 0 : 1;
    return DW_OK;
}

static void receive(watcher *at, dw_rng *rng, const uint8_t *bytes, size_t size,
                    const dw_snapshot *sent)
{
    if (dw_rng_below(rng, 100) < at->loss_percent) {
        return;
    }
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    assert_int_equal(dw_snapshot_base_tick(bytes, size, &tick, &base_tick), DW_OK);
    dw_snapshot got;
    assert_int_equal(dw_snapshot_decode(&got, base_tick != 0 ? held_of(at, base_tick) : NULL,
                                        box.map->door_count, bytes, size),
                     DW_OK);
    assert_false(is_cut(sent, &got)); /* What it has is what was sent. */
    at->held[at->held_count++ % HELD] = got;
}

/* Its newest tick is under way to the match, again and again. */
static void say_newest_held(watcher *at, dw_rng *rng)
{
    if (at->held_count > 0 && dw_rng_below(rng, 100) >= at->loss_percent) {
        at->way[(box.tick + at->lag_ticks) % WAY_TICKS] =
            at->held[(at->held_count - 1) % HELD].tick;
    }
}

static void acknowledge(watcher *at, uint32_t tick)
{
    const dw_input input = {.ack_tick = tick, .newest_tick = box.tick + 1, .count = 1};
    assert_true(dw_match_input(box.match, at->client, &input));
    const bool newer = tick > at->acked;
    if (newer && (tick < at->floor || tick > at->sent)) {
        return;
    }
    at->acked = newer ? tick : at->acked;
    dw_send_rate_hear(&at->rate, shown_tick() - tick);
}

static void arrive(watcher *at)
{
    uint32_t *place = &at->way[box.tick % WAY_TICKS];
    if (*place != 0) {
        acknowledge(at, *place);
        *place = 0;
    }
}

static void come(watcher *at, uint32_t index, tally *count)
{
    memset(at, 0, offsetof(watcher, held));
    at->client = dw_match_box_watch(&box, 100 + index);
    assert_true(at->client != 0);
    dw_send_rate_reset(&at->rate);
    at->lag_ticks = 1 + 3 * index; /* No two lines are alike. */
    at->loss_percent = index % 4 == 3 ? 30 : 2;
    count->joins++;
}

static void go(watcher *at)
{
    dw_match_leave(box.match, at->client);
    at->client = 0;
}

static void take_turn(watcher *at, dw_rng *rng, size_t capacity, tally *count)
{
    static uint8_t bytes[PAYLOAD];
    static uint8_t expected[PAYLOAD];
    size_t size = 0;
    size_t expected_size = 0;
    dw_snapshot sent;
    const dw_status status = encode_alone(at, expected, capacity, &expected_size, &sent, count);
    assert_int_equal(dw_match_encode_snapshot(box.match, at->client, bytes, capacity, &size),
                     status);
    count->refused += status == DW_FULL ? 1 : 0;
    count->late += status == DW_TIMEOUT ? 1 : 0;
    if (status == DW_OK) {
        assert_int_equal(size, expected_size);
        assert_memory_equal(bytes, expected, size);
        receive(at, rng, bytes, size, &sent);
        count->equal++;
    }
}

/* A turn of all. Now and then there is little room, for all or for one of them. */
static void take_turns(dw_rng *rng, tally *count)
{
    const uint64_t before = dw_match_get_stats(box.match)->spectator_encodings;
    const size_t common = dw_rng_below(rng, 8) == 0 ? 8 + dw_rng_below(rng, 120) : PAYLOAD;
    for (uint32_t i = 0; i < WATCHERS; i++) {
        watcher *at = &watchers[i];
        if (at->client == 0) {
            continue;
        }
        const size_t capacity = dw_rng_below(rng, 16) == 0 ? 8 + dw_rng_below(rng, 120) : common;
        take_turn(at, rng, capacity, count);
        say_newest_held(at, rng);
        if (dw_rng_below(rng, 8) == 0) {
            dw_snapshot whole;
            const dw_snapshot expected =
                seen_at(box.tick > DELAY_TICKS ? box.tick - DELAY_TICKS : 1);
            assert_int_equal(dw_match_snapshot(box.match, at->client, &whole), DW_OK);
            assert_int_equal(whole.tick, expected.tick);
            assert_false(is_cut(&expected, &whole));
        }
    }
    const uint32_t bases = (uint32_t)(dw_match_get_stats(box.match)->spectator_encodings - before);
    count->bases_max = bases > count->bases_max ? bases : count->bases_max;
}

static void run_a_tick(dw_rng *rng, tally *count)
{
    const uint8_t phase = dw_match_round_machine(box.match)->phase;
    dw_match_box_run(&box, 1);
    count->rounds +=
        phase != DW_PHASE_PLAY && dw_match_round_machine(box.match)->phase == DW_PHASE_PLAY;
    const bool turn = (box.tick + box.config.number) % TURN_TICKS == 0;
    if (dw_match_idle(box.match)) {
        forget_all();
    } else if (turn) {
        assert_true(seen.count < RECORD_ROWS);
        seen.rows[seen.count++] = look_at_world();
    }
    for (uint32_t i = 0; i < WATCHERS; i++) {
        if (watchers[i].client != 0) {
            arrive(&watchers[i]);
        }
    }
    if (turn) {
        take_turns(rng, count);
    }
}

static void move_players(dw_rng *rng, const dw_client_handle *players, uint32_t count)
{
    for (uint32_t p = 0; p < count; p++) {
        dw_match_box_ask(&box, players[p], (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT),
                         dw_rng_below(rng, 20) == 0 ? DW_BUTTON_USE : 0, 3);
    }
}

/* Some time with people who come and go. At its end all leave, and the house falls asleep. */
static void live_a_while(dw_rng *rng, uint32_t ticks, tally *count)
{
    dw_welcome welcome;
    dw_client_handle players[3];
    for (uint32_t p = 0; p < DW_COUNT_OF(players); p++) {
        players[p] = dw_match_box_join(&box, p, "player", &welcome);
        assert_true(players[p] != 0);
    }
    for (uint32_t t = 0; t < ticks; t++) {
        const uint32_t index = dw_rng_below(rng, WATCHERS);
        if (dw_rng_below(rng, 20) == 0) {
            if (watchers[index].client == 0) {
                come(&watchers[index], index, count);
            } else if (dw_rng_below(rng, 10) == 0) {
                go(&watchers[index]);
            }
        }
        move_players(rng, players, DW_COUNT_OF(players));
        box.message_count = 0;
        run_a_tick(rng, count);
    }
    for (uint32_t p = 0; p < DW_COUNT_OF(players); p++) {
        dw_match_leave(box.match, players[p]);
    }
    for (uint32_t i = 0; i < WATCHERS; i++) {
        if (watchers[i].client != 0) {
            go(&watchers[i]);
        }
    }
    for (uint32_t t = 0; t < 600 && !dw_match_idle(box.match); t++) {
        run_a_tick(rng, count);
    }
    assert_true(dw_match_idle(box.match));
    box.tick += 1000; /* Nobody steps a match that is idle. */
}

static void open_and_compare(uint64_t seed, uint32_t ticks, tally *count)
{
    box.rules.time_limit_ticks = 400;
    box.config.spectators_max = WATCHERS;
    box.config.spectator_delay_ticks = DELAY_TICKS;
    dw_match_box_open(&box);
    memset(watchers, 0, sizeof watchers);
    dw_interest_scene_init(&seen.scene, box.map, &box.rules);
    forget_all();
    dw_rng rng;
    dw_rng_init(&rng, seed, 3);
    live_a_while(&rng, ticks, count);
    live_a_while(&rng, ticks / 2, count);
    const dw_match_stats *stats = dw_match_get_stats(box.match);
    assert_int_equal(stats->spectator_snapshots, count->equal);
    assert_int_equal(stats->snapshots_full, count->full);
    assert_true(stats->spectator_encodings < stats->spectator_snapshots);
    dw_match_box_close(&box);
}

static void each_spectator_gets_the_bytes_that_it_would_get_alone(void **state)
{
    (void)state;
    tally all = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        tally count = {0};
        dw_match_box_init_file(&box, "reference");
        box.config.brain = dw_brain_find("chaser");
        open_and_compare(seed, 2400, &count);
        all.equal += count.equal;
        all.cut += count.cut;
        all.refused += count.refused;
        all.late += count.late;
        all.rounds += count.rounds;
        all.joins += count.joins;
        all.bases_max = count.bases_max > all.bases_max ? count.bases_max : all.bases_max;
    }
    print_message("%u equal, %u of them cut; %u did not fit, %u waited; %u joins, %u rounds, at "
                  "most %u encodings a turn\n",
                  all.equal, all.cut, all.refused, all.late, all.joins, all.rounds, all.bases_max);
    assert_true(all.equal > 10000 && all.cut > 100 && all.refused > 100 && all.late > 100);
    assert_true(all.joins > 3 * 2 * WATCHERS && all.rounds > 6);
    assert_true(all.bases_max > DW_SPECTATOR_VIEW_ROWS);
}

/* More bodies than surely fit: which of them go first is the same for all who watch. */
static void so_they_do_in_a_crowded_hall(void **state)
{
    (void)state;
    tally count = {0};
    dw_match_box_init(&box);
    dw_scene *scene = dw_scene_create();
    (void)dw_scene_room(scene, "hall", 0, 0, 20000, 12000);
    (void)dw_scene_patrol(scene, "round", "hall");
    for (int32_t g = 0; g < 44; g++) {
        char name[8];
        (void)snprintf(name, sizeof name, "g%d", (int)g);
        (void)dw_scene_guard(scene, name, 8000 + 1000 * (g % 11), 1000 + 2500 * (g / 11), 17 * g,
                             "round");
    }
    for (int32_t s = 0; s < 3; s++) {
        dw_scene_spawn(scene, 1000 + 1500 * s, 2000);
    }
    box.map = dw_scene_build(scene);
    box.config.map = box.map;
    const dw_nav *nav = NULL;
    assert_int_equal(dw_nav_build_map(&nav, &box.arena, box.map, DW_BODY_HALF, NULL), DW_OK);
    box.config.nav = nav;
    box.config.brain = dw_brain_find("chaser");
    open_and_compare(7, 900, &count);
    dw_scene_destroy(scene);
    print_message("%u equal, %u of them cut\n", count.equal, count.cut);
    assert_true(count.equal > 2000 && count.cut > 100);
}

static uint32_t step_to_turn(void)
{
    do {
        dw_match_box_run(&box, 1);
    } while ((box.tick + box.config.number) % TURN_TICKS != 0);
    return box.tick;
}

/* Sixteen of them, of whom those of one group always have the same baseline. */
static void count_encodings(uint32_t groups, uint32_t turns)
{
    enum { CROWD = 16, BEFORE = 8 };
    dw_client_handle eyes[CROWD];
    uint32_t ticks[256] = {0};
    dw_welcome welcome;
    dw_match_box_init(&box);
    box.config.spectators_max = CROWD;
    dw_match_box_open(&box);
    box.tick = 1000;
    (void)dw_match_box_join(&box, 1, "ann", &welcome);
    for (uint32_t i = 0; i < CROWD; i++) {
        eyes[i] = dw_match_box_watch(&box, 10 + i);
    }
    dw_match_stats before = {0};
    for (uint32_t turn = 0; turn < BEFORE + turns; turn++) {
        ticks[turn] = step_to_turn();
        before = turn == BEFORE ? *dw_match_get_stats(box.match) : before;
        for (uint32_t i = 0; i < CROWD; i++) {
            uint8_t bytes[PAYLOAD];
            size_t size = 0;
            assert_int_equal(
                dw_match_encode_snapshot(box.match, eyes[i], bytes, sizeof bytes, &size), DW_OK);
            const uint32_t back = i % groups < turn ? i % groups : turn;
            const dw_input ack = {
                .ack_tick = ticks[turn - back], .newest_tick = box.tick + 1, .count = 1};
            (void)dw_match_input(box.match, eyes[i], &ack);
        }
    }
    const dw_match_stats *stats = dw_match_get_stats(box.match);
    assert_int_equal(stats->spectator_snapshots - before.spectator_snapshots, CROWD * turns);
    assert_int_equal(stats->spectator_views - before.spectator_views, turns);
    assert_int_equal(stats->spectator_encodings - before.spectator_encodings, groups * turns);
    assert_int_equal(stats->snapshots_full, CROWD);
    dw_match_box_close(&box);
}

static void sixteen_with_one_baseline_cost_one_encoding_a_turn(void **state)
{
    (void)state;
    count_encodings(1, 100);
}

static void and_with_as_many_baselines_as_are_kept_one_for_each(void **state)
{
    (void)state;
    count_encodings(DW_SPECTATOR_VIEW_ROWS, 100);
}

/* Ten seconds of a new server's life without anything new are not the fault of a connection. */
static void a_spectator_from_before_the_delay_is_sent_every_turn_after_it(void **state)
{
    (void)state;
    enum { DELAY = 600, TURNS = 60 };
    dw_welcome welcome;
    dw_match_box_init(&box);
    box.config.spectators_max = 1;
    box.config.spectator_delay_ticks = DELAY;
    dw_match_box_open(&box);
    (void)dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle eyes = dw_match_box_watch(&box, 10);
    uint32_t newest = 0;
    uint32_t early = 0;
    uint32_t later = 0;
    while (later < TURNS && box.tick < DELAY + (TURNS + 2) * TURN_TICKS) {
        const uint32_t tick = step_to_turn();
        uint8_t bytes[PAYLOAD];
        size_t size = 0;
        if (dw_match_encode_snapshot(box.match, eyes, bytes, sizeof bytes, &size) == DW_OK) {
            newest = tick > DELAY ? tick - DELAY : 1;
            early += tick <= DELAY + 1 ? 1 : 0;
            later += tick > DELAY + 1 ? 1 : 0;
        }
        const dw_input ack = {.ack_tick = newest, .newest_tick = tick + 1, .count = 1};
        (void)dw_match_input(box.match, eyes, &ack);
    }
    assert_int_equal(early, 1); /* The empty house. */
    assert_int_equal(later, TURNS);
    dw_match_box_close(&box);
}

/* Bytes that all say what their base is. */
static void keep(dw_spectator_view *view, uint32_t base_tick, uint16_t size, size_t capacity)
{
    uint8_t bytes[64];
    memset(bytes, (int)base_tick, sizeof bytes);
    const dw_spectator_bytes head = {
        .capacity = capacity, .base_tick = base_tick, .size = size, .cut = capacity < 8};
    dw_spectator_view_keep(view, &head, bytes);
}

static bool finds(const dw_spectator_view *view, uint32_t base_tick, size_t capacity)
{
    uint8_t bytes[64] = {0};
    const dw_spectator_bytes *head = dw_spectator_view_find(view, base_tick, bytes, capacity);
    assert_true(head == NULL || (head->base_tick == base_tick && bytes[0] == base_tick &&
                                 bytes[head->size - 1] == base_tick && bytes[head->size] == 0));
    return head != NULL;
}

static void what_is_whole_serves_every_room_and_what_was_cut_one_alone(void **state)
{
    (void)state;
    dw_arena arena;
    dw_spectator_view view;
    assert_int_equal(dw_arena_create(&arena, 65536), DW_OK);
    assert_int_equal(dw_spectator_view_create(&view, &arena, 4, 64), DW_OK);
    assert_false(finds(&view, 3, 40));
    keep(&view, 3, 20, 40);
    assert_true(finds(&view, 3, 20) && finds(&view, 3, 40) && finds(&view, 3, 60));
    assert_false(finds(&view, 3, 19));
    assert_false(finds(&view, 4, 40));
    keep(&view, 4, 6, 7);
    assert_true(finds(&view, 4, 7));
    assert_false(finds(&view, 4, 6));
    assert_false(finds(&view, 4, 8));
    for (uint32_t base = 10; base < 10 + DW_SPECTATOR_VIEW_ROWS; base++) {
        keep(&view, base, 4, 40);
    }
    assert_false(finds(&view, 3, 40)); /* It has given way. */
    assert_true(finds(&view, 10, 40) && finds(&view, 9 + DW_SPECTATOR_VIEW_ROWS, 40));
    dw_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_spectator_gets_the_bytes_that_it_would_get_alone),
        cmocka_unit_test(so_they_do_in_a_crowded_hall),
        cmocka_unit_test(sixteen_with_one_baseline_cost_one_encoding_a_turn),
        cmocka_unit_test(and_with_as_many_baselines_as_are_kept_one_for_each),
        cmocka_unit_test(a_spectator_from_before_the_delay_is_sent_every_turn_after_it),
        cmocka_unit_test(what_is_whole_serves_every_room_and_what_was_cut_one_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
