/* data_mind.h - the memory of a guard whose brain is data: its body, and where it stands in its
 * program. Private to server/mind/data and its tests. */
#ifndef DW_MIND_DATA_MIND_H
#define DW_MIND_DATA_MIND_H

#include "server/mind/data/bdi.h"
#include "server/mind/data/fsm.h"
#include "server/mind/data/goap.h"
#include "server/mind/data/lessons.h"
#include "server/mind/data/self.h"
#include "server/mind/data/tree.h"
#include "server/mind/data/utility.h"

/* The forms: name, and the state of one guard. */
#define DW_DATA_FORMS(X) X(fsm) X(tree) X(goap) X(utility) X(bdi)

typedef enum dw_data_form {
#define DW_DATA_FORM_ENUM(name) DW_FORM_##name,
    DW_DATA_FORMS(DW_DATA_FORM_ENUM)
#undef DW_DATA_FORM_ENUM
        DW_FORM_COUNT
} dw_data_form;

/* Of the states, the one of the form counts. */
#define DW_DATA_FIELDS(X, A, M)                                                                    \
    X(u64, digest) /* Of the file: another program is another state. */                            \
    X(u8, form)    /* dw_data_form */                                                              \
    X(lessons, lessons)                                                                            \
    X(self, self)                                                                                  \
    A(fsm_state, fsm, 1, it->form == DW_FORM_fsm ? 1 : 0)                                          \
    A(tree_state, tree, 1, it->form == DW_FORM_tree ? 1 : 0)                                       \
    A(goap_state, goap, 1, it->form == DW_FORM_goap ? 1 : 0)                                       \
    A(utility_state, utility, 1, it->form == DW_FORM_utility ? 1 : 0)                              \
    A(bdi_state, bdi, 1, it->form == DW_FORM_bdi ? 1 : 0)

struct dw_data_brain; /* data_brain.h */

typedef struct dw_data_mind {
    const struct dw_data_brain *brain;
    DW_FIELDS_MEMBERS(DW_DATA_FIELDS)
} dw_data_mind;
typedef dw_data_mind dw_field_data_mind;
DW_FIELDS_AND(dw_data_mind, DW_DATA_FIELDS, sizeof(const struct dw_data_brain *));

#endif
