internal import Granary

/// A node of a ``RowTree``: a leaf holds rows, any other node holds children.
///
/// Next to every row stands its abbreviated key, in an array of its own, so that a search touches few cache lines.
/// In a node with children, row and key at a position bound the child from below: no row of the child is smaller,
/// every row of the child before is. They may be those of a row that is gone. The first bound of a node means
/// nothing: there the bound that the node has in its own parent holds.
final class RowNode: @unchecked Sendable {  // safe: only changed while one tree alone refers to it, which is not yet published
    private(set) var abbreviations: ContiguousArray<UInt128> = []
    private(set) var rows: ContiguousArray<StoredRow> = []
    /// The children; none in a leaf.
    var children: ContiguousArray<RowNode> = []
    /// How many rows there are in and below the node.
    var count = 0

    /// Makes an empty leaf.
    init() {}

    /// Makes a copy that shares the children.
    init(copying other: RowNode) {
        abbreviations = other.abbreviations
        rows = other.rows
        children = other.children
        count = other.count
    }

    /// Makes a node above two others.
    init(_ left: RowNode, _ right: RowNode) {
        insertChild(left, at: 0)
        insertChild(right, at: 1)
        count = left.count + right.count
    }

    /// Whether the node holds rows.
    var isLeaf: Bool { children.isEmpty }
    /// How many rows or children the node has itself.
    var width: Int { rows.count }
}

extension RowNode {
    /// The position of the first entry that is not smaller than a probe; with `afterEqual`, the first that is larger.
    @inline(__always)
    func position(of probe: some RowProbe, afterEqual: Bool) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low &+ high) >> 1
            let ordering = probe.compare(abbreviations[middle], rows[middle])
            if ordering == .less || (afterEqual && ordering == .equal) {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The child in which the position of a probe lies.
    @inline(__always)
    func childPosition(of probe: some RowProbe, afterEqual: Bool) -> Int {
        max(0, position(of: probe, afterEqual: afterEqual) - 1)
    }

    /// How a row at a position stands to a probe.
    func compare(at position: Int, to probe: some RowProbe) -> Ordering {
        probe.compare(abbreviations[position], rows[position])
    }
}

extension RowNode {
    /// Puts a row into a leaf.
    func insertRow(_ row: StoredRow, _ abbreviation: UInt128, at position: Int) {
        abbreviations.insert(abbreviation, at: position)
        rows.insert(row, at: position)
        count += 1
    }

    /// Takes a row out of a leaf.
    func removeRow(at position: Int) -> StoredRow {
        abbreviations.remove(at: position)
        count -= 1
        return rows.remove(at: position)
    }

    /// Puts another row with the same key in the place of one.
    func replaceRow(at position: Int, with row: StoredRow) -> StoredRow {
        let old = rows[position]
        rows[position] = row
        return old
    }

    /// Puts a child into a node, bounded by its own first entry.
    func insertChild(_ child: RowNode, at position: Int) {
        abbreviations.insert(child.abbreviations[0], at: position)
        rows.insert(child.rows[0], at: position)
        children.insert(child, at: position)
    }

    /// Takes a child out of a node.
    func removeChild(at position: Int) {
        abbreviations.remove(at: position)
        rows.remove(at: position)
        children.remove(at: position)
    }

    /// Moves the entries from a position on into a new node.
    func split(at position: Int) -> RowNode {
        let right = RowNode()
        right.abbreviations = ContiguousArray(abbreviations[position...])
        right.rows = ContiguousArray(rows[position...])
        abbreviations.removeSubrange(position...)
        rows.removeSubrange(position...)
        if isLeaf {
            right.count = right.rows.count
        } else {
            right.children = ContiguousArray(children[position...])
            children.removeSubrange(position...)
            right.count = right.children.reduce(0) { $0 + $1.count }
        }
        count -= right.count
        return right
    }

    /// Appends the entries of the child at a position to those of the child before, and removes it.
    func joinChild(at position: Int) {
        let (left, right) = (children[position - 1], children[position])
        let firstOfRight = left.width
        left.abbreviations += right.abbreviations
        left.rows += right.rows
        left.children += right.children
        left.count += right.count
        if !left.isLeaf {
            left.abbreviations[firstOfRight] = abbreviations[position]
            left.rows[firstOfRight] = rows[position]
        }
        removeChild(at: position)
    }
}
