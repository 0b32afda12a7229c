/* finder.h - looks for servers: asks the local network every two seconds, and the kept servers of a
 * list, and notes who answers (protocol/seal/discovery.h). Answers are hostile: a broken one, or
 * one to a number that was not asked with lately, is dropped. Owns: one UDP socket. Time is a
 * parameter; only the ping is measured by the system's own stamps. No call waits, so the host name
 * of a kept server is not looked up: only those with a numeric address are asked. Not thread-safe.
 */
#ifndef DW_CLIENT_CORE_FINDER_H
#define DW_CLIENT_CORE_FINDER_H

#include "client/core/server_list.h"

typedef struct dw_finder dw_finder;

/* DW_IO when the system gives no socket; the error says why. */
DW_MUST_USE dw_status dw_finder_create(dw_finder **out, dw_error *error);
void dw_finder_destroy(dw_finder *finder); /* Accepts NULL. */

/* Asks when it is time to, and takes the answers that have come into the list, expires it and sorts
 * it. To be called each frame. */
void dw_finder_update(dw_finder *finder, dw_server_list *list, uint64_t now_ns);

/* The next update asks at once. */
void dw_finder_ask_soon(dw_finder *finder);

/* Answers that were dropped. */
uint64_t dw_finder_dropped(const dw_finder *finder);

#endif
