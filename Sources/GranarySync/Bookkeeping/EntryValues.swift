import FoundationEssentials
import Granary

/// What a write has changed of one object, by the names of properties.
struct EntryValues: Sendable, Hashable {
    /// A changed property; several values are those of a relationship to a compound key.
    struct Change: Sendable, Hashable {
        let property: String
        /// The stored values; `nil` for a new object.
        var before: [Value]?
        /// The new values; `nil` for a deleted object.
        var after: [Value]?
    }

    /// A pair of a many-to-many relationship.
    struct Pair: Sendable, Hashable {
        let relationship: String
        let target: ObjectKey
        let isAdded: Bool
    }

    var changes: [Change] = []
    var pairs: [Pair] = []

    var isEmpty: Bool { changes.isEmpty && pairs.isEmpty }

    init() {}
}

extension EntryValues {
    /// The number of the format, which `Docs/Design/sync-entries.md` specifies.
    private static let format: UInt8 = 1

    /// Reads the compact format.
    ///
    /// - Throws: ``GranaryError/Code/newer`` for a later format; ``GranaryError/Code/corrupt``.
    init(reading data: Data) throws {
        var reader = EntryReader(data)
        try reader.requireFormat(Self.format)
        for _ in 0..<(try reader.count()) {
            let (property, parts) = (try reader.text(), try reader.byte())
            let before = parts & 1 == 0 ? nil : try reader.values()
            let after = parts & 2 == 0 ? nil : try reader.values()
            changes.append(Change(property: property, before: before, after: after))
        }
        for _ in 0..<(try reader.count()) {
            let relationship = try reader.text()
            let isAdded = try reader.byte() != 0
            guard let target = ObjectKey(try reader.values()) else { throw EntryReader.corrupt }
            pairs.append(Pair(relationship: relationship, target: target, isAdded: isAdded))
        }
        try reader.requireEnd()
    }

    /// The compact format.
    var written: Data {
        var writer = EntryWriter()
        writer.byte(Self.format)
        writer.count(changes.count)
        for change in changes {
            writer.text(change.property)
            writer.byte((change.before == nil ? 0 : 1) | (change.after == nil ? 0 : 2))
            if let before = change.before { writer.values(before) }
            if let after = change.after { writer.values(after) }
        }
        writer.count(pairs.count)
        for pair in pairs {
            writer.text(pair.relationship)
            writer.byte(pair.isAdded ? 1 : 0)
            writer.values(pair.target.values)
        }
        return writer.data
    }
}

extension ObjectKey {
    /// The key in the compact format of entries; equal keys have equal bytes.
    var entryData: Data {
        var writer = EntryWriter()
        writer.values(values)
        return writer.data
    }

    /// Reads a key in the compact format.
    ///
    /// - Throws: ``GranaryError/Code/corrupt``.
    init(entryData data: Data) throws {
        var reader = EntryReader(data)
        guard let key = ObjectKey(try reader.values()) else { throw EntryReader.corrupt }
        try reader.requireEnd()
        self = key
    }
}
