/* brain_compare.h - `duskwatch-lab brain compare`: several brains against the same intruders on the
 * same seeds, as one table. */
#ifndef DW_LAB_BRAIN_COMPARE_H
#define DW_LAB_BRAIN_COMPARE_H

/* argv[0] is the name. Returns the exit status. */
int dw_lab_brain_compare_main(int argc, char **argv);

#endif
