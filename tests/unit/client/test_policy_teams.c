/* What the team policies do in small houses: a world of some intruders and guards on strings,
 * without a network. What one tells arrives in the next tick, once a second. */
#include "protocol/snapshot_items.h"
#include "tests/support/test.h"

#include "client/bot/policy.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"

#include <stdlib.h>
#include <string.h>

enum { BOTS = 3, METER_FULL = 12000, METER_GAIN = 350, METER_LOSS = 50, ROUND_TICKS = 18000 };

static const dw_policy *const teams[] = {&dw_policy_decoy, &dw_policy_relay, &dw_policy_lookout,
                                         &dw_policy_split, &dw_policy_door_keeper};
enum { TEAMS = sizeof teams / sizeof teams[0] };

typedef struct member {
    dw_bot *bot;
    dw_body body;
    dw_snapshot snapshot;
    dw_signal_rest rest;
    bool use_held, gone;
    int32_t meter; /* Of the guard against it. */
} member;

typedef struct house {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_bot_ground *ground;
    dw_arena arena;
    dw_door_set doors;
    dw_snapshot_item item;
    dw_body_kinds kinds; /* None told. */
    dw_signals signals, said;
    uint32_t tick, bots;
    bool won, has_guard;
    dw_vec guard;
    uint16_t guard_bam;
    uint8_t handed_to; /* Slot, of the last time. */
    uint32_t handed;
    dw_vec handed_at;
    uint32_t opened[BOTS], shut[BOTS]; /* By slot: how often it moved the watched door. */
    uint16_t watched;                  /* Door. */
    member members[BOTS];
} house;

/* From the hall with the exit to the vault, by the gallery or by the long corridor.
 *
 *     +------+-- gallery --+-------+
 *     | hall |             | vault |
 *     |      +-------------+       |
 *     |      |    long     |       |
 *     +------+-------------+-------+
 */
static void start(house *h, const dw_policy *policy, uint32_t bots, dw_scene_leaf leaf)
{
    *h = (house){.scene = dw_scene_create(), .bots = bots, .rules = dw_ruleset_reference()};
    const uint16_t hall = dw_scene_room(h->scene, "hall", 0, 0, 5000, 10000);
    const uint16_t gallery = dw_scene_room(h->scene, "gallery", 5000, 0, 9000, 5000);
    const uint16_t wide = dw_scene_corridor(h->scene, "long", 5000, 7000, 9000, 3000);
    const uint16_t vault = dw_scene_room(h->scene, "vault", 14000, 0, 5000, 10000);
    h->watched = dw_scene_door(h->scene, "a", hall, gallery, 2000, 1000, leaf);
    dw_scene_door(h->scene, "b", gallery, vault, 2000, 1000, leaf);
    dw_scene_door(h->scene, "c", hall, wide, 8000, 1000, leaf);
    dw_scene_door(h->scene, "d", wide, vault, 8000, 1000, leaf);
    dw_scene_objective(h->scene, 18000, 2400, 200, 200);
    for (int32_t i = 0; i < BOTS; i++) { /* All begin at the first one. */
        dw_scene_spawn(h->scene, 1000, 2500 + 800 * i);
    }
    dw_scene_exit(h->scene, 300, 1900, 1400, 1400);
    h->map = dw_scene_build(h->scene);
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&h->ground, h->map, &error), DW_OK);
    assert_int_equal(dw_arena_create(&h->arena, 1 << 18), DW_OK);
    for (uint32_t i = 0; i < bots; i++) {
        member *m = &h->members[i];
        assert_int_equal(dw_bot_create(&m->bot, &h->arena, policy), DW_OK);
        dw_bot_init(m->bot, h->ground, 7, i, 1);
        m->body.position = h->map->spawns[0];
    }
    h->doors = dw_map_doors_at_start(h->map);
}

static void finish(house *h)
{
    dw_bot_ground_destroy(h->ground);
    dw_arena_destroy(&h->arena);
    dw_scene_destroy(h->scene);
}

static bool carries(const house *h, uint32_t i)
{
    return h->item.state == DW_ITEM_CARRIED && h->item.carrier == i;
}

static dw_snapshot_body row_at(const house *h, dw_vec position)
{
    return (dw_snapshot_body){.x = dw_snapshot_quantise(position.x, h->map->bounds.min.x),
                              .y = dw_snapshot_quantise(position.y, h->map->bounds.min.y)};
}

static bool is_seen(const house *h, const member *m)
{
    return h->has_guard &&
           dw_in_field_of_view(h->guard, h->guard_bam,
                               h->rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam,
                               m->body.position) &&
           dw_sight_clear(h->map, &h->doors, h->guard, m->body.position,
                          m->body.crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

static void show(house *h, uint32_t i)
{
    member *m = &h->members[i];
    dw_snapshot *s = &m->snapshot;
    *s = (dw_snapshot){.tick = h->tick,
                       .items = {h->item},
                       .doors = h->doors,
                       .own = {.slot = (uint8_t)i, .state = DW_SLOT_ALIVE}};
    s->own.flags = carries(h, i) ? DW_BODY_CARRYING : 0;
    m->meter += is_seen(h, m) ? METER_GAIN : -METER_LOSS;
    m->meter = m->meter < 0 ? 0 : (m->meter > METER_FULL ? METER_FULL : m->meter);
    if (h->has_guard &&
        dw_sight_clear(h->map, &h->doors, h->guard, m->body.position, DW_SIGHT_OVER_MIDDLE)) {
        dw_snapshot_body row = row_at(h, h->guard);
        row.id = 1;
        row.role = DW_ROLE_GUARD;
        row.heading = (uint8_t)(h->guard_bam / 512);
        row.mood = m->meter == METER_FULL ? DW_MOOD_CHASING : DW_MOOD_CALM;
        row.meter = (uint8_t)(m->meter * 100 / METER_FULL);
        s->bodies[s->body_count++] = row;
    }
    for (uint32_t other = 0; other < h->bots; other++) {
        if (other != i && !h->members[other].gone) {
            dw_snapshot_body row = row_at(h, h->members[other].body.position);
            row.id = (uint8_t)(2 + other);
            row.role = DW_ROLE_INTRUDER;
            row.slot = (uint8_t)other;
            row.flags = carries(h, other) ? DW_BODY_CARRYING : 0;
            s->bodies[s->body_count++] = row;
        }
    }
}

static void use(house *h, uint32_t i)
{
    const dw_vec here = h->members[i].body.position;
    dw_mates mates = {.count = 0};
    for (uint32_t other = 0; carries(h, i) && other < h->bots; other++) {
        if (other != i && !h->members[other].gone) {
            dw_mates_add(&mates, (uint8_t)other, h->members[other].body.position);
        }
    }
    const dw_usables items = dw_snapshot_usables(h->map, &h->item, (uint8_t)i);
    const dw_use chosen =
        dw_intruder_choose_use_or_mate(h->map, &h->doors, &h->rules, here, &items, &mates);
    if (chosen.kind == DW_USE_ITEM) {
        h->item = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = (uint8_t)i};
    } else if (chosen.kind == DW_USE_MATE) {
        h->item.carrier = (uint8_t)chosen.index;
        h->handed++;
        h->handed_to = (uint8_t)chosen.index;
        h->handed_at = here;
    } else if (chosen.kind == DW_USE_DOOR &&
               !dw_leaf_blocked_by(h->map, chosen.index, here, DW_BODY_HALF)) {
        const bool open = !dw_door_set_has(&h->doors, chosen.index);
        dw_door_set_put(&h->doors, chosen.index, open);
        if (chosen.index == h->watched) {
            open ? h->opened[i]++ : h->shut[i]++;
        }
    }
}

static void tell(house *h, uint32_t i)
{
    dw_signal signals[2];
    const uint32_t count = dw_bot_signals(h->members[i].bot, signals);
    for (uint32_t s = 0; s < count; s++) {
        dw_signal signal = dw_signal_asked(&signals[s]);
        signal.tick = h->tick;
        signal.slot = (uint8_t)i;
        if (dw_signal_rest_pass(&h->members[i].rest, &signal, DW_SIGNAL_REST_TICKS)) {
            dw_signals_put(&h->said, &signal);
        }
    }
}

static void step_member(house *h, uint32_t i)
{
    member *m = &h->members[i];
    show(h, i);
    const dw_bot_view view = {.tick = h->tick,
                              .rules = &h->rules,
                              .map = h->map,
                              .body = m->body,
                              .doors = h->doors,
                              .snapshot = &m->snapshot,
                              .kinds = &h->kinds,
                              .signals = &h->signals};
    const dw_intent intent = dw_bot_decide(m->bot, &view, true);
    assert_true(dw_intent_valid(intent));
    tell(h, i);
    const bool held = (intent.buttons & DW_BUTTON_USE) != 0;
    if (held && !m->use_held) {
        use(h, i);
    }
    m->use_held = held;
    const dw_rect guard = dw_rect_around(h->guard, DW_BODY_HALF);
    (void)dw_intruder_walk(&m->body, intent, &h->rules, h->map, &h->doors, &guard, h->has_guard);
    h->won = h->won || (carries(h, i) && dw_rect_holds(h->map->exit, m->body.position));
}

static void step(house *h)
{
    h->tick++;
    for (uint32_t i = 0; i < h->bots; i++) {
        if (!h->members[i].gone) {
            step_member(h, i);
        }
    }
    h->signals = h->said;
}

static void run_until_taken(house *h)
{
    for (uint32_t i = 0; i < ROUND_TICKS && h->item.state != DW_ITEM_CARRIED; i++) {
        step(h);
    }
    assert_int_equal(h->item.state, DW_ITEM_CARRIED);
}

static void run(house *h)
{
    for (uint32_t i = 0; i < ROUND_TICKS && !h->won; i++) {
        step(h);
    }
}

static uint16_t room_of(const house *h, uint32_t i)
{
    return dw_map_room_at(h->map, h->members[i].body.position);
}

/* The thief is gone with the objective: it lies where the body was. */
static void catch_thief(house *h)
{
    h->members[0].gone = true;
    const dw_snapshot_body row = row_at(h, h->members[0].body.position);
    h->item = (dw_snapshot_item){.state = DW_ITEM_DROPPED, .x = row.x, .y = row.y};
}

static void every_team_wins_and_the_next_one_follows_a_thief_that_is_caught(void **state)
{
    (void)state;
    for (uint32_t t = 0; t < TEAMS; t++) {
        house h;
        start(&h, teams[t], 3, DW_SCENE_CLOSED);
        run_until_taken(&h);
        assert_int_equal(h.item.carrier, 0);
        catch_thief(&h);
        run_until_taken(&h);
        assert_int_equal(h.item.carrier, 1);
        run(&h);
        assert_true(h.won);
        finish(&h);
    }
}

/* A guard stands in the gallery and turns. */
static void alone_decoy_plays_as_run_home_does_and_each_other_as_careful(void **state)
{
    (void)state;
    for (uint32_t t = 0; t < TEAMS; t++) {
        house a, b;
        start(&a, teams[t], 1, DW_SCENE_OPEN);
        start(&b, teams[t] == &dw_policy_decoy ? &dw_policy_run_home : &dw_policy_careful, 1,
              DW_SCENE_OPEN);
        a.has_guard = b.has_guard = true;
        a.guard = b.guard = (dw_vec){DW_MM(12000), DW_MM(2500)};
        for (uint32_t i = 0; i < 3000; i++) {
            a.guard_bam = b.guard_bam = (uint16_t)(i * 91);
            step(&a);
            step(&b);
            assert_true(dw_vec_equal(a.members[0].body.position, b.members[0].body.position));
        }
        finish(&a);
        finish(&b);
    }
}

static void split_leaves_the_room_into_which_the_thief_comes(void **state)
{
    (void)state;
    house h;
    start(&h, &dw_policy_split, 2, DW_SCENE_CLOSED);
    run_until_taken(&h);
    assert_int_equal(room_of(&h, 0), 3);
    assert_int_equal(room_of(&h, 1), 0); /* The helper stayed in the hall. */
    /* The thief comes home into the hall, and stands there. */
    h.members[0].body.position = (dw_vec){DW_MM(4000), DW_MM(6000)};
    uint32_t together = 0;
    for (uint32_t i = 0; i < 900 && !h.won; i++) {
        const dw_vec stays = h.members[0].body.position;
        step(&h);
        h.members[0].body.position = stays;
        together = room_of(&h, 1) == 0 ? together + 1 : 0;
    }
    assert_false(h.won);
    assert_int_equal(together, 0);
    finish(&h);
}

/* The thief with the objective is chased by a guard that looks at it in the vault. */
static void decoy_shows_itself_when_the_thief_is_chased(void **state)
{
    (void)state;
    for (uint32_t draws = 0; draws < 2; draws++) {
        house h;
        start(&h, draws ? &dw_policy_decoy : &dw_policy_split, 2, DW_SCENE_OPEN);
        run_until_taken(&h);
        h.has_guard = true;
        h.guard = (dw_vec){DW_MM(10500), DW_MM(2500)};
        bool helped = false, noticed = false;
        for (uint32_t i = 0; i < 1200 && !h.won; i++) {
            h.members[0].meter = METER_FULL;
            step(&h);
            helped = helped || h.signals.signs[0].sign == DW_SIGN_HELP;
            noticed = noticed || h.members[1].meter == METER_FULL;
            if (noticed) {
                break;
            }
            /* The guard looks at the nearer one of the two. */
            const dw_vec a = h.members[0].body.position, b = h.members[1].body.position;
            const dw_vec to = dw_distance(a, h.guard) < dw_distance(b, h.guard) ? a : b;
            h.guard_bam = dw_angle_bam(to.x - h.guard.x, to.y - h.guard.y);
        }
        assert_int_equal(helped, draws);
        assert_int_equal(noticed, draws);
        finish(&h);
    }
}

/* Nobody chases the thief, which is in the vault; a guard stands at the exit and looks away from
 * the other bot. */
static void decoy_draws_the_guard_at_the_exit_off(void **state)
{
    (void)state;
    for (uint32_t draws = 0; draws < 2; draws++) {
        house h;
        start(&h, draws ? &dw_policy_decoy : &dw_policy_split, 2, DW_SCENE_OPEN);
        run_until_taken(&h);
        h.has_guard = true;
        h.guard = (dw_vec){DW_MM(1000), DW_MM(1200)};
        h.guard_bam = 3 * DW_BAM_QUARTER;
        h.members[1].body.position = (dw_vec){DW_MM(3500), DW_MM(5000)};
        int32_t nearest = INT32_MAX;
        bool says = false;
        for (uint32_t i = 0; i < 300 && !h.won; i++) {
            step(&h);
            const int32_t off = dw_distance(h.members[1].body.position, h.guard);
            nearest = off < nearest ? off : nearest;
            says = says || h.signals.signs[1].sign == DW_SIGN_DECOY;
        }
        assert_int_equal(says, draws);
        assert_int_equal(nearest < DW_MM(1200), draws);
        finish(&h);
    }
}

/* It has the objective and comes into the hall, where a guard looks at it from beside the exit. */
static void run_home_and_decoy_run_past_a_guard_at_the_exit(void **state)
{
    (void)state;
    static const struct {
        const dw_policy *policy;
        uint32_t bots;
        bool runs;
    } rows[] = {{&dw_policy_careful, 1, false},
                {&dw_policy_run_home, 1, true},
                {&dw_policy_split, 2, false},
                {&dw_policy_decoy, 2, true}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        house h;
        start(&h, rows[i].policy, rows[i].bots, DW_SCENE_OPEN);
        run_until_taken(&h);
        h.members[0].body.position = (dw_vec){DW_MM(6500), DW_MM(2500)};
        h.has_guard = true;
        h.guard = (dw_vec){DW_MM(2200), DW_MM(3600)};
        for (uint32_t tick = 0; tick < 200 && !h.won; tick++) {
            step(&h);
        }
        assert_int_equal(h.won, rows[i].runs);
        finish(&h);
    }
}

static void relay_hands_the_objective_over_at_a_door(void **state)
{
    (void)state;
    house h;
    start(&h, &dw_policy_relay, 2, DW_SCENE_CLOSED);
    run(&h);
    assert_true(h.won);
    assert_int_equal(h.handed, 1);
    assert_int_equal(h.handed_to, 1);
    int32_t nearest = INT32_MAX;
    for (uint16_t d = 0; d < h.map->door_count; d++) {
        const int32_t far = dw_distance(h.handed_at, dw_rect_centre(h.map->doors[d].doorway));
        nearest = far < nearest ? far : nearest;
    }
    assert_true(nearest < DW_MM(3000));
    finish(&h);
}

/* A guard stands at the exit, where only the lookout sees it. */
static void lookout_goes_to_the_way_home_and_tells_of_a_guard(void **state)
{
    (void)state;
    house h;
    start(&h, &dw_policy_lookout, 2, DW_SCENE_CLOSED);
    run_until_taken(&h);
    h.has_guard = true;
    h.guard = (dw_vec){DW_MM(800), DW_MM(9300)};
    h.guard_bam = 16384; /* To the wall. */
    for (uint32_t i = 0; i < 300; i++) {
        step(&h);
    }
    assert_int_equal(h.signals.signs[1].sign, DW_SIGN_GUARD);
    assert_true(h.signals.pings[1].tick != 0);
    assert_true(dw_distance(h.signals.pings[1].position, h.guard) < DW_MM(500));
    finish(&h);
}

static void door_keeper_opens_for_the_thief_and_shuts_behind_it(void **state)
{
    (void)state;
    house h;
    start(&h, &dw_policy_door_keeper, 2, DW_SCENE_CLOSED);
    run_until_taken(&h);
    memset(h.opened, 0, sizeof h.opened);
    memset(h.shut, 0, sizeof h.shut);
    bool ahead = false;
    for (uint32_t i = 0; i < ROUND_TICKS && !h.won; i++) {
        step(&h);
        ahead = ahead || (h.opened[1] > 0 && room_of(&h, 0) == 1);
    }
    assert_true(h.won);
    assert_true(ahead);
    assert_int_equal(h.opened[0], 0);
    assert_false(dw_door_set_has(&h.doors, h.watched));
    assert_int_equal(h.shut[1], 1);
    finish(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_team_wins_and_the_next_one_follows_a_thief_that_is_caught),
        cmocka_unit_test(alone_decoy_plays_as_run_home_does_and_each_other_as_careful),
        cmocka_unit_test(run_home_and_decoy_run_past_a_guard_at_the_exit),
        cmocka_unit_test(split_leaves_the_room_into_which_the_thief_comes),
        cmocka_unit_test(decoy_shows_itself_when_the_thief_is_chased),
        cmocka_unit_test(decoy_draws_the_guard_at_the_exit_off),
        cmocka_unit_test(relay_hands_the_objective_over_at_a_door),
        cmocka_unit_test(lookout_goes_to_the_way_home_and_tells_of_a_guard),
        cmocka_unit_test(door_keeper_opens_for_the_thief_and_shuts_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
