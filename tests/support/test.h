/* test.h - what every cmocka program includes, in the order that cmocka wants. */
#ifndef DW_TESTS_SUPPORT_TEST_H
#define DW_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#endif
