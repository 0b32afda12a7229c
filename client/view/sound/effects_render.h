/* effects_render.h - how the files of effects are divided: each writes its effects into a wave that
 * has begun at the length that dw_effect_render gave it. For effects.c alone. */
#ifndef DW_VIEW_EFFECTS_RENDER_H
#define DW_VIEW_EFFECTS_RENDER_H

#include "client/view/sound/effects.h"

/* Steps (effects_steps.c). `heavy`: a guard's boots. */
void dw_effect_render_step(dw_wave *wave, dw_floor floor, dw_intruder_gait gait, bool heavy,
                           uint32_t seed);

/* Things of the house (effects_things.c). */
void dw_effect_render_door(dw_wave *wave, bool closes);
void dw_effect_render_topple(dw_wave *wave);
void dw_effect_render_bell(dw_wave *wave);
void dw_effect_render_coin(dw_wave *wave);
void dw_effect_render_bait(dw_wave *wave);
void dw_effect_render_throw(dw_wave *wave);
void dw_effect_render_beep(dw_wave *wave);

/* Voices and radio (effects_voices.c). `kind`: as BARK's and RADIO's b. */
void dw_effect_render_voice(dw_wave *wave, uint32_t kind);
void dw_effect_render_call(dw_wave *wave);
void dw_effect_render_radio(dw_wave *wave, uint32_t kind);
void dw_effect_render_dog(dw_wave *wave);

/* What the game says to the person (effects_signals.c). */
void dw_effect_render_signal(dw_wave *wave, dw_effect effect, uint32_t variant);

#endif
