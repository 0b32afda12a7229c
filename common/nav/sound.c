#include "common/nav/sound.h"

#include "common/base/check.h"
#include "common/base/decibel.h"

#include <string.h>

typedef struct sound_door {
    dw_vec middle;     /* Of its doorway. */
    uint16_t rooms[2]; /* Of its halves. */
} sound_door;

struct dw_sound {
    uint16_t room_count, door_count;
    const sound_door *doors;
    const uint32_t *starts;      /* By room, and one more; into `gates`. */
    const uint16_t *gates;       /* Of each room: its doors, as ways out of it. */
    const uint32_t *step_starts; /* By room; into `steps`. */
    const int32_t *steps;        /* Twice by place in the room's gates: from middle to middle. */
    const uint8_t *walls;        /* By room and room. */
};

/* The gate by which a sound leaves `room` through the door, and the one by which it comes in. */
static uint16_t gate_out(const dw_sound *sound, uint16_t door, uint16_t room)
{
    return (uint16_t)(2 * door + (sound->doors[door].rooms[0] == room ? 1 : 0));
}

static uint16_t gate_in(const dw_sound *sound, uint16_t door, uint16_t room)
{
    return gate_out(sound, door, room) ^ 1;
}

static int32_t distance_mm(dw_vec a, dw_vec b)
{
    return dw_distance(a, b) / DW_UNITS_PER_MM;
}

static dw_status list_doors(dw_sound *sound, dw_arena *arena, const dw_map *map)
{
    sound_door *doors = DW_ARENA_ARRAY(arena, sound_door, (size_t)map->door_count + 1);
    if (doors == NULL) {
        return DW_MEMORY;
    }
    for (uint16_t door = 0; door < map->door_count; door++) {
        const dw_door *of_map = &map->doors[door];
        doors[door] = (sound_door){.middle = dw_rect_centre(of_map->doorway),
                                   .rooms = {of_map->half[0].room, of_map->half[1].room}};
    }
    sound->doors = doors;
    return DW_OK;
}

static dw_status list_gates(dw_sound *sound, dw_arena *arena, const dw_map *map)
{
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)map->room_count + 1);
    uint32_t *step_starts = DW_ARENA_ARRAY(arena, uint32_t, (size_t)map->room_count + 1);
    uint16_t *gates = DW_ARENA_ARRAY(arena, uint16_t, (size_t)map->door_count * 2 + 1);
    uint32_t step_count = 0;
    for (uint16_t r = 0; r < map->room_count; r++) {
        step_count += (uint32_t)map->rooms[r].door_count * map->rooms[r].door_count;
    }
    int32_t *steps = DW_ARENA_ARRAY(arena, int32_t, (size_t)step_count + 1);
    if (starts == NULL || step_starts == NULL || gates == NULL || steps == NULL) {
        return DW_MEMORY;
    }
    uint32_t gate_count = 0;
    step_count = 0;
    for (uint16_t r = 0; r < map->room_count; r++) {
        const dw_room *room = &map->rooms[r];
        starts[r] = gate_count;
        step_starts[r] = step_count;
        for (uint16_t i = 0; i < room->door_count; i++) {
            gates[gate_count++] = gate_out(sound, room->doors[i], r);
            for (uint16_t k = 0; k < room->door_count; k++) {
                steps[step_count++] = distance_mm(sound->doors[room->doors[i]].middle,
                                                  sound->doors[room->doors[k]].middle);
            }
        }
    }
    starts[map->room_count] = gate_count;
    sound->starts = starts;
    sound->step_starts = step_starts;
    sound->gates = gates;
    sound->steps = steps;
    return DW_OK;
}

/* A wall stands where two rooms touch along more than a corner. */
static bool share_wall(dw_rect a, dw_rect b)
{
    const dw_rect common = dw_rect_common(a, b);
    const int32_t width = common.max.x - common.min.x;
    const int32_t height = common.max.y - common.min.y;
    return (width == 0 && height > 0) || (height == 0 && width > 0);
}

/* The fewest walls between `from` and every other room. */
static void count_walls(const dw_map *map, uint16_t from, uint8_t *walls)
{
    uint16_t queue[DW_ROOMS_MAX] = {from};
    uint32_t end = 1;
    memset(walls, DW_SOUND_WALLS_MAX, map->room_count);
    walls[from] = 0;
    for (uint32_t i = 0; i < end; i++) {
        const uint8_t next = (uint8_t)(walls[queue[i]] + 1);
        for (uint16_t r = 0; r < map->room_count && next < DW_SOUND_WALLS_MAX; r++) {
            if (walls[r] == DW_SOUND_WALLS_MAX &&
                share_wall(map->rooms[queue[i]].area, map->rooms[r].area)) {
                walls[r] = next;
                queue[end++] = r;
            }
        }
    }
}

dw_status dw_sound_build(const dw_sound **out, dw_arena *arena, const dw_map *map)
{
    dw_sound *sound = DW_ARENA_NEW(arena, dw_sound);
    uint8_t *walls = DW_ARENA_ARRAY(arena, uint8_t, (size_t)map->room_count * map->room_count);
    if (sound == NULL || walls == NULL || list_doors(sound, arena, map) != DW_OK ||
        list_gates(sound, arena, map) != DW_OK) {
        return DW_MEMORY;
    }
    sound->room_count = map->room_count;
    sound->door_count = map->door_count;
    for (uint16_t r = 0; r < map->room_count; r++) {
        count_walls(map, r, walls + (size_t)r * map->room_count);
    }
    sound->walls = walls;
    *out = sound;
    return DW_OK;
}

/* A way through a gate, to be extended when its turn comes. */
static void offer(dw_sound_spread *it, uint16_t gate, int32_t length_mm, int32_t taken_db10)
{
    const int32_t loss = dw_distance_loss_db10(length_mm) + taken_db10;
    if (loss > it->reach_db10 || loss >= it->least[gate] || it->way_count == DW_SOUND_WAYS_MAX) {
        return;
    }
    const uint64_t bit = UINT64_C(1) << (taken_db10 % 64);
    uint64_t *bits = &it->pending_bits[taken_db10 / 64];
    it->ways[it->way_count] = (dw_sound_way){
        .length_mm = length_mm,
        .taken_db10 = (uint16_t)taken_db10,
        .gate = gate,
        .next = DW_NONE,
        .next_pending = (*bits & bit) != 0 ? it->pending[taken_db10] : (uint16_t)DW_NONE,
    };
    *bits |= bit;
    it->pending[taken_db10] = (uint16_t)it->way_count++;
}

/* From a point of the room to all of its doors, but for the one that it came through. */
static void offer_room(dw_sound_spread *it, const dw_door_set *open, uint16_t room,
                       const dw_sound_way *before)
{
    const dw_sound *sound = it->sound;
    const uint32_t first = sound->starts[room];
    const uint32_t count = sound->starts[room + 1] - first;
    const uint16_t came = before != NULL ? before->gate / 2 : (uint16_t)DW_NONE;
    uint32_t place = 0;
    while (before != NULL && sound->gates[first + place] / 2 != came) {
        place++;
    }
    const int32_t *steps = sound->steps + sound->step_starts[room] + (size_t)place * count;
    for (uint32_t k = 0; k < count; k++) {
        const uint16_t gate = sound->gates[first + k];
        const uint16_t door = gate / 2;
        const int32_t taken =
            it->losses.doorway_db10 + (dw_door_set_has(open, door) ? 0 : it->losses.leaf_db10);
        if (before == NULL) {
            offer(it, gate, distance_mm(it->from, sound->doors[door].middle), taken);
        } else if (door != came) {
            offer(it, gate, before->length_mm + steps[k], before->taken_db10 + taken);
        }
    }
}

/* Takes one of the ways from which doors have taken least; DW_NONE: no way is left. */
static uint16_t take_pending(dw_sound_spread *it, uint32_t *word)
{
    const uint32_t words = (uint32_t)it->reach_db10 / 64 + 1;
    while (*word < words && it->pending_bits[*word] == 0) {
        (*word)++;
    }
    if (*word == words) {
        return DW_NONE;
    }
    const uint32_t taken = *word * 64 + (uint32_t)__builtin_ctzll(it->pending_bits[*word]);
    const uint16_t way = it->pending[taken];
    it->pending[taken] = it->ways[way].next_pending;
    if (it->pending[taken] == DW_NONE) {
        it->pending_bits[*word] &= it->pending_bits[*word] - 1;
    }
    return way;
}

void dw_sound_spread_begin(dw_sound_spread *spread, const dw_sound *sound,
                           const dw_sound_losses *losses, const dw_door_set *open, dw_vec from,
                           uint16_t room, int32_t reach_db10)
{
    DW_CHECK(room < sound->room_count);
    DW_CHECK(reach_db10 >= 0 && reach_db10 < DW_SOUND_LOSS_MAX_DB10);
    DW_CHECK(losses->doorway_db10 > 0 && losses->leaf_db10 > 0 && losses->wall_db10 > 0);
    spread->sound = sound;
    spread->losses = *losses;
    spread->from = from;
    spread->room = room;
    spread->reach_db10 = reach_db10;
    spread->way_count = 0;
    for (uint32_t gate = 0; gate < 2u * sound->door_count; gate++) {
        spread->first[gate] = DW_NONE;
        spread->least[gate] = INT32_MAX;
    }
    memset(spread->pending_bits, 0, ((uint32_t)reach_db10 / 64 + 1) * sizeof(uint64_t));
    offer_room(spread, open, room, NULL);
    uint32_t word = 0;
    for (uint16_t i = take_pending(spread, &word); i != DW_NONE; i = take_pending(spread, &word)) {
        dw_sound_way *way = &spread->ways[i];
        const int32_t loss = dw_distance_loss_db10(way->length_mm) + way->taken_db10;
        if (loss < spread->least[way->gate]) {
            spread->least[way->gate] = loss;
            way->next = spread->first[way->gate];
            spread->first[way->gate] = i;
            offer_room(spread, open, sound->doors[way->gate / 2].rooms[way->gate % 2], way);
        }
    }
}

/* Whether it arrives louder through this gate than by `best`, which it then is. */
static void arrive_by(const dw_sound_spread *it, uint16_t gate, dw_vec at, dw_sound_arrival *best)
{
    if (it->least[gate] >= best->loss_db10) {
        return; /* At the doorway it has lost more already. */
    }
    const int32_t rest_mm = distance_mm(it->sound->doors[gate / 2].middle, at);
    for (uint16_t i = it->first[gate]; i != DW_NONE; i = it->ways[i].next) {
        const dw_sound_way *way = &it->ways[i];
        const int32_t loss = dw_distance_loss_db10(way->length_mm + rest_mm) + way->taken_db10;
        if (loss < best->loss_db10) {
            *best = (dw_sound_arrival){loss, gate / 2};
        }
    }
}

bool dw_sound_arrives(const dw_sound_spread *spread, dw_vec at, uint16_t room,
                      dw_sound_arrival *out)
{
    const dw_sound *sound = spread->sound;
    dw_sound_arrival best = {spread->reach_db10 + 1, DW_NONE};
    const int32_t walls = sound->walls[(size_t)spread->room * sound->room_count + room];
    if (walls < DW_SOUND_WALLS_MAX && walls * spread->losses.wall_db10 < best.loss_db10) {
        const int32_t loss =
            dw_distance_loss_db10(distance_mm(spread->from, at)) + walls * spread->losses.wall_db10;
        best.loss_db10 = loss < best.loss_db10 ? loss : best.loss_db10;
    }
    for (uint32_t k = sound->starts[room]; room != spread->room && k < sound->starts[room + 1];
         k++) {
        arrive_by(spread, gate_in(sound, sound->gates[k] / 2, room), at, &best);
    }
    if (best.loss_db10 > spread->reach_db10) {
        return false;
    }
    *out = best;
    return true;
}
