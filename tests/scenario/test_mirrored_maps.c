/* A mirrored map gives the mirrored round: movement, doors, senses and the objective prefer no
 * side. Bodies are put by hand and guards are puppets, for two things do know a side. A round draws
 * its positions at random; and a path may go round a block on either side at the same cost, where
 * the order of the mesh decides. A quarter turn is no symmetry at all: a step goes along x first
 * (server/RULES.md 1.13). */
#include "common/world/intruder.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum {
    SCENES = 60,
    TICKS = 600,
    GUARDS = 3,
    INTRUDERS = 4,
    ROOMS_A_SIDE = 3,
    GUARD_SPEED = 1200,
    HOLD_TICKS = 30, /* For how long a puppet keeps a command. */
    EIGHTHS = 8
};

typedef struct mirror {
    bool along_x; /* Left and right change places; otherwise top and bottom. */
    int32_t sum;  /* Of a coordinate and its mirrored one. */
} mirror;

typedef struct tally {
    uint32_t ticks, seen, touched, doors, refused, taken;
} tally;

static dw_vec flip(mirror glass, dw_vec at)
{
    return glass.along_x ? (dw_vec){glass.sum - at.x, at.y} : (dw_vec){at.x, glass.sum - at.y};
}

static dw_vec flip_step(mirror glass, dw_vec step)
{
    return glass.along_x ? (dw_vec){-step.x, step.y} : (dw_vec){step.x, -step.y};
}

static dw_rect flip_rect(mirror glass, dw_rect area)
{
    const dw_vec a = flip(glass, area.min);
    const dw_vec b = flip(glass, area.max);
    return (dw_rect){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                     {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

static uint16_t flip_heading(mirror glass, uint16_t heading_bam)
{
    return (uint16_t)((glass.along_x ? DW_BAM_HALF : 0) - heading_bam);
}

static uint8_t flip_direction(mirror glass, uint8_t direction)
{
    const uint32_t half = glass.along_x ? EIGHTHS / 2 : EIGHTHS;
    return direction == DW_STAND
               ? (uint8_t)DW_STAND
               : (uint8_t)(DW_EAST + (half + DW_EAST + EIGHTHS - direction) % EIGHTHS);
}

/* Everything keeps its index. */
static const dw_map *flip_map(mirror glass, const dw_map *map, dw_arena *arena)
{
    static dw_room rooms[DW_ROOMS_MAX];
    static dw_furniture furniture[DW_FURNITURE_MAX];
    static dw_door doors[DW_DOORS_MAX];
    static dw_vec spawns[DW_SPAWNS_MAX];
    static dw_guard_post guards[DW_GUARDS_MAX];
    dw_map parts = *map;
    for (uint32_t i = 0; i < map->room_count; i++) {
        rooms[i] = map->rooms[i];
        rooms[i].area = flip_rect(glass, rooms[i].area);
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        furniture[i] = map->furniture[i];
        furniture[i].area = flip_rect(glass, furniture[i].area);
    }
    for (uint32_t i = 0; i < map->door_count; i++) {
        doors[i] = map->doors[i];
        doors[i].half[0].area = flip_rect(glass, doors[i].half[0].area);
        doors[i].half[1].area = flip_rect(glass, doors[i].half[1].area);
    }
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        spawns[i] = flip(glass, map->spawns[i]);
    }
    for (uint32_t i = 0; i < map->guard_count; i++) {
        guards[i] = map->guards[i];
        guards[i].spawn = flip(glass, guards[i].spawn);
        guards[i].heading_bam = flip_heading(glass, guards[i].heading_bam);
    }
    parts.rooms = rooms;
    parts.furniture = furniture;
    parts.doors = doors;
    parts.spawns = spawns;
    parts.guards = guards;
    for (uint32_t i = 0; i < map->item_count; i++) {
        parts.items[i].area = flip_rect(glass, map->items[i].area);
    }
    parts.exit = flip_rect(glass, map->exit);
    const dw_map *out = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_arena_create(arena, DW_MAP_ARENA_BYTES), DW_OK);
    if (dw_map_build(&out, arena, &parts, &error) != DW_OK) {
        fail_msg("the mirrored map is refused: %s", error.text);
    }
    return out;
}

/* A random position in millimetres, in the map but perhaps in something solid. */
static void draw_spot(const dw_map *map, dw_rng *rng, int32_t *x, int32_t *y)
{
    *x = dw_rng_between(rng, map->bounds.min.x, map->bounds.max.x) / DW_UNITS_PER_MM;
    *y = dw_rng_between(rng, map->bounds.min.y, map->bounds.max.y) / DW_UNITS_PER_MM;
}

/* A random map with guards and spawns: what the builder refuses is drawn again. */
static const dw_map *draw_map(dw_scene *scene, dw_rng *rng)
{
    const dw_map *map = dw_scene_random(scene, rng, ROOMS_A_SIDE, ROOMS_A_SIDE);
    dw_map *parts = dw_scene_parts(scene);
    int32_t x = 0;
    int32_t y = 0;
    dw_scene_patrol(scene, "round", "r0, r8");
    while (parts->guard_count < GUARDS || parts->spawn_count < INTRUDERS) {
        const bool guard = parts->guard_count < GUARDS;
        draw_spot(map, rng, &x, &y);
        if (guard) {
            dw_scene_guard(scene, (const char *[]){"ann", "bob", "cid"}[parts->guard_count], x, y,
                           dw_rng_between(rng, 0, 359), "round");
        } else {
            dw_scene_spawn(scene, x, y);
        }
        if (dw_scene_try(scene, &map, NULL) != DW_OK) {
            uint16_t *refused = guard ? &parts->guard_count : &parts->spawn_count;
            (*refused)--;
        }
    }
    return dw_scene_build(scene);
}

/* Speeds without a common divisor with a pixel: nobody's centre comes to lie on the very line
 * between two rooms, which belongs to the room right of it or below (1.7). */
static dw_ruleset odd_rules(dw_rng *rng)
{
    static const int32_t fields_bam[] = {DW_BAM_QUARTER, DW_BAM_HALF, 3 * DW_BAM_QUARTER};
    dw_ruleset rules = dw_stage_endless_rules();
    rules.walk_speed_mm_s = 1811;
    rules.crouch_speed_mm_s = 907;
    rules.sprint_speed_mm_s = 3607;
    rules.intruders_collide = (int32_t)dw_rng_below(rng, 2);
    rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = fields_bam[dw_rng_below(rng, 3)];
    return rules;
}

/* A new command for a puppet: where to walk and look, and a door of its room to work. */
static void pull_strings(mirror glass, dw_stage *plain, dw_stage *flipped, uint16_t guard,
                         dw_rng *rng)
{
    const dw_map *map = plain->venue->map;
    const dw_room *room = &map->rooms[dw_guard_actor(plain->world, guard)->room];
    const uint16_t door = room->doors[dw_rng_below(rng, room->door_count)];
    dw_guard_command *command = dw_stage_puppet(plain, guard);
    command->step = dw_direction_step((dw_direction)dw_rng_below(rng, DW_DIRECTION_COUNT),
                                      GUARD_SPEED + dw_rng_between(rng, 0, 7));
    command->heading_bam = (uint16_t)dw_rng_below(rng, DW_BAM_TURN);
    const bool opens = dw_rng_below(rng, 2) == 0;
    command->open_door = opens ? door : DW_NONE;
    command->close_door = opens ? DW_NONE : door;
    dw_guard_command *other = dw_stage_puppet(flipped, guard);
    *other = *command;
    other->step = flip_step(glass, command->step);
    other->heading_bam = flip_heading(glass, command->heading_bam);
}

static void assert_flipped(mirror glass, dw_vec plain, dw_vec flipped)
{
    const dw_vec expected = flip(glass, plain);
    assert_int_equal(flipped.x, expected.x);
    assert_int_equal(flipped.y, expected.y);
}

static void compare_guard(mirror glass, const dw_stage *plain, const dw_stage *flipped, uint16_t g)
{
    const dw_actor *a = dw_guard_actor(plain->world, g);
    const dw_guard_state *a_state = &plain->world->guards[g];
    const dw_actor *b = dw_guard_actor(flipped->world, g);
    const dw_guard_state *b_state = &flipped->world->guards[g];
    assert_flipped(glass, a->body.position, b->body.position);
    assert_int_equal(b->body.heading_bam, flip_heading(glass, a->body.heading_bam));
    assert_int_equal(b->room, a->room);
    assert_int_equal(b_state->shortened, a_state->shortened);
    assert_int_equal(b_state->touched_guard, a_state->touched_guard);
    assert_int_equal(b_state->door_refused, a_state->door_refused);
    assert_memory_equal(flipped->world->meters[g], plain->world->meters[g],
                        sizeof plain->world->meters[g]);
    const dw_percepts *of_a = dw_sim_percepts(plain->sim, g);
    const dw_percepts *of_b = dw_sim_percepts(flipped->sim, g);
    assert_int_equal(of_b->intruder_count, of_a->intruder_count);
    assert_int_equal(of_b->guard_count, of_a->guard_count);
    for (uint32_t i = 0; i < of_a->intruder_count; i++) {
        assert_int_equal(of_b->intruders[i].slot, of_a->intruders[i].slot);
        assert_int_equal(of_b->intruders[i].seen, of_a->intruders[i].seen);
        assert_flipped(glass, of_a->intruders[i].position, of_b->intruders[i].position);
    }
    for (uint32_t i = 0; i < of_a->guard_count; i++) {
        assert_int_equal(of_b->guards[i].guard, of_a->guards[i].guard);
        assert_flipped(glass, of_a->guards[i].position, of_b->guards[i].position);
    }
}

static void compare(mirror glass, const dw_stage *plain, const dw_stage *flipped)
{
    for (uint32_t g = 0; g < GUARDS; g++) {
        compare_guard(glass, plain, flipped, (uint16_t)g);
    }
    for (uint32_t s = 0; s < INTRUDERS; s++) {
        const dw_actor *a = dw_intruder_actor(plain->world, s);
        const dw_actor *b = dw_intruder_actor(flipped->world, s);
        assert_flipped(glass, a->body.position, b->body.position);
        assert_int_equal(b->room, a->room);
        assert_int_equal(flipped->world->intruders[s].caught_ticks,
                         plain->world->intruders[s].caught_ticks);
        if (a->body.moving) {
            assert_int_equal(b->body.heading_bam, flip_heading(glass, a->body.heading_bam));
        }
    }
    assert_memory_equal(&flipped->world->open, &plain->world->open, sizeof plain->world->open);
    assert_int_equal(flipped->world->outcome, plain->world->outcome);
    for (uint32_t i = 0; i < plain->world->item_count; i++) {
        const dw_item *a = &plain->world->items[i];
        const dw_item *b = &flipped->world->items[i];
        assert_int_equal(b->state, a->state);
        assert_int_equal(b->carrier, a->carrier);
        assert_flipped(glass, dw_rect_centre(a->area), dw_rect_centre(b->area));
    }
    uint32_t count_a = 0;
    uint32_t count_b = 0;
    const dw_sim_event *events_a = dw_sim_events(plain->sim, &count_a);
    const dw_sim_event *events_b = dw_sim_events(flipped->sim, &count_b);
    assert_int_equal(count_b, count_a);
    for (uint32_t i = 0; i < count_a; i++) {
        assert_int_equal(events_b[i].kind, events_a[i].kind);
        assert_int_equal(events_b[i].guard, events_a[i].guard);
        assert_int_equal(events_b[i].slot, events_a[i].slot);
        assert_int_equal(events_b[i].door, events_a[i].door);
    }
}

static void count(tally *sum, const dw_stage *stage)
{
    sum->ticks++;
    sum->seen += dw_stage_events(stage, DW_SIM_SEEN, DW_NONE, DW_NONE);
    sum->touched += dw_stage_events(stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE);
    sum->doors += dw_stage_events(stage, DW_SIM_DOOR_OPENED, DW_NONE, DW_NONE);
    sum->refused += dw_stage_events(stage, DW_SIM_USE_BLOCKED, DW_NONE, DW_NONE);
    sum->taken += dw_stage_events(stage, DW_SIM_TAKEN, DW_NONE, DW_NONE);
}

static void play(mirror glass, dw_stage *plain, dw_stage *flipped, uint64_t seed, tally *sum)
{
    dw_rng rng;
    dw_rng_init(&rng, seed, 2);
    dw_stage_reset(plain, seed, (1u << INTRUDERS) - 1);
    dw_stage_reset(flipped, seed, (1u << INTRUDERS) - 1);
    dw_stage_scatter(plain, &rng);
    for (uint32_t s = 0; s < INTRUDERS; s++) {
        dw_stage_put_intruder(flipped, (uint8_t)s,
                              flip(glass, dw_intruder_actor(plain->world, s)->body.position));
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        for (uint32_t g = 0; g < GUARDS; g++) {
            if ((tick + 7 * g) % HOLD_TICKS == 0) {
                pull_strings(glass, plain, flipped, (uint16_t)g, &rng);
            }
        }
        dw_stage_set_whims(plain, seed);
        for (uint32_t s = 0; s < INTRUDERS; s++) {
            flipped->intents[s] =
                (dw_intent){.direction = flip_direction(glass, plain->intents[s].direction),
                            .buttons = plain->intents[s].buttons};
        }
        dw_stage_step(plain);
        dw_stage_step(flipped);
        compare(glass, plain, flipped);
        count(sum, plain);
    }
}

static tally play_scenes(bool along_x)
{
    tally sum = {0};
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, along_x ? 3 : 4);
        dw_scene *scene = dw_scene_create();
        const dw_map *map = draw_map(scene, &rng);
        const mirror glass = {along_x, along_x ? map->bounds.min.x + map->bounds.max.x
                                               : map->bounds.min.y + map->bounds.max.y};
        dw_arena arena;
        const dw_ruleset rules = odd_rules(&rng);
        dw_venue *venue = dw_venue_of(map);
        dw_venue *mirrored = dw_venue_of(flip_map(glass, map, &arena));
        dw_stage *plain = dw_stage_create_with(venue, &dw_brain_puppet, &rules);
        dw_stage *flipped = dw_stage_create_with(mirrored, &dw_brain_puppet, &rules);
        play(glass, plain, flipped, seed, &sum);
        dw_stage_destroy(plain);
        dw_stage_destroy(flipped);
        dw_venue_destroy(venue);
        dw_venue_destroy(mirrored);
        dw_arena_destroy(&arena);
        dw_scene_destroy(scene);
    }
    print_message("%u ticks, %u times seen, %u touches, %u doors opened, %u blocked, %u taken\n",
                  sum.ticks, sum.seen, sum.touched, sum.doors, sum.refused, sum.taken);
    return sum;
}

/* Equality says nothing about rounds in which nothing happens. */
static void assert_eventful(const tally *sum)
{
    assert_true(sum->seen >= 5 * SCENES);
    assert_true(sum->touched >= SCENES);
    assert_true(sum->doors >= 2 * SCENES);
    assert_true(sum->refused >= 1);
    assert_true(sum->taken >= 1);
}

static void a_map_mirrored_left_to_right_gives_the_mirrored_round(void **state)
{
    (void)state;
    const tally sum = play_scenes(true);
    assert_eventful(&sum);
}

static void a_map_mirrored_top_to_bottom_gives_the_mirrored_round(void **state)
{
    (void)state;
    const tally sum = play_scenes(false);
    assert_eventful(&sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_mirrored_left_to_right_gives_the_mirrored_round),
        cmocka_unit_test(a_map_mirrored_top_to_bottom_gives_the_mirrored_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
