/* results_command.h - `duskwatch-lab results FILE`: what was played on a server. */
#ifndef DW_LAB_RESULTS_COMMAND_H
#define DW_LAB_RESULTS_COMMAND_H

/* argv[0] is "results". Returns the exit status: 1 when a player to forget is not in the file. */
int dw_lab_results_main(int argc, char **argv);

#endif
