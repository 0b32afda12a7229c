#include "server/lab/lattice_build.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more in a list that grows; false: out of memory, and the list is as it was. */
static bool make_room(dw_lattice_build *build, void *list, uint32_t *capacity, uint32_t count,
                      size_t size)
{
    if (count < *capacity) {
        return true;
    }
    void *old;
    memcpy(&old, list, sizeof old);
    const uint32_t wanted = *capacity == 0 ? 1024 : 2 * *capacity;
    void *grown = realloc(old, wanted * size);
    if (grown == NULL) {
        build->out_of_memory = true;
        return false;
    }
    memcpy(list, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}

bool dw_lattice_straight(const dw_lattice_build *build, dw_direction direction, uint8_t buttons,
                         int32_t rows, dw_lattice_intents *out)
{
    const dw_ruleset *rules = &build->lattice->rules;
    int32_t speed = rules->walk_speed_mm_s;
    if (buttons != 0) {
        speed = buttons == DW_BUTTON_CROUCH ? rules->crouch_speed_mm_s : rules->sprint_speed_mm_s;
    }
    const int32_t length = rows * build->lattice->spacing;
    if (length % speed != 0 || length / speed > DW_LATTICE_MOVE_TICKS_MAX / 2) {
        return false;
    }
    out->count = (uint32_t)(length / speed);
    for (uint32_t i = 0; i < out->count; i++) {
        out->ticks[i] = (dw_intent){.direction = (uint8_t)direction, .buttons = buttons};
    }
    return true;
}

uint32_t dw_lattice_add_node(dw_lattice_build *build, dw_vec position)
{
    dw_lattice *lattice = build->lattice;
    const uint16_t room = dw_map_room_at(lattice->map, position);
    if (room == DW_NONE || !dw_place_free(lattice->map, &build->closed, position, DW_BODY_HALF) ||
        !make_room(build, &lattice->nodes, &build->node_capacity, lattice->node_count,
                   sizeof *lattice->nodes)) {
        return 0;
    }
    const dw_usables items = dw_lattice_items(lattice->map);
    const dw_use use =
        dw_intruder_choose_use(lattice->map, &build->closed, &lattice->rules, position, &items);
    lattice->nodes[lattice->node_count] = (dw_lattice_node){
        .position = position,
        .room = room,
        .exit = dw_rect_holds(lattice->map->exit, position),
        .takes =
            use.kind == DW_USE_ITEM && lattice->map->items[use.index].kind == DW_ITEM_OBJECTIVE,
        .ticks_to_exit = DW_LATTICE_FAR,
        .ticks_to_win = DW_LATTICE_FAR,
    };
    return ++lattice->node_count;
}

static dw_vec step_of(const dw_lattice *lattice, dw_intent intent)
{
    const dw_ruleset *rules = &lattice->rules;
    int32_t speed = rules->walk_speed_mm_s;
    if ((intent.buttons & DW_BUTTON_CROUCH) != 0) {
        speed = rules->crouch_speed_mm_s;
    } else if ((intent.buttons & DW_BUTTON_SPRINT) != 0) {
        speed = rules->sprint_speed_mm_s;
    }
    return dw_direction_step((dw_direction)intent.direction, speed);
}

bool dw_lattice_walkable(const dw_lattice_build *build, dw_vec from,
                         const dw_lattice_intents *intents, const dw_door_set *open, dw_vec *end)
{
    const dw_lattice *lattice = build->lattice;
    dw_body body = {.position = from};
    *end = from;
    for (uint32_t i = 0; i < intents->count; i++) {
        *end = dw_vec_add(*end, step_of(lattice, intents->ticks[i]));
        (void)dw_intruder_walk(&body, intents->ticks[i], &lattice->rules, lattice->map, open, NULL,
                               0);
        if (!dw_vec_equal(body.position, *end)) {
            return false;
        }
    }
    return true;
}

static bool same_intents(const dw_lattice *lattice, const dw_lattice_move *move,
                         const dw_lattice_intents *intents)
{
    bool same = move->count == intents->count;
    for (uint32_t i = 0; i < intents->count && same; i++) {
        const dw_intent known = lattice->steps[move->first + i].intent;
        same = known.direction == intents->ticks[i].direction &&
               known.buttons == intents->ticks[i].buttons;
    }
    return same;
}

/* All edges share a few moves. */
static uint16_t find_move(dw_lattice_build *build, const dw_lattice_intents *intents)
{
    dw_lattice *lattice = build->lattice;
    for (uint32_t m = 0; m < lattice->move_count; m++) {
        if (same_intents(lattice, &lattice->moves[m], intents)) {
            return (uint16_t)m;
        }
    }
    DW_CHECK(lattice->move_count < UINT16_MAX);
    if (!make_room(build, &lattice->moves, &build->move_capacity, lattice->move_count,
                   sizeof *lattice->moves)) {
        return 0;
    }
    lattice->moves[lattice->move_count] = (dw_lattice_move){lattice->step_count, intents->count};
    dw_vec offset = {0, 0};
    for (uint32_t i = 0; i < intents->count; i++) {
        if (!make_room(build, &lattice->steps, &build->step_capacity, lattice->step_count,
                       sizeof *lattice->steps)) {
            return 0;
        }
        offset = dw_vec_add(offset, step_of(lattice, intents->ticks[i]));
        lattice->steps[lattice->step_count++] = (dw_lattice_step){intents->ticks[i], offset};
    }
    return (uint16_t)lattice->move_count++;
}

void dw_lattice_add_edge(dw_lattice_build *build, uint32_t from, const dw_lattice_edge *edge,
                         const dw_lattice_intents *intents)
{
    const uint16_t move = find_move(build, intents);
    if (make_room(build, &build->raw, &build->edge_capacity, build->raw_count,
                  sizeof *build->raw)) {
        dw_lattice_raw_edge *raw = &build->raw[build->raw_count++];
        *raw = (dw_lattice_raw_edge){from, *edge};
        raw->edge.move = move;
    }
}

/* DW_EAST .. DW_NORTH_EAST go round the compass. */
static uint8_t opposite(uint8_t direction)
{
    const uint32_t across = (direction + 3u) % 8 + 1;
    return direction == DW_STAND ? direction : (uint8_t)across;
}

bool dw_lattice_join(dw_lattice_build *build, uint32_t from, uint32_t to,
                     const dw_lattice_intents *intents)
{
    const dw_lattice_node *nodes = build->lattice->nodes;
    dw_vec end;
    if (!dw_lattice_walkable(build, nodes[from].position, intents, &build->closed, &end)) {
        return false;
    }
    DW_CHECK(dw_vec_equal(end, nodes[to].position));
    dw_lattice_intents back = {.count = intents->count};
    for (uint32_t i = 0; i < intents->count; i++) {
        back.ticks[i] = intents->ticks[intents->count - 1 - i];
        back.ticks[i].direction = opposite(back.ticks[i].direction);
    }
    dw_lattice_add_edge(build, from, &(dw_lattice_edge){.to = to, .door = DW_NONE}, intents);
    dw_lattice_add_edge(build, to, &(dw_lattice_edge){.to = from, .door = DW_NONE}, &back);
    return true;
}
