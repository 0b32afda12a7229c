#include "common/world/mission.h"

#define WORD(name, word, names) {word, names},
const dw_mission_word dw_part_words[DW_PART_KIND_COUNT] = {DW_PART_KINDS(WORD)};
const dw_mission_word dw_trigger_words[DW_TRIGGER_KIND_COUNT] = {DW_TRIGGER_KINDS(WORD)};
const dw_mission_word dw_action_words[DW_ACTION_KIND_COUNT] = {DW_ACTION_KINDS(WORD)};
#undef WORD
