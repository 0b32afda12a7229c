/* Any bytes as a brain out of a file: refused by one clear line with nothing held, or a brain whose
 * checks and picture can be made. */
#include "common/base/check.h"
#include "fuzz.h"
#include "server/mind/data/data_brain.h"

#include <string.h>

static void ignore_finding(void *context, const char *place, const char *text)
{
    DW_CHECK(place[0] != '\0' && text[0] != '\0');
    ++*(uint32_t *)context;
}

static void ignore_box(void *context, uint32_t id, uint32_t parent, dw_box_look look,
                       const char *title, const char *text)
{
    (void)look;
    (void)text;
    DW_CHECK(id != parent && title[0] != '\0');
    ++*(uint32_t *)context;
}

static void ignore_arrow(void *context, uint32_t from, uint32_t to, const char *label)
{
    (void)to;
    DW_CHECK(from < 256 && label != NULL);
    ++*(uint32_t *)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_data_brain *brain = NULL;
    dw_error error = {""};
    if (dw_data_brain_load(&brain, "fuzz", data, size, &error) != DW_OK) {
        DW_CHECK(brain == NULL && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        return 0;
    }
    DW_CHECK(error.text[0] == '\0');
    uint32_t count = 0;
    dw_findings findings = {.say = ignore_finding, .context = &count};
    dw_drawing drawing = {.box = ignore_box, .arrow = ignore_arrow, .context = &count};
    dw_data_brain_runtime(brain)->check(dw_data_brain_program(brain), &findings);
    dw_data_brain_runtime(brain)->draw(dw_data_brain_program(brain), &drawing);
    DW_CHECK(count > 0);
    dw_data_brain_destroy(brain);
    return 0;
}
