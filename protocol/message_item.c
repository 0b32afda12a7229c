/* message_item.c - [63, item, x, y, width, height, kind, large, opens, name]: a hidden item of the
 * map that the team has found. */
#include "common/base/check.h"
#include "protocol/message_codec.h"

/* Whether the map has such an item, the receiver finds out (dw_plan_put). */
static bool found_valid(const dw_found_item *found)
{
    return found->index < DW_ITEMS_MAX && found->kind < DW_ITEM_KIND_COUNT &&
           found->kind != DW_ITEM_OBJECTIVE && found->opens <= DW_LOCKS_MAX &&
           (found->opens != 0) == (found->kind == DW_ITEM_KEY);
}

void dw_codec_encode_found_item(dw_writer *writer, const dw_message *message)
{
    const dw_found_item *found = &message->as.found_item;
    const dw_rect *area = &found->area;
    DW_CHECK(found_valid(found) && area->min.x < area->max.x && area->min.y < area->max.y);
    dw_writer_array(writer, DW_FOUND_ITEM_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_FOUND_ITEM);
    dw_writer_int(writer, found->index);
    dw_writer_int(writer, area->min.x);
    dw_writer_int(writer, area->min.y);
    dw_writer_int(writer, area->max.x - area->min.x);
    dw_writer_int(writer, area->max.y - area->min.y);
    dw_writer_int(writer, found->kind);
    dw_writer_int(writer, found->large);
    dw_writer_int(writer, found->opens);
    dw_writer_text(writer, found->name, 1, DW_NAME_SIZE - 1);
}

void dw_codec_decode_found_item(dw_reader *reader, dw_message *message)
{
    dw_found_item *found = &message->as.found_item;
    dw_rect *area = &found->area;
    found->index = dw_reader_u8(reader, DW_ITEMS_MAX - 1);
    area->min.x = (int32_t)dw_reader_int(reader, 0, DW_MAP_SIDE_MAX - 1);
    area->min.y = (int32_t)dw_reader_int(reader, 0, DW_MAP_SIDE_MAX - 1);
    area->max.x = area->min.x + (int32_t)dw_reader_int(reader, 1, DW_MAP_SIDE_MAX - area->min.x);
    area->max.y = area->min.y + (int32_t)dw_reader_int(reader, 1, DW_MAP_SIDE_MAX - area->min.y);
    found->kind = dw_reader_u8(reader, DW_ITEM_KIND_COUNT - 1);
    found->large = dw_reader_bool(reader);
    found->opens = dw_reader_u8(reader, DW_LOCKS_MAX);
    dw_reader_text(reader, found->name, 1, DW_NAME_SIZE - 1);
    if (!found_valid(found)) {
        dw_reader_fail(reader);
    }
}
