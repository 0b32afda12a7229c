/* Pictures of hand-made worlds, HUD and menus are drawn as they were when they were looked at: each
 * text with its place and colour, each shape, and the pixels behind them. The table is
 * pictures.txt; `print` prints it as it would be now, and the program view_pictures draws the same
 * pictures for looking at them. Glyphs are left off the pixels: fonts differ between systems. */
#include "client/view/tools/text.h"
#include "common/base/hash.h"
#include "tests/support/recorded_text.h"
#include "tests/support/test.h"
#include "view_picture.h"

#include <math.h>

enum { WIDTH = 960, HEIGHT = 540, FRAMES = 2, FINE = 4 };

/* What is drawn of each kind: how often, and all its places and colours as one number. */
#define KINDS(X)                                                                                   \
    X(clip)                                                                                        \
    X(rect)                                                                                        \
    X(round_rect)                                                                                  \
    X(disc)                                                                                        \
    X(line)                                                                                        \
    X(dashes)                                                                                      \
    X(convex)                                                                                      \
    X(round_frame)                                                                                 \
    X(ring)                                                                                        \
    X(arc)                                                                                         \
    X(shadow)                                                                                      \
    X(glow)

#define KIND_ENUM(name) KIND_##name,
typedef enum kind { KINDS(KIND_ENUM) KIND_COUNT } kind;

#define KIND_NAME(name) #name,
static const char *const kind_names[] = {KINDS(KIND_NAME)};

static uint32_t counts[KIND_COUNT];
static uint64_t hashes[KIND_COUNT];
static size_t picture_start;
static uint32_t text_count;

/* Quarters of a pixel: a last digit that differs between compilers counts for nothing. */
static void note(kind of, const float *values, uint32_t count, dw_colour colour)
{
    counts[of]++;
    hashes[of] = dw_hash_pair(hashes[of], (int32_t)colour, (int32_t)count);
    for (uint32_t i = 0; i < count; i++) {
        hashes[of] = dw_hash_u64(hashes[of], (uint64_t)lroundf(values[i] * FINE + 0.01F));
    }
}

#define NOTE(of, colour, ...)                                                                      \
    note(KIND_##of, (const float[]){__VA_ARGS__},                                                  \
         sizeof((const float[]){__VA_ARGS__}) / sizeof(float), colour)

#define WRAP(name, ...)                                                                            \
    void __real_dw_canvas_##name(__VA_ARGS__);                                                     \
    void __wrap_dw_canvas_##name(__VA_ARGS__);                                                     \
    void __wrap_dw_canvas_##name(__VA_ARGS__)

WRAP(clip, dw_canvas *canvas, dw_box box)
{
    NOTE(clip, 0, box.x0, box.y0, box.x1, box.y1);
    __real_dw_canvas_clip(canvas, box);
}

WRAP(unclip, dw_canvas *canvas)
{
    NOTE(clip, 1, 0);
    __real_dw_canvas_unclip(canvas);
}

WRAP(rect, dw_canvas *canvas, dw_box box, dw_colour colour)
{
    NOTE(rect, colour, box.x0, box.y0, box.x1, box.y1);
    __real_dw_canvas_rect(canvas, box, colour);
}

WRAP(round_rect, dw_canvas *canvas, dw_box box, float radius, dw_colour colour)
{
    NOTE(round_rect, colour, box.x0, box.y0, box.x1, box.y1, radius);
    __real_dw_canvas_round_rect(canvas, box, radius, colour);
}

WRAP(disc, dw_canvas *canvas, float x, float y, float radius, dw_colour colour)
{
    NOTE(disc, colour, x, y, radius);
    __real_dw_canvas_disc(canvas, x, y, radius, colour);
}

WRAP(line, dw_canvas *canvas, dw_segment line, float width, dw_colour colour)
{
    NOTE(line, colour, line.x0, line.y0, line.x1, line.y1, width);
    __real_dw_canvas_line(canvas, line, width, colour);
}

WRAP(dashes, dw_canvas *canvas, dw_segment line, float width, float dash, dw_colour colour)
{
    NOTE(dashes, colour, line.x0, line.y0, line.x1, line.y1, width, dash);
    __real_dw_canvas_dashes(canvas, line, width, dash, colour);
}

WRAP(convex, dw_canvas *canvas, const float *corners, uint32_t corner_count, dw_colour colour)
{
    note(KIND_convex, corners, 2 * corner_count, colour);
    __real_dw_canvas_convex(canvas, corners, corner_count, colour);
}

WRAP(round_frame, dw_canvas *canvas, dw_box box, float radius, float width, dw_colour colour)
{
    NOTE(round_frame, colour, box.x0, box.y0, box.x1, box.y1, radius, width);
    __real_dw_canvas_round_frame(canvas, box, radius, width, colour);
}

WRAP(ring, dw_canvas *canvas, float x, float y, float radius, float width, dw_colour colour)
{
    NOTE(ring, colour, x, y, radius, width);
    __real_dw_canvas_ring(canvas, x, y, radius, width, colour);
}

WRAP(arc, dw_canvas *canvas, dw_arc arc, dw_colour colour)
{
    NOTE(arc, colour, arc.x, arc.y, arc.radius, arc.width, arc.from, arc.sweep);
    __real_dw_canvas_arc(canvas, arc, colour);
}

WRAP(shadow, dw_canvas *canvas, dw_box box, float radius, float blur, dw_colour colour)
{
    NOTE(shadow, colour, box.x0, box.y0, box.x1, box.y1, radius, blur);
    __real_dw_canvas_shadow(canvas, box, radius, blur, colour);
}

WRAP(glow, dw_canvas *canvas, float x, float y, float radius, dw_colour colour)
{
    NOTE(glow, colour, x, y, radius);
    __real_dw_canvas_glow(canvas, x, y, radius, colour);
}

static float say_text(const dw_pen *pen, float x, float y, dw_align align,
                      const dw_text_style *style, const char *text, const char *edged)
{
    static const char *const sides[] = {"from", "about", "until"};
    char line[512];
    (void)snprintf(line, sizeof line, "%s %s %.0f, %.0f: %s (%d, %08x%s)\n", edged, sides[align],
                   (double)x, (double)y, text, style->size, (unsigned)style->colour,
                   style->face == DW_FACE_BOLD ? ", bold" : "");
    text_count++;
    if (strstr(dw_recorded_said() + picture_start, line) == NULL) { /* Not in the frame before. */
        dw_recorded_say("%s", line);
    }
    return dw_text_width(pen->text, style, text);
}

float __wrap_dw_text_draw(const dw_pen *pen, float x, float y, dw_align align,
                          const dw_text_style *style, const char *text);
float __wrap_dw_text_draw(const dw_pen *pen, float x, float y, dw_align align,
                          const dw_text_style *style, const char *text)
{
    return say_text(pen, x, y, align, style, text, "text");
}

float __wrap_dw_text_draw_edged(const dw_pen *pen, float x, float y, dw_align align,
                                const dw_text_style *style, const char *text);
float __wrap_dw_text_draw_edged(const dw_pen *pen, float x, float y, dw_align align,
                                const dw_text_style *style, const char *text)
{
    return say_text(pen, x, y, align, style, text, "edged text");
}

static void say_picture(uint32_t index, const dw_view_format *as)
{
    dw_canvas canvas = {0};
    dw_error error = {""};
    char hash[DW_HASH_TEXT_SIZE];
    dw_recorded_say("# %s\n", dw_view_picture_name(index));
    picture_start = strlen(dw_recorded_said());
    text_count = 0;
    memset(counts, 0, sizeof counts);
    memset(hashes, 0, sizeof hashes);
    if (dw_view_picture_draw(index, as, &canvas, &error) != DW_OK) {
        fail_msg("%s: %s", dw_view_picture_name(index), error.text);
    }
    dw_recorded_say("%u texts\n", text_count);
    for (int k = 0; k < KIND_COUNT; k++) {
        if (counts[k] > 0) {
            dw_hash_text(hashes[k], hash);
            dw_recorded_say("%u %s %s\n", counts[k], kind_names[k], hash);
        }
    }
    uint64_t pixels = DW_HASH_START;
    for (int y = 0; y < canvas.height; y++) {
        pixels = dw_hash_bytes(pixels, canvas.pixels + (size_t)y * (size_t)canvas.stride,
                               (size_t)canvas.width * sizeof(uint32_t));
    }
    dw_hash_text(pixels, hash);
    dw_recorded_say("pixels %s\n", hash);
    dw_canvas_destroy(&canvas);
}

static void say_pictures(void)
{
    dw_view_format as = {.width = WIDTH, .height = HEIGHT, .frames = FRAMES};
    dw_error error = {""};
    assert_int_equal(dw_text_create(&as.text, &error), DW_OK);
    for (uint32_t i = 0; i < dw_view_picture_count(); i++) {
        say_picture(i, &as);
    }
    dw_text_destroy(as.text);
}

int main(int argc, char **argv)
{
    return dw_recorded_main(argc, argv, "pictures_are_drawn_as_they_were_looked_at",
                            "view/pictures.txt", say_pictures);
}
