/* score.h - how much a mind wants something, in points: a whole number, or considerations that add
 * up. A consideration is a fact, the curve by which it counts, and a weight in points:
 *
 *     "priority": 300
 *     "priority": [100, {"fact": "hunger", "curve": "quadratic", "from": 300, "to": 1000,
 *                        "weight": 600}]
 *
 * A weight below 0 speaks against it. Owns: the compiled form and how it is read. Pure after that;
 * whole numbers alone. Cost: O(considerations). */
#ifndef DW_MIND_SCORE_H
#define DW_MIND_SCORE_H

#include "server/mind/data/condition.h"
#include "server/mind/data/curve.h"

enum { DW_SCORE_PARTS_MAX = 6, DW_SCORE_POINTS_MAX = 1000 };

typedef struct dw_consideration {
    uint8_t fact; /* dw_fact */
    dw_curve curve;
    int32_t weight; /* -DW_SCORE_POINTS_MAX to DW_SCORE_POINTS_MAX */
} dw_consideration;

typedef struct dw_score {
    int32_t base; /* Points whatever the facts. */
    uint8_t count;
    dw_consideration parts[DW_SCORE_PARTS_MAX];
} dw_score;

int32_t dw_score_of(const dw_score *score, const dw_facts *facts);

/* The fewest and the most points that it can have. */
int32_t dw_score_least(const dw_score *score);
int32_t dw_score_most(const dw_score *score);

/* The cause that the fact with the largest weight makes; DONE for a score of one number. */
dw_cause dw_score_cause(const dw_score *score);

/* "100", "+ 600 by hunger 300..1000 quadratic", a line each, cut to `size`. */
void dw_score_print(const dw_score *score, char *text, size_t size);

/* `value` NULL: 0 points. */
DW_MUST_USE dw_status dw_score_read(dw_brain_reader *reader, const json_t *value, dw_score *out);

#endif
