/* match_minds.c - what goes on in the guards, for those who watch and see all (message 40).
 * It is put into the spectators' feed and nowhere else, so that no player ever gets it and whoever
 * watches gets it as late as all the rest. A match that nobody watches is asked nothing. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "protocol/snapshot.h"
#include "server/mind/goal_watch.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

enum {
    MIND_TICKS = 10,       /* A guard's turn comes that often. */
    MIND_AGAIN_TICKS = 120 /* What has not changed is told again: it may have been lost. */
};

/* The tick of a round as the server counts it; 0, before the first step, is the tick before. */
static uint32_t server_tick(const dw_match *match, uint32_t round_tick)
{
    const uint32_t tick = match->play_start_tick + round_tick - 1;
    return tick < match->tick ? tick : match->tick;
}

static dw_mind_place to_place(const dw_match *match, dw_vec at)
{
    const dw_vec origin = match->config.map->bounds.min;
    return (dw_mind_place){dw_snapshot_quantise(at.x, origin.x),
                           dw_snapshot_quantise(at.y, origin.y)};
}

/* Texts of brains may be cut inside of a character, or missing. */
static void copy_text(char *out, size_t size, const char *text, const char *otherwise)
{
    (void)snprintf(out, size, "%s", text != NULL ? text : "");
    size_t length = strlen(out);
    while (length > 0 && !dw_text_is_clean(out, length)) {
        out[--length] = '\0';
    }
    if (length == 0) {
        (void)snprintf(out, size, "%s", otherwise);
    }
}

/* A row for each intruder against whom his meter is not 0, or of whom he believes something. */
static void tell_intruders(const dw_match *match, const dw_explanation *why, dw_guard_mind *mind)
{
    const dw_explained_belief *beliefs[DW_INTRUDERS_MAX] = {NULL};
    for (uint32_t i = 0; i < why->belief_count; i++) {
        beliefs[why->beliefs[i].slot] = &why->beliefs[i];
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_explained_belief *belief = beliefs[s];
        if (belief == NULL && why->meters[s] == 0) {
            continue;
        }
        dw_mind_intruder *row = &mind->intruders[mind->intruder_count++];
        *row = (dw_mind_intruder){.slot = (uint8_t)s, .room = DW_NONE, .tick = mind->tick};
        row->meter =
            why->meters[s] < DW_MIND_METER_MAX ? why->meters[s] : (uint8_t)DW_MIND_METER_MAX;
        if (belief != NULL && belief->source != DW_BELIEF_NONE) {
            const bool told = belief->source == DW_BELIEF_TOLD;
            row->source = belief->source;
            row->told_by = told ? (uint8_t)(belief->told_by + 1) : 0;
            row->confidence = belief->confidence < 100 ? belief->confidence : 100;
            row->room = belief->room;
            row->tick = server_tick(match, belief->tick);
            row->place = to_place(match, belief->place);
        }
    }
}

static void tell_search(const dw_match *match, const dw_explanation *why, dw_guard_mind *mind)
{
    mind->room_count = why->search_count;
    memcpy(mind->rooms, why->search_rooms, sizeof mind->rooms);
    mind->piece_count = why->piece_count;
    for (uint32_t i = 0; i < why->piece_count; i++) {
        mind->pieces[i] = (dw_mind_piece){why->pieces[i].furniture, why->pieces[i].sides};
    }
    mind->clear_count = why->clear_count;
    for (uint32_t i = 0; i < why->clear_count; i++) {
        mind->clear[i] = (dw_mind_room){why->clear[i].room, server_tick(match, why->clear[i].tick)};
    }
    mind->call_count = why->call_count;
    for (uint32_t i = 0; i < why->call_count; i++) {
        const dw_radio_message *call = &why->calls[i];
        mind->calls[i] = (dw_mind_call){
            .id = call->id,
            .tick = server_tick(match, call->sent),
            .kind = call->kind,
            .sender = (uint8_t)(call->sender + 1),
            .slot = call->slot < DW_INTRUDERS_MAX ? call->slot : 0,
            .room = call->room,
            .door = call->kind == DW_RADIO_TAKES && call->door_count > 0 ? call->doors[0]
                                                                         : (uint16_t)DW_NONE,
        };
    }
}
_Static_assert(sizeof(((dw_guard_mind *)0)->rooms) == sizeof(((dw_explanation *)0)->search_rooms),
               "all rooms of the list are told");
_Static_assert((int)DW_EXPLAINED_PIECES_MAX <= (int)DW_MIND_PIECES_MAX, "and all pieces");
_Static_assert((int)DW_EXPLAINED_CALLS_MAX <= (int)DW_MIND_CALLS_MAX, "and all calls");

static void build(const dw_match *match, uint16_t guard, dw_guard_mind *mind)
{
    dw_explanation why;
    dw_sim_explain(match->sim, guard, &why);
    memset(mind, 0, sizeof *mind);
    mind->tick = match->tick;
    mind->body = (uint8_t)(guard + 1); /* His number for spectators (dw_interest_all). */
    copy_text(mind->goal, sizeof mind->goal, why.goal, "none");
    copy_text(mind->sentence, sizeof mind->sentence, why.reason, "He does not say why.");
    copy_text(mind->doing, sizeof mind->doing, why.substitute, "");
    mind->cause = why.cause;
    mind->cause_id =
        why.cause == DW_CAUSE_MESSAGE ? why.cause_id : server_tick(match, why.cause_id);
    mind->since = server_tick(match, why.since);
    mind->agitation = why.agitation;
    mind->room = why.room;
    mind->door = why.door;
    mind->target = to_place(match, why.target);
    mind->path_count = why.path_count;
    for (uint32_t i = 0; i < why.path_count; i++) {
        mind->path[i] = to_place(match, why.path[i]);
    }
    tell_intruders(match, &why, mind);
    tell_search(match, &why, mind);
}
_Static_assert(DW_COUNT_OF(((dw_explanation *)0)->path) <= (size_t)DW_MIND_PATH_MAX,
               "the whole way is told");

void dw_match_record_minds(dw_match *match)
{
    const bool watched = match->round.phase == DW_PHASE_PLAY && dw_match_spectators(match) > 0;
    if (watched && (match->spectator_came || !match->minds_watched)) {
        /* Who has just come has been told nothing yet. */
        memset(match->minds, 0, match->config.map->guard_count * sizeof *match->minds);
    }
    match->spectator_came = false;
    match->minds_watched = watched;
    if (!watched) {
        return;
    }
    for (uint16_t g = 0; g < match->config.map->guard_count; g++) {
        if ((match->tick + g) % MIND_TICKS != 0) {
            continue;
        }
        dw_guard_mind *told = &match->minds[g];
        dw_message message = {.type = DW_MESSAGE_MIND};
        build(match, g, &message.as.mind);
        if (told->tick == 0 || match->tick - told->tick >= MIND_AGAIN_TICKS ||
            !dw_guard_mind_same(told, &message.as.mind)) {
            *told = message.as.mind;
            const uint32_t rings = match->minds_shared ? 1 : match->showing_count;
            for (uint32_t i = 0; i < rings; i++) {
                dw_spectator_feed_put(&match->showings[i].feed, match->tick, &message);
            }
        }
    }
}
