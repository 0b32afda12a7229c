#include "client/view/tools/text.h"
#include "client/view/tools/palette.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/text.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GLYPHS_MAX = 2048, SIZE_MIN = 6, SIZE_MAX_PX = 160, FONTS_MAX = 48, KERNINGS = 4096 };

_Static_assert((KERNINGS & (KERNINGS - 1)) == 0, "the table is indexed by mask");
_Static_assert((GLYPHS_MAX & (GLYPHS_MAX - 1)) == 0, "the table is probed by mask");

typedef struct glyph {
    uint32_t code; /* 0 = free. */
    uint8_t face, size;
    int16_t left, top, width, height; /* From where the pen is, and the top of the line. */
    float advance;
    uint8_t *coverage; /* NULL for a space. */
    uint32_t key;      /* No two pictures of glyphs ever have the same one. */
} glyph;

typedef struct font {
    TTF_Font *handle;
    dw_face face;
    int size;
    int line_height;
} font;

/* How much nearer two letters stand to each other: the font is slow to ask. */
typedef struct kerning {
    uint64_t key; /* Of the font and both letters; 0 = free. */
    int pixels;
} kerning;

struct dw_text_kit {
    char folder[256];
    font fonts[FONTS_MAX];
    uint32_t font_count;
    glyph glyphs[GLYPHS_MAX];
    uint32_t glyph_count;
    uint32_t last_key;
    kerning kernings[KERNINGS]; /* A newer pair takes the place of an older one. */
};

static const char *const file_names[DW_FACE_COUNT] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};
/* Where distributions put the package's files. */
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu",
                                      "/usr/share/fonts/TTF"};

dw_status dw_text_create(dw_text_kit **out, dw_error *error)
{
    const char *folder = NULL;
    for (size_t i = 0; i < DW_COUNT_OF(folders) && folder == NULL; i++) {
        char path[256];
        (void)snprintf(path, sizeof path, "%s/%s", folders[i], file_names[DW_FACE_REGULAR]);
        folder = access(path, R_OK) == 0 ? folders[i] : NULL;
    }
    if (folder == NULL) {
        return dw_fail(error, DW_NOT_FOUND,
                       "%s/%s: no such font; install package "
                       "fonts-dejavu-core",
                       folders[0], file_names[DW_FACE_REGULAR]);
    }
    if (TTF_Init() != 0) {
        return dw_fail(error, DW_IO, "SDL2_ttf does not start: %s", TTF_GetError());
    }
    dw_text_kit *kit = calloc(1, sizeof *kit);
    if (kit == NULL) {
        TTF_Quit();
        return dw_fail(error, DW_MEMORY, "no memory for text");
    }
    (void)snprintf(kit->folder, sizeof kit->folder, "%s", folder);
    *out = kit;
    return DW_OK;
}

static void drop_glyphs(dw_text_kit *kit)
{
    for (uint32_t i = 0; i < GLYPHS_MAX; i++) {
        free(kit->glyphs[i].coverage);
        kit->glyphs[i] = (glyph){0};
    }
    kit->glyph_count = 0;
}

void dw_text_destroy(dw_text_kit *kit)
{
    if (kit == NULL) {
        return;
    }
    drop_glyphs(kit);
    for (uint32_t i = 0; i < kit->font_count; i++) {
        TTF_CloseFont(kit->fonts[i].handle);
    }
    TTF_Quit();
    free(kit);
}

/* NULL when the file has gone since the start; then nothing is drawn. */
static const font *open_font(dw_text_kit *kit, dw_face face, int size)
{
    DW_CHECK(face < DW_FACE_COUNT);
    size = size < SIZE_MIN ? SIZE_MIN : (size > SIZE_MAX_PX ? SIZE_MAX_PX : size);
    for (uint32_t i = 0; i < kit->font_count; i++) {
        if (kit->fonts[i].face == face && kit->fonts[i].size == size) {
            return &kit->fonts[i];
        }
    }
    if (kit->font_count == FONTS_MAX) {
        /* A window that was resized through many scales: begin again. */
        drop_glyphs(kit);
        for (uint32_t i = 0; i < kit->font_count; i++) {
            TTF_CloseFont(kit->fonts[i].handle);
        }
        kit->font_count = 0;
    }
    char path[300];
    (void)snprintf(path, sizeof path, "%s/%s", kit->folder, file_names[face]);
    TTF_Font *handle = TTF_OpenFont(path, size);
    if (handle == NULL) {
        return NULL;
    }
    TTF_SetFontHinting(handle, TTF_HINTING_LIGHT);
    font *made = &kit->fonts[kit->font_count++];
    *made = (font){handle, face, size, TTF_FontHeight(handle)};
    return made;
}

/* Latin-1 has capitals 32 before the small letters; Latin Extended-A has pairs, of which the small
 * one is odd, or even in two stretches. Letters of other sizes in UTF-8 have no capitals here. */
static uint32_t capital_of(uint32_t code)
{
    const bool even = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e);
    if (code >= 'a' && code <= 'z') {
        return code - 32;
    }
    if (code >= 0xe0 && code <= 0xfe && code != 0xf7) {
        return code - 32;
    }
    if (code >= 0x100 && code <= 0x17e && code != 0x131 && code != 0x138 && code != 0x149) {
        return code % 2 == (even ? 0U : 1U) ? code - 1 : code;
    }
    return code;
}

void dw_text_capitals(const char *text, char *out, size_t out_size)
{
    size_t used = 0;
    size_t length = 0;
    DW_CHECK(out_size > 0);
    for (; text[0] != '\0'; text += length) {
        const uint32_t code = dw_text_next(text, &length);
        const uint32_t capital = capital_of(code);
        if (used + length >= out_size) {
            break;
        }
        memcpy(out + used, text, length);
        if (length == 1) {
            out[used] = capital < 0x80 ? (char)capital : text[0];
        } else if (length == 2) {
            out[used] = (char)(0xc0 | capital >> 6);
            out[used + 1] = (char)(0x80 | (capital & 0x3f));
        }
        used += length;
    }
    out[used] = '\0';
}

bool dw_text_has(dw_text_kit *kit, dw_face face, uint32_t code)
{
    const font *from = open_font(kit, face, SIZE_MIN);
    return from != NULL && TTF_GlyphIsProvided32(from->handle, code) != 0;
}

uint32_t dw_text_next(const char *text, size_t *length)
{
    uint32_t code = 0;
    *length = dw_text_sequence(text, strnlen(text, 4), &code);
    if (*length == 0 && text[0] != '\0') {
        *length = 1;
        return 0xfffd;
    }
    return code;
}

/* Takes the alpha of what SDL2_ttf rendered. */
static void rasterise(glyph *out, const font *from, uint32_t code)
{
    int min_x = 0;
    int max_y = 0;
    int advance = 0;
    if (TTF_GlyphMetrics32(from->handle, code, &min_x, NULL, NULL, &max_y, &advance) == 0) {
        out->advance = (float)advance;
    }
    const SDL_Color white = {255, 255, 255, 255};
    SDL_Surface *surface = TTF_RenderGlyph32_Blended(from->handle, code, white);
    if (surface == NULL) {
        return;
    }
    uint8_t *coverage = malloc((size_t)surface->w * (size_t)surface->h);
    if (coverage != NULL) {
        for (int y = 0; y < surface->h; y++) {
            const uint8_t *row = (const uint8_t *)surface->pixels + (ptrdiff_t)y * surface->pitch;
            for (int x = 0; x < surface->w; x++) {
                uint32_t pixel;
                memcpy(&pixel, row + 4 * (ptrdiff_t)x, sizeof pixel);
                coverage[y * surface->w + x] = (uint8_t)(pixel >> 24);
            }
        }
        out->coverage = coverage;
        out->width = (int16_t)surface->w;
        out->height = (int16_t)surface->h;
        out->left = (int16_t)(min_x < 0 ? min_x : 0);
        /* A letter that is higher than the line, such as a capital with an accent, has a higher
         * picture: all letters stand on one base line. */
        const int higher = max_y - TTF_FontAscent(from->handle);
        out->top = (int16_t)(higher > 0 ? -higher : 0);
    }
    SDL_FreeSurface(surface);
}

static const glyph *find_glyph(dw_text_kit *kit, const font *from, uint32_t code)
{
    if (kit->glyph_count >= GLYPHS_MAX * 3 / 4) {
        drop_glyphs(kit);
    }
    const uint64_t key = (uint64_t)code << 16 | (uint64_t)from->face << 8 | (uint64_t)from->size;
    uint32_t slot = (uint32_t)dw_mix64(key) & (GLYPHS_MAX - 1);
    while (kit->glyphs[slot].code != 0) {
        const glyph *at = &kit->glyphs[slot];
        if (at->code == code && at->face == (uint8_t)from->face &&
            at->size == (uint8_t)from->size) {
            return at;
        }
        slot = (slot + 1) & (GLYPHS_MAX - 1);
    }
    glyph *made = &kit->glyphs[slot];
    made->code = code;
    made->face = (uint8_t)from->face;
    made->size = (uint8_t)from->size;
    made->key = ++kit->last_key;
    rasterise(made, from, code);
    kit->glyph_count++;
    return made;
}

static float kerning_of(dw_text_kit *kit, const font *from, uint32_t before, uint32_t code)
{
    const uint64_t key = (uint64_t)before << 42 | (uint64_t)code << 21 | (uint64_t)from->face << 8 |
                         (uint64_t)from->size;
    kerning *found = &kit->kernings[dw_mix64(key) & (KERNINGS - 1)];
    if (found->key != key) {
        *found = (kerning){key, TTF_GetFontKerningSizeGlyphs32(from->handle, before, code)};
    }
    return (float)found->pixels;
}

/* Between two letters; `before` 0: the line begins. */
static float gap_of(dw_text_kit *kit, const font *from, const dw_text_style *style, uint32_t before,
                    uint32_t code)
{
    return before != 0 ? kerning_of(kit, from, before, code) + style->spacing : 0.0F;
}

/* A line of text: `count` bytes at (x, y). */
typedef struct text_line {
    const char *text;
    size_t count;
    float x, y;
} text_line;

/* Draws a line when there is a canvas. Returns its width. */
static float draw_line(dw_text_kit *kit, dw_canvas *canvas, const dw_text_style *style,
                       text_line line)
{
    const font *from = open_font(kit, style->face, style->size);
    if (from == NULL) {
        return 0.0F;
    }
    float advance = 0.0F;
    uint32_t before = 0;
    size_t at = 0;
    while (at < line.count) {
        size_t length = 0;
        const uint32_t code = dw_text_next(line.text + at, &length);
        if (length == 0) {
            break;
        }
        advance += gap_of(kit, from, style, before, code);
        const glyph *g = find_glyph(kit, from, code);
        if (canvas != NULL && g->coverage != NULL) {
            dw_canvas_stencil(
                canvas, (int)(line.x + advance + 0.5F) + g->left, (int)(line.y + 0.5F) + g->top,
                (dw_stencil){g->coverage, g->width, g->height, g->key}, style->colour);
        }
        advance += g->advance;
        before = code;
        at += length;
    }
    return advance;
}

float dw_text_width(dw_text_kit *kit, const dw_text_style *style, const char *text)
{
    return draw_line(kit, NULL, style, (text_line){text, strlen(text), 0.0F, 0.0F});
}

float dw_text_height(dw_text_kit *kit, const dw_text_style *style)
{
    const font *from = open_font(kit, style->face, style->size);
    return from != NULL ? (float)from->line_height : (float)style->size;
}

/* The line moved to where the alignment wants it. */
static text_line aligned(dw_text_kit *kit, dw_align align, const dw_text_style *style,
                         text_line line)
{
    if (align != DW_ALIGN_LEFT) {
        const float width = draw_line(kit, NULL, style, line);
        line.x -= align == DW_ALIGN_RIGHT ? width : width * 0.5F;
    }
    return line;
}

float dw_text_draw(const dw_pen *pen, float x, float y, dw_align align, const dw_text_style *style,
                   const char *text)
{
    const text_line line = {text, strlen(text), x, y};
    return draw_line(pen->text, pen->canvas, style, aligned(pen->text, align, style, line));
}

float dw_text_draw_edged(const dw_pen *pen, float x, float y, dw_align align,
                         const dw_text_style *style, const char *text)
{
    dw_text_kit *kit = pen->text;
    dw_canvas *canvas = pen->canvas;
    const text_line line = aligned(kit, align, style, (text_line){text, strlen(text), x, y});
    dw_text_style edge = *style;
    edge.colour = dw_colour_fade(dw_palette_shade(0xc0), (float)(style->colour >> 24) / 255.0F);
    static const float around[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (size_t i = 0; i < DW_COUNT_OF(around); i++) {
        text_line moved = line;
        moved.x += around[i][0];
        moved.y += around[i][1];
        (void)draw_line(kit, canvas, &edge, moved);
    }
    return draw_line(kit, canvas, style, line);
}

void dw_text_cut(dw_text_kit *kit, const dw_text_style *style, const char *text, float width,
                 char *out, size_t out_size)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    DW_CHECK(out_size >= 8);
    const size_t total = strlen(text);
    if (total < out_size && dw_text_width(kit, style, text) <= width) {
        memcpy(out, text, total + 1);
        return;
    }
    const float room = width - dw_text_width(kit, style, ellipsis);
    size_t kept = 0;
    for (;;) {
        size_t length = 0;
        (void)dw_text_next(text + kept, &length);
        if (length == 0 || kept + length + sizeof ellipsis > out_size ||
            draw_line(kit, NULL, style, (text_line){text, kept + length, 0.0F, 0.0F}) > room) {
            break;
        }
        kept += length;
    }
    memcpy(out, text, kept);
    memcpy(out + kept, ellipsis, sizeof ellipsis);
}

size_t dw_text_break(dw_text_kit *kit, const dw_text_style *style, const char *text, float width)
{
    const font *from = open_font(kit, style->face, style->size);
    float advance = 0.0F;
    uint32_t before = 0;
    size_t at = 0;
    size_t last_space = 0;
    for (;;) {
        size_t length = 0;
        const uint32_t code = dw_text_next(text + at, &length);
        if (length == 0) {
            return at;
        }
        if (from != NULL) {
            advance += gap_of(kit, from, style, before, code);
            advance += find_glyph(kit, from, code)->advance;
        }
        if (code == ' ') {
            last_space = at + 1;
        } else if (advance > width) {
            return last_space != 0 ? last_space : (at != 0 ? at : length);
        }
        before = code;
        at += length;
    }
}

/* Draws the lines when there is a canvas. Returns how many they are. */
static uint32_t place_lines(dw_text_kit *kit, dw_canvas *canvas, dw_text_block block,
                            dw_align align, const dw_text_style *style, const char *text)
{
    uint32_t count = 0;
    while (text[0] != '\0' && (block.lines_max == 0 || count < block.lines_max)) {
        const size_t bytes = dw_text_break(kit, style, text, block.width);
        if (canvas != NULL) {
            const text_line line = {text, bytes, block.x, block.y + block.step * (float)count};
            (void)draw_line(kit, canvas, style, aligned(kit, align, style, line));
        }
        count++;
        text += bytes;
    }
    return count;
}

uint32_t dw_text_count_lines(dw_text_kit *kit, const dw_text_style *style, const char *text,
                             float width)
{
    return place_lines(kit, NULL, (dw_text_block){.width = width}, DW_ALIGN_LEFT, style, text);
}

uint32_t dw_text_draw_lines(const dw_pen *pen, dw_text_block block, dw_align align,
                            const dw_text_style *style, const char *text)
{
    return place_lines(pen->text, pen->canvas, block, align, style, text);
}
