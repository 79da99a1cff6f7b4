import Granary

/// Follows relationships by asking a session for rows by their keys.
final class SessionSource: EvaluationSource {
    private let session: any StoreSession
    private let schema: Schema

    init(_ session: any StoreSession, _ schema: Schema) {
        self.session = session
        self.schema = schema
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        guard let key = try key(step.columns, row) else { return nil }
        return try rows(of: step.destination, .keys([key])).first
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let key = try key(step.owner.keyColumns, row) else { return }
        for member in try rows(of: step.destination, selection(step, key)) {
            if try !body(member) { return }
        }
    }

    private func selection(_ relationship: Relationship, _ key: ObjectKey) throws -> FetchRequest.Selection {
        switch relationship.storage {
        case .ownColumns: .keys([])
        case .destinationColumns(let inverse): .referring(relationship: inverse.name, to: [key])
        case .link(let table, let isFirst):
            .keys(try session.links(table, fromFirst: isFirst, of: [key]).map(\.1))
        }
    }

    private func key(_ columns: some Sequence<Int>, _ row: any EvaluationRow) throws -> ObjectKey? {
        ObjectKey(try columns.map { try row.value(at: $0) })
    }

    private func rows(of entity: Entity, _ selection: FetchRequest.Selection) throws -> [ListedRow] {
        var request = FetchRequest(entity: entity)
        request.selection = selection
        return try RowList.read(try session.fetch(request).cursor, of: entity).map { ListedRow($0) }
    }
}
