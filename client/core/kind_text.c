#include "client/core/kind_text.h"

const char *dw_kind_text(const dw_drawn_world *world, const dw_drawn_body *guard)
{
    static const char *const words[DW_KIND_LOOK_COUNT] = {
        [DW_KIND_LOOK_GUARD] = "guard",     [DW_KIND_LOOK_CAPTAIN] = "captain",
        [DW_KIND_LOOK_SERVANT] = "servant", [DW_KIND_LOOK_CAMERA] = "camera",
        [DW_KIND_LOOK_BOX] = "microphone",  [DW_KIND_LOOK_ROBOT] = "robot",
        [DW_KIND_LOOK_DOG] = "dog",         [DW_KIND_LOOK_CAT] = "cat"};
    if (guard->kind == 0) {
        return words[DW_KIND_LOOK_GUARD];
    }
    const dw_kind *kind = &world->kinds[guard->kind - 1];
    if (kind->look == DW_KIND_LOOK_BOX && kind->senses.motion.range_mm > 0) {
        return "motion detector";
    }
    return words[kind->look < DW_KIND_LOOK_COUNT ? kind->look : DW_KIND_LOOK_GUARD];
}
