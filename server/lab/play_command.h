/* play_command.h - `duskwatch-lab play`: matches without a network, one JSON line each. */
#ifndef DW_LAB_PLAY_COMMAND_H
#define DW_LAB_PLAY_COMMAND_H

/* argv[0] is "play". Returns the exit status. */
int dw_lab_play_main(int argc, char **argv);

#endif
