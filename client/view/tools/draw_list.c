#include "client/view/tools/draw_list.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

void dw_draw_list_destroy(dw_draw_list *list)
{
    free(list->vertices);
    free(list->indices);
    free(list->batches);
    *list = (dw_draw_list){.card = NULL};
}

void dw_draw_list_begin(dw_draw_list *list, int width, int height)
{
    list->width = width;
    list->height = height;
    list->vertex_count = 0;
    list->index_count = 0;
    list->batch_count = 0;
    list->lacking = false;
}

/* Makes room for `wanted` rows of `size` bytes. */
static bool grow(dw_draw_list *list, void **rows, uint32_t *room, uint32_t wanted, size_t size)
{
    if (wanted <= *room) {
        return true;
    }
    uint32_t next = *room > 0 ? *room : 256;
    while (next < wanted) {
        next *= 2;
    }
    void *moved = realloc(*rows, next * size);
    if (moved == NULL) {
        list->lacking = true;
        return false;
    }
    *rows = moved;
    *room = next;
    list->grown++;
    return true;
}

static bool is_like(const dw_batch *batch, const dw_batch *other)
{
    return batch->into == other->into && batch->from == other->from && batch->mix == other->mix &&
           memcmp(&batch->clip, &other->clip, sizeof batch->clip) == 0;
}

void dw_draw_list_use(dw_draw_list *list, dw_picture into, dw_picture from, dw_mix mix,
                      dw_clip clip)
{
    const dw_batch batch = {.into = into,
                            .from = from,
                            .mix = mix,
                            .clip = clip,
                            .first_vertex = list->vertex_count,
                            .first_index = list->index_count};
    dw_batch *last = list->batch_count > 0 ? &list->batches[list->batch_count - 1] : NULL;
    if (last != NULL && is_like(last, &batch)) {
        return;
    }
    if (last != NULL && last->index_count == 0) {
        *last = batch; /* Nothing was drawn in it. */
        return;
    }
    void *rows = list->batches;
    if (grow(list, &rows, &list->batch_room, list->batch_count + 1, sizeof *list->batches)) {
        list->batches = rows;
        list->batches[list->batch_count++] = batch;
    }
}

bool dw_draw_list_take(dw_draw_list *list, uint32_t vertex_count, uint32_t index_count,
                       dw_vertex **vertices, int32_t **indices, int32_t *first)
{
    void *vertex_rows = list->vertices;
    void *index_rows = list->indices;
    if (list->batch_count == 0 ||
        !grow(list, &vertex_rows, &list->vertex_room, list->vertex_count + vertex_count,
              sizeof *list->vertices)) {
        return false;
    }
    list->vertices = vertex_rows;
    if (!grow(list, &index_rows, &list->index_room, list->index_count + index_count,
              sizeof *list->indices)) {
        return false;
    }
    list->indices = index_rows;
    dw_batch *batch = &list->batches[list->batch_count - 1];
    *vertices = list->vertices + list->vertex_count;
    *indices = list->indices + list->index_count;
    *first = (int32_t)batch->vertex_count;
    batch->vertex_count += vertex_count;
    batch->index_count += index_count;
    list->vertex_count += vertex_count;
    list->index_count += index_count;
    return true;
}

void dw_draw_list_quad(dw_draw_list *list, const dw_quad *quad)
{
    dw_vertex *vertices = NULL;
    int32_t *indices = NULL;
    int32_t first = 0;
    if (!dw_draw_list_take(list, 4, 6, &vertices, &indices, &first)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        const bool right = i == 1 || i == 2;
        const bool low = i >= 2;
        vertices[i] = (dw_vertex){.x = right ? quad->x1 : quad->x0,
                                  .y = low ? quad->y1 : quad->y0,
                                  .red = (uint8_t)(quad->colour >> 16),
                                  .green = (uint8_t)(quad->colour >> 8),
                                  .blue = (uint8_t)quad->colour,
                                  .alpha = (uint8_t)(quad->colour >> 24),
                                  .u = right ? quad->u1 : quad->u0,
                                  .v = low ? quad->v1 : quad->v0};
    }
    static const int32_t corners[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; i++) {
        indices[i] = first + corners[i];
    }
}
