#include "client/view/model/bindings_text.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

static const char *const sections[] = {[DW_DEVICE_NONE] = "",
                                       [DW_DEVICE_KEY] = "keys",
                                       [DW_DEVICE_MOUSE] = "mouse",
                                       [DW_DEVICE_PAD] = "gamepad"};

dw_device dw_bindings_section(const char *section)
{
    for (dw_device device = DW_DEVICE_KEY; device <= DW_DEVICE_PAD; device++) {
        if (strcmp(section, sections[device]) == 0) {
            return device;
        }
    }
    return DW_DEVICE_NONE;
}

const char *dw_bindings_section_name(dw_device device)
{
    return sections[device];
}

static dw_device device_of(dw_bind_slot slot)
{
    return slot == DW_BIND_MOUSE ? DW_DEVICE_MOUSE
           : slot == DW_BIND_PAD ? DW_DEVICE_PAD
                                 : DW_DEVICE_KEY;
}

/* A slot that a line can fill. */
static bool is_free(const dw_bindings *bindings, dw_action action, dw_bind_slot slot,
                    dw_device device)
{
    return device_of(slot) == device && !dw_binding_fixed(bindings->of[action][slot]);
}

bool dw_bindings_line(const dw_bindings *bindings, dw_action action, dw_device device,
                      char out[DW_BINDINGS_LINE])
{
    bool differs = false;
    char names[2 * DW_BINDING_NAME + 8] = "";
    for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
        const dw_binding binding = bindings->of[action][slot];
        if (!is_free(bindings, action, slot, device)) {
            continue;
        }
        differs |= !dw_binding_same(binding, dw_action_row_of(action)->defaults[slot]);
        if (binding.device != DW_DEVICE_NONE) {
            char name[DW_BINDING_NAME];
            const size_t size = strlen(names);
            dw_binding_name(binding, name);
            (void)snprintf(names + size, sizeof names - size, "%s%s", size > 0 ? " or " : "", name);
        }
    }
    (void)snprintf(out, DW_BINDINGS_LINE, "%s = %s", dw_action_row_of(action)->word,
                   names[0] != '\0' ? names : "none");
    return differs;
}

/* Reading */

static dw_action find_action(const char *word)
{
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        if (strcmp(dw_action_row_of(action)->word, word) == 0) {
            return action;
        }
    }
    return DW_ACTION_NONE;
}

/* "E or Space" as bindings; at most `max`. */
static dw_status parse_names(dw_device device, const char *value, dw_binding *out, uint32_t max,
                             uint32_t *count, dw_error *error)
{
    *count = 0;
    if (strcmp(value, "none") == 0) {
        return DW_OK;
    }
    while (true) {
        const char *end = strstr(value, " or ");
        const size_t size = end != NULL ? (size_t)(end - value) : strlen(value);
        char name[DW_BINDING_NAME];
        (void)snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : 0), value);
        if (*count == max) {
            return dw_fail(error, DW_INVALID, "there is room for %u", (unsigned)max);
        }
        if (!dw_binding_parse(device, name, &out[*count])) {
            return dw_fail(error, DW_INVALID,
                           "\"%.30s\" is not the name of a key or button of [%s]", name,
                           sections[device]);
        }
        if (dw_binding_fixed(out[*count])) {
            return dw_fail(error, DW_INVALID, "\"%s\" always keeps its meaning", name);
        }
        (*count)++;
        if (end == NULL) {
            return DW_OK;
        }
        value = end + strlen(" or ");
    }
}

/* Another action to which a line gave it; NONE: none. */
static dw_action given_to(const dw_bindings_reader *reader, dw_action action, dw_binding binding)
{
    dw_bindings given = {0};
    for (dw_action other = DW_ACTION_NONE + 1; other < DW_ACTION_COUNT; other++) {
        if (reader->given[other][binding.device]) {
            memcpy(given.of[other], reader->bindings.of[other], sizeof given.of[other]);
        }
    }
    return dw_bindings_conflict(&given, action, binding);
}

dw_status dw_bindings_read(dw_bindings_reader *reader, dw_device device, const char *word,
                           const char *value, dw_error *error)
{
    DW_CHECK(device != DW_DEVICE_NONE);
    const dw_action action = find_action(word);
    dw_binding wanted[DW_BIND_SLOTS];
    uint32_t count = 0;
    uint32_t room = 0;
    if (action == DW_ACTION_NONE) {
        return dw_fail(error, DW_INVALID, "no action has that name");
    }
    if (reader->given[action][device]) {
        return dw_fail(error, DW_INVALID, "a line before has said that already");
    }
    for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
        room += is_free(&reader->bindings, action, slot, device) ? 1 : 0;
    }
    const dw_status status = parse_names(device, value, wanted, room, &count, error);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < count; i++) {
        const dw_action other = given_to(reader, action, wanted[i]);
        if (other != DW_ACTION_NONE) {
            char name[DW_BINDING_NAME];
            dw_binding_name(wanted[i], name);
            return dw_fail(error, DW_INVALID, "\"%s\" belongs to \"%s\" already", name,
                           dw_action_row_of(other)->word);
        }
    }
    uint32_t next = 0;
    for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
        if (is_free(&reader->bindings, action, slot, device)) {
            reader->bindings.of[action][slot] =
                next < count ? wanted[next] : (dw_binding){DW_DEVICE_NONE, 0};
            next++;
        }
    }
    reader->given[action][device] = true;
    return DW_OK;
}

dw_status dw_bindings_settle(dw_bindings_reader *reader, dw_error *error)
{
    dw_status status = DW_OK;
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            dw_binding *binding = &reader->bindings.of[action][slot];
            const dw_action other = reader->given[action][device_of(slot)]
                                        ? DW_ACTION_NONE
                                        : given_to(reader, action, *binding);
            if (other == DW_ACTION_NONE) {
                continue;
            }
            char name[DW_BINDING_NAME];
            dw_binding_name(*binding, name);
            if (status == DW_OK) {
                status =
                    dw_fail(error, DW_INVALID, "\"%s\" is bound to \"%s\", so \"%s\" has lost it",
                            name, dw_action_row_of(other)->word, dw_action_row_of(action)->word);
            }
            *binding = (dw_binding){DW_DEVICE_NONE, 0};
        }
    }
    return status;
}
