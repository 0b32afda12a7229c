/* attack.h - what the two halves of the attacker share. */
#ifndef DW_TESTS_ABUSE_ATTACK_H
#define DW_TESTS_ABUSE_ATTACK_H

#include <stdint.h>

typedef struct attack {
    uint16_t port;
    uint64_t duration_ns;
    uint64_t rate; /* A second, of each source together. */
} attack;

/* joining, inputs, maps, junk-messages: floods by peers that are connected; replay: one connect
 * again and again; joins: more of them than one address may do. Gives an exit status, 2 for a kind
 * that there is not. */
int attack_by_peers(const attack *plan, const char *kind);

#endif
