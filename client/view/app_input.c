#include "client/view/app_input.h"

#include "client/view/texts/say.h"

#include <SDL.h>

static const dw_app_wish nothing = {.quit = false};

static bool is_menu(const dw_app_target *to)
{
    return to->menu->page != DW_PAGE_NONE;
}

static bool is_typing(const dw_app_target *to)
{
    return is_menu(to) ? dw_menu_types(to->menu) : to->play->chatting;
}

static uint32_t where(const dw_app_target *to)
{
    return is_menu(to) ? DW_IN_MENU : dw_play_where(to->play);
}

/* Closes what lies over the match, or opens the menu. */
static void open_menu(const dw_app_target *to)
{
    dw_play *play = to->play;
    if (play->help != 0) {
        play->help = 0;
    } else if (dw_replay_desk_close(&play->desk)) {
        return;
    } else if (play->answer.open) {
        play->answer.open = false;
    } else if (play->signs.open) {
        play->signs.open = false;
    } else {
        dw_controls_release(&play->controls);
        const bool replay = (dw_play_where(play) & DW_IN_REPLAY) != 0;
        dw_menu_open(to->menu, replay ? DW_PAGE_PAUSE_REPLAY : DW_PAGE_PAUSE, "");
    }
}

/* Actions of window, sound and server are everywhere the same. */
static bool is_for_program(dw_action action)
{
    return action == DW_ACTION_FULLSCREEN || action == DW_ACTION_LOUDER ||
           action == DW_ACTION_QUIETER || action == DW_ACTION_MUTE ||
           action == DW_ACTION_CAPTIONS || action == DW_ACTION_LAST_REPLAY;
}

/* In a match a key or button went down. */
static void press(const dw_app_target *to, dw_binding binding, dw_action action)
{
    if (action == DW_ACTION_MENU) {
        open_menu(to);
    } else if (action != DW_ACTION_NONE && dw_controls_note(&to->play->controls, binding, action)) {
        dw_play_action(to->play, action, true);
    }
}

/* Also in a menu: a key that was held when the menu opened may come up in it. */
static void lift(const dw_app_target *to, dw_binding binding)
{
    const dw_action action = dw_controls_lift(&to->play->controls, binding);
    if (action != DW_ACTION_NONE) {
        dw_play_action(to->play, action, false);
    }
}

static void type(const dw_app_target *to, const char *text)
{
    if (is_menu(to)) {
        dw_menu_text(to->menu, text);
    } else if (to->play->chatting) {
        dw_field_insert(&to->play->chat, text);
    }
}

static void paste(const dw_app_target *to)
{
    char *text = SDL_GetClipboardText();
    if (text != NULL) {
        type(to, text);
    }
    SDL_free(text);
}

static dw_app_wish key_down(const dw_app_target *to, const SDL_KeyboardEvent *key)
{
    const SDL_Scancode code = key->keysym.scancode;
    const dw_binding binding = dw_binding_key(code);
    const bool first = key->repeat == 0;
    dw_action action = dw_bindings_find(to->bindings, binding, where(to));
    if (is_menu(to) && first && dw_menu_capture(to->menu, binding)) {
        return nothing;
    }
    if (binding.code == SDL_SCANCODE_RETURN && (key->keysym.mod & KMOD_ALT) != 0) {
        action = DW_ACTION_FULLSCREEN;
    } else if (is_typing(to) && dw_binding_types(binding) && (key->keysym.mod & KMOD_CTRL) == 0) {
        return nothing; /* It comes as text. */
    }
    if (is_for_program(action)) {
        const bool repeats = action == DW_ACTION_LOUDER || action == DW_ACTION_QUIETER;
        return (dw_app_wish){.action = first || repeats ? action : DW_ACTION_NONE};
    }
    if (is_typing(to) && code == SDL_SCANCODE_V && (key->keysym.mod & KMOD_CTRL) != 0) {
        paste(to);
        return nothing;
    }
    if (is_menu(to)) {
        const dw_choice choice = dw_menu_action(to->menu, action);
        const bool shift = (key->keysym.mod & KMOD_SHIFT) != 0;
        return (dw_app_wish){
            .choice = choice != DW_CHOICE_NONE ? choice : dw_menu_key(to->menu, code, shift)};
    }
    if (to->play->chatting) {
        if (action == DW_ACTION_ZOOM_IN || action == DW_ACTION_ZOOM_OUT) {
            dw_play_action(to->play, action, true); /* Turns the pages of an answer. */
            dw_play_action(to->play, action, false);
        } else {
            dw_play_chat_key(to->play, to->client, code);
        }
    } else if (first) {
        to->play->controls.gamepad = false;
        press(to, binding, action);
    }
    return nothing;
}

static dw_app_wish on_button(const dw_app_target *to, const SDL_MouseButtonEvent *button)
{
    const dw_binding binding = dw_binding_mouse(button->button);
    const dw_action action = dw_bindings_find(to->bindings, binding, where(to));
    const float scale = dw_window_mouse_scale(to->window);
    const float x = (float)button->x * scale;
    const float y = (float)button->y * scale;
    const bool down = button->type == SDL_MOUSEBUTTONDOWN;
    const bool left = button->button == SDL_BUTTON_LEFT;
    if (!down) {
        lift(to, binding);
        if (left) {
            dw_play_release(to->play, &to->pen, x, y);
        }
    } else if (is_menu(to) && dw_menu_capture(to->menu, binding)) {
        return nothing;
    } else if (is_menu(to)) {
        if (left) {
            return (dw_app_wish){.choice = dw_menu_mouse(to->menu, &to->pen, x, y, true)};
        }
    } else if (left && to->play->help != 0) {
        dw_play_turn_help(to->play);
    } else if (left) {
        (void)dw_play_click(to->play, &to->pen, x, y);
    } else if (is_for_program(action)) {
        return (dw_app_wish){.action = action};
    } else {
        to->play->controls.gamepad = false;
        dw_play_hover(to->play, &to->pen, x, y);
        press(to, binding, action);
    }
    return nothing;
}

static dw_app_wish on_motion(const dw_app_target *to, const SDL_MouseMotionEvent *motion)
{
    const float scale = dw_window_mouse_scale(to->window);
    const float x = (float)motion->x * scale;
    const float y = (float)motion->y * scale;
    if (is_menu(to)) {
        return (dw_app_wish){.choice = dw_menu_mouse(to->menu, &to->pen, x, y, false)};
    }
    if ((motion->state & SDL_BUTTON_LMASK) != 0) {
        dw_play_drag(to->play, (float)motion->xrel * scale, (float)motion->yrel * scale);
    }
    dw_play_hover(to->play, &to->pen, x, y);
    return nothing;
}

static dw_app_wish on_wheel(const dw_app_target *to, const SDL_MouseWheelEvent *wheel)
{
    const dw_binding binding =
        dw_binding_mouse(wheel->y > 0 ? DW_MOUSE_WHEEL_UP : DW_MOUSE_WHEEL_DOWN);
    const dw_action action = dw_bindings_find(to->bindings, binding, where(to));
    if (is_menu(to) && wheel->y != 0 && !dw_menu_capture(to->menu, binding)) {
        dw_menu_wheel(to->menu, wheel->y > 0 ? -3 : 3);
    }
    if (is_menu(to) || wheel->y == 0) {
        return nothing;
    }
    if (is_for_program(action)) {
        return (dw_app_wish){.action = action};
    }
    if (action == DW_ACTION_ZOOM_IN || action == DW_ACTION_ZOOM_OUT) {
        const float scale = dw_window_mouse_scale(to->window);
        int x = 0;
        int y = 0;
        (void)SDL_GetMouseState(&x, &y);
        dw_play_zoom(to->play, (float)x * scale, (float)y * scale,
                     action == DW_ACTION_ZOOM_IN ? 1.0F : -1.0F);
        return nothing;
    }
    press(to, binding, action); /* A notch is down and up at once. */
    lift(to, binding);
    return nothing;
}

static bool is_cross(uint32_t code)
{
    return code >= SDL_CONTROLLER_BUTTON_DPAD_UP && code <= SDL_CONTROLLER_BUTTON_DPAD_RIGHT;
}

/* What is typed now; NULL: nothing. */
static dw_field *typed_field(const dw_app_target *to)
{
    return is_menu(to)          ? dw_menu_typed_field(to->menu)
           : to->play->chatting ? &to->play->chat
                                : NULL;
}

/* The keyboard on the screen is open, and something is typed. */
bool dw_app_input_has_keys(const dw_app_input *input, const dw_app_target *to)
{
    return input->keys.open && typed_field(to) != NULL;
}

static void press_key(dw_app_input *input, const dw_app_target *to, SDL_GameControllerButton button)
{
    switch (dw_pad_keys_press(&input->keys, button, typed_field(to))) {
    case DW_PAD_DONE:
        if (!is_menu(to)) {
            dw_play_chat_key(to->play, to->client, SDL_SCANCODE_RETURN);
        }
        break; /* In a menu one goes on to the next item. */
    case DW_PAD_CLOSED:
        if (!is_menu(to)) {
            dw_play_chat_key(to->play, to->client, SDL_SCANCODE_ESCAPE);
        }
        break;
    case DW_PAD_TYPED:
        break;
    }
}

void dw_app_input_action(dw_app_input *input, const dw_app_target *to, dw_action action)
{
    dw_play_action(to->play, action, true);
    dw_play_action(to->play, action, false);
    if (action == DW_ACTION_CHAT && to->play->controls.gamepad) {
        dw_pad_keys_open(&input->keys);
    }
}

void dw_app_input_draw(const dw_app_input *input, const dw_app_target *to)
{
    if (!dw_app_input_has_keys(input, to)) {
        return;
    }
    const dw_menu_item *at = is_menu(to) ? dw_menu_typed_item(to->menu) : NULL;
    dw_pad_keys_draw(&input->keys, &to->pen,
                     at != NULL ? dw_say(at->label) : dw_action_label(DW_ACTION_CHAT),
                     typed_field(to), at != NULL && at->index == DW_FIELD_PASSWORD);
}

static dw_app_wish on_pad_button(dw_app_input *input, const dw_app_target *to, uint32_t code,
                                 bool down)
{
    const dw_binding binding = dw_binding_pad(code);
    const dw_action action = dw_bindings_find(to->bindings, binding, where(to));
    to->play->controls.gamepad = true;
    if (down && dw_menu_capture(to->menu, binding)) {
        return nothing;
    }
    if (!down) {
        lift(to, binding);
    } else if (dw_app_input_has_keys(input, to)) {
        if (!is_cross(code) && code < SDL_CONTROLLER_BUTTON_MAX) {
            press_key(input, to, (int)code);
        }
    } else if (is_for_program(action)) {
        return (dw_app_wish){.action = action};
    } else if (is_menu(to) && is_cross(code)) {
        return nothing; /* The cross steps in dw_app_input_step. */
    } else if (is_menu(to) && code == SDL_CONTROLLER_BUTTON_A && dw_menu_types(to->menu)) {
        dw_pad_keys_open(&input->keys);
    } else if (is_menu(to)) {
        const dw_choice choice = dw_menu_action(to->menu, action);
        return (dw_app_wish){.choice = choice != DW_CHOICE_NONE || code >= SDL_CONTROLLER_BUTTON_MAX
                                           ? choice
                                           : dw_menu_button(to->menu, (int)code)};
    } else if (!to->play->chatting) {
        press(to, binding, action);
    }
    return nothing;
}

static dw_app_wish on_axis(dw_app_input *input, const dw_app_target *to,
                           const SDL_ControllerAxisEvent *event)
{
    uint32_t code = 0;
    bool down = false;
    if (dw_gamepad_trigger(&input->gamepad, event, &code, &down)) {
        return on_pad_button(input, to, code, down);
    }
    if (!is_menu(to)) {
        dw_controls_axis(&to->play->controls, (SDL_GameControllerAxis)event->axis, event->value);
    }
    return nothing;
}

/* On the page that is open, or in the match. */
static void tell(const dw_app_target *to, const char *text)
{
    dw_feed_notice(&to->play->feed, DW_TONE_PLAIN, to->play->seconds, text);
    if (is_menu(to) && to->menu->page != DW_PAGE_WAIT) {
        dw_menu_open(to->menu, to->menu->page, text);
    }
}

static dw_app_wish on_gamepad(dw_app_input *input, const dw_app_target *to, const SDL_Event *event)
{
    char line[120];
    switch (event->type) {
    case SDL_CONTROLLERDEVICEADDED:
        if (dw_gamepad_plug(&input->gamepad, event->cdevice.which)) {
            dw_say_into(line, sizeof line, DW_SAY_GAMEPAD_PLUGGED,
                        DW_S(dw_gamepad_name(&input->gamepad)));
            tell(to, line);
        }
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (dw_gamepad_unplug(&input->gamepad, event->cdevice.which)) {
            dw_controls_release(&to->play->controls); /* The body stops. */
            to->play->controls.gamepad = input->gamepad.open != NULL;
            tell(to, dw_say(DW_SAY_GAMEPAD_GONE));
        }
        break;
    case SDL_CONTROLLERAXISMOTION:
        return on_axis(input, to, &event->caxis);
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        return on_pad_button(input, to, event->cbutton.button,
                             event->type == SDL_CONTROLLERBUTTONDOWN);
    default:
        break;
    }
    return nothing;
}

dw_choice dw_app_input_step(dw_app_input *input, const dw_app_target *to, uint64_t now_ns)
{
    input->keys.open =
        dw_app_input_has_keys(input, to); /* A field can go away by itself, or by the keyboard. */
    if (!is_menu(to) && !input->keys.open) {
        return DW_CHOICE_NONE;
    }
    const SDL_GameControllerButton step = dw_gamepad_menu_step(&input->gamepad, now_ns);
    if (step == SDL_CONTROLLER_BUTTON_INVALID || (is_menu(to) && to->menu->keys.captures)) {
        return DW_CHOICE_NONE;
    }
    if (!input->keys.open) {
        return dw_menu_button(to->menu, step);
    }
    press_key(input, to, step);
    return DW_CHOICE_NONE;
}

dw_app_wish dw_app_input_event(dw_app_input *input, const dw_app_target *to, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        return (dw_app_wish){.quit = true};
    case SDL_KEYDOWN:
        return key_down(to, &event->key);
    case SDL_KEYUP:
        lift(to, dw_binding_key(event->key.keysym.scancode));
        break;
    case SDL_TEXTINPUT:
        type(to, event->text.text);
        break;
    case SDL_MOUSEMOTION:
        return on_motion(to, &event->motion);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return on_button(to, &event->button);
    case SDL_MOUSEWHEEL:
        return on_wheel(to, &event->wheel);
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
            dw_controls_release(&to->play->controls);
        }
        break;
    default:
        return on_gamepad(input, to, event);
    }
    return nothing;
}

void dw_app_input_close(dw_app_input *input)
{
    dw_gamepad_close(&input->gamepad);
}
