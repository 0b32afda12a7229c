#include "server/mind/brains/brains.h"

#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"

#include <string.h>

/* Each brain: its name and its kind. */
#define BRAINS(X)                                                                                  \
    X("null", dw_brain_null)                                                                       \
    X("patrol-only", dw_brain_patrol_only)                                                         \
    X("chaser", dw_brain_chaser)                                                                   \
    X("reference", dw_brain_reference)                                                             \
    X("captain", dw_brain_captain)                                                                 \
    X("servant", dw_brain_servant)                                                                 \
    X("robot", dw_brain_robot)                                                                     \
    X("dog", dw_brain_dog)                                                                         \
    X("cat", dw_brain_cat)                                                                         \
    X("device", dw_brain_device)

#define KIND(name, kind)   &(kind),
#define NAME(name, kind)   name,
#define LISTED(name, kind) ", " name

const dw_brain_kind *dw_brain_find(const char *name)
{
    static const dw_brain_kind *const kinds[] = {BRAINS(KIND)};
    for (size_t i = 0; i < DW_COUNT_OF(kinds); i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

const char *const *dw_brain_names(void)
{
    static const char *const names[] = {BRAINS(NAME) NULL};
    return names;
}

const char *dw_brain_list(void)
{
    static const char list[] = "" BRAINS(LISTED);
    return list + sizeof ", " - 1;
}

const dw_brain_kind *dw_brain_default(void)
{
    return &dw_brain_reference;
}

dw_status dw_brains_check_map(const dw_map *map, dw_error *error)
{
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_guard_post *post = &map->guards[g];
        if (post->brain[0] != '\0' && dw_brain_find(post->brain) == NULL) {
            return dw_fail(error, DW_INVALID, "guard \"%s\": unknown brain \"%s\" (known: %s)",
                           post->name, post->brain, dw_brain_list());
        }
    }
    return DW_OK;
}

/* Index in the map, or guard_count. */
static uint16_t find_guard(const dw_map *map, const char *name)
{
    uint16_t g = 0;
    while (g < map->guard_count && strcmp(map->guards[g].name, name) != 0) {
        g++;
    }
    return g;
}

dw_status dw_brains_check_rules(const dw_ruleset_brains *said, const dw_map *map, dw_error *error)
{
    for (uint32_t k = 0; k < map->kind_count; k++) {
        if (said->kinds[k][0] != '\0' && dw_brain_find(said->kinds[k]) == NULL) {
            return dw_fail(error, DW_INVALID, "kind \"%s\": unknown brain \"%s\" (known: %s)",
                           map->kinds[k].name, said->kinds[k], dw_brain_list());
        }
    }
    if (said->all[0] != '\0' && dw_brain_find(said->all) == NULL) {
        return dw_fail(error, DW_INVALID, "brain: unknown brain \"%s\" (known: %s)", said->all,
                       dw_brain_list());
    }
    for (uint16_t i = 0; i < said->count; i++) {
        const char *guard = said->of[i].guard;
        if (dw_brain_find(said->of[i].brain) == NULL) {
            return dw_fail(error, DW_INVALID,
                           "brains: guard \"%s\": unknown brain \"%s\" (known: %s)", guard,
                           said->of[i].brain, dw_brain_list());
        }
        if (find_guard(map, guard) == map->guard_count) {
            return dw_fail(error, DW_INVALID, "brains: unknown guard \"%s\" in map \"%s\"", guard,
                           map->name);
        }
    }
    return DW_OK;
}

/* A dog plays no guard: what is said of all guards is said of kinds that have the default. */
static bool has_own_brain(const dw_map *map, uint16_t guard, const dw_ruleset_brains *said)
{
    const char *brain = said->kinds[map->guards[guard].kind];
    return brain[0] != '\0' && strcmp(brain, dw_brain_default()->name) != 0;
}

void dw_brains_choose(const dw_brain_kind *brains[DW_GUARDS_MAX], const dw_brain_kind *all,
                      const dw_map *map, const dw_ruleset_brains *said)
{
    const char *each = said->all[0] != '\0' ? said->all : dw_brain_default()->name;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        brains[g] =
            dw_brain_find(has_own_brain(map, g, said) ? said->kinds[map->guards[g].kind] : each);
    }
    for (uint16_t i = 0; i < said->count; i++) {
        const uint16_t g = find_guard(map, said->of[i].guard);
        DW_CHECK(g < map->guard_count);
        brains[g] = dw_brain_find(said->of[i].brain);
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (map->guards[g].brain[0] != '\0') {
            brains[g] = dw_brain_find(map->guards[g].brain);
        }
        brains[g] = all != NULL && !has_own_brain(map, g, said) ? all : brains[g];
        DW_CHECK(brains[g] != NULL);
    }
}
