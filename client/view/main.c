/* duskwatch - play an intruder, or watch. */
#include "client/core/match_choice.h"
#include "client/view/app.h"
#include "client/view/model/overlay.h"
#include "client/view/model/settings.h"
#include "client/view/tools/window.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "common/platform/password.h"
#include "common/platform/stderr_log.h"
#include "protocol/protocol.h"
#include "protocol/replay/replay_format.h"
#include "protocol/replay/replay_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1280x720" */
static bool parse_size(const char *text, int *width, int *height)
{
    char first[16];
    const char *cross = strchr(text, 'x');
    int64_t w = 0;
    int64_t h = 0;
    if (cross == NULL || (size_t)(cross - text) >= sizeof first) {
        return false;
    }
    memcpy(first, text, (size_t)(cross - text));
    first[cross - text] = '\0';
    if (dw_parse_int(first, 320, DW_CANVAS_SIDE_MAX, &w) != DW_OK ||
        dw_parse_int(cross + 1, 200, DW_CANVAS_SIDE_MAX, &h) != DW_OK) {
        return false;
    }
    *width = (int)w;
    *height = (int)h;
    return true;
}

static int usage(const char *text)
{
    return dw_options_fail("duskwatch", DW_EXIT_USAGE, text);
}

/* What cannot be played is said before a window opens. A file that was cut off needs the key of its
 * server; whether that is here, the server program finds out. */
static dw_status check_replay(const char *file, dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_replay_summary summary;
    dw_status status = dw_file_read(file, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_replay_summary_read(&summary, bytes, size, error);
        if (status != DW_OK) {
            dw_error_prefix(error, file);
        }
    }
    free(bytes);
    return status == DW_DENIED && size > 0 ? DW_OK : status;
}

/* Checks what the table of flags cannot. 0 when all is valid. */
static int check(const dw_app_config *config, const char *size)
{
    char line[DW_ERROR_TEXT_MAX + 32];
    dw_place place;
    dw_error error = {""};
    if (config->connect != NULL && dw_place_parse(config->connect, &place, &error) != DW_OK) {
        (void)snprintf(line, sizeof line, "--connect %s", error.text);
        return usage(line);
    }
    if (size != NULL && config->width == 0) {
        (void)snprintf(line, sizeof line,
                       "--window \"%.40s\": write WIDTHxHEIGHT, such as 1280x720", size);
        return usage(line);
    }
    const size_t name = strlen(config->name);
    if (name > DW_PLAYER_NAME_MAX || (name > 0 && !dw_text_is_clean(config->name, name))) {
        return usage("--name: at most 24 bytes of text without control or format characters");
    }
    if (config->replay != NULL && config->connect != NULL) {
        return usage("--replay and --connect: one of them");
    }
    if (config->replay != NULL && check_replay(config->replay, &error) != DW_OK) {
        return usage(error.text);
    }
    dw_overlay overlay;
    if (config->overlays != NULL && !dw_overlay_parse(&overlay, config->overlays)) {
        (void)snprintf(line, sizeof line,
                       "--overlays %.60s: all, none, or some of sight,meters,paths,goals,beliefs,"
                       "radio,search,noticed,sectors",
                       config->overlays);
        return usage(line);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *size = NULL;
    const char *password_file = NULL;
    static dw_password password; /* config.password points to it while the client runs. */
    const char *match = "";
    dw_app_config config = {.name = "", .after_s = 3.0, .sound = {.volumes = {-1, -1, -1}}};
    const char *volumes[] = {NULL, NULL, NULL};
    static const char *const seal_names[] = {"off", "on", NULL};
    bool verbose = false;
    int seal = 1;
    static const char *const renderer_names[] = {"auto", "accelerated", "software", NULL};
    int renderer = DW_RENDERER_AUTO;
    static const char *const languages[] = {"saved", "auto", "en", "cs", NULL};
    _Static_assert(DW_COUNT_OF(languages) == DW_LANGUAGE_COUNT + 3, "each language has a name");
    const dw_option options[] = {
        {"connect", DW_OPTION_TEXT, &config.connect, "HOST[:PORT]",
         "the server to join; without it the start screen opens", 0, 0, NULL},
        {"replay", DW_OPTION_TEXT, &config.replay, "FILE",
         "watch a recorded round; its server program is started and ended with the client", 0, 0,
         NULL},
        {"spectate", DW_OPTION_SWITCH, &config.spectate, NULL, "watch instead of playing", 0, 0,
         NULL},
        {"name", DW_OPTION_TEXT, &config.name, "TEXT", "your name in the game", 0, 0, NULL},
        {"password", DW_OPTION_TEXT, &config.password, "TEXT",
         "the server's password; other users can read it in the process list", 0, 0, NULL},
        {"password-file", DW_OPTION_TEXT, &password_file, "FILE",
         "file whose only line is the password; or set " DW_PASSWORD_VARIABLE, 0, 0, NULL},
        {"seal", DW_OPTION_CHOICE, &seal, NULL,
         "off: connect unencrypted, for a server that does not seal", 0, 0, seal_names},
        {"match", DW_OPTION_TEXT, &match, "N-or-CODE",
         "the match to join, such as 2 or K7QD; without it any free one", 0, 0, NULL},
        {"window", DW_OPTION_TEXT, &size, "WxH", "size of the window, else as it was the last time",
         0, 0, NULL},
        {"fullscreen", DW_OPTION_SWITCH, &config.fullscreen, NULL, "use the whole screen", 0, 0,
         NULL},
        {"renderer", DW_OPTION_CHOICE, &renderer, NULL,
         "what draws; auto: the graphics card, if there is one and the settings allow it", 0, 0,
         renderer_names},
        {"follow", DW_OPTION_INT, &config.follow, "N",
         "as spectator: follow number N from the start; guards come first", 0, 99, NULL},
        {"overlays", DW_OPTION_TEXT, &config.overlays, "LIST",
         "as spectator: layers of the guards' minds, such as sight,paths,goals; all; none", 0, 0,
         NULL},
        {"language", DW_OPTION_CHOICE, &config.language, NULL,
         "language of the window; saved: as in the settings; auto: that of the system", 0, 0,
         languages},
        {"volume", DW_OPTION_TEXT, &volumes[0], "N",
         "main volume, 0 to 100, else as in the settings", 0, 0, NULL},
        {"effects-volume", DW_OPTION_TEXT, &volumes[1], "N",
         "volume of steps, doors, voices and signals", 0, 0, NULL},
        {"music-volume", DW_OPTION_TEXT, &volumes[2], "N", "volume of the music", 0, 0, NULL},
        {"mute", DW_OPTION_SWITCH, &config.sound.muted, NULL,
         "start without sound; a key turns it on, at first U", 0, 0, NULL},
        {"captions", DW_OPTION_SWITCH, &config.sound.captions, NULL,
         "write on the screen what is heard and from where", 0, 0, NULL},
        {"states", DW_OPTION_SWITCH, &config.states, NULL,
         "print a line on standard output whenever another page is shown, for scripts", 0, 0, NULL},
        {"verbose", DW_OPTION_SWITCH, &verbose, NULL,
         "also log what happens, such as jumps in a replay, on standard error", 0, 0, NULL},
        {"screenshot", DW_OPTION_TEXT, &config.screenshot, "FILE",
         "save the picture as a PNG file and exit", 0, 0, NULL},
        {"after", DW_OPTION_DECIMAL, &config.after_s, "SECONDS",
         "when to save it, after the start (3)", 0, 3600, NULL},
    };
    const dw_command command = {.program = "duskwatch",
                                .purpose = "Play an intruder in a house with guards, or watch.",
                                .options = options,
                                .option_count = DW_COUNT_OF(options)};
    int first_operand = 0;
    const dw_options_result parsed = dw_options_parse(&command, argc, argv, &first_operand);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    config.unsealed = seal == 0;
    config.renderer = (dw_renderer)renderer;
    dw_error error = {""};
    for (size_t i = 0; i < DW_COUNT_OF(volumes); i++) {
        if (volumes[i] != NULL &&
            dw_parse_int(volumes[i], 0, DW_VOLUME_MAX, &config.sound.volumes[i]) != DW_OK) {
            return usage("--volume, --effects-volume, --music-volume: must be 0 to 100");
        }
    }
    if (dw_match_choice_parse(match, config.match, &error) != DW_OK) {
        dw_error_prefix(&error, "--match");
        return usage(error.text);
    }
    if (size != NULL && !parse_size(size, &config.width, &config.height)) {
        config.width = 0;
    }
    if (dw_password_choose(config.password, password_file, &password, &error) != DW_OK) {
        return usage(error.text);
    }
    config.password = password.text[0] != '\0' ? password.text : NULL;
    if (password.exposed_file[0] != '\0') {
        (void)fprintf(stderr,
                      "duskwatch: %s: others can read the password in it (run chmod o-r on it)\n",
                      password.exposed_file);
    }
    const int refused = check(&config, size);
    if (refused != 0) {
        return refused;
    }
    dw_stderr_log *log = NULL;
    if (dw_stderr_log_open(&log, DW_LOG_TEXT, verbose ? DW_LOG_INFO : DW_LOG_WARNING, &error) !=
        DW_OK) {
        return dw_options_fail("duskwatch", DW_EXIT_INTERNAL, error.text);
    }
    const int exit_status = dw_app_run(&config);
    dw_stderr_log_close(log);
    return exit_status;
}
