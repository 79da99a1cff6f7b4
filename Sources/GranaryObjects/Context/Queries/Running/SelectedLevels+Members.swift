extension SelectedLevels {
    /// The rows of a relationship to many for each of some owners.
    func lists(
        _ members: SelectedMembers, of owners: [ObjectKey], _ around: [ExpressionTree.Around]
    ) throws -> [ObjectKey: [SelectedRow]] {
        let (relationship, around) = try members.followed(from: around)
        func lists<M: Model>(_ type: M.Type) throws -> [ObjectKey: [SelectedRow]] {
            try queries.access.naming(type) {
                try self.lists(type, members, MemberPlaces(relationship, of: owners, queries), around)
            }
        }
        return try lists(queries.graph.tables[relationship.destination.index].modelType())
    }

    private func lists<M: Model>(
        _ type: M.Type, _ members: SelectedMembers, _ places: MemberPlaces,
        _ around: [ExpressionTree.Around]
    ) throws -> [ObjectKey: [SelectedRow]] {
        let (request, keys) = try checkedRequest(type, members, places, around)
        var rows: [SelectedRow] = []
        var positions: [ObjectKey: [Int]] = [:]
        var counted = CountedLists(members)
        try forEachMember(type, request, places, hasRange: counted.hasRange) { key, values in
            let owners = places.owners(of: key).filter { counted.takes(memberOf: $0) }
            if owners.isEmpty { return }
            for owner in owners { positions[owner, default: []].append(rows.count) }
            rows.append(SelectedRow(try values()))
        }
        try fill(
            &rows, members.selection.levels, keys,
            of: around + [ExpressionTree.Around(request.rows.entity, at: [])])
        return positions.mapValues { list in list.map { rows[$0] }.filter { !$0.isGone } }
    }

    /// The request for all members together, and the keys of further levels; it is checked here, as no store gets it when
    /// there are no owners.
    func checkedRequest<M: Model>(
        _ type: M.Type, _ members: SelectedMembers, _ places: MemberPlaces,
        _ around: [ExpressionTree.Around]
    ) throws -> (request: SelectRequest, keys: LevelKeys) {
        let entity = try queries.access.coordinator.entity(of: type)
        func seen(_ tree: ExpressionTree) throws -> ExpressionTree { try reaching(around, tree, entity) }
        var query = Query<M>(predicate: try members.predicate.map(seen))
        query.sort = try members.sort.map {
            SortTerm(try seen($0.expression), isDescending: $0.isDescending)
        }
        (query.offset, query.limit) = (members.offset, members.limit)
        query.lifted = lifted.union(members.lifted)
        let keys = try LevelKeys(members.selection, from: entity)
        var request = try queries.checkedRequest(for: keys.columns.map(seen), of: query, at: moment)
        // They count the members of each list.
        (request.rows.offset, request.rows.limit) = (0, nil)
        // It comes first, so that no condition fails for a row that is no member.
        let condition = places.condition
        request.rows.predicate = request.rows.predicate.map { .both(condition, $0) } ?? condition
        let binder = queries.graph.binder(entity)
        if let predicate = request.rows.predicate { _ = try binder.bindCondition(predicate) }
        for term in request.rows.sort { _ = try binder.bind(term.expression) }
        for column in request.columns { _ = try binder.bind(column) }
        return (request, keys)
    }

    /// An expression on the members of a list without outer objects, which it reaches as the members do.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an object that they do not lead to.
    private func reaching(
        _ around: [ExpressionTree.Around], _ tree: ExpressionTree, _ member: Entity
    ) throws -> ExpressionTree {
        guard tree.namesOuter else { return tree }
        try tree.requireHeight(for: member.name)
        let schema = queries.graph.schema
        let lookup: ExpressionTree.EntityLookup = { schema.entity($0) }
        if let found = tree.reaching(around, from: member, lookup), !found.looksOut(from: member, lookup) {
            return found
        }
        throw GranaryError(
            .query,
            "A list of \(member.name) names an object around it that its objects do not lead to. Name only owners that own the list by a relationship to one of the list's objects.",
            context: .init(entity: member.name))
    }

    /// Passes members to a closure, in their order: the key that identifies the owners of each, and how to get its
    /// values.
    private func forEachMember<M: Model>(
        _ type: M.Type, _ request: SelectRequest, _ places: MemberPlaces, hasRange: Bool,
        _ body: (ObjectKey, () throws -> [Value]) throws -> Void
    ) throws {
        if places.keys.isEmpty { return }
        let binder = queries.graph.binder(request.rows.entity)
        let bound = try request.columns.map { try binder.bind($0) }
        // A store would also compute the columns of members behind the limit, which may fail.
        let isForStore = !hasRange || !bound.contains(where: \.canFail)
        // The key comes last, so that the columns stand where they are read.
        if isForStore, let rows = try queries.storeValues(request.rows, request.columns + places.key) {
            for row in rows {
                if let key = ObjectKey(Array(row.suffix(places.key.count))) { try body(key) { row } }
            }
            return
        }
        try queries.forEachRow(type, request.rows, request.columns) { row, source in
            guard let key = ObjectKey(try places.columns.map { try row.value(at: $0) }) else { return }
            try body(key) { try bound.values(on: row, in: source) }
        }
    }
}

/// Takes the members of lists that are within their range, as they come.
private struct CountedLists {
    private let offset: Int
    private let limit: Int
    private var counts: [ObjectKey: Int] = [:]

    init(_ members: SelectedMembers) {
        offset = members.offset
        limit = members.limit ?? .max
    }

    /// Whether there are members that no list takes.
    var hasRange: Bool { offset > 0 || limit < .max }

    /// Whether the next member of a list is within the range.
    mutating func takes(memberOf owner: ObjectKey) -> Bool {
        let count = counts[owner, default: 0]
        counts[owner] = count + 1
        return count >= offset && count - offset < limit
    }
}
