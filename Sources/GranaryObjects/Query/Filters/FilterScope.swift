/// Puts the filters of models into the expressions of a query.
///
/// A filter counts for the query's own model, and for the members of relationships to many that expressions ask about. A
/// relationship to one leads to the object that it names, whether or not a filter hides that object.
package struct FilterScope {
    private var lifted: LiftedFilters
    private let schema: Schema
    /// The entities whose filters are being put in, the outermost first.
    private var open: [Entity] = []

    /// Begins for a query that lifts some filters.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that no model of the schema has.
    package init(_ lifted: LiftedFilters, in schema: Schema) throws {
        self.lifted = lifted
        self.schema = schema
        if lifted.names.isEmpty { return }
        let known = schema.entities.flatMap { entity in
            (entity.type as? any FilteredModel.Type)?.filterNames ?? []
        }
        for name in lifted.names where !known.contains(name) {
            var message = "The query lifts the filter “\(name)”, which no model has."
            if let near = NearestMatch.of(name, in: known) { message += " Did you mean “\(near)”?" }
            throw GranaryError(.query, message)
        }
    }

    /// A request with the filters of its model, which come before its condition, and of the members in its expressions.
    ///
    /// - Throws: as ``filtered(_:from:)``.
    package func filtered(_ request: FetchRequest) throws -> FetchRequest {
        var request = request
        let own = try condition(of: request.entity)
        if let predicate = request.predicate {
            let inner = try filtered(predicate, from: request.entity)
            request.predicate = own.map { .both($0, inner) } ?? inner
        } else {
            request.predicate = own
        }
        if request.sort.contains(where: { $0.expression.asksForOthers }) {
            request.sort = try request.sort.map {
                SortTerm(
                    try filtered($0.expression, from: request.entity), isDescending: $0.isDescending)
            }
        }
        return request
    }

    /// An expression that asks for visible members alone.
    ///
    /// - Throws: ``GranaryError/Code/query`` for filters that name each other in a circle; the fault of a filter.
    package func filtered(_ tree: ExpressionTree, from entity: Entity) throws -> ExpressionTree {
        guard tree.asksForOthers else { return tree }
        func inner(_ tree: ExpressionTree) throws -> ExpressionTree { try filtered(tree, from: entity) }
        switch tree {
        case .quantified(let quantifier, let path, let name, let condition):
            // Binding reports a name that does not exist.
            guard let members = entity.entity(at: path + [name]) else { return tree }
            let asked = try filtered(condition, from: members)
            return .quantified(
                quantifier, path: path, relationship: name,
                quantifier == .all ? try implied(asked, for: members) : try both(asked, for: members) ?? asked
            )
        case .countOf(let path, let name, let condition):
            guard let members = entity.entity(at: path + [name]) else { return tree }
            let asked = try condition.map { try filtered($0, from: members) }
            return .countOf(path: path, relationship: name, try both(asked, for: members))
        case .ofMembers(let function, let path, let name, var operands):
            // The second one is the condition.
            guard let members = entity.entity(at: path + [name]), operands.count > 1 else { return tree }
            operands = try operands.map { try filtered($0, from: members) }
            operands[1] = try both(operands[1], for: members) ?? operands[1]
            return .ofMembers(function, path: path, relationship: name, operands)
        case .aggregate(let column): return .aggregate(try column.mapped(inner))
        case .outer(let model, let inner):
            guard let around = schema.entity(model) else { return tree }
            return .outer(model, try filtered(inner, from: around))
        case .subquery(let query, let operand):
            return .subquery(try filtered(query), try operand.map(inner))
        default: return try tree.mapped(members: { $0 }, operands: inner)
        }
    }

    /// Another query with the filters that it does not lift itself.
    private func filtered(_ query: Subquery) throws -> Subquery {
        // Binding reports a model that does not exist.
        guard let entity = schema.entity(query.model) else { return query }
        var scope = self
        scope.lifted = query.lifted
        var filtered = try query.mapped { try scope.filtered($0, from: entity) }
        filtered.predicate = try scope.both(filtered.predicate, for: entity)
        filtered.lifted = .all
        return filtered
    }

    /// The condition for a visible member to meet another; `nil` for every member.
    private func both(_ condition: ExpressionTree?, for members: Entity) throws -> ExpressionTree? {
        guard let filter = try self.condition(of: members) else { return condition }
        guard let condition, condition != .literal(.bool(true)) else { return filter }
        return .both(filter, condition)
    }

    /// The condition for a member to meet another if it is visible.
    private func implied(_ condition: ExpressionTree, for members: Entity) throws -> ExpressionTree {
        try self.condition(of: members).map { .either(.not($0), condition) } ?? condition
    }

    private func condition(of entity: Entity) throws -> ExpressionTree? {
        guard entity.isFiltered, !lifted.areAll, let type = entity.type as? any FilteredModel.Type else {
            return nil
        }
        return try condition(type, entity)
    }

    /// The condition that the filters of a model make together; `nil` without one.
    private func condition<M: FilteredModel>(_ type: M.Type, _ entity: Entity) throws -> ExpressionTree? {
        let filters = M.filters.filter { !lifted.contains($0.name) }
        if filters.isEmpty { return nil }
        if let start = open.firstIndex(where: { $0.index == entity.index }) {
            let names = (open[start...] + [entity]).map(\.name).joined(separator: " → ")
            throw GranaryError(
                .query,
                "The filters of models go in a circle: \(names). Remove the condition on members from one of them.",
                context: .init(entity: entity.name))
        }
        var inner = self
        inner.open.append(entity)
        let conditions = try filters.map { filter in
            if let problem = filter.condition.problem { throw problem }
            try filter.condition.tree.requireHeight(for: entity.name)
            return try inner.filtered(filter.condition.tree, from: entity)
        }
        return .all(conditions)
    }
}

extension Query {
    /// The condition, the order and other expressions over the query's objects, with the filters of models.
    ///
    /// - Throws: ``GranaryError/Code/query``, as ``FilterScope`` does.
    package func filtered(
        _ others: [ExpressionTree] = [], from entity: Entity, in schema: Schema
    ) throws -> (predicate: ExpressionTree?, sort: [SortTerm], others: [ExpressionTree]) {
        let filters = try FilterScope(lifted, in: schema)
        var request = FetchRequest(entity: entity)
        (request.predicate, request.sort) = (predicate, sort)
        request = try filters.filtered(request)
        return (request.predicate, request.sort, try others.map { try filters.filtered($0, from: entity) })
    }
}

extension FilteredModel {
    fileprivate static var filterNames: [String] { filters.map(\.name) }
}

extension ExpressionTree {
    /// Whether the expression asks for the members of a relationship to many, or another query.
    fileprivate var asksForOthers: Bool {
        contains {
            switch $0 {
            case .quantified, .countOf, .ofMembers, .subquery: true
            default: false
            }
        }
    }
}
