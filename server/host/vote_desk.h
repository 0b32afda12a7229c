/* vote_desk.h - votes of players about their round: what they can vote for, and what comes of a
 * vote that has ended. Owns: nothing; the list of choices lies in the dw_server. Cost: O(matches) a
 * look; a vote that passes may load a map. */
#ifndef DW_HOST_VOTE_DESK_H
#define DW_HOST_VOTE_DESK_H

#include <stdint.h>

typedef struct dw_server dw_server;

/* A few times a second, between two ticks: logs votes that have ended. When one about the round has
 * passed, the round is aborted, and the match plays what was voted for. */
void dw_vote_desk_look(dw_server *server);

/* Ends the round of a match, so that the next one begins on the same map. */
void dw_vote_desk_restart(dw_server *server, uint32_t index);

#endif
