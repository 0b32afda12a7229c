/* results_file.h - a file of results, written in memory and put in place whole. */
#ifndef DW_LAB_RESULTS_FILE_H
#define DW_LAB_RESULTS_FILE_H

#include "common/base/status.h"

#include <stdio.h>

typedef void dw_results_writer(FILE *out, const void *results);

/* The error names the file. */
DW_MUST_USE dw_status dw_results_file_write(const char *path, dw_results_writer *write,
                                            const void *results, dw_error *error);

/* The same for FOLDER/NAME. */
DW_MUST_USE dw_status dw_results_file_write_in(const char *folder, const char *name,
                                               dw_results_writer *write, const void *results,
                                               dw_error *error);

#endif
