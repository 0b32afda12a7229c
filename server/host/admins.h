/* admins.h - the clients that may give commands over their connection, in a file of the state
 * folder. Owns: the list (list_file.h says how it is kept). Does not know: peers, matches. Cost:
 * O(admins) a look-up. A change reads the file. Not thread-safe. */
#ifndef DW_HOST_ADMINS_H
#define DW_HOST_ADMINS_H

#include "server/host/admins_text.h"

typedef struct dw_list_file dw_admins; /* list_file.h: nothing beside it is kept. */

/* Reads the list "admins" in `folder`; a missing file is an empty list. The error names file and
 * line. With an empty name there is no folder yet: the list is empty until it moves into one. */
DW_MUST_USE dw_status dw_admins_open(dw_admins **out, const char *folder, dw_error *error);
DW_MUST_USE dw_status dw_admins_move(dw_admins *admins, const char *folder, dw_error *error);
void dw_admins_close(dw_admins *admins);

/* Reads the file again. After a failure the list is as before. */
DW_MUST_USE dw_status dw_admins_reload(dw_admins *admins, dw_error *error);

/* Adds an admin, in place of one with the same key; or removes a key (DW_NOT_FOUND: it has no
 * rights). After a failure the list is what the file says, mostly the old one. */
DW_MUST_USE dw_status dw_admins_add(dw_admins *admins, const dw_admin *admin, dw_error *error);
DW_MUST_USE dw_status dw_admins_remove(dw_admins *admins, const uint8_t key[DW_SEAL_KEY_SIZE],
                                       dw_error *error);

const dw_admin_list *dw_admins_list(const dw_admins *admins);

#endif
