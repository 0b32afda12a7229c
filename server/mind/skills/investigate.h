/* investigate.h - a guard that wants to know what is somewhere listens, goes there and looks round
 * (server/RULES.md 5.67 to 5.73). Where the place is not known exactly, it looks over the area in
 * which it lies. Owns: the place, and how far it has come with it. When to set out
 * is the brain's to decide (brains/curious.c). No allocation. */
#ifndef DW_MIND_INVESTIGATE_H
#define DW_MIND_INVESTIGATE_H

#include "server/mind/curiosity.h"
#include "server/mind/mover.h"
#include "server/mind/skills/look_round.h"

typedef enum dw_investigate_phase {
    DW_INVESTIGATE_LISTENS,
    DW_INVESTIGATE_LETS_NEARER, /* Guards set out first; it listens meanwhile. */
    DW_INVESTIGATE_GOES,
    DW_INVESTIGATE_LOOKS,
    DW_INVESTIGATE_PHASE_COUNT
} dw_investigate_phase;

#define DW_INVESTIGATE_FIELDS(X, A, M)                                                             \
    X(u8, phase)     /* dw_investigate_phase */                                                    \
    X(u8, spots)     /* Bit i: it still has to look at outermost point i of the area. */           \
    X(u16, room)     /* Of `place`. */                                                             \
    X(u16, left)     /* Ticks that it still listens. */                                            \
    X(u16, error_mm) /* How far from `place` it may be. */                                         \
    X(vec, place)    /* Where it listens to, or goes. */                                           \
    X(look_round, look)                                                                            \
    X(u8, spot) /* 1 + the outermost point to which it goes; 0: to the place. */

typedef struct dw_investigate {
    DW_FIELDS_MEMBERS(DW_INVESTIGATE_FIELDS)
} dw_investigate;
typedef dw_investigate dw_field_investigate;

void dw_investigate_reset(dw_investigate *it);

/* Stands and listens for `ticks`, or, on its way or looking round already, changes to another
 * place. */
void dw_investigate_listen(dw_investigate *it, const dw_think *think, dw_investigate_phase phase,
                           int32_t ticks);
void dw_investigate_turn_to(dw_investigate *it, const dw_hint *hint);
void dw_investigate_go(dw_investigate *it, const dw_think *think, const dw_hint *hint);

/* One tick at `think->speed`. DONE: it has listened, or looked round, for its time. After that it
 * goes on to outermost points of the area that furniture hid from it. */
dw_skill_state dw_investigate_step(dw_investigate *it, const dw_think *think);

void dw_investigate_explain(const dw_investigate *it, const dw_brain_setup *setup,
                            dw_mind_view *view);
bool dw_investigate_is_sound(const dw_investigate *it, const dw_map *map);
DW_FIELDS_INLINE(investigate, DW_INVESTIGATE_FIELDS);

#endif
