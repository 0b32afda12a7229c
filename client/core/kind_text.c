#include "client/core/kind_text.h"

dw_kind_name dw_kind_name_of_look(dw_kind_look look)
{
    static const dw_kind_name names[DW_KIND_LOOK_COUNT] = {
        [DW_KIND_LOOK_GUARD] = DW_KIND_NAME_GUARD,
        [DW_KIND_LOOK_CAPTAIN] = DW_KIND_NAME_CAPTAIN,
        [DW_KIND_LOOK_SERVANT] = DW_KIND_NAME_SERVANT,
        [DW_KIND_LOOK_CAMERA] = DW_KIND_NAME_CAMERA,
        [DW_KIND_LOOK_BOX] = DW_KIND_NAME_MICROPHONE,
        [DW_KIND_LOOK_ROBOT] = DW_KIND_NAME_ROBOT,
        [DW_KIND_LOOK_DOG] = DW_KIND_NAME_DOG,
        [DW_KIND_LOOK_CAT] = DW_KIND_NAME_CAT};
    return look < DW_KIND_LOOK_COUNT ? names[look] : DW_KIND_NAME_GUARD;
}

dw_kind_name dw_kind_name_of(const dw_drawn_world *world, const dw_drawn_body *guard)
{
    if (guard->kind == 0) {
        return DW_KIND_NAME_GUARD;
    }
    const dw_kind *kind = &world->kinds[guard->kind - 1];
    if (kind->look == DW_KIND_LOOK_BOX && kind->senses.motion.range_mm > 0) {
        return DW_KIND_NAME_DETECTOR;
    }
    return dw_kind_name_of_look((dw_kind_look)kind->look);
}

const char *dw_kind_text(const dw_drawn_world *world, const dw_drawn_body *guard)
{
#define TEXT_ROW(name, text) [DW_KIND_NAME_##name] = (text),
    static const char *const texts[DW_KIND_NAME_COUNT] = {DW_KIND_NAMES(TEXT_ROW)};
#undef TEXT_ROW
    return texts[dw_kind_name_of(world, guard)];
}
