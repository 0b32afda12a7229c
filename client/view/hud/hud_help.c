#include "client/view/hud/hud_help.h"

#include "client/view/model/bindings.h"
#include "client/view/scene/draw_animals.h"
#include "client/view/scene/draw_devices.h"
#include "client/view/scene/draw_ear.h"
#include "client/view/scene/draw_furniture.h"
#include "client/view/scene/draw_guards.h"
#include "client/view/scene/draw_light.h"
#include "client/view/scene/draw_noises.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <stdio.h>

static void draw_heading(const dw_pen *pen, float x, float y, const char *words)
{
    (void)dw_panel_heading(pen, x, y,
                           (dw_heading){13.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT}, words);
}

static void write(const dw_pen *pen, float x, float y, const char *words)
{
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    (void)dw_text_draw(pen, x, y, DW_ALIGN_LEFT, &style, words);
}

/* Three pieces of furniture and what they are good for. */
static void draw_heights(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const uint16_t heights[3] = {200, 500, 900};
    static const uint8_t kinds[3] = {DW_FURNITURE_BED, DW_FURNITURE_TABLE, DW_FURNITURE_SHELF};
    static const float places[3] = {0.0F, 196.0F, 442.0F};
    static const char *const words[3] = {"low: hides nobody", "middle: crouch behind it",
                                         "high: hides you"};
    const float scale = 60.0F * ui; /* Pixels a metre. */
    for (int i = 0; i < 3; i++) {
        const float px = x + places[i] * ui;
        const dw_painter painter = {.canvas = pen->canvas,
                                    .origin_x = 0.0,
                                    .origin_y = 0.0,
                                    .scale = (double)scale / (1000.0 * DW_UNITS_PER_MM),
                                    .mm = scale / 1000.0F,
                                    .drawing = DW_DRAWING_WARM};
        const int32_t ux = (int32_t)((double)px / painter.scale);
        const int32_t uy = (int32_t)((double)y / painter.scale);
        const dw_furniture piece = {.area = {{ux, uy}, {ux + DW_MM(800), uy + DW_MM(420)}},
                                    .height = heights[i],
                                    .kind = kinds[i]};
        dw_draw_furniture_shadow(&painter, &piece);
        dw_draw_furniture(&painter, &piece);
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        (void)dw_text_draw(pen, px + 58.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style, words[i]);
    }
}

static void draw_moods(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const char *const words[DW_MOOD_COUNT] = {"calm", "on the alert", "notices you",
                                                     "chases you"};
    static const uint8_t order[DW_MOOD_COUNT] = {DW_MOOD_CALM, DW_MOOD_SUSPICIOUS, DW_MOOD_CHASING,
                                                 DW_MOOD_ALERT};
    for (int i = 0; i < DW_MOOD_COUNT; i++) {
        const float px = x + 152.0F * ui * (float)i;
        dw_draw_guard_token(pen->canvas,
                            &(dw_token){px + 14.0F * ui, y + 13.0F * ui, 28.0F * ui, 0.0F, 1.0F},
                            order[i]);
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        (void)dw_text_draw(pen, px + 40.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style,
                           words[order[i]]);
    }
}

/* What stands on the key cap, and what it does. */
typedef struct help_row {
    dw_action action;  /* NONE: only `extra` stands on it. */
    uint8_t count;     /* This many actions from that one on; 0: one. */
    const char *extra; /* Before the keys, or alone; may be NULL. */
    const char *what;
} help_row;

typedef struct help_keys {
    const dw_bindings *bindings;
    bool gamepad;
} help_keys;

static void row_keys(const help_keys *keys, const help_row *row, char out[2 * DW_BINDINGS_TEXT])
{
    char text[DW_BINDINGS_TEXT] = "";
    if (row->count > 1) {
        dw_bindings_row(keys->bindings, row->action, row->count, keys->gamepad, text);
    } else if (row->action != DW_ACTION_NONE) {
        dw_bindings_text(keys->bindings, row->action, keys->gamepad, text);
    }
    (void)snprintf(out, 2 * DW_BINDINGS_TEXT, "%s%s%s", row->extra != NULL ? row->extra : "",
                   row->extra != NULL && text[0] != '\0' ? "  " : "", text);
}

static void draw_rows(const dw_pen *pen, float x, float y, const help_keys *keys,
                      const help_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char cap[2 * DW_BINDINGS_TEXT];
        row_keys(keys, &rows[i], cap);
        (void)dw_panel_key(pen, x, y + 29.0F * (float)i * pen->ui, cap, rows[i].what);
    }
}

static const help_row chat_rows[] = {
    {DW_ACTION_NONE, 0, "/mute NAME", "in chat: hide NAME's words, signs"},
    {DW_ACTION_NONE, 0, "/vote NAME", "vote to send NAME away (/yes, /no)"}};

static const help_row play_keys[] = {{DW_ACTION_UP, 4, NULL, "walk in eight directions"},
                                     {DW_ACTION_SPRINT, 0, NULL, "sprint"},
                                     {DW_ACTION_CROUCH, 0, NULL, "crouch while held"},
                                     {DW_ACTION_CROUCH_TOGGLE, 0, NULL, "crouch on, off"},
                                     {DW_ACTION_USE, 0, NULL, "take, open, close, switch"},
                                     {DW_ACTION_THROW, 0, NULL, "hold to aim, let go to throw"},
                                     {DW_ACTION_NUMBER_1, 2, NULL, "a coin or a bait"},
                                     {DW_ACTION_CHAT, 0, NULL, "chat"},
                                     {DW_ACTION_SIGNS, 0, NULL, "signs to the team"},
                                     {DW_ACTION_PING, 0, NULL, "ping the map at the mouse"}};

static const help_row play_pad[] = {{DW_ACTION_NONE, 0, "Left stick", "walk"},
                                    {DW_ACTION_SPRINT, 0, NULL, "sprint"},
                                    {DW_ACTION_CROUCH, 0, NULL, "crouch while held"},
                                    {DW_ACTION_CROUCH_TOGGLE, 0, NULL, "crouch on, off"},
                                    {DW_ACTION_USE, 0, NULL, "take, open, close, switch"},
                                    {DW_ACTION_NONE, 0, "Right stick", "aim"},
                                    {DW_ACTION_THROW, 0, NULL, "throw"},
                                    {DW_ACTION_TOOL, 0, NULL, "a coin or a bait"},
                                    {DW_ACTION_SIGNS, 0, NULL, "signs to the team"},
                                    {DW_ACTION_PING, 0, NULL, "ping where you aim"}};

static const help_row watch_keys[] = {
    {DW_ACTION_UP, 4, "Drag", "move the camera"},
    {DW_ACTION_ZOOM_IN, 0, NULL, "zoom in"},
    {DW_ACTION_ZOOM_OUT, 0, NULL, "zoom out"},
    {DW_ACTION_NONE, 0, "Click / 1 - 9", "follow a body"},
    {DW_ACTION_NEXT, 0, NULL, "follow the next one"},
    {DW_ACTION_OVERVIEW, 0, NULL, "show the whole map"},
    {DW_ACTION_LAYER_SIGHT, DW_LAYER_COUNT, NULL, "layers of the guards' minds"},
    {DW_ACTION_LAYERS, 0, NULL, "usual layers, all, none"}};

static const help_row watch_pad[] = {{DW_ACTION_NONE, 0, "Left stick", "move the camera"},
                                     {DW_ACTION_ZOOM_IN, 0, NULL, "zoom in"},
                                     {DW_ACTION_ZOOM_OUT, 0, NULL, "zoom out"},
                                     {DW_ACTION_NEXT, 0, NULL, "follow the next one"},
                                     {DW_ACTION_OVERVIEW, 0, NULL, "show the whole map"},
                                     {DW_ACTION_LAYERS, 0, NULL, "layers of the guards' minds"}};

static const help_row all_keys[] = {{DW_ACTION_MENU, 0, NULL, "menu and settings"},
                                    {DW_ACTION_FULLSCREEN, 0, NULL, "full screen"},
                                    {DW_ACTION_QUIETER, 2, NULL, "quieter, louder"},
                                    {DW_ACTION_MUTE, 2, NULL, "sound off and on, captions"}};

static const help_row all_pad[] = {{DW_ACTION_MENU, 0, NULL, "menu and settings"}};

static void draw_keys(const dw_pen *pen, dw_box box, const help_keys *keys)
{
    const bool pad = keys->gamepad;
    const float ui = pen->ui;
    const float top = box.y0;
    const float left = box.x0 + 32.0F * ui;
    const float middle = (box.x0 + box.x1) * 0.5F + 20.0F * ui;
    draw_heading(pen, left, top + 24.0F * ui, "PLAY");
    draw_heading(pen, middle, top + 24.0F * ui, "WATCH");
    draw_rows(pen, left, top + 48.0F * ui, keys, pad ? play_pad : play_keys,
              DW_COUNT_OF(play_keys));
    draw_rows(pen, left, top + 338.0F * ui, keys, chat_rows, DW_COUNT_OF(chat_rows));
    draw_rows(pen, middle, top + 48.0F * ui, keys, pad ? watch_pad : watch_keys,
              pad ? DW_COUNT_OF(watch_pad) : DW_COUNT_OF(watch_keys));
    draw_rows(pen, middle, top + 289.0F * ui, keys, pad ? all_pad : all_keys,
              pad ? DW_COUNT_OF(all_pad) : DW_COUNT_OF(all_keys));
    draw_heading(pen, left, top + 414.0F * ui, "COVER");
    draw_heights(pen, left, top + 442.0F * ui);
    draw_heading(pen, left, top + 492.0F * ui, "GUARDS");
    draw_moods(pen, left, top + 520.0F * ui);
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(
        pen, (box.x0 + box.x1) * 0.5F, box.y1 - 28.0F * ui, DW_ALIGN_CENTRE, &small,
        pad ? "Press a key to see the keys of the keyboard here."
            : "Press a button of a gamepad to see its buttons here. With rights from "
              "the host: /admin help in the chat.");
}

/* The figures of the second page stand still. */
#define STILL_S 0.6

static void draw_watcher(dw_canvas *canvas, const dw_token *token, int row)
{
    switch (row) {
    case 0:
        dw_draw_captain_token(canvas, token, DW_MOOD_CALM);
        break;
    case 1:
        dw_draw_servant_token(canvas, token, DW_MOOD_CALM);
        break;
    case 2:
        dw_draw_dog_token(canvas, token, DW_MOOD_CALM, false);
        break;
    case 3:
        dw_draw_cat_token(canvas, token, DW_MOOD_CALM, false);
        break;
    case 4:
        dw_draw_camera_token(canvas, token, DW_MOOD_CALM);
        break;
    case 5:
        dw_draw_detector_token(canvas, token, DW_MOOD_CALM);
        break;
    case 6:
        dw_draw_microphone_token(canvas, token, DW_MOOD_CALM, STILL_S);
        break;
    default:
        dw_draw_robot_token(canvas, token, DW_MOOD_CALM, STILL_S);
        break;
    }
}

/* Two columns: people and animals, devices and robots. */
static void draw_watchers(const dw_pen *pen, float x, float y)
{
    static const char *const rows[][2] = {{"Captain", "sends the guards to where you are"},
                                          {"Servant", "cannot catch you: runs to a guard"},
                                          {"Dog", "follows your trail and barks"},
                                          {"Cat", "flees from runners, topples things"},
                                          {"Camera", "reports the room in which it sees you"},
                                          {"Detector", "reports what walks; crouch past it"},
                                          {"Microphone", "reports the room in which it hears you"},
                                          {"Robot", "feels you with its rays, also in the dark"}};
    const float ui = pen->ui;
    const dw_text_style bold = dw_pen_bold(pen, 12.0F, DW_TINT_TEXT);
    for (int i = 0; i < (int)DW_COUNT_OF(rows); i++) {
        const float left = x + (i < 4 ? 0.0F : 306.0F) * ui;
        const float top = y + 36.0F * (float)(i % 4) * ui;
        /* What spreads, such as the rings of a microphone, ends at the next row. */
        dw_canvas_clip(pen->canvas,
                       dw_box_at(left - 10.0F * ui, top - 2.0F * ui, 60.0F * ui, 34.0F * ui));
        draw_watcher(pen->canvas,
                     &(dw_token){left + 16.0F * ui, top + 15.0F * ui, 28.0F * ui, 0.0F, 1.0F}, i);
        dw_canvas_unclip(pen->canvas);
        (void)dw_text_draw(pen, left + 44.0F * ui, top, DW_ALIGN_LEFT, &bold, rows[i][0]);
        write(pen, left + 44.0F * ui, top + 15.0F * ui, rows[i][1]);
    }
}

static void draw_noises(const dw_pen *pen, float x, float y)
{
    static const char *const words[DW_NOISE_KIND_COUNT] = {
        [DW_NOISE_STEP] = "step", [DW_NOISE_LEAF] = "door",    [DW_NOISE_CALL] = "call",
        [DW_NOISE_BARK] = "bark", [DW_NOISE_TOPPLE] = "crash", [DW_NOISE_COIN] = "coin"};
    const float ui = pen->ui;
    for (int i = 0; i < DW_NOISE_KIND_COUNT; i++) {
        const float left = x + 104.0F * (float)i * ui;
        dw_draw_noise_sign(pen, (dw_noise_kind)i, left + 12.0F * ui, y + 9.0F * ui, 9.0F * ui);
        write(pen, left + 32.0F * ui, y + 2.0F * ui, words[i]);
    }
    write(pen, x, y + 28.0F * ui,
          "Around you an arc points to where each noise comes from: the wider, the louder.");
}

static void draw_lights(const dw_pen *pen, float x, float y)
{
    static const char *const words[] = {"lit lamp", "lamp that is out", "switch of the lamps"};
    static const float places[] = {0.0F, 120.0F, 284.0F};
    const float ui = pen->ui;
    for (int i = 0; i < 3; i++) {
        const float left = x + places[i] * ui;
        if (i < 2) {
            dw_draw_lamp(pen->canvas, left + 10.0F * ui, y + 8.0F * ui, 9.0F * ui, i == 0);
        } else {
            dw_draw_switch(pen->canvas, left + 10.0F * ui, y + 8.0F * ui, 14.0F * ui, true);
        }
        write(pen, left + 28.0F * ui, y, words[i]);
    }
}

static void draw_senses(const dw_pen *pen, dw_box box)
{
    const float ui = pen->ui;
    const float left = box.x0 + 32.0F * ui;
    const float top = box.y0;
    draw_heading(pen, left, top + 24.0F * ui, "WHO ELSE WATCHES");
    draw_watchers(pen, left, top + 54.0F * ui);
    draw_heading(pen, left, top + 216.0F * ui, "WHAT YOU HEAR");
    draw_noises(pen, left, top + 244.0F * ui);
    draw_heading(pen, left, top + 314.0F * ui, "YOUR NOISE");
    static const char *const noise[] = {
        "quiet: heard a few steps away   audible: heard all over the room   loud: through doors",
        ("Crouching is quiet, sprinting is loud. Carpet and grass muffle steps; gravel, metal, "
         "tiles"),
        ("and water carry them. Guards that hear you come to look. They also go to where a coin "
         "lands.")};
    static const char *const light[] = {
        "dark: you are seen late, or not at all   dim: later   lit: at once",
        ("Lamps and torches light you. Alarmed guards light a torch where it is dark, and guards "
         "switch"),
        "lamps on again. Rays, noses and ears need no light."};
    for (int i = 0; i < 3; i++) {
        write(pen, left, top + (340.0F + 19.0F * (float)i) * ui, noise[i]);
        write(pen, left, top + (464.0F + 19.0F * (float)i) * ui, light[i]);
    }
    dw_draw_ear_sign(pen->canvas, left + 16.0F * ui, top + 408.0F * ui, 8.0F * ui,
                     dw_palette_mood(DW_MOOD_SUSPICIOUS), dw_palette(DW_TINT_ON_PLATE));
    write(pen, left + 32.0F * ui, top + 400.0F * ui,
          ("This guard listens or goes to see. A line above the gauges says if it seems to be your "
           "noise."));
    draw_heading(pen, left, top + 436.0F * ui, "YOUR LIGHT");
    draw_lights(pen, left + 10.0F * ui, top + 532.0F * ui);
}

void dw_hud_draw_help(const dw_pen *pen, uint8_t page, const dw_bindings *bindings, bool gamepad)
{
    const float ui = pen->ui;
    const float cx = (float)pen->canvas->width * 0.5F;
    const float wide = 684.0F * ui;
    const float high = 594.0F * ui;
    const float top = ((float)pen->canvas->height - high) * 0.5F;
    const dw_box box = {cx - wide * 0.5F, top, cx + wide * 0.5F, top + high};
    dw_canvas_rect(pen->canvas,
                   (dw_box){0.0F, 0.0F, (float)pen->canvas->width, (float)pen->canvas->height},
                   dw_colour_fade(dw_palette(DW_TINT_DIM), 0.5F));
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 1.0F);
    if (page < DW_HELP_PAGES) {
        draw_keys(pen, box, &(help_keys){bindings, gamepad});
    } else {
        draw_senses(pen, box);
    }
    char words[DW_BINDINGS_TEXT];
    char key[DW_BINDING_NAME];
    dw_bindings_hint(bindings, DW_ACTION_HELP, gamepad, key);
    (void)snprintf(words, sizeof words, "%u / %u   %s: %s", page, DW_HELP_PAGES, key,
                   page < DW_HELP_PAGES ? "noise and light" : "close");
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, box.x1 - 24.0F * ui, top + 24.0F * ui, DW_ALIGN_RIGHT, &small, words);
}
