/* matrix_replays.h - the matches of a matrix that tell most of two ways of guards, as replays.
 * A cell whose guards are not the first is compared with the cell of the first guards, as
 * everywhere. Of the seeds that one of the two wins and the other loses, those with the longest and
 * the shortest match of the cell are taken in turn. Of each seed both matches are kept. They are
 * played again to be recorded, which the seed makes the same matches. Names tell cell and seed,
 * nothing of the machine. */
#ifndef DW_LAB_MATRIX_REPLAYS_H
#define DW_LAB_MATRIX_REPLAYS_H

#include "server/lab/matrix_results.h"

enum { DW_MATRIX_REPLAYS_MAX = 20, DW_MATRIX_REPLAY_NAME_SIZE = 5 * DW_NAME_SIZE };

/* Up to results->replays seeds of a cell, as indices, the most telling first; returns how many. */
uint32_t dw_matrix_telling(const dw_matrix_results *results, uint32_t cell,
                           uint32_t seeds[DW_MATRIX_REPLAYS_MAX]);

/* "replays/12-museum-4-cutoff-careful-200017.dwr", relative to the folder of the results; 12 is the
 * number of the cell. Letters that a link would change are replaced by '_'. */
void dw_matrix_replay_name(const dw_matrix_plan *plan, uint32_t match,
                           char name[DW_MATRIX_REPLAY_NAME_SIZE]);

/* Plays and writes all of them to FOLDER/replays; with `keep` those that are there already stay.
 * `played` counts the matches. DW_LOST: a signal asked to stop. DW_DIFFERS: a match was another one
 * than its row says. */
DW_MUST_USE dw_status dw_matrix_replays_write(const dw_matrix_results *results, const char *folder,
                                              bool keep, uint32_t *played, dw_error *error);

#endif
