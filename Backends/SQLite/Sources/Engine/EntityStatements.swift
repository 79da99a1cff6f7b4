internal import GranaryStore

/// The prepared statements of one entity on one connection, each made at its first use.
final class EntityStatements {
    private let table: EntityTable
    private unowned let connection: Connection  // safe: a connection outlives its statements.
    private var allRows: Statement?
    private var oneRow: Statement?
    private var insertion: Statement?
    private var deletions: (any: Statement?, versioned: Statement?)
    private var versions: Statement?
    private var updates: [UpdateShape: Statement] = [:]
    private var lastUpdate: (shape: UpdateShape, statement: Statement)?

    /// The shape that distinguishes the update statements of an entity.
    struct UpdateShape: Hashable {
        let properties: PropertySet
        let hasVersion: Bool
    }

    /// Makes an empty set.
    init(_ table: EntityTable, on connection: Connection) {
        self.table = table
        self.connection = connection
    }

    private func prepare(_ place: inout Statement?, _ text: @autoclosure () -> String) throws -> Statement {
        if let place, !place.isTaken { return place }
        let statement = try Statement(text(), on: connection)
        // Where a cursor reads from the one that is kept, this one lives as long as its own cursor.
        if place == nil { place = statement }
        return statement
    }

    func all() throws -> Statement { try prepare(&allRows, table.all) }
    func one() throws -> Statement { try prepare(&oneRow, table.one) }
    func insert() throws -> Statement { try prepare(&insertion, table.insert) }
    func versionOfRow() throws -> Statement { try prepare(&versions, table.versionOfRow) }

    func delete(hasVersion: Bool) throws -> Statement {
        hasVersion
            ? try prepare(&deletions.versioned, table.delete(hasVersion: true))
            : try prepare(&deletions.any, table.delete(hasVersion: false))
    }

    /// The update of some properties; the last one is found without hashing.
    func update(_ shape: UpdateShape) throws -> Statement {
        if let lastUpdate, lastUpdate.shape == shape { return lastUpdate.statement }
        let statement = try updates[shape] ?? Statement(text(of: shape), on: connection)
        updates[shape] = statement
        lastUpdate = (shape, statement)
        return statement
    }

    private func text(of shape: UpdateShape) -> String {
        table.update(table.changeableColumns(of: shape.properties), hasVersion: shape.hasVersion)
    }
}

extension EntityTable {
    /// The columns that a set of properties occupies, without those of the key, which never change.
    func changeableColumns(of properties: PropertySet) -> [Int] {
        entity.columns.indices.filter {
            properties.contains(entity.columns[$0].property) && !entity.keyColumns.contains($0)
        }
    }
}
