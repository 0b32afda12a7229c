/* bench_command.h - `duskwatch-lab bench`: finds the benchmark. Each has a file of its own,
 * measures against its budgets, and prints CSV rows and then one JSON line (bench_table.h). */
#ifndef DW_BENCH_COMMAND_H
#define DW_BENCH_COMMAND_H

int dw_lab_bench_main(int argc, char **argv);

#endif
