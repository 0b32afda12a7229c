/* match_prefetch.h - for a server that steps hundreds of matches in turn: asks the caches for what
 * the next ones need. Other matches have evicted it since the last tick; asked for ahead, and all
 * at once, it arrives while another match is stepped. Changes nothing but time.
 * Measured with 500 matches of 8 players on `reference`: a tick with its snapshots took 6.4 instead
 * of 7.1 us (10 %). */
#ifndef DW_SESSION_MATCH_PREFETCH_H
#define DW_SESSION_MATCH_PREFETCH_H

#include "server/session/match.h"

/* Call it before each step, while `matches[index]` is about to be stepped at `tick`. */
void dw_match_prefetch(dw_match *const *matches, uint32_t count, uint32_t index, uint32_t tick);

#endif
