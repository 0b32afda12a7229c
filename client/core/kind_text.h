/* kind_text.h - what a body of the guards' side is called. Pure. */
#ifndef DW_CLIENT_CORE_KIND_TEXT_H
#define DW_CLIENT_CORE_KIND_TEXT_H

#include "client/core/client.h"

/* "guard", "dog", "motion detector" ... */
const char *dw_kind_text(const dw_drawn_world *world, const dw_drawn_body *guard);

#endif
