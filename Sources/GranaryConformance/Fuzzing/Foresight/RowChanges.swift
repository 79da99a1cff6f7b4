import Granary

/// The changes that the next save of a context is to write.
struct RowChanges {
    /// A change of one object.
    struct Change {
        enum Kind { case inserted, updated, deleted }

        var kind: Kind
        var entity: Entity
        var key: ObjectKey
        /// The version of the row that was read.
        var version: Int64
        /// The properties that change.
        var properties: PropertySet
        /// The values that were read; for an inserted object, those to be stored.
        var base: [Value]
        /// The values to be stored.
        var mine: [Value]
    }

    var changes: [Change] = []
    var added: Set<RowPair> = []
    var removed: Set<RowPair> = []

    /// Whether there is nothing to be written.
    var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty }

    init(_ context: Context) throws {
        for object in context.changes.inserted { changes.append(try Self.change(.inserted, object)) }
        for object in context.changes.updated { changes.append(try Self.change(.updated, object)) }
        for object in context.changes.deleted { changes.append(try Self.change(.deleted, object)) }
        for (pair, isAdded) in context.graph.pendingLinks.values.joined() {
            let keys = RowPair(first: pair.first.erasedKey, second: pair.second.erasedKey)
            if isAdded { added.insert(keys) } else { removed.insert(keys) }
        }
        removed.subtract(added)
    }

    private static func change(_ kind: Change.Kind, _ object: any Model) throws -> Change {
        guard let entity = object._objectState.batch?.entity else {
            throw ProgramFault("a changed object is in no context", "\(object.erasedKey.text)")
        }
        let mine = RowDump.normal(try object.columnValues(of: entity))
        let record = object._objectState.changes
        return Change(
            kind: kind, entity: entity, key: object.erasedKey, version: object._objectState.version,
            properties: kind == .inserted ? .all : record?.properties ?? PropertySet(),
            base: try record.map { RowDump.normal(try $0.original.columnValues(of: entity)) } ?? mine,
            mine: mine)
    }

    /// Whether a new object takes the key of a deleted one.
    func replaces(_ deletion: Change) -> Bool {
        changes.contains {
            $0.kind == .inserted && $0.entity.index == deletion.entity.index && $0.key == deletion.key
        }
    }

    /// The store after a save of these changes, if nothing prevents it.
    func applied(to dump: RowDump) -> RowDump {
        var dump = dump
        // A new object may have the key of a deleted one.
        for change in changes where change.kind == .deleted {
            dump.rows[change.entity.index][change.key] = nil
        }
        for change in changes {
            switch change.kind {
            case .deleted: break
            case .inserted:
                dump.rows[change.entity.index][change.key] = RowDump.Row(values: change.mine, version: 0)
            case .updated:
                guard var row = dump[change.entity, change.key] else { continue }
                for (column, definition) in change.entity.columns.enumerated()
                where change.properties.contains(definition.property) {
                    row.values[column] = change.mine[column]
                }
                dump.rows[change.entity.index][change.key] = row
            }
        }
        dump.pairs.subtract(removed)
        dump.pairs.formUnion(added)
        dump.carryOutRules()
        return dump
    }

    /// The same as text, to compare a context's changes before and after a save that failed.
    var summary: [String] {
        changes.map { change in
            let names = (0..<change.entity.propertyCount).filter(change.properties.contains)
                .map(change.entity.propertyName)
            return "\(change.kind) \(change.entity.name) \(change.key.text) \(names) \(change.mine)"
        }.sorted() + added.map { "added \($0)" }.sorted() + removed.map { "removed \($0)" }.sorted()
    }
}
