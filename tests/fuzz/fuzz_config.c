/* Any bytes as a server's settings: refused by one clear line, or settings that a server can be
 * made of. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/movement.h"
#include "fuzz.h"
#include "server/host/config.h"

#include <stdlib.h>
#include <string.h>

static void check_settings(const dw_server_config *config)
{
    DW_CHECK(config->port >= 0 && config->port <= UINT16_MAX);
    DW_CHECK(config->metrics_port >= 0 && config->metrics_port <= UINT16_MAX);
    DW_CHECK(config->matches >= 1 && config->matches <= DW_MATCHES_MAX);
    DW_CHECK(config->clients_max >= 0 && config->clients_max <= DW_CLIENTS_MAX);
    DW_CHECK(config->snapshot_hz >= 1 && DW_TICKS_PER_SECOND % config->snapshot_hz == 0);
    DW_CHECK(config->spectator_delay_s >= 0 && config->drain_s >= 0);
    DW_CHECK(config->spectators == DW_SPECTATORS_OFF || config->spectators == DW_SPECTATORS_ALL);
    DW_CHECK(config->log == DW_LOG_TEXT || config->log == DW_LOG_JSON);
    /* The name is the first line that everybody reads: it must go over the wire. */
    const size_t length = strnlen(config->name, sizeof config->name);
    DW_CHECK(length <= DW_CHAT_MAX && dw_text_is_clean(config->name, length));
    DW_CHECK(memchr(config->map, '\0', sizeof config->map) != NULL);
    DW_CHECK(memchr(config->password, '\0', sizeof config->password) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* As large as that, so that one byte more shows. */
    DW_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    if (dw_server_config_read(&config, "fuzz.ini", text, &error) == DW_OK) {
        DW_CHECK(error.text[0] == '\0');
        check_settings(&config);
    } else {
        dw_expect_clear_line(&error, "fuzz.ini");
    }
    free(text);
    return 0;
}
