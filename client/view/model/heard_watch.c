#include "client/view/model/heard_watch.h"

#include "client/core/kind_text.h"
#include "client/view/model/feed.h"
#include "client/view/texts/say.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LATELY_S 2.0 /* Own noises before a guard began to listen that count. */
#define TURNS_S  0.8 /* By then it has turned to what it heard. */
#define SHOWS_S  3.0

enum {
    EARS_DB10 = 200,      /* Guards hear from this level on; players are not told. */
    FACES_BAM = 8192,     /* Off by at most this, an eighth of a turn, it looks there. */
    ARENA_BYTES = 2 << 20 /* For a map of all doors and rooms. */
};

/* Of a guard. One that comes into view while it listens is LISTENS at once: nobody saw it begin. */
enum { UNSEEN, QUIET, BEGINS, LISTENS };

dw_status dw_heard_watch_open(dw_heard_watch *watch, const dw_map *map)
{
    *watch = (dw_heard_watch){.sound = NULL};
    dw_status status = dw_arena_create(&watch->arena, ARENA_BYTES);
    if (status == DW_OK) {
        status = dw_sound_build(&watch->sound, &watch->arena, map);
    }
    if (status != DW_OK) {
        dw_heard_watch_close(watch);
    }
    return status;
}

void dw_heard_watch_close(dw_heard_watch *watch)
{
    dw_arena_destroy(&watch->arena);
    *watch = (dw_heard_watch){.sound = NULL};
}

void dw_heard_watch_forget(dw_heard_watch *watch)
{
    memset(watch->guards, 0, sizeof watch->guards);
    watch->said = false;
}

static dw_vec position_of(const dw_drawn_body *body)
{
    return (dw_vec){(int32_t)lround(body->x), (int32_t)lround(body->y)};
}

/* How loud the noise is for a guard that looks to where it comes from; below 0: it is not that. */
static int32_t fits(const dw_heard_watch *watch, const dw_own_noise *noise, const dw_map *map,
                    const dw_ruleset *rules, const dw_drawn_world *world,
                    const dw_drawn_body *guard)
{
    const dw_sound_losses losses = {.doorway_db10 = rules->sound_doorway_db10,
                                    .leaf_db10 = rules->sound_leaf_db10,
                                    .wall_db10 = rules->sound_wall_db10};
    const dw_vec here = position_of(guard);
    const uint16_t room = dw_map_room_at(map, here);
    const int32_t reach = noise->level_db10 - EARS_DB10;
    if (reach < 0 || reach >= DW_SOUND_LOSS_MAX_DB10 || room == DW_NONE || noise->room == DW_NONE) {
        return -1;
    }
    dw_sound_spread spread;
    dw_sound_arrival arrival;
    dw_sound_spread_begin(&spread, watch->sound, &losses, &world->doors, noise->position,
                          noise->room, reach);
    if (!dw_sound_arrives(&spread, here, room, &arrival)) {
        return -1;
    }
    const dw_vec from = arrival.door == DW_NONE ? noise->position
                                                : dw_rect_centre(map->doors[arrival.door].doorway);
    const dw_vec way = dw_vec_sub(from, here);
    const uint16_t heading = (uint16_t)((int32_t)((double)guard->heading * DW_BAM_TURN) & 0xffff);
    const int32_t off = dw_turn_bam(heading, dw_angle_bam(way.x, way.y));
    return off >= -FACES_BAM && off <= FACES_BAM ? reach - arrival.loss_db10 : -1;
}

/* The loudest of the own noises that fit. */
static const dw_own_noise *find_noise(const dw_heard_watch *watch, const dw_own_noises *noises,
                                      const dw_map *map, const dw_ruleset *rules,
                                      const dw_drawn_world *world, const dw_drawn_body *guard)
{
    const double since = watch->guards[guard->id].since;
    const dw_own_noise *best = NULL;
    int32_t loudest = -1;
    for (int kind = 0; kind < DW_OWN_NOISE_KIND_COUNT; kind++) {
        for (int i = 0; i < DW_OWN_NOISES_OF_KIND; i++) {
            const dw_own_noise *noise = &noises->rows[kind][i];
            if (noise->level_db10 == 0 || noise->at > since || noise->at < since - LATELY_S) {
                continue;
            }
            const int32_t level = fits(watch, noise, map, rules, world, guard);
            if (level > loudest) {
                loudest = level;
                best = noise;
            }
        }
    }
    return best;
}

static void begin(dw_heard_guard *guard, bool listens, double now)
{
    if (!listens) {
        guard->state = QUIET;
    } else if (guard->state == QUIET) {
        guard->state = BEGINS;
        guard->since = now;
    } else if (guard->state == UNSEEN || now - guard->since > TURNS_S) {
        guard->state = LISTENS;
    }
}

void dw_heard_watch_step(dw_heard_watch *watch, const dw_own_noises *noises, const dw_map *map,
                         const dw_ruleset *rules, const dw_drawn_world *world, double now)
{
    bool shown[DW_HEARD_IDS] = {false};
    for (uint32_t i = 0; i < world->body_count && watch->sound != NULL && world->has_own; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role != DW_ROLE_GUARD) {
            continue;
        }
        dw_heard_guard *guard = &watch->guards[body->id];
        shown[body->id] = true;
        begin(guard, (body->flags & DW_BODY_LISTENS) != 0, now);
        const dw_own_noise *noise =
            guard->state == BEGINS ? find_noise(watch, noises, map, rules, world, body) : NULL;
        if (noise != NULL) {
            guard->state = LISTENS;
            watch->said = true;
            watch->kind = (dw_own_noise_kind)noise->kind;
            watch->at = now;
            watch->who = dw_kind_name_of(world, body);
        }
    }
    for (uint32_t id = 0; id < DW_HEARD_IDS; id++) {
        watch->guards[id].state = shown[id] ? watch->guards[id].state : (uint8_t)UNSEEN;
    }
}

float dw_heard_watch_text(const dw_heard_watch *watch, double now, char text[DW_HEARD_TEXT])
{
    static const dw_say_id what[DW_OWN_NOISE_KIND_COUNT] = {
        [DW_OWN_NOISE_STEP] = DW_SAY_HEARD_STEPS,
        [DW_OWN_NOISE_DOOR] = DW_SAY_HEARD_DOOR,
        [DW_OWN_NOISE_COIN] = DW_SAY_HEARD_COIN};
    text[0] = '\0';
    const float strength = watch->said ? dw_feed_strength(watch->at, now, SHOWS_S) : 0.0F;
    if (strength > 0.0F) {
        dw_say_into(text, DW_HEARD_TEXT, what[watch->kind], DW_S(dw_say_kind(watch->who)));
    }
    return strength;
}
