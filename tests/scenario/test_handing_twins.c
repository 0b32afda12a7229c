/* The client's prediction of its hands beside the server's simulation: a body that carries
 * something walks about and presses the use key beside a mate, a door and another thing. Snapshots
 * come six ticks late. What the client predicts for a tick is what the server finds in it. */
#include "client/core/prediction.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { TRIALS = 300, TICKS = 90, LATE_TICKS = 6, SNAPSHOT_TICKS = 3, DOCUMENTS = 0, VASE };
enum { OWN, MATE };

typedef struct twins {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    dw_ruleset rules;
    dw_snapshot_store store;
    dw_input_queue inputs;
    dw_prediction prediction;
    uint32_t handed, taken, doors;
} twins;

static void open_twins(twins *it)
{
    *it = (twins){.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t hall = dw_scene_room(it->scene, "hall", 0, 0, 6000, 6000);
    const uint16_t study = dw_scene_room(it->scene, "study", 6000, 0, 6000, 6000);
    dw_scene_door(it->scene, "door", hall, study, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(it->scene, 2000, 4000, 600, 600, 400);
    dw_scene_objective(it->scene, 11000, 5000, 200, 200);
    dw_scene_item(it->scene, "vase", 3000, 1000);
    dw_scene_exit(it->scene, 11000, 300, 500, 500);
    dw_scene_spawn(it->scene, 1000, 1000);
    dw_scene_spawn(it->scene, 3000, 3000);
    dw_scene_patrol(it->scene, "round", "study");
    dw_scene_guard(it->scene, "gil", 11500, 5500, 0, "round");
    it->venue = dw_venue_of(dw_scene_build(it->scene));
    it->stage = dw_stage_create_with(it->venue, &dw_brain_puppet, &it->rules);
}

static dw_snapshot snapshot_of(const twins *it)
{
    const dw_world *world = it->stage->world;
    const dw_body *own = &dw_intruder_actor(world, OWN)->body;
    const dw_vec mate = dw_intruder_actor(world, MATE)->body.position;
    const dw_vec origin = it->venue->map->bounds.min;
    dw_snapshot snapshot = {.tick = world->tick + 1,
                            .doors = world->open,
                            .own = {.slot = OWN,
                                    .state = DW_SLOT_ALIVE,
                                    .heading_bam = own->heading_bam,
                                    .x = own->position.x,
                                    .y = own->position.y},
                            .body_count = 1,
                            .bodies = {{.id = 1,
                                        .role = DW_ROLE_INTRUDER,
                                        .slot = MATE,
                                        .x = dw_snapshot_quantise(mate.x, origin.x),
                                        .y = dw_snapshot_quantise(mate.y, origin.y)}}};
    for (uint32_t i = 0; i < world->item_count; i++) {
        const bool carried = world->items[i].state == DW_ITEM_CARRIED;
        snapshot.items[i].state = world->items[i].state;
        snapshot.items[i].carrier = carried ? world->items[i].carrier : 0;
    }
    return snapshot;
}

/* A new round in which the own body has the documents, and the mate stands where the wire can say.
 */
static void begin(twins *it, dw_rng *rng)
{
    dw_stage_reset(it->stage, 1, 3);
    const dw_vec origin = it->venue->map->bounds.min;
    const dw_vec mate = {dw_snapshot_restore((uint16_t)dw_rng_between(rng, 80, 290), origin.x),
                         dw_snapshot_restore((uint16_t)dw_rng_between(rng, 80, 200), origin.y)};
    dw_stage_put_intruder(it->stage, MATE, mate);
    dw_stage_put_intruder(it->stage, OWN, (dw_vec){mate.x, mate.y + DW_MM(500)});
    it->stage->sim->world.items[DOCUMENTS].state = DW_ITEM_CARRIED;
    it->stage->sim->world.items[DOCUMENTS].carrier = OWN;
    dw_snapshot_store_reset(&it->store, 20);
    dw_input_queue_reset(&it->inputs);
    dw_prediction_reset(&it->prediction);
    it->prediction.scene.moves_from = 1;
    it->prediction.scene.moves_until = UINT32_MAX;
}

/* The client's ticks are the server's and 1, since tick 0 on the wire means no tick. */
static void take(twins *it, const dw_snapshot *snapshot)
{
    static const dw_body_kinds kinds; /* None but `guard`. */
    assert_true(dw_snapshot_store_put(&it->store, snapshot));
    dw_prediction_read(&it->prediction, &it->store, it->venue->map, &it->rules, &kinds);
    dw_prediction_rebase(&it->prediction, snapshot, &it->inputs, 0.0, 0);
}

static void play(twins *it, dw_rng *rng)
{
    dw_snapshot late[TICKS / SNAPSHOT_TICKS + 1];
    begin(it, rng);
    late[0] = snapshot_of(it);
    take(it, &late[0]);
    dw_intent wanted = {.direction = DW_STAND};
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        if (dw_rng_below(rng, 12) == 0) {
            wanted.direction = (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT);
        }
        wanted.buttons = dw_rng_below(rng, 4) == 0 ? DW_BUTTON_USE : 0;
        dw_input_queue_watch(&it->inputs, wanted);
        const dw_intent intent = dw_input_queue_push(&it->inputs, tick + 1, wanted);
        dw_prediction_step(&it->prediction, tick + 1, intent);
        const bool carries = dw_prediction_carries(&it->prediction);
        it->stage->intents[OWN] = intent;
        dw_stage_step(it->stage);
        it->handed += dw_stage_events(it->stage, DW_SIM_HANDED, DW_NONE, OWN);
        it->taken += dw_stage_events(it->stage, DW_SIM_TAKEN, DW_NONE, OWN);
        it->doors += dw_stage_events(it->stage, DW_SIM_DOOR_OPENED, DW_NONE, OWN);
        const dw_vec there = dw_intruder_actor(it->stage->world, OWN)->body.position;
        assert_int_equal(carries, dw_world_items_of(it->stage->world, OWN) != 0);
        assert_true(dw_vec_equal(it->prediction.body.position, there));
        assert_int_equal(dw_door_set_has(&it->prediction.doors, 0),
                         dw_door_set_has(&it->stage->world->open, 0));
        if (tick % SNAPSHOT_TICKS == 0) {
            late[tick / SNAPSHOT_TICKS] = snapshot_of(it);
        }
        if (tick > LATE_TICKS && (tick - LATE_TICKS) % SNAPSHOT_TICKS == 0) {
            take(it, &late[(tick - LATE_TICKS) / SNAPSHOT_TICKS]);
        }
    }
}

static void the_client_predicts_what_its_hands_hold_as_the_server_finds_it(void **state)
{
    (void)state;
    twins it;
    open_twins(&it);
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        play(&it, &rng);
    }
    print_message("%u handed over, %u taken, %u doors opened\n", it.handed, it.taken, it.doors);
    assert_true(it.handed > TRIALS / 2);
    assert_true(it.taken > TRIALS / 20);
    assert_true(it.doors > TRIALS / 20);
    dw_stage_destroy(it.stage);
    dw_venue_destroy(it.venue);
    dw_scene_destroy(it.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_client_predicts_what_its_hands_hold_as_the_server_finds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
