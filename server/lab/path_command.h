/* path_command.h - `duskwatch-lab path`: the paths of common/nav on MovingAI maps, so that they
 * stand beside published ones. Owns: the timing, the CSV, the JSON line. Knows no match. */
#ifndef DW_LAB_PATH_COMMAND_H
#define DW_LAB_PATH_COMMAND_H

/* `argv[0]` is the command's own name. Prints one JSON line with solved, unreachable,
 * disagreements, mean_us, p50_us, p99_us and expansions_mean. Gives the exit status: 1 when a
 * length is above the octile optimum, or when what the scenario solves was not solved, or the
 * reverse; 2 when a file cannot be read. */
int dw_lab_path_main(int argc, char **argv);

#endif
