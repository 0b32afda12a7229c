/* listener_events.c - what the server told: noises, events, signs. */
#include "client/view/sound/listener.h"
#include "client/view/sound/listener_queue.h"

#include <math.h>

#define LEAF_S       0.6     /* An event of a door and its noise belong together. */
#define HEY_S        0.6     /* A guard's word and its shout belong together. */
#define RADIO_REST_S 0.5     /* Three reports of one moment are one noise of the radio. */
#define SAME_WAY     0.0625F /* Turns between a direction and what is drawn there. */
#define LEAF_SLACK   2.0F /* Decibels that a leaf of the own room may be quieter than reckoned. */

enum {
    DIRECTIONS = 128,
    HEY_DB10 = 550, /* At 1 m. */
    SPEECH_DB10 = 450,
    BARK_DB10 = 650,
    BEEP_DB10 = 450,
    THROW_DB10 = 320,
    SIGNAL_DB10 = 600
};

static void everywhere(dw_listener *listener, dw_effect effect, uint32_t variant, float gain)
{
    const dw_cue cue = {
        .effect = (uint8_t)effect, .variant = (uint16_t)variant, .placing = {.gain = gain}};
    dw_listener_push(listener, &cue);
}

/* The guard in view that can have made a noise from that direction; NULL: it came from out of
 * sight. */
static const dw_drawn_body *find_maker(const dw_listener *listener, const dw_listener_view *view,
                                       uint8_t kind, float turns)
{
    const dw_drawn_body *best = NULL;
    float nearest = SAME_WAY;
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        const dw_drawn_body *body = &view->world->bodies[i];
        const dw_kind_look look = (dw_kind_look)dw_drawn_kind(view->world, view->rules, body)->look;
        const bool moves = listener->walkers[body->id].speed_mm_s > 100.0F;
        const bool can = kind == DW_NOISE_STEP     ? moves
                         : kind == DW_NOISE_BARK   ? look == DW_KIND_LOOK_DOG
                         : kind == DW_NOISE_TOPPLE ? look == DW_KIND_LOOK_CAT
                                                   : true;
        const float off = dw_placing_apart(turns, dw_placing_turns(view->world, body->x, body->y));
        if (body->role == DW_ROLE_GUARD && can && off < nearest) {
            nearest = off;
            best = body;
        }
    }
    return best;
}

/* A leaf of the own room that lies there is loud enough to be the one. A leaf behind it, which is
 * heard from the same doorway, has lost more. */
static bool is_leaf_here(const dw_listener_view *view, float turns, float over_db)
{
    const dw_drawn_world *world = view->world;
    const uint16_t at = dw_map_room_at(
        view->map, (dw_vec){(int32_t)lround(world->own_x), (int32_t)lround(world->own_y)});
    for (uint32_t i = 0; at != DW_NONE && i < view->map->rooms[at].door_count; i++) {
        const dw_door *door = &view->map->doors[view->map->rooms[at].doors[i]];
        const dw_vec centre = dw_rect_centre(door->doorway);
        const double metres =
            hypot(centre.x - world->own_x, centre.y - world->own_y) / DW_CAMERA_UNITS_PER_METRE;
        const float quietest =
            (float)((view->rules->leaf_crouching_db10 - view->rules->player_hearing_db10) * 0.1 -
                    20.0 * log10(fmax(metres, 1.0))) -
            LEAF_SLACK;
        const float off = dw_placing_apart(turns, dw_placing_turns(world, centre.x, centre.y));
        if (metres < 1.0 || (off < SAME_WAY && over_db >= quietest)) {
            return true;
        }
    }
    return false;
}

/* A coin of which the person has seen the throw. */
static bool is_coin_here(const dw_listener_view *view, float turns)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const dw_flight *flight = &view->flights->rows[slot];
        const double late = view->now - flight->born - flight->lasts_s;
        if (flight->tool == DW_TOOL_COIN && fabs(late) < 0.5 &&
            dw_placing_apart(turns, dw_placing_turns(view->world, flight->to_x, flight->to_y)) <
                SAME_WAY) {
            return true;
        }
    }
    return false;
}

static dw_cue step_cue(dw_listener *listener, const dw_listener_view *view,
                       const dw_drawn_body *maker)
{
    dw_guard_feet feet;
    if (maker != NULL && dw_listener_feet(listener, view, maker, &feet)) {
        return dw_listener_guard_step(listener, view, maker, feet);
    }
    /* Nobody says on which floor: the plainest one. */
    return (dw_cue){.effect = DW_EFFECT_GUARD_STEP,
                    .variant =
                        (uint16_t)dw_effect_guard_step(DW_FLOOR_WOOD, false, listener->take++)};
}

void dw_listener_noise(dw_listener *listener, const dw_listener_view *view,
                       const dw_sound_heard *heard)
{
    static const uint8_t effects[DW_NOISE_KIND_COUNT] = {
        [DW_NOISE_STEP] = DW_EFFECT_GUARD_STEP, [DW_NOISE_LEAF] = DW_EFFECT_DOOR,
        [DW_NOISE_CALL] = DW_EFFECT_CALL,       [DW_NOISE_BARK] = DW_EFFECT_DOG,
        [DW_NOISE_TOPPLE] = DW_EFFECT_TOPPLE,   [DW_NOISE_COIN] = DW_EFFECT_COIN,
        [DW_NOISE_SHOUT] = DW_EFFECT_SHOUT,     [DW_NOISE_BELL] = DW_EFFECT_BELL};
    const float turns = (float)heard->direction / DIRECTIONS;
    const float over_db = (float)heard->level_db;
    const dw_drawn_body *maker = find_maker(listener, view, heard->kind, turns);
    if (heard->kind == DW_NOISE_SHOUT && maker != NULL && view->now - listener->hey_at < HEY_S) {
        return; /* Its word was played already. */
    }
    dw_cue cue = {.effect = effects[heard->kind]};
    bool clear = maker != NULL;
    if (heard->kind == DW_NOISE_STEP) {
        cue = step_cue(listener, view, maker);
    } else if (heard->kind == DW_NOISE_LEAF) {
        cue.variant = view->now - listener->leaf_at < LEAF_S ? listener->leaf : 0;
        clear = is_leaf_here(view, turns, over_db);
    } else if (heard->kind == DW_NOISE_COIN) {
        clear = is_coin_here(view, turns);
    }
    cue.dull = !clear;
    cue.placing = dw_placing_towards(turns, over_db);
    dw_listener_push(listener, &cue);
}

/* What a guard in sight says. Its call into the radio and barks are noises where those are told. */
static void bark(dw_listener *listener, const dw_listener_view *view, const dw_client_event *event)
{
    const dw_drawn_body *body = dw_drawn_body_find(view->world, (uint8_t)event->a);
    const bool loud = event->b <= 1;
    if (body == NULL || event->b >= dw_effect_row_of(DW_EFFECT_VOICE)->variants) {
        return;
    }
    switch (dw_drawn_kind(view->world, view->rules, body)->look) {
    case DW_KIND_LOOK_DOG:
        if (loud && !dw_listener_is_told(view)) {
            dw_listener_push_at(listener, view, DW_EFFECT_DOG, 0, body->x, body->y, BARK_DB10);
        }
        break;
    case DW_KIND_LOOK_CAT:
        break;
    case DW_KIND_LOOK_CAMERA:
    case DW_KIND_LOOK_BOX:
    case DW_KIND_LOOK_ROBOT:
        if (loud) {
            dw_listener_push_at(listener, view, DW_EFFECT_BEEP, 0, body->x, body->y, BEEP_DB10);
        }
        break;
    default:
        if (event->b != 1) {
            dw_listener_push_at(listener, view, DW_EFFECT_VOICE, event->b, body->x, body->y,
                                event->b == 0 ? HEY_DB10 : SPEECH_DB10);
            listener->hey_at = event->b == 0 ? view->now : listener->hey_at;
        } else if (!dw_listener_is_told(view)) {
            dw_listener_push_at(listener, view, DW_EFFECT_CALL, 0, body->x, body->y,
                                view->rules->call_db10);
        }
        break;
    }
}

static void radio(dw_listener *listener, const dw_listener_view *view, const dw_client_event *event)
{
    enum { REPORT, CLEAR, GONE, WRONG, INTENTION };
    const uint32_t kind = event->kind == DW_CLIENT_EVENT_INTENTION ? (uint32_t)INTENTION : event->b;
    if (kind == REPORT) {
        dw_listener_alarm(listener, 0.4F + 0.2F * (float)event->c, view->now);
    } else if (kind == CLEAR) {
        listener->alarm = 0.5F * dw_listener_alarm_now(listener, view->now);
        listener->alarm_at = view->now;
    } else if (kind == GONE || kind == WRONG) {
        dw_listener_alarm(listener, kind == GONE ? 1.0F : 0.5F, view->now);
    }
    if (view->now - listener->radio_at >= RADIO_REST_S && kind <= INTENTION) {
        listener->radio_at = view->now;
        everywhere(listener, DW_EFFECT_RADIO, kind, 0.30F);
    }
}

static void door(dw_listener *listener, const dw_listener_view *view, const dw_client_event *event)
{
    const uint8_t variant = event->b == 1 ? 0 : 1;
    if (event->a >= view->map->door_count) {
        return;
    }
    if (dw_listener_is_told(view)) { /* Its noise comes too, if it is heard. */
        listener->leaf = variant;
        listener->leaf_at = view->now;
        return;
    }
    const dw_vec at = dw_rect_centre(view->map->doors[event->a].doorway);
    dw_listener_push_at(listener, view, DW_EFFECT_DOOR, variant, at.x, at.y,
                        view->rules->leaf_db10);
}

static void thrown(dw_listener *listener, const dw_listener_view *view,
                   const dw_client_event *event)
{
    const uint32_t slot = event->a % DW_INTRUDERS_MAX;
    const dw_flight *flight = &view->flights->rows[slot];
    const bool coin = flight->tool == DW_TOOL_COIN;
    dw_listener_push_at(listener, view, DW_EFFECT_THROW, 0, flight->from_x, flight->from_y,
                        THROW_DB10);
    const bool told = coin && dw_listener_is_told(view);
    listener->landings[slot] =
        (dw_landing){.at = told ? 0.0 : flight->born + flight->lasts_s,
                     .x = flight->to_x,
                     .y = flight->to_y,
                     .effect = (uint8_t)(coin ? DW_EFFECT_COIN : DW_EFFECT_BAIT)};
}

void dw_listener_event(dw_listener *listener, const dw_listener_view *view,
                       const dw_client_event *event)
{
    switch (event->kind) {
    case DW_CLIENT_EVENT_BARK:
        bark(listener, view, event);
        break;
    case DW_CLIENT_EVENT_RADIO:
    case DW_CLIENT_EVENT_INTENTION:
        radio(listener, view, event);
        break;
    case DW_CLIENT_EVENT_DETECTED:
        dw_listener_alarm(listener, 1.0F, view->now);
        everywhere(listener, DW_EFFECT_DETECTED, 0, 0.8F);
        break;
    case DW_CLIENT_EVENT_CAUGHT:
        everywhere(listener, DW_EFFECT_CAUGHT, event->a == view->world->own_slot ? 0 : 1,
                   event->a == view->world->own_slot ? 0.9F : 0.5F);
        break;
    case DW_CLIENT_EVENT_ITEM_TAKEN:
        everywhere(listener, DW_EFFECT_ITEM, 0, 0.6F);
        break;
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        everywhere(listener, DW_EFFECT_ITEM, 1, 0.5F);
        break;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        everywhere(listener, DW_EFFECT_ITEM, 2, 0.5F);
        break;
    case DW_CLIENT_EVENT_DOOR:
        door(listener, view, event);
        break;
    case DW_CLIENT_EVENT_USE_FAILED:
        everywhere(listener, DW_EFFECT_FAILED, 0, 0.3F);
        break;
    case DW_CLIENT_EVENT_THROWN:
        thrown(listener, view, event);
        break;
    default:
        break;
    }
}

static bool is_new(uint32_t *played, const dw_signal *signal)
{
    const bool fresh = signal->tick != 0 && signal->tick != *played;
    *played = signal->tick;
    return fresh;
}

static void sign_at_sender(dw_listener *listener, const dw_listener_view *view, uint8_t slot)
{
    const dw_drawn_world *world = view->world;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_INTRUDER && body->slot == slot) {
            dw_listener_push_at(listener, view, DW_EFFECT_SIGN, 0, body->x, body->y, SIGNAL_DB10);
            return;
        }
    }
    everywhere(listener, DW_EFFECT_SIGN, 0, 0.4F); /* The own one, or one from elsewhere. */
}

void dw_listener_signals(dw_listener *listener, const dw_listener_view *view,
                         const dw_signals *signals, uint32_t muted)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const dw_signal *ping = &signals->pings[slot];
        const bool sign = is_new(&listener->sign_ticks[slot], &signals->signs[slot]);
        const bool pinged = is_new(&listener->ping_ticks[slot], ping);
        if ((muted >> slot & 1U) != 0) {
            continue;
        }
        if (sign) {
            sign_at_sender(listener, view, (uint8_t)slot);
        }
        if (pinged) {
            dw_listener_push_at(listener, view, DW_EFFECT_PING, 0, ping->position.x,
                                ping->position.y, SIGNAL_DB10);
        }
    }
}
