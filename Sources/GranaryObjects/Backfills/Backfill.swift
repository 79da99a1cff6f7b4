/// Fills a new attribute of the objects that are stored, in small commits, while the program works.
///
/// ```swift
/// let slugs = Backfill(Flight.self) { $0.slug.set(to: $0.airline.code) }
/// let stack = try await PersistentStack.open(schema.filling([slugs]), backends: [.sqlite])
/// try await stack.backfill(slugs)
/// ```
///
/// The objects left to fill are those without a value. So a backfill keeps no position, resumes after an interruption,
/// is safe to run several times at once, and never touches an object that has a value.
///
/// With a schema that carries it (``Schema/filling(_:)``), every save fills the objects it writes. So expressions and the
/// condition cannot name other queries.
public struct Backfill<M: Model>: SchemaBackfill {
    /// How an object gets its values.
    enum Rule: Sendable {
        case assignments([Assignment<M>])
        case code(@Sendable (M) throws -> Void)
    }

    let rule: Rule
    /// The condition for an object to be filled.
    let unfilled: Query<M>

    /// Fills attributes with the values of expressions, where they are `nil`.
    ///
    /// The expressions see the stored object, and may follow its relationships. Of several attributes, those that are
    /// `nil` are filled. If an expression is `nil`, the attribute stays `nil`.
    public init(_ model: M.Type, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]) {
        let assignments = assignments(M.fields)
        let conditions = assignments.map {
            ExpressionTree.compare(.equal, .attribute(path: [], name: $0.property), .literal(.null))
        }
        rule = .assignments(assignments)
        unfilled = Query(
            predicate: conditions.dropFirst().reduce(conditions.first) { joined, next in
                joined.map { .either($0, next) }
            }
        ).unfiltered()
    }

    /// Fills the objects that meet a condition with code, which changes an object so that it no longer meets the
    /// condition.
    ///
    /// The code may follow relationships. It runs again, on the object's new state, when others save at the same time,
    /// so it must not act outside of its context.
    public init(
        _ model: M.Type, where unfilled: (M.Fields) -> Condition<M>,
        _ fill: @escaping @Sendable (M) throws -> Void
    ) {
        rule = .code(fill)
        self.unfilled = M.where(unfilled).unfiltered()
    }

    /// Checks that the model is in a schema, and that its objects can lack the values.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a model that is not in the schema, for an attribute that is not
    ///   optional, for a relationship, which code has to set, and for another query in an expression or the condition; any
    ///   error that a query with the expressions would throw.
    public func check(in schema: Schema) throws {
        guard let entity = schema.entity(of: M.self) else {
            throw Self.problem("its model is not in the schema “\(schema.name)”; add it there")
        }
        let binder = ExpressionBinder(entity) { schema.entity($0) }
        switch rule {
        case .code: break
        case .assignments(let assignments):
            for assignment in assignments { try check(assignment, entity) }
            _ = try BatchAssignments(assignments, entity, binder)
        }
        if let problem = unfilled.problem { throw problem }
        if let predicate = unfilled.predicate { _ = try binder.bindCondition(predicate) }
        if hasSubqueries {
            throw Self.problem(
                "it names another query, which a save does not answer; compute the result before, and use that"
            )
        }
    }

    private var hasSubqueries: Bool {
        if unfilled.predicate?.hasSubqueries == true { return true }
        guard case .assignments(let assignments) = rule else { return false }
        return assignments.contains(where: \.hasSubqueries)
    }

    private func check(_ assignment: Assignment<M>, _ entity: Entity) throws {
        if entity.relationship(assignment.property) != nil {
            throw Self.problem(
                "“\(assignment.property)” is a relationship; set it with code, by Backfill(\(entity.name).self, where: …)"
            )
        }
        guard let position = entity.attributePosition(assignment.property) else { return }
        if !entity.columns[position].isOptional {
            throw Self.problem(
                "“\(assignment.property)” is not optional, so no object is without it; remove the backfill when it has done its work"
            )
        }
    }

    private static func problem(_ what: String) -> GranaryError {
        let name = M.modelDescription.name
        return GranaryError(
            .query, "The backfill of \(name) cannot be carried out: \(what).", context: .init(entity: name))
    }
}
