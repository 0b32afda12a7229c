#include "client/view/tools/card.h"

#include "common/base/check.h"
#include "common/platform/clock.h"

#include <SDL.h>
#include <stdlib.h>

enum { STENCIL_PIXELS_MAX = 320 * 320 };

typedef struct picture {
    SDL_Texture *texture;
    int width, height;
    int put_to; /* The first row below all that was put. */
} picture;

struct dw_card {
    SDL_Renderer *renderer;
    SDL_BlendMode mixes[DW_MIX_COUNT];
    picture pictures[DW_PICTURE_COUNT];
    int side_max;
    int width, height; /* Of the screen. */
    const void *owner; /* Of the map's pictures. */
    uint32_t epoch;
    dw_card_figures figures;
    dw_atlas atlas;
    uint32_t stencil[STENCIL_PIXELS_MAX]; /* A glyph on its way up. */
};

static const SDL_BlendFactor none = SDL_BLENDFACTOR_ZERO;
static const SDL_BlendFactor all = SDL_BLENDFACTOR_ONE;
static const SDL_BlendFactor rest = SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA;

static void compose_mixes(SDL_BlendMode mixes[DW_MIX_COUNT])
{
    const SDL_BlendOperation sum = SDL_BLENDOPERATION_ADD;
    mixes[DW_MIX_OVER] = SDL_BLENDMODE_BLEND;
    mixes[DW_MIX_COPY] = SDL_BLENDMODE_NONE;
    mixes[DW_MIX_PREMULTIPLIED] = SDL_ComposeCustomBlendMode(all, rest, sum, none, all, sum);
    mixes[DW_MIX_ADD] = SDL_ComposeCustomBlendMode(all, all, sum, none, all, sum);
    mixes[DW_MIX_LIGHT] = SDL_ComposeCustomBlendMode(all, all, sum, all, rest, sum);
    mixes[DW_MIX_ALPHA] = SDL_ComposeCustomBlendMode(none, all, sum, all, none, sum);
}

static bool is_target(dw_picture which)
{
    return which >= DW_PICTURE_LIGHT && which < DW_PICTURE_SCREEN;
}

static void drop_picture(dw_card *card, dw_picture which)
{
    SDL_DestroyTexture(card->pictures[which].texture);
    card->pictures[which] = (picture){.texture = NULL};
}

dw_status dw_card_make(dw_card *card, dw_picture which, int width, int height, bool smooth)
{
    picture *p = &card->pictures[which];
    if (p->texture != NULL && p->width == width && p->height == height) {
        return DW_OK;
    }
    if (width < 1 || height < 1 || width > card->side_max || height > card->side_max) {
        return DW_RANGE;
    }
    drop_picture(card, which);
    p->texture = SDL_CreateTexture(
        card->renderer, SDL_PIXELFORMAT_ARGB8888,
        is_target(which) ? SDL_TEXTUREACCESS_TARGET : SDL_TEXTUREACCESS_STATIC, width, height);
    if (p->texture == NULL) {
        return DW_IO;
    }
    p->width = width;
    p->height = height;
    (void)SDL_SetTextureScaleMode(p->texture, smooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    return DW_OK;
}

void dw_card_put(dw_card *card, dw_picture which, int x, int y, int width, int height,
                 const uint32_t *pixels, int stride)
{
    const SDL_Rect at = {x, y, width, height};
    if (card->pictures[which].texture != NULL &&
        SDL_UpdateTexture(card->pictures[which].texture, &at, pixels,
                          stride * (int)sizeof *pixels) == 0) {
        picture *p = &card->pictures[which];
        p->put_to = y + height > p->put_to ? y + height : p->put_to;
        card->figures.uploads++;
        card->figures.upload_bytes += sizeof *pixels * (uint64_t)width * (uint64_t)height;
    }
}

bool dw_card_has(const dw_card *card, dw_picture which, int y)
{
    return card->pictures[which].put_to > y;
}

void dw_card_size(const dw_card *card, dw_picture which, int *width, int *height)
{
    const picture *p = &card->pictures[which];
    *width = which == DW_PICTURE_SCREEN ? card->width : p->width;
    *height = which == DW_PICTURE_SCREEN ? card->height : p->height;
}

/* White, and a glow that is as dw_canvas_glow has it. */
static void put_fixed(dw_card *card)
{
    enum { SIDE = DW_ATLAS_GLOW_SIDE };
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        const float x = ((float)(i % SIDE) + 0.5F) * (2.0F / SIDE) - 1.0F;
        const float y = ((float)row + 0.5F) * (2.0F / SIDE) - 1.0F;
        const float t = 1.0F - x * x - y * y;
        const uint32_t alpha = t > 0.0F ? (uint32_t)(t * t * 255.0F + 0.5F) : 0;
        card->stencil[i] = alpha << 24 | 0xffffffU;
    }
    dw_card_put(card, DW_PICTURE_ATLAS, DW_ATLAS_GLOW_X, 0, SIDE, SIDE, card->stencil, SIDE);
    for (int i = 0; i < 16; i++) {
        card->stencil[i] = 0xffffffffU;
    }
    dw_card_put(card, DW_PICTURE_ATLAS, 0, 0, 4, 4, card->stencil, 4);
}

/* All of the atlas is clear white: a glyph's edge texels mix with nothing else. */
static dw_status make_atlas(dw_card *card)
{
    const bool is_there = card->pictures[DW_PICTURE_ATLAS].texture != NULL;
    const dw_status status =
        dw_card_make(card, DW_PICTURE_ATLAS, DW_ATLAS_SIDE, DW_ATLAS_SIDE, true);
    if (status != DW_OK || (is_there && !card->atlas.full)) {
        return status;
    }
    dw_atlas_init(&card->atlas);
    enum { ROWS = STENCIL_PIXELS_MAX / DW_ATLAS_SIDE };
    for (int i = 0; i < ROWS * DW_ATLAS_SIDE; i++) {
        card->stencil[i] = 0x00ffffffU;
    }
    for (int y = 0; y < DW_ATLAS_SIDE; y += ROWS) {
        const int rows = DW_ATLAS_SIDE - y < ROWS ? DW_ATLAS_SIDE - y : ROWS;
        dw_card_put(card, DW_PICTURE_ATLAS, 0, y, DW_ATLAS_SIDE, rows, card->stencil,
                    DW_ATLAS_SIDE);
    }
    put_fixed(card);
    return DW_OK;
}

bool dw_card_stencil(dw_card *card, const dw_stencil *stencil, dw_atlas_place *place)
{
    const int count = stencil->width * stencil->height;
    bool is_new = false;
    if (stencil->key == 0 || count > STENCIL_PIXELS_MAX) {
        return false;
    }
    const dw_atlas_slot *slot = dw_atlas_find(&card->atlas, stencil, &is_new);
    if (slot == NULL) {
        return false;
    }
    if (is_new) {
        for (int i = 0; i < count; i++) {
            card->stencil[i] = (uint32_t)stencil->coverage[i] << 24 | 0xffffffU;
        }
        dw_card_put(card, DW_PICTURE_ATLAS, slot->x, slot->y, slot->width, slot->height,
                    card->stencil, stencil->width);
    }
    *place = dw_atlas_place_of(slot);
    return true;
}

/* Brushes are kept four times as large as on the screen: so the middle of each pixel finds its own
 * coverage, however the brush is turned. */
enum { BRUSH_SCALE = 4, BRUSH_STEPS = 8, STRIP_TEXELS = 1024 };

/* The texel for a point that is `distance` pixels from the middle of a brush of that radius. */
static uint32_t brush_texel(float radius, float distance)
{
    const float coverage = 0.5F + radius - distance;
    const float level = coverage < 0.0F ? 0.0F : (coverage > 1.0F ? 1.0F : coverage);
    return (uint32_t)(level * 255.0F + 0.5F) << 24 | 0xffffffU;
}

static int brush_step(float radius)
{
    const int step = (int)(radius * (float)BRUSH_STEPS + 0.5F);
    return step > 0 ? step : 1;
}

/* The place of a brush; its texels are in card->stencil when it is new, for put_brush. */
static const dw_atlas_slot *find_brush(dw_card *card, int width, int height, uint32_t key,
                                       bool *is_new)
{
    const dw_stencil stencil = {.width = width, .height = height, .key = 0x80000000U | key};
    return dw_atlas_find(&card->atlas, &stencil, is_new);
}

static void put_brush(dw_card *card, const dw_atlas_slot *slot, float radius, float dash)
{
    const float half = 0.5F * (float)slot->height / (float)BRUSH_SCALE;
    for (int i = 0; i < slot->width * slot->height; i++) {
        float x = ((float)(i % slot->width) + 0.5F) / (float)BRUSH_SCALE;
        const int row = i / slot->width;
        const float y = ((float)row + 0.5F) / (float)BRUSH_SCALE - half;
        if (dash > 0.0F) {
            const float along = SDL_fmodf(x, 2.0F * dash) - dash; /* From the middle of a dash. */
            x = SDL_fabsf(along) - 0.5F * dash;
            x = x > 0.0F ? x : 0.0F;
        } else {
            x -= half;
        }
        card->stencil[i] = brush_texel(radius, SDL_sqrtf(x * x + y * y));
    }
    dw_card_put(card, DW_PICTURE_ATLAS, slot->x, slot->y, slot->width, slot->height, card->stencil,
                slot->width);
}

bool dw_card_brush(dw_card *card, float radius, dw_atlas_place *place)
{
    const int step = brush_step(radius);
    const float r = (float)step / (float)BRUSH_STEPS;
    const int side = (int)((r + 1.0F) * 2.0F * (float)BRUSH_SCALE);
    bool is_new = false;
    const dw_atlas_slot *slot = radius <= (float)DW_CARD_BRUSH_MAX
                                    ? find_brush(card, side, side, (uint32_t)step, &is_new)
                                    : NULL;
    if (slot == NULL) {
        return false;
    }
    if (is_new) {
        put_brush(card, slot, r, 0.0F);
    }
    *place = dw_atlas_place_of(slot);
    return true;
}

bool dw_card_dashes(dw_card *card, float radius, float dash, dw_atlas_place *place,
                    int *period_count)
{
    const int step = brush_step(radius);
    const int texels = (int)(dash * (float)BRUSH_SCALE + 0.5F);
    const float r = (float)step / (float)BRUSH_STEPS;
    const int count = texels > 0 ? STRIP_TEXELS / (2 * texels) : 0;
    bool is_new = false;
    if (radius > (float)DW_CARD_BRUSH_MAX || dash < 2.0F * r + 1.0F || count == 0) {
        return false;
    }
    const dw_atlas_slot *slot =
        find_brush(card, 2 * texels * count, (int)((r + 1.0F) * 2.0F * (float)BRUSH_SCALE),
                   (uint32_t)(texels << 8 | step), &is_new);
    if (slot == NULL) {
        return false;
    }
    if (is_new) {
        put_brush(card, slot, r, (float)texels / (float)BRUSH_SCALE);
    }
    *place = dw_atlas_place_of(slot);
    *period_count = count;
    return true;
}

/* A renderer that takes a mix may still not know it: it says so when it is set. */
static dw_status try_mixes(dw_card *card, dw_error *error)
{
    SDL_Texture *texture = SDL_CreateTexture(card->renderer, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_TARGET, 16, 16);
    dw_status status = texture != NULL ? DW_OK : DW_IO;
    for (int i = 0; i < DW_MIX_COUNT && status == DW_OK; i++) {
        status = SDL_SetTextureBlendMode(texture, card->mixes[i]) == 0 ? DW_OK : DW_IO;
    }
    if (status != DW_OK) {
        status = dw_fail(error, status, "%s", SDL_GetError());
    }
    SDL_DestroyTexture(texture);
    return status;
}

dw_status dw_card_create(dw_card **out, SDL_Renderer *renderer, dw_error *error)
{
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0) {
        return dw_fail(error, DW_IO, "%s", SDL_GetError());
    }
    if ((info.flags & SDL_RENDERER_TARGETTEXTURE) == 0) {
        return dw_fail(error, DW_IO, "%s cannot draw into textures", info.name);
    }
    dw_card *card = calloc(1, sizeof *card);
    if (card == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the graphics card");
    }
    card->renderer = renderer;
    const int least = info.max_texture_width < info.max_texture_height ? info.max_texture_width
                                                                       : info.max_texture_height;
    card->side_max = least > 0 ? least : 8192; /* 0: the renderer does not say. */
    compose_mixes(card->mixes);
    const dw_status status = try_mixes(card, error);
    if (status != DW_OK) {
        dw_card_destroy(card);
        return status;
    }
    *out = card;
    return DW_OK;
}

void dw_card_destroy(dw_card *card)
{
    if (card == NULL) {
        return;
    }
    dw_card_reset(card);
    free(card);
}

void dw_card_reset(dw_card *card)
{
    for (int i = 0; i < DW_PICTURE_COUNT; i++) {
        drop_picture(card, (dw_picture)i);
    }
    card->owner = NULL;
}

bool dw_card_claim(dw_card *card, const void *owner, uint32_t *epoch)
{
    if (card->owner == owner && card->epoch == *epoch) {
        return true;
    }
    card->owner = owner;
    *epoch = ++card->epoch;
    return false;
}

uint32_t dw_card_epoch(const dw_card *card)
{
    return card->epoch;
}

dw_status dw_card_begin(dw_card *card, dw_draw_list *list, int width, int height, dw_error *error)
{
    const int cells_x = (width + 1) / 2;
    const int cells_y = (height + 1) / 2;
    card->figures = (dw_card_figures){.draw_calls = 0};
    card->width = width;
    card->height = height;
    dw_status status = make_atlas(card);
    if (status == DW_OK) {
        status = dw_card_make(card, DW_PICTURE_LIGHT, 2 * cells_x, 2 * cells_y, true);
    }
    if (status == DW_OK) {
        status = dw_card_make(card, DW_PICTURE_SOFT, cells_x, cells_y, true);
    }
    if (status == DW_OK) {
        status = dw_card_make(card, DW_PICTURE_SOFTER, cells_x + 1, cells_y + 1, true);
    }
    if (status == DW_OK) {
        status = dw_card_make(card, DW_PICTURE_WARM, width, height, false);
    }
    if (status != DW_OK) {
        return dw_fail(error, status, "no pictures for a screen of %dx%d: %s", width, height,
                       SDL_GetError());
    }
    list->card = card;
    dw_draw_list_begin(list, width, height);
    return DW_OK;
}

static void run_batch(dw_card *card, const dw_draw_list *list, const dw_batch *batch)
{
    SDL_Texture *from = card->pictures[batch->from].texture;
    const SDL_Rect clip = {batch->clip.x0, batch->clip.y0, batch->clip.x1 - batch->clip.x0,
                           batch->clip.y1 - batch->clip.y0};
    const dw_vertex *vertices = list->vertices + batch->first_vertex;
    if (from == NULL || batch->index_count == 0 || clip.w <= 0 || clip.h <= 0) {
        return;
    }
    const uint64_t from_ns = dw_clock_thread_ns();
    (void)SDL_SetTextureBlendMode(from, card->mixes[batch->mix]);
    (void)SDL_RenderSetClipRect(card->renderer, &clip);
    (void)SDL_RenderGeometryRaw(card->renderer, from, &vertices->x, (int)sizeof *vertices,
                                (const SDL_Color *)&vertices->red, (int)sizeof *vertices,
                                &vertices->u, (int)sizeof *vertices, (int)batch->vertex_count,
                                list->indices + batch->first_index, (int)batch->index_count,
                                (int)sizeof *list->indices);
    card->figures.hand_over_ns += dw_clock_thread_ns() - from_ns;
    card->figures.draw_calls++;
    card->figures.vertices += batch->vertex_count;
}

void dw_card_run(dw_card *card, const dw_draw_list *list)
{
    dw_picture into = DW_PICTURE_SCREEN;
    (void)SDL_SetRenderTarget(card->renderer, NULL);
    for (uint32_t i = 0; i < list->batch_count; i++) {
        const dw_batch *batch = &list->batches[i];
        if (batch->into != into) {
            into = batch->into;
            (void)SDL_SetRenderTarget(card->renderer, card->pictures[into].texture);
        }
        run_batch(card, list, batch);
    }
    (void)SDL_SetRenderTarget(card->renderer, NULL);
    (void)SDL_RenderSetClipRect(card->renderer, NULL);
}

const dw_card_figures *dw_card_get_figures(const dw_card *card)
{
    return &card->figures;
}

bool dw_card_read(const dw_card *card, uint32_t *pixels, int stride)
{
    const SDL_Rect screen = {0, 0, card->width, card->height};
    return SDL_RenderReadPixels(card->renderer, &screen, SDL_PIXELFORMAT_ARGB8888, pixels,
                                stride * (int)sizeof *pixels) == 0;
}
