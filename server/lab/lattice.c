#include "server/lab/lattice.h"

#include <stdlib.h>

void dw_lattice_destroy(dw_lattice *lattice)
{
    free(lattice->nodes);
    free(lattice->edges);
    free(lattice->moves);
    free(lattice->steps);
    *lattice = (dw_lattice){0};
}
