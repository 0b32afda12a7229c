#include "client/view/settings_file.h"

#include "common/base/log.h"
#include "common/platform/file.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILE_BYTES_MAX = 1 << 20 };

static dw_status find_file(char path[DW_PATH_MAX], const char *name, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_status status = dw_file_config_folder(folder, error);
    if (status == DW_OK) {
        status = dw_file_make_folder(folder, error);
    }
    if (status != DW_OK) {
        return status;
    }
    const int length = snprintf(path, DW_PATH_MAX, "%s/%s", folder, name);
    return length > 0 && length < DW_PATH_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%.200s: the path is too long", folder);
}

static void warn(const char *event, const dw_error *error)
{
    dw_log(DW_LOG_WARNING, event, "error=%s", dw_log_quote(error->text).text);
}

/* Nothing that the person wrote is lost when the file is written anew. */
static void keep_damaged(const char *path, const uint8_t *bytes, size_t size, const dw_error *why)
{
    char kept[DW_PATH_MAX];
    dw_error error = {""};
    dw_status status = find_file(kept, "settings.ini.bad", &error);
    if (status == DW_OK) {
        status = dw_file_write_private(kept, bytes, size, &error);
    }
    dw_log(DW_LOG_WARNING, "settings_damaged", "file=%s error=%s kept=%s", dw_log_quote(path).text,
           dw_log_quote(why->text).text, dw_log_quote(status == DW_OK ? kept : error.text).text);
}

void dw_settings_load(dw_settings *out)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    *out = dw_settings_default();
    dw_status status = find_file(path, "settings.ini", &error);
    if (status == DW_OK) {
        status = dw_file_read(path, FILE_BYTES_MAX, &bytes, &size, &error);
    }
    if (status == DW_OK && dw_settings_read(out, (const char *)bytes, size, &error) != DW_OK) {
        keep_damaged(path, bytes, size, &error);
    }
    if (status != DW_OK && status != DW_NOT_FOUND) {
        warn("settings_unread", &error);
    }
    free(bytes);
}

void dw_settings_save(const dw_settings *settings)
{
    char path[DW_PATH_MAX];
    dw_error error = {""};
    char *text = malloc(DW_SETTINGS_TEXT_MAX);
    if (text == NULL) {
        return;
    }
    dw_status status = find_file(path, "settings.ini", &error);
    if (status == DW_OK) {
        status = dw_file_write_private(path, text, dw_settings_write(settings, text), &error);
    }
    if (status != DW_OK) {
        warn("settings_unsaved", &error);
    }
    free(text);
}
