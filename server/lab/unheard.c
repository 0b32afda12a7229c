#include "server/lab/unheard.h"

#include "common/base/check.h"
#include "common/base/decibel.h"
#include "common/base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_TICKS = 64,   /* Ticks of a row. */
    ROWS = 1 << 16,     /* Of the cache. */
    NEAR_MM = 400,      /* A row tells of noises that are no further from its position. */
    ROUNDING_DB10 = 2,  /* Levels and losses are rounded. */
    NEAR_DB10_MAX = 40, /* 400 mm change a loss by less. */
    LEAST_MAX = INT16_MAX
};

/* For each tick of a chunk the least level of a step at a node that a guard hears. */
typedef struct row {
    uint32_t node, chunk;
    bool known;
    int16_t least_db10[CHUNK_TICKS];
} row;

struct dw_unheard {
    const dw_lattice *lattice;
    dw_patrol_record *record;
    uint32_t ticks_max;
    row *rows;
};

dw_status dw_unheard_create(dw_unheard **out, const dw_lattice *lattice, dw_patrol_record *record,
                            uint32_t ticks_max, dw_error *error)
{
    dw_unheard *unheard = calloc(1, sizeof *unheard);
    row *rows = calloc(ROWS, sizeof *rows);
    if (unheard == NULL || rows == NULL) {
        free(unheard);
        free(rows);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    *unheard = (dw_unheard){lattice, record, ticks_max, rows};
    *out = unheard;
    return DW_OK;
}

void dw_unheard_destroy(dw_unheard *unheard)
{
    free(unheard->rows);
    free(unheard);
}

void dw_unheard_begin(dw_unheard *unheard)
{
    memset(unheard->rows, 0, ROWS * sizeof *unheard->rows);
}

static int32_t step_level(const dw_unheard *unheard, dw_intent intent, uint16_t room)
{
    const dw_lattice *lattice = unheard->lattice;
    const bool crouching = (intent.buttons & DW_BUTTON_CROUCH) != 0;
    const dw_body body = {.moving = true,
                          .crouching = crouching,
                          .sprinting = !crouching && (intent.buttons & DW_BUTTON_SPRINT) != 0};
    return dw_intruder_footfall(dw_intruder_gait_of(&body), &lattice->rules,
                                (dw_floor)lattice->map->rooms[room].floor)
        .level_db10;
}

/* A floor adds the same to all gaits: that of any room does. */
dw_intent dw_unheard_louder(const dw_unheard *unheard, dw_intent a, dw_intent b)
{
    if (a.direction == DW_STAND || b.direction == DW_STAND) {
        return a.direction == DW_STAND ? b : a;
    }
    return step_level(unheard, b, 0) > step_level(unheard, a, 0) ? b : a;
}

static int32_t loudest_step(const dw_unheard *unheard, uint16_t room)
{
    static const uint8_t gaits[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    int32_t loudest = 0;
    for (size_t i = 0; i < DW_COUNT_OF(gaits); i++) {
        const dw_intent intent = {.direction = DW_EAST, .buttons = gaits[i]};
        const int32_t level = step_level(unheard, intent, room);
        loudest = level > loudest ? level : loudest;
    }
    return loudest;
}

/* A noise spreads alike for as long as no door moves. */
static void fill_row(dw_unheard *unheard, row *it)
{
    const dw_lattice_node *node = &unheard->lattice->nodes[it->node];
    const int32_t loudest = loudest_step(unheard, node->room) + NEAR_DB10_MAX;
    const dw_door_set *before = NULL;
    dw_sound_spread spread;
    bool spreads = false;
    for (uint32_t i = 0; i < CHUNK_TICKS; i++) {
        const uint32_t tick = it->chunk * CHUNK_TICKS + i;
        it->least_db10[i] = LEAST_MAX;
        if (tick > unheard->ticks_max) {
            continue;
        }
        const dw_door_set *doors = dw_patrol_record_doors(unheard->record, tick);
        if (before == NULL || memcmp(doors, before, sizeof *doors) != 0) {
            spreads = dw_patrol_record_spread(unheard->record, tick, node->position, node->room,
                                              loudest, NULL, &spread);
        }
        before = doors;
        const int32_t least =
            spreads ? dw_patrol_record_least_heard(unheard->record, tick, &spread) : INT32_MAX;
        it->least_db10[i] = least < LEAST_MAX ? (int16_t)least : (int16_t)LEAST_MAX;
    }
}

static int32_t least_heard(dw_unheard *unheard, uint32_t node, uint32_t tick)
{
    const uint32_t chunk = tick / CHUNK_TICKS;
    row *it = &unheard->rows[dw_mix64((uint64_t)node << 32 | chunk) & (uint64_t)(ROWS - 1)];
    if (!it->known || it->node != node || it->chunk != chunk) {
        it->node = node;
        it->chunk = chunk;
        it->known = true;
        fill_row(unheard, it);
    }
    return it->least_db10[tick % CHUNK_TICKS];
}

/* A move while it is made: one tick after the other. */
typedef struct walker {
    uint32_t tick;
    dw_vec position;
    uint16_t room;
    bool crouching;
    bool works_door, door_open; /* By this move. */
    dw_door_set doors;          /* Those of this tick. */
} walker;

static bool hears(dw_unheard *unheard, const walker *at, const dw_noise *noise)
{
    return dw_patrol_record_hears(unheard->record, at->tick, noise,
                                  at->works_door ? &at->doors : NULL);
}

/* The key works the door before the body moves. */
static bool leaf_is_heard(dw_unheard *unheard, walker *at, uint16_t door, dw_intent intent)
{
    const bool presses = (intent.buttons & DW_BUTTON_USE) != 0;
    at->door_open = at->door_open != presses;
    at->doors = *dw_patrol_record_doors(unheard->record, at->tick);
    dw_door_set_put(&at->doors, door, at->door_open);
    if (!presses) {
        return false;
    }
    const dw_noise noise = dw_noise_of_leaf(unheard->lattice->map, &unheard->lattice->rules, door,
                                            at->room, at->crouching);
    return hears(unheard, at, &noise);
}

/* What the row of a position near by says of a noise: heard, not heard, or unknown. A way of the
 * sound through the same doors is shorter or longer by the distance of the two at most. */
typedef enum hearsay { HEARSAY_UNKNOWN, HEARSAY_HEARD, HEARSAY_UNHEARD } hearsay;

static hearsay ask_row(dw_unheard *unheard, uint32_t node, const walker *at, int32_t level_db10)
{
    const dw_lattice_node *by = &unheard->lattice->nodes[node];
    const int32_t apart_mm = dw_distance(by->position, at->position) / DW_UNITS_PER_MM + 1;
    if (at->works_door || by->room != at->room || apart_mm > NEAR_MM) {
        return HEARSAY_UNKNOWN;
    }
    const int32_t doubt = dw_distance_loss_db10(1000 + apart_mm) + ROUNDING_DB10;
    const int32_t least = least_heard(unheard, node, at->tick);
    if (level_db10 + doubt < least) {
        return HEARSAY_UNHEARD;
    }
    return level_db10 - doubt >= least ? HEARSAY_HEARD : HEARSAY_UNKNOWN;
}

static bool step_is_heard(dw_unheard *unheard, uint32_t node, const walker *at, dw_intent intent)
{
    const dw_noise noise = {.kind = DW_NOISE_STEP,
                            .room = at->room,
                            .position = at->position,
                            .level_db10 = step_level(unheard, intent, at->room)};
    const hearsay known = ask_row(unheard, node, at, noise.level_db10);
    return known == HEARSAY_UNKNOWN ? hears(unheard, at, &noise) : known == HEARSAY_HEARD;
}

bool dw_unheard_allows(dw_unheard *unheard, const dw_unheard_move *move)
{
    const dw_lattice *lattice = unheard->lattice;
    const dw_lattice_node *from = &lattice->nodes[move->from];
    const dw_lattice_edge *edge = &lattice->edges[move->edge];
    const dw_lattice_move *steps = &lattice->moves[edge->move];
    walker at = {.tick = move->departure,
                 .position = from->position,
                 .room = from->room,
                 .crouching = move->crouching,
                 .works_door = edge->opens};
    for (uint32_t i = 0; i < steps->count; i++) {
        const dw_lattice_step *step = &lattice->steps[steps->first + i];
        at.tick++;
        if (at.works_door && leaf_is_heard(unheard, &at, edge->door, step->intent)) {
            return false;
        }
        at.position = dw_vec_add(from->position, step->offset);
        at.room = dw_map_room_at(lattice->map, at.position);
        at.crouching = (step->intent.buttons & DW_BUTTON_CROUCH) != 0;
        if (step->intent.direction != DW_STAND &&
            step_is_heard(unheard, move->from, &at,
                          dw_unheard_louder(unheard, step->intent, move->before))) {
            return false;
        }
    }
    return true;
}
