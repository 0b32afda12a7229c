#include "server/mind/data/score.h"

#include "common/base/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int32_t dw_score_of(const dw_score *score, const dw_facts *facts)
{
    int32_t points = score->base;
    for (uint8_t i = 0; i < score->count; i++) {
        const dw_consideration *part = &score->parts[i];
        points += dw_curve_at(&part->curve, facts->of[part->fact]) * part->weight / DW_CURVE_FULL;
    }
    return points;
}

int32_t dw_score_least(const dw_score *score)
{
    int32_t points = score->base;
    for (uint8_t i = 0; i < score->count; i++) {
        points += score->parts[i].weight < 0 ? score->parts[i].weight : 0;
    }
    return points;
}

int32_t dw_score_most(const dw_score *score)
{
    int32_t points = score->base;
    for (uint8_t i = 0; i < score->count; i++) {
        points += score->parts[i].weight > 0 ? score->parts[i].weight : 0;
    }
    return points;
}

dw_cause dw_score_cause(const dw_score *score)
{
    const dw_consideration *heaviest = NULL;
    for (uint8_t i = 0; i < score->count; i++) {
        if (heaviest == NULL || score->parts[i].weight > heaviest->weight) {
            heaviest = &score->parts[i];
        }
    }
    return heaviest != NULL ? dw_fact_table[heaviest->fact].cause : DW_CAUSE_DONE;
}

void dw_score_print(const dw_score *score, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    if (score->base != 0 || score->count == 0) {
        length = (size_t)snprintf(text, size, "%" PRId32, score->base);
    }
    for (uint8_t i = 0; i < score->count && length < size; i++) {
        const dw_consideration *part = &score->parts[i];
        length += (size_t)snprintf(text + length, size - length, "%s%" PRId32 " by %s",
                                   length > 0 ? "\n+ " : "", part->weight,
                                   dw_fact_table[part->fact].name);
        if (dw_fact_table[part->fact].type == DW_FACT_NUMBER && length < size) {
            length += (size_t)snprintf(text + length, size - length, " %" PRId32 "..%" PRId32 " %s",
                                       part->curve.from, part->curve.to,
                                       dw_curve_names[part->curve.shape]);
        }
    }
}

static dw_status read_fact(dw_brain_reader *reader, const json_t *value, dw_consideration *out)
{
    if (!json_is_string(value)) {
        return dw_brain_refuse(reader, "`fact` is missing: the name of a fact");
    }
    const uint32_t fact = dw_fact_find(json_string_value(value));
    if (fact == DW_FACT_COUNT) {
        return dw_brain_refuse(reader, "unknown fact \"%s\"", json_string_value(value));
    }
    out->fact = (uint8_t)fact;
    out->curve = (dw_curve){
        .shape = DW_CURVE_LINEAR,
        .to = dw_fact_table[fact].type == DW_FACT_FLAG ? 1 : DW_SCORE_POINTS_MAX,
    };
    return DW_OK;
}

static dw_status read_shape(dw_brain_reader *reader, const json_t *value, dw_curve *out)
{
    if (value == NULL) {
        return DW_OK;
    }
    for (uint32_t shape = 0; shape < DW_CURVE_SHAPE_COUNT; shape++) {
        if (json_is_string(value) && strcmp(json_string_value(value), dw_curve_names[shape]) == 0) {
            out->shape = (uint8_t)shape;
            return DW_OK;
        }
    }
    return dw_brain_refuse(reader, "`curve` must be linear, quadratic or logistic");
}

static dw_status read_part(dw_brain_reader *reader, const json_t *value, dw_score *out)
{
    static const char *const known[] = {"fact", "curve", "from", "to", "weight", NULL};
    if (json_is_integer(value)) {
        int32_t points = 0;
        const dw_status status =
            dw_brain_read_number(reader, value, -DW_SCORE_POINTS_MAX, DW_SCORE_POINTS_MAX, &points);
        out->base += points;
        return status;
    }
    if (out->count == DW_SCORE_PARTS_MAX) {
        return dw_brain_refuse(reader, "more than %d considerations", DW_SCORE_PARTS_MAX);
    }
    dw_consideration *part = &out->parts[out->count++];
    dw_status status = dw_brain_members(reader, value, known);
    if (status == DW_OK) {
        status = read_fact(reader, json_object_get(value, "fact"), part);
    }
    if (status == DW_OK) {
        status = read_shape(reader, json_object_get(value, "curve"), &part->curve);
    }
    const int32_t most = DW_CONDITION_NUMBER_MAX;
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, value, "from", -most, most, &part->curve.from);
    }
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, value, "to", -most, most, &part->curve.to);
    }
    if (status == DW_OK && part->curve.from == part->curve.to) {
        status = dw_brain_refuse(reader, "`from` and `to` must differ");
    }
    part->weight = DW_SCORE_POINTS_MAX;
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, value, "weight", -DW_SCORE_POINTS_MAX,
                                        DW_SCORE_POINTS_MAX, &part->weight);
    }
    return status;
}

dw_status dw_score_read(dw_brain_reader *reader, const json_t *value, dw_score *out)
{
    *out = (dw_score){.count = 0};
    if (value == NULL) {
        return DW_OK;
    }
    if (!json_is_array(value)) {
        return read_part(reader, value, out);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; status == DW_OK && i < json_array_size(value); i++) {
        const size_t mark = dw_brain_enter_index(reader, i);
        status = read_part(reader, json_array_get(value, i), out);
        dw_brain_leave(reader, mark);
    }
    return status;
}
