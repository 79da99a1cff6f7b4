import Granary

/// The attributes that a declaration of a synced model names: the server's id of an object, and the version of its row.
struct SyncedAttributes: Sendable {
    /// The position of the attribute with the server's id; `nil` without one.
    let remoteID: Int?
    /// The position of the attribute with the server's version of the row; `nil` without one.
    let version: Int?

    /// - Throws: ``GranaryError/Code/schema`` for attributes that cannot be what they are declared as.
    init(_ synced: Synced, _ entity: Entity, ignoring ignored: PropertySet, in schema: Schema) throws {
        remoteID = try Self.one(synced.remoteID(entity), "remoteID", entity, ignored, schema)
        version = try Self.one(synced.version(entity), "version", entity, ignored, schema)
        if let remoteID {
            let attribute = entity.attributes[remoteID]
            if !attribute.isOptional || !entity.uniques.contains([remoteID])
                || ![.integer, .text, .uuid].contains(attribute.type)
            {
                throw SyncDeclaration.problem(
                    "“\(attribute.name)” of \(entity.name) cannot hold the server's id: declare it as an optional unique attribute, of integers, texts or UUIDs.",
                    schema)
            }
        }
        if let version {
            let attribute = entity.attributes[version]
            if ![.integer, .real, .decimal, .date].contains(attribute.type) {
                throw SyncDeclaration.problem(
                    "“\(attribute.name)” of \(entity.name) cannot hold the version of a row, which grows: declare it as a number or a date.",
                    schema)
            }
        }
        if synced.hasReservedKeys, synced.writes != .served, remoteID == nil {
            throw SyncDeclaration.problem(
                "The keys of \(entity.name) are integers that the store generates, which would meet the server's; name the attribute with the server's id by `remoteID`, give the model a UUID or text as its key, or declare it with `writes: .served`.",
                schema)
        }
    }

    private static func one(
        _ named: PropertySet, _ label: String, _ entity: Entity, _ ignored: PropertySet, _ schema: Schema
    ) throws -> Int? {
        guard let position = named.positions.first else { return nil }
        guard named.positions.count == 1, position < entity.attributes.count,
            !entity.keyProperties.contains(position), !ignored.contains(position)
        else {
            throw SyncDeclaration.problem(
                "`\(label)` of \(entity.name) names one attribute, which is no part of the key and is not ignored.",
                schema)
        }
        return position
    }
}
