/* message_text.h - a message or snapshot as one line of `key=value` pairs, every field named: what
 * PROTOCOL.md's vectors say beside the bytes, and what a failed test prints. */
#ifndef DW_TESTS_MESSAGE_TEXT_H
#define DW_TESTS_MESSAGE_TEXT_H

#include "protocol/message.h"
#include "protocol/snapshot.h"

enum { DW_TEST_TEXT_SIZE = 8192 };

void dw_test_message_text(const dw_message *message, char text[DW_TEST_TEXT_SIZE]);
void dw_test_snapshot_text(const dw_snapshot *snapshot, uint16_t doors_count,
                           char text[DW_TEST_TEXT_SIZE]);

#endif
