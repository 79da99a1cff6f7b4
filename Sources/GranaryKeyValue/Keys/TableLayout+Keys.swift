internal import GranaryStore

extension TableLayout {
    /// The engine's keys of the rows with some keys, each once and in order; keys of other types are left out.
    func rowKeys(_ keys: [ObjectKey]) -> [[UInt8]] {
        let buffer = KeyValueBuffer()
        var found: [[UInt8]] = []
        for key in keys {
            buffer.removeAll()
            buffer.append(prefix)
            if buffer.append(key, of: keyTypes) { found.append(Array(buffer.bytes)) }
        }
        if found.count < 2 { return found }
        found.sort { left, right in
            left.withUnsafeBytes { left in right.withUnsafeBytes { left.precedes($0) } }
        }
        var distinct: [[UInt8]] = []
        for key in found where distinct.last != key { distinct.append(key) }
        return distinct
    }

    /// The key that some elements of these types form.
    ///
    /// - Throws: `GranaryError.Code.malformed`.
    func key(_ elements: Bytes, _ types: [AttributeType]) throws -> ObjectKey {
        guard let key = try KeyCoding.decode(elements, types) else { throw damagedRecord }
        return key
    }
}
