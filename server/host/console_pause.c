#include "server/host/console_pause.h"

#include "common/base/parse.h"
#include "server/host/server_state.h"
#include "server/host/vote_desk.h"

enum { STEP_TICKS_MAX = 60 * DW_TICKS_PER_SECOND };

void dw_console_pause(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        if (!dw_match_is_paused(server->matches[m])) {
            dw_match_pause(server->matches[m]);
            dw_match_announce(server->matches[m], "The host has paused the match.");
        }
    }
    fprintf(answer, "paused: matches %u\n", (unsigned)(last - first + 1));
}

void dw_console_resume(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        if (dw_match_is_paused(server->matches[m])) {
            dw_match_resume(server->matches[m]);
            dw_match_announce(server->matches[m], "The match goes on.");
            count++;
        }
    }
    fprintf(answer, "resumed: matches %u\n", (unsigned)count);
}

void dw_console_step(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    int64_t ticks = 1;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    if (said->count > 2 && dw_parse_int(said->word[2], 1, STEP_TICKS_MAX, &ticks) != DW_OK) {
        fprintf(answer, "step: must be 1 to %d ticks\n", (int)STEP_TICKS_MAX);
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        if (!dw_match_is_paused(server->matches[m])) {
            fprintf(answer, "match %u: is not paused\n", (unsigned)m + 1);
            return;
        }
    }
    for (uint32_t m = first; m <= last; m++) {
        dw_match_step_paused(server->matches[m], (uint32_t)ticks);
    }
    fprintf(answer, "ticks %d: matches %u\n", (int)ticks, (unsigned)(last - first + 1));
}

void dw_console_restart(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        if (dw_match_round_machine(server->matches[m])->phase == DW_PHASE_PLAY) {
            dw_match_announce(server->matches[m], "The host restarts the round.");
            dw_vote_desk_restart(server, m);
            count++;
        }
    }
    fprintf(answer, "restarted: matches %u\n", (unsigned)count);
}
