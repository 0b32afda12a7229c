#include "common/world/kind.h"

#include "common/base/check.h"
#include "common/base/fixed.h"

#include <inttypes.h>
#include <stddef.h>

const dw_tunable dw_kind_fields[DW_KIND_FIELD_COUNT] = {
#define FIELD(path, initial, low, high, text)                                                      \
    {#path, offsetof(dw_kind, path), (initial), (low), (high), (text)},
    DW_KIND_FIELDS(FIELD)
#undef FIELD
};

/* A member that no list names would be neither loaded nor recorded. */
_Static_assert(sizeof(dw_kind) == DW_KIND_FIELD_COUNT * sizeof(int32_t), "a kind is its fields");

dw_kind dw_kind_guard(void)
{
    return (dw_kind){
#define DEFAULT(path, initial, low, high, text) .path = (initial),
        DW_KIND_FIELDS(DEFAULT)
#undef DEFAULT
    };
}

static const dw_tunable *field_at(size_t offset)
{
    uint32_t i = 0;
    while (dw_kind_fields[i].offset != offset) {
        i++;
    }
    return &dw_kind_fields[i];
}

const dw_tunable *dw_kind_told_field(uint32_t index)
{
    static const size_t shown[] = {
#define OFFSET(path) offsetof(dw_kind, path),
        DW_KIND_SHOWN_FIELDS(OFFSET)
#undef OFFSET
    };
    DW_CHECK(index < DW_KIND_TOLD_COUNT);
    return index < DW_KIND_PUBLIC_COUNT ? &dw_kind_fields[index]
                                        : field_at(shown[index - DW_KIND_PUBLIC_COUNT]);
}

dw_kind dw_kind_as_told(const dw_kind *kind)
{
    dw_kind told = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const dw_tunable *field = dw_kind_told_field(i);
        const dw_status status = dw_tunable_set(field, &told, dw_tunable_get(field, kind));
        DW_CHECK(status == DW_OK);
    }
    return told;
}

const char *dw_kind_word(uint32_t field, int32_t value)
{
    static const char *const looks[] = {
#define LOOK(name, text) text,
        DW_KIND_LOOKS(LOOK)
#undef LOOK
    };
    DW_CHECK(field < DW_KIND_FIELD_COUNT);
    const dw_tunable *it = &dw_kind_fields[field];
    DW_CHECK(value >= it->low && value <= it->high);
    return it->offset == offsetof(dw_kind, look) ? looks[value] : NULL;
}

static dw_status check_eyes(const dw_kind_eyes *eyes, dw_error *error)
{
    if (eyes->meter_cap < eyes->meter_full) {
        return dw_fail(error, DW_RANGE,
                       "senses.eyes.meter_cap: %" PRId32 " is below meter_full, which is %" PRId32,
                       eyes->meter_cap, eyes->meter_full);
    }
    if (eyes->meter_near > 0 && eyes->meter_far_loss >= eyes->meter_near) {
        return dw_fail(error, DW_RANGE,
                       "senses.eyes.meter_far_loss: %" PRId32
                       " leaves nothing of meter_near, which is %" PRId32,
                       eyes->meter_far_loss, eyes->meter_near);
    }
    return DW_OK;
}

static dw_status check_need(const dw_kind_need *need, const char *name, dw_error *error)
{
    return need->low < need->high
               ? DW_OK
               : dw_fail(error, DW_RANGE,
                         "needs.%s.low: %" PRId32 " is not below high, which is %" PRId32, name,
                         need->low, need->high);
}

dw_status dw_kind_check(const dw_kind *kind, dw_error *error)
{
    dw_status status = dw_tunable_check_all(dw_kind_fields, DW_KIND_FIELD_COUNT, kind, error);
    if (status != DW_OK) {
        return status;
    }
    if (kind->body.size_mm > 0 && kind->body.size_mm < DW_KIND_SIZE_LEAST_MM) {
        return dw_fail(error, DW_RANGE, "body.size_mm: %" PRId32 " is not 0 and not in %d .. 1500",
                       kind->body.size_mm, (int)DW_KIND_SIZE_LEAST_MM);
    }
    status = check_eyes(&kind->senses.eyes, error);
    if (status == DW_OK) {
        status = check_need(&kind->needs.hunger, "hunger", error);
    }
    if (status == DW_OK) {
        status = check_need(&kind->needs.energy, "energy", error);
    }
    return status == DW_OK ? check_need(&kind->needs.fear, "fear", error) : status;
}
