/* effects_signals.c - what the game says to the person: short chords and bells, and a heartbeat. */
#include "client/view/sound/effects_render.h"

#include "common/base/check.h"

typedef struct chime {
    float at_s, hz, to_hz, lasts_s, decay_s, level; /* to_hz 0: it keeps its pitch. */
    dw_shape shape;
} chime;

#define BELL(at, hz, decay, level)                                                                 \
    {                                                                                              \
        at, hz, 0, 1.6F, decay, level, DW_SHAPE_SINE                                               \
    }

static const chime detected[] = {{0, 233, 220, 1.1F, 0.45F, 0.5F, DW_SHAPE_SAW},
                                 {0, 247, 233, 1.1F, 0.45F, 0.5F, DW_SHAPE_SAW},
                                 {0, 349, 330, 1.1F, 0.35F, 0.4F, DW_SHAPE_SAW},
                                 {0, 80, 45, 0.5F, 0.12F, 1.6F, DW_SHAPE_SINE}};
static const chime chase[] = {{0, 196, 0, 0.16F, 0.10F, 0.6F, DW_SHAPE_SAW},
                              {0.18F, 208, 0, 0.16F, 0.10F, 0.6F, DW_SHAPE_SAW},
                              {0.36F, 233, 0, 0.40F, 0.16F, 0.7F, DW_SHAPE_SAW},
                              {0.36F, 70, 48, 0.4F, 0.10F, 1.0F, DW_SHAPE_SINE}};
static const chime caught_own[] = {{0, 220, 104, 1.3F, 0.5F, 0.6F, DW_SHAPE_SAW},
                                   {0, 262, 123, 1.3F, 0.5F, 0.5F, DW_SHAPE_SAW},
                                   {0.02F, 60, 36, 0.8F, 0.25F, 1.4F, DW_SHAPE_SINE},
                                   {0.35F, 60, 36, 0.8F, 0.25F, 1.0F, DW_SHAPE_SINE}};
static const chime caught_mate[] = {{0, 262, 220, 0.5F, 0.2F, 0.6F, DW_SHAPE_TRIANGLE},
                                    {0.25F, 208, 165, 0.8F, 0.3F, 0.6F, DW_SHAPE_TRIANGLE}};
static const chime taken[] = {BELL(0, 523, 0.20F, 0.5F), BELL(0.09F, 659, 0.20F, 0.5F),
                              BELL(0.18F, 784, 0.25F, 0.5F), BELL(0.27F, 1047, 0.35F, 0.6F)};
static const chime dropped[] = {BELL(0, 659, 0.15F, 0.5F), BELL(0.12F, 494, 0.20F, 0.5F)};
static const chime handed[] = {BELL(0, 587, 0.15F, 0.5F), BELL(0.10F, 880, 0.25F, 0.5F)};
static const chime start[] = {BELL(0, 220, 0.50F, 0.7F), BELL(0, 441, 0.40F, 0.4F),
                              BELL(0, 607, 0.25F, 0.3F), BELL(0, 1190, 0.12F, 0.2F)};
static const chime lost[] = {{0, 220, 0, 1.5F, 0.5F, 0.5F, DW_SHAPE_TRIANGLE},
                             {0.25F, 208, 0, 1.3F, 0.5F, 0.5F, DW_SHAPE_TRIANGLE},
                             {0.50F, 165, 0, 1.1F, 0.5F, 0.6F, DW_SHAPE_TRIANGLE},
                             {0.50F, 82, 0, 1.1F, 0.5F, 0.8F, DW_SHAPE_SINE}};
static const chime won[] = {{0, 262, 0, 1.5F, 0.5F, 0.4F, DW_SHAPE_TRIANGLE},
                            {0.15F, 330, 0, 1.4F, 0.5F, 0.4F, DW_SHAPE_TRIANGLE},
                            {0.30F, 392, 0, 1.3F, 0.5F, 0.4F, DW_SHAPE_TRIANGLE},
                            {0.45F, 523, 0, 1.1F, 0.5F, 0.6F, DW_SHAPE_TRIANGLE},
                            BELL(0.45F, 1047, 0.40F, 0.3F)};
static const chime sign[] = {BELL(0, 740, 0.04F, 0.6F), BELL(0.09F, 988, 0.05F, 0.6F)};
static const chime ping[] = {BELL(0, 1175, 0.14F, 0.8F), BELL(0, 2350, 0.05F, 0.2F)};
static const chime failed[] = {{0, 160, 130, 0.10F, 0.03F, 1.0F, DW_SHAPE_TRIANGLE}};
static const chime heart[] = {{0, 72, 44, 0.16F, 0.05F, 1.0F, DW_SHAPE_SINE},
                              {0.19F, 62, 40, 0.20F, 0.06F, 0.75F, DW_SHAPE_SINE}};

typedef struct chord {
    const chime *chimes;
    uint32_t count;
} chord;

#define CHORD(of)                                                                                  \
    {                                                                                              \
        of, DW_COUNT_OF(of)                                                                        \
    }

static chord chord_of(dw_effect effect, uint32_t variant)
{
    static const chord caught[] = {CHORD(caught_own), CHORD(caught_mate)};
    static const chord item[] = {CHORD(taken), CHORD(dropped), CHORD(handed)};
    static const chord result[] = {CHORD(lost), CHORD(won)};
    switch (effect) {
    case DW_EFFECT_DETECTED:
        return (chord)CHORD(detected);
    case DW_EFFECT_CHASE:
        return (chord)CHORD(chase);
    case DW_EFFECT_CAUGHT:
        return caught[variant];
    case DW_EFFECT_ITEM:
        return item[variant];
    case DW_EFFECT_START:
        return (chord)CHORD(start);
    case DW_EFFECT_RESULT:
        return result[variant];
    case DW_EFFECT_SIGN:
        return (chord)CHORD(sign);
    case DW_EFFECT_PING:
        return (chord)CHORD(ping);
    case DW_EFFECT_HEART:
        return (chord)CHORD(heart);
    default:
        DW_CHECK(effect == DW_EFFECT_FAILED);
        return (chord)CHORD(failed);
    }
}

void dw_effect_render_signal(dw_wave *wave, dw_effect effect, uint32_t variant)
{
    const chord of = chord_of(effect, variant);
    for (uint32_t i = 0; i < of.count; i++) {
        const chime *at = &of.chimes[i];
        dw_wave_tone(wave, &(dw_tone){.envelope = {.at_s = at->at_s,
                                                   .lasts_s = at->lasts_s,
                                                   .attack_s = 0.004F,
                                                   .decay_s = at->decay_s,
                                                   .level = at->level},
                                      .shape = at->shape,
                                      .from_hz = at->hz,
                                      .to_hz = at->to_hz > 0.0F ? at->to_hz : at->hz});
    }
    dw_wave_filter(wave, dw_biquad_low_pass(5200.0F, 0.7F)); /* Saws are sharp. */
}
