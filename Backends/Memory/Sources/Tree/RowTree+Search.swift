package import GranaryStore

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
    /// The nodes on the way are not retained, since the tree keeps them: that would be most of the cost of a search.
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
        guard case .at(let probe, let afterEqual) = edge else { return edge.isStart ? 0 : count }
        var (before, node) = (0, root)
        while !node.isLeaf {
            let position = node.childPosition(of: probe, afterEqual: afterEqual)
            before += node.count(before: position)
            node = node.child(at: position)
        }
        return before + node.position(of: probe, afterEqual: afterEqual)
    }

    /// How many rows a range has; `nil` if it begins behind the last row.
    package func count(_ range: RowRange) -> Int? {
        let first = position(of: range.lower)
        return first == count ? nil : max(0, position(of: range.upper) - first)
    }
}
