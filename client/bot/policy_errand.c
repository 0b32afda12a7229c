/* policy_errand.c - plays the mission of its match, by what players are told of it: goes to what
 * open parts are about, as carefully as `careful`, and holds the key where that takes time. The
 * team shares the parts out: each takes the nearest one that nobody with a lower slot has nearer.
 * An item that nobody has found yet they all search for, room by room. To lead a person it goes
 * close enough to be followed, and comes back when it got too far ahead. In a heist it plays as
 * `careful`. */
#include "client/bot/room_search.h"
#include "client/bot/sneak.h"
#include "protocol/snapshot_items.h"

enum {
    BLUNT_TICKS = 8 * 60 * DW_TICKS_PER_SECOND, /* From then on it ignores guards. */
    FETCH_MM = 1500,                            /* As near as this it has fetched a person, */
    LOSE_MM = 5000,                             /* and farther away it has lost the person again. */
    EDGE_MM = 50,
    INSET_MM = 300 /* From the edges of a place to where it stands. */
};

typedef struct errand_memory {
    dw_sneak sneak;
    dw_room_search search;
} errand_memory;

typedef struct team_mates {
    uint32_t count;
    uint8_t slots[DW_INTRUDERS_MAX];
    dw_vec positions[DW_INTRUDERS_MAX];
} team_mates;

/* Those that are at large, the own one too; slots ascend. */
static void list_team(const dw_bot *bot, const dw_bot_view *view, team_mates *team)
{
    const dw_snapshot *snapshot = view->snapshot;
    const dw_vec origin = bot->ground->map->bounds.min;
    *team = (team_mates){.count = 0};
    for (uint32_t s = 0; s < bot->ground->map->intruders_max; s++) { /* Behind them: persons. */
        bool there = s == snapshot->own.slot;
        dw_vec at = view->body.position;
        for (uint32_t i = 0; i < snapshot->body_count && !there; i++) {
            const dw_snapshot_body *row = &snapshot->bodies[i];
            if (row->role == DW_ROLE_INTRUDER && row->slot == s) {
                there = true;
                at = (dw_vec){dw_snapshot_restore(row->x, origin.x),
                              dw_snapshot_restore(row->y, origin.y)};
            }
        }
        if (there) {
            team->slots[team->count] = (uint8_t)s;
            team->positions[team->count++] = at;
        }
    }
}

/* Parts that this intruder can do something for; the others are for a carrier, or need nobody. */
static bool aim_for(const dw_bot_view *view, uint32_t part, uint8_t slot, dw_mission_aim *aim)
{
    *aim = dw_mission_aim_of(view->mission, part, slot, view->map, view->snapshot->items);
    return aim->kind == DW_AIM_ITEM || aim->kind == DW_AIM_DEVICE || aim->kind == DW_AIM_PLACE;
}

static bool needs_all(const dw_bot_view *view, uint32_t part)
{
    return view->mission->parts[part].kind == DW_PART_LEAVE;
}

/* The nearest part that is free, parts that have to be done first. -1: there is nothing to do. */
static int32_t nearest_part(const dw_bot_view *view, const team_mates *team, uint32_t member,
                            uint32_t taken)
{
    const uint8_t slot = team->slots[member];
    const dw_vec at = team->positions[member];
    int32_t best = -1;
    int64_t best_distance = INT64_MAX;
    for (uint32_t p = 0; p < view->mission->part_count; p++) {
        dw_mission_aim aim;
        const bool free = (taken >> p & 1) == 0 || needs_all(view, p);
        if (!free || !aim_for(view, p, slot, &aim)) {
            continue;
        }
        int64_t distance = dw_distance(at, dw_rect_centre(aim.area));
        distance += view->mission->parts[p].optional ? DW_COORDINATE_MAX : 0;
        distance += needs_all(view, p) ? 2 * (int64_t)DW_COORDINATE_MAX : 0;
        if (distance < best_distance) {
            best = (int32_t)p;
            best_distance = distance;
        }
    }
    return best;
}

/* The own share. Every bot works out the same for those before it. */
static int32_t own_part(const dw_bot *bot, const dw_bot_view *view)
{
    team_mates team;
    list_team(bot, view, &team);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < team.count; i++) {
        const int32_t part = nearest_part(view, &team, i, taken);
        if (team.slots[i] == view->snapshot->own.slot) {
            return part;
        }
        taken |= part >= 0 ? UINT32_C(1) << part : 0;
    }
    return -1;
}

/* A position in the place that can be walked to: the middle, or the roadmap's node next to it. */
static dw_vec position_in(const dw_bot *bot, dw_rect place)
{
    const dw_vec centre = dw_rect_centre(place);
    const dw_nav_query query = {.room = DW_NONE};
    if (dw_nav_free(bot->ground->nav, &query, centre)) {
        return centre;
    }
    const dw_roadmap *roadmap = bot->ground->roadmap;
    const uint16_t node = dw_roadmap_nearest(roadmap, centre);
    return node != DW_NONE && dw_rect_holds(place, roadmap->nodes[node].position)
               ? roadmap->nodes[node].position
               : centre;
}

static dw_errand errand_of_aim(const dw_bot *bot, const dw_bot_view *view,
                               const dw_mission_aim *aim)
{
    const dw_map *map = view->map;
    dw_errand errand = {.kind = DW_ERRAND_GO, .index = aim->index, .thing = aim->area};
    switch (aim->kind) {
    case DW_AIM_ITEM:
        errand.kind = DW_ERRAND_TAKE;
        errand.target = dw_rect_centre(aim->area);
        errand.furniture = dw_snapshot_item_furniture(map, view->snapshot->items, aim->index);
        break;
    case DW_AIM_DEVICE:
        errand.kind = DW_ERRAND_USE;
        errand.target = dw_rect_centre(aim->area);
        errand.furniture = map->devices[aim->index].furniture;
        break;
    default:
        errand.target = position_in(bot, aim->area);
        break;
    }
    return errand;
}

/* The nearest person that is not well inside the place. False: none is outside. */
static bool find_person(const dw_bot *bot, const dw_bot_view *view, dw_rect place, dw_vec *at)
{
    const dw_map *map = bot->ground->map;
    /* Positions travel in steps, so that on the edge it is not known who is inside. */
    const int32_t edge = DW_MM(EDGE_MM);
    const dw_rect inside = {{place.min.x + edge, place.min.y + edge},
                            {place.max.x - edge, place.max.y - edge}};
    int64_t nearest = INT64_MAX;
    for (uint32_t i = 0; i < view->snapshot->body_count; i++) {
        const dw_snapshot_body *row = &view->snapshot->bodies[i];
        const dw_vec there = {dw_snapshot_restore(row->x, map->bounds.min.x),
                              dw_snapshot_restore(row->y, map->bounds.min.y)};
        const int64_t distance = dw_distance_squared(view->body.position, there);
        if (row->role == DW_ROLE_INTRUDER && dw_slot_is_person(map, row->slot) &&
            !dw_rect_holds(inside, there) && distance < nearest) {
            nearest = distance;
            *at = there;
        }
    }
    return nearest != INT64_MAX;
}

/* The corner of the place that is farthest from the person: a follower stops a step behind, and has
 * to stop inside. */
static dw_vec far_corner(const dw_bot *bot, dw_rect place, dw_vec person)
{
    const int32_t inset = DW_MM(INSET_MM);
    const dw_nav_query query = {.room = DW_NONE};
    const int32_t xs[2] = {place.min.x + inset, place.max.x - inset};
    const int32_t ys[2] = {place.min.y + inset, place.max.y - inset};
    dw_vec best = position_in(bot, place);
    int64_t farthest = -1;
    for (int i = 0; i < 4; i++) {
        const dw_vec corner = {xs[i % 2], ys[i / 2]};
        const int64_t distance = dw_distance_squared(corner, person);
        if (distance > farthest && dw_rect_holds(place, corner) &&
            dw_nav_free(bot->ground->nav, &query, corner)) {
            farthest = distance;
            best = corner;
        }
    }
    return best;
}

/* To the person until it follows, then to the place, and back when it has been lost on the way. */
static dw_errand lead(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view,
                      dw_rect place)
{
    dw_vec person;
    if (!find_person(bot, view, place, &person)) {
        return (dw_errand){.kind = DW_ERRAND_GO, .target = position_in(bot, place)};
    }
    const bool leads = sneak->aim == DW_ERRAND_GO && dw_rect_holds(place, sneak->aim_at);
    const bool lost = dw_distance(view->body.position, person) > DW_MM(leads ? LOSE_MM : FETCH_MM);
    return (dw_errand){.kind = DW_ERRAND_GO,
                       .target = lost ? person : far_corner(bot, place, person)};
}

/* To the next room in which nobody has been. */
static dw_errand search(const dw_bot *bot, const dw_bot_view *view)
{
    errand_memory *own = bot->memory;
    team_mates team;
    list_team(bot, view, &team);
    for (uint32_t i = 0; i < team.count; i++) {
        dw_room_search_note(&own->search, bot->ground, team.positions[i]);
    }
    return (dw_errand){
        .kind = DW_ERRAND_GO,
        .target = dw_room_search_next(&own->search, bot->ground, view->body.position, view->tick)};
}

/* Without a part of its own it helps to search or to lead, since a person follows the nearest
 * player; or goes where the carrier of a teammate's part goes, or to the exit. */
static dw_errand idle_errand(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_map *map = view->map;
    for (uint32_t p = 0; p < view->mission->part_count; p++) {
        const dw_mission_part *part = &view->mission->parts[p];
        const dw_mission_aim aim = dw_mission_aim_of(view->mission, p, view->snapshot->own.slot,
                                                     map, view->snapshot->items);
        if (aim.kind == DW_AIM_SEARCH) {
            return search(bot, view);
        }
        if (part->kind == DW_PART_ESCORT && aim.kind == DW_AIM_PLACE) {
            return lead(bot, sneak, view, part->place);
        }
        if (aim.kind == DW_AIM_CARRIER && aim.area.max.x > aim.area.min.x) {
            return (dw_errand){.kind = DW_ERRAND_GO, .target = position_in(bot, aim.area)};
        }
    }
    return (dw_errand){.kind = DW_ERRAND_GO, .target = dw_rect_centre(map->exit)};
}

static dw_errand choose(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    if (view->mission == NULL) {
        return dw_errand_of(bot->ground, view);
    }
    dw_mission_aim aim;
    const int32_t part = own_part(bot, view);
    if (part < 0 || !aim_for(view, (uint32_t)part, view->snapshot->own.slot, &aim)) {
        return idle_errand(bot, sneak, view);
    }
    return view->mission->parts[part].kind == DW_PART_ESCORT ? lead(bot, sneak, view, aim.area)
                                                             : errand_of_aim(bot, view, &aim);
}

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    errand_memory *own = bot->memory;
    dw_sneak_reset(bot, &own->sneak, view);
    dw_room_search_reset(&own->search);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_sneak_style style = {
        .plan = dw_sneak_plan_carefully, .errand = choose, .blunt_ticks = BLUNT_TICKS};
    errand_memory *own = bot->memory;
    return dw_sneak_decide(bot, &own->sneak, view, &style);
}

const dw_policy dw_policy_errand = {"errand", "follows the open parts of the mission, carefully",
                                    sizeof(errand_memory), reset, decide};
