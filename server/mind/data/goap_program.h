/* goap_program.h - the inside of a program of the form "goap": what goap_read.c makes of a file,
 * goap.c runs and goap_check.c inspects. Never changes after it was read. */
#ifndef DW_MIND_GOAP_PROGRAM_H
#define DW_MIND_GOAP_PROGRAM_H

#include "server/mind/data/deeds.h"
#include "server/mind/data/fact_bits.h"
#include "server/mind/data/motive.h"
#include "server/mind/data/planner.h"
#include "server/mind/data/runtime.h"

typedef struct dw_goap_action {
    char name[DW_BRAIN_WORD_SIZE];
    dw_skill_call call;
    dw_deeds deeds;
    int32_t ticks_max;   /* After which it counts as failed; 0: never. */
    int32_t retry_ticks; /* For which it is set aside; 0: it never is when its skill was done. */
} dw_goap_action;

typedef struct dw_goap_program {
    dw_fact_bits bits;
    uint64_t planned; /* The bits that planning looks at: those of needs and wants. */
    dw_motives goals;
    uint32_t kept; /* Bit g: goal g is kept until it is reached or has no plan. */
    dw_plan_facts wants[DW_MOTIVES_MAX];
    dw_plan_domain domain;
    dw_goap_action actions[DW_PLAN_ACTIONS_MAX];
    bool has_otherwise;
    dw_skill_call otherwise;
    int32_t nodes_max;
    int32_t retry_ticks;
} dw_goap_program;

/* The parts of dw_runtime_goap that other files have. */
DW_MUST_USE dw_status dw_goap_read(dw_brain_reader *reader, const json_t *root,
                                   const void **program);
void dw_goap_check(const void *program, dw_findings *out);
/* How good the plans are: from each situation that matters, what the planner finds beside the
 * cheapest plan of an exhaustive search. `ratio`: the sum of the costs of the first over that of
 * the second; 1 when all are the cheapest. */
void dw_goap_judge_plans(const void *program, uint32_t *plans, double *ratio);
void dw_goap_draw(const void *program, dw_drawing *out);

#endif
