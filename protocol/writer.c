#include "protocol/writer.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <msgpack.h>
#include <string.h>

void dw_writer_init(dw_writer *writer, uint8_t *bytes, size_t capacity)
{
    DW_CHECK(bytes != NULL || capacity == 0);
    writer->bytes = bytes;
    writer->capacity = capacity;
    writer->size = 0;
    writer->full = false;
}

/* msgpack-c's way out: all of `size` bytes or none of them. */
static int write_bytes(void *data, const char *bytes, size_t size)
{
    dw_writer *writer = data;
    if (writer->full || size > writer->capacity - writer->size) {
        writer->full = true;
        return -1;
    }
    memcpy(writer->bytes + writer->size, bytes, size);
    writer->size += size;
    return 0;
}

void dw_writer_array(dw_writer *writer, uint32_t count)
{
    msgpack_packer packer = {writer, write_bytes};
    (void)msgpack_pack_array(&packer, count);
}

void dw_writer_int(dw_writer *writer, int64_t value)
{
    msgpack_packer packer = {writer, write_bytes};
    (void)msgpack_pack_int64(&packer, value);
}

void dw_writer_text(dw_writer *writer, const char *text, size_t low, size_t high)
{
    const size_t length = strnlen(text, high + 1);
    DW_CHECK(length >= low && length <= high);
    DW_CHECK(length == 0 || dw_text_is_clean(text, length));
    msgpack_packer packer = {writer, write_bytes};
    (void)msgpack_pack_str_with_body(&packer, text, length);
}

void dw_writer_bin(dw_writer *writer, const uint8_t *bytes, size_t size)
{
    DW_CHECK(bytes != NULL || size == 0);
    msgpack_packer packer = {writer, write_bytes};
    (void)msgpack_pack_bin_with_body(&packer, bytes, size);
}

dw_status dw_writer_finish(const dw_writer *writer, size_t *size)
{
    if (writer->full) {
        return DW_FULL;
    }
    *size = writer->size;
    return DW_OK;
}
