/* movingai.c - reads grid maps and scenarios line by line; blocks of blocked cells become solids.
 */
#include "server/lab/movingai.h"

#include "common/base/parse.h"
#include "common/platform/file.h"

#include <stdlib.h>
#include <string.h>

/* A file as lines; the newline of each becomes its end. */
typedef struct line_reader {
    const char *path;
    char *next;
    uint32_t number;
} line_reader;

/* NULL at the end of the file. */
static char *next_line(line_reader *reader)
{
    char *line = reader->next;
    if (*line == '\0') {
        return NULL;
    }
    reader->number++;
    char *end = strchr(line, '\n');
    if (end == NULL) {
        reader->next = line + strlen(line);
    } else {
        *end = '\0';
        reader->next = end + 1;
        if (end > line && end[-1] == '\r') {
            end[-1] = '\0';
        }
    }
    return line;
}

static dw_status bad_line(const line_reader *reader, dw_error *error, const char *what)
{
    (void)dw_fail(error, DW_INVALID, "%s:%u: %s", reader->path, reader->number, what);
    return DW_INVALID;
}

static dw_status open_lines(const char *path, line_reader *reader, uint8_t **bytes, dw_error *error)
{
    size_t size = 0;
    const dw_status status = dw_file_read(path, DW_MOVINGAI_FILE_MAX, bytes, &size, error);
    if (status != DW_OK) {
        return status;
    }
    *reader = (line_reader){path, (char *)*bytes, 0};
    if (memchr(*bytes, 0, size) != NULL) {
        free(*bytes);
        (void)dw_fail(error, DW_INVALID, "%s: holds a zero byte; not a text file", path);
        return DW_INVALID;
    }
    return DW_OK;
}

enum { WORDS_MAX = 32 };

static const char WHITE[] = " \t\r\v\f";

/* Cuts a line at its white space; gives back how many words there are, at most WORDS_MAX. Public
 * sets differ: some separate fields by tabs, some by spaces, some end lines with a space. */
static uint32_t split_words(char *line, char *words[WORDS_MAX])
{
    uint32_t count = 0;
    char *rest = line;
    for (char *word = strtok_r(line, WHITE, &rest); word != NULL && count < WORDS_MAX;
         word = strtok_r(NULL, WHITE, &rest)) {
        words[count++] = word;
    }
    return count;
}

/* The next line consists of `key` and one more word, which is returned; else NULL. */
static const char *read_value(line_reader *reader, const char *key)
{
    char *line = next_line(reader);
    char *words[WORDS_MAX];
    const bool fits = line != NULL && split_words(line, words) == 2 && strcmp(words[0], key) == 0;
    return fits ? words[1] : NULL;
}

/* "height 512" into `out`. */
static dw_status read_side(line_reader *reader, const char *key, uint32_t *out, dw_error *error)
{
    const char *text = read_value(reader, key);
    int64_t value = 0;
    if (text == NULL || dw_parse_int(text, 1, DW_MOVINGAI_SIDE_MAX, &value) != DW_OK) {
        (void)dw_fail(error, DW_INVALID, "%s:%u: expected \"%s\" and a number from 1 to %d",
                      reader->path, reader->number, key, DW_MOVINGAI_SIDE_MAX);
        return DW_INVALID;
    }
    *out = (uint32_t)value;
    return DW_OK;
}

static dw_status read_rows(line_reader *reader, dw_movingai_map *map, dw_error *error)
{
    for (uint32_t y = 0; y < map->height; y++) {
        const char *line = next_line(reader);
        if (line == NULL || strlen(line) != map->width) {
            return bad_line(reader, error, "the row is missing or not as wide as the map");
        }
        for (uint32_t x = 0; x < map->width; x++) {
            const char cell = line[x];
            if (strchr(".GS@OTW", cell) == NULL) {
                return bad_line(reader, error, "a cell is not one of . G S @ O T W");
            }
            map->blocked[(size_t)y * map->width + x] = strchr(".GS", cell) == NULL;
        }
    }
    for (const char *line = next_line(reader); line != NULL; line = next_line(reader)) {
        if (*line != '\0') {
            return bad_line(reader, error, "more rows than the height says");
        }
    }
    return DW_OK;
}

static dw_status parse_map(line_reader *reader, dw_movingai_map *map, dw_error *error)
{
    const char *type = read_value(reader, "type");
    if (type == NULL || strcmp(type, "octile") != 0) {
        return bad_line(reader, error, "expected \"type octile\"; not a map in MovingAI format");
    }
    if (read_side(reader, "height", &map->height, error) != DW_OK ||
        read_side(reader, "width", &map->width, error) != DW_OK) {
        return DW_INVALID;
    }
    char *line = next_line(reader);
    char *words[WORDS_MAX];
    if (line == NULL || split_words(line, words) != 1 || strcmp(words[0], "map") != 0) {
        return bad_line(reader, error, "expected \"map\"");
    }
    map->blocked = calloc((size_t)map->width * map->height + 1, sizeof(*map->blocked));
    if (map->blocked == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: out of memory", reader->path);
    }
    return read_rows(reader, map, error);
}

dw_status dw_movingai_read_map(const char *path, dw_movingai_map *out, dw_error *error)
{
    line_reader reader = {0};
    uint8_t *bytes = NULL;
    dw_status status = open_lines(path, &reader, &bytes, error);
    if (status != DW_OK) {
        return status;
    }
    dw_movingai_map map = {0};
    status = parse_map(&reader, &map, error);
    free(bytes);
    if (status != DW_OK) {
        dw_movingai_drop_map(&map);
        return status;
    }
    *out = map;
    return DW_OK;
}

void dw_movingai_drop_map(dw_movingai_map *map)
{
    free(map->blocked);
    *map = (dw_movingai_map){0};
}

enum { SCENARIO_FIELDS = 9, NUMBER_FIELDS = 7 };

/* Counts the digits of the optimum as it was printed. */
static void count_digits(const char *number, dw_movingai_problem *problem)
{
    const char *first = number + strspn(number, "0");
    const size_t whole = strcspn(first, ".");
    problem->whole_digits = (uint8_t)whole;
    problem->decimals = (uint8_t)(first[whole] == '.' ? strlen(first + whole + 1) : 0);
}

/* Half a unit of the last decimal of each optimum. Many sets drop zeros at the end, so that the
 * file as a whole tells the precision: the most decimals, and the most digits in all. */
static void find_roundings(dw_movingai_scenario *scenario)
{
    int32_t decimals_max = 0;
    int32_t digits_max = 0;
    for (uint32_t k = 0; k < scenario->count; k++) {
        const dw_movingai_problem *problem = &scenario->problems[k];
        const int32_t digits = problem->whole_digits + problem->decimals;
        decimals_max = problem->decimals > decimals_max ? problem->decimals : decimals_max;
        digits_max = digits > digits_max ? digits : digits_max;
    }
    for (uint32_t k = 0; k < scenario->count; k++) {
        dw_movingai_problem *problem = &scenario->problems[k];
        const int32_t left = digits_max - problem->whole_digits;
        const int32_t decimals = left < decimals_max ? left : decimals_max;
        problem->octile_rounding = 0.5;
        for (int32_t place = 0; place < decimals; place++) {
            problem->octile_rounding /= 10;
        }
    }
}

/* bucket, map, width, height, start x y, goal x y, optimum. A map's name may hold spaces. */
static dw_status parse_problem(const line_reader *reader, char *line, const dw_movingai_map *map,
                               dw_movingai_problem *out, dw_error *error)
{
    char *words[WORDS_MAX];
    const uint32_t count = split_words(line, words);
    if (count < SCENARIO_FIELDS) {
        return bad_line(reader, error, "fewer than 9 fields");
    }
    char *const *numbers = words + count - NUMBER_FIELDS;
    int64_t values[NUMBER_FIELDS - 1] = {0};
    for (uint32_t k = 0; k < NUMBER_FIELDS - 1; k++) {
        const int64_t high = k < 2 ? DW_MOVINGAI_SIDE_MAX
                                   : (k % 2 == 0 ? (int64_t)map->width : (int64_t)map->height) - 1;
        if (dw_parse_int(numbers[k], 0, high, &values[k]) != DW_OK) {
            return bad_line(reader, error, "a coordinate is not a number, or outside of the map");
        }
    }
    if (values[0] != (int64_t)map->width || values[1] != (int64_t)map->height) {
        return bad_line(reader, error, "made for a map of another size");
    }
    *out = (dw_movingai_problem){.start_x = (uint32_t)values[2],
                                 .start_y = (uint32_t)values[3],
                                 .goal_x = (uint32_t)values[4],
                                 .goal_y = (uint32_t)values[5]};
    const char *optimum = numbers[NUMBER_FIELDS - 1];
    if (dw_parse_decimal(optimum, 0, 1e9, &out->octile_optimum) != DW_OK) {
        return bad_line(reader, error, "the optimum is not a number");
    }
    if (map->blocked[(size_t)out->start_y * map->width + out->start_x] ||
        map->blocked[(size_t)out->goal_y * map->width + out->goal_x]) {
        return bad_line(reader, error, "starts or ends on a blocked cell");
    }
    count_digits(optimum, out);
    return DW_OK;
}

static dw_status parse_scenario(line_reader *reader, const dw_movingai_map *map,
                                dw_movingai_scenario *scenario, dw_error *error)
{
    const char *head = next_line(reader);
    if (head == NULL || strncmp(head, "version 1", strlen("version 1")) != 0) {
        return bad_line(reader, error, "expected \"version 1\"; not a scenario in MovingAI format");
    }
    uint32_t room = 0;
    for (char *line = next_line(reader); line != NULL; line = next_line(reader)) {
        if (line[strspn(line, WHITE)] == '\0') {
            continue;
        }
        if (scenario->count == room) {
            room = room * 2 + 256;
            dw_movingai_problem *grown =
                realloc(scenario->problems, room * sizeof(*scenario->problems));
            if (grown == NULL) {
                return dw_fail(error, DW_MEMORY, "%s: out of memory", reader->path);
            }
            scenario->problems = grown;
        }
        const dw_status status =
            parse_problem(reader, line, map, &scenario->problems[scenario->count], error);
        if (status != DW_OK) {
            return status;
        }
        scenario->count++;
    }
    find_roundings(scenario);
    return DW_OK;
}

dw_status dw_movingai_read_scenario(const char *path, const dw_movingai_map *map,
                                    dw_movingai_scenario *out, dw_error *error)
{
    line_reader reader = {0};
    uint8_t *bytes = NULL;
    dw_status status = open_lines(path, &reader, &bytes, error);
    if (status != DW_OK) {
        return status;
    }
    dw_movingai_scenario scenario = {0};
    status = parse_scenario(&reader, map, &scenario, error);
    free(bytes);
    if (status != DW_OK) {
        dw_movingai_drop_scenario(&scenario);
        return status;
    }
    *out = scenario;
    return DW_OK;
}

void dw_movingai_drop_scenario(dw_movingai_scenario *scenario)
{
    free(scenario->problems);
    *scenario = (dw_movingai_scenario){0};
}

/* The blocked cell at (x, y) and as many as there are in the row, then in rows below. */
static dw_rect take_block(const dw_movingai_map *map, bool *taken, uint32_t x, uint32_t y)
{
    uint32_t right = x;
    while (right < map->width && map->blocked[(size_t)y * map->width + right] &&
           !taken[(size_t)y * map->width + right]) {
        right++;
    }
    uint32_t bottom = y;
    bool joins = true;
    while (joins) {
        memset(taken + (size_t)bottom * map->width + x, true, right - x);
        bottom++;
        joins = bottom < map->height;
        for (uint32_t column = x; column < right && joins; column++) {
            const size_t at = (size_t)bottom * map->width + column;
            joins = map->blocked[at] && !taken[at];
        }
    }
    return (dw_rect){{(int32_t)x * DW_MOVINGAI_CELL, (int32_t)y * DW_MOVINGAI_CELL},
                     {(int32_t)right * DW_MOVINGAI_CELL, (int32_t)bottom * DW_MOVINGAI_CELL}};
}

dw_status dw_movingai_build_nav(const dw_nav **out, dw_arena *arena, const dw_movingai_map *map,
                                dw_error *error)
{
    const size_t cells = (size_t)map->width * map->height;
    bool *taken = calloc(cells, sizeof(*taken));
    dw_rect *solids = malloc(cells * sizeof(*solids));
    if (taken == NULL || solids == NULL) {
        free(taken);
        free(solids);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    uint32_t count = 0;
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            const size_t at = (size_t)y * map->width + x;
            if (map->blocked[at] && !taken[at]) {
                solids[count++] = take_block(map, taken, x, y);
            }
        }
    }
    const dw_nav_config config = {.bounds = {{0, 0},
                                             {(int32_t)map->width * DW_MOVINGAI_CELL,
                                              (int32_t)map->height * DW_MOVINGAI_CELL}},
                                  .squeeze = false,
                                  .solids = solids,
                                  .solid_count = count};
    const dw_status status = dw_nav_build(out, arena, &config, error);
    free(taken);
    free(solids);
    return status;
}
