#include "server/host/rules_file.h"

#include <stdlib.h>

enum { RULES_FILE_BYTES_MAX = 64 * 1024 };

static dw_status read_data(const char *name, const char *folder, char path[DW_PATH_MAX],
                           uint8_t **bytes, size_t *size, dw_error *error)
{
    const dw_status status = dw_file_find_data(name, folder, ".json", path, error);
    return status != DW_OK ? status : dw_file_read(path, RULES_FILE_BYTES_MAX, bytes, size, error);
}

static dw_status read_kinds(dw_ruleset *rules, dw_error *error)
{
    dw_status status = DW_OK;
    for (uint32_t i = 0; i < DW_KIND_COUNT && status == DW_OK; i++) {
        char path[DW_PATH_MAX];
        uint8_t *bytes = NULL;
        size_t size = 0;
        status = read_data(dw_kind_name(i), "maps/kinds", path, &bytes, &size, error);
        if (status == DW_OK) {
            status = dw_kind_load(&rules->kinds[i], path, bytes, size, error);
        }
        free(bytes);
    }
    return status;
}

static dw_status read_strategy(dw_strategy *strategy, const char *name, dw_error *error)
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
                             const dw_rules_choice *choice, char path[DW_PATH_MAX], dw_error *error)
{
    *rules = dw_ruleset_reference();
    *brains = (dw_ruleset_brains){.count = 0};
    path[0] = '\0';
    dw_status status = read_kinds(rules, error);
    const dw_rules_choice none = {NULL, NULL};
    choice = choice != NULL ? choice : &none;
    if (status == DW_OK && choice->ruleset != NULL) {
        uint8_t *bytes = NULL;
        size_t size = 0;
        status = read_data(choice->ruleset, "maps/rulesets", path, &bytes, &size, error);
        if (status == DW_OK) {
            status = dw_ruleset_load(rules, brains, path, bytes, size, error);
        }
        free(bytes);
    }
    const char *strategy = choice->strategy != NULL      ? choice->strategy
                           : brains->strategy[0] != '\0' ? brains->strategy
                                                         : NULL;
    if (status == DW_OK && strategy != NULL) {
        status = read_strategy(&rules->strategy, strategy, error);
    }
    return status;
}
