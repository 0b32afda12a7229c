#include "server/host/server_world.h"

#include "server/host/rules_file.h"
#include "server/host/server_state.h"

dw_status dw_server_load_rules(dw_server *server, dw_error *error)
{
    return dw_rules_file_read(&server->rules, &server->rules_brains, server->config.ruleset,
                              server->rules_path, error);
}
