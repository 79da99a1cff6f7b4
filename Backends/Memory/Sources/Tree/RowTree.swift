internal import GranaryStore

/// A set of rows in an order, as a value: copies share their common parts.
///
/// A B+tree that copies shared nodes before it changes them. Taking a copy costs nothing, a
/// change copies the nodes on the way to one row at most once, and many changes to one copy happen in place.
package struct RowTree: @unchecked Sendable {  // safe: nodes change only in a tree that is not published yet.
    /// The order, in which no two rows of the tree are equal.
    package let order: RowOrder
    /// The most entries of a node.
    let capacity: Int
    var root: RowNode

    /// Makes an empty tree; nodes of few entries, at least four, are for tests.
    package init(_ order: RowOrder, capacity: Int = 32) {
        self.order = order
        self.capacity = capacity
        // A node has one entry too many before it is split.
        root = .make(room: capacity + 1, isLeaf: true)
    }

    /// How many rows there are.
    package var count: Int { root.count }

    /// How many nodes lie on the way to a row.
    package var height: Int {
        var (height, node) = (1, root)
        while !node.isLeaf { (height, node) = (height + 1, node.child(at: 0)) }
        return height
    }
}

extension RowTree {
    /// Adds a row; when there is one with the same key, returns that and changes nothing.
    ///
    /// - Complexity: logarithmic.
    package mutating func insert(_ row: StoredRow) -> StoredRow? {
        let probe = RowItself(row, order)
        makeRootUnique()
        let outcome = insert(probe, into: root, isLast: true)
        if let right = outcome.split { root = .make(above: [root, right], room: capacity + 1) }
        return outcome.present
    }

    /// Inserts into a node that is not shared.
    private func insert(
        _ probe: RowItself, into node: RowNode, isLast: Bool
    ) -> (present: StoredRow?, split: RowNode?) {
        if node.isLeaf {
            let position = node.position(of: probe, afterEqual: false)
            if position < node.width, node.compare(at: position, to: probe) == .equal {
                return (node.row(at: position), nil)
            }
            node.insertRow(probe.row, probe.bits, at: position)
            return (nil, splitIfFull(node, isAppending: isLast && position == node.width - 1))
        }
        let position = node.childPosition(of: probe, afterEqual: true)
        let isLast = isLast && position == node.width - 1
        let (present, split) = insert(probe, into: node.uniqueChild(at: position), isLast: isLast)
        if let present { return (present, nil) }
        node.addToCount(1)
        guard let split else { return (nil, nil) }
        node.insertChild(split, at: position + 1)
        return (nil, splitIfFull(node, isAppending: isLast))
    }

    /// Splits a node that has become too wide: in the middle, or at the end where rows arrive in ascending order.
    private func splitIfFull(_ node: RowNode, isAppending: Bool) -> RowNode? {
        guard node.width > capacity else { return nil }
        return node.split(at: isAppending ? node.width - 2 : node.width / 2)
    }

    mutating func makeRootUnique() {
        if !isKnownUniquelyReferenced(&root) { root = root.copy() }
    }
}

extension RowTree {
    /// Puts a row in the place of the one with the same key, which it returns; `nil` when there is none.
    ///
    /// - Complexity: logarithmic.
    package mutating func replace(_ row: StoredRow) -> StoredRow? {
        let probe = RowItself(row, order)
        makeRootUnique()
        var node = root
        while !node.isLeaf { node = node.uniqueChild(at: node.childPosition(of: probe, afterEqual: true)) }
        let position = node.position(of: probe, afterEqual: false)
        guard position < node.width, node.compare(at: position, to: probe) == .equal else { return nil }
        return node.replaceRow(at: position, with: row)
    }

    /// Removes the row with the same key as the one given, and returns it; `nil` when there is none.
    ///
    /// - Complexity: logarithmic.
    @discardableResult
    package mutating func remove(_ row: StoredRow) -> StoredRow? {
        makeRootUnique()
        let removed = remove(RowItself(row, order), from: root)
        while !root.isLeaf, root.width == 1 { root = root.child(at: 0) }
        return removed
    }

    /// Removes from a node that is not shared.
    private func remove(_ probe: RowItself, from node: RowNode) -> StoredRow? {
        if node.isLeaf {
            let position = node.position(of: probe, afterEqual: false)
            guard position < node.width, node.compare(at: position, to: probe) == .equal else { return nil }
            return node.removeRow(at: position)
        }
        let position = node.childPosition(of: probe, afterEqual: true)
        guard let removed = remove(probe, from: node.uniqueChild(at: position)) else { return nil }
        node.addToCount(-1)
        mergeIfSmall(position, of: node)
        return removed
    }

    /// Removes a child that has become empty, or joins a small one with a neighbour when both fit one node well.
    private func mergeIfSmall(_ position: Int, of node: RowNode) {
        let child = node.child(at: position)
        if child.count == 0, node.width > 1 { return node.removeChild(at: position) }
        guard child.width <= capacity / 4 else { return }
        for left in [position - 1, position] where left >= 0 && left + 1 < node.width {
            guard node.child(at: left).width + node.child(at: left + 1).width <= capacity * 3 / 4 else {
                continue
            }
            _ = node.uniqueChild(at: left)
            return node.joinChild(at: left + 1)
        }
    }
}
