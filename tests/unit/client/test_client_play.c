/* Playing over a line with delay, jitter and loss: clock, inputs, prediction, what is drawn. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "tests/unit/client/fake_server.h"

#include <math.h>
#include <stdlib.h>

/* Somebody who plays: turns, stops, changes gait, works the door at times. */
static void play(fake_server *server, dw_rng *rng, uint32_t milliseconds)
{
    for (uint32_t passed = 0; passed < milliseconds;) {
        server->held.direction = (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT);
        server->held.buttons = (uint8_t)dw_rng_below(rng, 4);
        server->held.buttons |= dw_rng_below(rng, 4) == 0 ? DW_BUTTON_USE : 0;
        const uint32_t part = 50 + dw_rng_below(rng, 400);
        fake_server_run(server, part);
        passed += part;
    }
}

static void prediction_is_exact_while_nothing_disturbs(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    for (uint32_t delay_ms = 1; delay_ms <= 121; delay_ms += 40) {
        fake_server *server = fake_server_create(NULL);
        server->delay_ns = delay_ms * 1000000u;
        fake_server_join(server);
        play(server, &rng, 20000);
        const dw_client_stats *stats = dw_client_get_stats(server->client);
        assert_true(stats->predictions > 350);
        assert_int_equal(stats->prediction_misses, 0);
        assert_int_equal(server->late, 0);
        assert_true(server->applied > 1000);
        assert_int_equal(stats->snapshots, stats->snapshots_expected);
        /* In full until the first acknowledgement is there, then never again. */
        assert_true(stats->snapshots_full <= 2 + delay_ms / 20);
        fake_server_destroy(server);
    }
}

static void both_ends_open_and_close_the_door_at_the_same_tick(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->body.position = (dw_vec){DW_MM(5500), DW_MM(2500)};
    server->delay_ns = 100000000;
    fake_server_join(server);
    fake_server_run(server, 500);
    dw_body body;
    dw_door_set doors;
    assert_true(dw_client_predicted(server->client, &body, &doors));
    assert_false(dw_door_set_has(&doors, 0));
    server->held.buttons = DW_BUTTON_USE;
    fake_server_run(server, 40); /* Far below the round trip: the client alone knows. */
    assert_true(dw_client_predicted(server->client, &body, &doors));
    assert_true(dw_door_set_has(&doors, 0));
    assert_false(dw_door_set_has(&server->doors, 0));
    server->held = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_SPRINT};
    fake_server_run(server, 1000);
    assert_true(dw_door_set_has(&server->doors, 0));
    assert_true(server->body.position.x > DW_MM(6500)); /* Through it. */
    assert_int_equal(dw_client_get_stats(server->client)->prediction_misses, 0);
    fake_server_destroy(server);
}

static void use_held_for_long_is_one_press_and_stays_down(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 300);
    server->held.buttons = DW_BUTTON_USE;
    fake_server_run(server, 1000);
    server->held.buttons = 0;
    fake_server_run(server, 300);
    assert_int_equal(server->presses_seen, 1);
    assert_in_range(server->uses_seen, 59, 61);
    fake_server_destroy(server);
}

/* Pressed and let go between two ticks of 16.7 ms. */
static void short_press_between_two_ticks_is_not_lost(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 300);
    server->next_update_ns = UINT64_MAX; /* Updates are called by hand now. */
    for (uint32_t i = 0; i < 300; i++) {
        fake_server_run(server, 1);
        const bool down = i == 100 || i == 200;
        dw_client_update(server->client,
                         (dw_intent){.direction = DW_STAND, .buttons = down ? DW_BUTTON_USE : 0},
                         server->now_ns);
    }
    assert_int_equal(server->uses_seen, 2);
    fake_server_destroy(server);
}

/* The connection breaks before the tick that would have carried the press. */
static void a_press_that_was_not_sent_does_not_wait_for_the_next_connection(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 300);
    dw_client_update(server->client, (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE},
                     server->now_ns);
    dw_client_disconnected(server->client, DW_REASON_NONE, server->now_ns);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_RECONNECTING);
    server->queued = 0;
    server->acked_tick = 0;
    server->newest_intent = 0;
    fake_server_connect(server);
    fake_server_run(server, 1000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_get_stats(server->client)->reconnects, 1);
    assert_int_equal(server->uses_seen, 0);
    fake_server_destroy(server);
}

/* Faster than ticks: each press gets its own, with one between them. */
static void presses_in_a_row_stay_apart(void **state)
{
    (void)state;
    dw_input_queue queue = {0};
    const dw_intent down = {.direction = DW_EAST, .buttons = DW_BUTTON_USE};
    const dw_intent up = {.direction = DW_EAST};
    dw_input_queue_watch(&queue, down);
    assert_int_equal(dw_input_queue_push(&queue, 10, down).buttons, DW_BUTTON_USE);
    dw_input_queue_watch(&queue, up);
    dw_input_queue_watch(&queue, down);
    assert_int_equal(dw_input_queue_push(&queue, 11, down).buttons, 0);
    assert_int_equal(dw_input_queue_push(&queue, 12, down).buttons, DW_BUTTON_USE);
    assert_int_equal(dw_input_queue_push(&queue, 13, down).buttons, DW_BUTTON_USE); /* Held. */
    dw_input_queue_watch(&queue, up);
    assert_int_equal(dw_input_queue_push(&queue, 14, up).buttons, 0);
}

static void a_throw_travels_in_one_tick_alone(void **state)
{
    (void)state;
    dw_input_queue queue;
    dw_input_queue_reset(&queue);
    const dw_intent thrown = {
        .direction = DW_EAST, .buttons = DW_BUTTON_COIN, .throw_heading = 7, .throw_distance = 9};
    const dw_intent walks = {.direction = DW_EAST};
    dw_input_queue_watch(&queue, thrown); /* No tick is due in this frame, */
    dw_input_queue_watch(&queue, walks);  /* nor in this one. */
    assert_true(dw_intent_same(dw_input_queue_push(&queue, 10, walks), thrown));
    assert_true(dw_intent_same(dw_input_queue_push(&queue, 11, walks), walks));
    for (uint32_t tick = 12; tick < 15; tick++) { /* The same intent for several ticks. */
        dw_input_queue_watch(&queue, thrown);
        assert_true(
            dw_intent_same(dw_input_queue_push(&queue, tick, thrown), tick == 12 ? thrown : walks));
    }
}

static void an_answer_travels_in_one_tick_alone(void **state)
{
    (void)state;
    dw_input_queue queue;
    dw_input_queue_reset(&queue);
    const dw_intent second = {.direction = DW_EAST, .answer = 2};
    const dw_intent third = {.direction = DW_EAST, .answer = 3};
    const dw_intent walks = {.direction = DW_EAST};
    dw_input_queue_watch(&queue, second); /* No tick is due in this frame, */
    dw_input_queue_watch(&queue, walks);  /* nor in this one. */
    assert_int_equal(dw_input_queue_push(&queue, 10, walks).answer, 2);
    assert_int_equal(dw_input_queue_push(&queue, 11, walks).answer, 0);
    dw_input_queue_watch(&queue, second);
    assert_int_equal(dw_input_queue_push(&queue, 12, second).answer, 2);
    assert_int_equal(dw_input_queue_push(&queue, 13, second).answer, 0);
    dw_input_queue_watch(&queue, third); /* Another one. */
    assert_int_equal(dw_input_queue_push(&queue, 14, third).answer, 3);
}

static void message_holds_what_no_snapshot_confirmed(void **state)
{
    (void)state;
    dw_input_queue queue = {0};
    for (uint32_t tick = 100; tick <= 140; tick++) {
        (void)dw_input_queue_push(&queue, tick, (dw_intent){.direction = (uint8_t)(tick % 9)});
    }
    dw_input input = dw_input_queue_message(&queue, 130, 128);
    assert_int_equal(input.ack_tick, 128);
    assert_int_equal(input.newest_tick, 140);
    assert_int_equal(input.count, 10);
    assert_int_equal(input.intents[0].direction, 131 % 9);
    assert_int_equal(input.intents[9].direction, 140 % 9);
    input = dw_input_queue_message(&queue, 50, 0);
    assert_int_equal(input.count, DW_INPUT_TICKS_MAX);
    input = dw_input_queue_message(&queue, 150, 0);
    assert_int_equal(input.count, 1);
    /* A skip of ticks: what was before it is gone. */
    (void)dw_input_queue_push(&queue, 150, (dw_intent){.direction = DW_EAST});
    input = dw_input_queue_message(&queue, 130, 0);
    assert_int_equal(input.count, 1);
}

static void disturbed_body_is_where_the_server_has_it_a_round_trip_later(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->delay_ns = 50000000;
    server->held = (dw_intent){.direction = DW_EAST};
    fake_server_join(server);
    fake_server_run(server, 1000);
    assert_int_equal(dw_client_get_stats(server->client)->prediction_misses, 0);
    server->body.position.y += DW_MM(300); /* Pushed by what the client cannot know. */
    dw_drawn_world before;
    dw_drawn_world after;
    double jump = 0.0;
    for (uint32_t i = 0; i < 600; i++) {
        assert_true(dw_client_draw(server->client, server->now_ns, &before));
        fake_server_run(server, 1);
        assert_true(dw_client_draw(server->client, server->now_ns, &after));
        jump = fmax(jump, fabs(after.own_y - before.own_y));
    }
    /* 300 mm were made good over 150 ms, the steepest millisecond (of whole 17 ms frames) below a
     * tenth of it. */
    assert_true(jump < DW_MM(75));
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    assert_true(stats->prediction_misses >= 1 && stats->prediction_misses <= 4);
    const uint32_t misses = (uint32_t)stats->prediction_misses;
    assert_true(fabsf(stats->error_mm[stats->error_count - 1]) < 0.01f);
    float worst = 0.0f;
    for (uint32_t i = 0; i < stats->error_count; i++) {
        worst = fmaxf(worst, stats->error_mm[i]);
    }
    assert_true(fabsf(worst - 300.0f) < 0.1f);
    fake_server_run(server, 500);
    assert_int_equal(stats->prediction_misses, misses);
    fake_server_destroy(server);
}

static void far_correction_is_not_smoothed(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 500);
    server->body.position = (dw_vec){DW_MM(9000), DW_MM(4000)};
    fake_server_run(server, 110);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_true(fabs(world.own_x - DW_MM(9000)) < 1.0);
    assert_true(fabs(world.own_y - DW_MM(4000)) < 1.0);
    fake_server_destroy(server);
}

static void body_stands_still_outside_of_play(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->phase = DW_PHASE_LOBBY;
    server->held = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_SPRINT};
    fake_server_join(server);
    fake_server_run(server, 1000);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_true(fabs(world.own_x - server->body.position.x) < 1.0);
    assert_false(dw_client_moves_in(server->client, server->tick + 5));
    fake_server_set_phase(server, DW_PHASE_PLAY, DW_OUTCOME_NONE);
    fake_server_run(server, 500);
    assert_true(dw_client_moves_in(server->client, server->tick));
    assert_true(server->body.position.x > DW_MM(2000));
    fake_server_destroy(server);
}

/* What was predicted before the client learned of the pause is taken back; from then on nothing is.
 */
static void body_stands_still_while_the_match_is_paused(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->delay_ns = 40000000;
    server->held = (dw_intent){.direction = DW_EAST};
    fake_server_join(server);
    fake_server_run(server, 500);
    const uint64_t misses = dw_client_get_stats(server->client)->prediction_misses;
    assert_int_equal(misses, 0);
    fake_server_pause(server, true);
    fake_server_run(server, 300);
    const uint64_t taken_back = dw_client_get_stats(server->client)->prediction_misses;
    assert_true(taken_back <= 4);
    for (uint32_t i = 0; i < 20; i++) {
        if (i % 5 == 0) {
            fake_server_pause(server, true); /* It is said again and again. */
        }
        fake_server_run(server, 50);
        dw_body body;
        dw_door_set doors;
        assert_true(dw_client_predicted(server->client, &body, &doors));
        assert_true(dw_vec_equal(body.position, server->body.position));
        assert_false(dw_client_moves_in(server->client, server->tick));
    }
    assert_int_equal(dw_client_get_stats(server->client)->prediction_misses, taken_back);
    const int32_t stood_at = server->body.position.x;
    fake_server_pause(server, false);
    fake_server_run(server, 1000);
    assert_true(server->body.position.x > stood_at + DW_MM(200));
    assert_true(dw_client_moves_in(server->client, server->tick));
    assert_true(dw_client_get_stats(server->client)->prediction_misses <= taken_back + 4);
    fake_server_destroy(server);
}

/* The countdown told when it ends: the first ticks of play are predicted without an error. */
static void start_of_play_is_known_beforehand(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->phase = DW_PHASE_COUNTDOWN;
    server->held = (dw_intent){.direction = DW_EAST};
    server->delay_ns = 80000000;
    fake_server_join(server);
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = (dw_round){.tick = server->tick,
                                  .round = 1,
                                  .phase = DW_PHASE_COUNTDOWN,
                                  .start_tick = server->tick,
                                  .end_tick = server->tick + 90,
                                  .winner = DW_SLOT_NONE};
    fake_server_send(server, &message);
    server->phase_start = server->tick + 90;
    server->phase = DW_PHASE_PLAY;
    fake_server_run(server, 2500);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    assert_true(stats->predictions > 10);
    assert_int_equal(stats->prediction_misses, 0);
    assert_true(server->body.position.x > DW_MM(1500));
    fake_server_destroy(server);
}

static void intents_come_in_time_at_any_delay(void **state)
{
    (void)state;
    static const uint32_t rates[] = {60, 30, 20};
    for (uint32_t r = 0; r < 3; r++) {
        for (uint32_t delay_ms = 1; delay_ms < 200; delay_ms += 60) {
            const dw_client_config config = {.input_hz = rates[r]};
            fake_server *server = fake_server_create(&config);
            server->delay_ns = delay_ms * 1000000u;
            server->jitter_ns = 10000000;
            fake_server_join(server);
            fake_server_run(server, 5000);
            server->late = 0;
            server->applied = 0;
            int32_t highest = INT32_MIN;
            for (uint32_t i = 0; i < 1000; i++) {
                fake_server_run(server, 5);
                highest = server->lead > highest ? server->lead : highest;
            }
            assert_true(server->applied >= 298); /* Of 300. */
            assert_true(highest <= (int32_t)(60 / rates[r]) + 5);
            fake_server_destroy(server);
        }
    }
}

static void clock_follows_a_connection_that_becomes_slower_and_faster(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 2000);
    server->delay_ns = 150000000;
    fake_server_run(server, 4000);
    server->applied = 0;
    fake_server_run(server, 2000);
    assert_true(server->applied >= 119);
    server->delay_ns = 20000000;
    fake_server_run(server, 8000);
    assert_true(server->lead >= 2 && server->lead <= 8);
    fake_server_destroy(server);
}

/* A server that stays at its last tick but is heard lets them run on by themselves. */
static void own_ticks_stop_where_ticks_end(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->tick = DW_TICK_MAX - 120;
    fake_server_join(server);
    server->next_tick_ns = UINT64_MAX;
    for (uint32_t second = 0; second < 12; second++) {
        fake_server_run(server, 1000);
        dw_client_heard(server->client, server->now_ns);
    }
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(server->newest_intent, UINT32_MAX - 1);
    fake_server_destroy(server);
}

/* A tenth of all datagrams is lost each way: inputs are sent again, baselines hold. */
static void loss_costs_little(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 12, 1);
    fake_server *server = fake_server_create(NULL);
    server->loss_percent = 10;
    server->jitter_ns = 20000000;
    server->delay_ns = 40000000;
    fake_server_join(server);
    play(server, &rng, 30000);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    const double delivered = (double)stats->snapshots / (double)stats->snapshots_expected;
    assert_true(delivered > 0.85 && delivered < 0.95);
    assert_int_equal(stats->snapshots_refused, 0);
    assert_true(stats->prediction_misses * 10 < stats->predictions);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void snapshot_without_its_baseline_is_counted_and_ignored(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_run(server, 1000);
    const dw_snapshot base = {.tick = 5, .own = {.slot = DW_SLOT_NONE}};
    const dw_snapshot next = {.tick = server->tick + 1, .own = {.slot = DW_SLOT_NONE}};
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_snapshot_encode(&next, &base, 1, NULL, bytes, sizeof bytes, &size, NULL),
                     DW_OK);
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_stats(server->client)->snapshots_refused, 1);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void guards_move_smoothly_and_never_run_backwards(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->jitter_ns = 30000000;
    server->loss_percent = 5;
    server->guard_count = 1;
    server->guards[0] = (fake_guard){.id = 1,
                                     .seen = true,
                                     .position = {DW_MM(600), DW_MM(4500)},
                                     .step = {600, 0},
                                     .heading_bam = 60000,
                                     .turn_bam = 100};
    fake_server_join(server);
    fake_server_run(server, 500);
    double x = 0.0;
    double turned = 0.0;
    double heading = -1.0;
    uint32_t stood = 0;
    for (uint32_t frame = 0; frame < 400; frame++) {
        fake_server_run(server, 16);
        dw_drawn_world world;
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
        assert_int_equal(world.body_count, 1);
        const dw_drawn_body *body = &world.bodies[0];
        assert_true(body->x >= x - 1.0);
        /* It is at most where it really is, and not a step of a quarter of a second behind. */
        assert_true(body->x <= server->guards[0].position.x + 960.0);
        assert_true(body->x >= server->guards[0].position.x - 600.0 * 25);
        stood += body->x < x + 100.0;
        x = body->x;
        assert_true(body->heading >= 0.0f && body->heading <= 1.0f);
        if (heading >= 0.0) {
            double turn = (double)body->heading - heading;
            turn += turn < -0.5 ? 1.0 : 0.0; /* Through 0. */
            assert_true(turn > -0.001 && turn < 0.03);
            turned += turn;
        }
        heading = (double)body->heading;
    }
    assert_true(stood < 20);
    assert_true(fabs(turned - 400 * 0.96 * 100.0 / 65536.0) < 0.05);
    fake_server_destroy(server);
}

static void extrapolation_ends_after_100_ms(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->guard_count = 1;
    server->guards[0] = (fake_guard){
        .id = 1, .seen = true, .position = {DW_MM(600), DW_MM(4500)}, .step = {1200, 0}};
    fake_server_join(server);
    fake_server_run(server, 1000);
    server->sends_snapshots = false;
    fake_server_run(server, 30);
    const dw_snapshot *latest = dw_client_latest(server->client);
    const double last = dw_snapshot_restore(latest->bodies[0].x, server->map->bounds.min.x);
    fake_server_run(server, 1000);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    /* Six ticks, each up to a quarter longer or shorter for the rounding to steps of 16 mm. */
    assert_true(world.bodies[0].x > last + 1200 * 4.4);
    assert_true(world.bodies[0].x < last + 1200 * 7.6);
    fake_server_destroy(server);
}

static void body_that_comes_into_sight_ages_from_there(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->guard_count = 2;
    server->guards[0] = (fake_guard){.id = 1, .position = {DW_MM(3000), DW_MM(4500)}};
    server->guards[1] = (fake_guard){.id = 2, .seen = true, .position = {DW_MM(4000), DW_MM(4500)}};
    fake_server_join(server);
    fake_server_run(server, 1000);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_int_equal(world.body_count, 1);
    assert_true(world.bodies[0].age > 0.8f);
    server->guards[0].seen = true;
    float age = -1.0f;
    for (uint32_t i = 0; i < 600; i++) {
        fake_server_run(server, 1);
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
        if (world.body_count == 2 && age < 0.0f) {
            age = world.bodies[world.bodies[0].id == 1 ? 0 : 1].age;
            assert_true(age < 0.05f);
            /* As soon as it is told: a snapshot's wait, one way, a frame. */
            assert_true(i < 50 + 20 + 17 + 2);
        }
    }
    assert_true(age >= 0.0f);
    const float last = world.bodies[world.bodies[0].id == 1 ? 0 : 1].age;
    assert_true(fabsf(last - 0.55f) < 0.06f); /* 600 ms less all that. */
    server->guards[0].seen = false;
    fake_server_run(server, 300);
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_int_equal(world.body_count, 1);
    fake_server_destroy(server);
}

static void spectators_acknowledge_and_have_no_body(void **state)
{
    (void)state;
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    fake_server *server = fake_server_create(&config);
    fake_server_join(server);
    server->held = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_USE};
    fake_server_run(server, 2000);
    assert_true(server->acked_tick + 20 > server->tick);
    assert_int_equal(server->last_input.count, 1);
    assert_int_equal(server->last_input.intents[0].direction, DW_STAND);
    assert_true(server->inputs > 30 && server->inputs <= 41); /* 20 a second. */
    dw_body body;
    dw_door_set doors;
    assert_false(dw_client_predicted(server->client, &body, &doors));
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_false(world.has_own);
    assert_int_equal(world.own_slot, DW_SLOT_NONE);
    fake_server_destroy(server);
}

static void rounds_are_counted_once(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    fake_server_set_phase(server, DW_PHASE_RESULT, DW_OUTCOME_WON);
    fake_server_set_phase(server, DW_PHASE_RESULT, DW_OUTCOME_WON);
    fake_server_run(server, 100);
    assert_int_equal(dw_client_get_stats(server->client)->rounds_won, 1);
    assert_int_equal(dw_client_get_stats(server->client)->rounds_lost, 0);
    fake_server_destroy(server);
}

static void events_come_out_in_order_and_the_oldest_go_first(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    for (uint32_t i = 0; i < DW_CLIENT_EVENTS_MAX + 10; i++) {
        dw_message message = {.type = DW_MESSAGE_EVENT};
        message.as.event = (dw_client_event){.tick = i + 1, .kind = DW_CLIENT_EVENT_USE_FAILED};
        fake_server_send(server, &message);
    }
    fake_server_run(server, 100);
    dw_client_event event;
    for (uint32_t i = 10; i < DW_CLIENT_EVENTS_MAX + 10; i++) {
        assert_true(dw_client_pop_event(server->client, &event));
        assert_int_equal(event.tick, i + 1);
    }
    assert_false(dw_client_pop_event(server->client, &event));
    fake_server_destroy(server);
}

/* Against an oracle that sorts: any order of arrival, with repeats. */
static void store_keeps_the_newest_in_order(void **state)
{
    (void)state;
    static dw_snapshot_store store;
    dw_rng rng;
    dw_rng_init(&rng, 3, 3);
    for (uint32_t round = 0; round < 200; round++) {
        const uint32_t hz = 1 + dw_rng_below(&rng, 60);
        const uint32_t capacity = hz * DW_SNAPSHOT_STORE_SECONDS + 1;
        dw_snapshot_store_reset(&store, hz);
        bool held[1024] = {false};
        uint32_t count = 0;
        uint32_t oldest = 0;
        for (uint32_t i = 0; i < 600; i++) {
            const uint32_t tick = i + 1 + dw_rng_below(&rng, 40);
            while (count > 0 && !held[oldest]) {
                oldest++;
            }
            const bool too_old = count == capacity && tick < oldest;
            const dw_snapshot snapshot = {.tick = tick};
            assert_int_equal(dw_snapshot_store_put(&store, &snapshot), !held[tick] && !too_old);
            if (!held[tick] && !too_old) {
                held[tick] = true;
                oldest = count == 0 || tick < oldest ? tick : oldest;
                count++;
                if (count > capacity) {
                    held[oldest] = false;
                    count--;
                }
            }
        }
        uint32_t age = 0;
        for (uint32_t tick = 1023; tick > 0; tick--) {
            const dw_snapshot *found = dw_snapshot_store_find(&store, tick);
            assert_int_equal(found != NULL, held[tick]);
            if (held[tick]) {
                assert_int_equal(found->tick, tick);
                assert_ptr_equal(dw_snapshot_store_at(&store, age), found);
                age++;
            }
        }
        assert_null(dw_snapshot_store_at(&store, age));
    }
}

static void the_own_body_is_drawn_in_the_gait_that_is_held(void **state)
{
    (void)state;
    static const uint8_t buttons[] = {0, DW_BUTTON_CROUCH, DW_BUTTON_SPRINT};
    static const uint8_t flags[] = {0, DW_BODY_CROUCHING, DW_BODY_SPRINTING};
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t gait = i % 3;
        dw_drawn_world world;
        server->held =
            (dw_intent){.direction = i % 2 == 0 ? DW_EAST : DW_WEST, .buttons = buttons[gait]};
        fake_server_run(server, 300);
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
        assert_true(world.has_own);
        assert_int_equal(world.own_flags, flags[gait]);
    }
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_own_body_is_drawn_in_the_gait_that_is_held),
        cmocka_unit_test(prediction_is_exact_while_nothing_disturbs),
        cmocka_unit_test(both_ends_open_and_close_the_door_at_the_same_tick),
        cmocka_unit_test(use_held_for_long_is_one_press_and_stays_down),
        cmocka_unit_test(short_press_between_two_ticks_is_not_lost),
        cmocka_unit_test(a_press_that_was_not_sent_does_not_wait_for_the_next_connection),
        cmocka_unit_test(presses_in_a_row_stay_apart),
        cmocka_unit_test(a_throw_travels_in_one_tick_alone),
        cmocka_unit_test(an_answer_travels_in_one_tick_alone),
        cmocka_unit_test(message_holds_what_no_snapshot_confirmed),
        cmocka_unit_test(disturbed_body_is_where_the_server_has_it_a_round_trip_later),
        cmocka_unit_test(far_correction_is_not_smoothed),
        cmocka_unit_test(body_stands_still_outside_of_play),
        cmocka_unit_test(body_stands_still_while_the_match_is_paused),
        cmocka_unit_test(start_of_play_is_known_beforehand),
        cmocka_unit_test(intents_come_in_time_at_any_delay),
        cmocka_unit_test(clock_follows_a_connection_that_becomes_slower_and_faster),
        cmocka_unit_test(own_ticks_stop_where_ticks_end),
        cmocka_unit_test(loss_costs_little),
        cmocka_unit_test(snapshot_without_its_baseline_is_counted_and_ignored),
        cmocka_unit_test(guards_move_smoothly_and_never_run_backwards),
        cmocka_unit_test(extrapolation_ends_after_100_ms),
        cmocka_unit_test(body_that_comes_into_sight_ages_from_there),
        cmocka_unit_test(spectators_acknowledge_and_have_no_body),
        cmocka_unit_test(rounds_are_counted_once),
        cmocka_unit_test(events_come_out_in_order_and_the_oldest_go_first),
        cmocka_unit_test(store_keeps_the_newest_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
