/* inspect.h - what tools learn of a data brain: findings of a check, and the boxes and arrows of
 * its picture. The runtimes fill these in; the lab prints and draws. Both are sinks: nothing is
 * kept here. Not used in a tick. */
#ifndef DW_MIND_INSPECT_H
#define DW_MIND_INSPECT_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_findings {
    void (*say)(void *context, const char *place, const char *text);
    void *context;
} dw_findings;

/* Formats one finding: `place` is a place in the file. */
void dw_findings_say(dw_findings *findings, const char *place, const char *format, ...)
    DW_PRINTF(3, 4);

typedef enum dw_box_look { DW_BOX_STATE, DW_BOX_GROUP, DW_BOX_CONDITION, DW_BOX_SKILL } dw_box_look;

typedef struct dw_drawing {
    /* A box with an id from 0 on; `parent` is the box that holds it or stands above it, or
     * UINT32_MAX. */
    void (*box)(void *context, uint32_t id, uint32_t parent, dw_box_look look, const char *title,
                const char *text);
    /* `label` may be "". */
    void (*arrow)(void *context, uint32_t from, uint32_t to, const char *label);
    void *context;
} dw_drawing;

#endif
