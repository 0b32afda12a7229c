/* secret_file.c - secrets are refused from files that others could read or replace. */
#include "common/platform/secret_file.h"

#include "common/base/check.h"
#include "common/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the open file is, before any of it is read. */
static dw_status check_facts(int file, const char *path, size_t size, dw_error *error)
{
    struct stat facts;
    if (fstat(file, &facts) != 0) {
        return dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    if (!S_ISREG(facts.st_mode)) {
        return dw_fail(error, DW_INVALID, "%s: not a regular file", path);
    }
    const uid_t self = geteuid();
    if (facts.st_uid != self && facts.st_uid != 0 && self != 0) {
        return dw_fail(error, DW_DENIED, "%s: belongs to another user (%u), must be yours", path,
                       (unsigned)facts.st_uid);
    }
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return dw_fail(error, DW_DENIED,
                       "%s: other users may have read this secret (mode %04o): delete it, or "
                       "\"chmod 600\" it if nobody has",
                       path, (unsigned)(facts.st_mode & 07777));
    }
    if (facts.st_size != (off_t)size) {
        return dw_fail(error, DW_INVALID, "%s: %lld bytes, must be %zu: not such a secret", path,
                       (long long)facts.st_size, size);
    }
    return DW_OK;
}

dw_status dw_secret_file_load(const char *path, uint8_t *bytes, size_t size, dw_error *error)
{
    DW_CHECK(size >= 1 && size <= DW_SECRET_SIZE_MAX);
    /* Not blocking: a named pipe in its place must not hold up the start. */
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno == ELOOP) {
        return dw_fail(error, DW_INVALID, "%s: a symbolic link, must be the file itself", path);
    }
    if (file < 0) {
        return dw_fail(error, errno == ENOENT ? DW_NOT_FOUND : DW_IO, "%s: %s", path,
                       strerror(errno));
    }
    dw_status status = check_facts(file, path, size, error);
    if (status == DW_OK) {
        uint8_t whole[DW_SECRET_SIZE_MAX];
        status = dw_file_read_exactly(file, path, size, whole, error);
        if (status == DW_OK) {
            memcpy(bytes, whole, size);
        }
        explicit_bzero(whole, sizeof whole);
    }
    (void)close(file);
    return status;
}

static dw_status draw(uint8_t *bytes, size_t size, dw_error *error)
{
    size_t have = 0;
    while (have < size) {
        const ssize_t got = getrandom(bytes + have, size - have, 0);
        if (got < 0 && errno != EINTR) {
            return dw_fail(error, DW_IO, "no random bytes from the system: %s", strerror(errno));
        }
        have += got > 0 ? (size_t)got : 0;
    }
    return DW_OK;
}

dw_status dw_secret_file_load_or_create(const char *path, uint8_t *bytes, size_t size,
                                        dw_error *error)
{
    dw_status status = dw_secret_file_load(path, bytes, size, error);
    if (status != DW_NOT_FOUND) {
        return status;
    }
    uint8_t fresh[DW_SECRET_SIZE_MAX];
    status = draw(fresh, size, error);
    if (status == DW_OK) {
        status = dw_file_create_private(path, fresh, size, error);
    }
    explicit_bzero(fresh, sizeof fresh);
    /* Read back: another process may have been first. */
    return status == DW_OK ? dw_secret_file_load(path, bytes, size, error) : status;
}
