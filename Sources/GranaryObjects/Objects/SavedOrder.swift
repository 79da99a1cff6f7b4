internal import FoundationEssentials

/// The order in which rows are saved: by key, the fastest order for engines.
package enum SavedOrder {
    /// Sorts rows by their keys; rows that are sorted already are only compared once.
    package static func sorted<T>(_ rows: [T], by key: (T) -> ObjectKey) -> [T] {
        let isOrdered = rows.indices.dropFirst().allSatisfy { key(rows[$0 - 1]) < key(rows[$0]) }
        if isOrdered { return rows }
        guard let keys = CompoundKeyBytes(rows, key) else { return rows.sorted { key($0) < key($1) } }
        return keys.order.map { rows[$0] }
    }
}

/// Compound keys as bytes that sort like the keys, so that a comparison only reads memory.
private struct CompoundKeyBytes {
    private var bytes: [UInt8] = []
    private var starts: [Int] = [0]

    /// Encodes the keys of some rows; `nil` if a key is not compound or has a part that cannot be encoded.
    init?<T>(_ rows: [T], _ key: (T) -> ObjectKey) {
        starts.reserveCapacity(rows.count + 1)
        for row in rows {
            guard case .compound(let parts) = key(row), append(parts) else { return nil }
            starts.append(bytes.count)
        }
    }

    private mutating func append(_ parts: [Value]) -> Bool {
        for part in parts {
            switch part {
            case .integer(let value), .date(let value):
                // Flip the sign bit, so that negative numbers come first.
                let bits = UInt64(bitPattern: value) ^ (1 << 63)
                withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) }
            case .text(let value):
                let start = bytes.count
                bytes.append(contentsOf: value.utf8)
                // A zero byte ends a text here, and no stored text contains one.
                if bytes[start...].contains(0) { return false }
                bytes.append(0)
            case .uuid(let value): withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
            case .bool(let value): bytes.append(value ? 1 : 0)
            case .null, .real, .data, .decimal: return false
            }
        }
        return true
    }

    /// The positions of the rows, sorted by key.
    var order: [Int] {
        bytes.withUnsafeBytes { all in
            (0..<starts.count - 1).sorted { left, right in
                let (a, b) = (all[starts[left]..<starts[left + 1]], all[starts[right]..<starts[right + 1]])
                return Bytewise.compare(.init(rebasing: a), .init(rebasing: b)) == .less
            }
        }
    }
}
