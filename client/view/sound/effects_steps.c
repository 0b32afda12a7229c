/* effects_steps.c - steps: a thump of the foot, and what the floor adds to it. */
#include "client/view/sound/effects_render.h"

/* What a floor sounds like: the body of the thump, and a rustle, ring or splash. */
typedef struct material {
    float thump_hz, thump_level;
    float low_hz, high_hz, noise_level, noise_decay_s;
    float ring_hz, ring_level; /* 0: nothing rings. */
    uint8_t grains;            /* Pebbles or drops that come one after the other; 0: none. */
} material;

static const material materials[DW_FLOOR_COUNT] = {
    [DW_FLOOR_WOOD] = {130, 0.9F, 250, 1600, 0.5F, 0.020F, 410, 0.22F, 0},
    [DW_FLOOR_TILE] = {190, 0.5F, 1500, 5200, 0.8F, 0.012F, 1250, 0.16F, 0},
    [DW_FLOOR_CARPET] = {95, 0.9F, 80, 620, 0.45F, 0.030F, 0, 0, 0},
    [DW_FLOOR_STONE] = {150, 0.6F, 900, 3800, 0.8F, 0.016F, 780, 0.10F, 0},
    [DW_FLOOR_GRASS] = {85, 0.5F, 1300, 3600, 0.5F, 0.050F, 0, 0, 0},
    [DW_FLOOR_GRAVEL] = {110, 0.3F, 2200, 7800, 0.6F, 0.022F, 0, 0, 7},
    [DW_FLOOR_WATER] = {120, 0.4F, 500, 2600, 0.6F, 0.060F, 0, 0, 4},
    [DW_FLOOR_METAL] = {210, 0.5F, 1200, 4600, 0.4F, 0.012F, 890, 0.60F, 0},
};

/* What a gait changes: how hard the foot comes down, how long it rolls, and how bright that is. */
typedef struct manner {
    float thump, roll_s, attack_s, bright;
} manner;

static const manner manners[DW_INTRUDER_GAIT_COUNT] = {
    [DW_GAIT_WALKING] = {1.0F, 1.0F, 0.002F, 1.0F},
    [DW_GAIT_CROUCHING] = {0.5F, 1.5F, 0.010F, 0.7F},
    [DW_GAIT_SPRINTING] = {1.3F, 0.75F, 0.001F, 1.15F},
};

static void add_grains(dw_wave *wave, const material *of, const manner *how, uint32_t seed)
{
    for (uint32_t i = 0; i < of->grains; i++) {
        const uint32_t chance = seed * 2654435761U + i * 40503U;
        const float off = (float)(chance >> 16 & 0xffU) / 255.0F;
        const float at = 0.008F + (0.012F * (float)i + 0.010F * off) * how->roll_s;
        const float bright = (0.8F + 0.5F * off) * how->bright;
        dw_wave_noise(wave, &(dw_burst){.envelope = {.at_s = at,
                                                     .lasts_s = 0.03F,
                                                     .attack_s = 0.001F,
                                                     .decay_s = 0.006F,
                                                     .level = 0.9F - 0.3F * off},
                                        .low_hz = of->low_hz * bright,
                                        .high_hz = of->high_hz * bright,
                                        .seed = chance});
    }
    if (of == &materials[DW_FLOOR_WATER]) { /* Drops: bubbles that rise in pitch. */
        for (uint32_t i = 0; i < of->grains; i++) {
            const float hz = 420.0F + 130.0F * (float)((seed + 3 * i) % 5);
            dw_wave_tone(wave, &(dw_tone){.envelope = {.at_s = 0.03F + 0.03F * (float)i,
                                                       .lasts_s = 0.05F,
                                                       .attack_s = 0.004F,
                                                       .decay_s = 0.02F,
                                                       .level = 0.30F},
                                          .from_hz = hz,
                                          .to_hz = hz * 1.9F});
        }
    }
}

void dw_effect_render_step(dw_wave *wave, dw_floor floor, dw_intruder_gait gait, bool heavy,
                           uint32_t seed)
{
    const material *of = &materials[floor];
    const manner *how = &manners[gait];
    const float weight = heavy ? 0.72F : 1.0F; /* Of the pitch: boots are lower. */
    const float varied = 1.0F + 0.05F * (float)(seed % 3);
    const float thump_hz = of->thump_hz * weight * varied;
    dw_wave_tone(wave, &(dw_tone){.envelope = {.lasts_s = 0.12F,
                                               .attack_s = how->attack_s,
                                               .decay_s = 0.028F,
                                               .level = of->thump_level * how->thump *
                                                        (heavy ? 1.4F : 1.0F)},
                                  .from_hz = thump_hz * 1.5F,
                                  .to_hz = thump_hz * 0.8F});
    /* The sole comes down: first the heel, then more quietly the toe. */
    for (uint32_t part = 0; part < 2; part++) {
        dw_wave_noise(
            wave, &(dw_burst){.envelope = {.at_s = 0.055F * how->roll_s * (float)part,
                                           .lasts_s = 0.15F,
                                           .attack_s = how->attack_s,
                                           .decay_s = of->noise_decay_s * how->roll_s,
                                           .level = of->noise_level * (part == 0 ? 1.0F : 0.5F)},
                              .low_hz = of->low_hz * weight,
                              .high_hz = of->high_hz * weight * varied * how->bright,
                              .seed = seed * 2 + part});
    }
    if (of->ring_level > 0.0F) {
        for (uint32_t part = 0; part < 2; part++) {
            const float hz = of->ring_hz * weight * varied * (part == 0 ? 1.0F : 2.41F);
            dw_wave_tone(
                wave,
                &(dw_tone){.envelope = {.lasts_s = 0.20F,
                                        .attack_s = how->attack_s,
                                        .decay_s = floor == DW_FLOOR_METAL ? 0.05F : 0.018F,
                                        .level = of->ring_level * how->thump / (float)(part + 1)},
                           .from_hz = hz,
                           .to_hz = hz});
        }
    }
    add_grains(wave, of, how, seed);
}
