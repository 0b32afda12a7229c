/* A gamepad for scripts. Loaded before the program by LD_PRELOAD, it takes commands from the pipe
 * that VIRTUAL_PAD names, and does them on a virtual joystick of SDL, at most one a frame:
 *
 *     plug | unplug | BUTTON     BUTTON as SDL calls it (a, dpdown, start): down for a frame, then
 * up
 *
 * A frame begins with the first call of SDL_PollEvent behind one that had no event any more. */
#include <SDL.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct virtual_pad {
    int (*poll)(SDL_Event *);
    int pipe;
    int device;
    int pressed; /* Button, -1: none. */
    SDL_Joystick *stick;
    bool frame_over;
    size_t used;
    char line[64];
} virtual_pad;

static virtual_pad pad = {.pipe = -1, .device = -1, .pressed = -1};

static void open_pad(void)
{
    const char *path = getenv("VIRTUAL_PAD");
    void *address = dlsym(RTLD_NEXT, "SDL_PollEvent");
    memcpy(&pad.poll, &address, sizeof pad.poll); /* ISO C knows no conversion to a function. */
    pad.pipe = path != NULL ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    if (pad.poll == NULL || pad.pipe < 0) {
        (void)fprintf(stderr, "virtual_pad: no SDL_PollEvent, or no pipe in VIRTUAL_PAD\n");
        abort();
    }
}

static void plug(void)
{
    pad.device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                           SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    pad.stick = SDL_JoystickOpen(pad.device);
    /* At rest a trigger stands at its lowest value. */
    (void)SDL_JoystickSetVirtualAxis(pad.stick, SDL_CONTROLLER_AXIS_TRIGGERLEFT,
                                     SDL_JOYSTICK_AXIS_MIN);
    (void)SDL_JoystickSetVirtualAxis(pad.stick, SDL_CONTROLLER_AXIS_TRIGGERRIGHT,
                                     SDL_JOYSTICK_AXIS_MIN);
}

static void unplug(void)
{
    SDL_JoystickClose(pad.stick);
    pad.stick = NULL;
    (void)SDL_JoystickDetachVirtual(pad.device);
}

static void obey(const char *command)
{
    const SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(command);
    if (strcmp(command, "plug") == 0 && pad.stick == NULL) {
        plug();
    } else if (strcmp(command, "unplug") == 0 && pad.stick != NULL) {
        unplug();
    } else if (button != SDL_CONTROLLER_BUTTON_INVALID && pad.stick != NULL) {
        pad.pressed = button;
        (void)SDL_JoystickSetVirtualButton(pad.stick, button, 1);
    } else {
        (void)fprintf(stderr, "virtual_pad: cannot do \"%s\"\n", command);
        abort();
    }
}

/* Once a frame. */
static void step(void)
{
    if (pad.pressed >= 0) {
        (void)SDL_JoystickSetVirtualButton(pad.stick, pad.pressed, 0);
        pad.pressed = -1;
        return;
    }
    char *end;
    while ((end = memchr(pad.line, '\n', pad.used)) == NULL) {
        const ssize_t got =
            read(pad.pipe, pad.line + pad.used, sizeof pad.line - pad.used); /* 0: full, too. */
        if (got <= 0) {
            return;
        }
        pad.used += (size_t)got;
    }
    char command[sizeof pad.line];
    const size_t length = (size_t)(end - pad.line);
    memcpy(command, pad.line, length);
    command[length] = '\0';
    pad.used -= length + 1;
    memmove(pad.line, end + 1, pad.used);
    obey(command);
}

/* Stands before SDL's own. */
int SDL_PollEvent(SDL_Event *event)
{
    if (pad.poll == NULL) {
        open_pad();
    }
    if (pad.frame_over) {
        pad.frame_over = false;
        step();
    }
    const int found = pad.poll(event);
    pad.frame_over = found == 0;
    return found;
}
