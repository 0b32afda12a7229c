#include "common/world/mission.h"

#define WORD(name, word, names) {word, names},
const dw_mission_word dw_part_words[DW_PART_KIND_COUNT] = {DW_PART_KINDS(WORD)};
const dw_mission_word dw_trigger_words[DW_TRIGGER_KIND_COUNT] = {DW_TRIGGER_KINDS(WORD)};
const dw_mission_word dw_action_words[DW_ACTION_KIND_COUNT] = {DW_ACTION_KINDS(WORD)};
#undef WORD

bool dw_part_position(const dw_part *part, const dw_map *map, dw_vec *position)
{
    const uint32_t names = dw_part_words[part->kind].names;
    if ((names & DW_NAMES_DEVICE) != 0) {
        *position = dw_rect_centre(map->devices[part->names.device].area);
    } else if ((names & DW_NAMES_PLACE) != 0) {
        *position = dw_rect_centre(part->names.place);
    } else if ((names & DW_NAMES_ITEM) != 0) {
        *position = dw_rect_centre(map->items[part->names.item].area);
    } else {
        return false;
    }
    return true;
}
