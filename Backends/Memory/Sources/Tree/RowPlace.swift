internal import GranaryStore

/// A place in a tree: a position in a leaf, with the way down to it.
struct RowPlace {
    /// The nodes above the leaf, the root first, each with the child that is taken.
    var path: [(node: RowNode, position: Int)]
    /// The leaf.
    var leaf: RowNode
    /// A position in the leaf, or behind its last row.
    var position: Int

    /// Whether two places of one tree are the same or this one is after the other; the leaf must be the same.
    func isAtOrBehind(_ other: RowPlace) -> Bool { leaf === other.leaf && position >= other.position }

    /// Goes to the beginning of the next leaf; false when there is none.
    mutating func moveToNextLeaf() -> Bool {
        while let (node, position) = path.popLast() {
            guard position + 1 < node.width else { continue }
            path.append((node, position + 1))
            descend(from: node.child(at: position + 1)) { _ in 0 }
            self.position = 0
            return true
        }
        return false
    }

    /// Goes behind the end of the leaf before; false when there is none.
    mutating func moveToPreviousLeaf() -> Bool {
        while let (node, position) = path.popLast() {
            guard position > 0 else { continue }
            path.append((node, position - 1))
            descend(from: node.child(at: position - 1)) { $0.width - 1 }
            self.position = leaf.width
            return true
        }
        return false
    }

    private mutating func descend(from node: RowNode, _ choose: (RowNode) -> Int) {
        var node = node
        while !node.isLeaf {
            let position = choose(node)
            path.append((node, position))
            node = node.child(at: position)
        }
        leaf = node
    }
}
