/* routes_command.h - duskwatch-lab map routes: what guards' paths cost beyond the cheapest ones,
 * over all pairs of rooms and with costs at random. Owns only the command line; route_excess.h has
 * the measurement. */
#ifndef DW_LAB_ROUTES_COMMAND_H
#define DW_LAB_ROUTES_COMMAND_H

/* argv[0] is "routes". Returns the exit status. */
int dw_lab_map_routes_main(int argc, char **argv);

#endif
