/* interface.h - how large texts and panels are drawn: 1 as designed for 720 lines. Pure. */
#ifndef DW_VIEW_INTERFACE_H
#define DW_VIEW_INTERFACE_H

#include <stdint.h>

/* For a canvas of that size. `percent`: 75 .. 300 as the person wants it, but never larger than
 * fits; 0: by the size of the canvas. In eighths, in which letters stay crisp. */
float dw_interface_scale(int width, int height, int32_t percent);

/* The largest at which every page fits. */
float dw_interface_largest(int width, int height);

#endif
