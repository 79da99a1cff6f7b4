extension PersistentStack {
    /// The later saves of a model's objects, with the values before and after.
    ///
    /// Saves of this stack's contexts and batches are reported once they have reached the store, whether contexts merge
    /// them or not. Those of other processes are reported if the store follows others
    /// (``StoreConfiguration/followsOthers``), as changes of any row.
    ///
    /// The first request for a save opens the stores of a stack that rests. If another stack that shares the store has it
    /// open then, the first change says that any row may have changed.
    public func changes<M: Model>(of model: M.Type) -> SavedChanges<M> {
        let entity = observedEntity(of: model)
        let mailbox = (try? entity.get()).map { ChangeMailbox<M>($0, self) }
        return SavedChanges(workers: workers, entity: entity, mailbox: mailbox)
    }

    /// The later saves that insert or delete one of some objects, or change one of some properties of them:
    /// `stack.changes(of: [id]) { $0.delay; $0.gate }`.
    ///
    /// Each ``SavedChange`` holds these objects alone, with their values before and after. Without a list of
    /// properties, each property counts. A save that may have changed any row (``SavedChange/isWhole``) is reported for
    /// all objects.
    public func changes<M: Model>(
        of objects: some Sequence<ObjectID<M>>,
        @PropertyBuilder<M> properties: (M.Fields) -> [ModelProperty<M>] = PropertyBuilder<M>.none
    ) -> SavedChanges<M> {
        let keys = Set(objects.map(\.key.keyBits))
        let properties = properties(M.fields)
        let entity = observedEntity(of: M.self).flatMap { entity in
            Result { (entity, properties.isEmpty ? .all : try entity.properties(properties)) }
        }
        let mailbox = (try? entity.get()).map { entity, properties in
            ChangeMailbox<M>(entity, only: keys, in: properties, self)
        }
        return SavedChanges(workers: workers, entity: entity.map(\.0), mailbox: mailbox)
    }

    /// The result of a query, and every later one, with the changes in between.
    ///
    /// The query runs once for each new reader, and again only where saves do not determine the result. Readers of
    /// equal queries share the work. Only saves that have reached the store count. The values are snapshots, which are
    /// `Sendable`. `delivery` says whether a reader gets the newest result, or each one.
    public func observe<M: Model>(_ query: Query<M>, _ delivery: LiveDelivery = .latest) -> LiveQuery<M> {
        LiveQuery(stack: self, query: query, delivery: delivery)
    }

    /// The entity of a model, or the error that it is not in the schema.
    func observedEntity<M: Model>(of model: M.Type) -> Result<Entity, any Error> {
        if let entity = schema.entity(of: model) { return .success(entity) }
        return .failure(
            GranaryError(
                .schema,
                "\(M.self) is not in the schema “\(schema.name)”; add it to one of its configurations.",
                context: .init(entity: M.modelDescription.name)))
    }
}
