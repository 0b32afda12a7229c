/* line_input.c - lines from standard input without waiting for them. */
#include "common/platform/line_input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void dw_line_input_open(dw_line_input *input, int fd)
{
    *input = (dw_line_input){.fd = fd};
}

/* Whether there are new bytes; at the end of the file `ended` is set. */
static bool read_more(dw_line_input *input)
{
    memmove(input->bytes, input->bytes + input->taken, input->length - input->taken);
    input->length -= input->taken;
    input->taken = 0;
    struct pollfd ready = {.fd = input->fd, .events = POLLIN};
    if (input->ended || poll(&ready, 1, 0) <= 0) {
        return false;
    }
    const ssize_t got =
        read(input->fd, input->bytes + input->length, sizeof input->bytes - input->length);
    if (got <= 0) {
        input->ended = got == 0 || (errno != EINTR && errno != EAGAIN);
        return false;
    }
    input->length += (size_t)got;
    return true;
}

/* A line that ends at `end`; the byte there makes room for the zero. */
static dw_line_input_result give(dw_line_input *input, char *end, const char **line)
{
    char *start = input->bytes + input->taken;
    *end = '\0';
    input->taken = (size_t)(end - input->bytes) + 1;
    if (end > start && end[-1] == '\r') {
        end[-1] = '\0';
    }
    const bool rest = input->skipping;
    input->skipping = false;
    *line = start;
    return rest ? DW_LINE_TOO_LONG : DW_LINE_WHOLE;
}

dw_line_input_result dw_line_input_take(dw_line_input *input, const char **line)
{
    do {
        char *end = memchr(input->bytes + input->taken, '\n', input->length - input->taken);
        if (end != NULL) {
            return give(input, end, line);
        }
        if (input->taken == 0 && input->length == sizeof input->bytes) {
            input->skipping = true;
            input->length = 0;
        }
    } while (read_more(input));
    if (input->ended && input->length > 0) {
        char *end = input->bytes + input->length;
        const dw_line_input_result result = give(input, end, line);
        input->taken = input->length;
        return result;
    }
    return DW_LINE_NONE;
}
