/* end_text.h - why a connection ended, as a sentence in the language that is on. Pure. */
#ifndef DW_VIEW_END_TEXT_H
#define DW_VIEW_END_TEXT_H

#include "client/core/client.h"

enum { DW_END_TEXT = 256 };

/* The client must have ended. What broke the protocol, and errors of
 * files and of the network, stay English. */
void dw_end_text(const dw_client *client, char text[DW_END_TEXT]);

#endif
