#include "server/mind/skills/search.h"

#include "common/base/check.h"
#include "common/world/mind_view.h"
#include "common/world/sight.h"
#include "server/mind/places.h"

#include <stdio.h>

enum { TURN_TICKS_MAX = 60, CORNERS = DW_NONE, SIDES = 4, DOORWAY_GAP_MM = 150 };
enum {
    THOROUGH_MM = 2500 /* The greatest distance from which a thorough search looks at a spot. */
};

void dw_search_reset(dw_search *search, uint64_t seed)
{
    *search = (dw_search){.phase = DW_SEARCH_NOTHING};
    dw_rng_init(&search->places, seed, DW_STREAM_SEARCH);
}

static void add_room(dw_search *search, uint16_t room)
{
    for (uint8_t i = 0; i < search->room_count; i++) {
        if (search->rooms[i] == room) {
            return;
        }
    }
    if (search->room_count < DW_MIND_ROOMS_MAX) {
        search->rooms[search->room_count++] = room;
    }
}

/* The rooms behind `door` as seen from `room`, when each leads only to the next and the last
 * nowhere. Returns how many; 0 when it is not such an arm. */
static uint8_t dead_end_arm(const dw_map *map, uint16_t room, uint16_t door,
                            uint16_t arm[DW_MIND_ROOMS_MAX])
{
    uint8_t count = 0;
    while (count < DW_MIND_ROOMS_MAX) {
        room = dw_door_other_room(&map->doors[door], room);
        const dw_room *there = &map->rooms[room];
        arm[count++] = room;
        if (there->door_count == 1) {
            return count;
        }
        if (there->door_count != 2) {
            return 0;
        }
        door = there->doors[0] == door ? there->doors[1] : there->doors[0];
    }
    return 0;
}

void dw_search_list(dw_search *search, const dw_brain_setup *setup, uint16_t room)
{
    const dw_map *map = setup->map;
    const dw_room *here = &map->rooms[room];
    search->room_count = 0;
    search->at = 0;
    search->phase = DW_SEARCH_NOTHING;
    add_room(search, room);
    uint16_t arm[DW_MIND_ROOMS_MAX];
    for (int pass = 0; pass < 2; pass++) {
        for (uint16_t i = 0; i < here->door_count; i++) {
            const uint8_t count = dead_end_arm(map, room, here->doors[i], arm);
            for (uint8_t k = 0; k < count && (count == 1) == (pass == 0); k++) {
                add_room(search, arm[k]);
            }
        }
    }
}

void dw_search_list_adjoining(dw_search *search, const dw_brain_setup *setup)
{
    const dw_map *map = setup->map;
    const uint16_t room = search->rooms[0];
    for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
        add_room(search, dw_door_other_room(&map->doors[map->rooms[room].doors[i]], room));
    }
}

/* The spots are those of an intruder, whatever the guard's own size. */
static void add_piece(dw_search *search, const dw_brain_setup *setup, uint16_t room, uint16_t piece)
{
    dw_door_set all_open;
    memset(&all_open, 0xff, sizeof all_open);
    uint8_t sides = 0;
    for (uint32_t side = 0; side < SIDES; side++) {
        const dw_vec at = dw_hiding_spot(setup->map, room, piece, side);
        if (dw_map_room_at(setup->map, at) == room &&
            dw_place_free(setup->map, &all_open, at, DW_BODY_HALF)) {
            sides |= (uint8_t)(1u << side);
            search->left++;
        }
    }
    if (sides != 0 && search->piece_count < DW_SEARCH_PIECES_MAX) {
        search->pieces[search->piece_count] = piece;
        search->sides[search->piece_count++] = sides;
    }
}

static void begin_room(dw_search *search, const dw_brain_setup *setup)
{
    const uint16_t room = search->rooms[search->at];
    search->phase = DW_SEARCH_CHOOSING;
    search->piece_count = 0;
    search->piece_at = 0;
    search->left = 0;
    search->draws = 0;
    search->ticks = 0;
    search->target_piece = 0;
    add_piece(search, setup, room, CORNERS);
    for (uint16_t f = 0; f < setup->map->furniture_count; f++) {
        const dw_furniture *piece = &setup->map->furniture[f];
        /* A piece too low to hide a body is left out. */
        if (piece->room == room && piece->height >= DW_HEIGHT_HIDES_CROUCHING &&
            search->piece_count < DW_SEARCH_PIECES_MAX) {
            add_piece(search, setup, room, f);
        }
    }
}

void dw_search_begin_room(dw_search *search, const dw_brain_setup *setup, uint16_t room)
{
    search->room_count = 1;
    search->at = 0;
    search->rooms[0] = room;
    begin_room(search, setup);
}

bool dw_search_is_fresh(const dw_search *search, const dw_ruleset *rules, uint16_t room,
                        uint32_t tick)
{
    const uint32_t searched = search->searched_tick[room];
    return searched != 0 && tick - searched < (uint32_t)rules->cleared_ticks;
}

bool dw_search_next(dw_search *search, const dw_brain_setup *setup, uint32_t tick)
{
    if (search->phase != DW_SEARCH_NOTHING) {
        search->at++;
    }
    search->phase = DW_SEARCH_NOTHING;
    while (search->at < search->room_count) {
        if (!dw_search_is_fresh(search, setup->rules, search->rooms[search->at], tick)) {
            begin_room(search, setup);
            return true;
        }
        search->at++;
    }
    return false;
}

uint16_t dw_search_room(const dw_search *search)
{
    return search->phase != DW_SEARCH_NOTHING ? search->rooms[search->at] : (uint16_t)DW_NONE;
}

void dw_search_note(dw_search *search, uint16_t room, uint32_t tick)
{
    search->searched_tick[room] = tick > 0 ? tick : 1;
    if (search->searched_count <= room) {
        search->searched_count = (uint16_t)(room + 1);
    }
}

void dw_search_reopen(dw_search *search, uint16_t room)
{
    search->searched_tick[room] = 0;
}

static void tick_off(dw_search *search, uint32_t piece, uint32_t side)
{
    search->sides[piece] &= (uint8_t) ~(1u << side);
    search->left--;
}

void dw_search_stop(dw_search *search)
{
    search->phase = DW_SEARCH_NOTHING;
}

void dw_search_look_again(dw_search *search)
{
    if (search->phase != DW_SEARCH_NOTHING) {
        search->phase = DW_SEARCH_CHOOSING;
        search->draws = 0;
    }
}

static bool is_near_enough(const dw_think *think, dw_vec eye, dw_vec spot)
{
    return !think->searches_thoroughly || dw_within_mm(eye, spot, THOROUGH_MM);
}

/* Checks the spots of one piece that a guard with this eye and heading looks at. */
static void look_from(dw_search *search, const dw_think *think, dw_vec eye, uint16_t heading_bam,
                      uint32_t piece)
{
    const dw_brain_setup *setup = think->setup;
    const uint16_t room = search->rooms[search->at];
    for (uint32_t side = 0; side < SIDES; side++) {
        if ((search->sides[piece] >> side & 1) == 0) {
            continue;
        }
        const dw_vec at = dw_hiding_spot(setup->map, room, search->pieces[piece], side);
        if (is_near_enough(think, eye, at) &&
            dw_in_field_of_view(eye, heading_bam, setup->kind->senses.eyes.field_of_view_bam, at) &&
            dw_place_sees(setup, eye, at, DW_SIGHT_CROUCHED)) {
            tick_off(search, piece, side);
        }
    }
}

/* One piece a tick, and the one that the guard is about: enough for a walking guard, and cheap.
 * Spots that a visible colleague looks at count as checked: one colleague a tick. */
static void look(dw_search *search, const dw_think *think)
{
    const dw_brain_setup *setup = think->setup;
    const dw_percepts *percepts = think->percepts;
    const uint16_t room = search->rooms[search->at];
    const uint32_t pieces[] = {search->piece_at, search->target_piece};
    const dw_percept_guard *colleague =
        percepts->guard_count > 0 ? &percepts->guards[search->ticks % percepts->guard_count] : NULL;
    if (colleague != NULL && dw_map_room_at(setup->map, colleague->position) != room) {
        colleague = NULL;
    }
    for (uint32_t i = 0; i < 2; i++) {
        look_from(search, think, percepts->position, percepts->heading_bam, pieces[i]);
        if (colleague != NULL) {
            look_from(search, think, colleague->position, colleague->heading_bam, pieces[i]);
        }
    }
    search->piece_at = (uint8_t)((search->piece_at + 1) % search->piece_count);
}

static dw_vec target(const dw_search *search, const dw_brain_setup *setup)
{
    return dw_hiding_spot(setup->map, search->rooms[search->at],
                          search->pieces[search->target_piece], search->target_side);
}

/* The nearest spot that is left. */
static void choose_spot(dw_search *search, const dw_brain_setup *setup, dw_vec from)
{
    const uint16_t room = search->rooms[search->at];
    int64_t best = INT64_MAX;
    for (uint8_t p = 0; p < search->piece_count; p++) {
        for (uint8_t side = 0; side < SIDES && search->sides[p] != 0; side++) {
            if ((search->sides[p] >> side & 1) == 0) {
                continue;
            }
            const int64_t off = dw_distance_squared(
                from, dw_hiding_spot(setup->map, room, search->pieces[p], side));
            if (off < best) {
                best = off;
                search->target_piece = p;
                search->target_side = side;
            }
        }
    }
}

static void choose(dw_search *search, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    const uint16_t room = search->rooms[search->at];
    if (search->draws == 0) {
        choose_spot(search, think->setup, percepts->position);
    }
    const dw_vec at = target(search, think->setup);
    if (percepts->room == room && percepts->door_held == DW_NONE &&
        is_near_enough(think, percepts->position, at) &&
        dw_place_sees(think->setup, percepts->position, at, DW_SIGHT_CROUCHED)) {
        search->phase = DW_SEARCH_TURNING;
        search->turn_left = TURN_TICKS_MAX;
        search->draws = 0;
        dw_mover_stop(think->mover);
        return;
    }
    const dw_place_wish wish = {.room = room,
                                .sees = true,
                                .target = at,
                                .level = DW_SIGHT_CROUCHED,
                                .doorway_gap = DW_MM(DOORWAY_GAP_MM),
                                .nearest = true,
                                .near = think->searches_thoroughly ? at : percepts->position};
    dw_vec place;
    switch (dw_place_draw(&search->draws, think->setup, &search->places, &wish, &place)) {
    case DW_PLACE_DRAWING:
        break;
    case DW_PLACE_FOUND:
        dw_mover_go(think->mover, place);
        search->phase = DW_SEARCH_WALKING;
        search->draws = 0;
        break;
    case DW_PLACE_NONE: /* No position shows it. */
        tick_off(search, search->target_piece, search->target_side);
        search->draws = 0;
        break;
    }
}

static bool target_is_checked(const dw_search *search)
{
    return (search->sides[search->target_piece] >> search->target_side & 1) == 0;
}

/* Walks to the spot, or turns to it; true when the next spot is due. */
static bool pursue(dw_search *search, const dw_think *think)
{
    const dw_kind *kind = think->setup->kind;
    dw_mover_step(think->mover, think, think->speed, kind->turn_rates.hurried_bam);
    if (search->phase == DW_SEARCH_WALKING) {
        if (think->mover->state == DW_MOVER_NO_PATH) {
            tick_off(search, search->target_piece, search->target_side);
            return true;
        }
        if (think->mover->state != DW_MOVER_GOING) {
            search->phase = DW_SEARCH_TURNING;
            search->turn_left = TURN_TICKS_MAX;
        }
        return false;
    }
    dw_face_point(think, target(search, think->setup), kind->turn_rates.calm_bam);
    search->turn_left--;
    if (search->turn_left == 0) {
        tick_off(search, search->target_piece, search->target_side);
        return true;
    }
    return false;
}

/* Nothing to pursue in this tick: stands, or finishes a substitute. */
static void stay(const dw_think *think)
{
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
}

dw_skill_state dw_search_step(dw_search *search, const dw_think *think)
{
    DW_CHECK(search->phase != DW_SEARCH_NOTHING);
    const uint16_t room = search->rooms[search->at];
    if (think->percepts->room == room && search->left > 0) {
        look(search, think);
    }
    search->ticks++;
    const bool seen_all = search->left == 0;
    const int32_t ticks_max =
        think->setup->rules->search_room_ticks_max * (think->searches_thoroughly ? 2 : 1);
    if (seen_all || search->ticks >= ticks_max) {
        stay(think);
        if (seen_all) {
            dw_search_note(search, room, think->percepts->tick);
        }
        return seen_all ? DW_SKILL_DONE : DW_SKILL_FAILED;
    }
    if (search->phase != DW_SEARCH_CHOOSING && target_is_checked(search)) {
        search->phase = DW_SEARCH_CHOOSING;
    }
    if (search->phase == DW_SEARCH_CHOOSING) {
        choose(search, think);
    }
    if (search->phase == DW_SEARCH_CHOOSING) {
        stay(think);
    } else if (pursue(search, think)) {
        search->phase = DW_SEARCH_CHOOSING;
    }
    return DW_SKILL_RUNNING;
}

void dw_search_explain(const dw_search *search, const dw_brain_setup *setup, dw_mind_view *view)
{
    view->room = dw_search_room(search);
    (void)snprintf(view->sentence, sizeof view->sentence, "Searches %s, %u spots left.",
                   view->room != DW_NONE ? setup->map->rooms[view->room].name : "?", search->left);
}

void dw_search_explain_rooms(const dw_search *search, const dw_brain_setup *setup, uint32_t tick,
                             dw_mind_view *view)
{
    if (search->phase != DW_SEARCH_NOTHING) {
        for (uint8_t i = search->at; i < search->room_count; i++) {
            view->rooms[view->room_count++] = search->rooms[i];
        }
        for (uint8_t i = 0; i < search->piece_count; i++) {
            view->pieces[view->piece_count++] =
                (dw_mind_piece){search->pieces[i], search->sides[i]};
        }
    }
    for (uint16_t room = 0; room < search->searched_count && view->clear_count < DW_MIND_ROOMS_MAX;
         room++) {
        if (dw_search_is_fresh(search, setup->rules, room, tick)) {
            view->clear[view->clear_count++] = (dw_mind_room){room, search->searched_tick[room]};
        }
    }
}

bool dw_search_is_sound(const dw_search *search, const dw_map *map)
{
    const bool active = search->phase != DW_SEARCH_NOTHING;
    bool sound = search->phase <= DW_SEARCH_TURNING && search->searched_count <= map->room_count &&
                 (!active || search->at < search->room_count) &&
                 (search->left == 0 || search->piece_count > 0) &&
                 search->piece_at < DW_SEARCH_PIECES_MAX &&
                 search->target_piece < DW_SEARCH_PIECES_MAX && search->target_side < SIDES;
    for (uint8_t i = 0; sound && i < search->room_count; i++) {
        sound = search->rooms[i] < map->room_count;
    }
    for (uint8_t i = 0; sound && i < search->piece_count; i++) {
        sound = search->pieces[i] < map->furniture_count || search->pieces[i] == CORNERS;
    }
    return sound;
}

DW_FIELDS_IO(extern, search, DW_SEARCH_FIELDS);
