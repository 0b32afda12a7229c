/* map_table.h - the maps that a server has loaded, each with a mission or none, and with a strategy
 * of its guards. A row holds all that matches and clients need of one map: map, navigation mesh,
 * brains, public bytes, start of its replays. Matches name a row by its handle, and a row counts
 * them: without any it makes way when its place is needed. Owns: the rows and their memory. Knows
 * neither files nor matches. Cost: O(rows) to search, O(1) else; memory of a row comes and goes
 * with its map, never in a tick. */
#ifndef DW_HOST_MAP_TABLE_H
#define DW_HOST_MAP_TABLE_H

#include "common/base/arena.h"
#include "common/platform/file.h"
#include "server/host/settings.h"
#include "server/session/match.h"

enum { DW_SERVER_MAPS_MAX = 8 };

/* Index and generation of a row, 0 = none. */
typedef uint32_t dw_map_handle;

typedef struct dw_loaded_map {
    dw_match_map match;       /* Its `map` is NULL while the row is free. */
    dw_map_hash file_hash;    /* A file that was changed since is another map, */
    dw_map_hash mission_hash; /* and likewise a mission; zeros: none. */
    uint32_t generation;
    uint32_t uses;      /* Matches that play on the map or wait for it. */
    size_t match_bytes; /* What a match on it takes. */
    dw_arena arena;     /* Map and navigation. */
    dw_nav_set sizes;
    uint8_t *public_bytes;
    uint8_t *replay_prefix; /* NULL when rounds are not recorded. */
    dw_replay_recording recording;
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_ruleset rules;               /* With the kinds of the map. */
    char strategy[DW_NAME_SIZE];    /* What people call it; empty: it has no name. */
    char path[DW_PATH_MAX];         /* Of the map's file, */
    char mission_path[DW_PATH_MAX]; /* and of the mission's; empty: none. */
    dw_mission *mission;            /* NULL: a heist. */
    uint8_t *mission_bytes;         /* Of its file. */
    size_t mission_size;
    uint64_t rounds[DW_OUTCOME_COUNT];        /* That have ended on it. */
    char chosen_strategy[DW_CONFIG_TEXT_MAX]; /* A name, a file, or DW_CONFIG_AUTO. */
} dw_loaded_map;

typedef struct dw_map_table {
    dw_loaded_map rows[DW_SERVER_MAPS_MAX];
} dw_map_table;

void dw_map_table_clear(dw_map_table *table);

/* The row of a handle that is in use. */
const dw_loaded_map *dw_map_table_get(const dw_map_table *table, dw_map_handle handle);
dw_map_handle dw_map_table_handle(const dw_map_table *table, const dw_loaded_map *row);

/* NULL: no such file is loaded with that mission and strategy. */
dw_loaded_map *dw_map_table_find(dw_map_table *table, const dw_map_hash *file_hash,
                                 const dw_map_hash *mission_hash, const char *chosen_strategy);

/* For people: the name of the mission, of the map without one. */
static inline const char *dw_loaded_map_name(const dw_loaded_map *row)
{
    return row->mission != NULL ? row->mission->name : row->match.map->name;
}

/* Whether the names of map and mission are the same: the strategy, or a file that was changed,
 * makes the rows two. */
bool dw_loaded_map_same_names(const dw_loaded_map *a, const dw_loaded_map *b);

/* A row for another map, empty: a free one, or else one that no match uses; NULL: all are in use.
 * The rounds of a row that makes way count for a row of the same names, if there is one. */
dw_loaded_map *dw_map_table_place(dw_map_table *table);
void dw_map_table_unload(dw_loaded_map *row);

/* A round on that row has ended. */
void dw_map_table_count_round(dw_map_table *table, dw_map_handle handle, dw_outcome outcome);

/* `held`, a match's, names another row from now on; 0: none. */
void dw_map_table_hold(dw_map_table *table, dw_map_handle *held, dw_map_handle handle);

/* Guards of matches to come have `now` where they had `before`. */
void dw_map_table_change_brain(dw_map_table *table, const dw_brain_kind *before,
                               const dw_brain_kind *now);

/* Of all loaded maps: most seats, and most memory of a match. */
uint32_t dw_map_table_seats_max(const dw_map_table *table);
size_t dw_map_table_match_bytes_max(const dw_map_table *table);

#endif
