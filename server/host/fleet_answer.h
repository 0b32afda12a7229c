/* fleet_answer.h - reads what the sidecar of Agones answers: a GameServer, an event of the watch,
 * an error. Owns nothing. Pure; jansson allocates while it reads, so this is not for a tick.
 * Members that are missing or of another type count as not told; unknown ones are passed over. */
#ifndef DW_HOST_FLEET_ANSWER_H
#define DW_HOST_FLEET_ANSWER_H

#include "server/host/fleet_life.h"

#include <stddef.h>

enum { DW_FLEET_WHY_SIZE = 128 };

/* An answer of /gameserver, or one line of /watch/gameserver, which wraps it in "result". False:
 * `text` is no GameServer, and `out` is untouched. */
bool dw_fleet_answer_read(const char *text, size_t size, dw_fleet_game_server *out);

/* For a person: "status 500: counter not found". */
void dw_fleet_answer_why(int status, const char *text, size_t size, char why[DW_FLEET_WHY_SIZE]);

#endif
