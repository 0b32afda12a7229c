#include "server/mind/data/named.h"

#include <stdio.h>
#include <string.h>

dw_status dw_named_each(dw_brain_reader *reader, const json_t *root, const char *member,
                        size_t most, dw_named_read *read, void *out)
{
    const size_t mark = dw_brain_enter(reader, member);
    json_t *list = json_object_get(root, member);
    if (!json_is_object(list) || json_object_size(list) == 0 || json_object_size(list) > most) {
        return dw_brain_refuse(reader, "must be an object of 1 to %zu members", most);
    }
    const char *key;
    json_t *value;
    json_object_foreach(list, key, value)
    {
        char name[DW_BRAIN_WORD_SIZE];
        const size_t inner = dw_brain_enter(reader, key);
        if (strlen(key) >= sizeof name) {
            return dw_brain_refuse(reader, "the name is longer than %zu bytes", sizeof name - 1);
        }
        (void)snprintf(name, sizeof name, "%s", key);
        const dw_status status = read(reader, name, value, out);
        if (status != DW_OK) {
            return status;
        }
        dw_brain_leave(reader, inner);
    }
    dw_brain_leave(reader, mark);
    return DW_OK;
}
