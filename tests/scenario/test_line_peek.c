/* Coming round a corner over a line: a guard behind it must be on the screen no later than the
 * margin of the interest filter says (server/session/interest.h: 150 ms ahead along the intruder's
 * velocity, the guard's square grown by 480 mm).
 *
 * The own body is predicted, so the eye is ahead of the server by the round trip and the input
 * lead. From the first tick in which the server's bodies see each other, the filter lets the guard
 * through 9 ticks earlier (or since the intruder walks that way); the guard's data
 * travels with the next snapshot, and the guard is drawn in the next frame. The test asserts that
 * to the frame, in each geometry, at each gait and delay, for a guard that stands and one that
 * comes. It prints by how many milliseconds the guard was drawn before the predicted body could see
 * it. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "common/world/sight.h"
#include "server/session/interest.h"
#include "tests/scenario/line_box.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GO_AFTER_TICKS = 60, LONGEST_MS = 20000, FRAMES_MAX = 60 * 30 };

#define TICK_NS (UINT64_C(1000000000) / DW_TICKS_PER_SECOND)

/* A leg of the way: in a direction, until a coordinate is passed. */
typedef struct leg {
    uint8_t direction;
    bool along_x;
    int32_t until_mm; /* 0: to the end. */
} leg;

typedef struct geometry {
    const char *name;
    const dw_map *(*build)(dw_scene *scene);
    leg legs[2];
    dw_vec guard_walk; /* Step of the guard that comes, in units a tick. */
} geometry;

/*   start
 *     |   +--+
 *     |   |##|          a cupboard; the intruder runs up past its end
 *     ^   |##| guard
 */
static const dw_map *build_cupboard(dw_scene *scene)
{
    (void)dw_scene_room(scene, "hall", 0, 0, 10000, 9000);
    (void)dw_scene_furniture(scene, 4000, 3000, 400, 4500, 900);
    (void)dw_scene_patrol(scene, "round", "hall");
    (void)dw_scene_guard(scene, "ann", 5200, 5500, 0, "round");
    dw_scene_spawn(scene, 3200, 7000);
    return dw_scene_build(scene);
}

/* Along the wall past an open doorway, the guard aside in the next room. */
static const dw_map *build_doorway(dw_scene *scene)
{
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 9000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 0, 4000, 9000, 5000);
    (void)dw_scene_door(scene, "hall-study", hall, study, 5000, 1000, DW_SCENE_OPEN);
    (void)dw_scene_patrol(scene, "round", "study");
    (void)dw_scene_guard(scene, "ann", 7600, 5800, 180, "round");
    dw_scene_spawn(scene, 700, 3300);
    return dw_scene_build(scene);
}

/* Two corridors in a right angle. */
static const dw_map *build_corner(dw_scene *scene)
{
    const uint16_t west = dw_scene_corridor(scene, "west", 0, 0, 9000, 1600);
    const uint16_t south = dw_scene_corridor(scene, "south", 7400, 1600, 1600, 8000);
    (void)dw_scene_door(scene, "bend", west, south, 7600, 1200, DW_SCENE_OPEN);
    (void)dw_scene_patrol(scene, "round", "south");
    (void)dw_scene_guard(scene, "ann", 8200, 6000, 270, "round");
    dw_scene_spawn(scene, 700, 800);
    return dw_scene_build(scene);
}

/* The intruder stands behind the post of a doorway and steps out. */
static const dw_map *build_step(dw_scene *scene)
{
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 9000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 0, 4000, 9000, 6000);
    (void)dw_scene_door(scene, "hall-study", hall, study, 5000, 1000, DW_SCENE_OPEN);
    (void)dw_scene_patrol(scene, "round", "study");
    (void)dw_scene_guard(scene, "ann", 5500, 8500, 270, "round");
    dw_scene_spawn(scene, 4000, 2500);
    return dw_scene_build(scene);
}

static const geometry geometries[] = {
    {"cupboard", build_cupboard, {{DW_NORTH, false, 0}}, {0, -1200}},
    {"cupboard, turning",
     build_cupboard,
     {{DW_NORTH, false, 2600}, {DW_EAST, true, 0}},
     {0, -1200}},
    {"doorway", build_doorway, {{DW_EAST, true, 0}}, {-1200, 0}},
    {"doorway, aslant",
     build_doorway,
     {{DW_EAST, true, 3600}, {DW_NORTH_EAST, true, 0}},
     {0, -600}},
    {"corner", build_corner, {{DW_EAST, true, 0}}, {0, -1200}},
    {"step out", build_step, {{DW_EAST, true, 0}}, {0, -1200}},
};

typedef struct gait {
    const char *name;
    uint8_t buttons;
} gait;

static const gait gaits[] = {
    {"crouch", DW_BUTTON_CROUCH}, {"walk", 0}, {"sprint", DW_BUTTON_SPRINT}};

typedef struct peek {
    const geometry *where;
    uint8_t buttons;
    uint32_t go_tick; /* When the walk began. */
    uint32_t at_leg;
    uint32_t leg_ticks[2]; /* The first tick of each leg. */
    uint32_t sees_tick;    /* The server's bodies see each other. */
    uint32_t looked_tick;
    dw_vec server_at;  /* The intruder, in that tick. */
    uint64_t drawn_ns; /* The guard is on the screen. */
    uint64_t shown_ns; /* The predicted body is where it sees the guard. */
    uint32_t frame_count;
    struct {
        uint64_t at_ns;
        uint32_t tick;
        dw_vec own;
    } frames[FRAMES_MAX];
} peek;

static dw_intent walk(void *context, const dw_client *client, uint32_t tick)
{
    peek *run = context;
    const dw_intent still = {.direction = DW_STAND, .buttons = run->buttons};
    dw_body body;
    dw_door_set doors;
    if (!dw_client_moves_in(client, tick) || !dw_client_predicted(client, &body, &doors)) {
        return still;
    }
    if (run->go_tick == 0) {
        run->go_tick = tick + GO_AFTER_TICKS;
    }
    if (tick < run->go_tick) {
        return still;
    }
    const leg *now = &run->where->legs[run->at_leg];
    const int32_t at = now->along_x ? body.position.x : body.position.y;
    const bool rises = now->direction == DW_EAST || now->direction == DW_SOUTH;
    if (now->until_mm != 0 && (rises ? at >= DW_MM(now->until_mm) : at <= DW_MM(now->until_mm))) {
        now = &run->where->legs[++run->at_leg];
    }
    if (run->leg_ticks[run->at_leg] == 0) {
        run->leg_ticks[run->at_leg] = tick;
    }
    return (dw_intent){.direction = now->direction, .buttons = run->buttons};
}

/* By server/RULES.md 2.27: the guard's centre or a corner. */
static bool sees(const dw_map *map, const dw_door_set *open, dw_vec eye, dw_vec guard)
{
    static const int32_t around[5][2] = {{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (uint32_t p = 0; p < 5; p++) {
        const dw_vec point = {guard.x + around[p][0] * DW_BODY_HALF,
                              guard.y + around[p][1] * DW_BODY_HALF};
        if (dw_sight_clear(map, open, eye, point, DW_SIGHT_OVER_MIDDLE)) {
            return true;
        }
    }
    return false;
}

static void look(void *context, line_box *box, uint32_t client, const dw_drawn_world *world)
{
    peek *run = context;
    const dw_client *core = box->clients[client].client;
    const dw_world *real = dw_sim_world(dw_match_sim(box->match));
    if (run->go_tick == 0) {
        return;
    }
    for (; run->looked_tick < box->tick; run->looked_tick++) {
        const uint32_t at = (run->looked_tick + 1) % LINE_BOX_HISTORY;
        if (run->sees_tick == 0 && run->looked_tick + 1 >= run->go_tick &&
            sees(box->config.venue->map, &real->open, box->intruders[at][0], box->guards[at][0])) {
            run->sees_tick = run->looked_tick + 1;
            run->server_at = box->intruders[at][0];
        }
    }
    /* What the client was told is on the screen in the same frame. */
    assert_true(world->body_count > 0 || dw_client_latest(core)->body_count == 0);
    if (run->drawn_ns == 0 && world->body_count > 0) {
        run->drawn_ns = box->now_ns;
    }
    if (run->frame_count < FRAMES_MAX) {
        run->frames[run->frame_count].at_ns = box->now_ns;
        run->frames[run->frame_count].tick = core->prediction.tick;
        run->frames[run->frame_count++].own = core->prediction.body.position;
    }
}

/* When the predicted body came to where the server's saw the guard. */
static void find_shown(peek *run)
{
    for (uint32_t i = 0; i < run->frame_count; i++) {
        if (run->frames[i].tick >= run->sees_tick) {
            run->shown_ns = run->frames[i].at_ns;
            /* It is predicted exactly: nothing is in its way. */
            assert_true(run->frames[i].tick > run->sees_tick ||
                        dw_vec_equal(run->frames[i].own, run->server_at));
            return;
        }
    }
    fail_msg("the body never came there");
}

/* The first tick in which the filter must let the guard through: 9 ticks before the guard is seen,
 * if the intruder had held the direction long enough by then; else when that is so, or in sight. */
static uint32_t promised_tick(const peek *run)
{
    const uint32_t early = run->sees_tick - DW_INTEREST_AHEAD_TICKS;
    uint32_t since = run->leg_ticks[0];
    if (run->leg_ticks[1] != 0 && run->leg_ticks[1] <= run->sees_tick) {
        since = run->leg_ticks[1];
    }
    since += DW_INTEREST_HELD_TICKS - 1;
    since = since < run->sees_tick ? since : run->sees_tick;
    return early > since ? early : since;
}

static double ms_between(uint64_t from_ns, uint64_t to_ns)
{
    return ((double)to_ns - (double)from_ns) / 1e6;
}

static double peek_once(const geometry *where, const gait *how, bool comes, double round_trip_ms)
{
    static peek run; /* Too large for a stack. */
    memset(&run, 0, sizeof run);
    run.where = where;
    run.buttons = how->buttons;
    dw_scene *scene = dw_scene_create();
    dw_venue *venue = dw_venue_of(where->build(scene));
    const line_box_config config = {.venue = venue,
                                    .rules = line_box_rules(),
                                    .brain = &dw_brain_puppet,
                                    .clients = 1,
                                    .source = walk,
                                    .faults = {.delay_ms = round_trip_ms / 2.0},
                                    .seed = 1,
                                    .snapshot_hz = 20,
                                    .input_hz = 30,
                                    .frame = look,
                                    .context = &run};
    line_box *box = line_box_create(&config);
    for (uint32_t ms = 0; ms < LONGEST_MS && (run.sees_tick == 0 || run.drawn_ns == 0); ms += 50) {
        line_box_run(box, 50);
        const dw_sim *sim = dw_match_sim(box->match);
        dw_stage stage = {0};
        memcpy(&stage.sim, &sim, sizeof sim); /* Strings are pulled from outside. */
        if (comes && run.go_tick != 0 && box->tick >= run.go_tick) {
            dw_stage_puppet(&stage, 0)->step = where->guard_walk;
        }
    }
    line_box_run(box, 500);
    assert_true(run.sees_tick != 0 && run.drawn_ns != 0);
    find_shown(&run);
    /* Ticks are simulated at even times: from this one's back to the snapshot that must hold the
     * guard. */
    uint32_t told_tick = promised_tick(&run);
    while ((told_tick + 1) % (DW_TICKS_PER_SECOND / config.snapshot_hz) != 0) {
        told_tick++;
    }
    const uint64_t tick_zero_ns = box->now_ns - (uint64_t)box->tick * TICK_NS; /* Within 0.2 us. */
    const uint64_t due_ns =
        tick_zero_ns + told_tick * TICK_NS + (uint64_t)(round_trip_ms / 2.0 * 1e6) + 2 * TICK_NS;
    const double late_ms = ms_between(due_ns, run.drawn_ns);
    const double lead_ms = ms_between(run.drawn_ns, run.shown_ns);
    printf("%-18s %-6s guard %-6s %3.0f ms: drawn %4.0f ms before it could be seen, %4.0f ms "
           "before the margin is used up\n",
           where->name, how->name, comes ? "comes" : "stands", round_trip_ms, lead_ms, -late_ms);
    assert_true(late_ms <= 0.0);
    line_box_destroy(box);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
    return lead_ms;
}

static void peek_all(double round_trip_ms)
{
    for (size_t g = 0; g < sizeof geometries / sizeof geometries[0]; g++) {
        for (size_t s = 0; s < sizeof gaits / sizeof gaits[0]; s++) {
            (void)peek_once(&geometries[g], &gaits[s], false, round_trip_ms);
            (void)peek_once(&geometries[g], &gaits[s], true, round_trip_ms);
        }
    }
}

static void guard_is_drawn_within_the_margin_in_a_local_network(void **state)
{
    (void)state;
    peek_all(2.0);
}

static void guard_is_drawn_within_the_margin_at_100_ms(void **state)
{
    (void)state;
    peek_all(100.0);
}

static void guard_is_drawn_within_the_margin_at_250_ms(void **state)
{
    (void)state;
    peek_all(250.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guard_is_drawn_within_the_margin_in_a_local_network),
        cmocka_unit_test(guard_is_drawn_within_the_margin_at_100_ms),
        cmocka_unit_test(guard_is_drawn_within_the_margin_at_250_ms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
