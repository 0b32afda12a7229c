#include "client/view/hud/hud_help.h"

#include "client/view/model/bindings.h"
#include "client/view/scene/draw_animals.h"
#include "client/view/scene/draw_devices.h"
#include "client/view/scene/draw_ear.h"
#include "client/view/scene/draw_furniture.h"
#include "client/view/scene/draw_guards.h"
#include "client/view/scene/draw_light.h"
#include "client/view/scene/draw_noises.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"

#include <stdio.h>

static void draw_heading(const dw_pen *pen, float x, float y, dw_say_id id)
{
    (void)dw_panel_heading(
        pen, x, y, (dw_heading){13.0F, dw_palette(DW_TINT_ACCENT), DW_ALIGN_LEFT}, dw_say(id));
}

static void write(const dw_pen *pen, float x, float y, const char *words)
{
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    (void)dw_text_draw(pen, x, y, DW_ALIGN_LEFT, &style, words);
}

/* Two lines as wide as the panel. */
static void write_wrapped(const dw_pen *pen, float x, float y, const char *words)
{
    const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const dw_text_block block = {x, y, 620.0F * pen->ui, 19.0F * pen->ui, 2};
    (void)dw_text_draw_lines(pen, block, DW_ALIGN_LEFT, &style, words);
}

/* Three pieces of furniture and what they are good for. */
static void draw_heights(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const uint16_t heights[3] = {200, 500, 900};
    static const uint8_t kinds[3] = {DW_FURNITURE_BED, DW_FURNITURE_TABLE, DW_FURNITURE_SHELF};
    static const float places[3] = {0.0F, 196.0F, 442.0F};
    static const dw_say_id words[3] = {DW_SAY_HELP_LOW, DW_SAY_HELP_MIDDLE, DW_SAY_HELP_HIGH};
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
        (void)dw_text_draw(pen, px + 58.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style,
                           dw_say(words[i]));
    }
}

static void draw_moods(const dw_pen *pen, float x, float y)
{
    const float ui = pen->ui;
    static const dw_say_id words[DW_MOOD_COUNT] = {[DW_MOOD_CALM] = DW_SAY_MOOD_CALM,
                                                   [DW_MOOD_ALERT] = DW_SAY_MOOD_ALERT,
                                                   [DW_MOOD_SUSPICIOUS] = DW_SAY_MOOD_SUSPICIOUS,
                                                   [DW_MOOD_CHASING] = DW_SAY_MOOD_CHASING};
    static const uint8_t order[DW_MOOD_COUNT] = {DW_MOOD_CALM, DW_MOOD_SUSPICIOUS, DW_MOOD_CHASING,
                                                 DW_MOOD_ALERT};
    for (int i = 0; i < DW_MOOD_COUNT; i++) {
        const float px = x + 152.0F * ui * (float)i;
        dw_draw_guard_token(pen->canvas,
                            &(dw_token){px + 14.0F * ui, y + 13.0F * ui, 28.0F * ui, 0.0F, 1.0F},
                            order[i]);
        const dw_text_style style = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
        (void)dw_text_draw(pen, px + 40.0F * ui, y + 5.0F * ui, DW_ALIGN_LEFT, &style,
                           dw_say(words[order[i]]));
    }
}

/* What stands on the key cap, and what it does. */
typedef struct help_row {
    dw_action action; /* NONE: only `extra` stands on it. */
    uint8_t count;    /* This many actions from that one on; 0: one. */
    dw_say_id extra;  /* Before the keys, or alone; NOTHING: only the keys. */
    dw_say_id what;
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
    (void)snprintf(out, 2 * DW_BINDINGS_TEXT, "%s%s%s", dw_say(row->extra),
                   row->extra != DW_SAY_NOTHING && text[0] != '\0' ? "  " : "", text);
}

static void draw_rows(const dw_pen *pen, float x, float y, const help_keys *keys,
                      const help_row *rows, size_t count)
{
    float at = y;
    for (size_t i = 0; i < count; i++) {
        char cap[2 * DW_BINDINGS_TEXT];
        row_keys(keys, &rows[i], cap);
        if (rows[i].action == DW_ACTION_NONE || strcmp(cap, dw_say(DW_SAY_KEY_NONE)) != 0) {
            (void)dw_panel_key(pen, x, at, cap, dw_say(rows[i].what));
            at += 29.0F * pen->ui;
        }
    }
}

static const help_row chat_rows[] = {{DW_ACTION_NONE, 0, DW_SAY_HELP_KEY_MUTE, DW_SAY_HELP_MUTE},
                                     {DW_ACTION_NONE, 0, DW_SAY_HELP_KEY_VOTE, DW_SAY_HELP_VOTE}};

static const help_row play_keys[] = {
    {DW_ACTION_UP, 4, DW_SAY_NOTHING, DW_SAY_HELP_WALK},
    {DW_ACTION_SPRINT, 0, DW_SAY_NOTHING, DW_SAY_HELP_SPRINT},
    {DW_ACTION_CROUCH, 0, DW_SAY_NOTHING, DW_SAY_HELP_CROUCH},
    {DW_ACTION_CROUCH_TOGGLE, 0, DW_SAY_NOTHING, DW_SAY_HELP_CROUCH_TOGGLE},
    {DW_ACTION_USE, 0, DW_SAY_NOTHING, DW_SAY_HELP_USE},
    {DW_ACTION_THROW, 0, DW_SAY_NOTHING, DW_SAY_HELP_THROW},
    {DW_ACTION_NUMBER_1, 2, DW_SAY_NOTHING, DW_SAY_HELP_TOOL},
    {DW_ACTION_CHAT, 0, DW_SAY_NOTHING, DW_SAY_HELP_CHAT},
    {DW_ACTION_SIGNS, 0, DW_SAY_NOTHING, DW_SAY_HELP_SIGNS},
    {DW_ACTION_PING, 0, DW_SAY_NOTHING, DW_SAY_HELP_PING}};

static const help_row play_pad[] = {
    {DW_ACTION_NONE, 0, DW_SAY_HELP_LEFT_STICK, DW_SAY_HELP_PAD_WALK},
    {DW_ACTION_SPRINT, 0, DW_SAY_NOTHING, DW_SAY_HELP_SPRINT},
    {DW_ACTION_CROUCH, 0, DW_SAY_NOTHING, DW_SAY_HELP_CROUCH},
    {DW_ACTION_CROUCH_TOGGLE, 0, DW_SAY_NOTHING, DW_SAY_HELP_CROUCH_TOGGLE},
    {DW_ACTION_USE, 0, DW_SAY_NOTHING, DW_SAY_HELP_USE},
    {DW_ACTION_NONE, 0, DW_SAY_HELP_RIGHT_STICK, DW_SAY_HELP_AIM},
    {DW_ACTION_THROW, 0, DW_SAY_NOTHING, DW_SAY_HELP_PAD_THROW},
    {DW_ACTION_TOOL, 0, DW_SAY_NOTHING, DW_SAY_HELP_TOOL},
    {DW_ACTION_SIGNS, 0, DW_SAY_NOTHING, DW_SAY_HELP_SIGNS},
    {DW_ACTION_PING, 0, DW_SAY_NOTHING, DW_SAY_HELP_PAD_PING}};

static const help_row watch_keys[] = {
    {DW_ACTION_UP, 4, DW_SAY_HELP_KEY_DRAG, DW_SAY_HELP_CAMERA},
    {DW_ACTION_ZOOM_IN, 0, DW_SAY_NOTHING, DW_SAY_HELP_ZOOM_IN},
    {DW_ACTION_ZOOM_OUT, 0, DW_SAY_NOTHING, DW_SAY_HELP_ZOOM_OUT},
    {DW_ACTION_NONE, 0, DW_SAY_HELP_KEY_CLICK, DW_SAY_HELP_FOLLOW},
    {DW_ACTION_NEXT, 0, DW_SAY_NOTHING, DW_SAY_HELP_FOLLOW_NEXT},
    {DW_ACTION_OVERVIEW, 0, DW_SAY_NOTHING, DW_SAY_HELP_WHOLE_MAP},
    {DW_ACTION_LAYER_SIGHT, DW_LAYER_COUNT, DW_SAY_NOTHING, DW_SAY_HELP_LAYERS},
    {DW_ACTION_LAYERS, 0, DW_SAY_NOTHING, DW_SAY_HELP_LAYER_SETS}};

static const help_row watch_pad[] = {
    {DW_ACTION_NONE, 0, DW_SAY_HELP_LEFT_STICK, DW_SAY_HELP_CAMERA},
    {DW_ACTION_ZOOM_IN, 0, DW_SAY_NOTHING, DW_SAY_HELP_ZOOM_IN},
    {DW_ACTION_ZOOM_OUT, 0, DW_SAY_NOTHING, DW_SAY_HELP_ZOOM_OUT},
    {DW_ACTION_NEXT, 0, DW_SAY_NOTHING, DW_SAY_HELP_FOLLOW_NEXT},
    {DW_ACTION_OVERVIEW, 0, DW_SAY_NOTHING, DW_SAY_HELP_WHOLE_MAP},
    {DW_ACTION_LAYERS, 0, DW_SAY_NOTHING, DW_SAY_HELP_LAYERS}};

static const help_row all_keys[] = {
    {DW_ACTION_MENU, 0, DW_SAY_NOTHING, DW_SAY_HELP_MENU},
    {DW_ACTION_FULLSCREEN, 0, DW_SAY_NOTHING, DW_SAY_HELP_FULL_SCREEN},
    {DW_ACTION_QUIETER, 2, DW_SAY_NOTHING, DW_SAY_HELP_VOLUME},
    {DW_ACTION_MUTE, 2, DW_SAY_NOTHING, DW_SAY_HELP_MUTE_SOUND}};

static const help_row all_pad[] = {{DW_ACTION_MENU, 0, DW_SAY_NOTHING, DW_SAY_HELP_MENU}};

static void draw_keys(const dw_pen *pen, dw_box box, const help_keys *keys)
{
    const bool pad = keys->gamepad;
    const float ui = pen->ui;
    const float top = box.y0;
    const float left = box.x0 + 32.0F * ui;
    const float middle = (box.x0 + box.x1) * 0.5F + 20.0F * ui;
    draw_heading(pen, left, top + 24.0F * ui, DW_SAY_HELP_PLAY);
    draw_heading(pen, middle, top + 24.0F * ui, DW_SAY_HELP_WATCH);
    draw_rows(pen, left, top + 48.0F * ui, keys, pad ? play_pad : play_keys,
              DW_COUNT_OF(play_keys));
    draw_rows(pen, left, top + 338.0F * ui, keys, chat_rows, DW_COUNT_OF(chat_rows));
    draw_rows(pen, middle, top + 48.0F * ui, keys, pad ? watch_pad : watch_keys,
              pad ? DW_COUNT_OF(watch_pad) : DW_COUNT_OF(watch_keys));
    draw_rows(pen, middle, top + 289.0F * ui, keys, pad ? all_pad : all_keys,
              pad ? DW_COUNT_OF(all_pad) : DW_COUNT_OF(all_keys));
    draw_heading(pen, left, top + 414.0F * ui, DW_SAY_HELP_COVER);
    draw_heights(pen, left, top + 442.0F * ui);
    draw_heading(pen, left, top + 492.0F * ui, DW_SAY_HELP_GUARDS);
    draw_moods(pen, left, top + 520.0F * ui);
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, (box.x0 + box.x1) * 0.5F, box.y1 - 28.0F * ui, DW_ALIGN_CENTRE, &small,
                       dw_say(pad ? DW_SAY_HELP_KEYS_HINT : DW_SAY_HELP_PAD_HINT));
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
        dw_draw_microphone_token(canvas, token, DW_MOOD_CALM, -1.0);
        break;
    default:
        dw_draw_robot_token(canvas, token, DW_MOOD_CALM, STILL_S);
        break;
    }
}

/* Two columns: people and animals, devices and robots. */
static void draw_watchers(const dw_pen *pen, float x, float y)
{
    static const struct {
        dw_kind_name kind;
        dw_say_id what;
    } rows[] = {{DW_KIND_NAME_CAPTAIN, DW_SAY_HELP_CAPTAIN},
                {DW_KIND_NAME_SERVANT, DW_SAY_HELP_SERVANT},
                {DW_KIND_NAME_DOG, DW_SAY_HELP_DOG},
                {DW_KIND_NAME_CAT, DW_SAY_HELP_CAT},
                {DW_KIND_NAME_CAMERA, DW_SAY_HELP_CAMERA_DEVICE},
                {DW_KIND_NAME_DETECTOR, DW_SAY_HELP_DETECTOR},
                {DW_KIND_NAME_MICROPHONE, DW_SAY_HELP_MICROPHONE},
                {DW_KIND_NAME_ROBOT, DW_SAY_HELP_ROBOT}};
    const float ui = pen->ui;
    const dw_text_style bold = dw_pen_bold(pen, 12.0F, DW_TINT_TEXT);
    for (int i = 0; i < (int)DW_COUNT_OF(rows); i++) {
        const float left = x + (i < 4 ? 0.0F : 306.0F) * ui;
        const float top = y + 36.0F * (float)(i % 4) * ui;
        draw_watcher(pen->canvas,
                     &(dw_token){left + 16.0F * ui, top + 15.0F * ui, 28.0F * ui, 0.0F, 1.0F}, i);
        (void)dw_text_draw(pen, left + 44.0F * ui, top, DW_ALIGN_LEFT, &bold,
                           dw_say_kind(rows[i].kind));
        write(pen, left + 44.0F * ui, top + 15.0F * ui, dw_say(rows[i].what));
    }
}

static void draw_noises(const dw_pen *pen, float x, float y)
{
    static const dw_say_id words[DW_NOISE_KIND_COUNT] = {
        [DW_NOISE_STEP] = DW_SAY_HELP_NOISE_STEP,     [DW_NOISE_LEAF] = DW_SAY_HELP_NOISE_LEAF,
        [DW_NOISE_CALL] = DW_SAY_HELP_NOISE_CALL,     [DW_NOISE_BARK] = DW_SAY_HELP_NOISE_BARK,
        [DW_NOISE_TOPPLE] = DW_SAY_HELP_NOISE_TOPPLE, [DW_NOISE_COIN] = DW_SAY_HELP_NOISE_COIN,
        [DW_NOISE_SHOUT] = DW_SAY_HELP_NOISE_SHOUT,   [DW_NOISE_BELL] = DW_SAY_HELP_NOISE_BELL};
    const float ui = pen->ui;
    for (int i = 0; i < DW_NOISE_KIND_COUNT; i++) {
        const float left = x + 640.0F / (float)DW_NOISE_KIND_COUNT * (float)i * ui;
        dw_draw_noise_sign(pen, (dw_noise_kind)i, left + 12.0F * ui, y + 9.0F * ui, 9.0F * ui);
        write(pen, left + 32.0F * ui, y + 2.0F * ui, dw_say(words[i]));
    }
    write(pen, x, y + 28.0F * ui, dw_say(DW_SAY_HELP_ARCS));
}

static void draw_lights(const dw_pen *pen, float x, float y)
{
    static const dw_say_id words[] = {DW_SAY_HELP_LAMP_LIT, DW_SAY_HELP_LAMP_OUT,
                                      DW_SAY_HELP_SWITCH};
    static const float places[] = {0.0F, 120.0F, 284.0F};
    const float ui = pen->ui;
    for (int i = 0; i < 3; i++) {
        const float left = x + places[i] * ui;
        if (i < 2) {
            dw_draw_lamp(pen->canvas, left + 10.0F * ui, y + 8.0F * ui, 9.0F * ui, i == 0);
        } else {
            dw_draw_switch(pen->canvas, left + 10.0F * ui, y + 8.0F * ui, 14.0F * ui, true);
        }
        write(pen, left + 28.0F * ui, y, dw_say(words[i]));
    }
}

static void draw_senses(const dw_pen *pen, dw_box box)
{
    const float ui = pen->ui;
    const float left = box.x0 + 32.0F * ui;
    const float top = box.y0;
    draw_heading(pen, left, top + 24.0F * ui, DW_SAY_HELP_WHO_ELSE);
    draw_watchers(pen, left, top + 54.0F * ui);
    draw_heading(pen, left, top + 216.0F * ui, DW_SAY_HELP_WHAT_YOU_HEAR);
    draw_noises(pen, left, top + 244.0F * ui);
    draw_heading(pen, left, top + 314.0F * ui, DW_SAY_HELP_YOUR_NOISE);
    write(pen, left, top + 340.0F * ui, dw_say(DW_SAY_HELP_NOISE_1));
    write_wrapped(pen, left, top + 359.0F * ui, dw_say(DW_SAY_HELP_NOISE_2));
    write(pen, left, top + 464.0F * ui, dw_say(DW_SAY_HELP_LIGHT_1));
    write_wrapped(pen, left, top + 483.0F * ui, dw_say(DW_SAY_HELP_LIGHT_2));
    dw_draw_ear_sign(pen->canvas, left + 16.0F * ui, top + 408.0F * ui, 8.0F * ui,
                     dw_palette_mood(DW_MOOD_SUSPICIOUS), dw_palette(DW_TINT_ON_PLATE));
    write(pen, left + 32.0F * ui, top + 400.0F * ui, dw_say(DW_SAY_HELP_EAR));
    draw_heading(pen, left, top + 436.0F * ui, DW_SAY_HELP_YOUR_LIGHT);
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
    dw_say_into(words, sizeof words,
                page < DW_HELP_PAGES ? DW_SAY_HELP_PAGE_NEXT : DW_SAY_HELP_PAGE_LAST, DW_N(page),
                DW_N(DW_HELP_PAGES), DW_S(key));
    const dw_text_style small = dw_pen_plain(pen, 11.0F, DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, box.x1 - 24.0F * ui, top + 24.0F * ui, DW_ALIGN_RIGHT, &small, words);
}
