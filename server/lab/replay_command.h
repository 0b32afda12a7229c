/* replay_command.h - `duskwatch-lab replay verify FILE`. */
#ifndef DW_LAB_REPLAY_COMMAND_H
#define DW_LAB_REPLAY_COMMAND_H

/* argv[0] is "replay". Returns the exit status: 1, with a line that names the first tick that
 * differs. */
int dw_lab_replay_main(int argc, char **argv);

#endif
