import FoundationEssentials
import Granary

/// The bytes of an entry that is a command: its name, what it is about, and its payload.
struct EntryCommand: Sendable, Hashable {
    let name: String
    /// The name that it shares with those that replace it, and is replaced by.
    let key: String?
    let objects: [EntryPlace]
    let payload: Data

    /// The number of the format, which `Docs/Design/sync-entries.md` specifies.
    private static let format: UInt8 = 1

    init(name: String, key: String?, objects: [EntryPlace], payload: Data) {
        self.name = name
        self.key = key
        self.objects = objects
        self.payload = payload
    }

    /// Reads the compact format.
    ///
    /// - Throws: ``GranaryError/Code/newer`` for a later format; ``GranaryError/Code/corrupt``.
    init(reading data: Data) throws {
        var reader = EntryReader(data)
        try reader.requireFormat(Self.format)
        name = try reader.text()
        key = try reader.byte() == 0 ? nil : try reader.text()
        objects = try (0..<(try reader.count())).map { _ in
            let entity = try reader.text()
            guard let key = ObjectKey(try reader.values()) else { throw EntryReader.corrupt }
            return EntryPlace(entity: entity, key: key.entryData)
        }
        payload = try reader.data()
        try reader.requireEnd()
    }

    /// The compact format.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for the key of an object that cannot be read.
    func written() throws -> Data {
        var writer = EntryWriter()
        writer.byte(Self.format)
        writer.text(name)
        writer.byte(key == nil ? 0 : 1)
        if let key { writer.text(key) }
        writer.count(objects.count)
        for object in objects {
            writer.text(object.entity)
            writer.values(try ObjectKey(entryData: object.key).values)
        }
        writer.data(payload)
        return writer.data
    }
}
