/* thread.h - threads of the programs, beside the one that runs main. Owns nothing. */
#ifndef DW_PLATFORM_THREAD_H
#define DW_PLATFORM_THREAD_H

#include <pthread.h>

/* Starts a thread that takes no signals: SIGTERM must wake the main loop. 0, or the error's
 * number. */
int dw_thread_start(pthread_t *out, void *(*run)(void *context), void *context);

#endif
