/* sweep_command.h - `duskwatch-lab sweep`: fields of a ruleset against a band of win rates. */
#ifndef DW_LAB_SWEEP_COMMAND_H
#define DW_LAB_SWEEP_COMMAND_H

/* argv[0] is "sweep". Returns the exit status; 1 when no point is in the band, or when it was
 * stopped. */
int dw_lab_sweep_main(int argc, char **argv);

#endif
