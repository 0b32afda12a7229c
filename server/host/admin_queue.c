#include "server/host/admin_queue.h"

#include "common/base/log.h"
#include "server/host/admins.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

enum { KEY_DIGITS_SHOWN = 16 };

typedef struct entry {
    dw_peer peer;
    dw_admin_command command;
} entry;

struct dw_admin_queue {
    uint32_t head, count;
    entry rows[DW_ADMIN_QUEUE_MAX];
};

_Static_assert(sizeof(dw_admin_queue) <= DW_ADMIN_QUEUE_BYTES, "what the arena is asked for");

dw_status dw_admin_queue_create(dw_admin_queue **out, dw_arena *arena)
{
    *out = DW_ARENA_NEW(arena, dw_admin_queue);
    return *out != NULL ? DW_OK : DW_MEMORY;
}

/* As the list says now. NULL: the guest has no rights. Without a seal no guest has an identity. */
static const dw_admin *rights_of(const dw_server *server, const dw_guest *guest)
{
    return guest->has_identity ? dw_admin_list_find(dw_admins_list(server->admins), guest->identity)
                               : NULL;
}

static void answer(dw_server *server, const dw_guest *guest, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_ADMIN_LINE};
    (void)snprintf(message.as.admin_line.text, sizeof message.as.admin_line.text, "%s", text);
    dw_guest_tell(server, guest, &message);
}

void dw_admin_queue_note_refusal(dw_server *server, dw_guest *guest, const char *level)
{
    server->stats.admin_refused++;
    if (guest->admin.logged || !dw_log_gate_pass(&server->gate, server->now_ns)) {
        return;
    }
    char address[32];
    char key[KEY_DIGITS_SHOWN + 1] = "none";
    if (guest->has_identity) {
        dw_seal_key_text(guest->identity, KEY_DIGITS_SHOWN, key);
    }
    dw_net_address_text(server->net, guest->peer, address);
    dw_log(DW_LOG_INFO, "admin_refused", "address=%s key=%s level=%s", address, key, level);
    guest->admin.logged = true;
}

/* More than the client may send. The sweep sends away clients that go on and on. */
static void slow_down(dw_server *server, dw_guest *guest, bool has_rights)
{
    server->stats.admin_slowed++;
    server->stats.rate_dropped++;
    guest->strikes++;
    if (has_rights && !guest->admin.slow_told) {
        answer(server, guest, "Too fast: one command a second. This one was dropped.");
        guest->admin.slow_told = true;
    }
}

static void push(dw_server *server, dw_guest *guest, const dw_admin_command *command)
{
    dw_admin_queue *queue = server->admin_queue;
    if (server->draining || queue->count == DW_ADMIN_QUEUE_MAX) {
        server->stats.admin_slowed++;
        answer(server, guest,
               server->draining ? "The server is shutting down."
                                : "The server is busy with other commands. Try again.");
        return;
    }
    queue->rows[(queue->head + queue->count++) % DW_ADMIN_QUEUE_MAX] =
        (entry){guest->peer, *command};
}

void dw_admin_queue_take(dw_server *server, dw_guest *guest, const dw_admin_command *command)
{
    const bool has_rights = rights_of(server, guest) != NULL;
    switch (dw_admin_limits_judge(&guest->admin, has_rights, server->now_ns)) {
    case DW_ADMIN_TAKEN:
        guest->admin.slow_told = false;
        push(server, guest, command);
        break;
    case DW_ADMIN_REFUSED:
        answer(server, guest, "You have no rights on this server.");
        dw_admin_queue_note_refusal(server, guest, "none");
        break;
    case DW_ADMIN_SLOWED:
        slow_down(server, guest, has_rights);
        break;
    }
}

/* "Ada key 0f3c9a51d2e47b60" */
static void describe(const dw_server *server, const dw_guest *guest, char name[DW_CALLER_NAME_SIZE])
{
    char key[KEY_DIGITS_SHOWN + 1];
    uint8_t slot = DW_SLOT_NONE;
    dw_seal_key_text(guest->identity, KEY_DIGITS_SHOWN, key);
    (void)snprintf(name, DW_CALLER_NAME_SIZE, "%s key %s",
                   dw_match_name_of(server->matches[guest->match], guest->client, &slot), key);
}

bool dw_admin_queue_pop(dw_server *server, dw_guest **guest, dw_console_caller *caller,
                        dw_admin_command *command)
{
    dw_admin_queue *queue = server->admin_queue;
    while (queue->count > 0) {
        const entry *first = &queue->rows[queue->head];
        dw_guest *of = &server->guests[dw_net_peer_index(first->peer)];
        *command = first->command;
        const bool here = of->state == DW_GUEST_IN && of->peer == first->peer;
        const dw_admin *admin = here ? rights_of(server, of) : NULL;
        queue->head = (queue->head + 1) % DW_ADMIN_QUEUE_MAX;
        queue->count--;
        if (admin != NULL) {
            *guest = of;
            caller->level = admin->level;
            describe(server, of, caller->name);
            return true;
        }
        if (here) { /* Demoted since. */
            answer(server, of, "You have no rights on this server.");
            dw_admin_queue_note_refusal(server, of, "none");
        }
    }
    return false;
}
