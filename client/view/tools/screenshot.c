#include "client/view/tools/screenshot.h"

#include "common/platform/file.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

dw_status dw_screenshot_save(const dw_canvas *canvas, const char *path, dw_error *error)
{
    const size_t row_bytes = 3 * (size_t)canvas->width;
    uint8_t *rgb = malloc(row_bytes * (size_t)canvas->height);
    if (rgb == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for the picture", path);
    }
    for (int y = 0; y < canvas->height; y++) {
        const uint32_t *row = canvas->pixels + (ptrdiff_t)y * canvas->stride;
        uint8_t *out = rgb + (size_t)y * row_bytes;
        for (int x = 0; x < canvas->width; x++) {
            *out++ = (uint8_t)(row[x] >> 16);
            *out++ = (uint8_t)(row[x] >> 8);
            *out++ = (uint8_t)row[x];
        }
    }
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)canvas->width,
                       .height = (png_uint_32)canvas->height,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(size);
    dw_status status = DW_OK;
    if (bytes == NULL) {
        status = dw_fail(error, DW_MEMORY, "%s: no memory for the picture", path);
    } else if (png_image_write_to_memory(&image, bytes, &size, 0, rgb, (png_int_32)row_bytes,
                                         NULL) == 0) {
        status = dw_fail(error, DW_IO, "%s: %s", path, image.message);
    } else {
        status = dw_file_write(path, bytes, size, error);
    }
    free(bytes);
    free(rgb);
    return status;
}
