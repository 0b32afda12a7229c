#include "server/lab/play_command.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/host/map_choice.h"
#include "server/lab/lab_match.h"
#include "server/lab/lab_recording.h"
#include "server/lab/seeds.h"
#include "server/mind/brains/brains.h"
#include "server/mind/goal_watch.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] = "duskwatch-lab play";

enum { HELP_SIZE = 480 };

typedef struct play_options {
    const char *map; /* NULL: that of the mission, or `reference`. */
    const char *mission, *brain, *policy, *seeds, *record;
    dw_rules_choice rules;
    int64_t intruders, ticks_max;
    uint64_t first_seed, last_seed;
    bool explain;
} play_options;

static void print_line(json_t *line)
{
    DW_CHECK(line != NULL);
    (void)json_dumpf(line, stdout, JSON_COMPACT);
    (void)putchar('\n');
    json_decref(line);
}

/* Looks into the guards after each tick and prints a line when one of them has another goal. */
typedef struct goal_teller {
    const dw_lab_match *match;
    uint64_t seed;
    dw_goal_watch watch;
} goal_teller;

static void tell_goals(void *context, const dw_intent *intents, const dw_world *world)
{
    goal_teller *teller = context;
    (void)intents;
    if (world->tick == 1) {
        dw_goal_watch_reset(&teller->watch);
    }
    const dw_sim *sim = dw_lab_match_sim(teller->match);
    for (uint16_t g = 0; g < world->guard_count; g++) {
        dw_goal_change change;
        if (!dw_goal_watch_look(&teller->watch, sim, g, &change)) {
            continue;
        }
        print_line(json_pack("{s:I, s:I, s:I, s:s, s:s, s:s, s:s, s:I, s:s}", "seed",
                             (json_int_t)teller->seed, "tick", (json_int_t)change.tick, "guard",
                             (json_int_t)g + 1, "name", dw_sim_map(sim)->guards[g].name, "from",
                             change.from, "to", change.to, "cause",
                             dw_cause_word((dw_cause)change.cause), "cause_id",
                             (json_int_t)change.cause_id, "sentence", change.sentence));
    }
}

static json_t *counters_json(const dw_brain_counters *counters)
{
    json_t *out = json_object();
#define PUT(name) (void)json_object_set_new(out, #name, json_integer((json_int_t)counters->name));
    DW_BRAIN_COUNTERS(PUT, PUT)
#undef PUT
    return out;
}

/* How far the match came with its mission. */
static void add_mission(json_t *line, const dw_sim *sim, const dw_lab_result *result)
{
    const dw_mission *mission = dw_sim_mission(sim);
    if (mission == NULL) {
        return;
    }
    const dw_mission_state *state = dw_sim_mission_state(sim);
    json_t *done = json_array();
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if (dw_mission_part_state(mission, state, p) == DW_PART_DONE) {
            (void)json_array_append_new(done, json_string(mission->parts[p].id));
        }
    }
    const int32_t points =
        dw_mission_points(mission, state, result->ticks, result->outcome == DW_OUTCOME_WON);
    (void)json_object_set_new(line, "mission", json_string(mission->name));
    (void)json_object_set_new(line, "parts_done", done);
    (void)json_object_set_new(line, "points", json_integer(points));
}

static void print_result(const dw_sim *sim, const dw_lab_result *result)
{
    char hash[DW_HASH_TEXT_SIZE];
    char trace[DW_HASH_TEXT_SIZE];
    dw_hash_text(result->hash, hash);
    dw_hash_text(result->trace, trace);
    json_t *line = json_pack(
        "{s:I, s:s, s:I, s:s, s:s, s:I, s:I, s:I, s:I, s:o}", "seed", (json_int_t)result->seed,
        "outcome", dw_outcome_word((dw_outcome)result->outcome), "ticks", (json_int_t)result->ticks,
        "hash", hash, "trace", trace, "first_detection_tick",
        (json_int_t)result->first_detection_tick, "caught", (json_int_t)result->caught,
        "detections", (json_int_t)result->detections, "chase_ticks",
        (json_int_t)result->chase_ticks, "counters", counters_json(&result->counters));
    DW_CHECK(line != NULL);
    add_mission(line, sim, result);
    print_line(line);
    (void)fflush(stdout);
}

static int play_all(const play_options *options, const dw_lab_match_config *plain)
{
    dw_error error;
    dw_lab_match *match = NULL;
    goal_teller teller = {.match = NULL};
    const dw_lab_watcher watcher = {&teller, tell_goals};
    dw_lab_match_config config = *plain;
    config.watcher = options->explain ? &watcher : NULL;
    if (dw_lab_match_create(&match, &config, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    teller.match = match;
    for (uint64_t seed = options->first_seed;; seed++) {
        dw_lab_result result;
        teller.seed = seed;
        dw_lab_match_run(match, seed, &result);
        print_result(dw_lab_match_sim(match), &result);
        if (seed == options->last_seed || dw_signal_stop_asked()) {
            break;
        }
    }
    dw_lab_match_destroy(match);
    return DW_EXIT_DONE;
}

static int play_recorded(const play_options *options, const dw_lab_match_config *plain)
{
    dw_lab_match_config config = *plain;
    dw_lab_recording recording;
    dw_error error;
    if (dw_lab_recording_create(&recording, plain->data, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_INTERNAL, error.text);
    }
    config.recording = &recording.recording;
    int exit_status = play_all(options, &config);
    if (exit_status == DW_EXIT_DONE) {
        const dw_status saved = dw_lab_recording_save(&recording, options->record, &error);
        if (saved != DW_OK) {
            exit_status = dw_options_fail(
                program, saved == DW_MEMORY ? DW_EXIT_INTERNAL : DW_EXIT_USAGE, error.text);
        }
    }
    dw_lab_recording_destroy(&recording);
    return exit_status;
}

static int play(const play_options *options)
{
    dw_lab_data data;
    dw_error error;
    const char *map = options->map != NULL ? options->map : "reference";
    dw_map_choice choice;
    if (options->mission != NULL) {
        if (dw_map_choice_read_mission(&choice, options->mission, options->map, &error) != DW_OK) {
            return dw_options_fail(program, DW_EXIT_USAGE, error.text);
        }
        map = choice.map;
    }
    if (dw_lab_data_read(&data, map, &options->rules, true, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    if (options->mission != NULL &&
        dw_lab_data_read_mission(&data, choice.mission, &error) != DW_OK) {
        dw_lab_data_destroy(&data);
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_lab_match_config config = {
        .data = &data,
        .policy = dw_policy_find(options->policy),
        .intruders = (uint8_t)options->intruders,
        .ticks_max = (uint32_t)options->ticks_max,
    };
    int exit_status = DW_EXIT_USAGE;
    if (options->brain != NULL &&
        dw_brain_files_find(&data.library, options->brain, &config.brain, &error) != DW_OK) {
        exit_status = DW_EXIT_USAGE;
    } else if (config.policy == NULL) {
        (void)dw_fail(&error, DW_NOT_FOUND, "unknown policy \"%s\" (--help lists all)",
                      options->policy);
    } else if (options->intruders > data.map->intruders_max) {
        (void)dw_fail(&error, DW_RANGE, "--intruders %lld: map %s has room for at most %u",
                      (long long)options->intruders, data.map->name, data.map->intruders_max);
    } else if (data.has_mission && (options->intruders < data.mission.players_min ||
                                    options->intruders > data.mission.players_max)) {
        (void)dw_fail(&error, DW_RANGE, "--intruders %lld: mission %s is for %u to %u",
                      (long long)options->intruders, data.mission.name, data.mission.players_min,
                      data.mission.players_max);
    } else {
        exit_status =
            options->record != NULL ? play_recorded(options, &config) : play_all(options, &config);
        dw_lab_data_destroy(&data);
        return exit_status;
    }
    dw_lab_data_destroy(&data);
    return dw_options_fail(program, exit_status, error.text);
}

/* Appends to a list of names; text that does not fit is cut. */
static void append_name(char *text, size_t size, const char *name, bool first)
{
    const size_t length = strlen(text);
    (void)snprintf(text + length, size - length, "%s%s", first ? "" : ", ", name);
}

int dw_lab_play_main(int argc, char **argv)
{
    char brain_help[HELP_SIZE];
    (void)snprintf(
        brain_help, sizeof brain_help,
        "brain of all guards (%s, or a file of maps/brains), default: as map and ruleset say",
        dw_brain_list());
    char policy_help[HELP_SIZE] = "how the bots play: ";
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        append_name(policy_help, sizeof policy_help, dw_policies[i]->name, i == 0);
    }
    play_options chosen = {
        .policy = "rush",
        .seeds = "1",
        .intruders = 1,
        .ticks_max = 36000,
    };
    const dw_option options[] = {
        {"map", DW_OPTION_TEXT, &chosen.map, "NAME-or-FILE",
         "map, default: that of the mission, else reference", 0, 0, NULL},
        {"mission", DW_OPTION_TEXT, &chosen.mission, "NAME-or-FILE",
         "what intruders have to do (maps/missions), default: bring the objective out", 0, 0, NULL},
        {"ruleset", DW_OPTION_TEXT, &chosen.rules.ruleset, "NAME-or-FILE",
         "ruleset, default: reference", 0, 0, NULL},
        {"strategy", DW_OPTION_TEXT, &chosen.rules.strategy, "NAME-or-FILE",
         "how guards work together, default: as the ruleset says", 0, 0, NULL},
        {"brain", DW_OPTION_TEXT, &chosen.brain, "NAME-or-FILE", brain_help, 0, 0, NULL},
        {"policy", DW_OPTION_TEXT, &chosen.policy, "NAME", policy_help, 0, 0, NULL},
        {"intruders", DW_OPTION_INT, &chosen.intruders, "N", "number of intruders", 1,
         DW_INTRUDERS_MAX, NULL},
        {"seeds", DW_OPTION_TEXT, &chosen.seeds, "A-B", "plays one match for each seed", 0, 0,
         NULL},
        {"ticks-max", DW_OPTION_INT, &chosen.ticks_max, "N", "cuts off longer matches as timeouts",
         1, 100000000, NULL},
        {"record", DW_OPTION_TEXT, &chosen.record, "FILE",
         "writes the match as a replay; one seed only", 0, 0, NULL},
        {"explain", DW_OPTION_SWITCH, &chosen.explain, NULL,
         "also prints a line of JSON each time a guard changes its goal, with the cause", 0, 0,
         NULL},
    };
    const dw_command command = {
        .program = program,
        .purpose = "Plays matches without a network as fast as they go, one line of JSON each.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    if (dw_seeds_parse(chosen.seeds, &chosen.first_seed, &chosen.last_seed, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    if (chosen.record != NULL && chosen.first_seed != chosen.last_seed) {
        return dw_options_fail(program, DW_EXIT_USAGE, "--record takes one seed, not a range");
    }
    return play(&chosen);
}
