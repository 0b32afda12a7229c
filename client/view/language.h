/* language.h - which language the window speaks: by the settings, by --language, or as the system.
 * Knows the environment and SDL's list of locales; the texts are texts/say.h's. */
#ifndef DW_VIEW_LANGUAGE_H
#define DW_VIEW_LANGUAGE_H

#include "client/view/texts/say.h"

/* Of LC_ALL, LC_MESSAGES, or the system's list of locales: the first one that the table has.
 * Else English. */
dw_language dw_language_of_system(void);

/* From now on; `wanted` as in the settings: 0 that of the system, else 1 + dw_language. */
void dw_language_speak(uint8_t wanted);

#endif
