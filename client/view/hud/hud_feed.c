#include "client/view/hud/hud_feed.h"

#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RADIO_SECONDS  14.0
#define CHAT_SECONDS   20.0
#define NOTICE_SECONDS 3.2

static float column_left(const dw_hud_view *view, float ui)
{
    return view->feed_left > 0.0F ? view->feed_left : 14.0F * ui;
}

/* At the border the feed stands beside the plate in the middle at the bottom, else above it. */
static float column_width(const dw_pen *pen, const dw_hud_view *view)
{
    const float beside = (float)pen->canvas->width * 0.5F - 146.0F * pen->ui;
    const float widest = 520.0F * pen->ui;
    return view->feed_left > 0.0F ? widest : fminf(beside, widest);
}

static dw_colour tone_colour(const dw_feed_line *line)
{
    switch (line->tone) {
    case DW_TONE_GOOD:
        return dw_palette(DW_TINT_GOOD);
    case DW_TONE_BAD:
        return dw_palette(DW_TINT_BAD);
    case DW_TONE_RADIO:
        return dw_palette(DW_TINT_ACCENT);
    case DW_TONE_CHAT:
        return dw_palette_slot(line->slot);
    default:
        return dw_palette(DW_TINT_TEXT);
    }
}

/* A handset, three waves. */
static void draw_radio_sign(dw_canvas *canvas, float x, float y, float ui, dw_colour colour)
{
    dw_canvas_round_rect(canvas, dw_box_at(x, y + 4.0F * ui, 6.0F * ui, 10.0F * ui), 1.5F * ui,
                         colour);
    dw_canvas_line(canvas, (dw_segment){x + 1.5F * ui, y + 4.0F * ui, x + 1.5F * ui, y}, 1.4F * ui,
                   colour);
    for (int i = 1; i <= 2; i++) {
        dw_canvas_arc(
            canvas,
            (dw_arc){x + 5.0F * ui, y + 4.0F * ui, 3.2F * ui * (float)i, 1.2F * ui, -0.17F, 0.26F},
            dw_colour_fade(colour, 1.0F - 0.3F * (float)i));
    }
}

/* One list, the newest at the bottom; gives back the top of what it drew. */
static float draw_lines(const dw_pen *pen, const dw_hud_view *view, const dw_feed_line *lines,
                        uint32_t count, double lasts, float bottom)
{
    const float ui = pen->ui;
    const float left = column_left(view, ui);
    const float width = column_width(pen, view);
    const float top = view->feed_top > 0.0F ? view->feed_top : (float)pen->canvas->height * 0.4F;
    float y = bottom;
    for (uint32_t i = count; i-- > 0;) {
        const dw_feed_line *line = &lines[i];
        const float strength = dw_feed_strength(line->born, view->seconds, lasts);
        if (strength <= 0.0F) {
            break;
        }
        const dw_text_style style =
            dw_pen_style(pen, DW_FACE_REGULAR, 13.0F, dw_colour_fade(tone_colour(line), strength));
        const float inset = line->tone == DW_TONE_RADIO ? 20.0F * ui : 0.0F;
        char words[DW_FEED_TEXT + 8];
        (void)snprintf(words, sizeof words, line->times > 1 ? "%s  \xc3\x97%u" : "%s", line->text,
                       line->times);
        const dw_text_block block = {left + 8.0F * ui + inset, 0.0F, width - inset, 18.0F * ui, 0};
        const uint32_t rows = dw_text_count_lines(pen->text, &style, words, block.width);
        const float high = 2.0F * ui + block.step * (float)rows;
        if (y - high < top) {
            break;
        }
        y -= high;
        const float wide = rows > 1 ? block.width : dw_text_width(pen->text, &style, words);
        dw_canvas_round_rect(
            pen->canvas,
            dw_box_at(left, y - 1.0F * ui, wide + inset + 16.0F * ui, high - 1.0F * ui), 5.0F * ui,
            dw_colour_fade(dw_palette(DW_TINT_FEED_PLATE), strength));
        if (line->tone == DW_TONE_RADIO) {
            draw_radio_sign(pen->canvas, left + 7.0F * ui, y + 1.0F * ui, ui, style.colour);
        }
        if (rows == 1) {
            (void)dw_text_draw(pen, block.x, y, DW_ALIGN_LEFT, &style, words);
        } else {
            (void)dw_text_draw_lines(pen, (dw_text_block){block.x, y, block.width, block.step, 0},
                                     DW_ALIGN_LEFT, &style, words);
        }
    }
    return y;
}

static void draw_notice(const dw_pen *pen, const dw_hud_view *view)
{
    const dw_feed *feed = view->feed;
    if (feed->notice[0] == '\0') {
        return;
    }
    const float strength = dw_feed_strength(feed->notice_born, view->seconds, NOTICE_SECONDS);
    if (strength <= 0.0F) {
        return;
    }
    const float ui = pen->ui;
    const dw_feed_line as_line = {.tone = feed->notice_tone};
    const dw_text_style style = {DW_FACE_BOLD, (int)(19.0F * ui),
                                 dw_colour_fade(tone_colour(&as_line), strength), 0.4F * ui};
    const float wide = dw_text_width(pen->text, &style, feed->notice) + 44.0F * ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float rise =
        8.0F * ui * (1.0F - fminf((float)(view->seconds - feed->notice_born) * 5.0F, 1.0F));
    const dw_box box = {cx - wide * 0.5F, 100.0F * ui + rise, cx + wide * 0.5F, 140.0F * ui + rise};
    dw_panel_draw(pen->canvas, box, 20.0F * ui, 0.9F * strength);
    (void)dw_text_draw(pen, cx, (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F,
                       DW_ALIGN_CENTRE, &style, feed->notice);
}

void dw_hud_draw_feed(const dw_pen *pen, const dw_hud_view *view)
{
    const float ui = pen->ui;
    const float left = column_left(view, ui);
    float bottom = (float)pen->canvas->height - (view->feed_left > 0.0F ? 52.0F : 14.0F) * ui;
    if (view->chat != NULL) {
        const dw_box box = {left, bottom - 34.0F * ui, left + column_width(pen, view), bottom};
        dw_panel_field(pen, box,
                       &(dw_panel_entry){.look = DW_LOOK_CHOSEN,
                                         .label = "",
                                         .value = view->chat->text,
                                         .hint = dw_say(DW_SAY_CHAT_HINT),
                                         .caret = fmod(view->seconds, 1.0) < 0.6});
        bottom -= 42.0F * ui;
    }
    /* While somebody types, all of the chat comes back. */
    bottom = draw_lines(pen, view, view->feed->chat, view->feed->chat_count,
                        view->chat != NULL ? 1e9 : CHAT_SECONDS, bottom);
    (void)draw_lines(pen, view, view->feed->radio, view->feed->radio_count, RADIO_SECONDS,
                     bottom - 6.0F * ui);
    if (view->round->phase != DW_PHASE_RESULT && !view->help) {
        draw_notice(pen, view);
    }
}
