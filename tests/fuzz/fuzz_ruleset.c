/* Any bytes as a ruleset file: refused by one clear line, with nothing of it taken, or tunables
 * that are in their ranges and say the same when they are written down and read again. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/world/ruleset.h"
#include "fuzz.h"
#include "tests/support/json_path.h"

#include <stdlib.h>
#include <string.h>

/* Some values are words, the flags bare ones; all others are numbers. */
static json_t *write_value(const dw_ruleset *rules, uint32_t field)
{
    const int32_t value = dw_ruleset_get(rules, field);
    const char *word = dw_ruleset_word(field, value);
    if (word == NULL) {
        return json_integer(value);
    }
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        return json_boolean(value);
    }
    return json_string(word);
}

static char *write_down(const dw_ruleset *rules)
{
    json_t *root = json_object();
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        dw_json_put_at(root, dw_ruleset_field(i)->name, write_value(rules, i));
    }
    char *text = json_dumps(root, JSON_COMPACT);
    DW_CHECK(text != NULL);
    json_decref(root);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const dw_ruleset untouched = dw_ruleset_reference();
    dw_ruleset rules = untouched;
    dw_ruleset_brains brains;
    dw_error error = {""};
    if (dw_ruleset_load(&rules, &brains, "rulesets/fuzz.json", data, size, &error) != DW_OK) {
        DW_CHECK(memcmp(&rules, &untouched, sizeof rules) == 0);
        dw_expect_clear_line(&error, "rulesets/fuzz.json");
        return 0;
    }
    DW_CHECK(error.text[0] == '\0');
    DW_CHECK(dw_ruleset_check(&rules, NULL) == DW_OK);
    char *text = write_down(&rules);
    dw_ruleset again = untouched;
    DW_CHECK(dw_ruleset_load(&again, &brains, "again", (const uint8_t *)text, strlen(text),
                             &error) == DW_OK);
    free(text);
    DW_CHECK(memcmp(&again, &rules, sizeof rules) == 0);
    return 0;
}
