/* A player is told nothing of what happens out of its sight (ARCHITECTURE.md, invariant 4). The
 * test plays random pairs of matches that differ in the seed and in what the guards do. A player
 * may know of guards and leaves in sight, of the radio and of its teammates. While none of that
 * differs, every message and every snapshot is equal, byte by byte. Meanwhile guards detect, lose
 * and bark at the teammate, and doors move. The judge of what may be known is not the filter. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/world/sight.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/session/interest.h"
#include "tests/support/test.h"

#include <string.h>

enum { PAIRS = 24, TICKS = 1500, ANN = 1, BOB = 2, GRID = 11 };

typedef struct world {
    dw_match_box box;
    dw_client_handle ann, bob;
    dw_door_set doors; /* As they were a tick ago. */
    uint64_t snapshots;
} world;

static const dw_world *state_of(const world *w)
{
    return dw_sim_world(dw_match_sim(w->box.match));
}

static bool any_seen(const world *w, dw_vec eye, dw_rect area)
{
    for (int32_t i = 0; i <= GRID; i++) {
        for (int32_t j = 0; j <= GRID; j++) {
            const dw_vec p = {area.min.x + (area.max.x - area.min.x) / GRID * i,
                              area.min.y + (area.max.y - area.min.y) / GRID * j};
            if (dw_vec_equal(eye, p) ||
                dw_sight_clear(w->box.map, &state_of(w)->open, eye, p, DW_SIGHT_OVER_MIDDLE)) {
                return true;
            }
        }
    }
    return false;
}

/* Anything of the ground that a guard could step on within the margin, from where Ann is or, going
 * on, will be: more than the filter shows, never less but for slivers between the lines. */
static bool may_see_guard(const world *w, const dw_body *guard)
{
    const dw_body *body = &dw_intruder_actor(state_of(w), 0)->body;
    const int32_t reach = DW_BODY_HALF + DW_MM(DW_INTEREST_MARGIN_MM) + 60;
    const dw_rect area = dw_rect_around(guard->position, reach);
    const int32_t speeds[] = {0, w->box.rules.crouch_speed_mm_s, w->box.rules.walk_speed_mm_s,
                              w->box.rules.sprint_speed_mm_s};
    for (uint32_t i = 0; i < DW_COUNT_OF(speeds); i++) {
        const dw_direction on = (dw_direction)(1 + body->heading_bam / (DW_BAM_TURN / 8));
        const dw_vec step = dw_direction_step(on, speeds[i]);
        const dw_vec way = {step.x * DW_INTEREST_AHEAD_TICKS, step.y * DW_INTEREST_AHEAD_TICKS};
        const dw_move_result at =
            dw_move(w->box.map, &state_of(w)->open, body->position, way, DW_BODY_HALF, NULL, 0);
        if (any_seen(w, at.position, area)) {
            return true;
        }
    }
    return false;
}

static bool may_know_door(const world *w, uint16_t door)
{
    const dw_vec eye = dw_intruder_actor(state_of(w), 0)->body.position;
    const dw_rect doorway = w->box.map->doors[door].doorway;
    const dw_rect near = dw_rect_grown(doorway, DW_MM(DW_INTEREST_DOOR_NEAR_MM) + DW_BODY_HALF);
    return dw_rect_holds_closed(near, eye) || any_seen(w, eye, doorway);
}

/* Told to all, or seen: from here on the two may differ for Ann. */
static bool ann_may_know(const world *w, const world *other)
{
    const dw_world *here = state_of(w);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(dw_match_sim(w->box.match), &count);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t kind = events[i].kind;
        if (kind == DW_SIM_REPORTED || kind == DW_SIM_CLEARED || kind == DW_SIM_CAUGHT ||
            kind == DW_SIM_TAKES || kind == DW_SIM_HOLDS || kind == DW_SIM_TAKEN ||
            kind == DW_SIM_DROPPED || kind == DW_SIM_ENDED) {
            return true;
        }
    }
    for (uint16_t g = 0; g < here->guard_count; g++) {
        if (may_see_guard(w, &dw_guard_actor(here, g)->body)) {
            return true;
        }
    }
    for (uint16_t d = 0; d < w->box.map->door_count; d++) {
        const bool open = dw_door_set_has(&here->open, d);
        if ((open != dw_door_set_has(&state_of(other)->open, d) ||
             open != dw_door_set_has(&w->doors, d)) &&
            may_know_door(w, d)) {
            return true;
        }
    }
    return false;
}

/* A guard in the way, or a leaf, makes a teammate go elsewhere: that is told too. */
static bool intruders_differ(const world *a, const world *b)
{
    for (uint32_t s = 0; s < 2; s++) {
        const dw_world *here = state_of(a);
        const dw_world *there = state_of(b);
        if (!dw_vec_equal(dw_intruder_actor(here, s)->body.position,
                          dw_intruder_actor(there, s)->body.position) ||
            dw_intruder_slot_state(here, s) != dw_intruder_slot_state(there, s) ||
            here->intruders[s].caught_ticks != there->intruders[s].caught_ticks) {
            return true;
        }
    }
    return false;
}

static uint32_t hidden_events(const world *w)
{
    uint32_t hidden = 0;
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(dw_match_sim(w->box.match), &count);
    for (uint32_t i = 0; i < count; i++) {
        hidden += events[i].kind == DW_SIM_DETECTED || events[i].kind == DW_SIM_LOST ||
                  events[i].kind == DW_SIM_DOOR_OPENED || events[i].kind == DW_SIM_DOOR_CLOSED;
    }
    return hidden;
}

static void begin(world *w)
{
    dw_welcome welcome;
    dw_match_box_open(&w->box);
    w->ann = dw_match_box_join(&w->box, ANN, "ann", &welcome);
    w->bob = dw_match_box_join(&w->box, BOB, "bob", &welcome);
    dw_match_box_run_until(&w->box, DW_PHASE_PLAY);
    w->doors = state_of(w)->open;
    w->box.message_count = 0;
}

static void open_world(world *w, const char *map, const char *brain, uint64_t seed)
{
    dw_match_box_init_file(&w->box, map);
    w->box.config.brain = dw_brain_find(brain);
    w->box.config.round_key = dw_round_key_from_number(seed);
    begin(w);
}

/* One tick; gives a hash of all that Ann was sent, in order. */
static uint64_t run(world *w, const dw_intent asked[2])
{
    w->doors = state_of(w)->open;
    w->box.message_count = 0;
    dw_match_box_ask(&w->box, w->ann, asked[0].direction, asked[0].buttons, 1);
    dw_match_box_ask(&w->box, w->bob, asked[1].direction, asked[1].buttons, 1);
    dw_match_box_run(&w->box, 1);
    uint64_t hash = DW_HASH_START;
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    for (uint32_t i = 0; i < w->box.message_count; i++) {
        if (w->box.messages[i].tag == ANN) {
            assert_int_equal(
                dw_message_encode(&w->box.messages[i].message, bytes, sizeof bytes, &size), DW_OK);
            hash = dw_hash_bytes(hash, bytes, size);
        }
    }
    if (dw_match_encode_snapshot(w->box.match, w->ann, bytes, sizeof bytes, &size) == DW_OK) {
        hash = dw_hash_bytes(hash, bytes, size);
        /* For a tick that is over: it acknowledges and asks for nothing. */
        const dw_input ack = {.ack_tick = w->box.tick, .newest_tick = w->box.tick, .count = 1};
        (void)dw_match_input(w->box.match, w->ann, &ack);
    }
    return hash;
}

static void wander(dw_rng *rng, uint32_t tick, dw_intent *asked)
{
    asked->buttons = 0;
    if (tick % 30 == 0) {
        asked->direction = (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT);
    }
    asked->buttons |= tick % 15 == 0 ? DW_BUTTON_USE : 0;
}

static void what_happens_out_of_sight_sends_a_player_nothing(void **state)
{
    (void)state;
    static world a;
    static world b;
    static const char *const brains[] = {"null", "patrol-only", "chaser"};
    static const char *const maps[] = {"reference", "museum"};
    uint32_t compared = 0;
    uint32_t hidden = 0;
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        dw_rng rng;
        dw_rng_init(&rng, pair, 17);
        const char *map = maps[pair % DW_COUNT_OF(maps)];
        open_world(&a, map, brains[pair % DW_COUNT_OF(brains)], pair);
        open_world(&b, map, brains[(pair + 1) % DW_COUNT_OF(brains)], 1000 + pair);
        dw_intent asked[2] = {{.direction = DW_STAND}, {.direction = DW_STAND}};
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            /* Ann stays a while, so that Bob meets the guards and Ann does not. */
            if (tick > 900) {
                wander(&rng, tick, &asked[0]);
            }
            wander(&rng, tick, &asked[1]);
            const uint64_t of_a = run(&a, asked);
            const uint64_t of_b = run(&b, asked);
            if (intruders_differ(&a, &b) || ann_may_know(&a, &b) || ann_may_know(&b, &a)) {
                break;
            }
            assert_true(of_a == of_b);
            compared++;
            hidden += hidden_events(&a) + hidden_events(&b);
        }
        dw_match_box_close(&a.box);
        dw_match_box_close(&b.box);
    }
    print_message("%u ticks compared, %u events out of sight\n", compared, hidden);
    assert_true(compared > 100 * PAIRS);
    assert_true(hidden > 2 * PAIRS);
}

/* A hall, a study, a door between them. The guard stands in the study and looks that way. */
static void open_study(world *w, uint16_t heading_bam)
{
    dw_match_box_init(&w->box);
    dw_guard_post *post = (dw_guard_post *)&w->box.map->guards[0];
    post->heading_bam = heading_bam;
    begin(w);
}

static uint32_t barks(const world *w, uint32_t tag)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->box.message_count; i++) {
        const dw_message *message = &w->box.messages[i].message;
        count += w->box.messages[i].tag == tag && message->type == DW_MESSAGE_EVENT &&
                 message->as.event.kind == DW_CLIENT_EVENT_BARK;
    }
    return count;
}

/* Bob goes into the study, closes the door and walks about; Ann waits in a corner of the hall. */
static void ask_both(dw_rng *rng, const world *w, uint32_t tick, dw_intent asked[2])
{
    const int32_t x = dw_intruder_actor(state_of(w), 1)->body.position.x;
    const dw_door_set *open = &state_of(w)->open;
    asked[0] = (dw_intent){.direction = tick < 60 ? DW_SOUTH : DW_STAND};
    if (tick < 300) {
        const bool at_door = x > DW_MM(5300) && x < DW_MM(5600) && !dw_door_set_has(open, 0);
        const bool is_in = x > DW_MM(6700) && dw_door_set_has(open, 0);
        asked[1] = (dw_intent){.direction = x < DW_MM(6800) ? DW_EAST : DW_STAND,
                               .buttons = (at_door || is_in) && tick % 4 == 0 ? DW_BUTTON_USE : 0};
        asked[1].direction = at_door ? DW_STAND : asked[1].direction;
    } else {
        wander(rng, tick, &asked[1]);
        asked[1].buttons = 0;
    }
}

static void a_bark_behind_a_closed_door_is_no_message_to_players_outside(void **state)
{
    (void)state;
    static world a;
    static world b;
    uint32_t heard_by_bob = 0;
    uint32_t differed = 0;
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        dw_rng rng;
        dw_rng_init(&rng, pair, 23);
        open_study(&a, (uint16_t)dw_rng_next(&rng));
        open_study(&b, (uint16_t)dw_rng_next(&rng));
        dw_intent asked[2] = {{.direction = DW_STAND}, {.direction = DW_STAND}};
        for (uint32_t tick = 0; tick < TICKS && !intruders_differ(&a, &b); tick++) {
            ask_both(&rng, &a, tick, asked);
            const uint64_t of_a = run(&a, asked);
            const uint64_t of_b = run(&b, asked);
            if (intruders_differ(&a, &b)) {
                break; /* One is about to be caught: that is told. */
            }
            assert_true(of_a == of_b);
            assert_int_equal(barks(&a, ANN) + barks(&b, ANN), 0);
            heard_by_bob += barks(&a, BOB) + barks(&b, BOB);
            differed += barks(&a, BOB) != barks(&b, BOB);
        }
        dw_match_box_close(&a.box);
        dw_match_box_close(&b.box);
    }
    print_message("%u barks in the study, %u in one world alone\n", heard_by_bob, differed);
    assert_true(heard_by_bob > PAIRS && differed > PAIRS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_happens_out_of_sight_sends_a_player_nothing),
        cmocka_unit_test(a_bark_behind_a_closed_door_is_no_message_to_players_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
