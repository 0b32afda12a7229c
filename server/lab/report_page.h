/* report_page.h - the parts that a report page is made of: head and style, names, bars, intervals.
 * The page is one file of well-formed XHTML without scripts or outside resources. It follows the
 * reader's light or dark setting and reads from 390 pixels of width upwards. Colours come from the
 * style alone; bars are inline SVG of 100 units that stretch to their row. */
#ifndef DW_LAB_REPORT_PAGE_H
#define DW_LAB_REPORT_PAGE_H

#include "server/lab/statistics.h"

#include <stdio.h>

void dw_page_begin(FILE *out, const char *title);
void dw_page_end(FILE *out);

/* Text with the characters that HTML reserves written as entities. */
void dw_page_text(FILE *out, const char *text);

/* A row of a chart: its name, `versus` in softer print (NULL: nothing), then the bar that the
 * caller writes, then its figures as text. */
void dw_page_row_begin(FILE *out, const char *name, const char *versus);
void dw_page_row_end(FILE *out, const char *figures);

/* What the parts of a stacked bar are called. `style` is the class that gives k0, k1, ... their
 * colours: "outcome", "time", "order" or "twice". */
typedef struct dw_page_scale {
    const char *style;
    const char *const *names;
    uint32_t count;
} dw_page_scale;

/* Shares of a whole, a part for each name of the scale; those of 0 are left out. A part tells its
 * name and number when it is pointed at. */
typedef struct dw_page_stack {
    const dw_page_scale *scale;
    const uint64_t *parts;
    const dw_interval *interval; /* 0 .. 1 of the first part; NULL: not drawn. */
} dw_page_stack;

void dw_page_stacked_bar(FILE *out, const dw_page_stack *stack);

/* An interval of a difference on an axis of -1 .. 1 with a mark at 0. */
void dw_page_difference_bar(FILE *out, double difference, const dw_interval *interval);

/* Names of the parts of a stacked bar, with their colours. */
void dw_page_legend(FILE *out, const dw_page_scale *scale);

#endif
