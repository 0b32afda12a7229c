#include "client/bot/team.h"

#include "client/bot/flight.h"

enum {
    SIGN_FRESH_TICKS = 3 * DW_TICKS_PER_SECOND,
    BLUNT_TICKS = 8 * 60 * DW_TICKS_PER_SECOND,
    MATE_PRICE = 4 * DW_ROADMAP_PRICE_ONE /* Of the room in which the thief is. */
};

void dw_team_reset(dw_bot *bot, const dw_bot_view *view)
{
    dw_team_bot *own = bot->memory;
    *own = (dw_team_bot){.post = view->body.position};
    dw_sneak_reset(bot, &own->sneak, view);
}

bool dw_team_says(const dw_bot_view *view, uint8_t slot, dw_sign sign)
{
    const dw_signal *signal = &view->signals->signs[slot];
    return signal->tick != 0 && signal->sign == sign &&
           view->tick - signal->tick < SIGN_FRESH_TICKS;
}

dw_vec dw_team_far_room(const dw_bot *bot, dw_vec from)
{
    const dw_map *map = bot->ground->map;
    dw_vec best = from;
    for (uint16_t room = 0; room < map->room_count; room++) {
        const dw_vec centre = dw_rect_centre(map->rooms[room].area);
        if (dw_distance(from, centre) > dw_distance(from, best) &&
            !dw_danger_is_dead_end(map, room)) {
            best = centre;
        }
    }
    return best;
}

static void add(dw_team *team, dw_team_member member)
{
    uint32_t at = team->count++;
    for (; at > 0 && team->members[at - 1].slot > member.slot; at--) {
        team->members[at] = team->members[at - 1];
    }
    team->members[at] = member;
}

static dw_team team_of(const dw_bot *bot, const dw_bot_view *view)
{
    const dw_snapshot *snapshot = view->snapshot;
    const dw_vec origin = bot->ground->map->bounds.min;
    dw_team team = {.count = 0};
    add(&team, (dw_team_member){snapshot->own.slot, (snapshot->own.flags & DW_BODY_CARRYING) != 0,
                                view->body.position});
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[i];
        if (row->role == DW_ROLE_INTRUDER && team.count < DW_INTRUDERS_MAX) {
            add(&team, (dw_team_member){row->slot,
                                        (row->flags & DW_BODY_CARRYING) != 0,
                                        {dw_snapshot_restore(row->x, origin.x),
                                         dw_snapshot_restore(row->y, origin.y)}});
        }
    }
    for (uint8_t i = 0; i < team.count; i++) {
        team.own = team.members[i].slot == snapshot->own.slot ? i : team.own;
    }
    return team;
}

/* The one that carries the objective, else the first one. */
static uint8_t choose_thief(const dw_team *team)
{
    for (uint8_t i = 0; i < team->count; i++) {
        if (team->members[i].carries) {
            return i;
        }
    }
    return 0;
}

static void listen(dw_team_bot *own, const dw_bot_view *view)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const dw_signal *ping = &view->signals->pings[slot];
        if (ping->tick != 0 && ping->tick != own->heard_tick[slot] &&
            slot != view->snapshot->own.slot) {
            own->heard_tick[slot] = ping->tick;
            dw_danger_hear(&own->sneak.danger, ping->position, ping->tick);
        }
    }
}

/* Pings the guards in view in turn, and gives its sign. */
static void speak(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const dw_danger *danger = &own->sneak.danger;
    if (own->team.count < 2) {
        return;
    }
    if (own->sign != DW_SIGN_NONE && view->tick >= own->sign_tick) {
        bot->words.sign = own->sign;
        own->sign_tick = view->tick + DW_SIGNAL_REST_TICKS;
    }
    for (uint32_t i = 0; i < danger->count && view->tick >= own->ping_tick; i++) {
        const dw_danger_guard *guard = &danger->guards[++own->told % danger->count];
        if (guard->visible && !guard->harmless) {
            bot->words.pings = true;
            bot->words.ping = guard->position;
            own->ping_tick = view->tick + DW_SIGNAL_REST_TICKS;
        }
    }
}

typedef struct mate_plan {
    dw_danger_plan danger;
    uint16_t room; /* Of the thief. */
} mate_plan;

/* A dw_roadmap_price with a mate_plan as its context. */
static uint32_t price_beside_mate(void *context, uint16_t node)
{
    mate_plan *plan = context;
    const bool shared = plan->danger.roadmap->nodes[node].room == plan->room;
    return dw_danger_price(&plan->danger, node) + (shared ? MATE_PRICE : 0);
}

static void plan_showing(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    sneak->plan_tick = view->tick + dw_sneak_plan_interval_ticks(sneak, view);
    dw_sneak_take_path(bot, sneak, DW_NONE, false);
}

static void plan_path(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    dw_team_bot *own = bot->memory;
    switch ((dw_team_manner)own->manner) {
    case DW_TEAM_STEAL:
    case DW_TEAM_GO:
    case DW_TEAM_RUN:
        dw_sneak_plan_carefully(bot, sneak, view);
        break;
    case DW_TEAM_HIDE: {
        mate_plan plan = {
            .room = dw_map_room_at(bot->ground->map, dw_team_thief(&own->team)->position)};
        dw_danger_plan_begin(&plan.danger, &sneak->danger, bot->ground->roadmap, view, false);
        dw_sneak_go_or_hide(bot, sneak, view,
                            &(dw_sneak_order){&plan.danger, price_beside_mate, &plan, 0, true});
        break;
    }
    case DW_TEAM_SHOW:
        plan_showing(bot, sneak, view);
        break;
    case DW_TEAM_DASH:
        dw_flight_plan_dash(bot, sneak, view);
        break;
    }
}

static dw_gait walk_openly(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    (void)bot;
    (void)sneak;
    (void)view;
    return DW_GAIT_WALK;
}

static dw_errand choose_errand(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    (void)sneak;
    const dw_team_bot *own = bot->memory;
    const dw_errand errand = dw_errand_of(bot->ground, view);
    const bool plays_errand = own->manner == DW_TEAM_STEAL || errand.kind == DW_ERRAND_NONE;
    return plays_errand ? errand : (dw_errand){.kind = DW_ERRAND_GO, .target = own->post};
}

static void choose_manner(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view,
                          const dw_team_style *style)
{
    const dw_team_manner before = (dw_team_manner)own->manner;
    own->sign = DW_SIGN_NONE;
    if (own->team.thief == own->team.own) {
        own->manner = DW_TEAM_STEAL;
        if (style->steal != NULL) {
            style->steal(bot, own, view);
        }
    } else if (own->sneak.noticed) {
        if (before != DW_TEAM_RUN) {
            own->post = dw_team_far_room(bot, dw_team_thief(&own->team)->position);
        }
        own->manner = DW_TEAM_RUN;
    } else {
        style->help(bot, own, view);
    }
    if (own->manner != (uint8_t)before) {
        own->sneak.plan_tick = view->tick;
        if (own->manner == DW_TEAM_STEAL && before != DW_TEAM_DASH) {
            own->sneak.began_tick = view->tick; /* Its patience begins with the job. */
            own->sneak.waited = 0;
        }
    }
}

dw_bot_decision dw_team_decide(dw_bot *bot, const dw_bot_view *view, const dw_team_style *style)
{
    dw_team_bot *own = bot->memory;
    own->team = team_of(bot, view);
    own->team.thief = choose_thief(&own->team);
    listen(own, view);
    choose_manner(bot, own, view, style);
    const dw_sneak_style sneak = {.plan = plan_path,
                                  .gait = own->manner == DW_TEAM_SHOW   ? walk_openly
                                          : own->manner == DW_TEAM_DASH ? dw_flight_sprint
                                                                        : NULL,
                                  .errand = choose_errand,
                                  .blunt_ticks =
                                      own->manner == DW_TEAM_STEAL ? BLUNT_TICKS : UINT32_MAX};
    dw_bot_decision decision = dw_sneak_decide(bot, &own->sneak, view, &sneak);
    const bool waits = own->manner == DW_TEAM_HIDE || own->manner == DW_TEAM_GO;
    if (waits && decision.intent.direction == DW_STAND) {
        decision.intent.buttons |= DW_BUTTON_CROUCH;
    }
    speak(bot, own, view);
    return decision;
}
