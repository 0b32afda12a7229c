/* sim_save.c - a match as bytes, and back.
 * The lists of fields make the layout: names of map, mission and brains, the state, what the match
 * has to tell of its past, the memory of each brain, and the state hash. Bytes from outside may
 * name anything, so each number that the tick uses as an index is checked before the match goes on.
 */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

#include <string.h>

enum { SAVE_VERSION = 8, BRAIN_NAME_SIZE = 32 };

DW_FIELDS_IO(static, noticed_noise, DW_NOTICED_NOISE_FIELDS);
DW_FIELDS_IO(static, noticed, DW_NOTICED_FIELDS);
DW_FIELDS_IO(static, sim_event, DW_SIM_EVENT_FIELDS);

typedef dw_sim dw_field_report;
DW_FIELDS_IO(static, report, DW_SIM_REPORT_FIELDS);

static void save_text(dw_state_writer *writer, const char *text, size_t size)
{
    for (size_t i = 0, length = strnlen(text, size); i < size; i++) {
        dw_state_put_u8(writer, i < length ? (uint8_t)text[i] : 0);
    }
}

static void load_text(dw_state_reader *reader, char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        text[i] = (char)dw_state_take_u8(reader);
    }
    (void)dw_state_require(reader, text[size - 1] == '\0');
    text[size - 1] = '\0';
}

void dw_sim_save(const dw_sim *sim, dw_state_writer *writer)
{
    DW_CHECK(sim->noise_count == 0);
    dw_state_put_u32(writer, SAVE_VERSION);
    save_text(writer, sim->map->name, DW_NAME_SIZE);
    save_text(writer, sim->mission != NULL ? sim->mission->name : "", DW_NAME_SIZE);
    dw_state_put_u8(writer, sim->world.guard_count);
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        DW_CHECK(strlen(sim->brains[g]->name) < BRAIN_NAME_SIZE);
        save_text(writer, sim->brains[g]->name, BRAIN_NAME_SIZE);
    }
    dw_save_sim(writer, sim);
    dw_save_report(writer, sim);
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        dw_save_noticed(writer, &sim->noticed[g]);
    }
    if (sim->scent != NULL) {
        dw_scent_save(sim->scent, writer);
    }
    if (sim->reactions != NULL) {
        dw_reactions_save(sim->reactions, writer);
    }
    if (sim->told != NULL) {
        dw_save_told(writer, sim->told);
    }
    if (sim->mission_state != NULL) {
        dw_save_mission_state(writer, sim->mission_state);
    }
    if (sim->question != NULL) {
        dw_save_question(writer, sim->question);
    }
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        sim->brains[g]->save(sim->memories[g], writer);
    }
    dw_state_put_u64(writer, dw_sim_state_hash(sim));
}

/* Whether an actor can go on from where it was moved last. */
static bool actor_is_sound(const dw_sim *sim, const dw_actor *actor, dw_role role, uint8_t kind)
{
    const dw_map *map = sim->map;
    const dw_vec position = actor->body.position;
    if (actor->role != role || actor->kind != kind || actor->controller >= DW_CONTROLLER_COUNT ||
        actor->presence >= DW_PRESENCE_COUNT) {
        return false;
    }
    return actor->presence == DW_PRESENCE_DORMANT ||
           (actor->room < map->room_count && dw_rect_holds_closed(map->bounds, position) &&
            dw_map_room_at(map, position) == actor->room &&
            (!dw_is_present(actor) ||
             dw_place_free(map, &sim->world.open, position, dw_sim_half_of(sim, actor))));
}

static bool guard_is_sound(const dw_sim *sim, uint32_t g)
{
    const dw_map *map = sim->map;
    const dw_guard_state *guard = &sim->world.guards[g];
    const dw_actor *actor = dw_guard_actor(&sim->world, g);
    const dw_guard_action *command = &guard->command;
    return actor_is_sound(sim, actor, DW_ROLE_GUARD, map->guards[g].kind) &&
           command->deed < DW_DEED_COUNT &&
           actor->controller == (actor->presence == DW_PRESENCE_DORMANT ? DW_CONTROLLER_NOBODY
                                                                        : DW_CONTROLLER_BRAIN) &&
           command->mood < DW_MOOD_COUNT &&
           dw_dot(command->step, command->step) <= sim->step_max_squared &&
           dw_dot(guard->step, guard->step) <= sim->step_max_squared &&
           dw_is_door_or_none(map, guard->holds) && dw_is_door_or_none(map, command->hold_door) &&
           dw_is_door_or_none(map, command->open_door) &&
           dw_is_door_or_none(map, command->close_door);
}

static bool intruder_is_sound(const dw_sim *sim, uint32_t slot)
{
    const dw_actor *actor = dw_intruder_actor(&sim->world, slot);
    const dw_intruder_state *intruder = &sim->world.intruders[slot];
    const bool plays = actor->controller == DW_CONTROLLER_PLAYER;
    if (!actor_is_sound(sim, actor, DW_ROLE_INTRUDER, 0) ||
        (plays ? !dw_is_present(actor) : actor->controller != DW_CONTROLLER_NOBODY)) {
        return false;
    }
    return actor->presence == DW_PRESENCE_DORMANT ||
           ((slot < sim->map->intruders_max || dw_sim_is_person(sim, slot)) &&
            (intruder->rest.ticks == 0 || intruder->rest.door < sim->map->door_count) &&
            (!dw_sim_picks(sim, slot) || sim->locks[0].picks[slot].door < sim->map->door_count) &&
            (actor->presence == DW_PRESENCE_GONE || intruder->caught_tick == 0));
}

/* Hands hold what they can. */
static bool item_is_sound(const dw_sim *sim, uint32_t index)
{
    const dw_item *item = &sim->world.items[index];
    return item->state < DW_ITEM_STATE_COUNT && item->carrier < DW_INTRUDERS_MAX &&
           (item->state != DW_ITEM_CARRIED ||
            (dw_is_present(dw_intruder_actor(&sim->world, item->carrier)) &&
             dw_hands_hold(sim->map, dw_world_items_of(&sim->world, item->carrier)))) &&
           (item->furniture < sim->map->furniture_count || item->furniture == DW_NONE) &&
           item->area.min.x <= item->area.max.x && item->area.min.y <= item->area.max.y &&
           dw_rect_contains(dw_rect_grown(sim->map->bounds, DW_BODY_SIZE), item->area);
}

static bool event_is_sound(const dw_sim *sim, const dw_sim_event *event)
{
    return event->kind < DW_SIM_EVENT_KIND_COUNT && event->agitation <= 3 &&
           event->tool < DW_TOOL_COUNT && event->item < sim->map->item_count &&
           event->task < DW_TASK_COUNT && event->mate < DW_INTRUDERS_MAX &&
           event->part < DW_PARTS_MAX && event->text < DW_MISSION_TEXTS_MAX &&
           event->speaker <= DW_MISSION_TEXTS_MAX && dw_is_door_or_none(sim->map, event->door) &&
           (event->guard < sim->world.guard_count || event->guard == DW_NONE) &&
           (event->slot < DW_INTRUDERS_MAX || event->slot == DW_SLOT_NONE ||
            event->slot == DW_NONE) &&
           dw_is_room_or_none(sim->map, event->room);
}

/* Devices are of the map. */
static bool mission_is_sound(const dw_sim *sim)
{
    bool sound = dw_mission_state_is_sound(sim->mission, sim->mission_state);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sound = sound && sim->mission_state->holding[s] <= sim->map->device_count;
    }
    for (uint32_t p = 0; p < DW_PERSONS_MAX && sound; p++) {
        sound = dw_person_is_sound(&sim->mission_state->persons[p], sim->map);
    }
    for (uint32_t d = sim->map->device_count; d < DW_DEVICES_MAX; d++) {
        sound = sound && sim->mission_state->ringing[d] == 0;
    }
    return sound && (sim->question == NULL || dw_question_is_sound(sim->question, sim->mission));
}

static bool is_sound(const dw_sim *sim)
{
    const dw_world *world = &sim->world;
    bool sound = world->guard_count == sim->map->guard_count && world->outcome < DW_OUTCOME_COUNT &&
                 (world->winner < DW_INTRUDERS_MAX || world->winner == DW_SLOT_NONE) &&
                 world->item_count == sim->map->item_count;
    for (uint32_t i = 0; i < sim->map->item_count; i++) {
        sound = sound && item_is_sound(sim, i);
    }
    for (uint32_t door = sim->map->door_count; door < DW_DOORS_MAX; door++) {
        sound = sound && !dw_door_set_has(&world->open, (uint16_t)door);
    }
    sound = sound && (world->worked & ~dw_map_switches(sim->map)) == 0 &&
            (sim->locks[0].turned & ~dw_map_locks(sim->map)) == 0 &&
            ((sim->torches[0] | sim->shouts[0] | sim->listening) & ~dw_guards_present(world)) == 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sound = sound && intruder_is_sound(sim, s);
    }
    for (uint32_t g = 0; g < sim->map->guard_count && sound; g++) {
        sound = guard_is_sound(sim, g) && dw_noticed_is_sound(&sim->noticed[g], sim->map) &&
                sim->motion_left[g] <= dw_sim_kind_of(sim, (uint16_t)g)->senses.motion.hold_ticks;
        for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
            sound = sound &&
                    world->meters[g][s] <= dw_sim_kind_of(sim, (uint16_t)g)->senses.eyes.meter_cap;
        }
    }
    const dw_radio_message *message = NULL;
    for (uint32_t back = 0; sound && (message = dw_radio_recent(&sim->radio, back)) != NULL;
         back++) {
        sound = message->kind != DW_RADIO_NONE && message->sender < world->guard_count &&
                message->from != DW_NONE && dw_message_is_sound(message, sim->map);
    }
    for (uint8_t i = 0; sound && sim->told != NULL && i < sim->told->count; i++) {
        sound = sim->told->words[i].kind != DW_RADIO_NONE &&
                sim->told->words[i].sender < world->guard_count &&
                dw_message_is_sound(&sim->told->words[i], sim->map);
    }
    sound = sound && (sim->mission == NULL || mission_is_sound(sim));
    sound = sound && dw_board_is_sound(&sim->board[0], sim->map) &&
            (sim->rules.tools == 0 || dw_tools_are_sound(&sim->tools[0], sim->map, &sim->rules));
    for (uint32_t i = 0; i < sim->event_count && sound; i++) {
        sound = event_is_sound(sim, &sim->events[i]);
    }
    return sound;
}

static void load_brain(dw_sim *sim, uint16_t guard, dw_state_reader *reader, dw_brain_finder finder)
{
    char name[BRAIN_NAME_SIZE];
    load_text(reader, name, sizeof name);
    const dw_brain_kind *kind = reader->failed ? NULL : finder.find(finder.context, name);
    (void)dw_state_require(reader, kind != NULL && dw_sim_set_brain(sim, guard, kind) == DW_OK);
}

dw_status dw_sim_load(dw_sim *sim, dw_state_reader *reader, dw_brain_finder finder, dw_error *error)
{
    dw_sim_reset(sim, 0, 0);
    char map[DW_NAME_SIZE];
    char mission[DW_NAME_SIZE];
    (void)dw_state_require(reader, dw_state_take_u32(reader) == SAVE_VERSION);
    load_text(reader, map, sizeof map);
    (void)dw_state_require(reader, strcmp(map, sim->map->name) == 0);
    load_text(reader, mission, sizeof mission);
    (void)dw_state_require(reader,
                           strcmp(mission, sim->mission != NULL ? sim->mission->name : "") == 0);
    const uint8_t guard_count = dw_state_take_u8(reader);
    (void)dw_state_require(reader, guard_count == sim->map->guard_count);
    for (uint16_t g = 0; g < sim->map->guard_count && !reader->failed; g++) {
        load_brain(sim, g, reader, finder);
    }
    dw_load_sim(reader, sim);
    dw_load_report(reader, sim);
    for (uint16_t g = 0; g < sim->map->guard_count && !reader->failed; g++) {
        dw_load_noticed(reader, &sim->noticed[g]);
    }
    if (sim->scent != NULL) {
        dw_scent_load(sim->scent, reader, sim->map->bounds);
    }
    if (sim->reactions != NULL) {
        dw_reactions_load(sim->reactions, reader, sim->map);
    }
    if (sim->told != NULL) {
        dw_load_told(reader, sim->told);
    }
    if (sim->mission_state != NULL) {
        dw_load_mission_state(reader, sim->mission_state);
    }
    if (sim->question != NULL) {
        dw_load_question(reader, sim->question);
    }
    bool fine = dw_state_require(reader, !reader->failed && is_sound(sim));
    for (uint16_t g = 0; g < sim->map->guard_count && fine; g++) {
        dw_sim_reset_brain(sim, g); /* Streams of random numbers begin with this round's seed. */
        sim->brains[g]->load(sim->memories[g], reader);
        fine = !reader->failed;
    }
    fine = fine && dw_state_take_u64(reader) == dw_sim_state_hash(sim) && !reader->failed;
    if (!dw_state_require(reader, fine)) {
        sim->world.guard_count = (uint8_t)sim->map->guard_count;
        dw_sim_reset(sim, 0, 0);
        return dw_fail(error, DW_INVALID, "%s: the bytes are not a saved match on this map",
                       sim->map->name);
    }
    return DW_OK;
}
