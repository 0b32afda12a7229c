/* bench_command.h - `duskwatch-lab bench`: finds the benchmark. Each has a file of its own, prints
 * CSV rows and then one JSON line (bench_table.h), and measures what DESIGN.md section 9 sets a
 * budget for. */
#ifndef DW_BENCH_COMMAND_H
#define DW_BENCH_COMMAND_H

int dw_lab_bench_main(int argc, char **argv);

#endif
