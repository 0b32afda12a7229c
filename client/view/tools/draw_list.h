/* draw_list.h - a picture as triangles: what the graphics card is told to draw, in order.
 * Owns: vertices, indices and batches of one frame. A batch is what the card draws with one call:
 * one picture to draw into, one picture to draw from, one way to mix, one clip. Knows no SDL;
 * card.h runs it. Cost: nothing is allocated once the longest frame was seen. */
#ifndef DW_VIEW_DRAW_LIST_H
#define DW_VIEW_DRAW_LIST_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* The pictures that a card has. Those from LIGHT on are drawn by the card itself. */
typedef enum dw_picture {
    DW_PICTURE_ATLAS,   /* Glyphs, and what shapes are filled with: white, a glow. */
    DW_PICTURE_FALLOFF, /* How light fades with the distance (light_on_card.c). */
    DW_PICTURE_MEMORY,  /* What was seen before, a texel a cell. */
    DW_PICTURE_DARKNESS,
    DW_PICTURE_OVERVIEW_INK,
    DW_PICTURE_OVERVIEW_WARM,
    DW_PICTURE_TILES_INK,
    DW_PICTURE_TILES_WARM,
    DW_PICTURE_LIGHT,  /* The lights, as large as the screen. */
    DW_PICTURE_SOFT,   /* They softened, half as wide and high. */
    DW_PICTURE_SOFTER, /* A cell wider and higher: its texels lie between those of SOFT. */
    DW_PICTURE_WARM,   /* The warm drawing of what is on the screen. */
    DW_PICTURE_SCREEN,
    DW_PICTURE_COUNT
} dw_picture;

/* How a colour is mixed with what is there. */
typedef enum dw_mix {
    DW_MIX_OVER,          /* By its alpha. */
    DW_MIX_COPY,          /* All four channels are replaced. */
    DW_MIX_PREMULTIPLIED, /* By its alpha, with which the colour is multiplied already. */
    DW_MIX_ADD,           /* The colours add up, alpha stays. */
    DW_MIX_LIGHT,         /* The colours add up; alpha comes nearer to 1 by its part. */
    DW_MIX_ALPHA,         /* Alpha is replaced, the colours stay. */
    DW_MIX_COUNT
} dw_mix;

/* As SDL_Vertex. (u, v) are 0 .. 1 over the picture. */
typedef struct dw_vertex {
    float x, y;
    uint8_t red, green, blue, alpha;
    float u, v;
} dw_vertex;

typedef struct dw_clip {
    int x0, y0, x1, y1; /* Half-open. */
} dw_clip;

typedef struct dw_batch {
    dw_picture into, from;
    dw_mix mix;
    dw_clip clip;
    uint32_t first_vertex, vertex_count;
    uint32_t first_index, index_count; /* Indices count from the batch's first vertex. */
} dw_batch;

struct dw_card;

typedef struct dw_draw_list {
    struct dw_card *card; /* Whose pictures are drawn from. */
    int width, height;    /* Of the screen. */
    dw_vertex *vertices;
    int32_t *indices;
    dw_batch *batches;
    uint32_t vertex_count, index_count, batch_count;
    uint32_t vertex_room, index_room, batch_room;
    uint32_t grown; /* How often memory was taken, since the beginning. */
    bool lacking;   /* No memory was left: shapes of this frame are missing. */
} dw_draw_list;

void dw_draw_list_destroy(dw_draw_list *list);

/* Empties it for a frame of that size. */
void dw_draw_list_begin(dw_draw_list *list, int width, int height);

/* What follows goes into a batch like this. */
void dw_draw_list_use(dw_draw_list *list, dw_picture into, dw_picture from, dw_mix mix,
                      dw_clip clip);

/* Room for a shape in the present batch: its vertices, and its indices. `first` is what is added to
 * an index. False, and nothing is taken, without memory. */
bool dw_draw_list_take(dw_draw_list *list, uint32_t vertex_count, uint32_t index_count,
                       dw_vertex **vertices, int32_t **indices, int32_t *first);

/* A rectangle of pixels with the rectangle (u0, v0) to (u1, v1) of the picture on it; `colour` is
 * 0xAARRGGBB. */
typedef struct dw_quad {
    float x0, y0, x1, y1;
    float u0, v0, u1, v1;
    uint32_t colour;
} dw_quad;

void dw_draw_list_quad(dw_draw_list *list, const dw_quad *quad);

#endif
