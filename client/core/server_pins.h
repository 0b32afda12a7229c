/* server_pins.h - remembers the identity keys of servers that this user has met, to notice another
 * server behind the same address. A text file that a person can read and edit:
 *
 *     # comments and empty lines stay as they are
 *     manor.example:27967 358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd166254
 *
 * A key is added at the first connection, once a sealed datagram of the server has opened: until
 * then the server has only claimed the key. Keys are public, but the file shows where its user
 * plays, so others cannot read it (0600).
 *
 * Owns nothing: each call reads the file. Every failure names file and line, and leaves the file as
 * it was. If two programs add a key at the same moment, one line can be lost; that server then
 * counts as new again. Cost: one small file is read at each join. */
#ifndef DW_CLIENT_CORE_SERVER_PINS_H
#define DW_CLIENT_CORE_SERVER_PINS_H

#include "common/base/status.h"
#include "common/platform/file.h"
#include "protocol/seal/challenge.h"

enum { DW_SERVER_PINS_BYTES_MAX = 1 << 20, DW_SERVER_PINS_HOST_MAX = 253 };

/* $XDG_CONFIG_HOME/duskwatch/known_servers or ~/.config/duskwatch/known_servers. */
DW_MUST_USE dw_status dw_server_pins_path(char path[DW_PATH_MAX], dw_error *error);

/* `host` as the user wrote it, in any case. DW_OK: the key is the known one. DW_NOT_FOUND: the
 * server is unknown, or there is no file yet. DW_DIFFERS: another key is known; `error` explains
 * what to do. DW_INVALID: a line of the file, or the host, is malformed. DW_IO, DW_MEMORY. */
DW_MUST_USE dw_status dw_server_pins_check(const char *path, const char *host, uint16_t port,
                                           const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error);

/* Adds a line for an unknown server, and creates the file and its folder. DW_OK also when the key
 * is known. DW_DIFFERS as above: it never replaces a key. DW_FULL: the file has no room. */
DW_MUST_USE dw_status dw_server_pins_add(const char *path, const char *host, uint16_t port,
                                         const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error);

/* The person accepts that the server has another key now: its line gets it. The same as
 * dw_server_pins_add for a server that is unknown. */
DW_MUST_USE dw_status dw_server_pins_replace(const char *path, const char *host, uint16_t port,
                                             const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error);

#endif
