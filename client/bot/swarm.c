#include "client/bot/swarm.h"

#include "client/core/link.h"
#include "client/core/map_cache.h"
#include "common/base/check.h"
#include "common/platform/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES_MAX = 65536, HEAVY_HOLD = 3, HEAVY_SLICES_PER_SERVICE = 2, CACHE_LINE = 64 };

enum { STAYS_STREAM = 1 << 16 /* Bots use those from 0 on. */ };

#define SECOND_NS UINT64_C(1000000000)

typedef struct seat {
    dw_client *client; /* NULL before it started to join. */
    dw_arena arena;
    dw_swarm *swarm;
    bool bot_ready, over;
    bool joined;          /* In this visit. */
    bool leaving;         /* The visit is over, the connection not yet. */
    uint32_t visits;      /* Begun ones. */
    uint64_t leave_ns;    /* 0: stays. */
    bool connection_lost; /* And not yet back. */
    uint64_t set_out_ns;
    dw_bot *bot;
    dw_client_identity identity;
} seat;

struct dw_swarm {
    const dw_bots_options *options;
    dw_link *link;
    dw_map_cache *maps;
    uint32_t ground_count;
    dw_bot_ground *grounds[DW_MAP_CACHE_MAPS_MAX];
    dw_error failure; /* Of a ground; ends the run. */
    bool failed;
    uint32_t started, slice;
    void *room; /* Memory of all seats: client and bot, one seat after the other. */
    size_t seat_bytes;
    uint64_t start_ns, all_started_ns, rtt_ns;
    uint64_t quit_bytes_in, quit_bytes_out;
    uint64_t ended_ns;
    char first_failure[256];
    dw_bots_report sums;      /* RTT samples and rounds, as they come. */
    uint32_t *counted_rounds; /* By match: the newest round whose result was counted. */
    uint32_t joined, refused, lost, over, visits;
    dw_rng stays; /* How long visits last. */
    seat *seats;
};

/* All seats need the same memory, spectators some more: a trial shows how much. */
static dw_status take_room(dw_swarm *swarm)
{
    dw_arena trial;
    dw_client *client = NULL;
    dw_bot *bot = NULL;
    const dw_client_config config = {.spectate = swarm->options->spectate_share > 0,
                                     .name = "trial",
                                     .send = dw_link_send,
                                     .input_hz = swarm->options->input_hz};
    if (dw_arena_create(&trial, DW_CLIENT_ARENA_BYTES) != DW_OK) {
        return DW_MEMORY;
    }
    dw_status status = dw_client_create(&client, &trial, &config);
    if (status == DW_OK) {
        status = dw_bot_create(&bot, &trial, swarm->options->policy);
        dw_client_destroy(client);
    }
    swarm->seat_bytes = (trial.used + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    if (status == DW_OK) {
        swarm->room = dw_memory_map(swarm->seat_bytes * swarm->options->clients);
    }
    dw_arena_destroy(&trial);
    return swarm->room != NULL ? DW_OK : DW_MEMORY;
}

static dw_status open_network(dw_swarm *swarm, dw_error *error)
{
    const dw_bots_options *options = swarm->options;
    const dw_link_config link = {.host = options->host,
                                 .port = options->port,
                                 .connections = options->clients,
                                 .unsealed = options->unsealed,
                                 .password = dw_bots_password(options),
                                 .faults = options->has_faults ? &options->faults : NULL,
                                 .faults_seed = options->seed};
    return dw_link_create(&swarm->link, &link, error);
}

dw_status dw_swarm_create(dw_swarm **out, const dw_bots_options *options, uint64_t now_ns,
                          dw_error *error)
{
    dw_swarm *swarm = calloc(1, sizeof *swarm);
    if (swarm == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for %u bots", options->clients);
    }
    swarm->options = options;
    swarm->start_ns = now_ns;
    swarm->rtt_ns = now_ns;
    dw_rng_init(&swarm->stays, options->seed, STAYS_STREAM);
    swarm->seats = calloc(options->clients, sizeof *swarm->seats);
    swarm->counted_rounds = calloc(MATCHES_MAX, sizeof *swarm->counted_rounds);
    dw_status status = DW_OK;
    if (swarm->seats == NULL || swarm->counted_rounds == NULL ||
        dw_map_cache_create(&swarm->maps, NULL) != DW_OK || take_room(swarm) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "no memory for %u bots", options->clients);
    }
    if (status == DW_OK) {
        status = open_network(swarm, error);
    }
    if (status != DW_OK) {
        dw_swarm_destroy(swarm);
        return status;
    }
    *out = swarm;
    return DW_OK;
}

void dw_swarm_destroy(dw_swarm *swarm)
{
    if (swarm == NULL) {
        return;
    }
    dw_link_destroy(swarm->link);
    for (uint32_t i = 0; i < swarm->started; i++) {
        dw_client_destroy(swarm->seats[i].client);
        dw_arena_destroy(&swarm->seats[i].arena);
    }
    for (uint32_t i = 0; i < swarm->ground_count; i++) {
        dw_bot_ground_destroy(swarm->grounds[i]);
    }
    dw_memory_unmap(swarm->room, swarm->seat_bytes * swarm->options->clients);
    dw_map_cache_destroy(swarm->maps);
    free(swarm->counted_rounds);
    free(swarm->seats);
    free(swarm);
}

/* The ground of a map, made for the first bot on it. */
static dw_bot_ground *ground_of(dw_swarm *swarm, const dw_map *map)
{
    for (uint32_t i = 0; i < swarm->ground_count; i++) {
        if (swarm->grounds[i]->map == map) {
            return swarm->grounds[i];
        }
    }
    DW_CHECK(swarm->ground_count < DW_MAP_CACHE_MAPS_MAX);
    dw_bot_ground *ground = NULL;
    if (dw_bot_ground_create(&ground, map, &swarm->failure) != DW_OK) {
        swarm->failed = true;
        return NULL;
    }
    swarm->grounds[swarm->ground_count++] = ground;
    return ground;
}

static void say(const dw_bot *bot, dw_client *client)
{
    dw_signal signals[2];
    const uint32_t count = dw_bot_signals(bot, signals);
    for (uint32_t i = 0; i < count; i++) {
        (void)dw_client_signal(client, &signals[i]);
    }
}

/* The source of a bot's intents, called by dw_client_run at each tick. */
static dw_intent decide(void *context, const dw_client *client, uint32_t tick)
{
    seat *row = context;
    dw_bot_view view = {.tick = tick,
                        .rules = &dw_client_welcome(client)->rules,
                        .map = dw_client_map(client),
                        .snapshot = dw_client_latest(client),
                        .kinds = dw_client_kinds(client),
                        .signals = dw_client_signals(client),
                        .mission = dw_client_get_mission(client)};
    const dw_intent still = {.direction = DW_STAND};
    if (!row->bot_ready || row->bot->ground->map != dw_client_plan(client) ||
        view.snapshot == NULL || !dw_client_predicted(client, &view.body, &view.doors)) {
        return still;
    }
    const dw_intent intent = dw_bot_decide(row->bot, &view, dw_client_moves_in(client, tick));
    say(row->bot, row->client);
    return intent;
}

/* A new client in the memory of the seat, on its way to the server. */
static dw_status set_out(dw_swarm *swarm, uint32_t index, uint64_t now_ns, dw_error *error)
{
    const dw_bots_options *options = swarm->options;
    seat *row = &swarm->seats[index];
    row->set_out_ns = now_ns;
    dw_arena_init(&row->arena, (uint8_t *)swarm->room + index * swarm->seat_bytes,
                  swarm->seat_bytes);
    /* Spectators are spread evenly among the players. */
    const double share = options->spectate_share;
    const bool watches = (uint32_t)((index + 1) * share) > (uint32_t)(index * share);
    dw_client_config config = {.spectate = watches,
                               .send = dw_link_send,
                               .send_context = dw_link_context(swarm->link, index),
                               .maps = dw_map_cache_store(swarm->maps),
                               .identity = &row->identity,
                               .transcript = dw_link_own_transcript,
                               .input_hz = options->input_hz};
    memcpy(config.match, options->match, sizeof config.match);
    (void)snprintf(config.name, sizeof config.name, "%.18s-%04u", options->name_prefix,
                   (index + 1) % 10000);
    dw_status status = dw_client_create(&row->client, &row->arena, &config);
    if (status == DW_OK) {
        status = dw_bot_create(&row->bot, &row->arena, options->policy);
    }
    if (status != DW_OK) {
        dw_arena_destroy(&row->arena);
        return dw_fail(error, status, "bot %u cannot be made", index + 1);
    }
    dw_link_connect(swarm->link, row->client);
    return DW_OK;
}

static dw_status start_client(dw_swarm *swarm, uint32_t index, uint64_t now_ns, dw_error *error)
{
    seat *row = &swarm->seats[index];
    row->swarm = swarm;
    dw_client_identity_derive(&row->identity, swarm->options->seed, index);
    const dw_status status = set_out(swarm, index, now_ns, error);
    swarm->started += row->client != NULL;
    return status;
}

static dw_status start_due(dw_swarm *swarm, uint64_t now_ns, dw_error *error)
{
    const dw_bots_options *options = swarm->options;
    const uint64_t passed = now_ns - swarm->start_ns;
    const double due = (double)passed / 1e9 * options->join_rate + 1.0;
    while (swarm->started < options->clients && swarm->started < due) {
        const dw_status status = start_client(swarm, swarm->started, now_ns, error);
        if (status != DW_OK) {
            return status;
        }
        if (swarm->started == options->clients) {
            swarm->all_started_ns = now_ns;
        }
    }
    return DW_OK;
}

static void count_round(dw_swarm *swarm, const dw_client *client)
{
    const dw_round *round = dw_client_round(client);
    const dw_welcome *welcome = dw_client_welcome(client);
    if (round == NULL || round->phase != DW_PHASE_RESULT ||
        round->round <= swarm->counted_rounds[welcome->match]) {
        return;
    }
    swarm->counted_rounds[welcome->match] = round->round;
    swarm->sums.rounds_won += round->outcome == DW_OUTCOME_WON;
    swarm->sums.rounds_lost +=
        round->outcome == DW_OUTCOME_LOST || round->outcome == DW_OUTCOME_TIMEOUT;
}

static void note_end(dw_swarm *swarm, seat *row, uint32_t index)
{
    const dw_client_end end = dw_client_get_end(row->client);
    row->over = true;
    swarm->over++;
    swarm->refused += end == DW_CLIENT_END_REFUSED;
    swarm->lost += end != DW_CLIENT_END_REFUSED && end != DW_CLIENT_END_QUIT;
    if (swarm->first_failure[0] == '\0' && end != DW_CLIENT_END_QUIT) {
        (void)snprintf(swarm->first_failure, sizeof swarm->first_failure, "%s",
                       dw_client_end_text(row->client));
    }
    dw_log(end == DW_CLIENT_END_QUIT ? DW_LOG_DEBUG : DW_LOG_WARNING, "bot_ended",
           "bot=%u reason=%s", index + 1, dw_log_quote(dw_client_end_text(row->client)).text);
}

static void note_joined(dw_swarm *swarm, seat *row, uint64_t now_ns)
{
    row->joined = true;
    swarm->joined += row->visits == 0;
    row->visits++;
    swarm->visits++;
    const double stay_s = swarm->options->stay_s * (500 + dw_rng_below(&swarm->stays, 1001)) / 1000;
    row->leave_ns = stay_s > 0 ? now_ns + (uint64_t)(stay_s * 1e9) : 0;
    const uint64_t took_ns = now_ns - row->set_out_ns;
    swarm->sums.join_max_ns = took_ns > swarm->sums.join_max_ns ? took_ns : swarm->sums.join_max_ns;
}

/* At first, and when the match has changed to another map. */
static void set_ground(dw_swarm *swarm, seat *row, uint32_t index)
{
    const dw_map *map = dw_client_plan(row->client);
    if (row->bot_ready && row->bot->ground->map == map) {
        return;
    }
    const dw_bot_ground *ground = ground_of(swarm, map);
    if (ground != NULL) {
        const uint32_t hold = swarm->options->clients >= DW_SWARM_HEAVY ? HEAVY_HOLD : 1;
        dw_bot_init(row->bot, ground, swarm->options->seed, index, hold);
        row->bot_ready = true;
    }
}

static void note_connection(seat *row, uint32_t index)
{
    const dw_client_state state = dw_client_get_state(row->client);
    if (state == DW_CLIENT_RECONNECTING && !row->connection_lost) {
        row->connection_lost = true;
        dw_log(DW_LOG_WARNING, "bot_connection_lost", "bot=%u", index + 1);
    } else if (state == DW_CLIENT_PLAYING && row->connection_lost) {
        row->connection_lost = false;
        dw_log(DW_LOG_INFO, "bot_reconnected", "bot=%u slot=%u resumed=%u", index + 1,
               dw_client_welcome(row->client)->slot, dw_client_get_stats(row->client)->resumes);
    }
}

static void leave(dw_swarm *swarm, seat *row, uint32_t index)
{
    row->leaving = true;
    dw_client_quit(row->client);
    dw_link_disconnect(swarm->link, index);
}

/* Once the connection is gone. */
static void come_again(dw_swarm *swarm, seat *row, uint32_t index, uint64_t now_ns)
{
    if (dw_link_is_open(swarm->link, index)) {
        return;
    }
    dw_bots_report_client(&swarm->sums, row->client, false);
    dw_client_destroy(row->client);
    row->leaving = false;
    row->joined = false;
    row->bot_ready = false;
    row->leave_ns = 0;
    if (set_out(swarm, index, now_ns, &swarm->failure) != DW_OK) {
        swarm->failed = true;
    }
}

static void run_seat(dw_swarm *swarm, uint32_t index, uint64_t now_ns)
{
    seat *row = &swarm->seats[index];
    if (row->over) {
        return;
    }
    if (row->leaving) {
        come_again(swarm, row, index, now_ns);
        return;
    }
    dw_client_run(row->client, decide, row, now_ns);
    const dw_client_state state = dw_client_get_state(row->client);
    if (state == DW_CLIENT_PLAYING && !row->joined) {
        note_joined(swarm, row, now_ns);
    }
    if (state == DW_CLIENT_PLAYING) {
        set_ground(swarm, row, index);
    }
    note_connection(row, index);
    dw_client_event event;
    dw_chat_line line;
    while (dw_client_pop_event(row->client, &event) || dw_client_pop_chat(row->client, &line)) {
        /* Bots learn from snapshots alone. */
    }
    count_round(swarm, row->client);
    if (state == DW_CLIENT_ENDED) {
        note_end(swarm, row, index);
    } else if (state == DW_CLIENT_PLAYING && row->leave_ns != 0 && now_ns >= row->leave_ns) {
        leave(swarm, row, index);
    }
}

static void sample_rtt(dw_swarm *swarm, uint64_t now_ns)
{
    if (now_ns - swarm->rtt_ns < SECOND_NS) {
        return;
    }
    swarm->rtt_ns = now_ns;
    for (uint32_t i = 0; i < swarm->started; i++) {
        const uint32_t rtt = swarm->seats[i].over ? 0 : dw_link_rtt_ms(swarm->link, i);
        if (rtt > 0) {
            dw_bots_report_rtt(&swarm->sums, rtt);
        }
    }
}

dw_status dw_swarm_run(dw_swarm *swarm, uint64_t now_ns, dw_error *error)
{
    const bool heavy = swarm->options->clients >= DW_SWARM_HEAVY;
    if (!heavy || swarm->slice % HEAVY_SLICES_PER_SERVICE == 0) {
        dw_link_service(swarm->link);
    }
    const dw_status status = start_due(swarm, now_ns, error);
    if (status != DW_OK) {
        return status;
    }
    /* Running a client means loading its memory into the caches. With many clients each one runs at
     * 20 Hz, all ticks since the last time at once. */
    const uint32_t period = heavy ? (uint32_t)DW_SWARM_SLICES * HEAVY_HOLD : DW_SWARM_SLICES;
    for (uint32_t i = swarm->slice; i < swarm->started; i += period) {
        run_seat(swarm, i, now_ns);
    }
    swarm->slice = (swarm->slice + 1) % period;
    sample_rtt(swarm, now_ns);
    if (swarm->failed) {
        return dw_fail(error, DW_MEMORY, "%s", swarm->failure.text);
    }
    return DW_OK;
}

dw_swarm_counts dw_swarm_count(const dw_swarm *swarm)
{
    dw_swarm_counts counts = {.started = swarm->started,
                              .ended = swarm->over,
                              .joined = swarm->joined,
                              .visits = swarm->visits,
                              .refused = swarm->refused,
                              .lost = swarm->lost};
    for (uint32_t i = 0; i < swarm->started; i++) {
        const seat *row = &swarm->seats[i];
        counts.playing += row->joined && !row->leaving && !row->over && !row->connection_lost;
        counts.reconnecting += row->connection_lost && !row->over;
    }
    return counts;
}

uint64_t dw_swarm_all_started_ns(const dw_swarm *swarm)
{
    return swarm->all_started_ns;
}

const char *dw_swarm_first_failure(const dw_swarm *swarm)
{
    return swarm->first_failure;
}

void dw_swarm_log_progress(const dw_swarm *swarm, uint64_t now_ns)
{
    const dw_swarm_counts counts = dw_swarm_count(swarm);
    uint64_t snapshots = swarm->sums.snapshots; /* Of visits that are over. */
    uint64_t expected = swarm->sums.snapshots_expected;
    for (uint32_t i = 0; i < swarm->started; i++) {
        const dw_client_stats *stats = dw_client_get_stats(swarm->seats[i].client);
        snapshots += stats->snapshots;
        expected += stats->snapshots_expected;
    }
    dw_log(DW_LOG_INFO, "bots",
           "seconds=%.0f playing=%u reconnecting=%u refused=%u lost=%u rtt_p50_ms=%.0f "
           "rtt_p99_ms=%.0f "
           "snapshots=%llu delivered=%.4f won=%u lost_rounds=%u visits=%u",
           (double)(now_ns - swarm->start_ns) / 1e9, counts.playing, counts.reconnecting,
           counts.refused, counts.lost, dw_bots_report_rtt_ms(&swarm->sums, 0.5),
           dw_bots_report_rtt_ms(&swarm->sums, 0.99), (unsigned long long)snapshots,
           expected > 0 ? (double)snapshots / (double)expected : 0.0, swarm->sums.rounds_won,
           swarm->sums.rounds_lost, counts.visits);
}

void dw_swarm_quit(dw_swarm *swarm, uint64_t now_ns)
{
    swarm->ended_ns = now_ns;
    dw_link_traffic(swarm->link, &swarm->quit_bytes_in, &swarm->quit_bytes_out);
    for (uint32_t i = 0; i < swarm->started; i++) {
        /* A client that is not back by now is lost. */
        swarm->sums.lost += swarm->seats[i].connection_lost && !swarm->seats[i].over;
        dw_client_quit(swarm->seats[i].client);
        dw_link_disconnect(swarm->link, i);
    }
}

bool dw_swarm_linger(dw_swarm *swarm)
{
    dw_link_service(swarm->link);
    return !dw_link_busy(swarm->link);
}

void dw_swarm_report(dw_swarm *swarm, dw_bots_report *report)
{
    DW_CHECK(swarm->ended_ns != 0);
    *report = swarm->sums;
    for (uint32_t i = 0; i < swarm->started; i++) {
        dw_bots_report_client(report, swarm->seats[i].client, swarm->seats[i].visits > 0);
    }
    report->visits = swarm->visits;
    report->bytes_in = swarm->quit_bytes_in;
    report->bytes_out = swarm->quit_bytes_out;
    report->wall_s = (double)(swarm->ended_ns - swarm->start_ns) / 1e9;
}
