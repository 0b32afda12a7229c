/* settings_file.h - the settings in the user's folder: $XDG_CONFIG_HOME/duskwatch/settings.ini or
 * ~/.config/duskwatch/settings.ini, mode 0600, since passwords can be in it. It is replaced as a
 * whole, so that a crash leaves the old file or the new one. Owns: where it is. */
#ifndef DW_VIEW_SETTINGS_FILE_H
#define DW_VIEW_SETTINGS_FILE_H

#include "client/view/model/settings.h"

/* Always gives settings: the defaults without a file. Of a damaged file everything that can be read
 * counts; it is kept as settings.ini.bad, and one line of the log says so. */
void dw_settings_load(dw_settings *out);

/* Without a folder, or on a full disk, the log says so and the program goes on. */
void dw_settings_save(const dw_settings *settings);

#endif
