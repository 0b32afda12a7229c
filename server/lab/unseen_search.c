/* unseen_search.c - states, their order, and the moves from each.
 * A state is a position, whether the intruder carries the objective, and a stretch of ticks in
 * which nobody would see it crouch there. Its tick is the earliest arrival. */
#include "server/lab/unseen_search.h"

#include "common/base/check.h"
#include "common/base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_TICKS = 64,    /* Ticks of a mask. */
    DEPARTURE_STEP = 3,  /* Departures that are tried, in ticks. */
    TAKE_TICKS = 2,      /* To press the key and to let it go. */
    GO_ON_STATES = 4096, /* Between two calls of go_on. */
    MOVES_OF_A_STEP = 2, /* That a step under way may be part of. */
    MASKS = 1 << 19      /* Of the cache. */
};

#define NO_STATE  UINT32_MAX
#define EDGE_WAIT UINT32_MAX
#define EDGE_TAKE (UINT32_MAX - 1)

typedef struct state {
    uint32_t node;
    uint32_t tick;      /* Of arrival. */
    uint32_t stretch;   /* First tick of the stretch. */
    uint32_t parent;    /* NO_STATE at the start. */
    uint32_t edge;      /* From the parent; EDGE_WAIT, EDGE_TAKE. */
    uint32_t departure; /* Tick in which the parent was left. */
    uint32_t next;      /* In its bucket. */
    bool carries;
    bool replaced; /* An earlier arrival has its place. */
} state;

/* In which ticks of a chunk a crouching body at a node is unseen. */
typedef struct mask_entry {
    uint32_t node, chunk;
    uint64_t mask;
    bool known;
} mask_entry;

struct dw_unseen_search {
    const dw_unseen_task *task;
    uint32_t states_max, ticks_max, state_count;
    state *states;
    uint32_t table_size;           /* A power of two. */
    uint32_t *table;               /* State + 1 by node, carries and stretch. */
    uint32_t bucket_count, bucket; /* By the earliest tick of a win. */
    uint32_t *buckets;             /* Newest state of each. */
    mask_entry *masks;
    mask_entry *kept; /* By chunk: no guard looks where the objective was. */
    uint32_t goal;
    dw_unseen_reach reach; /* Of this run. */
};

dw_status dw_unseen_search_create(dw_unseen_search **out, uint32_t states_max, uint32_t ticks_max,
                                  dw_error *error)
{
    dw_unseen_search *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    search->states_max = states_max;
    search->table_size = 2;
    while (search->table_size < 2 * (uint64_t)states_max) {
        search->table_size *= 2;
    }
    search->states = calloc(states_max, sizeof *search->states);
    search->table = calloc(search->table_size, sizeof *search->table);
    search->ticks_max = ticks_max;
    search->bucket_count = DW_UNSEEN_GREED_MAX * ticks_max + 1;
    search->buckets = calloc(search->bucket_count, sizeof *search->buckets);
    search->masks = calloc(MASKS, sizeof *search->masks);
    search->kept = calloc(ticks_max / CHUNK_TICKS + 1, sizeof *search->kept);
    if (search->states == NULL || search->table == NULL || search->buckets == NULL ||
        search->masks == NULL || search->kept == NULL) {
        dw_unseen_search_destroy(search);
        return dw_fail(error, DW_MEMORY, "no memory for %u states", states_max);
    }
    *out = search;
    return DW_OK;
}

void dw_unseen_search_destroy(dw_unseen_search *search)
{
    free(search->states);
    free(search->table);
    free(search->buckets);
    free(search->masks);
    free(search->kept);
    free(search);
}

static uint64_t unseen_mask(dw_unseen_search *search, uint32_t node, uint32_t chunk)
{
    mask_entry *entry =
        &search->masks[dw_mix64((uint64_t)node << 32 | chunk) & (uint64_t)(MASKS - 1)];
    if (entry->known && entry->node == node && entry->chunk == chunk) {
        return entry->mask;
    }
    const dw_lattice_node *at = &search->task->lattice->nodes[node];
    const dw_body body = {.position = at->position, .crouching = true};
    *entry = (mask_entry){.node = node, .chunk = chunk, .known = true};
    for (uint32_t i = 0; i < CHUNK_TICKS; i++) {
        const uint32_t tick = chunk * CHUNK_TICKS + i;
        /* Nobody looks before the first tick. */
        if (tick <= search->task->ticks_max &&
            (tick == 0 ||
             !dw_patrol_record_meets(search->task->record, tick, &body, at->room, NULL))) {
            entry->mask |= UINT64_C(1) << i;
        }
    }
    return entry->mask;
}

/* In which ticks of a chunk no guard would miss an objective that is taken. With `evidence` a guard
 * that misses it searches. All that carry it in a tick took it after the last guard had looked. */
static uint64_t kept_mask(dw_unseen_search *search, uint32_t chunk)
{
    const dw_unseen_task *task = search->task;
    mask_entry *entry = &search->kept[chunk];
    if (task->lattice->rules.evidence == 0) {
        return UINT64_MAX;
    }
    for (uint32_t i = 0; i < CHUNK_TICKS && !entry->known; i++) {
        const uint32_t tick = chunk * CHUNK_TICKS + i;
        if (tick <= task->ticks_max && !dw_patrol_record_sees_objective(task->record, tick)) {
            entry->mask |= UINT64_C(1) << i;
        }
    }
    entry->known = true;
    return entry->mask;
}

static bool is_kept(dw_unseen_search *search, uint32_t tick)
{
    return (kept_mask(search, tick / CHUNK_TICKS) >> tick % CHUNK_TICKS & 1) != 0;
}

/* The stretch that holds the tick: its first and last tick. False: seen in that tick. */
static bool stretch_at(dw_unseen_search *search, uint32_t node, bool carries, uint32_t tick,
                       uint32_t *first, uint32_t *last)
{
    const uint32_t begin = tick / CHUNK_TICKS * CHUNK_TICKS;
    const uint64_t mask = unseen_mask(search, node, tick / CHUNK_TICKS) &
                          (carries ? kept_mask(search, tick / CHUNK_TICKS) : UINT64_MAX);
    if ((mask >> (tick - begin) & 1) == 0) {
        return false;
    }
    *first = *last = tick;
    while (*first > begin && (mask >> (*first - 1 - begin) & 1) != 0) {
        (*first)--;
    }
    while (*last + 1 < begin + CHUNK_TICKS && (mask >> (*last + 1 - begin) & 1) != 0) {
        (*last)++;
    }
    return true;
}

/* The entry of the table for that state, free or not. */
static uint32_t *table_entry(dw_unseen_search *search, const state *wanted)
{
    const uint64_t key = dw_mix64((uint64_t)wanted->node << 33 |
                                  (uint64_t)(wanted->carries ? 1 : 0) << 32 | wanted->stretch);
    uint32_t at = (uint32_t)key & (search->table_size - 1);
    while (search->table[at] != 0) {
        const state *known = &search->states[search->table[at] - 1];
        if (known->node == wanted->node && known->carries == wanted->carries &&
            known->stretch == wanted->stretch) {
            break;
        }
        at = (at + 1) & (search->table_size - 1);
    }
    return &search->table[at];
}

/* Ticks from there to a win at least; DW_LATTICE_FAR: never. */
static uint32_t ticks_left(const dw_unseen_search *search, const state *from)
{
    const dw_lattice_node *node = &search->task->lattice->nodes[from->node];
    return from->carries ? node->ticks_to_exit : node->ticks_to_win;
}

/* Adds a state unless it is known with an arrival as early. False: no memory is left. */
static bool add_state(dw_unseen_search *search, const state *one)
{
    const uint32_t left = ticks_left(search, one);
    if (left == DW_LATTICE_FAR || one->tick + left > search->task->ticks_max) {
        return true;
    }
    uint32_t *entry = table_entry(search, one);
    if (*entry != 0 && search->states[*entry - 1].tick <= one->tick) {
        return true;
    }
    if (search->state_count == search->task->states_max) {
        return false;
    }
    if (*entry != 0) {
        search->states[*entry - 1].replaced = true;
    }
    if (!search->reach.starts || left < search->reach.ticks_left) {
        search->reach.starts = true;
        search->reach.carries = one->carries;
        search->reach.room = search->task->lattice->nodes[one->node].room;
        search->reach.tick = one->tick;
        search->reach.ticks_left = left;
    }
    const uint32_t greed = search->task->greed > 0 ? search->task->greed : 1;
    const uint32_t bucket = one->tick + greed * left;
    state *made = &search->states[search->state_count];
    *made = *one;
    made->next = search->buckets[bucket];
    search->buckets[bucket] = search->state_count;
    search->bucket = bucket < search->bucket ? bucket : search->bucket;
    *entry = ++search->state_count;
    return true;
}

/* The state that promises the earliest win; of several, the newest. */
static uint32_t take_state(dw_unseen_search *search)
{
    while (search->bucket < search->bucket_count) {
        const uint32_t index = search->buckets[search->bucket];
        if (index == NO_STATE) {
            search->bucket++;
            continue;
        }
        search->buckets[search->bucket] = search->states[index].next;
        if (!search->states[index].replaced) {
            return index;
        }
    }
    return NO_STATE;
}

static bool is_banned(const dw_unseen_task *task, uint32_t edge, uint32_t departure)
{
    for (uint32_t i = 0; i < task->ban_count; i++) {
        const uint32_t at = task->bans[i].departure_tick;
        const uint32_t apart = departure > at ? departure - at : at - departure;
        if (task->bans[i].edge == edge && apart < DW_UNSEEN_BAN_TICKS) {
            return true;
        }
    }
    return false;
}

static dw_vec position_in(const dw_unseen_search *search, uint32_t node, uint32_t edge,
                          uint32_t step)
{
    const dw_lattice *lattice = search->task->lattice;
    const dw_lattice_move *move = &lattice->moves[lattice->edges[edge].move];
    return dw_vec_add(lattice->nodes[node].position, lattice->steps[move->first + step].offset);
}

/* Whether the key works that door and nothing else. */
static bool presses_door(const dw_unseen_search *search, const dw_door_set *open, dw_vec position,
                         bool carries, uint16_t door)
{
    const dw_lattice *lattice = search->task->lattice;
    const dw_usables items = dw_lattice_items(lattice->map);
    const dw_use use = dw_intruder_choose_use(lattice->map, open, &lattice->rules, position,
                                              carries ? NULL : &items);
    return use.kind == DW_USE_DOOR && use.index == door;
}

/* The door's side of a move: it stays as the move needs it, and each press works it. `open` becomes
 * the set of open doors during a move that opens the door. */
static bool door_allows(const dw_unseen_search *search, const state *from, uint32_t edge,
                        uint32_t departure, dw_door_set *open)
{
    const dw_unseen_task *task = search->task;
    const dw_lattice_edge *move = &task->lattice->edges[edge];
    const uint32_t end = departure + task->lattice->moves[move->move].count;
    if (!dw_patrol_record_door_stays(task->record, move->door, !move->opens, departure, end)) {
        return false;
    }
    if (!move->opens) {
        return true;
    }
    const dw_lattice_edge *before =
        from->edge < EDGE_TAKE ? &task->lattice->edges[from->edge] : NULL;
    if (before != NULL && before->opens && before->door == move->door &&
        departure < from->tick + (uint32_t)task->lattice->rules.door_rest_ticks) {
        return false;
    }
    *open = *dw_patrol_record_doors(task->record, end);
    dw_door_set_put(open, move->door, true);
    return presses_door(search, dw_patrol_record_doors(task->record, departure),
                        task->lattice->nodes[from->node].position, from->carries, move->door) &&
           presses_door(search, open, task->lattice->nodes[move->to].position, from->carries,
                        move->door);
}

/* Whether the intruder crouches in the tick of departure: it does while it waits. */
static bool crouches_at(const dw_unseen_search *search, const state *from, uint32_t departure)
{
    const dw_lattice *lattice = search->task->lattice;
    if (from->parent == NO_STATE && departure == 0) {
        return false;
    }
    if (departure > from->tick || from->edge >= EDGE_TAKE) {
        return true;
    }
    const dw_lattice_move *move = &lattice->moves[lattice->edges[from->edge].move];
    return (lattice->steps[move->first + move->count - 1].intent.buttons & DW_BUTTON_CROUCH) != 0;
}

/* The loudest of the last moves, unless the body has rested since. Together they are longer than a
 * crouched step; where a walked one reaches further back, the proof refutes the plan. */
static dw_intent step_under_way(const dw_unseen_search *search, const state *from,
                                uint32_t departure)
{
    const dw_lattice *lattice = search->task->lattice;
    dw_intent loudest = {.direction = DW_STAND};
    uint32_t moves = 0;
    while (moves < MOVES_OF_A_STEP && from->parent != NO_STATE) {
        if (from->edge < EDGE_TAKE) {
            if (departure >= from->tick + DW_STEP_REST_TICKS) {
                break;
            }
            const dw_lattice_move *move = &lattice->moves[lattice->edges[from->edge].move];
            for (uint32_t k = 0; k < move->count; k++) {
                loudest = dw_unheard_louder(search->task->unheard, loudest,
                                            lattice->steps[move->first + k].intent);
            }
            departure = from->departure;
            moves++;
        }
        from = &search->states[from->parent];
    }
    return loudest;
}

static bool passes_unheard(dw_unseen_search *search, const state *from, uint32_t edge,
                           uint32_t departure)
{
    if (search->task->unheard == NULL) {
        return true;
    }
    const dw_unheard_move move = {.from = from->node,
                                  .edge = edge,
                                  .departure = departure,
                                  .crouching = crouches_at(search, from, departure),
                                  .before = step_under_way(search, from, departure)};
    const bool unheard = dw_unheard_allows(search->task->unheard, &move);
    search->reach.heard += unheard ? 0 : 1;
    return unheard;
}

/* Whether no guard meets the intruder during the move, nor what it leaves behind. */
static bool passes_unseen(dw_unseen_search *search, const state *from, uint32_t edge,
                          uint32_t departure)
{
    const dw_unseen_task *task = search->task;
    const dw_lattice *lattice = task->lattice;
    const dw_lattice_edge *link = &lattice->edges[edge];
    const dw_lattice_move *move = &lattice->moves[link->move];
    dw_door_set open;
    if (link->door != DW_NONE && !door_allows(search, from, edge, departure, &open)) {
        search->reach.doors++;
        return false;
    }
    for (uint32_t i = 0; i < move->count; i++) {
        const uint32_t tick = departure + 1 + i;
        const dw_intent intent = lattice->steps[move->first + i].intent;
        const dw_body body = {
            .position = position_in(search, from->node, edge, i),
            .crouching = (intent.buttons & DW_BUTTON_CROUCH) != 0,
        };
        if (link->opens) { /* A guard may have moved another door meanwhile. */
            open = *dw_patrol_record_doors(task->record, tick);
            dw_door_set_put(&open, link->door, true);
            if (lattice->rules.evidence != 0 &&
                dw_patrol_record_sees_leaf(task->record, tick, link->door, &open)) {
                search->reach.seen++;
                return false;
            }
        }
        if (from->carries && !is_kept(search, tick)) {
            search->reach.missed++;
            return false;
        }
        const uint16_t room = dw_map_room_at(lattice->map, body.position);
        if (dw_patrol_record_meets(task->record, tick, &body, room, link->opens ? &open : NULL)) {
            search->reach.seen++;
            return false;
        }
    }
    return true;
}

/* Along one edge, once to each stretch that can be reached before `last`. False: out of states. */
static bool follow_edge(dw_unseen_search *search, uint32_t index, uint32_t edge, uint32_t last)
{
    const dw_unseen_task *task = search->task;
    const state from = search->states[index];
    const dw_lattice_edge *link = &task->lattice->edges[edge];
    const uint32_t ticks = task->lattice->moves[link->move].count;
    uint32_t reached = 0; /* The last tick of the stretch that was reached. */
    for (uint32_t departure = from.tick; departure <= last; departure += DEPARTURE_STEP) {
        const uint32_t arrival = departure + ticks;
        uint32_t first_tick;
        uint32_t last_tick;
        if (arrival > task->ticks_max) {
            break;
        }
        if (arrival <= reached) {
            continue;
        }
        if (!stretch_at(search, link->to, from.carries, arrival, &first_tick, &last_tick)) {
            search->reach.seen++;
            continue;
        }
        state made = {
            .node = link->to,
            .tick = arrival,
            .stretch = first_tick,
            .parent = index,
            .edge = edge,
            .departure = departure,
            .carries = from.carries,
        };
        const uint32_t known = *table_entry(search, &made);
        if (known != 0 && search->states[known - 1].tick <= arrival) {
            reached = last_tick; /* Later departures bring no earlier arrival. */
            continue;
        }
        if (!is_banned(task, edge, departure) && passes_unheard(search, &from, edge, departure) &&
            passes_unseen(search, &from, edge, departure)) {
            if (!add_state(search, &made)) {
                return false;
            }
            reached = last_tick;
        }
    }
    return true;
}

/* Presses the key for the objective. */
static bool take_objective(dw_unseen_search *search, uint32_t index)
{
    const state from = search->states[index];
    const dw_lattice *lattice = search->task->lattice;
    const dw_usables items = dw_lattice_items(lattice->map);
    state made = {.node = from.node,
                  .tick = from.tick + TAKE_TICKS,
                  .parent = index,
                  .edge = EDGE_TAKE,
                  .departure = from.tick,
                  .carries = true};
    const dw_use use = dw_intruder_choose_use(
        lattice->map, dw_patrol_record_doors(search->task->record, from.tick), &lattice->rules,
        lattice->nodes[from.node].position, &items);
    if (use.kind != DW_USE_ITEM || lattice->map->items[use.index].kind != DW_ITEM_OBJECTIVE ||
        from.tick < search->task->take_tick || made.tick > search->task->ticks_max) {
        return true;
    }
    for (uint32_t tick = from.tick + 1; tick <= made.tick; tick++) {
        uint32_t last;
        if (!stretch_at(search, from.node, true, tick, &made.stretch, &last)) {
            return true;
        }
    }
    return add_state(search, &made);
}

/* Stays beyond the end of the chunk. */
static bool wait_on(dw_unseen_search *search, uint32_t index, uint32_t last)
{
    const uint32_t next = last + 1;
    uint32_t end;
    state made = {.node = search->states[index].node,
                  .tick = next,
                  .parent = index,
                  .edge = EDGE_WAIT,
                  .departure = next,
                  .carries = search->states[index].carries};
    if (next % CHUNK_TICKS != 0 || next > search->task->ticks_max ||
        !stretch_at(search, made.node, made.carries, next, &made.stretch, &end)) {
        return true;
    }
    return add_state(search, &made);
}

static bool extend(dw_unseen_search *search, uint32_t index)
{
    const state from = search->states[index];
    const dw_lattice_node *node = &search->task->lattice->nodes[from.node];
    uint32_t first;
    uint32_t last;
    const bool unseen = stretch_at(search, from.node, from.carries, from.tick, &first, &last);
    DW_CHECK(unseen && first == from.stretch);
    if (!from.carries && node->takes && !take_objective(search, index)) {
        return false;
    }
    for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
        if (!follow_edge(search, index, e, last)) {
            return false;
        }
    }
    return wait_on(search, index, last);
}

static void put_intents(const dw_unseen_search *search, const state *at, dw_intent *intents)
{
    const dw_lattice *lattice = search->task->lattice;
    for (uint32_t tick = search->states[at->parent].tick; tick < at->departure; tick++) {
        intents[tick] = (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH};
    }
    if (at->edge == EDGE_TAKE) {
        intents[at->departure] =
            (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH | DW_BUTTON_USE};
        intents[at->departure + 1] =
            (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH};
    } else if (at->edge != EDGE_WAIT) {
        const dw_lattice_move *move = &lattice->moves[lattice->edges[at->edge].move];
        for (uint32_t i = 0; i < move->count; i++) {
            intents[at->departure + i] = lattice->steps[move->first + i].intent;
        }
    }
}

static void write_plan(dw_unseen_search *search, uint32_t goal, dw_unseen_plan *plan)
{
    search->goal = goal;
    plan->count = search->states[goal].tick;
    for (const state *at = &search->states[goal]; at->parent != NO_STATE;
         at = &search->states[at->parent]) {
        put_intents(search, at, plan->intents);
    }
}

static bool begin(dw_unseen_search *search, const dw_unseen_task *task)
{
    DW_CHECK(task->states_max <= search->states_max && task->ticks_max <= search->ticks_max &&
             task->greed <= DW_UNSEEN_GREED_MAX);
    search->task = task;
    search->state_count = 0;
    search->goal = NO_STATE;
    search->reach = (dw_unseen_reach){.starts = false};
    memset(search->table, 0, search->table_size * sizeof *search->table);
    memset(search->masks, 0, MASKS * sizeof *search->masks);
    memset(search->kept, 0, (search->ticks_max / CHUNK_TICKS + 1) * sizeof *search->kept);
    search->bucket = search->bucket_count;
    memset(search->buckets, 0xff, search->bucket_count * sizeof *search->buckets);
    const state start = {.node = 0, .parent = NO_STATE, .edge = EDGE_WAIT};
    return add_state(search, &start);
}

dw_unseen_result dw_unseen_search_run(dw_unseen_search *search, const dw_unseen_task *task,
                                      dw_unseen_plan *plan)
{
    uint32_t asked = 0;
    for (bool room = begin(search, task); room;) {
        const uint32_t index = take_state(search);
        if (index == NO_STATE) {
            return DW_UNSEEN_EXHAUSTED;
        }
        const state *at = &search->states[index];
        if (at->carries && task->lattice->nodes[at->node].exit) {
            write_plan(search, index, plan);
            return DW_UNSEEN_FOUND;
        }
        if (search->state_count - asked >= GO_ON_STATES) {
            asked = search->state_count;
            if (task->go_on != NULL && !task->go_on(task->context, asked, at->tick)) {
                return DW_UNSEEN_STOPPED;
            }
        }
        room = extend(search, index);
    }
    return DW_UNSEEN_FULL;
}

uint32_t dw_unseen_search_states(const dw_unseen_search *search)
{
    return search->state_count;
}

dw_unseen_reach dw_unseen_search_reach(const dw_unseen_search *search)
{
    return search->reach;
}

bool dw_unseen_search_move_at(const dw_unseen_search *search, uint32_t tick, dw_unseen_ban *move)
{
    for (uint32_t i = search->goal; i != NO_STATE; i = search->states[i].parent) {
        const state *at = &search->states[i];
        if (at->edge < EDGE_TAKE && at->departure < tick) {
            *move = (dw_unseen_ban){at->edge, at->departure};
            return true;
        }
    }
    return false;
}
