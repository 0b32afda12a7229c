/* What kinds of bodies a client draws: as it was told, and until ids change their meaning. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "tests/unit/client/fake_server.h"

enum { REX = 3, ANN = 4 };

static fake_server *open_with_guards(void)
{
    fake_server *server = fake_server_create(NULL);
    server->guard_count = 2;
    server->guards[0] =
        (fake_guard){.id = REX, .seen = true, .position = {DW_MM(3000), DW_MM(500)}};
    server->guards[1] =
        (fake_guard){.id = ANN, .seen = true, .position = {DW_MM(3000), DW_MM(3000)}};
    return server;
}

static void tell(fake_server *server, uint8_t body, int32_t look, int32_t size_mm)
{
    dw_message message = {.type = DW_MESSAGE_BODY_KIND,
                          .as.body_kind = {.body = body, .kind = dw_kind_guard()}};
    message.as.body_kind.kind.look = look;
    message.as.body_kind.kind.body.size_mm = size_mm;
    fake_server_send(server, &message);
    fake_server_run(server, 100);
}

static int32_t look_of(fake_server *server, uint8_t id)
{
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    const dw_drawn_body *body = dw_drawn_body_find(&world, id);
    assert_non_null(body);
    return dw_drawn_kind(&world, &dw_client_welcome(server->client)->rules, body)->look;
}

static void a_guard_is_drawn_as_it_was_told(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    fake_server_join(server);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_GUARD);
    tell(server, REX, DW_KIND_LOOK_DOG, 500);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_DOG);
    assert_int_equal(look_of(server, ANN), DW_KIND_LOOK_GUARD);
    tell(server, REX, DW_KIND_LOOK_CAT, 300); /* A later message counts. */
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_CAT);
    fake_server_destroy(server);
}

/* Rule 8.34. */
static void a_guard_that_listens_is_drawn_so_until_it_stops(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    fake_server_join(server);
    for (uint32_t i = 0; i < 4; i++) {
        server->guards[0].flags = i % 2 == 0 ? DW_BODY_LISTENS : 0;
        fake_server_run(server, 1000);
        dw_drawn_world world;
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
        assert_int_equal(dw_drawn_body_find(&world, REX)->flags, server->guards[0].flags);
        assert_int_equal(dw_drawn_body_find(&world, ANN)->flags, 0);
    }
    fake_server_destroy(server);
}

/* Rule 1.64: the snapshot says that the torch is lit, the kind what it lights. */
static void a_lit_torch_is_that_of_the_kind_that_was_told(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    server->guards[0].flags = DW_BODY_TORCH;
    fake_server_join(server);
    dw_message message = {.type = DW_MESSAGE_BODY_KIND,
                          .as.body_kind = {.body = REX, .kind = dw_kind_guard()}};
    message.as.body_kind.kind.torch =
        (dw_kind_torch){.range_mm = 4000, .field_of_view_bam = 8192, .level = 60};
    fake_server_send(server, &message);
    fake_server_run(server, 500);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    const dw_drawn_body *rex = dw_drawn_body_find(&world, REX);
    const dw_drawn_body *ann = dw_drawn_body_find(&world, ANN);
    assert_non_null(rex);
    assert_non_null(ann);
    assert_int_equal(rex->flags, DW_BODY_TORCH);
    assert_int_equal(ann->flags, 0);
    const dw_ruleset *rules = &dw_client_welcome(server->client)->rules;
    const dw_kind_torch *torch = &dw_drawn_kind(&world, rules, rex)->torch;
    assert_int_equal(torch->range_mm, 4000);
    assert_int_equal(torch->field_of_view_bam, 8192);
    assert_int_equal(torch->level, 60);
    assert_int_equal(dw_drawn_kind(&world, rules, ann)->torch.range_mm,
                     rules->kinds[DW_KIND_GUARD].torch.range_mm);
    fake_server_destroy(server);
}

static void kinds_outlast_a_lost_connection_as_the_picture_does(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    fake_server_join(server);
    tell(server, REX, DW_KIND_LOOK_DOG, 500);
    dw_client_disconnected(server->client, 0, server->now_ns);
    fake_server_connect(server);
    fake_server_run(server, 500);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_DOG);
    fake_server_destroy(server);
}

static void another_map_has_other_kinds(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    fake_server_join(server);
    tell(server, REX, DW_KIND_LOOK_DOG, 500);
    fake_server_build_other_house(server);
    fake_server_change_map(server);
    fake_server_run(server, 1000);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_GUARD);
    fake_server_destroy(server);
}

static void a_seat_forgets_what_the_spectator_knew(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    server->full = true;
    fake_server_join(server);
    tell(server, REX, DW_KIND_LOOK_DOG, 500);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_DOG);
    fake_server_queue(server, 1);
    fake_server_seat(server);
    fake_server_run(server, 1000);
    assert_int_equal(look_of(server, REX), DW_KIND_LOOK_GUARD);
    fake_server_destroy(server);
}

static void more_kinds_than_a_match_has_end_the_connection(void **state)
{
    (void)state;
    fake_server *server = open_with_guards();
    fake_server_join(server);
    for (uint32_t i = 0; i <= DW_KINDS_MAX; i++) {
        assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
        tell(server, (uint8_t)(10 + i), DW_KIND_LOOK_DOG, 500 + (int32_t)i);
    }
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_is_drawn_as_it_was_told),
        cmocka_unit_test(a_guard_that_listens_is_drawn_so_until_it_stops),
        cmocka_unit_test(a_lit_torch_is_that_of_the_kind_that_was_told),
        cmocka_unit_test(kinds_outlast_a_lost_connection_as_the_picture_does),
        cmocka_unit_test(another_map_has_other_kinds),
        cmocka_unit_test(a_seat_forgets_what_the_spectator_knew),
        cmocka_unit_test(more_kinds_than_a_match_has_end_the_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
