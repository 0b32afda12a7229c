/* bench_senses.h - how well each sensor detects an intruder, by distance. */
#ifndef DW_BENCH_SENSES_H
#define DW_BENCH_SENSES_H

/* `duskwatch-lab bench senses [options]`; the exit status of the program. */
int dw_bench_senses_main(int argc, char **argv);

#endif
