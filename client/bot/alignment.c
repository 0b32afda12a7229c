#include "client/bot/alignment.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

enum {
    LENGTHS = 6,     /* Three gaits straight, three diagonal; the diagonal sprint is the last. */
    MOVES = 12,      /* Those forth and back. */
    PLAIN = 10,      /* The moves that are no diagonal sprints. */
    HALF_MAX = 4,    /* Plain moves in one of the two halves of a sum. */
    SUMS_MAX = 1001, /* Multisets of up to 4 of 10. */
    /* Only the length of the diagonal sprint shares no divisor with the other lengths: up to this
     * many of it give every remainder. */
    DIAGONAL_SPRINTS_MAX = 6,
    SOLUTION_MAX = DIAGONAL_SPRINTS_MAX + 2 * HALF_MAX,
    DISTANCE_MAX = 12000, /* Units; from further away the body walks nearer first. */
    NO_MOVE = MOVES
};

_Static_assert(2 * SOLUTION_MAX <= DW_MANOEUVRE_STEPS_MAX, "pairs of all moves fit");

/* How the diagonal steps are made. */
typedef enum diagonal_way { SLIDE_LOW, SLIDE_HIGH, IN_PAIRS, DIAGONAL_WAYS } diagonal_way;

/* The sum of up to four plain moves. */
typedef struct partial_sum {
    int32_t sum;
    uint8_t moves[HALF_MAX]; /* NO_MOVE behind the last. */
} partial_sum;

typedef struct move_set {
    int32_t values[MOVES];
    uint32_t count;
    partial_sum sums[SUMS_MAX];
} move_set;

static int compare_sums(const void *a, const void *b)
{
    const partial_sum *first = a;
    const partial_sum *second = b;
    if (first->sum != second->sum) {
        return first->sum < second->sum ? -1 : 1;
    }
    return memcmp(first->moves, second->moves, sizeof first->moves);
}

static void fill_values(move_set *set, const dw_ruleset *rules, diagonal_way way)
{
    const int32_t speeds[] = {rules->crouch_speed_mm_s, rules->walk_speed_mm_s,
                              rules->sprint_speed_mm_s};
    for (uint32_t i = 0; i < LENGTHS; i++) {
        const bool diagonal = i >= 3;
        int32_t length = dw_direction_step(diagonal ? DW_SOUTH_EAST : DW_EAST, speeds[i % 3]).x;
        length *= diagonal && way == IN_PAIRS ? 2 : 1;
        set->values[2 * i] = length;
        set->values[2 * i + 1] = -length;
    }
}

/* All multisets of up to four plain moves, sorted by sum. */
static void fill_sums(move_set *set)
{
    set->count = 1;
    set->sums[0] = (partial_sum){0, {NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE}};
    uint32_t first = 0; /* Those with one move less. */
    for (uint32_t moves = 1; moves <= HALF_MAX; moves++) {
        const uint32_t end = set->count;
        for (uint32_t i = first; i < end; i++) {
            const uint32_t lowest = moves > 1 ? set->sums[i].moves[moves - 2] : 0;
            for (uint32_t m = lowest; m < PLAIN; m++) {
                DW_CHECK(set->count < SUMS_MAX);
                partial_sum *row = &set->sums[set->count++];
                *row = set->sums[i];
                row->moves[moves - 1] = (uint8_t)m;
                row->sum += set->values[m];
            }
        }
        first = end;
    }
    qsort(set->sums, set->count, sizeof set->sums[0], compare_sums);
}

static uint32_t move_count(const partial_sum *sum)
{
    uint32_t count = 0;
    while (count < HALF_MAX && sum->moves[count] != NO_MOVE) {
        count++;
    }
    return count;
}

/* Two halves that add up to `wanted`; the number of moves, or SOLUTION_MAX + 1. */
static uint32_t solve_plain(const move_set *set, int32_t wanted, uint8_t moves[2 * HALF_MAX])
{
    uint32_t best = SOLUTION_MAX + 1;
    uint32_t high = set->count;
    for (uint32_t low = 0; low < set->count; low++) {
        const partial_sum *first = &set->sums[low];
        while (high > 0 && first->sum + set->sums[high - 1].sum > wanted) {
            high--;
        }
        for (uint32_t at = high; at > 0 && first->sum + set->sums[at - 1].sum == wanted; at--) {
            const partial_sum *second = &set->sums[at - 1];
            const uint32_t a = move_count(first);
            const uint32_t b = move_count(second);
            if (a + b < best) {
                best = a + b;
                memcpy(moves, first->moves, a);
                memcpy(moves + a, second->moves, b);
            }
        }
    }
    return best;
}

/* The fewest moves that add up to `wanted`, which is not 0; 0 when there are none. */
static uint32_t solve(const move_set *set, int32_t wanted, uint8_t moves[SOLUTION_MAX])
{
    uint32_t best = SOLUTION_MAX + 1;
    for (int32_t sprints = -DIAGONAL_SPRINTS_MAX; sprints <= DIAGONAL_SPRINTS_MAX; sprints++) {
        uint8_t plain[2 * HALF_MAX];
        const uint32_t rest = solve_plain(set, wanted - sprints * set->values[PLAIN], plain);
        const uint32_t used = (uint32_t)abs(sprints);
        if (rest + used < best) {
            best = rest + used;
            memcpy(moves, plain, rest);
            memset(moves + rest, sprints > 0 ? PLAIN : PLAIN + 1, used);
        }
    }
    return best <= SOLUTION_MAX ? best : 0;
}

/* The order that stays nearest to where it began: forth and back in turn. */
static void arrange(const move_set *set, uint8_t *moves, uint32_t count)
{
    int32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t j = i + 1; j < count; j++) {
            if (abs(at + set->values[moves[j]]) < abs(at + set->values[moves[best]])) {
                best = j;
            }
        }
        const uint8_t chosen = moves[best];
        moves[best] = moves[i];
        moves[i] = chosen;
        at += set->values[chosen];
    }
}

/* The direction of (x, y), each -1, 0 or 1. */
static uint8_t direction_of(int32_t x, int32_t y)
{
    static const uint8_t directions[3][3] = {{DW_NORTH_WEST, DW_NORTH, DW_NORTH_EAST},
                                             {DW_WEST, DW_STAND, DW_EAST},
                                             {DW_SOUTH_WEST, DW_SOUTH, DW_SOUTH_EAST}};
    return directions[y + 1][x + 1];
}

static void add_step(const dw_manoeuvre_task *task, dw_manoeuvre *out, dw_vec *position,
                     uint8_t direction, uint8_t button)
{
    DW_CHECK(out->count < DW_MANOEUVRE_STEPS_MAX);
    const dw_intent intent = {.direction = direction, .buttons = button};
    *position = dw_manoeuvre_walk(task, *position, intent);
    out->intents[out->count] = intent;
    out->positions[out->count++] = *position;
}

/* Walks the moves along x or y. */
static dw_vec perform(const dw_manoeuvre_task *task, const uint8_t *moves, uint32_t count,
                      bool along_x, diagonal_way way, dw_manoeuvre *out)
{
    static const uint8_t buttons[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    dw_vec position = task->start;
    out->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t sign = moves[i] % 2 == 0 ? 1 : -1;
        const bool diagonal = moves[i] >= LENGTHS;
        const uint8_t button = buttons[moves[i] / 2 % 3];
        int32_t side = diagonal ? (way == SLIDE_LOW ? -1 : 1) : 0;
        const uint32_t steps = diagonal && way == IN_PAIRS ? 2 : 1;
        for (uint32_t s = 0; s < steps; s++) {
            add_step(task, out, &position,
                     along_x ? direction_of(sign, side) : direction_of(side, sign), button);
            side = -side;
        }
    }
    return position;
}

static bool sees_enough(const dw_manoeuvre_task *task, dw_vec position)
{
    const dw_nav_query query = {.from = position,
                                .to = task->has_beyond ? task->beyond : task->corner,
                                .extra = task->extra,
                                .extra_count = task->extra_count,
                                .room = DW_NONE};
    return dw_nav_straight(task->nav, &query, NULL);
}

bool dw_alignment_find(const dw_manoeuvre_task *task, dw_manoeuvre *out)
{
    move_set set;
    for (int32_t way = 0; way < DIAGONAL_WAYS; way++) {
        fill_values(&set, task->rules, (diagonal_way)way);
        fill_sums(&set);
        for (uint32_t axis = 0; axis < 2; axis++) {
            const bool along_x = axis == 0;
            const int32_t off =
                along_x ? task->corner.x - task->start.x : task->corner.y - task->start.y;
            uint8_t moves[SOLUTION_MAX];
            if (off == 0 || abs(off) > DISTANCE_MAX) {
                continue;
            }
            const uint32_t count = solve(&set, off, moves);
            arrange(&set, moves, count);
            const dw_vec position = perform(task, moves, count, along_x, (diagonal_way)way, out);
            const bool exact =
                along_x ? position.x == task->corner.x : position.y == task->corner.y;
            if (count > 0 && exact && sees_enough(task, position)) {
                return true;
            }
        }
    }
    return false;
}
