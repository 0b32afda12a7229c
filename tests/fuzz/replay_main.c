/* Runs a fuzz target over each file of the folders that are named: its corpus as an ordinary test.
 * An empty folder fails, since it would prove nothing. */
#include "common/platform/file.h"
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { INPUT_MAX = 1 << 20 };

static bool replay_file(const char *folder, const char *name)
{
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error;
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (dw_file_read(path, INPUT_MAX, &bytes, &size, &error) != DW_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        return false;
    }
    (void)LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return true;
}

/* The number of files, or -1. */
static int replay_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        (void)fprintf(stderr, "%s: no such folder\n", folder);
        return -1;
    }
    int count = 0;
    for (const struct dirent *entry = readdir(entries); entry != NULL && count >= 0;
         entry = readdir(entries)) {
        if (entry->d_name[0] != '.') {
            count = replay_file(folder, entry->d_name) ? count + 1 : -1;
        }
    }
    (void)closedir(entries);
    return count;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        const int count = replay_folder(argv[i]);
        if (count <= 0) {
            (void)fprintf(stderr, "%s: nothing was replayed\n", argv[i]);
            return 1;
        }
        total += count;
    }
    (void)printf("%d inputs replayed\n", total);
    return total > 0 ? 0 : 1;
}
