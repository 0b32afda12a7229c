/* finding.h - how a person comes to a game: the list of servers, favourites, the servers of late,
 * passwords, a game hosted from the menu, and the settings that remember all that.
 * Owns: settings, list, finder, the hosted server. Does not know: connections; app.c joins what is
 * wanted, and reports how it went. Time is a parameter. */
#ifndef DW_VIEW_FINDING_H
#define DW_VIEW_FINDING_H

#include "client/core/finder.h"
#include "client/view/hosting.h"
#include "client/view/model/settings.h"
#include "client/view/pages/menu.h"

/* What the person wants to join. */
typedef struct dw_wanted {
    char address[DW_FIELD_BYTES_MAX]; /* "HOST[:PORT]" */
    char password[DW_PASSWORD_MAX + 1];
    char match[DW_MATCH_TEXT_MAX + 1];
    bool spectate;
} dw_wanted;

typedef struct dw_finding {
    dw_settings settings;
    dw_server_list list;
    dw_finder *finder; /* While the page of servers is open. */
    dw_hosting hosting;
    dw_wanted wanted;
    bool keep_password; /* Once the server has let the person in. */
    bool noted;         /* This join is in the settings. */
    bool learning;      /* The hosted server is that of the tutorial. */
    dw_page settings_from;
    uint64_t judged_ns; /* When the chosen server's key was last compared with the known one, */
    dw_place judged;    /* and of which server. */
} dw_finding;

/* Reads the settings, and speaks their language, or `language` (as in the settings) if it is not
 * negative. */
void dw_finding_init(dw_finding *finding, int language);
/* Ends a hosted server and saves the settings. */
void dw_finding_close(dw_finding *finding);

/* What the settings say, into the options of the menu. */
void dw_finding_show_settings(const dw_finding *finding, dw_menu *menu);

/* "192.168.1.5:27967/K7QD": what a friend pastes in place of a server's address to come into the
 * match of that code. */
enum { DW_INVITATION_TEXT = DW_PLACE_HOST_MAX + 24 };
void dw_finding_invitation(const dw_finding *finding, const char *code,
                           char text[DW_INVITATION_TEXT]);

/* A choice of the menu. True: `wanted` is to be joined now. Choices that are not of finding change
 * nothing. */
bool dw_finding_choose(dw_finding *finding, dw_menu *menu, dw_choice choice);

/* Each frame: the list of servers, while its page is open; the hosted server. True: `wanted`, on
 * the hosted server, is to be joined now. */
bool dw_finding_update(dw_finding *finding, dw_menu *menu, uint64_t now_ns);

/* The server of `wanted` has let the person in: it is remembered. */
void dw_finding_joined(dw_finding *finding);

/* It has refused the password. True: the menu asks for another one. */
bool dw_finding_password_refused(dw_finding *finding, dw_menu *menu);

#endif
