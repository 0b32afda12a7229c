#include "server/host/console_rights.h"

#include "server/host/admins.h"
#include "server/host/server_state.h"

bool dw_console_may_act(const dw_server *server, const dw_words *said, const uint8_t *key,
                        FILE *answer)
{
    const dw_admin *admin =
        key != NULL ? dw_admin_list_find(dw_admins_list(server->admins), key) : NULL;
    if (said->by == DW_CONSOLE_HOST || admin == NULL || admin->level < said->by) {
        return true;
    }
    fprintf(answer, "%s: the client is %s, and you are %s: it takes a higher level\n",
            said->word[0], dw_console_level_word(admin->level), dw_console_level_word(said->by));
    return false;
}
