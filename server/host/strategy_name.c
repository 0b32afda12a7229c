#include "server/host/strategy_name.h"

#include "common/platform/file.h"
#include "server/host/rules_file.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char suffix[] = ".json";

static bool ends_as_a_strategy(const char *file)
{
    const size_t length = strlen(file);
    const size_t end = sizeof suffix - 1;
    return length > end && length < DW_NAME_SIZE + end && strcmp(file + length - end, suffix) == 0;
}

void dw_strategy_name_find(const dw_strategy *strategy, char out[DW_NAME_SIZE])
{
    char folder[DW_PATH_MAX];
    out[0] = '\0';
    /* Its file names the folder. */
    if (dw_file_find_data("reference", "maps/strategies", suffix, folder, NULL) != DW_OK) {
        return;
    }
    *strrchr(folder, '/') = '\0';
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        return;
    }
    for (const struct dirent *at = readdir(listing); at != NULL; at = readdir(listing)) {
        char path[DW_PATH_MAX + sizeof at->d_name + 1];
        char name[DW_NAME_SIZE];
        dw_strategy read;
        if (!ends_as_a_strategy(at->d_name)) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", folder, at->d_name);
        dw_file_own_name(at->d_name, name, sizeof name);
        if ((out[0] == '\0' || strcmp(name, out) < 0) &&
            dw_rules_file_read_strategy(&read, path, NULL) == DW_OK &&
            memcmp(&read, strategy, sizeof read) == 0) {
            (void)snprintf(out, DW_NAME_SIZE, "%s", name);
        }
    }
    (void)closedir(listing);
}
