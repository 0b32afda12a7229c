#include "server/host/reload.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "server/host/admins.h"
#include "server/host/choices.h"
#include "server/host/config_keys.h"
#include "server/host/moderation.h"
#include "server/host/rotation.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

/* Settings that are looked up whenever they count. */
static const size_t reloadable[] = {
    DW_CONFIG_AT(name),     DW_CONFIG_AT(drain_s),
    DW_CONFIG_AT(away_s),   DW_CONFIG_AT(spectators_per_address),
    DW_CONFIG_AT(rotation), DW_CONFIG_AT(rotation_rounds),
};

static bool is_reloadable(size_t offset)
{
    for (size_t i = 0; i < DW_COUNT_OF(reloadable); i++) {
        if (reloadable[i] == offset) {
            return true;
        }
    }
    return false;
}

static size_t value_size(const dw_config_key *key)
{
    return key->kind == DW_OPTION_TEXT
               ? DW_CONFIG_TEXT_MAX
               : (key->kind == DW_OPTION_INT ? sizeof(int64_t) : sizeof(int));
}

static bool differs(const dw_config_key *key, const dw_server_config *a, const dw_server_config *b)
{
    const char *left = (const char *)a + key->offset;
    const char *right = (const char *)b + key->offset;
    return key->kind == DW_OPTION_TEXT ? strcmp(left, right) != 0
                                       : memcmp(left, right, value_size(key)) != 0;
}

static void list(char text[DW_RELOAD_TEXT], const char *name)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, DW_RELOAD_TEXT - used, "%s%s", used > 0 ? "," : "", name);
}

static dw_status read_settings(dw_server *server, dw_reload_report *report, dw_error *error)
{
    dw_server_config fresh;
    uint32_t sent_away = 0;
    *report = (dw_reload_report){"", ""};
    dw_status status = dw_server_config_read_again(&server->given, &fresh, error);
    if (status == DW_OK) {
        status = dw_admins_reload(server->admins, error);
    }
    if (status == DW_OK) {
        status = dw_moderation_reload(server, &sent_away, error);
    }
    if (status == DW_OK) {
        status = dw_rotation_load(server, fresh.rotation, error);
    }
    if (status != DW_OK) {
        return status;
    }
    for (size_t i = 0; i < dw_config_key_count; i++) {
        const dw_config_key *key = &dw_config_keys[i];
        if (!differs(key, &server->given, &fresh)) {
            continue;
        }
        if (!is_reloadable(key->offset)) {
            list(report->waiting, key->name);
            continue;
        }
        list(report->changed, key->name);
        memcpy((char *)&server->config + key->offset, (const char *)&fresh + key->offset,
               value_size(key));
        memcpy((char *)&server->given + key->offset, (const char *)&fresh + key->offset,
               value_size(key));
    }
    if (report->changed[0] == '\0') {
        list(report->changed, "none");
    }
    dw_choices_offer(server);
    if (report->waiting[0] == '\0') {
        list(report->waiting, "none");
    }
    return DW_OK;
}

dw_status dw_reload(dw_server *server, dw_reload_report *report, dw_error *error)
{
    const dw_status status = read_settings(server, report, error);
    if (status == DW_OK) {
        dw_log(DW_LOG_INFO, "settings_read", "changed=%s need_restart=%s", report->changed,
               report->waiting);
    } else {
        dw_log(DW_LOG_ERROR, "settings_not_read", "text=%s", dw_log_quote(error->text).text);
    }
    return status;
}
