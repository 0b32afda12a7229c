#include "server/session/playback/ghost_trail.h"

#include "protocol/public_map.h"
#include "protocol/snapshot.h"
#include "server/session/replay_player.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_BYTES = 64 << 20 }; /* Untouched pages cost nothing. */

/* The slot of the same player in the round that is shown, or DW_SLOT_NONE. */
static uint8_t slot_of(const dw_replay_header *shown, const dw_replay_header *earlier, uint8_t slot)
{
    for (uint8_t s = 0; s < DW_INTRUDERS_MAX && (earlier->slots >> slot & 1) != 0; s++) {
        if ((shown->slots >> s & 1) != 0 && shown->names[s][0] != '\0' &&
            strcmp(shown->names[s], earlier->names[slot]) == 0) {
            return s;
        }
    }
    return DW_SLOT_NONE;
}

static bool hash_map(const dw_map *map, dw_map_hash *hash)
{
    size_t size = 0;
    uint8_t *bytes = malloc(DW_MAP_BYTES_MAX);
    const bool whole =
        bytes != NULL && dw_public_map_encode(map, bytes, DW_MAP_BYTES_MAX, &size) == DW_OK;
    if (whole) {
        *hash = dw_public_map_hash(bytes, size);
    }
    free(bytes);
    return whole;
}

bool dw_ghost_trails_fit(const dw_replay_header *shown, const dw_replay_header *earlier)
{
    dw_map_hash one;
    dw_map_hash other;
    bool met = false;
    for (uint8_t s = 0; s < DW_INTRUDERS_MAX && !met; s++) {
        met = slot_of(shown, earlier, s) != DW_SLOT_NONE;
    }
    return met && hash_map(shown->map, &one) && hash_map(earlier->map, &other) &&
           dw_map_hash_equal(&one, &other);
}

/* The trails of one round while it is played; `slot` of a row is that of the earlier round. */
typedef struct reading {
    const dw_replay_header *shown, *earlier;
    uint8_t tries;
    dw_ghost_trail *rows[DW_INTRUDERS_MAX];
    uint8_t slots[DW_INTRUDERS_MAX]; /* Those of the same players in the round that is shown. */
    uint32_t count;
    uint32_t gone; /* Bit i: trail i has ended. */
} reading;

static dw_status begin(reading *at, uint32_t places)
{
    uint32_t met = 0; /* Bit s: slot s of the round that is shown. */
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const uint8_t s = slot_of(at->shown, at->earlier, (uint8_t)slot);
        if (s == DW_SLOT_NONE || (met >> s & 1) != 0) {
            continue; /* Of two with one name the first one counts. */
        }
        dw_ghost_trail *trail = at->count < places ? calloc(1, sizeof *trail) : NULL;
        if (trail == NULL) {
            return at->count < places ? DW_MEMORY : DW_FULL;
        }
        trail->slot = (uint8_t)slot;
        trail->tries = at->tries;
        at->rows[at->count] = trail;
        at->slots[at->count++] = s;
        met |= UINT32_C(1) << s;
    }
    return DW_OK;
}

static void sample(reading *at, const dw_sim *sim)
{
    const dw_world *world = dw_sim_world(sim);
    const dw_vec origin = dw_sim_map(sim)->bounds.min;
    for (uint32_t i = 0; i < at->count; i++) {
        dw_ghost_trail *trail = at->rows[i];
        if ((at->gone >> i & 1) != 0) {
            continue;
        }
        const dw_actor *actor = dw_intruder_actor(world, trail->slot);
        if (!dw_is_present(actor) || trail->count == DW_GHOST_SAMPLES_MAX) {
            at->gone |= UINT32_C(1) << i;
            continue;
        }
        const dw_body *body = &actor->body;
        const bool carries = dw_world_items_of(world, trail->slot) != 0;
        trail->samples[trail->count++] =
            (dw_ghost_sample){.x = dw_snapshot_quantise(body->position.x, origin.x),
                              .y = dw_snapshot_quantise(body->position.y, origin.y),
                              .heading = (uint8_t)(body->heading_bam >> 9),
                              .flags = (uint8_t)((body->crouching ? DW_BODY_CROUCHING : 0) |
                                                 (body->sprinting ? DW_BODY_SPRINTING : 0) |
                                                 (carries ? DW_BODY_CARRYING : 0))};
    }
}

static dw_status play(reading *at, dw_replay_player *player, bool (*stop)(void *context),
                      void *context, dw_error *error)
{
    sample(at, player->sim);
    while (!player->ended) {
        dw_replay_record record;
        const dw_status status = dw_replay_player_next(player, &record, error);
        if (status != DW_OK) {
            return status;
        }
        if (record.type == DW_REPLAY_TICK && player->ticks % DW_GHOST_SAMPLE_TICKS == 0) {
            sample(at, player->sim);
            if (stop(context)) {
                return dw_fail(error, DW_INVALID, "stopped");
            }
        }
    }
    return DW_OK;
}

static dw_status play_all(reading *at, dw_replay *earlier, bool (*stop)(void *context),
                          void *context, dw_error *error)
{
    dw_arena arena;
    dw_brain_library brains = {.count = 0};
    dw_nav_set sizes;
    dw_sim *sim = NULL;
    dw_replay_player player;
    dw_status status = dw_arena_create(&arena, ARENA_BYTES);
    if (status != DW_OK) {
        return dw_fail(error, status, "out of memory");
    }
    status = dw_replay_read_brains(earlier, &brains, error);
    if (status == DW_OK) {
        status = dw_replay_make_sim(at->earlier, &brains, &arena, &sizes, &sim, error);
    }
    if (status == DW_OK) {
        status = dw_replay_player_begin(&player, earlier, &brains, sim, error);
    }
    if (status == DW_OK) {
        status = play(at, &player, stop, context, error);
    }
    dw_brain_library_clear(&brains);
    dw_arena_destroy(&arena);
    return status;
}

dw_status dw_ghost_trails_read(dw_ghost_trails *trails, const dw_replay_header *shown,
                               dw_replay *earlier, bool (*stop)(void *context), void *context,
                               dw_error *error)
{
    reading at = {.shown = shown,
                  .earlier = dw_replay_get_header(earlier),
                  .tries = (uint8_t)(trails->tries + 1)};
    dw_status status =
        trails->tries < DW_GHOST_TRIES_MAX ? begin(&at, DW_GHOSTS_MAX - trails->count) : DW_FULL;
    if (status == DW_OK) {
        status = play_all(&at, earlier, stop, context, error);
    }
    for (uint32_t i = 0; i < at.count; i++) {
        at.rows[i]->slot = at.slots[i];
        if (status == DW_OK) {
            trails->rows[trails->count++] = at.rows[i];
        } else {
            free(at.rows[i]);
        }
    }
    trails->tries = status == DW_OK ? at.tries : trails->tries;
    return status;
}

void dw_ghost_trails_clear(dw_ghost_trails *trails)
{
    for (uint32_t i = 0; i < trails->count; i++) {
        free(trails->rows[i]);
    }
    *trails = (dw_ghost_trails){.count = 0};
}

static uint16_t between(uint16_t from, uint16_t to, uint32_t part)
{
    const int32_t way = (int32_t)to - from;
    return (uint16_t)(from + way * (int32_t)part / DW_GHOST_SAMPLE_TICKS);
}

bool dw_ghost_trail_at(const dw_ghost_trail *trail, uint32_t tick, dw_ghost *out)
{
    const uint32_t index = tick / DW_GHOST_SAMPLE_TICKS;
    const uint32_t part = tick % DW_GHOST_SAMPLE_TICKS;
    if (index >= trail->count) {
        return false;
    }
    const dw_ghost_sample *from = &trail->samples[index];
    const dw_ghost_sample *to = index + 1 < trail->count ? from + 1 : from;
    *out = (dw_ghost){.slot = trail->slot,
                      .tries = trail->tries,
                      .x = between(from->x, to->x, part),
                      .y = between(from->y, to->y, part),
                      .heading = from->heading,
                      .flags = from->flags};
    return true;
}
