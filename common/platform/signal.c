/* signal.c - the handler only sets a flag, which main loops look at. */
#include "common/platform/signal.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_asked;
static volatile sig_atomic_t reload_asked;

static void on_stop(int number)
{
    (void)number;
    stop_asked = 1;
}

static void on_reload(int number)
{
    (void)number;
    reload_asked = 1;
}

void dw_signal_open_reload(void)
{
    struct sigaction reload = {.sa_handler = on_reload};
    (void)sigemptyset(&reload.sa_mask);
    (void)sigaction(SIGHUP, &reload, NULL);
}

bool dw_signal_take_reload(void)
{
    const bool asked = reload_asked != 0;
    reload_asked = 0;
    return asked;
}

void dw_signal_open(void)
{
    /* No SA_RESTART: a sleeping or waiting loop wakes up and sees the flag at once. */
    struct sigaction stop = {.sa_handler = on_stop};
    (void)sigemptyset(&stop.sa_mask);
    (void)sigaction(SIGINT, &stop, NULL);
    (void)sigaction(SIGTERM, &stop, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
}

bool dw_signal_stop_asked(void)
{
    return stop_asked != 0;
}
