/* matrix_command.h - `duskwatch-lab matrix`: every way of guards against every policy of intruders,
 * on the same seeds. */
#ifndef DW_LAB_MATRIX_COMMAND_H
#define DW_LAB_MATRIX_COMMAND_H

/* argv[0] is "matrix". Returns the exit status. */
int dw_lab_matrix_main(int argc, char **argv);

#endif
