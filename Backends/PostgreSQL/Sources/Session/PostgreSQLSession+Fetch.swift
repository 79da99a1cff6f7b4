internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession {
    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try request.validate()
        let table = try store.table(of: request.entity)
        if request.isPlain {
            return FetchAnswer(cursor: try plainCursor(request, of: table))
        }
        guard let select = SelectLowering(request, layout: store.layout, dialect: store.dialect),
            case let statement = select.statement,
            let parameters = try statement.binaryParameters()
        else {
            let cursor = try plainCursor(request, of: table)
            return FetchAnswer(cursor: cursor, remaining: request.remainingOfSelection)
        }
        let cursor = try cursor(
            statement.rendered(for: store.dialect), parameters, of: table.entity, isStream: request.isStream)
        return FetchAnswer(cursor: cursor, remaining: select.remaining)
    }

    /// The rows of a statement: straight from the wire, or through a cursor on the server where other reads come
    /// between.
    private func cursor(_ text: String, _ parameters: Parameters, of entity: Entity, isStream: Bool) throws
        -> PostgreSQLCursor
    {
        let source = try reading { connection -> any BlockSource in
            isStream ? try portal(text, parameters, connection) : try wire(text, parameters, connection)
        }
        let cursor = own(PostgreSQLCursor(source, of: entity))
        if !isStream { connection.stream = cursor }
        return cursor
    }

    private func wire(_ text: String, _ parameters: Parameters, _ connection: Connection) throws -> WireRows {
        try connection.send(text, parameters)
        try connection.sync()
        try connection.finishAllButLast()
        return WireRows(sourceOwner)
    }

    private func portal(_ text: String, _ parameters: Parameters, _ connection: Connection) throws
        -> PortalRows
    {
        let name = portalName()
        try connection.send(
            "DECLARE \(name) NO SCROLL CURSOR FOR \(text)", parameters, answer: .checked, isNamed: false)
        try connection.send(PortalRows.fetch(name), isNamed: false)
        try connection.sync()
        return PortalRows(sourceOwner, name: name, first: try connection.finish().first)
    }

    /// The text of the statement that ``plainCursor(_:of:)`` runs.
    func plainText(_ selection: FetchRequest.Selection, of table: EntityTable) throws -> String {
        switch selection {
        case .all: return table.all
        case .keys(let keys): return keys.count == 1 ? table.one : table.listed
        case .referring(let name, let keys):
            guard let relationship = table.entity.relationship(name), !relationship.columns.isEmpty else {
                throw GranaryError(
                    .query, "\(table.entity.name) has no relationship to one called “\(name)”.",
                    context: .init(entity: table.entity.name, properties: [name]))
            }
            return table.referring(relationship, single: keys.count == 1)
        }
    }

    /// The parameters of the statement that ``plainCursor(_:of:)`` runs; `nil` when no row can be meant.
    func plainParameters(_ selection: FetchRequest.Selection, of table: EntityTable) throws -> Parameters? {
        var parameters = Parameters()
        let keys: [ObjectKey]
        var types = table.keyTypes
        switch selection {
        case .all: return parameters
        case .keys(let listed): keys = listed
        case .referring(let name, let listed):
            keys = listed
            let columns = table.entity.relationship(name)?.columns ?? 0..<0
            types = columns.map { table.entity.columns[$0].type }
        }
        let sendable = keys.filter(\.isSendable)
        guard let first = sendable.first else { return nil }
        if keys.count == 1 {
            try parameters.append(key: first, of: types)
        } else {
            try parameters.append(keys: sendable, of: types)
        }
        return parameters
    }

    /// The rows of a selection, by statements that are prepared once.
    private func plainCursor(_ request: FetchRequest, of table: EntityTable) throws -> PostgreSQLCursor {
        let text = try plainText(request.selection, of: table)
        guard let parameters = try plainParameters(request.selection, of: table) else {
            try checkUsable()
            return PostgreSQLCursor(NoRows(), of: table.entity)
        }
        return try cursor(text, parameters, of: table.entity, isStream: request.isStream)
    }

    /// The whole answer to one statement.
    func rows(_ text: String, _ parameters: Parameters) throws -> ResultSet {
        try reading { connection in
            try connection.send(text, parameters)
            try connection.sync()
            guard let rows = try connection.finish().last else { throw EngineError.lost }
            return rows
        }
    }

    func count(_ request: FetchRequest) throws -> Int? {
        try request.validate()
        try checkUsable()
        guard let lowered = CountLowering(request, layout: store.layout, dialect: store.dialect),
            let parameters = try lowered.statement.binaryParameters()
        else { return nil }
        let found = try rows(lowered.statement.rendered(for: store.dialect), parameters)
        if lowered.isChecked, found.integer(0, 1) != 0 { return nil }
        return found.integer(0, 0).map { lowered.result($0) } ?? 0
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        let table = try store.table(of: entity)
        try checkUsable()
        let sendable = keys.filter(\.isSendable)
        if sendable.isEmpty { return keys }
        var parameters = Parameters()
        try parameters.append(keys: sendable, of: table.keyTypes)
        let found = try rows(table.present, parameters)
        var present: Set<ObjectKey> = []
        for row in 0..<found.count {
            if let key = try found.key(row, from: 0, table.keyTypes) { present.insert(key) }
        }
        return keys.filter { !present.contains($0) }
    }

    func links(
        _ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]
    ) throws -> [(ObjectKey, ObjectKey)] {
        try checkUsable()
        let sendable = keys.filter(\.isSendable)
        if sendable.isEmpty { return [] }
        let near = fromFirst ? table.firstColumns : table.secondColumns
        let far = fromFirst ? table.secondColumns : table.firstColumns
        let columns = (near + far).map { SQLName.quoted($0.name) }.joined(separator: ", ")
        let condition = EntityTable.isListed(near.map { SQLName.quoted($0.name) }, near.map(\.type))
        let text =
            "SELECT \(columns) FROM \(SQLName.quoted(table.name)) WHERE \(condition) ORDER BY \(columns)"
        var parameters = Parameters()
        try parameters.append(keys: sendable, of: near.map(\.type))
        let found = try rows(text, parameters)
        var pairs: [(ObjectKey, ObjectKey)] = []
        for row in 0..<found.count {
            guard let first = try found.key(row, from: 0, near.map(\.type)),
                let second = try found.key(row, from: near.count, far.map(\.type))
            else { continue }
            pairs.append((first, second))
        }
        return pairs
    }
}
