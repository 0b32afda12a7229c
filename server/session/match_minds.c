/* match_minds.c - what goes on in the guards, for spectators (message 40). Minds go into the
 * spectators' feed and nowhere else: no player ever gets one, and spectators get them as late as
 * all the rest. A match that nobody watches asks no guard. */
#include "common/base/parse.h"
#include "protocol/snapshot.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

enum {
    MIND_TICKS = 10,       /* From one mind of a guard to the next. */
    MIND_AGAIN_TICKS = 120 /* A mind that has not changed is sent again: it may have been lost. */
};

/* The tick of a round as the server counts it; 0, before the first step, is the tick before. */
static uint32_t server_tick(const dw_match *match, uint32_t round_tick)
{
    const uint32_t tick = match->play_start_tick + round_tick - 1;
    return tick < match->tick ? tick : match->tick;
}

/* Where it stands in a snapshot: steps of 16 mm. */
static dw_vec to_steps(const dw_match *match, dw_vec at)
{
    const dw_vec origin = match->config.map->bounds.min;
    return (dw_vec){dw_snapshot_quantise(at.x, origin.x), dw_snapshot_quantise(at.y, origin.y)};
}

/* Texts of brains may end within a character, or be empty. */
static void clean_text(char *text, size_t size, const char *otherwise)
{
    size_t length = strnlen(text, size - 1);
    while (length > 0 && !dw_text_is_clean(text, length)) {
        length--;
    }
    memset(text + length, 0, size - length);
    if (length == 0) {
        (void)snprintf(text, size, "%s", otherwise);
    }
}

/* From ticks of the round and positions in units to ticks of the server and steps. */
static void build(const dw_match *match, uint16_t guard, dw_mind_view *mind)
{
    dw_sim_explain(match->sim, guard, mind);
    mind->tick = match->tick;
    if (match->config.strategy != NULL) {
        (void)snprintf(mind->strategy, sizeof mind->strategy, "%s", match->config.strategy);
    }
    clean_text(mind->strategy, sizeof mind->strategy, "");
    clean_text(mind->goal, sizeof mind->goal, "none");
    clean_text(mind->sentence, sizeof mind->sentence, "Gives no reason.");
    clean_text(mind->doing, sizeof mind->doing, "");
    if (mind->cause != DW_CAUSE_MESSAGE) {
        mind->cause_id = server_tick(match, mind->cause_id);
    }
    mind->since = server_tick(match, mind->since);
    mind->target = to_steps(match, mind->target);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        mind->path[i] = to_steps(match, mind->path[i]);
    }
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        dw_mind_intruder *row = &mind->intruders[i];
        row->tick = server_tick(match, row->tick);
        row->place = row->source != DW_BELIEF_NONE ? to_steps(match, row->place) : (dw_vec){0, 0};
    }
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        mind->clear[i].tick = server_tick(match, mind->clear[i].tick);
    }
    for (uint32_t i = 0; i < mind->call_count; i++) {
        mind->calls[i].tick = server_tick(match, mind->calls[i].tick);
    }
    for (uint32_t i = 0; i < mind->noise_count; i++) {
        mind->noises[i].tick = server_tick(match, mind->noises[i].tick);
        mind->noises[i].place = to_steps(match, mind->noises[i].place);
    }
}

void dw_match_record_minds(dw_match *match)
{
    const bool plays = match->round.phase == DW_PHASE_PLAY || match->config.playback != NULL;
    const bool watched = plays && dw_match_spectators(match) > 0;
    if (watched && (match->spectator_came || !match->minds_watched)) {
        /* New spectators have been sent nothing yet. */
        memset(match->minds, 0, match->config.map->guard_count * sizeof *match->minds);
    }
    match->spectator_came = false;
    match->minds_watched = watched;
    if (!watched) {
        return;
    }
    for (uint16_t g = 0; g < match->config.map->guard_count; g++) {
        if ((match->tick + g) % MIND_TICKS != 0 ||
            !dw_is_present(dw_guard_actor(dw_sim_world(match->sim), g))) {
            continue;
        }
        dw_mind_view *told = &match->minds[g];
        dw_message message = {.type = DW_MESSAGE_MIND};
        build(match, g, &message.as.mind);
        if (told->tick == 0 || match->tick - told->tick >= MIND_AGAIN_TICKS ||
            !dw_mind_same(told, &message.as.mind)) {
            *told = message.as.mind;
            const uint32_t rings = match->minds_shared ? 1 : match->showing_count;
            for (uint32_t i = 0; i < rings; i++) {
                dw_spectator_feed_put(&match->showings[i].feed, match->tick, &message);
            }
        }
    }
}
