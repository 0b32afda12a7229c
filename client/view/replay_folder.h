/* replay_folder.h - the person's folder of replays: $XDG_DATA_HOME/duskwatch/replays. A game that
 * is hosted from the menu records into it, and a person can put other files there. Owns: the list
 * of what lies there. Reads one file a call, so that a long list never holds up a frame: about 10
 * ms a file of the reference map. */
#ifndef DW_VIEW_REPLAY_FOLDER_H
#define DW_VIEW_REPLAY_FOLDER_H

#include "client/view/model/replay_list.h"
#include "common/platform/file.h"

/* Where the folder is; made if it does not exist. */
DW_MUST_USE dw_status dw_replay_folder_path(char path[DW_PATH_MAX], dw_error *error);

/* Lists the files, all unread. The list is empty after a failure. */
DW_MUST_USE dw_status dw_replay_folder_look(dw_replay_list *list, dw_error *error);

/* Reads the first unread file of the list; false when all have been read. */
bool dw_replay_folder_read(dw_replay_list *list);

/* "FOLDER/FILE". */
DW_MUST_USE dw_status dw_replay_folder_file(const char *file, char path[DW_PATH_MAX],
                                            dw_error *error);

/* Deletes the file and its row. */
DW_MUST_USE dw_status dw_replay_folder_delete(dw_replay_list *list, uint32_t index,
                                              dw_error *error);

/* The newest replay of the folder that began at `since_s` or later; false when all are older. */
bool dw_replay_folder_newest(int64_t since_s, char path[DW_PATH_MAX]);

#endif
