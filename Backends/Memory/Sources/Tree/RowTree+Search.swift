package import Granary

extension RowTree {
    /// The row with a primary key; only in an order by the primary key.
    ///
    /// - Complexity: logarithmic.
    package func find(_ key: ObjectKey) -> StoredRow? {
        let probe = KeyProbe(key, order)
        return probe.isOfKind ? find(probe) : nil
    }

    /// Whether there is a row with a primary key; only in an order by the primary key.
    ///
    /// - Complexity: logarithmic.
    package func contains(_ key: ObjectKey) -> Bool {
        let probe = KeyProbe(key, order)
        return probe.isOfKind && withPlace(of: probe) { $0 != nil }
    }

    /// A row that is equal to a probe for the whole key.
    func find(_ probe: some RowProbe) -> StoredRow? {
        withPlace(of: probe) { place in place.map { $0.leaf.row(at: $0.position) } }
    }

    /// Calls the closure with the place of the row that is equal to a probe for the whole key.
    ///
    /// The nodes on the way are not retained, since the tree keeps them: that is most of what a search would cost.
    @inline(__always)
    private func withPlace<R>(
        of probe: some RowProbe, _ body: ((leaf: RowNode, position: Int)?) -> R
    ) -> R {
        var node = Unmanaged.passUnretained(root)
        while let next = node._withUnsafeGuaranteedRef({ $0.unretainedChild(of: probe) }) { node = next }
        return node._withUnsafeGuaranteedRef { leaf in
            let position = leaf.position(of: probe, afterEqual: false)
            guard position < leaf.width, leaf.compare(at: position, to: probe) == .equal else {
                return body(nil)
            }
            return body((leaf, position))
        }
    }

    /// The place of an edge: of the first row behind it.
    func place(of edge: RowEdge) -> RowPlace {
        switch edge {
        case .start: return edgePlace { _ in 0 }
        case .end: return edgePlace { $0.isLeaf ? $0.width : $0.width - 1 }
        case .at(let probe, let afterEqual):
            return edgePlace { node in
                node.isLeaf
                    ? node.position(of: probe, afterEqual: afterEqual)
                    : node.childPosition(of: probe, afterEqual: afterEqual)
            }
        }
    }

    private func edgePlace(_ choose: (RowNode) -> Int) -> RowPlace {
        var path: [(node: RowNode, position: Int)] = []
        var node = root
        while !node.isLeaf {
            let position = choose(node)
            path.append((node, position))
            node = node.child(at: position)
        }
        return RowPlace(path: path, leaf: node, position: choose(node))
    }

    /// About how many rows lie before an edge; exact for few rows, else from the shape of the tree.
    func estimatedPosition(of edge: RowEdge) -> Double {
        guard case .at(let probe, let afterEqual) = edge else { return edge.isStart ? 0 : Double(count) }
        var (before, weight) = (0.0, Double(count))
        var node = root
        while !node.isLeaf {
            let position = node.childPosition(of: probe, afterEqual: afterEqual)
            weight /= Double(node.width)
            before += weight * Double(position)
            node = node.child(at: position)
        }
        let position = node.position(of: probe, afterEqual: afterEqual)
        return before + weight * Double(position) / Double(max(1, node.width))
    }

    /// How many rows lie before an edge.
    ///
    /// - Complexity: logarithmic, with the width of the nodes as a factor.
    func position(of edge: RowEdge) -> Int {
        let place = place(of: edge)
        return place.path.reduce(place.position) { $0 + $1.node.count(before: $1.position) }
    }

    /// How many rows a range has.
    package func count(_ range: RowRange) -> Int {
        max(0, position(of: range.upper) - position(of: range.lower))
    }
}

/// A place between two rows of an order.
package enum RowEdge: Sendable {
    /// Before every row.
    case start
    /// After every row.
    case end
    /// Before the rows that are equal to a probe; after them, when so said.
    case at(ValuesProbe, afterEqual: Bool)

    var isStart: Bool { if case .start = self { true } else { false } }
    var isEnd: Bool { if case .end = self { true } else { false } }
}

/// The rows between two edges, of which the first does not lie behind the second.
package struct RowRange: Sendable {
    let lower: RowEdge
    let upper: RowEdge

    /// Makes a range between two bounds.
    package init(lower: RowEdge, upper: RowEdge) {
        self.lower = lower
        self.upper = upper
    }

    /// Every row.
    package static let all = RowRange(lower: .start, upper: .end)

    /// The rows that are equal to a probe.
    package static func equal(to probe: ValuesProbe) -> RowRange {
        RowRange(lower: .at(probe, afterEqual: false), upper: .at(probe, afterEqual: true))
    }
}

/// A place in a tree: a position in a leaf, with the way down to it.
struct RowPlace {
    /// The nodes above the leaf, the root first, each with the child that is taken.
    var path: [(node: RowNode, position: Int)]
    /// The leaf.
    var leaf: RowNode
    /// A position in the leaf, or behind its last row.
    var position: Int

    /// Whether two places of one tree are the same or this is behind the other; the leaf must be the same.
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
