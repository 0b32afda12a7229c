#include "server/host/map_table.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

enum { HANDLE_BITS = 8, HANDLE_MASK = (1 << HANDLE_BITS) - 1 };
_Static_assert((int)DW_SERVER_MAPS_MAX < (int)HANDLE_MASK, "an index fits its bits");

dw_map_handle dw_map_table_handle(const dw_map_table *table, const dw_loaded_map *row)
{
    return row->generation << HANDLE_BITS | (uint32_t)(row - table->rows + 1);
}

const dw_loaded_map *dw_map_table_get(const dw_map_table *table, dw_map_handle handle)
{
    const uint32_t index = (handle & HANDLE_MASK) - 1;
    DW_CHECK(handle != 0 && index < DW_SERVER_MAPS_MAX);
    const dw_loaded_map *row = &table->rows[index];
    DW_CHECK(row->match.map != NULL && dw_map_table_handle(table, row) == handle);
    return row;
}

void dw_map_table_unload(dw_loaded_map *row)
{
    DW_CHECK(row->uses == 0);
    free(row->public_bytes);
    free(row->replay_prefix);
    free(row->mission);
    free(row->mission_bytes);
    dw_arena_destroy(&row->arena);
    *row = (dw_loaded_map){.generation = row->generation};
}

void dw_map_table_clear(dw_map_table *table)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        table->rows[i].uses = 0;
        dw_map_table_unload(&table->rows[i]);
    }
}

dw_loaded_map *dw_map_table_find(dw_map_table *table, const dw_map_hash *file_hash,
                                 const dw_map_hash *mission_hash, const char *chosen_strategy)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        dw_loaded_map *row = &table->rows[i];
        if (row->match.map != NULL && dw_map_hash_equal(&row->file_hash, file_hash) &&
            dw_map_hash_equal(&row->mission_hash, mission_hash) &&
            strcmp(row->chosen_strategy, chosen_strategy) == 0) {
            return row;
        }
    }
    return NULL;
}

bool dw_loaded_map_same_names(const dw_loaded_map *a, const dw_loaded_map *b)
{
    const dw_mission *of_a = a->match.mission;
    const dw_mission *of_b = b->match.mission;
    return strcmp(a->match.map->name, b->match.map->name) == 0 &&
           strcmp(of_a != NULL ? of_a->name : "", of_b != NULL ? of_b->name : "") == 0;
}

/* Else a counter of the metrics, which knows only names, would go down. */
static void hand_over_rounds(dw_map_table *table, const dw_loaded_map *from)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        dw_loaded_map *to = &table->rows[i];
        if (to != from && to->match.map != NULL && dw_loaded_map_same_names(to, from)) {
            for (uint32_t o = 0; o < DW_OUTCOME_COUNT; o++) {
                to->rounds[o] += from->rounds[o];
            }
            return;
        }
    }
}

dw_loaded_map *dw_map_table_place(dw_map_table *table)
{
    dw_loaded_map *place = NULL;
    for (uint32_t i = DW_SERVER_MAPS_MAX; i > 0; i--) {
        dw_loaded_map *row = &table->rows[i - 1];
        const bool is_free = row->match.map == NULL;
        if (is_free || (row->uses == 0 && (place == NULL || place->match.map != NULL))) {
            place = row;
        }
    }
    if (place != NULL) {
        if (place->match.map != NULL) {
            hand_over_rounds(table, place);
        }
        dw_map_table_unload(place);
        place->generation++;
    }
    return place;
}

void dw_map_table_hold(dw_map_table *table, dw_map_handle *held, dw_map_handle handle)
{
    if (handle != 0) {
        ((dw_loaded_map *)dw_map_table_get(table, handle))->uses++;
    }
    if (*held != 0) {
        ((dw_loaded_map *)dw_map_table_get(table, *held))->uses--;
    }
    *held = handle;
}

void dw_map_table_count_round(dw_map_table *table, dw_map_handle handle, dw_outcome outcome)
{
    ((dw_loaded_map *)dw_map_table_get(table, handle))->rounds[outcome]++;
}

uint32_t dw_map_table_seats_max(const dw_map_table *table)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        const dw_map *map = table->rows[i].match.map;
        most = map != NULL && map->intruders_max > most ? map->intruders_max : most;
    }
    return most;
}

size_t dw_map_table_match_bytes_max(const dw_map_table *table)
{
    size_t most = 0;
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        const dw_loaded_map *row = &table->rows[i];
        most = row->match.map != NULL && row->match_bytes > most ? row->match_bytes : most;
    }
    return most;
}

void dw_map_table_change_brain(dw_map_table *table, const dw_brain_kind *before,
                               const dw_brain_kind *now)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
            const dw_brain_kind **brain = &table->rows[i].brains[g];
            *brain = before != NULL && *brain == before ? now : *brain;
        }
    }
}
