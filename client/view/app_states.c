#include "client/view/app_states.h"

#include <stdio.h>
#include <string.h>

static const char *page_word(dw_page page)
{
    static const char *const words[DW_PAGE_COUNT] = {[DW_PAGE_NONE] = "none",
                                                     [DW_PAGE_START] = "start",
                                                     [DW_PAGE_PAUSE] = "pause",
                                                     [DW_PAGE_WAIT] = "wait",
                                                     [DW_PAGE_END] = "end",
                                                     [DW_PAGE_SERVERS] = "servers",
                                                     [DW_PAGE_PASSWORD] = "password",
                                                     [DW_PAGE_HOST] = "host",
                                                     [DW_PAGE_SETTINGS] = "settings",
                                                     [DW_PAGE_REPLAYS] = "replays",
                                                     [DW_PAGE_DELETE] = "delete",
                                                     [DW_PAGE_KEYS] = "keys",
                                                     [DW_PAGE_PAUSE_REPLAY] = "pause-replay",
                                                     [DW_PAGE_NEW_KEY] = "new-key"};
    return words[page] != NULL ? words[page] : "other";
}

static const char *phase_word(const dw_client *client)
{
    static const char *const words[DW_PHASE_COUNT] = {"lobby", "countdown", "play", "result"};
    const dw_round *round = client != NULL ? dw_client_round(client) : NULL;
    return round != NULL && round->phase < DW_PHASE_COUNT ? words[round->phase] : "-";
}

static const char *lesson_word(const dw_play *play)
{
#define LESSON_WORD(name, first, second) [DW_LESSON_##name] = #name,
    static const char *const words[DW_LESSON_COUNT] = {[DW_LESSON_OFF] = "-",
                                                       DW_LESSONS(LESSON_WORD)};
#undef LESSON_WORD
    return words[play->tutorial.lesson];
}

/* What lies over the picture, the uppermost first. */
static const char *over_word(const dw_play *play, bool has_keys)
{
    const bool scores = play->controls.held[DW_ACTION_SCORES] > 0 ||
                        play->controls.held[DW_ACTION_SCORES_WATCH] > 0;
    return has_keys               ? "keys"
           : play->chatting       ? "chat"
           : scores               ? "scores"
           : play->answer.open    ? "answer"
           : play->signs.open     ? "signs"
           : play->desk.why_open  ? "why"
           : play->board.briefing ? "briefing"
                                  : "-";
}

/* Parts of the mission that are done and open, and lines that are shown: "1+2,1"; "-": a heist. */
static void write_mission(const dw_play *play, char out[16])
{
    uint32_t counts[DW_PART_STATE_COUNT] = {0};
    for (uint32_t i = 0; i < DW_PARTS_MAX; i++) {
        counts[play->board.states[i]]++;
    }
    (void)snprintf(out, 16, play->board.known ? "%u+%u,%u" : "-", counts[DW_PART_DONE],
                   counts[DW_PART_OPEN], play->board.line_count);
}

static void write_question(const dw_play *play, char out[8])
{
    (void)snprintf(out, 8, "-");
    if (play->mission != NULL && dw_mission_board_asks(&play->board, play->seconds)) {
        const dw_mission_question *question = &play->mission->question;
        const bool open = question->chosen == 0;
        const uint8_t option =
            open ? dw_mission_answer_of(play->mission, play->world.own_slot) : question->chosen;
        (void)snprintf(out, 8, "%u%c%u", question->count % 10U, open ? '?' : '=', option % 10U);
    }
}

/* How the round has ended: "won"; "-": it has not. */
static const char *outcome_word(const dw_client *client)
{
    const dw_round *round = client != NULL ? dw_client_round(client) : NULL;
    return round == NULL || round->phase != DW_PHASE_RESULT ? "-" : dw_outcome_word(round->outcome);
}

/* Servers of the list that answer, or replays that have been read. */
static uint32_t count_rows(const dw_menu *menu)
{
    uint32_t rows = 0;
    const dw_server_list *servers = menu->servers.list;
    const dw_replay_list *replays = menu->replays.list;
    if (menu->page == DW_PAGE_SERVERS && servers != NULL) {
        for (uint32_t i = 0; i < servers->count; i++) {
            rows += servers->rows[i].answered ? 1U : 0U;
        }
    } else if (menu->page == DW_PAGE_REPLAYS && replays != NULL) {
        for (uint32_t i = 0; i < replays->count; i++) {
            rows += replays->rows[i].state != DW_LISTED_UNREAD ? 1U : 0U;
        }
    }
    return rows;
}

void dw_app_states_print(dw_app_states *states, const dw_menu *menu, const dw_play *play,
                         const dw_client *client, bool has_keys)
{
    char at[32] = "-";
    char line[DW_APP_STATE];
    if (client != NULL && play->drawn && play->world.has_own) {
        (void)snprintf(at, sizeof at, "%.1f,%.1f", play->world.own_x / DW_CAMERA_UNITS_PER_METRE,
                       play->world.own_y / DW_CAMERA_UNITS_PER_METRE);
    }
    char parts[16];
    write_mission(play, parts);
    char question[8];
    write_question(play, question);
    char heard[DW_HEARD_TEXT];
    const bool is_heard = dw_heard_watch_text(&play->heard, play->seconds, heard) > 0.0F;
    (void)snprintf(line, sizeof line,
                   "state page=%s phase=%s lesson=%s parts=%s question=%s help=%u over=%s heard=%d "
                   "outcome=%s item=%u pointed=%d rows=%u follow=%u at=%s",
                   page_word(menu->page), phase_word(client), lesson_word(play), parts, question,
                   play->help, over_word(play, has_keys), is_heard ? 1 : 0, outcome_word(client),
                   menu->chosen, (int)menu->hovered, count_rows(menu), play->spectator.followed_id,
                   at);
    if (strcmp(line, states->line) != 0) {
        memcpy(states->line, line, sizeof line);
        (void)puts(line);
        (void)fflush(stdout);
    }
}
