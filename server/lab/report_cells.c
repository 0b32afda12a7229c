#include "server/lab/report_cells.h"

#include "server/lab/report_page.h"

enum { NAME_SIZE = 200 };

void dw_report_heading(FILE *out, const dw_matrix_plan *plan, const dw_matrix_cell_key *key)
{
    (void)fputs("<h3>Map ", out);
    dw_page_text(out, dw_matrix_plan_map(plan, key->map));
    (void)fprintf(out, ", %u %s</h3>\n", plan->counts[key->count],
                  plan->counts[key->count] == 1 ? "intruder" : "intruders");
}

void dw_report_begin_row(FILE *out, const dw_matrix_plan *plan, const dw_matrix_cell_key *key)
{
    char versus[NAME_SIZE];
    (void)snprintf(versus, sizeof versus, "against %s", plan->policies[key->policy]->name);
    dw_page_row_begin(out, plan->guards[key->guards].name, versus);
}

void dw_report_for_each_cell(FILE *out, const dw_matrix_results *results, dw_report_put_cell *put)
{
    for (uint32_t cell = 0; cell < results->plan->cell_count; cell++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(results->plan, cell);
        if (key.guards == 0 && key.policy == 0) {
            dw_report_heading(out, results->plan, &key);
        }
        put(out, results, &key);
    }
}

const dw_matrix_cell *dw_report_cell(const dw_matrix_results *results,
                                     const dw_matrix_cell_key *key)
{
    return &results->cells[dw_matrix_plan_cell(results->plan, key)];
}
