/* minds.c - phases 6 and 7 of the tick: messages reach the guards, and the brains think.
 * Owns which brain and which memory a guard has. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/sim/sim_state.h"

#include <string.h>

/* The mesh for the guard's size, and the searches of all guards with that mesh. */
static dw_status choose_mesh(dw_sim *sim, dw_brain_setup *setup)
{
    const int32_t half = dw_kind_half(setup->kind);
    setup->nav = sim->nav;
    setup->searches = &sim->searches;
    if (half == 0 || half == DW_BODY_HALF) {
        return DW_OK;
    }
    DW_CHECK(sim->sizes != NULL);
    const uint32_t at = dw_nav_set_find(sim->sizes, half);
    DW_CHECK(at < sim->sizes->count);
    if (sim->size_searches[at] == NULL) {
        dw_search_pool *searches = DW_ARENA_NEW(sim->arena, dw_search_pool);
        if (searches == NULL) {
            return DW_MEMORY;
        }
        searches->size = sim->searches.size;
        sim->size_searches[at] = searches;
    }
    setup->nav = sim->sizes->navs[at];
    setup->searches = sim->size_searches[at];
    return DW_OK;
}

static bool has_devices(const dw_sim *sim)
{
    for (uint16_t g = 0; g < sim->map->guard_count; g++) {
        const dw_kind *kind = &sim->rules.kinds[sim->map->guards[g].kind];
        if (dw_kind_is_device(kind) && kind->can.radio != 0) {
            return true;
        }
    }
    return false;
}

static dw_status create_mind(dw_sim *sim, uint16_t guard, dw_sim_mind *mind,
                             const dw_brain_kind *kind)
{
    dw_brain_setup setup = {
        .map = sim->map,
        .rules = &sim->rules,
        .kind = &sim->rules.kinds[sim->map->guards[guard].kind],
        .patrol_weights = sim->patrol_weights,
        .zones = sim->zones,
        .guard = guard,
        .has_notices = sim->rules.evidence != 0 || has_devices(sim),
    };
    dw_status status = choose_mesh(sim, &setup);
    if (status == DW_OK) {
        setup.keyless = dw_sim_keyless_doors(sim, guard, &status);
    }
    if (status == DW_OK) {
        status = kind->create(&mind->memory, sim->arena, &setup);
    }
    mind->kind = status == DW_OK ? kind : NULL;
    return status;
}

dw_status dw_sim_take_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind)
{
    dw_sim_mind *minds = &sim->minds[guard * DW_SIM_MINDS_MAX];
    uint32_t at = 0;
    while (at < DW_SIM_MINDS_MAX && minds[at].kind != NULL &&
           minds[at].kind->create != kind->create) {
        at++;
    }
    if (at == DW_SIM_MINDS_MAX) {
        return DW_FULL;
    }
    const dw_status status =
        minds[at].kind != NULL ? DW_OK : create_mind(sim, guard, &minds[at], kind);
    if (status == DW_OK) {
        minds[at].kind = kind; /* The last one may be gone when its file was loaded anew. */
        if (kind->assign != NULL) {
            kind->assign(minds[at].memory, kind);
        }
        sim->brains[guard] = kind;
        sim->memories[guard] = minds[at].memory;
    }
    return status;
}

static uint64_t brain_seed(const dw_sim *sim, uint16_t guard)
{
    return dw_mix64(sim->seed ^ dw_mix64(UINT64_C(0x67756172642d2d2d) + guard));
}

void dw_sim_reset_brain(dw_sim *sim, uint16_t guard)
{
    sim->brains[guard]->reset(sim->memories[guard], brain_seed(sim, guard));
}

dw_status dw_sim_set_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind)
{
    DW_CHECK(guard < sim->world.guard_count);
    const dw_brain_kind *before = sim->brains[guard];
    void *memory = sim->memories[guard];
    dw_brain_needs needs;
    const bool keeps = before->get_needs != NULL && kind->set_needs != NULL;
    if (keeps) {
        before->get_needs(memory, &needs);
    }
    const dw_status status = dw_sim_take_brain(sim, guard, kind);
    if (status != DW_OK) {
        return status == DW_MEMORY ? DW_FULL : status;
    }
    before->reset(memory, 0); /* Gives back the search that it had from the match's pool. */
    dw_sim_reset_brain(sim, guard);
    if (keeps) {
        kind->set_needs(sim->memories[guard], &needs);
    }
    return DW_OK;
}

const dw_brain_kind *dw_sim_brain(const dw_sim *sim, uint16_t guard)
{
    return sim->brains[guard];
}

/* Whether a word that `teller` has said in its room reaches this guard. */
static bool is_told(const dw_sim *sim, uint16_t teller, uint16_t guard)
{
    const dw_actor *from = dw_guard_actor(&sim->world, teller);
    const dw_actor *to = dw_guard_actor(&sim->world, guard);
    const int64_t reach = DW_MM((int64_t)dw_sim_kind_of(sim, teller)->tell.distance_mm);
    return guard != teller && dw_sim_kind_of(sim, guard)->can.radio != 0 &&
           to->room == from->room &&
           dw_distance_squared(from->body.position, to->body.position) <= reach * reach;
}

/* What was said in rooms in the last tick; it comes after the radio. */
static void deliver_told(dw_sim *sim)
{
    for (uint8_t i = 0; i < sim->told->count; i++) {
        for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
            const uint16_t g = (uint16_t)__builtin_ctzll(left);
            dw_percepts *percepts = &sim->percepts[g];
            if (percepts->heard_count < DW_RADIO_HEARD_MAX &&
                is_told(sim, sim->told->words[i].sender, g)) {
                percepts->heard[percepts->heard_count++] = sim->told->words[i];
            }
        }
    }
    sim->told->count = 0;
}

void dw_sim_deliver(dw_sim *sim)
{
    dw_radio_message heard[DW_RADIO_HEARD_MAX];
    const uint8_t count = dw_radio_take_due(&sim->radio, sim->world.tick, heard);
    const uint64_t present = dw_guards_present(&sim->world);
    for (uint64_t left = present; left != 0; left &= left - 1) {
        sim->percepts[__builtin_ctzll(left)].heard_count = 0;
    }
    for (uint8_t i = 0; i < count; i++) {
        const dw_radio_cover cover = dw_radio_cover_of(sim->map, &sim->rules, heard[i].from);
        heard[i].from = DW_NONE; /* Where the sender is, it says itself or not at all. */
        for (uint64_t left = present; left != 0; left &= left - 1) {
            const uint8_t g = (uint8_t)__builtin_ctzll(left);
            const uint16_t room = dw_guard_actor(&sim->world, g)->room;
            dw_percepts *percepts = &sim->percepts[g];
            if (heard[i].sender != g && dw_sim_kind_of(sim, g)->can.radio != 0 &&
                dw_radio_reaches(&sim->radio, &sim->rules, &cover, room)) {
                percepts->heard[percepts->heard_count++] = heard[i];
            }
        }
    }
    if (sim->told != NULL) {
        deliver_told(sim);
    }
}

/* What players learn of a message (4.30, 4.82, 10.17), or DW_SIM_ENDED: nothing. */
static dw_sim_event_kind event_of(const dw_ruleset *rules, const dw_radio_message *said)
{
    const bool intends = rules->say_intentions != 0 && !said->again;
    switch ((dw_radio_kind)said->kind) {
    case DW_RADIO_REPORT:
        return DW_SIM_REPORTED;
    case DW_RADIO_CLEAR:
        return DW_SIM_CLEARED;
    case DW_RADIO_MISSING:
        return DW_SIM_MISSED;
    case DW_RADIO_NOTICE:
        return DW_SIM_NOTICED;
    case DW_RADIO_TAKES:
        return intends ? DW_SIM_TAKES : DW_SIM_ENDED;
    case DW_RADIO_HOLDS:
        return intends ? DW_SIM_HOLDS : DW_SIM_ENDED;
    default:
        return DW_SIM_ENDED;
    }
}

/* A message into the radio: under way to the others, visible to all who see the guard, and in the
 * players' log. */
static void say(dw_sim *sim, uint8_t g, const dw_radio_message *said)
{
    const dw_radio_sender sender = {
        .guard = g, .room = dw_guard_actor(&sim->world, g)->room, .tick = sim->world.tick};
    dw_radio_send(&sim->radio, said, &sender, (uint32_t)sim->rules.radio_delay_ticks);
    const dw_sim_event_kind kind = event_of(&sim->rules, said);
    if (kind == DW_SIM_ENDED) {
        return;
    }
    DW_CHECK(said->room < sim->map->room_count);
    sim->world.guards[g].calling_ticks = DW_CALLING_TICKS;
    dw_sim_event *event =
        dw_sim_emit(sim, kind, g, kind == DW_SIM_REPORTED ? said->slot : DW_NONE,
                    kind == DW_SIM_TAKES && said->door_count > 0 ? said->doors[0] : DW_NONE);
    if (event != NULL) {
        event->room = said->room;
        event->agitation = said->agitation;
        event->task = said->task;
    }
}

/* A word in the room: heard in the next tick, and seen and heard as a call over the radio is. */
static void tell(dw_sim *sim, uint8_t g, const dw_radio_message *said)
{
    DW_CHECK(said->kind > DW_RADIO_NONE && said->kind < DW_RADIO_KIND_COUNT);
    if (sim->told->count == DW_TOLD_MAX) {
        return;
    }
    dw_radio_message *told = &sim->told->words[sim->told->count++];
    *told = *said;
    told->sender = g;
    told->from = DW_NONE;
    told->sent = sim->world.tick;
    told->due = sim->world.tick + 1;
    sim->world.guards[g].calling_ticks = DW_CALLING_TICKS;
}

uint64_t dw_sim_listening(const dw_sim *sim)
{
    return sim->listening & dw_guards_present(&sim->world);
}

void dw_sim_think(dw_sim *sim)
{
    sim->listening = 0;
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint8_t g = (uint8_t)__builtin_ctzll(left);
        dw_guard_state *guard = &sim->world.guards[g];
        dw_guard_command command = {
            .heading_bam = dw_guard_actor(&sim->world, g)->body.heading_bam,
            .open_door = DW_NONE,
            .hold_door = DW_NONE,
            .close_door = DW_NONE,
        };
        sim->brains[g]->think(sim->memories[g], &sim->percepts[g], &command);
        DW_CHECK(dw_dot(command.step, command.step) <= sim->step_max_squared);
        DW_CHECK(command.mood < DW_MOOD_COUNT && command.deed < DW_DEED_COUNT);
        dw_noticed_take(&sim->noticed[g], &sim->percepts[g]);
        if (guard->calling_ticks > 0) {
            guard->calling_ticks--;
        }
        dw_sim_light_torch(sim, g, command.torch);
        sim->listening |= command.listens ? UINT64_C(1) << g : 0;
        if (command.writes != NULL && sim->percepts[g].board != NULL) {
            dw_board_write(&sim->board[0], command.writes);
        }
        if (command.says != NULL && dw_sim_kind_of(sim, g)->can.radio != 0) {
            say(sim, g, command.says);
        } else if (command.says != NULL && dw_sim_kind_of(sim, g)->tell.distance_mm > 0) {
            tell(sim, g, command.says);
        }
#define DW_ACT(type, name) .name = command.name,
        guard->command = (dw_guard_action){DW_GUARD_COMMAND_FIELDS(DW_ACT, , )};
#undef DW_ACT
    }
}

/* Rows of beliefs are there already, by slot; those of meters alone go between them. */
static void add_meter(dw_mind_view *view, uint8_t slot, uint8_t meter)
{
    uint32_t at = 0;
    while (at < view->intruder_count && view->intruders[at].slot < slot) {
        at++;
    }
    if (at == view->intruder_count || view->intruders[at].slot != slot) {
        if (meter == 0) {
            return;
        }
        memmove(&view->intruders[at + 1], &view->intruders[at],
                (view->intruder_count - at) * sizeof view->intruders[0]);
        view->intruder_count++;
        view->intruders[at] = (dw_mind_intruder){.slot = slot, .room = DW_NONE, .tick = view->tick};
    }
    view->intruders[at].meter = meter;
}

static void add_call(dw_mind_view *view, const dw_radio_message *call)
{
    view->calls[view->call_count++] = (dw_mind_call){
        .id = call->id,
        .tick = call->sent,
        .kind = call->kind,
        .sender = (uint8_t)(call->sender + 1),
        .slot = call->slot < DW_INTRUDERS_MAX ? call->slot : 0,
        .room = call->room,
        /* A report lists the doors round its room; any other message is about one door. */
        .door = call->kind != DW_RADIO_REPORT && call->door_count > 0 ? call->doors[0]
                                                                      : (uint16_t)DW_NONE,
    };
}

void dw_sim_count(const dw_sim *sim, dw_brain_counters *sum)
{
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        const dw_sim_mind *minds = &sim->minds[g * DW_SIM_MINDS_MAX];
        for (uint32_t m = 0; m < DW_SIM_MINDS_MAX && minds[m].kind != NULL; m++) {
            dw_brain_counters one = {0};
            if (minds[m].kind->count != NULL) {
                minds[m].kind->count(minds[m].memory, &one);
                dw_brain_counters_add(sum, &one);
            }
        }
    }
}

void dw_sim_explain(const dw_sim *sim, uint16_t guard, dw_mind_view *view)
{
    DW_CHECK(guard < sim->world.guard_count);
    sim->brains[guard]->explain(sim->memories[guard], view);
    view->tick = sim->world.tick;
    view->body = (uint8_t)(guard + 1);
    const uint32_t full = (uint32_t)dw_sim_kind_of(sim, guard)->senses.eyes.meter_full;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const uint32_t percent = (uint32_t)sim->world.meters[guard][s] * 100 / full;
        add_meter(view, (uint8_t)s,
                  (uint8_t)(percent < DW_MIND_METER_MAX ? percent : DW_MIND_METER_MAX));
    }
    dw_noticed_explain(&sim->noticed[guard], sim->world.tick, view);
    const dw_radio_message *call = NULL;
    view->call_count = 0;
    for (uint32_t back = 0; view->call_count < DW_MIND_CALLS_MAX &&
                            (call = dw_radio_recent(&sim->radio, back)) != NULL;
         back++) {
        const bool tells = call->task != DW_TASK_WELL; /* All is well: nothing to show. */
        if (tells && (call->sender == guard || call->due <= sim->world.tick)) {
            add_call(view, call);
        }
    }
}
