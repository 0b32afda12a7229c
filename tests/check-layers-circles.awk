# Finds circles in a graph: reads lines "FROM TO REASON" (check-layers-graph.awk) and prints each strongly
# connected component of more than one node, by Tarjan's algorithm (Depth-first search and linear graph
# algorithms, 1972):
#   circle NODE NODE...               sorted
#     FROM needs TO: REASON, ...      each edge within it

function visit(node,    edge, count, next_node, top) {
    order[node] = low[node] = ++visited
    stack[++depth] = node
    on_stack[node] = 1
    count = degree[node]
    for (edge = 1; edge <= count; edge++) {
        next_node = target[node, edge]
        if (!(next_node in order)) {
            visit(next_node)
            if (low[next_node] < low[node])
                low[node] = low[next_node]
        } else if (on_stack[next_node] && order[next_node] < low[node]) {
            low[node] = order[next_node]
        }
    }
    if (low[node] == order[node]) {
        do {
            top = stack[depth--]
            on_stack[top] = 0
            circle[top] = node
            size[node]++
        } while (top != node)
    }
}

{
    from = $1
    to = $2
    if (!((from, to) in reason)) {
        target[from, ++degree[from]] = to
        reason[from, to] = $3
    } else if (reasons[from, to] < 4) {
        reason[from, to] = reason[from, to] ", " $3
    } else if (reasons[from, to] == 4) {
        reason[from, to] = reason[from, to] ", ..."
    }
    reasons[from, to]++
    if (!(from in known)) {
        known[from] = 1
        node[++nodes] = from
    }
    if (!(to in known)) {
        known[to] = 1
        node[++nodes] = to
    }
}

END {
    # Sorted by insertion: a few hundred names.
    for (i = 2; i <= nodes; i++) {
        name = node[i]
        for (j = i - 1; j > 0 && node[j] > name; j--)
            node[j + 1] = node[j]
        node[j + 1] = name
    }
    for (i = 1; i <= nodes; i++)
        if (!(node[i] in order))
            visit(node[i])
    for (i = 1; i <= nodes; i++) {
        root = circle[node[i]]
        if (size[root] < 2 || root in printed)
            continue
        printed[root] = 1
        members = edges = ""
        for (j = i; j <= nodes; j++) {
            if (circle[node[j]] != root)
                continue
            members = members " " node[j]
            for (edge = 1; edge <= degree[node[j]]; edge++) {
                to = target[node[j], edge]
                if (circle[to] == root)
                    edges = edges "  " node[j] " needs " to ": " reason[node[j], to] "\n"
            }
        }
        printf "circle%s\n%s", members, edges
    }
}
