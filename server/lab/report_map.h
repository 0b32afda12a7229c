/* report_map.h - a map with the heat of matches on it, for a report page.
 * A map is drawn once as an SVG symbol in the colours of the page's style; each picture shows the
 * symbol and lays an inline PNG over it, of one pixel for each square of the grid. The more often,
 * the stronger is the colour; on dark paper the style inverts it. */
#ifndef DW_LAB_REPORT_MAP_H
#define DW_LAB_REPORT_MAP_H

#include "server/lab/heat.h"

#include <stdio.h>

/* Defines the symbol number `index` of the page. */
void dw_report_map_define(FILE *out, const dw_map *map, uint32_t index);

/* A figure: the symbol with one layer of heat, and `caption` with its numbers below. DW_MEMORY: the
 * figure is not written. */
DW_MUST_USE dw_status dw_report_map_figure(FILE *out, const dw_map *map, uint32_t index,
                                           const uint32_t *counts, const char *caption);

#endif
