#include "server/lab/results_file.h"

#include "common/platform/file.h"

#include <stdlib.h>

dw_status dw_results_file_write(const char *path, dw_results_writer *write, const void *results,
                                dw_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for %s", path);
    }
    write(stream, results);
    const bool failed = ferror(stream) != 0;
    dw_status status = DW_OK;
    if (fclose(stream) != 0 || failed) {
        status = dw_fail(error, DW_MEMORY, "no memory for %s", path);
    } else {
        status = dw_file_write(path, text, size, error);
    }
    free(text);
    return status;
}

dw_status dw_results_file_write_in(const char *folder, const char *name, dw_results_writer *write,
                                   const void *results, dw_error *error)
{
    char path[DW_PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return dw_fail(error, DW_RANGE, "%s: the path is too long", folder);
    }
    return dw_results_file_write(path, write, results, error);
}
