#include "server/host/admin_desk.h"

#include "server/host/admin_answer.h"
#include "server/host/admin_queue.h"
#include "server/host/console_words.h"
#include "server/host/server_state.h"

_Static_assert((int)DW_ADMIN_COMMAND_MAX < (int)DW_WORDS_BYTES, "the console takes any command");

static void send_answer(dw_server *server, const dw_guest *guest, const dw_admin_answer *answer)
{
    dw_message message = {.type = DW_MESSAGE_ADMIN_LINE};
    dw_admin_line *line = &message.as.admin_line;
    size_t at = 0;
    while (dw_admin_answer_next(answer, &at, line->text)) {
        line->more = at < answer->used;
        dw_guest_tell(server, guest, &message);
    }
}

dw_console_wish dw_admin_desk_look(dw_server *server)
{
    dw_guest *guest = NULL;
    dw_console_caller caller;
    dw_admin_command command;
    dw_admin_answer answer;
    if (!dw_admin_queue_pop(server, &guest, &caller, &command)) {
        return DW_CONSOLE_GO_ON;
    }
    dw_admin_answer_init(&answer);
    FILE *stream = dw_admin_answer_stream(&answer);
    if (stream == NULL) {
        static const char none[] = "The server has no memory for this.\n";
        dw_admin_answer_put(&answer, none, sizeof none - 1);
        send_answer(server, guest, &answer);
        return DW_CONSOLE_GO_ON;
    }
    const dw_console_wish wish = dw_console_run(server, &caller, command.text, stream);
    (void)fclose(stream);
    dw_admin_answer_finish(&answer);
    if (wish == DW_CONSOLE_DENIED) {
        dw_admin_queue_note_refusal(server, guest, dw_console_level_word(caller.level));
    } else {
        server->stats.admin_done++;
    }
    send_answer(server, guest, &answer);
    return wish;
}
