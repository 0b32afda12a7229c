#include "common/world/ruleset_kinds.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

void dw_ruleset_take_kinds(dw_ruleset *rules, const dw_map *map)
{
    DW_CHECK(map->kind_count >= 1 && map->kind_count <= DW_KINDS_MAX);
    rules->kind_count = map->kind_count;
    for (uint32_t k = 1; k < map->kind_count; k++) {
        const dw_map_kind *kind = &map->kinds[k];
        rules->kinds[k] = dw_kind_guard();
        (void)snprintf(rules->kind_names[k], DW_KIND_NAME_SIZE, "%s%s%s", kind->name,
                       kind->guard[0] != '\0' ? "/" : "", kind->guard);
    }
}

bool dw_ruleset_kind_is(const dw_ruleset *rules, uint32_t kind, const char *name)
{
    const char *own = rules->kind_names[kind];
    const size_t length = strcspn(own, "/");
    return strlen(name) == length && memcmp(own, name, length) == 0;
}

dw_status dw_ruleset_override(dw_ruleset *rules, const dw_map *map, dw_error *error)
{
    DW_CHECK((uint32_t)rules->kind_count == map->kind_count);
    for (uint32_t k = 0; k < map->kind_count; k++) {
        const dw_map_kind *kind = &map->kinds[k];
        for (uint32_t i = 0; i < kind->override_count; i++) {
            const dw_kind_override *one = &map->overrides[kind->first_override + i];
            const dw_status status =
                dw_tunable_set(&dw_kind_fields[one->field], &rules->kinds[k], one->value);
            DW_CHECK(status == DW_OK); /* The reader of the map has looked at the range. */
        }
    }
    return dw_ruleset_check(rules, error);
}

dw_kind_field_name dw_ruleset_kind_field_name(const dw_ruleset *rules, uint32_t kind,
                                              uint32_t field)
{
    DW_CHECK(kind < (uint32_t)rules->kind_count && field < DW_KIND_FIELD_COUNT);
    dw_kind_field_name name;
    const int length = snprintf(name.text, sizeof name.text, "kinds.%s.%s", rules->kind_names[kind],
                                dw_kind_fields[field].name);
    DW_CHECK(length > 0 && (size_t)length < sizeof name.text);
    return name;
}

dw_status dw_ruleset_set_kind_field(dw_ruleset *rules, const char *name, int32_t value)
{
    static const char prefix[] = "kinds.";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return DW_NOT_FOUND;
    }
    name += sizeof prefix - 1;
    /* Names of guards may hold points: the known kinds say where the path begins. */
    for (uint32_t k = 0; k < (uint32_t)rules->kind_count; k++) {
        const size_t length = strlen(rules->kind_names[k]);
        if (strncmp(name, rules->kind_names[k], length) != 0 || name[length] != '.') {
            continue;
        }
        const uint32_t field =
            dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, name + length + 1);
        if (field < DW_KIND_FIELD_COUNT) {
            return dw_tunable_set(&dw_kind_fields[field], &rules->kinds[k], value);
        }
    }
    return DW_NOT_FOUND;
}
