#include "client/view/pages/menu.h"

#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "protocol/protocol.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITEMS_MAX = 6 };

typedef enum item_kind { ITEM_BUTTON, ITEM_ADDRESS, ITEM_NAME, ITEM_PASSWORD } item_kind;

typedef struct item {
    item_kind kind;
    dw_choice choice;
    const char *label;
    float x, y, width, height; /* From the middle of the page's top edge, before scaling. */
} item;

typedef struct page_layout {
    const char *heading;
    float width, height;
    uint32_t item_count;
    item items[ITEMS_MAX];
} page_layout;

static const page_layout pages[DW_PAGE_COUNT] = {
    [DW_PAGE_START] = {NULL,
                       420,
                       330,
                       6,
                       {{ITEM_ADDRESS, DW_CHOICE_NONE, "SERVER", -180, 40, 360, 40},
                        {ITEM_NAME, DW_CHOICE_NONE, "YOUR NAME", -180, 112, 172, 40},
                        {ITEM_PASSWORD, DW_CHOICE_NONE, "PASSWORD", 8, 112, 172, 40},
                        {ITEM_BUTTON, DW_CHOICE_PLAY, "Play", -180, 178, 172, 48},
                        {ITEM_BUTTON, DW_CHOICE_WATCH, "Watch", 8, 178, 172, 48},
                        {ITEM_BUTTON, DW_CHOICE_QUIT, "Quit", -60, 256, 120, 38}}},
    [DW_PAGE_PAUSE] = {"MENU",
                       300,
                       306,
                       4,
                       {{ITEM_BUTTON, DW_CHOICE_RESUME, "Resume", -110, 70, 220, 44},
                        {ITEM_BUTTON, DW_CHOICE_HELP, "Keys and signs", -110, 124, 220, 44},
                        {ITEM_BUTTON, DW_CHOICE_LEAVE, "Leave the match", -110, 178, 220, 44},
                        {ITEM_BUTTON, DW_CHOICE_QUIT, "Quit", -110, 232, 220, 44}}},
    [DW_PAGE_WAIT] =
        {"CONNECTING", 420, 190, 1, {{ITEM_BUTTON, DW_CHOICE_LEAVE, "Cancel", -70, 128, 140, 40}}},
    [DW_PAGE_END] = {"DISCONNECTED",
                     520,
                     220,
                     3,
                     {{ITEM_BUTTON, DW_CHOICE_RETRY, "Try again", -222, 150, 140, 44},
                      {ITEM_BUTTON, DW_CHOICE_LEAVE, "Start screen", -70, 150, 140, 44},
                      {ITEM_BUTTON, DW_CHOICE_QUIT, "Quit", 82, 150, 140, 44}}},
};

void dw_menu_init(dw_menu *menu, const char *address, const char *name)
{
    *menu = (dw_menu){.hovered = -1};
    dw_field_init(&menu->address, 120, address);
    dw_field_init(&menu->name, DW_PLAYER_NAME_MAX, name);
    dw_field_init(&menu->password, 64, "");
}

void dw_menu_open(dw_menu *menu, dw_page page, const char *message)
{
    if (menu->page != page) {
        menu->page = page;
        menu->hovered = -1;
        menu->chosen = page == DW_PAGE_START ? 3 : 0;
    }
    (void)snprintf(menu->message, sizeof menu->message, "%s", message);
}

static dw_field *field_of(dw_menu *menu, item_kind kind)
{
    switch (kind) {
    case ITEM_ADDRESS:
        return &menu->address;
    case ITEM_NAME:
        return &menu->name;
    case ITEM_PASSWORD:
        return &menu->password;
    default:
        return NULL;
    }
}

static dw_field *chosen_field(dw_menu *menu)
{
    const page_layout *page = &pages[menu->page];
    return menu->chosen < page->item_count ? field_of(menu, page->items[menu->chosen].kind) : NULL;
}

bool dw_menu_types(const dw_menu *menu)
{
    const page_layout *page = &pages[menu->page];
    return menu->chosen < page->item_count && page->items[menu->chosen].kind != ITEM_BUTTON;
}

void dw_menu_text(dw_menu *menu, const char *text)
{
    dw_field *field = chosen_field(menu);
    if (field != NULL) {
        dw_field_insert(field, text);
    }
}

static void step(dw_menu *menu, uint32_t by)
{
    const uint32_t count = pages[menu->page].item_count;
    if (count > 0) {
        menu->chosen = (menu->chosen + by) % count;
    }
}

static dw_choice decide(const dw_menu *menu)
{
    const page_layout *page = &pages[menu->page];
    if (menu->chosen >= page->item_count) {
        return DW_CHOICE_NONE;
    }
    /* Enter in a field means: go. */
    const item *at = &page->items[menu->chosen];
    return at->kind == ITEM_BUTTON ? at->choice : DW_CHOICE_PLAY;
}

static dw_choice back(const dw_menu *menu)
{
    static const dw_choice choices[DW_PAGE_COUNT] = {[DW_PAGE_PAUSE] = DW_CHOICE_RESUME,
                                                     [DW_PAGE_WAIT] = DW_CHOICE_LEAVE,
                                                     [DW_PAGE_END] = DW_CHOICE_LEAVE};
    return choices[menu->page];
}

dw_choice dw_menu_key(dw_menu *menu, SDL_Scancode key, bool shift)
{
    const uint32_t count = pages[menu->page].item_count;
    const bool types = dw_menu_types(menu);
    switch (key) {
    case SDL_SCANCODE_RETURN:
    case SDL_SCANCODE_KP_ENTER:
        return decide(menu);
    case SDL_SCANCODE_ESCAPE:
        return back(menu);
    case SDL_SCANCODE_TAB:
        step(menu, shift ? count - 1 : 1);
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_DOWN:
        step(menu, 1);
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_UP:
        step(menu, count - 1);
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_BACKSPACE:
        if (types) {
            dw_field_erase(chosen_field(menu));
        }
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_RIGHT:
    case SDL_SCANCODE_LEFT:
        if (!types) {
            step(menu, key == SDL_SCANCODE_RIGHT ? 1 : count - 1);
        }
        return DW_CHOICE_NONE;
    case SDL_SCANCODE_SPACE:
        return types ? DW_CHOICE_NONE : decide(menu);
    default:
        return DW_CHOICE_NONE;
    }
}

dw_choice dw_menu_button(dw_menu *menu, SDL_GameControllerButton button)
{
    switch (button) {
    case SDL_CONTROLLER_BUTTON_A:
        return decide(menu);
    case SDL_CONTROLLER_BUTTON_B:
    case SDL_CONTROLLER_BUTTON_START:
        return back(menu);
    case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
    case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
        step(menu, 1);
        return DW_CHOICE_NONE;
    case SDL_CONTROLLER_BUTTON_DPAD_UP:
    case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
        step(menu, pages[menu->page].item_count - 1);
        return DW_CHOICE_NONE;
    default:
        return DW_CHOICE_NONE;
    }
}

/* Where a page lies on the canvas. The start screen leaves room for the title above. */
static dw_box page_box(const dw_menu *menu, const dw_pen *pen)
{
    const float ui = pen->ui;
    const float width = (float)pen->canvas->width;
    const float height = (float)pen->canvas->height;
    const page_layout *page = &pages[menu->page];
    const float top = menu->page == DW_PAGE_START ? height * 0.5F - 70.0F * ui
                                                  : (height - page->height * ui) * 0.5F;
    const float left = (width - page->width * ui) * 0.5F;
    return dw_box_at(left, top, page->width * ui, page->height * ui);
}

static dw_box item_box(const item *at, dw_box page, float ui)
{
    const float middle = (page.x0 + page.x1) * 0.5F;
    return dw_box_at(middle + at->x * ui, page.y0 + at->y * ui, at->width * ui, at->height * ui);
}

dw_choice dw_menu_mouse(dw_menu *menu, const dw_pen *pen, float x, float y, bool pressed)
{
    const float ui = pen->ui;
    const page_layout *page = &pages[menu->page];
    const dw_box box = page_box(menu, pen);
    menu->hovered = -1;
    for (uint32_t i = 0; i < page->item_count; i++) {
        if (!dw_box_holds(item_box(&page->items[i], box, ui), x, y)) {
            continue;
        }
        menu->hovered = (int32_t)i;
        if (pressed) {
            menu->chosen = i;
            return page->items[i].kind == ITEM_BUTTON ? page->items[i].choice : DW_CHOICE_NONE;
        }
    }
    return DW_CHOICE_NONE;
}

static void draw_item(const dw_menu *menu, const dw_pen *pen, uint32_t index, dw_box box,
                      double seconds)
{
    const item *at = &pages[menu->page].items[index];
    const bool chosen = menu->chosen == index;
    const dw_look look = chosen                            ? DW_LOOK_CHOSEN
                         : menu->hovered == (int32_t)index ? DW_LOOK_HOVERED
                                                           : DW_LOOK_PLAIN;
    const bool caret = chosen && fmod(seconds, 1.0) < 0.6;
    if (at->kind == ITEM_BUTTON) {
        dw_panel_button(pen, box, look, at->label);
        return;
    }
    char stars[128] = "";
    const char *shown = at->kind == ITEM_ADDRESS ? menu->address.text : menu->name.text;
    const char *hint = at->kind == ITEM_ADDRESS ? "host or host:port" : "anonymous";
    if (at->kind == ITEM_PASSWORD) {
        memset(stars, '*', strlen(menu->password.text));
        shown = stars;
        hint = "none";
    }
    dw_panel_field(
        pen, box,
        &(dw_panel_entry){
            .look = look, .label = at->label, .value = shown, .hint = hint, .caret = caret});
}

static void draw_message(const dw_menu *menu, const dw_pen *pen, dw_box box, float top)
{
    const float ui = pen->ui;
    const dw_text_style style = dw_pen_plain(pen, 14.0F, DW_TINT_TEXT_SOFT);
    const char *rest = menu->message;
    for (int line = 0; line < 3 && rest[0] != '\0'; line++) {
        char piece[sizeof menu->message];
        const size_t bytes = dw_text_break(pen->text, &style, rest, box.x1 - box.x0 - 48.0F * ui);
        memcpy(piece, rest, bytes);
        piece[bytes] = '\0';
        (void)dw_text_draw(pen, (box.x0 + box.x1) * 0.5F, top + 21.0F * ui * (float)line,
                           DW_ALIGN_CENTRE, &style, piece);
        rest += bytes;
    }
}

void dw_menu_draw(const dw_menu *menu, const dw_pen *pen, double seconds)
{
    const float ui = pen->ui;
    const page_layout *page = &pages[menu->page];
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
    if (page->heading != NULL) {
        const bool bad = menu->page == DW_PAGE_END;
        (void)dw_panel_heading(
            pen, (box.x0 + box.x1) * 0.5F, box.y0 + 24.0F * ui,
            (dw_heading){17.0F, dw_palette(bad ? DW_TINT_BAD : DW_TINT_ACCENT), DW_ALIGN_CENTRE},
            page->heading);
        draw_message(menu, pen, box, box.y0 + 66.0F * ui);
    } else {
        draw_message(menu, pen, box, box.y1 + 12.0F * ui);
    }
    for (uint32_t i = 0; i < page->item_count; i++) {
        draw_item(menu, pen, i, item_box(&page->items[i], box, ui), seconds);
    }
}

dw_status dw_menu_parse_address(const char *address, char *host, size_t host_size, uint16_t *port,
                                dw_error *error)
{
    const char *colon = strchr(address, ':');
    const size_t length = colon != NULL ? (size_t)(colon - address) : strlen(address);
    int64_t number = DW_PORT_DEFAULT;
    if (length == 0 || length >= host_size || memchr(address, ' ', length) != NULL) {
        return dw_fail(error, DW_INVALID, "\"%.80s\": not an address; write HOST or HOST:PORT",
                       address);
    }
    if (colon != NULL && dw_parse_int(colon + 1, 1, 65535, &number) != DW_OK) {
        return dw_fail(error, DW_INVALID, "\"%.80s\": the port is a number from 1 to 65535",
                       address);
    }
    memcpy(host, address, length);
    host[length] = '\0';
    *port = (uint16_t)number;
    return DW_OK;
}
