import Foundation
import Granary

/// A save: the state with the changes, or the reason against it.
struct DictionarySave {
    private(set) var state: DictionaryStore.State
    private(set) var conflicts: [CommitResult.Conflict] = []

    init(_ state: DictionaryStore.State, _ changes: ChangeSet) throws {
        self.state = state
        self.state.version += 1
        for batch in changes.requirements + changes.deletes {
            for (key, version) in batch.rows { require(key, version, of: batch.entity) }
        }
        for batch in changes.updates {
            for change in batch.rows { require(change.key, change.version, of: batch.entity) }
        }
        guard conflicts.isEmpty else { return }
        for batch in changes.deletes {
            for (key, _) in batch.rows { self.state.rows[batch.entity.name]?[key] = nil }
        }
        for batch in changes.updates {
            for change in batch.rows {
                guard let old = self.state.rows[batch.entity.name]?[change.key] else { continue }
                let writer = DictionaryWriter(old.values)
                try change.source.encode(change.properties, of: batch.entity, into: writer)
                try put(writer.values, in: batch.entity, replacing: change.key)
            }
        }
        for batch in changes.inserts {
            for source in batch.rows {
                let writer = DictionaryWriter(batch.entity.columns.map { _ in .null })
                try source.encode(.all, of: batch.entity, into: writer)
                try put(writer.values, in: batch.entity, replacing: nil)
            }
        }
        for batch in changes.links {
            for pair in batch.removed {
                self.state.pairs[batch.table.name]?.remove([pair.first, pair.second])
            }
            for pair in batch.added {
                self.state.pairs[batch.table.name, default: []].insert([pair.first, pair.second])
            }
        }
        for entity in changes.updates.map(\.entity) + changes.inserts.map(\.entity) {
            try checkUnique(entity)
        }
    }

    /// Notes a conflict unless there is a row with this key and version.
    private mutating func require(_ key: ObjectKey, _ version: Int64?, of entity: Entity) {
        let row = state.rows[entity.name]?[key]
        if let row, version == nil || row.version == version { return }
        conflicts.append(CommitResult.Conflict(entity: entity.name, key: key))
    }

    private mutating func put(_ values: [Value], in entity: Entity, replacing old: ObjectKey?) throws {
        for (column, value) in zip(entity.columns, values) where value.isNull && !column.isOptional {
            throw violation(.notNull, [entity.propertyName(column.property)], of: entity)
        }
        let names = entity.keyColumns.map { entity.propertyName(entity.columns[$0].property) }
        guard let key = ObjectKey(entity.keyColumns.map { values[$0] }), old == nil || key == old else {
            throw GranaryError(.invalidObject, "A primary key cannot change.")
        }
        if old == nil, state.rows[entity.name]?[key] != nil {
            throw violation(.primaryKey, names, of: entity)
        }
        state.rows[entity.name, default: [:]][key] = .init(values: values, version: state.version)
        if case .integer(let number) = key {
            state.lastKeys[entity.name] = max(state.lastKeys[entity.name] ?? 0, number)
        }
    }

    /// Only the final state counts, so unique values may be swapped within a save.
    private func checkUnique(_ entity: Entity) throws {
        for columns in entity.uniques {
            var seen: Set<ObjectKey> = []
            for row in (state.rows[entity.name] ?? [:]).values {
                // Null is never the same as anything.
                guard let values = ObjectKey(columns.map { row.values[$0] }) else { continue }
                if seen.insert(values).inserted { continue }
                let names = columns.map { entity.propertyName(entity.columns[$0].property) }
                throw violation(.unique, names, of: entity)
            }
        }
    }

    private func violation(
        _ constraint: GranaryError.Constraint, _ properties: [String], of entity: Entity
    ) -> GranaryError {
        GranaryError(
            .constraint, "A constraint of \(entity.name) is violated: \(constraint.rawValue).",
            context: .init(entity: entity.name, properties: properties, constraint: constraint))
    }
}

/// Takes the values of a row.
final class DictionaryWriter: ColumnWriter {
    private(set) var values: [Value]
    init(_ values: [Value]) { self.values = values }
    private func set(_ value: Value, _ column: Int) {
        if values.indices.contains(column) { values[column] = value }
    }
    func null(at column: Int) { set(.null, column) }
    func bool(_ value: Bool, at column: Int) { set(.bool(value), column) }
    func integer(_ value: Int64, at column: Int) { set(.integer(value), column) }
    func real(_ value: Double, at column: Int) { set(.real(value), column) }
    func text(_ value: String, at column: Int) { set(.text(value), column) }
    func data(_ value: Data, at column: Int) { set(.data(value), column) }
    func date(_ value: Int64, at column: Int) { set(.date(value), column) }
    func uuid(_ value: UUID, at column: Int) { set(.uuid(value), column) }
    func decimal(_ value: Decimal, at column: Int) { set(.decimal(value), column) }
}
