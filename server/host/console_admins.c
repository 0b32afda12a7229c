#include "server/host/console_admins.h"

#include "common/base/text.h"
#include "common/platform/file.h"
#include "server/host/admins.h"
#include "server/host/console_moderation.h"
#include "server/host/console_rights.h"
#include "server/host/guest.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"

#include <string.h>

void dw_console_admins(dw_server *server, const dw_words *said, FILE *answer)
{
    (void)said;
    dw_error error = {""};
    if (dw_admins_reload(server->admins, &error) != DW_OK) {
        fprintf(answer, "%s; the admins stay as they were\n", error.text);
        return;
    }
    const dw_admin_list *list = dw_admins_list(server->admins);
    for (uint32_t i = 0; i < list->count; i++) {
        const dw_admin *admin = &list->rows[i];
        char key[DW_SEAL_KEY_DIGITS + 1];
        dw_seal_key_text(admin->key, DW_SEAL_KEY_DIGITS, key);
        fprintf(answer, "%s %s%s%s\n", key, dw_console_level_word(admin->level),
                admin->note[0] != '\0' ? " " : "", admin->note);
    }
    fprintf(answer, "admins %u\n", (unsigned)list->count);
    if (server->config.seal == 0) {
        fprintf(answer, "seal is off: no client can prove its key, so nobody has rights\n");
    }
}

static bool read_key(const char *word, uint8_t key[DW_SEAL_KEY_SIZE], FILE *answer)
{
    if (!dw_seal_key_read(word, strlen(word), key)) {
        fprintf(answer, "\"%s\": must be a key of %d hexadecimal digits\n", word,
                DW_SEAL_KEY_DIGITS);
        return false;
    }
    return true;
}

/* The key of a client that is here, by match and slot or name; `next`: the word behind it. */
static bool find_key(const dw_server *server, const dw_words *said, dw_admin *out, uint32_t *next,
                     FILE *answer)
{
    const dw_guest *guest = dw_console_choose_guest(server, said, next, answer);
    uint8_t slot = DW_SLOT_NONE;
    if (guest == NULL) {
        return false;
    }
    if (!guest->has_identity) {
        fprintf(answer, "promote: this client has no key, so it cannot be recognised\n");
        return false;
    }
    memcpy(out->key, guest->identity, sizeof out->key);
    (void)snprintf(out->note, sizeof out->note, "%s",
                   dw_match_name_of(server->matches[guest->match], guest->client, &slot));
    return true;
}

/* The level and the note behind the key or the name. */
static bool read_rest(const dw_words *said, uint32_t next, dw_admin *out, FILE *answer)
{
    char note[DW_WORDS_BYTES];
    if (next >= said->count || dw_console_level_find(said->word[next], &out->level) != DW_OK) {
        fprintf(answer, "promote: \"%s\" must be a level: moderator, operator or host\n",
                next < said->count ? said->word[next] : "");
        return false;
    }
    dw_words_join(said, next + 1, said->count, note);
    const size_t length = strlen(note);
    if (length > DW_ADMIN_NOTE_MAX || (length > 0 && !dw_text_is_clean(note, length))) {
        fprintf(answer, "promote: the note must be at most %d bytes of plain text\n",
                DW_ADMIN_NOTE_MAX);
        return false;
    }
    if (length > 0) {
        memcpy(out->note, note, length + 1);
    }
    return true;
}

/* The first admin makes the folder; until then the list has no file. */
static dw_status add(dw_server *server, const dw_admin *admin, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_status status = dw_state_folder_open(server->config.state, folder, error);
    if (status == DW_OK) {
        status = dw_admins_move(server->admins, folder, error);
    }
    return status == DW_OK ? dw_admins_add(server->admins, admin, error) : status;
}

void dw_console_promote(dw_server *server, const dw_words *said, FILE *answer)
{
    dw_admin admin = {.note = ""};
    dw_error error = {""};
    char key[DW_SEAL_KEY_DIGITS + 1];
    uint32_t next = 2;
    const bool by_key = strlen(said->word[1]) >= DW_MATCH_CODE_SIZE;
    if (!(by_key ? read_key(said->word[1], admin.key, answer)
                 : find_key(server, said, &admin, &next, answer)) ||
        !read_rest(said, next, &admin, answer)) {
        return;
    }
    if (add(server, &admin, &error) != DW_OK) {
        fprintf(answer, "%s\n", error.text);
        return;
    }
    dw_seal_key_text(admin.key, DW_SEAL_KEY_DIGITS, key);
    fprintf(answer, "%s is %s\n", key, dw_console_level_word(admin.level));
}

void dw_console_demote(dw_server *server, const dw_words *said, FILE *answer)
{
    uint8_t key[DW_SEAL_KEY_SIZE];
    dw_error error = {""};
    if (!read_key(said->word[1], key, answer) || !dw_console_may_act(server, said, key, answer)) {
        return;
    }
    if (dw_admins_remove(server->admins, key, &error) != DW_OK) {
        fprintf(answer, "%s\n", error.text);
        return;
    }
    fprintf(answer, "%s has no rights any more\n", said->word[1]);
}
