#include "client/view/scene/draw_ear.h"

#include "client/view/tools/palette.h"

void dw_draw_ear(dw_canvas *canvas, float x, float y, float radius, dw_colour colour)
{
    const float r = radius;
    const float width = r * 0.20F;
    /* The rim from the left over the top to the lower right, down to the lobe, and its end. */
    dw_canvas_arc(canvas, (dw_arc){x, y - 0.20F * r, 0.48F * r, width, 0.48F, 0.66F}, colour);
    dw_canvas_line(canvas, (dw_segment){x + 0.30F * r, y + 0.17F * r, x + 0.10F * r, y + 0.46F * r},
                   width, colour);
    dw_canvas_arc(canvas, (dw_arc){x - 0.09F * r, y + 0.42F * r, 0.20F * r, width, 0.02F, 0.48F},
                  colour);
    /* The hollow. */
    dw_canvas_arc(canvas, (dw_arc){x, y - 0.18F * r, 0.19F * r, width * 0.8F, 0.55F, 0.62F},
                  colour);
}

void dw_draw_ear_sign(dw_canvas *canvas, float x, float y, float radius, dw_colour plate,
                      dw_colour ear)
{
    dw_canvas_disc(canvas, x, y, radius + 1.5F, dw_palette_shade(0xe0));
    dw_canvas_disc(canvas, x, y, radius, plate);
    dw_draw_ear(canvas, x, y, radius * 0.95F, ear);
    for (int i = 0; i < 2; i++) {
        const float wave = radius * (1.30F + 0.34F * (float)i);
        dw_canvas_arc(canvas, (dw_arc){x, y, wave, radius * 0.16F, 0.43F, 0.14F}, plate);
    }
}
