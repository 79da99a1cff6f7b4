/// A parent context as the store of its children: reads see the parent's objects with their unsaved changes,
/// a commit changes those objects.
final class ParentSession: StoreSession {
    private let parent: ManagedContext
    private weak var child: ManagedContext?
    /// An error of the parent's save after it had written everything, until the child has settled.
    private var lateError: (any Error)?
    let interrupter: @Sendable () -> Void = {}

    init(_ parent: ManagedContext, of child: ManagedContext) {
        self.parent = parent
        self.child = child
    }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        guard let type = request.entity.type else { return FetchAnswer(cursor: ValueCursor(rows: [])) }
        var request = request
        let selected: ExpressionTree?
        switch request.selection {
        case .all: selected = nil
        case .keys(let keys): selected = .holdsKey(path: [], keys: keys)
        case .referring(let relationship, let keys): selected = .holdsKey(path: [relationship], keys: keys)
        }
        request.selection = .all
        request.predicate = .all([selected, request.predicate].compactMap { $0 })
        return FetchAnswer(cursor: ValueCursor(rows: try rows(type, request)))
    }

    private func rows<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> [[Value]] {
        try parent.beginReading()
        return try parent.answer(type, request).map { object in
            try object.columnValues(of: request.entity) + [.integer(version(of: object))]
        }
    }

    /// The version an object has for the child: what is not saved may change at any time, so it is another
    /// one each time it is read.
    private func version<M: Model>(of object: M) -> Int64 {
        object.objectState.isPending ? parent.nextUnsavedVersion() : object.objectState.version
    }

    func count(_ request: FetchRequest) -> Int? { nil }

    func aggregate(_ request: AggregateRequest) -> [[Value]]? { nil }

    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)] {
        guard let (entity, relationship) = parent.relationship(of: table, isFirst: fromFirst),
            let type = entity.type
        else { return [] }
        // What changes in its own parent, a parent is not told of.
        if parent.parent != nil { parent.forgetMembers() }
        func pairs<Owner: Model>(_ type: Owner.Type) throws -> [(ObjectKey, ObjectKey)] {
            var request = FetchRequest(entity: entity)
            request.predicate = .holdsKey(path: [], keys: keys)
            let owners = try parent.answer(type, request)
            try parent.loadToMany(relationship, of: owners)
            return owners.flatMap { owner in
                parent.loadedMembers(of: owner, at: relationship.position).models.map {
                    (owner.erasedKey, $0.erasedKey)
                }
            }
        }
        return try pairs(type).sorted { $0 < $1 }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try keys.filter {
            let object = try parent.anyObject($0, of: entity)
            return object == nil || object?.objectState.phase == .deleted
        }
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let commit = try ParentCommit(changes, of: child, in: parent)
        if !commit.conflicts.isEmpty {
            return CommitResult(version: parent.nextUnsavedVersion(), conflicts: commit.conflicts)
        }
        if let child, child.options.savesThroughParent {
            try saveThrough(commit, as: child.options.mergePolicy)
        } else {
            commit.apply()
        }
        return CommitResult(version: parent.nextUnsavedVersion())
    }

    /// Saves the parent too, as the policy of the context says that the program saves; when it cannot be saved, it is
    /// what it was before.
    private func saveThrough(_ commit: ParentCommit, as policy: MergePolicy) throws {
        let (hadSaved, ownPolicy) = (parent.hasSaved, parent.options.mergePolicy)
        parent.hasSaved = false
        parent.options.mergePolicy = policy
        defer {
            parent.hasSaved = parent.hasSaved || hadSaved
            parent.options.mergePolicy = ownPolicy
        }
        let earlier = commit.remember()
        commit.apply()
        do {
            try parent.save()
        } catch  where parent.hasSaved {
            lateError = error
        } catch {
            commit.revert(to: earlier)
            throw error
        }
    }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try parent.session(of: entity).reserveKeys(count, of: entity)
    }

    func refresh() throws {
        guard let error = lateError else { return }
        lateError = nil
        throw error
    }

    func explain(_ request: FetchRequest) throws -> StorePlan {
        try parent.session(of: request.entity).explain(request)
    }

    func end() {}
}

extension ManagedContext {
    /// The relationship whose pairs a table holds, on one of its sides.
    func relationship(of table: LinkTable, isFirst: Bool) -> (Entity, Relationship)? {
        let entity = isFirst ? table.firstEntity : table.secondEntity
        let found = entity.toMany.first { relationship in
            if case .link(table, let first) = relationship.storage { first == isFirst } else { false }
        }
        return found.map { (entity, $0) }
    }

    /// A version that no row of a store has, nor any other object of this context's family.
    func nextUnsavedVersion() -> Int64 {
        if let parent { return parent.nextUnsavedVersion() }
        lastUnsavedVersion &-= 1
        return lastUnsavedVersion
    }
}
