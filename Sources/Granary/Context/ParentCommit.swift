/// Carries a child's changes out on its parent's objects; everything is loaded before the first object is
/// changed.
struct ParentCommit {
    private let parent: ManagedContext
    private var steps: [() throws -> Void] = []

    init(_ changes: ChangeSet, in parent: ManagedContext) throws {
        self.parent = parent
        for batch in changes.requirements {
            for row in batch.rows { try prepareRequirement(row.key, row.version, batch.entity) }
        }
        for batch in changes.deletes { for row in batch.rows { try prepareDelete(row.key, batch.entity) } }
        for batch in changes.updates { for row in batch.rows { try prepareUpdate(row, batch.entity) } }
        for batch in changes.inserts { for row in batch.rows { try prepareInsert(row, batch.entity) } }
        for batch in changes.links { prepareLinks(batch) }
    }

    func apply() throws {
        for step in steps { try step() }
    }

    /// What a child requires to be unchanged, the parent's own next save requires of the store.
    private mutating func prepareRequirement(_ key: ObjectKey, _ version: Int64?, _ entity: Entity) throws {
        let object = try parent.anyObject(key, of: entity.name)
        // A child's own saves give its objects no version.
        guard let object, version ?? 0 <= 0 || version == object.objectState.version else {
            throw GranaryError(
                .conflict,
                "An object that this context requires to be unchanged was changed in its parent; refresh it and save again.",
                context: .init(entity: entity.name))
        }
        steps.append { [parent] in
            func require<M: Model>(_ object: M) { parent.require(unchanged: object) }
            require(object)
        }
    }

    private mutating func prepareDelete(_ key: ObjectKey, _ entity: Entity) throws {
        guard let object = try parent.anyObject(key, of: entity.name) else { return }
        steps.append { [parent] in
            func delete<M: Model>(_ object: M) throws { try parent.delete(object) }
            try delete(object)
        }
    }

    private mutating func prepareInsert(_ row: any RowEncodable, _ entity: Entity) throws {
        guard let type = entity.type else { return }
        let columns = try row.columnValues(of: entity)
        steps.append { [parent] in
            func insert<M: Model>(_ type: M.Type) throws {
                let cursor = ValueCursor(rows: [columns])
                _ = try cursor.advance()
                try parent.insert(try M(from: Row(cursor, of: entity)))
            }
            try insert(type)
        }
    }

    private mutating func prepareUpdate(_ row: UpdateBatch.Row, _ entity: Entity) throws {
        guard let object = try parent.anyObject(row.key, of: entity.name) else {
            throw GranaryError(
                .conflict,
                "An object changed in this context was deleted from its parent; refresh or delete it here too.",
                context: .init(entity: entity.name))
        }
        let written = ValueCollector(columns: entity.columns.count)
        try row.source.encode(row.properties, of: entity, into: written)
        func prepare<M: Model>(_ object: M) throws -> () throws -> Void {
            var columns = try object.columnValues(of: entity)
            for (column, definition) in entity.columns.enumerated()
            where row.properties.contains(definition.property) {
                columns[column] = written.values[column]
            }
            let cursor = ValueCursor(rows: [columns])
            _ = try cursor.advance()
            let changed = try M(from: Row(cursor, of: entity))
            return { [parent] in try parent.apply(row.properties, of: changed, to: object, entity) }
        }
        steps.append(try prepare(object))
    }

    private mutating func prepareLinks(_ batch: LinkBatch) {
        steps.append { [parent] in
            for (pairs, adds) in [(batch.added, true), (batch.removed, false)] {
                for pair in pairs { try parent.setLink(batch.table, pair.first, pair.second, added: adds) }
            }
        }
    }
}

extension ManagedContext {
    /// Takes some properties over from another object of the same model, as if the program had set them.
    fileprivate func apply<M: Model>(_ properties: PropertySet, of source: M, to object: M, _ entity: Entity)
        throws
    {
        let snapshot = source.snapshot
        for position in 0..<entity.attributes.count where properties.contains(position) {
            object.willChange(position)
            object.restore(PropertySet(position), from: snapshot)
        }
        for relationship in entity.toOne where properties.contains(relationship.position) {
            let position = toOnePosition(relationship)
            var target: (any Model)?
            if case .key(let key) = source.reference(at: position) {
                target = try anyObject(key, of: relationship.destination)
            }
            RelationshipUpkeep.setToOne(of: object, at: position, to: target)
        }
    }

    /// Adds or removes a pair of a many-to-many relationship.
    fileprivate func setLink(_ table: LinkTable, _ first: ObjectKey, _ second: ObjectKey, added: Bool) throws
    {
        for isFirst in [true, false] {
            guard let (entity, relationship) = relationship(of: table, isFirst: isFirst),
                let owner = try anyObject(isFirst ? first : second, of: entity.name),
                let member = try anyObject(isFirst ? second : first, of: relationship.destination)
            else { continue }
            func set<Owner: Model, Member: Model>(_ owner: Owner, _ member: Member) {
                if added {
                    ToManyUpkeep.add(member, to: owner, at: relationship.position)
                } else {
                    ToManyUpkeep.remove(member, from: owner, at: relationship.position)
                }
            }
            return set(owner, member)
        }
    }
}

extension PropertySet {
    /// The set of one property.
    init(_ position: Int) {
        self.init()
        insert(position)
    }
}
