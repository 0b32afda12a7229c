/* settings.h - the settings of a server as one value. Owns: nothing; it is copied. config.h reads
 * it, config_keys.h has the table of its fields. */
#ifndef DW_HOST_SETTINGS_H
#define DW_HOST_SETTINGS_H

#include "common/base/log.h"
#include "common/platform/options.h"
#include "protocol/protocol.h"

enum {
    DW_CONFIG_TEXT_MAX = 512,
    DW_MATCHES_MAX = 999,  /* A replay's name has three digits for it. */
    DW_CLIENTS_MAX = 4031, /* ENet's 4095 less the spare ones. */
    DW_EXEMPT_MAX = 16,
    DW_DRAIN_S_MAX = 86400
};

typedef enum dw_spectators { DW_SPECTATORS_OFF, DW_SPECTATORS_ALL } dw_spectators;

/* When spectators are told of the guards' minds: 10 s late at least, or as late as all else. */
typedef enum dw_spectator_minds { DW_MINDS_DELAYED, DW_MINDS_ALWAYS } dw_spectator_minds;

/* Guards have the brains that map and ruleset name, and the ruleset's strategy. */
#define DW_CONFIG_AUTO "auto"

/* The map unless the host says otherwise. */
#define DW_CONFIG_MAP "reference"

/* Results are not kept, or in a file of the state folder. */
#define DW_CONFIG_OFF "off"
#define DW_CONFIG_ON  "on"

/* Who manages the process as one of many. */
typedef enum dw_fleet_kind { DW_FLEET_OFF, DW_FLEET_AGONES } dw_fleet_kind;

typedef struct dw_server_config {
    char name[DW_CONFIG_TEXT_MAX];
    char map[DW_CONFIG_TEXT_MAX];
    char mission[DW_CONFIG_TEXT_MAX];  /* A NAME or FILE; empty: a heist. */
    char maps[DW_CONFIG_TEXT_MAX];     /* Others, separated by commas; may be empty. */
    char rotation[DW_CONFIG_TEXT_MAX]; /* Played in turn; likewise. */
    int64_t rotation_rounds;
    char ruleset[DW_CONFIG_TEXT_MAX];
    char brain[DW_CONFIG_TEXT_MAX];    /* Of all guards, or DW_CONFIG_AUTO. */
    char strategy[DW_CONFIG_TEXT_MAX]; /* Or DW_CONFIG_AUTO. */
    char bind[DW_CONFIG_TEXT_MAX];
    char metrics_bind[DW_CONFIG_TEXT_MAX];
    char record[DW_CONFIG_TEXT_MAX];   /* Folder, empty = no recording. */
    char results[DW_CONFIG_TEXT_MAX];  /* File, or DW_CONFIG_OFF, or DW_CONFIG_ON. */
    char state[DW_CONFIG_TEXT_MAX];    /* Folder, empty = where the system wants it. */
    char password[DW_CONFIG_TEXT_MAX]; /* Empty = none. */
    char password_file[DW_CONFIG_TEXT_MAX];
    char exposed_file[DW_CONFIG_TEXT_MAX]; /* Holds the password, and all users may read it. */
    char seed_text[DW_CONFIG_TEXT_MAX];
    bool seed_given;
    uint64_t seed; /* When given. */
    int64_t port;
    int64_t matches;
    char exempt_text[DW_CONFIG_TEXT_MAX];
    uint32_t exempt[DW_EXEMPT_MAX]; /* As read from it: IPv4 in network order. */
    uint32_t exempt_count;
    int64_t clients_max;    /* Players; 0 = as many as the matches have room for. */
    int64_t spectators_max; /* The same. */
    int64_t spectators_per_address;
    int64_t snapshot_hz;
    int64_t spectator_delay_s;
    int64_t drain_s;
    int64_t lobby_s;       /* 0 = as the ruleset has it. */
    int64_t away_s;        /* 0 = players are never sent away for doing nothing. */
    int64_t fleet_empty_s; /* 0 = an allocated server stays so. */
    int64_t record_max_mb; /* 0 = no limit; likewise files. */
    int64_t record_keep;
    int64_t results_keep_days; /* 0 = no limit; likewise rounds. */
    int64_t results_keep;
    int64_t metrics_port; /* 0 = none. */
    int fleet;            /* dw_fleet_kind */
    int log;              /* dw_log_style */
    int spectators;       /* dw_spectators */
    int spectator_minds;  /* dw_spectator_minds */
    int seal;             /* 1: connections are sealed. */
    int discovery;        /* 1: clients that look for servers are answered. */
    int log_goals;        /* 1: a line for each change of a guard's goal. */
    int console;          /* 1: commands on standard input. */
    int control;          /* 1: commands on a local socket in the state folder. */
    bool check_only;      /* Not to host: say whether the settings are good. */
    bool attach;          /* Not to host: commands for a running server. */
    const char *playback; /* The file of a recorded round to play to spectators, or NULL. */
    bool ghosts;          /* Spectators of it may see earlier rounds of its players. */
    const char *load;     /* The name of a save to go on with, or NULL. */
    int argc;             /* The command line, to read again, or 0. */
    char **argv;
} dw_server_config;

#endif
