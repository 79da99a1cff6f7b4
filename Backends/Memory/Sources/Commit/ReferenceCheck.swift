internal import Granary

/// Checks for one row after the other whether what it refers to is there, and remembers what was.
///
/// Many rows refer to few, so most of the time looking at a small table is enough.
final class ReferenceCheck {
    private let references: [(layout: ReferenceLayout, known: KnownKeys)]

    init(_ table: TableLayout) { references = table.references.map { ($0, KnownKeys()) } }

    /// Whether everything a row refers to is in a state; false also where that has to be found out in another way.
    func hold(for row: StoredRow, in state: StoreState) -> Bool {
        for (reference, known) in references {
            guard reference.columns.count == 1, let column = reference.columns.first else { return false }
            var key = AbbreviatedKey()
            if row.isNull(at: column) { continue }
            key.append(row, at: column, isOptional: false)
            if key.isComplete, known.contains(key.bits) { continue }
            guard let target = row.key(in: reference.columns),
                state.tables[reference.target].orders[0].contains(target)
            else { return false }
            if key.isComplete { known.insert(key.bits) }
        }
        return true
    }
}

/// Some keys that are known to be there; of two that share a place, the later one.
private final class KnownKeys {
    private let places: UnsafeMutablePointer<UInt128>
    private static let count = 2_048

    init() {
        places = .allocate(capacity: Self.count)
        places.initialize(repeating: 0, count: Self.count)
        // Zero is a key too, so another one, of another place, stands in its own for none.
        places[Self.place(of: 0)] = (1..<64 as Range<UInt128>).first { Self.place(of: $0) != Self.place(of: 0) } ?? 0
    }

    deinit { places.deallocate() }

    @inline(__always) private static func place(of key: UInt128) -> Int {
        let word = UInt64(truncatingIfNeeded: key) ^ UInt64(truncatingIfNeeded: key >> 64) &* 0x9E37_79B9_7F4A_7C15
        let mixed = (word ^ word &>> 32) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed &>> 53)
    }

    @inline(__always) func contains(_ key: UInt128) -> Bool { places[Self.place(of: key)] == key }
    @inline(__always) func insert(_ key: UInt128) { places[Self.place(of: key)] = key }
}
