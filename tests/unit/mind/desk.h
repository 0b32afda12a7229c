/* desk.h - one guard's mind on the table of a unit test: a small house, percepts that the test
 * writes, and the command that comes out. The house has a hall with furniture and, east of it, a
 * study; one door joins them. Nothing moves unless the test moves it. */
#ifndef DW_TESTS_UNIT_MIND_DESK_H
#define DW_TESTS_UNIT_MIND_DESK_H

#include "server/mind/mover.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"

enum { DW_DESK_HALL, DW_DESK_STUDY };

typedef struct dw_desk {
    dw_scene *scene;
    dw_venue *venue;
    dw_arena arena;
    dw_ruleset rules;
    dw_brain_setup setup;
    dw_percepts percepts;
    dw_guard_command command;
    dw_mover mover;
    dw_think think;
} dw_desk;

/* `swapped`: the door's first half lies in the study. */
void dw_desk_open(dw_desk *desk, bool swapped);
void dw_desk_close(dw_desk *desk);

/* Puts the guard there, in millimetres. */
void dw_desk_put(dw_desk *desk, int32_t x, int32_t y);

/* One more guard that is noticed, at a position in millimetres. */
dw_percept_guard *dw_desk_add_guard(dw_desk *desk, int32_t x, int32_t y);

/* One tick of the mover. The command is carried out: the guard moves, and gets each doorway that it
 * asks for. */
void dw_desk_step(dw_desk *desk, int32_t speed);

#endif
