/* server_list.h - the servers that a person can choose from: those that have answered in the local
 * network, and those that the person keeps (favourites, and where they played lately).
 * Owns: the rows and their order. Pure; time is handed in. Cost: O(rows) a call. No allocation. */
#ifndef DW_CLIENT_CORE_SERVER_LIST_H
#define DW_CLIENT_CORE_SERVER_LIST_H

#include "protocol/seal/discovery.h"

enum {
    DW_SERVER_LIST_MAX = 64,
    DW_SERVER_HOST_MAX = 127,
    DW_SERVER_SILENT_MS = 7000 /* After this much silence a server counts as gone. */
};

typedef struct dw_listed_server {
    char host[DW_SERVER_HOST_MAX + 1]; /* A name, or an IPv4 address. */
    uint16_t port;
    bool favourite;
    uint8_t recent;   /* 1: where the person played last, 2: before that, ...; 0: not lately. */
    bool answered;    /* And not silent since; the next four hold what it said. */
    uint32_t ping_us; /* From ask to answer, smoothed upwards. */
    uint64_t heard_ns;
    dw_discovery_answer answer;
} dw_listed_server;

typedef struct dw_server_list {
    uint32_t count;
    dw_listed_server rows[DW_SERVER_LIST_MAX];
} dw_server_list;

/* Whether the finder asks that host: an IPv4 address, which is put into `address` in network order,
 * or "localhost". */
bool dw_server_host_is_asked(const char *host, uint32_t *address);

/* The row of that address (`host` in any case); NULL: not listed. */
dw_listed_server *dw_server_list_find(dw_server_list *list, const char *host, uint16_t port);

/* Adds a server that the person keeps, or marks a listed one. DW_FULL. */
DW_MUST_USE dw_status dw_server_list_keep(dw_server_list *list, const char *host, uint16_t port,
                                          bool favourite, uint8_t recent);

/* A server has answered. DW_FULL: the list is full, and the answer is dropped. */
DW_MUST_USE dw_status dw_server_list_hear(dw_server_list *list, const char *host, uint16_t port,
                                          const dw_discovery_answer *answer, uint32_t ping_us,
                                          uint64_t now_ns);

/* Servers that are silent: kept ones count as not answered, others leave the list. */
void dw_server_list_expire(dw_server_list *list, uint64_t now_ns);

/* Best first: servers that answered and speak this version, by favourite, free places and ping;
 * then those of other versions; then those that did not answer, favourites first, then the most
 * recent. */
void dw_server_list_sort(dw_server_list *list);

typedef enum dw_server_note {
    DW_SERVER_FINE,
    DW_SERVER_SILENT,
    DW_SERVER_UNASKED, /* Its host is a name, which the finder does not look up. */
    DW_SERVER_NEWER,   /* Speaks a later version of the protocol than this client. */
    DW_SERVER_OLDER,
    DW_SERVER_FULL,
    DW_SERVER_UNSEALED
} dw_server_note;

/* What a person should know before they join. */
dw_server_note dw_server_note_of(const dw_listed_server *server);

#endif
