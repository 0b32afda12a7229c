/* config.h - the settings of a server: one table of keys, read from an INI file and from flags.
 * Flags override the file. Keys that are unknown, out of range or given twice are refused by file
 * and line. */
#ifndef DW_HOST_CONFIG_H
#define DW_HOST_CONFIG_H

#include "server/host/config_keys.h"

/* Reads `bytes` (zero-terminated) of an INI file into `config`. The error names `file_name` and the
 * line. */
DW_MUST_USE dw_status dw_server_config_read(dw_server_config *config, const char *file_name,
                                            const char *bytes, dw_error *error);

/* Reads flags, the environment, and the file that the flags name. For the password the order is
 * --password-file, DUSKWATCH_PASSWORD, then the keys of the file. DW_OPTIONS_BAD: one line was
 * printed. */
DW_MUST_USE dw_options_result dw_server_config_parse(dw_server_config *config, int argc,
                                                     char **argv);

/* Reads file, environment and flags once more, as dw_server_config_parse did. */
DW_MUST_USE dw_status dw_server_config_read_again(const dw_server_config *from,
                                                  dw_server_config *fresh, dw_error *error);

#endif
