/// The values that another query, which names objects around it, reads from its own rows, and their names in
/// its expressions.
///
/// Its parts that read its own objects alone become columns, which are read once. What is left is evaluated on these rows, for
/// each object around.
package struct SubqueryLayout {
    /// The rows to read, by the conditions that name no object around.
    package private(set) var request: FetchRequest
    /// The columns to read of each row, as its objects see them.
    package private(set) var columns: [ExpressionTree] = []

    private var query: Subquery
    private let binder: ExpressionBinder
    private var kinds: [ExpressionKind] = []
    private var names: [String] = []

    /// Takes a query for objects of an entity, whose binder knows the objects around.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the query, and for what can only be asked once: its order, a
    ///   relationship to many of its objects, and a query in it that looks further out.
    package init(_ query: Subquery, of entity: Entity, _ binder: ExpressionBinder) throws {
        self.query = query
        self.binder = binder
        request = query.request(for: entity)
        if !request.hasRange { request.sort = [] }
        (request.offset, request.limit) = (0, nil)
        for term in request.sort where try binder.bind(term.expression).outerLevels > 0 {
            throw binder.problem(
                "The order of a query of \(query.model) names an object around the query. Order by the query's own objects.",
                about: term.expression)
        }
        let rest = try splitPredicate()
        self.query.predicate = .all(try rest.map { try placed($0) })
        switch query.result {
        case .values(let tree): self.query.result = .values(try placed(tree))
        case .aggregate(let column): self.query.result = .aggregate(try column.mapped { try placed($0) })
        case .existence: break
        case .objects:
            throw binder.problem(
                "The objects of a query of \(query.model), as a set or a source, depend on an object around it. Use `exists()`, `values` or an aggregate."
            )
        }
        self.query.sort = []
        if columns.isEmpty, let part = entity.model.key.first {
            _ = try placed(.attribute(path: [], name: part))
        }
    }

    /// The query over the rows that were read for the request, with the columns of each.
    package func keeping(_ rows: [[Value]]) -> Subquery {
        var query = query
        query.kept = KeptRows(entity, rows)
        return query
    }

    /// Puts the conditions that name no object around into the request, and returns the others.
    ///
    /// A row must not be left out before a condition on it could fail, nor fail where a condition in front leaves it out.
    private mutating func splitPredicate() throws -> [ExpressionTree] {
        var (asked, rest, restCanFail): ([ExpressionTree], [ExpressionTree], Bool) = ([], [], false)
        for tree in query.predicate?.conjuncts ?? [] {
            let bound = try binder.bindCondition(tree)
            if bound.outerLevels == 0, rest.isEmpty || !restCanFail && !bound.canFail {
                asked.append(tree)
            } else {
                rest.append(tree)
                restCanFail = restCanFail || bound.canFail
            }
        }
        request.predicate = .all(asked)
        return rest
    }

    /// The same expression over the rows; columns that it needs and that are not there yet are added.
    private mutating func placed(_ tree: ExpressionTree) throws -> ExpressionTree {
        switch tree {
        case .literal, .outer: return tree
        case .aggregate(let column): return .aggregate(try column.mapped { try placed($0) })
        default: break
        }
        if !tree.isOfGroups {
            let bound = try binder.bind(tree)
            let isRead = !tree.ownPaths.isEmpty
            if bound.outerLevels == 0, isRead || !bound.canFail { return column(tree, bound.kind) }
            if bound.outerLevels > 0, isRead || tree.isQuery {
                throw binder.problem(
                    "A query of \(query.model) asks for members, or for another query, by an object around it. Compare own values of its objects with those of objects around it.",
                    about: tree)
            }
        }
        return try tree.mapped(members: { $0 }, operands: { try placed($0) })
    }

    /// The column with the values of an expression, as an attribute of the rows.
    private mutating func column(_ tree: ExpressionTree, _ kind: ExpressionKind) -> ExpressionTree {
        if let position = columns.firstIndex(of: tree) { return .attribute(path: [], name: names[position]) }
        // No attribute has a name with a dot or a sign.
        var name = "#\(columns.count)"
        if case .attribute(let path, let attribute) = tree {
            name = (path + [attribute]).joined(separator: ".")
        }
        columns.append(tree)
        kinds.append(kind)
        names.append(name)
        return .attribute(path: [], name: name)
    }

    /// The rows as an entity, which is called as that of the query.
    private var entity: Entity {
        let types = kinds.map(\.type)
        let description = ModelDescription(
            name: request.entity.name,
            attributes: zip(names, types).map { AttributeDescription($0, $1, isOptional: true) }, key: [])
        return Entity(
            model: description, type: nil, index: request.entity.index,
            configuration: request.entity.configuration,
            columns: description.attributes.enumerated().map { position, attribute in
                Column(
                    name: attribute.column, type: attribute.type, isOptional: true, property: position)
            },
            keyColumns: [], uniques: [], indexes: [])
    }
}

extension ExpressionTree {
    /// Whether it is a calculation with aggregates.
    fileprivate var isOfGroups: Bool {
        if case .aggregate = self { return true }
        return operands.contains(where: \.isOfGroups)
    }

    fileprivate var isQuery: Bool { if case .subquery = self { true } else { false } }
}
