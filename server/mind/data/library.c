#include "server/mind/data/library.h"

#include "common/base/check.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>
#include <string.h>

/* The length of a name without its version. */
static size_t base_length(const char *name)
{
    return strcspn(name, "@");
}

static bool is_version_of(const dw_data_brain *brain, const char *name)
{
    const char *own = dw_data_brain_kind(brain)->name;
    const size_t length = base_length(own);
    return strlen(name) == length && memcmp(own, name, length) == 0;
}

const dw_brain_kind *dw_brain_library_exact(const dw_brain_library *library, const char *name)
{
    const dw_brain_kind *kind = dw_brain_find(name);
    for (uint32_t i = 0; library != NULL && kind == NULL && i < library->count; i++) {
        const dw_brain_kind *one = dw_data_brain_kind(library->brains[i]);
        kind = strcmp(one->name, name) == 0 ? one : NULL;
    }
    return kind;
}

const dw_brain_kind *dw_brain_library_find(const dw_brain_library *library, const char *name)
{
    for (uint32_t i = library != NULL ? library->count : 0; i > 0; i--) {
        if (is_version_of(library->brains[i - 1], name)) {
            return dw_data_brain_kind(library->brains[i - 1]);
        }
    }
    return dw_brain_library_exact(library, name);
}

/* 1 for a name without one. */
static uint32_t version_in(const char *name)
{
    const char *at = strchr(name, '@');
    return at != NULL ? (uint32_t)strtoul(at + 1, NULL, 10) : 1;
}

dw_status dw_brain_library_put(dw_brain_library *library, dw_data_brain *brain)
{
    if (library->count == DW_LIBRARY_BRAINS_MAX) {
        return DW_FULL;
    }
    uint32_t newest = 0; /* A save may have brought version 2 alone. */
    for (uint32_t i = 0; i < library->count; i++) {
        const dw_data_brain *other = library->brains[i];
        if (is_version_of(other, dw_data_brain_kind(brain)->name)) {
            const uint32_t version = version_in(dw_data_brain_kind(other)->name);
            newest = version > newest ? version : newest;
        }
    }
    if (newest > 0) {
        dw_data_brain_set_version(brain, newest + 1);
    }
    library->brains[library->count++] = brain;
    return DW_OK;
}

dw_status dw_brain_library_keep(dw_brain_library *library, const char *name, const uint8_t *text,
                                size_t size, dw_error *error)
{
    const dw_brain_kind *kind = dw_brain_library_exact(library, name);
    if (kind != NULL) {
        const dw_data_brain *there = dw_data_brain_of(kind);
        return there != NULL && dw_data_brain_has_text(there, text, size)
                   ? DW_OK
                   : dw_fail(error, DW_INVALID, "brain \"%s\": another brain has this name here",
                             name);
    }
    if (library->count == DW_LIBRARY_BRAINS_MAX) {
        return dw_fail(error, DW_FULL, "brain \"%s\": more than %d brains are loaded", name,
                       DW_LIBRARY_BRAINS_MAX);
    }
    dw_data_brain *brain = NULL;
    const dw_status status = dw_data_brain_load(&brain, name, text, size, error);
    if (status == DW_OK) {
        library->brains[library->count++] = brain;
    }
    return status;
}

static const dw_brain_kind *find_exact(const void *context, const char *name)
{
    return dw_brain_library_exact(context, name);
}

dw_brain_finder dw_brain_library_finder(const dw_brain_library *library)
{
    return (dw_brain_finder){find_exact, library};
}

void dw_brain_library_clear(dw_brain_library *library)
{
    for (uint32_t i = 0; i < library->count; i++) {
        dw_data_brain_destroy(library->brains[i]);
    }
    library->count = 0;
}

dw_status dw_brains_check_map(const dw_brain_library *library, const dw_map *map, dw_error *error)
{
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_guard_post *post = &map->guards[g];
        if (post->brain[0] != '\0' && dw_brain_library_find(library, post->brain) == NULL) {
            return dw_fail(error, DW_INVALID,
                           "guard \"%s\": unknown brain \"%s\" (known: %s, files of maps/brains)",
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

dw_status dw_brains_check_rules(const dw_brain_library *library, const dw_ruleset_brains *said,
                                const dw_map *map, dw_error *error)
{
    for (uint32_t k = 0; k < map->kind_count; k++) {
        if (said->kinds[k][0] != '\0' && dw_brain_library_find(library, said->kinds[k]) == NULL) {
            return dw_fail(error, DW_INVALID,
                           "kind \"%s\": unknown brain \"%s\" (known: %s, files of maps/brains)",
                           map->kinds[k].name, said->kinds[k], dw_brain_list());
        }
    }
    if (said->all[0] != '\0' && dw_brain_library_find(library, said->all) == NULL) {
        return dw_fail(error, DW_INVALID,
                       "brain: unknown brain \"%s\" (known: %s, files of maps/brains)", said->all,
                       dw_brain_list());
    }
    for (uint16_t i = 0; i < said->count; i++) {
        const char *guard = said->of[i].guard;
        if (dw_brain_library_find(library, said->of[i].brain) == NULL) {
            return dw_fail(
                error, DW_INVALID,
                "brains: guard \"%s\": unknown brain \"%s\" (known: %s, files of maps/brains)",
                guard, said->of[i].brain, dw_brain_list());
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

void dw_brains_choose(const dw_brain_library *library, const dw_brain_kind *brains[DW_GUARDS_MAX],
                      const dw_brain_kind *all, const dw_map *map, const dw_ruleset_brains *said)
{
    const char *each = said->all[0] != '\0' ? said->all : dw_brain_default()->name;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        brains[g] = dw_brain_library_find(
            library, has_own_brain(map, g, said) ? said->kinds[map->guards[g].kind] : each);
    }
    for (uint16_t i = 0; i < said->count; i++) {
        const uint16_t g = find_guard(map, said->of[i].guard);
        DW_CHECK(g < map->guard_count);
        brains[g] = dw_brain_library_find(library, said->of[i].brain);
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (map->guards[g].brain[0] != '\0') {
            brains[g] = dw_brain_library_find(library, map->guards[g].brain);
        }
        brains[g] = all != NULL && !has_own_brain(map, g, said) ? all : brains[g];
        DW_CHECK(brains[g] != NULL);
    }
}
