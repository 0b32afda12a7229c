/* brain_svg.h - the picture of a brain as an SVG file: heading, boxes, arrows. One file without
 * scripts, fonts or outside resources; letters are of the reader's font of even width. */
#ifndef DW_LAB_BRAIN_SVG_H
#define DW_LAB_BRAIN_SVG_H

#include "server/lab/brain_picture.h"

DW_MUST_USE dw_status dw_brain_svg_write(const dw_data_brain *brain, const char *path,
                                         dw_error *error);

#endif
