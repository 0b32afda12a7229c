#include "tests/support/mind_trial.h"

#include "common/base/check.h"

#include <string.h>

enum { MEMORY_BYTES = 8 << 20, STATE_BYTES = 64 << 10 };

static dw_scene *make_scene(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    dw_scene_room(scene, "study", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "closet", 12000, 0, 4000, 4000);
    dw_scene_door(scene, "hall-study", DW_TRIAL_HALL, DW_TRIAL_STUDY, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "study-closet", DW_TRIAL_STUDY, DW_TRIAL_CLOSET, 1500, 1000,
                  DW_SCENE_OPEN);
    dw_scene_patrol(scene, "patrol", "hall, study, closet");
    dw_scene_guard(scene, "ann", 2000, 2000, 0, "patrol");
    dw_scene_guard(scene, "ben", 15000, 3500, 0, "patrol");
    dw_scene_spawn(scene, 500, 3500);
    return scene;
}

void dw_trial_open(dw_trial *it, const dw_brain_kind *brain, const dw_ruleset *rules, uint8_t kind)
{
    *it = (dw_trial){.scene = make_scene(), .brain = brain, .rules = rules};
    it->venue = dw_venue_of(dw_scene_build(it->scene));
    dw_status status = dw_arena_create(&it->arena, MEMORY_BYTES);
    DW_CHECK(status == DW_OK);
    it->setup = (dw_brain_setup){.map = it->venue->map,
                                 .nav = it->venue->nav,
                                 .rules = it->rules,
                                 .kind = &it->rules->kinds[kind]};
    status = brain->create(&it->memory, &it->arena, &it->setup);
    DW_CHECK(status == DW_OK);
    if (brain->assign != NULL) {
        brain->assign(it->memory, brain);
    }
    brain->reset(it->memory, 1);
    it->percepts = (dw_percepts){.tick = 1,
                                 .position = dw_scene_mm(2000, 2000),
                                 .room = DW_TRIAL_HALL,
                                 .door_held = DW_NONE};
}

void dw_trial_close(dw_trial *it)
{
    dw_arena_destroy(&it->arena);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

void dw_trial_copy(dw_trial *twin, const dw_trial *it)
{
    static uint8_t bytes[STATE_BYTES];
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    it->brain->save(it->memory, &writer);
    size_t size;
    const dw_status status = dw_state_writer_finish(&writer, &size);
    DW_CHECK(status == DW_OK);
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    twin->brain->reset(twin->memory, 1);
    twin->brain->load(twin->memory, &reader);
    DW_CHECK(!reader.failed);
    twin->percepts = it->percepts;
    twin->command = it->command;
    twin->said = it->said;
}

/* The body walks into no wall, gets the doorways that it asks for, and its leaves stand open. */
void dw_trial_step(dw_trial *it)
{
    dw_percepts *percepts = &it->percepts;
    it->command = (dw_guard_command){.heading_bam = percepts->heading_bam,
                                     .open_door = DW_NONE,
                                     .close_door = DW_NONE,
                                     .hold_door = DW_NONE};
    it->said = (dw_radio_message){.kind = 0};
    percepts->tick++;
    it->brain->think(it->memory, percepts, &it->command);
    if (it->command.says != NULL) {
        it->said = *it->command.says;
    }
    it->command.says = NULL;
    it->command.writes = NULL;
    percepts->position = dw_vec_add(percepts->position, it->command.step);
    percepts->heading_bam = it->command.heading_bam;
    percepts->door_held = it->command.hold_door;
    const uint16_t room = dw_map_room_at(it->venue->map, percepts->position);
    percepts->room = room != DW_NONE ? room : percepts->room;
    percepts->stimulus_count = 0;
    percepts->heard_count = 0;
    if (it->command.deed == DW_DEED_EAT) {
        percepts->food.found = false;
    }
}

void dw_trial_run(dw_trial *it, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        dw_trial_step(it);
    }
}

bool dw_trial_did_same(const dw_trial *one, const dw_trial *two)
{
    const dw_guard_command *a = &one->command;
    const dw_guard_command *b = &two->command;
    return dw_vec_equal(a->step, b->step) && a->heading_bam == b->heading_bam &&
           a->open_door == b->open_door && a->close_door == b->close_door &&
           a->hold_door == b->hold_door && a->waiting == b->waiting && a->mood == b->mood &&
           a->deed == b->deed && a->asleep == b->asleep && a->torch == b->torch &&
           a->listens == b->listens && one->said.kind == two->said.kind &&
           one->said.room == two->said.room && one->said.slot == two->said.slot;
}

dw_mind_view dw_trial_explain(const dw_trial *it)
{
    dw_mind_view view = {.tick = it->percepts.tick};
    it->brain->explain(it->memory, &view);
    return view;
}

void dw_trial_show(dw_trial *it, dw_trial_sight how, int32_t x, int32_t y)
{
    it->percepts.intruder_count = 1;
    it->percepts.intruders[0] =
        (dw_percept_intruder){.slot = 0,
                              .seen = how != DW_TRIAL_TOUCH,
                              .touched = how == DW_TRIAL_TOUCH,
                              .detected = how != DW_TRIAL_GLIMPSE,
                              .meter = it->setup.kind->senses.eyes.meter_full / 2,
                              .position = dw_scene_mm(x, y),
                              .room = dw_map_room_at(it->venue->map, dw_scene_mm(x, y))};
    if (how != DW_TRIAL_GLIMPSE) {
        it->percepts.intruders[0].meter = it->setup.kind->senses.eyes.meter_full;
    }
}

void dw_trial_hide(dw_trial *it)
{
    it->percepts.intruder_count = 0;
}

static void sound(dw_trial *it, int32_t x, int32_t y, dw_stimulus stimulus)
{
    stimulus.position = dw_scene_mm(x, y);
    stimulus.room = dw_map_room_at(it->venue->map, stimulus.position);
    it->percepts.stimuli[it->percepts.stimulus_count++] = stimulus;
}

void dw_trial_noise(dw_trial *it, int32_t x, int32_t y, int32_t level_db10)
{
    sound(it, x, y, (dw_stimulus){.kind = DW_STIMULUS_NOISE, .strength = level_db10});
}

void dw_trial_bark(dw_trial *it, int32_t x, int32_t y)
{
    sound(it, x, y,
          (dw_stimulus){
              .kind = DW_STIMULUS_NOISE, .from_own_side = true, .is_alarm = true, .strength = 400});
}

void dw_trial_alarm(dw_trial *it, uint16_t room)
{
    it->percepts.heard[it->percepts.heard_count++] =
        (dw_radio_message){.id = it->percepts.tick,
                           .sent = it->percepts.tick,
                           .due = it->percepts.tick,
                           .kind = DW_RADIO_REPORT,
                           .sender = 1,
                           .slot = 3,
                           .agitation = 1,
                           .room = room,
                           .from = DW_NONE,
                           .place = dw_scene_mm(15000, 3500)};
}
