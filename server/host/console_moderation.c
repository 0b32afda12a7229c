#include "server/host/console_moderation.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "server/host/console_rights.h"
#include "server/host/moderation.h"
#include "server/host/seating.h"
#include "server/host/server_state.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum {
    AWAY_S = 60, /* A shorter idle time isn't mentioned. */
    KEY_DIGITS_SHOWN = 16,
    SEVERAL_MAX = 8, /* Names listed in an answer. */
    WHO_TEXT = 256
};

#define MINUTE_NS UINT64_C(60000000000)

/* "match 1, slot 0: "Ada", 203.0.113.9:40112" */
static void describe(const dw_server *server, const dw_guest *guest, char text[WHO_TEXT])
{
    char address[32];
    char seat[16] = "watching";
    uint8_t slot = DW_SLOT_NONE;
    const char *name = dw_match_name_of(server->matches[guest->match], guest->client, &slot);
    DW_CHECK(name != NULL);
    if (slot != DW_SLOT_NONE) {
        (void)snprintf(seat, sizeof seat, "slot %u", (unsigned)slot);
    }
    dw_net_address_text(server->net, guest->peer, address);
    (void)snprintf(text, WHO_TEXT, "match %u, %s: %.160s, %s", (unsigned)guest->match + 1, seat,
                   dw_log_quote(name).text, address);
}

static void print_player(const dw_server *server, const dw_guest *guest, FILE *answer)
{
    char who[WHO_TEXT];
    char key[DW_BAN_SUBJECT_TEXT] = "none";
    const uint32_t away_s =
        dw_match_away_ticks(server->matches[guest->match], guest->client) / DW_TICKS_PER_SECOND;
    describe(server, guest, who);
    if (guest->has_identity) {
        const dw_ban_subject subject = dw_ban_subject_of_key(guest->identity);
        dw_ban_subject_text(&subject, key);
    }
    fprintf(answer, "%s, key %.*s, %u min%s", who, KEY_DIGITS_SHOWN, key,
            (unsigned)((server->now_ns - guest->connected_ns) / MINUTE_NS),
            guest->muted ? ", muted" : "");
    if (away_s >= AWAY_S) {
        fprintf(answer, ", away %u s", (unsigned)away_s);
    }
    fprintf(answer, "\n");
}

/* In the order of their slots; spectators come last. */
static void print_match(const dw_server *server, uint32_t match, FILE *answer)
{
    const dw_match *of = server->matches[match];
    uint32_t tag = 0;
    dw_client_handle client = dw_match_next_client(of, 0, &tag);
    while (client != 0) {
        print_player(server, &server->guests[tag], answer);
        client = dw_match_next_client(of, client, &tag);
    }
}

void dw_console_players(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t first = 0;
    uint32_t last = 0;
    if (!dw_words_matches(server, said->count > 1 ? said->word[1] : "all", &first, &last, answer)) {
        return;
    }
    for (uint32_t m = first; m <= last; m++) {
        print_match(server, m, answer);
    }
    fprintf(answer, "clients %u, watching %u\n", (unsigned)server->clients_in,
            (unsigned)server->watchers_in);
}

static bool choose_match(const dw_server *server, const char *word, uint32_t *match, FILE *answer)
{
    *match = dw_seating_find_match(server, word);
    if (*match == server->match_count) {
        fprintf(answer, "match %s: must be 1 to %u, or a code\n", word,
                (unsigned)server->match_count);
        return false;
    }
    return true;
}

dw_guest *dw_console_choose_guest(const dw_server *server, const dw_words *said, uint32_t *next,
                                  FILE *answer)
{
    dw_guest *found[SEVERAL_MAX];
    char text[DW_WORDS_BYTES];
    uint32_t match = 0;
    uint32_t count = 0;
    if (!choose_match(server, said->word[1], &match, answer)) {
        return NULL;
    }
    for (uint32_t last = said->count - 1; last >= 2 && count == 0; last--) {
        dw_words_join(said, 2, last, text);
        count = dw_moderation_find(server, match, text, found, SEVERAL_MAX);
        *next = last + 1;
    }
    if (count == 1) {
        return found[0];
    }
    if (count == 0) {
        fprintf(answer, "match %u: no client with the slot or name \"%s\" (players lists them)\n",
                (unsigned)match + 1, text);
        return NULL;
    }
    fprintf(answer, "match %u: \"%s\" may be ", (unsigned)match + 1, text);
    for (uint32_t i = 0; i < count && i < SEVERAL_MAX; i++) {
        uint8_t slot = DW_SLOT_NONE;
        fprintf(answer, "%s%s", i > 0 ? ", " : "",
                dw_match_name_of(server->matches[match], found[i]->client, &slot));
    }
    fprintf(answer, "%s: write the whole name or the slot\n", count > SEVERAL_MAX ? ", ..." : "");
    return NULL;
}

static bool may_act_on(const dw_server *server, const dw_words *said, const dw_guest *guest,
                       FILE *answer)
{
    return dw_console_may_act(server, said, guest->has_identity ? guest->identity : NULL, answer);
}

void dw_console_kick(dw_server *server, const dw_words *said, FILE *answer)
{
    char who[WHO_TEXT];
    char text[DW_WORDS_BYTES];
    uint32_t next = 0;
    dw_guest *guest = dw_console_choose_guest(server, said, &next, answer);
    if (guest == NULL || !may_act_on(server, said, guest, answer)) {
        return;
    }
    dw_words_join(said, next, said->count, text);
    if (strlen(text) > DW_REASON_MAX ||
        (text[0] != '\0' && !dw_text_is_clean(text, strlen(text)))) {
        fprintf(answer, "kick: the reason must be at most %d bytes of plain text\n", DW_REASON_MAX);
        return;
    }
    describe(server, guest, who);
    dw_moderation_kick(server, guest, text);
    fprintf(answer, "kicked %s\n", who);
}

/* The minutes and the note behind the name of a ban. */
typedef struct terms {
    uint32_t minutes;
    char note[DW_WORDS_BYTES];
} terms;

static bool read_terms(const dw_words *said, uint32_t next, terms *out, FILE *answer)
{
    int64_t minutes = 0;
    if (next < said->count &&
        dw_parse_int(said->word[next], 0, DW_BAN_MINUTES_MAX, &minutes) != DW_OK) {
        fprintf(answer, "ban: \"%s\" must be minutes, 0 to %d (0: forever)\n", said->word[next],
                DW_BAN_MINUTES_MAX);
        return false;
    }
    out->minutes = (uint32_t)minutes;
    dw_words_join(said, next + 1, said->count, out->note);
    const size_t length = strlen(out->note);
    if (length > DW_BAN_NOTE_MAX || (length > 0 && !dw_text_is_clean(out->note, length))) {
        fprintf(answer, "ban: the note must be at most %d bytes of plain text\n", DW_BAN_NOTE_MAX);
        return false;
    }
    return true;
}

static void ban_subject(dw_server *server, const dw_ban_subject *subject, const terms *under,
                        FILE *answer)
{
    char text[DW_BAN_SUBJECT_TEXT];
    char length[32] = "forever";
    dw_error error = {""};
    uint32_t sent_away = 0;
    if (dw_moderation_ban(server, subject, under->minutes, under->note, &sent_away, &error) !=
        DW_OK) {
        fprintf(answer, "%s\n", error.text);
        return;
    }
    dw_ban_subject_text(subject, text);
    if (under->minutes > 0) {
        (void)snprintf(length, sizeof length, "for %u min", (unsigned)under->minutes);
    }
    fprintf(answer, "banned %s %s, clients sent away %u\n", text, length, (unsigned)sent_away);
}

/* A ban by address hits all clients there. */
static bool may_ban(const dw_server *server, const dw_words *said, const dw_ban_subject *subject,
                    FILE *answer)
{
    if (subject->is_key) {
        return dw_console_may_act(server, said, subject->key, answer);
    }
    for (uint32_t i = 0; i < dw_net_peers_max(server->net); i++) {
        const dw_guest *guest = &server->guests[i];
        if (guest->state == DW_GUEST_IN &&
            dw_ban_subject_has_address(subject, dw_net_host(server->net, guest->peer)) &&
            !may_act_on(server, said, guest, answer)) {
            return false;
        }
    }
    return true;
}

/* A client is banned by its key and by its address, unless many may share that. */
static void ban_guest(dw_server *server, const dw_words *said, FILE *answer)
{
    uint32_t next = 0;
    terms under;
    dw_guest *guest = dw_console_choose_guest(server, said, &next, answer);
    if (guest == NULL || !may_act_on(server, said, guest, answer) ||
        !read_terms(said, next, &under, answer)) {
        return;
    }
    const uint32_t host = dw_net_origin(server->net, guest->peer);
    const bool has_key = guest->has_identity;
    if (host == 0 && !has_key) {
        char address[INET_ADDRSTRLEN] = "";
        const struct in_addr at = {dw_net_host(server->net, guest->peer)};
        (void)inet_ntop(AF_INET, &at, address, sizeof address);
        fprintf(answer,
                "ban: this client has no key, and %s is an exempt address that many may share; "
                "kick the client, or ban %s itself\n",
                address, address);
        return;
    }
    uint8_t slot = DW_SLOT_NONE;
    if (under.note[0] == '\0') {
        (void)snprintf(under.note, sizeof under.note, "%s",
                       dw_match_name_of(server->matches[guest->match], guest->client, &slot));
    }
    /* Built before the first ban, which removes the guest. */
    const dw_ban_subject key = dw_ban_subject_of_key(guest->identity);
    const dw_ban_subject address = dw_ban_subject_of_address(host);
    if (has_key) {
        ban_subject(server, &key, &under, answer);
    }
    if (host != 0 && may_ban(server, said, &address, answer)) {
        ban_subject(server, &address, &under, answer);
    }
}

static bool read_subject(const char *word, dw_ban_subject *out, FILE *answer)
{
    if (dw_ban_subject_read(out, word, strlen(word)) != DW_OK) {
        fprintf(answer,
                "\"%s\": must be an IPv4 address, a prefix like 203.0.113.0/24 (%d to 32 bits) or "
                "a key of %d hexadecimal digits\n",
                word, DW_BAN_BITS_MIN, 2 * DW_SEAL_KEY_SIZE);
        return false;
    }
    return true;
}

void dw_console_ban(dw_server *server, const dw_words *said, FILE *answer)
{
    dw_ban_subject subject;
    terms under;
    const char *word = said->word[1];
    const bool is_number = strspn(word, "0123456789") == strlen(word);
    const bool is_match = is_number || dw_seating_find_match(server, word) < server->match_count;
    if (said->count > 2 && is_match && strlen(word) < DW_MATCH_CODE_SIZE) {
        ban_guest(server, said, answer);
    } else if (read_subject(word, &subject, answer) && may_ban(server, said, &subject, answer) &&
               read_terms(said, 2, &under, answer)) {
        ban_subject(server, &subject, &under, answer);
    }
}

/* A single address may be banned by a prefix around it; that prefix must be named instead. */
static const dw_ban *find_wider(const dw_server *server, const dw_ban_subject *subject)
{
    return subject->is_key
               ? NULL
               : dw_bans_find_address(dw_moderation_bans(server), htonl(subject->address),
                                      (int64_t)dw_clock_wall_s());
}

void dw_console_unban(dw_server *server, const dw_words *said, FILE *answer)
{
    char text[DW_BAN_SUBJECT_TEXT];
    dw_ban_subject subject;
    dw_error error = {""};
    if (!read_subject(said->word[1], &subject, answer)) {
        return;
    }
    const dw_status status = dw_moderation_unban(server, &subject, &error);
    const dw_ban *wider = find_wider(server, &subject);
    if (status == DW_OK) {
        dw_ban_subject_text(&subject, text);
        fprintf(answer, "unbanned %s", text);
    } else {
        fprintf(answer, "%s", error.text);
    }
    if (wider != NULL && (status == DW_OK || status == DW_NOT_FOUND)) {
        dw_ban_subject_text(&wider->subject, text);
        fprintf(answer, "; still banned by %s", text);
    }
    fprintf(answer, "\n");
}

void dw_console_bans(dw_server *server, const dw_words *said, FILE *answer)
{
    (void)said;
    dw_error error = {""};
    uint32_t sent_away = 0;
    if (dw_moderation_reload(server, &sent_away, &error) != DW_OK) {
        fprintf(answer, "%s; the bans stay as they were\n", error.text);
        return;
    }
    const dw_bans *bans = dw_moderation_bans(server);
    const int64_t now_s = (int64_t)dw_clock_wall_s();
    for (uint32_t i = 0; i < dw_bans_count(bans); i++) {
        char subject[DW_BAN_SUBJECT_TEXT];
        char end[DW_BAN_END_TEXT];
        const dw_ban *ban = dw_bans_at(bans, i);
        dw_ban_subject_text(&ban->subject, subject);
        dw_ban_end_text(ban->until_s, end);
        fprintf(answer, "%s %s%s%s%s\n", subject, end,
                dw_ban_is_over(ban, now_s) ? " (expired)" : "", ban->note[0] != '\0' ? " " : "",
                ban->note);
    }
    fprintf(answer, "bans %u, clients sent away %u\n", (unsigned)dw_bans_count(bans),
            (unsigned)sent_away);
}

void dw_console_mute(dw_server *server, const dw_words *said, FILE *answer)
{
    const bool muted = strcmp(said->word[0], "mute") == 0; /* Else: unmute. */
    char who[WHO_TEXT];
    uint32_t next = 0;
    dw_guest *guest = dw_console_choose_guest(server, said, &next, answer);
    if (guest == NULL) {
        return;
    }
    if (next < said->count) {
        fprintf(answer, "%s: \"%s\" is not expected here; write the slot or the whole name\n",
                said->word[0], said->word[next]);
        return;
    }
    describe(server, guest, who);
    if (muted && !may_act_on(server, said, guest, answer)) {
        return;
    }
    if (guest->muted == muted) {
        fprintf(answer, "%s %s\n", muted ? "already muted" : "not muted", who);
        return;
    }
    dw_moderation_mute(server, guest, muted);
    fprintf(answer, "%s %s\n", muted ? "muted" : "unmuted", who);
}
