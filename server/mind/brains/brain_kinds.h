/* brain_kinds.h - the brains of this folder as values; others reach them by name (brains.h). */
#ifndef DW_MIND_BRAIN_KINDS_H
#define DW_MIND_BRAIN_KINDS_H

#include "server/sim/brain.h"

extern const dw_brain_kind dw_brain_null;
extern const dw_brain_kind dw_brain_patrol_only;
extern const dw_brain_kind dw_brain_chaser;
extern const dw_brain_kind dw_brain_reference;
extern const dw_brain_kind dw_brain_dog;
extern const dw_brain_kind dw_brain_device;

#endif
