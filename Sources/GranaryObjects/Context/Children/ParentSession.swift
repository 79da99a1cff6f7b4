/// A parent context in the role of a store for its child.
///
/// Reads see the parent's objects with their unsaved changes, and a commit changes those objects.
final class ParentSession: StoreSession {
    /// A commit that has entered the parent, where it can be taken back.
    struct Entry {
        /// The outcome; with conflicts, nothing has entered.
        let result: CommitResult
        /// Reverts the parent after its save has failed; returns false, without any effect, if that has written
        /// everything.
        let revert: (Save) -> Bool
    }

    private let parent: Context
    private weak var child: ObjectGraph?
    let interrupter: @Sendable () -> Void = {}

    init(_ parent: Context, of child: ObjectGraph?) {
        self.parent = parent
        self.child = child
    }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer { try fetch(request, passing: nil) }

    /// The rows of the parent's objects; an unreadable row is an error, unless `malformed` collects it.
    func fetch(_ request: FetchRequest, passing malformed: MalformedRows?) throws -> FetchAnswer {
        let type = try parent.graph.tables[request.entity.index].modelType()
        var request = request
        let selected: ExpressionTree?
        switch request.selection {
        case .all: selected = nil
        case .keys(let keys): selected = .holdsKey(path: [], keys: keys)
        case .referring(let relationship, let keys): selected = .holdsKey(path: [relationship], keys: keys)
        }
        request.selection = .all
        request.predicate = .all([selected, request.predicate].compactMap { $0 })
        return FetchAnswer(cursor: ValueCursor(rows: try rows(type, request, malformed)))
    }

    private func rows<M: Model>(
        _ type: M.Type, _ request: FetchRequest, _ malformed: MalformedRows?
    ) throws -> [[Value]] {
        try parent.merger.beginReading()
        return try parent.queries.answer(type, request, passing: malformed).map { object in
            try object.columnValues(of: request.entity) + [.integer(version(of: object))]
        }
    }

    /// The version that the child sees.
    ///
    /// Unsaved objects may change at any time, so they get another version at each read.
    private func version<M: Model>(of object: M) -> Int64 {
        // An object that has only followed its partner has no version either.
        object._objectState.isPending || object._objectState.version == -1
            ? parent.access.nextUnsavedVersion() : object._objectState.version
    }

    func count(_ request: FetchRequest) -> Int? { nil }

    func select(_ request: SelectRequest) -> [[Value]]? { nil }

    func aggregate(_ request: AggregateRequest) -> [[Value]]? { nil }

    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)] {
        guard let (entity, relationship) = table.relationship(isFirst: fromFirst),
            let type = parent.graph.tables[entity.index].type
        else { return [] }
        // A parent that is itself a child does not hear of changes in its own parent.
        if parent.graph.isChild { parent.graph.tables.invalidateMembers() }
        func pairs<Owner: Model>(_ type: Owner.Type) throws -> [(ObjectKey, ObjectKey)] {
            var request = FetchRequest(entity: entity)
            request.predicate = .holdsKey(path: [], keys: keys)
            let owners = try parent.queries.answer(type, request)
            try parent.graph.lists.loadToMany(relationship, of: owners)
            return owners.flatMap { owner in
                parent.graph.lists.loadedMembers(of: owner, at: relationship.position).models.map {
                    (owner.erasedKey, $0.erasedKey)
                }
            }
        }
        return try pairs(type).sorted { $0 < $1 }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try keys.filter {
            let object = try parent.graph.lookup.anyObject($0, of: entity)
            return object == nil || object?._objectState.phase == .deleted
        }
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        try enter(changes, isRevertible: false).result
    }

    /// Makes changes those of the parent, in a way that can be reverted if the save goes on to the parent.
    ///
    /// - Throws: what finding the changed objects throws.
    func enter(_ changes: ChangeSet, isRevertible: Bool) throws -> Entry {
        let commit = try ParentCommit(changes, of: child, in: parent.graph, parent.undoHistory)
        let earlier = isRevertible && commit.conflicts.isEmpty ? commit.remember() : nil
        if commit.conflicts.isEmpty { commit.apply() }
        let result = CommitResult(version: parent.access.nextUnsavedVersion(), conflicts: commit.conflicts)
        let (parent, count) = (parent, parent.saves.saveCount)
        return Entry(result: result) { save in
            // Once the parent has saved, the changes are in the stores, and reverting its objects would only hide them.
            guard parent.saves.saveCount == count, let earlier else { return false }
            let objects = commit.revert(to: earlier)
            if save.hasCommitted { parent.followStores(objects) }
            return true
        }
    }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try parent.access.session(of: entity).reserveKeys(count, of: entity)
    }

    func refresh() {}

    func explain(_ request: FetchRequest) throws -> StorePlan {
        try parent.access.session(of: request.entity).explain(request)
    }

    func end() {}
}

extension StoreAccess {
    /// Fetches rows from their store; a parent passes over unreadable ones in the child's place.
    func fetch(_ request: FetchRequest, passing malformed: MalformedRows?) throws -> FetchAnswer {
        let session = try session(of: request.entity)
        return try (session as? ParentSession)?.fetch(request, passing: malformed) ?? session.fetch(request)
    }
}

extension LinkTable {
    /// The relationship whose pairs the table holds, on one of its sides.
    func relationship(isFirst: Bool) -> (Entity, Relationship)? {
        let entity = isFirst ? firstEntity : secondEntity
        let found = entity.toMany.first { relationship in
            if case .link(self, let first) = relationship.storage { first == isFirst } else { false }
        }
        return found.map { (entity, $0) }
    }
}

extension Context {
    /// Merges the saves of others into objects again, because reverting a commit has undone the merging.
    fileprivate func followStores(_ objects: [any Model]) {
        for object in objects where object._objectState.isKnown { graph.markOutdated(object) }
        merger.readOutdated()
        // Merging has freed their partners because of the commit's values.
        for object in objects { graph.pairs.fixUpPairs(of: object) }
    }
}
