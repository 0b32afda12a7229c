/* server_pins.h - the identity keys of servers that this user has met, so that another server in
 * the same place is noticed. A text file that a person can read and edit:
 *
 *     # comments and empty lines stay as they are
 *     manor.example:27967 358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd166254
 *
 * A key is added at the first connection, once a sealed datagram of the server has opened: before
 * that the server has only claimed it. Keys are public; the file says where somebody plays, so it
 * is for its user alone (0600).
 *
 * Owns nothing: each call reads the file. Every failure names file and line, and leaves the file as
 * it was. Of two programs that add at the same moment one may lose its line; that server then
 * counts as new once more. Cost: a small file read, at a join. */
#ifndef DW_CLIENT_CORE_SERVER_PINS_H
#define DW_CLIENT_CORE_SERVER_PINS_H

#include "common/base/status.h"
#include "common/platform/file.h"
#include "protocol/seal/challenge.h"

enum { DW_SERVER_PINS_BYTES_MAX = 1 << 20, DW_SERVER_PINS_HOST_MAX = 253 };

/* $XDG_CONFIG_HOME/duskwatch/known_servers or ~/.config/duskwatch/known_servers. */
DW_MUST_USE dw_status dw_server_pins_path(char path[DW_PATH_MAX], dw_error *error);

/* `host` as the user gave it, case aside. DW_OK: the key is the known one. DW_NOT_FOUND: the server
 * is not known, or there is no file yet. DW_DIFFERS: another key is known; `error` tells the user
 * what that means. DW_INVALID: a line of the file, or the host, cannot be read. DW_IO, DW_MEMORY.
 */
DW_MUST_USE dw_status dw_server_pins_check(const char *path, const char *host, uint16_t port,
                                           const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error);

/* Adds a line for a server that is not known; makes file and folder where there are none. DW_OK
 * also when the key was known. DW_DIFFERS as above: no key is ever replaced. DW_FULL: the file has
 * no room. */
DW_MUST_USE dw_status dw_server_pins_add(const char *path, const char *host, uint16_t port,
                                         const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error);

#endif
