#include "common/platform/thread.h"

#include <signal.h>
#include <stddef.h>

/* A thread begins with the signals that its maker lets in. */
int dw_thread_start(pthread_t *out, void *(*run)(void *context), void *context)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failure = pthread_create(out, NULL, run, context);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}
