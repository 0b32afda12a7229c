#include "server/mind/path_service_state.h"

#include "common/base/check.h"

#include <math.h>
#include <string.h>

/* Bodies in the way of one request: more are hardly within reach of a guard, and the memory of a
 * search grows with their number. */
enum { EXTRA_MAX = 8 };

dw_status dw_path_service_create(dw_path_service **out, dw_arena *arena, const dw_nav *nav,
                                 dw_search_pool *searches, uint16_t guard,
                                 uint32_t expansions_per_tick)
{
    DW_CHECK(expansions_per_tick > 0);
    dw_path_service *service = DW_ARENA_NEW(arena, dw_path_service);
    searches = searches != NULL ? searches : DW_ARENA_NEW(arena, dw_search_pool);
    if (service == NULL || searches == NULL ||
        dw_search_pool_join(searches, arena, nav, EXTRA_MAX, &service->tools.holder) != DW_OK) {
        return DW_MEMORY;
    }
    service->tools.nav = nav;
    service->tools.searches = searches;
    service->tools.budget = expansions_per_tick;
    service->handle.guard = guard;
    dw_path_service_reset(service);
    *out = service;
    return DW_OK;
}

void dw_path_service_reset(dw_path_service *service)
{
    service->handle.sequence = 0;
    service->done = 0;
    service->state = DW_PATH_NONE;
    dw_search_pool_give_back(service->tools.searches, service->tools.holder);
    service->tools.left = service->tools.budget;
    service->tools.delay = 0;
    service->path->count = 0;
}

/* Keeps the nearest, in their order; of two at the same distance the first. */
static void keep_nearest_extras(dw_path_question *question)
{
    while (question->extra_count > EXTRA_MAX) {
        uint32_t furthest = 0;
        int64_t most = -1;
        for (uint32_t k = 0; k < question->extra_count; k++) {
            const int64_t off =
                dw_distance_squared(question->from, dw_rect_centre(question->extra[k]));
            furthest = off >= most ? k : furthest;
            most = off >= most ? off : most;
        }
        question->extra_count--;
        memmove(&question->extra[furthest], &question->extra[furthest + 1],
                (question->extra_count - furthest) * sizeof question->extra[0]);
    }
}

static dw_nav_query query_of(const dw_path_service *service)
{
    return (dw_nav_query){
        .from = service->question->from,
        .to = service->question->to,
        .excluded = &service->question->excluded,
        .extra = service->question->extra,
        .extra_count = service->question->extra_count,
        .room = service->question->room,
        .corridor = service->question->limited ? service->question->corridor : NULL,
    };
}

/* The answer is there. */
static void settle(dw_path_service *service, dw_path_state state)
{
    dw_path_stats *stats = &service->tools.stats;
    service->state = (uint8_t)state;
    dw_search_pool_give_back(service->tools.searches, service->tools.holder);
    stats->found += state == DW_PATH_FOUND ? 1 : 0;
    stats->unreachable += state == DW_PATH_UNREACHABLE ? 1 : 0;
    stats->delay += service->tools.delay;
    stats->delay_max =
        service->tools.delay > stats->delay_max ? service->tools.delay : stats->delay_max;
}

/* A free line needs no search. Its door, if it goes through one, is on its only leg. */
static bool answer_straight(dw_path_service *service)
{
    const dw_nav_query query = query_of(service);
    uint16_t door = DW_NONE;
    if (!dw_nav_straight(service->tools.nav, &query, &door)) {
        return false;
    }
    dw_nav_path *path = service->path;
    const double squared = (double)dw_distance_squared(query.from, query.to);
    path->points[0] = (dw_nav_point){query.from, DW_NONE};
    path->points[1] = (dw_nav_point){query.to, door};
    path->count = dw_vec_equal(query.from, query.to) ? 1 : 2;
    path->length = sqrt(squared);
    path->cut = false;
    path->from_moved = false;
    path->to_moved = false;
    service->tools.stats.straight++;
    settle(service, DW_PATH_FOUND);
    return true;
}

/* The search of the request as it was left, made again when others have had its scratch since. */
static dw_nav_search *resume(dw_path_service *service)
{
    dw_nav_search *search = dw_search_pool_held(service->tools.searches, service->tools.holder);
    if (search == NULL) {
        const dw_nav_query query = query_of(service);
        search = dw_search_pool_take(service->tools.searches, service->tools.holder);
        dw_nav_begin(service->tools.nav, search, &query);
        if (service->done > 0) {
            /* It goes on where it was: only a spoilt save says that it was further than its end. */
            (void)dw_nav_advance(service->tools.nav, search, service->done, service->path);
            service->tools.stats.repeated += service->done;
        }
    }
    return search;
}

static void spend(dw_path_service *service)
{
    if (service->state != DW_PATH_PENDING || service->tools.left == 0) {
        return;
    }
    dw_nav_search *search = resume(service);
    const dw_nav_result result =
        dw_nav_advance(service->tools.nav, search, service->tools.left, service->path);
    const uint32_t all = dw_nav_expansions(search);
    const uint32_t used = all - service->done;
    service->done = all;
    service->tools.left = used < service->tools.left ? service->tools.left - used : 0;
    service->tools.stats.expansions += used;
    if (all > service->tools.stats.expansions_max) {
        service->tools.stats.expansions_max = all;
    }
    if (result != DW_NAV_RUNNING) {
        settle(service, result == DW_NAV_FOUND ? DW_PATH_FOUND : DW_PATH_UNREACHABLE);
    }
}

/* The answer keeps to the rooms that are cheapest now, however long its search takes. */
static void choose_rooms(dw_path_service *service, const dw_route_weights *weights)
{
    service->question->limited = false;
    if (weights == NULL) {
        return;
    }
    dw_path_tools *tools = &service->tools;
    dw_nav_query query = query_of(service);
    dw_nav_choose_rooms(tools->nav, dw_search_pool_take(tools->searches, tools->holder), weights,
                        &query, service->question->corridor);
    service->question->limited = query.corridor != NULL;
    dw_search_pool_give_back(tools->searches, tools->holder);
}

dw_path_handle dw_path_service_ask(dw_path_service *service, const dw_path_question *question,
                                   const dw_route_weights *weights)
{
    DW_CHECK(question->extra_count <= DW_NAV_EXTRA_MAX);
    service->tools.stats.asked++;
    service->tools.stats.replaced += service->state != DW_PATH_NONE ? 1 : 0;
    service->tools.stats.replans +=
        service->handle.sequence > 0 && dw_vec_equal(service->question->to, question->to) ? 1 : 0;
    service->handle.sequence++;
    service->tools.delay = 0;
    service->done = 0;
    /* The older search goes: one that begins is not told from one that was given away. */
    dw_search_pool_give_back(service->tools.searches, service->tools.holder);
    service->question[0] = *question;
    keep_nearest_extras(service->question);
    choose_rooms(service, weights);
    service->state = DW_PATH_PENDING;
    if (!answer_straight(service)) {
        service->path->count = 0;
        spend(service);
    }
    return service->handle;
}

void dw_path_service_cancel(dw_path_service *service)
{
    service->tools.stats.cancelled += service->state != DW_PATH_NONE ? 1 : 0;
    if (service->state == DW_PATH_PENDING) {
        dw_search_pool_give_back(service->tools.searches, service->tools.holder);
    }
    service->state = DW_PATH_NONE;
}

void dw_path_service_update(dw_path_service *service)
{
    service->tools.left = service->tools.budget;
    if (service->state == DW_PATH_PENDING) {
        service->tools.delay++;
        spend(service);
    }
}

dw_path_state dw_path_service_take(dw_path_service *service, dw_path_handle handle,
                                   dw_nav_path *path)
{
    if (handle.guard != service->handle.guard || handle.sequence == 0 ||
        handle.sequence != service->handle.sequence) {
        return DW_PATH_NONE;
    }
    const dw_path_state state = (dw_path_state)service->state;
    if (state == DW_PATH_FOUND || state == DW_PATH_UNREACHABLE) {
        /* The used part only: a path holds 256 points and most have three. */
        memcpy(path->points, service->path->points,
               service->path->count * sizeof service->path->points[0]);
        path->count = service->path->count;
        path->length = service->path->length;
        path->cut = service->path->cut;
        path->from_moved = service->path->from_moved;
        path->to_moved = service->path->to_moved;
        service->state = DW_PATH_NONE;
    }
    return state;
}

DW_FIELDS_IO(extern, path_handle, DW_PATH_HANDLE_FIELDS);
DW_FIELDS_STATE(static, nav_corridor, DW_NAV_CORRIDOR_FIELDS);
DW_FIELDS_STATE(static, path_question, DW_PATH_QUESTION_FIELDS);
DW_FIELDS_STATE(static, nav_point, DW_NAV_POINT_FIELDS);
DW_FIELDS_STATE(static, nav_path, DW_NAV_PATH_FIELDS);
typedef dw_path_service dw_field_path_service;
DW_FIELDS_STATE(static, path_service, DW_PATH_SERVICE_FIELDS);

void dw_digest_path_lane(dw_digest *digest, dw_path_service *const *service)
{
    dw_digest_path_service(digest, *service);
}

void dw_save_path_lane(dw_state_writer *writer, dw_path_service *const *service)
{
    dw_save_path_service(writer, *service);
}

void dw_load_path_lane(dw_state_reader *reader, dw_path_service **service)
{
    dw_path_service_reset(*service); /* The search is made again from the question. */
    dw_load_path_service(reader, *service);
}

const dw_path_stats *dw_path_service_get_stats(const dw_path_service *service)
{
    return &service->tools.stats;
}
