/* state_folder.h - the folder for what must outlive the process and stay secret: keys, bans. Owns:
 * nothing. Does not know the files' contents. Reads the environment and the disk: for the start of
 * a program. */
#ifndef DW_HOST_STATE_FOLDER_H
#define DW_HOST_STATE_FOLDER_H

#include "common/platform/file.h"

/* The seal of replays (protocol/replay/replay_seal.h): DW_REPLAY_KEY_SIZE random bytes. */
#define DW_STATE_REPLAY_KEY "replay.key"

/* The identity of the server: an X25519 secret of DW_SEAL_KEY_SIZE random bytes. */
#define DW_STATE_IDENTITY_KEY "identity.key"

/* The folder named by `setting`. If that is empty: $STATE_DIRECTORY (of systemd; the first one
 * named), else $XDG_STATE_HOME/duskwatch, else ~/.local/state/duskwatch. Looks at no disk. */
DW_MUST_USE dw_status dw_state_folder_name(const char *setting, char path[DW_PATH_MAX],
                                           dw_error *error);

/* The same, and makes it with mode 0700. DW_DENIED when other users may write to it, since they
 * could replace a key. */
DW_MUST_USE dw_status dw_state_folder_open(const char *setting, char path[DW_PATH_MAX],
                                           dw_error *error);

/* The same, but makes nothing: DW_NOT_FOUND when there is no such folder. */
DW_MUST_USE dw_status dw_state_folder_find(const char *setting, char path[DW_PATH_MAX],
                                           dw_error *error);

/* Reads the folder's file of that name, or makes it of random bytes. */
DW_MUST_USE dw_status dw_state_folder_secret(const char *folder, const char *name, uint8_t *bytes,
                                             size_t size, dw_error *error);

#endif
