#include "server/lab/brain_effort.h"

#include "server/mind/data/data_brain.h"
#include "server/mind/data/goap_program.h"

#include <string.h>

/* Boxes of the picture, and its arrows where they are written: the transitions of a machine. */
typedef struct count {
    uint32_t boxes, arrows;
} count;

static void count_box(void *context, uint32_t id, uint32_t parent, dw_box_look look,
                      const char *title, const char *text)
{
    (void)id;
    (void)parent;
    (void)look;
    (void)title;
    (void)text;
    ((count *)context)->boxes++;
}

static void count_arrow(void *context, uint32_t from, uint32_t to, const char *label)
{
    (void)from;
    (void)to;
    (void)label;
    ((count *)context)->arrows++;
}

dw_brain_effort dw_brain_effort_of(const dw_brain_kind *kind)
{
    dw_brain_effort out = {.rows = 0};
    const dw_data_brain *brain = dw_data_brain_of(kind);
    if (brain == NULL) {
        return out;
    }
    size_t size;
    const uint8_t *text = dw_data_brain_text(brain, &size);
    for (size_t i = 0; i < size; i++) {
        out.lines += text[i] == '\n' ? 1 : 0;
    }
    const dw_runtime *runtime = dw_data_brain_runtime(brain);
    count seen = {0, 0};
    dw_drawing drawing = {.box = count_box, .arrow = count_arrow, .context = &seen};
    runtime->draw(dw_data_brain_program(brain), &drawing);
    out.rows = seen.boxes + (strcmp(runtime->name, "fsm") == 0 ? seen.arrows : 0);
    if (strcmp(runtime->name, "goap") == 0) {
        dw_goap_judge_plans(dw_data_brain_program(brain), &out.plans, &out.plan_cost_ratio);
    }
    return out;
}
