#include "client/view/model/overlay.h"

#include "client/view/texts/say.h"
#include "common/base/check.h"

#include <string.h>

enum {
    ALL = (1 << DW_LAYER_COUNT) - 1,
    USUAL = ALL & ~(1 << DW_LAYER_SECTORS),
};

static const char *const labels[DW_LAYER_COUNT] = {
#define DW_LAYER_ROW(name, label) label,
    DW_LAYERS(DW_LAYER_ROW)
#undef DW_LAYER_ROW
};

void dw_overlay_init(dw_overlay *overlay)
{
    overlay->on = USUAL;
}

void dw_overlay_toggle(dw_overlay *overlay, dw_layer layer)
{
    DW_CHECK(layer < DW_LAYER_COUNT);
    overlay->on ^= (uint16_t)(1U << layer);
}

void dw_overlay_cycle(dw_overlay *overlay)
{
    overlay->on = overlay->on == USUAL ? ALL : (overlay->on == ALL ? 0 : USUAL);
}

bool dw_overlay_parse(dw_overlay *overlay, const char *text)
{
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0) {
        overlay->on = strcmp(text, "all") == 0 ? ALL : 0;
        return true;
    }
    uint16_t on = 0;
    while (true) {
        const size_t length = strcspn(text, ",");
        uint32_t found = DW_LAYER_COUNT;
        for (uint32_t i = 0; i < DW_LAYER_COUNT; i++) {
            if (strlen(labels[i]) == length && strncmp(labels[i], text, length) == 0) {
                found = i;
            }
        }
        if (found == DW_LAYER_COUNT) {
            return false;
        }
        on |= (uint16_t)(1U << found);
        if (text[length] == '\0') {
            overlay->on = on;
            return true;
        }
        text += length + 1;
    }
}

const char *dw_layer_label(dw_layer layer)
{
    DW_CHECK(layer < DW_LAYER_COUNT);
    return labels[layer];
}

const char *dw_layer_text(dw_layer layer)
{
    DW_CHECK(layer < DW_LAYER_COUNT);
#define DW_LAYER_SAYS(name, label) DW_SAY_LAYER_##name,
    static const dw_say_id ids[DW_LAYER_COUNT] = {DW_LAYERS(DW_LAYER_SAYS)};
#undef DW_LAYER_SAYS
    return dw_say(ids[layer]);
}

dw_box dw_overlay_box(int width, int height, float ui, uint32_t layer)
{
    /* A column at the right, its foot above the corner with the figures. */
    const float wide = 104.0F * ui;
    const float row = 25.0F * ui;
    const float foot = (float)height - 54.0F * ui;
    const float top = foot - row * (float)(DW_LAYER_COUNT + 1 - layer);
    return dw_box_at((float)width - 12.0F * ui - wide, top, wide, row - 3.0F * ui);
}

int dw_overlay_at(int width, int height, float ui, float x, float y)
{
    for (uint32_t layer = 0; layer <= DW_LAYER_COUNT; layer++) {
        const dw_box box = dw_overlay_box(width, height, ui, layer);
        if (x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1) {
            return (int)layer;
        }
    }
    return -1;
}
