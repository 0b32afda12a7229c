/* view_frame.h - whole pictures of the client in a hand-made match that moves: house, light,
 * bodies, guards' minds and HUD. For the benchmark, and for comparing what is drawn with and
 * without a card. */
#ifndef DW_TESTS_VIEW_FRAME_H
#define DW_TESTS_VIEW_FRAME_H

#include "client/view/model/overlay.h"
#include "client/view/scene/scene.h"
#include "tests/unit/view/view_scene.h"

typedef struct dw_view_case {
    const char *name, *map;
    double scale; /* Pixels a metre at 720 lines, 0 = the whole map. */
    bool playing;
    bool moving; /* The camera follows a walk. */
    bool minds;  /* With all that spectators can be shown of the guards. */
    bool night;  /* Dark rooms, lamps, torches, and guards of all kinds of the map. */
    bool eight;  /* Eight intruders. */
} dw_view_case;

typedef struct dw_view_frame {
    const dw_view_case *what;
    dw_view_fixture fixture;
    dw_drawn_world start;
    dw_scene *scene;
    dw_minds minds;
    dw_overlay overlay;
    dw_camera camera;
} dw_view_frame;

/* The matches; the name "" ends them. */
extern const dw_view_case dw_view_cases[];

/* False, with a line on standard error, when a file of the map cannot be read. */
bool dw_view_frame_open(dw_view_frame *frame, const dw_view_case *what, int width, int height);
void dw_view_frame_close(dw_view_frame *frame);

/* Draws the picture number `number` (from -1 on: the first one paints all tiles) of a match with 60
 * pictures a second. */
dw_status dw_view_frame_draw(dw_view_frame *frame, dw_canvas *canvas, dw_text_kit *text,
                             int number);

#endif
