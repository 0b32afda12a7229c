/* words.h - the words of an enum, made of the X-macro list that makes the enum. */
#ifndef DW_BASE_WORDS_H
#define DW_BASE_WORDS_H

#include "common/base/check.h"

/* The part of a row X(name, word) or X(name, word, text). */
#define DW_WORD_OF_2(name, word)       word,
#define DW_WORD_OF_3(name, word, text) word,
#define DW_TEXT_OF_3(name, word, text) text,

/* Defines FUNCTION(value), the word of a value. One that the list does not have is a bug. */
#define DW_ENUM_WORDS(function, type, count, LIST, PART)                                           \
    const char *function(type value)                                                               \
    {                                                                                              \
        static const char *const words[count] = {LIST(PART)};                                      \
        DW_CHECK((unsigned)value < (unsigned)(count));                                             \
        return words[value];                                                                       \
    }

/* The same for values from elsewhere: those that the list does not have are `otherwise`. */
#define DW_ENUM_WORDS_OR(function, type, count, LIST, PART, otherwise)                             \
    const char *function(type value)                                                               \
    {                                                                                              \
        static const char *const words[count] = {LIST(PART)};                                      \
        return (unsigned)value < (unsigned)(count) ? words[value] : (otherwise);                   \
    }

#endif
