/* lab_data.h - maps and rulesets by NAME or FILE, as every command of the lab reads them. Owns: the
 * heap memory and the arena behind them, until dw_lab_data_destroy. */
#ifndef DW_LAB_LAB_DATA_H
#define DW_LAB_LAB_DATA_H

#include "common/nav/nav_set.h"
#include "common/world/map.h"
#include "common/world/mission.h"
#include "server/host/brain_files.h"
#include "server/host/rules_file.h"

typedef struct dw_lab_data {
    dw_arena arena; /* Holds map and mesh. */
    const dw_map *map;
    const dw_nav *nav;  /* For bodies; NULL unless asked for. */
    dw_nav_set sizes;   /* For guards of other sizes. */
    uint8_t *map_bytes; /* The file, as replays keep it. */
    size_t map_size;
    dw_ruleset rules;
    dw_mission mission;     /* As read by dw_lab_data_read_mission, */
    bool has_mission;       /* if it was. */
    uint8_t *mission_bytes; /* Its file, likewise. */
    size_t mission_size;
    dw_ruleset_brains
        brains; /* The ruleset's and the map's choice of brains; all of them are known. */
    dw_brain_library library; /* With the brains that these name, and those a command adds. */
} dw_lab_data;

/* On failure nothing is held and the error is complete. */
DW_MUST_USE dw_status dw_lab_data_read(dw_lab_data *data, const char *map,
                                       const dw_rules_choice *rules, bool with_nav,
                                       dw_error *error);
/* A mission NAME or FILE for the map that was read. On failure the data stay as they are. */
DW_MUST_USE dw_status dw_lab_data_read_mission(dw_lab_data *data, const char *mission,
                                               dw_error *error);
void dw_lab_data_destroy(dw_lab_data *data);

#endif
