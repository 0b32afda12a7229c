/* The pictures of a report page: the map as SVG, and the heat over it as a PNG that is read back.
 */
#include "server/lab/report_map.h"
#include "tests/support/test.h"

#include <math.h>
#include <png.h>
#include <string.h>

enum { PNG_MAX = 1 << 16, LEVELS = 16 };

static dw_rect rect_mm(int32_t x, int32_t y, int32_t wide, int32_t high)
{
    return (dw_rect){{DW_MM(x), DW_MM(y)}, {DW_MM(x + wide), DW_MM(y + high)}};
}

/* A room of 3 m by 2 m whose corner is not the origin, with one thing of each kind. */
static const dw_map *make_map(void)
{
    static dw_room room;
    static dw_furniture piece;
    static dw_door door;
    static dw_rect wall;
    static dw_map map;
    room.area = rect_mm(1000, -500, 3000, 2000);
    piece.area = rect_mm(2000, 0, 500, 300);
    wall = rect_mm(1000, -500, 3000, 100);
    door.leaf = 1;
    door.half[0].area = rect_mm(0, 0, 10, 10);
    door.half[1].area = rect_mm(3900, 500, 100, 1000);
    map = (dw_map){.bounds = room.area,
                   .rooms = &room,
                   .room_count = 1,
                   .furniture = &piece,
                   .furniture_count = 1,
                   .walls = &wall,
                   .wall_count = 1,
                   .doors = &door,
                   .door_count = 1,
                   .exit = rect_mm(1000, 500, 400, 1000),
                   .item_count = 1};
    map.items[0].area = rect_mm(3000, 1000, 200, 150);
    return &map;
}

/* The symbol of the map, or with counts a figure. */
static const char *drawn(const uint32_t *counts)
{
    static char text[PNG_MAX];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    if (counts == NULL) {
        dw_report_map_define(out, make_map(), 7);
    } else {
        assert_int_equal(dw_report_map_figure(out, make_map(), 7, counts, "Where <they> are"),
                         DW_OK);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static void a_map_is_drawn_in_centimetres_from_its_corner(void **state)
{
    (void)state;
    const char *text = drawn(NULL);
    assert_string_equal(
        text, "<svg class=\"hidden\" xmlns=\"http://www.w3.org/2000/svg\"><symbol id=\"map7\" "
              "viewBox=\"0 0 300 200\">\n"
              "<rect class=\"floor\" x=\"0\" y=\"0\" width=\"300\" height=\"200\"/>"
              "<rect class=\"exit\" x=\"0\" y=\"100\" width=\"40\" height=\"100\"/>"
              "<rect class=\"piece\" x=\"100\" y=\"50\" width=\"50\" height=\"30\"/>"
              "<rect class=\"wall\" x=\"0\" y=\"0\" width=\"300\" height=\"10\"/>"
              "<rect class=\"door\" x=\"290\" y=\"100\" width=\"10\" height=\"100\"/>"
              "<rect class=\"item\" x=\"200\" y=\"150\" width=\"20\" height=\"15\"/>"
              "</symbol></svg>\n");
}

/* Of the text up to `end`; returns the number of bytes. */
static size_t read_base64(const char *text, const char *end, uint8_t *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t count = 0;
    assert_int_equal((end - text) % 4, 0);
    for (; text < end; text += 4) {
        uint32_t three = 0;
        uint32_t padding = 0;
        for (uint32_t i = 0; i < 4; i++) {
            const char *digit = strchr(digits, text[i]);
            padding += text[i] == '=' ? 1 : 0;
            assert_true(digit != NULL || text + 4 == end);
            three = three << 6 | (uint32_t)(text[i] != '=' && digit != NULL ? digit - digits : 0);
        }
        for (uint32_t i = 0; i + padding < 3; i++) {
            bytes[count++] = (uint8_t)(three >> (16 - 8 * i));
        }
    }
    return count;
}

/* Red, green, blue, opacity: clear without a count, from yellow to purple with more of them. */
static void colour_of(uint32_t count, uint32_t most, uint8_t out[4])
{
    static const int32_t first[] = {250, 180, 40, 90};
    static const int32_t last[] = {120, 10, 90, 240};
    const int32_t level = (int32_t)ceil((LEVELS - 1) * sqrt((double)count / most));
    for (uint32_t c = 0; c < 4; c++) {
        out[c] = count == 0
                     ? 0
                     : (uint8_t)(first[c] + (last[c] - first[c]) * (level - 1) / (LEVELS - 2));
    }
}

static void expect_picture(const uint32_t counts[24], const char *caption)
{
    static uint8_t png[PNG_MAX];
    uint8_t pixels[24][4];
    const char *text = drawn(counts);
    static const char head[] =
        "<figure><svg class=\"map\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" "
        "viewBox=\"0 0 300 200\"><use href=\"#map7\"/><image preserveAspectRatio=\"none\" "
        "width=\"300\" height=\"200\" href=\"data:image/png;base64,";
    assert_int_equal(strncmp(text, head, sizeof head - 1), 0);
    const char *begin = text + sizeof head - 1;
    const char *end = strchr(begin, '"');
    assert_non_null(end);
    assert_string_equal(end, caption);
    const size_t size = read_base64(begin, end, png);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, png, size));
    image.format = PNG_FORMAT_RGBA;
    assert_int_equal(image.width, 6); /* Squares of half a metre. */
    assert_int_equal(image.height, 4);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    uint32_t most = 1;
    for (uint32_t i = 0; i < 24; i++) {
        most = counts[i] > most ? counts[i] : most;
    }
    for (uint32_t i = 0; i < 24; i++) {
        uint8_t colour[4];
        colour_of(counts[i], most, colour);
        for (uint32_t c = 0; c < 4; c++) { /* The library works with premultiplied values. */
            assert_in_range(pixels[i][c] + 3, colour[c], colour[c] + 6);
        }
    }
}

static void the_colour_of_a_square_goes_with_the_root_of_its_count(void **state)
{
    (void)state;
    expect_picture((const uint32_t[24]){0, 1, 2, 4, 9, 16, 25, 36, 49, 64, 81, 100, 225, 400, 3, 0},
                   "\"/></svg><figcaption>Where &lt;they&gt; are: 1015, at most 400 in a square"
                   "</figcaption></figure>\n");
}

static void a_map_where_nothing_happened_is_clear(void **state)
{
    (void)state;
    expect_picture((const uint32_t[24]){0},
                   "\"/></svg><figcaption>Where &lt;they&gt; are: 0, at most 0 in a square"
                   "</figcaption></figure>\n");
}

/* The length of a PNG differs, and with it the padding of its last digits. */
static void pictures_of_all_lengths_can_be_read(void **state)
{
    (void)state;
    uint32_t counts[24] = {0};
    for (uint32_t i = 0; i < 24; i++) {
        counts[i] = i * i % 17;
        char caption[128];
        uint32_t sum = 0;
        uint32_t most = 0;
        for (uint32_t k = 0; k <= i; k++) {
            sum += counts[k];
            most = counts[k] > most ? counts[k] : most;
        }
        (void)snprintf(caption, sizeof caption,
                       "\"/></svg><figcaption>Where &lt;they&gt; are: %u, at most %u in a square"
                       "</figcaption></figure>\n",
                       sum, most);
        expect_picture(counts, caption);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_drawn_in_centimetres_from_its_corner),
        cmocka_unit_test(the_colour_of_a_square_goes_with_the_root_of_its_count),
        cmocka_unit_test(a_map_where_nothing_happened_is_clear),
        cmocka_unit_test(pictures_of_all_lengths_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
