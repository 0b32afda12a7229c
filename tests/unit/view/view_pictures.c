/* view_pictures - draws hand-made worlds into PNG files, for looking at them:
 * view_pictures FOLDER [LANGUAGE [WIDTH HEIGHT]]. No display is needed. */
#include "client/view/texts/say.h"
#include "client/view/tools/screenshot.h"
#include "view_picture.h"

#include <stdio.h>
#include <stdlib.h>

static bool save(const char *folder, uint32_t index, const dw_view_format *as)
{
    char path[600];
    dw_canvas canvas = {0};
    dw_error error = {""};
    (void)snprintf(path, sizeof path, "%s/%s.png", folder, dw_view_picture_name(index));
    dw_status status = dw_view_picture_draw(index, as, &canvas, &error);
    if (status == DW_OK) {
        status = dw_screenshot_save(&canvas, path, &error);
    }
    (void)fprintf(stderr, "%s %s\n", path, status == DW_OK ? "ok" : error.text);
    dw_canvas_destroy(&canvas);
    return status == DW_OK;
}

int main(int argc, char **argv)
{
    dw_error error = {""};
    dw_language language = DW_LANGUAGE_ENGLISH;
    const bool sized = argc == 5;
    dw_view_format as = {
        .width = sized ? atoi(argv[3]) : 1280, .height = sized ? atoi(argv[4]) : 720, .frames = 12};
    if (argc < 2 || argc > 5 || argc == 4 || as.width < 320 || as.height < 200 ||
        (argc > 2 && !dw_language_find(argv[2], &language)) ||
        dw_text_create(&as.text, &error) != DW_OK) {
        (void)fprintf(stderr, "view_pictures FOLDER [LANGUAGE [WIDTH HEIGHT]] %s\n", error.text);
        return 2;
    }
    dw_say_in(language);
    int failed = 0;
    for (uint32_t i = 0; i < dw_view_picture_count(); i++) {
        failed += save(argv[1], i, &as) ? 0 : 1;
    }
    dw_text_destroy(as.text);
    return failed;
}
