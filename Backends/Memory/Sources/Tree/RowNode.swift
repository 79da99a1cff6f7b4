internal import GranaryStore

/// A node of a ``RowTree``: a leaf holds rows, any other node holds children.
///
/// Every row has its abbreviated key in a parallel array, so that a search touches few cache lines and no row. In a
/// node with children, row and key at a position bound the child from below: no row of the child is smaller, every row
/// of the child before is. They may be those of a row that is gone. The first bound of a node means nothing: there the
/// bound that the node has in its own parent holds.
final class RowNode: ManagedBuffer<RowNode.Header, UInt128> {
    /// The fields before the keys.
    struct Header {
        /// How many rows or children the node has itself.
        fileprivate var width = 0
        /// How many rows there are in and below the node.
        fileprivate var count = 0
        /// The most entries there is room for.
        fileprivate let room: Int
        /// Whether the node holds rows.
        fileprivate let isLeaf: Bool
    }

    // Keys, rows and children lie one after the other in the node's own memory, since an array in a class costs a
    // retain and a place elsewhere at every step of a search. The first `width` elements of each are initialized, and
    // no function of this file leaves that range.

    /// Makes an empty node.
    static func make(room: Int, isLeaf: Bool) -> RowNode {
        // A key takes as much room as a row and a child together.
        let made = create(minimumCapacity: isLeaf ? (room * 3 + 1) / 2 : room * 2) { _ in
            Header(room: room, isLeaf: isLeaf)
        }
        return unsafeDowncast(made, to: RowNode.self)  // safe: `create` makes this class.
    }

    deinit {
        rows.deinitialize(count: width)
        if !isLeaf { children.deinitialize(count: width) }
    }

    /// Whether the node holds rows.
    var isLeaf: Bool { @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.isLeaf } } }

    /// How many rows or children the node has itself.
    private(set) var width: Int {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.width } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.width = newValue } }
    }

    /// How many rows there are in and below the node.
    private(set) var count: Int {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
    }

    private var room: Int { @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.room } } }

    private var abbreviations: UnsafeMutablePointer<UInt128> {
        @inline(__always) get { withUnsafeMutablePointerToElements { $0 } }
    }

    private var rows: UnsafeMutablePointer<StoredRow> {
        @inline(__always) get {
            UnsafeMutableRawPointer(abbreviations + room).assumingMemoryBound(to: StoredRow.self)
        }
    }

    /// The children, where there are any.
    private var children: UnsafeMutablePointer<RowNode> {
        @inline(__always) get {
            UnsafeMutableRawPointer(rows + room).assumingMemoryBound(to: RowNode.self)
        }
    }

    /// A leaf without rows, which never gets any.
    nonisolated(unsafe) static let empty = make(room: 1, isLeaf: true)  // safe: it never changes.

    /// A copy that shares the children.
    func copy() -> RowNode {
        let copy = Self.make(room: room, isLeaf: isLeaf)
        copy.append(self, from: 0)
        copy.count = count
        return copy
    }

    /// Makes a node above others; there is one at least, and none too many.
    static func make(above nodes: some Collection<RowNode>, room: Int) -> RowNode {
        let node = make(room: room, isLeaf: false)
        for child in nodes { node.insertChild(child, at: node.width) }
        node.count = nodes.reduce(0) { $0 + $1.count }
        return node
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
        return isLeaf ? self : children[position]
    }

    /// The child in which the row that is equal to a probe would be; `nil` in a leaf.
    @inline(__always) func unretainedChild(of probe: some RowProbe) -> Unmanaged<RowNode>? {
        isLeaf ? nil : Unmanaged.passUnretained(children[childPosition(of: probe, afterEqual: true)])
    }

    /// Calls a closure with every row in and below the node, in order; the tree keeps them.
    func forEachRow(_ body: (Unmanaged<StoredRow>) -> Void) {
        for position in 0..<width {
            if isLeaf {
                body(unretainedRow(at: position))
            } else {
                children[position].forEachRow(body)
            }
        }
    }

    /// The row at a position, which must be below ``width``; it is not touched, and the node keeps it.
    @inline(__always) func unretainedRow(at position: Int) -> Unmanaged<StoredRow> {
        assert(position >= 0 && position < width)
        return .fromOpaque(UnsafeRawPointer(rows + position).load(as: UnsafeRawPointer.self))
    }

    /// Makes the child at a position unshared, and returns it.
    func uniqueChild(at position: Int) -> RowNode {
        assert(position >= 0 && position < width)
        if isLeaf { return self }
        let children = children
        if !isKnownUniquelyReferenced(&children[position]) { children[position] = children[position].copy() }
        return children[position]
    }

    /// How many rows lie below the children before a position.
    func count(before position: Int) -> Int { (0..<position).reduce(0) { $0 + child(at: $1).count } }

    /// The position of the first entry that is not smaller than a probe; with `afterEqual`, the first that is larger.
    @inline(__always)
    func position(of probe: some RowProbe, afterEqual: Bool) -> Int {
        if probe.isExact { return count(below: afterEqual ? probe.upper : probe.lower, orEqual: afterEqual) }
        // Rows are read only if the keys do not decide.
        var low = count(below: probe.lower, orEqual: false)
        var high = count(below: probe.upper, orEqual: true)
        while low < high {
            let middle = (low &+ high) &>> 1
            let ordering = probe.compare(rows[middle])
            if ordering == .less || (afterEqual && ordering == .equal) {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// How many abbreviated keys are smaller than one, or equal; the first bound of children counts always.
    ///
    /// Compares every eighth and then the eight in between. None of these comparisons waits for another, unlike the
    /// steps of a binary search, which each wait for memory.
    @inline(__always)
    private func count(below key: UInt128, orEqual: Bool) -> Int {
        let (keys, width, isLeaf) = (abbreviations, width, isLeaf)
        var start = 0
        var probed = 7
        while probed < width {
            start &+= (orEqual ? keys[probed] <= key : keys[probed] < key) ? 8 : 0
            probed &+= 8
        }
        let isFirstCounted = start == 0 && !isLeaf && width > 0
        var count = isFirstCounted ? 1 : start
        let end = min(start &+ 8, width)
        for position in count..<max(count, end) {
            count &+= (orEqual ? keys[position] <= key : keys[position] < key) ? 1 : 0
        }
        return count
    }

    /// The child in which the position of a probe lies.
    @inline(__always)
    func childPosition(of probe: some RowProbe, afterEqual: Bool) -> Int {
        max(0, position(of: probe, afterEqual: afterEqual) &- 1)
    }

    /// Compares the row at a position with a probe, by its abbreviated key where that decides.
    @inline(__always)
    func compare(at position: Int, to probe: some RowProbe) -> Ordering {
        let key = abbreviations[position]
        if key < probe.lower { return .less }
        if key > probe.upper { return .greater }
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

    /// Puts the next rows of a run behind the last row of a leaf, up to the allowed fill, and takes them.
    func append(_ run: RowRun, upTo end: Int, fill: Int) {
        let added = min(end - run.next, min(fill, room) - width)
        guard isLeaf, added > 0 else { return }
        let (keys, rows, start) = (abbreviations + width, rows + width, run.next)
        for position in 0..<added {
            let entry = run[start + position]
            keys[position] = entry.key
            (rows + position).initialize(to: entry.row.takeRetainedValue())
        }
        run.take(upTo: run.next + added)
        width += added
        count += added
    }

    /// Adds an entry after the last one; there is room, and the entry has a child unless the node is a leaf.
    func append(_ entry: NodeEntry) {
        assert(width < room)
        abbreviations[width] = entry.bits
        (rows + width).initialize(to: entry.row)
        if !isLeaf { (children + width).initialize(to: entry.child ?? .empty) }
        width += 1
        count += isLeaf ? 1 : entry.child?.count ?? 0
    }

    /// The entry at a position, which must be below ``width``.
    func entry(at position: Int) -> NodeEntry {
        assert(position >= 0 && position < width)
        return NodeEntry(
            bits: abbreviations[position], row: rows[position], child: isLeaf ? nil : children[position])
    }

    /// Takes all entries out.
    func removeAll() -> [NodeEntry] {
        let all = (0..<width).map(entry)
        rows.deinitialize(count: width)
        if !isLeaf { children.deinitialize(count: width) }
        (width, count) = (0, 0)
        return all
    }

    /// Takes a row out of a leaf.
    func removeRow(at position: Int) -> StoredRow {
        let row = rows[position]
        removeEntry(at: position)
        count -= 1
        return row
    }

    /// Replaces a row by another with the same key.
    func replaceRow(at position: Int, with row: StoredRow) -> StoredRow {
        let old = rows[position]
        rows[position] = row
        return old
    }

    /// Puts a child into a node, bounded by its own first entry.
    func insertChild(_ child: RowNode, at position: Int) {
        openGap(at: position, child.abbreviations[0], child.rows[0])
        if !isLeaf {
            (children + position + 1).moveInitialize(from: children + position, count: width - position)
            (children + position).initialize(to: child)
        }
        width += 1
    }

    /// Takes a child out of a node.
    func removeChild(at position: Int) { removeEntry(at: position) }

    /// Moves the entries from a position on into a new node.
    func split(at position: Int) -> RowNode {
        let right = Self.make(room: room, isLeaf: isLeaf)
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
        if !isLeaf {
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
        if !isLeaf { (children + width).initialize(from: other.children + position, count: added) }
        width += added
    }
}
