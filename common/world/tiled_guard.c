#include "common/world/tiled_guard.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/kind.h"

#include <string.h>

/* What a guard has otherwise than its kind, in the order of dw_kind_fields. */
typedef struct overrides {
    uint16_t count;
    dw_kind_override of[DW_OVERRIDES_MAX];
} overrides;

_Static_assert((int)DW_KIND_FIELD_COUNT <= (int)DW_OVERRIDES_MAX, "a guard may override each");

bool dw_tiled_is_kind_field(const char *property)
{
    return dw_tunable_find(dw_kind_fields, DW_KIND_FIELD_COUNT, property) < DW_KIND_FIELD_COUNT;
}

/* A short text that may be left out; then `out` stays as it is. */
static dw_status read_word(const dw_tiled_object *o, const char *name, char out[DW_NAME_SIZE])
{
    const char *text = NULL;
    const dw_status status = dw_tiled_read_text(o, name, false, &text);
    if (status != DW_OK || text == NULL) {
        return status;
    }
    if (!dw_text_is_clean(text, strlen(text)) || dw_copy_text(out, DW_NAME_SIZE, text) != DW_OK) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"%s\" must have 1 to %d bytes of text",
                               name, DW_NAME_SIZE - 1);
    }
    return DW_OK;
}

/* The name of a file in maps/kinds, so that it leads to no other folder. */
static dw_status read_kind_name(const dw_tiled_object *o, char out[DW_NAME_SIZE])
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const dw_status status = read_word(o, "kind", out);
    if (status == DW_OK && out[strspn(out, allowed)] != '\0') {
        return dw_tiled_refuse(o, DW_INVALID,
                               "property \"kind\" must be of letters, digits, - and _");
    }
    return status;
}

static dw_status read_field_word(const dw_tiled_object *o, uint32_t field, int32_t *value)
{
    const dw_tunable *row = &dw_kind_fields[field];
    const char *text = NULL;
    const dw_status status = dw_tiled_read_text(o, row->name, true, &text);
    if (status != DW_OK) {
        return status;
    }
    for (int32_t i = row->low; i <= row->high; i++) {
        if (strcmp(text, dw_kind_word(field, i)) == 0) {
            *value = i;
            return DW_OK;
        }
    }
    return dw_tiled_refuse(o, DW_INVALID,
                           "property \"%s\" is \"%s\", which is not one of its words", row->name,
                           dw_tiled_shown(text));
}

static dw_status read_overrides(const dw_tiled_object *o, overrides *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < DW_KIND_FIELD_COUNT; i++) {
        const dw_tunable *row = &dw_kind_fields[i];
        if (dw_tiled_property(o, row->name) == NULL) {
            continue;
        }
        int32_t value = row->initial;
        const dw_status status =
            dw_kind_word(i, row->low) != NULL
                ? read_field_word(o, i, &value)
                : dw_tiled_read_number(o, row->name, row->low, row->high, &value);
        if (status != DW_OK) {
            return status;
        }
        out->of[out->count++] = (dw_kind_override){.field = (uint16_t)i, .value = value};
    }
    return DW_OK;
}

static bool is_the_same(const dw_map *parts, const dw_map_kind *kind, const char *name,
                        const overrides *own)
{
    bool same = strcmp(kind->name, name) == 0 && kind->override_count == own->count;
    for (uint32_t i = 0; same && i < own->count; i++) {
        const dw_kind_override *theirs = &parts->overrides[kind->first_override + i];
        same = theirs->field == own->of[i].field && theirs->value == own->of[i].value;
    }
    return same;
}

/* The kind's entry in the map, made when it is the first of it. */
static dw_status choose_kind(const dw_tiled_object *o, dw_map *parts, dw_guard_post *guard,
                             const char *name, const overrides *own)
{
    uint16_t k = 0;
    while (k < parts->kind_count && !is_the_same(parts, &parts->kinds[k], name, own)) {
        k++;
    }
    guard->kind = (uint8_t)k;
    if (k < parts->kind_count) {
        return DW_OK;
    }
    if (k == DW_KINDS_MAX) {
        return dw_tiled_refuse(o, DW_FULL,
                               "there are more than %d kinds; guards with fields of their own "
                               "count as one each",
                               DW_KINDS_MAX);
    }
    if (parts->override_count + own->count > DW_OVERRIDES_MAX) {
        return dw_tiled_refuse(o, DW_FULL, "guards have more than %d fields of their own",
                               DW_OVERRIDES_MAX);
    }
    dw_map_kind *kind = &parts->kinds[parts->kind_count++];
    *kind = (dw_map_kind){.first_override = parts->override_count, .override_count = own->count};
    memcpy(kind->name, name, strlen(name) + 1);
    if (own->count > 0) {
        memcpy(kind->guard, guard->name, sizeof kind->guard);
        memcpy(&parts->overrides[parts->override_count], own->of, own->count * sizeof own->of[0]);
        parts->override_count = (uint16_t)(parts->override_count + own->count);
    }
    return DW_OK;
}

dw_status dw_tiled_read_guard(const dw_tiled_object *o, dw_map *parts, dw_guard_post *guard,
                              const char **patrol)
{
    int32_t degrees = 0;
    char kind[DW_NAME_SIZE] = "guard";
    overrides own;
    dw_status status;
    if ((status = dw_tiled_read_name(o, guard->name)) != DW_OK ||
        (status = dw_tiled_read_place(o, &guard->spawn)) != DW_OK ||
        (status = dw_tiled_read_number(o, "heading", 0, 359, &degrees)) != DW_OK ||
        (status = dw_tiled_read_text(o, "patrol", false, patrol)) != DW_OK ||
        (status = read_word(o, "brain", guard->brain)) != DW_OK ||
        (status = read_word(o, "handler", guard->handler)) != DW_OK ||
        (status = read_kind_name(o, kind)) != DW_OK ||
        (status = read_overrides(o, &own)) != DW_OK) {
        return status;
    }
    guard->heading_bam = (uint16_t)((degrees * DW_BAM_TURN + 180) / 360);
    return choose_kind(o, parts, guard, kind, &own);
}

dw_status dw_tiled_stay_in_room(dw_map *parts, dw_guard_post *guard,
                                dw_patrol patrols[DW_GUARDS_MAX], dw_error *error)
{
    uint16_t room = 0;
    while (room < parts->room_count && !dw_rect_holds(parts->rooms[room].area, guard->spawn)) {
        room++;
    }
    if (room == parts->room_count || parts->patrol_count == DW_GUARDS_MAX) {
        return dw_fail(error, DW_INVALID, "guard \"%s\": %s", guard->name,
                       room == parts->room_count ? "it stands in no room"
                                                 : "there are too many patrols");
    }
    guard->patrol = parts->patrol_count++;
    dw_patrol *patrol = &patrols[guard->patrol];
    *patrol = (dw_patrol){.stop_count = 1, .stops = {room}};
    memcpy(patrol->name, guard->name, sizeof patrol->name);
    return DW_OK;
}
