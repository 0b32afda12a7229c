#include "server/host/console.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "server/host/console_admins.h"
#include "server/host/console_moderation.h"
#include "server/host/console_pause.h"
#include "server/host/console_results.h"
#include "server/host/console_save.h"
#include "server/host/console_words.h"
#include "server/host/reload.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "server/mind/brains/brains.h"

#include <string.h>

enum {
    DRAIN_S = 900 /* Of `drain` without a number or setting: the longest round of `standard`. */
};

static const dw_map *map_of(const dw_server *server, uint32_t match)
{
    return dw_server_map_of(server, match)->match.map;
}

static void print_matches(dw_server *server, const dw_words *said, FILE *answer)
{
    const bool all = said->count > 1;
    if (all && strcmp(said->word[1], "all") != 0) {
        fprintf(answer, "usage: matches [all]\n");
        return;
    }
    for (uint32_t m = 0; m < server->match_count; m++) {
        const dw_match_counts counts = dw_match_count(server->matches[m]);
        if (!all && counts.players + counts.dropped + counts.spectators == 0) {
            continue;
        }
        const dw_round round = dw_match_round(server->matches[m]);
        fprintf(answer,
                "match %u: round %u, %s%s, players %u, away %u, spectators %u, queued %u, free %u, "
                "map %s, code %s\n",
                (unsigned)m + 1, (unsigned)round.round, dw_phase_word(round.phase),
                dw_match_is_paused(server->matches[m]) ? ", paused" : "", (unsigned)counts.players,
                (unsigned)counts.dropped, (unsigned)counts.spectators,
                (unsigned)server->queues[m].count, (unsigned)counts.slots_free,
                map_of(server, m)->name, server->codes[m]);
    }
    fprintf(answer, "matches %u, clients %u, ticks %llu, joined %llu, lost %llu\n",
            (unsigned)server->match_count, (unsigned)server->clients_in,
            (unsigned long long)server->stats.ticks, (unsigned long long)server->stats.joined,
            (unsigned long long)server->stats.lost);
}

static void print_guards(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        const dw_sim *sim = dw_match_sim(server->matches[m]);
        const dw_map *map = map_of(server, m);
        for (uint16_t g = 0; g < map->guard_count; g++) {
            dw_mind_view mind;
            dw_sim_explain(sim, g, &mind);
            fprintf(answer, "match %u, %s (%s): %s. %s\n", (unsigned)m + 1, map->guards[g].name,
                    dw_sim_brain(sim, g)->name, mind.goal, mind.sentence);
        }
    }
}

/* Guards first .. last: one by its name, or all. */
static bool choose_guards(const dw_map *map, const char *name, uint16_t *first, uint16_t *last,
                          FILE *answer)
{
    *first = 0;
    *last = (uint16_t)(map->guard_count - 1);
    if (map->guard_count > 0 && strcmp(name, "all") == 0) {
        return true;
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (strcmp(map->guards[g].name, name) == 0) {
            *first = g;
            *last = g;
            return true;
        }
    }
    fprintf(answer, "unknown guard \"%s\" (guards shows the names of this map)\n", name);
    return false;
}

/* A file by its name or path. Matches go on with the new version of the brain; a bad file changes
 * nothing. */
static void reload_brain(dw_server *server, const char *name, FILE *answer)
{
    dw_error error;
    dw_data_brain *brain = NULL;
    if (dw_brain_find(name) != NULL) {
        fprintf(answer, "brain %s is in C: there is no file to read\n", name);
        return;
    }
    if (dw_brain_file_read(&brain, name, &error) != DW_OK) {
        fprintf(answer, "%s (nothing has changed)\n", error.text);
        return;
    }
    const dw_brain_kind *kind = dw_data_brain_kind(brain);
    const dw_brain_kind *before = dw_brain_library_find(&server->brains, kind->name);
    if (dw_brain_library_put(&server->brains, brain) != DW_OK) {
        fprintf(answer, "brain %s: loaded too often, restart the server\n", kind->name);
        dw_data_brain_destroy(brain);
        return;
    }
    uint32_t changed = 0;
    for (uint32_t m = 0; m < server->match_count; m++) {
        const dw_sim *sim = dw_match_sim(server->matches[m]);
        for (uint16_t g = 0; g < map_of(server, m)->guard_count; g++) {
            if (dw_sim_brain(sim, g) == before && before != NULL) {
                const dw_status status = dw_match_set_brain(server->matches[m], g, kind);
                changed += status == DW_OK ? 1 : 0;
                if (status != DW_OK) {
                    fprintf(answer, "match %u, guard %u: %s\n", (unsigned)m + 1, (unsigned)g + 1,
                            dw_status_text(status));
                }
            }
        }
    }
    dw_map_table_change_brain(&server->maps, before, kind);
    dw_log(DW_LOG_INFO, "brain_loaded", "brain=%s guards=%u", kind->name, (unsigned)changed);
    fprintf(answer, "brain %s: guards changed %u\n", kind->name, (unsigned)changed);
}

static void set_brains(dw_server *server, const dw_words *said, FILE *answer)
{
    char guard[DW_WORDS_BYTES];
    if (strcmp(said->word[1], "reload") == 0 && said->count == 3) {
        reload_brain(server, said->word[2], answer);
        return;
    }
    if (said->count < 4) {
        fprintf(answer, "brain MATCH|all GUARD|all BRAIN, or brain reload BRAIN\n");
        return;
    }
    dw_words_join(said, 2, said->count - 2, guard);
    const char *name = said->word[said->count - 1];
    const dw_brain_kind *kind = NULL;
    dw_error error;
    uint32_t first_match = 0;
    uint32_t last_match = 0;
    uint16_t first = 0;
    uint16_t last = 0;
    if (!dw_words_matches(server, said->word[1], &first_match, &last_match, answer)) {
        return;
    }
    for (uint32_t m = first_match; m <= last_match; m++) {
        if (!choose_guards(map_of(server, m), guard, &first, &last, answer)) {
            return; /* Before any match has changed. */
        }
    }
    if (dw_brain_files_find(&server->brains, name, &kind, &error) != DW_OK) {
        fprintf(answer, "%s\n", error.text);
        return;
    }
    uint32_t changed = 0;
    for (uint32_t m = first_match; m <= last_match; m++) {
        const dw_map *map = map_of(server, m);
        (void)choose_guards(map, guard, &first, &last, answer);
        for (uint32_t g = first; g <= last; g++) {
            const dw_status status = dw_match_set_brain(server->matches[m], (uint16_t)g, kind);
            if (status != DW_OK) {
                fprintf(answer, "match %u, %s: %s\n", (unsigned)m + 1, map->guards[g].name,
                        dw_status_text(status));
                return;
            }
            changed++;
        }
    }
    dw_log(DW_LOG_INFO, "brains_changed", "match=%s guard=%s brain=%s", said->word[1],
           dw_log_quote(guard).text, kind->name);
    fprintf(answer, "brain %s: guards changed %u\n", kind->name, (unsigned)changed);
}

/* What will happen to map and strategy of one match. */
static void print_map(const dw_server *server, uint32_t match, FILE *answer)
{
    const dw_loaded_map *now = dw_server_map_of(server, match);
    const dw_map_handle wanted = server->wanted_maps[match];
    const dw_loaded_map *next = wanted != 0 ? dw_map_table_get(&server->maps, wanted) : now;
    fprintf(answer, "match %u: plays on %s", (unsigned)match + 1, dw_loaded_map_name(now));
    if (strcmp(now->chosen_strategy, DW_CONFIG_AUTO) != 0) {
        fprintf(answer, " against %s", now->chosen_strategy);
    }
    if (next->match.map != now->match.map) {
        fprintf(answer, ", changes to %s", dw_loaded_map_name(next));
        if (strcmp(next->chosen_strategy, now->chosen_strategy) != 0) {
            fprintf(answer, " against %s", next->chosen_strategy);
        }
        fprintf(answer, " when round %u has ended",
                (unsigned)dw_match_round_machine(server->matches[match])->round);
    }
    fprintf(answer, "\n");
}

static void choose_map_or_strategy(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    if (!dw_words_matches(server, said->word[1], &first, &last, answer)) {
        return;
    }
    char name[DW_WORDS_BYTES];
    dw_words_join(said, 2, said->count - 1, name);
    dw_error error = {""};
    const bool map = strcmp(said->word[0], "map") == 0;
    if (dw_server_want_map(server, first, last, map ? name : NULL, map ? NULL : name, &error) !=
        DW_OK) {
        fprintf(answer, "%s: %s\n", said->word[0], error.text);
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        print_map(server, m, answer);
    }
}

static void announce(dw_server *server, const dw_words *said, FILE *answer)
{
    char text[DW_WORDS_BYTES];
    dw_words_join(said, 1, said->count - 1, text);
    if (strlen(text) > DW_CHAT_MAX || !dw_text_is_clean(text, strlen(text))) {
        fprintf(answer, "say: must be 1 to %d bytes of plain text\n", DW_CHAT_MAX);
        return;
    }
    for (uint32_t m = 0; m < server->match_count; m++) {
        dw_match_announce(server->matches[m], text);
    }
    fprintf(answer, "sent to %u clients\n", (unsigned)server->clients_in);
}

static void reload(dw_server *server, const dw_words *said, FILE *answer)
{
    (void)said;
    dw_reload_report report;
    dw_error error = {""};
    if (dw_reload(server, &report, &error) != DW_OK) {
        fprintf(answer, "%s; the settings stay as they were\n", error.text);
        return;
    }
    fprintf(answer, "changed: %s; need a restart: %s\n", report.changed, report.waiting);
}

typedef struct command {
    const char *name, *operands, *help;
    uint32_t words_min, words_max; /* Its name included. */
    dw_console_level level;        /* The least that may use it. */
    uint32_t changes;              /* From this many words on it changes something, which is
                                      logged; 0: never. */
    void (*run)(dw_server *server, const dw_words *said, FILE *answer); /* NULL: see run_command. */
} command;

static const command commands[] = {
    {"matches", "[all]", "one line for each match with clients, or for all matches", 1, 2,
     DW_CONSOLE_MODERATOR, 0, print_matches},
    {"players", "[MATCH|all]", "all clients: slot, name, address, key, minutes, muted, away", 1, 2,
     DW_CONSOLE_MODERATOR, 0, dw_console_players},
    {"kick", "MATCH SLOT|NAME [REASON]", "disconnects a client, which may join again", 3,
     DW_WORDS_MAX, DW_CONSOLE_MODERATOR, 1, dw_console_kick},
    {"ban", "ADDRESS[/BITS]|KEY|MATCH SLOT|NAME [MINUTES [NOTE]]",
     "keeps addresses or a player out; without MINUTES forever", 2, DW_WORDS_MAX,
     DW_CONSOLE_MODERATOR, 1, dw_console_ban},
    {"unban", "ADDRESS[/BITS]|KEY", "removes a ban", 2, 2, DW_CONSOLE_MODERATOR, 1,
     dw_console_unban},
    {"bans", "", "reads the file of bans again and lists the bans", 1, 1, DW_CONSOLE_MODERATOR, 0,
     dw_console_bans},
    {"mute", "MATCH SLOT|NAME", "hides the chat, signs and pings of this client from all others", 3,
     DW_WORDS_MAX, DW_CONSOLE_MODERATOR, 1, dw_console_mute},
    {"unmute", "MATCH SLOT|NAME", "lets the client chat again", 3, DW_WORDS_MAX,
     DW_CONSOLE_MODERATOR, 1, dw_console_mute},
    {"say", "TEXT", "sends a line of chat to all players and spectators", 2, DW_WORDS_MAX,
     DW_CONSOLE_MODERATOR, 1, announce},
    {"guards", "MATCH|all", "the goal of each guard, and why", 2, 2, DW_CONSOLE_OPERATOR, 0,
     print_guards},
    {"brain", "MATCH|all GUARD|all BRAIN | reload BRAIN",
     "gives guards another brain from the next tick on; reads a brain's file again", 3,
     DW_WORDS_MAX, DW_CONSOLE_OPERATOR, 1, set_brains},
    {"map", "MATCH|all NAME-or-FILE", "changes the map, after the round that is on", 3,
     DW_WORDS_MAX, DW_CONSOLE_OPERATOR, 1, choose_map_or_strategy},
    {"strategy", "MATCH|all NAME-or-FILE|auto",
     "changes how guards work together, after the round that is on", 3, DW_WORDS_MAX,
     DW_CONSOLE_OPERATOR, 1, choose_map_or_strategy},
    {"restart", "MATCH|all", "ends the round; the next one begins on the same map", 2, 2,
     DW_CONSOLE_OPERATOR, 1, dw_console_restart},
    {"pause", "MATCH|all", "stops the world of a match; clients stay", 2, 2, DW_CONSOLE_OPERATOR, 1,
     dw_console_pause},
    {"step", "MATCH|all [TICKS]", "lets a paused world go on for TICKS ticks, or for one", 2, 3,
     DW_CONSOLE_OPERATOR, 1, dw_console_step},
    {"resume", "MATCH|all", "lets a paused world go on", 2, 2, DW_CONSOLE_OPERATOR, 1,
     dw_console_resume},
    {"save", "[NAME]", "saves all matches in the state folder, to go on with them later", 1, 2,
     DW_CONSOLE_HOST, 1, dw_console_save},
    {"load", "NAME", "goes on with saved matches; nobody may be in a match", 2, 2, DW_CONSOLE_HOST,
     1, dw_console_load},
    {"results", "[forget KEY]", "the file of results; forget deletes a player and all names", 1, 3,
     DW_CONSOLE_HOST, 2, dw_console_results},
    {"admins", "", "reads the file of admins again and lists the clients with rights", 1, 1,
     DW_CONSOLE_HOST, 0, dw_console_admins},
    {"promote", "KEY|MATCH SLOT|NAME LEVEL [NOTE]",
     "gives a client rights: moderator, operator or host", 3, DW_WORDS_MAX, DW_CONSOLE_HOST, 1,
     dw_console_promote},
    {"demote", "KEY", "takes all rights from a client", 2, 2, DW_CONSOLE_HOST, 1,
     dw_console_demote},
    {"reload", "", "reads settings, admins and bans again, as SIGHUP does", 1, 1, DW_CONSOLE_HOST,
     1, reload},
    {"drain", "[SECONDS]", "ends the server when rounds have ended, after SECONDS at the latest", 1,
     2, DW_CONSOLE_HOST, 1, NULL},
    {"stop", "", "drains the server and ends it, as SIGTERM does", 1, 1, DW_CONSOLE_HOST, 1, NULL},
    {"help", "", "shows the commands that you may use", 1, 1, DW_CONSOLE_MODERATOR, 0, NULL},
};

static void print_help(const dw_console_caller *caller, FILE *answer)
{
    for (size_t i = 0; i < DW_COUNT_OF(commands); i++) {
        if (commands[i].level <= caller->level) {
            fprintf(answer, "%-8s  %-26s  %s\n", commands[i].name, commands[i].operands,
                    commands[i].help);
        }
    }
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < DW_COUNT_OF(commands); i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* How long rounds may go on: that many seconds, or as the settings say. */
static dw_console_wish drain(dw_server *server, const dw_words *said, FILE *answer)
{
    int64_t seconds = server->config.drain_s != 0 ? server->config.drain_s : DRAIN_S;
    if (said->count > 1 && dw_parse_int(said->word[1], 0, DW_DRAIN_S_MAX, &seconds) != DW_OK) {
        fprintf(answer, "drain %s: must be 0 to %d seconds\n", said->word[1], (int)DW_DRAIN_S_MAX);
        return DW_CONSOLE_GO_ON;
    }
    server->config.drain_s = seconds;
    if (server->draining) {
        dw_server_begin_drain(server, server->now_ns); /* The new limit counts from now on. */
    }
    fprintf(answer, "draining: ends when all rounds have ended, in %d s at the latest\n",
            (int)seconds);
    return DW_CONSOLE_STOP;
}

static dw_console_wish run_command(dw_server *server, const dw_console_caller *caller,
                                   const command *known, const dw_words *said, FILE *answer)
{
    if (known->run != NULL) {
        known->run(server, said, answer);
        return DW_CONSOLE_GO_ON;
    }
    if (strcmp(known->name, "help") == 0) {
        print_help(caller, answer);
        return DW_CONSOLE_GO_ON;
    }
    return strcmp(known->name, "drain") == 0 ? drain(server, said, answer) : DW_CONSOLE_STOP;
}

/* What happened in a recorded round stays as it was. */
static bool is_for_own_rounds(const char *name)
{
    static const char *const names[] = {"brain", "map", "restart", "strategy", "save", "load"};
    bool found = false;
    for (size_t i = 0; i < DW_COUNT_OF(names); i++) {
        found = found || strcmp(names[i], name) == 0;
    }
    return found;
}

dw_console_wish dw_console_run(dw_server *server, const dw_console_caller *caller, const char *line,
                               FILE *answer)
{
    dw_words said;
    if (!dw_words_split(&said, line)) {
        fprintf(answer, "too long: a command has at most %d words and %d bytes\n", DW_WORDS_MAX,
                DW_WORDS_BYTES - 1);
        return DW_CONSOLE_GO_ON;
    }
    if (said.count == 0) {
        return DW_CONSOLE_GO_ON;
    }
    said.by = caller->level;
    const command *known = find_command(said.word[0]);
    if (known == NULL) {
        fprintf(answer, "unknown command \"%s\" (help lists all)\n", said.word[0]);
        return DW_CONSOLE_GO_ON;
    }
    if (caller->level < known->level) {
        fprintf(answer, "%s: you are %s, and it takes %s\n", known->name,
                dw_console_level_word(caller->level), dw_console_level_word(known->level));
        return DW_CONSOLE_DENIED;
    }
    if (server->playback != NULL && is_for_own_rounds(known->name)) {
        fprintf(answer, "%s: the server plays a recording\n", known->name);
        return DW_CONSOLE_GO_ON;
    }
    if (said.count < known->words_min || said.count > known->words_max) {
        fprintf(answer, "usage: %s %s\n", known->name, known->operands);
        return DW_CONSOLE_GO_ON;
    }
    if (known->changes != 0 && said.count >= known->changes) {
        char words[DW_WORDS_BYTES];
        dw_words_join(&said, 0, said.count - 1, words);
        dw_log(DW_LOG_INFO, "command", "by=%s level=%s text=%s", dw_log_quote(caller->name).text,
               dw_console_level_word(caller->level), dw_log_quote(words).text);
    }
    return run_command(server, caller, known, &said, answer);
}
