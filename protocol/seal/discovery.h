/* discovery.h - the two datagrams by which a client finds servers that it is not connected to. The
 * client broadcasts the ask; each server that lets itself be found answers. Like those of
 * challenge.h they travel beside ENet's datagrams, and a server that does not know them drops them.
 *
 *     kind 7 ask      mark, 7, number 8, zeros to 512 bytes
 *     kind 8 answer   mark, 8, number 8, version 2, flags 1, players 2, places 2, spectators 2,
 *                     matches 2, identity key 32, then name, map and release: size 1 and its bytes
 *
 * `mark` is ff ff 44 57, numbers are big-endian. An answer has at most DW_DISCOVERY_ANSWER_MAX
 * bytes, fewer than the ask, so that a forged sender's address never makes the server send more
 * than it received. Neither kind changes with the version of the protocol: a client of any version
 * can say that a server speaks another one.
 *
 * Nothing is sealed or proved here. An answer says where to try; the join of section 1 of
 * PROTOCOL.md proves who the server is.
 *
 * Pure: bytes in, values out; the bytes are hostile. Cost: one pass over the bytes, no allocation.
 */
#ifndef DW_PROTOCOL_SEAL_DISCOVERY_H
#define DW_PROTOCOL_SEAL_DISCOVERY_H

#include "protocol/seal/challenge.h"

enum {
    DW_DISCOVERY_ASK_KIND = 7,
    DW_DISCOVERY_ANSWER_KIND = 8,
    DW_DISCOVERY_NUMBER_SIZE = 8,
    DW_DISCOVERY_ASK_SIZE = 512,
    DW_DISCOVERY_NAME_MAX = 64, /* Bytes of clean UTF-8, 1 at least; likewise below. */
    DW_DISCOVERY_MAP_MAX = 64,
    DW_DISCOVERY_RELEASE_MAX = 16,
    DW_DISCOVERY_ANSWER_MAX =
        56 + 3 + DW_DISCOVERY_NAME_MAX + DW_DISCOVERY_MAP_MAX + DW_DISCOVERY_RELEASE_MAX,
    DW_DISCOVERY_PORTS = 4 /* Ports that clients ask, from DW_PORT_DEFAULT on. */
};

typedef struct dw_discovery_answer {
    uint8_t number[DW_DISCOVERY_NUMBER_SIZE]; /* As in the ask. */
    uint16_t version;                         /* Of the protocol. */
    bool sealed;
    bool password;                          /* Needed to join; only of a sealed server. */
    bool watchable;                         /* It takes spectators. */
    uint16_t players;                       /* In all matches, */
    uint16_t places;                        /* the most of them, */
    uint16_t spectators;                    /* and people who watch. */
    uint16_t matches;                       /* 1 at least. */
    uint8_t identity_key[DW_SEAL_KEY_SIZE]; /* Zeros of a server that does not seal. */
    char name[DW_DISCOVERY_NAME_MAX + 1];
    char map[DW_DISCOVERY_MAP_MAX + 1]; /* Of the first match. */
    char release[DW_DISCOVERY_RELEASE_MAX + 1];
} dw_discovery_answer;

/* Writes an ask of DW_DISCOVERY_ASK_SIZE bytes. */
void dw_discovery_ask_encode(const uint8_t number[DW_DISCOVERY_NUMBER_SIZE],
                             uint8_t bytes[DW_DISCOVERY_ASK_SIZE]);

/* Whether the datagram means to be an ask. It is a right one only if it decodes. */
bool dw_discovery_is_ask(const uint8_t *bytes, size_t size);

/* DW_INVALID for what dw_discovery_ask_encode does not write; `number` is untouched then. */
DW_MUST_USE dw_status dw_discovery_ask_decode(uint8_t number[DW_DISCOVERY_NUMBER_SIZE],
                                              const uint8_t *bytes, size_t size);

/* Gives the size. The answer has to be a valid one. */
size_t dw_discovery_answer_encode(const dw_discovery_answer *answer,
                                  uint8_t bytes[DW_DISCOVERY_ANSWER_MAX]);

/* DW_INVALID for what could not have been encoded; `answer` is untouched then. */
DW_MUST_USE dw_status dw_discovery_answer_decode(dw_discovery_answer *answer, const uint8_t *bytes,
                                                 size_t size);

/* As many whole characters of `text` as fit into `max` bytes; "?" for a text that is not clean.
 * `out` has room for max + 1. */
void dw_discovery_cut(const char *text, size_t max, char *out);

#endif
