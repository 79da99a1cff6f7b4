internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// Passes the rows whose reference, held in one column, is one of some keys.
struct ReferenceFilter {
    private let column: Int32
    private let keys: KeySet

    /// Makes the filter for a column that holds single keys.
    init(column: Int, keys: [ObjectKey]) {
        self.column = Int32(truncatingIfNeeded: column)
        self.keys = KeySet(keys.map(\.bits))
    }

    /// Whether the current row of a statement passes.
    @inline(__always) func passes(_ statement: OpaquePointer) -> Bool {
        guard let bits = bits(in: sqlite3_column_value(statement, column)) else { return false }
        return keys.contains(bits)
    }

    /// The bits of the key in a column; `nil` for null and for a value that is no key of any model.
    @inline(__always) private func bits(in value: OpaquePointer?) -> KeyBits? {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return KeyBits(sqlite3_value_int64(value))
        case SQLITE_BLOB:
            guard let start = sqlite3_value_blob(value), sqlite3_value_bytes(value) == 16 else { return nil }
            return KeyBits(UUID(uuid: start.loadUnaligned(as: uuid_t.self)))
        case SQLITE_TEXT:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
            return StoredText.decode(bytes).map(KeyBits.init(hashing:))
        default: return nil
        }
    }
}

/// A set of keys by their bits, with a hash that costs next to nothing.
private struct KeySet {
    private var slots: ContiguousArray<KeyBits?>
    private let mask: Int

    init(_ keys: [KeyBits]) {
        var capacity = 16
        while capacity < keys.count * 2 { capacity *= 2 }
        slots = ContiguousArray(repeating: nil, count: capacity)
        mask = capacity - 1
        for key in keys { slots[slot(of: key)] = key }
    }

    @inline(__always) func contains(_ key: KeyBits) -> Bool { slots[slot(of: key)] != nil }

    /// Where a key is, or the empty slot where it would be; half of the slots are empty.
    @inline(__always) private func slot(of key: KeyBits) -> Int {
        let mixed = (key.low ^ key.high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        var index = Int(truncatingIfNeeded: mixed &>> 32) & mask
        while let present = slots[index], present != key { index = (index &+ 1) & mask }
        return index
    }
}
