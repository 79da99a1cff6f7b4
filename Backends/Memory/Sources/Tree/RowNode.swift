internal import Granary

/// A node of a ``RowTree``: a leaf holds rows, any other node holds children.
///
/// Next to every row stands its abbreviated key, in an array of its own, so that a search touches few cache lines and
/// no row. In a node with children, row and key at a position bound the child from below: no row of the child is
/// smaller, every row of the child before is. They may be those of a row that is gone. The first bound of a node
/// means nothing: there the bound that the node has in its own parent holds.
final class RowNode: @unchecked Sendable {  // safe: changed only by the one unpublished tree that has it
    /// How many rows or children the node has itself.
    private(set) var width = 0
    /// How many rows there are in and below the node.
    private(set) var count = 0
    /// The most entries there is room for.
    private let room: Int
    // Pointers, because arrays in a class cost a retain and an exclusivity check at every step of a search. The
    // first `width` elements of each are initialized, and no function of this file leaves that range.
    private let abbreviations: UnsafeMutablePointer<UInt128>
    private let rows: UnsafeMutablePointer<StoredRow>
    private let children: UnsafeMutablePointer<RowNode>?

    /// Makes an empty node.
    init(room: Int, isLeaf: Bool) {
        self.room = room
        abbreviations = .allocate(capacity: room)
        rows = .allocate(capacity: room)
        children = isLeaf ? nil : .allocate(capacity: room)
    }

    deinit {
        rows.deinitialize(count: width)
        children?.deinitialize(count: width)
        abbreviations.deallocate()
        rows.deallocate()
        children?.deallocate()
    }

    /// Whether the node holds rows.
    var isLeaf: Bool { children == nil }

    /// A leaf without rows, which never gets any.
    static let empty = RowNode(room: 1, isLeaf: true)

    /// A copy that shares the children.
    func copy() -> RowNode {
        let copy = RowNode(room: room, isLeaf: isLeaf)
        copy.append(self, from: 0)
        copy.count = count
        return copy
    }

    /// Makes a node above two others.
    convenience init(_ left: RowNode, _ right: RowNode) {
        self.init(room: left.room, isLeaf: false)
        insertChild(left, at: 0)
        insertChild(right, at: 1)
        count = left.count + right.count
    }
}

extension RowNode {
    /// The row at a position, which must be below ``width``.
    @inline(__always) func row(at position: Int) -> StoredRow {
        assert(position >= 0 && position < width)
        return rows[position]
    }

    /// The child at a position, which must be below ``width``; the node itself where there are no children.
    @inline(__always) func child(at position: Int) -> RowNode {
        assert(position >= 0 && position < width)
        return children?[position] ?? self
    }

    /// The child in which the row that is equal to a probe would be; `nil` in a leaf.
    @inline(__always) func unretainedChild(of probe: some RowProbe) -> Unmanaged<RowNode>? {
        guard let children else { return nil }
        return Unmanaged.passUnretained(children[childPosition(of: probe, afterEqual: true)])
    }

    /// Sees to it that nobody else has the child at a position, and returns it.
    func uniqueChild(at position: Int) -> RowNode {
        assert(position >= 0 && position < width)
        guard let children else { return self }
        if !isKnownUniquelyReferenced(&children[position]) { children[position] = children[position].copy() }
        return children[position]
    }

    /// How many rows lie below the children before a position.
    func count(before position: Int) -> Int { (0..<position).reduce(0) { $0 + child(at: $1).count } }

    /// The position of the first entry that is not smaller than a probe; with `afterEqual`, the first that is larger.
    @inline(__always)
    func position(of probe: some RowProbe, afterEqual: Bool) -> Int {
        var (low, high) = (0, width)
        while low < high {
            let middle = (low &+ high) &>> 1
            let ordering = compare(at: middle, to: probe)
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
        max(0, position(of: probe, afterEqual: afterEqual) &- 1)
    }

    /// How a row at a position stands to a probe, by its abbreviated key where that decides.
    @inline(__always)
    func compare(at position: Int, to probe: some RowProbe) -> Ordering {
        let compared = probe.comparedBits(of: abbreviations[position])
        if compared != probe.bits { return compared < probe.bits ? .less : .greater }
        return probe.isExact ? .equal : probe.compare(rows[position])
    }
}

extension RowNode {
    /// Adds to the number of rows below.
    func addToCount(_ difference: Int) { count += difference }

    /// Puts a row into a leaf.
    func insertRow(_ row: StoredRow, _ abbreviation: UInt128, at position: Int) {
        openGap(at: position, abbreviation, row)
        width += 1
        count += 1
    }

    /// Takes a row out of a leaf.
    func removeRow(at position: Int) -> StoredRow {
        let row = rows[position]
        removeEntry(at: position)
        count -= 1
        return row
    }

    /// Puts another row with the same key in the place of one.
    func replaceRow(at position: Int, with row: StoredRow) -> StoredRow {
        let old = rows[position]
        rows[position] = row
        return old
    }

    /// Puts a child into a node, bounded by its own first entry.
    func insertChild(_ child: RowNode, at position: Int) {
        openGap(at: position, child.abbreviations[0], child.rows[0])
        if let children {
            (children + position + 1).moveInitialize(from: children + position, count: width - position)
            (children + position).initialize(to: child)
        }
        width += 1
    }

    /// Takes a child out of a node.
    func removeChild(at position: Int) { removeEntry(at: position) }

    /// Moves the entries from a position on into a new node.
    func split(at position: Int) -> RowNode {
        let right = RowNode(room: room, isLeaf: isLeaf)
        right.append(self, from: position)
        right.count = isLeaf ? right.width : right.count(before: right.width)
        while width > position { removeEntry(at: width - 1) }
        count -= right.count
        return right
    }

    /// Appends the entries of the child at a position to those of the child before, and removes it; there is room.
    func joinChild(at position: Int) {
        let (left, right) = (child(at: position - 1), child(at: position))
        let firstOfRight = left.width
        left.append(right, from: 0)
        left.count += right.count
        if !left.isLeaf {
            left.abbreviations[firstOfRight] = abbreviations[position]
            left.rows[firstOfRight] = rows[position]
        }
        removeChild(at: position)
    }

    /// Makes room for an entry and writes its row and key; the width does not change yet.
    private func openGap(at position: Int, _ abbreviation: UInt128, _ row: StoredRow) {
        assert(width < room && position >= 0 && position <= width)
        (abbreviations + position + 1).update(from: abbreviations + position, count: width - position)
        abbreviations[position] = abbreviation
        (rows + position + 1).moveInitialize(from: rows + position, count: width - position)
        (rows + position).initialize(to: row)
    }

    private func removeEntry(at position: Int) {
        assert(position >= 0 && position < width)
        let after = width - position - 1
        (abbreviations + position).update(from: abbreviations + position + 1, count: after)
        (rows + position).deinitialize(count: 1)
        (rows + position).moveInitialize(from: rows + position + 1, count: after)
        if let children {
            (children + position).deinitialize(count: 1)
            (children + position).moveInitialize(from: children + position + 1, count: after)
        }
        width -= 1
    }

    /// Copies the entries of another node of the same kind from a position on behind the own ones.
    private func append(_ other: RowNode, from position: Int) {
        let added = other.width - position
        assert(width + added <= room && isLeaf == other.isLeaf)
        (abbreviations + width).update(from: other.abbreviations + position, count: added)
        (rows + width).initialize(from: other.rows + position, count: added)
        if let children, let others = other.children {
            (children + width).initialize(from: others + position, count: added)
        }
        width += added
    }
}
