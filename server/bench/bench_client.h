/* bench_client.h - `duskwatch-lab bench client`: what a frame of the client costs. The lab links no
 * SDL and nothing of client/view, so the program bench_view beside it measures (tests/bench). */
#ifndef DW_BENCH_CLIENT_H
#define DW_BENCH_CLIENT_H

int dw_bench_client_main(int argc, char **argv);

#endif
