/* What the client is told becomes cues: each once, from the right side, as loud as it should be. */
#include "client/view/sound/captions.h"
#include "client/view/sound/listener.h"
#include "common/base/check.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <math.h>

static dw_view_fixture fixture;
static dw_listener listener;
static dw_flights flights;
static dw_camera camera;
static dw_listener_view view;

#define METRE (1000.0 * DW_UNITS_PER_MM)

/* A player in the entry hall, alone, in a round. */
static int open_scene(void **state)
{
    (void)state;
    assert_true(dw_view_fixture_open(&fixture, "reference", true));
    fixture.world.body_count = 0;
    fixture.world.caught = 0.0F;
    fixture.world.own_flags = 0;
    fixture.rules.hearing = 1;
    fixture.rules.tools = 1;
    fixture.round.phase = DW_PHASE_PLAY;
    flights = (dw_flights){.rows = {{.tool = 0}}};
    camera = (dw_camera){.x = fixture.world.own_x,
                         .y = fixture.world.own_y,
                         .scale = 60.0,
                         .target_scale = 60.0,
                         .width = 1280,
                         .height = 720};
    view = (dw_listener_view){.map = fixture.map,
                              .rules = &fixture.rules,
                              .world = &fixture.world,
                              .camera = &camera,
                              .flights = &flights,
                              .round = &fixture.round,
                              .now = 10.0};
    dw_listener_reset(&listener);
    return 0;
}

static int close_scene(void **state)
{
    (void)state;
    dw_view_fixture_close(&fixture);
    return 0;
}

static dw_drawn_body *put_guard(double dx_m, double dy_m)
{
    dw_drawn_body *body = &fixture.world.bodies[fixture.world.body_count++];
    *body = (dw_drawn_body){.id = fixture.world.body_count,
                            .role = DW_ROLE_GUARD,
                            .mood = DW_MOOD_CALM,
                            .x = fixture.world.own_x + dx_m * METRE,
                            .y = fixture.world.own_y + dy_m * METRE};
    return body;
}

/* The only cue that waits. */
static dw_cue only(dw_effect effect)
{
    dw_cue cue = {0};
    dw_cue more = {0};
    assert_true(dw_listener_pop(&listener, &cue));
    assert_int_equal(cue.effect, effect);
    assert_false(dw_listener_pop(&listener, &more));
    return cue;
}

static void nothing(void)
{
    dw_cue cue = {0};
    assert_false(dw_listener_pop(&listener, &cue));
}

static dw_cue hear(uint8_t kind, uint8_t direction, uint8_t level_db, dw_effect effect)
{
    const dw_sound_heard heard = {kind, direction, level_db};
    dw_listener_noise(&listener, &view, &heard);
    return only(effect);
}

static void tell(uint8_t kind, uint16_t a, uint16_t b, uint16_t c)
{
    const dw_client_event event = {.tick = 1, .kind = kind, .a = a, .b = b, .c = c};
    dw_listener_event(&listener, &view, &event);
}

/* Moves a position for that time at 60 frames a second; returns how many steps were heard. */
static uint32_t walk(double *x, double speed_m_s, double seconds, dw_effect effect, dw_cue *last)
{
    uint32_t steps = 0;
    const double until = view.now + seconds;
    while (view.now < until) {
        view.now += 1.0 / 60.0;
        *x += speed_m_s * METRE / 60.0;
        dw_listener_step(&listener, &view);
        dw_cue cue;
        while (dw_listener_pop(&listener, &cue)) {
            assert_int_equal(cue.effect, effect);
            *last = cue;
            steps++;
        }
    }
    return steps;
}

static void each_noise_is_one_cue_from_its_side(void **state)
{
    (void)state;
    static const dw_effect effects[DW_NOISE_KIND_COUNT] = {
        DW_EFFECT_GUARD_STEP, DW_EFFECT_DOOR, DW_EFFECT_CALL,  DW_EFFECT_DOG,
        DW_EFFECT_TOPPLE,     DW_EFFECT_COIN, DW_EFFECT_SHOUT, DW_EFFECT_BELL};
    for (uint8_t kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        const dw_cue right = hear(kind, 0, 20, effects[kind]);
        const dw_cue below = hear(kind, 32, 20, effects[kind]);
        const dw_cue left = hear(kind, 64, 20, effects[kind]);
        const dw_cue above = hear(kind, 96, 20, effects[kind]);
        assert_true(right.placing.pan > 0.8F && left.placing.pan < -0.8F);
        assert_true(fabsf(below.placing.pan) < 0.01F && fabsf(above.placing.pan) < 0.01F);
        assert_int_equal(right.placing.side, DW_SIDE_RIGHT);
        assert_int_equal(below.placing.side, DW_SIDE_BELOW);
        assert_int_equal(left.placing.side, DW_SIDE_LEFT);
        assert_int_equal(above.placing.side, DW_SIDE_ABOVE);
    }
}

static void a_louder_noise_is_played_louder_and_the_faintest_is_still_heard(void **state)
{
    (void)state;
    float before = 0.0F;
    for (uint8_t level = 0; level <= 45; level += 5) {
        const dw_cue cue = hear(DW_NOISE_COIN, 10, level, DW_EFFECT_COIN);
        assert_true(cue.placing.gain > before && cue.placing.gain <= 1.0F);
        assert_true(level > 0 || cue.placing.gain > 0.015F);
        before = cue.placing.gain;
    }
    assert_true(hear(DW_NOISE_COIN, 10, 255, DW_EFFECT_COIN).placing.gain == before);
}

static void a_step_out_of_sight_is_dull_and_one_in_sight_has_its_floor(void **state)
{
    (void)state;
    assert_true(hear(DW_NOISE_STEP, 0, 20, DW_EFFECT_GUARD_STEP).dull);
    dw_drawn_body *guard = put_guard(1.5, 0.0);
    dw_cue cue = {0};
    assert_int_equal(walk(&guard->y, 1.2, 0.2, DW_EFFECT_COUNT, &cue), 0);
    const dw_cue seen = hear(DW_NOISE_STEP, 2, 20, DW_EFFECT_GUARD_STEP);
    const dw_floor floor =
        (dw_floor)fixture.map
            ->rooms[dw_map_room_at(fixture.map, (dw_vec){(int32_t)guard->x, (int32_t)guard->y})]
            .floor;
    assert_false(seen.dull);
    assert_int_equal(seen.variant / DW_EFFECT_TAKES,
                     dw_effect_guard_step(floor, false, 0) / DW_EFFECT_TAKES);
    /* The same guard explains no noise from the other side, and no bark. */
    assert_true(hear(DW_NOISE_STEP, 64, 20, DW_EFFECT_GUARD_STEP).dull);
    assert_true(hear(DW_NOISE_BARK, 2, 20, DW_EFFECT_DOG).dull);
    assert_false(hear(DW_NOISE_CALL, 2, 20, DW_EFFECT_CALL).dull);
}

/* The door of the entry hall is heard clearly if the noise is as loud as that door is from here. */
static void a_leaf_of_the_own_room_is_clear_and_one_behind_it_is_dull(void **state)
{
    (void)state;
    const uint16_t room = dw_map_room_at(
        fixture.map, (dw_vec){(int32_t)fixture.world.own_x, (int32_t)fixture.world.own_y});
    const dw_door *door = &fixture.map->doors[fixture.map->rooms[room].doors[0]];
    const dw_vec centre = dw_rect_centre(door->doorway);
    const float turns = dw_placing_turns(&fixture.world, centre.x, centre.y);
    const uint8_t direction = (uint8_t)((int)lroundf(turns * 128.0F) % 128);
    assert_false(hear(DW_NOISE_LEAF, direction, 25, DW_EFFECT_DOOR).dull);
    assert_true(hear(DW_NOISE_LEAF, direction, 1, DW_EFFECT_DOOR).dull);
    assert_true(hear(DW_NOISE_LEAF, (uint8_t)((direction + 64) % 128), 25, DW_EFFECT_DOOR).dull);
}

static void a_door_is_heard_once_by_its_noise_or_else_by_its_event(void **state)
{
    (void)state;
    tell(DW_CLIENT_EVENT_DOOR, 0, 0, 0);
    nothing(); /* Its noise comes. */
    assert_int_equal(hear(DW_NOISE_LEAF, 0, 20, DW_EFFECT_DOOR).variant, 1);
    view.now += 2.0;
    assert_int_equal(hear(DW_NOISE_LEAF, 0, 20, DW_EFFECT_DOOR).variant, 0);
    fixture.rules.hearing = 0; /* No noise comes. */
    const dw_vec at = dw_rect_centre(fixture.map->doors[0].doorway);
    fixture.world.own_x = at.x - 2.0 * METRE;
    fixture.world.own_y = at.y;
    tell(DW_CLIENT_EVENT_DOOR, 0, 1, 0);
    const dw_cue right = only(DW_EFFECT_DOOR);
    assert_true(right.variant == 0 && right.placing.pan > 0.8F);
    fixture.world.own_x = at.x + 2.0 * METRE;
    tell(DW_CLIENT_EVENT_DOOR, 0, 0, 0);
    const dw_cue left = only(DW_EFFECT_DOOR);
    assert_true(left.variant == 1 && left.placing.pan < -0.8F);
}

static void own_steps_follow_the_stride_the_gait_and_the_floor(void **state)
{
    (void)state;
    dw_cue walking = {0};
    dw_cue sneaking = {0};
    dw_cue running = {0};
    const double start = fixture.world.own_x;
    /* 1.8 m in strides of 700, 450 and 1000 mm, the first of which is begun. */
    assert_int_equal(walk(&fixture.world.own_x, 1.8, 1.0, DW_EFFECT_STEP, &walking), 3);
    fixture.world.own_x = start;
    dw_listener_reset(&listener);
    fixture.world.own_flags = DW_BODY_CROUCHING;
    assert_int_equal(walk(&fixture.world.own_x, 0.9, 2.0, DW_EFFECT_STEP, &sneaking), 4);
    fixture.world.own_x = start;
    dw_listener_reset(&listener);
    fixture.world.own_flags = DW_BODY_SPRINTING;
    assert_int_equal(walk(&fixture.world.own_x, 3.0, 0.6, DW_EFFECT_STEP, &running), 2);
    assert_true(sneaking.placing.gain < walking.placing.gain &&
                walking.placing.gain < running.placing.gain);
    assert_true(walking.own && walking.placing.side == DW_SIDE_NONE);
    assert_true(walking.variant != sneaking.variant && walking.variant != running.variant);
    dw_cue none = {0};
    assert_int_equal(walk(&fixture.world.own_x, 0.0, 1.0, DW_EFFECT_COUNT, &none), 0);
    fixture.world.own_x += 5.0 * METRE; /* A new round puts the body elsewhere. */
    assert_int_equal(walk(&fixture.world.own_x, 0.0, 1.0, DW_EFFECT_COUNT, &none), 0);
}

static void a_guard_in_view_steps_where_no_noises_are_told(void **state)
{
    (void)state;
    dw_cue cue = {0};
    dw_drawn_body *guard = put_guard(1.0, 0.5);
    assert_int_equal(walk(&guard->x, 1.4, 1.0, DW_EFFECT_COUNT, &cue), 0); /* The server tells. */
    fixture.rules.hearing = 0;
    assert_int_equal(walk(&guard->x, 1.4, 2.0, DW_EFFECT_GUARD_STEP, &cue), 4);
    assert_true(cue.placing.pan > 0.5F && !cue.own);
    const float near = cue.placing.gain;
    guard->x += 8.0 * METRE;
    assert_in_range(walk(&guard->x, 1.4, 1.0, DW_EFFECT_GUARD_STEP, &cue), 1, 2);
    assert_true(cue.placing.gain < near);
}

static void a_person_that_watches_hears_the_picture_alone(void **state)
{
    (void)state;
    dw_cue cue = {0};
    dw_drawn_body *guard = put_guard(5.0, 0.0);
    fixture.world.has_own = false;
    fixture.world.own_slot = DW_SLOT_NONE;
    assert_in_range(walk(&guard->y, 1.4, 1.0, DW_EFFECT_GUARD_STEP, &cue), 1, 2);
    assert_true(cue.placing.pan > 0.2F && cue.placing.side == DW_SIDE_RIGHT);
    const float far = cue.placing.gain;
    camera.scale = 200.0; /* Nearer, and the guard at the right is out of the picture. */
    assert_int_equal(walk(&guard->y, 1.4, 2.0, DW_EFFECT_COUNT, &cue), 0);
    camera.x = guard->x;
    camera.y = guard->y;
    assert_in_range(walk(&guard->y, 0.9, 2.0, DW_EFFECT_GUARD_STEP, &cue), 1, 3);
    assert_true(cue.placing.gain > far);
    guard->mood = DW_MOOD_CHASING;
    dw_listener_step(&listener, &view);
    (void)only(DW_EFFECT_CHASE);
    dw_listener_step(&listener, &view);
    nothing();
}

static void what_a_guard_calls_is_heard_once(void **state)
{
    (void)state;
    const dw_drawn_body *guard = put_guard(-2.0, 0.0);
    for (uint16_t b = 0; b < 6; b++) {
        tell(DW_CLIENT_EVENT_BARK, guard->id, b, 0);
        if (b == 1) {
            nothing(); /* The noise of the call comes. */
            continue;
        }
        const dw_cue cue = only(DW_EFFECT_VOICE);
        assert_true(cue.variant == b && cue.placing.pan < -0.8F);
    }
    fixture.rules.hearing = 0;
    tell(DW_CLIENT_EVENT_BARK, guard->id, 1, 0);
    (void)only(DW_EFFECT_CALL);
    tell(DW_CLIENT_EVENT_BARK, 77, 0, 0); /* Nobody has that number. */
    nothing();
}

static void a_guard_in_sight_that_shouts_is_heard_once(void **state)
{
    (void)state;
    const dw_drawn_body *guard = put_guard(-2.0, 0.0);
    tell(DW_CLIENT_EVENT_BARK, guard->id, 0, 0);
    (void)only(DW_EFFECT_VOICE);
    const dw_sound_heard shout = {DW_NOISE_SHOUT, 64, 40};
    dw_listener_noise(&listener, &view, &shout);
    nothing();
    const dw_sound_heard elsewhere = {DW_NOISE_SHOUT, 0, 40};
    dw_listener_noise(&listener, &view, &elsewhere);
    assert_true(only(DW_EFFECT_SHOUT).dull);
    view.now += 2.0;
    dw_listener_noise(&listener, &view, &shout);
    assert_false(only(DW_EFFECT_SHOUT).dull);
}

static void reports_of_one_moment_are_one_noise_of_the_radio(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tell(DW_CLIENT_EVENT_RADIO, 0, 0, 1);
    }
    (void)only(DW_EFFECT_RADIO);
    view.now += 1.0;
    tell(DW_CLIENT_EVENT_INTENTION, 0, 1, 0);
    assert_int_equal(only(DW_EFFECT_RADIO).variant, 4);
}

static void events_of_the_heist_are_heard_by_all(void **state)
{
    (void)state;
    const uint16_t own = fixture.world.own_slot;
    tell(DW_CLIENT_EVENT_DETECTED, 1, 0, 0);
    (void)only(DW_EFFECT_DETECTED);
    tell(DW_CLIENT_EVENT_CAUGHT, own, 0, 0);
    const dw_cue caught = only(DW_EFFECT_CAUGHT);
    tell(DW_CLIENT_EVENT_CAUGHT, (uint16_t)(own + 1), 0, 0);
    const dw_cue mate = only(DW_EFFECT_CAUGHT);
    assert_true(caught.variant == 0 && mate.variant == 1);
    assert_true(mate.placing.gain < caught.placing.gain);
    tell(DW_CLIENT_EVENT_ITEM_TAKEN, own, 0, 0);
    assert_int_equal(only(DW_EFFECT_ITEM).variant, 0);
    tell(DW_CLIENT_EVENT_ITEM_DROPPED, own, 0, 0);
    assert_int_equal(only(DW_EFFECT_ITEM).variant, 1);
    tell(DW_CLIENT_EVENT_ITEM_HANDED, own, 0, 1);
    assert_int_equal(only(DW_EFFECT_ITEM).variant, 2);
    tell(DW_CLIENT_EVENT_USE_FAILED, 0, 0, 0);
    (void)only(DW_EFFECT_FAILED);
}

/* The coin is heard by its noise where noises are told, and else when it lands. */
static void a_coin_is_thrown_and_lands_once(void **state)
{
    (void)state;
    dw_flight *flight = &flights.rows[fixture.world.own_slot];
    const uint16_t coin = (uint16_t)(fixture.world.own_slot + 16 * DW_TOOL_COIN);
    for (int told = 0; told < 2; told++) {
        fixture.rules.hearing = told == 1;
        *flight = (dw_flight){.tool = DW_TOOL_COIN,
                              .from_x = fixture.world.own_x,
                              .from_y = fixture.world.own_y,
                              .to_x = fixture.world.own_x + 3.0 * METRE,
                              .to_y = fixture.world.own_y,
                              .born = view.now,
                              .lasts_s = 0.5};
        tell(DW_CLIENT_EVENT_THROWN, coin, 0, 0);
        (void)only(DW_EFFECT_THROW);
        view.now += 0.45;
        dw_listener_step(&listener, &view);
        nothing();
        view.now += 0.1;
        dw_listener_step(&listener, &view);
        if (told == 0) {
            assert_true(only(DW_EFFECT_COIN).placing.pan > 0.8F);
        }
        dw_listener_step(&listener, &view);
        nothing();
    }
    assert_false(hear(DW_NOISE_COIN, 0, 20, DW_EFFECT_COIN).dull); /* They saw the throw. */
    assert_true(hear(DW_NOISE_COIN, 64, 20, DW_EFFECT_COIN).dull);
}

static void a_sign_and_a_ping_are_heard_once_unless_muted(void **state)
{
    (void)state;
    dw_signals signals = {.signs = {[2] = {.tick = 5, .slot = 2, .sign = DW_SIGN_GO}}};
    dw_listener_signals(&listener, &view, &signals, 0);
    (void)only(DW_EFFECT_SIGN);
    dw_listener_signals(&listener, &view, &signals, 0);
    nothing();
    signals.pings[2] = (dw_signal){
        .tick = 9,
        .slot = 2,
        .position = {(int32_t)(fixture.world.own_x - 4.0 * METRE), (int32_t)fixture.world.own_y}};
    dw_listener_signals(&listener, &view, &signals, 0);
    assert_true(only(DW_EFFECT_PING).placing.pan < -0.8F);
    signals.pings[2].tick = 12;
    dw_listener_signals(&listener, &view, &signals, 1U << 2);
    nothing();
}

static uint32_t beats_in(double seconds)
{
    dw_cue cue = {0};
    double still = 0.0;
    return walk(&still, 0.0, seconds, DW_EFFECT_HEART, &cue);
}

static void the_heart_beats_faster_the_nearer_detection_is(void **state)
{
    (void)state;
    dw_drawn_body *guard = put_guard(3.0, 0.0);
    assert_int_equal(beats_in(3.0), 0);
    guard->meter = 0.3F;
    const uint32_t slow = beats_in(6.0);
    guard->meter = 0.9F;
    const uint32_t fast = beats_in(6.0);
    assert_true(slow >= 4 && fast > slow + 3);
    fixture.world.has_own = false; /* A person that watches has no heart in it. */
    assert_int_equal(beats_in(3.0), 0);
}

static void danger_follows_alarm_and_meters_and_calms_down(void **state)
{
    (void)state;
    dw_drawn_body *guard = put_guard(3.0, 0.0);
    const float calm = dw_listener_danger(&listener, &view);
    tell(DW_CLIENT_EVENT_RADIO, 0, 0, 3);
    const float alarm = dw_listener_danger(&listener, &view);
    view.now += 120.0;
    const float later = dw_listener_danger(&listener, &view);
    guard->meter = 0.8F;
    const float seen = dw_listener_danger(&listener, &view);
    guard->mood = DW_MOOD_CHASING;
    const float chased = dw_listener_danger(&listener, &view);
    assert_true(calm < alarm && later < 0.5F * alarm && alarm < seen && seen < chased);
    fixture.round.phase = DW_PHASE_RESULT;
    assert_true(dw_listener_danger(&listener, &view) == 0.0F);
}

static void a_round_begins_and_ends_with_its_sound(void **state)
{
    (void)state;
    fixture.round.phase = DW_PHASE_COUNTDOWN;
    dw_listener_step(&listener, &view);
    nothing();
    fixture.round.phase = DW_PHASE_PLAY;
    dw_listener_step(&listener, &view);
    (void)only(DW_EFFECT_START);
    fixture.round.phase = DW_PHASE_RESULT;
    fixture.round.outcome = DW_OUTCOME_WON;
    dw_listener_step(&listener, &view);
    assert_int_equal(only(DW_EFFECT_RESULT).variant, 1);
    dw_listener_step(&listener, &view);
    nothing();
}

static void too_many_cues_leave_the_first_ones(void **state)
{
    (void)state;
    const dw_sound_heard heard = {DW_NOISE_COIN, 0, 20};
    for (int i = 0; i < DW_CUES_MAX + 5; i++) {
        dw_listener_noise(&listener, &view, &heard);
    }
    dw_cue cue;
    uint32_t count = 0;
    while (dw_listener_pop(&listener, &cue)) {
        count++;
    }
    assert_int_equal(count, DW_CUES_MAX);
}

static uint32_t lines_of(const dw_captions *captions, double now)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < DW_CAPTIONS_MAX; i++) {
        count += dw_caption_strength(&captions->lines[i], now) > 0.0F ? 1 : 0;
    }
    return count;
}

static void captions_say_what_and_where_and_fade(void **state)
{
    (void)state;
    char text[DW_CAPTION_TEXT];
    dw_captions captions = {.lines = {{.what = DW_SAY_NOTHING}}};
    dw_cue cue = hear(DW_NOISE_STEP, 64, 20, DW_EFFECT_GUARD_STEP);
    for (int i = 0; i < 5; i++) { /* A guard walks past: one line. */
        dw_captions_put(&captions, &cue, 1.0 + 0.5 * i);
        assert_int_equal(lines_of(&captions, 1.0 + 0.5 * i), 1);
    }
    dw_caption_text(&captions.lines[0], text);
    assert_string_equal(text, "steps, left");
    cue.placing.side = DW_SIDE_RIGHT;
    dw_captions_put(&captions, &cue, 3.5);
    assert_int_equal(lines_of(&captions, 3.5), 2);
    assert_true(dw_caption_strength(&captions.lines[0], 5.2) < 0.9F);
    assert_int_equal(lines_of(&captions, 7.0), 0);
    cue.own = true;
    dw_captions_put(&captions, &cue, 8.0);
    assert_int_equal(lines_of(&captions, 8.0), 0);
    static const dw_effect many[] = {DW_EFFECT_DOOR, DW_EFFECT_RADIO, DW_EFFECT_COIN, DW_EFFECT_DOG,
                                     DW_EFFECT_HEART};
    for (uint32_t i = 0; i < DW_COUNT_OF(many); i++) {
        const dw_cue other = {.effect = (uint8_t)many[i]};
        dw_captions_put(&captions, &other, 9.0 + 0.1 * i);
    }
    assert_int_equal(lines_of(&captions, 9.5), DW_CAPTIONS_MAX);
    for (uint32_t i = 0; i < DW_CAPTIONS_MAX; i++) { /* The door was heard longest ago. */
        assert_int_not_equal(captions.lines[i].what, DW_SAY_SOUND_DOOR);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
    const struct CMUnitTest tests[] = {
        TEST(each_noise_is_one_cue_from_its_side),
        TEST(a_louder_noise_is_played_louder_and_the_faintest_is_still_heard),
        TEST(a_step_out_of_sight_is_dull_and_one_in_sight_has_its_floor),
        TEST(a_leaf_of_the_own_room_is_clear_and_one_behind_it_is_dull),
        TEST(a_door_is_heard_once_by_its_noise_or_else_by_its_event),
        TEST(own_steps_follow_the_stride_the_gait_and_the_floor),
        TEST(a_guard_in_view_steps_where_no_noises_are_told),
        TEST(a_person_that_watches_hears_the_picture_alone),
        TEST(what_a_guard_calls_is_heard_once),
        TEST(a_guard_in_sight_that_shouts_is_heard_once),
        TEST(reports_of_one_moment_are_one_noise_of_the_radio),
        TEST(events_of_the_heist_are_heard_by_all),
        TEST(a_coin_is_thrown_and_lands_once),
        TEST(a_sign_and_a_ping_are_heard_once_unless_muted),
        TEST(the_heart_beats_faster_the_nearer_detection_is),
        TEST(danger_follows_alarm_and_meters_and_calms_down),
        TEST(a_round_begins_and_ends_with_its_sound),
        TEST(too_many_cues_leave_the_first_ones),
        TEST(captions_say_what_and_where_and_fade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
