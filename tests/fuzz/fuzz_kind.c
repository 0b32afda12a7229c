/* Any bytes as a kind file: refused by one clear line, with nothing of it taken, or a kind whose
 * fields are in their ranges and say the same when they are written down and read again. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/world/kind.h"
#include "fuzz.h"
#include "tests/support/json_path.h"

#include <stdlib.h>
#include <string.h>

static char *write_down(const dw_kind *kind, const char *brain)
{
    json_t *root = json_pack("{s:s}", "brain", brain);
    DW_CHECK(root != NULL);
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const int32_t value = dw_tunable_get(&dw_kind_fields[i], kind);
        const char *word = dw_kind_word(i, value);
        dw_json_put_at(root, dw_kind_fields[i].name,
                       word != NULL ? json_string(word) : json_integer(value));
    }
    char *text = json_dumps(root, JSON_COMPACT);
    DW_CHECK(text != NULL);
    json_decref(root);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const dw_kind untouched = dw_kind_guard();
    dw_kind kind = untouched;
    char brain[DW_NAME_SIZE] = "";
    dw_error error = {""};
    if (dw_kind_load(&kind, brain, "kinds/fuzz.json", data, size, &error) != DW_OK) {
        DW_CHECK(memcmp(&kind, &untouched, sizeof kind) == 0 && brain[0] == '\0');
        dw_expect_clear_line(&error, "kinds/fuzz.json");
        return 0;
    }
    DW_CHECK(error.text[0] == '\0');
    DW_CHECK(dw_kind_check(&kind, NULL) == DW_OK);
    char *text = write_down(&kind, brain);
    dw_kind again = untouched;
    char same[DW_NAME_SIZE];
    DW_CHECK(dw_kind_load(&again, same, "again", (const uint8_t *)text, strlen(text), &error) ==
             DW_OK);
    free(text);
    DW_CHECK(memcmp(&again, &kind, sizeof kind) == 0 && strcmp(brain, same) == 0);
    return 0;
}
