/* bench_net.h - `duskwatch-lab bench net`: what hosting costs. Our server under our bots, then a
 * bare loop of ENet under the same load (rates, sizes, peers) in the same run; CSV rows, one JSON
 * line. */
#ifndef DW_BENCH_NET_H
#define DW_BENCH_NET_H

int dw_bench_net_main(int argc, char **argv);

#endif
