/* A recorded round that is played to spectators: a jump lands where straight play comes by, and
 * each view shows what it may. */
#include "recorded_round.h"
#include "server/session/playback/played_round.h"
#include "tests/support/same_rows.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS = 1500, CHECK_TICKS = 7, VIEWERS = 3, STREAM = 100000 };

static recorded_round made;
static dw_data_brain *file_brain; /* Two guards have it: one from the start, one later. */
static dw_replay *replay;
static dw_played_round *playback;
static dw_match_box shown;           /* The match that plays the recording. */
static uint64_t hashes[TICKS + 1];   /* Of straight play, by tick. */
static dw_snapshot known[TICKS + 1]; /* What the intruder in slot 0 could know then. */
static uint32_t length;

static void open_match(void)
{
    const dw_replay_header *header = dw_replay_get_header(replay);
    dw_match_box_init_file(&shown, "reference");
    shown.map = header->map;
    assert_int_equal(dw_nav_build_map(&shown.nav, &shown.arena, header->map, DW_BODY_HALF, NULL),
                     DW_OK);
    static const dw_brain_kind *brains[DW_GUARDS_MAX];
    assert_int_equal(dw_replay_brains(header, &playback->brains, brains, NULL), DW_OK);
    shown.config.map = shown.map;
    shown.config.nav = shown.nav;
    shown.config.rules = &header->rules;
    shown.config.brains = brains;
    shown.config.spectators_max = VIEWERS;
    shown.config.minds_always = true;
    shown.config.playback = playback;
    shown.tick = STREAM;
    dw_match_box_open(&shown);
}

static void look_through(void)
{
    dw_playback_index *index = NULL;
    assert_int_equal(
        dw_playback_index_create(&index, replay, &playback->brains, playback->clock.length, NULL),
        DW_OK);
    bool ended = false;
    while (!ended) {
        dw_playback_segment *segment = NULL;
        assert_int_equal(dw_playback_index_run(index, &segment), DW_OK);
        ended = segment->ended;
        dw_played_round_take(playback, segment);
    }
    dw_playback_index_destroy(index);
}

/* From the first tick to the last, without a saved state. */
static void play_straight(void)
{
    hashes[0] = dw_sim_hash(dw_match_sim(shown.match));
    while (dw_played_round_play(playback)) {
        const uint32_t tick = playback->player.ticks;
        hashes[tick] = dw_sim_hash(dw_match_sim(shown.match));
        memset(&known[tick], 0, sizeof known[tick]);
        dw_played_round_fill(playback, DW_PLAYBACK_VIEW_SLOTS, &known[tick]);
    }
    assert_int_equal(playback->player.ticks, length);
}

static int open_all(void **state)
{
    (void)state;
    file_brain = dw_stage_shipped_brain("guard-fsm");
    made.home = dw_data_brain_kind(file_brain);
    recorded_round_begin(&made, &recorded_round_key);
    recorded_round_play(&made, TICKS - 100);
    dw_match_abort(made.box.match);
    assert_int_equal(dw_replay_open(&replay, made.tape.bytes, made.tape.size, NULL, NULL), DW_OK);
    assert_int_equal(dw_played_round_create(&playback, replay, VIEWERS, NULL), DW_OK);
    length = playback->clock.length;
    assert_true(length > TICKS / 2 && length <= TICKS);
    open_match();
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    dw_match_box_close(&shown);
    dw_played_round_destroy(playback);
    dw_replay_close(replay);
    recorded_round_free(&made);
    dw_data_brain_destroy(file_brain);
    return 0;
}

static void go_to(uint32_t tick)
{
    dw_playback_clock_seek(&playback->clock, tick);
    uint32_t tries = 0;
    while (!dw_played_round_approach(playback)) {
        assert_true(++tries < 100);
    }
    dw_playback_clock_arrive(&playback->clock, shown.tick);
}

static void each_jump_lands_where_straight_play_comes_by(void **state)
{
    (void)state;
    assert_int_equal(playback->brains.count, 1);
    play_straight();
    look_through();
    assert_int_equal(playback->ready, length);
    assert_true(playback->keyframe_count >= length / DW_KEYFRAME_TICKS);
    dw_rng rng;
    dw_rng_init(&rng, 5, 0);
    for (uint32_t i = 0; i < 120; i++) {
        /* Both ends, saved ticks and their neighbours, and any. */
        const uint32_t near = dw_rng_below(&rng, length / DW_KEYFRAME_TICKS) * DW_KEYFRAME_TICKS;
        const uint32_t tick = i == 0       ? length
                              : i == 1     ? 0
                              : i % 3 == 0 ? near + dw_rng_below(&rng, 3)
                                           : dw_rng_below(&rng, length + 1);
        go_to(tick);
        assert_int_equal(dw_sim_world(dw_match_sim(shown.match))->tick, tick);
        assert_true(dw_sim_hash(dw_match_sim(shown.match)) == hashes[tick]);
        if (tick > 0) {
            dw_snapshot now;
            memset(&now, 0, sizeof now);
            dw_played_round_fill(playback, DW_PLAYBACK_VIEW_SLOTS, &now);
            assert_true(dw_same_rows(&now, &known[tick]));
        }
        /* It goes on from there. */
        if (tick + CHECK_TICKS < length) {
            for (uint32_t more = 0; more < CHECK_TICKS; more++) {
                assert_true(dw_played_round_play(playback));
            }
            assert_true(dw_sim_hash(dw_match_sim(shown.match)) == hashes[tick + CHECK_TICKS]);
        }
    }
    assert_true(playback->stats.seek_ticks <= 121u * (DW_KEYFRAME_TICKS + 1));
}

static void a_long_way_is_gone_in_slices(void **state)
{
    (void)state;
    playback->slice = 50; /* No saved state is there yet: all from the start. */
    dw_playback_clock_seek(&playback->clock, 720);
    uint32_t steps = 1;
    while (!dw_played_round_approach(playback)) {
        steps++;
    }
    assert_int_equal(steps, 15);
    assert_int_equal(playback->player.ticks, 720);
    /* Back is not possible before the index has begun; the picture stands still until then. */
    dw_playback_clock_seek(&playback->clock, 3);
    assert_false(dw_played_round_approach(playback));
    look_through();
    assert_true(dw_played_round_approach(playback));
    assert_int_equal(playback->player.ticks, 3);
}

/* What the guard saw first of the intruder, and how the intruder was when it was detected, are what
 * straight play shows at these ticks. */
static void check_reason(const dw_playback_sighting *why)
{
    const dw_sim *sim = dw_match_sim(shown.match);
    const dw_world *world = dw_sim_world(sim);
    const dw_actor *guard = dw_guard_actor(world, why->guard - 1u);
    const dw_actor *intruder = dw_intruder_actor(world, why->slot);
    const dw_body *body = &intruder->body;
    go_to(why->tick);
    assert_int_equal(why->distance_cm,
                     dw_distance(guard->body.position, body->position) / (10 * DW_UNITS_PER_MM));
    assert_int_equal(why->room, intruder->room);
    assert_int_equal((why->posture & DW_SIGHTING_CROUCHING) != 0, body->crouching);
    assert_int_equal((why->posture & DW_SIGHTING_SPRINTING) != 0, body->sprinting);
    assert_int_equal((why->posture & DW_SIGHTING_MOVING) != 0, body->moving);
    assert_int_equal((why->posture & DW_SIGHTING_CARRYING) != 0,
                     dw_world_items_of(world, why->slot) != 0);
    assert_int_equal(dw_sim_rules(sim)->light, 0);
    assert_int_equal(why->light, DW_PLAYBACK_NO_LIGHT);
    go_to(why->tick - why->glimpse_ticks);
    const dw_vec way = dw_vec_sub(body->position, guard->body.position);
    const int32_t turn = dw_turn_bam(guard->body.heading_bam, dw_angle_bam(way.x, way.y));
    assert_int_equal(why->angle, (turn < 0 ? -turn : turn) / 512);
    assert_int_equal(why->glimpse_distance_cm,
                     dw_distance(guard->body.position, body->position) / (10 * DW_UNITS_PER_MM));
}

static void the_time_line_has_each_sighting_with_its_reason(void **state)
{
    (void)state;
    look_through();
    uint32_t sightings = 0;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < playback->event_count; i++) {
        const dw_playback_event *event = &playback->events[i];
        assert_true(dw_playback_event_valid(event));
        assert_true(i == 0 || event->tick >= event[-1].tick);
        slots += event->kind == DW_PLAYBACK_EVENT_SLOT ? 1 : 0;
        const dw_playback_sighting *why = dw_played_round_why(playback, (uint16_t)i);
        assert_true((why != NULL) == (event->kind == DW_PLAYBACK_EVENT_SIGHTING));
        if (why == NULL) {
            continue;
        }
        sightings++;
        assert_int_equal(why->event, i);
        assert_int_equal(why->tick, event->tick);
        assert_int_equal(why->guard, event->a);
        assert_int_equal(why->slot, event->b);
        assert_int_equal(why->sense, event->c);
        assert_true(why->samples[why->sample_count - 1] >= 100);
        assert_true(why->glimpse_ticks == 0 || why->samples[0] < 100);
        assert_true(why->goal[0] != '\0');
        check_reason(why);
    }
    assert_true(sightings > 0);
    assert_true(slots >= 3); /* One drops and comes back, one leaves. */
    const dw_playback_event *last = &playback->events[playback->event_count - 1];
    assert_int_equal(last->kind, DW_PLAYBACK_EVENT_END);
    assert_int_equal(last->a, DW_OUTCOME_ABORTED);
}

/* The row of an event of guards' radio, of hands, or of a capture. */
static bool row_of(const dw_sim_event *event, dw_playback_event *row)
{
    static const struct {
        uint8_t of, kind;
        bool item, slot, room;
    } rows[] = {
        {.of = DW_SIM_LOST, .kind = DW_PLAYBACK_EVENT_LOST, .slot = true},
        {.of = DW_SIM_CAUGHT, .kind = DW_PLAYBACK_EVENT_CAUGHT, .slot = true},
        {.of = DW_SIM_REPORTED, .kind = DW_PLAYBACK_EVENT_REPORT, .slot = true, .room = true},
        {.of = DW_SIM_CLEARED, .kind = DW_PLAYBACK_EVENT_CLEAR, .room = true},
        {.of = DW_SIM_TAKEN, .kind = DW_PLAYBACK_EVENT_TAKEN, .item = true},
        {.of = DW_SIM_DROPPED, .kind = DW_PLAYBACK_EVENT_DROPPED, .item = true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].of == event->kind) {
            row->kind = rows[i].kind;
            row->a = (uint8_t)(rows[i].item ? event->slot : 1 + event->guard);
            row->b = (uint8_t)(rows[i].item ? event->item : (rows[i].slot ? event->slot : 0));
            row->c = (uint16_t)(rows[i].room ? event->room : 0);
            return true;
        }
    }
    return false;
}

static void the_time_line_says_what_straight_play_does(void **state)
{
    (void)state;
    look_through();
    uint32_t at = 0;
    uint32_t found = 0;
    while (dw_played_round_play(playback)) {
        uint32_t count = 0;
        const dw_sim_event *events = dw_sim_events(dw_match_sim(shown.match), &count);
        for (uint32_t i = 0; i < count; i++) {
            dw_playback_event row;
            if (!row_of(&events[i], &row)) {
                continue;
            }
            row.tick = playback->player.ticks;
            while (at < playback->event_count &&
                   (playback->events[at].tick != row.tick ||
                    playback->events[at].kind != row.kind || playback->events[at].a != row.a)) {
                at++; /* Rows of other kinds lie between. */
            }
            assert_in_range(at, 0, playback->event_count - 1u);
            assert_int_equal(playback->events[at].b, row.b);
            assert_int_equal(playback->events[at++].c, row.c);
            found++;
        }
    }
    assert_true(found > 3);
    uint32_t listed = 0; /* No row without its event. */
    for (uint32_t i = 0; i < playback->event_count; i++) {
        const uint8_t kind = playback->events[i].kind;
        listed += kind == DW_PLAYBACK_EVENT_LOST || kind == DW_PLAYBACK_EVENT_CAUGHT ||
                          kind == DW_PLAYBACK_EVENT_REPORT || kind == DW_PLAYBACK_EVENT_CLEAR ||
                          kind == DW_PLAYBACK_EVENT_TAKEN || kind == DW_PLAYBACK_EVENT_DROPPED
                      ? 1
                      : 0;
    }
    assert_int_equal(listed, found);
}

static const dw_playback_state *last_state(uint32_t tag)
{
    for (uint32_t i = shown.message_count; i > 0; i--) {
        if (shown.messages[i - 1].tag == tag &&
            shown.messages[i - 1].message.type == DW_MESSAGE_PLAYBACK) {
            return &shown.messages[i - 1].message.as.playback;
        }
    }
    return NULL;
}

static bool steer(dw_client_handle client, dw_steer_action action, int32_t value)
{
    const dw_steer asked = {(uint8_t)action, value};
    return dw_match_steer(shown.match, client, &asked);
}

static void run(uint32_t ticks)
{
    shown.message_count = 0;
    dw_match_box_run(&shown, ticks);
}

static void a_match_plays_it_at_the_speed_that_is_asked_for(void **state)
{
    (void)state;
    look_through();
    const dw_client_handle pilot = dw_match_box_watch(&shown, 1);
    const dw_client_handle guest = dw_match_box_watch(&shown, 2);
    const dw_client_handle old = dw_match_box_watch(&shown, 3);
    assert_true(pilot != 0 && guest != 0 && old != 0);
    dw_match_let_steer(shown.match, pilot, true);
    assert_false(steer(pilot, DW_STEER_SEEK, 500)); /* Nothing counts before it watches. */
    assert_true(steer(pilot, DW_STEER_WATCH, 0));
    assert_true(steer(guest, DW_STEER_WATCH, 0));
    assert_false(steer(guest, DW_STEER_SEEK, 500));
    run(60);
    assert_int_equal(playback->clock.shown, 60);
    assert_true((last_state(1)->flags & DW_PLAYBACK_MAY_STEER) != 0);
    assert_true((last_state(2)->flags & DW_PLAYBACK_MAY_STEER) == 0);
    assert_null(last_state(3)); /* It has not asked. */
    assert_int_equal(last_state(1)->length, length);
    assert_true(steer(pilot, DW_STEER_SPEED, 128));
    run(10);
    assert_int_equal(playback->clock.shown, 220);
    assert_true(steer(pilot, DW_STEER_SPEED, 1));
    run(17); /* Clients count on from the first of these ticks. */
    assert_int_equal(playback->clock.shown, 222);
    assert_string_equal(last_state(2)->steerer, "watcher");
    assert_true(steer(pilot, DW_STEER_SEEK, 900));
    run(1);
    assert_int_equal(last_state(2)->shown, 900);
    assert_int_equal(last_state(2)->epoch, 2);
    assert_int_equal(last_state(2)->epoch_tick, shown.tick - 1);
    assert_true(steer(pilot, DW_STEER_STEP, -1));
    run(30);
    assert_int_equal(last_state(2)->shown, 899);
    assert_true((last_state(2)->flags & DW_PLAYBACK_PAUSED) != 0);
    assert_true(dw_sim_hash(dw_match_sim(shown.match)) == hashes[899]);
    const dw_match_stats *stats = dw_match_get_stats(shown.match);
    assert_int_equal(stats->steers_refused, 2);
}

/* What the client tells of the round by its tick: start and phase. */
static void rounds_tell_the_shown_tick_and_the_end(void **state)
{
    (void)state;
    look_through();
    const dw_client_handle pilot = dw_match_box_watch(&shown, 1);
    dw_match_let_steer(shown.match, pilot, true);
    (void)steer(pilot, DW_STEER_WATCH, 0);
    run(30);
    assert_int_equal(dw_match_round(shown.match).start_tick, shown.tick - 30 + 1);
    (void)steer(pilot, DW_STEER_SEEK, 700);
    run(1);
    assert_int_equal(dw_match_round(shown.match).start_tick, shown.tick - 700 + 1);
    assert_int_equal(dw_match_round(shown.match).phase, DW_PHASE_PLAY);
    assert_true(dw_match_box_count(&shown, 0, 1, DW_MESSAGE_ROUND) > 0);
    (void)steer(pilot, DW_STEER_PAUSE, 1);
    run(1);
    assert_int_equal(dw_match_box_last(&shown, 1, DW_MESSAGE_ROUND)->as.round.paused, 1);
    (void)steer(pilot, DW_STEER_PAUSE, 0);
    run(1);
    assert_int_equal(dw_match_box_last(&shown, 1, DW_MESSAGE_ROUND)->as.round.paused, 0);
    (void)steer(pilot, DW_STEER_SEEK, DW_PLAYBACK_TICK_MAX);
    run(20);
    assert_int_equal(dw_match_round(shown.match).phase, DW_PHASE_RESULT);
    assert_int_equal(dw_match_round(shown.match).outcome, DW_OUTCOME_ABORTED);
    const uint32_t ended = dw_match_round(shown.match).start_tick; /* Of the result: it stays. */
    assert_in_range(ended, shown.tick - 20, shown.tick);
    run(5);
    assert_int_equal(dw_match_round(shown.match).start_tick, ended);
    (void)steer(pilot, DW_STEER_SEEK, 0);
    run(20);
    assert_int_equal(dw_match_round(shown.match).phase, DW_PHASE_PLAY);
    assert_true(dw_match_idle(shown.match) == false);
}

static const uint8_t *find_snapshot(dw_client_handle client, uint8_t bytes[DW_MESSAGE_MAX],
                                    dw_snapshot *out, const dw_snapshot *base)
{
    size_t size = 0;
    if (dw_match_encode_snapshot(shown.match, client, bytes, DW_MESSAGE_MAX, &size) != DW_OK) {
        return NULL;
    }
    assert_int_equal(dw_snapshot_decode(out, base, shown.map->door_count, bytes, size), DW_OK);
    return bytes;
}

static void each_spectator_has_a_view_of_its_own(void **state)
{
    (void)state;
    look_through();
    const dw_client_handle one = dw_match_box_watch(&shown, 1);
    const dw_client_handle two = dw_match_box_watch(&shown, 2);
    const dw_client_handle three = dw_match_box_watch(&shown, 3);
    (void)steer(one, DW_STEER_WATCH, 0);
    (void)steer(two, DW_STEER_WATCH, 0);
    (void)steer(three, DW_STEER_WATCH, 0);
    assert_true(steer(two, DW_STEER_VIEW, DW_PLAYBACK_VIEW_SLOTS));
    assert_true(steer(three, DW_STEER_VIEW, DW_PLAYBACK_VIEW_GUARDS + 1));
    assert_false(steer(three, DW_STEER_VIEW, DW_PLAYBACK_VIEW_GUARDS + shown.map->guard_count));
    run(400);
    while (!dw_match_snapshot_due(shown.match, shown.tick)) {
        run(1);
    }
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_snapshot all;
    dw_snapshot slot;
    dw_snapshot guard;
    assert_non_null(find_snapshot(one, bytes, &all, NULL));
    assert_non_null(find_snapshot(two, bytes, &slot, NULL));
    assert_non_null(find_snapshot(three, bytes, &guard, NULL));
    assert_true(slot.body_count < all.body_count && guard.body_count <= all.body_count);
    const uint32_t tick = dw_sim_world(dw_match_sim(shown.match))->tick;
    assert_true(dw_same_rows(&slot, &known[tick]));
    assert_int_equal(slot.own.slot, DW_SLOT_NONE);
    /* Minds: all; none; that of the guard alone. */
    run(240);
    assert_true(dw_match_box_count(&shown, 0, 1, DW_MESSAGE_MIND) > 3);
    assert_int_equal(dw_match_box_count(&shown, 0, 2, DW_MESSAGE_MIND), 0);
    uint32_t minds = 0;
    for (uint32_t i = 0; i < shown.message_count; i++) {
        if (shown.messages[i].tag == 3 && shown.messages[i].message.type == DW_MESSAGE_MIND) {
            assert_int_equal(shown.messages[i].message.as.mind.body, 2);
            minds++;
        }
    }
    assert_true(minds > 0);
}

static void a_jump_makes_all_earlier_snapshots_no_baselines(void **state)
{
    (void)state;
    look_through();
    const dw_client_handle pilot = dw_match_box_watch(&shown, 1);
    dw_match_let_steer(shown.match, pilot, true);
    (void)steer(pilot, DW_STEER_WATCH, 0);
    for (int32_t view = 0; view < 2; view++) {
        (void)steer(pilot, DW_STEER_VIEW, view);
        uint32_t full = 0;
        for (uint32_t i = 0; i < 60; i++) {
            run(1);
            uint8_t bytes[DW_MESSAGE_MAX];
            size_t size = 0;
            if (!dw_match_snapshot_due(shown.match, shown.tick) ||
                dw_match_encode_snapshot(shown.match, pilot, bytes, sizeof bytes, &size) != DW_OK) {
                continue;
            }
            dw_snapshot seen;
            const bool whole =
                dw_snapshot_decode(&seen, NULL, shown.map->door_count, bytes, size) == DW_OK;
            full += whole ? 1 : 0;
            const dw_input ack = {.ack_tick = shown.tick, .newest_tick = shown.tick, .count = 1};
            (void)dw_match_input(shown.match, pilot, &ack);
            if (i == 30) {
                (void)steer(pilot, DW_STEER_SEEK, 800);
            }
        }
        assert_int_equal(full, 2); /* The first, and the first behind the jump. */
    }
}

static bool goes_on(void *context)
{
    (void)context;
    return false;
}

static bool stops(void *context)
{
    (void)context;
    return true;
}

/* The recording as an earlier one of its own: each ghost is where its body is. */
static void ghosts_are_where_players_of_the_earlier_round_were(void **state)
{
    (void)state;
    dw_ghost_trails *trails = &playback->ghosts;
    dw_replay *earlier = NULL;
    const dw_replay_header *header = dw_replay_get_header(replay);
    assert_int_equal(dw_replay_again(&earlier, replay), DW_OK);
    assert_true(dw_ghost_trails_fit(header, header));
    assert_int_not_equal(dw_ghost_trails_read(trails, header, earlier, stops, NULL, NULL), DW_OK);
    assert_int_equal(trails->count, 0);
    dw_replay_close(earlier);
    assert_int_equal(dw_replay_again(&earlier, replay), DW_OK);
    assert_int_equal(dw_ghost_trails_read(trails, header, earlier, goes_on, NULL, NULL), DW_OK);
    dw_replay_close(earlier);
    assert_int_equal(trails->tries, 1);
    assert_int_equal(trails->count, (uint32_t)__builtin_popcount(header->slots));
    look_through();
    for (uint32_t tick = 0; tick < length; tick += 10 * DW_GHOST_SAMPLE_TICKS) {
        go_to(tick);
        const dw_world *world = dw_sim_world(dw_match_sim(shown.match));
        for (uint32_t i = 0; i < trails->count; i++) {
            dw_ghost ghost;
            const dw_actor *actor = dw_intruder_actor(world, trails->rows[i]->slot);
            const bool there = dw_ghost_trail_at(trails->rows[i], tick, &ghost);
            assert_int_equal(there, dw_is_present(actor));
            if (there) {
                const dw_vec origin = shown.map->bounds.min;
                assert_int_equal(ghost.x, dw_snapshot_quantise(actor->body.position.x, origin.x));
                assert_int_equal(ghost.y, dw_snapshot_quantise(actor->body.position.y, origin.y));
            }
        }
    }
    dw_ghost_trails_clear(trails);
}

static void ghosts_need_the_same_map_and_a_player_of_the_same_name(void **state)
{
    (void)state;
    dw_replay_header *other = malloc(sizeof *other);
    assert_non_null(other);
    *other = *dw_replay_get_header(replay);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        other->names[s][0] = '#';
    }
    assert_false(dw_ghost_trails_fit(dw_replay_get_header(replay), other));
    *other = *dw_replay_get_header(replay);
    dw_map map = *other->map;
    map.exit.max.x += DW_MM(10);
    other->map = &map;
    assert_false(dw_ghost_trails_fit(dw_replay_get_header(replay), other));
    free(other);
}

static void ghosts_are_sent_with_snapshots_to_those_who_ask(void **state)
{
    (void)state;
    static dw_ghost_trail trail = {.slot = 2, .tries = 1, .count = 20};
    for (uint32_t i = 0; i < trail.count; i++) {
        trail.samples[i] = (dw_ghost_sample){(uint16_t)(100 + 60 * i), 500, 7, 1};
    }
    look_through();
    playback->ghosts = (dw_ghost_trails){.tries = 1, .count = 1, .rows = {&trail}};
    const dw_client_handle one = dw_match_box_watch(&shown, 1);
    const dw_client_handle two = dw_match_box_watch(&shown, 2);
    assert_false(steer(one, DW_STEER_GHOSTS, 1)); /* Nothing counts before it watches. */
    (void)steer(one, DW_STEER_WATCH, 0);
    (void)steer(two, DW_STEER_WATCH, 0);
    assert_true(steer(one, DW_STEER_GHOSTS, 1)); /* Without a right to steer. */
    assert_true(playback->ghosts_wanted);
    run(60);
    assert_int_equal(dw_match_box_count(&shown, 0, 1, DW_MESSAGE_GHOSTS), 20);
    assert_int_equal(dw_match_box_count(&shown, 0, 2, DW_MESSAGE_GHOSTS), 0);
    const dw_ghosts *last = &dw_match_box_last(&shown, 1, DW_MESSAGE_GHOSTS)->as.ghosts;
    assert_int_equal(last->count, 1);
    assert_int_equal(last->tries, 1);
    assert_int_equal(last->complete, 0);
    assert_int_equal(last->rows[0].x,
                     100 + 10 * (playback->clock.shown - (shown.tick - last->tick)));
    assert_int_equal(last->rows[0].slot, 2);
    run(120); /* Past the end of the trail. */
    assert_int_equal(dw_match_box_last(&shown, 1, DW_MESSAGE_GHOSTS)->as.ghosts.count, 0);
    assert_true(steer(one, DW_STEER_GHOSTS, 0));
    run(20);
    assert_int_equal(dw_match_box_count(&shown, 0, 1, DW_MESSAGE_GHOSTS), 0);
}

static void a_match_of_its_own_ignores_steering_but_for_a_counter(void **state)
{
    (void)state;
    dw_match *match = made.box.match;
    dw_welcome welcome;
    const dw_client_handle player = dw_match_box_join(&made.box, 20, "player", &welcome);
    const dw_client_handle watcher = dw_match_box_watch(&made.box, 21);
    assert_true(player != 0 && watcher != 0);
    const uint64_t before = dw_sim_hash(dw_match_sim(match));
    const uint32_t sends = made.box.sends;
    uint32_t refused = 0;
    for (uint8_t action = 0; action < DW_STEER_COUNT; action++) {
        dw_match_let_steer(match, watcher, true);
        const dw_steer asked = {action, 1};
        assert_false(dw_match_steer(match, watcher, &asked));
        assert_false(dw_match_steer(match, player, &asked));
        assert_false(dw_match_steer(match, 0, &asked));
        refused += 3;
    }
    assert_int_equal(dw_match_get_stats(match)->steers_refused, refused);
    assert_int_equal(dw_match_get_stats(match)->steers, 0);
    assert_true(dw_sim_hash(dw_match_sim(match)) == before);
    assert_int_equal(made.box.sends, sends);
}

static void a_recording_that_differs_ends_before_that(void **state)
{
    (void)state;
    look_through();
    assert_int_equal(playback->differs, false);
    dw_playback_segment *segment = calloc(1, sizeof *segment);
    assert_non_null(segment);
    segment->ready = 640;
    segment->ended = true;
    segment->status = DW_DIFFERS;
    go_to(900);
    dw_played_round_take(playback, segment);
    assert_int_equal(playback->clock.length, 640);
    assert_true(playback->differs && playback->clock.seeking);
    assert_true(dw_played_round_approach(playback));
    assert_true(dw_sim_hash(dw_match_sim(shown.match)) == hashes[640]);
}

int main(void)
{
#define PLAYED(test) cmocka_unit_test_setup_teardown(test, open_all, close_all)
    const struct CMUnitTest tests[] = {
        PLAYED(each_jump_lands_where_straight_play_comes_by), /* First: it fills the hashes. */
        PLAYED(a_long_way_is_gone_in_slices),
        PLAYED(the_time_line_has_each_sighting_with_its_reason),
        PLAYED(the_time_line_says_what_straight_play_does),
        PLAYED(a_match_plays_it_at_the_speed_that_is_asked_for),
        PLAYED(rounds_tell_the_shown_tick_and_the_end),
        PLAYED(each_spectator_has_a_view_of_its_own),
        PLAYED(a_jump_makes_all_earlier_snapshots_no_baselines),
        PLAYED(ghosts_are_where_players_of_the_earlier_round_were),
        PLAYED(ghosts_need_the_same_map_and_a_player_of_the_same_name),
        PLAYED(ghosts_are_sent_with_snapshots_to_those_who_ask),
        PLAYED(a_match_of_its_own_ignores_steering_but_for_a_counter),
        PLAYED(a_recording_that_differs_ends_before_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
