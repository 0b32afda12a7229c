/* tutorial.h - "Learn to play": lessons that are explained one after the other while the person
 * plays a round on the map `training`, and when each of them is learned.
 * Owns: which lesson is on, and what was done of it. Pure: the drawn world goes in, a text comes
 * out. Keys are named as they are bound. Cost: a compare of door states a frame. */
#ifndef DW_VIEW_TUTORIAL_H
#define DW_VIEW_TUTORIAL_H

#include "client/core/client.h"
#include "client/view/model/bindings.h"
#include "client/view/texts/say.h"

#define DW_TUTORIAL_MAP "training"

/* X(identifier, action whose key the text names, a second one) */
#define DW_LESSONS(X)                                                                              \
    X(WALK, UP, LEFT)                                                                              \
    X(CROUCH, CROUCH, CROUCH_TOGGLE)                                                               \
    X(SPRINT, SPRINT, NONE)                                                                        \
    X(DOOR, USE, NONE)                                                                             \
    X(LIGHT, USE, NONE)                                                                            \
    X(GUARDS, USE, NONE)                                                                           \
    X(TAKE, USE, NONE)                                                                             \
    X(LEAVE, NONE, NONE)                                                                           \
    X(DONE, MENU, NONE)

typedef enum dw_lesson {
    DW_LESSON_OFF, /* No tutorial is on. */
#define DW_LESSON_ENUM(name, first, second) DW_LESSON_##name,
    DW_LESSONS(DW_LESSON_ENUM)
#undef DW_LESSON_ENUM
        DW_LESSON_COUNT
} dw_lesson;

enum { DW_TUTORIAL_TEXT = 320 };

typedef struct dw_tutorial {
    uint8_t lesson; /* dw_lesson */
    bool placed;    /* `x`, `y` and `doors` are those of the frame before. */
    bool used;      /* The use key was down in the frame before. */
    double x, y;
    double walked_mm; /* In this lesson, in the way that it asks for. */
    dw_door_set doors;
    double since; /* Seconds; when the lesson began. */
} dw_tutorial;

void dw_tutorial_begin(dw_tutorial *tutorial, double seconds);

/* A frame of a round: goes on to the next lesson when this one is learned. `round` may be NULL. */
void dw_tutorial_step(dw_tutorial *tutorial, const dw_drawn_world *world, const dw_round *round,
                      dw_intent intent, double seconds);

/* The person does not want this lesson; after the last one the tutorial is off. */
void dw_tutorial_skip(dw_tutorial *tutorial, double seconds);

/* What to do now, with the keys that do it; "" while it is off. */
void dw_tutorial_text(const dw_tutorial *tutorial, const dw_bindings *bindings, bool gamepad,
                      const char *item, char text[DW_TUTORIAL_TEXT]);

#endif
