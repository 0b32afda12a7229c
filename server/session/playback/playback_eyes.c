#include "server/session/playback/playback_eyes.h"

#include <string.h>

enum { LOOK_TICKS = DW_TICKS_PER_SECOND / 20 }; /* As players are sent snapshots by default. */

static uint32_t eyes_of(const dw_playback_eyes *eyes, uint8_t slot)
{
    return dw_interest_eyes(eyes->scene.world, slot, false);
}

static void look_again(dw_playback_eyes *eyes, const dw_sim *sim)
{
    dw_interest_scene_begin(&eyes->scene, dw_sim_world(sim));
    eyes->scene.tools = dw_sim_tools(sim);
    eyes->scene.turned = dw_sim_locks_turned(sim);
    eyes->scene.torches = dw_sim_torches(sim);
    eyes->scene.listening = dw_sim_listening(sim);
}

void dw_playback_eyes_begin(dw_playback_eyes *eyes, const dw_sim *sim, uint32_t slots)
{
    eyes->slots = slots;
    dw_interest_scene_init(&eyes->scene, dw_sim_map(sim), dw_sim_rules(sim));
    look_again(eyes, sim);
    for (uint32_t left = slots; left != 0; left &= left - 1) {
        dw_interest *interest = &eyes->interests[__builtin_ctz(left)];
        dw_interest_init(interest);
        dw_interest_new_round(interest, dw_sim_map(sim));
    }
}

/* A player who hears of a leaf knows its state from then on (match_events.c). */
static void hear_doors(dw_playback_eyes *eyes, const dw_sim *sim)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        const dw_sim_event *event = &events[i];
        if (event->kind != DW_SIM_DOOR_OPENED && event->kind != DW_SIM_DOOR_CLOSED) {
            continue;
        }
        const bool open = dw_door_set_has(&dw_sim_world(sim)->open, event->door);
        for (uint32_t left = eyes->slots; left != 0; left &= left - 1) {
            const uint8_t slot = (uint8_t)__builtin_ctz(left);
            if (slot == event->slot || dw_playback_eyes_see_door(eyes, slot, event->door)) {
                dw_door_set_put(&eyes->interests[slot].doors, event->door, open);
            }
        }
    }
}

void dw_playback_eyes_look(dw_playback_eyes *eyes, const dw_sim *sim)
{
    look_again(eyes, sim);
    hear_doors(eyes, sim);
    if (dw_sim_world(sim)->tick % LOOK_TICKS != 0) {
        return;
    }
    for (uint32_t left = eyes->slots; left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        dw_snapshot seen;
        dw_interest_filter(&eyes->scene, &eyes->interests[slot], eyes_of(eyes, slot), slot, &seen);
    }
}

void dw_playback_eyes_save(const dw_playback_eyes *eyes,
                           dw_playback_memory memories[DW_INTRUDERS_MAX])
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        memories[s] = (dw_playback_memory){.doors = eyes->interests[s].doors,
                                           .worked = eyes->interests[s].worked,
                                           .turned = eyes->interests[s].turned};
    }
}

void dw_playback_eyes_load(dw_playback_eyes *eyes, const dw_sim *sim,
                           const dw_playback_memory memories[DW_INTRUDERS_MAX])
{
    look_again(eyes, sim);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        eyes->interests[s].doors = memories[s].doors;
        eyes->interests[s].worked = memories[s].worked;
        eyes->interests[s].turned = memories[s].turned;
    }
}

/* From the slot's numbers of bodies to those of spectators (dw_interest_all). */
static void number_for_spectators(const dw_playback_eyes *eyes, const dw_interest *interest,
                                  const dw_snapshot *seen, dw_snapshot *out)
{
    const uint32_t guards = eyes->scene.world->guard_count;
    for (uint32_t body = 0; body < guards + DW_INTRUDERS_MAX; body++) {
        const uint8_t id =
            body < guards ? interest->guard_ids[body] : interest->slot_ids[body - guards];
        for (uint32_t i = 0; id != 0 && i < seen->body_count; i++) {
            if (seen->bodies[i].id == id) {
                dw_snapshot_body *row = &out->bodies[out->body_count++];
                *row = seen->bodies[i];
                row->id = (uint8_t)(1 + body);
            }
        }
    }
}

void dw_playback_eyes_fill(dw_playback_eyes *eyes, uint8_t slot, dw_snapshot *out)
{
    dw_interest interest = eyes->interests[slot]; /* Its own looks have their ticks. */
    dw_snapshot seen;
    dw_interest_filter(&eyes->scene, &interest, eyes_of(eyes, slot), DW_SLOT_NONE, &seen);
    out->doors = seen.doors;
    out->worked = seen.worked;
    out->turned = seen.turned;
    memcpy(out->items, seen.items, sizeof out->items);
    out->body_count = 0;
    number_for_spectators(eyes, &interest, &seen, out);
}

bool dw_playback_eyes_see_guard(dw_playback_eyes *eyes, uint8_t slot, uint16_t guard)
{
    dw_interest interest = eyes->interests[slot];
    return dw_interest_seen_id(&eyes->scene, &interest, eyes_of(eyes, slot), guard) != 0;
}

bool dw_playback_eyes_see_door(dw_playback_eyes *eyes, uint8_t slot, uint16_t door)
{
    return dw_interest_sees_door(&eyes->scene, eyes_of(eyes, slot), door);
}

bool dw_playback_eyes_see_point(dw_playback_eyes *eyes, uint8_t slot, dw_vec point)
{
    return dw_interest_sees_point(&eyes->scene, eyes_of(eyes, slot), point);
}
