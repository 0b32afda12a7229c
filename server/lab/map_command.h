/* map_command.h - `duskwatch-lab map check FILE`, `map render FILE OUT.png` and `map route FILE
 * FROM TO` (route_command.h). */
#ifndef DW_LAB_MAP_COMMAND_H
#define DW_LAB_MAP_COMMAND_H

/* argv[0] is "map". Returns the exit status. */
int dw_lab_map_main(int argc, char **argv);

#endif
