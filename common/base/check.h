/* check.h - statements that are true unless the program has a bug.
 * DW_CHECK stays in every build; DW_DCHECK only where it would cost too much elsewhere. Neither is
 * ever used on data from a file, a flag or a peer. A failed check prints where and aborts. */
#ifndef DW_BASE_CHECK_H
#define DW_BASE_CHECK_H

_Noreturn void dw_check_failed(const char *expression, const char *file, int line);

#define DW_CHECK(expression)                                                                       \
    ((expression) ? (void)0 : dw_check_failed(#expression, __FILE__, __LINE__))

#ifdef DW_DCHECKS
#define DW_DCHECK(expression) DW_CHECK(expression)
#else
#define DW_DCHECK(expression) ((void)sizeof((expression) ? 1 : 0))
#endif

#define DW_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
