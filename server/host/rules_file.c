#include "server/host/rules_file.h"

#include "common/world/ruleset_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_FILE_BYTES_MAX = 64 * 1024 };

static dw_status read_data(const char *name, const char *folder, char path[DW_PATH_MAX],
                           uint8_t **bytes, size_t *size, dw_error *error)
{
    const dw_status status = dw_file_find_data(name, folder, ".json", path, error);
    return status != DW_OK ? status : dw_file_read(path, RULES_FILE_BYTES_MAX, bytes, size, error);
}

/* What the files of all kinds say of brains. */
typedef struct kind_brains {
    char of[DW_KINDS_MAX][DW_NAME_SIZE];
} kind_brains;

static dw_status read_kind(dw_ruleset *rules, uint32_t kind, const char *name, kind_brains *brains,
                           dw_error *error)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = read_data(name, "maps/kinds", path, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_kind_load(&rules->kinds[kind], brains->of[kind], path, bytes, size, error);
    }
    free(bytes);
    return status;
}

/* The first guard of that kind comes before what is wrong with its file. */
static void name_the_guard(dw_error *error, const dw_map *map, uint32_t kind)
{
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (map->guards[g].kind == kind) {
            char prefix[DW_NAME_SIZE + sizeof "guard \"\""];
            (void)snprintf(prefix, sizeof prefix, "guard \"%s\"", map->guards[g].name);
            dw_error_prefix(error, prefix);
            break;
        }
    }
    dw_error_prefix(error, map->name);
}

static dw_status read_kinds(dw_ruleset *rules, const dw_map *map, kind_brains *brains,
                            dw_error *error)
{
    if (map == NULL) {
        return read_kind(rules, DW_KIND_GUARD, "guard", brains, error);
    }
    dw_ruleset_take_kinds(rules, map);
    dw_status status = DW_OK;
    for (uint32_t i = 0; i < map->kind_count && status == DW_OK; i++) {
        status = read_kind(rules, i, map->kinds[i].name, brains, error);
        if (status != DW_OK) {
            name_the_guard(error, map, i);
        }
    }
    return status;
}

/* Of the kinds that a ruleset overrides and no guard is of, each has a file: a wrong name would go
 * unnoticed. */
static dw_status check_unused(const dw_ruleset_brains *brains, dw_error *error)
{
    for (uint32_t i = 0; i < brains->unused_count; i++) {
        char path[DW_PATH_MAX];
        const dw_status status =
            dw_file_find_data(brains->unused[i], "maps/kinds", ".json", path, error);
        if (status != DW_OK) {
            dw_error_prefix(error, "kinds");
            return status;
        }
    }
    return DW_OK;
}

static dw_status read_ruleset(dw_ruleset *rules, dw_ruleset_brains *brains, const char *name,
                              char path[DW_PATH_MAX], dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = read_data(name, "maps/rulesets", path, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_ruleset_load(rules, brains, path, bytes, size, error);
    }
    free(bytes);
    if (status == DW_OK) {
        status = check_unused(brains, error);
        if (status != DW_OK) {
            dw_error_prefix(error, path);
        }
    }
    return status;
}

dw_status dw_rules_file_read_strategy(dw_strategy *strategy, const char *name, dw_error *error)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = read_data(name, "maps/strategies", path, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_strategy_load(strategy, path, bytes, size, error);
    }
    free(bytes);
    return status;
}

dw_status dw_rules_file_read(dw_ruleset *rules, dw_ruleset_brains *brains,
                             const dw_rules_choice *choice, const dw_map *map,
                             char path[DW_PATH_MAX], dw_error *error)
{
    *rules = dw_ruleset_reference();
    *brains = (dw_ruleset_brains){.count = 0};
    path[0] = '\0';
    kind_brains of_kinds = {{""}};
    dw_status status = read_kinds(rules, map, &of_kinds, error);
    const dw_rules_choice none = {NULL, NULL};
    choice = choice != NULL ? choice : &none;
    if (status == DW_OK && choice->ruleset != NULL) {
        status = read_ruleset(rules, brains, choice->ruleset, path, error);
    }
    memcpy(brains->kinds, of_kinds.of, sizeof brains->kinds);
    const char *strategy = choice->strategy != NULL      ? choice->strategy
                           : brains->strategy[0] != '\0' ? brains->strategy
                                                         : NULL;
    if (status == DW_OK && strategy != NULL) {
        status = dw_rules_file_read_strategy(&rules->strategy, strategy, error);
    }
    if (status == DW_OK && map != NULL) {
        status = dw_ruleset_override(rules, map, error);
        if (status != DW_OK) {
            dw_error_prefix(error, map->name);
        }
    }
    return status;
}
