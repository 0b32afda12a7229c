#include "common/world/tiled_thing.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/light.h"

#include <math.h>
#include <string.h>

enum { LAMP_RANGE_DEFAULT_MM = 5000 };

static const char *floor_text(int32_t i)
{
    return dw_floor_name((dw_floor)i);
}

static const char *furniture_text(int32_t i)
{
    return dw_furniture_kind_name((dw_furniture_kind)i);
}

static const char *room_kind_text(int32_t i)
{
    return i == DW_ROOM_CORRIDOR ? "corridor" : "room";
}

dw_status dw_tiled_read_room(const dw_tiled_object *o, dw_room *room)
{
    int32_t light = DW_LIGHT_MAX;
    dw_status status;
    if ((status = dw_tiled_read_name(o, room->name)) != DW_OK ||
        (status = dw_tiled_read_area(o, &room->area)) != DW_OK ||
        (status = dw_tiled_read_choice(o, "kind", DW_ROOM_KIND_COUNT, room_kind_text,
                                       &room->kind)) != DW_OK ||
        (status = dw_tiled_read_choice(o, "floor", DW_FLOOR_COUNT, floor_text, &room->floor)) !=
            DW_OK ||
        (status = dw_tiled_read_number(o, "light", 0, DW_LIGHT_MAX, &light)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "balcony", &room->balcony)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "jams", &room->jams)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "board", &room->board)) != DW_OK) {
        return status;
    }
    room->light = (uint8_t)light;
    return DW_OK;
}

dw_status dw_tiled_read_furniture(const dw_tiled_object *o, dw_furniture *piece)
{
    dw_status status;
    if ((status = dw_tiled_read_area(o, &piece->area)) != DW_OK ||
        (status = dw_tiled_read_choice(o, "kind", DW_FURNITURE_KIND_COUNT, furniture_text,
                                       &piece->kind)) != DW_OK) {
        return status;
    }
    const json_t *height = dw_tiled_property(o, "height");
    if (!json_is_number(height)) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"height\" must be a number from 0 to 1");
    }
    const double thousandths = json_number_value(height) * 1000.0;
    if (!(thousandths >= 0.0 && thousandths <= 1000.0)) {
        return dw_tiled_refuse(o, DW_RANGE, "property \"height\" is not in 0 .. 1");
    }
    /* 0.7 in binary is a hair off; 0.7001 is meant to differ, and is refused. */
    const double whole = floor(thousandths + 0.5);
    if (fabs(thousandths - whole) > 1e-6) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"height\" has more than 3 decimals");
    }
    piece->height = (uint16_t)whole;
    return DW_OK;
}

dw_status dw_tiled_read_switch(const dw_tiled_object *o, dw_wall_switch *out)
{
    const dw_status status = dw_tiled_read_name(o, out->name);
    return status == DW_OK ? dw_tiled_read_area(o, &out->area) : status;
}

static const char *size_text(int32_t i)
{
    return i == 0 ? "small" : "large";
}

dw_status dw_tiled_read_item(const dw_tiled_object *o, dw_item_spot *item)
{
    uint8_t size = 0;
    bool known = false;
    dw_status status;
    if ((status = dw_tiled_read_name(o, item->name)) != DW_OK ||
        (status = dw_tiled_read_area(o, &item->area)) != DW_OK ||
        (status = dw_tiled_read_choice(o, "size", 2, size_text, &size)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "known", &known)) != DW_OK) {
        return status;
    }
    item->kind = DW_ITEM_DOCUMENT;
    item->hidden = !known;
    item->large = size != 0;
    return DW_OK;
}

static const char *device_text(int32_t i)
{
    return dw_device_kind_name((dw_device_kind)i);
}

dw_status dw_tiled_read_device(const dw_tiled_object *o, dw_map_device *device)
{
    dw_status status;
    if ((status = dw_tiled_read_name(o, device->name)) != DW_OK ||
        (status = dw_tiled_read_area(o, &device->area)) != DW_OK) {
        return status;
    }
    return dw_tiled_read_choice(o, "kind", DW_DEVICE_KIND_COUNT, device_text, &device->kind);
}

dw_status dw_tiled_read_lamp(const dw_tiled_object *o, dw_lamp *lamp, const char **switch_name)
{
    int32_t range_mm = LAMP_RANGE_DEFAULT_MM;
    int32_t level = DW_LIGHT_MAX;
    bool starts_on = true;
    dw_status status;
    if ((status = dw_tiled_read_place(o, &lamp->position)) != DW_OK ||
        (status = dw_tiled_read_number(o, "range_mm", DW_LAMP_RANGE_MIN / DW_UNITS_PER_MM,
                                       DW_LAMP_RANGE_MAX / DW_UNITS_PER_MM, &range_mm)) != DW_OK ||
        (status = dw_tiled_read_number(o, "level", 1, DW_LIGHT_MAX, &level)) != DW_OK ||
        (status = dw_tiled_read_text(o, "switch", false, switch_name)) != DW_OK) {
        return status;
    }
    if (dw_tiled_property(o, "starts_on") != NULL &&
        (status = dw_tiled_read_flag(o, "starts_on", &starts_on)) != DW_OK) {
        return status;
    }
    lamp->range = DW_MM(range_mm);
    lamp->level = (uint8_t)level;
    lamp->starts_on = starts_on;
    return DW_OK;
}
