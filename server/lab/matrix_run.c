/* matrix_run.c - a chunk is a few seeds of one cell. Chunks go through all cells before the next
 * seeds come, so that the matches of the first minute are like those of the last, and the time left
 * can be told from them. */
#include "server/lab/matrix_run.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/signal.h"
#include "server/lab/match_watch.h"
#include "server/lab/matrix_progress.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK_SEEDS = 8, LOOK_MS = 250, NS_PER_US = 1000, SEARCH_ARENA_BYTES = 16 << 20 };

typedef struct shared_state {
    atomic_uint next_chunk;
    atomic_bool stop;
} shared_state;

typedef struct worker_task {
    const dw_matrix_plan *plan;
    const dw_matrix_rows *rows; /* As they were when the worker began. */
    shared_state *shared;
    int lines; /* Where finished matches go. */
} worker_task;

static bool missing(const worker_task *worker, uint32_t first, uint32_t end)
{
    for (uint32_t match = first; match < end; match++) {
        if (!worker->rows->rows[match].done) {
            return true;
        }
    }
    return false;
}

static bool stop_asked(const worker_task *worker)
{
    return dw_signal_stop_asked() || atomic_load(&worker->shared->stop);
}

static void fail_worker(const char *text)
{
    (void)fprintf(stderr, "duskwatch-lab matrix: %s\n", text);
    _exit(1);
}

/* False when nobody takes lines any more: the calling process has died. */
static bool play_match(const worker_task *worker, dw_match_watch *watch, uint32_t match,
                       dw_lab_match *lab)
{
    const uint64_t seed = worker->plan->first_seed + match % worker->plan->seed_count;
    const uint64_t wall_ns = dw_clock_ns();
    const uint64_t processor_ns = dw_clock_thread_ns();
    dw_lab_result result;
    dw_lab_match_run(lab, seed, &result);
    dw_match_watch_finish(watch, &result);
    const dw_matrix_row row = {
        .match = watch->row,
        .processor_us = (dw_clock_thread_ns() - processor_ns) / NS_PER_US,
        .wall_us = (dw_clock_ns() - wall_ns) / NS_PER_US,
    };
    static char line[DW_MATRIX_LINE_SIZE]; /* A process has one thread that plays. */
    const size_t length = dw_matrix_line(match, &row, &watch->heat, line);
    ssize_t put = 0;
    do {
        put = write(worker->lines, line, length);
    } while (put < 0 && errno == EINTR);
    if (put < 0 && errno == EMSGSIZE) {
        fail_worker("a match has too much heat for a message to the calling process");
    }
    return put == (ssize_t)length;
}

/* False: the worker ends. */
static bool play_chunk(const worker_task *worker, uint32_t cell, uint32_t first, uint32_t end)
{
    const dw_matrix_plan *plan = worker->plan;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell);
    const dw_lab_data data = dw_matrix_plan_data(plan, &key);
    dw_match_watch watch = {.match = NULL};
    const dw_lab_watcher watcher = {&watch, dw_match_watch_tick};
    const dw_lab_match_config config = {
        .data = &data,
        .brain = plan->guards[key.guards].brain,
        .policy = plan->policies[key.policy],
        .intruders = plan->counts[key.count],
        .ticks_max = plan->ticks_max,
        .watcher = &watcher,
    };
    dw_lab_match *lab = NULL;
    dw_error error;
    if (dw_lab_match_create(&lab, &config, &error) != DW_OK) {
        fail_worker(error.text);
    }
    dw_arena arena;
    watch.measure.nav = data.nav;
    if (dw_arena_create(&arena, SEARCH_ARENA_BYTES) != DW_OK ||
        dw_nav_search_create(&watch.measure.search, &arena, data.nav) != DW_OK) {
        fail_worker("no memory to measure paths");
    }
    watch.match = lab;
    bool go_on = true;
    for (uint32_t match = first; match < end && go_on; match++) {
        if (!worker->rows->rows[match].done) {
            go_on = !stop_asked(worker) && play_match(worker, &watch, match, lab);
        }
    }
    dw_arena_destroy(&arena);
    dw_lab_match_destroy(lab);
    return go_on;
}

static void work(const worker_task *worker)
{
    const dw_matrix_plan *plan = worker->plan;
    const uint32_t blocks = (plan->seed_count + CHUNK_SEEDS - 1) / CHUNK_SEEDS;
    bool go_on = true;
    while (go_on && !stop_asked(worker)) {
        const uint32_t chunk = atomic_fetch_add(&worker->shared->next_chunk, 1);
        if (chunk >= blocks * plan->cell_count) {
            return;
        }
        const uint32_t cell = chunk % plan->cell_count;
        const uint32_t seed = chunk / plan->cell_count * CHUNK_SEEDS;
        const uint32_t left = plan->seed_count - seed;
        const uint32_t first = cell * plan->seed_count + seed;
        const uint32_t end = first + (left < CHUNK_SEEDS ? left : CHUNK_SEEDS);
        if (missing(worker, first, end)) {
            go_on = play_chunk(worker, cell, first, end);
        }
    }
}

/* Until the last worker has closed its end. A read gives one line, whole. After a failure lines are
 * thrown away, so that no worker waits for room. */
static dw_status collect(const char *label, int read_end, shared_state *shared,
                         dw_matrix_rows *rows, dw_error *error)
{
    static char line[DW_MATRIX_LINE_SIZE + 1];
    dw_progress progress;
    dw_progress_begin(&progress, label, rows->done, rows->count);
    dw_status status = DW_OK;
    for (;;) {
        struct pollfd wait = {.fd = read_end, .events = POLLIN};
        (void)poll(&wait, 1, LOOK_MS);
        if (dw_signal_stop_asked()) {
            atomic_store(&shared->stop, true);
        }
        dw_progress_show(&progress, rows->done);
        if (wait.revents == 0) {
            continue;
        }
        const ssize_t got = read(read_end, line, sizeof line - 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        if (status == DW_OK) {
            line[got] = '\0';
            status = dw_matrix_rows_add(rows, line, (size_t)got, error);
        }
        if (status != DW_OK) {
            atomic_store(&shared->stop, true);
        }
    }
    dw_progress_end(&progress, rows->done);
    return status;
}

static double seconds(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static double children_s(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_CHILDREN, &usage);
    return seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
}

static uint32_t start_workers(const worker_task *worker, int read_end, uint32_t processes,
                              pid_t ids[DW_MATRIX_PROCESSES_MAX])
{
    (void)fflush(stdout);
    (void)fflush(stderr);
    uint32_t started = 0;
    while (started < processes) {
        const pid_t id = fork();
        if (id < 0) {
            break;
        }
        if (id == 0) {
            /* Only the calling process holds the journal, and reads lines: when it dies, the
             * next run can begin, and a worker is refused its next line. */
            if (worker->rows->journal >= 0) {
                (void)close(worker->rows->journal);
            }
            (void)close(read_end);
            work(worker);
            _exit(0);
        }
        ids[started++] = id;
    }
    return started;
}

/* How many did not end well. */
static uint32_t wait_for(const pid_t *ids, uint32_t count)
{
    uint32_t failed = 0;
    for (uint32_t i = 0; i < count; i++) {
        int state = 0;
        pid_t got = 0;
        do {
            got = waitpid(ids[i], &state, 0);
        } while (got < 0 && errno == EINTR);
        failed += got != ids[i] || !WIFEXITED(state) || WEXITSTATUS(state) != 0;
    }
    return failed;
}

dw_status dw_matrix_run_all(const char *label, const dw_matrix_plan *plan, dw_matrix_rows *rows,
                            uint32_t processes, dw_matrix_run *run, dw_error *error)
{
    DW_CHECK(processes >= 1 && processes <= DW_MATRIX_PROCESSES_MAX);
    *run = (dw_matrix_run){0};
    if (rows->done == rows->count) {
        return DW_OK;
    }
    int ends[2];
    shared_state *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return dw_fail(error, DW_MEMORY, "no shared memory: %s", strerror(errno));
    }
    /* Messages, not bytes: those of two workers never mix, whatever their length. */
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) {
        (void)munmap(shared, sizeof *shared);
        return dw_fail(error, DW_IO, "no way back from the workers: %s", strerror(errno));
    }
    const uint32_t done_before = rows->done;
    const double before_s = children_s();
    const uint64_t begin_ns = dw_clock_ns();
    const worker_task worker = {.plan = plan, .rows = rows, .shared = shared, .lines = ends[1]};
    pid_t ids[DW_MATRIX_PROCESSES_MAX];
    const uint32_t started = start_workers(&worker, ends[0], processes, ids);
    (void)close(ends[1]);
    dw_status status = collect(label, ends[0], shared, rows, error);
    (void)close(ends[0]);
    const uint32_t failed = wait_for(ids, started);
    (void)munmap(shared, sizeof *shared);
    run->played = rows->done - done_before;
    run->wall_s = (double)(dw_clock_ns() - begin_ns) / 1e9;
    run->processor_s = children_s() - before_s;
    if (status == DW_OK && started == 0) {
        return dw_fail(error, DW_LOST, "no worker could be started");
    }
    if (status == DW_OK && failed > 0) {
        return dw_fail(error, DW_LOST, "%u of %u workers died; what they had finished is kept",
                       failed, started);
    }
    return status;
}

void dw_matrix_run_tell(const char *label, const dw_matrix_run *run)
{
    if (run->played > 0) {
        (void)fprintf(stderr, "%s: %u matches in %.1f s, %.1f matches a core-second\n", label,
                      run->played, run->wall_s,
                      run->processor_s > 0 ? run->played / run->processor_s : 0);
    }
}
