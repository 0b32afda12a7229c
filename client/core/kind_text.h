/* kind_text.h - what a person calls each kind of guard. Pure. */
#ifndef DW_CLIENT_CORE_KIND_TEXT_H
#define DW_CLIENT_CORE_KIND_TEXT_H

#include "client/core/drawn_world.h"

/* X(identifier, text) */
#define DW_KIND_NAMES(X)                                                                           \
    X(GUARD, "guard")                                                                              \
    X(CAPTAIN, "captain")                                                                          \
    X(SERVANT, "servant")                                                                          \
    X(CAMERA, "camera")                                                                            \
    X(MICROPHONE, "microphone")                                                                    \
    X(ROBOT, "robot")                                                                              \
    X(DOG, "dog")                                                                                  \
    X(CAT, "cat")                                                                                  \
    X(DETECTOR, "motion detector")

typedef enum dw_kind_name {
#define DW_KIND_NAME_ENUM(name, text) DW_KIND_NAME_##name,
    DW_KIND_NAMES(DW_KIND_NAME_ENUM)
#undef DW_KIND_NAME_ENUM
        DW_KIND_NAME_COUNT
} dw_kind_name;

/* Of a look alone; a box may be a motion detector too, which dw_kind_name_of tells. */
dw_kind_name dw_kind_name_of_look(dw_kind_look look);

dw_kind_name dw_kind_name_of(const dw_drawn_world *world, const dw_drawn_body *guard);

/* "guard", "dog", "motion detector" ... */
const char *dw_kind_text(const dw_drawn_world *world, const dw_drawn_body *guard);

#endif
