/* actions.h - what a person can do, as one table: each action, its name in the settings file, where
 * it counts, and which keys and buttons do it by default. bindings.h says which do it now.
 * A new action is one line here and a label in texts/actions_*.inc (the compiler and test_view_say
 * name a missing one): the settings file, the page to rebind and the hints follow.
 * Pure: knows SDL's codes of keys and buttons, calls no SDL function. */
#ifndef DW_VIEW_ACTIONS_H
#define DW_VIEW_ACTIONS_H

#include "client/view/model/overlay.h"

#include <SDL_gamecontroller.h>
#include <SDL_mouse.h>
#include <SDL_scancode.h>

/* Where an action counts. One key may do two things that never count at once. */
enum {
    DW_IN_PLAY = 1,   /* The person has a body. */
    DW_IN_WATCH = 2,  /* The person has none. */
    DW_IN_REPLAY = 4, /* Beside DW_IN_WATCH, while a recorded round is shown. */
    DW_IN_MENU = 8,   /* A page of the menu is open. */
    DW_IN_MATCH = DW_IN_PLAY | DW_IN_WATCH,
    DW_IN_ALL = DW_IN_MATCH | DW_IN_MENU
};

typedef enum dw_device {
    DW_DEVICE_NONE,
    DW_DEVICE_KEY,   /* Code: SDL_Scancode, so that W A S D are positions, not letters. */
    DW_DEVICE_MOUSE, /* Code: SDL_BUTTON_LEFT and so on, or a notch of the wheel. */
    DW_DEVICE_PAD    /* Code: SDL_GameControllerButton, or a trigger. */
} dw_device;

/* Codes beside those of SDL. */
enum {
    DW_MOUSE_WHEEL_UP = 6,
    DW_MOUSE_WHEEL_DOWN = 7,
    DW_PAD_TRIGGER_LEFT = 64,
    DW_PAD_TRIGGER_RIGHT = 65
};

/* One key or button. */
typedef struct dw_binding {
    uint16_t device; /* dw_device */
    uint16_t code;   /* Without a gap between them, so that bindings are equal byte by byte. */
} dw_binding;

/* An action can have two keys, a button of the mouse and a button of the gamepad. */
typedef enum dw_bind_slot {
    DW_BIND_KEY,
    DW_BIND_KEY_2,
    DW_BIND_MOUSE,
    DW_BIND_PAD,
    DW_BIND_SLOTS
} dw_bind_slot;

/* ROW(NAME, word, where, key, second key, mouse, gamepad)
 * The first four stand in the order in which their keys lie: W A S D. With K(SCANCODE),
 * M(code), P(BUTTON), T(LEFT or RIGHT trigger) and NO for none. */
#define DW_ACTIONS(ROW)                                                                            \
    ROW(UP, up, DW_IN_MATCH, K(W), K(UP), NO, P(DPAD_UP))                                          \
    ROW(LEFT, left, DW_IN_MATCH, K(A), K(LEFT), NO, P(DPAD_LEFT))                                  \
    ROW(DOWN, down, DW_IN_MATCH, K(S), K(DOWN), NO, P(DPAD_DOWN))                                  \
    ROW(RIGHT, right, DW_IN_MATCH, K(D), K(RIGHT), NO, P(DPAD_RIGHT))                              \
    ROW(SPRINT, sprint, DW_IN_PLAY, K(LSHIFT), K(RSHIFT), NO, T(RIGHT))                            \
    ROW(CROUCH, crouch, DW_IN_PLAY, K(LCTRL), K(RCTRL), NO, T(LEFT))                               \
    ROW(CROUCH_TOGGLE, crouch_toggle, DW_IN_PLAY, K(C), NO, NO, P(B))                              \
    ROW(USE, use, DW_IN_PLAY, K(E), K(SPACE), NO, P(A))                                            \
    ROW(THROW, throw, DW_IN_PLAY, K(Z), NO, M(SDL_BUTTON_RIGHT), P(RIGHTSTICK))                    \
    ROW(TOOL, tool, DW_IN_PLAY, K(R), NO, NO, P(X))                                                \
    ROW(SIGNS, signs, DW_IN_PLAY, K(Q), NO, NO, P(Y))                                              \
    ROW(PING, ping, DW_IN_PLAY, K(X), NO, M(SDL_BUTTON_MIDDLE), P(LEFTSTICK))                      \
    ROW(READY, ready, DW_IN_PLAY, K(G), NO, NO, NO)                                                \
    ROW(SCORES, scores, DW_IN_PLAY, K(TAB), NO, NO, NO)                                            \
    ROW(SCORES_WATCH, scores_watch, DW_IN_WATCH, K(GRAVE), NO, NO, NO)                             \
    ROW(BRIEFING, briefing, DW_IN_MATCH, K(F2), NO, NO, NO)                                        \
    ROW(PARTS, parts, DW_IN_MATCH, K(Y), NO, NO, NO)                                               \
    ROW(VOTE_YES, vote_yes, DW_IN_PLAY, K(F3), NO, NO, NO)                                         \
    ROW(VOTE_NO, vote_no, DW_IN_PLAY, K(F4), NO, NO, NO)                                           \
    ROW(LESSON_NEXT, lesson_next, DW_IN_PLAY, K(N), NO, NO, NO)                                    \
    ROW(CHAT, chat, DW_IN_MATCH, K(T), K(RETURN), NO, NO)                                          \
    ROW(NUMBER_1, number_1, DW_IN_MATCH, K(1), NO, NO, NO)                                         \
    ROW(NUMBER_2, number_2, DW_IN_MATCH, K(2), NO, NO, NO)                                         \
    ROW(NUMBER_3, number_3, DW_IN_MATCH, K(3), NO, NO, NO)                                         \
    ROW(NUMBER_4, number_4, DW_IN_MATCH, K(4), NO, NO, NO)                                         \
    ROW(NUMBER_5, number_5, DW_IN_WATCH, K(5), NO, NO, NO)                                         \
    ROW(NUMBER_6, number_6, DW_IN_WATCH, K(6), NO, NO, NO)                                         \
    ROW(NUMBER_7, number_7, DW_IN_WATCH, K(7), NO, NO, NO)                                         \
    ROW(NUMBER_8, number_8, DW_IN_WATCH, K(8), NO, NO, NO)                                         \
    ROW(NUMBER_9, number_9, DW_IN_WATCH, K(9), NO, NO, NO)                                         \
    ROW(ZOOM_IN, zoom_in, DW_IN_MATCH, K(PAGEUP), NO, M(DW_MOUSE_WHEEL_UP), P(RIGHTSHOULDER))      \
    ROW(ZOOM_OUT, zoom_out, DW_IN_MATCH, K(PAGEDOWN), NO, M(DW_MOUSE_WHEEL_DOWN), P(LEFTSHOULDER)) \
    ROW(NEXT, next, DW_IN_WATCH, K(TAB), NO, NO, P(Y))                                             \
    ROW(OVERVIEW, overview, DW_IN_WATCH, K(HOME), NO, NO, NO)                                      \
    ROW(LAYERS, layers, DW_IN_WATCH, K(O), NO, NO, P(A))                                           \
    ROW(LAYER_SIGHT, layer_sight, DW_IN_WATCH, K(V), NO, NO, NO)                                   \
    ROW(LAYER_METERS, layer_meters, DW_IN_WATCH, K(M), NO, NO, NO)                                 \
    ROW(LAYER_PATHS, layer_paths, DW_IN_WATCH, K(P), NO, NO, NO)                                   \
    ROW(LAYER_GOALS, layer_goals, DW_IN_WATCH, K(G), NO, NO, NO)                                   \
    ROW(LAYER_MEMORY, layer_beliefs, DW_IN_WATCH, K(B), NO, NO, NO)                                \
    ROW(LAYER_RADIO, layer_radio, DW_IN_WATCH, K(R), NO, NO, NO)                                   \
    ROW(LAYER_SEARCH, layer_search, DW_IN_WATCH, K(F), NO, NO, NO)                                 \
    ROW(LAYER_NOTICED, layer_noticed, DW_IN_WATCH, K(X), NO, NO, NO)                               \
    ROW(LAYER_SECTORS, layer_sectors, DW_IN_WATCH, K(N), NO, NO, NO)                               \
    ROW(REPLAY_PAUSE, replay_pause, DW_IN_REPLAY, K(SPACE), NO, NO, P(X))                          \
    ROW(REPLAY_BACK, replay_back, DW_IN_REPLAY, K(J), NO, NO, T(LEFT))                             \
    ROW(REPLAY_FORWARD, replay_forward, DW_IN_REPLAY, K(L), NO, NO, T(RIGHT))                      \
    ROW(REPLAY_STEP_BACK, replay_step_back, DW_IN_REPLAY, K(COMMA), NO, NO, NO)                    \
    ROW(REPLAY_STEP, replay_step, DW_IN_REPLAY, K(PERIOD), NO, NO, NO)                             \
    ROW(REPLAY_SLOWER, replay_slower, DW_IN_REPLAY, K(LEFTBRACKET), NO, NO, NO)                    \
    ROW(REPLAY_FASTER, replay_faster, DW_IN_REPLAY, K(RIGHTBRACKET), NO, NO, NO)                   \
    ROW(REPLAY_EVENT_BACK, replay_event_back, DW_IN_REPLAY, K(SEMICOLON), NO, NO, NO)              \
    ROW(REPLAY_EVENT, replay_event, DW_IN_REPLAY, K(APOSTROPHE), NO, NO, P(B))                     \
    ROW(REPLAY_VIEW, replay_view, DW_IN_REPLAY, K(I), NO, NO, P(LEFTSTICK))                        \
    ROW(REPLAY_WHY, replay_why, DW_IN_REPLAY, K(Q), NO, NO, P(RIGHTSTICK))                         \
    ROW(REPLAY_GHOSTS, replay_ghosts, DW_IN_REPLAY, K(E), NO, NO, NO)                              \
    ROW(REPLAY_CLIP, replay_clip, DW_IN_REPLAY, K(F9), NO, NO, NO)                                 \
    ROW(LAST_REPLAY, last_replay, DW_IN_MATCH, K(F8), NO, NO, NO)                                  \
    ROW(MENU, menu, DW_IN_MATCH, K(ESCAPE), NO, NO, P(START))                                      \
    ROW(HELP, help, DW_IN_MATCH, K(H), K(F1), NO, P(BACK))                                         \
    ROW(FULLSCREEN, fullscreen, DW_IN_ALL, K(F11), NO, NO, NO)                                     \
    ROW(QUIETER, quieter, DW_IN_ALL, K(MINUS), NO, NO, NO)                                         \
    ROW(LOUDER, louder, DW_IN_ALL, K(EQUALS), NO, NO, NO)                                          \
    ROW(MUTE, mute, DW_IN_ALL, K(U), NO, NO, NO)                                                   \
    ROW(CAPTIONS, captions, DW_IN_ALL, K(K), NO, NO, NO)                                           \
    ROW(FAVOURITE, favourite, DW_IN_MENU, K(F), NO, NO, P(X))

typedef enum dw_action {
    DW_ACTION_NONE,
#define DW_ACTION_ENUM(NAME, word, where, ...) DW_ACTION_##NAME,
    DW_ACTIONS(DW_ACTION_ENUM)
#undef DW_ACTION_ENUM
        DW_ACTION_COUNT
} dw_action;

_Static_assert(DW_ACTION_LAYER_SECTORS - DW_ACTION_LAYER_SIGHT + 1 == DW_LAYER_COUNT,
               "an action for each layer, in their order");

typedef struct dw_action_row {
    const char *word; /* In the settings file. */
    uint8_t where;    /* DW_IN_* */
    dw_binding defaults[DW_BIND_SLOTS];
} dw_action_row;

/* Any but DW_ACTION_NONE. */
const dw_action_row *dw_action_row_of(dw_action action);

/* For people, in the language that is on: texts/actions_english.inc. */
const char *dw_action_label(dw_action action);

#endif
