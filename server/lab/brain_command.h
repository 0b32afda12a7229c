/* brain_command.h - duskwatch-lab brain: what brains out of files can say and do, and what is wrong
 * with one. */
#ifndef DW_LAB_BRAIN_COMMAND_H
#define DW_LAB_BRAIN_COMMAND_H

/* Exit status. */
int dw_lab_brain_main(int argc, char **argv);

#endif
