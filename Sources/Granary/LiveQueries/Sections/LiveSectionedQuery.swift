/// The result of a query in sections, and every later one, with the changes in between.
///
/// It follows saves as ``LiveQuery`` does.
public struct LiveSectionedQuery<M: Model, Value: Sendable>: AsyncSequence, Sendable {
    private let query: LiveQuery<M>
    private let section: TypedExpression<M, Value>

    /// Orders a query by its sections, and then by its own order.
    init(
        _ stack: PersistentStack, _ query: Query<M>, by section: TypedExpression<M, Value>,
        _ delivery: LiveDelivery
    ) {
        var ordered = query
        ordered.problem = query.problem ?? section.problem
        if query.sort.first?.expression != section.tree {
            ordered.sort.insert(SortTerm(section.tree), at: 0)
        }
        self.query = LiveQuery(stack: stack, query: ordered, delivery: delivery)
        self.section = section
    }

    /// Makes an independent iterator, whose first result is that of the query at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(query.makeAsyncIterator(), query.stack, section)
    }

    /// How the query follows saves.
    ///
    /// - Throws: any error from ``LiveQuery/explain()``.
    public func explain() throws -> LiveQueryPlan { try query.explain() }

    /// Waits for one result after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var reader: LiveQuery<M>.Iterator
        private let stack: PersistentStack
        private let section: TypedExpression<M, Value>
        private var layout: SectionLayout?

        fileprivate init(
            _ reader: LiveQuery<M>.Iterator, _ stack: PersistentStack, _ section: TypedExpression<M, Value>
        ) {
            self.reader = reader
            self.stack = stack
            self.section = section
        }

        /// Returns the result of the query at the first call, and the next one that differs at later ones; `nil` once
        /// the task is cancelled.
        ///
        /// - Throws: any error from the iterator of ``LiveQuery``; ``GranaryError/Code/query`` for sections by anything
        ///   but an attribute of the model.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> LiveSections<M, Value>?
        {
            guard let result = try await reader.next(isolation: actor) else { return nil }
            let new = try divide(result)
            defer { layout = new }
            return try LiveSections(result, new, after: result.isFirst ? nil : layout) {
                try section.coding.decode($0)
            }
        }

        /// Returns the result of the query at the first call, and the next one that differs at later ones; `nil` once
        /// the task is cancelled.
        public mutating func next() async throws -> LiveSections<M, Value>? { try await next(isolation: nil) }

        private func divide(_ result: LiveResult<M>) throws -> SectionLayout {
            let entity = try stack.observedEntity(of: M.self).get()
            let bound = try BoundExpression(section.tree, on: entity, in: stack.schema)
            if bound.usesRelationships {
                throw GranaryError(
                    .query,
                    "Sections of \(M.modelDescription.name) follow a relationship; divide them by an attribute of the model itself.",
                    context: .init(entity: M.modelDescription.name))
            }
            return try SectionLayout(count: result.count) { position in
                try bound.evaluate(
                    ValueRow(try result[position].columnValues(of: entity)), in: NullRow.shared)
            }
        }
    }
}

extension PersistentStack {
    /// The result of a query in sections, and every later one, with the changes in between:
    /// `stack.observe(Flight.all, sectionedBy: { $0.carrier })`.
    ///
    /// The sections are in the order of their values, unless the query's own order begins with them. `delivery` says
    /// whether a reader gets the newest result, or each one.
    public func observe<M: Model, V>(
        _ query: Query<M>, sectionedBy section: (M.Fields) -> TypedExpression<M, V>,
        _ delivery: LiveDelivery = .latest
    ) -> LiveSectionedQuery<M, V> { LiveSectionedQuery(self, query, by: section(M.fields), delivery) }
}
