#include "server/lab/brain_picture.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

enum {
    MARGIN = 20,
    GAP = 10,      /* Between boxes of a column, */
    STEP = 34,     /* and from a box to its children beside it. */
    INSET = 14,    /* Of a box in a frame. */
    LANE = 12,     /* From one lane to the next. */
    LANES_OFF = 24 /* From the boxes to the first lane. */
};

int32_t dw_drawn_text_width(const char *text)
{
    int32_t widest = 0;
    int32_t letters = 0;
    for (; *text != '\0'; text++) {
        letters = *text == '\n' ? 0 : letters + ((*text & 0xc0) != 0x80 ? 1 : 0);
        widest = letters > widest ? letters : widest;
    }
    return (widest * DW_DRAWN_CHAR_100 + 99) / 100;
}

int32_t dw_drawn_text_lines(const char *text)
{
    int32_t lines = text[0] != '\0' ? 1 : 0;
    for (; *text != '\0'; text++) {
        lines += *text == '\n' ? 1 : 0;
    }
    return lines;
}

static uint32_t find(const dw_brain_picture *it, uint32_t id)
{
    uint32_t i = 0;
    while (i < it->box_count && it->boxes[i].id != id) {
        i++;
    }
    return i < it->box_count ? i : UINT32_MAX;
}

static void add_box(void *context, uint32_t id, uint32_t parent, dw_box_look look,
                    const char *title, const char *text)
{
    dw_brain_picture *it = context;
    DW_CHECK(it->box_count < DW_DRAWN_BOXES_MAX);
    dw_drawn_box *box = &it->boxes[it->box_count++];
    box->id = id;
    box->parent = parent;
    box->look = look;
    (void)snprintf(box->title, sizeof box->title, "%s", title);
    (void)snprintf(box->text, sizeof box->text, "%s", text);
}

static void add_arrow(void *context, uint32_t from, uint32_t to, const char *label)
{
    dw_brain_picture *it = context;
    DW_CHECK(it->arrow_count < DW_DRAWN_ARROWS_MAX);
    dw_drawn_arrow *arrow = &it->arrows[it->arrow_count++];
    arrow->from = from;
    arrow->to = to;
    (void)snprintf(arrow->label, sizeof arrow->label, "%s", label);
}

/* Numbers of the program become indices, and lines say where they lead. */
static void resolve(dw_brain_picture *it)
{
    for (uint32_t i = 0; i < it->box_count; i++) {
        if (it->boxes[i].parent != UINT32_MAX) {
            it->boxes[i].parent = find(it, it->boxes[i].parent);
        }
    }
    for (uint32_t i = 0; i < it->box_count; i++) {
        for (uint32_t at = it->boxes[i].parent; at != UINT32_MAX; at = it->boxes[at].parent) {
            it->boxes[i].depth++;
        }
    }
    for (uint32_t i = 0; i < it->arrow_count; i++) {
        dw_drawn_arrow *arrow = &it->arrows[i];
        arrow->from = find(it, arrow->from);
        arrow->to = find(it, arrow->to);
        DW_CHECK(arrow->from != UINT32_MAX && arrow->to != UINT32_MAX);
        char lead[sizeof it->boxes[0].title + 8];
        (void)snprintf(lead, sizeof lead, "%s\xe2\x86\x92 %s", arrow->label[0] != '\0' ? " " : "",
                       it->boxes[arrow->to].title);
        const size_t length = strlen(arrow->label);
        (void)snprintf(arrow->label + length, sizeof arrow->label - length, "%s", lead);
    }
}

/* What the text of the box needs, without the boxes in it. */
static void measure(const dw_brain_picture *it, uint32_t index, int32_t *width, int32_t *height)
{
    const dw_drawn_box *box = &it->boxes[index];
    int32_t most = dw_drawn_text_width(box->title);
    int32_t lines = 1 + dw_drawn_text_lines(box->text);
    const int32_t text = dw_drawn_text_width(box->text);
    most = text > most ? text : most;
    for (uint32_t i = 0; i < it->arrow_count; i++) {
        if (it->arrows[i].from == index) {
            const int32_t label = dw_drawn_text_width(it->arrows[i].label);
            most = label > most ? label : most;
            lines++;
        }
    }
    *width = most + 2 * DW_DRAWN_PAD;
    *height = lines * DW_DRAWN_LINE + 2 * DW_DRAWN_PAD;
}

/* The next box with that parent, from index `from` on; UINT32_MAX: none. */
static uint32_t next_child(const dw_brain_picture *it, uint32_t parent, uint32_t from)
{
    while (from < it->box_count && it->boxes[from].parent != parent) {
        from++;
    }
    return from < it->box_count ? from : UINT32_MAX;
}

/* Boxes under each other, those of a frame in it. Returns where the next one can begin. */
static int32_t stack(dw_brain_picture *it, uint32_t index, int32_t inner_width, int32_t deepest,
                     int32_t y)
{
    dw_drawn_box *box = &it->boxes[index];
    const int32_t depth = it->boxes[index].depth;
    int32_t width;
    int32_t height;
    measure(it, index, &width, &height);
    box->x = MARGIN + depth * INSET;
    box->y = y;
    box->width = inner_width + 2 * (deepest - depth) * INSET;
    int32_t row = y + DW_DRAWN_PAD + (1 + dw_drawn_text_lines(box->text)) * DW_DRAWN_LINE;
    for (uint32_t i = 0; i < it->arrow_count; i++) {
        if (it->arrows[i].from == index) {
            it->arrows[i].y = row + DW_DRAWN_LINE / 2;
            row += DW_DRAWN_LINE;
        }
    }
    int32_t end = y + height;
    for (uint32_t child = next_child(it, index, 0); child != UINT32_MAX;
         child = next_child(it, index, child + 1)) {
        end = stack(it, child, inner_width, deepest, end);
    }
    const bool is_frame = next_child(it, index, 0) != UINT32_MAX;
    box->height = end - y;
    return end + (is_frame ? INSET : GAP);
}

/* From where to where the lane of a box runs. */
static bool reach_of(const dw_brain_picture *it, uint32_t index, int32_t *low, int32_t *high)
{
    bool used = false;
    const dw_drawn_box *box = &it->boxes[index];
    *low = *high = box->y + DW_DRAWN_PAD + DW_DRAWN_LINE / 2;
    for (uint32_t i = 0; i < it->arrow_count; i++) {
        if (it->arrows[i].to == index) {
            used = true;
            *low = it->arrows[i].y < *low ? it->arrows[i].y : *low;
            *high = it->arrows[i].y > *high ? it->arrows[i].y : *high;
        }
    }
    return used;
}

static bool is_free(const dw_brain_picture *it, int32_t lane_x, int32_t low, int32_t high)
{
    bool free = true;
    for (uint32_t i = 0; i < it->box_count; i++) {
        int32_t from;
        int32_t to;
        if (it->boxes[i].lane_x == lane_x && reach_of(it, i, &from, &to)) {
            free = free && (high + DW_DRAWN_LINE < from || low > to + DW_DRAWN_LINE);
        }
    }
    return free;
}

/* Short lanes first: they stay near the boxes. Returns the last one. */
static int32_t take_lanes(dw_brain_picture *it, int32_t first_x)
{
    int32_t last = first_x;
    for (;;) {
        uint32_t next = UINT32_MAX;
        int32_t shortest = INT32_MAX;
        int32_t low;
        int32_t high;
        for (uint32_t i = 0; i < it->box_count; i++) {
            if (it->boxes[i].lane_x == 0 && reach_of(it, i, &low, &high) && high - low < shortest) {
                shortest = high - low;
                next = i;
            }
        }
        if (next == UINT32_MAX) {
            return last;
        }
        (void)reach_of(it, next, &low, &high);
        int32_t x = first_x;
        while (!is_free(it, x, low, high)) {
            x += LANE;
        }
        it->boxes[next].lane_x = x;
        last = x > last ? x : last;
    }
}

static void lay_out_column(dw_brain_picture *it, int32_t top)
{
    int32_t deepest = 0;
    int32_t inner = 0;
    for (uint32_t i = 0; i < it->box_count; i++) {
        deepest = it->boxes[i].depth > deepest ? it->boxes[i].depth : deepest;
    }
    for (uint32_t i = 0; i < it->box_count; i++) {
        int32_t width;
        int32_t height;
        measure(it, i, &width, &height);
        width -= 2 * (deepest - it->boxes[i].depth) * INSET;
        inner = width > inner ? width : inner;
    }
    int32_t y = top;
    for (uint32_t i = next_child(it, UINT32_MAX, 0); i != UINT32_MAX;
         i = next_child(it, UINT32_MAX, i + 1)) {
        y = stack(it, i, inner, deepest, y);
    }
    it->height = y + MARGIN;
    it->width = take_lanes(it, MARGIN + inner + 2 * deepest * INSET + LANES_OFF) + MARGIN;
}

/* A box with its children beside it, from `y` on; the height that all need. */
static int32_t place(dw_brain_picture *it, uint32_t index, const int32_t *columns, int32_t y)
{
    dw_drawn_box *box = &it->boxes[index];
    measure(it, index, &box->width, &box->height);
    box->x = columns[it->boxes[index].depth];
    int32_t children = 0;
    for (uint32_t child = next_child(it, index, 0); child != UINT32_MAX;
         child = next_child(it, index, child + 1)) {
        children += (children > 0 ? GAP : 0);
        children += place(it, child, columns, y + children);
    }
    const int32_t height = children > box->height ? children : box->height;
    box->y = y + (height - box->height) / 2;
    const int32_t down = (height - children) / 2;
    for (uint32_t i = 0; down > 0 && i < it->box_count; i++) {
        for (uint32_t at = it->boxes[i].parent; at != UINT32_MAX; at = it->boxes[at].parent) {
            it->boxes[i].y += at == index ? down : 0;
        }
    }
    return height;
}

static void lay_out_tree(dw_brain_picture *it, int32_t top)
{
    int32_t widths[DW_DRAWN_BOXES_MAX] = {0};
    int32_t columns[DW_DRAWN_BOXES_MAX + 1] = {MARGIN};
    int32_t deepest = 0;
    for (uint32_t i = 0; i < it->box_count; i++) {
        int32_t width;
        int32_t height;
        const int32_t depth = it->boxes[i].depth;
        measure(it, i, &width, &height);
        widths[depth] = width > widths[depth] ? width : widths[depth];
        deepest = depth > deepest ? depth : deepest;
    }
    for (int32_t depth = 0; depth <= deepest; depth++) {
        columns[depth + 1] = columns[depth] + widths[depth] + STEP;
    }
    int32_t y = top;
    for (uint32_t i = next_child(it, UINT32_MAX, 0); i != UINT32_MAX;
         i = next_child(it, UINT32_MAX, i + 1)) {
        y += place(it, i, columns, y) + GAP;
    }
    it->width = columns[deepest + 1] - STEP + MARGIN;
    it->height = y - GAP + MARGIN;
}

void dw_brain_picture_make(dw_brain_picture *picture, const dw_data_brain *brain, int32_t top)
{
    memset(picture, 0, sizeof *picture);
    dw_drawing drawing = {.box = add_box, .arrow = add_arrow, .context = picture};
    dw_data_brain_runtime(brain)->draw(dw_data_brain_program(brain), &drawing);
    resolve(picture);
    if (picture->arrow_count > 0) {
        lay_out_column(picture, top);
    } else {
        lay_out_tree(picture, top);
    }
}
