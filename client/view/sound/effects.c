#include "client/view/sound/effects.h"

#include "client/view/sound/effects_render.h"
#include "common/base/check.h"

#include <stdlib.h>

#define PEAK 0.80F

enum { SEED_STEP = 1000, SEED_GUARD = 5000 };

/* Each effect takes as many entries of the bank as it has variants. */
enum {
#define BANK_ENTRIES(name, variants, priority, caption)                                            \
    FIRST_##name, LAST_##name = FIRST_##name + (variants)-1,
    DW_EFFECTS(BANK_ENTRIES)
#undef BANK_ENTRIES
        ENTRIES
};

struct dw_effect_bank {
    int16_t *samples;
    uint32_t first_entry[DW_EFFECT_COUNT];
    dw_effect_samples entries[ENTRIES];
};

const dw_effect_row *dw_effect_row_of(dw_effect effect)
{
    static const dw_effect_row rows[DW_EFFECT_COUNT] = {
#define DW_EFFECT_ROW(name, variants, priority, caption) {#name, variants, priority, caption},
        DW_EFFECTS(DW_EFFECT_ROW)
#undef DW_EFFECT_ROW
    };
    DW_CHECK(effect < DW_EFFECT_COUNT);
    return &rows[effect];
}

uint32_t dw_effect_step(dw_floor floor, dw_intruder_gait gait, uint32_t take)
{
    DW_CHECK(floor < DW_FLOOR_COUNT && gait < DW_INTRUDER_GAIT_COUNT);
    return ((uint32_t)floor * DW_INTRUDER_GAIT_COUNT + (uint32_t)gait) * DW_EFFECT_TAKES +
           take % DW_EFFECT_TAKES;
}

uint32_t dw_effect_guard_step(dw_floor floor, bool runs, uint32_t take)
{
    DW_CHECK(floor < DW_FLOOR_COUNT);
    return ((uint32_t)floor * 2 + (runs ? 1 : 0)) * DW_EFFECT_TAKES + take % DW_EFFECT_TAKES;
}

static float seconds_of(dw_effect effect)
{
    static const float seconds[DW_EFFECT_COUNT] = {
        [DW_EFFECT_STEP] = 0.22F,  [DW_EFFECT_GUARD_STEP] = 0.26F, [DW_EFFECT_DOOR] = 0.60F,
        [DW_EFFECT_CALL] = 0.95F,  [DW_EFFECT_DOG] = 0.62F,        [DW_EFFECT_SHOUT] = 0.60F,
        [DW_EFFECT_BELL] = 0.90F,  [DW_EFFECT_TOPPLE] = 0.90F,     [DW_EFFECT_COIN] = 0.85F,
        [DW_EFFECT_BAIT] = 0.25F,  [DW_EFFECT_THROW] = 0.28F,      [DW_EFFECT_VOICE] = 1.00F,
        [DW_EFFECT_BEEP] = 0.35F,  [DW_EFFECT_RADIO] = 1.10F,      [DW_EFFECT_DETECTED] = 1.2F,
        [DW_EFFECT_CHASE] = 0.90F, [DW_EFFECT_CAUGHT] = 1.40F,     [DW_EFFECT_ITEM] = 0.90F,
        [DW_EFFECT_START] = 1.50F, [DW_EFFECT_RESULT] = 1.60F,     [DW_EFFECT_SIGN] = 0.22F,
        [DW_EFFECT_PING] = 0.55F,  [DW_EFFECT_FAILED] = 0.12F,     [DW_EFFECT_HEART] = 0.42F};
    return seconds[effect];
}

static void render_step(uint32_t variant, bool heavy, dw_wave *wave)
{
    const uint32_t gaits = heavy ? 2U : (uint32_t)DW_INTRUDER_GAIT_COUNT;
    const uint32_t which = variant / DW_EFFECT_TAKES;
    dw_intruder_gait gait = (dw_intruder_gait)(which % gaits);
    if (heavy) {
        gait = which % gaits == 1 ? DW_GAIT_SPRINTING : DW_GAIT_WALKING;
    }
    dw_effect_render_step(wave, (dw_floor)(which / gaits), gait, heavy,
                          (heavy ? SEED_GUARD : SEED_STEP) + variant);
}

void dw_effect_render(dw_effect effect, uint32_t variant, dw_wave *wave)
{
    DW_CHECK(variant < dw_effect_row_of(effect)->variants);
    dw_wave_begin(wave, seconds_of(effect));
    switch (effect) {
    case DW_EFFECT_STEP:
    case DW_EFFECT_GUARD_STEP:
        render_step(variant, effect == DW_EFFECT_GUARD_STEP, wave);
        break;
    case DW_EFFECT_DOOR:
        dw_effect_render_door(wave, variant == 1);
        break;
    case DW_EFFECT_CALL:
        dw_effect_render_call(wave);
        break;
    case DW_EFFECT_DOG:
        dw_effect_render_dog(wave);
        break;
    case DW_EFFECT_SHOUT:
        dw_effect_render_voice(wave, 0);
        break;
    case DW_EFFECT_BELL:
        dw_effect_render_bell(wave);
        break;
    case DW_EFFECT_TOPPLE:
        dw_effect_render_topple(wave);
        break;
    case DW_EFFECT_COIN:
        dw_effect_render_coin(wave);
        break;
    case DW_EFFECT_BAIT:
        dw_effect_render_bait(wave);
        break;
    case DW_EFFECT_THROW:
        dw_effect_render_throw(wave);
        break;
    case DW_EFFECT_VOICE:
        dw_effect_render_voice(wave, variant);
        break;
    case DW_EFFECT_BEEP:
        dw_effect_render_beep(wave);
        break;
    case DW_EFFECT_RADIO:
        dw_effect_render_radio(wave, variant);
        break;
    default:
        dw_effect_render_signal(wave, effect, variant);
        break;
    }
    dw_wave_finish(wave, PEAK);
}

static uint32_t samples_of_all(void)
{
    uint32_t samples = 0;
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        samples += dw_wave_samples(seconds_of((dw_effect)effect)) *
                   dw_effect_row_of((dw_effect)effect)->variants;
    }
    return samples;
}

static void fill(dw_effect_bank *bank, dw_wave *wave)
{
    uint32_t used = 0;
    uint32_t entry = 0;
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        bank->first_entry[effect] = entry;
        for (uint32_t v = 0; v < dw_effect_row_of((dw_effect)effect)->variants; v++) {
            dw_effect_render((dw_effect)effect, v, wave);
            for (uint32_t i = 0; i < wave->count; i++) {
                bank->samples[used + i] = (int16_t)(wave->samples[i] * 32767.0F);
            }
            bank->entries[entry++] = (dw_effect_samples){bank->samples + used, wave->count};
            used += wave->count;
        }
    }
    DW_CHECK(entry == ENTRIES);
}

dw_status dw_effect_bank_create(dw_effect_bank **out, dw_error *error)
{
    dw_effect_bank *bank = calloc(1, sizeof *bank);
    dw_wave wave = {.capacity = DW_EFFECT_SAMPLES_MAX};
    wave.samples = malloc(sizeof *wave.samples * wave.capacity);
    if (bank != NULL) {
        bank->samples = malloc(sizeof *bank->samples * samples_of_all());
    }
    if (bank == NULL || wave.samples == NULL || bank->samples == NULL) {
        free(wave.samples);
        dw_effect_bank_destroy(bank);
        return dw_fail(error, DW_MEMORY, "no memory for the sounds");
    }
    fill(bank, &wave);
    free(wave.samples);
    *out = bank;
    return DW_OK;
}

void dw_effect_bank_destroy(dw_effect_bank *bank)
{
    if (bank != NULL) {
        free(bank->samples);
        free(bank);
    }
}

dw_effect_samples dw_effect_bank_get(const dw_effect_bank *bank, dw_effect effect, uint32_t variant)
{
    DW_CHECK(variant < dw_effect_row_of(effect)->variants);
    return bank->entries[bank->first_entry[effect] + variant];
}
