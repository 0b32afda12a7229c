#include "client/view/language.h"

#include <SDL.h>
#include <stdlib.h>

dw_language dw_language_of_system(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES"};
    dw_language language = DW_LANGUAGE_ENGLISH;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *locale = getenv(variables[i]);
        if (locale != NULL && locale[0] != '\0') {
            (void)dw_language_find(locale, &language);
            return language;
        }
    }
    SDL_Locale *locales = SDL_GetPreferredLocales();
    for (const SDL_Locale *at = locales; at != NULL && at->language != NULL; at++) {
        if (dw_language_find(at->language, &language)) {
            break;
        }
    }
    SDL_free(locales);
    return language;
}

void dw_language_speak(uint8_t wanted)
{
    dw_say_in(wanted > 0 && wanted <= DW_LANGUAGE_COUNT ? (dw_language)(wanted - 1)
                                                        : dw_language_of_system());
}
