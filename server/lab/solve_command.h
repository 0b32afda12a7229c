/* solve_command.h - `duskwatch-lab solve`: looks for rounds that can be won unseen. */
#ifndef DW_LAB_SOLVE_COMMAND_H
#define DW_LAB_SOLVE_COMMAND_H

#include "server/lab/lab_data.h"

int dw_lab_solve_main(int argc, char **argv);

/* For `map check --beatable`: tries a few seeds of a map. */
typedef struct dw_beatable {
    bool found;
    uint64_t seed;   /* The first that was beaten unseen. */
    uint32_t ticks;  /* How long that took. */
    uint32_t seeds;  /* Tried. */
    uint64_t states; /* Of all of them. */
} dw_beatable;

DW_MUST_USE dw_status dw_lab_solve_beatable(const dw_lab_data *data, dw_beatable *out,
                                            dw_error *error);

#endif
