/* supervisor.h - what a service tells the supervisor that started it, such as systemd: the protocol
 * of sd_notify(3), one datagram to the socket that $NOTIFY_SOCKET names. Without that variable
 * nothing is sent, which is DW_OK. Owns nothing; no call ever waits. */
#ifndef DW_PLATFORM_SUPERVISOR_H
#define DW_PLATFORM_SUPERVISOR_H

#include "common/base/status.h"

#include <stdint.h>

/* The service can be used from now on. `line` says in what state it is, for people. */
DW_MUST_USE dw_status dw_supervisor_ready(const char *line, dw_error *error);

/* The service ends, and wants up to `seconds` for it. */
DW_MUST_USE dw_status dw_supervisor_stopping(uint64_t seconds, dw_error *error);

#endif
