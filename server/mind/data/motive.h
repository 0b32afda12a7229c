/* motive.h - the things that a mind can want, and which of them it wants most now: goals of a goap,
 * options of a utility brain, desires of a bdi brain.
 * A motive counts while one of its conditions holds; of those that count the one with the most
 * points wins, and of equal ones the first in the file. What is wanted already gets the hysteresis
 * on top, so that points that waver do not make a mind waver.
 * Owns: the compiled form and how it is read. Pure after that. Cost: O(terms of all motives). */
#ifndef DW_MIND_OPTION_H
#define DW_MIND_OPTION_H

#include "server/mind/data/score.h"

enum { DW_MOTIVES_MAX = 16, DW_MOTIVE_WHENS_MAX = 4, DW_MOTIVE_NONE = 255 };

typedef struct dw_motive {
    char name[DW_BRAIN_WORD_SIZE];
    uint8_t when_count; /* 0: it always counts. */
    dw_condition when[DW_MOTIVE_WHENS_MAX];
    dw_score priority;
} dw_motive;

typedef struct dw_motives {
    int32_t hysteresis; /* Points. */
    uint8_t count;
    dw_motive of[DW_MOTIVES_MAX];
} dw_motives;

/* Members of a file that dw_motive_read reads from an object, beside others. */
#define DW_MOTIVE_MEMBERS "when", "priority"

/* The motive that wins, or DW_MOTIVE_NONE. `current`: what is wanted now, or DW_MOTIVE_NONE; bit i
 * of `without`: motive i does not count. Bit i of `kept`: it counts whatever its conditions. */
uint8_t dw_motives_choose(const dw_motives *motives, const dw_facts *facts, uint8_t current,
                          uint32_t without, uint32_t kept);

/* Why motive `next` takes the place of `last`, which may be DW_MOTIVE_NONE: what made it count when
 * it has more points, else DONE: the last one counts no longer. */
dw_cause dw_motives_cause(const dw_motives *motives, const dw_facts *facts, uint8_t last,
                          uint8_t next);

/* The object of a motive. `when`: a condition, or a list of conditions of
 * which one must hold. */
DW_MUST_USE dw_status dw_motive_read(dw_brain_reader *reader, const char *name, const json_t *value,
                                     dw_motive *out);

/* The member `hysteresis` of the file's root. */
DW_MUST_USE dw_status dw_motives_read_hysteresis(dw_brain_reader *reader, const json_t *root,
                                                 dw_motives *out);

/* When it counts and how much, in lines of text: "when hungry food_near", "700 points"; cut to
 * `size`. */
void dw_motive_print(const dw_motive *motive, char *text, size_t size);

/* Facts that make one of them count, or give it points: bit f, dw_fact f. */
uint64_t dw_motives_watch(const dw_motives *motives);

/* DW_MOTIVE_NONE for an unknown name. */
uint8_t dw_motives_find(const dw_motives *motives, const char *name);

#endif
