import FoundationEssentials
import Granary

/// Fills into writes what the server calls the objects that they are about and refer to, and leaves out what only the
/// server says.
struct SentIdentities {
    let context: Context
    let rule: SyncRule

    /// A write in the words of the server; `nil` where the server has not said what it calls an object that the write
    /// refers to.
    func filled(_ write: RemoteWrite) throws -> RemoteWrite? {
        guard write.kind != .command, let entity = context.schema.entity(write.model) else { return write }
        var write = write
        let attributes = rule.models[entity.index]?.attributes
        write.changes.removeAll { change in
            // What the server makes itself.
            guard let property = entity.property(change.property) else { return false }
            return property == attributes?.version
                || (property == attributes?.remoteID && change.after == [.null])
        }
        if let ids = RemoteIDs(entity, rule, context) {
            write.remoteID = try ids.id(of: write.key)
            if ids.areKeys, let key = write.remoteID.flatMap({ ObjectKey([$0]) }) { write.servedKey = key }
        }
        for position in write.changes.indices {
            let change = write.changes[position]
            guard let relationship = entity.relationship(change.property),
                let ids = RemoteIDs(relationship.destination, rule, context)
            else { continue }
            let before = try change.before.map { try self.id($0, ids).map { [$0] } ?? [.null] }
            var after = change.after
            if let wanted = after {
                guard let id = try id(wanted, ids) else { return nil }
                after = [id]
            }
            write.changes[position] = .init(property: change.property, before: before, after: after)
        }
        for position in write.pairs.indices {
            let pair = write.pairs[position]
            guard let relationship = entity.relationship(pair.relationship),
                let ids = RemoteIDs(relationship.destination, rule, context)
            else { continue }
            guard let id = try ids.id(of: pair.target), let key = ObjectKey([id]) else { return nil }
            write.pairs[position] = .init(
                relationship: pair.relationship, target: key, isAdded: pair.isAdded)
        }
        return write
    }

    /// The server's id for the stored values of a reference, null for none; `nil` if it is not known.
    private func id(_ values: [Value], _ ids: RemoteIDs) throws -> Value? {
        guard let key = ObjectKey(values) else { return .null }
        return try ids.id(of: key)
    }
}
