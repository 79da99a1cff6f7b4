internal import GranaryStore

/// Checks for one row after the other whether its target exists, and remembers those that do.
///
/// Many rows refer to few, so most of the time looking at a small table is enough.
final class ReferenceCheck {
    private let references: [KnownTargets]
    /// The same without a reference to count at every row.
    private let unretained: ContiguousArray<Unmanaged<KnownTargets>>

    init(_ table: TableLayout) {
        references = table.references.map(KnownTargets.init)
        unretained = ContiguousArray(references.map { .passUnretained($0) })
    }

    /// Whether everything a row refers to is known to be there.
    @inline(__always) func isKnown(for row: StoredRow) -> Bool {
        for reference in unretained where !reference._withUnsafeGuaranteedRef({ $0.isKnown(for: row) }) {
            return false
        }
        return true
    }

    /// Whether all targets of a row are in a state; also false if that needs another way to find out.
    func hold(for row: StoredRow, in state: StoreState) -> Bool {
        references.allSatisfy { $0.isKnown(for: row) || $0.holds(for: row, in: state) }
    }
}

/// Some existing keys that one reference of a table leads to; of two that share a place, the later one.
private final class KnownTargets {
    private let layout: ReferenceLayout
    /// The column of the reference; `nil` where there are several.
    private let column: Int?
    private let places: UnsafeMutablePointer<UInt128>
    private static let count = 2_048

    init(_ layout: ReferenceLayout) {
        self.layout = layout
        column = layout.columns.count == 1 ? layout.columns.first : nil
        places = .allocate(capacity: Self.count)
        places.initialize(repeating: 0, count: Self.count)
        // Zero is a key too, so its place marks “empty” by a key that belongs to another place.
        let other = (1..<64 as Range<UInt128>).first { Self.place(of: $0) != Self.place(of: 0) }
        places[Self.place(of: 0)] = other ?? 0
    }

    deinit { places.deallocate() }

    @inline(__always) private static func place(of key: UInt128) -> Int {
        let high = UInt64(truncatingIfNeeded: key >> 64)
        let word = UInt64(truncatingIfNeeded: key) ^ high &* 0x9E37_79B9_7F4A_7C15
        let mixed = (word ^ word &>> 32) &* 0xD6E8_FEB8_6659_FD93
        // The 11 highest bits, since there are 2¹¹ places.
        return Int(truncatingIfNeeded: mixed &>> 53)
    }

    /// Whether a row's target is known to exist, or it refers to nothing.
    @inline(__always) func isKnown(for row: StoredRow) -> Bool {
        guard let column else { return false }
        if row.isNull(at: column) { return true }
        var key = AbbreviatedKey()
        key.append(row, at: column, isOptional: false)
        return key.isComplete && places[Self.place(of: key.bits)] == key.bits
    }

    /// Whether a row's target is in a state, where that is cheap to find out; remembers it.
    func holds(for row: StoredRow, in state: StoreState) -> Bool {
        guard let column, let target = row.key(in: layout.columns),
            state.tables[layout.target].orders[0].contains(target)
        else { return false }
        var key = AbbreviatedKey()
        key.append(row, at: column, isOptional: false)
        if key.isComplete { places[Self.place(of: key.bits)] = key.bits }
        return true
    }
}
