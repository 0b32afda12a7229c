/* sweep_field.h - the fields that a sweep changes: "report_ticks=30..300". A field has the name
 * that it has in a ruleset, as a path: report_ticks, strategy.report_ticks,
 * kinds.guard.senses.eyes.meter_near, kinds.dog.senses.nose.range_mm.
 * Owns: reading of such texts, setting of fields in a plan, and the ruleset that says the same.
 * A field of the strategy changes that of the first guards of the plan, and of no others. */
#ifndef DW_LAB_SWEEP_FIELD_H
#define DW_LAB_SWEEP_FIELD_H

#include "common/world/ruleset_kinds.h"
#include "server/lab/matrix_plan.h"
#include "server/lab/sweep_search.h"

enum { DW_SWEEP_VALUE_SIZE = 32 };

typedef struct dw_sweep_field {
    uint32_t index; /* Of dw_ruleset_field; for another kind, that of the same field of `guard`. */
    char kind[DW_NAME_SIZE]; /* "" for kind `guard` and for all that is no field of a kind. */
    dw_kind_field_name name; /* As it was given. */
    dw_sweep_range range;
} dw_sweep_field;

/* Ends are whole numbers, or the words of a field that has words. The error names field and range,
 * and what is allowed. */
DW_MUST_USE dw_status dw_sweep_field_parse(dw_sweep_field *field, const char *text,
                                           dw_error *error);

/* Sets each field in all rulesets of the plan, or in the strategy of its first guards. A field of
 * a kind is set for all guards of the kind, also where a guard of the map has its own. Refuses two
 * values that contradict each other, and a kind that no guard of the maps has. */
DW_MUST_USE dw_status dw_sweep_fields_set(dw_matrix_plan *plan, const dw_sweep_field *fields,
                                          uint32_t count, const int32_t *values, dw_error *error);

/* The path of the field, and a value as a ruleset writes it, without quotation marks. */
const char *dw_sweep_field_name(const dw_sweep_field *field);
void dw_sweep_field_value(const dw_sweep_field *field, int32_t value,
                          char text[DW_SWEEP_VALUE_SIZE]);

/* What a ruleset file says to play the values, as one line of JSON. A ruleset gives all fields of a
 * strategy or none, so a field of the strategy brings all others that differ from the default. To
 * be freed; NULL: no memory. */
char *dw_sweep_fields_ruleset(const dw_matrix_plan *plan, const dw_sweep_field *fields,
                              uint32_t count, const int32_t *values);

#endif
