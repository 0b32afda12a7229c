/* Any bytes as a ruleset file: refused by one clear line, with nothing of it taken, or tunables
 * that are in their ranges and say the same when they are written down and read again. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/world/ruleset.h"
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 16384 };

/* Some values are words, the flags bare ones; all others are numbers. */
static int write_value(const dw_ruleset *rules, uint32_t field, char *text, size_t size)
{
    const char *name = dw_ruleset_field_name(field);
    const int32_t value = dw_ruleset_get(rules, field);
    const char *word = dw_ruleset_word(field, value);
    if (word == NULL) {
        return snprintf(text, size, "\"%s\": %d", name, (int)value);
    }
    const char *quote = strcmp(word, "true") == 0 || strcmp(word, "false") == 0 ? "" : "\"";
    return snprintf(text, size, "\"%s\": %s%s%s", name, quote, word, quote);
}

static size_t write_down(const dw_ruleset *rules, char text[TEXT_MAX])
{
    size_t used = 0;
    for (uint32_t i = 0; i < DW_RULESET_FIELD_COUNT; i++) {
        text[used++] = i == 0 ? '{' : ',';
        const int length = write_value(rules, i, text + used, TEXT_MAX - used);
        DW_CHECK(length > 0 && (size_t)length < TEXT_MAX - used - 1);
        used += (size_t)length;
    }
    text[used++] = '}';
    return used;
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
    char text[TEXT_MAX];
    dw_ruleset again = untouched;
    const size_t length = write_down(&rules, text);
    DW_CHECK(dw_ruleset_load(&again, &brains, "again", (const uint8_t *)text, length, &error) ==
             DW_OK);
    DW_CHECK(memcmp(&again, &rules, sizeof rules) == 0);
    return 0;
}
