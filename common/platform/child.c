#include "common/platform/child.h"

#include "common/base/check.h"
#include "common/platform/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEP_MS = 5, NO_SUCH_PROGRAM = 127, BY_SIGNAL = 128 };

#define NS_PER_MS UINT64_C(1000000)

dw_status dw_child_find(const char *name, char path[DW_PATH_MAX], dw_error *error)
{
    char own[DW_PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) {
        return dw_fail(error, DW_IO, "/proc/self/exe: %s", strerror(errno));
    }
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    DW_CHECK(slash != NULL);
    slash[1] = '\0';
    const int size = snprintf(path, DW_PATH_MAX, "%s%s", own, name);
    if (size < 0 || size >= DW_PATH_MAX || access(path, X_OK) != 0) {
        return dw_fail(error, DW_NOT_FOUND, "%s is not installed: no such program in %.200s", name,
                       own);
    }
    return DW_OK;
}

/* This process's environment with one entry in front, which counts before later ones of that name.
 * The caller frees the array. */
static char **environment_with(const char *variable)
{
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **all = calloc(count + 2, sizeof *all);
    if (all != NULL) {
        size_t at = 0;
        if (variable != NULL) {
            all[at++] = (char *)variable;
        }
        memcpy(all + at, environ, count * sizeof *all);
    }
    return all;
}

/* In the child, until it becomes the other program: only calls that are safe after a fork. */
static void become(const char *path, char *const arguments[], char *const environment[], int output,
                   pid_t parent)
{
    const int nothing = open("/dev/null", O_RDONLY);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent || nothing < 0 ||
        dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0 || close_range(STDERR_FILENO + 1, ~0U, 0) != 0) {
        _exit(NO_SUCH_PROGRAM);
    }
    (void)execve(path, arguments, environment);
    _exit(NO_SUCH_PROGRAM);
}

dw_status dw_child_start(dw_child *child, const char *path, const char *const arguments[],
                         const char *variable, dw_error *error)
{
    char *list[DW_CHILD_ARGUMENTS_MAX + 2] = {(char *)path};
    uint32_t count = 0;
    for (; arguments[count] != NULL; count++) {
        DW_CHECK(count < DW_CHILD_ARGUMENTS_MAX);
        list[count + 1] = (char *)arguments[count];
    }
    int ends[2];
    char **environment = environment_with(variable);
    if (environment == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        free(environment);
        return dw_fail(error, DW_IO, "%.200s cannot be started: %s", path, strerror(errno));
    }
    const pid_t parent = getpid();
    const pid_t id = fork();
    if (id == 0) {
        become(path, list, environment, ends[1], parent);
    }
    const int why = errno;
    free(environment);
    (void)close(ends[1]);
    if (id < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        (void)close(ends[0]);
        return dw_fail(error, DW_IO, "%.200s cannot be started: %s", path, strerror(why));
    }
    *child = (dw_child){.id = id};
    dw_line_input_open(&child->output, ends[0]);
    return DW_OK;
}

bool dw_child_line(dw_child *child, const char **line)
{
    if (child->output.fd <= 0) {
        return false;
    }
    dw_line_input_result result = DW_LINE_TOO_LONG;
    while (result == DW_LINE_TOO_LONG) {
        result = dw_line_input_take(&child->output, line);
    }
    return result == DW_LINE_WHOLE;
}

bool dw_child_runs(dw_child *child)
{
    int state = 0;
    if (child->id != 0 && waitpid(child->id, &state, WNOHANG) == child->id) {
        child->id = 0;
        child->exit_status = WIFEXITED(state) ? WEXITSTATUS(state) : BY_SIGNAL + WTERMSIG(state);
    }
    return child->id != 0;
}

void dw_child_stop(dw_child *child, uint32_t wait_ms)
{
    const uint64_t deadline_ns = dw_clock_ns() + wait_ms * NS_PER_MS;
    if (dw_child_runs(child)) {
        (void)kill(child->id, SIGTERM);
    }
    while (dw_child_runs(child) && dw_clock_ns() < deadline_ns) {
        const char *line = NULL;
        while (dw_child_line(child, &line)) {
            /* A child whose pipe is full could not end. */
        }
        dw_clock_sleep_until(dw_clock_ns() + STEP_MS * NS_PER_MS);
    }
    if (child->id != 0) {
        (void)kill(child->id, SIGKILL);
        while (waitpid(child->id, NULL, 0) < 0 && errno == EINTR) {
            /* A signal to this process is no end of the other. */
        }
    }
    if (child->output.fd > 0) {
        (void)close(child->output.fd);
    }
    *child = (dw_child){.id = 0};
}
