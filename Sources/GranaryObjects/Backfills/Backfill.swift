/// Fills a new attribute of the objects that are stored, in small commits, while the program works.
///
/// ```swift
/// let slugs = Backfill(Flight.self) { $0.slug.set(to: $0.airline.code) }
/// let stack = try await PersistentStack.open(schema.filling([slugs]), backends: [.sqlite])
/// try await stack.backfill(slugs)
/// ```
///
/// The objects left to fill are those without a value. So a backfill keeps no position, goes on where it was
/// interrupted, does no harm when several run at once, and never touches an object that has its value.
///
/// A schema that carries it (``Schema/filling(_:)``) has every save fill the objects it writes.
public struct Backfill<M: Model>: SchemaBackfill {
    /// How an object comes to its values.
    enum Rule: Sendable {
        case assignments([Assignment<M>])
        case code(@Sendable (M) throws -> Void)
    }

    let rule: Rule
    /// The condition for an object to be filled.
    let unfilled: Query<M>

    /// Fills attributes with the values of expressions, where they are `nil`.
    ///
    /// The expressions see the object as it is stored, and may follow its relationships. Of several attributes, each is
    /// filled that is `nil`. Where an expression is `nil` the attribute stays so.
    public init(_ model: M.Type, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]) {
        let assignments = assignments(M.fields)
        let conditions = assignments.map {
            ExpressionTree.compare(.equal, .attribute(path: [], name: $0.property), .literal(.null))
        }
        rule = .assignments(assignments)
        unfilled = Query(
            predicate: conditions.dropFirst().reduce(conditions.first) { joined, next in
                joined.map { .either($0, next) }
            })
    }

    /// Fills objects for which a condition holds with code, which changes an object so that it does not hold any more.
    ///
    /// The code may follow relationships. It runs again, for an object as it is by then, when others save at the same
    /// time, so it must not act outside of its context.
    public init(
        _ model: M.Type, where unfilled: (M.Fields) -> Condition<M>,
        _ fill: @escaping @Sendable (M) throws -> Void
    ) {
        rule = .code(fill)
        self.unfilled = M.where(unfilled)
    }

    /// Checks that the model is in a schema, and that it can be without the values.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a model that is not in the schema, for an attribute that is not
    ///   optional, and for a relationship, which code has to set; what a query with the expressions would throw.
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
