/// The rows of some ranges of a tree, one after the other, in the tree's order or the reverse.
package struct RowIterator: IteratorProtocol, Sequence {
    private let tree: RowTree
    private var ranges: ArraySlice<RowRange>
    private let isReversed: Bool
    private var place: RowPlace
    private var end: RowPlace

    /// Makes an iterator; the ranges must be in the tree's order and not overlap.
    package init(_ tree: RowTree, _ ranges: [RowRange] = [.all], isReversed: Bool = false) {
        self.tree = tree
        self.ranges = ranges[...]
        self.isReversed = isReversed
        place = RowPlace(path: [], leaf: RowNode.empty, position: 0)
        end = place
        _ = beginRange()
    }

    /// Goes to the next range; false when there is none.
    private mutating func beginRange() -> Bool {
        guard let range = isReversed ? ranges.popLast() : ranges.popFirst() else { return false }
        place = tree.place(of: isReversed ? range.upper : range.lower)
        end = tree.place(of: isReversed ? range.lower : range.upper)
        return true
    }

    /// The next row; `nil` behind the last one.
    // Not inlined, since a caller's optimizer could release the tree between the step and the reference to the row.
    @inline(never) package mutating func next() -> StoredRow? { nextUnretained()?.takeUnretainedValue() }

    /// The same without counting a reference to it, which takes longer than the step; the tree keeps the row, and the caller
    /// keeps the iterator.
    @inline(__always) mutating func nextUnretained() -> Unmanaged<StoredRow>? {
        repeat {
            if let row = isReversed ? previousInRange() : nextInRange() { return row }
        } while beginRange()
        return nil
    }

    private mutating func nextInRange() -> Unmanaged<StoredRow>? {
        while !place.isAtOrBehind(end) {
            if place.position < place.leaf.width {
                defer { place.position += 1 }
                return place.leaf.unretainedRow(at: place.position)
            }
            guard place.moveToNextLeaf() else { break }
        }
        return nil
    }

    private mutating func previousInRange() -> Unmanaged<StoredRow>? {
        while !end.isAtOrBehind(place) {
            if place.position > 0 {
                place.position -= 1
                return place.leaf.unretainedRow(at: place.position)
            }
            guard place.moveToPreviousLeaf() else { break }
        }
        return nil
    }
}
