#include "server/mind/data/learning.h"

static dw_status read_gains(dw_brain_reader *reader, const json_t *value, dw_lesson_gains *out)
{
    static const char *const known[] = {"habituation", "sensitisation", "cue", NULL};
    int32_t *const gains[] = {&out->habituation, &out->sensitisation, &out->cue};
    dw_status status = dw_brain_members(reader, value, known);
    for (uint32_t i = 0; status == DW_OK && known[i] != NULL; i++) {
        status = dw_brain_member_number(reader, value, known[i], 0, 1000, gains[i]);
    }
    return status;
}

dw_status dw_learning_read(dw_brain_reader *reader, const json_t *root,
                           dw_lesson_gains gains[DW_LESSON_COUNT])
{
    memset(gains, 0, DW_LESSON_COUNT * sizeof gains[0]);
    json_t *list = json_object_get(root, "learns");
    if (list == NULL) {
        return DW_OK;
    }
    const size_t mark = dw_brain_enter(reader, "learns");
    if (!json_is_object(list)) {
        return dw_brain_refuse(reader, "must be an object");
    }
    const char *name;
    json_t *value;
    json_object_foreach(list, name, value)
    {
        const uint32_t kind = dw_lesson_find(name);
        if (kind == DW_LESSON_COUNT) {
            return dw_brain_refuse(reader, "unknown stimulus \"%.40s\" (known: " DW_LESSON_LIST ")",
                                   name);
        }
        const size_t inner = dw_brain_enter(reader, name);
        const dw_status status = read_gains(reader, value, &gains[kind]);
        if (status != DW_OK) {
            return status;
        }
        dw_brain_leave(reader, inner);
    }
    dw_brain_leave(reader, mark);
    return DW_OK;
}

static uint32_t sensed(const dw_percepts *percepts, const dw_facts *facts)
{
    uint32_t out = facts->of[DW_FACT_smells] != 0 ? 1u << DW_LESSON_trail : 0;
    if (facts->of[DW_FACT_sees_intruder] != 0 && facts->of[DW_FACT_detected] == 0) {
        out |= 1u << DW_LESSON_glimpse;
    }
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        const dw_stimulus *heard = &percepts->stimuli[i];
        out |= !heard->from_own_side ? 1u << DW_LESSON_noise : 0;
        out |= heard->from_own_side && heard->is_alarm ? 1u << DW_LESSON_bark : 0;
    }
    return out;
}

void dw_learning_step(dw_lessons *lessons, const dw_lesson_gains gains[DW_LESSON_COUNT],
                      const dw_percepts *percepts, dw_facts *facts)
{
    const bool sighting = facts->of[DW_FACT_detected] != 0 || facts->of[DW_FACT_touched] != 0 ||
                          facts->of[DW_FACT_caught] != 0;
    dw_lessons_step(lessons, gains, sensed(percepts, facts), sighting);
    facts->of[DW_FACT_suspicion] = lessons->suspicion;
}
