#include "server/lab/brain_scene.h"

#include "common/base/check.h"
#include "common/base/fixed.h"
#include "server/host/rules_file.h"
#include "server/mind/needs.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAV_BYTES = 32 << 20,
    AHEAD_MM = 3000, /* Of what stands before the body, if the room is as deep. */
    TRAIL_STEP_TICKS = 15
};

#define EVENTS(...)                                                                                \
    .events = (const dw_brain_scene_event[]){__VA_ARGS__},                                         \
    .count = sizeof((const dw_brain_scene_event[]){__VA_ARGS__}) / sizeof(dw_brain_scene_event)

static const dw_brain_scene_script scripts[] = {
    {"calm", "nothing happens", 1200, 0, NULL},
    {"noise", "a noise in the next room", 900, EVENTS({120, 120, DW_BRAIN_SCENE_NOISE})},
    {"shot", "a loud noise beside it", 900, EVENTS({120, 120, DW_BRAIN_SCENE_SHOT})},
    {"glimpse", "somebody in sight for two seconds, not detected", 600,
     EVENTS({120, 240, DW_BRAIN_SCENE_GLIMPSE})},
    {"sight", "an intruder that it detects, and loses after five seconds", 1800,
     EVENTS({120, 420, DW_BRAIN_SCENE_SIGHT})},
    {"caught", "an intruder that it detects and sees caught", 600,
     EVENTS({120, 300, DW_BRAIN_SCENE_SIGHT}, {301, 301, DW_BRAIN_SCENE_CAUGHT})},
    {"touch", "an intruder touches it for a second", 900, EVENTS({120, 180, DW_BRAIN_SCENE_TOUCH})},
    {"alarm", "another guard reports an intruder in the next room", 1800,
     EVENTS({120, 120, DW_BRAIN_SCENE_ALARM})},
    {"hungry", "it gets hungry, and then there is food", 900,
     EVENTS({120, 120, DW_BRAIN_SCENE_HUNGER}, {300, 900, DW_BRAIN_SCENE_FOOD})},
    {"tired", "it gets tired; a noise wakes it", 1800,
     EVENTS({120, 120, DW_BRAIN_SCENE_FATIGUE}, {900, 900, DW_BRAIN_SCENE_NOISE})},
    {"trail", "it smells a trail that leads through its room", 900,
     EVENTS({120, 300, DW_BRAIN_SCENE_TRAIL})},
    {"handler", "its handler is near, and goes away", 900,
     EVENTS({1, 300, DW_BRAIN_SCENE_COMPANY})},
    {"day", "one thing after another", 6000,
     EVENTS({300, 300, DW_BRAIN_SCENE_NOISE}, {900, 1020, DW_BRAIN_SCENE_GLIMPSE},
            {1500, 1700, DW_BRAIN_SCENE_SIGHT}, {2700, 2700, DW_BRAIN_SCENE_ALARM},
            {3600, 3640, DW_BRAIN_SCENE_TOUCH}, {4500, 4500, DW_BRAIN_SCENE_HUNGER},
            {4500, 5000, DW_BRAIN_SCENE_FOOD}, {5200, 5200, DW_BRAIN_SCENE_FATIGUE})},
};

struct dw_brain_scene {
    dw_lab_data data; /* The map. */
    dw_map map;       /* The same, with the posts below. */
    dw_guard_post posts[DW_GUARDS_MAX];
    dw_ruleset rules;
    dw_arena arena;
    const dw_nav *nav;
    dw_brain_setup setup;
    const dw_brain_kind *brain;
    void *memory;
    dw_percepts percepts;
    uint16_t next_room; /* Beside that in which the body begins. */
    bool eaten;
};

const dw_brain_scene_script *dw_brain_scene_script_at(uint32_t index)
{
    return index < DW_COUNT_OF(scripts) ? &scripts[index] : NULL;
}

const dw_brain_scene_script *dw_brain_scene_script_find(const char *name)
{
    uint32_t i = 0;
    while (i < DW_COUNT_OF(scripts) && strcmp(scripts[i].name, name) != 0) {
        i++;
    }
    return dw_brain_scene_script_at(i);
}

const char *dw_brain_scene_event_text(dw_brain_scene_event_kind kind)
{
    static const char *const texts[DW_BRAIN_SCENE_EVENT_KIND_COUNT] = {
        [DW_BRAIN_SCENE_NOISE] = "a noise in the next room",
        [DW_BRAIN_SCENE_SHOT] = "a loud noise beside it",
        [DW_BRAIN_SCENE_GLIMPSE] = "somebody in sight",
        [DW_BRAIN_SCENE_SIGHT] = "an intruder in sight, detected",
        [DW_BRAIN_SCENE_TOUCH] = "an intruder touches it",
        [DW_BRAIN_SCENE_CAUGHT] = "the intruder is caught",
        [DW_BRAIN_SCENE_ALARM] = "a report: an intruder in the next room",
        [DW_BRAIN_SCENE_FOOD] = "food",
        [DW_BRAIN_SCENE_HUNGER] = "hunger",
        [DW_BRAIN_SCENE_FATIGUE] = "tiredness",
        [DW_BRAIN_SCENE_TRAIL] = "a trail",
        [DW_BRAIN_SCENE_COMPANY] = "its handler is near",
    };
    return texts[kind];
}

/* The map with a body of that kind at the first post, and the second guard as its handler. */
static dw_status furnish(dw_brain_scene *it, const char *kind, dw_error *error)
{
    const dw_map *map = it->data.map;
    it->map = *map;
    memcpy(it->posts, map->guards, map->guard_count * sizeof *it->posts);
    for (uint16_t g = 0; g < map->guard_count; g++) {
        it->posts[g].kind = g == 0 ? 1 : 0;
    }
    memcpy(it->posts[0].handler, it->posts[1].name, sizeof it->posts[0].handler);
    it->map.guards = it->posts;
    it->map.kind_count = 2;
    it->map.override_count = 0;
    memset(it->map.kinds, 0, sizeof it->map.kinds);
    memcpy(it->map.kinds[0].name, "guard", sizeof "guard");
    if (strlen(kind) >= sizeof it->map.kinds[1].name) {
        return dw_fail(error, DW_RANGE, "--kind %.40s: the name is too long", kind);
    }
    memcpy(it->map.kinds[1].name, kind, strlen(kind) + 1);
    char path[DW_PATH_MAX];
    dw_ruleset_brains brains;
    return dw_rules_file_read(&it->rules, &brains, &(dw_rules_choice){.ruleset = "standard"},
                              &it->map, path, error);
}

static dw_status wake(dw_brain_scene *it, dw_error *error)
{
    const dw_kind *kind = &it->rules.kinds[1];
    const dw_guard_post *post = &it->posts[0];
    if (kind->body.size_mm == 0) {
        return dw_fail(error, DW_INVALID, "--kind: a device has no body to decide for");
    }
    if (dw_arena_create(&it->arena, NAV_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status = dw_nav_build_map(&it->nav, &it->arena, &it->map,
                                              kind->body.size_mm * DW_UNITS_PER_MM / 2, error);
    if (status != DW_OK) {
        return status;
    }
    it->setup = (dw_brain_setup){
        .map = &it->map, .nav = it->nav, .rules = &it->rules, .kind = kind, .guard = 0};
    if (it->brain->create(&it->memory, &it->arena, &it->setup) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory for the brain");
    }
    it->brain->assign(it->memory, it->brain);
    it->brain->reset(it->memory, 1);
    it->percepts = (dw_percepts){.position = post->spawn,
                                 .heading_bam = post->heading_bam,
                                 .room = dw_map_room_at(&it->map, post->spawn),
                                 .door_held = DW_NONE,
                                 .light = 100};
    const dw_room *room = &it->map.rooms[it->percepts.room];
    const dw_door *door = &it->map.doors[room->doors[0]];
    it->next_room =
        door->half[0].room != it->percepts.room ? door->half[0].room : door->half[1].room;
    return DW_OK;
}

dw_status dw_brain_scene_create(dw_brain_scene **out, const dw_data_brain *brain, const char *kind,
                                dw_error *error)
{
    dw_brain_scene *it = calloc(1, sizeof *it);
    if (it == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    it->brain = dw_data_brain_kind(brain);
    dw_status status = dw_lab_data_read(&it->data, "reference", NULL, false, error);
    if (status != DW_OK) {
        free(it);
        return status;
    }
    status = furnish(it, kind, error);
    if (status == DW_OK) {
        status = wake(it, error);
    }
    if (status != DW_OK) {
        dw_brain_scene_destroy(it);
        return status;
    }
    *out = it;
    return DW_OK;
}

void dw_brain_scene_destroy(dw_brain_scene *scene)
{
    dw_arena_destroy(&scene->arena);
    dw_lab_data_destroy(&scene->data);
    free(scene);
}

bool dw_brain_scene_knows_needs(const dw_brain_scene *scene)
{
    return scene->setup.kind->needs.hunger.point_ticks > 0;
}

/* As far before the body as the room allows, up to `distance_mm`. */
static dw_vec ahead(const dw_brain_scene *it, int32_t distance_mm)
{
    const dw_percepts *percepts = &it->percepts;
    dw_vec place = percepts->position;
    for (int32_t mm = distance_mm; mm > 0; mm -= 100) {
        const dw_vec off = {
            (int32_t)((int64_t)DW_MM(mm) * dw_cosine_bam(percepts->heading_bam) / DW_SINE_ONE),
            (int32_t)((int64_t)DW_MM(mm) * dw_sine_bam(percepts->heading_bam) / DW_SINE_ONE)};
        const dw_vec at = dw_vec_add(percepts->position, off);
        if (dw_map_room_at(&it->map, at) == percepts->room) {
            place = at;
            break;
        }
    }
    return place;
}

static dw_vec middle_of(const dw_brain_scene *it, uint16_t room)
{
    return dw_rect_centre(it->map.rooms[room].area);
}

static void sound(dw_brain_scene *it, dw_vec place, int32_t strength_db10)
{
    it->percepts.stimuli[it->percepts.stimulus_count++] =
        (dw_stimulus){.kind = DW_STIMULUS_NOISE,
                      .room = dw_map_room_at(&it->map, place),
                      .position = place,
                      .strength = strength_db10};
}

/* Somebody stays where it was noticed first. */
static void show(dw_brain_scene *it, dw_brain_scene_event_kind how)
{
    dw_percepts *percepts = &it->percepts;
    const int32_t full = it->setup.kind->senses.eyes.meter_full;
    dw_percept_intruder *who = &percepts->intruders[0];
    const bool is_new = percepts->intruder_count == 0;
    const dw_vec place =
        is_new ? ahead(it, how == DW_BRAIN_SCENE_TOUCH ? 500 : AHEAD_MM) : who->position;
    *who = (dw_percept_intruder){.slot = 0,
                                 .seen = how != DW_BRAIN_SCENE_TOUCH,
                                 .touched = how == DW_BRAIN_SCENE_TOUCH,
                                 .detected = how != DW_BRAIN_SCENE_GLIMPSE,
                                 .meter = how == DW_BRAIN_SCENE_GLIMPSE ? full / 2 : full,
                                 .position = place,
                                 .room = percepts->room};
    percepts->intruder_count = 1;
}

static void report(dw_brain_scene *it)
{
    dw_percepts *percepts = &it->percepts;
    percepts->heard[percepts->heard_count++] = (dw_radio_message){.id = percepts->tick,
                                                                  .sent = percepts->tick,
                                                                  .due = percepts->tick,
                                                                  .kind = DW_RADIO_REPORT,
                                                                  .sender = 1,
                                                                  .slot = 0,
                                                                  .agitation = 1,
                                                                  .room = it->next_room,
                                                                  .from = DW_NONE,
                                                                  .place = it->posts[1].spawn};
}

static void change_needs(dw_brain_scene *it, dw_brain_scene_event_kind kind)
{
    dw_brain_needs needs;
    it->brain->get_needs(it->memory, &needs);
    const uint32_t which = kind == DW_BRAIN_SCENE_HUNGER ? 0 : 1; /* As dw_needs_tell puts them. */
    needs.points[which] = kind == DW_BRAIN_SCENE_HUNGER ? DW_NEED_POINTS_MAX : 0;
    it->brain->set_needs(it->memory, &needs);
}

/* Points of one line, each left later than the one before. */
static void smell(dw_brain_scene *it, uint32_t ticks)
{
    const uint32_t point = ticks / TRAIL_STEP_TICKS;
    if (ticks % TRAIL_STEP_TICKS == 0) {
        it->percepts.smell = (dw_percept_smell){.found = true,
                                                .room = it->percepts.room,
                                                .age_ticks = 600 - 2 * point * TRAIL_STEP_TICKS,
                                                .position = ahead(it, 600)};
    }
}

static void happen(dw_brain_scene *it, const dw_brain_scene_event *event)
{
    dw_percepts *percepts = &it->percepts;
    switch ((dw_brain_scene_event_kind)event->kind) {
    case DW_BRAIN_SCENE_NOISE:
        sound(it, middle_of(it, it->next_room), 520);
        break;
    case DW_BRAIN_SCENE_SHOT:
        sound(it, ahead(it, 2000), 700);
        break;
    case DW_BRAIN_SCENE_GLIMPSE:
    case DW_BRAIN_SCENE_SIGHT:
    case DW_BRAIN_SCENE_TOUCH:
        show(it, (dw_brain_scene_event_kind)event->kind);
        break;
    case DW_BRAIN_SCENE_CAUGHT:
        percepts->caught = 1;
        break;
    case DW_BRAIN_SCENE_ALARM:
        report(it);
        break;
    case DW_BRAIN_SCENE_FOOD:
        percepts->food.position =
            event->first == percepts->tick ? ahead(it, 2000) : percepts->food.position;
        percepts->food.found = !it->eaten;
        break;
    case DW_BRAIN_SCENE_HUNGER:
    case DW_BRAIN_SCENE_FATIGUE:
        change_needs(it, (dw_brain_scene_event_kind)event->kind);
        break;
    case DW_BRAIN_SCENE_TRAIL:
        smell(it, percepts->tick - event->first);
        break;
    case DW_BRAIN_SCENE_COMPANY:
    case DW_BRAIN_SCENE_EVENT_KIND_COUNT:
        percepts->guards[0] =
            (dw_percept_guard){.guard = 1, .position = ahead(it, 1000), .half = DW_BODY_HALF};
        percepts->guard_count = 1;
        break;
    }
}

/* What lasts a tick is over; what is so for longer, the scene says anew. */
static void clear(dw_percepts *percepts, bool stays)
{
    percepts->stimulus_count = 0;
    percepts->heard_count = 0;
    percepts->guard_count = 0;
    percepts->caught = 0;
    percepts->food.found = false;
    percepts->smell.found = false;
    percepts->intruder_count = stays ? percepts->intruder_count : 0;
}

static bool shows_somebody(const dw_brain_scene_script *script, uint32_t tick)
{
    bool shows = false;
    for (uint16_t i = 0; i < script->count; i++) {
        const dw_brain_scene_event *event = &script->events[i];
        shows =
            shows || (tick >= event->first && tick <= event->last &&
                      event->kind >= DW_BRAIN_SCENE_GLIMPSE && event->kind <= DW_BRAIN_SCENE_TOUCH);
    }
    return shows;
}

static void sense(dw_brain_scene *it, const dw_brain_scene_script *script)
{
    dw_percepts *percepts = &it->percepts;
    percepts->tick++;
    clear(percepts, shows_somebody(script, percepts->tick));
    for (uint16_t i = 0; i < script->count; i++) {
        const dw_brain_scene_event *event = &script->events[i];
        if (percepts->tick >= event->first && percepts->tick <= event->last) {
            happen(it, event);
        }
    }
}

static void carry_out(dw_brain_scene *it, const dw_guard_command *command)
{
    dw_percepts *percepts = &it->percepts;
    percepts->position = dw_vec_add(percepts->position, command->step);
    percepts->heading_bam = command->heading_bam;
    percepts->door_held = command->hold_door;
    const uint16_t room = dw_map_room_at(&it->map, percepts->position);
    percepts->room = room != DW_NONE ? room : percepts->room;
    it->eaten = it->eaten || command->deed == DW_DEED_EAT;
}

void dw_brain_scene_step(dw_brain_scene *scene, const dw_brain_scene_script *script,
                         dw_brain_scene_view *view)
{
    sense(scene, script);
    dw_guard_command command = {.heading_bam = scene->percepts.heading_bam,
                                .open_door = DW_NONE,
                                .close_door = DW_NONE,
                                .hold_door = DW_NONE};
    scene->brain->think(scene->memory, &scene->percepts, &command);
    memset(view, 0, sizeof *view);
    view->tick = scene->percepts.tick;
    view->mind.tick = view->tick;
    scene->brain->explain(scene->memory, &view->mind);
    view->skill = dw_data_brain_skill(scene->memory);
    view->deed = command.deed;
    view->says = command.says != NULL ? command.says->kind : (uint8_t)DW_RADIO_NONE;
    view->speed_mm_s = (int32_t)dw_distance((dw_vec){0, 0}, command.step);
    carry_out(scene, &command);
}
