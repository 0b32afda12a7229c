#include "tests/support/bot_house.h"

#include "common/world/sight.h"
#include "common/world/throw.h"
#include "protocol/snapshot_items.h"
#include "tests/support/test.h"

enum {
    METER_GAIN = 350,
    METER_LOSS = 50,
    PATROL_SPEED = 1200, /* Units a tick: 1.2 m/s. */
    CHASE_SPEED = 2200,
    TURN_BAM = 910,
    ARRIVED = 60 * DW_UNITS_PER_MM,
    CHASE_STOP = 700 * DW_UNITS_PER_MM,
    BOT_BYTES = 1 << 17
};

void dw_bot_house_start_on(dw_bot_house *house, const dw_map *map, const dw_policy *policy,
                           uint64_t seed, uint32_t hold)
{
    house->map = map;
    assert_in_range(map->door_count, 0, DW_BOT_HOUSE_DOORS_MAX);
    house->rules = dw_ruleset_reference();
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&house->ground, map, &error), DW_OK);
    assert_int_equal(dw_arena_create(&house->arena, BOT_BYTES), DW_OK);
    assert_int_equal(dw_bot_create(&house->bot, &house->arena, policy), DW_OK);
    dw_bot_init(house->bot, house->ground, seed, 0, hold);
    house->body = (dw_body){.position = map->spawns[0]};
    house->doors = dw_map_doors_at_start(map);
    house->snapshot = (dw_snapshot){.tick = 1, .own = {.slot = 0, .state = DW_SLOT_ALIVE}};
}

void dw_bot_house_start(dw_bot_house *house, const dw_policy *policy, uint64_t seed, uint32_t hold)
{
    dw_bot_house_start_on(house, dw_scene_build(house->scene), policy, seed, hold);
}

dw_bot_house dw_bot_house_open_gate(const char *policy)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 14000, 14000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 14000, 0, 5000, 5000);
    dw_scene_door(h.scene, "door", hall, vault, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(h.scene, 8500, 100, 400, 2700, 1000);
    dw_scene_furniture(h.scene, 100, 4200, 13800, 300, 250); /* No way round. */
    dw_scene_objective(h.scene, 18000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 7500, 2000);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find(policy), 1, 1);
    h.omniscient = true;
    h.rules.hearing = 1;
    h.rules.tools = 1;
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){.position = dw_scene_mm(11500, 2500), .heading_bam = DW_BAM_HALF};
    return h;
}

void dw_bot_house_finish(dw_bot_house *house)
{
    dw_bot_ground_destroy(house->ground);
    dw_arena_destroy(&house->arena);
    dw_scene_destroy(house->scene);
}

bool dw_bot_house_seen_by(const dw_bot_house *house, uint32_t guard)
{
    const dw_bot_guard *looker = &house->guards[guard];
    const dw_kind *told = dw_body_kinds_find(&house->kinds, (uint8_t)(guard + 1));
    const dw_kind_eyes *eyes =
        told != NULL ? &told->senses.eyes : &house->rules.kinds[DW_KIND_GUARD].senses.eyes;
    return guard < house->guard_count && eyes->meter_near > 0 &&
           (eyes->range_mm == 0 ||
            dw_distance(looker->position, house->body.position) <= DW_MM(eyes->range_mm)) &&
           dw_in_field_of_view(looker->position, looker->heading_bam, eyes->field_of_view_bam,
                               house->body.position) &&
           dw_sight_clear(house->map, &house->doors, looker->position, house->body.position,
                          house->body.crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

/* One end of the sweep is where it looked at first. */
static void sweep_guard(const dw_bot_house *house, dw_bot_guard *guard)
{
    const uint32_t phase = house->tick % (2 * guard->sweep_ticks);
    const uint32_t at = phase < guard->sweep_ticks ? phase : 2 * guard->sweep_ticks - phase;
    guard->heading_bam =
        (uint16_t)(guard->sweep_from_bam + (int64_t)guard->sweep_bam * at / guard->sweep_ticks);
}

/* Turns towards `target` and goes there, in a straight line. */
static void walk_guard(dw_bot_guard *guard, dw_vec target, int32_t speed)
{
    const dw_vec offset = dw_vec_sub(target, guard->position);
    const int32_t far = dw_distance(guard->position, target);
    if (far == 0) {
        return;
    }
    const int16_t turn = (int16_t)(uint16_t)(dw_angle_bam(offset.x, offset.y) - guard->heading_bam);
    const int32_t most = turn > TURN_BAM ? TURN_BAM : (turn < -TURN_BAM ? -TURN_BAM : turn);
    guard->heading_bam = (uint16_t)(guard->heading_bam + most);
    const int32_t step = far < speed ? far : speed;
    guard->position.x += (int32_t)((int64_t)offset.x * step / far);
    guard->position.y += (int32_t)((int64_t)offset.y * step / far);
}

static void move_guard(dw_bot_house *house, uint32_t index)
{
    dw_bot_guard *guard = &house->guards[index];
    const bool seen = dw_bot_house_seen_by(house, index);
    house->seen_ticks += seen;
    guard->meter += seen ? METER_GAIN : -METER_LOSS;
    guard->meter = guard->meter < 0 ? 0 : guard->meter;
    guard->meter = guard->meter > DW_BOT_GUARD_METER_FULL ? DW_BOT_GUARD_METER_FULL : guard->meter;
    if (guard->sweep_ticks != 0) {
        sweep_guard(house, guard);
    }
    if (guard->chases) {
        guard->believed = seen ? house->body.position : guard->believed;
        if (dw_distance(guard->position, guard->believed) > CHASE_STOP) {
            walk_guard(guard, guard->believed, CHASE_SPEED);
        }
    } else if (guard->route_at < guard->route_count && house->tick >= guard->starts_tick) {
        const dw_vec next = guard->route[guard->route_at];
        walk_guard(guard, next, guard->alarmed ? CHASE_SPEED : PATROL_SPEED);
        guard->route_at += dw_distance(guard->position, next) < ARRIVED;
    }
}

static void show_guard(dw_bot_house *house, uint32_t index)
{
    const dw_bot_guard *guard = &house->guards[index];
    if (!house->omniscient && !dw_sight_clear(house->map, &house->doors, guard->position,
                                              house->body.position, DW_SIGHT_OVER_MIDDLE)) {
        return;
    }
    const dw_vec origin = house->map->bounds.min;
    const bool hunts = guard->alarmed || guard->meter == DW_BOT_GUARD_METER_FULL;
    house->snapshot.bodies[house->snapshot.body_count++] =
        (dw_snapshot_body){.id = (uint8_t)(index + 1),
                           .role = DW_ROLE_GUARD,
                           .heading = (uint8_t)(guard->heading_bam / 512),
                           .mood = hunts ? DW_MOOD_CHASING : DW_MOOD_CALM,
                           .meter = (uint8_t)(guard->meter * 100 / DW_BOT_GUARD_METER_FULL),
                           .x = dw_snapshot_quantise(guard->position.x, origin.x),
                           .y = dw_snapshot_quantise(guard->position.y, origin.y)};
}

static void work_door(dw_bot_house *house, uint16_t door)
{
    const bool open = dw_door_set_has(&house->doors, door);
    if (open && dw_leaf_blocked_by(house->map, door, house->body.position, DW_BODY_HALF)) {
        return;
    }
    dw_door_set_put(&house->doors, door, !open);
    house->doors_opened += !open;
    house->doors_shut += open;
    house->shut[door] += open;
}

static void use(dw_bot_house *house)
{
    house->presses++;
    house->presses_crouched += house->body.crouching;
    if (house->tick <= house->deaf_ticks) {
        return;
    }
    const dw_usables items = dw_snapshot_usables(house->map, house->snapshot.items, 0);
    const dw_use chosen = dw_intruder_choose_use(house->map, &house->doors, &house->rules,
                                                 house->body.position, &items);
    if (chosen.kind == DW_USE_ITEM) {
        house->snapshot.items[chosen.index] = (dw_snapshot_item){.state = DW_ITEM_CARRIED};
        house->snapshot.own.flags = DW_BODY_CARRYING;
    } else if (chosen.kind == DW_USE_DOOR) {
        work_door(house, chosen.index);
    } else {
        house->presses_in_vain++;
    }
}

dw_bot_view dw_bot_house_view(const dw_bot_house *house, uint32_t tick)
{
    return (dw_bot_view){.tick = tick,
                         .rules = &house->rules,
                         .map = house->map,
                         .body = house->body,
                         .doors = house->doors,
                         .snapshot = &house->snapshot,
                         .kinds = &house->kinds,
                         .signals = &house->signals};
}

static void throw_tool(dw_bot_house *house, dw_intent intent)
{
    const bool bait = dw_intent_tool(intent) == DW_TOOL_BAIT;
    uint8_t *left = bait ? &house->snapshot.own.baits : &house->snapshot.own.coins;
    assert_true(*left > 0);
    assert_true(dw_throw_in_range(&house->rules, intent));
    (*left)--;
    house->throws += !bait;
    house->baits_thrown += bait;
    house->landing =
        dw_throw_fly(house->map, &house->doors, &house->rules, house->body.position, intent)
            .landing;
}

static void walk(dw_bot_house *house, dw_intent intent)
{
    dw_rect bodies[DW_BOT_HOUSE_GUARDS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < house->guard_count; i++) {
        const dw_kind *told = dw_body_kinds_find(&house->kinds, (uint8_t)(i + 1));
        if (told == NULL || told->body.solid != 0) {
            bodies[count++] = dw_rect_around(house->guards[i].position, DW_BODY_HALF);
        }
    }
    const dw_vec before = house->body.position;
    (void)dw_intruder_walk(&house->body, intent, &house->rules, house->map, &house->doors, bodies,
                           count);
    house->still_ticks = dw_vec_equal(before, house->body.position) ? house->still_ticks + 1 : 0;
    house->still_most =
        house->still_ticks > house->still_most ? house->still_ticks : house->still_most;
    house->visited_rooms |= UINT64_C(1) << dw_bot_house_room(house);
}

void dw_bot_house_step(dw_bot_house *house)
{
    house->tick++;
    house->snapshot.body_count = 0;
    for (uint32_t i = 0; i < house->guard_count; i++) {
        move_guard(house, i);
        show_guard(house, i);
    }
    house->snapshot.tick = house->tick;
    house->snapshot.doors = house->doors;
    const dw_bot_view view = dw_bot_house_view(house, house->tick);
    const dw_intent intent = dw_bot_decide(house->bot, &view, true);
    assert_true(dw_intent_valid(intent));
    const bool held = (intent.buttons & DW_BUTTON_USE) != 0;
    if (held && !house->use_held) {
        use(house);
    }
    house->use_held = held;
    if (dw_intent_tool(intent) != DW_TOOL_NONE) {
        throw_tool(house, intent);
    }
    walk(house, intent);
    house->won = house->won || (dw_bot_house_taken(house) &&
                                dw_rect_holds(house->map->exit, house->body.position));
}

void dw_bot_house_run(dw_bot_house *house, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks && !house->won; i++) {
        dw_bot_house_step(house);
    }
}

bool dw_bot_house_taken(const dw_bot_house *house)
{
    const dw_snapshot_item *item = &house->snapshot.items[0];
    return item->state == DW_ITEM_CARRIED && item->carrier == 0;
}

uint16_t dw_bot_house_room(const dw_bot_house *house)
{
    return dw_map_room_at(house->map, house->body.position);
}
