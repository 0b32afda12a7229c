/* ruleset_kinds.h - the kinds of one map within a ruleset. A ruleset has kind `guard` and, for a
 * map whose guards are of more kinds, those too:
 *
 *     dw_ruleset_take_kinds      a place for each kind of the map, with its name
 *     dw_kind_load               what the file of each kind says
 *     dw_ruleset_load            what the ruleset overrides, by the name of the kind
 *     dw_ruleset_override        what single guards of the map override, last
 *
 * Owns: the order of these, names of kinds, names of their fields in replays. Knows no files. Pure.
 */
#ifndef DW_WORLD_RULESET_KINDS_H
#define DW_WORLD_RULESET_KINDS_H

#include "common/world/ruleset.h"

/* The kinds of the map, in its order; those beside `guard` as dw_kind_guard() until their files are
 * read. A kind with overrides is called "NAME/GUARD", after the first guard that has them. */
void dw_ruleset_take_kinds(dw_ruleset *rules, const dw_map *map);

/* Whether rules.kinds[kind] is kind `name`, with or without overrides of a guard. */
bool dw_ruleset_kind_is(const dw_ruleset *rules, uint32_t kind, const char *name);

/* What guards of the map override for themselves; then checks each kind. The error names kind and
 * field, not the file of the map. */
DW_MUST_USE dw_status dw_ruleset_override(dw_ruleset *rules, const dw_map *map, dw_error *error);

/* A name such as kinds.dog.gaits.calm.speed_mm_s. */
typedef struct dw_kind_field_name {
    char text[DW_KIND_NAME_SIZE + 64];
} dw_kind_field_name;

dw_kind_field_name dw_ruleset_kind_field_name(const dw_ruleset *rules, uint32_t kind,
                                              uint32_t field);

/* Sets a field by such a name. DW_NOT_FOUND, or DW_RANGE; then nothing is written. */
DW_MUST_USE dw_status dw_ruleset_set_kind_field(dw_ruleset *rules, const char *name, int32_t value);

#endif
