#include "server/host/console_level.h"

#include "common/base/check.h"

#include <string.h>

const char *dw_console_level_word(dw_console_level level)
{
#define LEVEL_WORD(name, word) word,
    static const char *const words[] = {DW_CONSOLE_LEVELS(LEVEL_WORD)};
#undef LEVEL_WORD
    DW_CHECK(level < DW_CONSOLE_LEVEL_COUNT);
    return words[level];
}

dw_status dw_console_level_find(const char *word, dw_console_level *level)
{
    for (int i = 0; i < DW_CONSOLE_LEVEL_COUNT; i++) {
        if (strcmp(dw_console_level_word((dw_console_level)i), word) == 0) {
            *level = (dw_console_level)i;
            return DW_OK;
        }
    }
    return DW_NOT_FOUND;
}
