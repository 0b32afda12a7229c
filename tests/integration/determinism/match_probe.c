/* match_probe.c - saves a match with its players, or continues one in a process of its own, for
 * resume-check.
 *     match_probe save MAP BRAIN SEED FILE [MISSION]
 *         plays to the first chase, or a minute and more; in a mission to the second answer to its
 *         first question; saves, plays another minute
 *     match_probe continue MAP BRAIN SEED FILE [MISSION]
 *         loads, takes the players back by their tokens, and plays that minute
 * Both print a line for each tick of the last minute: tick, hash of the state, hash of what each
 * player may know and of the messages that left for players. SEED makes the round key. */
#include "common/base/hash.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "tests/unit/session/match_company.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE_TICKS = 60 * DW_TICKS_PER_SECOND };

/* The tokens, as the clients remember them; then the match. */
typedef struct saved_company {
    uint8_t tokens[DW_COMPANY_PLAYERS][DW_TOKEN_SIZE];
    uint8_t match[DW_COMPANY_SAVE_MAX];
} saved_company;

static dw_company company;
static saved_company bytes;
static dw_mission mission;

static bool read_mission(const char *path)
{
    uint8_t *text = NULL;
    size_t size = 0;
    dw_error error = {{0}};
    dw_status status = dw_file_read(path, 1 << 20, &text, &size, &error);
    if (status == DW_OK) {
        status = dw_mission_load(&mission, path, company.box.map, text, size, &error);
    }
    free(text);
    if (status != DW_OK) {
        (void)fprintf(stderr, "match_probe: %s\n", error.text);
    }
    company.box.config.mission = &mission;
    return status == DW_OK;
}

/* The moment that is worth saving. */
static bool has_come_to_it(void)
{
    const dw_question *question = dw_sim_question(dw_match_sim(company.box.match));
    if (question == NULL) {
        return dw_company_is_chased(&company);
    }
    uint32_t answers = 0;
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        answers += question->answers[i] != 0 ? 1 : 0;
    }
    return dw_question_is_open(question) && answers == 2;
}

static bool save(const char *path)
{
    dw_company_join(&company);
    for (uint32_t tick = 0; tick < 2 * MINUTE_TICKS && !has_come_to_it(); tick++) {
        dw_company_step(&company);
    }
    if (company.box.config.mission != NULL && !has_come_to_it()) {
        (void)fprintf(stderr, "match_probe: nobody was asked anything\n");
        return false;
    }
    memcpy(bytes.tokens, company.tokens, sizeof bytes.tokens);
    const size_t size = sizeof bytes.tokens + dw_company_save(&company, bytes.match);
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(&bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && written;
}

static bool load(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t size = fread(&bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    dw_error error = {{0}};
    if (size < sizeof bytes.tokens ||
        dw_company_load(&company, bytes.match, size - sizeof bytes.tokens, &error) != DW_OK) {
        (void)fprintf(stderr, "match_probe: %s: %s\n", path, error.text);
        return false;
    }
    bool all = true;
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        all = dw_company_resume(&company, i, bytes.tokens[i]) && all;
    }
    return all;
}

static uint64_t hash_of_snapshots(void)
{
    uint64_t hash = DW_HASH_START;
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        dw_snapshot snapshot;
        dw_snapshot sent;
        uint8_t encoded[DW_DATAGRAM_MAX];
        size_t size = 0;
        if (dw_match_snapshot(company.box.match, company.players[i], &snapshot) == DW_OK &&
            dw_snapshot_encode(&snapshot, NULL, company.box.map->door_count, NULL, encoded,
                               sizeof encoded, &size, &sent) == DW_OK) {
            hash = dw_hash_bytes(hash, encoded, size);
        }
    }
    return hash;
}

static uint64_t hash_of_messages(uint64_t hash)
{
    for (uint32_t i = 0; i < company.box.message_count; i++) {
        const dw_box_message *row = &company.box.messages[i];
        uint8_t encoded[DW_MESSAGE_MAX];
        size_t size = 0;
        if (dw_message_encode(&row->message, encoded, sizeof encoded, &size) == DW_OK) {
            hash = dw_hash_bytes(dw_hash_u64(hash, row->tag), encoded, size);
        }
    }
    return hash;
}

/* The first tick of a loaded match tells all players the round once more. */
static void play_a_minute(void)
{
    for (uint32_t tick = 0; tick < MINUTE_TICKS; tick++) {
        company.box.message_count = 0;
        dw_company_step(&company);
        const uint64_t known = hash_of_snapshots();
        char state[DW_HASH_TEXT_SIZE];
        char told[DW_HASH_TEXT_SIZE];
        dw_hash_text(dw_sim_hash(dw_match_sim(company.box.match)), state);
        dw_hash_text(tick == 0 ? known : hash_of_messages(known), told);
        (void)printf("%u %s %s\n", (unsigned)company.box.tick, state, told);
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = 0;
    const bool saves = argc >= 6 && strcmp(argv[1], "save") == 0;
    if (argc < 6 || argc > 7 || (!saves && strcmp(argv[1], "continue") != 0) ||
        dw_parse_u64(argv[4], &seed) != DW_OK) {
        (void)fprintf(stderr, "usage: match_probe save|continue MAP BRAIN SEED FILE [MISSION]\n");
        return 2;
    }
    dw_company_open(&company, argv[2], argv[3]);
    if (argc == 7 && !read_mission(argv[6])) {
        return 1;
    }
    company.box.config.round_key = dw_round_key_from_number(seed);
    dw_match_box_open(&company.box);
    const bool ready = saves ? save(argv[5]) : load(argv[5]);
    if (ready) {
        play_a_minute();
    }
    dw_match_box_close(&company.box);
    return ready ? 0 : 1;
}
