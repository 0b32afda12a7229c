/* brain_trace.h - `duskwatch-lab brain trace` and `brain draw`: what a brain does in a scene, tick
 * by tick, and its picture. */
#ifndef DW_LAB_BRAIN_TRACE_H
#define DW_LAB_BRAIN_TRACE_H

/* argv[0] is the name. Return the exit status. */
int dw_lab_brain_trace_main(int argc, char **argv);
int dw_lab_brain_draw_main(int argc, char **argv);

#endif
