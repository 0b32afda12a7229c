#include "server/mind/data/deeds.h"

dw_status dw_deeds_read(dw_brain_reader *reader, const json_t *object, dw_deeds *out)
{
    const json_t *list = json_object_get(object, "also");
    *out = (dw_deeds){.count = 0};
    if (list == NULL) {
        return DW_OK;
    }
    const size_t mark = dw_brain_enter(reader, "also");
    if (!json_is_array(list) || json_array_size(list) > DW_DEEDS_MAX) {
        return dw_brain_refuse(reader, "must be a list of at most %d skills", DW_DEEDS_MAX);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const size_t inner = dw_brain_enter_index(reader, i);
        dw_skill_call *deed = &out->of[out->count++];
        const dw_status status = dw_skill_call_read(reader, json_array_get(list, i), NULL, deed);
        if (status != DW_OK) {
            return status;
        }
        if (dw_skill_at(deed->skill)->walks) {
            return dw_brain_refuse(reader, "\"%s\" moves the body: it can't be a deed",
                                   dw_skill_at(deed->skill)->name);
        }
        dw_brain_leave(reader, inner);
    }
    dw_brain_leave(reader, mark);
    return DW_OK;
}

void dw_deeds_run(const dw_deeds *deeds, dw_run *run, uint8_t node, dw_run_reason reason)
{
    for (uint8_t i = 0; i < deeds->count; i++) {
        (void)dw_run_skill(run, node, &deeds->of[i], reason);
    }
}
