/* vote_text.h - the words of votes: what they are about, how they stand and how they end. Pure. */
#ifndef DW_VIEW_VOTE_TEXT_H
#define DW_VIEW_VOTE_TEXT_H

#include "client/view/model/bindings.h"
#include "client/view/model/hud_text.h"

/* What the words need to know beside the vote. Pointers may be NULL. */
typedef struct dw_vote_scene {
    const dw_round *round;
    const dw_choices *choices;
    const dw_bindings *bindings; /* Of the keys that say yes and no. */
    uint8_t own_slot;            /* DW_SLOT_NONE: a spectator. */
    bool gamepad;
} dw_vote_scene;

/* How the vote that is on stands, and what this person can do. False when nothing is to be shown:
 * `vote` may be NULL. */
bool dw_vote_line(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_vote_scene *scene,
                  uint32_t tick);

/* That a vote began, or how it ended. False when it says nothing. */
bool dw_vote_notice(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_vote_scene *scene);

#endif
