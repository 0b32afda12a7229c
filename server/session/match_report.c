/* match_report.c - the report of a round to the host. Players that go during a round are noted when
 * they go, since another player may take the seat; all others at the end. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <stdio.h>
#include <string.h>

const char *dw_fate_word(dw_fate fate)
{
    static const char *const words[] = {
#define DW_FATE_WORD(name, word) word,
        DW_FATES(DW_FATE_WORD)
#undef DW_FATE_WORD
    };
    DW_CHECK(fate < DW_FATE_COUNT);
    return words[fate];
}

void dw_match_report_begin(dw_match *match)
{
    if (match->config.rounds == NULL) {
        return;
    }
    match->reporting = true;
    match->report.player_count = 0;
    memset(&match->tally, 0, sizeof match->tally);
    match->config.rounds->begun(match->config.rounds->context, match->config.number);
}

void dw_match_report_tick(dw_match *match)
{
    if (!match->reporting) {
        return;
    }
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    const uint32_t tick = dw_sim_world(match->sim)->tick;
    for (uint32_t i = 0; i < count; i++) {
        (void)dw_round_tally_take(&match->tally, &events[i], tick);
    }
}

static dw_round_player *add_player(dw_match *match, uint32_t slot)
{
    const dw_player *player = &match->players[slot];
    DW_CHECK(match->report.player_count < DW_INTRUDERS_MAX);
    dw_round_player *row = &match->report.players[match->report.player_count++];
    *row = (dw_round_player){.slot = (uint8_t)slot, .has_identity = player->has_identity};
    memcpy(row->name, player->connection.name, sizeof row->name);
    if (player->has_identity) {
        memcpy(row->identity, player->identity, sizeof row->identity);
    }
    return row;
}

static bool is_caught(const dw_match *match, uint32_t slot)
{
    return dw_intruder_slot_state(dw_sim_world(match->sim), slot) == DW_SLOT_CAUGHT;
}

void dw_match_report_gone(dw_match *match, uint32_t slot)
{
    if (!match->reporting) {
        return;
    }
    dw_round_player *row = add_player(match, slot);
    row->gone = true;
    row->gone_tick = dw_sim_world(match->sim)->tick;
    row->fate = is_caught(match, slot)        ? DW_FATE_CAUGHT
                : dw_match_waits(match, slot) ? DW_FATE_LOST
                                              : DW_FATE_LEFT;
}

/* Each brain once, in the order of the guards; those that do not fit are left out. */
static void name_brains(const dw_match *match, char text[DW_ROUND_BRAINS_TEXT])
{
    const uint16_t count = match->config.map->guard_count;
    size_t used = 0;
    text[0] = '\0';
    for (uint16_t g = 0; g < count; g++) {
        uint16_t first = 0;
        while (match->brains[first] != match->brains[g]) {
            first++;
        }
        const char *name = match->brains[g]->name;
        if (first == g && used + strlen(name) + 2 <= DW_ROUND_BRAINS_TEXT) {
            used += (size_t)snprintf(text + used, DW_ROUND_BRAINS_TEXT - used, "%s%s",
                                     used > 0 ? "+" : "", name);
        }
    }
}

void dw_match_report_end(dw_match *match, dw_outcome outcome, uint8_t winner)
{
    if (!match->reporting) {
        return;
    }
    match->reporting = false;
    for (uint32_t left = match->playing; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctz(left);
        add_player(match, slot)->fate = slot == winner                ? DW_FATE_ESCAPED
                                        : is_caught(match, slot)      ? DW_FATE_CAUGHT
                                        : dw_match_waits(match, slot) ? DW_FATE_LOST
                                                                      : DW_FATE_INSIDE;
    }
    dw_round_tally_finish(&match->tally, match->sim);
    dw_round_report *report = &match->report;
    report->match = match->config.number;
    report->guards = match->config.map->guard_count;
    report->round = match->round.round;
    report->ticks = dw_sim_world(match->sim)->tick;
    report->outcome = (uint8_t)outcome;
    report->points =
        match->config.mission != NULL
            ? dw_mission_points(match->config.mission, dw_sim_mission_state(match->sim),
                                report->ticks, outcome == DW_OUTCOME_WON)
            : 0;
    report->figures = match->tally.figures;
    name_brains(match, report->brains);
    match->config.rounds->ended(match->config.rounds->context, report);
}
