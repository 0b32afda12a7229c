/* What a player's eye gets over a line: the positions that are drawn, frame by frame (60 a second),
 * of the own body, the guards and the other intruders, for a minute of play against guards that
 * chase. Nothing may be drawn to move at more than twice the top speed of its kind, but for two
 * exceptions: the first frame in which somebody is in sight, and a new round. Bodies
 * move in play alone, and so only its frames count. The prediction error is that of prediction.h;
 * `shown` is a harder one: the place that was shown for a tick when it first was, against where the
 * server had the body in that tick. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "server/mind/brains/brains.h"
#include "tests/scenario/line_box.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLIENTS = 4,
    PLAY_FRAMES = 60 * DW_TICKS_PER_SECOND, /* A minute. */
    LONGEST_MS = 300 * 1000,
    STEP_MS = 1000,
    SAMPLES_MAX = 4 * CLIENTS * 300 * DW_TICKS_PER_SECOND
};

typedef enum seen_kind { SEEN_OWN, SEEN_GUARD, SEEN_INTRUDER, SEEN_KINDS } seen_kind;

/* One client's last frame, and what it showed of its own body by tick. */
typedef struct eye {
    bool had;
    uint32_t round;
    uint64_t at_ns;
    dw_drawn_world world;
    uint32_t frames; /* With an own body in play. */
    uint32_t errors_taken, newest_tick, compared_tick;
    uint32_t shown_ticks[LINE_BOX_HISTORY];
    dw_vec shown[LINE_BOX_HISTORY];
} eye;

typedef struct samples {
    uint32_t count;
    float values[SAMPLES_MAX];
} samples;

/* What all plays over one line add up to. */
typedef struct totals {
    uint64_t snapshots, full;
    samples errors;
} totals;

typedef struct study {
    eye eyes[CLIENTS];
    uint32_t drawn[SEEN_KINDS], too_far[SEEN_KINDS];
    double worst[SEEN_KINDS]; /* In top speeds. */
    samples errors, shown;
} study;

static study measured; /* Too large for a stack. */
static totals sums;

static void add(samples *to, double value)
{
    assert_true(to->count < SAMPLES_MAX);
    to->values[to->count++] = (float)value;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

static double share_of(samples *from, double share)
{
    qsort(from->values, from->count, sizeof from->values[0], by_size);
    return from->count == 0 ? 0.0 : (double)from->values[(uint32_t)(share * (from->count - 1))];
}

static double top_speed(const dw_ruleset *rules, seen_kind kind)
{
    return kind == SEEN_GUARD ? rules->kinds[DW_KIND_GUARD].gaits.intercept.speed_mm_s
                              : rules->sprint_speed_mm_s;
}

static void note_step(study *to, const dw_ruleset *rules, seen_kind kind, double dx, double dy,
                      double seconds)
{
    const double way_mm = sqrt(dx * dx + dy * dy) / DW_UNITS_PER_MM;
    const double times = way_mm / (top_speed(rules, kind) * seconds);
    to->drawn[kind]++;
    to->too_far[kind] += times > 2.0;
    to->worst[kind] = fmax(to->worst[kind], times);
}

static const dw_drawn_body *find_body(const dw_drawn_world *world, uint8_t id)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (world->bodies[i].id == id) {
            return &world->bodies[i];
        }
    }
    return NULL;
}

/* The body was out of sight, which the screen had not shown yet. It is back too far off for
 * smoothing (client/README.md). One sighting ends and another begins, in one frame. */
static bool is_another_sighting(const dw_drawn_body *before, const dw_drawn_body *body)
{
    return body->age < before->age &&
           hypot(body->x - before->x, body->y - before->y) > DW_INTERPOLATION_SNAP;
}

static void note_frame(study *to, const eye *last, const dw_ruleset *rules,
                       const dw_drawn_world *world, double seconds)
{
    if (last->world.has_own && world->has_own) {
        note_step(to, rules, SEEN_OWN, world->own_x - last->world.own_x,
                  world->own_y - last->world.own_y, seconds);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        const dw_drawn_body *before = find_body(&last->world, body->id);
        if (before != NULL && !is_another_sighting(before, body)) {
            note_step(to, rules, body->role == DW_ROLE_GUARD ? SEEN_GUARD : SEEN_INTRUDER,
                      body->x - before->x, body->y - before->y, seconds);
        }
    }
}

/* The errors that the client counted, and those of what it showed. */
static void note_errors(study *to, eye *own, const line_box *box, const dw_client *client,
                        const dw_drawn_world *world)
{
    const dw_client_stats *stats = dw_client_get_stats(client);
    while (own->errors_taken < stats->error_count) {
        const uint32_t row = own->errors_taken++ % DW_CLIENT_ERROR_SAMPLES;
        add(&to->errors, (double)stats->error_mm[row]);
        add(&sums.errors, (double)stats->error_mm[row]);
    }
    const dw_prediction *prediction = &client->prediction;
    const uint32_t tick = prediction->tick;
    if (world->has_own && tick > own->newest_tick) {
        own->newest_tick = tick;
        own->shown_ticks[tick % LINE_BOX_HISTORY] = tick;
        own->shown[tick % LINE_BOX_HISTORY] = prediction->body.position;
    }
    for (; own->compared_tick < box->tick; own->compared_tick++) {
        const uint32_t at = own->compared_tick % LINE_BOX_HISTORY;
        if (own->compared_tick + LINE_BOX_HISTORY > box->tick &&
            own->shown_ticks[at] == own->compared_tick) {
            const dw_vec real = box->intruders[at][world->own_slot];
            add(&to->shown,
                sqrt((double)dw_distance_squared(own->shown[at], real)) / DW_UNITS_PER_MM);
        }
    }
}

static void look(void *context, line_box *box, uint32_t client, const dw_drawn_world *world)
{
    study *to = context;
    eye *own = &to->eyes[client];
    const dw_client *core = box->clients[client].client;
    const dw_round *round = dw_client_round(core);
    if (round == NULL || round->phase != DW_PHASE_PLAY || !dw_client_moves_in(core, world->tick)) {
        own->had = false;
        own->compared_tick = box->tick;
        return;
    }
    if (own->had && own->round == round->round) {
        note_frame(to, own, &box->config.rules, world, (double)(box->now_ns - own->at_ns) / 1e9);
    }
    note_errors(to, own, box, core, world);
    own->had = true;
    own->round = round->round;
    own->at_ns = box->now_ns;
    own->world = *world;
    own->frames += world->has_own;
}

typedef struct line_case {
    const char *name;
    dw_net_faults faults;
} line_case;

static const line_case lan = {"LAN", {.delay_ms = 0.5, .jitter_ms = 1}};
/* 100 ms +- 20 there and back, and each way. */
static const line_case wide = {"100 ms round trip",
                               {.delay_ms = 40, .jitter_ms = 20, .loss = 0.05}};
static const line_case far_away = {"100 ms each way",
                                   {.delay_ms = 80, .jitter_ms = 40, .loss = 0.05}};
static const line_case moon = {
    "1 s round trip", {.delay_ms = 450, .jitter_ms = 100, .loss = 0.25, .duplicate = 0.25}};

static bool all_played(const study *of)
{
    for (uint32_t c = 0; c < CLIENTS; c++) {
        if (of->eyes[c].frames < PLAY_FRAMES) {
            return false;
        }
    }
    return true;
}

static void play(const line_case *line, const dw_venue *venue, const char *policy, uint64_t seed)
{
    memset(&measured, 0, sizeof measured);
    const line_box_config config = {.venue = venue,
                                    .rules = line_box_rules(),
                                    .brain = dw_brain_find("reference"),
                                    .clients = CLIENTS,
                                    .policy = dw_policy_find(policy),
                                    .faults = line->faults,
                                    .seed = seed,
                                    .snapshot_hz = 20,
                                    .input_hz = 30,
                                    .frame = look,
                                    .context = &measured};
    line_box *box = line_box_create(&config);
    for (uint32_t ms = 0; ms < LONGEST_MS && !all_played(&measured); ms += STEP_MS) {
        line_box_run(box, STEP_MS);
    }
    uint64_t full = 0;
    uint64_t all = 0;
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client *client = box->clients[c].client;
        const dw_client_stats *stats = dw_client_get_stats(client);
        assert_int_equal(dw_client_get_state(client), DW_CLIENT_PLAYING);
        assert_int_equal(stats->connection_losses, 0);
        assert_int_equal(stats->snapshots_refused, 0);
        full += stats->snapshots_full;
        all += stats->snapshots;
    }
    line_box_destroy(box);
    sums.full += full;
    sums.snapshots += all;
    printf("%s, %s, seed %u: steps in top speeds own %.2f guards %.2f others %.2f (%u, %u, %u "
           "drawn); error p99 %.1f max %.1f mm, shown p99 %.1f mm; full %.2f %%\n",
           line->name, policy, (unsigned)seed, measured.worst[SEEN_OWN], measured.worst[SEEN_GUARD],
           measured.worst[SEEN_INTRUDER], measured.drawn[SEEN_OWN], measured.drawn[SEEN_GUARD],
           measured.drawn[SEEN_INTRUDER], share_of(&measured.errors, 0.99),
           share_of(&measured.errors, 1.0), share_of(&measured.shown, 0.99),
           100.0 * (double)full / (double)all);
    assert_true(measured.drawn[SEEN_OWN] >= CLIENTS * (PLAY_FRAMES - 60));
    assert_true(measured.drawn[SEEN_GUARD] > 1000 && measured.drawn[SEEN_INTRUDER] > 10000);
    for (uint32_t kind = 0; kind < SEEN_KINDS; kind++) {
        assert_int_equal(measured.too_far[kind], 0);
    }
}

static void play_all(const line_case *line)
{
    static const char *const policies[] = {"rush", "random", "careful"};
    memset(&sums, 0, sizeof sums);
    dw_venue *venue = dw_venue_shipped("reference");
    for (size_t p = 0; p < sizeof policies / sizeof policies[0]; p++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            play(line, venue, policies[p], seed);
        }
    }
    dw_venue_destroy(venue);
    printf("%s: error p99 %.1f mm of %u ticks, full %.2f %% of snapshots\n", line->name,
           share_of(&sums.errors, 0.99), sums.errors.count,
           100.0 * (double)sums.full / (double)sums.snapshots);
    /* What is left above 50 mm is mostly doors that two bots open and shut in the same tick. */
    assert_true(share_of(&sums.errors, 0.99) < 50.0);
    assert_true(sums.full * 100 < sums.snapshots);
}

static void nothing_snaps_in_a_local_network(void **state)
{
    (void)state;
    play_all(&lan);
}

static void nothing_snaps_at_100_ms_with_jitter_and_loss(void **state)
{
    (void)state;
    play_all(&wide);
}

static void nothing_snaps_at_100_ms_each_way_with_jitter_and_loss(void **state)
{
    (void)state;
    play_all(&far_away);
}

static void nobody_is_lost_and_nothing_snaps_at_1_s_with_a_quarter_lost(void **state)
{
    (void)state;
    play_all(&moon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_snaps_in_a_local_network),
        cmocka_unit_test(nothing_snaps_at_100_ms_with_jitter_and_loss),
        cmocka_unit_test(nothing_snaps_at_100_ms_each_way_with_jitter_and_loss),
        cmocka_unit_test(nobody_is_lost_and_nothing_snaps_at_1_s_with_a_quarter_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
