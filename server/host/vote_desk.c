#include "server/host/vote_desk.h"

#include "server/host/rotation.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

/* The round is noted here and not in the tick: it does not count for the rotation. */
void dw_vote_desk_restart(dw_server *server, uint32_t index)
{
    const dw_round_machine *rounds = dw_match_round_machine(server->matches[index]);
    if (rounds->phase == DW_PHASE_PLAY) {
        dw_match_abort(server->matches[index]);
        server->phases[index] = rounds->phase;
        dw_map_table_count_round(&server->maps, server->played_maps[index], DW_OUTCOME_ABORTED);
        dw_log(DW_LOG_INFO, "round_ended", "match=%u round=%u outcome=%s", (unsigned)index + 1,
               (unsigned)rounds->round, dw_outcome_word((dw_outcome)rounds->outcome));
    }
}

static void name_subject(const dw_server *server, uint8_t about, char *text, size_t size)
{
    if (about < DW_INTRUDERS_MAX) {
        (void)snprintf(text, size, "slot-%u", about);
    } else if (about == DW_VOTE_RESTART || about - DW_VOTE_CHOICE >= server->choices.count) {
        (void)snprintf(text, size, "restart");
    } else {
        (void)snprintf(text, size, "%s", server->choices.names[about - DW_VOTE_CHOICE]);
    }
}

static void carry_out(dw_server *server, uint32_t index, const dw_vote_state *vote)
{
    const uint32_t choice = (uint32_t)vote->accused - DW_VOTE_CHOICE;
    dw_error error = {""};
    if (vote->accused >= DW_VOTE_CHOICE && choice < server->rotation.count &&
        dw_rotation_choose(server, index, choice, &error) != DW_OK) {
        dw_match_announce(server->matches[index], error.text);
        dw_log(DW_LOG_WARNING, "map_not_changed", "match=%u map=%s error=%s", (unsigned)index + 1,
               server->choices.names[choice], dw_log_quote(error.text).text);
        return;
    }
    dw_vote_desk_restart(server, index);
}

void dw_vote_desk_look(dw_server *server)
{
    for (uint32_t i = 0; i < server->match_count; i++) {
        dw_vote_state vote;
        if (!dw_match_take_vote(server->matches[i], &vote)) {
            continue;
        }
        char about[DW_CHOICE_TEXT_MAX + 1];
        name_subject(server, vote.accused, about, sizeof about);
        dw_log(DW_LOG_INFO, "vote_over",
               "match=%u vote=%u about=%s passed=%u yes=%u no=%u needed=%u", (unsigned)i + 1,
               (unsigned)vote.vote, dw_log_quote(about).text,
               vote.phase == DW_VOTE_PASSED ? 1U : 0U, vote.yes, vote.no, vote.needed);
        if (vote.phase == DW_VOTE_PASSED && vote.accused >= DW_INTRUDERS_MAX) {
            carry_out(server, i, &vote);
        }
    }
}
