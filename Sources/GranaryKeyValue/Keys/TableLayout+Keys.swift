internal import Granary

extension TableLayout {
    /// The engine's keys of the rows with some keys, each once and in order; keys of other kinds are left out.
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

    /// The key that consists of elements of these kinds.
    ///
    /// - Throws: `GranaryError.Code.malformed`.
    func key(_ elements: Bytes, _ types: [AttributeType]) throws -> ObjectKey {
        var (rest, values): (Bytes, [Value]) = (elements, [])
        for type in types {
            guard let length = KeyElement.length(rest), let start = rest.baseAddress,
                KeyElement.isOfKind(rest[0], type)
            else { throw damagedRecord }
            values.append(try Cell(start, length).value(type, inKey: true))
            rest = rest.from(length)
        }
        guard rest.isEmpty, let key = ObjectKey(values) else { throw damagedRecord }
        return key
    }
}
