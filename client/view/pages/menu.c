#include "client/view/pages/menu.h"

#include "client/view/texts/say.h"
#include "client/view/tools/interface.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_LINES = 5 };

static const dw_menu_layout *layout_of(const dw_menu *menu)
{
    return &dw_menu_layouts[menu->page];
}

/* NULL on a page without items. */
static const dw_menu_item *chosen_item(const dw_menu *menu)
{
    const dw_menu_layout *page = layout_of(menu);
    return menu->chosen < page->item_count ? &page->items[menu->chosen] : NULL;
}

static bool is_chosen_kind(const dw_menu *menu, dw_menu_item_kind kind)
{
    const dw_menu_item *at = chosen_item(menu);
    return at != NULL && at->kind == kind;
}

void dw_menu_init(dw_menu *menu, const char *address, const char *name)
{
    *menu =
        (dw_menu){.hovered = -1, .servers = {.view.hovered = -1}, .replays = {.view.hovered = -1}};
    dw_field_init(&menu->fields[DW_FIELD_ADDRESS], 120, address);
    dw_field_init(&menu->fields[DW_FIELD_NAME], DW_PLAYER_NAME_MAX, name);
    dw_field_init(&menu->fields[DW_FIELD_PASSWORD], DW_PASSWORD_MAX, "");
    dw_field_init(&menu->fields[DW_FIELD_MATCH], DW_MATCH_TEXT_MAX, "");
}

void dw_menu_fit(dw_menu *menu, int width, int height)
{
    menu->options.interface_auto = (int32_t)(dw_interface_scale(width, height, 0) * 100.0F);
    menu->options.interface_max = (int32_t)(dw_interface_largest(width, height) * 100.0F);
}

void dw_menu_open(dw_menu *menu, dw_page page, const char *message)
{
    if (menu->page != page) {
        menu->page = page;
        menu->hovered = -1;
        menu->chosen = dw_menu_layouts[page].first;
    }
    (void)snprintf(menu->message, sizeof menu->message, "%s", message);
}

const dw_menu_item *dw_menu_typed_item(const dw_menu *menu)
{
    return is_chosen_kind(menu, DW_ITEM_FIELD) ? chosen_item(menu) : NULL;
}

dw_field *dw_menu_typed_field(dw_menu *menu)
{
    const dw_menu_item *at = dw_menu_typed_item(menu);
    return at != NULL ? &menu->fields[at->index] : NULL;
}

dw_action dw_menu_item_action(const dw_menu *menu)
{
    const dw_menu_item *at = chosen_item(menu);
    return at != NULL && at->choice == DW_CHOICE_ACTION ? (dw_action)at->index : DW_ACTION_NONE;
}

bool dw_menu_types(const dw_menu *menu)
{
    return is_chosen_kind(menu, DW_ITEM_FIELD);
}

void dw_menu_text(dw_menu *menu, const char *text)
{
    dw_field *field = dw_menu_typed_field(menu);
    if (field != NULL) {
        dw_field_insert(field, text);
    }
}

static void step(dw_menu *menu, uint32_t by)
{
    const uint32_t count = layout_of(menu)->item_count;
    if (count > 0) {
        menu->chosen = (menu->chosen + by) % count;
    }
}

/* Down and up stay in a list until its end. */
static void step_or_row(dw_menu *menu, bool back)
{
    const int by = back ? -1 : 1;
    const bool in_list =
        (is_chosen_kind(menu, DW_ITEM_LIST) && dw_server_rows_step(&menu->servers, by)) ||
        (is_chosen_kind(menu, DW_ITEM_KEYS) && dw_key_rows_step(&menu->keys, by)) ||
        (is_chosen_kind(menu, DW_ITEM_REPLAYS) && dw_replay_rows_step(&menu->replays, by));
    if (!in_list) {
        step(menu, back ? layout_of(menu)->item_count - 1 : 1);
    }
}

/* The mouse over a list. True when it pressed on the row that was chosen already. */
static bool row_mouse(dw_menu *menu, const dw_pen *pen, const dw_menu_item *at, dw_box box, float x,
                      float y, bool pressed)
{
    return at->kind == DW_ITEM_LIST ? dw_server_rows_mouse(&menu->servers, pen, box, x, y, pressed)
                                    : dw_replay_rows_mouse(&menu->replays, pen, box, x, y, pressed);
}

static dw_choice change_option(dw_menu *menu, bool back)
{
    dw_menu_option_step(&menu->options, (dw_menu_option)chosen_item(menu)->index, back);
    return DW_CHOICE_OPTION;
}

static dw_choice decide(dw_menu *menu)
{
    if (is_chosen_kind(menu, DW_ITEM_OPTION)) {
        return change_option(menu, false);
    }
    if (is_chosen_kind(menu, DW_ITEM_KEYS)) {
        dw_key_rows_begin(&menu->keys);
    }
    const dw_menu_item *at = chosen_item(menu); /* Enter in a field means: go. */
    return at != NULL ? at->choice : DW_CHOICE_NONE;
}

static dw_choice go_sideways(dw_menu *menu, bool back)
{
    if (is_chosen_kind(menu, DW_ITEM_OPTION)) {
        return change_option(menu, back);
    }
    if (is_chosen_kind(menu, DW_ITEM_KEYS)) {
        dw_key_rows_side(&menu->keys, back);
    } else if (!dw_menu_types(menu)) {
        step(menu, back ? layout_of(menu)->item_count - 1 : 1);
    }
    return DW_CHOICE_NONE;
}

dw_choice dw_menu_key(dw_menu *menu, SDL_Scancode key, bool shift)
{
    const uint32_t count = layout_of(menu)->item_count;
    switch (key) {
    case SDL_SCANCODE_RETURN:
    case SDL_SCANCODE_KP_ENTER:
        return decide(menu);
    case SDL_SCANCODE_ESCAPE:
        return layout_of(menu)->back;
    case SDL_SCANCODE_TAB:
        step(menu, shift ? count - 1 : 1);
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_DOWN:
    case SDL_SCANCODE_UP:
        step_or_row(menu, key == SDL_SCANCODE_UP);
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_DELETE:
        return is_chosen_kind(menu, DW_ITEM_REPLAYS) ? DW_CHOICE_ASK_DELETE : DW_CHOICE_NONE;
    case SDL_SCANCODE_BACKSPACE:
        if (dw_menu_types(menu)) {
            dw_field_erase(dw_menu_typed_field(menu));
        } else if (is_chosen_kind(menu, DW_ITEM_KEYS)) {
            dw_key_rows_clear(&menu->keys);
        }
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_RIGHT:
    case SDL_SCANCODE_LEFT:
        return go_sideways(menu, key == SDL_SCANCODE_LEFT);
    case SDL_SCANCODE_SPACE:
        return dw_menu_types(menu) ? DW_CHOICE_NONE : decide(menu);
    default:
        return DW_CHOICE_NONE;
    }
}

dw_choice dw_menu_action(const dw_menu *menu, dw_action action)
{
    return action == DW_ACTION_FAVOURITE && is_chosen_kind(menu, DW_ITEM_LIST) ? DW_CHOICE_FAVOURITE
                                                                               : DW_CHOICE_NONE;
}

dw_choice dw_menu_button(dw_menu *menu, SDL_GameControllerButton button)
{
    switch (button) {
    case SDL_CONTROLLER_BUTTON_A:
        return decide(menu);
    case SDL_CONTROLLER_BUTTON_X:
        if (is_chosen_kind(menu, DW_ITEM_KEYS)) {
            dw_key_rows_clear(&menu->keys);
        }
        return DW_CHOICE_NONE;
    case SDL_CONTROLLER_BUTTON_B:
    case SDL_CONTROLLER_BUTTON_START:
        return layout_of(menu)->back;
    case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
    case SDL_CONTROLLER_BUTTON_DPAD_UP:
        step_or_row(menu, button == SDL_CONTROLLER_BUTTON_DPAD_UP);
        return DW_CHOICE_NONE;
    case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
    case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
        return go_sideways(menu, button == SDL_CONTROLLER_BUTTON_DPAD_LEFT);
    default:
        return DW_CHOICE_NONE;
    }
}

bool dw_menu_capture(dw_menu *menu, dw_binding binding)
{
    return menu->page == DW_PAGE_KEYS && dw_key_rows_capture(&menu->keys, binding);
}

void dw_menu_wheel(dw_menu *menu, int rows)
{
    const int by = rows > 0 ? 1 : -1;
    const int times = rows > 0 ? rows : -rows;
    switch (menu->page) {
    case DW_PAGE_KEYS:
        dw_key_rows_scroll(&menu->keys, rows);
        break;
    case DW_PAGE_SERVERS:
        for (int i = 0; i < times && dw_server_rows_step(&menu->servers, by); i++) {
        }
        break;
    case DW_PAGE_REPLAYS:
        for (int i = 0; i < times && dw_replay_rows_step(&menu->replays, by); i++) {
        }
        break;
    default:
        break;
    }
}

/* Where a page lies on the canvas. The start screen leaves room for the title above. */
static dw_box page_box(const dw_menu *menu, const dw_pen *pen)
{
    const float ui = pen->ui;
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    const dw_menu_layout *page = layout_of(menu);
    const float top = menu->page == DW_PAGE_START ? height * 0.5F - 86.0F * ui
                                                  : (height - page->height * ui) * 0.5F;
    const float left = (width - page->width * ui) * 0.5F;
    return dw_box_at(left, top, page->width * ui, page->height * ui);
}

static dw_box item_box(const dw_menu_item *at, dw_box page, float ui)
{
    const float middle = (page.x0 + page.x1) * 0.5F;
    return dw_box_at(middle + at->x * ui, page.y0 + at->y * ui, at->width * ui, at->height * ui);
}

/* The item under the mouse was pressed. Left of an option's middle is one step back. */
static dw_choice press(dw_menu *menu, const dw_pen *pen, dw_box box, float x, float y)
{
    const dw_menu_item *at = chosen_item(menu);
    switch (at->kind) {
    case DW_ITEM_BUTTON:
        return at->choice;
    case DW_ITEM_OPTION:
        return change_option(menu, x < box.x0 + (box.x1 - box.x0) * 0.72F);
    case DW_ITEM_LIST:
    case DW_ITEM_REPLAYS:
        return row_mouse(menu, pen, at, box, x, y, true) ? at->choice : DW_CHOICE_NONE;
    case DW_ITEM_KEYS:
        dw_key_rows_mouse(&menu->keys, pen, box, x, y, true);
        return DW_CHOICE_NONE;
    case DW_ITEM_FIELD:
        break;
    }
    return DW_CHOICE_NONE;
}

dw_choice dw_menu_mouse(dw_menu *menu, const dw_pen *pen, float x, float y, bool pressed)
{
    const float ui = pen->ui;
    const dw_menu_layout *page = layout_of(menu);
    const dw_box box = page_box(menu, pen);
    menu->hovered = -1;
    menu->servers.view.hovered = -1;
    menu->replays.view.hovered = -1;
    for (uint32_t i = 0; i < page->item_count; i++) {
        const dw_box at = item_box(&page->items[i], box, ui);
        if (!dw_box_holds(at, x, y)) {
            continue;
        }
        menu->hovered = (int32_t)i;
        if (pressed) {
            menu->chosen = i;
            return press(menu, pen, at, x, y);
        }
        const dw_menu_item *item = &page->items[i];
        if (item->kind == DW_ITEM_LIST || item->kind == DW_ITEM_REPLAYS) {
            (void)row_mouse(menu, pen, item, at, x, y, false);
        } else if (item->kind == DW_ITEM_KEYS) {
            dw_key_rows_mouse(&menu->keys, pen, at, x, y, false);
        }
    }
    return DW_CHOICE_NONE;
}

/* "Label        < value >" */
static void draw_option(const dw_menu *menu, const dw_pen *pen, const dw_menu_item *at, dw_box box,
                        dw_look look)
{
    const float ui = pen->ui;
    char value[64];
    dw_canvas_round_rect(pen->canvas, box, 6.0F * ui, dw_palette(DW_TINT_FIELD));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), 6.0F * ui, 1.2F * ui,
                          dw_palette(look == DW_LOOK_CHOSEN    ? DW_TINT_ACCENT
                                     : look == DW_LOOK_HOVERED ? DW_TINT_TEXT_FAINT
                                                               : DW_TINT_PANEL_EDGE));
    const dw_text_style label = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    const dw_text_style bold = dw_pen_bold(pen, 14.0F, DW_TINT_TEXT);
    const dw_text_style arrow =
        dw_pen_bold(pen, 14.0F, look == DW_LOOK_CHOSEN ? DW_TINT_ACCENT : DW_TINT_TEXT_FAINT);
    const float y = (box.y0 + box.y1 - dw_text_height(pen->text, &bold)) * 0.5F;
    dw_menu_option_text(&menu->options, (dw_menu_option)at->index, value);
    /* A long value takes what the label leaves. */
    const float label_end =
        box.x0 + 12.0F * ui + dw_text_width(pen->text, &label, dw_say(at->label));
    const float most = (box.x1 - label_end) * 0.5F - 26.0F * ui;
    const float half = fminf(fmaxf((box.x1 - box.x0) * 0.28F - 16.0F * ui,
                                   dw_text_width(pen->text, &bold, value) * 0.5F + 14.0F * ui),
                             most);
    const float middle = box.x1 - 16.0F * ui - half;
    char cut[sizeof value];
    dw_text_cut(pen->text, &bold, value, 2.0F * half - 24.0F * ui, cut, sizeof cut);
    (void)dw_text_draw(pen, box.x0 + 12.0F * ui, y, DW_ALIGN_LEFT, &label, dw_say(at->label));
    (void)dw_text_draw(pen, middle - half, y, DW_ALIGN_CENTRE, &arrow, "<");
    (void)dw_text_draw(pen, middle, y, DW_ALIGN_CENTRE, &bold, cut);
    (void)dw_text_draw(pen, middle + half, y, DW_ALIGN_CENTRE, &arrow, ">");
}

static void draw_item(dw_menu *menu, const dw_pen *pen, uint32_t index, dw_box box, double seconds)
{
    const dw_menu_item *at = &layout_of(menu)->items[index];
    const bool chosen = menu->chosen == index;
    const dw_look look = chosen                            ? DW_LOOK_CHOSEN
                         : menu->hovered == (int32_t)index ? DW_LOOK_HOVERED
                                                           : DW_LOOK_PLAIN;
    switch (at->kind) {
    case DW_ITEM_BUTTON:
        dw_panel_button(pen, box, look, dw_say(at->label));
        return;
    case DW_ITEM_OPTION:
        draw_option(menu, pen, at, box, look);
        return;
    case DW_ITEM_LIST:
        dw_server_rows_draw(&menu->servers, pen, box, chosen, seconds);
        return;
    case DW_ITEM_KEYS:
        dw_key_rows_draw(&menu->keys, pen, box, chosen);
        return;
    case DW_ITEM_REPLAYS:
        dw_replay_rows_draw(&menu->replays, pen, box, chosen);
        return;
    case DW_ITEM_FIELD:
        break;
    }
    char stars[DW_FIELD_BYTES_MAX] = "";
    const dw_menu_field field = (dw_menu_field)at->index;
    const char *shown = menu->fields[field].text;
    if (field == DW_FIELD_PASSWORD) {
        memset(stars, '*', strlen(shown));
        shown = stars;
    }
    dw_panel_field(pen, box,
                   &(dw_panel_entry){.look = look,
                                     .label = dw_say(at->label),
                                     .value = shown,
                                     .hint = dw_menu_field_hint(field),
                                     .caret = chosen && fmod(seconds, 1.0) < 0.6});
}

/* On the page, or on a plate of its own below it. */
static void draw_message(const dw_menu *menu, const dw_pen *pen, dw_box box)
{
    const float ui = pen->ui;
    const float place = layout_of(menu)->message_y;
    const float middle = (box.x0 + box.x1) * 0.5F;
    const float least = place > 0.0F ? 0.0F : 560.0F * ui;
    const float width = fmaxf(box.x1 - box.x0, least);
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    dw_text_block block = {middle, 0.0F, width - 48.0F * ui, 21.0F * ui, MESSAGE_LINES};
    uint32_t lines = dw_text_count_lines(pen->text, &style, menu->message, block.width);
    lines = lines < MESSAGE_LINES ? lines : MESSAGE_LINES;
    float top = box.y0 + place * ui;
    if (place <= 0.0F && lines > 0) {
        const float height = (21.0F * (float)lines + 14.0F) * ui;
        /* As far below as fits: a high page leaves little room. */
        top = fminf(box.y1 + 8.0F * ui, (float)pen->canvas->height - height - 2.0F);
        dw_panel_draw(pen->canvas, dw_box_at(middle - width * 0.5F, top, width, height), 10.0F * ui,
                      1.0F);
        top += 8.0F * ui;
    }
    block.y = top;
    (void)dw_text_draw_lines(pen, block, DW_ALIGN_CENTRE, &style, menu->message);
}

void dw_menu_draw(dw_menu *menu, const dw_pen *pen, double seconds)
{
    const float ui = pen->ui;
    const dw_menu_layout *page = layout_of(menu);
    if (menu->page == DW_PAGE_NONE) {
        return;
    }
    const dw_box box = page_box(menu, pen);
    if (menu->page != DW_PAGE_START) {
        dw_canvas_rect(pen->canvas,
                       (dw_box){0.0F, 0.0F, (float)pen->canvas->width, (float)pen->canvas->height},
                       dw_palette(DW_TINT_MENU_DIM));
    }
    dw_panel_draw(pen->canvas, box, 14.0F * ui, 1.0F);
    if (page->heading != DW_SAY_NOTHING) {
        const bool bad = menu->page == DW_PAGE_END || menu->page == DW_PAGE_NEW_KEY;
        (void)dw_panel_heading(
            pen, (box.x0 + box.x1) * 0.5F, box.y0 + 24.0F * ui,
            (dw_heading){17.0F, dw_palette(bad ? DW_TINT_BAD : DW_TINT_ACCENT), DW_ALIGN_CENTRE},
            dw_say(page->heading));
    }
    draw_message(menu, pen, box);
    for (uint32_t i = 0; i < page->item_count; i++) {
        draw_item(menu, pen, i, item_box(&page->items[i], box, ui), seconds);
    }
}
