/* json_path.h - writes a value where a path says: "gaits.calm.speed_mm_s" makes the groups that are
 * missing. For tests that write rulesets and kinds. */
#ifndef DW_TEST_JSON_PATH_H
#define DW_TEST_JSON_PATH_H

#include "common/base/check.h"

#include <jansson.h>
#include <string.h>

/* Takes `value`, which belongs to the object from here on. */
static inline void dw_json_put_at(json_t *object, const char *path, json_t *value)
{
    const char *point;
    while ((point = strchr(path, '.')) != NULL) {
        const size_t length = (size_t)(point - path);
        json_t *group = json_object_getn(object, path, length);
        if (group == NULL) {
            group = json_object();
            const int status = json_object_setn_new(object, path, length, group);
            DW_CHECK(status == 0);
        }
        object = group;
        path = point + 1;
    }
    const int status = json_object_set_new(object, path, value);
    DW_CHECK(status == 0);
}

#endif
