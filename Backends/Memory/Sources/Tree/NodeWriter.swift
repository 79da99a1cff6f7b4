/// Distributes ordered entries to an empty node and, once that is full, to new ones of its kind.
struct NodeWriter {
    /// The new nodes, in order.
    private(set) var added: [RowNode] = []
    private var node: RowNode
    /// How many entries a node gets.
    private let fill: Int
    private let room: Int

    /// Begins with a node; one that is not empty gets more entries behind its last one.
    ///
    /// If there are more entries than one node can hold, each node gets about the same number, and some places stay
    /// free; `isPacked` says that no more will come between them.
    init(_ node: RowNode, total: Int, capacity: Int, isPacked: Bool) {
        self.node = node
        room = capacity + 1
        if total <= capacity || isPacked {
            fill = capacity
        } else {
            let most = capacity * 3 / 4
            let nodes = (total + most - 1) / most
            fill = (total + nodes - 1) / nodes
        }
    }

    /// Writes an entry.
    mutating func append(_ entry: NodeEntry) {
        if node.width >= fill { begin() }
        node.append(entry)
    }

    /// Writes the next rows of a run.
    mutating func append(_ run: RowRun, upTo end: Int) {
        while run.next < end {
            if node.width >= fill { begin() }
            node.append(run, upTo: end, fill: fill)
        }
    }

    private mutating func begin() {
        node = .make(room: room, isLeaf: node.isLeaf)
        added.append(node)
    }
}
