#include "server/mind/data/motive.h"

#include "server/mind/data/watchfulness.h"

#include <stdio.h>
#include <string.h>

enum { HYSTERESIS_STANDARD = 50 };

/* The condition that makes it count, or NULL; `empty` when it needs none. */
static const dw_condition *holding(const dw_motive *motive, const dw_facts *facts)
{
    static const dw_condition empty;
    for (uint8_t i = 0; i < motive->when_count; i++) {
        if (dw_condition_holds(&motive->when[i], facts)) {
            return &motive->when[i];
        }
    }
    return motive->when_count == 0 ? &empty : NULL;
}

uint8_t dw_motives_choose(const dw_motives *motives, const dw_facts *facts, uint8_t current,
                          uint32_t without, uint32_t kept)
{
    uint8_t best = DW_MOTIVE_NONE;
    int32_t most = INT32_MIN;
    for (uint8_t i = 0; i < motives->count; i++) {
        const bool is_kept = (kept >> i & 1) != 0;
        if ((without >> i & 1) != 0 || (!is_kept && holding(&motives->of[i], facts) == NULL)) {
            continue;
        }
        const int32_t points =
            dw_score_of(&motives->of[i].priority, facts) + (i == current ? motives->hysteresis : 0);
        if (points > most) {
            most = points;
            best = i;
        }
    }
    return best;
}

dw_cause dw_motives_cause(const dw_motives *motives, const dw_facts *facts, uint8_t last,
                          uint8_t next)
{
    if (next == DW_MOTIVE_NONE) {
        return DW_CAUSE_DONE;
    }
    const dw_motive *it = &motives->of[next];
    const dw_condition *when = holding(it, facts);
    if (last != DW_MOTIVE_NONE &&
        dw_score_of(&it->priority, facts) <= dw_score_of(&motives->of[last].priority, facts)) {
        return DW_CAUSE_DONE;
    }
    return when != NULL && when->count > 0 ? dw_condition_cause(when)
                                           : dw_score_cause(&it->priority);
}

static dw_status read_when(dw_brain_reader *reader, const json_t *value, dw_motive *out)
{
    if (!json_is_array(value) || !json_is_array(json_array_get(value, 0))) {
        out->when_count = value != NULL ? 1 : 0;
        return dw_condition_read(reader, value, &out->when[0]);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; status == DW_OK && i < json_array_size(value); i++) {
        if (i == DW_MOTIVE_WHENS_MAX) {
            return dw_brain_refuse(reader, "more than %d conditions", DW_MOTIVE_WHENS_MAX);
        }
        const size_t mark = dw_brain_enter_index(reader, i);
        status = dw_condition_read(reader, json_array_get(value, i), &out->when[i]);
        dw_brain_leave(reader, mark);
        out->when_count = (uint8_t)(i + 1);
    }
    return status;
}

dw_status dw_motive_read(dw_brain_reader *reader, const char *name, const json_t *value,
                         dw_motive *out)
{
    *out = (dw_motive){.when_count = 0};
    (void)snprintf(out->name, sizeof out->name, "%s", name);
    size_t mark = dw_brain_enter(reader, "when");
    dw_status status = read_when(reader, json_object_get(value, "when"), out);
    dw_brain_leave(reader, mark);
    if (status == DW_OK) {
        mark = dw_brain_enter(reader, "priority");
        status = dw_score_read(reader, json_object_get(value, "priority"), &out->priority);
        dw_brain_leave(reader, mark);
    }
    return status;
}

dw_status dw_motives_read_hysteresis(dw_brain_reader *reader, const json_t *root, dw_motives *out)
{
    out->hysteresis = HYSTERESIS_STANDARD;
    return dw_brain_member_number(reader, root, "hysteresis", 0, DW_SCORE_POINTS_MAX,
                                  &out->hysteresis);
}

void dw_motive_print(const dw_motive *motive, char *text, size_t size)
{
    char part[DW_BRAIN_PLACE_MAX];
    size_t length = 0;
    text[0] = '\0';
    for (uint8_t i = 0; i < motive->when_count && length < size; i++) {
        dw_condition_print(&motive->when[i], part, sizeof part);
        length +=
            (size_t)snprintf(text + length, size - length, "%s %s", i == 0 ? "when" : "\nor", part);
    }
    dw_score_print(&motive->priority, part, sizeof part);
    if (length < size) {
        (void)snprintf(text + length, size - length, "%s%s points", length > 0 ? "\n" : "", part);
    }
}

uint64_t dw_motives_watch(const dw_motives *motives)
{
    uint64_t facts = 0;
    for (uint8_t i = 0; i < motives->count; i++) {
        const dw_motive *motive = &motives->of[i];
        for (uint8_t w = 0; w < motive->when_count; w++) {
            facts |= dw_condition_waits_for(&motive->when[w]);
        }
        for (uint8_t p = 0; p < motive->priority.count; p++) {
            facts |= UINT64_C(1) << motive->priority.parts[p].fact;
        }
    }
    return facts;
}

uint8_t dw_motives_find(const dw_motives *motives, const char *name)
{
    for (uint8_t i = 0; i < motives->count; i++) {
        if (strcmp(motives->of[i].name, name) == 0) {
            return i;
        }
    }
    return DW_MOTIVE_NONE;
}
