/* draw_light.h - how dark each part of the house is, and its lamps and switches (server/RULES.md
 * 1.42 to 1.47, 1.61). Dark parts stay readable; lit ones have the colour of lamps.
 * Owns: a grid of darkness over the map, worked out anew when a door or a switch changes: 0.1 ms
 * for 5000 cells with one lamp. Laying it over a full screen of 1280 x 720 takes some 0.6 ms. A map
 * that is light everywhere costs nothing. Reads only the map and what the player knows. No
 * allocation but at creation. */
#ifndef DW_VIEW_DRAW_LIGHT_H
#define DW_VIEW_DRAW_LIGHT_H

#include "client/view/scene/camera.h"
#include "client/view/tools/canvas.h"
#include "common/world/torch.h"

typedef struct dw_dark_grid {
    const dw_map *map;
    dw_vec origin;
    int32_t cell; /* Side, world units. */
    int columns, rows;
    uint8_t *dark;  /* 0 light .. 100 dark, a cell. NULL: the map is light everywhere. */
    uint8_t *shown; /* The same, with torches. */
    bool torched;   /* They differ. */
    bool known;     /* Worked out for: */
    dw_door_set doors;
    dw_switch_set worked;
} dw_dark_grid;

DW_MUST_USE dw_status dw_dark_grid_create(dw_dark_grid *grid, const dw_map *map);
void dw_dark_grid_destroy(dw_dark_grid *grid);

void dw_dark_grid_update(dw_dark_grid *grid, const dw_door_set *doors, dw_switch_set worked);

/* Torches make it lighter where they shine: some 0.2 ms each. After the update, in each frame. */
void dw_dark_grid_shine(dw_dark_grid *grid, const dw_door_set *doors, const dw_torch *torches,
                        uint32_t count);

/* What a graphics card lays over a cell of each darkness: the texels of `shown` as its picture
 * (0xAARRGGBB, premultiplied). */
void dw_dark_grid_colours(uint32_t colours[256]);

/* Lays darkness and the colour of light over the rooms on the canvas. */
void dw_draw_darkness(dw_canvas *canvas, const dw_camera *camera, const dw_dark_grid *grid);

/* Lamps and switches. The rocker of a switch lies up while one of its lamps is lit. */
void dw_draw_lamps(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                   dw_switch_set worked);

/* One of its lamps is lit. */
bool dw_switch_is_lit(const dw_map *map, uint32_t wall_switch, dw_switch_set worked);

/* One of each, also for the help; `size` is that of a lamp in pixels. */
void dw_draw_lamp(dw_canvas *canvas, float x, float y, float size, bool lit);
void dw_draw_switch(dw_canvas *canvas, float x, float y, float size, bool lit);

#endif
