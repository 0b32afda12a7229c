/* match_company.h - four players in a match in a box, who walk by whims, answer questions one
 * after the other, and can save their match and come back to it. What they ask for depends on the
 * tick alone, so that two companies in the same match play alike. Guards have the brain `reference`
 * unless the caller changes it. */
#ifndef DW_TESTS_SESSION_MATCH_COMPANY_H
#define DW_TESTS_SESSION_MATCH_COMPANY_H

#include "match_box.h"
#include "server/session/match_save.h"

enum {
    DW_COMPANY_PLAYERS = 4,
    DW_COMPANY_SAVE_MAX = 1 << 20,
    DW_COMPANY_DELAY_TICKS = DW_TICKS_PER_SECOND /* Of spectators. */
};

typedef struct dw_company {
    dw_match_box box;
    dw_client_handle players[DW_COMPANY_PLAYERS]; /* Player i has the tag i. */
    uint8_t tokens[DW_COMPANY_PLAYERS][DW_TOKEN_SIZE];
    uint32_t newest[DW_COMPANY_PLAYERS]; /* Snapshots, to be acknowledged. */
} dw_company;

/* On a shipped map, or NULL: the small house of the box. Rounds need all players. */
void dw_company_open(dw_company *them, const char *map, const char *brain);
void dw_company_join(dw_company *them);

/* Whether the token is known and gives the player's seat back. Notes the new token. */
bool dw_company_resume(dw_company *them, uint32_t player, const uint8_t token[DW_TOKEN_SIZE]);
void dw_company_step(dw_company *them);
bool dw_company_is_chased(const dw_company *them);

/* The bytes that were written, DW_COMPANY_SAVE_MAX at most. */
size_t dw_company_save(const dw_company *them, uint8_t *bytes);

/* All bytes have to be taken. The box goes on from the saved tick. */
dw_status dw_company_load(dw_company *them, const uint8_t *bytes, size_t size, dw_error *error);

#endif
