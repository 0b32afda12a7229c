#include "client/view/hud/hud_captions.h"

#include "client/view/hud/hud_question.h"
#include "client/view/tools/palette.h"

#include <math.h>

/* From the lower right corner. For a player inside of the border along which the pointer to the
 * goal goes; for a person that watches above the corner line, or above the switches of the minds.
 */
#define PLAYER_BESIDE  92.0F
#define PLAYER_ABOVE   118.0F
#define WATCHER_BESIDE 14.0F
#define WATCHER_ABOVE  58.0F
#define ABOVE_SWITCHES 290.0F
#define ROW            22.0F

static void draw_line(const dw_pen *pen, const dw_caption *caption, float right, float bottom,
                      double now)
{
    char text[DW_CAPTION_TEXT];
    const float ui = pen->ui;
    const float strength = dw_caption_strength(caption, now);
    const dw_text_style style =
        dw_pen_style(pen, DW_FACE_BOLD, 13.0F, dw_colour_fade(dw_palette(DW_TINT_TEXT), strength));
    dw_caption_text(caption, text);
    const float wide = dw_text_width(pen->text, &style, text) + 16.0F * ui;
    const float high = (ROW - 2.0F) * ui;
    const dw_box box = dw_box_at(right - wide, bottom - high, wide, high);
    dw_canvas_round_rect(pen->canvas, box, 5.0F * ui,
                         dw_colour_fade(dw_palette(DW_TINT_FEED_PLATE), strength));
    (void)dw_text_draw(pen, box.x1 - 8.0F * ui,
                       (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F, DW_ALIGN_RIGHT,
                       &style, text);
}

/* The line that came last of those before `born`; or NULL. */
static const dw_caption *newest_before(const dw_captions *captions, double born,
                                       const dw_caption *after, double now)
{
    const dw_caption *best = NULL;
    for (uint32_t i = 0; i < DW_CAPTIONS_MAX; i++) {
        const dw_caption *line = &captions->lines[i];
        /* Of lines of one moment the order of their places counts. */
        const bool later =
            line->born > born || (line->born == born && after != NULL && line <= after);
        if (dw_caption_strength(line, now) > 0.0F && !later &&
            (best == NULL || line->born > best->born)) {
            best = line;
        }
    }
    return best;
}

void dw_hud_draw_captions(const dw_pen *pen, const dw_hud_view *view)
{
    if (view->captions == NULL) {
        return;
    }
    const bool plays = view->world->has_own;
    const float beside = plays ? PLAYER_BESIDE : WATCHER_BESIDE;
    const float above = plays ? PLAYER_ABOVE : view->switches ? ABOVE_SWITCHES : WATCHER_ABOVE;
    const float right = (float)pen->canvas->width - beside * pen->ui;
    const float card = dw_hud_question_top(pen, view);
    float bottom = (float)pen->canvas->height - fmaxf(above * pen->ui, card);
    const dw_caption *line = newest_before(view->captions, view->seconds, NULL, view->seconds);
    while (line != NULL) {
        draw_line(pen, line, right, bottom, view->seconds);
        bottom -= ROW * pen->ui;
        line = newest_before(view->captions, line->born, line, view->seconds);
    }
}
