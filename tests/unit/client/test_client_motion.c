/* The parts that keep the picture smooth: how others are taken to move on, how corrections fade,
 * how far behind the drawing is. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "client/core/motion.h"
#include "tests/unit/client/fake_server.h"

#include <math.h>
#include <stdlib.h>

#define MS UINT64_C(1000000)

static dw_snapshot_store store;

static void put_units(uint32_t tick, int32_t x, int32_t y)
{
    const dw_snapshot snapshot = {
        .tick = tick,
        .own = {.slot = DW_SLOT_NONE},
        .body_count = 1,
        .bodies = {{.id = 7, .x = dw_snapshot_quantise(x, 0), .y = dw_snapshot_quantise(y, 0)}}};
    assert_true(dw_snapshot_store_put(&store, &snapshot));
}

static void put(uint32_t tick, int32_t x_mm, int32_t y_mm)
{
    put_units(tick, DW_MM(x_mm), DW_MM(y_mm));
}

/* At any speed and from any place, places in steps of 16 mm give the step of a tick to a few mm. */
static void straight_movement_is_known_to_some_millimetres(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int32_t speed = 0; speed <= 3300; speed += speed == 0 ? 900 : 75) {
        for (int32_t from = 1000; from < 1016; from += 3) {
            dw_snapshot_store_reset(&store, 20);
            for (uint32_t tick = 30; tick <= 60; tick += 3) {
                put_units(tick, DW_MM(from) + speed * (int32_t)tick,
                          DW_MM(2000) - speed * (int32_t)tick / 2);
            }
            const dw_vec step = dw_motion_step(&store, 7);
            worst = fmax(worst, fabs((double)step.x - speed));
            worst = fmax(worst, fabs((double)step.y + speed / 2.0));
        }
    }
    /* A step of 16 mm at both ends of 12 ticks is 80 units a tick. */
    assert_true(worst <= 82.0);
}

static void a_body_that_stops_or_turns_is_not_extrapolated(void **state)
{
    (void)state;
    dw_snapshot_store_reset(&store, 20);
    put(30, 1000, 2000);
    put(33, 1140, 2000);
    put(36, 1140, 2000);
    dw_vec step = dw_motion_step(&store, 7);
    assert_true(step.x == 0 && step.y == 0);
    put(39, 1140, 2140); /* A right angle: what was before says nothing. */
    step = dw_motion_step(&store, 7);
    assert_int_equal(step.x, 0);
    assert_true(abs(step.y - 2800) < 330);
}

static void teleports_gaps_and_unknown_bodies_have_no_motion(void **state)
{
    (void)state;
    dw_snapshot_store_reset(&store, 20);
    dw_vec step = dw_motion_step(&store, 7);
    assert_true(step.x == 0 && step.y == 0);
    put(30, 1000, 2000);
    step = dw_motion_step(&store, 7);
    assert_true(step.x == 0 && step.y == 0);
    put(33, 5000, 2000); /* Put there. */
    step = dw_motion_step(&store, 7);
    assert_true(step.x == 0 && step.y == 0);
    put(93, 5100, 2000); /* A second ago is too long. */
    step = dw_motion_step(&store, 7);
    assert_true(step.x == 0 && step.y == 0);
    step = dw_motion_step(&store, 8);
    assert_true(step.x == 0 && step.y == 0);
}

static void error_offset_ends_and_is_never_faster_than_its_limit(void **state)
{
    (void)state;
    double length = 10.0;
    for (uint32_t i = 0; i < 10; i++, length *= 3.0) { /* Up to 200000 units, 3.3 m. */
        const double speed = 150000.0;
        const dw_error_offset offset = {length * 0.6, -length * 0.8, 1000 * MS};
        double x = 0.0;
        double y = 0.0;
        dw_error_offset_left(&offset, speed, 1000 * MS, &x, &y);
        assert_true(fabs(x - offset.x) < 1e-6 && fabs(y - offset.y) < 1e-6);
        double last = length;
        for (uint64_t ms = 1; ms < 4000; ms++) {
            dw_error_offset_left(&offset, speed, (1000 + ms) * MS, &x, &y);
            const double left = hypot(x, y);
            assert_true(left <= last && last - left <= speed / 1000.0 + 1.0);
            last = left;
        }
        assert_true(last == 0.0);
    }
}

/* Snapshots of 20 a second; `late` is by how much they come later from then on. */
static void arrive(dw_tick_clock *clock, uint64_t *now_ns, uint32_t *tick, uint32_t count,
                   uint32_t every, double *slowest, double *fastest)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t frame = 0; frame < 3; frame++) {
            const int64_t before = clock->drawn;
            *now_ns += UINT64_C(1000000000) / 60;
            dw_tick_clock_advance(clock, *now_ns);
            const double pace = (double)(clock->drawn - before) / 1e9;
            *slowest = fmin(*slowest, pace);
            *fastest = fmax(*fastest, pace);
        }
        *tick += 3;
        if (i % every == 0) {
            dw_tick_clock_arrived(clock, *tick);
        }
    }
}

static void delay_grows_fast_shrinks_slowly_and_never_steps(void **state)
{
    (void)state;
    dw_tick_clock clock;
    uint64_t now_ns = 1000 * MS;
    uint32_t tick = 300;
    double slowest = 2.0;
    double fastest = 0.0;
    dw_tick_clock_start(&clock, tick, 20, 30, now_ns);
    arrive(&clock, &now_ns, &tick, 200, 1, &slowest, &fastest);
    assert_true(dw_tick_clock_delay(&clock) == 6 * DW_NANOTICKS); /* Two snapshots. */
    /* Two of three are lost: the drawing falls back behind the longer gaps. */
    arrive(&clock, &now_ns, &tick, 60, 3, &slowest, &fastest);
    assert_true(dw_tick_clock_delay(&clock) >= 9 * DW_NANOTICKS);
    const double behind = (double)(clock.arrival - clock.drawn) / 1e9;
    assert_true(behind > 8.9);
    /* And comes back when the line is good again, but not within seconds. */
    arrive(&clock, &now_ns, &tick, 60, 1, &slowest, &fastest);
    assert_true(dw_tick_clock_delay(&clock) > 7 * DW_NANOTICKS);
    arrive(&clock, &now_ns, &tick, 600, 1, &slowest, &fastest);
    assert_true(dw_tick_clock_delay(&clock) == 6 * DW_NANOTICKS);
    assert_true(slowest > 0.79 && fastest < 1.11);
}

/* However long it was: what came late is drawn, and then only what the line is like by now counts.
 */
static void stall_of_seconds_is_forgotten_as_soon_as_half_a_second(void **state)
{
    (void)state;
    const int64_t most = 27 * DW_NANOTICKS;
    int64_t delays[2] = {0};
    static const uint32_t stalls[2] = {10, 88}; /* Snapshots: 0.5 s and 4.4 s. */
    for (uint32_t i = 0; i < 2; i++) {
        dw_tick_clock clock;
        uint64_t now_ns = 1000 * MS;
        uint32_t tick = 300;
        double slowest = 2.0;
        double fastest = 0.0;
        dw_tick_clock_start(&clock, tick, 20, 30, now_ns);
        arrive(&clock, &now_ns, &tick, 200, 1, &slowest, &fastest);
        assert_true(dw_tick_clock_delay(&clock) == 6 * DW_NANOTICKS);
        arrive(&clock, &now_ns, &tick, stalls[i], UINT32_MAX, &slowest, &fastest);
        arrive(&clock, &now_ns, &tick, 1, 1, &slowest, &fastest);
        assert_true(dw_tick_clock_delay(&clock) == most);
        arrive(&clock, &now_ns, &tick, 20, 1, &slowest, &fastest);
        delays[i] = dw_tick_clock_delay(&clock);
        assert_true(delays[i] < most);
        arrive(&clock, &now_ns, &tick, 240, 1, &slowest, &fastest);
        assert_true(dw_tick_clock_delay(&clock) < 10 * DW_NANOTICKS);
        assert_true(slowest > 0.79 && fastest < 1.11);
    }
    assert_true(delays[0] == delays[1]);
}

/* A server may say what it likes, and may go on with that for long. */
static void no_series_of_leads_drives_own_ticks_out_of_range(void **state)
{
    (void)state;
    dw_tick_clock clock;
    uint64_t now_ns = 1000 * MS;
    dw_tick_clock_start(&clock, 5, 20, 30, now_ns);
    dw_tick_clock_start_local(&clock, 20 * MS);
    for (uint32_t i = 0; i < 400; i++) {
        dw_tick_clock_lead(&clock, dw_tick_clock_local_tick(&clock) + 1, 127); /* Far too early. */
        assert_true(dw_tick_clock_local_tick(&clock) < 20);
    }
    now_ns += 1000 * MS; /* They owe nothing: own ticks go on from there. */
    dw_tick_clock_advance(&clock, now_ns);
    assert_in_range(dw_tick_clock_local_tick(&clock), 59, 67);
    dw_tick_clock_start(&clock, DW_TICK_MAX, 20, 30, now_ns);
    dw_tick_clock_start_local(&clock, 20 * MS);
    uint32_t before = dw_tick_clock_local_tick(&clock);
    for (uint32_t i = 0; i < 400; i++) {
        now_ns += 100 * MS;
        dw_tick_clock_advance(&clock, now_ns);
        dw_tick_clock_lead(&clock, DW_TICK_MAX, -128); /* Far too late. */
        const uint32_t tick = dw_tick_clock_local_tick(&clock);
        assert_true(tick >= before && tick < UINT32_MAX);
        before = tick;
    }
    assert_int_equal(before, UINT32_MAX - 1);
}

static void delay_follows_the_snapshot_rate(void **state)
{
    (void)state;
    static const uint32_t rates[] = {10, 20, 30, 60};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        dw_tick_clock clock;
        dw_tick_clock_start(&clock, 300, rates[i], 30, 0);
        assert_true(dw_tick_clock_delay(&clock) == 120 / rates[i] * DW_NANOTICKS);
    }
}

static void lossy_connections_make_inputs_earlier(void **state)
{
    (void)state;
    double leads[2] = {0.0, 0.0};
    for (uint32_t lossy = 0; lossy < 2; lossy++) {
        fake_server *server = fake_server_create(NULL);
        server->loss_percent = lossy * 8;
        server->delay_ns = 30 * MS;
        fake_server_join(server);
        fake_server_run(server, 12000);
        double sum = 0.0;
        for (uint32_t i = 0; i < 100; i++) {
            fake_server_run(server, 50);
            sum += server->lead;
        }
        leads[lossy] = sum / 100.0;
        fake_server_destroy(server);
    }
    /* Two packets and a tick, so that the one behind a lost one is in time. */
    assert_true(leads[0] < 4.5 && leads[1] >= 5.0 && leads[1] < 8.0);
}

/* The guard walks past the own body, which runs into it. Client and server stop the body at nearly
 * the same tick. */
static void a_walking_guard_blocks_the_body_where_it_will_be(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t delay_ms = 5; delay_ms <= 55; delay_ms += 25) {
        fake_server *server = fake_server_create(NULL);
        server->delay_ns = delay_ms * MS;
        server->guard_count = 1;
        server->body.position = (dw_vec){DW_MM(4000), DW_MM(1000)};
        fake_server_join(server);
        server->guards[0] = (fake_guard){
            .id = 1, .seen = true, .position = {DW_MM(700), DW_MM(1700)}, .step = {2200, 0}};
        while (server->guards[0].position.x < DW_MM(3560)) {
            fake_server_run(server, 1);
        }
        /* Against the guard's side, until the guard is past. */
        server->held = (dw_intent){.direction = DW_SOUTH};
        fake_server_run(server, 1500);
        assert_true(server->body.position.y > DW_MM(1300));
        const dw_client_stats *stats = dw_client_get_stats(server->client);
        for (uint32_t i = 0; i < stats->error_count; i++) {
            worst = fmax(worst, (double)stats->error_mm[i]);
        }
        assert_true(stats->predictions > 40);
        fake_server_destroy(server);
    }
    assert_true(worst < 32.0); /* A tick's walk; three if the guard counted as standing. */
}

/* Walks from `from` until `stop` is passed; then no snapshots come for a second. Where it is drawn.
 */
static void draw_extrapolated(dw_vec from, dw_vec step, dw_vec stop, double *x, double *y)
{
    fake_server *server = fake_server_create(NULL);
    server->guard_count = 1;
    fake_server_join(server);
    server->guards[0] = (fake_guard){.id = 1, .seen = true, .position = from, .step = step};
    while (server->guards[0].position.x < stop.x || server->guards[0].position.y < stop.y) {
        fake_server_run(server, 10);
    }
    server->sends_snapshots = false;
    fake_server_run(server, 1000);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    *x = world.bodies[0].x;
    *y = world.bodies[0].y;
    fake_server_destroy(server);
}

/* The hall's walls begin at x 5900 and y 4900: a centre gets 250 mm near to them. */
static void extrapolation_stops_at_walls_along_x_and_along_y(void **state)
{
    (void)state;
    double x = 0.0;
    double y = 0.0;
    draw_extrapolated((dw_vec){DW_MM(600), DW_MM(4500)}, (dw_vec){2800, 0},
                      (dw_vec){DW_MM(5550), 0}, &x, &y);
    assert_true(x > DW_MM(5500) && x <= DW_MM(5650));
    assert_true(fabs(y - DW_MM(4500)) <= DW_MM(16));
    draw_extrapolated((dw_vec){DW_MM(4500), DW_MM(600)}, (dw_vec){0, 2800},
                      (dw_vec){0, DW_MM(4550)}, &x, &y);
    assert_true(y > DW_MM(4500) && y <= DW_MM(4650));
    assert_true(fabs(x - DW_MM(4500)) <= DW_MM(16));
}

/* Six ticks past the newest snapshot, which is at most four ticks old when the guard is stopped. */
static void extrapolation_goes_on_along_y(void **state)
{
    (void)state;
    double x = 0.0;
    double y = 0.0;
    draw_extrapolated((dw_vec){DW_MM(4500), DW_MM(600)}, (dw_vec){0, 1200},
                      (dw_vec){0, DW_MM(2000)}, &x, &y);
    assert_true(y > DW_MM(2000) + 1200 * 1 && y < DW_MM(2000) + 1200 * 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_movement_is_known_to_some_millimetres),
        cmocka_unit_test(a_body_that_stops_or_turns_is_not_extrapolated),
        cmocka_unit_test(teleports_gaps_and_unknown_bodies_have_no_motion),
        cmocka_unit_test(error_offset_ends_and_is_never_faster_than_its_limit),
        cmocka_unit_test(delay_grows_fast_shrinks_slowly_and_never_steps),
        cmocka_unit_test(stall_of_seconds_is_forgotten_as_soon_as_half_a_second),
        cmocka_unit_test(no_series_of_leads_drives_own_ticks_out_of_range),
        cmocka_unit_test(delay_follows_the_snapshot_rate),
        cmocka_unit_test(lossy_connections_make_inputs_earlier),
        cmocka_unit_test(a_walking_guard_blocks_the_body_where_it_will_be),
        cmocka_unit_test(extrapolation_stops_at_walls_along_x_and_along_y),
        cmocka_unit_test(extrapolation_goes_on_along_y),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
