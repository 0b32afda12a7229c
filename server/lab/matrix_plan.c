#include "server/lab/matrix_plan.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "server/host/map_choice.h"
#include "server/lab/seeds.h"
#include "server/mind/brains/brains.h"
#include "server/session/setup_hash.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAM_BYTES_MAX = 1 << 30, NAME_SIZE = DW_PATH_MAX };

/* One name of a list after the other. */
typedef struct list_reader {
    const char *option; /* For errors. */
    const char *text;
    const char *rest;
    uint32_t taken;
    char name[NAME_SIZE];
} list_reader;

/* False at the end of the list. An empty name, a name twice or one too many is an error. */
static dw_status next_name(list_reader *list, bool *more, dw_error *error)
{
    *more = list->taken == 0 || *list->rest != '\0';
    if (!*more) {
        return DW_OK;
    }
    if (list->taken > 0) {
        list->rest++; /* The comma. */
    }
    const size_t length = strcspn(list->rest, ",");
    if (length == 0 || length >= sizeof list->name) {
        return dw_fail(error, DW_INVALID, "--%s %s: must be names with a comma between two",
                       list->option, list->text);
    }
    if (list->taken == DW_MATRIX_NAMES_MAX) {
        return dw_fail(error, DW_RANGE, "--%s: at most %d names", list->option,
                       DW_MATRIX_NAMES_MAX);
    }
    memcpy(list->name, list->rest, length);
    list->name[length] = '\0';
    list->rest += length;
    list->taken++;
    return DW_OK;
}

static dw_status named_twice(const list_reader *list, dw_error *error)
{
    return dw_fail(error, DW_INVALID, "--%s: \"%s\" stands there twice", list->option, list->name);
}

/* Puts the name that was just read into the plan. */
typedef dw_status take_name(dw_matrix_plan *plan, const dw_matrix_request *request,
                            const list_reader *list, dw_error *error);

/* `mission`: NULL for the plain map. */
static dw_status add_map(dw_matrix_plan *plan, const dw_matrix_request *request, const char *map,
                         const char *mission, dw_error *error)
{
    if (plan->map_count == DW_MATRIX_NAMES_MAX) {
        return dw_fail(error, DW_RANGE, "--maps and --missions: at most %d names together",
                       DW_MATRIX_NAMES_MAX);
    }
    dw_lab_data *data = &plan->maps[plan->map_count];
    dw_status status =
        dw_lab_data_read(data, map, &(dw_rules_choice){.ruleset = request->ruleset}, true, error);
    if (status == DW_OK) {
        plan->map_count++;
        status = mission != NULL ? dw_lab_data_read_mission(data, mission, error) : DW_OK;
    }
    return status;
}

static dw_status check_new_name(const dw_matrix_plan *plan, const list_reader *list,
                                dw_error *error)
{
    const uint32_t last = plan->map_count - 1;
    for (uint32_t m = 0; m < last; m++) {
        if (strcmp(dw_matrix_plan_map(plan, m), dw_matrix_plan_map(plan, last)) == 0) {
            return named_twice(list, error);
        }
    }
    return DW_OK;
}

static dw_status take_map(dw_matrix_plan *plan, const dw_matrix_request *request,
                          const list_reader *list, dw_error *error)
{
    const dw_status status = add_map(plan, request, list->name, NULL, error);
    return status == DW_OK ? check_new_name(plan, list, error) : status;
}

static dw_status take_mission(dw_matrix_plan *plan, const dw_matrix_request *request,
                              const list_reader *list, dw_error *error)
{
    dw_map_choice choice;
    dw_status status = dw_map_choice_read_mission(&choice, list->name, NULL, error);
    if (status == DW_OK) {
        status = add_map(plan, request, choice.map, choice.mission, error);
    }
    return status == DW_OK ? check_new_name(plan, list, error) : status;
}

/* "mute" of a NAME and of my/mute.json alike. */
static dw_status take_file_name(char out[DW_NAME_SIZE], const char *name_or_path, dw_error *error)
{
    const char *slash = strrchr(name_or_path, '/');
    const char *name = slash != NULL ? slash + 1 : name_or_path;
    const char *suffix = strrchr(name, '.');
    const size_t length = suffix != NULL ? (size_t)(suffix - name) : strlen(name);
    if (length == 0 || length >= DW_NAME_SIZE) {
        return dw_fail(error, DW_INVALID, "--guards: %s: a name has 1 to %d bytes", name_or_path,
                       DW_NAME_SIZE - 1);
    }
    memcpy(out, name, length);
    out[length] = '\0';
    return DW_OK;
}

/* `reference` is a strategy and a brain. As a strategy it is what the other strategies are compared
 * with, under any ruleset: strategies come first. */
static dw_status find_guards(dw_matrix_guards *guards, dw_brain_library *library, const char *name,
                             const char *ruleset, dw_error *error)
{
    *guards = (dw_matrix_guards){.has_strategy = false};
    char path[DW_PATH_MAX];
    dw_status status = dw_file_find_data(name, "maps/strategies", ".json", path, error);
    if (status == DW_OK) {
        dw_ruleset rules;
        dw_ruleset_brains brains;
        const dw_rules_choice choice = {.ruleset = ruleset, .strategy = name};
        status = dw_rules_file_read(&rules, &brains, &choice, NULL, path, error);
        guards->has_strategy = true;
        guards->strategy = rules.strategy;
        guards->brain = dw_brain_default();
    } else if ((status = dw_brain_files_find(library, name, &guards->brain, error)) ==
               DW_NOT_FOUND) {
        return dw_fail(
            error, status,
            "--guards: unknown \"%s\" (brains: %s, files of maps/brains; strategies: those "
            "of maps/strategies, or a file)",
            name, dw_brain_list());
    }
    return status == DW_OK ? take_file_name(guards->name, name, error) : status;
}

static dw_status take_guards(dw_matrix_plan *plan, const dw_matrix_request *request,
                             const list_reader *list, dw_error *error)
{
    dw_matrix_guards *guards = &plan->guards[plan->guards_count];
    const dw_status status =
        find_guards(guards, &plan->library, list->name, request->ruleset, error);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        if (strcmp(plan->guards[g].name, guards->name) == 0) {
            return named_twice(list, error);
        }
    }
    plan->guards_count++;
    return DW_OK;
}

static dw_status take_policy(dw_matrix_plan *plan, const dw_matrix_request *request,
                             const list_reader *list, dw_error *error)
{
    (void)request;
    const dw_policy *policy = dw_policy_find(list->name);
    if (policy == NULL) {
        return dw_fail(error, DW_NOT_FOUND, "--intruders: unknown policy \"%s\" (--help lists all)",
                       list->name);
    }
    for (uint32_t p = 0; p < plan->policy_count; p++) {
        if (plan->policies[p] == policy) {
            return named_twice(list, error);
        }
    }
    plan->policies[plan->policy_count++] = policy;
    return DW_OK;
}

/* The maps are there already: each must have room. */
static dw_status take_count(dw_matrix_plan *plan, const dw_matrix_request *request,
                            const list_reader *list, dw_error *error)
{
    int64_t count = 0;
    if (dw_parse_int(list->name, 1, DW_INTRUDERS_MAX, &count) != DW_OK) {
        return dw_fail(error, DW_RANGE, "--counts %s: must be numbers of 1 to %d", request->counts,
                       DW_INTRUDERS_MAX);
    }
    for (uint32_t m = 0; m < plan->map_count; m++) {
        const dw_lab_data *data = &plan->maps[m];
        if (count > data->map->intruders_max) {
            return dw_fail(error, DW_RANGE, "--counts %s: map %s has room for at most %u",
                           request->counts, data->map->name, data->map->intruders_max);
        }
        if (data->has_mission &&
            (count < data->mission.players_min || count > data->mission.players_max)) {
            return dw_fail(error, DW_RANGE, "--counts %s: mission %s is for %u to %u",
                           request->counts, data->mission.name, data->mission.players_min,
                           data->mission.players_max);
        }
    }
    for (uint32_t c = 0; c < plan->count_count; c++) {
        if (plan->counts[c] == count) {
            return named_twice(list, error);
        }
    }
    plan->counts[plan->count_count++] = (uint8_t)count;
    return DW_OK;
}

/* Names before maps: they are refused before a large map is read. */
static dw_status take_lists(dw_matrix_plan *plan, const dw_matrix_request *request, dw_error *error)
{
    const bool plain = request->maps == NULL && request->missions == NULL;
    const struct {
        const char *option, *text; /* NULL: not given. */
        take_name *take;
    } lists[] = {
        {"guards", request->guards, take_guards},
        {"intruders", request->intruders, take_policy},
        {"maps", plain ? "reference" : request->maps, take_map},
        {"missions", request->missions, take_mission},
        {"counts", request->counts, take_count},
    };
    dw_status status = DW_OK;
    for (uint32_t i = 0; i < DW_COUNT_OF(lists) && status == DW_OK; i++) {
        list_reader list = {
            .option = lists[i].option, .text = lists[i].text, .rest = lists[i].text};
        bool more = lists[i].text != NULL;
        while (more && status == DW_OK) {
            status = next_name(&list, &more, error);
            if (more && status == DW_OK) {
                status = lists[i].take(plan, request, &list, error);
            }
        }
    }
    return status;
}

/* A strategy with a board needs maps with one. */
static dw_status check_boards(const dw_matrix_plan *plan, dw_error *error)
{
    dw_status status = DW_OK;
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        const dw_matrix_guards *guards = &plan->guards[g];
        for (uint32_t m = 0; m < plan->map_count && guards->has_strategy && status == DW_OK; m++) {
            status = dw_board_check_map(&guards->strategy, plan->maps[m].map, error);
            if (status != DW_OK) {
                dw_error_prefix(error, guards->name);
            }
        }
    }
    return status;
}

static dw_status take_seeds(dw_matrix_plan *plan, const char *text, dw_error *error)
{
    uint64_t last = 0;
    const dw_status status = dw_seeds_parse(text, &plan->first_seed, &last, error);
    if (status != DW_OK) {
        return status;
    }
    const uint64_t beyond_first = last - plan->first_seed;
    if (beyond_first >= DW_MATRIX_SEEDS_MAX) {
        return dw_fail(error, DW_RANGE, "--seeds %s: at most %d seeds", text, DW_MATRIX_SEEDS_MAX);
    }
    plan->seed_count = (uint32_t)beyond_first + 1;
    const uint64_t matches = (uint64_t)plan->cell_count * plan->seed_count;
    if (matches > DW_MATRIX_MATCHES_MAX) {
        return dw_fail(error, DW_RANGE, "%llu cells with %u seeds each are more than %d matches",
                       (unsigned long long)plan->cell_count, plan->seed_count,
                       DW_MATRIX_MATCHES_MAX);
    }
    plan->match_count = (uint32_t)matches;
    return DW_OK;
}

dw_status dw_matrix_plan_create(dw_matrix_plan *plan, const dw_matrix_request *request,
                                dw_error *error)
{
    memset(plan, 0, sizeof *plan);
    plan->ruleset = request->ruleset != NULL ? request->ruleset : "reference";
    plan->ticks_max = (uint32_t)request->ticks_max;
    dw_status status = take_lists(plan, request, error);
    status = status == DW_OK ? check_boards(plan, error) : status;
    if (status == DW_OK) {
        plan->cell_count =
            plan->map_count * plan->count_count * plan->guards_count * plan->policy_count;
        status = take_seeds(plan, request->seeds, error);
    }
    if (status != DW_OK) {
        dw_matrix_plan_destroy(plan);
    }
    return status;
}

void dw_matrix_plan_destroy(dw_matrix_plan *plan)
{
    for (uint32_t m = 0; m < plan->map_count; m++) {
        dw_lab_data_destroy(&plan->maps[m]);
    }
    plan->map_count = 0;
    dw_brain_library_clear(&plan->library);
}

dw_matrix_cell_key dw_matrix_plan_key(const dw_matrix_plan *plan, uint32_t cell)
{
    dw_matrix_cell_key key;
    key.policy = cell % plan->policy_count;
    cell /= plan->policy_count;
    key.guards = cell % plan->guards_count;
    cell /= plan->guards_count;
    key.count = cell % plan->count_count;
    key.map = cell / plan->count_count;
    return key;
}

uint32_t dw_matrix_plan_cell(const dw_matrix_plan *plan, const dw_matrix_cell_key *key)
{
    const uint32_t table = key->map * plan->count_count + key->count;
    return (table * plan->guards_count + key->guards) * plan->policy_count + key->policy;
}

uint32_t dw_matrix_plan_heats(const dw_matrix_plan *plan)
{
    return plan->map_count * plan->guards_count;
}

uint32_t dw_matrix_plan_heat(const dw_matrix_plan *plan, uint32_t match)
{
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, match / plan->seed_count);
    return key.map * plan->guards_count + key.guards;
}

dw_lab_data dw_matrix_plan_data(const dw_matrix_plan *plan, const dw_matrix_cell_key *key)
{
    const dw_matrix_guards *guards = &plan->guards[key->guards];
    dw_lab_data data = plan->maps[key->map];
    data.rules.strategy = guards->has_strategy ? guards->strategy : data.rules.strategy;
    return data;
}

const char *dw_matrix_plan_map(const dw_matrix_plan *plan, uint32_t map)
{
    const dw_lab_data *data = &plan->maps[map];
    return data->has_mission ? data->mission.name : data->map->name;
}

static dw_status hash_program(uint64_t *hash, dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    const dw_status status =
        dw_file_read("/proc/self/exe", PROGRAM_BYTES_MAX, &bytes, &size, error);
    if (status == DW_OK) {
        *hash = dw_hash_bytes(*hash, bytes, size);
        free(bytes);
    }
    return status;
}

static uint64_t hash_name(uint64_t hash, const char *name)
{
    return dw_hash_bytes(hash, name, strlen(name));
}

dw_status dw_matrix_plan_hash(const dw_matrix_plan *plan, uint64_t *hash, dw_error *error)
{
    uint64_t sum = DW_HASH_START;
    for (uint32_t m = 0; m < plan->map_count; m++) {
        const dw_lab_data *data = &plan->maps[m];
        sum = hash_name(sum, dw_matrix_plan_map(plan, m));
        sum = dw_hash_u64(sum, dw_setup_hash_map(data->map));
        sum = dw_hash_u64(sum, dw_setup_hash_rules(&data->rules));
        sum = dw_hash_bytes(sum, data->mission_bytes, data->mission_size);
    }
    for (uint32_t c = 0; c < plan->count_count; c++) {
        sum = dw_hash_u64(sum, plan->counts[c]);
    }
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        sum = hash_name(sum, plan->guards[g].name);
        sum = hash_name(sum, plan->guards[g].brain->name);
        const dw_data_brain *data = dw_data_brain_of(plan->guards[g].brain);
        if (data != NULL) {
            size_t size;
            const uint8_t *text = dw_data_brain_text(data, &size);
            sum = dw_hash_bytes(sum, text, size);
        }
        sum = dw_hash_bytes(sum, &plan->guards[g].strategy, sizeof plan->guards[g].strategy);
    }
    for (uint32_t p = 0; p < plan->policy_count; p++) {
        sum = hash_name(sum, plan->policies[p]->name);
    }
    sum = hash_name(sum, plan->ruleset);
    sum = dw_hash_u64(sum, plan->first_seed);
    sum = dw_hash_u64(sum, (uint64_t)plan->seed_count << 32 | plan->ticks_max);
    const dw_status status = hash_program(&sum, error);
    if (status == DW_OK) {
        *hash = sum;
    }
    return status;
}
