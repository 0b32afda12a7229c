/* route_command.h - `duskwatch-lab map route`: the path between two rooms where some rooms cost
 * more than others, beside the plain one and the cheapest by brute force. */
#ifndef DW_LAB_ROUTE_COMMAND_H
#define DW_LAB_ROUTE_COMMAND_H

/* argv[0] is "route". Returns the exit status. */
int dw_lab_map_route_main(int argc, char **argv);

#endif
