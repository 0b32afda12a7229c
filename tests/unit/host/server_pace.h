/* server_pace.h - does what loop.c does with a server, for tests that hold the clock themselves. */
#ifndef DW_TESTS_HOST_SERVER_PACE_H
#define DW_TESTS_HOST_SERVER_PACE_H

#include "server/host/list_file.h"
#include "server/host/moderation.h"
#include "server/host/server.h"
#include "server/host/server_state.h"

#include <unistd.h>

/* Looks at the network once and runs each tick that is due by then; moves `due_ns` to the next
 * one. */
static inline void server_pace_run(dw_server *server, uint64_t now_ns, uint64_t *due_ns)
{
    dw_server_service(server, now_ns);
    while (now_ns >= *due_ns) {
        dw_server_tick(server, now_ns, 0);
        *due_ns += UINT64_C(1000000000) / DW_TICKS_PER_SECOND;
    }
    dw_server_flush(server);
}

/* Until the thread has written the bans and the admins, up to 5 s of real time. */
static inline void server_pace_wait_for_disk(dw_server *server)
{
    for (uint32_t i = 0; i < 5000 && !(dw_list_file_is_written(dw_moderation_bans(server)) &&
                                       dw_list_file_is_written(server->admins));
         i++) {
        dw_moderation_look(server);
        dw_list_file_look(server->admins, server->now_ns);
        (void)usleep(1000);
    }
}

#endif
