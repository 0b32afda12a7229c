#include "server/host/server_save.h"

#include "common/base/check.h"
#include "common/platform/secret_file.h"
#include "server/host/disk_thread.h"
#include "server/host/match_codes.h"
#include "server/host/save_file.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"
#include "server/session/match_save.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATCH_BYTES = 32 * 1024, /* A first guess; untouched pages cost nothing. */
    FILE_BYTES_MAX = 256 << 20,
    VERSION_TEXT_MAX = 31
};

static const char key_name[] = "save.key";

static bool is_name(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const size_t length = strlen(name);
    return length >= 1 && length <= DW_SAVE_NAME_MAX && strspn(name, letters) == length;
}

/* `folder` is the state folder. */
static dw_status name_file(const char *folder, const char *name, char path[DW_PATH_MAX],
                           dw_error *error)
{
    const int length = snprintf(path, DW_PATH_MAX, "%s/saves/%s.save", folder, name);
    return length > 0 && length < DW_PATH_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "%.150s: the path is too long", folder);
}

static dw_status find_file(const dw_server *server, const char *name, char folder[DW_PATH_MAX],
                           char path[DW_PATH_MAX], dw_error *error)
{
    if (!is_name(name)) {
        return dw_fail(error, DW_INVALID,
                       "\"%.60s\": the name of a save has 1 to %d letters, digits, - and _", name,
                       (int)DW_SAVE_NAME_MAX);
    }
    const dw_status status = dw_state_folder_name(server->config.state, folder, error);
    return status == DW_OK ? name_file(folder, name, path, error) : status;
}

/* What the thread writes; it owns it. */
typedef struct save_task {
    char setting[DW_CONFIG_TEXT_MAX]; /* Of the state folder. */
    char path[DW_PATH_MAX];
    uint8_t *plain;
    size_t size;
    uint32_t matches, tick;
} save_task;

static void free_task(save_task *task)
{
    sodium_memzero(task->plain, task->size);
    free(task->plain);
    free(task);
}

static dw_status write_sealed(const save_task *task, uint8_t *sealed, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_save_key key;
    dw_status status = dw_state_folder_open(task->setting, folder, error);
    if (status == DW_OK) {
        status = dw_state_folder_secret(folder, key_name, key.bytes, sizeof key.bytes, error);
    }
    if (status == DW_OK) {
        (void)snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(task->path, '/') - task->path),
                       task->path);
        status = dw_file_make_folder_of_mode(folder, 0750, error);
    }
    if (status != DW_OK) {
        return status;
    }
    dw_save_file_seal(&key, task->plain, task->size, sealed);
    sodium_memzero(&key, sizeof key);
    return dw_file_write_for_group(task->path, sealed, task->size + DW_SAVE_FILE_EXTRA, error);
}

static void run_save(void *context, dw_writer_thread *writer)
{
    save_task *task = context;
    dw_error error = {"out of memory"};
    uint8_t *sealed = malloc(task->size + DW_SAVE_FILE_EXTRA);
    if (sealed != NULL && write_sealed(task, sealed, &error) == DW_OK) {
        dw_writer_thread_say(writer, DW_LOG_INFO, "server_saved",
                             "file=%s bytes=%zu matches=%u tick=%u", dw_log_quote(task->path).text,
                             task->size + DW_SAVE_FILE_EXTRA, (unsigned)task->matches,
                             (unsigned)task->tick);
    } else {
        dw_writer_thread_say(writer, DW_LOG_ERROR, "server_not_saved", "file=%s error=%s",
                             dw_log_quote(task->path).text, dw_log_quote(error.text).text);
    }
    free(sealed);
    free_task(task);
}

/* As at the start of a server: there is nothing to save. */
static bool is_fresh(const dw_match *match)
{
    return dw_match_idle(match) && dw_match_round_machine(match)->round == 1;
}

static void put_text(dw_state_writer *at, const char *text)
{
    const size_t length = strlen(text);
    dw_state_put_u16(at, (uint16_t)length);
    dw_state_put_bytes(at, text, length);
}

static bool plays_by(const dw_match *match, const dw_brain_kind *kind)
{
    bool found = false;
    for (uint16_t g = 0; g < dw_sim_map(dw_match_sim(match))->guard_count; g++) {
        found = found || dw_sim_brain(dw_match_sim(match), g) == kind;
    }
    return found;
}

/* Whether a match that is saved has guards with that brain. */
static bool is_needed(const dw_server *server, const dw_brain_kind *kind)
{
    bool found = false;
    for (uint32_t i = 0; i < server->match_count && !found; i++) {
        found = !is_fresh(server->matches[i]) && plays_by(server->matches[i], kind);
    }
    return found;
}

/* The brains out of files, whole, up to an empty name: the files may change, or be another host's.
 */
static void put_brains(dw_state_writer *at, const dw_server *server)
{
    for (uint32_t i = 0; i < server->brains.count; i++) {
        const dw_data_brain *brain = server->brains.brains[i];
        if (is_needed(server, dw_data_brain_kind(brain))) {
            size_t size = 0;
            const uint8_t *text = dw_data_brain_text(brain, &size);
            put_text(at, dw_data_brain_kind(brain)->name);
            dw_state_put_u32(at, (uint32_t)size);
            dw_state_put_bytes(at, text, size);
        }
    }
    put_text(at, "");
}

static void put_row(dw_state_writer *at, const dw_server *server, uint32_t index)
{
    const dw_loaded_map *map = dw_server_map_of(server, index);
    dw_state_put_u16(at, (uint16_t)(index + 1));
    dw_state_put_bytes(at, map->file_hash.bytes, sizeof map->file_hash.bytes);
    put_text(at, map->path);
    put_text(at, map->chosen_strategy);
    put_text(at, map->mission_path);
    dw_state_put_u32(at, (uint32_t)map->mission_size);
    dw_state_put_bytes(at, map->mission_bytes != NULL ? map->mission_bytes : (const uint8_t *)"",
                       map->mission_size);
}

static void put_all(dw_state_writer *at, const dw_server *server, uint32_t count)
{
    put_text(at, DW_PRODUCT_VERSION);
    dw_state_put_u32(at, server->tick);
    dw_state_put_bytes(at, server->round_key.bytes, sizeof server->round_key.bytes);
    dw_state_put_u16(at, (uint16_t)count);
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (!is_fresh(server->matches[i])) {
            put_row(at, server, i);
        }
    }
    put_brains(at, server);
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (!is_fresh(server->matches[i])) {
            dw_match_save(server->matches[i], at);
        }
    }
}

/* Counts the match in. */
static void add_match(const dw_server *server, uint32_t index, dw_server_saved *out)
{
    const dw_match *match = server->matches[index];
    const dw_match_counts counts = dw_match_count(match);
    out->matches++;
    out->players += counts.players + counts.dropped;
    out->world_hash = dw_hash_u64(out->world_hash, dw_sim_state_hash(dw_match_sim(match)));
}

static dw_server_saved nothing_yet(const dw_server *server)
{
    return (dw_server_saved){.tick = server->tick, .world_hash = DW_HASH_START};
}

/* The bytes of the whole server, from the heap. */
static dw_status collect(const dw_server *server, uint32_t count, save_task *task, dw_error *error)
{
    size_t room = ((size_t)count + 1) * MATCH_BYTES;
    for (;;) {
        task->plain = malloc(room);
        if (task->plain == NULL) {
            return dw_fail(error, DW_MEMORY, "out of memory for the save");
        }
        dw_state_writer at;
        dw_state_writer_init(&at, task->plain, room);
        put_all(&at, server, count);
        if (dw_state_writer_finish(&at, &task->size) == DW_OK) {
            return DW_OK;
        }
        sodium_memzero(task->plain, room);
        free(task->plain);
        room = at.size;
    }
}

dw_status dw_server_save(dw_server *server, const char *name, dw_server_saved *out, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_server_saved saved = nothing_yet(server);
    dw_status status = find_file(server, name, folder, saved.path, error);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (!is_fresh(server->matches[i])) {
            add_match(server, i, &saved);
        }
    }
    if (saved.matches == 0) {
        return dw_fail(error, DW_NOT_FOUND, "there is nothing to save: nobody has played yet");
    }
    save_task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory for the save");
    }
    status = collect(server, saved.matches, task, error);
    if (status != DW_OK) {
        free(task);
        return status;
    }
    memcpy(task->setting, server->config.state, sizeof task->setting);
    memcpy(task->path, saved.path, sizeof task->path);
    task->matches = saved.matches;
    task->tick = saved.tick;
    const dw_disk_task work = {run_save, task};
    if (!dw_disk_thread_push(server->disk, &work)) {
        free_task(task);
        return dw_fail(error, DW_FULL, "too much waits for the disk; try again later");
    }
    *out = saved;
    return DW_OK;
}

/* A file that was opened, before anything of the server has changed. */
typedef struct loading {
    uint8_t *bytes;
    dw_state_reader reader;
    char version[VERSION_TEXT_MAX + 1]; /* Of the program that has saved. */
    uint32_t tick, count;
    dw_round_key key;
    uint16_t numbers[DW_MATCHES_MAX];
    dw_map_handle maps[DW_MATCHES_MAX];     /* Held, one for each row, */
    dw_map_handle old_maps[DW_MATCHES_MAX]; /* and what these matches have played on. */
    uint32_t old_rounds[DW_MATCHES_MAX];    /* Of all matches. */
} loading;

static void take_text(dw_state_reader *reader, char *text, size_t size)
{
    const size_t length = dw_state_take_u16(reader);
    const uint8_t *bytes = length < size ? dw_state_take_bytes(reader, length) : NULL;
    if (dw_state_require(reader, bytes != NULL) && bytes != NULL) {
        memcpy(text, bytes, length);
    }
    text[reader->failed ? 0 : length] = '\0';
}

static dw_status fail_damaged(const loading *from, dw_error *error)
{
    return strcmp(from->version, DW_PRODUCT_VERSION) == 0
               ? dw_fail(error, DW_INVALID, "does not hold a saved server")
               : dw_fail(error, DW_INVALID, "was saved by Duskwatch %s, and this is %s",
                         from->version, DW_PRODUCT_VERSION);
}

/* The map that the match was on, with its strategy: loaded already, or from its file. */
static dw_status take_row(dw_server *server, loading *from, uint32_t row, dw_error *error)
{
    dw_state_reader *reader = &from->reader;
    dw_map_hash hash;
    char path[DW_PATH_MAX];
    char strategy[DW_CONFIG_TEXT_MAX];
    char mission_path[DW_PATH_MAX];
    const uint16_t number = dw_state_take_u16(reader);
    const uint8_t *bytes = dw_state_take_bytes(reader, sizeof hash.bytes);
    take_text(reader, path, sizeof path);
    take_text(reader, strategy, sizeof strategy);
    take_text(reader, mission_path, sizeof mission_path);
    dw_map_mission mission = {.path = mission_path, .size = dw_state_take_u32(reader)};
    mission.bytes = mission.size <= DW_MISSION_FILE_BYTES_MAX
                        ? dw_state_take_bytes(reader, mission.size)
                        : NULL;
    (void)dw_state_require(reader, mission.bytes != NULL);
    if (reader->failed || number == 0 || (row > 0 && number <= from->numbers[row - 1])) {
        return fail_damaged(from, error);
    }
    if (number > server->match_count) {
        return dw_fail(error, DW_RANGE, "has a match %u: start the server with matches = %u",
                       number, number);
    }
    memcpy(hash.bytes, bytes, sizeof hash.bytes);
    from->numbers[row] = number;
    dw_map_handle handle = 0;
    const dw_status status = dw_server_find_map(
        server, &hash, path, mission.size > 0 ? &mission : NULL, strategy, &handle, error);
    if (status == DW_OK) {
        dw_map_table_hold(&server->maps, &from->maps[row], handle);
    }
    return status;
}

/* The brains of the matches, after the maps: those name the same files. */
static dw_status take_brains(dw_server *server, loading *from, dw_error *error)
{
    dw_state_reader *reader = &from->reader;
    for (;;) {
        char name[DW_DATA_BRAIN_NAME_SIZE];
        take_text(reader, name, sizeof name);
        if (reader->failed || name[0] == '\0') {
            return reader->failed ? fail_damaged(from, error) : DW_OK;
        }
        const uint32_t size = dw_state_take_u32(reader);
        const uint8_t *text = dw_state_take_bytes(reader, size);
        if (reader->failed) {
            return fail_damaged(from, error);
        }
        const dw_status status = dw_brain_library_keep(&server->brains, name, text, size, error);
        if (status != DW_OK) {
            return status;
        }
    }
}

static dw_status take_head(dw_server *server, loading *from, dw_error *error)
{
    dw_state_reader *reader = &from->reader;
    take_text(reader, from->version, sizeof from->version);
    from->tick = dw_state_take_u32(reader);
    const uint8_t *key = dw_state_take_bytes(reader, sizeof from->key.bytes);
    const uint32_t count = dw_state_take_u16(reader);
    if (reader->failed || count > DW_MATCHES_MAX) {
        return fail_damaged(from, error);
    }
    memcpy(from->key.bytes, key, sizeof from->key.bytes);
    dw_status status = DW_OK;
    for (uint32_t row = 0; row < count && status == DW_OK; row++) {
        status = take_row(server, from, row, error);
        from->count = row + 1;
    }
    return status == DW_OK ? take_brains(server, from, error) : status;
}

/* All matches idle, under that key; each in its round of `rounds`, or in the first one. */
static void begin_anew(dw_server *server, const dw_round_key *key, uint32_t tick,
                       const uint32_t *rounds)
{
    server->round_key = *key;
    server->tick = tick;
    dw_match_codes_draw(server->codes, server->match_count, key);
    for (uint32_t i = 0; i < server->match_count; i++) {
        dw_match_beginning with = {
            .round_key = *key, .tick = tick, .round = rounds != NULL ? rounds[i] : 1};
        memcpy(with.code, server->codes[i], sizeof with.code);
        dw_match_begin_anew(server->matches[i], &with);
    }
}

static void change_maps(dw_server *server, const loading *from, const dw_map_handle *maps)
{
    for (uint32_t row = 0; row < from->count; row++) {
        const uint32_t index = from->numbers[row] - 1U;
        if (server->played_maps[index] != maps[row]) {
            dw_server_want_loaded(server, index, maps[row]);
        }
    }
    dw_server_change_maps(server);
}

static dw_status load_matches(dw_server *server, loading *from, dw_server_saved *out,
                              dw_error *error)
{
    const dw_brain_finder finder = dw_brain_library_finder(&server->brains);
    for (uint32_t row = 0; row < from->count; row++) {
        const uint32_t index = from->numbers[row] - 1U;
        dw_match *match = server->matches[index];
        if (dw_match_load(match, &from->reader, finder, error) != DW_OK) {
            return strcmp(from->version, DW_PRODUCT_VERSION) == 0 ? DW_INVALID
                                                                  : fail_damaged(from, error);
        }
        server->phases[index] = dw_match_round_machine(match)->phase;
        add_match(server, index, out);
    }
    return dw_state_reader_finish(&from->reader) == DW_OK ? DW_OK : fail_damaged(from, error);
}

static dw_status take_over(dw_server *server, loading *from, dw_server_saved *out, dw_error *error)
{
    const dw_round_key old_key = server->round_key;
    const uint32_t old_tick = server->tick;
    for (uint32_t i = 0; i < server->match_count; i++) {
        from->old_rounds[i] = dw_match_round_machine(server->matches[i])->round;
    }
    for (uint32_t row = 0; row < from->count; row++) {
        dw_map_table_hold(&server->maps, &from->old_maps[row],
                          server->played_maps[from->numbers[row] - 1U]);
    }
    begin_anew(server, &from->key, from->tick, NULL);
    change_maps(server, from, from->maps);
    out->tick = from->tick;
    const dw_status status = load_matches(server, from, out, error);
    if (status != DW_OK) {
        begin_anew(server, &old_key, old_tick, from->old_rounds);
        change_maps(server, from, from->old_maps);
    }
    return status;
}

static dw_status check_unused(const dw_server *server, dw_error *error)
{
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (!dw_match_idle(server->matches[i])) {
            return dw_fail(error, DW_DENIED,
                           "match %u is in use: load needs a server on which nobody plays or "
                           "watches; start one with --load",
                           (unsigned)i + 1);
        }
    }
    return server->draining ? dw_fail(error, DW_DENIED, "the server is about to end") : DW_OK;
}

static dw_status open_file(const dw_server *server, const char *name, loading *from,
                           char path[DW_PATH_MAX], dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_save_key key;
    size_t size = 0;
    uint8_t *plain = NULL;
    dw_status status = find_file(server, name, folder, path, error);
    if (status == DW_OK) {
        status = dw_file_read(path, FILE_BYTES_MAX, &from->bytes, &size, error);
    }
    if (status == DW_OK) {
        status = dw_state_folder_secret(folder, key_name, key.bytes, sizeof key.bytes, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = dw_save_file_open(&key, from->bytes, size, &plain, &size, error);
    sodium_memzero(&key, sizeof key);
    if (status == DW_OK) {
        dw_state_reader_init(&from->reader, plain, size);
    } else {
        dw_error_prefix(error, path);
    }
    return status;
}

dw_status dw_server_load(dw_server *server, const char *name, dw_server_saved *out, dw_error *error)
{
    dw_server_saved loaded = nothing_yet(server);
    dw_status status = check_unused(server, error);
    if (status != DW_OK) {
        return status;
    }
    loading *from = calloc(1, sizeof *from);
    if (from == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    status = open_file(server, name, from, loaded.path, error);
    if (status == DW_OK) {
        status = take_head(server, from, error);
        status = status == DW_OK ? take_over(server, from, &loaded, error) : status;
        if (status != DW_OK) {
            dw_error_prefix(error, loaded.path);
        }
    }
    for (uint32_t row = 0; row < from->count; row++) {
        dw_map_table_hold(&server->maps, &from->maps[row], 0);
        dw_map_table_hold(&server->maps, &from->old_maps[row], 0);
    }
    free(from->bytes);
    free(from);
    if (status == DW_OK) {
        *out = loaded;
        dw_log(DW_LOG_INFO, "server_loaded", "file=%s matches=%u players=%u tick=%u",
               dw_log_quote(loaded.path).text, (unsigned)loaded.matches, (unsigned)loaded.players,
               (unsigned)loaded.tick);
    }
    return status;
}
