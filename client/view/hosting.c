#include "client/view/hosting.h"

#include "client/view/replay_folder.h"
#include "common/base/log.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "common/world/mission.h"
#include "protocol/seal/discovery.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { GOODBYE_MS = 2500, SERVER_TEXT_MAX = 511 /* Of a setting of the server. */ };

/* With others, a lobby waits this long for those that are not ready. */
#define LOBBY_S "60"

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* "museum.tmj" as "museum". */
static bool take_name(const char *file, const char *suffix, char name[DW_NAME_SIZE])
{
    const size_t size = strlen(file);
    const size_t rest = strlen(suffix);
    if (size <= rest || size - rest >= DW_NAME_SIZE || file[0] == '.' ||
        strcmp(file + size - rest, suffix) != 0) {
        return false;
    }
    memcpy(name, file, size - rest);
    name[size - rest] = '\0';
    return true;
}

/* The names of all files like `known`, sorted. */
static uint32_t list_data(const char *known, const char *folder_name, const char *suffix,
                          char names[][DW_NAME_SIZE], uint32_t max)
{
    char path[DW_PATH_MAX];
    uint32_t count = 0;
    if (dw_file_find_data(known, folder_name, suffix, path, NULL) != DW_OK) {
        return 0;
    }
    *strrchr(path, '/') = '\0'; /* It was found in a folder. */
    DIR *folder = opendir(path);
    const struct dirent *entry = folder != NULL ? readdir(folder) : NULL;
    for (; entry != NULL && count < max; entry = readdir(folder)) {
        count += take_name(entry->d_name, suffix, names[count]) ? 1 : 0;
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    qsort(names, count, DW_NAME_SIZE, compare_names);
    return count;
}

uint32_t dw_hosting_list_maps(char names[][DW_NAME_SIZE], uint32_t max)
{
    return list_data("reference", "maps", ".tmj", names, max);
}

static bool read_mission(dw_menu_mission *mission)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    const bool read =
        dw_file_find_data(mission->name, "maps/missions", ".json", path, &error) == DW_OK &&
        dw_file_read(path, DW_MISSION_FILE_BYTES_MAX, &bytes, &size, &error) == DW_OK &&
        dw_mission_read_head(mission->map, mission->title, path, bytes, size, &error) == DW_OK;
    free(bytes);
    return read;
}

uint32_t dw_hosting_list_missions(dw_menu_mission *missions, uint32_t max)
{
    char names[DW_MENU_MISSIONS_MAX][DW_NAME_SIZE];
    const uint32_t found =
        list_data("reference-heist", "maps/missions", ".json", names, DW_MENU_MISSIONS_MAX);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found && count < max; i++) {
        memcpy(missions[count].name, names[i], DW_NAME_SIZE);
        count += read_mission(&missions[count]) ? 1 : 0;
    }
    return count;
}

/* The first free port at which clients look; 0, any, when all are taken. */
static uint16_t free_port(const char *bind_to)
{
    for (uint32_t i = 0; i < DW_DISCOVERY_PORTS; i++) {
        const uint16_t port = (uint16_t)(DW_PORT_DEFAULT + i);
        const int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
        const bool free_now = probe >= 0 && inet_pton(AF_INET, bind_to, &name.sin_addr) == 1 &&
                              bind(probe, (const struct sockaddr *)&name, sizeof name) == 0;
        if (probe >= 0) {
            (void)close(probe);
        }
        if (free_now) {
            return port;
        }
    }
    return 0;
}

dw_status dw_hosting_start(dw_hosting *hosting, const dw_hosting_config *config, dw_error *error)
{
    char path[DW_PATH_MAX];
    char port[8];
    char name[DW_PLAYER_NAME_MAX + 16];
    char variable[sizeof DW_PASSWORD_VARIABLE + DW_PASSWORD_MAX + 2];
    const char *bind_to = config->network ? "0.0.0.0" : "127.0.0.1";
    dw_hosting_stop(hosting);
    if (config->password[0] != '\0' &&
        dw_password_check(config->password, "the password", error) != DW_OK) {
        return DW_INVALID;
    }
    const dw_status status = dw_child_find("duskwatch-server", path, error);
    if (status != DW_OK) {
        return status;
    }
    (void)snprintf(port, sizeof port, "%u", (unsigned)free_port(bind_to));
    (void)snprintf(name, sizeof name, "%s%s", config->name[0] != '\0' ? config->name : "A",
                   config->name[0] != '\0' ? "'s game" : " game of Duskwatch");
    (void)snprintf(variable, sizeof variable, DW_PASSWORD_VARIABLE "=%s", config->password);
    char folder[DW_PATH_MAX];
    /* Without a folder to record into, the game is played all the same. */
    const bool records = dw_replay_folder_path(folder, NULL) == DW_OK &&
                         strlen(folder) <= SERVER_TEXT_MAX && access(folder, W_OK) == 0;
    const char *const last[] = {records ? "--record" : NULL, folder};
    const char *const arguments[] = {"--map",
                                     config->map,
                                     "--bind",
                                     bind_to,
                                     "--port",
                                     port,
                                     "--name",
                                     name,
                                     "--spectators",
                                     "off",
                                     "--away-s",
                                     "0",
                                     "--control",
                                     "off",
                                     "--metrics-port",
                                     "0",
                                     "--lobby-s",
                                     config->network ? LOBBY_S : "0",
                                     config->mission != NULL ? "--mission" : last[0],
                                     config->mission != NULL ? config->mission : last[1],
                                     config->mission != NULL ? last[0] : NULL,
                                     last[1],
                                     NULL};
    const dw_status started = dw_child_start(&hosting->server, path, arguments,
                                             config->password[0] != '\0' ? variable : NULL, error);
    memset(variable, 0, sizeof variable);
    hosting->network = config->network;
    hosting->started_s = (int64_t)time(NULL);
    hosting->state = started == DW_OK ? DW_HOSTING_STARTS : DW_HOSTING_NONE;
    return started;
}

dw_status dw_hosting_play(dw_hosting *hosting, const char *file, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_hosting_stop(hosting);
    const dw_status status = dw_child_find("duskwatch-server", path, error);
    if (status != DW_OK) {
        return status;
    }
    /* Nobody else looks for it, and two clients that start at once must not choose the same port.
     */
    const char *const arguments[] = {
        "--playback", file,  "--ghosts",    "--bind", "127.0.0.1",      "--port", "0",
        "--control",  "off", "--discovery", "off",    "--metrics-port", "0",      NULL};
    const dw_status started = dw_child_start(&hosting->server, path, arguments, NULL, error);
    hosting->state = started == DW_OK ? DW_HOSTING_STARTS : DW_HOSTING_NONE;
    return started;
}

bool dw_hosting_address(const dw_hosting *hosting, char text[DW_HOSTING_ADDRESS])
{
    struct ifaddrs *all = NULL;
    bool found = false;
    if (!hosting->network || getifaddrs(&all) != 0) {
        return false;
    }
    for (const struct ifaddrs *at = all; at != NULL && !found; at = at->ifa_next) {
        const bool fits = at->ifa_addr != NULL && at->ifa_addr->sa_family == AF_INET &&
                          (at->ifa_flags & (IFF_UP | IFF_LOOPBACK)) == IFF_UP;
        char host[INET_ADDRSTRLEN];
        found =
            fits &&
            inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr,
                      host, sizeof host) != NULL;
        if (found) {
            (void)snprintf(text, DW_HOSTING_ADDRESS, "%s:%u", host, (unsigned)hosting->port);
        }
    }
    freeifaddrs(all);
    return found;
}

void dw_hosting_update(dw_hosting *hosting)
{
    static const char ready[] = "ready port=";
    const char *line = NULL;
    int64_t port = 0;
    if (hosting->state == DW_HOSTING_NONE) {
        return;
    }
    const bool runs = dw_child_runs(&hosting->server); /* Asked first: its last line is read yet. */
    while (dw_child_line(&hosting->server, &line)) {
        if (strncmp(line, ready, sizeof ready - 1) == 0 &&
            dw_parse_int(line + sizeof ready - 1, 1, UINT16_MAX, &port) == DW_OK) {
            hosting->port = (uint16_t)port;
            hosting->state = DW_HOSTING_READY;
        } else {
            (void)snprintf(hosting->line, sizeof hosting->line, "%s", line);
            dw_log(DW_LOG_INFO, "server_says", "line=%s", dw_log_quote(line).text);
        }
    }
    if (!runs) {
        hosting->state = DW_HOSTING_FAILED;
    }
}

void dw_hosting_stop(dw_hosting *hosting)
{
    if (hosting->state != DW_HOSTING_NONE) {
        dw_child_stop(&hosting->server, GOODBYE_MS);
    }
    *hosting = (dw_hosting){.state = DW_HOSTING_NONE};
}
