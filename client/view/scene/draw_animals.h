/* draw_animals.h - a dog and a cat from above, on a disc with a ring in the colour of the mood.
 * Awake they stand along their heading, asleep they lie curled up. Cost: some hundred pixels. */
#ifndef DW_VIEW_DRAW_ANIMALS_H
#define DW_VIEW_DRAW_ANIMALS_H

#include "client/view/scene/token.h"

/* Floppy ears, a saddle, a collar in the colour of the mood. */
void dw_draw_dog_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, bool asleep);

/* Slender, striped, with pointed ears and a long tail. */
void dw_draw_cat_token(dw_canvas *canvas, const dw_token *token, uint8_t mood, bool asleep);

#endif
