/* A server that cannot get its memory says so in one line and gives back what it has. Each place in
 * the code that takes memory while a server starts is refused once. */
#include "common/platform/file.h"
#include "server/host/server.h"
#include "tests/support/http.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { SITES_MAX = 512, PIECES_MAX = 4096 };

static const void *sites[SITES_MAX]; /* In the order of their first call. */
static uint32_t site_count;
static uint32_t refused_site; /* SITES_MAX: none is. */
static _Thread_local bool counting;

/* Whether the call that came from `site` is to fail. */
static bool is_refused(const void *site)
{
    if (!counting) {
        return false;
    }
    uint32_t index = 0;
    while (index < site_count && sites[index] != site) {
        index++;
    }
    if (index == site_count) {
        assert_true(site_count < SITES_MAX);
        sites[site_count++] = site;
    }
    return index == refused_site;
}

typedef struct piece {
    const void *memory; /* NULL: a free row. */
    const void *site;
    size_t bytes; /* Of a mapped block, which is given back with its size; else 0. */
} piece;

static piece pieces[PIECES_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* The recorder has a thread. */

static piece *row_of(const void *memory)
{
    for (uint32_t i = 0; i < PIECES_MAX; i++) {
        if (pieces[i].memory == memory) {
            return &pieces[i];
        }
    }
    return NULL;
}

static void *note_taken(void *memory, const void *site, size_t bytes)
{
    (void)pthread_mutex_lock(&lock);
    piece *row = row_of(NULL);
    if (memory != NULL && row != NULL) {
        *row = (piece){memory, site, bytes};
    }
    (void)pthread_mutex_unlock(&lock);
    assert_non_null(row);
    return memory;
}

/* Pieces that a library took are in no row. */
static void note_given(const void *memory, size_t bytes)
{
    (void)pthread_mutex_lock(&lock);
    piece *row = memory != NULL ? row_of(memory) : NULL;
    const bool same = row == NULL || row->bytes == bytes;
    if (row != NULL) {
        row->memory = NULL;
    }
    (void)pthread_mutex_unlock(&lock);
    assert_true(same);
}

static void expect_all_given_back(const char *when)
{
    for (uint32_t i = 0; i < PIECES_MAX; i++) {
        if (pieces[i].memory != NULL) {
            fail_msg("%s: a piece is left that was taken at %p", when, pieces[i].site);
        }
    }
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__real_dw_memory_map(size_t bytes);
void __real_dw_memory_unmap(void *block, size_t bytes);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);
void *__wrap_dw_memory_map(size_t bytes);
void __wrap_dw_memory_unmap(void *block, size_t bytes);

void *__wrap_malloc(size_t size)
{
    const void *site = __builtin_return_address(0);
    return is_refused(site) ? NULL : note_taken(__real_malloc(size), site, 0);
}

void *__wrap_calloc(size_t count, size_t size)
{
    const void *site = __builtin_return_address(0);
    return is_refused(site) ? NULL : note_taken(__real_calloc(count, size), site, 0);
}

void *__wrap_realloc(void *memory, size_t size)
{
    const void *site = __builtin_return_address(0);
    if (is_refused(site)) {
        return NULL;
    }
    note_given(memory, 0);
    return note_taken(__real_realloc(memory, size), site, 0);
}

void __wrap_free(void *memory)
{
    note_given(memory, 0);
    __real_free(memory);
}

void *__wrap_dw_memory_map(size_t bytes)
{
    const void *site = __builtin_return_address(0);
    return is_refused(site) ? NULL : note_taken(__real_dw_memory_map(bytes), site, bytes);
}

void __wrap_dw_memory_unmap(void *block, size_t bytes)
{
    note_given(block, bytes);
    __real_dw_memory_unmap(block, bytes);
}

static char folder[64];

/* With everything that a host can turn on. */
static dw_status start(dw_server **server, dw_error *error)
{
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    (void)snprintf(config.state, sizeof config.state, "%s", folder);
    (void)snprintf(config.record, sizeof config.record, "%s", folder);
    (void)snprintf(config.password, sizeof config.password, "night owl");
    config.port = 0;
    config.matches = 2;
    config.log_goals = 1;
    config.metrics_port = http_free_port();
    config.fleet = DW_FLEET_AGONES;
    *server = NULL;
    error->text[0] = '\0';
    counting = true;
    const dw_status status = dw_server_create(server, &config, error);
    counting = false;
    return status;
}

static int make_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/start-test-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *listing = opendir(folder);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        char path[DW_PATH_MAX];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        (void)unlink(path);
    }
    (void)closedir(listing);
    return rmdir(folder);
}

static void memory_that_is_missing_anywhere_is_told_and_nothing_starts(void **state)
{
    (void)state;
    dw_error error;
    dw_server *server = NULL;
    refused_site = SITES_MAX;
    assert_int_equal(start(&server, &error), DW_OK);
    dw_server_destroy(server);
    expect_all_given_back("at the end");
    const uint32_t all = site_count;
    for (refused_site = 0; refused_site < all; refused_site++) {
        const dw_status status = start(&server, &error);
        if (status == DW_OK || error.text[0] == '\0' || server != NULL) {
            fail_msg("place %u of %u (%p): status %d, \"%s\"", refused_site, all,
                     sites[refused_site], (int)status, error.text);
        }
        expect_all_given_back(error.text);
    }
    assert_true(all > 40);
    assert_int_equal(site_count, all); /* None was met for the first time after a refusal. */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(memory_that_is_missing_anywhere_is_told_and_nothing_starts,
                                        make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
