/* console_rights.h - which clients a caller of the console may act against. Owns: nothing. */
#ifndef DW_HOST_CONSOLE_RIGHTS_H
#define DW_HOST_CONSOLE_RIGHTS_H

#include "server/host/console_words.h"

/* Whether the caller may act against a client of that key: the host against all, others against
 * clients of a lower level. NULL: a client without a key, which has no rights. False: the answer
 * says so. */
bool dw_console_may_act(const dw_server *server, const dw_words *said, const uint8_t *key,
                        FILE *answer);

#endif
