/* password.c - a password from a flag or from a file that nobody else can read. */
#include "common/platform/password.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES_MAX = 4096 }; /* Far more than a password, so that the error can say so. */

bool dw_file_is_exposed(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && (facts.st_mode & S_IROTH) != 0;
}

dw_status dw_password_check(const char *text, const char *source, dw_error *error)
{
    const size_t length = strlen(text);
    if (length == 0) {
        return dw_fail(error, DW_INVALID,
                       "%.200s: the password is empty; give none for a server without one", source);
    }
    if (length > DW_PASSWORD_MAX || !dw_text_is_clean(text, length)) {
        return dw_fail(error, DW_INVALID, "%.200s: a password is 1 to %d bytes of plain text",
                       source, DW_PASSWORD_MAX);
    }
    return DW_OK;
}

static void set_text(dw_password *out, const char *text)
{
    const dw_status status = dw_copy_text(out->text, sizeof out->text, text);
    DW_CHECK(status == DW_OK); /* It was checked. */
}

dw_status dw_password_read_file(const char *path, dw_password *out, dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = dw_file_read(path, FILE_BYTES_MAX, &bytes, &size, error);
    if (status != DW_OK) {
        return status;
    }
    char *text = (char *)bytes;
    if (strlen(text) != size) {
        status = dw_fail(error, DW_INVALID, "%.200s: has a zero byte, which no password has", path);
    } else {
        const size_t end = strcspn(text, "\r\n");
        const char *rest = text + end;
        if (strcmp(rest, "") != 0 && strcmp(rest, "\n") != 0 && strcmp(rest, "\r\n") != 0) {
            status = dw_fail(error, DW_INVALID,
                             "%.200s: more than one line; the file has the "
                             "password alone",
                             path);
        } else {
            text[end] = '\0';
            status = dw_password_check(text, path, error);
        }
    }
    if (status == DW_OK) {
        *out = (dw_password){.text = ""};
        set_text(out, text);
        if (dw_file_is_exposed(path)) {
            (void)snprintf(out->exposed_file, sizeof out->exposed_file, "%s", path);
        }
    }
    explicit_bzero(bytes, size);
    free(bytes);
    return status;
}

dw_status dw_password_read_environment(dw_password *out, dw_error *error)
{
    const char *text = getenv(DW_PASSWORD_VARIABLE);
    if (text == NULL) {
        *out = (dw_password){.text = ""};
        return DW_OK;
    }
    const dw_status status = dw_password_check(text, DW_PASSWORD_VARIABLE, error);
    if (status == DW_OK) {
        *out = (dw_password){.text = ""};
        set_text(out, text);
    }
    return status;
}

dw_status dw_password_choose(const char *text, const char *path, dw_password *out, dw_error *error)
{
    if (text != NULL && path != NULL) {
        return dw_fail(error, DW_INVALID, "--password, --password-file: give one of them");
    }
    if (path != NULL) {
        return dw_password_read_file(path, out, error);
    }
    if (text == NULL) {
        return dw_password_read_environment(out, error);
    }
    const dw_status status = dw_password_check(text, "--password", error);
    if (status == DW_OK) {
        *out = (dw_password){.text = ""};
        set_text(out, text);
    }
    return status;
}
