internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try request.validate()
        try beginRead()
        return try interruptible {
            let table = try store.table(of: request.entity)
            if request.isPlain { return FetchAnswer(cursor: try plainCursor(request.selection, of: table)) }
            guard let select = SelectLowering(request, layout: store.layout, dialect: store.dialect),
                let statement = try prepare(select.statement)
            else { return try fetchInParts(request, table) }
            let cursor = own(SQLiteCursor(statement, of: request.entity, interruption))
            return FetchAnswer(cursor: cursor, remaining: select.remaining)
        }
    }

    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)? {
        try beginRead()
        do {
            let table = try store.table(of: entity)
            if let cursor = try lookup(in: table) { return try cursor.find(key) ? cursor : nil }
            let cursor = try plainCursor(.keys([key]), of: table)
            return try cursor.advance() ? cursor : nil
        } catch {
            throw interruption.answered(by: error)
        }
    }

    /// Where a list of keys is too long for one statement, or a predicate too deep, the core does the rest.
    private func fetchInParts(_ request: FetchRequest, _ table: EntityTable) throws -> FetchAnswer {
        let cursor = try plainCursor(request.selection, of: table)
        return FetchAnswer(cursor: cursor, remaining: request.remainingOfSelection)
    }

    /// A statement with its parameters set; `nil` when it is more than the engine can take.
    func prepare(_ text: SQLText) throws -> Statement? {
        do {
            let statement = try connection.statement(text.rendered(for: store.dialect))
            try statement.bind(text.values)
            return statement
        } catch is StatementTooComplex {
            return nil
        }
    }

    /// The text of the statement that ``plainCursor(_:of:)`` runs, once or for one part of the keys after the
    /// other; for no keys at all, that for one.
    func plainText(_ selection: FetchRequest.Selection, of table: EntityTable) throws -> String {
        switch selection {
        case .all: table.all
        case .keys(let keys): keys.count <= 1 ? table.one : table.listed(KeyList.size(for: keys))
        case .referring(let name, let keys):
            try columnToScan(for: name, keys, in: table) != nil
                ? table.all
                : table.referring(table.columnNames(of: name), max(KeyList.size(for: keys.orderedOnce), 1))
        }
    }

    /// The rows of a selection, by statements that are prepared once.
    private func plainCursor(_ selection: FetchRequest.Selection, of table: EntityTable) throws
        -> SQLiteCursor
    {
        let statements = connection.statements(of: table)
        switch selection {
        case .all: return own(SQLiteCursor(try statements.all(), of: table.entity, interruption))
        case .keys(let keys):
            if keys.count == 1 {
                let statement = try statements.one()
                _ = try statement.bind(keys[0], at: 1)
                return own(SQLiteCursor(statement, of: table.entity, interruption))
            }
            return try listCursor(keys, of: table.entity) { table.listed($0) }
        case .referring(let name, let keys): return try referringCursor(name, keys, in: table)
        }
    }

    /// The rows for a list of keys, by a statement that is run for one part of them after the other.
    func listCursor(
        _ keys: [ObjectKey], of entity: Entity, _ text: (_ count: Int) -> String
    ) throws -> SQLiteCursor {
        let keys = keys.orderedOnce
        guard !keys.isEmpty else { return SQLiteCursor(of: entity, interruption) }
        let size = KeyList.size(for: keys)
        let statement = try connection.statement(text(size))
        let list = KeyList(keys, size: size, statement)
        _ = try list.bindNext()
        return own(SQLiteCursor(statement, of: entity, interruption, then: list))
    }

    func count(_ request: FetchRequest) throws -> Int? {
        try request.validate()
        try beginRead()
        guard let lowered = CountLowering(request, layout: store.layout, dialect: store.dialect) else {
            return nil
        }
        return try interruptible {
            guard let statement = try prepare(lowered.statement) else { return nil }
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            if lowered.isChecked, statement.integer(at: 1) != 0 { return nil }
            return lowered.result(statement.integer(at: 0))
        }
    }

    func newestSave() throws -> Int64 {
        try beginRead()
        return try interruptible {
            guard let number = try connection.integer("SELECT version FROM granary_store") else {
                throw store.place.error(
                    .corrupt, "The store has lost the row in which it counts its saves.")
            }
            return number
        }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try beginRead()
        return try interruptible {
            let table = try store.table(of: entity)
            let types = entity.keyTypes
            var present: Set<ObjectKey> = []
            try forEachRow(keys, of: entity, { table.present($0) }) { cursor in
                if let key = try cursor.key(at: 0, types) { present.insert(key) }
            }
            return keys.filter { !present.contains($0) }
        }
    }

    func links(
        _ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]
    ) throws -> [(ObjectKey, ObjectKey)] {
        try beginRead()
        return try interruptible {
            let near = fromFirst ? table.firstColumns : table.secondColumns
            let far = fromFirst ? table.secondColumns : table.firstColumns
            let entity = fromFirst ? table.firstEntity : table.secondEntity
            guard store.layout.holds(entity) else { return [] }
            let columns = (near + far).map { SQLName.quoted($0.name) }
            let quotedNear = near.map { SQLName.quoted($0.name) }
            var pairs: [(ObjectKey, ObjectKey)] = []
            let text = { (count: Int) in
                "SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(table.name)) WHERE "
                    + "\(EntityTable.isListed(quotedNear, count)) ORDER BY \(columns.joined(separator: ", "))"
            }
            try forEachRow(keys, of: entity, text) { cursor in
                guard let first = try cursor.key(at: 0, near.map(\.type)),
                    let second = try cursor.key(at: near.count, far.map(\.type))
                else { return }
                pairs.append((first, second))
            }
            return pairs
        }
    }

    private func forEachRow(
        _ keys: [ObjectKey], of entity: Entity, _ text: (_ count: Int) -> String,
        _ body: (SQLiteCursor) throws -> Void
    ) throws {
        let cursor = try listCursor(keys, of: entity, text)
        defer { cursor.close() }
        while try cursor.advance() { try body(cursor) }
    }
}

extension SQLiteCursor {
    /// The key in consecutive columns; `nil` when one of them is null.
    func key(at first: Int, _ types: [AttributeType]) throws -> ObjectKey? {
        ObjectKey(try types.enumerated().map { try value(at: first + $0, as: $1) })
    }
}
