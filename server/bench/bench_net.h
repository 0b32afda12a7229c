/* bench_net.h - `duskwatch-lab bench net`: what hosting costs. First our server with our bots, then
 * a bare loop of ENet under the same load (rates, sizes, peers), in one run. CSV rows, then one
 * JSON line. */
#ifndef DW_BENCH_NET_H
#define DW_BENCH_NET_H

int dw_bench_net_main(int argc, char **argv);

#endif
