/* match_codes.h - the codes of a server's matches, all different. Owns: nothing. Pure: the key
 * makes them. A code lets friends meet; the seeds of rounds can't be derived from it. Cost:
 * O(matches squared), once at start. */
#ifndef DW_HOST_MATCH_CODES_H
#define DW_HOST_MATCH_CODES_H

#include "protocol/match_code.h"
#include "server/session/round_seed.h"

/* Draws `count` codes, far fewer than exist. The same key gives the same codes. */
void dw_match_codes_draw(char (*codes)[DW_MATCH_CODE_SIZE], uint32_t count,
                         const dw_round_key *key);

/* The index of the match with that code, in upper or lower case; `count` when there is no such
 * match. */
uint32_t dw_match_codes_find(char (*codes)[DW_MATCH_CODE_SIZE], uint32_t count, const char *text);

#endif
