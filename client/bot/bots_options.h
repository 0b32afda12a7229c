/* bots_options.h - the flags of duskwatch-bots. */
#ifndef DW_BOT_BOTS_OPTIONS_H
#define DW_BOT_BOTS_OPTIONS_H

#include "client/bot/policy.h"
#include "common/base/log.h"
#include "common/platform/options.h"
#include "common/platform/password.h"
#include "protocol/protocol.h"
#include "protocol/transport/fault_line.h"

enum { DW_BOTS_HOST_MAX = 256, DW_BOTS_PREFIX_MAX = 18 };

typedef struct dw_bots_options {
    char host[DW_BOTS_HOST_MAX];
    uint16_t port;
    uint32_t clients;
    uint32_t join_rate; /* Clients that start to join, a second. */
    double seconds;
    double stay_s; /* Mean length of a visit; 0: each bot stays. */
    const dw_policy *policy;
    uint64_t seed;
    char match[DW_MATCH_TEXT_MAX + 1]; /* Empty: any. */
    uint32_t input_hz;
    double spectate_share;
    const char *name_prefix;
    dw_password password;
    bool unsealed; /* By --seal off. */
    bool has_faults;
    dw_net_faults faults;
    const char *report_path;   /* NULL: only to standard output. */
    double max_rtt_p99_ms;     /* 0: no threshold. */
    double min_snapshot_ratio; /* 0: no threshold. */
    dw_log_style log_style;
    bool live; /* A table of the match on standard output while it runs. */
} dw_bots_options;

/* As dw_link_config takes it: NULL = none. Points into the options. */
static inline const char *dw_bots_password(const dw_bots_options *options)
{
    return options->password.text[0] != '\0' ? options->password.text : NULL;
}

/* Texts point into argv. Errors were printed. */
DW_MUST_USE dw_options_result dw_bots_options_parse(dw_bots_options *out, int argc, char **argv);

/* "HOST[:PORT]". */
DW_MUST_USE dw_status dw_bots_parse_address(const char *text, char host[DW_BOTS_HOST_MAX],
                                            uint16_t *port, dw_error *error);

#endif
