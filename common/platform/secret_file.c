#include "common/platform/secret_file.h"

#include "common/base/check.h"
#include "common/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

static dw_status read_whole(int file, const char *path, uint8_t *bytes, size_t size,
                            dw_error *error)
{
    uint8_t read_bytes[DW_SECRET_SIZE_MAX];
    size_t have = 0;
    while (have < size) {
        const ssize_t got = read(file, read_bytes + have, size - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return dw_fail(error, DW_IO, "%s: %s", path,
                           got < 0 ? strerror(errno) : "it shrank while it was read");
        }
        have += (size_t)got;
    }
    memcpy(bytes, read_bytes, size);
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
        status = read_whole(file, path, bytes, size, error);
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

static bool write_whole(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(file, bytes, size);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        bytes += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return fsync(file) == 0;
}

/* Never over a file that is there already: its secret may be in use. Some file systems cannot
 * promise that; there the rename is a plain one. */
static bool rename_to_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    if (access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

static dw_status create(const char *path, const uint8_t *bytes, size_t size, dw_error *error)
{
    char hidden[DW_PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int folder_length = slash != NULL ? (int)(slash - path + 1) : 0;
    const int length = snprintf(hidden, sizeof hidden, "%.*s.%s.%ld", folder_length, path,
                                path + folder_length, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof hidden) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", path);
    }
    (void)unlink(hidden); /* Left by a process of the same number that was killed. */
    const int file = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return dw_fail(error, DW_IO, "%s: cannot be made: %s", path, strerror(errno));
    }
    bool done = write_whole(file, bytes, size);
    done = close(file) == 0 && done;
    done = done && (rename_to_new(hidden, path) || errno == EEXIST);
    const int why = errno;
    (void)unlink(hidden); /* Not there any more when it was renamed. */
    if (!done) {
        return dw_fail(error, DW_IO, "%s: cannot be written: %s", path, strerror(why));
    }
    /* Where this fails nothing is worse than without it: the file is there. */
    const dw_status synced = dw_file_sync_folder(path, NULL);
    (void)synced;
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
        status = create(path, fresh, size, error);
    }
    explicit_bzero(fresh, sizeof fresh);
    /* Read back: another process may have been first. */
    return status == DW_OK ? dw_secret_file_load(path, bytes, size, error) : status;
}
