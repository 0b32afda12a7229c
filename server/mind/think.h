/* think.h - one call of a brain's think(): what the guard knows now, what it may ask for, and the
 * mover that carries it there. Skills, mover and manners take it as their first or second argument.
 * Lives for one tick; owns nothing. */
#ifndef DW_MIND_THINK_H
#define DW_MIND_THINK_H

#include "server/sim/brain.h"

typedef struct dw_mover dw_mover;

typedef struct dw_think {
    const dw_brain_setup *setup;
    const dw_percepts *percepts;
    dw_guard_command *command;
    dw_mover *mover;
    int32_t speed;                   /* mm a second: of skills whose pace the brain decides. */
    const dw_door_set *shut;         /* Doors that it believes shut and cannot open; NULL: none. */
    const dw_route_weights *weights; /* Of rooms and doors on its paths; NULL: floors alone. */
    /* What the guard's agitation makes of it, by the strategy. */
    bool searches_thoroughly;
    bool shuts_doors;
} dw_think;

/* Half the side of the guard's own square, in units. */
static inline int32_t dw_own_half(const dw_brain_setup *setup)
{
    return dw_kind_half(setup->kind);
}

/* How a skill fared in this tick. Skills have the same calls: `begin` takes what it is about,
 * `step` makes one tick and fills in the command, `explain` says where it goes and why, and its
 * list of fields makes its digest. A skill that leaves something under way has `stop` too. */
typedef enum dw_skill_state {
    DW_SKILL_RUNNING,
    DW_SKILL_DONE,
    DW_SKILL_FAILED /* No path, or out of time. */
} dw_skill_state;

/* The random streams of one guard: each purpose has its own, so that one more draw for one changes
 * nothing for another. */
enum {
    DW_STREAM_PATROL = 1,
    DW_STREAM_SIDE_STEPS = 2,
    DW_STREAM_SEARCH = 3,
    DW_STREAM_CHASE = 4,
    DW_STREAM_INTERCEPT = 5,
    DW_STREAM_HOLD = 6,
    DW_STREAM_WANDER = 8,
    DW_STREAM_FLEE = 9
};

/* `heading_bam`, turned towards `direction` by at most `turn_bam`; as it is when that is 0. */
static inline uint16_t dw_turned_bam(uint16_t heading_bam, dw_vec direction, int32_t turn_bam)
{
    if (direction.x == 0 && direction.y == 0) {
        return heading_bam;
    }
    return dw_turn_towards_bam(heading_bam, dw_angle_bam(direction.x, direction.y), turn_bam);
}

/* Faces `direction`, or the point `at`, after the next move. A direction of 0 changes nothing. */
static inline void dw_face(const dw_think *think, dw_vec direction, int32_t turn_bam)
{
    if (direction.x != 0 || direction.y != 0) {
        think->command->heading_bam =
            dw_turned_bam(think->percepts->heading_bam, direction, turn_bam);
    }
}

static inline void dw_face_point(const dw_think *think, dw_vec at, int32_t turn_bam)
{
    dw_face(think, dw_vec_sub(at, think->percepts->position), turn_bam);
}

/* At most `millimetres` apart. */
static inline bool dw_within_mm(dw_vec a, dw_vec b, int32_t millimetres)
{
    const int64_t most = DW_MM((int64_t)millimetres);
    return dw_distance_squared(a, b) <= most * most;
}

#endif
