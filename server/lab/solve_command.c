#include "server/lab/solve_command.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/lab/lab_recording.h"
#include "server/lab/seeds.h"
#include "server/lab/solve.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char program[] = "duskwatch-lab solve";

enum {
    STATES_DEFAULT = 2000000,
    TICKS_DEFAULT = 36000,
    BEATABLE_SEEDS = 5,
    RESULT_SIZE = 64,
    WHY_SIZE = 256
};

#define PROGRESS_NS (UINT64_C(5) * 1000000000)

typedef struct solve_options {
    const char *map, *seeds, *out;
    dw_rules_choice rules;
    int64_t states, ticks_max;
    uint64_t first_seed, last_seed;
} solve_options;

/* Tells on standard error how a long search gets on. */
typedef struct progress {
    const char *map;
    uint64_t seed;
    uint64_t next_ns;
} progress;

static void progress_begin(progress *it, uint64_t seed)
{
    it->seed = seed;
    it->next_ns = dw_clock_ns() + PROGRESS_NS;
}

static bool progress_show(void *context, uint32_t states, uint32_t tick)
{
    progress *it = context;
    if (dw_clock_ns() >= it->next_ns) {
        (void)fprintf(stderr, "solve: %s, seed %llu: %u states, now at %u s of the round\n",
                      it->map, (unsigned long long)it->seed, states, tick / DW_TICKS_PER_SECOND);
        it->next_ns = dw_clock_ns() + PROGRESS_NS;
    }
    return !dw_signal_stop_asked();
}

/* Each room that the intruder comes to, and when. */
static json_t *rooms_json(const dw_map *map, const dw_solve_result *result)
{
    json_t *list = json_array();
    uint16_t room = DW_NONE;
    for (uint32_t i = 0; i < result->ticks; i++) {
        if (result->rooms[i] != room) {
            room = result->rooms[i];
            const int status = json_array_append_new(
                list, json_pack("{s:f, s:s}", "s", (double)(i + 1) / DW_TICKS_PER_SECOND, "room",
                                map->rooms[room].name));
            DW_CHECK(status == 0);
        }
    }
    return list;
}

/* Where guards hear, a win is also one that no guard heard. */
static void mark_unheard(json_t *line, const dw_lab_data *data)
{
    if (data->rules.hearing != 0) {
        const int status = json_object_set_new(line, "unheard", json_true());
        DW_CHECK(status == 0);
    }
}

/* Why no plan was found, as far as the search can tell. */
static void tell_why(const dw_map *map, const dw_solve_result *result, char *text, size_t size)
{
    const dw_unseen_reach *reach = &result->reach;
    if (!reach->starts && result->slow_room != DW_NONE) {
        (void)snprintf(text, size, "the floor of room \"%s\" slows bodies: no move fits it",
                       map->rooms[result->slow_room].name);
        return;
    }
    if (!reach->starts) {
        (void)snprintf(text, size,
                       "no moves lead from the first spawn to the objective and out "
                       "in that time");
        return;
    }
    (void)snprintf(
        text, size,
        "%s; the nearest that it came to a win is room \"%s\" at %u s%s, "
        "%u s from it",
        result->exhausted ? "no move is left that nobody would notice" : "all states are used up",
        map->rooms[reach->room].name, reach->tick / DW_TICKS_PER_SECOND,
        reach->carries ? " with the objective" : "", reach->ticks_left / DW_TICKS_PER_SECOND);
}

static void add_why(json_t *line, const dw_map *map, const dw_solve_result *result)
{
    char text[WHY_SIZE];
    const dw_unseen_reach *reach = &result->reach;
    tell_why(map, result, text, sizeof text);
    json_t *why =
        json_pack("{s:s, s:{s:I, s:I, s:I, s:I}, s:s?}", "why", text, "moves_left_out", "seen",
                  (json_int_t)reach->seen, "heard", (json_int_t)reach->heard, "missed",
                  (json_int_t)reach->missed, "doors", (json_int_t)reach->doors, "most_in_the_way",
                  result->busiest == DW_NONE ? NULL : map->guards[result->busiest].name);
    DW_CHECK(why != NULL);
    const int status = json_object_update(line, why);
    DW_CHECK(status == 0);
    json_decref(why);
}

static void print_result(const dw_lab_data *data, uint64_t seed, const dw_solve_result *result,
                         const char *replay)
{
    const dw_map *map = data->map;
    char text[RESULT_SIZE] = "won unseen";
    if (!result->found) {
        (void)snprintf(text, sizeof text, "%s %u states",
                       result->stopped ? "stopped after" : "none found within", result->states);
    }
    json_t *line = json_pack("{s:s, s:I, s:b, s:s, s:I, s:I}", "map", map->name, "seed",
                             (json_int_t)seed, "found", result->found, "result", text, "states",
                             (json_int_t)result->states, "refuted", (json_int_t)result->refuted);
    DW_CHECK(line != NULL);
    if (result->found) {
        json_t *found = json_pack("{s:I, s:f, s:s?, s:o}", "ticks", (json_int_t)result->ticks,
                                  "seconds", (double)result->ticks / DW_TICKS_PER_SECOND, "replay",
                                  replay, "rooms", rooms_json(map, result));
        DW_CHECK(found != NULL);
        const int status = json_object_update(line, found);
        DW_CHECK(status == 0);
        json_decref(found);
        mark_unheard(line, data);
    } else if (!result->stopped) {
        add_why(line, map, result);
    }
    (void)json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    (void)putchar('\n');
    (void)fflush(stdout);
    json_decref(line);
}

/* Writes the replay of a plan that was found; `path` becomes its name. */
static dw_status write_replay(const solve_options *options, const dw_map *map, uint64_t seed,
                              const dw_lab_recording *recording, char path[DW_PATH_MAX],
                              dw_error *error)
{
    const int length = snprintf(path, DW_PATH_MAX, "%s/%s-%llu.dwr", options->out, map->name,
                                (unsigned long long)seed);
    if (length >= DW_PATH_MAX) {
        return dw_fail(error, DW_INVALID, "--out %s: the name is too long", options->out);
    }
    return dw_lab_recording_save(recording, path, error);
}

static int solve_seeds(const solve_options *options, dw_solve *solve, progress *shown,
                       const dw_lab_data *data, const dw_lab_recording *recording)
{
    int exit_status = DW_EXIT_CHECK_FAILED;
    for (uint64_t seed = options->first_seed;; seed++) {
        char path[DW_PATH_MAX];
        dw_solve_result result;
        progress_begin(shown, seed);
        dw_solve_run(solve, seed, &result);
        if (result.found && recording != NULL) {
            dw_error error;
            if (write_replay(options, data->map, seed, recording, path, &error) != DW_OK) {
                return dw_options_fail(program, DW_EXIT_USAGE, error.text);
            }
        }
        print_result(data, seed, &result, recording != NULL ? path : NULL);
        exit_status = result.found ? DW_EXIT_DONE : exit_status;
        if (seed == options->last_seed || dw_signal_stop_asked()) {
            return exit_status;
        }
    }
}

static int solve_data(const solve_options *options, const dw_lab_data *data)
{
    dw_error error;
    dw_lab_recording recording = {0};
    bool records = false;
    dw_solve *solve = NULL;
    dw_status status = DW_OK;
    if (options->out != NULL) {
        status = dw_file_make_folder(options->out, &error);
        if (status == DW_OK) {
            status = dw_lab_recording_create(&recording, data, &error);
        }
        records = status == DW_OK;
    }
    progress shown = {.map = data->map->name};
    const dw_solve_config config = {
        .data = data,
        .states_max = (uint32_t)options->states,
        .ticks_max = (uint32_t)options->ticks_max,
        .recording = records ? &recording.recording : NULL,
        .go_on = progress_show,
        .context = &shown,
    };
    if (status == DW_OK) {
        status = dw_solve_create(&solve, &config, &error);
    }
    const int exit_status =
        status == DW_OK ? solve_seeds(options, solve, &shown, data, records ? &recording : NULL)
                        : dw_options_fail(program, DW_EXIT_USAGE, error.text);
    if (solve != NULL) {
        dw_solve_destroy(solve);
    }
    if (records) {
        dw_lab_recording_destroy(&recording);
    }
    return exit_status;
}

int dw_lab_solve_main(int argc, char **argv)
{
    solve_options chosen = {
        .map = "reference", .seeds = "1", .states = STATES_DEFAULT, .ticks_max = TICKS_DEFAULT};
    const dw_option options[] = {
        {"map", DW_OPTION_TEXT, &chosen.map, "NAME-or-FILE", "map, default: reference", 0, 0, NULL},
        {"ruleset", DW_OPTION_TEXT, &chosen.rules.ruleset, "NAME-or-FILE",
         "ruleset, default: reference", 0, 0, NULL},
        {"strategy", DW_OPTION_TEXT, &chosen.rules.strategy, "NAME-or-FILE",
         "how guards work together, default: as the ruleset says", 0, 0, NULL},
        {"seeds", DW_OPTION_TEXT, &chosen.seeds, "A-B", "searches once for each seed", 0, 0, NULL},
        {"states", DW_OPTION_INT, &chosen.states, "N",
         "gives a seed up after N states, default: 2000000 (40 bytes each)", 1, 50000000, NULL},
        {"ticks-max", DW_OPTION_INT, &chosen.ticks_max, "N",
         "the intruder must be out by then, default: 36000, which are 10 minutes", 1, 1000000,
         NULL},
        {"out", DW_OPTION_TEXT, &chosen.out, "DIR", "writes a replay for each seed that is won", 0,
         0, NULL},
    };
    const dw_command command = {
        .program = program,
        .purpose =
            "Looks for a plan with which one intruder wins and no guard ever sees or hears it, and "
            "plays it in a match. One line of JSON for each seed. Exit status 1: no plan was found "
            "for any seed, which does not prove that the map is safe.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    dw_lab_data data;
    if (dw_seeds_parse(chosen.seeds, &chosen.first_seed, &chosen.last_seed, &error) != DW_OK ||
        dw_lab_data_read(&data, chosen.map, &chosen.rules, true, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    const int exit_status = solve_data(&chosen, &data);
    dw_lab_data_destroy(&data);
    return exit_status;
}

dw_status dw_lab_solve_beatable(const dw_lab_data *data, dw_beatable *out, dw_error *error)
{
    progress shown = {.map = data->map->name};
    const dw_solve_config config = {
        .data = data,
        .states_max = STATES_DEFAULT,
        .ticks_max = TICKS_DEFAULT,
        .go_on = progress_show,
        .context = &shown,
    };
    dw_solve *solve = NULL;
    const dw_status status = dw_solve_create(&solve, &config, error);
    if (status != DW_OK) {
        return status;
    }
    *out = (dw_beatable){0};
    while (out->seeds < BEATABLE_SEEDS && !out->found && !dw_signal_stop_asked()) {
        dw_solve_result result;
        out->seed = ++out->seeds;
        progress_begin(&shown, out->seed);
        dw_solve_run(solve, out->seed, &result);
        out->found = result.found;
        out->ticks = result.ticks;
        out->states += result.states;
    }
    dw_solve_destroy(solve);
    return DW_OK;
}
