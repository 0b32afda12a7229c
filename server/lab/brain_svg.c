#include "server/lab/brain_svg.h"

#include "common/platform/file.h"
#include "server/lab/report_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_X = 20, HEAD_LINES = 3, HEAD = 20 + HEAD_LINES * DW_DRAWN_LINE + 14, ROUND = 6 };

/* How the picture of each form is read. */
static const char *legend_of(const char *form)
{
    static const char *const legends[][2] = {
        {"fsm", "Of the lines of a box the first that holds is taken. "
                "Those of a frame count in each box in it, before the lines of the box."},
        {"tree", "Children from the top down. A dashed box is a condition."},
        {"goap", "Goals, then actions with their cost. An arrow leads from an action to what it "
                 "makes true."},
        {"utility", "The option with the most points runs."},
        {"bdi", "Desires, and beside each its plans: the first one whose context holds."},
    };
    for (size_t i = 0; i < sizeof legends / sizeof legends[0]; i++) {
        if (strcmp(legends[i][0], form) == 0) {
            return legends[i][1];
        }
    }
    return "";
}

static const char style[] =
    "<style>text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1d2433;"
    "white-space:pre}.head{font-weight:bold;font-size:15px}.soft{fill:#5a6478}"
    ".title{font-weight:bold}rect{stroke:#5b6b86;stroke-width:1.2}"
    ".state{fill:#e8f0fb}.skill{fill:#e7f6e9}.condition{fill:#fff7dd;stroke-dasharray:5 3}"
    ".group{fill:#f3f4f7}.page{fill:#fff;stroke:none}"
    "path{fill:none;stroke-width:1.6}.branch{stroke:#5b6b86}</style>\n";

static const char *const colours[] = {"#b3412f", "#2b6cb0", "#2f7d46", "#8a5a00",
                                      "#6b46a8", "#0f7b83", "#a33a77", "#4a5568"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

static void put_text(FILE *out, const char *style_class, int32_t x, int32_t middle,
                     const char *text, size_t length)
{
    char line[sizeof((dw_drawn_box *)NULL)->text];
    (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
    (void)fprintf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", style_class, (int)x,
                  (int)(middle + DW_DRAWN_FONT * 35 / 100));
    dw_page_text(out, line);
    (void)fputs("</text>\n", out);
}

static void put_box(FILE *out, const dw_brain_picture *picture, uint32_t index)
{
    static const char *const classes[] = {[DW_BOX_STATE] = "state",
                                          [DW_BOX_GROUP] = "group",
                                          [DW_BOX_CONDITION] = "condition",
                                          [DW_BOX_SKILL] = "skill"};
    const dw_drawn_box *box = &picture->boxes[index];
    (void)fprintf(
        out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n",
        classes[box->look], (int)box->x, (int)box->y, (int)box->width, (int)box->height, ROUND);
    const int32_t x = box->x + DW_DRAWN_PAD;
    int32_t middle = box->y + DW_DRAWN_PAD + DW_DRAWN_LINE / 2;
    put_text(out, "title", x, middle, box->title, strlen(box->title));
    for (const char *text = box->text; *text != '\0';) {
        const size_t length = strcspn(text, "\n");
        middle += DW_DRAWN_LINE;
        put_text(out, "soft", x, middle, text, length);
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    for (uint32_t i = 0; i < picture->arrow_count; i++) {
        if (picture->arrows[i].from == index) {
            const char *label = picture->arrows[i].label;
            put_text(out, "row", x, picture->arrows[i].y, label, strlen(label));
        }
    }
}

/* Out of its box to the lane, along the lane, and back to the title of the box that it leads to. */
static void put_arrow(FILE *out, const dw_brain_picture *picture, const dw_drawn_arrow *arrow)
{
    const dw_drawn_box *from = &picture->boxes[arrow->from];
    const dw_drawn_box *to = &picture->boxes[arrow->to];
    const int32_t label_end = from->x + DW_DRAWN_PAD + dw_drawn_text_width(arrow->label) + 6;
    const int32_t end_x = to->x + to->width;
    const int32_t end_y = to->y + DW_DRAWN_PAD + DW_DRAWN_LINE / 2;
    const int32_t turn = end_y > arrow->y ? ROUND : -ROUND;
    const char *colour = colours[arrow->to % COLOURS];
    (void)fprintf(out, "<path stroke=\"%s\" d=\"M%d %d H%d Q%d %d %d %d V%d Q%d %d %d %d H%d\"/>\n",
                  colour, (int)label_end, (int)arrow->y, (int)(to->lane_x - ROUND), (int)to->lane_x,
                  (int)arrow->y, (int)to->lane_x, (int)(arrow->y + turn), (int)(end_y - turn),
                  (int)to->lane_x, (int)end_y, (int)(to->lane_x - ROUND), (int)end_y, (int)end_x);
    (void)fprintf(out,
                  "<path fill=\"%s\" stroke=\"%s\" style=\"fill:%s\" d=\"M%d %d l8 -4 v8 z\"/>\n",
                  colour, colour, colour, (int)end_x, (int)end_y);
}

static void put_branch(FILE *out, const dw_brain_picture *picture, const dw_drawn_box *box)
{
    const dw_drawn_box *parent = &picture->boxes[box->parent];
    const int32_t from_x = parent->x + parent->width;
    const int32_t from_y = parent->y + parent->height / 2;
    const int32_t to_y = box->y + box->height / 2;
    const int32_t middle = (from_x + box->x) / 2;
    (void)fprintf(out, "<path class=\"branch\" d=\"M%d %d C%d %d %d %d %d %d\"/>\n", (int)from_x,
                  (int)from_y, (int)middle, (int)from_y, (int)middle, (int)to_y, (int)box->x,
                  (int)to_y);
}

static void put_heading(FILE *out, const dw_data_brain *brain)
{
    char line[128];
    const char *form = dw_data_brain_runtime(brain)->name;
    (void)snprintf(line, sizeof line, "%s (%s)", dw_data_brain_kind(brain)->name, form);
    const char *const lines[HEAD_LINES] = {line, dw_data_brain_about(brain), legend_of(form)};
    static const char *const classes[HEAD_LINES] = {"head", "", "soft"};
    for (int32_t i = 0; i < HEAD_LINES; i++) {
        put_text(out, classes[i], HEAD_X, 20 + i * DW_DRAWN_LINE + DW_DRAWN_LINE / 2, lines[i],
                 strlen(lines[i]));
    }
}

/* The heading may be wider than the boxes. */
static int32_t width_with_heading(const dw_brain_picture *picture, const dw_data_brain *brain)
{
    const char *const lines[] = {dw_data_brain_about(brain),
                                 legend_of(dw_data_brain_runtime(brain)->name)};
    int32_t width = picture->width;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const int32_t needed = dw_drawn_text_width(lines[i]) + 2 * HEAD_X;
        width = needed > width ? needed : width;
    }
    return width;
}

static void put_picture(FILE *out, const dw_brain_picture *picture, const dw_data_brain *brain)
{
    const int width = width_with_heading(picture, brain);
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\">\n",
                  width, (int)picture->height, width, (int)picture->height);
    (void)fputs(style, out);
    (void)fprintf(out, "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width,
                  (int)picture->height);
    put_heading(out, brain);
    int32_t depth = 0;
    for (uint32_t put = 0; put < picture->box_count; depth++) { /* Frames first. */
        for (uint32_t i = 0; i < picture->box_count; i++) {
            if (picture->boxes[i].depth == depth) {
                put_box(out, picture, i);
                put++;
            }
        }
    }
    for (uint32_t i = 0; i < picture->arrow_count; i++) {
        put_arrow(out, picture, &picture->arrows[i]);
    }
    for (uint32_t i = 0; picture->arrow_count == 0 && i < picture->box_count; i++) {
        if (picture->boxes[i].parent != UINT32_MAX) {
            put_branch(out, picture, &picture->boxes[i]);
        }
    }
    (void)fputs("</svg>\n", out);
}

dw_status dw_brain_svg_write(const dw_data_brain *brain, const char *path, dw_error *error)
{
    char *text = NULL;
    size_t size = 0;
    dw_brain_picture *picture = malloc(sizeof *picture);
    FILE *out = open_memstream(&text, &size);
    dw_status status = DW_MEMORY;
    if (picture != NULL && out != NULL) {
        dw_brain_picture_make(picture, brain, HEAD);
        put_picture(out, picture, brain);
        status = fclose(out) == 0 ? DW_OK : DW_MEMORY;
        out = NULL;
    }
    if (out != NULL) {
        (void)fclose(out);
    }
    status = status == DW_OK ? dw_file_write(path, text, size, error)
                             : dw_fail(error, status, "%s: out of memory", path);
    free(text);
    free(picture);
    return status;
}
