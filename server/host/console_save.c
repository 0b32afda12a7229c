#include "server/host/console_save.h"

#include "server/host/server_save.h"

static const char name_of_none[] = "server";

static void print_saved(const char *deed, const dw_server_saved *saved, FILE *answer)
{
    fprintf(answer, "%s %s: matches %u, players %u, tick %u, world %016llx\n", deed, saved->path,
            (unsigned)saved->matches, (unsigned)saved->players, (unsigned)saved->tick,
            (unsigned long long)saved->world_hash);
}

void dw_console_save(dw_server *server, const dw_words *said, FILE *answer)
{
    dw_server_saved saved;
    dw_error error = {""};
    if (dw_server_save(server, said->count > 1 ? said->word[1] : name_of_none, &saved, &error) ==
        DW_OK) {
        print_saved("saving", &saved, answer);
    } else {
        fprintf(answer, "save: %s\n", error.text);
    }
}

void dw_console_load(dw_server *server, const dw_words *said, FILE *answer)
{
    dw_server_saved loaded;
    dw_error error = {""};
    if (dw_server_load(server, said->word[1], &loaded, &error) == DW_OK) {
        print_saved("loaded", &loaded, answer);
    } else {
        fprintf(answer, "load: %s\n", error.text);
    }
}
