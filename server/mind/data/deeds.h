/* deeds.h - what a body does beside the skill that moves it, in each tick: "also": ["bark"].
 * Owns: the compiled list and how it is read. */
#ifndef DW_MIND_DEEDS_H
#define DW_MIND_DEEDS_H

#include "server/mind/data/runtime.h"

enum { DW_DEEDS_MAX = 2 };

typedef struct dw_deeds {
    uint8_t count;
    dw_skill_call of[DW_DEEDS_MAX];
} dw_deeds;

/* The member `also` of an object, or none. Skills that walk are refused. */
DW_MUST_USE dw_status dw_deeds_read(dw_brain_reader *reader, const json_t *object, dw_deeds *out);

/* After the skill of the node. */
void dw_deeds_run(const dw_deeds *deeds, dw_run *run, uint8_t node, dw_run_reason reason);

#endif
