/* skill_table.c - the table of skills, and how a call of one is read. */
#include "server/mind/data/skills.h"

#include "common/base/check.h"
#include "common/base/text.h"

#include <string.h>

static const dw_skill *const table[] = {
#define SKILL_ROW(name) &dw_skill_##name,
    DW_SKILLS(SKILL_ROW)
#undef SKILL_ROW
};

uint32_t dw_skill_count(void)
{
    return DW_COUNT_OF(table);
}

const dw_skill *dw_skill_at(uint32_t skill)
{
    DW_DCHECK(skill < DW_COUNT_OF(table));
    return table[skill];
}

uint32_t dw_skill_find(const char *name)
{
    uint32_t skill = 0;
    while (skill < dw_skill_count() && strcmp(table[skill]->name, name) != 0) {
        skill++;
    }
    return skill;
}

static dw_status read_param(dw_brain_reader *reader, const dw_skill_param *param,
                            const json_t *value, int32_t *out)
{
    *out = param->standard;
    if (value == NULL) {
        return DW_OK;
    }
    const size_t mark = dw_brain_enter(reader, param->name);
    dw_status status = DW_OK;
    if (param->words == NULL) {
        status = dw_brain_read_number(reader, value, param->low, param->high, out);
    } else {
        const char *word = json_is_string(value) ? json_string_value(value) : "";
        int32_t at = 0;
        while (param->words[at] != NULL && strcmp(param->words[at], word) != 0) {
            at++;
        }
        *out = at;
        if (param->words[at] == NULL) {
            status = dw_brain_refuse(reader, "must be %s", param->meaning);
        }
    }
    dw_brain_leave(reader, mark);
    return status;
}

static dw_status find_skill(dw_brain_reader *reader, const json_t *value, uint32_t *out)
{
    const char *name = json_string_value(value);
    *out = name != NULL ? dw_skill_find(name) : dw_skill_count();
    if (*out == dw_skill_count()) {
        return dw_brain_refuse(reader, "unknown skill \"%.40s\" (duskwatch-lab brain facts)",
                               name != NULL && dw_text_is_clean(name, strlen(name)) ? name : "");
    }
    return DW_OK;
}

dw_status dw_skill_call_read(dw_brain_reader *reader, const json_t *value,
                             const char *const *others, dw_skill_call *out)
{
    enum { KNOWN_MAX = 16 };
    const char *known[KNOWN_MAX] = {"skill"};
    uint32_t skill = 0;
    *out = (dw_skill_call){.skill = 0};
    const bool plain = json_is_string(value);
    const size_t mark = strlen(reader->place);
    if (!plain) {
        (void)dw_brain_enter(reader, "skill");
    }
    dw_status status = find_skill(reader, plain ? value : json_object_get(value, "skill"), &skill);
    if (status != DW_OK) {
        return status;
    }
    dw_brain_leave(reader, mark);
    DW_CHECK(skill < DW_COUNT_OF(table));
    const dw_skill *it = table[skill];
    out->skill = (uint8_t)skill;
    reader->goals |= it->goal_bit;
    uint32_t count = 1;
    for (uint32_t i = 0; i < DW_SKILL_ARGS_MAX && it->params[i].name != NULL; i++) {
        known[count++] = it->params[i].name;
        status = read_param(reader, &it->params[i], json_object_get(value, it->params[i].name),
                            &out->args[i]);
        if (status != DW_OK) {
            return status;
        }
    }
    for (; others != NULL && *others != NULL && count < KNOWN_MAX - 1; others++) {
        known[count++] = *others;
    }
    known[count] = NULL;
    return plain ? DW_OK : dw_brain_members(reader, value, known);
}
