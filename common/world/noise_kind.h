/* noise_kind.h - what a noise is, as a person can tell by ear (server/RULES.md 8.30).
 * Owns: the list. The simulation gives them to noises, the wire to what players hear, the view
 * draws them. The wire sends their number, so new kinds are appended. */
#ifndef DW_WORLD_NOISE_KIND_H
#define DW_WORLD_NOISE_KIND_H

typedef enum dw_noise_kind {
    DW_NOISE_STEP, /* Listeners pay no heed to steps of their own side. */
    DW_NOISE_LEAF,
    DW_NOISE_CALL, /* A guard talks into its radio. */
    DW_NOISE_BARK,
    DW_NOISE_TOPPLE, /* Something falls from furniture: of neither side. */
    DW_NOISE_COIN,   /* A coin lands. */
    DW_NOISE_SHOUT,  /* A guard has detected somebody, and says so with its voice. */
    DW_NOISE_BELL,   /* An alarm bell, which guards heed as a shout. */
    DW_NOISE_KIND_COUNT
} dw_noise_kind;

#endif
