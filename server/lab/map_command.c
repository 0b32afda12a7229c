#include "server/lab/map_command.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "common/platform/subcommands.h"
#include "common/world/ray_fan.h"
#include "server/lab/lab_data.h"
#include "server/lab/map_findings.h"
#include "server/lab/map_picture.h"
#include "server/lab/route_command.h"
#include "server/lab/routes_command.h"
#include "server/lab/solve_command.h"
#include "server/mind/brains/brains.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static double to_metres(int32_t units)
{
    return (double)units / (1000.0 * DW_UNITS_PER_MM);
}

/* The brain of each guard in a match with this ruleset. */
static json_t *brains_of(const dw_lab_data *data)
{
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_brains_choose(&data->library, brains, NULL, data->map, &data->brains);
    json_t *list = json_object();
    for (uint16_t g = 0; g < data->map->guard_count; g++) {
        const int status =
            json_object_set_new(list, data->map->guards[g].name, json_string(brains[g]->name));
        DW_CHECK(status == 0);
    }
    return list;
}

/* Puts a value where its path says: "gaits.calm.speed_mm_s". */
static void put_at(json_t *object, const char *path, json_t *value)
{
    const char *point;
    while ((point = strchr(path, '.')) != NULL) {
        json_t *group = json_object_getn(object, path, (size_t)(point - path));
        if (group == NULL) {
            group = json_object();
            const int status = json_object_setn_new(object, path, (size_t)(point - path), group);
            DW_CHECK(status == 0);
        }
        object = group;
        path = point + 1;
    }
    const int status = json_object_set_new(object, path, value);
    DW_CHECK(status == 0);
}

/* The kinds as the ruleset leaves them; each reads as its file. */
static json_t *kinds_of(const dw_ruleset *rules)
{
    json_t *kinds = json_object();
    for (uint32_t k = 0; k < (uint32_t)rules->kind_count; k++) {
        json_t *kind = json_object();
        const int status = json_object_set_new(kinds, rules->kind_names[k], kind);
        DW_CHECK(status == 0);
        for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
            const dw_tunable *field = &dw_kind_fields[i];
            const int32_t value = dw_tunable_get(field, &rules->kinds[k]);
            const char *word = dw_kind_word(i, value);
            put_at(kind, field->name, word != NULL ? json_string(word) : json_integer(value));
        }
    }
    return kinds;
}

/* The smallest target that the rays of each kind always meet at full range. */
static json_t *ray_targets_of(const dw_ruleset *rules)
{
    json_t *targets = json_object();
    for (uint32_t k = 0; k < (uint32_t)rules->kind_count; k++) {
        const dw_kind_rays *rays = &rules->kinds[k].senses.rays;
        if (rays->count > 0) {
            const int status = json_object_set_new(targets, rules->kind_names[k],
                                                   json_integer(dw_ray_fan_smallest_mm(rays)));
            DW_CHECK(status == 0);
        }
    }
    return targets;
}

/* What a search for a plan to win unseen has shown. Not finding one proves nothing. */
static json_t *beatable_json(const dw_beatable *beatable)
{
    json_t *out =
        beatable->found
            ? json_pack("{s:b, s:I, s:f}", "unseen", true, "seed", (json_int_t)beatable->seed,
                        "seconds", (double)beatable->ticks / DW_TICKS_PER_SECOND)
            : json_pack("{s:b, s:I, s:I}", "unseen", false, "seeds", (json_int_t)beatable->seeds,
                        "none_found_within_states", (json_int_t)beatable->states);
    DW_CHECK(out != NULL);
    return out;
}

static void append(json_t *list, const char *text)
{
    const int status = json_array_append_new(list, json_string(text));
    DW_CHECK(status == 0);
}

static void append_finding(void *context, const char *text)
{
    append(context, text);
}

static json_t *findings_of(const dw_lab_data *data)
{
    json_t *list = json_array();
    dw_map_find(data->map, &data->rules, append_finding, list);
    return list;
}

/* NULL without a lamp and a switch. */
static json_t *lights_of(const dw_map *map)
{
    if (map->lamp_count == 0 && map->switch_count == 0) {
        return NULL;
    }
    json_t *lights =
        json_pack("{s:i, s:i}", "lamps", map->lamp_count, "switches", map->switch_count);
    DW_CHECK(lights != NULL);
    return lights;
}

/* One line that a script can read, keys as in the map. `beatable` may be NULL. */
static void print_facts(const dw_lab_data *data, const dw_beatable *beatable)
{
    const dw_map *map = data->map;
    uint32_t circular = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        circular += map->doors[d].circular ? 1 : 0;
    }
    json_t *facts = json_pack(
        "{s:s, s:s, s:[f, f], s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o}", "map",
        map->name, "title", map->title, "metres", to_metres(map->bounds.max.x - map->bounds.min.x),
        to_metres(map->bounds.max.y - map->bounds.min.y), "rooms", map->room_count, "doors",
        map->door_count, "circular_doors", circular, "furniture", map->furniture_count, "walls",
        map->wall_count, "guards", map->guard_count, "intruders", map->intruders_max, "brains",
        brains_of(data), "kinds", kinds_of(&data->rules), "ray_targets_mm",
        ray_targets_of(&data->rules), "findings", findings_of(data));
    DW_CHECK(facts != NULL);
    json_t *lights = lights_of(map);
    if (lights != NULL) {
        const int status = json_object_set_new(facts, "lights", lights);
        DW_CHECK(status == 0);
    }
    if (beatable != NULL) {
        const int status = json_object_set_new(facts, "beatable", beatable_json(beatable));
        DW_CHECK(status == 0);
    }
    (void)json_dumpf(facts, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    (void)putchar('\n');
    json_decref(facts);
}

/* A map that can't be read is a usage error; one that is read and refused fails the check. */
static int exit_status_of(dw_status status)
{
    return status == DW_IO || status == DW_NOT_FOUND || status == DW_MEMORY ? DW_EXIT_USAGE
                                                                            : DW_EXIT_CHECK_FAILED;
}

static void print_finding(void *context, const char *text)
{
    (void)context;
    printf("%s\n", text);
}

static int print_check(const char *program, const dw_lab_data *data, bool asks_beatable)
{
    dw_error error;
    dw_beatable beatable;
    if (asks_beatable && dw_lab_solve_beatable(data, &beatable, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_INTERNAL, error.text);
    }
    print_facts(data, asks_beatable ? &beatable : NULL);
    return DW_EXIT_DONE;
}

static int check_main(int argc, char **argv)
{
    const char *ruleset = NULL;
    bool beatable = false;
    bool findings = false;
    const dw_option options[] = {
        {"ruleset", DW_OPTION_TEXT, &ruleset, "NAME-or-FILE",
         "checked too; overrides kinds, and gives a brain to guards for which the map "
         "names none",
         0, 0, NULL},
        {"findings", DW_OPTION_SWITCH, &findings, NULL,
         "prints only what the maker of the map may not have meant, a line each", 0, 0, NULL},
        {"beatable", DW_OPTION_SWITCH, &beatable, NULL,
         "also looks for a plan to win unseen, with a few seeds (see `solve`)", 0, 0, NULL},
    };
    const dw_command command = {
        .program = "duskwatch-lab map check",
        .purpose = "Checks a map and prints its contents as one line of JSON. Exit status 1: it is "
                   "refused.",
        .operands = "NAME-or-FILE",
        .operands_min = 1,
        .operands_max = 1,
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
    const dw_status status =
        dw_lab_data_read(&data, argv[first], &(dw_rules_choice){.ruleset = ruleset}, true, &error);
    if (status != DW_OK) {
        return dw_options_fail(command.program, exit_status_of(status), error.text);
    }
    int exit_status = DW_EXIT_DONE;
    if (findings) {
        dw_map_find(data.map, &data.rules, print_finding, NULL);
    } else {
        exit_status = print_check(command.program, &data, beatable);
    }
    dw_lab_data_destroy(&data);
    return exit_status;
}

static int render_main(int argc, char **argv)
{
    int64_t scale = 60;
    const dw_option options[] = {
        {"scale", DW_OPTION_INT, &scale, "N", "pixels a metre", 4, 400, NULL},
    };
    const dw_command command = {
        .program = "duskwatch-lab map render",
        .purpose = "Draws a map with its furniture, doors, light, patrols and devices into a PNG "
                   "file.",
        .operands = "NAME-or-FILE OUT.png",
        .operands_min = 2,
        .operands_max = 2,
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
    dw_status status = dw_lab_data_read(&data, argv[first], NULL, false, &error);
    if (status != DW_OK) {
        return dw_options_fail(command.program, exit_status_of(status), error.text);
    }
    status = dw_map_picture_write(data.map, &data.rules, (uint32_t)scale, argv[first + 1], &error);
    dw_lab_data_destroy(&data);
    if (status != DW_OK) {
        return dw_options_fail(command.program, DW_EXIT_USAGE, error.text);
    }
    return DW_EXIT_DONE;
}

int dw_lab_map_main(int argc, char **argv)
{
    static const dw_subcommand commands[] = {
        {"check", check_main, "checks a map and says what is in it"},
        {"render", render_main, "draws it into a PNG file"},
        {"route", dw_lab_map_route_main, "measures the path between two rooms"},
        {"routes", dw_lab_map_routes_main, "compares all routes with brute force"},
    };
    const dw_subcommands all = {.program = "duskwatch-lab map",
                                .purpose = "Works on one map.",
                                .commands = commands,
                                .count = DW_COUNT_OF(commands)};
    return dw_subcommands_run(&all, argc, argv);
}
