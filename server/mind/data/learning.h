/* learning.h - lets a brain of data learn: which percepts are the stimuli of lessons.h, and how
 * fast its file says that they are learned. The result is the fact `suspicion`.
 *
 *     "learns": {"noise": {"habituation": 200, "sensitisation": 300, "cue": 250}, "bark": {...}}
 *
 * All in thousandths, 0 to 1000; what is not named counts the same for ever. */
#ifndef DW_MIND_LEARNING_H
#define DW_MIND_LEARNING_H

#include "server/mind/data/brain_reader.h"
#include "server/mind/data/facts.h"
#include "server/mind/data/lessons.h"
#include "server/sim/brain.h"

/* The member `learns` of the file's root, or none. */
DW_MUST_USE dw_status dw_learning_read(dw_brain_reader *reader, const json_t *root,
                                       dw_lesson_gains gains[DW_LESSON_COUNT]);

/* One tick, when all other facts are known: sets `suspicion`. */
void dw_learning_step(dw_lessons *lessons, const dw_lesson_gains gains[DW_LESSON_COUNT],
                      const dw_percepts *percepts, dw_facts *facts);

#endif
