#include "server/host/fleet_answer.h"

#include "common/base/parse.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* The gateway writes 64-bit numbers as texts. */
static int64_t read_number(const json_t *value)
{
    int64_t number = 0;
    if (json_is_integer(value)) {
        return json_integer_value(value);
    }
    return json_is_string(value) &&
                   dw_parse_int(json_string_value(value), INT64_MIN, INT64_MAX, &number) == DW_OK
               ? number
               : 0;
}

/* Cut to fit: names in Kubernetes are shorter. */
static void read_text(const json_t *value, char *out, size_t size)
{
    const char *text = json_string_value(value);
    (void)snprintf(out, size, "%s", text != NULL ? text : "");
}

static dw_fleet_state read_state(const json_t *value)
{
    const char *text = json_string_value(value);
    for (uint32_t i = 1; text != NULL && i < DW_FLEET_STATE_COUNT; i++) {
        if (strcmp(text, dw_fleet_state_text((dw_fleet_state)i)) == 0) {
            return (dw_fleet_state)i;
        }
    }
    return DW_FLEET_UNKNOWN;
}

static void read_game_server(const json_t *root, dw_fleet_game_server *out)
{
    const json_t *meta = json_object_get(root, "object_meta");
    const json_t *status = json_object_get(root, "status");
    const json_t *health = json_object_get(json_object_get(root, "spec"), "health");
    const json_t *counter = json_object_get(json_object_get(status, "counters"), "players");
    *out = (dw_fleet_game_server){
        .state = read_state(json_object_get(status, "state")),
        .deleting = read_number(json_object_get(meta, "deletion_timestamp")) != 0,
        .has_counter = json_is_object(counter),
        .count = read_number(json_object_get(counter, "count")),
        .capacity = read_number(json_object_get(counter, "capacity")),
        .health_period_s = read_number(json_object_get(health, "period_seconds")),
    };
    read_text(json_object_get(meta, "name"), out->name, sizeof out->name);
    read_text(json_object_get(json_object_get(meta, "labels"), "agones.dev/fleet"), out->fleet,
              sizeof out->fleet);
    read_text(json_object_get(json_object_get(meta, "annotations"), "agones.dev/last-allocated"),
              out->allocated, sizeof out->allocated);
}

bool dw_fleet_answer_read(const char *text, size_t size, dw_fleet_game_server *out)
{
    json_t *root = json_loadb(text, size, 0, NULL);
    const json_t *result = json_object_get(root, "result");
    const json_t *from = result != NULL ? result : root;
    const bool is_one = json_is_object(json_object_get(from, "object_meta")) &&
                        json_is_string(json_object_get(json_object_get(from, "status"), "state"));
    if (is_one) {
        read_game_server(from, out);
    }
    json_decref(root);
    return is_one;
}

void dw_fleet_answer_why(int status, const char *text, size_t size, char why[DW_FLEET_WHY_SIZE])
{
    json_t *root = json_loadb(text, size, 0, NULL);
    const char *message = json_string_value(json_object_get(root, "message"));
    (void)snprintf(why, DW_FLEET_WHY_SIZE, "status %d%s%.80s", status, message != NULL ? ": " : "",
                   message != NULL ? message : "");
    json_decref(root);
}
