/* config_keys.h - the table of a server's settings, for what reads them: config.c (file, flags,
 * environment) and reload.c. Owns: one row for each setting, defaults, checks. */
#ifndef DW_HOST_CONFIG_KEYS_H
#define DW_HOST_CONFIG_KEYS_H

#include "server/host/settings.h"

#include <stddef.h>

/* A key of the file; most can be given on the command line too. Secrets can't: other users of the
 * machine can read command lines. */
typedef struct dw_config_key {
    const char *section, *name;
    const char *flag, *value, *help;
    size_t offset;
    dw_option_kind kind; /* TEXT: char[DW_CONFIG_TEXT_MAX] in the config. */
    double low, high;
    const char *const *choices;
} dw_config_key;

enum { DW_CONFIG_KEYS_MAX = 64 };
extern const dw_config_key dw_config_keys[];
extern const size_t dw_config_key_count;

#define DW_CONFIG_AT(member) offsetof(dw_server_config, member)

dw_server_config dw_server_config_default(void);

/* Whether an address to listen on is reached by this machine alone: 127.0.0.0/8. */
bool dw_server_config_is_loopback(const char *address);

/* The text fits. */
void dw_config_set_text(char out[DW_CONFIG_TEXT_MAX], const char *text);

/* Reads the value of one key. The error names the key. */
DW_MUST_USE dw_status dw_config_set_value(dw_server_config *config, const dw_config_key *entry,
                                          const char *text, dw_error *error);

/* Checks that take more than one key, or more than a range. */
DW_MUST_USE dw_status dw_config_check(dw_server_config *config, dw_error *error);

#endif
